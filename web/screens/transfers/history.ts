/* What happened to a transfer, oldest first, from its own dates and, where the reader may see it, the audit log. */

export interface TransferDates {
  status: string;
  created_at: string;
  created_by: string | null;
  approved_at: string | null;
  approved_by: string | null;
  reversed_at: string | null;
  reversed_by: string | null;
  reversal_reason: string | null;
}

export interface AuditRow {
  at: string;
  actor_id: string | null;
  action: string;
  changes: unknown;
}

export interface LineChange {
  variantId: string;
  before: number | null;
  after: number | null;
}

export type HistoryEvent =
  | { kind: 'created' | 'approved'; at: string; by: string | null }
  | { kind: 'lines'; at: string; by: string | null; changes: LineChange[] }
  | { kind: 'edited'; at: string; by: string | null; fields: string[] }
  | { kind: 'reversed'; at: string; by: string | null; reason: string | null; withdrawn: boolean }
  | { kind: 'waiting' }
  | { kind: 'will_move' };

const ownFields = ['from_branch_id', 'from_stock_point_id', 'to_branch_id', 'to_stock_point_id', 'shipping', 'notes'];

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

function lineChanges(before: unknown, after: unknown): LineChange[] {
  const was = isRecord(before) ? before : {};
  const is = isRecord(after) ? after : {};
  const number = (value: unknown) => (value === undefined || value === null ? null : Number(value));
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .map((variantId) => ({ variantId, before: number(was[variantId]), after: number(is[variantId]) }))
    .filter((change) => change.before !== change.after);
}

export function historyOf(transfer: TransferDates, audit: readonly AuditRow[]): HistoryEvent[] {
  const events: HistoryEvent[] = [{ kind: 'created', at: transfer.created_at, by: transfer.created_by }];
  for (const row of [...audit].sort((a, b) => a.at.localeCompare(b.at))) {
    if (row.action !== 'update' || !isRecord(row.changes)) continue;
    const { lines } = row.changes;
    if (Array.isArray(lines)) {
      events.push({ kind: 'lines', at: row.at, by: row.actor_id, changes: lineChanges(lines[0], lines[1]) });
    }
    const fields = ownFields.filter((field) => isRecord(row.changes) && field in row.changes);
    if (fields.length > 0) events.push({ kind: 'edited', at: row.at, by: row.actor_id, fields });
  }
  if (transfer.approved_at) events.push({ kind: 'approved', at: transfer.approved_at, by: transfer.approved_by });
  if (transfer.reversed_at) {
    events.push({ kind: 'reversed', at: transfer.reversed_at, by: transfer.reversed_by, reason: transfer.reversal_reason, withdrawn: !transfer.approved_at });
  }
  if (transfer.status === 'pending') events.push({ kind: 'waiting' }, { kind: 'will_move' });
  return events;
}

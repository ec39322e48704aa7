/* The small account in a decision's dialog: before, change, after at both ends; and what a reversal would find. */
import { addUp } from '@/lib/pieces.ts';

interface PreviewLine {
  variant_id: string;
  quantity: number;
  at_source: number | null;
  at_target: number | null;
  sold_since: number | null;
}

export interface Preview {
  lines: readonly PreviewLine[];
  source: { now: number | null };
  target: { now: number | null };
}

export type Decision = 'approve' | 'reverse' | 'withdraw';

export interface AccountRow {
  now: number | null;
  change: number;
  after: number | null;
}

export interface Account {
  pieces: number;
  source: AccountRow;
  target: AccountRow;
  /** Null where one of the ends is out of sight. */
  both: AccountRow | null;
}

export function accountOf(preview: Preview, decision: Decision): Account {
  const pieces = addUp(preview.lines.map(({ quantity }) => quantity));
  const moved = decision === 'withdraw' ? 0 : decision === 'approve' ? pieces : -pieces;
  const row = (now: number | null, change: number): AccountRow => ({
    now,
    // Minus nothing is shown as nothing.
    change: change === 0 ? 0 : change,
    after: now === null ? null : addUp([now, change]),
  });
  const source = row(preview.source.now, -moved);
  const target = row(preview.target.now, moved);
  const both = source.now === null || target.now === null ? null : row(addUp([source.now, target.now]), 0);
  return { pieces, source, target, both };
}

export interface LookAhead {
  variantId: string;
  quantity: number;
  /** Pieces standing where the goods must leave; null out of sight. */
  has: number | null;
  sold: number | null;
  missing: number;
}

/** Per line, what stands where the goods would leave: the source for an approval, the destination for a reversal. */
export function lookAhead(preview: Preview, decision: Decision): LookAhead[] {
  return preview.lines.map((line) => {
    const has = decision === 'approve' ? line.at_source : line.at_target;
    const missing = decision === 'withdraw' || has === null ? 0 : Math.max(0, addUp([line.quantity, -has]));
    return { variantId: line.variant_id, quantity: line.quantity, has, sold: decision === 'reverse' ? line.sold_since : null, missing };
  });
}

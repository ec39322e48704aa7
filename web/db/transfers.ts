/* The requests of the transfer screens that are more than one table's rows. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { toLatinDigits } from '@/lib/numerals.ts';
import { rpcOf } from './calls.ts';
import { rest } from './client.ts';
import { asAppError, type AppError } from './errors.ts';
import type { Database, Json } from './types.gen.ts';

export type TransferStatus = 'pending' | 'approved' | 'reversed';
export type TransferRow = Database['public']['Views']['transfer_list']['Row'];
export type MovementRow = Database['public']['Views']['movement_list']['Row'];

export interface TransferItem {
  id: string;
  position: number;
  variant_id: string;
  quantity: number;
  unit_cost: number | null;
}

export interface AuditRow {
  at: string;
  actor_id: string | null;
  action: string;
  changes: Json;
}

export interface TransferQuestion {
  words: string;
  statuses: readonly string[];
  modes: readonly string[];
  /** Either end stands in one of these; none asks for all in reach. */
  branchIds: readonly string[];
  /** Half-open, as instants. */
  created: { from: string; to: string } | null;
  sort: { by: string; descending: boolean };
  offset: number;
  limit: number;
}

interface Answer<Rows> {
  data: Rows | null;
  count?: number | null;
  error: { message: string; code: string; details: string | null; hint: string | null } | null;
  status: number;
}

async function answered<Rows>(request: PromiseLike<Answer<Rows>>): Promise<{ rows: Rows; count: number }> {
  const { data, count, error, status } = await request;
  // A page beyond the end is empty, not an error.
  if (error?.code === 'PGRST103') return { rows: [] as unknown as Rows, count: 0 };
  if (error) throw asAppError(error, status);
  return { rows: data as Rows, count: count ?? 0 };
}

const eitherEnd = (branchIds: readonly string[]) => `from_branch_id.in.(${branchIds.join(',')}),to_branch_id.in.(${branchIds.join(',')})`;

export async function readTransfers(asked: TransferQuestion, signal: AbortSignal) {
  let query = rest.from('transfer_list').select('*', { count: 'exact' });
  const words = toLatinDigits(asked.words).split(/\s+/).filter(Boolean);
  if (words.length) query = query.ilikeAllOf('number', words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&').replaceAll('*', '_')}%`));
  if (asked.statuses.length) query = query.in('status', [...asked.statuses]);
  if (asked.modes.length) query = query.in('mode', [...asked.modes]);
  // One tree of conditions: the same filter given twice is not everywhere read twice.
  const both = [
    ...(asked.branchIds.length ? [`or(${eitherEnd(asked.branchIds)})`] : []),
    ...(asked.created ? [`created_at.gte."${asked.created.from}"`, `created_at.lt."${asked.created.to}"`] : []),
  ];
  if (both.length) query = query.or(`and(${both.join(',')})`);
  return answered<TransferRow[]>(
    query
      .order(asked.sort.by as 'number', { ascending: !asked.sort.descending, nullsFirst: false })
      .order('id', { ascending: !asked.sort.descending })
      .range(asked.offset, asked.offset + asked.limit - 1)
      .abortSignal(signal),
  );
}

export function transferPage(asked: TransferQuestion) {
  return queryOptions<{ rows: TransferRow[]; count: number }, AppError>({
    queryKey: ['transfer_list', 'list', asked],
    queryFn: ({ signal }) => readTransfers(asked, signal),
    placeholderData: keepPreviousData,
    meta: { reads: ['transfers'] },
  });
}

const CHUNK = 1000;

/** Every transfer that matches, in list order: for a file. */
export async function allTransfers(asked: Omit<TransferQuestion, 'offset' | 'limit'>): Promise<TransferRow[]> {
  const all: TransferRow[] = [];
  for (;;) {
    const { rows, count } = await readTransfers({ ...asked, offset: all.length, limit: CHUNK }, new AbortController().signal);
    all.push(...rows);
    if (rows.length === 0 || all.length >= count) return all;
  }
}

/** How many stand in each state, for the views of the list. */
export function transferCounts(branchIds: readonly string[]) {
  const count = async (status: TransferStatus, signal: AbortSignal) => {
    let query = rest.from('transfers').select('id', { count: 'exact', head: true }).eq('status', status);
    if (branchIds.length) query = query.or(eitherEnd(branchIds));
    return (await answered(query.abortSignal(signal) as PromiseLike<Answer<unknown>>)).count;
  };
  return queryOptions<Record<TransferStatus, number>, AppError>({
    queryKey: ['transfers', 'counts', branchIds],
    queryFn: async ({ signal }) => {
      const [pending, approved, reversed] = await Promise.all([count('pending', signal), count('approved', signal), count('reversed', signal)]);
      return { pending, approved, reversed };
    },
    placeholderData: keepPreviousData,
    meta: { reads: ['transfers'] },
  });
}

/** Null: there is none, or it is out of the reader's reach; nobody can tell which. */
export async function readTransfer(id: string, signal?: AbortSignal): Promise<TransferRow | null> {
  const query = rest.from('transfer_list').select('*').eq('id', id);
  const { data, error, status } = await (signal ? query.abortSignal(signal) : query);
  // An address with no id in it is a transfer that is not there.
  if (error?.code === '22P02') return null;
  if (error) throw asAppError(error, status);
  return data[0] ?? null;
}

export function transferOne(id: string) {
  return queryOptions<TransferRow | null, AppError>({
    queryKey: ['transfer_list', 'one', id],
    queryFn: ({ signal }) => readTransfer(id, signal),
    meta: { reads: ['transfers'] },
  });
}

type ItemAnswer = Omit<TransferItem, 'unit_cost'> & { transfer_item_costs: { unit_cost: number } | { unit_cost: number }[] | null };

export async function readItems(id: string, signal?: AbortSignal): Promise<TransferItem[]> {
  const all: TransferItem[] = [];
  for (;;) {
    const query = rest
      .from('transfer_items')
      .select('id,position,variant_id,quantity,transfer_item_costs(unit_cost)')
      .eq('transfer_id', id)
      .order('position')
      .order('id')
      .range(all.length, all.length + CHUNK - 1);
    const { rows } = await answered<ItemAnswer[]>((signal ? query.abortSignal(signal) : query) as unknown as PromiseLike<Answer<ItemAnswer[]>>);
    all.push(...rows.map(({ transfer_item_costs: costs, ...item }) => ({ ...item, unit_cost: (Array.isArray(costs) ? costs[0] : costs)?.unit_cost ?? null })));
    if (rows.length < CHUNK) return all;
  }
}

export function transferItems(id: string) {
  return queryOptions<TransferItem[], AppError>({
    queryKey: ['transfer_items', 'list', id],
    queryFn: ({ signal }) => readItems(id, signal),
    meta: { reads: ['transfers'] },
  });
}

/** Who changed what; refused to nobody, empty for those who may not read the audit log. */
export function transferAudit(id: string, allowed: boolean) {
  return queryOptions<AuditRow[], AppError>({
    queryKey: ['audit_log', 'list', id],
    queryFn: async ({ signal }) =>
      (await answered<AuditRow[]>(rest.from('audit_log').select('at,actor_id,action,changes').eq('row_id', id).order('id').limit(200).abortSignal(signal))).rows,
    enabled: allowed,
    meta: { reads: ['transfers'] },
  });
}

/** The ledger of one document, oldest first; of one variant of it where that is asked. */
export function documentMovements(id: string, variantId: string | null) {
  return queryOptions<MovementRow[], AppError>({
    queryKey: ['movement_list', 'document', id, variantId],
    queryFn: async ({ signal }) => {
      let query = rest.from('movement_list').select('*').eq('document_id', id);
      if (variantId) query = query.eq('variant_id', variantId);
      return (await answered<MovementRow[]>(query.order('id').limit(CHUNK).abortSignal(signal))).rows;
    },
    meta: { reads: ['stock_movements'] },
  });
}

export interface Approver {
  id: string;
  name: string;
  name_ar: string | null;
  role: string;
  role_ar: string | null;
}

/** Colleagues who may approve what arrives in a branch, the nearest first. */
export const approversOf = (branchId: string) =>
  rpcOf<'transfer_approvers', Approver[]>('transfer_approvers', { to_branch_id: branchId }, ['profiles', 'user_branches', 'role_permissions']);

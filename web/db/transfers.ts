/* The requests of the transfer screens that are more than one table's rows. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { rpc, rpcOf, type Args } from './calls.ts';
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
  /** A period, by a word or by its days; the database knows when a business day begins. */
  created: string | null;
  sort: { by: string; descending: boolean };
  offset: number;
  limit: number;
}
type Narrowing = Pick<TransferQuestion, 'words' | 'statuses' | 'modes' | 'branchIds' | 'created'>;

const narrowed = ({ words, statuses, modes, branchIds, created }: Narrowing) => ({
  words,
  statuses: [...statuses],
  modes: [...modes],
  at_branch_ids: [...branchIds],
  ...(created === null ? {} : { created }),
});

const readTransfers = ({ sort, offset, limit, ...asked }: TransferQuestion, signal?: AbortSignal): Promise<TransferRow[]> =>
  rpc<'transfer_page', TransferRow[]>('transfer_page', { ...narrowed(asked), sort: sort.by, descending: sort.descending, page_size: limit, page_offset: offset }, signal);

export function transferPage(asked: TransferQuestion) {
  return queryOptions<TransferRow[], AppError>({
    queryKey: ['transfer_list', 'list', asked],
    queryFn: ({ signal }) => readTransfers(asked, signal),
    placeholderData: keepPreviousData,
    meta: { reads: ['transfers'] },
  });
}

/** Exact to 10,000; one more stands for "more". */
export const transferCount = (asked: Narrowing) => rpcOf('transfer_count', narrowed(asked), ['transfers']);

const CHUNK = 1000;

/** Every transfer that matches, in list order: for a file. */
export async function allTransfers(asked: Omit<TransferQuestion, 'offset' | 'limit'>): Promise<TransferRow[]> {
  const all: TransferRow[] = [];
  for (;;) {
    const rows = await readTransfers({ ...asked, offset: all.length, limit: CHUNK });
    all.push(...rows);
    if (rows.length < CHUNK) return all;
  }
}

/** How many stand in each state, for the views of the list. */
export function transferCounts(branchIds: readonly string[]) {
  const count = (status: TransferStatus, signal: AbortSignal) => rpc('transfer_count', { statuses: [status], at_branch_ids: [...branchIds] }, signal);
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

interface Answer<Rows> {
  data: Rows | null;
  error: { message: string; code: string; details: string | null; hint: string | null } | null;
  status: number;
}

async function answered<Rows>(request: PromiseLike<Answer<Rows>>): Promise<Rows> {
  const { data, error, status } = await request;
  if (error) throw asAppError(error, status);
  return data as Rows;
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
    const rows = await answered<ItemAnswer[]>((signal ? query.abortSignal(signal) : query) as unknown as PromiseLike<Answer<ItemAnswer[]>>);
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
    queryFn: ({ signal }) => answered<AuditRow[]>(rest.from('audit_log').select('at,actor_id,action,changes').eq('row_id', id).order('id').limit(200).abortSignal(signal)),
    enabled: allowed,
    meta: { reads: ['transfers'] },
  });
}

/** The ledger of one document, oldest first; of one variant of it where that is asked. */
export function documentMovements(id: string, variantId: string | null) {
  return queryOptions<MovementRow[], AppError>({
    queryKey: ['movement_list', 'document', id, variantId],
    queryFn: ({ signal }) => {
      let query = rest.from('movement_list').select('*').eq('document_id', id);
      if (variantId) query = query.eq('variant_id', variantId);
      return answered<MovementRow[]>(query.order('id').limit(CHUNK).abortSignal(signal));
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

export interface Everything {
  variants: number;
  pieces: number;
  /** Variants that may not go there: another branch alone keeps their product. */
  kept: number;
  /** Absent where they are too many for a form. */
  lines?: { variant_id: string; quantity: number }[];
}

/** What "everything here" comes to at this moment. */
export const everythingAt = (way: Args<'everything_at'>) => queryOptions({ ...rpcOf<'everything_at', Everything>('everything_at', way, ['stock_levels']), staleTime: 0 });

/* The requests of the transfer screens that are more than one table's rows. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { documentOf, everyRow, rpc, rpcOf, type Args, type RowOf } from './calls.ts';
import { rest } from './client.ts';
import type { DocumentEvent, Person, VariantWords } from './documents.ts';
import { asAppError, type AppError } from './errors.ts';
import type { Database } from './types.gen.ts';

export type TransferStatus = 'pending' | 'approved' | 'reversed';
export type TransferRow = Database['public']['Views']['transfer_list']['Row'] & { status: TransferStatus; mode: 'branch' | 'stock_point'; created_by: Person | null };
export type MovementRow = Database['public']['Views']['movement_list']['Row'] & { kind: 'transfer_out' | 'transfer_in' | 'reversal'; actor: Person | null };

export interface TransferItem extends Partial<VariantWords> {
  id: string;
  position: number;
  variant_id: string;
  quantity: number;
  /** Frozen at approval, before it today's; null for who may not view costs. */
  unit_cost: number | null;
  /** What is there while it is pending; null for who may not look. */
  at_source: number | null;
}

export interface TransferDetail {
  transfer: TransferRow & { updated_at: string; updated_by: Person | null };
  /** The first lines of transfer.lines. */
  items: TransferItem[];
  timeline: DocumentEvent[];
  /** Lines that ask for more than there is, while it is pending. */
  short: number;
  /** Who is asked first, while it is pending. */
  approver: Approver | null;
  /** Once it is decided: the transfer that waits for the reader longest. */
  waiting: { id: string } | null;
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
export const allTransfers = (asked: Omit<TransferQuestion, 'offset' | 'limit'>) => everyRow(1000, (offset, limit) => readTransfers({ ...asked, offset, limit }), (row) => row.id);

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

/** One transfer whole; of its lines the first 500 where no other number is asked for. */
export const transferDetail = (id: string, most_lines?: number) =>
  documentOf<'transfer_detail', TransferDetail>('transfer_detail', { id, ...(most_lines === undefined ? {} : { most_lines }) }, ['transfers', 'products', 'variants', 'stock_levels']);

/** The same transfer with other quantities. */
export const lowerTransfer = ({ id, version, from_branch_id, to_branch_id, from_stock_point_id, to_stock_point_id, shipping, notes }: TransferRow, lines: readonly { variant_id: string; quantity: number }[]) =>
  rpc('save_transfer', { id, expected_version: version, from_branch_id, to_branch_id, from_stock_point_id, to_stock_point_id, shipping, notes, lines } as unknown as Args<'save_transfer'>);

/** The database makes no transfer of more lines than this. */
export const MOST_LINES = 10_000;

/** With every line. */
export const wholeTransfer = (id: string, signal?: AbortSignal) => rpc<'transfer_detail', TransferDetail>('transfer_detail', { id, most_lines: MOST_LINES }, signal);

/** The ledger of one document, oldest first; of one variant of it where that is asked. */
export function documentMovements(id: string, variantId: string | null) {
  return queryOptions<MovementRow[], AppError>({
    queryKey: ['movement_list', 'document', id, variantId],
    queryFn: async ({ signal }) => {
      let query = rest.from('movement_list').select('*').eq('document_id', id);
      if (variantId) query = query.eq('variant_id', variantId);
      const { data, error, status } = await query.order('id').limit(CHUNK).abortSignal(signal);
      if (error) throw asAppError(error, status);
      return data as MovementRow[];
    },
    meta: { reads: ['stock_movements'] },
  });
}

type Approver = RowOf<'transfer_approvers'>;

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

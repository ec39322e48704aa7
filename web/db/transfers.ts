/* The requests of the transfer screens that are more than one table's rows. */
import { queryOptions } from '@tanstack/react-query';
import type { Attachment } from './attachments.ts';
import { documentOf, pagesOf, rpc, rpcOf, type Args, type RowOf } from './calls.ts';
import type { DocumentEvent, Person, VariantWords } from './documents.ts';
import type { Row } from './tables.ts';

export type TransferStatus = 'pending' | 'approved' | 'reversed';
export type TransferRow = Row<'transfer_list'> & { status: TransferStatus; mode: 'branch' | 'stock_point'; created_by: Person | null };

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
  /** Null for who may not view files. */
  files: Attachment[] | null;
  /** Lines that ask for more than there is, while it is pending. */
  short: number;
  /** Who is asked first, while it is pending. */
  approver: Approver | null;
  /** Once it is decided: the transfer that waits for the reader longest. */
  waiting: { id: string } | null;
}

export const { page: transferPage, all: allTransfers } = pagesOf<'transfer_page', TransferRow>('transfer_page', ['transfers']);
/** Exact to 10,000; one more stands for "more". */
export const transferCount = (asked: Args<'transfer_count'>) => rpcOf('transfer_count', asked, ['transfers']);

/** How many there are, and how many stand in each state. */
export const transferSummary = (at_branch_ids: string[]) =>
  rpcOf<'transfer_summary', Record<'count' | TransferStatus, number>>('transfer_summary', { at_branch_ids }, ['transfers']);

/** One transfer whole; of its lines the first 500 where no other number is asked for. */
export const transferDetail = (id: string, most_lines?: number) =>
  documentOf<'transfer_detail', TransferDetail>('transfer_detail', { id, ...(most_lines === undefined ? {} : { most_lines }) }, [
    'transfers',
    'attachments',
    'products',
    'variants',
    'stock_levels',
  ]);

/** The same transfer with other quantities. */
export const lowerTransfer = (
  { id, version, from_branch_id, to_branch_id, from_stock_point_id, to_stock_point_id, shipping, notes }: TransferRow,
  lines: readonly { variant_id: string; quantity: number }[],
) =>
  rpc('save_transfer', {
    id,
    expected_version: version,
    from_branch_id,
    to_branch_id,
    from_stock_point_id,
    to_stock_point_id,
    shipping,
    notes,
    lines,
  } as unknown as Args<'save_transfer'>);

/** The database makes no transfer of more lines than this. */
export const MOST_LINES = 10_000;

/** With every line. */
export const wholeTransfer = (id: string, signal?: AbortSignal) =>
  rpc<'transfer_detail', TransferDetail>('transfer_detail', { id, most_lines: MOST_LINES }, signal);

type Approver = RowOf<'transfer_approvers'>;

/** Colleagues who may approve what arrives in a branch, the nearest first. */
export const approversOf = (branchId: string) =>
  rpcOf<'transfer_approvers', Approver[]>('transfer_approvers', { to_branch_id: branchId }, [
    'profiles',
    'user_branches',
    'role_permissions',
  ]);

/** Pieces at one end in all; null where the reader may not look. Another place's say nothing of this one's. */
export const onHandAt = ({ branchId, stockPointId }: { branchId: string | null; stockPointId: string | null }) => ({
  ...rpcOf<'on_hand_at', number | null>(
    'on_hand_at',
    { branch_id: branchId ?? '', ...(stockPointId ? { stock_point_id: stockPointId } : {}) },
    ['stock_levels'],
  ),
  placeholderData: undefined,
});

export interface Everything {
  variants: number;
  pieces: number;
  /** Variants that may not go there: another branch alone keeps their product. */
  kept: number;
  /** Absent where they are too many for a form. */
  lines?: { variant_id: string; quantity: number }[];
}

/** What "everything here" comes to at this moment. */
export const everythingAt = (way: Args<'everything_at'>) =>
  queryOptions({ ...rpcOf<'everything_at', Everything>('everything_at', way, ['stock_levels']), staleTime: 0 });

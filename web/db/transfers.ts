/* Requests of the transfer screens beyond the rows of one table. */
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
  /** Fixed at approval, until then the current cost; null without permission to view costs. */
  unit_cost: number | null;
  /** Stock at the source while pending; null where the reader may not see it. */
  at_source: number | null;
}

export interface TransferDetail {
  transfer: TransferRow & { updated_at: string; updated_by: Person | null };
  /** The first of `transfer.lines`. */
  items: TransferItem[];
  timeline: DocumentEvent[];
  /** Null without permission to view files. */
  files: Attachment[] | null;
  /** Lines with too little stock at the source, while pending. */
  short: number;
  /** The nearest approver, while pending. */
  approver: Approver | null;
  /** Once decided: the transfer that has waited longest for the reader. */
  waiting: { id: string } | null;
}

export const { page: transferPage, all: allTransfers } = pagesOf<'transfer_page', TransferRow>('transfer_page', ['transfers']);
/** Exact up to 10,000; 10,001 means more. */
export const transferCount = (args: Args<'transfer_count'>) => rpcOf('transfer_count', args, ['transfers']);

/** The number of transfers, in total and by status. */
export const transferSummary = (at_branch_ids: string[]) =>
  rpcOf<'transfer_summary', Record<'count' | TransferStatus, number>>('transfer_summary', { at_branch_ids }, ['transfers']);

/** A transfer with its first 500 lines, unless another number is given. */
export const transferDetail = (id: string, most_lines?: number) =>
  documentOf<'transfer_detail', TransferDetail>('transfer_detail', { id, ...(most_lines === undefined ? {} : { most_lines }) }, [
    'transfers',
    'attachments',
    'products',
    'variants',
    'stock_levels',
  ]);

/** Saves the same transfer with other quantities. */
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

/** The most lines of a transfer. */
export const MAX_LINES = 10_000;

/** With all lines. */
export const fetchFullTransfer = (id: string, signal?: AbortSignal) =>
  rpc<'transfer_detail', TransferDetail>('transfer_detail', { id, most_lines: MAX_LINES }, signal);

type Approver = RowOf<'transfer_approvers'>;

/** Users who may approve transfers to a branch, nearest first. */
export const approversOf = (branchId: string) =>
  rpcOf<'transfer_approvers', Approver[]>('transfer_approvers', { to_branch_id: branchId }, [
    'profiles',
    'user_branches',
    'role_permissions',
  ]);

/** Total pieces at one end; null where the reader may not see them. No placeholder, because another place's number would be misleading. */
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
  /** Variants that may not go there, because their product belongs to another branch only. */
  kept: number;
  /** Absent where there are too many for a form. */
  lines?: { variant_id: string; quantity: number }[];
}

/** The current result of "everything here". */
export const everythingAt = (args: Args<'everything_at'>) =>
  queryOptions({ ...rpcOf<'everything_at', Everything>('everything_at', args, ['stock_levels']), staleTime: 0 });

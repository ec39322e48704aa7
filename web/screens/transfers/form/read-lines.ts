import type { TransferDetail } from '@/db/transfers.ts';
import { fetchVariants, MAX_ROWS, type VariantPlaces, type VariantRow } from '@/parts/variant-picker/variant-row.ts';
import { lineOf, type TransferForm } from './form-state.ts';
import { modeOf, type TransferEnds } from './places.ts';

export const placesOf = ({ from, to }: TransferEnds): VariantPlaces => ({
  ...(from.branchId ? { source_branch_id: from.branchId } : {}),
  ...(from.stockPointId ? { source_stock_point_id: from.stockPointId } : {}),
  ...(to.branchId ? { target_branch_id: to.branchId } : {}),
  ...(to.stockPointId ? { target_stock_point_id: to.stockPointId } : {}),
});

/* The number of products in a request; their variants rarely reach the API's row limit. */
const PART = 50;

/** All variants of these products, with the current stock at both ends. */
export async function variantsOfProducts(productIds: readonly string[], ends: TransferEnds, signal?: AbortSignal): Promise<VariantRow[]> {
  const all: VariantRow[] = [];
  for (let from = 0; from < productIds.length; from += PART)
    all.push(...(await variantsOfFew(productIds.slice(from, from + PART), ends, signal)));
  return all;
}

/* An answer of the maximum length may be truncated; it is then fetched again in two halves. */
async function variantsOfFew(productIds: readonly string[], ends: TransferEnds, signal?: AbortSignal): Promise<VariantRow[]> {
  const rows = await fetchVariants({ productIds, places: placesOf(ends) }, signal);
  if (rows.length < MAX_ROWS || productIds.length === 1) return rows;
  const half = Math.ceil(productIds.length / 2);
  return [
    ...(await variantsOfFew(productIds.slice(0, half), ends, signal)),
    ...(await variantsOfFew(productIds.slice(half), ends, signal)),
  ];
}

/** The arguments of "everything here": the source, and the destination as far as it is chosen. */
export const everythingOf = ({ from, to }: TransferEnds) => ({
  from_branch_id: from.branchId ?? '',
  ...(from.stockPointId ? { from_stock_point_id: from.stockPointId } : {}),
  ...(to.branchId ? { to_branch_id: to.branchId } : {}),
});

/** Returns the form of a saved transfer. */
export function formOfTransfer({ transfer, items }: TransferDetail): TransferForm {
  const ends = {
    from: { branchId: transfer.from_branch_id, stockPointId: transfer.from_stock_point_id },
    to: { branchId: transfer.to_branch_id, stockPointId: transfer.to_stock_point_id },
  };
  const head = {
    mode: modeOf(ends),
    ends: ends,
    shipping: Number(transfer.shipping) === 0 ? '' : String(transfer.shipping),
    notes: transfer.notes ?? '',
  };
  return { id: transfer.id, head, lines: items.map((item) => lineOf(item.variant_id, item.quantity)) };
}

import { fetchVariants, type VariantPlaces, type VariantRow } from '@/parts/variant-picker/variant-row.ts';
import type { Way } from './places.ts';

/** The API hands out at most this many rows at once, whatever a function would answer. */
export const MOST_ROWS = 1000;

export const placesOf = ({ from, to }: Way): VariantPlaces => ({
  ...(from.branchId ? { source_branch_id: from.branchId } : {}),
  ...(from.stockPointId ? { source_stock_point_id: from.stockPointId } : {}),
  ...(to.branchId ? { target_branch_id: to.branchId } : {}),
  ...(to.stockPointId ? { target_stock_point_id: to.stockPointId } : {}),
});

/* Products asked about at once: their variants rarely reach the API's limit. */
const PART = 50;

/** All variants of these products, with today's stock at both ends. */
export async function variantsOfProducts(productIds: readonly string[], way: Way, signal?: AbortSignal): Promise<VariantRow[]> {
  const all: VariantRow[] = [];
  for (let from = 0; from < productIds.length; from += PART) all.push(...(await fetchVariants({ productIds: productIds.slice(from, from + PART), places: placesOf(way) }, signal)));
  return all;
}

/** Variants by id, in the order asked, with today's stock at both ends. */
export async function variantsById(ids: readonly string[], way: Way, signal?: AbortSignal): Promise<VariantRow[]> {
  const found = new Map<string, VariantRow>();
  for (let from = 0; from < ids.length; from += MOST_ROWS) {
    const part = await fetchVariants({ variantIds: ids.slice(from, from + MOST_ROWS), places: placesOf(way) }, signal);
    for (const row of part) found.set(row.variant_id, row);
  }
  return ids.flatMap((id) => found.get(id) ?? []);
}

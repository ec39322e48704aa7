import { rpc, type Args, type RowOf } from '@/db/calls.ts';
import { sortForReader } from '@/lib/row-order.ts';

/** A variant as a document line shows it. */
export type VariantRow = RowOf<'variant_page', 'color_id' | 'size_id' | 'tax_rate_id' | 'at_source' | 'at_target'>;

/** What a line shows of its variant. */
export type ShownVariant = Pick<
  VariantRow,
  | 'variant_id'
  | 'product_id'
  | 'product'
  | 'product_ar'
  | 'image_path'
  | 'color'
  | 'color_ar'
  | 'color_value'
  | 'size'
  | 'size_ar'
  | 'sku'
  | 'barcode'
>;

/** The two places whose stock is shown; a branch without a stock point stands for its shop floor. */
export type VariantPlaces = Pick<
  Args<'variant_page'>,
  'source_branch_id' | 'source_stock_point_id' | 'target_branch_id' | 'target_stock_point_id'
>;

export interface VariantQuestion {
  words?: string;
  codes?: readonly string[];
  variantIds?: readonly string[];
  productIds?: readonly string[];
  places?: VariantPlaces;
  size?: number;
}

/** The API's limit for the rows of one answer, regardless of the function's own. */
export const MAX_ROWS = 1000;

/** Variants by id, in the given order; those that no longer exist are left out. */
export async function variantsById(ids: readonly string[], places?: VariantPlaces, signal?: AbortSignal): Promise<VariantRow[]> {
  const parts = Array.from({ length: Math.ceil(ids.length / MAX_ROWS) }, (_, part) => ids.slice(part * MAX_ROWS, (part + 1) * MAX_ROWS));
  const rows = await Promise.all(parts.map((part) => fetchVariants({ variantIds: part, places }, signal)));
  const found = new Map(rows.flat().map((row) => [row.variant_id, row]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** Finds variants: in the database, or in goods cached on the device. */
export type FindVariants = (question: VariantQuestion, signal?: AbortSignal) => Promise<VariantRow[]>;

export async function fetchVariants(
  { words, codes, variantIds, productIds, places, size }: VariantQuestion,
  signal?: AbortSignal,
): Promise<VariantRow[]> {
  return rpc<'variant_page', VariantRow[]>(
    'variant_page',
    {
      ...places,
      words: words ?? '',
      codes: [...(codes ?? [])],
      variant_ids: [...(variantIds ?? [])],
      product_ids: [...(productIds ?? [])],
      sort: sortForReader('product'),
      page_size: size ?? 2000,
    },
    signal,
  );
}

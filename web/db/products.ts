/* Requests of the product screens beyond the rows of one table. */
import { queryOptions } from '@tanstack/react-query';
import { pagesOf, rpc, rpcOf, type Args, type RowOf } from './calls.ts';
import { type AppError, orNull } from './errors.ts';
import type { Named } from './plain-rows.ts';
import { listOf, type Row } from './tables.ts';

type Nullable = 'designer_id' | 'image_path' | 'low_stock_level' | 'category_id' | 'category' | 'brand_id' | 'brand';
export type ProductRow = Omit<RowOf<'product_page', Nullable>, 'colors' | 'on_hand'> & {
  colors: (Omit<Named, 'id'> & { value: string })[];
  /** Pieces by branch id */
  on_hand: Record<string, number>;
};

export type ProductMatching = Args<'product_count'>;

export const { page: productPage, all: allProducts } = pagesOf<'product_page', ProductRow>('product_page', [
  'products',
  'variants',
  'stock_levels',
  'categories',
  'brands',
  'colors',
]);
export const productCount = (matching: ProductMatching) => rpcOf('product_count', matching, ['products', 'variants', 'stock_levels']);

/** The number of products, active ones, pieces on hand, and the counts of the views; null where the reader may not see them. */
export interface ProductSummary {
  count: number;
  products: number;
  on_hand: number | null;
  low: number | null;
  out: number | null;
  no_image: number;
}

export const productSummary = (at_branch_ids: string[]) =>
  rpcOf<'product_summary', ProductSummary>('product_summary', { at_branch_ids }, ['products', 'variants', 'stock_levels']);

/** The answer of `product_detail`. */
export type ProductRecord = Omit<Row<'products'>, 'search' | 'shown_in_arabic' | 'created_at' | 'created_by'> & {
  /** Only with permission to view costs. */
  purchase_price?: number;
  /** Lowest and highest of its variants, where any is known. */
  average_cost?: [number, number];
  variants: Pick<Row<'variants'>, 'id' | 'color_id' | 'size_id' | 'sku' | 'barcode' | 'price_override' | 'active' | 'image_path'>[];
};

export const readProduct = (id: string, signal?: AbortSignal): Promise<ProductRecord | null> =>
  orNull(rpc<'product_detail', ProductRecord>('product_detail', { id }, signal));

export const productOf = (id: string) =>
  queryOptions<ProductRecord | null, AppError>({
    queryKey: ['products', 'one', id],
    queryFn: ({ signal }) => readProduct(id, signal),
    meta: { reads: ['variants', 'product_costs', 'stock_movements'] },
  });

export const priceHistoryOf = (productId: string) =>
  listOf('price_changes', { where: [['product_id', 'eq', productId]], sort: [['id', true]], limit: 200 }, ['products', 'variants']);

export const saveProduct = (args: Args<'save_product'>) => rpc<'save_product', { id: string; version: number }>('save_product', args);
export const deleteProduct = (id: string) => rpc('delete_product', { id });

export interface ProductChanges {
  price?: { kind: 'set' | 'percent' | 'amount'; value: string; own_prices: boolean };
  category_id?: string | null;
  brand_id?: string | null;
  tax_rate_id?: string | null;
  active?: boolean;
}

/** These products, or with `matching`, all that match except these. */
export interface ProductChoice {
  ids: string[];
  matching?: ProductMatching;
}

export interface WouldChange {
  changed: number;
  unchanged: number;
  kept_out: number;
  own_prices: number;
  examples: { product: string; product_ar: string | null; before: number; after: number }[];
  /** Passed to the action, which is refused if anything differs from what was shown. */
  seen: string | null;
}

/** `before` is the argument of restoreProducts. */
export interface HasChanged extends Omit<WouldChange, 'examples' | 'seen'> {
  before: unknown[];
}

/** One request for any number of products. */
export const updateProducts = (choice: ProductChoice, changes: ProductChanges, seen?: string | null) =>
  rpc<'update_products', HasChanged>('update_products', { ...choice, changes, ...(seen ? { seen } : {}) });
export const wouldChange = (choice: ProductChoice, changes: ProductChanges) =>
  rpcOf<'update_products', WouldChange>('update_products', { ...choice, changes, dry_run: true }, ['products', 'variants']);
export async function restoreProducts(before: readonly unknown[]): Promise<Restored> {
  const sum = { restored: 0, kept: 0 };
  for (const part of partsOf(before)) {
    const { restored, kept } = await rpc<'restore_products', Restored>('restore_products', { before: part });
    sum.restored += restored;
    sum.kept += kept;
  }
  return sum;
}

interface Restored {
  restored: number;
  kept: number;
}

/** Characters of a part: a request may have 2 MB, which 5,000 products with several own prices each exceed. */
const PART_LENGTH = 500_000;

function partsOf(before: readonly unknown[]): unknown[][] {
  const parts: unknown[][] = [];
  let length = Infinity;
  for (const product of before) {
    const more = JSON.stringify(product).length + 1;
    length += more;
    if (length > PART_LENGTH) {
      parts.push([]);
      length = more;
    }
    parts.at(-1)?.push(product);
  }
  return parts;
}

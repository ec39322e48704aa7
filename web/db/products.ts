/* The requests of the product screens that are more than one table's rows. */
import { queryOptions } from '@tanstack/react-query';
import { pagesOf, rpc, rpcOf, type Args, type RowOf } from './calls.ts';
import { type AppError, orNull } from './errors.ts';
import type { Named } from './plain-rows.ts';
import { listOf, type Row } from './tables.ts';

type Empty = 'designer_id' | 'image_path' | 'low_stock_level' | 'category_id' | 'category' | 'brand_id' | 'brand';
export type ProductRow = Omit<RowOf<'product_list', Empty>, 'colors' | 'on_hand'> & {
  colors: (Omit<Named, 'id'> & { value: string })[];
  /** branch id → pieces */
  on_hand: Record<string, number>;
};

export type ProductMatching = Args<'product_count'>;

export const { page: productPage, all: allProducts } = pagesOf<'product_list', ProductRow>('product_list', [
  'products',
  'variants',
  'stock_levels',
  'categories',
  'brands',
  'colors',
]);
export const productCount = (matching: ProductMatching) => rpcOf('product_count', matching, ['products', 'variants', 'stock_levels']);

/** How many products there are, those on sale, their pieces, and how many each view holds; null is what the reader may not see. */
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

/** As `product_detail` answers. */
export type ProductRecord = Omit<Row<'products'>, 'search' | 'created_at' | 'created_by'> & {
  /** Only for who may view costs. */
  purchase_price?: number;
  /** The least and the greatest of its variants, where one is known. */
  average_cost?: [number, number];
  variants: Pick<Row<'variants'>, 'id' | 'color_id' | 'size_id' | 'sku' | 'barcode' | 'price_override' | 'active'>[];
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
  active?: boolean;
}

/** These products; with `matching`, all that match but these. */
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
  /** Given to the action: it is done to what was shown, or not at all. */
  seen: string | null;
}

/** `before` is what restoreProducts takes. */
export interface HasChanged extends Omit<WouldChange, 'examples' | 'seen'> {
  before: unknown[];
}

/** However many they are, it is one call. */
export const updateProducts = (choice: ProductChoice, changes: ProductChanges, seen?: string | null) =>
  rpc<'update_products', HasChanged>('update_products', { ...choice, changes, ...(seen ? { seen } : {}) });
export const wouldChange = (choice: ProductChoice, changes: ProductChanges) =>
  rpcOf<'update_products', WouldChange>('update_products', { ...choice, changes, dry_run: true }, ['products', 'variants']);
export const restoreProducts = (before: unknown[]) =>
  rpc<'restore_products', { restored: number; kept: number }>('restore_products', { before });

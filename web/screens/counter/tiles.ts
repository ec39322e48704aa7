/* The pages of tiles: the favorites, and one for each main category with goods. No React. */
import type { CachedVariant, Goods, StoredProduct, Terms, Tiles } from '@/db/goods-index.ts';
import type { Named } from '@/db/plain-rows.ts';
import { pathOf } from '@/kit/tree.ts';
import { compare, sum } from '@/lib/money.ts';
import { isDecimal } from '@/lib/numerals.ts';
import { byNames } from '@/lib/row-order.ts';
import type { CartLine } from './cart.ts';

export interface Tile {
  product: StoredProduct;
  /** Pieces in the branch; null: unknown. */
  onHand: number | null;
}

export interface TilePage extends Named {
  tiles: readonly Tile[];
}

/** The tiles of the favorites that are stored on the device. */
export const favorites = (goods: Goods, { tiles }: Tiles): Tile[] =>
  tiles.flatMap(({ product_id, on_hand }) => {
    const product = goods.products.get(product_id);
    return product ? [{ product, onHand: on_hand }] : [];
  });

/** The goods of each category and those below it, by name. */
export function categoryPages({ products }: Goods, { categories }: Terms): TilePage[] {
  const known = new Map(categories.map((category) => [category.id, category]));
  const pages = new Map<string, Named & { tiles: Tile[] }>();
  for (const product of products.values()) {
    const [category] = pathOf(known, product.category_id ?? '');
    if (!category || product.variants.length === 0) continue;
    const page = pages.get(category.id) ?? { id: category.id, name: category.name, name_ar: category.name_ar, tiles: [] };
    page.tiles.push({ product, onHand: null });
    pages.set(category.id, page);
  }
  const byName = byNames<Named | StoredProduct>('name');
  return [...pages.values()].sort(byName).map((page) => ({ ...page, tiles: page.tiles.sort((a, b) => byName(a.product, b.product)) }));
}

/** The lowest price of its variants, before the customer's price group. */
export const lowestPrice = ({ price, variants }: StoredProduct): string =>
  variants
    .map(({ price_override }: CachedVariant) => String(price_override ?? price))
    .reduce((lowest, next) => (compare(next, lowest) < 0 ? next : lowest), String(variants[0]?.price_override ?? price));

/** Pieces of each product in the cart. */
export function piecesInCart(lines: readonly CartLine[]): ReadonlyMap<string, string> {
  const pieces = new Map<string, string>();
  for (const { variant, quantity } of lines)
    if (isDecimal(quantity)) pieces.set(variant.product_id, sum([pieces.get(variant.product_id) ?? '0', quantity]));
  return pieces;
}

/** Its photo, or that of its first color with one. */
export const pictureOf = ({ image_path, variants }: StoredProduct): string | null =>
  image_path ?? variants.find((variant) => variant.image_path)?.image_path ?? null;

/* The goods cached on a device, and the search in them. */
import { canonicalCode, findByCode } from '@/lib/canonical-code.ts';
import { normalise, searchWords } from '@/lib/normalise.ts';
import { byNames } from '@/lib/row-order.ts';
import type { RowOf } from './calls.ts';
import type { Me } from './me-types.ts';
import type { Named } from './plain-rows.ts';

export interface CachedVariant {
  id: string;
  color_id?: string;
  size_id?: string;
  sku: string;
  barcode: string;
  price_override?: number;
  image_path?: string;
}
export interface StoredProduct {
  id: string;
  name: string;
  name_ar?: string;
  designer_id?: string;
  tag_number?: string;
  category_id?: string;
  image_path?: string;
  price: number;
  max_discount: number;
  tax_rate_id?: string;
  by_measure?: true;
  variants: CachedVariant[];
  off?: true;
}
/** The products that a branch shows as tiles: its favorites, or until somebody has arranged them what it sells most. */
export interface Tiles {
  arranged: boolean;
  /** on_hand: null to those who may not see stock. */
  tiles: { product_id: string; on_hand: number | null }[];
}
/** The data that groups and prices the goods of a sale. */
export interface Terms {
  categories: (Named & { parent_id: string | null })[];
  tiles: Tiles;
  colors: (Named & { value: string })[];
  sizes: (Named & { position: number })[];
  price_groups: (Named & { percentage: number; is_default: boolean })[];
  tax_rates: (Named & { percentage: number; active: boolean })[];
  payment_methods: (Named & { is_cash: boolean })[];
}

/** Stored next to the goods on the device. */
export interface StoredGoods extends Terms {
  owner: string;
  /** The server's time of the answer; the next request asks for changes since then. */
  at: string;
  /** Products with smaller ids are still to be loaded; null: all are here. */
  before: string | null;
  /** Incomplete: there are more than a counter caches. */
  cut: boolean;
  /** When the last part of the full load was requested, by this device's clock. */
  readAt: number;
  /** Milliseconds by which the server's clock is ahead of this device's. */
  ahead: number;
  me: Me;
}

/** The server answers at some time between the request and its answer; the middle is the best guess. */
export const clockOffset = (serverAt: string, startedAt: number, answeredAt: number): number =>
  Date.parse(serverAt) - (startedAt + answeredAt) / 2;

/** A variant as a document line shows it, with its maximum discount; `price` is the base price. */
export type CounterVariant = RowOf<'variant_page', 'color_id' | 'size_id' | 'tax_rate_id' | 'at_source' | 'at_target'> & {
  max_discount: number;
};

interface GoodsQuestion {
  words?: string;
  codes?: readonly string[];
  variantIds?: readonly string[];
  size?: number;
}

/** Finds goods like the server: codes are barcodes or SKUs; each word must be in a name, code or number. */
export class Goods {
  readonly products: Map<string, StoredProduct>;
  readonly cached: StoredGoods;
  readonly #codes = new Map<string, [StoredProduct, CachedVariant]>();
  readonly #variants = new Map<string, [StoredProduct, CachedVariant]>();
  readonly #colors: Map<string, Terms['colors'][number]>;
  readonly #sizes: Map<string, Terms['sizes'][number]>;
  #texts: [text: string, product: StoredProduct][] | null = null;

  constructor(products: Map<string, StoredProduct>, cached: StoredGoods) {
    this.products = products;
    this.cached = cached;
    this.#colors = new Map(cached.colors.map((color) => [color.id, color]));
    this.#sizes = new Map(cached.sizes.map((size) => [size.id, size]));
    for (const product of products.values()) {
      for (const variant of product.variants) {
        const pair: [StoredProduct, CachedVariant] = [product, variant];
        this.#variants.set(variant.id, pair);
        this.#codes.set(canonicalCode(variant.sku), pair).set(canonicalCode(variant.barcode), pair);
      }
    }
  }

  get size(): number {
    return this.#variants.size;
  }

  find({ words = '', codes = [], variantIds = [], size = 60 }: GoodsQuestion): CounterVariant[] {
    const requested = [
      ...new Set(codes.map((code) => findByCode(code, (key) => this.#codes.get(key)))),
      ...variantIds.map((id) => this.#variants.get(id)),
    ].filter((pair) => pair !== undefined);
    if (codes.length > 0 || variantIds.length > 0) return requested.map((pair) => this.#rowOf(...pair));
    const searchedWords = searchWords(words);
    if (searchedWords.length === 0) return [];
    const matches: [StoredProduct, CachedVariant][] = [];
    for (const [text, product] of this.#searched()) {
      const missing = searchedWords.filter((word) => !text.includes(word));
      // A word in a code matches that variant only, not its whole product.
      for (const variant of product.variants)
        if (missing.every((word) => codeText(variant).includes(word))) matches.push([product, variant]);
      if (matches.length >= size) break;
    }
    return matches.slice(0, size).map((pair) => this.#rowOf(...pair));
  }

  #searched(): [text: string, product: StoredProduct][] {
    return (this.#texts ??= [...this.products.values()]
      .map((product): [string, StoredProduct] => [
        normalise([product.name, product.name_ar, product.designer_id, product.tag_number].filter(Boolean).join(' ')),
        product,
      ])
      .sort(([, a], [, b]) => byNames<StoredProduct>('name')(a, b)));
  }

  #rowOf(product: StoredProduct, variant: CachedVariant): CounterVariant {
    const [color, size] = [this.#colors.get(variant.color_id ?? ''), this.#sizes.get(variant.size_id ?? '')];
    return {
      variant_id: variant.id,
      product_id: product.id,
      product: product.name,
      product_ar: product.name_ar ?? null,
      image_path: variant.image_path ?? product.image_path ?? null,
      color_id: color?.id ?? null,
      color: color?.name ?? null,
      color_ar: color?.name_ar ?? null,
      color_value: color?.value ?? null,
      size_id: size?.id ?? null,
      size: size?.name ?? null,
      size_ar: size?.name_ar ?? null,
      size_position: size?.position ?? null,
      sku: variant.sku,
      barcode: variant.barcode,
      price: variant.price_override ?? product.price,
      active: true,
      at_source: null,
      at_target: null,
      max_discount: product.max_discount,
      tax_rate_id: product.tax_rate_id ?? null,
      by_measure: product.by_measure ?? false,
    };
  }
}

const codeTexts = new WeakMap<CachedVariant, string>();
function codeText(variant: CachedVariant): string {
  const text = codeTexts.get(variant) ?? normalise(`${variant.sku} ${variant.barcode}`);
  codeTexts.set(variant, text);
  return text;
}

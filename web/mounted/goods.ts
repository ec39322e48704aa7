import type { VariantRow } from '@/parts/variant-picker/variant-row.ts';
import type { FakeApi } from './fake-api.ts';

let made = 0;
const id = (kind: string, n: number) => `00000000-0000-7000-8000-${kind}${String(n).padStart(8, '0')}`;

/** A variant with its own product. */
export function newVariant(more: Partial<VariantRow> = {}): VariantRow {
  made += 1;
  return {
    active: true,
    at_source: 0,
    at_target: 0,
    barcode: String(2000000000000 + made),
    by_measure: false,
    color: '',
    color_ar: null,
    color_id: null,
    color_value: '',
    image_path: '',
    price: 100,
    product: `Shirt ${made}`,
    product_ar: null,
    product_id: id('d001', made),
    size: '',
    size_ar: null,
    size_id: null,
    size_position: 0,
    sku: `SKU${made}`,
    variant_id: id('f001', made),
    ...more,
  } as VariantRow;
}

/** Finds variants as the database does: by id, product, full code, or words of the product's name. */
export const withGoods = (api: FakeApi, goods: readonly VariantRow[]): FakeApi =>
  api.answer('variant_page', ({ words = '', codes = [], variant_ids = [], product_ids = [] }) => {
    const wanted = words.toLowerCase();
    return goods.filter(
      (one) =>
        codes.some((code) => code === one.barcode || code === one.sku) ||
        variant_ids.includes(one.variant_id) ||
        product_ids.includes(one.product_id) ||
        (wanted && (one.product.toLowerCase().includes(wanted) || one.barcode === wanted)),
    ) as never;
  });

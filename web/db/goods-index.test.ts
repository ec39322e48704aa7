import { expect, it } from 'vitest';
import { clockOffset, Goods } from './goods-index.ts';

const product = (
  id: string,
  name: string,
  rest: object = {},
  variants = [{ id: `${id}-v`, sku: `sku-${id}`, barcode: `20000000${id}` }],
) => ({ id, name, price: 100, max_discount: 5, variants, ...rest });
const terms = {
  categories: [],
  tiles: { arranged: false, tiles: [] },
  colors: [{ id: 'black', name: 'Black', name_ar: 'أسود', value: '#000' }],
  sizes: [{ id: 'm', name: 'M', name_ar: null, position: 2 }],
  price_groups: [],
  tax_rates: [],
  payment_methods: [],
  owner: '',
  at: '',
  before: null,
  cut: false,
  readAt: 0,
  ahead: 0,
  me: {} as never,
};
const goods = new Goods(
  new Map(
    [
      product('1', 'Layla linen abaya', { name_ar: 'عباية ليلى كتان', designer_id: 'LL-77' }, [
        { id: '1-a', sku: '100001', barcode: '2000000000015', color_id: 'black', size_id: 'm', price_override: 120 },
        { id: '1-b', sku: '100002', barcode: '2000000000022' },
      ] as never),
      product('2', 'Linen scarf'),
    ].map((one) => [one.id, one]),
  ),
  terms,
);
const found = (question: Parameters<Goods['find']>[0]) => goods.find(question).map(({ variant_id }) => variant_id);

it('finds variants by full barcode or SKU only', () => {
  expect(found({ codes: ['2000000000015'] })).toEqual(['1-a']);
  expect(found({ codes: ['100002', 'sku-2'] })).toEqual(['1-b', '2-v']);
  expect(found({ codes: ['1000'] })).toEqual([]);
  expect(found({ codes: ['SKU-2', ']E02000000000015', '2 000000 000015'] })).toEqual(['2-v', '1-a']);
});

it('finds words as the database does: anywhere, in either script, a code by its own variant', () => {
  expect(found({ words: 'LINEN' })).toEqual(['1-a', '1-b', '2-v']);
  expect(found({ words: 'linen abaya' })).toEqual(['1-a', '1-b']);
  expect(found({ words: 'عبايه كتان' })).toEqual(['1-a', '1-b']);
  expect(found({ words: 'll-77' })).toEqual(['1-a', '1-b']);
  expect(found({ words: 'abaya 100002' })).toEqual(['1-b']);
  expect(found({ words: 'linen', size: 2 })).toEqual(['1-a', '1-b']);
  expect(found({ words: '  ' })).toEqual([]);
});

it("names a variant as documents do, with its own price or the product's", () => {
  expect(goods.find({ variantIds: ['1-a'] })).toEqual([
    expect.objectContaining({
      product: 'Layla linen abaya',
      product_ar: 'عباية ليلى كتان',
      by_measure: false,
      color: 'Black',
      color_ar: 'أسود',
      size: 'M',
      price: 120,
      max_discount: 5,
      at_source: null,
    }),
  ]);
  expect(goods.find({ variantIds: ['1-b'] })).toEqual([expect.objectContaining({ color: null, size: null, price: 100 })]);
});

it("assumes that the server's clock was read halfway between request and response", () => {
  const at = '2026-11-27T12:00:10.000Z';
  const server = Date.parse(at);
  expect(clockOffset(at, server - 100, server + 100)).toBe(0);
  expect(clockOffset(at, server - 60_000, server - 59_600)).toBe(59_800);
  expect(clockOffset(at, server + 5_000, server + 5_000)).toBe(-5_000);
});

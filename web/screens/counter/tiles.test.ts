import { expect, it } from 'vitest';
import { Goods, type StoredGoods, type StoredProduct } from '@/db/goods-index.ts';
import { setSettings } from '@/lib/settings.ts';
import { categoryPages, favorites, lowestPrice, piecesInCart } from './tiles.ts';

const product = (id: string, rest: Partial<StoredProduct> = {}): StoredProduct => ({
  id,
  name: id,
  price: 100,
  max_discount: 0,
  variants: [{ id: `${id}-v`, sku: id, barcode: id }],
  ...rest,
});
const terms = {
  categories: [
    { id: 'clothes', name: 'Clothes', name_ar: 'ملابس', parent_id: null },
    { id: 'dresses', name: 'Dresses', name_ar: 'فساتين', parent_id: 'clothes' },
    { id: 'bags', name: 'Bags', name_ar: 'شنط', parent_id: null },
    { id: 'empty', name: 'Empty', name_ar: null, parent_id: null },
  ],
} as StoredGoods;
const goodsOf = (...products: StoredProduct[]) =>
  new Goods(new Map(products.map((one) => [one.id, one])), { ...terms, colors: [], sizes: [] });

it('shows the favorites in their order, without those that the device does not have', () => {
  const goods = goodsOf(product('scarf'), product('bag'));
  const tiles = ['bag', 'gone', 'scarf'].map((product_id) => ({ product_id, on_hand: 2 }));
  expect(favorites(goods, { arranged: true, tiles }).map(({ product: { id }, onHand }) => [id, onHand])).toEqual([
    ['bag', 2],
    ['scarf', 2],
  ]);
});

it('has a page for each main category with goods, also those of its subcategories, by name', () => {
  const goods = goodsOf(
    product('tote', { category_id: 'bags' }),
    product('skirt', { category_id: 'clothes' }),
    product('gown', { category_id: 'dresses' }),
    product('loose'),
    product('without variants', { category_id: 'bags', variants: [] }),
  );
  expect(categoryPages(goods, terms).map(({ name, tiles }) => [name, tiles.map(({ product: { id } }) => id)])).toEqual([
    ['Bags', ['tote']],
    ['Clothes', ['gown', 'skirt']],
  ]);
});

it('orders pages and goods by the names of the language in use', () => {
  const goods = goodsOf(
    product('a', { category_id: 'bags', name_ar: 'ياقوت' }),
    product('b', { category_id: 'bags', name_ar: 'أزرق' }),
    product('c', { category_id: 'clothes' }),
  );
  setSettings({ language: 'ar' });
  expect(categoryPages(goods, terms).map(({ id, tiles }) => [id, tiles.map(({ product }) => product.id)])).toEqual([
    ['bags', ['b', 'a']],
    ['clothes', ['c']],
  ]);
  setSettings({ language: 'en' });
});

it("shows the lowest price of a product's variants", () => {
  const variant = { id: 'v', sku: 's', barcode: 'b' };
  expect(lowestPrice(product('one'))).toBe('100');
  expect(
    lowestPrice(
      product('two', {
        variants: [
          { ...variant, price_override: 120 },
          { ...variant, price_override: 90.5 },
        ],
      }),
    ),
  ).toBe('90.5');
  expect(lowestPrice(product('three', { variants: [{ ...variant, price_override: 120 }, variant] }))).toBe('100');
});

it('adds up the pieces of a product in the cart, whatever is typed', () => {
  const line = (product_id: string, quantity: string) => ({ variant: { product_id }, quantity }) as never;
  expect([...piecesInCart([line('a', '1'), line('a', '2.5'), line('b', 'x'), line('b', '1')])]).toEqual([
    ['a', '3.5'],
    ['b', '1'],
  ]);
});

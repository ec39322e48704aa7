import { describe, expect, it } from 'vitest';
import { blankProduct, copyOf, mergeProducts, productResolver, savePayload, chooseValue, type ProductValues } from './product-values.ts';
import { newVariant } from './variant-set.ts';

let last = 0;
const blank = (): ProductValues => blankProduct(() => `id-${(last += 1)}`);
const saved = (id: string, price = '') => ({ ...newVariant(id), saved: true, price });
const options = { id: 'p', version: null, decimals: 2, withCost: true };

const check = (values: ProductValues) =>
  productResolver(2)(values, undefined, { fields: {}, shouldUseNativeValidation: undefined }) as { errors: Record<string, unknown> };

describe('the product form', () => {
  it('requires only a name and a price', () => {
    expect(Object.keys(check(blank()).errors)).toEqual(['name', 'price']);
    expect(check({ ...blank(), name: 'Abaya', price: '1450' }).errors).toEqual({});
  });
  it('refuses prices finer than the currency, and a discount above 100', () => {
    const values = { ...blank(), name: 'Abaya', price: '1.234', max_discount: '101' };
    expect(Object.keys(check(values).errors)).toEqual(['price', 'max_discount']);
  });
  it('refuses a repeated barcode', () => {
    const variants = [
      { ...newVariant('a', 'x'), barcode: 'B' },
      { ...newVariant('b', 'y'), barcode: 'B' },
    ];
    expect(Object.keys(check({ ...blank(), name: 'Abaya', price: '1', variants }).errors)).toEqual(['variants']);
  });
  it('sends Arabic digits as numbers, and no value for empty fields', () => {
    const sent = savePayload({ ...blank(), name: ' Abaya ', price: '١٤٥٠٫٥', purchase_price: '' }, options) as {
      product: Record<string, unknown>;
      expected_version: unknown;
    };
    expect(sent.product).toMatchObject({ name: 'Abaya', price: 1450.5, name_ar: null, category_id: null });
    expect(sent.product).not.toHaveProperty('purchase_price');
    expect(sent.expected_version).toBeNull();
  });
  it('never sends a cost for a person who may not see costs', () => {
    const sent = savePayload({ ...blank(), name: 'A', price: '1', purchase_price: '5' }, { ...options, withCost: false }) as {
      product: object;
    };
    expect(sent.product).not.toHaveProperty('purchase_price');
  });
});

it('a copy of a product takes everything but the codes, and has new variants', () => {
  const record = {
    id: 'p',
    version: 4,
    name: 'Abaya',
    name_ar: 'عباية',
    description: 'Linen',
    designer_id: 'D-1',
    tag_number: 'T-1',
    price: 1450,
    max_discount: 20,
    low_stock_level: 3,
    by_measure: true,
    active: true,
    image_path: 'products/p/a.webp',
    category_id: 'c',
    brand_id: 'b',
    supplier_id: 's',
    tax_rate_id: 't',
    branch_id: null,
    updated_at: '',
    updated_by: null,
    purchase_price: 600,
    variants: [
      {
        id: 'v1',
        color_id: 'black',
        size_id: 'M',
        sku: '1',
        barcode: '2',
        price_override: 1590,
        active: true,
        image_path: 'products/p/black.webp',
      },
      { id: 'v2', color_id: 'black', size_id: 'L', sku: '3', barcode: '4', price_override: null, active: false, image_path: null },
    ],
  };
  const copy = copyOf(record, () => `id-${(last += 1)}`);
  expect(copy).toMatchObject({
    by_measure: true,
    name: 'Abaya',
    name_ar: 'عباية',
    price: '1450',
    purchase_price: '600',
    max_discount: '20',
    image_path: 'products/p/a.webp',
    category_id: 'c',
    designer_id: '',
    tag_number: '',
  });
  expect(copy.variants).toMatchObject([
    { saved: false, color_id: 'black', size_id: 'M', sku: '', barcode: '', price: '1590', active: true, image: 'products/p/black.webp' },
    { saved: false, size_id: 'L', sku: '', barcode: '', price: '', active: false },
  ]);
  expect(copy.variants.map(({ id }) => id)).not.toContain('v1');
});

describe('two people save the same product', () => {
  const base = { ...blank(), name: 'Abaya', price: '100', variants: [saved('a'), saved('b')] };
  it('keeps both changes if they do not overlap', () => {
    const mine = { ...base, price: '110', variants: [saved('a', '90'), saved('b')] };
    const theirs = { ...base, name: 'Linen abaya', variants: [saved('a'), saved('b', '80')] };
    const { merged, collisions } = mergeProducts(base, mine, theirs);
    expect(collisions).toEqual([]);
    expect(merged).toMatchObject({ name: 'Linen abaya', price: '110' });
    expect(merged.variants.map((variant) => variant.price)).toEqual(['90', '80']);
  });
  it('keeps a variant that I added and drops one that they removed', () => {
    const mine = { ...base, variants: [saved('a'), saved('b'), newVariant('c', 'navy')] };
    const theirs = { ...base, variants: [saved('a')] };
    const { merged } = mergeProducts(base, mine, theirs);
    expect(merged.variants.map(({ id, saved: kept }) => [id, kept])).toEqual([
      ['a', true],
      ['c', false],
    ]);
  });
  it('reports a field that both changed, and takes their value when it is chosen', () => {
    const mine = { ...base, variants: [saved('a', '90'), saved('b')] };
    const theirs = { ...base, variants: [saved('a', '95'), saved('b')] };
    const { merged, collisions } = mergeProducts(base, mine, theirs);
    expect(collisions.map((one) => one.field)).toEqual(['variant:a']);
    expect(merged.variants[0]?.price).toBe('90');
    const [collision] = collisions;
    expect(collision && chooseValue(merged, collision.field, collision.theirs).variants[0]?.price).toBe('95');
  });
});

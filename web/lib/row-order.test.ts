import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { byNames, inOrder, sortForReader } from './row-order.ts';
import { setSettings } from './settings.ts';

it('sorts text as the database does, numbers by value, and empty values last', () => {
  const of = (by: string, descending: boolean, values: unknown[]) =>
    inOrder(
      values.map((value) => ({ [by]: value })),
      { by, descending },
    ).map((row) => row[by]);
  expect(of('name', false, ['شال', 'bag', null, 'Apron', 'أ', 'apron'])).toEqual(['apron', 'Apron', 'bag', 'أ', 'شال', null]);
  expect(of('price', true, [2, null, 10, 9.5])).toEqual([10, 9.5, 2, null]);
  expect(of('created_at', false, ['2026-11-02T10:00:00+00:00', '2025-12-31T10:00:00+00:00'])).toEqual([
    '2025-12-31T10:00:00+00:00',
    '2026-11-02T10:00:00+00:00',
  ]);
});

it('sorts variants by color and size, the shop floor first, and is stable', () => {
  const row = (id: number, product: string, color: string | null, size_position: number | null, stock_point: string | null) => ({
    id,
    product,
    color,
    size_position,
    branch: 'Maadi',
    stock_point,
  });
  const rows = [
    row(1, 'Shirt', 'White', 10, 'Shelf'),
    row(2, 'Shirt', 'White', 10, null),
    row(3, 'Shirt', 'White', 9, null),
    row(4, 'Bag', null, null, null),
    row(5, 'Shirt', 'Black', 20, null),
    row(6, 'Bag', null, null, null),
  ];
  const ids = (descending: boolean) => inOrder(rows, { by: 'product', descending }).map(({ id }) => id);
  expect(ids(false)).toEqual([4, 6, 5, 3, 2, 1]);
  expect(ids(true)).toEqual([5, 3, 2, 1, 4, 6]);
});

describe('in Arabic', () => {
  beforeEach(() => setSettings({ language: 'ar' }));
  afterEach(() => setSettings({ language: 'en' }));

  it('asks the database for the order of Arabic names where a list is sorted by names', () => {
    expect(['name', 'product', 'supplier', 'price', 'id'].map(sortForReader)).toEqual([
      'name_ar',
      'product_ar',
      'supplier_ar',
      'price',
      'id',
    ]);
  });

  it('sorts rows by the names shown: the Arabic one, or else the other', () => {
    const rows = [
      { name: 'Alpha', name_ar: 'جيم' },
      { name: 'Beta', name_ar: 'ألف' },
      { name: 'Gamma', name_ar: null },
    ];
    const sorted = ['Gamma', 'Beta', 'Alpha'];
    expect(inOrder(rows, { by: 'name', descending: false }).map(({ name }) => name)).toEqual(sorted);
    expect([...rows].sort(byNames('name')).map(({ name }) => name)).toEqual(sorted);
  });
});

it('asks for the same order as the address of a list in English', () => expect(sortForReader('name')).toBe('name'));

import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import type { SaleDetail, SaleItem } from '@/db/sales.ts';
import { paperTotals } from '@/parts/document/totals.ts';
import { marginOf, totalsOf } from './sale-amounts.ts';

const said = ((key: string) => key) as unknown as TFunction;
const item = (more: Partial<SaleItem>): SaleItem =>
  ({ quantity: 1, tax_included: false, tax_percentage: 14, tax: 0, total: 0, unit_cost: null, ...more }) as SaleItem;
const sale = {
  subtotal: 100,
  discount: 10,
  tax: 12.6,
  tax_included: 0,
  tax_percentage: 14,
  total: 102.6,
  paid: 2.6,
  status: 'completed',
  tax_rate: 'VAT',
} as SaleDetail['sale'];

it('the margin of a line excludes tax and cost, and is unknown if the cost is hidden', () => {
  expect(marginOf(item({ quantity: 3, total: 114, tax: 14, unit_cost: 20.3333 }))).toBe('39.00');
  expect(marginOf(item({ quantity: -1, total: -57, tax: -7, unit_cost: 60 }))).toBe('10.00');
  expect(marginOf(item({ total: 114 }))).toBeNull();
});

it('tax on top of prices is added, tax included in prices is only named', () => {
  const rows = (more: Partial<SaleDetail['sale']> = {}) =>
    paperTotals(said, totalsOf(said, { ...sale, ...more })).map(
      ({ label, value, final }) => `${label.split('.').at(-1)} ${value}${final ? '.' : ''}`,
    );
  expect(rows()).toEqual(['subtotal 100.00', 'discount −10.00', 'rate 12.60', 'total 102.60', 'paid −2.60', 'remaining 100.00.']);
  expect(rows({ tax_included: 12.6 })).toEqual([
    'subtotal 100.00',
    'discount −10.00',
    'total 102.60',
    'included 12.60',
    'paid −2.60',
    'remaining 100.00.',
  ]);
  expect(rows({ discount: 0, tax: 9.6, tax_included: -3, tax_percentage: null })).toEqual([
    'subtotal 100.00',
    'tax 12.60',
    'total 102.60',
    'included −3.00',
    'paid −2.60',
    'remaining 100.00.',
  ]);
  expect(rows({ status: 'voided' }).at(-1)).toBe('total 102.60.');
});

import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import type { DocumentTax } from '@/db/documents.ts';
import type { SaleDetail, SaleItem } from '@/db/sales.ts';
import { paperTotals } from '@/parts/document/totals.ts';
import { marginOf, taxesOf, totalsOf } from './sale-amounts.ts';

const said = ((key: string) => key) as unknown as TFunction;
const item = (more: Partial<SaleItem>): SaleItem =>
  ({ quantity: 1, tax_included: false, tax_percentage: 14, tax: 0, total: 0, unit_cost: null, ...more }) as SaleItem;
const vat = (tax: number, rest: Partial<DocumentTax> = {}): DocumentTax => ({
  ...{ tax_rate_id: 'vat', tax_rate: 'VAT', tax_rate_ar: null, percentage: 14, included: false, net: 90, tax },
  ...rest,
});
const sale = {
  subtotal: 100,
  discount: 10,
  tax: 12.6,
  taxes: [vat(12.6)],
  total: 102.6,
  paid: 2.6,
  status: 'completed',
} as unknown as SaleDetail['sale'];

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
  expect(rows()).toEqual(['subtotal 100.00', 'discount −10.00', 'rateOn 12.60', 'total 102.60', 'paid −2.60', 'remaining 100.00.']);
  expect(rows({ taxes: [vat(12.6, { included: true })] })).toEqual([
    'subtotal 100.00',
    'discount −10.00',
    'total 102.60',
    'included 12.60',
    'paid −2.60',
    'remaining 100.00.',
  ]);
  expect(rows({ discount: 0, taxes: [vat(12.6), vat(-3, { included: true }), vat(0, { tax_rate_id: null })] })).toEqual([
    'subtotal 100.00',
    'rateOn 12.60',
    'total 102.60',
    'included −3.00',
    'paid −2.60',
    'remaining 100.00.',
  ]);
  expect(rows({ taxes: [] })[2]).toBe('tax 0.00');
  expect(rows({ status: 'voided' }).at(-1)).toBe('total 102.60.');
});

it('adds up taxes by rate, percentage and rule, in the order of the lines', () => {
  const line = (tax_rate_id: string | null, tax: string, total: string, rest: object = {}) => ({
    ...{ tax_rate_id, tax_percentage: tax_rate_id === null ? 0 : 14, tax_included: false, tax, total },
    ...rest,
  });
  const rates = [{ id: 'vat', name: 'VAT', name_ar: 'قيمة مضافة' }];
  const taxes = taxesOf(
    [
      line('vat', '1.40', '11.40'),
      line(null, '0', '5'),
      line('vat', '0.70', '5.70'),
      line('vat', '-1.00', '-11.00', { tax_percentage: 10 }),
    ],
    rates,
  );
  expect(taxes.map(({ tax_rate, tax_rate_ar, percentage, net, tax }) => [tax_rate, tax_rate_ar, percentage, net, tax])).toEqual([
    ['VAT', 'قيمة مضافة', 14, '15', '2.1'],
    [null, null, 0, '5', '0'],
    ['VAT', 'قيمة مضافة', 10, '-10', '-1'],
  ]);
});

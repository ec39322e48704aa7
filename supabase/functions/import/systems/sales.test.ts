import { expect, it, vi } from 'vitest';
import { readCase } from '../../../tests/import-cases/read.ts';
import { amountOf, includesTax, priced, rateOf, unitsOf } from './sales.ts';

it('finds a price for which the line comes to exactly its amount', () => {
  for (const [quantity, gross, off] of [
    [2, 80000, 8000],
    [3, 10000, 0],
    [7, 9999, 1],
    [0.345, 1208, 0],
    [1.5, 1000, 0],
    [12, 1, 0],
  ] as const) {
    const { price, discount } = priced(quantity, gross, off);
    expect([Math.round(price * quantity) - discount, Number.isInteger(price), discount >= off]).toEqual([gross - off, true, true]);
  }
});

it('tells whether amounts include tax only where one reading gives a round percentage', () => {
  expect([includesTax(11400, 1400), includesTax(10000, 1400), includesTax(10000, 2000), includesTax(10000, 1234)]).toEqual([
    true,
    false,
    null,
    null,
  ]);
});

it('takes the simplest tax rate that comes to the tax of the file', () => {
  expect([rateOf(72000, 10080), rateOf(3333, 467), rateOf(10000, 1250), rateOf(0, 0)]).toEqual(['14', '14', '12.5', '0']);
});

it('reads the tax rate of each line of a receipt from its amounts', async () => {
  const row = (reference: string, sku: string, net: string, tax: string) =>
    `17/08/2026,${reference},Sale,${sku},Goods,1,${net},${net},${tax}`;
  const text = [
    'Date,Receipt number,Receipt type,SKU,Item,Quantity,Gross sales,Net sales,Taxes',
    // One rate for all, though a small line alone could be of many.
    ...[row('1', 'A', '100.00', '14.00'), row('1', 'B', '0.50', '0.07'), row('1', 'C', '0.03', '0.00')],
    // Two rates: the small line has that of the large one which comes to its tax.
    ...[row('2', 'A', '200.00', '28.00'), row('2', 'D', '100.00', '5.00'), row('2', 'E', '1.10', '0.06'), row('2', 'F', '80.00', '0.00')],
    // Something free has no rate beside several, and that of the receipt beside one.
    ...[row('3', 'A', '100.00', '14.00'), row('3', 'D', '100.00', '5.00'), row('3', 'G', '0.00', '0.00')],
    ...[row('4', 'A', '100.00', '14.00'), row('4', 'G', '0.00', '0.00')],
  ].join('\n');
  const { rows } = await readCase('a.csv', 'sales', { text });
  expect(rows.map(({ reference, tax_rate }) => [reference, tax_rate])).toEqual([
    ...['14', '14', '14'].map((rate) => ['1', rate]),
    ...['14', '5', '5', '0'].map((rate) => ['2', rate]),
    ...['14', '5', undefined].map((rate) => ['3', rate]),
    ...['14', '14'].map((rate) => ['4', rate]),
  ]);
});

it('reads amounts to the decimals of the currency and refuses finer ones', () => {
  expect([unitsOf('12.345', 3), unitsOf('12.345', 2), unitsOf('', 2), unitsOf(null, 2), amountOf(12345, 3)]).toEqual([
    12345,
    null,
    null,
    null,
    '12.345',
  ]);
});

it('keeps computed amounts where the file writes decimal commas', async () => {
  const text =
    'Date;Receipt number;Receipt type;SKU;Item;Quantity;Gross sales;Discounts;Net sales;Taxes;Status\n' +
    '17/08/2026 12:16;1-3;Sale;A;Mug;1,250;1.250,00;0,00;1.250,00;0,00;Closed\n';
  expect((await readCase('a.csv', 'sales', { text })).rows).toMatchObject([
    { sold_at: '2026-08-17 12:16:00', quantity: '1.25', unit_price: '1000.00', document_total: '1250.00' },
  ]);
});

it('leaves out what the user maps to nothing: no tax, no comparison, and prices that are typed', async () => {
  const text =
    'Date,Receipt number,Receipt type,SKU,Item,Quantity,Gross sales,Net sales,Taxes\n17/08/2026,1-3,Sale,A,Mug,2,20.00,20.00,2.80\n';
  const { mapping } = await readCase('a.csv', 'sales', { text });
  const kept = mapping.map((field) => (field === 'tax_rate' || field === 'document_total' ? null : field));
  const { rows } = await readCase('a.csv', 'sales', { text, mapping: kept, edits: { 2: { unit_price: '9' } } });
  expect(rows).toEqual([{ row: 2, reference: '1-3', sold_at: '2026-08-17', sku: 'A', product: 'Mug', quantity: '2', unit_price: '9' }]);
});

it('compares a refund only with rows of the same goods, however many its receipt has', async () => {
  const rows = Array.from({ length: 2_000 }, (_, row) => {
    const [sku, amount] = row % 2 ? ['SHIRT-BLUE-LARGE-1', '-9'] : ['SHIRT-BLUE-LARGE-2', '9'];
    return `2026-08-17,1,${row % 2 ? 'Refund' : 'Sale'},${sku},Mug,1,${amount},${amount}`;
  });
  const text = ['Date,Receipt number,Receipt type,SKU,Item,Quantity,Gross sales,Net sales', ...rows].join('\n');
  // Each comparison takes the difference of two amounts. With all rows of the receipt there were a million.
  const difference = vi.spyOn(Math, 'abs');
  await readCase('a.csv', 'sales', { text });
  expect(difference.mock.calls.length).toBeLessThan(50_000);
  difference.mockRestore();
});

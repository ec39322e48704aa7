import { type CellObject, utils, write } from 'npm:@e965/xlsx@0.20.3';
import { describe, expect, it } from 'vitest';
import { readCase } from '../../tests/import-cases/read.ts';
import { unitBeside } from './units.ts';

/* The unit of a column: in its header or next to each value. The currency of the business is EGP. */

const orders = (head: string, ...cells: string[]) =>
  ['Supplier,Date,SKU,Qty,Unit cost,' + head, ...cells.map((cell, index) => `Delta,2026-11-05,A${index},1,10,"${cell}"`)].join('\n');
const unitOf = async (head: string, ...cells: string[]) =>
  (await readCase('a.csv', 'purchase_orders', { text: orders(head, ...cells) })).units.at(-1);

describe('the unit of a column', () => {
  it.each([
    ['Discount', ['5%', '12.5 %'], '%'],
    ['الخصم', ['٥٪', '١٠٪'], '%'],
    ['Discount %', ['5'], '%'],
    ['Tax rate', ['14'], '%'],
    ['Tax', ['USD 5', '7.50 USD'], 'USD'],
    ['Tax', ['$5', '-$1,250.00'], '$'],
    ['Tax', ['5 ر.س', '7.5 رس.'], 'رس.'],
    ['Tax (EUR)', ['5'], 'EUR'],
    ['Tax (EUR)', ['EGP 5'], 'EUR'],
  ])('%s with values %j is %s', async (head, cells, unit) => expect(await unitOf(head, ...cells)).toBe(unit));

  it.each([
    ['ignores empty cells and zeros', 'Discount', ['', '0', '-', '5%'], '%'],
    ['needs the unit in every value', 'Discount', ['5%', '10'], null],
    ['needs the same unit in every value', 'Tax', ['USD 5', 'EUR 6'], null],
    ['ignores the currency of the business', 'Tax', ['EGP 5', 'EGP 6'], null],
    ['ignores it in Arabic too', 'Tax', ['5 ج.م', '6 ج.م'], null],
    ['ignores words other than currencies', 'Notes', ['5 pieces', '6 pieces'], null],
  ])('%s: %s with values %j', async (_, head, cells, unit) => expect(await unitOf(head, ...cells)).toBe(unit));

  it('is null for codes and dates', () => {
    for (const text of ['M-100', 'A5', '5', '2026-11-05', '']) expect(unitBeside(text), text).toBeNull();
  });
});

describe.each(['xlsx', 'xls'] as const)('a number with a currency format in a workbook (%s)', (ending) => {
  const read = async (format: string, amounts?: Record<string, string>) => {
    const sheet = utils.aoa_to_sheet([
      ['Name', 'Price'],
      ['Mug', 1250.5],
      ['Cup', 0],
    ]);
    for (const cell of ['B2', 'B3']) (sheet[cell] as CellObject).z = format;
    const book = utils.book_new();
    utils.book_append_sheet(book, sheet, 'Goods');
    const bytes = new Uint8Array(write(book, { type: 'array', bookType: ending }) as ArrayBuffer);
    const { units, rows } = await readCase(`a.${ending}`, 'products', { bytes, amounts });
    return [units[1], rows[0]?.price];
  };
  it.each([
    ['[$€-407] #,##0.00', '€'],
    ['#,##0.00\\ [$SAR]', 'SAR'],
    ['[$$-409]#,##0.00', '$'],
    ['"USD" #,##0.00', 'USD'],
  ])('%s is read with its currency', async (format, unit) => {
    expect(await read(format)).toEqual([unit, `${unit} 1250.5`]);
    expect(await read(format, { 1: unit })).toEqual([unit, '1250.5']);
  });
  it.each(['#,##0.00 [$EGP]', '#,##0.00\\ [$ج.م.-C01]', '"$"#,##0.00', '[$-409]#,##0.00', '#,##0.00 "pieces"'])(
    '%s is read as a plain number',
    async (format) => expect(await read(format)).toEqual([null, '1250.5']),
  );
});

describe('amounts in another currency', () => {
  const prices = 'Name,Price,Cost\nMug,"$1,250.50",USD 20\nCup,$60,USD 5\n';
  it('are accepted only in the columns where the user confirms it', async () => {
    const rows = async (amounts: Record<string, string>) => (await readCase('a.csv', 'products', { text: prices, amounts })).rows;
    expect(await rows({ 1: '$' })).toMatchObject([
      { price: '1250.50', purchase_price: 'USD 20' },
      { price: '60', purchase_price: 'USD 5' },
    ]);
    expect(await rows({ 1: '$', 2: 'USD' })).toMatchObject([
      { price: '1250.50', purchase_price: '20' },
      { price: '60', purchase_price: '5' },
    ]);
  });
  it('named in the header are refused unless the user confirms it', async () => {
    const rows = async (amounts?: Record<string, string>) =>
      (await readCase('a.csv', 'products', { text: 'Name,Price (USD)\nMug,5\n', amounts })).rows;
    expect(await rows()).toMatchObject([{ price: '5', unread: { price: 'other_currency' } }]);
    expect(await rows({ 1: 'USD' })).toEqual([{ row: 2, name: 'Mug', price: '5' }]);
  });
  it('never include percentages, even if confirmed', async () => {
    const { rows } = await readCase('a.csv', 'purchase_orders', { text: orders('Discount', '5%'), amounts: { 5: '%' } });
    expect(rows[0]?.unread).toEqual({ discount: 'is_percentage' });
  });
});

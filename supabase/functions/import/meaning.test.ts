import { describe, expect, it } from 'vitest';
import { readCase } from '../../tests/import-cases/read.ts';
import type { Kind } from './fields.ts';

/* Columns that no field takes and that must not be dropped silently. */

const meaningsOf = async (kind: Kind, text: string) => {
  const { headers, mapping, meanings } = await readCase('a.csv', kind, { text });
  return Object.fromEntries(headers.flatMap((head, column) => (meanings[column] && !mapping[column] ? [[head, meanings[column]]] : [])));
};
const sales = (head: string, ...cells: string[]) =>
  meaningsOf('sales', [`Receipt,Date,SKU,Qty,Price,${head}`, ...cells.map((cell) => `R1,2026-11-05,A,1,10,${cell}`)].join('\n'));

describe('a column that no field takes', () => {
  it.each([
    ['Amount', ['10', '0'], 'money'],
    ['Shipping', ['LE 25'], 'money'],
    ['Tax Amount', ['1.40'], 'money'],
    ['Service Charge', ['12%'], 'money'],
    ['الصافي', ['١٠٫٥'], 'money'],
    ['رسوم التوصيل', ['30 ج.م'], 'money'],
    ['Shipping', ['-', 'Free', '50'], 'money'],
    ['الشحن', ['مجاني', '٥٠'], 'money'],
    ['Shipping', ['$50'], 'money'],
    ['Financial Status', ['paid', 'refunded'], 'state'],
    ['Voided', ['no', 'yes'], 'state'],
    ['الحالة', ['مدفوعة', 'ملغاة'], 'state'],
    ['Receipt type', ['Sale', 'Refund'], 'kind'],
    ['Unit', ['pcs', 'kg'], 'unit'],
    ['العبوة', ['كرتونة'], 'unit'],
    ['UoM', ['Box'], 'unit'],
  ])('%s with %j is %s', async (head, cells, meaning) => expect(await sales(head, ...cells)).toEqual({ [head]: meaning }));

  it.each([
    ['Shipping', ['0', '', '0.00']],
    ['Financial Status', ['paid', 'Completed', '']],
    ['Voided', ['no', 'false']],
    ['Receipt type', ['Sale', 'Sale']],
    ['Unit', ['pcs', 'Nos', 'قطعة']],
    ['Tax Name', ['VAT']],
    ['Discount Code', ['10']],
    ['Due Date', ['2026-12-05']],
    ['Total', ['see notes']],
    ['Color Family', ['blue']],
  ])('%s with %j changes nothing and is not asked about', async (head, cells) => expect(await sales(head, ...cells)).toEqual({}));

  it('is asked about as another balance of customers and suppliers, in both languages', async () => {
    for (const kind of ['customers', 'suppliers'] as const)
      expect(await meaningsOf(kind, 'Name,Credit balance,Credit Limit,دائن\nDelta,90,500,70')).toEqual({
        'Credit balance': 'money',
        دائن: 'money',
      });
  });

  it('is not asked about where the exporting program is known', async () =>
    expect(
      await meaningsOf(
        'expenses',
        'Expense Date,Expense Account,Paid Through,Expense Amount,Total,Currency Code\n2026-11-05,Rent,Cash,90,100,EGP',
      ),
    ).toEqual({}));
});

it('a unit column of products says whether they are sold by measure', async () => {
  const measures = async (name: string) => (await readCase(name, 'products')).rows.map(({ sku, by_measure }) => [sku, by_measure]);
  expect(await measures('59-unit-column.csv')).toEqual([
    ['CASE-592', 'true'],
    ['CASE-593', 'false'],
  ]);
  expect(await measures('59-unit-column-erpnext.csv')).toEqual([
    ['CASE-590', 'true'],
    ['CASE-591', 'false'],
  ]);
  const units = 'Name,SKU,Unit\nA,1,Meters\nB,2,box\nC,3,كجم\nD,4,crate';
  const { rows } = await readCase('a.csv', 'products', { text: units });
  expect(rows.map(({ by_measure }) => by_measure)).toEqual(['true', 'false', 'true', 'crate']);
});

it('a balance of customers and suppliers is their opening balance, in both languages', async () => {
  for (const name of ['47-opening-balances.csv', '47-opening-balances-ar.csv'])
    for (const kind of ['customers', 'suppliers'] as const) {
      const { rows } = await readCase(name, kind);
      expect(rows).toMatchObject([{ opening_balance: '1250.50' }]);
    }
  const read = async (kind: Kind, text: string) => {
    const { rows } = await readCase('a.csv', kind, { text });
    return rows.map(({ opening_balance, opening_day }) => [opening_balance, opening_day]);
  };
  const owed = 'Supplier,Balance due,As of\nDelta,"1,250.50",31/10/2026\nNile,,\nCairo,soon,never';
  expect(await read('suppliers', owed)).toEqual([
    ['1250.50', '2026-10-31'],
    [undefined, undefined],
    ['soon', 'never'],
  ]);
  expect(await read('customers', 'العميل,الرصيد المستحق (ج.م),تاريخ الرصيد\nمنى,"-١٬٢٥٠٫٥٠",٣١/١٠/٢٠٢٦')).toEqual([
    ['-1250.50', '2026-10-31'],
  ]);
});

it('the opening balance is asked for where a file has two balances', async () => {
  const { mapping, contested } = await readCase('a.csv', 'customers', { text: 'Name,Opening balance,Closing balance\nMona,10,30' });
  expect([mapping, contested]).toEqual([['name', null, null], [{ field: 'opening_balance', columns: [1, 2] }]]);
});

it('the state in an address is not the status of a customer', async () => {
  const { mapping } = await readCase('a.csv', 'customers', { text: 'Name,Street Address 1,State\nMona,5 Nile St,Giza' });
  expect(mapping).toEqual(['name', 'address', null]);
});

it.each(['Location Name', 'Warehouse Name', 'Store Name', 'اسم المخزن'])('%s is the branch of stock', async (head) => {
  const { mapping } = await readCase('a.csv', 'products', { text: `Name,Quantity,${head}\nMug,5,Zamalek` });
  expect(mapping[2]).toBe('branch');
});

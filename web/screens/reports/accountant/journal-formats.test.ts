import { describe, expect, test } from 'vitest';
import type { JournalLine } from '@/db/journal.ts';
import { csvOf } from '@/lib/sheet.ts';
import { entryOfDay, formats } from './journal-formats.ts';

const line = (account: JournalLine['account'], amount: number, rest: Partial<JournalLine> = {}): JournalLine => ({
  id: 1,
  day: '2026-10-31',
  account,
  key: null,
  document_type: 'sale',
  document_id: '1',
  document_number: 'S-1',
  purchase_order_id: null,
  branch_id: 'b',
  customer: null,
  customer_ar: null,
  supplier: null,
  supplier_ar: null,
  tax_rate: null,
  tax_rate_ar: null,
  tax_percentage: null,
  amount,
  ...rest,
});
const names = {
  key: ({ account, key }: { account: string; key: string | null }) => `${account} ${key}`,
  account: ({ account, key }: { account: string; key: string | null }) => (key ? `${account} ${key}` : account),
  contact: (one: JournalLine) => one.customer ?? '',
  tax: (one: JournalLine) => (one.tax_rate ? `${one.tax_rate} ${one.tax_percentage}%` : ''),
};
const vat = { tax_rate: 'VAT', tax_percentage: 14 };
/** Two paid sales, and one that Mona owes. */
const DAY = [
  line('receivables', 114),
  line('sales', -100, vat),
  line('output_tax', -14, { ...vat, key: 'vat' }),
  line('money', 114, { key: 'cash' }),
  line('receivables', -114),
  line('receivables', 0.1),
  line('sales', -0.1),
  line('receivables', -0.1),
  line('money', 0.1, { key: 'cash' }),
  line('receivables', 0.2, { customer: 'Mona' }),
  line('sales', -0.2),
];
const entry = entryOfDay('2026-10-31', '', DAY, names);

describe('the entry of a day', () => {
  test('has one line for each account and tax rate, and for each customer who owes', () => {
    expect(entry.map(({ account, contact, tax, debit, credit }) => [account, tax, contact, debit, credit])).toEqual([
      ['sales', 'VAT 14%', '', '', '100'],
      ['output_tax vat', 'VAT 14%', '', '', '14'],
      ['money cash', '', '', '114.1', ''],
      ['sales', '', '', '', '0.3'],
      ['receivables', '', 'Mona', '0.2', ''],
    ]);
  });

  test('joins accounts that the accountant calls the same', () => {
    const joined = entryOfDay('2026-10-31', '', DAY, {
      ...names,
      key: ({ account }) => (account === 'money' ? '1010' : 'Sales'),
      account: ({ account }) => (account === 'money' ? '1010' : 'Sales'),
    });
    expect(joined.map(({ account, tax, contact, debit, credit }) => [account, tax, contact, debit, credit])).toEqual([
      ['Sales', '', '', '', '0.3'],
      ['Sales', 'VAT 14%', '', '', '114'],
      ['1010', '', '', '114.1', ''],
      ['Sales', '', 'Mona', '0.2', ''],
    ]);
  });

  test('keeps accounts apart that only have the same name', () => {
    const bank = entryOfDay('2026-10-31', '-ZAM', [line('expense', 50, { key: 'e' }), line('money', -50, { key: 'm' })], {
      ...names,
      account: () => 'Bank',
    });
    expect(bank.map(({ number, account, debit, credit }) => [number, account, debit, credit])).toEqual([
      ['20261031-ZAM', 'Bank', '50', ''],
      ['20261031-ZAM', 'Bank', '', '50'],
    ]);
  });

  test('is empty if all of it was given back', () => {
    expect(entryOfDay('2026-10-31', '', [line('money', 5), line('money', -5)], names)).toEqual([]);
  });
});

describe('the file for another program', () => {
  test.each([
    [
      'odoo',
      [
        'ref,date,line_ids/account_id,line_ids/partner_id,line_ids/name,line_ids/debit,line_ids/credit',
        '20261031,2026-10-31,sales,,VAT 14%,,100',
        ',,output_tax vat,,VAT 14%,,14',
        ',,money cash,,,114.1,',
        ',,sales,,,,0.3',
        ',,receivables,Mona,,0.2,',
      ],
    ],
    [
      'zoho-books',
      [
        'Journal Date,Journal Number Prefix,Journal Number Suffix,Reference Number,Account,Description,Contact Name,Debit,Credit',
        '2026-10-31,,20261031,20261031,sales,VAT 14%,,,100',
        '2026-10-31,,20261031,20261031,output_tax vat,VAT 14%,,,14',
        '2026-10-31,,20261031,20261031,money cash,,,114.1,',
        '2026-10-31,,20261031,20261031,sales,,,,0.3',
        '2026-10-31,,20261031,20261031,receivables,,Mona,0.2,',
      ],
    ],
    [
      'quickbooks-online',
      [
        'Journal No,Journal Date,Account Name,Debits,Credits,Description,Name',
        '20261031,10/31/2026,sales,,100,VAT 14%,',
        '20261031,10/31/2026,output_tax vat,,14,VAT 14%,',
        '20261031,10/31/2026,money cash,114.1,,,',
        '20261031,10/31/2026,sales,,0.3,,',
        '20261031,10/31/2026,receivables,0.2,,,Mona',
      ],
    ],
  ] as const)('of %s has its columns, and debit equals credit', (program, lines) => {
    expect(csvOf(formats[program], entry)).toBe(`\uFEFF${lines.join('\r\n')}\r\n`);
  });
});

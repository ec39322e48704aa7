import { describe, expect, it, vi } from 'vitest';
import {
  asksBranch,
  fieldsOf,
  furtherLeftOut,
  inOtherUnits,
  mapColumn,
  missingFields,
  otherwiseAfter,
  withheldFields,
} from '@/parts/import-wizard/field-list.ts';
import type { Report } from '@/parts/import-wizard/import-calls.ts';
import { rejectSheet } from '@/parts/import-wizard/rejects.ts';
import { sampleSheet } from '@/parts/import-wizard/samples.ts';
import ar from '@/i18n/ar/imports.json';
import en from '@/i18n/en/imports.json';
import { kinds } from '@functions/import/fields.ts';
import { suggestMapping } from '@functions/import/heads.ts';

vi.mock('@/lib/save-sheet.ts', () => ({ saveSheet: vi.fn() }));

it('asks for a branch if rows may lack one', () => {
  for (const kind of ['sales', 'purchase_orders'] as const)
    expect([asksBranch(kind, ['branch', 'sku']), asksBranch(kind, ['sku'])]).toEqual([false, true]);
  for (const kind of ['expenses', 'products'] as const) expect(asksBranch(kind, ['branch'])).toBe(true);
});

describe('the columns', () => {
  it('assign a field to one column only', () => {
    expect(mapColumn(['name', 'price', null], 2, 'price')).toEqual(['name', null, 'price']);
    expect(mapColumn(['name', null], 0, null)).toEqual([null, null]);
  });
  it('fill blanks of a field from its suggested column, until the mapping changes', () => {
    const mapping = ['phone', null, 'email', null] as const;
    const otherwise = [null, 'phone', null, 'email'] as const;
    expect(otherwiseAfter(otherwise, mapping, 1, null)).toEqual([null, null, null, 'email']);
    expect(otherwiseAfter(otherwise, mapping, 0, null)).toEqual([null, null, null, 'email']);
    expect(otherwiseAfter(otherwise, mapping, 1, 'phone')).toEqual([null, null, null, 'email']);
    expect(otherwiseAfter(otherwise, mapping, 3, 'phone')).toEqual([null, null, null, null]);
  });
  it('report the further values of a field that are left out', () => {
    const prices = { field: 'price', columns: [1, 2] } as const;
    const vendors = { field: 'supplier', columns: [3], values: 2 } as const;
    const further = [prices, vendors].map(({ columns, ...one }) => ({ ...one, columns: [...columns] }));
    expect(furtherLeftOut(further, ['price', null, null, 'supplier'])).toEqual(further);
    expect(furtherLeftOut(further, [null, 'price', null, null])).toEqual([{ field: 'price', columns: [2] }]);
    expect(furtherLeftOut(further, ['name', null, null, null])).toEqual([]);
  });
  it('need a field that identifies a record', () => {
    expect(missingFields('products', ['price', 'color'])).toBe(true);
    expect(missingFields('products', [null, 'barcode'])).toBe(false);
    expect(missingFields('customers', ['address'])).toBe(true);
    expect(missingFields('customers', ['phone'])).toBe(false);
    expect(missingFields('suppliers', ['land_line'])).toBe(true);
    expect(missingFields('purchase_orders', ['supplier', 'quantity', 'unit_cost'])).toBe(true);
    expect(missingFields('purchase_orders', ['supplier', 'quantity', 'unit_cost', 'sku'])).toBe(false);
    expect(missingFields('sales', ['reference', 'sku', 'quantity'])).toBe(true);
    expect(missingFields('sales', ['reference', 'sold_at', 'sku', 'quantity'])).toBe(true);
    expect(missingFields('sales', ['reference', 'sold_at', 'sku', 'quantity', 'line_total'])).toBe(false);
    expect(missingFields('expenses', ['spent_on', 'category'])).toBe(true);
    expect(missingFields('expenses', ['spent_on', 'amount'])).toBe(false);
  });
  it('leave out fields that the user may not write', () => {
    const buyer = (permission: string) => permission !== 'inventory.stock.adjust';
    expect(withheldFields('products', ['name', 'quantity', 'purchase_price'], buyer)).toEqual(['quantity']);
    expect(withheldFields('products', ['name', 'price'], buyer)).toEqual([]);
    expect(withheldFields('products', ['name', 'purchase_price'], () => false)).toEqual(['purchase_price']);
    expect(withheldFields('purchase_orders', ['supplier', 'quantity'], buyer)).toEqual([]);
    const withoutCosts = (permission: string) => permission !== 'inventory.costs.view';
    expect(withheldFields('customers', ['name', 'opening_balance'], withoutCosts)).toEqual([]);
    expect(withheldFields('customers', ['name', 'opening_balance'], () => false)).toEqual(['opening_balance']);
    expect(withheldFields('suppliers', ['name', 'opening_balance'], withoutCosts)).toEqual(['opening_balance']);
  });
  it('have names in both languages', () => {
    for (const field of Object.values(fieldsOf).flat()) expect([en.field[field], ar.field[field]].every(Boolean)).toBe(true);
  });
});

describe('values in another unit', () => {
  it('are asked about once per column, until it is left out or confirmed', () => {
    const mapping = ['sku', 'unit_cost', 'discount'] as const;
    const units = [null, 'USD', '%'];
    const cost = { column: 1, field: 'unit_cost', unit: 'USD' };
    const discount = { column: 2, field: 'discount', unit: '%' };
    expect(inOtherUnits(mapping, units, {})).toEqual([cost, discount]);
    expect(inOtherUnits(mapping, units, { 1: 'USD' })).toEqual([discount]);
    expect(inOtherUnits(['sku', 'unit_cost', null], units, {})).toEqual([cost]);
  });
  it('are accepted where a percentage is meant, and ignored in text fields', () => {
    expect(inOtherUnits(['max_discount', 'description', null], ['%', '%', 'USD'], {})).toEqual([]);
    expect(inOtherUnits(['tax_rate'], ['%'], {})).toEqual([]);
  });
});

describe('the samples', () => {
  const understood = {
    products: [
      'name',
      'name_ar',
      'category',
      'brand',
      'color',
      'size',
      'sku',
      'barcode',
      'price',
      'purchase_price',
      'max_discount',
      'low_stock_level',
      'quantity',
    ],
    customers: ['name', 'name_ar', 'phone', 'email', 'address', 'price_group', 'opening_balance', 'opening_day'],
    suppliers: ['name', 'name_ar', 'land_line', 'active', 'opening_balance', 'opening_day'],
    purchase_orders: [
      'reference',
      'supplier',
      'branch',
      'ordered_on',
      'due_on',
      'sku',
      'product',
      'color',
      'size',
      'quantity',
      'unit_cost',
      'discount',
      'tax',
      'notes',
    ],
    sales: [
      'reference',
      'sold_at',
      'branch',
      'till',
      'customer',
      'phone',
      'sku',
      'product',
      'quantity',
      'unit_price',
      'discount',
      'payment_method',
      'paid',
      'original',
      'notes',
    ],
    expenses: [
      'spent_on',
      'category',
      'amount',
      'tax_rate',
      'branch',
      'supplier',
      'reference',
      'payment_method',
      'paid',
      'paid_on',
      'notes',
    ],
  };
  it.each(kinds.flatMap((kind) => (['en', 'ar'] as const).map((language) => [kind, language] as const)))(
    'are recognized by the import (%s, %s)',
    (kind, language) => {
      expect(
        suggestMapping(
          sampleSheet(kind, language).columns.map(({ header }) => header),
          kind,
        ),
      ).toMatchObject({ mapping: understood[kind], contested: [], system: null });
    },
  );
  it.each([
    ['products', ['حد الطلب', 'رقم التاج'], ['low_stock_level', 'tag_number']],
    ['products', ['حد النفاد', 'رقم البطاقة'], ['low_stock_level', 'tag_number']],
    ['customers', ['مجموعة الأسعار', 'E-mail'], ['price_group', 'email']],
    ['suppliers', ['التليفون الأرضي'], ['land_line']],
  ] as const)('of earlier versions are recognized as well (%s, %j)', (kind, heads, fields) =>
    expect(suggestMapping(heads, kind).mapping).toEqual(fields),
  );
  it.each(['Tax ID', 'VAT Number', 'TRN', 'TaxNumber', 'الرقم الضريبي'])('of other programs are recognized as tax numbers (%s)', (head) => {
    for (const kind of ['customers', 'suppliers'] as const) expect(suggestMapping([head], kind).mapping).toEqual(['tax_number']);
  });
  it.each(kinds)('of field names in the app are recognized as headers (%s)', (kind) => {
    for (const texts of [en, ar]) {
      const named = fieldsOf[kind].filter((field) => !field.startsWith('option'));
      expect(
        suggestMapping(
          named.map((field) => texts.field[field]),
          kind,
        ),
      ).toMatchObject({ mapping: named, contested: [], system: null });
    }
  });
});

it('exports rejected rows as in the file, each with its reasons', () => {
  const report = {
    headers: ['Name', 'Price'],
    cells: { 7: ['Mug', 'x'], 3: ['Cup'] },
    problems: [
      { row: 3, column: 'price', code: 'required', found: null, expected: {} },
      { row: 7, column: 'price', code: 'number_invalid', found: 'x', expected: {} },
      { row: 7, column: 'sku', code: 'sku_twice', found: 'A', expected: { row: 2 } },
    ],
  } as unknown as Report;
  const { columns, rows } = rejectSheet(((key: string) => key) as never, report);
  expect(columns.map(({ header }) => header)).toEqual(['Name', 'Price', 'imports.reason', 'imports.rowInFile']);
  expect(rows.map((row) => columns.map((column) => column.value(row)))).toEqual([
    ['Cup', '', 'imports.field.price: imports.problem.required', 3],
    ['Mug', 'x', 'imports.field.price: imports.problem.number_invalid\nimports.field.sku: imports.problem.sku_twice', 7],
  ]);
});

import { describe, expect, it, vi } from 'vitest';
import { fieldNames, mapColumn, missingFields, optionNames } from '@/parts/import-wizard/field-list.ts';
import type { Report } from '@/parts/import-wizard/import-calls.ts';
import { rejectSheet } from '@/parts/import-wizard/rejects.ts';
import { sampleSheet } from '@/parts/import-wizard/samples.ts';
import ar from '@/i18n/ar/imports.json';
import en from '@/i18n/en/imports.json';
import { fields, suggestMapping } from '../../../supabase/functions/import/fields.ts';

vi.mock('@/lib/sheet.ts', () => ({ saveSheet: vi.fn() }));

describe('the columns', () => {
  it('give a field to one column only', () => {
    expect(mapColumn(['name', 'price', null], 2, 'price')).toEqual(['name', null, 'price']);
    expect(mapColumn(['name', null], 0, null)).toEqual([null, null]);
  });
  it('need something that tells products apart', () => {
    expect(missingFields(['price', 'color'])).toBe(true);
    expect(missingFields([null, 'barcode'])).toBe(false);
  });
  it('offer what the edge function knows, each with a name in both languages', () => {
    expect([...fieldNames, ...optionNames].sort()).toEqual([...fields].sort());
    for (const field of fields) expect([en.field[field], ar.field[field]].every(Boolean)).toBe(true);
  });
});

describe('the samples', () => {
  it.each(['en', 'ar'] as const)('are understood as they are (%s)', (language) => {
    const mapping = suggestMapping(sampleSheet(language).columns.map(({ header }) => header));
    expect(mapping).toEqual([
      'name', 'name_ar', 'category', 'brand', 'color', 'size', 'sku', 'barcode', 'price', 'purchase_price', 'max_discount', 'low_stock_level', 'quantity']);
  });
});

it('rows to correct come back as they stood in the file, each with its reasons', () => {
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

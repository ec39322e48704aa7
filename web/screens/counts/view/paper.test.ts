import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import type { CountLine, CountRow } from '@/db/counts.ts';
import { paperOf, type CountPaper } from './paper.ts';

const said = ((key: string) => key.split('.').at(-1)) as unknown as TFunction;
const line = (product: string, counted: number | null, expected: number | null, value: number | null) =>
  ({
    product,
    barcode: '622',
    counted,
    expected,
    difference: counted === null || expected === null ? null : counted - expected,
    value,
  }) as CountLine;
const lines = [line('Abaya', 7, 9, -123), line('Tunic', 4, 3, null)];
const paper = (kind: CountPaper, costs = true) =>
  paperOf(kind, {
    t: said,
    currency: 'EGP',
    scope: 'Scarves',
    lines,
    costs,
    count: { number: 'SC-ZAM-2026-000001', status: 'posted', branch: 'Zamalek', note: 'After closing' } as CountRow,
  });

it('the sheet is as blind as the screen, with an empty column to write in and no figures', () => {
  const { rows, columns, totals } = paper('sheet');
  expect(rows).toEqual([
    ['1', 'Abaya', '', '622', ''],
    ['2', 'Tunic', '', '622', ''],
  ]);
  expect(columns.map(({ label }) => label)).toEqual(['#', 'product', 'variant', 'barcode', 'counted']);
  expect(totals).toEqual([]);
});

it('the report shows counted, expected and difference, and the value only with costs', () => {
  expect(paper('report').rows).toEqual([
    ['1', 'Abaya', '', '622', '7', '9', '−2', '−123.00'],
    ['2', 'Tunic', '', '622', '4', '3', '1', '–'],
  ]);
  expect(paper('report').totals).toEqual([{ label: 'difference', value: '−1', final: true }]);
  expect(paper('report', false).rows[0]).toEqual(['1', 'Abaya', '', '622', '7', '9', '−2']);
  for (const costs of [true, false]) expect(paper('report', costs).columns).toHaveLength(paper('report', costs).rows[0]!.length);
});

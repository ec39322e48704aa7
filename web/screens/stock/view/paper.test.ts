import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import type { EntryDetail } from '@/db/stock.ts';
import { entryPaper } from './paper.ts';

const said = ((key: string) => key.split('.').at(-1)) as unknown as TFunction;

it('a stock entry on paper shows signed quantities and their sum', () => {
  const entry = {
    number: 'SE-ZAM-2026-000001',
    kind: 'adjustment',
    reason: 'loss',
    branch: 'Zamalek',
    business_day: '2026-11-24',
    lines: 2,
    pieces: -1,
    note: 'Torn',
  };
  const { rows, columns, totals, notes, status } = entryPaper(said, {
    entry,
    items: [{ product: 'Abaya', barcode: '622', quantity: -3 }, { quantity: 2 }],
  } as unknown as EntryDetail);
  expect(rows).toEqual([
    ['1', 'Abaya', '', '622', '−3'],
    ['2', '–', '', '', '+2'],
  ]);
  expect(columns).toHaveLength(rows[0]!.length);
  expect([totals, notes, status]).toEqual([
    [{ label: 'pieces', value: '−1', final: true }],
    { label: 'note', value: 'Torn' },
    'adjustment',
  ]);
});

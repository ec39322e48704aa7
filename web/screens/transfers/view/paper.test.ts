import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import type { Person } from '@/db/documents.ts';
import type { TransferItem, TransferRow } from '@/db/transfers.ts';
import { paperOf, type PaperKind } from './paper.ts';

const said = ((key: string) => key.split('.').at(-1)) as unknown as TFunction;
const line = (position: number, product: string | undefined, quantity: number, unit_cost: number | null, at_source: number | null = 9) =>
  ({ id: String(position), position, product, barcode: `622${position}`, quantity, unit_cost, at_source }) as TransferItem;
const lines = [line(1, 'Tunic', 2, 61.5), line(2, 'Abaya', 3, null), line(3, undefined, 1, 10, null)];
const paper = (
  kind: PaperKind,
  { costs = true, approver, ...transfer }: Partial<TransferRow> & { costs?: boolean; approver?: Person } = {},
) =>
  paperOf(kind, {
    t: said,
    currency: 'EGP',
    lines,
    costs,
    approver,
    transfer: {
      number: 'TR-ZAM-2026-000001',
      status: 'pending',
      from_branch: 'Zamalek',
      to_branch: 'Maadi',
      pieces: 6,
      goods: 133,
      shipping: 20,
      amount: null,
      approved_at: null,
      ...transfer,
    } as TransferRow,
  });
const totals = (...asked: Parameters<typeof paper>) =>
  paper(...asked).totals.map(({ label, value, final }) => `${label} ${value}${final ? '.' : ''}`);

it('each row has as many figures as there are columns, with or without costs', () => {
  for (const kind of ['transfer', 'picking'] as const)
    for (const costs of [true, false])
      for (const row of paper(kind, { costs }).rows) expect(row).toHaveLength(paper(kind, { costs }).columns.length);
  expect(paper('transfer').rows).toEqual([
    ['1', 'Tunic', '', '6221', '2', '61.50', '123.00'],
    ['2', 'Abaya', '', '6222', '3', '–', '–'],
    ['3', '–', '', '', '1', '10.00', '10.00'],
  ]);
});

it('with costs, totals show the current value until approval and the fixed amount afterwards', () => {
  expect(totals('transfer')).toEqual(['goodsNow 133.00', 'shipping 20.00', 'amount 153.00.']);
  expect(totals('transfer', { approved_at: '2026-11-24', amount: 150 })).toEqual(['goods 133.00', 'shipping 20.00', 'amount 150.00.']);
  expect(totals('transfer', { costs: false, goods: null })).toEqual(['pieces 6.']);
  expect(totals('picking')).toEqual(['pieces 6.']);
});

it('a transfer names its approver once it is approved', () => {
  const approvedBy = (...asked: Parameters<typeof paper>) =>
    paper(...asked)
      .facts.filter(({ label }) => label === 'approvedBy')
      .map(({ value }) => value);
  expect(approvedBy('transfer')).toEqual([]);
  expect(approvedBy('transfer', { approved_at: '2026-11-24', approver: { id: '1', name: 'Karim Samir', name_ar: null } })).toEqual([
    'Karim Samir',
  ]);
});

it('a picking list is sorted by product and shows no costs', () => {
  expect(paper('picking').rows.map(([box, product, , , onHand, quantity]) => [box, product, onHand, quantity])).toEqual([
    ['', '–', '–', '1'],
    ['', 'Abaya', '9', '3'],
    ['', 'Tunic', '9', '2'],
  ]);
  expect(JSON.stringify(paper('picking', { approved_at: '2026-11-24', amount: 150 }))).not.toMatch(/61\.50|133\.00|150\.00/);
});

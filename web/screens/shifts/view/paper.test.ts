import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import type { ShiftDetail } from '@/db/shifts.ts';
import { shiftPaper } from './paper.ts';

const said = ((key: string) => key.split('.').at(-1)) as unknown as TFunction;
const person = { id: 'p', name: 'Salma Adel', name_ar: null };
const known = {
  cash_sales: 130,
  cash_returns: 60,
  cash_expenses: 0,
  pay_ins: 7,
  pay_outs: 3,
  expected_closing: 174,
  difference: -4,
  result: 'shortage',
  to_approve: false,
};
const blind = {
  cash_sales: null,
  cash_returns: null,
  cash_expenses: null,
  pay_ins: null,
  pay_outs: null,
  expected_closing: null,
  difference: null,
  result: null,
  to_approve: null,
};
const closed = { status: 'closed', actual_closing: 170, closing_balance: 100, closed_at: '2026-11-24T20:00:00Z', closed_by: person };
const methods = [
  { payment_method_id: 'c', payment_method: 'Cash', payment_method_ar: null, is_cash: true, sales: 130, returns: 60, payments: 3 },
];

const paperOf = (shift: object, detail: object = {}) =>
  shiftPaper(
    said,
    {
      shift: {
        number: 'SH-ZAM-2026-0001',
        status: 'open',
        opened_by: person,
        closed_by: null,
        branch: 'Zamalek',
        opened_at: '2026-11-24T08:00:00Z',
        closed_at: null,
        business_day: '2026-11-24',
        opening_balance: 100,
        actual_closing: null,
        closing_balance: null,
        denominations: [
          { denomination: 50, count: 3 },
          { denomination: 20, count: 1 },
        ],
        follows: null,
        ...shift,
      },
      entries: [],
      timeline: [],
      ...detail,
    } as unknown as ShiftDetail,
    'report',
  );
const totals = (paper: ReturnType<typeof paperOf>) => paper.totals.map(({ label, value, final }) => `${label} ${value}${final ? '.' : ''}`);

it('the cash of a closed shift adds up to expected, counted and difference', () => {
  const paper = paperOf({ ...closed, ...known }, { methods, sales: 2 });
  expect(totals(paper)).toEqual([
    'opening 100.00',
    'cash_sales 130.00',
    'cash_returns −60.00',
    'cash_expenses 0.00',
    'pay_ins 7.00',
    'pay_outs −3.00',
    'expectedClosing 174.00',
    'counted 170.00',
    'difference −4.00.',
    'handed 70.00',
    'stays 100.00',
  ]);
  expect([paper.title, paper.status, paper.rows]).toEqual(['title', 'shortage', [['Cash', '130.00', '−60.00']]]);
  expect(paper.notes).toEqual({ label: 'title', value: '50 × 3 · 20 × 1' });
  expect(paperOf({ ...closed, ...known, to_approve: true }).status).toBe('toApprove');
  expect(paper.signatures).toHaveLength(2);
});

it('an open shift ends with the amount expected so far', () => {
  const paper = paperOf({ ...known, difference: null, result: null, denominations: null }, { methods });
  expect(totals(paper).at(-1)).toBe('expected 174.00.');
  expect(
    totals(paperOf({ ...known, rounding: -0.02, difference: null, result: null, denominations: null }, { methods })).slice(-2),
  ).toEqual(['expected 174.00.', 'rounding −0.02']);
  expect([paper.title, paper.status]).toEqual(['interim', undefined]);
});

it('hidden amounts are left out, and the table shows the counted cash instead', () => {
  const paper = paperOf({ ...closed, ...blind });
  expect(totals(paper)).toEqual(['opening 100.00', 'counted 170.00', 'handed 70.00', 'stays 100.00.']);
  expect(paper.rows).toEqual([
    ['50', '3', '150.00'],
    ['20', '1', '20.00'],
  ]);
  expect(JSON.stringify(paper)).not.toMatch(/expected|difference|cash_/);
});

it('each row has as many figures as there are columns', () => {
  for (const paper of [paperOf({ ...closed, ...known }, { methods }), paperOf({ ...closed, ...blind })])
    expect(paper.rows.every((row) => row.length === paper.columns.length)).toBe(true);
});

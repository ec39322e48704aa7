import { expect, it } from 'vitest';
import { isOpeningAmount, mayRecordOpening, mayVoidOpening, openingProblems } from './opening.ts';

const today = '2026-11-23';
const draft = { branchId: 'b', day: '2026-01-01', amount: '10', dueOn: '', note: '' };

it('accepts an amount with the decimals of the currency, below zero only for a customer', () => {
  expect(['10', '10.50', '-10', '0', '-0.00', '1.234', '', '-', '--1', 'x'].map((typed) => isOpeningAmount('customer', typed))).toEqual([
    ...[true, true, true, false, false, false, false, false, false, false],
  ]);
  expect(['10', '-10'].map((typed) => isOpeningAmount('supplier', typed))).toEqual([true, false]);
});

it('names what is wrong by the field of the request', () => {
  expect(openingProblems('supplier', draft, today)).toEqual({});
  expect(openingProblems('supplier', { ...draft, day: today, dueOn: today }, today)).toEqual({});
  expect(openingProblems('supplier', { branchId: null, day: '', amount: '', dueOn: 'soon', note: '' }, today)).toEqual({
    branch_id: 'account.opening.branchMissing',
    day: 'account.opening.dayMissing',
    amount: 'errors.opening_amount_invalid',
    due_on: 'account.opening.dueOnInvalid',
  });
  expect(openingProblems('supplier', { ...draft, day: '2026-11-24', dueOn: '2026-11-23' }, today)).toEqual({
    day: 'errors.opening_day_in_future',
    due_on: 'account.opening.dueOnEarly',
  });
});

it('is recorded and voided with its own permission and those to see the contact and the amount', () => {
  const all = () => true;
  const without = (missing: string) => (permission: string) => permission !== missing;
  expect([mayRecordOpening('customer', all), mayRecordOpening('supplier', all)]).toEqual([true, true]);
  expect(mayRecordOpening('customer', without('inventory.costs.view'))).toBe(true);
  expect(mayRecordOpening('supplier', without('inventory.costs.view'))).toBe(false);
  expect(mayRecordOpening('customer', without('contacts.opening_balances.create'))).toBe(false);

  const open = { contact: 'customer' as const, voided: false, paid: 0 };
  const reader = { can: all, worksInBranch: true };
  expect(mayVoidOpening(open, reader)).toBe('on');
  expect(mayVoidOpening({ ...open, voided: true }, reader)).toBe('hidden');
  expect(mayVoidOpening(open, { ...reader, can: without('contacts.opening_balances.void') })).toBe('hidden');
  expect(mayVoidOpening({ ...open, contact: 'supplier' }, { ...reader, can: without('inventory.costs.view') })).toBe('hidden');
  expect(mayVoidOpening(open, { ...reader, worksInBranch: false })).toBe('branch_view_only');
  expect(mayVoidOpening({ ...open, paid: -5 }, reader)).toBe('opening_balance_has_payments');
});

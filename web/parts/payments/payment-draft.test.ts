import { expect, it } from 'vitest';
import { inputOf, isBlank, remainingAfter, offersRemaining, totalOfPayments, problemsOf, type PaymentDraft } from './payment-draft.ts';

const payment = (change: Partial<PaymentDraft> = {}): PaymentDraft => ({
  id: '1',
  methodId: 'cash',
  amount: '10',
  paidOn: '2026-03-01',
  note: '',
  ...change,
});

it('accepts a payment with a method, an amount and a day', () => expect(problemsOf(payment())).toEqual({}));
it('requires a method for an amount, and an amount for a method', () => {
  expect(problemsOf(payment({ methodId: null }))).toEqual({ methodId: 'method_missing' });
  expect(problemsOf(payment({ amount: '' }))).toEqual({ amount: 'amount_missing' });
});
it.each(['0', '-5', 'x', '1e400', '99999999999', '1.005'])('rejects an amount of %s', (amount) =>
  expect(problemsOf(payment({ amount }))).toEqual({ amount: 'amount_invalid' }),
);
it('accepts more decimals than the currency has only in an amount that settles the rest', () => {
  expect(problemsOf(payment({ amount: '1.005' }), 1.005)).toEqual({});
  expect(problemsOf(payment({ amount: '1.005' }), '2.005')).toEqual({ amount: 'amount_invalid' });
});
it('recognizes an empty payment', () => {
  expect(isBlank(payment({ methodId: null, amount: '' }))).toBe(true);
  expect(isBlank(payment({ amount: '' }))).toBe(false);
});
it('calculates the remaining amount, which is negative after an overpayment', () => {
  expect(totalOfPayments([payment({ amount: '0.1' }), payment({ amount: '0.2' }), payment({ amount: 'x' })])).toBe('0.3');
  expect(remainingAfter(10, [payment({ amount: '10.01' })])).toBe('-0.01');
});
it.each([
  ['', '10', true],
  ['10.00', '10', false],
  ['abc', '10', true],
  ['1e400', '10', true],
  ['abc', '-1', false],
])('with %j typed, offers a remaining amount of %s: %s', (amount, remaining, offered) =>
  expect(offersRemaining(payment({ amount }), remaining)).toBe(offered),
);
it('sends only filled-in payments, and the source of cash only if it is not the drawer', () => {
  expect(
    inputOf([payment({ note: ' 7 ' }), payment({ id: '2', methodId: null, amount: '' }), payment({ id: '3', fromDrawer: false })]),
  ).toEqual([
    { id: '1', payment_method_id: 'cash', amount: '10', paid_on: '2026-03-01', note: '7' },
    { id: '3', payment_method_id: 'cash', amount: '10', paid_on: '2026-03-01', note: null, from_drawer: false },
  ]);
});

import { describe, expect, it } from 'vitest';
import { sameForm } from '@/parts/document/form.ts';
import type { ChargeDraft } from './charges.ts';
import { correctsCost, hasFixedCost, totalsOf, type CartLine, type CartVariant } from './lines.ts';
import { inputOf, lineOf, rulesOf, type PurchaseForm, type PurchaseHeader } from './form-state.ts';
import { blockingOf } from './problems.ts';

const costed = (mayCorrect: boolean) => ({ free: 0, cost: 5, discount: 0, mayCorrect });
const rules = rulesOf(new Map([['a', { received: 2, closed: 1, costed: costed(false) }]]));
const line = (id: string, quantity = '4', cost = '5', discount = '') => lineOf(id, { quantity, cost, discount });
const charge = (amount: string, note: string): ChargeDraft => ({ kind: 'freight', amount, spread: 'value', taxRateId: null, note });
const form = (head: Partial<PurchaseHeader> = {}, lines = [line('a'), line('c')]): PurchaseForm => ({
  id: 'o',
  head: {
    supplierId: 's',
    branchId: 'b',
    status: 'pending',
    orderedOn: '2026-03-01',
    dueOn: '',
    reference: '',
    salespersonId: null,
    taxRateId: null,
    tax: '',
    charges: [],
    notes: '',
    description: '',
    payments: [],
    ...head,
  },
  lines,
});

describe('a line of an order', () => {
  it('keeps its cost and cannot be removed once goods were received', () => {
    expect(rules.write?.(line('a'), 'cost', '9').figures.cost).toBe('5');
    expect(rules.write?.(line('a'), 'quantity', '9').figures.quantity).toBe('9');
    expect(rules.write?.(line('c'), 'cost', '9').figures.cost).toBe('9');
    expect(['a', 'c'].map((id) => rules.stays?.(line(id)))).toEqual([true, false]);
  });
  it('has its received cost corrected by a user who may', () => {
    const may = rulesOf(new Map([['a', { received: 2, closed: 1, costed: costed(true) }]]));
    const changed = may.write!(line('a'), 'cost', '5.5');
    expect(changed.figures.cost).toBe('5.5');
    const rows = [line('a'), changed].map((one) => may.rowOf(one, { variant_id: 'a' } as CartVariant));
    expect(rows.map(correctsCost)).toEqual([false, true]);
    expect(rows.map(hasFixedCost)).toEqual([false, false]);
  });
  it('converts a discount in percent to an amount', () =>
    expect(rules.write?.(line('c'), 'discount', '50%').figures.discount).toBe('10.00'));
  it('is shown with its received and closed quantities', () =>
    expect(rules.rowOf(line('a'), { variant_id: 'a' } as CartVariant)).toMatchObject({ quantity: '4', received: 2, closed: 1 }));
});

describe('the comparison of two forms', () => {
  it('ignores other spellings of the same values', () =>
    expect(
      sameForm(
        form({ tax: '0', charges: [charge('10', '')] }),
        form({ notes: ' ', charges: [charge('10.00', ' '), charge('', '')] }, [line('a', '4', '5', '0'), line('c')]),
        rules,
      ),
    ).toBe(true));
  it.each([
    form({ notes: 'x' }),
    form({ charges: [charge('10', '')] }),
    form({}, [line('a'), lineOf('c', { quantity: '4', free: '1', cost: '5' })]),
    form({}, [line('a')]),
    form({}, [line('a'), line('c', '2')]),
    form({ payments: [{ id: 'p', methodId: 'm', amount: '', paidOn: '', note: '' }] }),
  ])('detects the change in %j', (changed) => expect(sameForm(changed, form(), rules)).toBe(false));
});

it('charges are sent with their tax rate only if the order has rates', () => {
  const charges = [{ ...charge('10', ' DHL '), taxRateId: 'r' }, charge('', '')];
  const sent = (taxRateId: string | null) => inputOf(form({ charges, taxRateId }), 'x', { stockPointId: null }).charges;
  const one = { kind: 'freight', amount: '10', spread: 'value', note: 'DHL' };
  expect(sent('r')).toEqual([{ ...one, tax_rate_id: 'r' }]);
  expect(sent(null)).toEqual([{ ...one, tax_rate_id: null }]);
});

it.each(['', '0', '0.004', '-1', 'x'])('a charge of “%s” blocks the save', (amount) =>
  expect(blockingOf(form({ charges: [charge(amount, 'DHL')] }).head, [], totalsOf([], null, ''), '0')).toMatchObject({ field: 'charges' }),
);

it('a payment that settles the rest may be finer than the currency', () => {
  const pay = (amount: string) => ({ id: 'p', methodId: 'm', amount, paidOn: '2026-03-01', note: '' });
  const rows: CartLine[] = ['a', 'c'].map((id) => ({
    variant: { variant_id: id } as CartVariant,
    quantity: '1',
    free: '',
    cost: '5',
    discount: '',
    received: 0,
    closed: 0,
  }));
  // 10 in all, of which 4.995 was paid when the currency had three decimals.
  const blocked = (...payments: PurchaseHeader['payments']) => blockingOf(form({ payments }).head, rows, totalsOf(rows, null, ''), '4.995');
  expect(blocked(pay('5.005'))).toBeNull();
  expect(blocked({ ...pay('2'), id: 'q' }, pay('3.005'))).toBeNull();
  expect(blocked(pay('2.005'))).toMatchObject({ at: 'payments', key: 'payments.amount_invalid' });
});

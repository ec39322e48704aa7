import { describe, expect, it } from 'vitest';
import { totalsOf, type CartVariant } from './cart.ts';
import { changeForm, draftOf, formOfDraft, sameForm, type PurchaseForm, type PurchaseHeader } from './form-state.ts';
import { mergeEdits } from './merge-edits.ts';
import { blockingOf } from './problems.ts';

const variant = (id: string) => ({ variant_id: id }) as CartVariant;
const line = (id: string, quantity = '1', cost = '5', received = 0) => ({ variant: variant(id), quantity, cost, discount: '', received, closed: 0 });
const form = ({ lines = [line('a'), line('c')], payments = [], ...header }: Partial<PurchaseHeader> & Pick<Partial<PurchaseForm>, 'lines' | 'payments'> = {}): PurchaseForm => ({
  id: 'o',
  header: { supplierId: 's', branchId: 'b', status: 'pending', orderedOn: '2026-03-01', dueOn: '', reference: '', salesmanId: null, taxRateId: null, tax: '', notes: '', description: '', ...header },
  lines,
  payments,
});

describe('the lines of an order', () => {
  it('take pasted figures downwards, as far as they reach', () => {
    const next = changeForm(form({ lines: [line('a'), line('c'), line('d')] }), { do: 'figures', from: 'c', figure: 'quantity', values: ['7', '8', '9'] });
    expect(next.lines.map((one) => one.quantity)).toEqual(['1', '7', '8']);
  });
  it('keep the cost of what has come', () => {
    const next = changeForm(form({ lines: [line('a', '4', '5', 2)] }), { do: 'figure', id: 'a', figure: 'cost', value: '9' });
    expect(next.lines[0]?.cost).toBe('5');
  });
  it('follow the grid: in, changed and out', () => {
    const next = changeForm(form(), { do: 'grid', cells: [{ variant: variant('a'), quantity: '' }, { variant: variant('c'), quantity: '6' }, { variant: variant('n'), quantity: '3' }] });
    expect(next.lines.map((one) => [one.variant.variant_id, one.quantity])).toEqual([['c', '6'], ['n', '3']]);
  });
  it('take a cost that was looked up only where none is', () => {
    const next = changeForm(form({ lines: [line('a', '1', ''), line('c')] }), { do: 'costs', costs: new Map([['a', '3'], ['c', '4']]) });
    expect(next.lines.map((one) => one.cost)).toEqual(['3', '5']);
  });
  it('come back where they stood', () => {
    const gone = changeForm(form(), { do: 'remove', id: 'a' });
    expect(changeForm(gone, { do: 'restore', line: line('a'), at: 0 }).lines.map((one) => one.variant.variant_id)).toEqual(['a', 'c']);
  });
});

describe('a draft', () => {
  it('comes back as it was kept, without what is gone', () => {
    const kept = form({ notes: 'x', payments: [{ id: 'p', methodId: 'm', amount: '3', paidOn: '2026-03-01', note: '' }] });
    const { form: back, gone } = formOfDraft(draftOf(kept, 2, 'now'), [variant('a')], [line('a', '1', '5', 1)]);
    expect(gone).toBe(1);
    expect(back).toEqual({ ...kept, lines: [line('a', '1', '5', 1)] });
  });
});

describe('no changes', () => {
  it('are the same words, however a number is written', () => expect(sameForm(form({ tax: '0' }), form({ notes: ' ' }))).toBe(true));
  it.each<Parameters<typeof form>[0]>([{ notes: 'x' }, { lines: [line('a')] }, { lines: [line('a'), line('c', '2')] }, { payments: [{ id: 'p', methodId: 'm', amount: '', paidOn: '', note: '' }] }])('are not %o', (change) =>
    expect(sameForm(form(change), form())).toBe(false),
  );
});

describe('two people at one order', () => {
  it('keep what each changed, and the reader keeps theirs where both did', () => {
    const mine = form({ notes: 'mine', lines: [line('a', '9'), line('c')] });
    const theirs = form({ notes: 'theirs', dueOn: '2026-04-01', lines: [line('a', '1', '5', 1), line('c', '4'), line('n', '2')] });
    const { form: both, collisions } = mergeEdits(form(), mine, theirs);
    expect(collisions).toBe(1);
    expect(both.header).toMatchObject({ notes: 'mine', dueOn: '2026-04-01' });
    expect(both.lines.map((one) => [one.variant.variant_id, one.quantity, one.received])).toEqual([['a', '9', 1], ['c', '4', 0], ['n', '2', 0]]);
  });
});

it('a payment that settles the rest may be finer than the currency, as its field says', () => {
  const pay = (amount: string) => ({ id: 'p', methodId: 'm', amount, paidOn: '2026-03-01', note: '' });
  // 10 in all, of which 4.995 was paid when the currency had three decimals.
  const blocked = (...payments: PurchaseForm['payments']) => blockingOf(form({ payments }), totalsOf(form().lines, null, ''), '4.995');
  expect(blocked(pay('5.005'))).toBeNull();
  expect(blocked({ ...pay('2'), id: 'q' }, pay('3.005'))).toBeNull();
  expect(blocked(pay('2.005'))).toMatchObject({ at: 'payments', key: 'payments.amount_invalid' });
});

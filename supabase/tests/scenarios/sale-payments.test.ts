import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { detailOf, idOf } from '../fixtures.ts';
import { withOnlyPermissions } from './purchasing.ts';
import { customer, goods, line, paying, sell, type Sold } from './selling.ts';

const { zamalek, nasrCity, maadi } = branches;

interface Paid extends Sold {
  payments: string[];
}

/** A sale on a customer's account, of which `paid` was paid immediately. */
async function owing(on: TestSession, total: number, paid = 0, sale: Row = {}): Promise<Sold> {
  const { variant } = await goods(on, 1, { price: total });
  return sell(on, [line(variant)], { customer_id: await customer(on), ...sale }, paid === 0 ? [] : [await paying(on, paid)]);
}
const later = async (on: TestSession, amount: number, method = 'Cash', rest: Row = {}): Promise<Row & { id: string }> => ({
  id: randomUUID(),
  ...(await paying(on, amount, method)),
  ...rest,
});
const pay = (on: TestSession, id: string, ...payments: Row[]): Promise<Paid> => on.call<Paid>('pay_sale', { id, payments });
const voided = (on: TestSession, id: string, reason = 'Mistake'): Promise<Paid> => on.call<Paid>('void_sale_payment', { id, reason });

describe('a payment towards an open sale', () => {
  scenario('can be split by method, gives change from cash, and updates the amount due', async (on) => {
    const sold = await owing(on, 100, 10);
    const [card, cash] = [await later(on, 30, 'Card'), await later(on, 20)];
    expect(await pay(on, sold.id, cash, card)).toMatchObject({
      id: sold.id,
      number: sold.number,
      status: 'completed',
      total: 100,
      paid: 60,
      remaining: 40,
      payment_status: 'partially_paid',
      change: 0,
      payments: [cash.id, card.id],
    });
    expect(await pay(on, sold.id, await later(on, 30, 'Card'), await later(on, 50))).toMatchObject({
      paid: 100,
      remaining: 0,
      payment_status: 'paid',
      change: 40,
    });
    const { sale, payments, timeline } = await on.call<{ sale: Row; payments: Row[]; timeline: Row[] }>('sale_detail', { id: sold.id });
    expect(sale).toMatchObject({ paid: 100, remaining: 0, payment_status: 'paid', payments: 5 });
    expect(payments.map(({ payment_method, amount, tendered, paid_after_sale: came }) => [payment_method, amount, tendered, came])).toEqual(
      expect.arrayContaining([
        ['Cash', 10, 10, false],
        ['Card', 30, 30, true],
        ['Cash', 20, 20, true],
        ['Card', 30, 30, true],
        ['Cash', 10, 50, true],
      ]),
    );
    expect(timeline.map(({ kind, amount }) => [kind, amount]).sort()).toEqual([
      ['created', 100],
      ['paid', 10],
      ['paid', 20],
      ['paid', 30],
      ['paid', 30],
    ]);
  });

  scenario('must not exceed the amount due, counting all payments of the call', async (on) => {
    const { id } = await owing(on, 100, 60);
    for (const sent of [
      [await later(on, 40.01, 'Card')],
      [await later(on, 30, 'Card'), await later(on, 10.01, 'Card')],
      [await later(on, 40, 'Card'), await later(on, 5)],
    ]) {
      expect(await on.refused(() => pay(on, id, ...sent)), JSON.stringify(sent)).toMatchObject({
        code: 'PT409',
        message: 'payment_exceeds_remaining',
      });
    }
    await pay(on, id, await later(on, 40));
    expect(await on.refused(async () => pay(on, id, await later(on, 1)))).toMatchObject({ message: 'payment_exceeds_remaining' });
    expect(await on.value('select paid from public.sales where id = $1', id)).toBe(100);
  });

  scenario('is recorded once when it is sent again, and refused if its content differs', async (on) => {
    const { id, number } = await owing(on, 100);
    const made = await later(on, 70);
    const answer = await pay(on, id, made);
    expect(await pay(on, id, { ...made, amount: '70.00', branch_id: zamalek })).toEqual(answer);
    // A new payment in the retry is recorded, and the change is that of both.
    const more = await later(on, 50);
    expect(await pay(on, id, made, more)).toMatchObject({ paid: 100, change: 20, payments: [made.id, more.id] });
    expect(await pay(on, id, made, more)).toMatchObject({ paid: 100, change: 20 });
    for (const change of [{ amount: 71 }, { payment_method_id: await idOf(on, 'payment_methods', 'Card') }, { branch_id: nasrCity }]) {
      const refusal = await on.refused(() => pay(on, id, { ...made, ...change }));
      expect([refusal.message, detailOf(refusal)], JSON.stringify(change)).toEqual(['exists_already', { number }]);
    }
    const other = await owing(on, 100);
    expect(await on.refused(() => pay(on, other.id, made))).toMatchObject({ code: 'PT404', message: 'payment_not_found' });
    await on.as(people.accountant);
    expect(await on.refused(() => pay(on, id, made))).toMatchObject({ code: 'PT404', message: 'payment_not_found' });
    await on.as(people.owner);
    expect(await on.refused(() => pay(on, other.id, { ...made, id: other.id }))).toMatchObject({ code: 'PT409', message: 'id_taken' });
    // A payment listed twice in one call is recorded once and gives change once; with different content it is
    // refused.
    const twice = await later(on, 5);
    expect(await pay(on, other.id, twice, { ...twice, id: twice.id.toUpperCase(), amount: '5.00', branch_id: zamalek })).toMatchObject({
      paid: 5,
      remaining: 95,
      payments: [twice.id],
    });
    const last = await later(on, 100);
    expect(await on.refused(() => pay(on, other.id, last, { ...last, amount: 6 }))).toMatchObject({
      code: 'PT409',
      message: 'exists_already',
    });
    expect(await pay(on, other.id, last, last)).toMatchObject({ paid: 100, change: 5 });
    // A voided payment gave no change.
    await voided(on, last.id);
    expect(await pay(on, other.id, last)).toMatchObject({ paid: 5, change: 0 });
  });

  scenario('is applied in the order sent, regardless of its id', async (on) => {
    const { id } = await owing(on, 100);
    const [first, second] = [
      await later(on, 60, 'Cash', { id: `f${randomUUID().slice(1)}` }),
      await later(on, 100, 'Cash', { id: `0${randomUUID().slice(1)}` }),
    ];
    expect(await pay(on, id, first, second)).toMatchObject({ paid: 100, change: 60, payments: [first.id, second.id] });
  });

  scenario('can be retried after its method was switched off, but new ones by that method are refused', async (on) => {
    const { id } = await owing(on, 100);
    const made = await later(on, 40, 'Card');
    const answer = await pay(on, id, made);
    await on.rows('update public.payment_methods set active = false where id = $1', made.payment_method_id);
    expect(await pay(on, id, made)).toEqual(answer);
    for (const sent of [[await later(on, 5, 'Card')], [made, await later(on, 5, 'Card')]])
      expect(await on.refused(() => pay(on, id, ...sent))).toMatchObject({ message: 'payment_method_not_found' });
  });

  scenario('leaves a retry of the sale with the change that the sale itself gave', async (on) => {
    const { variant } = await goods(on, 5, { price: 100 });
    const [id, customer_id, cash] = [randomUUID(), await customer(on), await paying(on, 60)];
    const send = () => sell(on, [line(variant)], { customer_id }, [cash], id);
    await send();
    await pay(on, id, await later(on, 50));
    expect(await send()).toMatchObject({ paid: 100, remaining: 0, change: 0 });
  });

  scenario('reports each missing or invalid value', async (on) => {
    const { id } = await owing(on, 100);
    for (const [change, message] of [
      [{ amount: null }, 'payment_amount_required'],
      [{ payment_method_id: null }, 'payment_method_required'],
      [{ amount: 0 }, 'payment_amount_invalid'],
      [{ amount: -1 }, 'payment_amount_invalid'],
      [{ amount: 1.001 }, 'payment_amount_invalid'],
      [{ amount: 'NaN' }, 'value_invalid'],
      [{ payment_method_id: randomUUID() }, 'payment_method_not_found'],
      [{ branch_id: randomUUID() }, 'branch_not_found'],
    ] as [Row, string][]) {
      expect(await on.refused(async () => pay(on, id, await later(on, 10, 'Cash', change))), JSON.stringify(change)).toMatchObject({
        message,
      });
    }
    expect(await on.refused(() => pay(on, id))).toMatchObject({ code: 'PT400', message: 'payments_missing' });
    const many = await on.refused(async () => pay(on, id, ...Array<Row>(101).fill(await paying(on, 0.01))));
    expect([many.message, detailOf(many)]).toEqual(['lines_over_limit', { field: 'payments', max: 100 }]);
  });

  scenario('can settle the exact rest after the currency lost decimals', async (on) => {
    const { id } = await owing(on, 10.55);
    await on.rows('update public.business set currency_decimals = 0');
    expect(await on.refused(async () => pay(on, id, await later(on, 0.55, 'Card')))).toMatchObject({ message: 'payment_amount_invalid' });
    expect(await on.refused(async () => pay(on, id, await later(on, 0.25, 'Card'), await later(on, 10.3, 'Card')))).toMatchObject({
      message: 'payment_amount_invalid',
    });
    // In one call or in two.
    const made = [await later(on, 0.55, 'Card'), await later(on, 10)];
    expect(await pay(on, id, ...made)).toMatchObject({ remaining: 0, payment_status: 'paid', change: 0 });
    for (const payment of made) await voided(on, payment.id);
    await pay(on, id, await later(on, 10, 'Card'));
    expect(await pay(on, id, await later(on, 0.55, 'Card'))).toMatchObject({ remaining: 0, payment_status: 'paid' });
  });

  scenario('goes into the payer’s branch, and requires permission for a sale that the user can see', async (on) => {
    const { variant } = await goods(on, 2, { price: 100 }, maadi);
    const there = await sell(on, [line(variant)], { customer_id: await customer(on), branch_id: maadi });
    await on.as(people.manager);
    expect(await on.refused(async () => pay(on, there.id, await later(on, 10)))).toMatchObject({
      code: 'PT403',
      message: 'branch_view_only',
    });
    const here = await later(on, 10, 'Cash', { branch_id: nasrCity });
    expect(await pay(on, there.id, here)).toMatchObject({ paid: 10 });
    expect(await on.value('select branch_id from public.sale_payments where id = $1', here.id)).toBe(nasrCity);
    await on.as(people.cashier);
    for (const id of [there.id, randomUUID()])
      expect(await on.refused(async () => pay(on, id, await later(on, 10)))).toMatchObject({ code: 'PT404', message: 'sale_not_found' });
    await withOnlyPermissions(on, people.cashier, 'accounting.sales.view');
    expect(await on.refused(async () => pay(on, there.id, await later(on, 10)))).toMatchObject({
      code: 'PT403',
      message: 'permission_missing',
    });
  });
});

describe('a later payment', () => {
  scenario('is voided with a reason, cannot be edited, and becomes due again', async (on) => {
    const { id } = await owing(on, 100);
    const [made, card] = [await later(on, 50), await later(on, 30, 'Card')];
    await pay(on, id, made, card);
    const attempt = async (reason: string | null) => on.refused(() => on.call('void_sale_payment', { id: made.id, reason }));
    expect([await attempt(null), await attempt(' ')]).toEqual(
      Array(2).fill(expect.objectContaining({ code: 'PT400', message: 'reason_missing' })),
    );
    await on.as(people.cashier);
    expect(await attempt('Mistake')).toMatchObject({ code: 'PT403', message: 'permission_missing' });
    await on.as(people.manager);
    const answer = await voided(on, made.id, ' Wrong sale ');
    expect(answer).toMatchObject({ paid: 30, remaining: 70, payment_status: 'partially_paid', payments: [made.id] });
    expect(await voided(on, made.id, 'Again')).toEqual(answer);
    const { sale, payments, timeline } = await on.call<{ sale: Row; payments: Row[]; timeline: Row[] }>('sale_detail', { id });
    expect(payments.filter(({ voided_at }) => voided_at !== null)).toEqual([
      expect.objectContaining({
        id: made.id,
        amount: 50,
        voided_by: expect.objectContaining({ id: people.manager }) as Row,
        void_reason: 'Wrong sale',
      }),
    ]);
    expect([sale.payments, sale.payment_method]).toEqual([1, 'Card']);
    expect(timeline.map(({ kind, amount, note }) => [kind, amount, note]).sort()).toEqual([
      ['created', 100, undefined],
      ['paid', 30, undefined],
      ['paid', 50, undefined],
      ['voided', 50, 'Wrong sale'],
    ]);
    // A retry by its sender returns it, still voided.
    await on.as(people.owner);
    expect(await pay(on, id, made)).toMatchObject({ paid: 30 });
    const found = async (method: string) =>
      (await on.table('sale_page', { payment_method_ids: [await idOf(on, 'payment_methods', method)] })).some((row) => row.id === id);
    expect([await found('Cash'), await found('Card')]).toEqual([false, true]);
    expect(await on.refused(() => on.rows('update public.sale_payments set amount = 1'))).toMatchObject({ code: '42501' });
  });

  scenario('cannot be voided if it was made with the sale, or without access to its branch', async (on) => {
    const { id } = await owing(on, 100, 20);
    const first = await on.value<string>('select id from public.sale_payments where sale_id = $1', id);
    expect(await on.refused(() => voided(on, first))).toMatchObject({ code: 'PT409', message: 'payment_of_sale' });
    const { variant } = await goods(on, 2, { price: 100 }, maadi);
    const there = await sell(on, [line(variant)], { customer_id: await customer(on), branch_id: maadi });
    const made = await later(on, 10);
    await pay(on, there.id, made);
    await on.as(people.manager);
    expect(await on.refused(() => voided(on, made.id))).toMatchObject({ code: 'PT403', message: 'branch_view_only' });
    // The sale is visible to the user, but not the branch that took the payment.
    await on.as(people.owner);
    const away = await later(on, 10, 'Cash', { branch_id: maadi });
    await pay(on, id, away);
    await withOnlyPermissions(on, people.cashier, 'accounting.sales.view', 'accounting.sales.void');
    expect(await on.refused(() => voided(on, away.id))).toMatchObject({ code: 'PT404', message: 'branch_not_found' });
    await withOnlyPermissions(on, people.storekeeper, 'accounting.sales.void');
    await on.as(people.storekeeper);
    for (const payment of [first, made.id, randomUUID()])
      expect(await on.refused(() => voided(on, payment))).toMatchObject({ code: 'PT404', message: 'payment_not_found' });
  });

  scenario('must be voided before its sale, and a voided sale accepts no payment', async (on) => {
    const { id, number } = await owing(on, 100, 20);
    const made = await later(on, 50);
    await pay(on, id, made);
    const end = () => on.call<Sold>('void_sale', { id, reason: 'Mistake' });
    expect(await on.refused(end)).toMatchObject({ code: 'PT409', message: 'sale_has_payments' });
    await voided(on, made.id, 'First this');
    expect(await end()).toMatchObject({ status: 'voided', paid: 0, remaining: 0, payment_status: null });
    const refusal = await on.refused(async () => pay(on, id, await later(on, 1)));
    expect([refusal.message, detailOf(refusal)]).toEqual(['sale_voided', { number }]);
    expect(await pay(on, id, made)).toMatchObject({ paid: 0, status: 'voided' });
    expect(await voided(on, made.id)).toMatchObject({ paid: 0, status: 'voided' });
    const { payments } = await on.call<{ payments: Row[] }>('sale_detail', { id });
    expect(payments.map(({ amount, void_reason }) => [amount, void_reason])).toEqual(
      expect.arrayContaining([
        [20, 'Mistake'],
        [50, 'First this'],
      ]),
    );
  });
});

describe('a refund of a return', () => {
  const lineOf = (on: TestSession, sale_id: string) => on.value<string>('select id from public.sale_lines where sale_id = $1', sale_id);
  const returned = async (on: TestSession, of: Sold, paid: Row[] = []): Promise<Sold> => {
    return sell(on, [{ returns_line_id: await lineOf(on, of.id), quantity: 1 }], { customer_id: await customer(on) }, paid);
  };

  scenario('can be paid later, up to the amount due, with permission to take returns', async (on) => {
    const sold = await owing(on, 100, 100);
    const back = await returned(on, sold, [await paying(on, -30)]);
    expect(back).toMatchObject({ remaining: -70, payment_status: 'partially_paid' });
    expect(await on.refused(async () => pay(on, back.id, await later(on, 10)))).toMatchObject({ message: 'payment_amount_invalid' });
    for (const amounts of [[-70.01], [-40, -40]]) {
      expect(
        await on.refused(async () => pay(on, back.id, ...(await Promise.all(amounts.map((amount) => later(on, amount)))))),
      ).toMatchObject({ message: 'payment_exceeds_remaining' });
    }
    const made = await later(on, -70);
    expect(await pay(on, back.id, made)).toMatchObject({ paid: -100, remaining: 0, payment_status: 'paid', change: 0 });
    expect(await on.refused(async () => pay(on, back.id, await later(on, -1)))).toMatchObject({ message: 'payment_exceeds_remaining' });
    expect(await on.refused(() => on.call('void_sale', { id: back.id, reason: 'Mistake' }))).toMatchObject({
      message: 'sale_has_payments',
    });
    expect(await voided(on, made.id)).toMatchObject({ paid: -30, remaining: -70 });
    const [{ id }, out, into] = [await owing(on, 100), await later(on, -1), await later(on, 1)];
    await withOnlyPermissions(on, people.cashier, 'accounting.sales.create', 'accounting.sales.view');
    expect(detailOf(await on.refused(() => pay(on, back.id, out)))).toEqual({ permission: 'accounting.sales.return' });
    await withOnlyPermissions(on, people.cashier, 'accounting.sales.return', 'accounting.sales.view');
    expect(await pay(on, back.id, out)).toMatchObject({ paid: -31 });
    expect(detailOf(await on.refused(() => pay(on, id, into)))).toEqual({ permission: 'accounting.sales.create' });
  });

  scenario('is limited to what was paid for the returned goods', async (on) => {
    const sold = await owing(on, 100);
    const made = await later(on, 100);
    await pay(on, sold.id, made);
    const back = await returned(on, sold);
    expect(back).toMatchObject({ remaining: -100 });
    // The payment turns out never to have arrived.
    await voided(on, made.id);
    expect(await on.refused(async () => pay(on, back.id, await later(on, -100)))).toMatchObject({ message: 'payment_exceeds_remaining' });
    await pay(on, sold.id, await later(on, 40));
    expect(await on.refused(async () => pay(on, back.id, await later(on, -40.01)))).toMatchObject({ message: 'payment_exceeds_remaining' });
    expect(await pay(on, back.id, await later(on, -40))).toMatchObject({ paid: -40, remaining: -60 });
  });

  scenario('is not reduced by what is owed for other goods', async (on) => {
    const { variant } = await goods(on, 5, { price: 10 });
    const sales = [await owing(on, 10, 10), await sell(on, [line(variant, 5)], { customer_id: await customer(on) })];
    const back = await sell(on, await Promise.all(sales.map(async ({ id }) => ({ returns_line_id: await lineOf(on, id), quantity: 1 }))), {
      customer_id: await customer(on),
    });
    expect(back).toMatchObject({ total: -20, paid: -10, remaining: -10 });
    expect(await on.refused(async () => pay(on, back.id, await later(on, -10.01)))).toMatchObject({ message: 'payment_exceeds_remaining' });
    expect(await pay(on, back.id, await later(on, -10))).toMatchObject({ paid: -20, remaining: 0 });
  });
});

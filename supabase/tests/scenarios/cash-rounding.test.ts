import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { detailOf } from '../fixtures.ts';
import { customer, goods, line, paying, preview, sell, type Sold } from './selling.ts';

const { zamalek } = branches;
const { owner, cashier } = people;

const setCashRounding = (on: TestSession, coin: number | null) =>
  on.asDatabaseOwner().then(() => on.rows('update public.business set cash_rounding = $1', coin));
/** One piece at this price, sold by the owner. */
async function soldFor(on: TestSession, price: number, payments: Row[], sale: Row = {}): Promise<Sold> {
  const { variant } = await goods(on, 1, { price });
  return sell(on, [line(variant)], sale, payments);
}
const paymentsOf = (on: TestSession, id: string) =>
  on
    .asDatabaseOwner()
    .then(() =>
      on.rows('select amount, tendered, rounding from public.sale_payments where sale_id = $1 and voided_at is null order by id', id),
    );
const pay = async (on: TestSession, id: string, amount: number) =>
  on.call<Sold>('pay_sale', { id, payments: [{ id: randomUUID(), ...(await paying(on, amount)) }] });
const shiftOf = async (on: TestSession, id: string) => (await on.call<{ shift: Row }>('shift_detail', { id })).shift;

describe('cash rounding', () => {
  scenario('settles a cash sale at the nearest coin without leaving a debt', async (on) => {
    // Without cash rounding the missing 0.02 is a debt, which needs a customer.
    const refusal = await on.refused(async () => soldFor(on, 10.02, [await paying(on, 10)]));
    expect([refusal.message, detailOf(refusal)]).toEqual(['customer_missing', { field: 'customer_id', unpaid: 0.02 }]);
    await setCashRounding(on, 0.05);
    const short = await soldFor(on, 10.02, [await paying(on, 10)]);
    expect(short).toMatchObject({ total: 10.02, paid: 10.02, remaining: 0, change: 0, rounding: -0.02, payment_status: 'paid' });
    expect(await paymentsOf(on, short.id)).toEqual([{ amount: 10, tendered: 10, rounding: -0.02 }]);
    const over = await soldFor(on, 10.03, [await paying(on, 20)]);
    expect(over).toMatchObject({ total: 10.03, paid: 10.03, remaining: 0, change: 9.95, rounding: 0.02 });
    expect(await paymentsOf(on, over.id)).toEqual([{ amount: 10.05, tendered: 20, rounding: 0.02 }]);
    // A card pays its exact amount and cash the rest; exact cash is not rounded.
    expect(await soldFor(on, 10.02, [await paying(on, 5.02, 'Card'), await paying(on, 5)])).toMatchObject({ rounding: 0, remaining: 0 });
    expect(await soldFor(on, 10.02, [await paying(on, 5, 'Card'), await paying(on, 5)])).toMatchObject({ rounding: -0.02, remaining: 0 });
    expect(await soldFor(on, 10.02, [await paying(on, 10.02)])).toMatchObject({ rounding: 0, remaining: 0, change: 0 });
    // More than half a coin short is a debt, which needs a customer; card payments are never rounded.
    for (const payments of [[await paying(on, 9.95)], [await paying(on, 10, 'Card')]]) {
      expect(await on.refused(() => soldFor(on, 10.02, payments)), JSON.stringify(payments)).toMatchObject({ message: 'customer_missing' });
      expect(await soldFor(on, 10.02, payments, { customer_id: await customer(on) })).toMatchObject({
        rounding: 0,
        paid: payments[0]?.amount,
      });
    }
    // The rest after a card payment may also be rounded away: then all cash is given back.
    expect(await soldFor(on, 10.02, [await paying(on, 10, 'Card'), await paying(on, 5)])).toMatchObject({
      remaining: 0,
      change: 5,
      rounding: -0.02,
    });
    expect(await on.refused(async () => soldFor(on, 10.02, [await paying(on, 10.02, 'Card'), await paying(on, 5)]))).toMatchObject({
      message: 'payment_exceeds_remaining',
    });
    await on.as(owner);
    const { payments } = await on.call<{ payments: Row[] }>('sale_detail', { id: short.id });
    expect(payments).toEqual([expect.objectContaining({ amount: 10, rounding: -0.02 })]);
  });

  scenario('lets a cash payment of 0 settle a sale of less than half a coin', async (on) => {
    await setCashRounding(on, 1);
    const { variant } = await goods(on, 4, { price: 0.4 });
    const nothing = await paying(on, 0);
    const sold = await sell(on, [line(variant)], {}, [nothing]);
    expect(sold).toMatchObject({ total: 0.4, paid: 0.4, remaining: 0, rounding: -0.4 });
    expect(await paymentsOf(on, sold.id)).toEqual([{ amount: 0, tendered: 0, rounding: -0.4 }]);
    await on.as(owner);
    // A zero payment is ignored when a card pays the whole; it is refused for more than half a coin, or by card.
    expect(await sell(on, [line(variant)], {}, [await paying(on, 0.4, 'Card'), nothing])).toMatchObject({ rounding: 0, remaining: 0 });
    expect(await on.refused(() => sell(on, [line(variant, 2)], {}, [nothing]))).toMatchObject({ message: 'payment_amount_invalid' });
    expect(await on.refused(async () => sell(on, [line(variant)], {}, [await paying(on, 0, 'Card')]))).toMatchObject({
      message: 'payment_amount_invalid',
    });
    expect(await on.refused(() => sell(on, [line(variant)], {}, []))).toMatchObject({ message: 'customer_missing' });
  });

  scenario('rounds a cash refund by at most half a coin, and keeps the value of the return', async (on) => {
    await setCashRounding(on, 0.05);
    const { variant } = await goods(on, 2, { price: 5.03 });
    const sold = await sell(on, [line(variant, 2)], {}, [await paying(on, 10.05)]);
    expect(sold).toMatchObject({ total: 10.06, rounding: -0.01 });
    const [{ id: sold_line } = {}] = (await on.call<{ items: Row[] }>('sale_detail', { id: sold.id })).items;
    const back = async (amount: number) => sell(on, [{ returns_line_id: sold_line, quantity: 1 }], {}, [await paying(on, amount)]);
    expect(await on.refused(() => back(-5.1))).toMatchObject({ message: 'payment_exceeds_remaining' });
    expect(await on.refused(() => back(-4.95))).toMatchObject({ message: 'customer_missing' });
    // Each refund is rounded on its own: 2 × 5.05 is paid out of 10.05 received.
    for (const amount of [-5.05, -5.05])
      expect(await back(amount)).toMatchObject({ total: -5.03, paid: -5.03, remaining: 0, rounding: -0.02 });
  });

  scenario('rounds a later cash payment of a debt, and voiding it restores the whole debt', async (on) => {
    await setCashRounding(on, 0.05);
    const who = await customer(on);
    const sold = await soldFor(on, 100.02, [], { customer_id: who });
    expect(await pay(on, sold.id, 50)).toMatchObject({ paid: 50, remaining: 50.02 });
    const settled = await on.call<Sold & { payments: string[] }>('pay_sale', {
      id: sold.id,
      payments: [{ id: randomUUID(), ...(await paying(on, 50)) }],
    });
    expect(settled).toMatchObject({ paid: 100.02, remaining: 0, payment_status: 'paid' });
    expect(await on.call('customer_account', { customer_id: who })).toMatchObject({ owed: 0, open_sales: 0 });
    expect(await on.call('customer_statement', { customer_id: who })).toMatchObject({ closing: 0 });
    expect(await on.refused(() => pay(on, sold.id, 0.05))).toMatchObject({ message: 'payment_exceeds_remaining' });
    await on.call('void_sale_payment', { id: settled.payments[0], reason: 'Mistake' });
    expect(await on.call('customer_account', { customer_id: who })).toMatchObject({ owed: 50.02 });
    expect(await on.call('customer_statement', { customer_id: who })).toMatchObject({ closing: 50.02 });
  });

  scenario('follows the setting at the time of a sale that is recorded late', async (on) => {
    await setCashRounding(on, 0.05);
    await on.rows(`update public.audit_log set at = now() - interval '2 days' where table_name = 'business' and changes ? 'cash_rounding'`);
    await on.as(owner);
    await on.rows('update public.business set cash_rounding = null');
    const { variant } = await goods(on, 2, { price: 10.02 });
    const sold_at = await on.value<string>(`select to_jsonb(now() - interval '1 hour') #>> '{}'`);
    expect(await sell(on, [line(variant)], { sold_at, reference: 'late' }, [await paying(on, 10)])).toMatchObject({
      remaining: 0,
      rounding: -0.02,
    });
    expect(await preview(on, [line(variant)], {}, [await paying(on, 10)])).toMatchObject({ remaining: 0.02, rounding: 0 });
  });

  scenario('shows in the shift and in the profit and loss report, while the drawer has rounded cash', async (on) => {
    await setCashRounding(on, 0.05);
    const { variant } = await goods(on, 3, { price: 10.02 });
    await on.as(cashier);
    for (const { id } of (await on.call<{ shifts: Row[] }>('me')).shifts)
      await on.call('close_shift', { id, actual_closing: 0, note: 'Before the scenario' });
    const shift = await on.call<Row>('open_shift', { id: randomUUID(), branch_id: zamalek, opening_balance: 100 });
    for (const amount of [10, 20]) await sell(on, [line(variant)], {}, [await paying(on, amount)]);
    const gone = await sell(on, [line(variant)], {}, [await paying(on, 10)]);
    await on.as(owner);
    const profit = async () => {
      const { rows } = await on.call<{ rows: Row[] }>('report_profit_and_loss', { at_branch_ids: [zamalek], period: 'today' });
      return Object.fromEntries(rows.map(({ kind, now }) => [kind, Number(now)])) as Record<string, number>;
    };
    const before = await profit();
    expect(before.rounding).toBe(-0.06);
    expect(before.profit).toBeCloseTo(
      Number(before.gross_profit) + Number(before.damaged) + Number(before.counted) + Number(before.rounding) + Number(before.expenses),
      6,
    );
    await on.call('void_sale', { id: gone.id, reason: 'Mistake' });
    expect((await profit()).rounding).toBe(-0.04);
    expect(await shiftOf(on, String(shift.id))).toMatchObject({ cash_sales: 20, rounding: -0.04, expected_closing: 120 });
    await on.as(cashier);
    await on.call('close_shift', { id: shift.id, actual_closing: 120 });
    expect(await shiftOf(on, String(shift.id))).toMatchObject({ rounding: null, expected_closing: null });
    await on.as(owner);
    expect(await shiftOf(on, String(shift.id))).toMatchObject({ cash_sales: 20, rounding: -0.04, expected_closing: 120, difference: 0 });
  });
});

scenario('cash rounding accepts only coins that the currency has', async (on) => {
  await on.asDatabaseOwner();
  expect(await on.refused(() => on.rows('update public.business set cash_rounding = 0.02'))).toMatchObject({
    constraint_name: 'business_cash_rounding_known',
  });
  await on.rows('update public.business set cash_rounding = 0.05');
  expect(await on.refused(() => on.rows('update public.business set currency_decimals = 0'))).toMatchObject({
    constraint_name: 'business_cash_rounding_has_coins',
  });
});

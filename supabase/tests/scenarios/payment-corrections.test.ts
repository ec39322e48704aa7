/* A payment recorded by the wrong method, corrected while its shift is open and after it was closed; and money by method. */
import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { detailOf, idOf } from '../fixtures.ts';
import { withOnlyPermissions } from './purchasing.ts';
import { ago, changed, customer, goods, line, paying, sell, type Sold } from './selling.ts';

const { zamalek } = branches;
const { owner, manager, cashier } = people;

interface Payment extends Row {
  id: string;
  paid_by: { payment_method: string; amount: number }[];
}
interface Methods {
  totals: Record<string, number>;
  rows: (Record<string, number> & { id: string; name: string })[];
}

/** Continues as a person without an open shift. */
async function withoutShift(on: TestSession, person: string): Promise<void> {
  await on.as(person);
  const { shifts } = await on.call<{ shifts: { id: string }[] }>('me');
  for (const { id } of shifts) await on.call('close_shift', { id, actual_closing: 0, note: 'Before the scenario' });
}
/** The cashier's new shift with 100.00 in the drawer. */
async function opened(on: TestSession): Promise<string> {
  await withoutShift(on, cashier);
  const id = randomUUID();
  await on.call('open_shift', { id, branch_id: zamalek, opening_balance: 100 });
  return id;
}
/** A sale of one article by the cashier, paid like this. */
async function sold(on: TestSession, total: number, payments: [amount: number, method: string][], sale: Row = {}): Promise<Sold> {
  const { variant } = await goods(on, 1, { price: total });
  await on.as(cashier);
  return sell(on, [line(variant)], sale, await Promise.all(payments.map(([amount, method]) => paying(on, amount, method))));
}
const paymentsOf = async (on: TestSession, { id }: Sold) => (await on.call<{ payments: Payment[] }>('sale_detail', { id })).payments;
const correct = async (on: TestSession, payment: Payment | undefined, method: string, rest: Row = {}): Promise<Sold> =>
  on.call<Sold>('correct_payment', {
    id: randomUUID(),
    payment_id: payment?.id,
    payment_method_id: await idOf(on, 'payment_methods', method),
    reason: 'Pressed the wrong key',
    ...rest,
  });
const paidBy = async (on: TestSession, sale: Sold) =>
  (await paymentsOf(on, sale)).flatMap(({ paid_by }) => paid_by).map(({ payment_method, amount }) => [payment_method, amount]);
/** What the drawer of a shift is expected to hold, to the eyes of its owner. */
const expected = async (on: TestSession, id: string) => {
  await on.as(owner);
  return (await on.call<{ shift: Row }>('shift_detail', { id })).shift.expected_closing;
};
/** What came in today by each method, less the figures before. */
async function byMethod(on: TestSession, rest: Row = {}): Promise<Record<string, Record<string, number>>> {
  const { rows } = await on.call<Methods>('report_methods', { at_branch_ids: [zamalek], period: 'today', ...rest });
  return Object.fromEntries(rows.map(({ name, ...figures }) => [name, figures]));
}
async function since(on: TestSession, before: Awaited<ReturnType<typeof byMethod>>, method: string, ...measures: string[]) {
  const now = await byMethod(on);
  return measures.map((measure) => Number(now[method]?.[measure] ?? 0) - Number(before[method]?.[measure] ?? 0));
}
/** What accounts of the journal came to in Zamalek, by account and method. */
async function accounts(on: TestSession): Promise<Record<string, number>> {
  await on.asDatabaseOwner();
  const rows = await on.rows<{ name: string; amount: number }>(
    `select coalesce(m.name, j.account) as name, sum(j.amount)::float as amount
     from private.journal(array[$1::uuid], daterange(null, null)) j
     left join public.payment_methods m on j.account = 'money' and m.id = j.key
     where j.account in ('money', 'drawers')
     group by 1`,
    zamalek,
  );
  await on.as(owner);
  return Object.fromEntries(rows.map(({ name, amount }) => [name, amount]));
}
async function moved(on: TestSession, before: Record<string, number>): Promise<Record<string, number>> {
  const now = await accounts(on);
  return Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(now)])]
      .map((name): [string, number] => [name, Math.round(((now[name] ?? 0) - (before[name] ?? 0)) * 100) / 100])
      .filter(([, amount]) => amount !== 0),
  );
}

describe('correcting the method of a payment', () => {
  scenario('changes the cash that an open shift expects, and what the sale was paid by', async (on) => {
    const shift = await opened(on);
    const sale = await sold(on, 80, [[80, 'Cash']]);
    expect(await expected(on, shift)).toBe(180);
    const before = await byMethod(on);
    await on.as(manager);
    const [payment] = await paymentsOf(on, sale);
    expect(await correct(on, payment, 'Card')).toMatchObject({ id: sale.id, paid: 80, remaining: 0, payments: [payment?.id] });
    expect(await expected(on, shift)).toBe(100);
    expect(await paidBy(on, sale)).toEqual([['Card', 80]]);
    expect(await since(on, before, 'Cash', 'taken', 'corrected', 'net_payments')).toEqual([0, -80, -80]);
    expect(await since(on, before, 'Card', 'taken', 'corrected', 'net_payments')).toEqual([0, 80, 80]);
    const { methods } = await on.call<{ methods: Row[] }>('shift_detail', { id: shift });
    expect(methods).toMatchObject([
      { payment_method: 'Cash', sales: 0, payments: 1 },
      { payment_method: 'Card', sales: 80, payments: 0 },
    ]);
    // Lists find it by the method that it was paid by.
    const found = async (method: string) =>
      (await on.table<Row>('sale_page', { words: sale.number, payment_method_ids: [await idOf(on, 'payment_methods', method)] })).map(
        ({ payment_method }) => payment_method,
      );
    expect([await found('Card'), await found('Cash')]).toEqual([['Card'], []]);
    const report = async (method: string) =>
      (
        await on.call<{ totals: Row }>('report_sales', {
          period: 'today',
          group_by: 'day',
          filters: { payment_method: [await idOf(on, 'payment_methods', method)] },
        })
      ).totals.net;
    const [card, cash] = [Number(await report('Card')), Number(await report('Cash'))];
    await correct(on, payment, 'Cash', { from_method_id: await idOf(on, 'payment_methods', 'Card') });
    expect([Number(await report('Card')) - card, Number(await report('Cash')) - cash]).toEqual([-80, 80]);
    expect(await paidBy(on, sale)).toEqual([['Cash', 80]]);
    expect(await expected(on, shift)).toBe(180);
  });

  scenario('leaves a closed shift as it was counted, and explains its difference today', async (on) => {
    const shift = await opened(on);
    const sale = await sold(on, 80, [[80, 'Cash']]);
    const before = await accounts(on);
    await on.as(cashier);
    await on.call('close_shift', { id: shift, actual_closing: 100, note: 'Eighty are missing' });
    expect(await moved(on, before)).toEqual({ Cash: -80, drawers: 80 });
    const profit = async () =>
      (
        await on.call<{ rows: { kind: string; now: number }[] }>('report_profit_and_loss', { at_branch_ids: [zamalek], period: 'today' })
      ).rows.find(({ kind }) => kind === 'drawers')?.now ?? 0;
    const drawers = async () =>
      Number((await on.call<{ totals: Row }>('report_cashiers', { at_branch_ids: [zamalek], period: 'today' })).totals.drawer);
    const missing = async () =>
      Number((await on.call<{ totals: Row }>('report_cashiers', { at_branch_ids: [zamalek], period: 'today' })).totals.short);
    const lost = await profit();
    expect(await drawers()).toBe(lost);
    const short = await missing();
    const [payment] = await paymentsOf(on, sale);
    await correct(on, payment, 'Card');
    expect(await expected(on, shift)).toBe(180);
    // The card has the money, the drawer held what was counted, and nothing was lost.
    expect(await moved(on, before)).toEqual({ Cash: -80, Card: 80 });
    expect(await profit()).toBe(lost + 80);
    expect(await drawers()).toBe(lost + 80);
    expect(await missing()).toBe(short + 80);
    expect(await on.call<Row>('shift_detail', { id: shift })).toMatchObject({ corrected: 80, shift: { difference: -80 } });
    expect(await on.call<Row>('cash_in_no_drawer', { at_branch_ids: [zamalek], days: 'today' })).toMatchObject({ total: 0 });
  });

  scenario('gives the money of a corrected payment back by the right method when it is voided', async (on) => {
    const first = await opened(on);
    const buyer = await on.as(owner).then(() => customer(on));
    const sale = await sold(on, 80, [], { customer_id: buyer });
    const id = randomUUID();
    await on.call('pay_sale', { id: sale.id, payments: [{ id, ...(await paying(on, 80, 'Card')) }] });
    await on.call('close_shift', { id: first, actual_closing: 180, note: 'Eighty too many' });
    const before = await accounts(on);
    await on.as(owner);
    await correct(on, (await paymentsOf(on, sale))[0], 'Cash');
    expect(await moved(on, before)).toEqual({ Card: -80, drawers: 80 });
    await withoutShift(on, owner);
    const second = randomUUID();
    await on.call('open_shift', { id: second, branch_id: zamalek, opening_balance: 180 });
    const corrected = await accounts(on);
    await on.call('void_sale_payment', { id, reason: 'Not theirs' });
    expect(await expected(on, second)).toBe(100);
    expect(await paymentsOf(on, sale)).toMatchObject([{ voided_at: expect.any(String) as string }]);
    expect(
      await on.call<Sold>('pay_sale', { id: sale.id, payments: [{ id: randomUUID(), ...(await paying(on, 80, 'Card')) }] }),
    ).toMatchObject({
      remaining: 0,
    });
    await on.call('close_shift', { id: second, actual_closing: 100 });
    expect(await moved(on, corrected)).toEqual({ Cash: -80, Card: 80 });
    expect(
      await on.refused(async () =>
        correct(
          on,
          (await paymentsOf(on, sale)).find((payment) => payment.id === id),
          'Card',
        ),
      ),
    ).toMatchObject({
      message: 'payment_voided',
    });
  });

  scenario('moves a part of a payment, a refund, and a payment without a drawer', async (on) => {
    const shift = await opened(on);
    const sale = await sold(on, 80, [
      [50, 'Cash'],
      [30, 'Card'],
    ]);
    await on.as(owner);
    const cash = (await paymentsOf(on, sale)).find(({ amount }) => amount === 50);
    await correct(on, cash, 'Card', { amount: 20 });
    expect(await paidBy(on, sale)).toEqual(
      expect.arrayContaining([
        ['Cash', 30],
        ['Card', 20],
        ['Card', 30],
      ]) as unknown[],
    );
    expect(await expected(on, shift)).toBe(130);
    const [bought] = await on.rows<{ id: string }>('select id from public.sale_lines where sale_id = $1', sale.id);
    await on.as(cashier);
    const back = await sell(on, [{ returns_line_id: bought?.id, quantity: 1 }], {}, [await paying(on, -80)]);
    await on.as(owner);
    await correct(on, (await paymentsOf(on, back))[0], 'Card');
    expect(await expected(on, shift)).toBe(130);
    const { shift: figures } = await on.call<{ shift: Row }>('shift_detail', { id: shift });
    expect(figures).toMatchObject({ cash_sales: 30, cash_returns: 0 });
    await on.asDatabaseOwner();
    await on.rows('update public.business set cash_needs_shift = false');
    const loose = async () =>
      Number((await on.as(owner).then(() => on.call<Row>('cash_in_no_drawer', { at_branch_ids: [zamalek], days: 'today' }))).total);
    await withoutShift(on, owner);
    const none = await loose();
    const { variant } = await goods(on, 1, { price: 70 });
    const elsewhere = await sell(on, [line(variant)], {}, [await paying(on, 70)]);
    expect(await loose()).toBe(none + 70);
    await correct(on, (await paymentsOf(on, elsewhere))[0], 'Card');
    expect(await loose()).toBe(none);
  });

  scenario('counts once when sent again, and refuses other content, amounts and methods', async (on) => {
    const shift = await opened(on);
    const sale = await sold(on, 80, [[80, 'Cash']]);
    await on.as(manager);
    const [payment] = await paymentsOf(on, sale);
    const sent = { id: randomUUID(), amount: 60 };
    const made = await correct(on, payment, 'Card', sent);
    expect(await correct(on, payment, 'Card', sent)).toEqual(made);
    expect(await expected(on, shift)).toBe(120);
    await on.as(manager);
    const refused = async (rest: Row, method = 'Card') => (await on.refused(() => correct(on, payment, method, rest))).message;
    expect(await refused({ ...sent, amount: 50 })).toBe('exists_already');
    expect(await refused({ ...sent, from_method_id: await idOf(on, 'payment_methods', 'Instapay') })).toBe('exists_already');
    expect(await refused({ id: sale.id })).toBe('id_taken');
    expect(detailOf(await on.refused(() => correct(on, payment, 'Card', { amount: 20.01 })))).toEqual({ field: 'amount', max: 20 });
    for (const amount of [0, -5, 1.005]) expect([amount, await refused({ amount })]).toEqual([amount, 'payment_amount_invalid']);
    expect(await refused({ reason: ' ' })).toBe('reason_missing');
    expect(detailOf(await on.refused(() => correct(on, payment, 'Cash')))).toEqual({ field: 'payment_method_id' });
    expect(await refused({ payment_method_id: randomUUID() })).toBe('payment_method_not_found');
    expect(await refused({ from_method_id: randomUUID() })).toBe('correction_exceeds_payment');
    expect(await refused({ payment_id: randomUUID() })).toBe('payment_not_found');
    await on.as(cashier);
    expect(await refused({})).toBe('permission_missing');
    await withOnlyPermissions(on, cashier, 'accounting.sales.view', 'accounting.sales.correct_payment', 'settings.payment_methods.view');
    expect(await correct(on, payment, 'Card', { amount: 5 })).toMatchObject({ paid: 80 });
  });

  scenario('lets a payment that was really by card be voided without a drawer', async (on) => {
    const shift = await opened(on);
    const buyer = await on.as(owner).then(() => customer(on));
    const sale = await sold(on, 80, [], { customer_id: buyer });
    const id = randomUUID();
    await on.call('pay_sale', { id: sale.id, payments: [{ id, ...(await paying(on, 80)) }] });
    await on.call('close_shift', { id: shift, actual_closing: 100, note: 'Eighty are missing' });
    await withoutShift(on, owner);
    await correct(on, (await paymentsOf(on, sale))[0], 'Card');
    const before = await accounts(on);
    expect(await on.call<Sold>('void_sale_payment', { id, reason: 'Not theirs' })).toMatchObject({ remaining: 80 });
    expect(await moved(on, before)).toEqual({ Card: -80 });
    expect(await on.call<Row>('cash_in_no_drawer', { at_branch_ids: [zamalek], days: 'today' })).toMatchObject({ total: 0 });
  });

  scenario('shows in the late sales of a shift and on the customer’s statement', async (on) => {
    const shift = await opened(on);
    const buyer = await on.as(owner).then(() => customer(on));
    const { variant } = await goods(on, 1, { price: 80 });
    await on.as(cashier);
    await on.call('close_shift', { id: shift, actual_closing: 100 });
    const sold_at = new Date(Date.now() - 60_000).toISOString();
    const late = await sell(on, [line(variant)], { shift_id: shift, sold_at, customer_id: buyer }, [await paying(on, 80)]);
    await on.as(owner);
    const seen = async () => {
      const { late: rows } = await on.call<{ late: Row[] }>('shift_detail', { id: shift });
      const { entries, closing } = await on.call<{ entries: Row[]; closing: number }>('customer_statement', { customer_id: buyer });
      expect(closing).toBe(0);
      const paid = entries.filter(({ kind }) => kind !== 'sale').map(({ payment_method, amount }) => [payment_method, amount]);
      return [rows.map(({ cash }) => cash), paid];
    };
    expect(await seen()).toEqual([[80], [['Cash', -80]]]);
    await correct(on, (await paymentsOf(on, late))[0], 'Card');
    expect(await seen()).toEqual([[0], [['Card', -80]]]);
  });

  scenario('is voided with its sale', async (on) => {
    const shift = await opened(on);
    const before = await accounts(on);
    const sale = await sold(on, 80, [[80, 'Cash']]);
    await on.as(owner);
    await correct(on, (await paymentsOf(on, sale))[0], 'Card');
    await on.call('void_sale', { id: sale.id, reason: 'Wrong goods' });
    expect(await expected(on, shift)).toBe(100);
    expect(await moved(on, before)).toEqual({});
  });
});

describe('money by method', () => {
  scenario('shows what was taken and given back by each method, with the payments behind it', async (on) => {
    await on.as(owner);
    const before = await byMethod(on);
    await opened(on);
    const sale = await sold(on, 100, [
      [60, 'Cash'],
      [40, 'Card'],
    ]);
    await on.as(owner);
    expect(await since(on, before, 'Cash', 'taken', 'given_back', 'net_payments', 'payments')).toEqual([60, 0, 60, 1]);
    expect(await since(on, before, 'Card', 'taken', 'given_back', 'net_payments', 'payments')).toEqual([40, 0, 40, 1]);
    const [bought] = await on.rows<{ id: string }>('select id from public.sale_lines where sale_id = $1', sale.id);
    await on.as(cashier);
    await sell(on, [{ returns_line_id: bought?.id, quantity: 1 }], {}, [await paying(on, -60), await paying(on, -40, 'Card')]);
    await on.as(owner);
    const [payment] = await paymentsOf(on, sale);
    await correct(on, payment, payment?.amount === 60 ? 'Card' : 'Cash');
    for (const group_by of ['payment_method', 'day', 'week', 'month', 'branch']) {
      const { totals, rows } = await on.call<Methods>('report_methods', { at_branch_ids: [zamalek], period: 'today', group_by });
      for (const measure of ['taken', 'given_back', 'corrected', 'net_payments', 'fees', 'payments'])
        expect([group_by, measure, rows.reduce((sum, row) => sum + Number(row[measure]), 0)]).toEqual([group_by, measure, totals[measure]]);
      for (const row of group_by === 'payment_method' ? rows : []) {
        const behind = await on.call<Row>('payment_totals', {
          at_branch_ids: [zamalek],
          paid: 'today',
          of_sales: true,
          filters: { payment_method: [row.id] },
        });
        expect([behind.amount, behind.fee]).toEqual([row.net_payments, row.fees]);
      }
    }
    const page = await on.table<Row>('payment_page', { words: sale.number, paid: 'today', of_sales: true, kinds: ['corrected'] });
    expect(page).toHaveLength(2);
    expect(page).toMatchObject(page.map(() => ({ document_id: sale.id, kind: 'corrected', reason: 'Pressed the wrong key' })));
  });

  scenario('keeps the fee that a payment had on its day, and moves it with a correction', async (on) => {
    const fee = async (method: string, percentage: number | null) =>
      on.rows('update public.payment_methods set fee_percentage = $2 where name = $1', method, percentage);
    await changed(on, 2, () => fee('Card', 2.5));
    await on.as(owner);
    const before = await byMethod(on);
    await opened(on);
    const sale = await sold(on, 99.99, [[99.99, 'Card']]);
    await on.asDatabaseOwner();
    await on.rows(`update public.sale_payments set created_at = now() - interval '1 hour' where sale_id = $1`, sale.id);
    await on.as(owner);
    await fee('Card', 9);
    expect(await since(on, before, 'Card', 'net_payments', 'fees')).toEqual([99.99, 2.5]);
    const [payment] = await paymentsOf(on, sale);
    await correct(on, payment, 'Cash', { amount: 40 });
    await correct(on, payment, 'Cash');
    expect(await since(on, before, 'Card', 'net_payments', 'fees', 'after_fees')).toEqual([0, 0, 0]);
    // Back at the percentage of the day of the payment.
    await correct(on, payment, 'Card', { from_method_id: await idOf(on, 'payment_methods', 'Cash') });
    expect(await since(on, before, 'Card', 'fees')).toEqual([2.5]);
    const [bought] = await on.rows<{ id: string }>('select id from public.sale_lines where sale_id = $1', sale.id);
    await on.as(cashier);
    await sell(on, [{ returns_line_id: bought?.id, quantity: 1 }], {}, [await paying(on, -99.99, 'Card')]);
    await on.as(owner);
    expect(await since(on, before, 'Card', 'fees')).toEqual([2.5]);
  });

  scenario('has the fee of what was paid by each method, however often parts were moved', async (on) => {
    await on.as(owner);
    await on.rows(`update public.payment_methods set fee_percentage = 2.5 where name = 'Card'`);
    const before = await byMethod(on);
    await opened(on);
    const sale = await sold(on, 1, [[1, 'Card']]);
    await on.as(owner);
    const [payment] = await paymentsOf(on, sale);
    const fees = () => since(on, before, 'Card', 'fees');
    expect(await fees()).toEqual([0.03]);
    const back = { from_method_id: await idOf(on, 'payment_methods', 'Cash') };
    for (let round = 0; round < 3; round++) {
      await correct(on, payment, 'Cash', { amount: 0.1 });
      await correct(on, payment, 'Cash', { amount: 0.1 });
      expect(await fees()).toEqual([0.02]);
      await correct(on, payment, 'Card', { amount: 0.2, ...back });
      expect(await fees()).toEqual([0.03]);
    }
  });

  scenario('keeps the percentage at which a late sale was paid', async (on) => {
    await changed(on, 1, () => on.rows(`update public.payment_methods set fee_percentage = 9 where name = 'Card'`));
    const { variant } = await goods(on, 1, { price: 100 });
    await withoutShift(on, owner);
    const before = await byMethod(on);
    const sale = await sell(on, [line(variant)], { shift_id: null, sold_at: ago(2) }, [await paying(on, 100, 'Card')]);
    expect(await since(on, before, 'Card', 'net_payments', 'fees')).toEqual([100, 0]);
    const [payment] = await paymentsOf(on, sale);
    await correct(on, payment, 'Cash');
    await correct(on, payment, 'Card', { from_method_id: await idOf(on, 'payment_methods', 'Cash') });
    expect(await since(on, before, 'Card', 'net_payments', 'fees')).toEqual([100, 0]);
  });

  scenario('is shown to those who may view reports of sales, its payments only with sales', async (on) => {
    await withOnlyPermissions(on, manager, 'reports.sales.view');
    await byMethod(on);
    const behind = () => on.call('payment_totals', { paid: 'today', of_sales: true });
    expect(await on.refused(behind)).toMatchObject({ message: 'permission_missing' });
    await withOnlyPermissions(on, manager, 'reports.sales.view', 'accounting.sales.view');
    await behind();
    expect(await on.refused(() => on.call('payment_totals', { paid: 'today' }))).toMatchObject({ message: 'permission_missing' });
    await withOnlyPermissions(on, manager, 'accounting.sales.view');
    expect(await on.refused(() => byMethod(on))).toMatchObject({ message: 'permission_missing' });
  });
});

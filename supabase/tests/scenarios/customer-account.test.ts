import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { seededRandom } from '../seeded-random.ts';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { detailOf, moveBack, stocked } from '../fixtures.ts';
import { withOnlyPermissions } from './purchasing.ts';
import { ago, customer, goods, line, paying, sell, type Sold } from './selling.ts';

const { zamalek, nasrCity, maadi } = branches;

interface Account extends Row {
  open_sales: number;
  owed: number;
  aged: Record<'d0_30' | 'd31_60' | 'd61_90' | 'over_90', number>;
  sales: Row[];
}
interface Entry extends Row {
  day: string;
  kind: string;
  number: string;
  amount: number;
  owed: number;
}
interface Statement extends Row {
  opening: number;
  closing: number;
  entries: Entry[];
}

const account = (on: TestSession, customer_id: string) => on.call<Account>('customer_account', { customer_id });
const statement = (on: TestSession, customer_id: string, days: Row = {}) =>
  on.call<Statement>('customer_statement', { customer_id, ...days });
const entryTuples = ({ entries }: Statement) => entries.map(({ day, kind, amount, owed }) => [day, kind, amount, owed]);
/** A line that returns the sale's first line. */
async function returnLine(on: TestSession, sale: Sold, quantity = 1): Promise<Row> {
  return {
    returns_line_id: await on.value('select id from public.sale_lines where sale_id = $1 order by position limit 1', sale.id),
    quantity,
  };
}
async function pay(on: TestSession, sale: Sold, amount: number, method = 'Card'): Promise<string> {
  const id = randomUUID();
  await on.call('pay_sale', { id: sale.id, payments: [{ id, ...(await paying(on, amount, method)) }] });
  return id;
}
/**
 * Changes rows as the database owner, e.g. their day: a test is one transaction, so all its rows have the same
 * time.
 */
async function asDatabaseOwner(on: TestSession, ...changes: string[]): Promise<void> {
  await on.asDatabaseOwner();
  for (const change of changes) await on.rows(change);
  await on.as(people.owner);
}
const daysAgo = async (on: TestSession, days: number): Promise<string> => {
  await on.asDatabaseOwner();
  const day = await on.value<string>('select (private.branch_today($1) - $2::integer)::text', zamalek, days);
  await on.as(people.owner);
  return day;
};
const setBusinessDay = ({ id }: Sold, day: string) => `update public.sales set business_day = '${day}' where id = '${id}'`;

describe('the account of a customer', () => {
  scenario('ages open sales, oldest first, with credits as negative amounts', async (on) => {
    const { variant } = await goods(on, 10, { price: 100 });
    const customer_id = await customer(on);
    const sales: Sold[] = [];
    const ages = [91, 90, 61, 60, 31, 30, 0];
    for (const index of ages.keys())
      sales.push(await sell(on, [line(variant)], { customer_id }, index === 0 ? [await paying(on, 40)] : []));
    const paid = await sell(on, [line(variant)], { customer_id }, [await paying(on, 100)]);
    const credit = await sell(on, [await returnLine(on, paid)], { customer_id });
    for (const [index, age] of ages.entries()) await asDatabaseOwner(on, setBusinessDay(sales[index]!, await daysAgo(on, age)));
    const { sales: open, ...figures } = await account(on, customer_id);
    expect(figures).toEqual({ open_sales: 8, owed: 560, aged: { d0_30: 100, d31_60: 200, d61_90: 200, over_90: 60 } });
    expect(open.map(({ id, age, total, paid, remaining }) => [id, age, total, paid, remaining])).toEqual([
      [sales[0]?.id, 91, 100, 40, 60],
      ...sales.slice(1).map(({ id }, index) => [id, ages[index + 1], 100, 0, 100]),
      [credit.id, 0, -100, 0, -100],
    ]);
    expect(open[0]).toMatchObject({ number: sales[0]?.number, type: 'sale', branch: 'Zamalek', branch_ar: 'الزمالك' });
    expect(await statement(on, customer_id)).toMatchObject({ opening: 0, closing: 560 });
  });

  scenario('applies a credit once to the oldest debts, and restores both when a part is voided', async (on) => {
    const { variant } = await goods(on, 10, { price: 60 });
    const customer_id = await customer(on);
    const old = await sell(on, [line(variant, 2)], { customer_id, sold_at: ago(1 / 3600) }, [await paying(on, 100)]);
    const newer = await sell(on, [line(variant)], { customer_id });
    const bought = await sell(on, [line(variant)], { customer_id }, [await paying(on, 60)]);
    const back = await sell(on, [await returnLine(on, bought)], { customer_id });
    expect(await account(on, customer_id)).toMatchObject({ owed: 20, open_sales: 3 });
    expect(await on.call('use_credit', { customer_id })).toEqual({ used: 60, sales: 2 });
    expect(await account(on, customer_id)).toMatchObject({ owed: 20, sales: [{ id: newer.id, remaining: 20 }] });
    expect(await statement(on, customer_id)).toMatchObject({ closing: 20 });
    expect(await on.call('use_credit', { customer_id })).toEqual({ used: 0, sales: 0 });
    // Neither the return nor a sale that it paid can be voided while the credit is used.
    for (const { id } of [old, back])
      expect(await on.refused(() => on.call('void_sale', { id, reason: 'Mistake' }))).toMatchObject({ message: 'sale_has_payments' });
    const part = await on.value<string>('select id from public.sale_payments where sale_id = $1 and paid_after_sale', old.id);
    await on.call('void_sale_payment', { id: part, reason: 'Mistake' });
    await on.call('void_sale_payment', { id: part, reason: 'Mistake' });
    expect((await account(on, customer_id)).sales.map(({ id, remaining }) => [id, remaining])).toEqual([
      [old.id, 20],
      [newer.id, 60],
      [back.id, -60],
    ]);
    await on.call('void_sale', { id: back.id, reason: 'Mistake' });
  });

  scenario('refunds goods that were paid with a credit when they are returned, too', async (on) => {
    const { variant } = await goods(on, 10, { price: 60 });
    const customer_id = await customer(on);
    const bought = await sell(on, [line(variant)], { customer_id }, [await paying(on, 60, 'Card')]);
    const debt = await sell(on, [line(variant)], { customer_id });
    const back = await sell(on, [await returnLine(on, bought)], { customer_id });
    expect(await on.call('use_credit', { customer_id })).toEqual({ used: 60, sales: 1 });
    const part = await on.value<string>('select id from public.sale_payments where sale_id = $1', debt.id);
    const backToo = await sell(on, [await returnLine(on, debt)], { customer_id });
    await pay(on, backToo, -60);
    expect(await account(on, customer_id)).toMatchObject({ owed: 0, open_sales: 0 });
    expect(await on.invariants()).toEqual([]);
    await on.as(people.owner);
    // As with any later payment that is voided after a refund, the sale is owed again.
    await on.call('void_sale_payment', { id: part, reason: 'Mistake' });
    expect((await account(on, customer_id)).sales.map(({ id, remaining }) => [id, remaining])).toEqual([
      [debt.id, 60],
      [back.id, -60],
    ]);
  });

  scenario('uses no credit of a branch where the user does not work', async (on) => {
    const { variant } = await goods(on, 10, { price: 60 });
    await stocked(on, people.owner, maadi, [[variant, 5]]);
    const customer_id = await customer(on);
    await sell(on, [line(variant)], { customer_id });
    const there = await sell(on, [line(variant)], { customer_id, branch_id: maadi }, [await paying(on, 60, 'Card')]);
    const back = await sell(on, [await returnLine(on, there)], { customer_id, branch_id: maadi });
    await on.as(people.manager);
    expect(await on.call('use_credit', { customer_id })).toEqual({ used: 0, sales: 0 });
    await on.as(people.owner);
    expect(await on.call('use_credit', { customer_id })).toEqual({ used: 60, sales: 1 });
    expect(back.remaining).toBe(-60);
    await on.as(people.storekeeper);
    expect(await on.refused(() => on.call('use_credit', { customer_id }))).toMatchObject({ message: 'permission_missing' });
  });

  scenario('lists the 50 oldest sales, and counts all', async (on) => {
    const { variant } = await goods(on, 60, { price: 1 });
    const customer_id = await customer(on);
    const sales: Sold[] = [];
    for (let n = 0; n < 52; n++) sales.push(await sell(on, [line(variant)], { customer_id }));
    const { open_sales, owed, sales: open } = await account(on, customer_id);
    expect([open_sales, owed, open.length]).toEqual([52, 52, 50]);
    expect(open.map(({ id }) => id)).toEqual(sales.slice(0, 50).map(({ id }) => id));
  });

  scenario('adds up only the branches that the user can view', async (on) => {
    const { variant } = await goods(on, 5, { price: 10 });
    await stocked(on, people.owner, nasrCity, [[variant, 5]]);
    const customer_id = await customer(on);
    const here = await sell(on, [line(variant)], { customer_id });
    await sell(on, [line(variant, 3)], { customer_id, branch_id: nasrCity });
    expect([(await account(on, customer_id)).owed, (await statement(on, customer_id)).closing]).toEqual([40, 40]);
    await on.as(people.cashier);
    const { sales, ...figures } = await account(on, customer_id);
    expect(figures).toEqual({ open_sales: 1, owed: 10, aged: { d0_30: 10, d31_60: 0, d61_90: 0, over_90: 0 } });
    expect(sales.map(({ id }) => id)).toEqual([here.id]);
    expect((await statement(on, customer_id)).entries.map(({ number, amount }) => [number, amount])).toEqual([[here.number, 10]]);
  });

  scenario('requires permission to view sales and customers, and an existing customer', async (on) => {
    await on.as(people.owner);
    const customer_id = await customer(on);
    const needed = ['accounting.sales.view', 'contacts.customers.view'];
    for (const question of [account, statement]) {
      for (const missing of needed) {
        await withOnlyPermissions(on, people.cashier, ...needed.filter((permission) => permission !== missing));
        const refusal = await on.refused(() => question(on, customer_id));
        expect([refusal.code, refusal.message, detailOf(refusal)]).toEqual(['PT403', 'permission_missing', { permission: missing }]);
      }
      await withOnlyPermissions(on, people.cashier, ...needed);
      for (const id of [null, randomUUID(), zamalek])
        expect(await on.refused(() => question(on, id as string))).toMatchObject({ code: 'PT404', message: 'customer_not_found' });
    }
    expect(await account(on, customer_id)).toEqual({
      open_sales: 0,
      owed: 0,
      aged: { d0_30: 0, d31_60: 0, d61_90: 0, over_90: 0 },
      sales: [],
    });
    expect(await statement(on, customer_id)).toEqual({ opening: 0, closing: 0, entries: [] });
    for (const day of ['infinity', '-infinity'])
      for (const side of ['from_day', 'before_day'])
        expect(await on.refused(() => statement(on, customer_id, { [side]: day }))).toMatchObject({
          constraint_name: 'day_within_centuries',
        });
  });
});

describe('the statement of a customer', () => {
  scenario('lists sales, returns, payments and voids by day with a running balance', async (on) => {
    const { variant } = await goods(on, 20, { price: 100 });
    const customer_id = await customer(on);
    const first = await sell(on, [line(variant, 3)], { customer_id, reference: 'R-7' }, [await paying(on, 50, 'Card')]);
    const bounced = await pay(on, first, 60);
    const paid = await sell(on, [line(variant)], { customer_id }, [await paying(on, 100)]);
    const refunded = await sell(on, [await returnLine(on, paid)], { customer_id }, [await paying(on, -100)]);
    const swapped = await sell(on, [await returnLine(on, first), line(variant, 2)], { customer_id });
    const wrong = await sell(on, [line(variant, 2)], { customer_id }, [await paying(on, 20)]);
    await on.call('void_sale', { id: wrong.id, reason: 'Rung up twice' });
    await asDatabaseOwner(
      on,
      setBusinessDay(first, '2026-10-01'),
      `update public.sale_payments set business_day = '2026-10-01' where sale_id = '${first.id}'`,
      `update public.sale_payments set business_day = '2026-10-05' where id = '${bounced}'`,
      ...[paid, refunded].flatMap((one) => [
        setBusinessDay(one, '2026-10-06'),
        `update public.sale_payments set business_day = '2026-10-06' where sale_id = '${one.id}'`,
      ]),
      setBusinessDay(swapped, '2026-10-07'),
    );
    await on.call('void_sale_payment', { id: bounced, reason: 'Cheque came back' });
    const today = await daysAgo(on, 0);

    const whole = await statement(on, customer_id);
    expect(entryTuples(whole)).toEqual([
      ['2026-10-01', 'sale', 300, 300],
      ['2026-10-01', 'payment', -50, 250],
      ['2026-10-05', 'payment', -60, 190],
      ['2026-10-06', 'sale', 100, 290],
      ['2026-10-06', 'payment', -100, 190],
      ['2026-10-06', 'return', -100, 90],
      ['2026-10-06', 'refund', 100, 190],
      ['2026-10-07', 'sale', 100, 290],
      [today, 'payment_voided', 60, 350],
      [today, 'sale', 200, 550],
      [today, 'payment', -20, 530],
      [today, 'payment_voided', 20, 550],
      [today, 'sale_voided', -200, 350],
    ]);
    expect(whole).toMatchObject({ opening: 0, closing: 350 });
    expect((await account(on, customer_id)).owed).toBe(350);
    expect(whole.entries[0]).toMatchObject({
      number: first.number,
      sale_id: first.id,
      reference: 'R-7',
      branch: 'Zamalek',
      branch_ar: 'الزمالك',
      payment_method: null,
    });
    expect(whole.entries[2]).toMatchObject({ number: first.number, sale_id: first.id, payment_method: 'Card', payment_method_ar: 'بطاقة' });
    const october = await statement(on, customer_id, { from_day: '2026-10-05', before_day: '2026-10-07' });
    expect([october.opening, entryTuples(october), october.closing]).toEqual([250, entryTuples(whole).slice(2, 7), 190]);
    expect(await statement(on, customer_id, { from_day: '2200-01-01' })).toMatchObject({ opening: 350, entries: [], closing: 350 });
    expect(await statement(on, customer_id, { from_day: '2026-10-06', before_day: '2026-10-02' })).toMatchObject({
      opening: 190,
      entries: [],
      closing: 190,
    });
  });

  scenario('counts a return once, and reverses it when it is voided', async (on) => {
    const { variant } = await goods(on, 5, { price: 100 });
    const customer_id = await customer(on);
    const sold = await sell(on, [line(variant, 2)], { customer_id }, [await paying(on, 20)]);
    const returned = await sell(on, [await returnLine(on, sold)], { customer_id });
    const today = await daysAgo(on, 0);
    const before = [
      [today, 'sale', 200, 200],
      [today, 'payment', -20, 180],
      [today, 'return', -100, 80],
    ];
    expect(entryTuples(await statement(on, customer_id))).toEqual(before);
    expect(await account(on, customer_id)).toMatchObject({ open_sales: 1, owed: 80 });
    await on.call('void_sale', { id: returned.id, reason: 'Kept after all' });
    expect(entryTuples(await statement(on, customer_id))).toEqual([...before, [today, 'return_voided', 100, 180]]);
    expect(await account(on, customer_id)).toMatchObject({ open_sales: 1, owed: 180 });
  });

  scenario('shows a return by another customer as a payment, with its number where visible', async (on) => {
    const { variant } = await goods(on, 5, { price: 100 });
    await stocked(on, people.owner, nasrCity, [[variant, 1]]);
    const [customer_id, other] = [await customer(on), await customer(on)];
    const sold = await sell(on, [line(variant, 2)], { customer_id });
    const returned = await sell(on, [await returnLine(on, sold)], { customer_id: other });
    const today = await daysAgo(on, 0);
    expect(entryTuples(await statement(on, customer_id))).toEqual([
      [today, 'sale', 200, 200],
      [today, 'payment', -100, 100],
    ]);
    expect(entryTuples(await statement(on, other))).toEqual([
      [today, 'return', -100, -100],
      [today, 'refund', 100, 0],
    ]);
    expect([(await account(on, customer_id)).owed, (await account(on, other)).owed]).toEqual([100, 0]);
    const reference = async (of: string) => (await statement(on, of)).entries.map((entry) => entry.reference);
    expect([await reference(customer_id), await reference(other)]).toEqual([
      [null, returned.number],
      [null, sold.number],
    ]);

    // The rest is returned in a branch the cashier cannot view.
    const otherBranchReturn = await sell(on, [await returnLine(on, sold)], { customer_id, branch_id: nasrCity });
    expect([(await statement(on, customer_id)).closing, (await account(on, customer_id)).owed]).toEqual([0, 0]);
    await on.as(people.cashier);
    expect(entryTuples(await statement(on, customer_id))).toEqual([
      [today, 'sale', 200, 200],
      [today, 'payment', -100, 100],
      [today, 'payment', -100, 0],
    ]);
    expect((await account(on, customer_id)).owed).toBe(0);
    expect((await reference(customer_id)).sort()).toEqual([returned.number, null, null].sort());
    await on.as(people.owner);
    await on.call('void_sale', { id: otherBranchReturn.id, reason: 'Mistake' });
    await on.as(people.cashier);
    expect((await statement(on, customer_id)).entries.at(-1)).toMatchObject({ kind: 'payment_voided', amount: 100, owed: 100 });
    expect((await account(on, customer_id)).owed).toBe(100);
  });

  scenario('closes with the account balance for random histories, and its periods join', async (on) => {
    const { variant } = await goods(on, 5000, { price: 40 });
    for (const branch of [nasrCity, maadi]) await stocked(on, people.owner, branch, [[variant, 5000]]);
    const customers = [await customer(on), await customer(on)];
    const done: Record<string, number> = {};
    const sales: Sold[] = [];
    for (const seed of [1, 2, 3]) {
      const roll = seededRandom(seed);
      for (let turn = 0; turn < 120; turn++) {
        const sale = { customer_id: customers[roll(2)], branch_id: [zamalek, nasrCity, maadi][roll(3)] };
        const one = sales[roll(sales.length || 1)];
        const [part, pieces, returned, other] = [1 + roll(40), 1 + roll(4), 1 + roll(3), 1 + roll(2)];
        const lines = [line(variant, pieces)];
        const voidable = await on.rows<{ id: string }>(
          'select id from public.sale_payments where sale_id = $1 and paid_after_sale and voided_at is null order by amount, id limit 1',
          one?.id ?? null,
        );
        const [credit] = await on.rows<Sold>(
          'select id, -remaining as remaining from public.sales where customer_id = $1 and remaining < 0 order by remaining, length(number), number limit 1',
          sale.customer_id,
        );
        const actions: Record<string, () => Promise<unknown>> = {
          sell: async () => sales.push(await sell(on, lines, sale, [await paying(on, part, 'Card')])),
          onAccount: async () => sales.push(await sell(on, lines, sale)),
          pay: () => pay(on, one!, part),
          payOut: () => pay(on, credit!, -Math.min(part, credit!.remaining)),
          voidPayment: () => on.call('void_sale_payment', { id: voidable[0]?.id ?? null, reason: 'Dice' }),
          giveBack: async () => sales.push(await sell(on, [await returnLine(on, one!)], sale)),
          refund: async () => sales.push(await sell(on, [await returnLine(on, one!, 2)], sale, [await paying(on, -part, 'Card')])),
          exchange: async () => sales.push(await sell(on, [await returnLine(on, one!, returned), line(variant, other)], sale)),
          voidSale: () => on.call('void_sale', { id: one!.id, reason: 'Dice' }),
        };
        const [name, action] = Object.entries(actions)[sales.length < 3 ? 0 : roll(9)]!;
        const known = sales.length;
        const { message } = await on.refused(async () => {
          await action();
          throw new Error('done');
        });
        sales.length = known;
        if (message !== 'done') continue;
        await action();
        done[name] = (done[name] ?? 0) + 1;
      }
      // All rows have the same time; spread them over a year.
      const ids = `'{${sales.map(({ id }) => id).join()}}'::uuid[]`;
      const ofPayment = [`array_position(${ids}, sale_id)`, 'amount', `array_position(${ids}, return_id)`, 'voided_at', 'id'].join();
      for (const column of ['business_day', 'voided_at']) {
        await moveBack(on, roll, 'sales', column, `id = any(${ids})`, `array_position(${ids}, id)`);
        await moveBack(on, roll, 'sale_payments', column, `sale_id = any(${ids})`, ofPayment);
      }
      for (const person of [people.owner, people.manager, people.cashier]) {
        await on.as(person);
        for (const customer_id of customers) {
          const { owed, aged } = await account(on, customer_id);
          const whole = await statement(on, customer_id);
          expect([whole.closing, whole.entries.at(-1)?.owed ?? 0, whole.opening], `seed ${seed}`).toEqual([owed, owed, 0]);
          expect(
            Object.values(aged).reduce((sum, amount) => sum + amount),
            `seed ${seed}`,
          ).toBe(owed);
          expect(await on.value('select sum(remaining) from public.sales where customer_id = $1', customer_id)).toBe(owed);
          const days = [...new Set(whole.entries.map((entry) => entry.day))];
          expect(days).toEqual([...days].sort());
          for (const split of days.filter((_, index) => index % 10 === 0)) {
            const [before, after] = [
              await statement(on, customer_id, { before_day: split }),
              await statement(on, customer_id, { from_day: split }),
            ];
            expect([before.closing, after.closing, [...before.entries, ...after.entries]]).toEqual([after.opening, owed, whole.entries]);
          }
        }
      }
      await on.as(people.owner);
    }
    expect(Object.keys(done).sort(), JSON.stringify(done)).toEqual([
      'exchange',
      'giveBack',
      'onAccount',
      'pay',
      'payOut',
      'refund',
      'sell',
      'voidPayment',
      'voidSale',
    ]);
  });

  scenario('is refused beyond 5,000 entries, unless the period is shorter', async (on) => {
    const { variant } = await goods(on, 1, { price: 1 });
    const customer_id = await customer(on);
    const sold = await sell(on, [line(variant)], { customer_id });
    await asDatabaseOwner(
      on,
      `alter table public.sales disable trigger user`,
      `insert into public.sales (number, type, branch_id, till, customer_id, salesperson_id, sold_at, business_day, subtotal, discount, tax, total, paid, content)
       select 'SA-MANY-2026-' || n, s.type, s.branch_id, 'MANY', s.customer_id, s.salesperson_id, s.sold_at, '2026-01-01'::date + n / 100, 1, 0, 0, 1, 0, 0
       from public.sales s, generate_series(1, 5000) n where s.id = '${sold.id}'`,
    );
    const refusal = await on.refused(() => statement(on, customer_id));
    expect([refusal.code, refusal.message, detailOf(refusal)]).toEqual(['PT400', 'statement_too_long', { max: 5000 }]);
    const later = await statement(on, customer_id, { from_day: '2026-01-02' });
    expect([later.opening, later.entries.length, later.closing]).toEqual([99, 4902, 5001]);
    await asDatabaseOwner(
      on,
      `delete from public.sales where till = 'MANY'`,
      `set constraints all immediate`,
      `alter table public.sales enable trigger user`,
    );
  });
});

import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { detailOf } from '../fixtures.ts';
import { withOnlyPermissions } from './purchasing.ts';
import { customer, goods, line, paying, sell, sellForCash, type Sold } from './selling.ts';

const { zamalek, nasrCity, maadi } = branches;
const { owner, manager, cashier, accountant, auditor } = people;

interface Shift extends Row {
  id: string;
  number: string;
}

/** A user arrives without an open shift. */
async function arriving(on: TestSession, person: string): Promise<TestSession> {
  await on.as(person);
  const { shifts } = await on.call<{ shifts: Shift[] }>('me');
  for (const { id } of shifts) await on.call('close_shift', { id, actual_closing: 0, note: 'Before the scenario' });
  return on;
}
const open = (on: TestSession, opening_balance: unknown, rest: Row = {}): Promise<Shift> =>
  on.call<Shift>('open_shift', { id: randomUUID(), branch_id: zamalek, opening_balance, ...rest });
const left = (on: TestSession, branch_id: string = zamalek) => on.call('left_in_drawer', { branch_id });
const close = (on: TestSession, id: string, actual_closing: unknown, rest: Row = {}): Promise<Shift> =>
  on.call<Shift>('close_shift', { id, actual_closing, ...rest });
const cashIn = (on: TestSession, shift_id: string, amount: unknown, kind = 'pay_in', reason: string | null = 'Float'): Promise<Row> =>
  on.call('record_cash', { id: randomUUID(), shift_id, kind, amount, reason });
const detail = (on: TestSession, id: string) =>
  on.call<{ shift: Row; entries: Row[]; methods?: Row[]; sales?: number; timeline: Row[] }>('shift_detail', { id });
const figures = async (on: TestSession, id: string): Promise<Row> => {
  const { cash_sales, cash_returns, cash_expenses, pay_ins, pay_outs, expected_closing } = (await on.as(owner).then(() => detail(on, id)))
    .shift;
  return { cash_sales, cash_returns, cash_expenses, pay_ins, pay_outs, expected_closing };
};
const moves = (on: TestSession, id: string, rest: Row = {}) => on.table('shift_moves', { id, ...rest });
const limit = (on: TestSession, most: number | null) =>
  on.asDatabaseOwner().then(() => on.rows('update public.business set shift_variance_limit = $1', most));
const nothing = { cash_sales: 0, cash_returns: 0, cash_expenses: 0, pay_ins: 0, pay_outs: 0 };
/** Opens the cashier's drawer in Zamalek with this balance. */
const begun = async (on: TestSession, balance = 100): Promise<Shift> => open(await arriving(on, cashier), balance);
/** A sale by the cashier of the owner's goods. */
const soldFor = async (on: TestSession, total: number, payments: Row[], sale: Row = {}): Promise<Sold> => {
  const { variant } = await goods(on, 1, { price: total });
  await on.as(cashier);
  return sell(on, [line(variant)], sale, payments);
};

describe('opening a shift', () => {
  scenario('allows one shift per person and branch, and a retry returns the same shift', async (on) => {
    await arriving(on, cashier);
    const id = randomUUID();
    const sent = { id, branch_id: zamalek, opening_balance: 250.5 };
    const made = await on.call<Shift>('open_shift', sent);
    expect(made).toMatchObject({
      id,
      version: 1,
      status: 'open',
      branch_id: zamalek,
      opening_balance: 250.5,
      suggested_balance: null,
      opening_difference: null,
    });
    expect(made.number).toMatch(/^SH-ZAM-\d{4}-\d{4}$/);
    expect(await on.call('open_shift', { ...sent, note: ' ' })).toEqual(made);
    const other = await on.refused(() => on.call('open_shift', { ...sent, opening_balance: 251 }));
    expect([other.message, detailOf(other)]).toEqual(['exists_already', { number: made.number, version: 1 }]);
    const second = await on.refused(() => open(on, 5));
    expect([second.code, second.message, detailOf(second)]).toEqual(['PT409', 'shift_open', { number: made.number }]);
    expect((await on.call<Row>('me')).shifts).toEqual([
      { id, number: made.number, branch_id: zamalek, opened_at: expect.any(String) as string, overdue: false },
    ]);
    expect(await left(on)).toBeNull();
    // Other users cannot read it by its id, and an id of another kind of document is refused.
    await arriving(on, manager);
    expect(await on.refused(() => on.call('open_shift', sent))).toMatchObject({ code: 'PT404', message: 'shift_not_found' });
    const [entry] = await on.rows('select id from public.stock_entries limit 1');
    expect(await on.refused(() => open(on, 5, { id: entry?.id }))).toMatchObject({ code: 'PT409', message: 'id_taken' });
    // One in each branch.
    await open(on, 5);
    await open(on, 5, { branch_id: nasrCity });
  });

  scenario('suggests the balance left in the drawer and requires a note for a different one', async (on) => {
    await close(on, (await begun(on, 100)).id, 100, { closing_balance: 80, note: 'Twenty to the safe' });
    expect(await left(on)).toMatchObject({ closing_balance: 80, opened_by: { id: cashier } });
    const short = await on.refused(() => open(on, 75));
    expect([short.code, short.message, detailOf(short)]).toEqual(['PT400', 'reason_missing', { field: 'note' }]);
    const taken = await open(on, 75, { note: 'Five are missing' });
    expect(taken).toMatchObject({ suggested_balance: 80, opening_difference: -5 });
    expect((await detail(on, taken.id)).shift).toMatchObject({
      opening_note: 'Five are missing',
      follows: expect.objectContaining({ number: expect.stringMatching(/^SH-/) as string }) as Row,
    });
    // A drawer is taken over once: the next person starts with no suggestion.
    await arriving(on, manager);
    expect(await left(on)).toBeNull();
    expect(await open(on, 40)).toMatchObject({ suggested_balance: null });
  });

  scenario('suggests the drawer that the same person left, otherwise the last one left', async (on) => {
    const his = await begun(on, 100);
    const hers = await open(await arriving(on, manager), 300);
    await on.as(cashier);
    await close(on, his.id, 100);
    await on.as(manager);
    await close(on, hers.id, 300);
    await on.asDatabaseOwner();
    await on.rows(
      `update public.profiles set role_id = (select role_id from public.profiles where id = $1) where id = $2`,
      cashier,
      auditor,
    );
    await on.rows(
      `insert into public.user_branches values ($1, $2, 'work') on conflict (profile_id, branch_id) do update set access = 'work'`,
      auditor,
      zamalek,
    );
    expect(await open(await on.as(cashier), 100)).toMatchObject({ suggested_balance: 100 });
    expect(await open(await on.as(auditor), 300)).toMatchObject({ suggested_balance: 300, opening_difference: 0 });
  });

  scenario('suggests nothing if the drawer was left empty', async (on) => {
    await close(on, (await begun(on, 100)).id, 100, { closing_balance: 0 });
    expect(await open(on, 55)).toMatchObject({ suggested_balance: null, opening_difference: null });
  });

  scenario('requires the permission, an open branch where the user works, and a valid amount', async (on) => {
    await arriving(on, cashier);
    for (const [amount, message] of [
      [null, 'cash_amount_required'],
      [-1, 'cash_amount_invalid'],
      [1.005, 'cash_amount_invalid'],
      ['NaN', 'cash_amount_invalid'],
      ['Infinity', 'cash_amount_invalid'],
      [1e10, 'cash_amount_invalid'],
      [1e30, 'cash_amount_invalid'],
    ] as const) {
      const refusal = await on.refused(() => open(on, amount));
      expect([refusal.code, refusal.message, detailOf(refusal)], String(amount)).toEqual(['PT400', message, { field: 'opening_balance' }]);
    }
    expect(await on.refused(() => open(on, 5, { id: null }))).toMatchObject({ message: 'id_missing' });
    expect(await on.refused(() => open(on, 5, { branch_id: maadi }))).toMatchObject({ code: 'PT404', message: 'branch_not_found' });
    await arriving(on, manager);
    expect(await on.refused(() => open(on, 5, { branch_id: maadi }))).toMatchObject({ code: 'PT403', message: 'branch_view_only' });
    await on.asDatabaseOwner();
    await on.rows('update public.branches set active = false where id = $1', zamalek);
    await on.as(manager);
    expect(await on.refused(() => open(on, 5))).toMatchObject({ code: 'PT409', message: 'place_closed' });
    await on.as(accountant);
    expect(detailOf(await on.refused(() => open(on, 5)))).toEqual({ permission: 'attendance.shifts.open' });
  });
});

describe('a shift call that is sent again', () => {
  scenario('answers the same after its branch was closed and the currency lost decimals', async (on) => {
    await on.as(people.owner);
    await on.rows('update public.business set currency_decimals = 3');
    await on.as(people.manager);
    for (const { id } of (await on.call<{ shifts: { id: string }[] }>('me')).shifts)
      await on.call('close_shift', { id, actual_closing: 0, note: 'Before the scenario' });
    const [shift, entry] = [randomUUID(), randomUUID()];
    const calls = [
      () => on.call('open_shift', { id: shift, branch_id: branches.zamalek, opening_balance: 0.125, note: 'Counted' }),
      () => on.call('record_cash', { id: entry, shift_id: shift, kind: 'pay_in', amount: 0.125, reason: 'Change' }),
      () => on.call('close_shift', { id: shift, actual_closing: 0.125, note: 'Short' }),
    ];
    for (const call of calls) {
      await on.as(people.owner);
      await on.rows('update public.business set currency_decimals = 3');
      await on.rows('update public.branches set active = true where id = $1', branches.zamalek);
      await on.as(people.manager);
      const first = await call();
      await on.as(people.owner);
      await on.rows('update public.business set currency_decimals = 2');
      await on.rows('update public.branches set active = false where id = $1', branches.zamalek);
      await on.as(people.manager);
      expect(await call()).toEqual(first);
    }
  });
});

describe('payment of a sale', () => {
  scenario('adds only the cash kept to the shift, without change given or card payments', async (on) => {
    const { id } = await begun(on, 100);
    await soldFor(on, 60, [await paying(on, 200)]);
    await soldFor(on, 100, [await paying(on, 30, 'Card'), await paying(on, 100)]);
    expect(await figures(on, id)).toEqual({ ...nothing, cash_sales: 130, expected_closing: 230 });
    expect(
      (await detail(on, id)).methods?.map(({ payment_method, is_cash, sales, returns, payments }) => [
        payment_method,
        is_cash,
        sales,
        returns,
        payments,
      ]),
    ).toEqual([
      ['Cash', true, 130, 0, 2],
      ['Card', false, 30, 0, 1],
    ]);
    expect((await detail(on, id)).sales).toBe(2);
  });

  scenario('keeps counting as cash or not after its method changes', async (on) => {
    const { id } = await begun(on, 100);
    const exchange = () =>
      on.asDatabaseOwner().then(() => on.rows(`update public.payment_methods set is_cash = not is_cash where name in ('Cash', 'Card')`));
    await soldFor(on, 60, [await paying(on, 60)]);
    await soldFor(on, 40, [await paying(on, 40, 'Card')]);
    await exchange();
    await soldFor(on, 30, [await paying(on, 30)]);
    await soldFor(on, 25, [await paying(on, 50, 'Card')]);
    const then = { ...nothing, cash_sales: 85, expected_closing: 185 };
    expect(await figures(on, id)).toEqual(then);
    await close(await on.as(cashier), id, 185);
    await exchange();
    expect(await figures(on, id)).toEqual(then);
  });

  scenario('counts once in the hour repeated when the clocks go back, on the day the shift opened', async (on) => {
    await on.as(owner);
    await on.rows(`update public.branches set time_zone = 'Europe/Berlin', day_start = 0 where id = $1`, zamalek);
    const { id } = await begun(on, 100);
    await on.asDatabaseOwner();
    await on.rows(`update public.business set sales_from = '2026-01-01', late_sale_days = null`);
    await on.rows(`update public.shifts set opened_at = '2026-10-24T22:00+02:00', business_day = '2026-10-24' where id = $1`, id);
    const nights = [];
    for (const [total, sold_at] of [
      [10, '2026-10-24T23:30+02:00'],
      [20, '2026-10-25T02:30+02:00'],
      [40, '2026-10-25T02:30+01:00'],
    ] as const)
      nights.push(await soldFor(on, total, [await paying(on, total)], { shift_id: id, sold_at }));
    expect(await figures(on, id)).toEqual({ ...nothing, cash_sales: 70, expected_closing: 170 });
    expect(await close(await on.as(manager), id, 170)).toMatchObject({ result: 'balanced' });
    await on.as(owner);
    for (const [opened, found] of [
      ['2026-10-24..2026-10-24', [id]],
      ['2026-10-25..2026-10-25', []],
    ] as const) {
      expect(
        (await on.table('shift_page', { opened, at_branch_ids: [zamalek], opened_by_ids: [cashier] })).map((row) => row.id),
        opened,
      ).toEqual(found);
    }
    await on.asDatabaseOwner();
    expect(
      await on.rows(
        'select business_day::text from public.sales where id = any ($1) order by sold_at',
        nights.map((sale) => sale.id),
      ),
    ).toEqual(['2026-10-24', '2026-10-25', '2026-10-25'].map((business_day) => ({ business_day })));
  });

  scenario('goes into the shift that takes it, so a return counts in its own shift', async (on) => {
    const first = await begun(on, 100);
    const sold = await soldFor(on, 60, [await paying(on, 60)]);
    await close(on, first.id, 160);
    const second = await open(on, 160);
    const back = await sell(
      on,
      [{ returns_line_id: await on.value('select id from public.sale_lines where sale_id = $1', sold.id), quantity: 1 }],
      {},
      [await paying(on, -60)],
    );
    expect(await figures(on, first.id)).toEqual({ ...nothing, cash_sales: 60, expected_closing: 160 });
    expect(await figures(on, second.id)).toEqual({ ...nothing, cash_returns: 60, expected_closing: 100 });
    expect((await on.call<{ sale: Row }>('sale_detail', { id: back.id })).sale).toMatchObject({
      shift_id: second.id,
      shift_number: second.number,
    });
    // The credit on the first sale is not money: nothing moved in its shift.
    expect(await moves(on, first.id)).toHaveLength(1);
  });

  scenario('for an earlier sale goes into the open shift of the user who takes it', async (on) => {
    const { id } = await begun(on, 0);
    const sold = await soldFor(on, 100, [], { customer_id: await on.asDatabaseOwner().then(() => customer(on)) });
    const other = await open(await arriving(on, manager), 0, { branch_id: nasrCity });
    await on.call('pay_sale', { id: sold.id, payments: [{ id: randomUUID(), ...(await paying(on, 30)), branch_id: nasrCity }] });
    await on.as(cashier);
    await on.call('pay_sale', { id: sold.id, payments: [{ id: randomUUID(), ...(await paying(on, 100)) }] });
    expect(await figures(on, other.id)).toEqual({ ...nothing, cash_sales: 30, expected_closing: 30 });
    expect(await figures(on, id)).toEqual({ ...nothing, cash_sales: 70, expected_closing: 70 });
  });

  scenario('in cash is refused without an open shift, and writes nothing', async (on) => {
    const { variant } = await goods(on, 5, { price: 100 });
    const sold = await sell(on, [line(variant)], { customer_id: await customer(on) });
    await arriving(on, cashier);
    const state = () =>
      on.rows(
        'select (select count(*) from public.sales) as sales, (select count(*) from public.sale_payments) as payments, (select sum(quantity) from public.stock_movements) as moved',
      );
    const before = await state();
    for (const attempt of [
      () => sellForCash(on, [line(variant)]),
      // Only tills of other systems, in batches, have drawers of their own.
      () => sellForCash(on, [line(variant)], { shift_id: null }),
      async () => on.call('pay_sale', { id: sold.id, payments: [{ id: randomUUID(), ...(await paying(on, 100)) }] }),
    ]) {
      const refusal = await on.refused(attempt);
      expect([refusal.code, refusal.message, detailOf(refusal)]).toEqual([
        'PT409',
        'shift_missing',
        { branch: 'Zamalek', branch_ar: 'الزمالك' },
      ]);
    }
    expect(await state()).toEqual(before);
    // The business can allow cash without a shift.
    await on.as(owner);
    await on.rows('update public.business set cash_needs_shift = false');
    await on.as(cashier);
    const loose = await sellForCash(on, [line(variant)]);
    await on.asDatabaseOwner();
    expect(await on.rows('select shift_id, is_cash from public.sale_payments where sale_id = $1', loose.id)).toEqual([
      { shift_id: null, is_cash: true },
    ]);
    await on.rows('update public.business set cash_needs_shift = true');
    await on.as(cashier);
    // A card payment needs no shift, but goes into the open one.
    const card = await sell(on, [line(variant)], {}, [await paying(on, 100, 'Card')]);
    const shift = await open(on, 0);
    const also = await sell(on, [line(variant)], {}, [await paying(on, 100, 'Card')]);
    await on.asDatabaseOwner();
    expect(
      await on.rows(
        'select p.sale_id, p.shift_id, s.shift_id as made_in from public.sale_payments p join public.sales s on s.id = p.sale_id where s.id = any ($1) order by s.number',
        [card.id, also.id],
      ),
    ).toEqual([
      { sale_id: card.id, shift_id: null, made_in: null },
      { sale_id: also.id, shift_id: shift.id, made_in: shift.id },
    ]);
  });

  scenario('from another system’s till belongs to no shift unless the sale names one', async (on) => {
    const { variant } = await goods(on, 5, { price: 100 });
    await arriving(on, cashier);
    const [taken] = await on.call<Row[]>('record_sales', {
      branch_id: zamalek,
      till: 'POS1',
      sales: [{ reference: '1', lines: [line(variant)], payments: [await paying(on, 100)] }],
    });
    expect(taken).toMatchObject({ result: 'recorded' });
    const { id } = await open(on, 0);
    const paid = [await paying(on, 100)];
    const batch = {
      branch_id: zamalek,
      till: 'POS1',
      sales: [
        { reference: '4', lines: [line(variant)], payments: paid },
        { reference: '5', lines: [line(variant)], payments: paid, shift_id: id },
      ],
    };
    const answers = await on.call<Row[]>('record_sales', batch);
    expect(answers.map(({ result }) => result)).toEqual(['recorded', 'recorded']);
    expect((await on.call<Row[]>('record_sales', batch)).map(({ result }) => result)).toEqual(['already_recorded', 'already_recorded']);
    await on.asDatabaseOwner();
    expect(await on.rows('select reference, shift_id from public.sales where till = $1 order by reference', 'POS1')).toEqual([
      { reference: '1', shift_id: null },
      { reference: '4', shift_id: null },
      { reference: '5', shift_id: id },
    ]);
    expect(await figures(on, id)).toMatchObject({ cash_sales: 100 });
  });

  scenario('of an offline sale goes into its shift, or is listed as late if that has been closed', async (on) => {
    const { variant } = await goods(on, 5, { price: 100 });
    const shift = await begun(on, 0);
    const id = randomUUID();
    const cash = [await paying(on, 100)];
    const send = (shift_id: string | undefined, sale = id) =>
      sell(on, [line(variant)], shift_id === undefined ? {} : { shift_id }, cash, sale);
    const first = await send(shift.id);
    await close(on, shift.id, 100);
    // A recorded sale stays in its shift when it is sent again.
    expect(await send(shift.id)).toEqual(first);
    const late = await on.refused(() => send(shift.id, randomUUID()));
    expect([late.code, late.message, detailOf(late)]).toEqual([
      'PT409',
      'shift_closed',
      { number: shift.number, by: 'Youssef Magdy', by_ar: 'يوسف مجدي', at: expect.any(String) as string },
    ]);
    // A sale made before the closing was counted with the drawer: it is recorded without a drawer and listed as
    // late.
    const sold_at = new Date(Date.now() - 60_000).toISOString();
    const arrived = await sell(on, [line(variant)], { shift_id: shift.id, sold_at }, cash);
    expect(await sell(on, [line(variant)], { shift_id: shift.id, sold_at }, cash, arrived.id)).toEqual(arrived);
    expect(await on.refused(() => on.call('void_sale', { id: arrived.id, reason: 'Mistake' }))).toMatchObject({
      message: expect.stringMatching(/shift_closed|permission_missing/) as string,
    });
    await on.asDatabaseOwner();
    expect(
      await on.rows(
        'select s.shift_id as made_in, p.shift_id from public.sales s join public.sale_payments p on p.sale_id = s.id where s.id = $1',
        arrived.id,
      ),
    ).toEqual([{ made_in: shift.id, shift_id: null }]);
    expect(await figures(on, shift.id)).toMatchObject({ cash_sales: 100 });
    await on.as(manager);
    expect(await on.call('shift_detail', { id: shift.id })).toMatchObject({
      late: [{ id: arrived.id, number: arrived.number, total: 100, cash: 100 }],
    });
    await on.as(cashier);
    expect(Object.keys(await on.call<Row>('shift_detail', { id: shift.id }))).not.toContain('late');
    const next = await open(on, 100);
    await send(undefined, randomUUID());
    expect(await figures(on, next.id)).toMatchObject({ cash_sales: 100 });
    expect(await figures(on, shift.id)).toMatchObject({ cash_sales: 100 });
    // Nobody can add money to another person's drawer or to one of another branch.
    await arriving(on, manager);
    const there = await open(on, 0, { branch_id: nasrCity });
    for (const wrong of [next.id, there.id, randomUUID()])
      expect(await on.refused(() => send(wrong, randomUUID())), wrong).toMatchObject({ code: 'PT404', message: 'shift_not_found' });
  });
});

describe('voiding', () => {
  scenario('a sale takes its cash out of the drawer it went into, while that shift is open', async (on) => {
    const { id, number } = await begun(on, 0);
    const [first, second] = [await soldFor(on, 60, [await paying(on, 60)]), await soldFor(on, 40, [await paying(on, 40)])];
    await arriving(on, manager);
    await on.call('void_sale', { id: first.id, reason: 'Mistake' });
    expect(await figures(on, id)).toEqual({ ...nothing, cash_sales: 40, expected_closing: 40 });
    await on.as(cashier);
    await close(on, id, 40);
    await on.as(manager);
    const late = await on.refused(() => on.call('void_sale', { id: second.id, reason: 'Mistake' }));
    expect([late.code, late.message, detailOf(late).number]).toEqual(['PT409', 'shift_closed', number]);
  });

  scenario('a later payment takes it from its own drawer, or from the voider’s once that is closed', async (on) => {
    const { id } = await begun(on, 0);
    const sold = await soldFor(on, 100, [], { customer_id: await on.asDatabaseOwner().then(() => customer(on)) });
    const made = await Promise.all(
      [10, 20, 30].map(async (amount) => ({ id: randomUUID(), ...(await paying(on, amount, amount === 30 ? 'Card' : 'Cash')) })),
    );
    await on.call('pay_sale', { id: sold.id, payments: made });
    await arriving(on, manager);
    const voided = (index: number) => on.call('void_sale_payment', { id: made[index]?.id, reason: 'Wrong sale' });
    await voided(0);
    expect(await figures(on, id)).toEqual({ ...nothing, cash_sales: 20, expected_closing: 20 });
    await close(await on.as(cashier), id, 20);
    await on.as(manager);
    expect(await on.refused(() => voided(1))).toMatchObject({ message: 'shift_missing' });
    const hers = await open(on, 50, { note: 'More' });
    await voided(1);
    await voided(2);
    // The closed shift and its rows are unchanged.
    expect(await figures(on, id)).toEqual({ ...nothing, cash_sales: 20, expected_closing: 20 });
    expect((await moves(on, id)).map(({ amount }) => amount).sort()).toEqual([20, 30]);
    expect(await figures(on, hers.id)).toEqual({ ...nothing, cash_returns: 20, expected_closing: 30 });
    expect((await detail(on, hers.id)).methods?.map(({ payment_method, returns }) => [payment_method, returns])).toEqual([
      ['Cash', 20],
      ['Card', 30],
    ]);
  });

  scenario('a payment made without a shift changes no drawer', async (on) => {
    const { variant } = await goods(on, 1, { price: 100 });
    const sold = await sell(on, [line(variant)], { customer_id: await customer(on) });
    const made = { id: randomUUID(), ...(await paying(on, 100)) };
    await on.rows('update public.business set cash_needs_shift = false');
    await (await arriving(on, accountant)).call('pay_sale', { id: sold.id, payments: [made] });
    const { id } = await open(await arriving(on, manager), 0);
    await on.call('void_sale_payment', { id: made.id, reason: 'Mistake' });
    expect(await figures(on, id)).toEqual({ ...nothing, expected_closing: 0 });
  });
});

describe('a cash entry', () => {
  scenario('puts money into a drawer or takes it out, needs a reason, and is recorded once', async (on) => {
    const { id, number } = await begun(on, 100);
    const sent = { id: randomUUID(), shift_id: id, kind: 'pay_in', amount: 50, reason: ' Change from the bank ' };
    const answer = await on.call('record_cash', sent);
    expect(answer).toMatchObject({ id: sent.id, shift: { id, status: 'open' } });
    expect(await on.call('record_cash', { ...sent, amount: '50.00', reason: 'Change from the bank' })).toEqual(answer);
    const other = await on.refused(() => on.call('record_cash', { ...sent, amount: 51 }));
    expect([other.message, detailOf(other)]).toEqual(['exists_already', { number }]);
    await cashIn(on, id, 30, 'pay_out', 'Water');
    expect(await figures(on, id)).toEqual({ ...nothing, pay_ins: 50, pay_outs: 30, expected_closing: 120 });
    await on.as(cashier);
    expect((await detail(on, id)).entries.map(({ kind, amount, reason }) => [kind, amount, reason]).sort()).toEqual([
      ['pay_in', 50, 'Change from the bank'],
      ['pay_out', 30, 'Water'],
    ]);
    for (const [rest, message, field] of [
      [[null], 'cash_amount_required', 'amount'],
      [[0], 'cash_amount_invalid', 'amount'],
      [[1.001], 'cash_amount_invalid', 'amount'],
      [[5, 'gift'], 'value_invalid', 'kind'],
      [[5, 'pay_in', ' '], 'reason_missing', 'reason'],
    ] as [[unknown, string?, string?], string, string][]) {
      const refusal = await on.refused(() => cashIn(on, id, ...rest));
      expect([refusal.message, detailOf(refusal).field], JSON.stringify(rest)).toEqual([message, field]);
    }
    await close(on, id, 120);
    expect(await on.refused(() => cashIn(on, id, 5))).toMatchObject({ code: 'PT409', message: 'shift_closed' });
    // A retry is answered even after the shift is closed.
    expect(await on.call('record_cash', sent)).toMatchObject({ id: sent.id, shift: { status: 'closed' } });
  });

  scenario('in another person’s drawer needs permission to close others’ shifts', async (on) => {
    const { id } = await begun(on, 100);
    await on.as(manager);
    await cashIn(on, id, 20, 'pay_out', 'To the safe');
    await on.as(accountant);
    expect(detailOf(await on.refused(() => cashIn(on, id, 5)))).toEqual({ permission: 'attendance.shifts.open' });
    await withOnlyPermissions(on, auditor, 'attendance.shifts.view', 'attendance.shifts.open');
    await on.asDatabaseOwner();
    await on.rows(`update public.user_branches set access = 'work' where profile_id = $1`, auditor);
    await on.as(auditor);
    expect(detailOf(await on.refused(() => cashIn(on, id, 5)))).toEqual({ permission: 'attendance.shifts.close_others' });
    await on.asDatabaseOwner();
    await on.rows('delete from public.user_branches where profile_id = $1 and branch_id = $2', auditor, zamalek);
    await on.as(auditor);
    for (const shift of [id, randomUUID()])
      expect(await on.refused(() => cashIn(on, shift, 5))).toMatchObject({ code: 'PT404', message: 'shift_not_found' });
    // Entries of others are hidden from a user who may not view the expected amount, but they count.
    expect((await detail(await on.as(cashier), id)).entries).toEqual([]);
    expect(await figures(on, id)).toMatchObject({ pay_outs: 20 });
  });
});

describe('closing a shift', () => {
  scenario('accepts a total or a count of coins and notes, and the balance left in the drawer', async (on) => {
    const { id } = await begun(on, 100);
    const counted = [
      { denomination: 20, count: 3 },
      { denomination: 0.25, count: 2 },
      { denomination: 50, count: 1 },
      { denomination: 5, count: 0 },
    ];
    for (const [sent, message, field] of [
      [{}, 'cash_amount_required', 'actual_closing'],
      [{ actual_closing: -1 }, 'cash_amount_invalid', 'actual_closing'],
      [{ actual_closing: 'NaN' }, 'cash_amount_invalid', 'actual_closing'],
      [{ actual_closing: 100, denominations: counted }, 'value_invalid', 'actual_closing'],
      [{ actual_closing: 100, closing_balance: 101 }, 'cash_amount_invalid', 'closing_balance'],
      [{ actual_closing: 100, closing_balance: -1 }, 'cash_amount_invalid', 'closing_balance'],
      [{ denominations: [{ denomination: 20, count: -1 }] }, 'denominations_invalid', 'denominations'],
      [{ denominations: [{ denomination: 0, count: 1 }] }, 'denominations_invalid', 'denominations'],
      [
        {
          denominations: [
            { denomination: 20, count: 1 },
            { denomination: '20.0', count: 1 },
          ],
        },
        'denominations_invalid',
        'denominations',
      ],
      [{ denominations: [{ denomination: 20 }] }, 'denominations_invalid', 'denominations'],
      [{ denominations: [{ denomination: 20, count: 1.5 }] }, 'denominations_invalid', 'denominations'],
      [{ denominations: [{ denomination: 'x', count: 1 }] }, 'denominations_invalid', 'denominations'],
      [{ denominations: [] }, 'lines_missing', 'denominations'],
      [{ denominations: Array(51).fill({ denomination: 1, count: 1 }) }, 'lines_over_limit', 'denominations'],
      [
        {
          denominations: [
            { denomination: 200, count: 1000000 },
            { denomination: 10000, count: 1000000 },
          ],
        },
        'cash_amount_invalid',
        'actual_closing',
      ],
    ] as [Row, string, string][]) {
      const refusal = await on.refused(() => on.call('close_shift', { id, ...sent }));
      expect([refusal.message, detailOf(refusal).field], JSON.stringify(sent).slice(0, 200)).toEqual([message, field]);
    }
    const sent = { id, denominations: counted, closing_balance: 50, note: 'Sixty to the safe' };
    const answer = await on.call('close_shift', sent);
    expect(answer).toMatchObject({ id, status: 'closed', actual_closing: 110.5, closing_balance: 50 });
    expect(await on.call('close_shift', { ...sent, actual_closing: 110.5 })).toEqual(answer);
    expect((await detail(on, id)).shift.denominations).toEqual([
      { denomination: 50, count: 1 },
      { denomination: 20, count: 3 },
      { denomination: 0.25, count: 2 },
    ]);
    expect(await figures(on, id)).toMatchObject({ expected_closing: 100 });
    expect((await detail(on, id)).shift).toMatchObject({
      difference: 10.5,
      result: 'overage',
      closing_note: 'Sixty to the safe',
      to_approve: false,
    });
  });

  scenario('computes the difference to the expected amount, and is final', async (on) => {
    for (const [counted, difference, result] of [
      [150, 0, 'balanced'],
      [155.25, 5.25, 'overage'],
      [149.5, -0.5, 'shortage'],
    ] as const) {
      const { id } = await begun(on, 100);
      await soldFor(on, 50, [await paying(on, 50)]);
      await close(on, id, counted, { closing_balance: 0 });
      expect((await detail(await on.as(owner), id)).shift).toMatchObject({
        difference,
        result,
        cash_sales: 50,
        expected_closing: 150,
        actual_closing: counted,
        closed_by: { id: cashier },
      });
      await on.asDatabaseOwner();
      for (const text of [
        'update public.shifts set actual_closing = 1 where id = $1',
        'delete from public.shifts where id = $1',
        'update public.shift_figures set difference = 0 where shift_id = $1',
        'delete from public.shift_figures where shift_id = $1',
      ]) {
        expect(await on.refused(() => on.rows(text, id)), text).toMatchObject({ message: 'shift_closed' });
      }
    }
  });

  scenario('is done once: a second user is told who closed it, and a retry answers the same', async (on) => {
    const { id, number } = await begun(on, 100);
    await on.as(manager);
    const answer = await close(on, id, 100);
    expect(answer).toMatchObject({ status: 'closed', expected_closing: 100, difference: 0, result: 'balanced', to_approve: false });
    expect(await close(on, id, '100.00', { closing_balance: 100, note: '' })).toEqual(answer);
    expect(await on.refused(() => close(on, id, 101))).toMatchObject({ message: 'shift_closed' });
    await on.as(cashier);
    const second = await on.refused(() => close(on, id, 100));
    expect([second.code, second.message, detailOf(second)]).toEqual([
      'PT409',
      'shift_closed',
      { number, by: 'Karim Samir', by_ar: 'كريم سمير', at: expect.any(String) as string },
    ]);
  });

  scenario('is allowed to the shift’s own user and to users who may close others’ shifts', async (on) => {
    const { id } = await begun(on, 100);
    await withOnlyPermissions(on, auditor, 'attendance.shifts.view', 'attendance.shifts.close');
    expect(await on.refused(() => close(on, id, 100))).toMatchObject({ code: 'PT403', message: 'branch_view_only' });
    await on.asDatabaseOwner();
    await on.rows(`update public.user_branches set access = 'work' where profile_id = $1`, auditor);
    await on.as(auditor);
    expect(detailOf(await on.refused(() => close(on, id, 100)))).toEqual({ permission: 'attendance.shifts.close_others' });
    await withOnlyPermissions(on, cashier, 'attendance.shifts.open');
    expect(detailOf(await on.refused(() => close(on, id, 100)))).toEqual({ permission: 'attendance.shifts.close' });
    await withOnlyPermissions(on, cashier, 'attendance.shifts.close');
    expect(await close(on, id, 100)).toMatchObject({ status: 'closed' });
    await on.as(manager);
    for (const shift of [randomUUID(), (await on.rows('select id from public.sales limit 1'))[0]?.id ?? randomUUID()])
      expect(await on.refused(() => close(on, String(shift), 100))).toMatchObject({ message: 'shift_not_found' });
  });
});

describe('a difference beyond the limit', () => {
  scenario('needs a note, and closing approves it if the user has permission to approve', async (on) => {
    await limit(on, 5);
    const { id } = await open(await arriving(on, manager), 100);
    expect(detailOf(await on.refused(() => close(on, id, 94.99)))).toEqual({ field: 'note' });
    const answer = await close(on, id, 94.99, { note: 'A note was torn' });
    expect(answer).toMatchObject({ result: 'shortage', difference: -5.01, to_approve: false });
    expect((await detail(on, id)).shift).toMatchObject({
      to_approve: false,
      variance_limit: 5,
      approved_by: { id: manager },
      approval_note: 'A note was torn',
    });
    expect((await detail(on, id)).timeline.map(({ kind, note }) => [kind, note])).toEqual([
      ['opened', undefined],
      ['cashed_up', 'A note was torn'],
      ['approved', 'A note was torn'],
    ]);
    // A difference at the limit needs none.
    const next = await open(on, 94.99);
    expect(await close(on, next.id, 99.99)).toMatchObject({ result: 'overage', to_approve: false });
  });

  scenario('does not stop a closing without the permission to see it, and waits for approval', async (on) => {
    await limit(on, 5);
    const { id } = await begun(on, 100);
    const answer = await close(on, id, 50);
    expect(answer).not.toHaveProperty('to_approve');
    await on.as(manager);
    expect((await detail(on, id)).shift).toMatchObject({ to_approve: true, difference: -50, approved_by: null });
    const approve = (note: string | null) => on.call('approve_variance', { id, note });
    expect(detailOf(await on.refused(() => approve(' ')))).toEqual({ field: 'note' });
    const approved = await approve('Paid for water, no slip');
    expect(approved).toMatchObject({ to_approve: false, result: 'shortage' });
    expect(await approve('Paid for water, no slip ')).toEqual(approved);
    expect(await on.refused(() => approve('Another'))).toMatchObject({ code: 'PT409', message: 'variance_approved' });
    await on.as(owner);
    const second = await on.refused(() => approve('Paid for water, no slip'));
    expect([second.message, detailOf(second).by]).toEqual(['variance_approved', 'Karim Samir']);
    await on.asDatabaseOwner();
    expect(await on.refused(() => on.rows('delete from public.shift_approvals where shift_id = $1', id))).toMatchObject({
      message: 'shift_closed',
    });
  });

  scenario('can be approved only by users who may view the expected amount, and only if there is one', async (on) => {
    await limit(on, 5);
    const { id } = await begun(on, 100);
    await on.as(manager);
    const approve = (shift: string) => on.call('approve_variance', { id: shift, note: 'All right' });
    expect(await on.refused(() => approve(id))).toMatchObject({ code: 'PT409', message: 'variance_not_waiting' });
    await close(on, id, 98);
    expect(await on.refused(() => approve(id))).toMatchObject({ code: 'PT409', message: 'variance_not_waiting' });
    await on.as(cashier);
    expect(await on.refused(() => approve(id))).toMatchObject({ code: 'PT403', message: 'permission_missing' });
    await withOnlyPermissions(on, cashier, 'attendance.shifts.view', 'attendance.shifts.approve_variance');
    expect(detailOf(await on.refused(() => approve(id)))).toEqual({ permission: 'attendance.shifts.view_expected' });
    await withOnlyPermissions(
      on,
      auditor,
      'attendance.shifts.view',
      'attendance.shifts.view_expected',
      'attendance.shifts.approve_variance',
    );
    expect(await on.refused(() => approve(id))).toMatchObject({ message: 'branch_view_only' });
    expect(await on.refused(() => approve(randomUUID()))).toMatchObject({ code: 'PT404', message: 'shift_not_found' });
  });

  scenario('never occurs when no limit is set', async (on) => {
    await limit(on, null);
    const { id } = await open(await arriving(on, manager), 100);
    expect(await close(on, id, 1)).toMatchObject({ result: 'shortage', to_approve: false });
  });
});

describe('a user who may not view expected amounts', () => {
  const withheld = [
    'expected_closing',
    'difference',
    'result',
    'cash_sales',
    'cash_returns',
    'cash_expenses',
    'pay_ins',
    'pay_outs',
    'rounding',
    'to_approve',
    'variance_limit',
    'approved_at',
    'approved_by',
    'approval_note',
    'methods',
    'sales',
  ];
  const told = (value: unknown): string[] =>
    typeof value !== 'object' || value === null
      ? []
      : Object.entries(value).flatMap(([key, inner]) => [...(withheld.includes(key) && inner !== null ? [key] : []), ...told(inner)]);

  scenario('learns nothing about them from any call, before or after closing, for any shift', async (on) => {
    await limit(on, 5);
    const mine = await begun(on, 100);
    const sold = await soldFor(on, 60, [await paying(on, 60)]);
    const hers = await open(await arriving(on, manager), 500);
    await cashIn(on, hers.id, 20, 'pay_out', 'Water');
    const look = async (): Promise<void> => {
      await on.as(cashier);
      for (const { id } of [mine, hers]) {
        const whole = await detail(on, id);
        expect(told(whole), id).toEqual([]);
        expect(whole.entries, id).toEqual([]);
        expect(await on.refused(() => moves(on, id))).toMatchObject({ code: 'PT403', message: 'permission_missing' });
        for (const name of ['sale_page', 'sale_totals'])
          expect(detailOf(await on.refused(() => on.table(name, { shift_ids: [id] })))).toEqual({
            permission: 'attendance.shifts.view_expected',
          });
      }
      // The second request is the one that an export makes.
      for (const asked of [{}, { sort: 'id', page_size: 5000 }])
        expect((await on.table('shift_page', asked)).map((row) => told(row)).flat()).toEqual([]);
      expect(told((await on.call<{ shifts: Row[] }>('dashboard')).shifts)).toEqual([]);
      expect(detailOf(await on.refused(() => on.call('report_sales')))).toEqual({ permission: 'reports.sales.view' });
      expect(told(await on.rows('select * from public.shift_list'))).toEqual([]);
      expect(told(await on.call('shift_totals'))).toEqual([]);
      expect(told(await left(on))).toEqual([]);
      for (const table of ['shift_figures', 'shift_approvals', 'cash_entries'])
        expect(await on.rows(`select * from public.${table}`), table).toEqual([]);
      for (const asked of [{ results: ['shortage'] }, { is_to_approve: true }, { sort: 'difference' }])
        expect(detailOf(await on.refused(() => on.table('shift_page', asked))), JSON.stringify(asked)).toEqual({
          permission: 'attendance.shifts.view_expected',
        });
      const blank = { shift_id: null, shift_number: null };
      expect((await on.call<{ sale: Row }>('sale_detail', { id: sold.id })).sale).toMatchObject(blank);
      expect(await on.rows('select shift_id, shift_number from public.sale_page() where id = $1', sold.id)).toEqual([blank]);
      expect(await on.rows('select from public.sale_list where shift_id is not null or shift_number is not null')).toEqual([]);
      for (const text of [
        'select shift_id from public.sales',
        'select shift_id from public.sale_payments',
        'select id from public.sale_payments where void_shift_id is null',
      ]) {
        expect(await on.refused(() => on.rows(text)), text).toMatchObject({ code: '42501' });
      }
    };
    await look();
    // Neither a refused closing nor a second one reveals more than an accepted one.
    for (const wrong of [{ actual_closing: -1 }, { actual_closing: 10, closing_balance: 11 }])
      expect(Object.keys(detailOf(await on.refused(() => on.call('close_shift', { id: mine.id, ...wrong }))))).toEqual(['field']);
    const closing = await close(on, mine.id, 10);
    expect(told(closing)).toEqual([]);
    expect(Object.keys(detailOf(await on.refused(() => close(on, mine.id, 11)))).sort()).toEqual(['at', 'by', 'by_ar', 'number']);
    await close(await on.as(manager), hers.id, 400, { note: 'Short' });
    await look();
    // The audit log does not reveal it either.
    await on.asDatabaseOwner();
    expect(
      await on.rows(
        `select table_name from public.audit_log where table_name in ('shifts', 'shift_figures', 'shift_approvals', 'cash_entries', 'sales', 'sale_payments')`,
      ),
    ).toEqual([]);
    expect((await detail(await on.as(auditor), mine.id)).shift).toMatchObject({ difference: -150, to_approve: true });
    const knows = { id: sold.id, shift_id: mine.id, shift_number: mine.number };
    expect(await on.table('sale_page', { shift_ids: [mine.id] })).toEqual([expect.objectContaining(knows)]);
    expect((await on.call<{ sale: Row }>('sale_detail', { id: sold.id })).sale).toMatchObject(knows);
  });
});

describe('the list of shifts', () => {
  scenario('shows branches in reach, flags shifts open for over a day, and totals its rows', async (on) => {
    await limit(on, 5);
    const first = await begun(on, 100);
    await close(on, first.id, 90, { closing_balance: 0 });
    const second = await open(on, 40);
    await on.asDatabaseOwner();
    await on.rows(`update public.shifts set opened_at = now() - interval '24 hours 1 minute' where id = $1`, second.id);
    const there = await open(await arriving(on, owner), 0, { branch_id: maadi });
    const ids = async (asked: Row): Promise<string[]> => (await on.table('shift_page', asked)).map(({ id }) => String(id));
    expect(await ids({ statuses: ['open'], opened_by_ids: [cashier] })).toEqual([second.id]);
    expect(await ids({ results: ['shortage'], opened_by_ids: [cashier] })).toEqual([first.id]);
    expect(await ids({ is_to_approve: true })).toEqual([first.id]);
    expect(await ids({ is_overdue: true })).toEqual([second.id]);
    expect(await ids({ words: second.number.toLowerCase(), is_overdue: null, is_to_approve: null, results: null, statuses: null })).toEqual(
      [second.id],
    );
    expect(await ids({ at_branch_ids: [maadi], statuses: ['open'] })).toEqual([there.id]);
    expect((await ids({ sort: 'difference', descending: false }))[0]).toBe(first.id);
    expect(await ids({ sort: 'number', words: 'SH-ZAM', opened_by_ids: [cashier], opened: 'today' })).toEqual(
      expect.arrayContaining([first.id, second.id]),
    );
    expect(await on.table('shift_page', { words: second.number })).toEqual([
      expect.objectContaining({ overdue: true, expected_closing: 40, difference: null, result: null, to_approve: false }),
    ]);
    expect(await on.call('shift_totals', { opened_by_ids: [cashier], statuses: ['closed'], words: first.number })).toEqual({
      count: 1,
      by_status: { open: 0, closed: 1 },
      overdue: 0,
      opening_balance: 100,
      actual_closing: 90,
      to_approve: 1,
      ...nothing,
      rounding: 0,
      expected_closing: 100,
      difference: -10,
    });
    await on.as(cashier);
    expect(await ids({ at_branch_ids: [maadi] })).toEqual([]);
    expect(await on.refused(() => detail(on, there.id))).toMatchObject({ code: 'PT404', message: 'shift_not_found' });
    expect(await on.refused(() => left(on, maadi))).toMatchObject({ code: 'PT404', message: 'branch_not_found' });
    await on.as(people.storekeeper);
    expect(await on.refused(() => ids({}))).toMatchObject({ code: 'PT403', message: 'permission_missing' });
  });

  scenario('lists the moves behind every figure of a shift', async (on) => {
    const { id } = await begun(on, 100);
    const sold = await soldFor(on, 60, [await paying(on, 20, 'Card'), await paying(on, 50)]);
    await sell(on, [{ returns_line_id: await on.value('select id from public.sale_lines where sale_id = $1', sold.id), quantity: 1 }], {}, [
      await paying(on, -60),
    ]);
    await cashIn(on, id, 7);
    await cashIn(on, id, 3, 'pay_out', 'Water');
    const { shift } = await detail(await on.as(owner), id);
    for (const [kind, figure, sign] of [
      ['sale', 'cash_sales', 1],
      ['return', 'cash_returns', -1],
      ['expense', 'cash_expenses', -1],
      ['pay_in', 'pay_ins', 1],
      ['pay_out', 'pay_outs', -1],
    ] as const) {
      const rows = await moves(on, id, { kinds: [kind], cash_only: true });
      expect(
        rows.reduce((sum, { amount }) => sum + sign * Number(amount), 0),
        kind,
      ).toBe(shift[figure]);
    }
    expect(
      (await moves(on, id))
        .map(({ kind, amount, is_cash, document_type, document_number, payment_method, note }) => [
          kind,
          amount,
          is_cash,
          document_type,
          document_number,
          payment_method,
          note,
        ])
        .sort(),
    ).toEqual(
      [
        ['sale', 20, false, 'sale', sold.number, 'Card', null],
        ['sale', 40, true, 'sale', sold.number, 'Cash', null],
        ['return', -60, true, 'sale', expect.stringMatching(/^SA-/), 'Cash', null],
        ['pay_in', 7, true, 'cash_entry', null, null, 'Float'],
        ['pay_out', -3, true, 'cash_entry', null, null, 'Water'],
      ].sort(),
    );
    expect(await moves(on, id, { page_size: 2, page_offset: 4 })).toHaveLength(1);
    expect((await on.table('sale_page', { shift_ids: [id] })).map(({ id: sale }) => sale)).toContain(sold.id);
    expect(await on.call('sale_totals', { shift_ids: [id] })).toMatchObject({ count: 2, total: 0 });
    expect(shift.expected_closing).toBe(100 + 40 - 60 + 7 - 3);
  });
});

describe('coins and notes', () => {
  scenario('are those of the currency until the business names its own', async (on) => {
    await on.as(owner);
    const known = async () => (await on.call<{ business: Row }>('me')).business.denominations;
    expect(await known()).toEqual([200, 100, 50, 20, 10, 5, 1, 0.5, 0.25]);
    // The business has not sold anything yet.
    await on.asDatabaseOwner();
    await on.rows('alter table public.business disable trigger keep_currency');
    await on.as(owner);
    await on.rows(`update public.business set currency = 'SAR'`);
    expect(await known()).toEqual([500, 200, 100, 50, 10, 5, 2, 1, 0.5, 0.25]);
    await on.rows(`update public.business set currency = 'ISK'`);
    expect(await known()).toEqual([1000, 500, 200, 100, 50, 20, 10, 5, 2, 1]);
    await on.rows(`update public.business set denominations = '{100,50}', shift_variance_limit = 10`);
    expect(await known()).toEqual([100, 50]);
    for (const wrong of ['{}', '{0}', '{-1}', '{null}', `{${Array(31).fill(1).join()}}`]) {
      expect(await on.refused(() => on.rows('update public.business set denominations = $1', wrong)), wrong).toMatchObject({
        constraint_name: 'business_denominations_fit',
      });
    }
    expect(await on.refused(() => on.rows('update public.business set shift_variance_limit = -1'))).toMatchObject({
      constraint_name: 'business_shift_variance_limit_not_negative',
    });
  });
});

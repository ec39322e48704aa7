/* Cash in and out of cash drawers over whole days, compared with an exact model; and cash outside of any drawer. */
import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { detailOf, idOf } from '../fixtures.ts';
import { seed, seededRandom } from '../seeded-random.ts';
import { customer, goods, line, paying, sell, sellForCash } from './selling.ts';

const { zamalek, nasrCity } = branches;
const { owner, manager, cashier, accountant } = people;

/** A payment of an expense, or of a part of it, in cash. */
const cash = async (on: TestSession, amount: number): Promise<Row> => ({
  id: randomUUID(),
  ...(await paying(on, amount)),
  paid_on: '2026-11-10',
});

/** Closes the user's open shifts and opens one with this balance. */
async function begin(on: TestSession, person: string, opening_balance: number): Promise<string> {
  await on.as(person);
  const { shifts } = await on.call<{ shifts: { id: string }[] }>('me');
  for (const { id } of shifts) await on.call('close_shift', { id, actual_closing: 0, note: 'Before the scenario' });
  const id = randomUUID();
  await on.call('open_shift', { id, branch_id: zamalek, opening_balance, note: 'Counted' });
  return id;
}
const close = (on: TestSession, id: string, actual_closing: number) => on.call('close_shift', { id, actual_closing, note: 'Counted' });

async function expense(on: TestSession, amount: number): Promise<{ id: string; payment: string }> {
  const made = await on.call<{ id: string }>('save_expense', {
    id: randomUUID(),
    expense: { branch_id: zamalek, spent_on: '2026-11-10', amount },
  });
  const paid = await cash(on, amount);
  await on.call('pay_expense', { id: made.id, payments: [paid] });
  return { id: made.id, payment: String(paid.id) };
}

const components = ['cash_sales', 'cash_returns', 'cash_expenses', 'pay_ins', 'pay_outs'] as const;
type Figures = Record<(typeof components)[number], number>;
const frozen = async (on: TestSession, id: string): Promise<Figures & { expected_closing: number }> => {
  await on.asDatabaseOwner();
  const [row] = await on.rows<Figures & { expected_closing: number }>(
    `select ${components.join()}, expected_closing from public.shift_figures where shift_id = $1`,
    id,
  );
  return row!;
};

describe('a cash drawer', () => {
  scenario('can be closed after refunds of earlier expenses exceeded what its shift spent', async (on) => {
    await begin(on, owner, 500);
    const { payment: id } = await expense(on, 300);
    const { shifts } = await on.call<{ shifts: { id: string }[] }>('me');
    await close(on, shifts[0]!.id, 200);
    const next = await begin(on, owner, 200);
    await on.call('void_expense_payment', { id, reason: 'Paid twice' });
    await close(on, next, 500);
    expect(await frozen(on, next)).toMatchObject({ cash_expenses: -300, expected_closing: 500 });
  });

  scenario('matches an exact model after random sales, returns, expenses and voids by three users', async (on) => {
    const random = seededRandom(seed);
    const among = <Item>(list: readonly Item[]): Item | undefined => list[random(list.length)];
    const cents = (amount: number) => Math.round(amount * 100);
    const staff = [owner, manager, cashier];
    const { variant } = await goods(on, 5000, { price: 100, max_discount: 100 });
    await on.asDatabaseOwner();
    await on.rows('update public.business set shift_variance_limit = null, cash_rounding = null');
    const client = await customer(on);
    const card = await idOf(on, 'payment_methods', 'Card');
    const drawers = new Map<string, { id: string; opening: number } & Figures>();
    const closed: ({ id: string; opening: number } & Figures)[] = [];
    const expected = (of: { opening: number } & Figures) =>
      of.opening + of.cash_sales - of.cash_returns - of.cash_expenses + of.pay_ins - of.pay_outs;
    const open = async (person: string, opening: number): Promise<void> => {
      const id = await begin(on, person, opening / 100);
      drawers.set(person, { id, opening, cash_sales: 0, cash_returns: 0, cash_expenses: 0, pay_ins: 0, pay_outs: 0 });
    };
    const cashUp = async (person: string): Promise<void> => {
      const drawer = drawers.get(person)!;
      // The counted amount is anything from zero to a little more than expected.
      await close(await on.as(person), drawer.id, Math.max(0, expected(drawer) + random(201) - 100) / 100);
      drawers.delete(person);
      closed.push(drawer);
    };
    const drawerById = (id: string) => [...drawers.values()].find((drawer) => drawer.id === id);

    const sold: { id: string; lineId: string; drawer: string; amount: number; touched: boolean }[] = [];
    const laterPayments: { id: string; drawer: string; amount: number }[] = [];
    const expenses: { payment: string; drawer: string; amount: number }[] = [];
    const debts: { id: string; left: number }[] = [];
    for (const person of staff) await open(person, random(50_000));
    for (let turn = 0; turn < 250; turn += 1) {
      const person = among(staff)!;
      if (!drawers.has(person)) await open(person, random(50_000));
      const drawer = drawers.get(person)!;
      const boss = among([owner, manager])!;
      await on.as(person);
      const amount = 1 + random(40_000);
      switch (random(11)) {
        case 0:
        case 1: {
          const unit_price = amount / 100;
          const made = await sell(on, [line(variant, 1, { unit_price })], { discount_reason: 'Agreed' }, [await paying(on, unit_price)]);
          await on.asDatabaseOwner();
          const lineId = await on.value<string>('select id from public.sale_lines where sale_id = $1', made.id);
          sold.push({ id: made.id, lineId, drawer: drawer.id, amount: cents(made.total), touched: false });
          drawer.cash_sales += cents(made.total);
          break;
        }
        case 2: {
          // A part is paid by card, and the rest is owed.
          const unit_price = (amount + 2) / 100;
          const made = await sell(on, [line(variant, 1, { unit_price })], { customer_id: client, discount_reason: 'Agreed' }, [
            { payment_method_id: card, amount: 0.01 },
          ]);
          debts.push({ id: made.id, left: cents(made.remaining) });
          break;
        }
        case 3: {
          const debt = among(debts.filter(({ left }) => left > 0));
          if (!debt) break;
          const paid = 1 + random(debt.left);
          const sent = { id: randomUUID(), ...(await paying(on, paid / 100)) };
          await on.call('pay_sale', { id: debt.id, payments: [sent] });
          debt.left -= paid;
          drawer.cash_sales += paid;
          laterPayments.push({ id: sent.id, drawer: drawer.id, amount: paid });
          break;
        }
        case 4: {
          const back = among(sold.filter(({ touched }) => !touched));
          if (!back) break;
          await sell(on, [{ returns_line_id: back.lineId, quantity: 1 }], {}, [await paying(on, -back.amount / 100)]);
          back.touched = true;
          drawer.cash_returns += back.amount;
          break;
        }
        case 5: {
          const wrong = among(sold.filter((one) => !one.touched && drawerById(one.drawer)));
          if (!wrong) break;
          await (await on.as(boss)).call('void_sale', { id: wrong.id, reason: 'Mistake' });
          wrong.touched = true;
          drawerById(wrong.drawer)!.cash_sales -= wrong.amount;
          break;
        }
        case 6: {
          const wrong = laterPayments.pop();
          if (!wrong) break;
          const own = drawerById(wrong.drawer);
          if (!own && !drawers.has(boss)) await open(boss, 0);
          await (await on.as(boss)).call('void_sale_payment', { id: wrong.id, reason: 'Mistake' });
          if (own) own.cash_sales -= wrong.amount;
          else drawers.get(boss)!.cash_returns += wrong.amount;
          break;
        }
        case 7: {
          if (!drawers.has(boss)) await open(boss, 0);
          const spent = await expense(await on.as(boss), amount / 100);
          drawers.get(boss)!.cash_expenses += amount;
          expenses.push({ payment: spent.payment, drawer: drawers.get(boss)!.id, amount });
          break;
        }
        case 8: {
          const wrong = expenses.splice(random(expenses.length + 1), 1)[0];
          if (!wrong) break;
          const own = drawerById(wrong.drawer);
          if (!own && !drawers.has(boss)) await open(boss, 0);
          await (await on.as(boss)).call('void_expense_payment', { id: wrong.payment, reason: 'Mistake' });
          (own ?? drawers.get(boss)!).cash_expenses -= wrong.amount;
          break;
        }
        case 9: {
          const out = random(2) === 0 && expected(drawer) > 0;
          const moved = out ? 1 + random(expected(drawer)) : amount;
          const kind = out ? 'pay_out' : 'pay_in';
          await on.call('record_cash', { id: randomUUID(), shift_id: drawer.id, kind, amount: moved / 100, reason: 'Bank' });
          drawer[out ? 'pay_outs' : 'pay_ins'] += moved;
          break;
        }
        default:
          await cashUp(person);
      }
    }
    for (const person of [...drawers.keys()]) await cashUp(person);
    expect(closed.length).toBeGreaterThan(10);
    for (const drawer of closed) {
      const figures = await frozen(on, drawer.id);
      expect(Object.fromEntries(components.map((name) => [name, cents(figures[name])]))).toEqual(
        Object.fromEntries(components.map((name) => [name, drawer[name]])),
      );
      expect(cents(figures.expected_closing)).toBe(expected(drawer));
    }
  });

  scenario('pays out more than expected only with confirmation by a user who approves differences', async (on) => {
    const id = await begin(on, cashier, 500);
    const take = (amount: number, rest: Row = {}) =>
      on.call('record_cash', { id: randomUUID(), shift_id: id, kind: 'pay_out', amount, reason: 'Bank', ...rest });
    // The cashier counts blind and does not learn the expected amount.
    for (const rest of [{}, { over_expected: true }]) {
      const refusal = await on.refused(() => take(501, rest));
      expect([refusal.code, refusal.message, detailOf(refusal)]).toEqual(['PT409', 'drawer_short', { field: 'amount' }]);
    }
    await on.call('record_cash', { id: randomUUID(), shift_id: id, kind: 'pay_in', amount: 37, reason: 'Float' });
    // Nor can it be found by trying: 537 is expected, and up to 1,000 can be paid out.
    expect(await on.refused(() => take(1001))).toMatchObject({ message: 'drawer_short' });
    await take(538);
    await on.as(manager);
    const refusal = await on.refused(() => take(1));
    expect([refusal.message, detailOf(refusal)]).toEqual(['drawer_short', { field: 'amount', expected: -1 }]);
    await take(1, { over_expected: true });
    await close(await on.as(cashier), id, 0);
    expect(await frozen(on, id)).toMatchObject({ pay_outs: 539, expected_closing: -2 });
  });

  scenario('can pay an expense only while it is open', async (on) => {
    const id = await begin(on, owner, 500);
    await close(on, id, 500);
    const made = await on.call<{ id: string }>('save_expense', {
      id: randomUUID(),
      expense: { branch_id: zamalek, spent_on: '2026-11-10', amount: 50 },
    });
    const pay = async (rest: Row) => on.call('pay_expense', { id: made.id, payments: [{ ...(await cash(on, 50)), ...rest }] });
    const refusal = await on.refused(() => pay({ from_drawer: true }));
    expect([refusal.code, refusal.message, detailOf(refusal)]).toEqual([
      'PT409',
      'shift_missing',
      { field: 'from_drawer', branch: 'Zamalek', branch_ar: 'الزمالك' },
    ]);
    const card = await idOf(on, 'payment_methods', 'Card');
    expect(detailOf(await on.refused(() => pay({ from_drawer: true, payment_method_id: card })))).toEqual({ field: 'from_drawer' });
    // A payment from the safe needs no drawer.
    await pay({});
  });
});

describe('cash outside any drawer', () => {
  scenario('is not accepted in a batch from a till that was registered at a counter', async (on) => {
    const { variant } = await goods(on, 5, { price: 100 });
    await close(on, await begin(on, cashier, 0), 0);
    const batch = async (till: string, reference: string) => {
      const [answer] = await on.call<Row[]>('record_sales', {
        branch_id: zamalek,
        till,
        sales: [{ reference, shift_id: null, lines: [line(variant)], payments: [await paying(on, 100)] }],
      });
      return answer;
    };
    await on.call('register_till', { branch_id: zamalek, code: 'DRAWER1', device: 'DEV1' });
    expect(await batch('DRAWER1', '1')).toMatchObject({ result: 'rejected', error: { message: 'shift_missing' } });
    // A till of another system has its own drawer.
    expect(await batch('POSX', '1')).toMatchObject({ result: 'recorded' });
    const shift = await begin(on, cashier, 0);
    expect(await batch('DRAWER1', '1')).toMatchObject({ result: 'recorded' });
    await close(on, shift, 100);
    expect(await frozen(on, shift)).toMatchObject({ cash_sales: 100 });
  });

  scenario('is still accepted from another system’s till after a counter registers its code', async (on) => {
    const { variant } = await goods(on, 5, { price: 100 });
    await close(on, await begin(on, cashier, 0), 0);
    const batch = async (reference: string) => {
      const [answer] = await on.call<Row[]>('record_sales', {
        branch_id: zamalek,
        till: 'POS7',
        sales: [{ reference, lines: [line(variant)], payments: [await paying(on, 100)] }],
      });
      return answer;
    };
    expect(await batch('1')).toMatchObject({ result: 'recorded' });
    for (const device of ['DEV1', 'DEV1']) await on.call('register_till', { branch_id: zamalek, code: 'POS7', device });
    expect(await batch('2')).toMatchObject({ result: 'recorded' });
    expect(await batch('1')).toMatchObject({ result: 'already_recorded' });
    // A counter of this system under that code needs a shift, like any other.
    const refusal = await on.refused(() => sellForCash(on, [line(variant)], { till: 'POS7' }));
    expect(refusal.message).toBe('shift_missing');
  });

  scenario('is not accepted at a counter from users who may not open a shift', async (on) => {
    const { variant } = await goods(on, 5, { price: 100 });
    await on.as(accountant);
    const refusal = await on.refused(() => sellForCash(on, [line(variant)]));
    expect([refusal.message, detailOf(refusal)]).toEqual(['permission_missing', { permission: 'attendance.shifts.open' }]);
    await sell(on, [line(variant)], {}, [await paying(on, 100, 'Card')]);
  });

  scenario('from a very old sale requires a permission, whether or not it names a shift', async (on) => {
    const { variant } = await goods(on, 5, { price: 100 });
    const shift = await begin(on, cashier, 0);
    await on.asDatabaseOwner();
    await on.rows(`alter table public.shifts disable trigger stays_closed`);
    await on.rows(`update public.shifts set opened_at = now() - interval '91 days' where id = $1`, shift);
    await close(await on.as(cashier), shift, 0);
    await on.asDatabaseOwner();
    await on.rows(`update public.shifts set closed_at = now() - interval '90 days' where id = $1`, shift);
    const sold_at = new Date(Date.now() - 90.5 * 86_400_000).toISOString();
    const late = async (sale: Row) => sell(on, [line(variant)], { sold_at, ...sale }, [await paying(on, 100)]);
    await on.as(cashier);
    for (const sale of [{ shift_id: shift }, {}]) {
      const refusal = await on.refused(() => late(sale));
      expect([refusal.code, refusal.message, detailOf(refusal)]).toEqual(['PT403', 'sold_too_long_ago', { field: 'sold_at', days: 30 }]);
    }
    await on.asDatabaseOwner();
    await on.rows('update public.business set late_sale_days = 120');
    await on.as(cashier);
    await late({ shift_id: shift });
    await on.asDatabaseOwner();
    await on.rows('update public.business set late_sale_days = 7');
    const open = await begin(on, owner, 0);
    await late({});
    // Users with the permission can also send it for the cashier, but not into a drawer that is still open.
    const sent = await late({ shift_id: shift, salesperson_id: cashier });
    await on.asDatabaseOwner();
    const { drawer, ...of } = (
      await on.rows(
        `select s.shift_id as in_shift, s.salesperson_id, p.shift_id as drawer
        from public.sales s join public.sale_payments p on p.sale_id = s.id where s.id = $1`,
        sent.id,
      )
    )[0]!;
    expect([drawer, of]).toEqual([null, { in_shift: shift, salesperson_id: cashier }]);
    await on.as(manager);
    expect(await on.refused(() => late({ shift_id: open }))).toMatchObject({ message: 'shift_not_found' });
    await on.asDatabaseOwner();
    await on.rows(`alter table public.shifts enable trigger stays_closed`);
  });

  scenario('hides its sale from users who may not view that branch, like cash in a drawer', async (on) => {
    const { variant } = await goods(on, 2, { price: 100 }, nasrCity);
    const { id, number } = await sell(on, [line(variant)], { branch_id: nasrCity, customer_id: await customer(on) });
    await on.asDatabaseOwner();
    await on.rows('update public.business set cash_needs_shift = false');
    const shift = await begin(on, owner, 0);
    const payHere = async (amount: number) =>
      on.call('pay_sale', { id, payments: [{ id: randomUUID(), branch_id: zamalek, ...(await paying(on, amount)) }] });
    await payHere(60);
    await close(on, shift, 60);
    await payHere(40);
    const read = async () => [
      await on.table('shift_moves', { id: shift }),
      (await on.call<{ rows: Row[] }>('cash_in_no_drawer', { at_branch_ids: [zamalek] })).rows.slice(0, 1),
    ];
    expect(await read()).toMatchObject([[{ amount: 60, document_id: id, document_number: number }], [{ amount: 40, sale_id: id, number }]]);
    await on.asDatabaseOwner();
    await on.rows('delete from public.user_branches where profile_id = $1 and branch_id = $2', manager, nasrCity);
    await on.as(manager);
    expect(await read()).toMatchObject([
      [{ amount: 60, document_id: null, document_number: null }],
      [{ amount: 40, sale_id: null, number: null, till: null }],
    ]);
  });

  scenario('is listed with a total, for users who may view expected amounts', async (on) => {
    interface Loose {
      total: number;
      count: number;
      rows: Row[];
    }
    const loose = async (rest: Row = {}): Promise<Loose> => on.call('cash_in_no_drawer', { days: 'today', ...rest });
    const { variant } = await goods(on, 10, { price: 100 });
    const before = await loose();
    const here = await loose({ at_branch_ids: [zamalek] });
    const batch = async (reference: string, rest: Row = {}) =>
      on.call('record_sales', {
        branch_id: zamalek,
        till: 'POSX',
        sales: [{ reference, lines: [line(variant)], payments: [await paying(on, 100)], ...rest }],
      });
    await batch('1');
    await batch('2', { payments: [await paying(on, 100, 'Card')] });
    const shift = await begin(on, cashier, 0);
    await sell(on, [line(variant)], {}, [await paying(on, 100)]);
    await close(on, shift, 100);
    const sold_at = new Date(Date.now() - 60_000).toISOString();
    const late = await sell(on, [line(variant, 2)], { shift_id: shift, sold_at }, [await paying(on, 200)]);
    await on.as(owner);
    expect(await loose()).toMatchObject({ count: before.count + 2, total: before.total + 300 });
    const { rows, ...figure } = await loose({ at_branch_ids: [zamalek] });
    expect(figure).toEqual({ count: here.count + 2, total: here.total + 300 });
    expect(rows.slice(0, 2)).toEqual([
      expect.objectContaining({ sale_id: late.id, number: late.number, amount: 200, late: true, branch: 'Zamalek' }),
      expect.objectContaining({ till: 'POSX', amount: 100, late: false, payment_method: 'Cash' }),
    ]);
    expect((await loose({ at_branch_ids: [zamalek], page_size: 1, page_offset: 1 })).rows).toEqual([rows[1]]);
    expect(await loose({ at_branch_ids: [zamalek], days: '2026-01-01..2026-01-02' })).toEqual({ total: 0, count: 0, rows: [] });
    // A voided sale was refunded.
    await on.call('void_sale', { id: rows[1]!.sale_id, reason: 'Mistake' });
    expect(await loose({ at_branch_ids: [zamalek] })).toMatchObject({ count: here.count + 1, total: here.total + 200 });
    // Cash of another branch is not included, and users who count blind are refused.
    await on.asDatabaseOwner();
    await on.rows('delete from public.user_branches where profile_id = $1 and branch_id = $2', accountant, zamalek);
    expect(await (await on.as(accountant)).call('cash_in_no_drawer', { at_branch_ids: [zamalek] })).toMatchObject({ count: 0, rows: [] });
    await on.as(cashier);
    expect(await on.refused(loose)).toMatchObject({ code: 'PT403', message: 'permission_missing' });
    await on.as(owner);
    expect(await on.refused(() => loose({ days: 'ever' }))).toMatchObject({ message: 'period_unknown' });
  });

  scenario('is reduced by refunds for voids that come out of no drawer', async (on) => {
    const { variant } = await goods(on, 5, { price: 100 });
    const customer_id = await customer(on);
    const loose = async (days: string | null) => {
      await on.as(owner);
      return on.call<{ total: number; count: number; rows: Row[] }>('cash_in_no_drawer', { at_branch_ids: [zamalek], days });
    };
    const shift = await begin(on, manager, 0);
    const sale = await sell(on, [line(variant)], { customer_id });
    const id = randomUUID();
    await on.call('pay_sale', { id: sale.id, payments: [{ id, ...(await paying(on, 100)) }] });
    await close(on, shift, 100);
    const before = await loose('today');
    await on.asDatabaseOwner();
    await on.rows('update public.business set cash_needs_shift = false');
    await on.as(manager);
    await on.call('void_sale_payment', { id, reason: 'Paid by mistake' });
    for (const days of ['today', null]) {
      const { total, count, rows } = await loose(days);
      expect({ total, count }).toEqual({ total: before.total - 100, count: before.count + 1 });
      expect(rows[0]).toMatchObject({ payment_id: id, number: sale.number, amount: -100, late: false, created_by: { id: manager } });
    }
    expect(await loose('2026-01-01..2026-01-02')).toEqual({ total: 0, count: 0, rows: [] });
    // A void that is paid from an open drawer belongs to its shift.
    const next = await begin(on, manager, 500);
    const again = randomUUID();
    await on.call('pay_sale', { id: sale.id, payments: [{ id: again, ...(await paying(on, 100)) }] });
    await on.call('void_sale_payment', { id: again, reason: 'Paid by mistake' });
    await close(on, next, 500);
    expect(await loose('today')).toMatchObject({ total: before.total - 100, count: before.count + 1 });
    // Where it is still the day before, the void stays on the day of its payment.
    const day = await on.value<string>('select business_day::text from public.sale_payments where id = $1', id);
    await on.asDatabaseOwner();
    await on.rows(`update public.branches set time_zone = 'Pacific/Pago_Pago', day_start = 12 where id = $1`, zamalek);
    const { rows } = await loose(`${day}..${day}`);
    expect(rows[0]).toMatchObject({ payment_id: id, amount: -100, business_day: day });
  });
});

import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { customer, goods, line, paying, sell, sellForCash } from './selling.ts';

const { zamalek, nasrCity } = branches;
interface Beside {
  now: number;
  before: number;
}
interface Money extends Row {
  from: string;
  to: string;
  before_from: string;
  before_to: string;
  sales?: Beside;
  returns?: Beside;
  margin?: Beside | null;
  expenses?: Beside;
  owed_to_us?: number;
  owed_by_us?: number;
  series?: (Beside & { at: string })[];
  by_branch?: (Beside & { branch_id: string })[];
}
const money = async (on: TestSession, period = 'today', at_branch_ids: string[] = []): Promise<Money> =>
  (await on.call<{ money: Money }>('dashboard', { at_branch_ids, period })).money;
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
/** A day ago, a second earlier than the time of the transaction, up to which days are compared. */
const yesterday = (on: TestSession) => on.value<string>(`select to_jsonb(now() - interval '1 day 1 second') #>> '{}'`);

describe('the money on the dashboard', () => {
  scenario('equals the totals of the lists, compared with the previous period', async (on) => {
    const { variant } = await goods(on, 50, { price: 100, purchase_price: 60 });
    const customer_id = await customer(on);
    const sold = await sellForCash(on, [line(variant, 2)]);
    await sell(on, [line(variant)], { customer_id }, [await paying(on, 40)]);
    await sellForCash(on, [line(variant, 3)], { sold_at: await yesterday(on) });
    const [bought] = await on.rows<{ id: string }>('select id from public.sale_lines where sale_id = $1', sold.id);
    await sell(on, [{ returns_line_id: bought?.id, quantity: 1 }], {}, [await paying(on, -100)]);
    await on.asDatabaseOwner();
    const today = await on.value<string>('select private.branch_today($1)::text', zamalek);
    await on.as(people.owner);
    await on.call('save_expense', { id: randomUUID(), expense: { branch_id: zamalek, amount: 30, spent_on: today } });
    const shown = await money(on, 'today', [zamalek]);
    expect(shown).toMatchObject({
      sales: { now: 200, before: 300, change: -33.3 },
      returns: { now: 100, before: 0, change: null },
      margin: { now: 80, before: 120 },
      expenses: { now: 30 },
      owed_to_us: 60,
      by_branch: [{ branch_id: zamalek, now: 200, before: 300, change: -33.3 }],
      series: [{ now: 200, before: 300 }],
    });
    const list = await on.call<Row>('sale_totals', { at_branch_ids: [zamalek], sold: 'today' });
    expect([list.total, list.margin]).toEqual([shown.sales?.now, shown.margin?.now]);
    expect(list.returned).toBe(shown.returns?.now);
    expect((await on.call<Row>('expense_totals', { at_branch_ids: [zamalek], spent: 'today' })).amount).toBe(shown.expenses?.now);
  });

  scenario('of a month or year to date is compared with the same days of the previous one', async (on) => {
    await on.asDatabaseOwner();
    const before = (period: string, from: string, to: string) =>
      on.value<string>('select private.period_before($1, daterange($2::date, $3::date, $4))::text', period, from, to, '[]');
    expect(await before('this_month', '2026-10-01', '2026-10-22')).toBe('[2026-09-01,2026-09-23)');
    // The previous month is shorter: the period repeats no day and includes none of this month.
    expect(await before('this_month', '2026-03-01', '2026-03-31')).toBe('[2026-02-01,2026-03-01)');
    expect(await before('this_year', '2028-01-01', '2028-02-29')).toBe('[2027-01-01,2027-03-01)');
    expect(await before('today', '2026-11-26', '2026-11-26')).toBe('[2026-11-25,2026-11-26)');
    expect(await before('last_7_days', '2026-11-20', '2026-11-26')).toBe('[2026-11-13,2026-11-20)');
    await on.as(people.owner);
    expect((await money(on, 'this_year')).series).toHaveLength(12);
    // Any days, by month from nine weeks on.
    expect((await money(on, '2026-10-01..2026-10-31')).series).toHaveLength(31);
    expect((await money(on, '2026-08-20..2026-11-03')).series?.map(({ at }) => at)).toEqual([
      '2026-08-01',
      '2026-09-01',
      '2026-10-01',
      '2026-11-01',
    ]);
    for (const endless of ['..', '2026-01-01..', '2020-01-01..2026-01-01', '2026-02-02..2026-02-01'])
      expect([endless, await on.refused(() => money(on, endless))]).toMatchObject([endless, { message: 'period_unknown' }]);
    expect((await money(on, 'last_7_days')).series).toHaveLength(7);
    expect(await on.refused(() => money(on, 'ever'))).toMatchObject({ code: 'PT400', message: 'period_unknown' });
  });

  scenario('compares with the same days last year, with chosen days, or with none', async (on) => {
    const { variant } = await goods(on, 50, { price: 100 });
    await on.asDatabaseOwner();
    await on.rows(`update public.business set sales_from = '2020-01-01'`);
    await on.as(people.owner);
    for (const [sold_at, quantity] of [
      ['2024-03-10T10:00:00Z', 2],
      ['2025-03-10T10:00:00Z', 3],
      ['2025-04-20T10:00:00Z', 4],
    ] as const)
      await sellForCash(on, [line(variant, quantity)], { sold_at });
    const march = (compare?: string) =>
      on.call<{ money: Money }>('dashboard', { at_branch_ids: [zamalek], period: '2025-03-01..2025-03-31', compare });
    expect((await march('last_year')).money).toMatchObject({ before_from: '2024-03-01', sales: { now: 300, before: 200, change: 50 } });
    expect((await march('last_year')).money.series?.[9]).toEqual({ at: '2025-03-10', now: 300, before: 200 });
    // Later days than those of the period, too.
    expect((await march('2025-04-01..2025-04-30')).money).toMatchObject({ sales: { now: 300, before: 400, change: -25 } });
    // A sale of both periods counts in both.
    const longer = await on.call<{ money: Money }>('dashboard', {
      at_branch_ids: [zamalek],
      period: '2024-03-01..2025-04-30',
      compare: 'last_year',
    });
    expect(longer.money).toMatchObject({ sales: { now: 900, before: 200 } });
    for (const open of ['..2025-02-01', '2025-02-01..'])
      expect([open, await on.refused(() => march(open))]).toMatchObject([open, { message: 'period_unknown' }]);
    expect((await march('none')).money).toMatchObject({ before_from: null, sales: { now: 300, before: 0, change: null } });
  });

  scenario('of an unfinished day is compared with the day before up to the same time', async (on) => {
    const { variant } = await goods(on, 50, { price: 100 });
    await sellForCash(on, [line(variant)]);
    await sellForCash(on, [line(variant, 2)], { sold_at: await yesterday(on) });
    await sellForCash(on, [line(variant, 4)], { sold_at: ago(1 - 1 / 86_400) });
    expect(await money(on, 'today', [zamalek])).toMatchObject({ sales: { now: 100, before: 200, change: -50 } });
    const report = (period: string) => on.call<{ totals: Row }>('report_sales', { at_branch_ids: [zamalek], period, group_by: 'branch' });
    expect((await report('today')).totals).toMatchObject({ net: 100, before: 200 });
    // A finished period is compared with all of the one before.
    expect((await report('yesterday')).totals).toMatchObject({ net: 600, before: 0 });
  });

  scenario('shows only the parts that the user may view, for branches in reach', async (on) => {
    const { variant } = await goods(on, 10, { price: 100, purchase_price: 60 }, nasrCity);
    await sell(on, [line(variant)], { branch_id: nasrCity, customer_id: await customer(on) });
    await on.as(people.cashier);
    const cashier = await money(on);
    expect(cashier).toMatchObject({ sales: { now: 0 }, margin: null, owed_to_us: 0, by_branch: [] });
    expect([cashier.expenses, cashier.owed_by_us]).toEqual([undefined, undefined]);
    await on.as(people.storekeeper);
    expect(await money(on)).toBeNull();
    await on.as(people.accountant);
    expect(await money(on)).toMatchObject({
      sales: { now: 100 },
      margin: { now: 40 },
      owed_to_us: 100,
      by_branch: [{ branch_id: nasrCity }],
    });
    expect((await money(on)).owed_by_us).toBeGreaterThan(0);
  });

  scenario('is accompanied by the open shifts, for users who may view them', async (on) => {
    await on.as(people.owner);
    const { shifts_open: open, shifts } = await on.call<{ shifts_open: number; shifts: Row[] }>('dashboard');
    expect(shifts).toHaveLength(Math.min(6, open));
    expect(open).toBe(await on.value('select count(*)::integer from public.shifts where closed_at is null'));
    expect(shifts[0]).toMatchObject({
      branch: expect.any(String) as string,
      opened_by: { name: expect.any(String) as string },
      overdue: false,
    });
    await on.as(people.storekeeper);
    expect(await on.call('dashboard')).toMatchObject({ shifts_open: null, shifts: null });
  });
});

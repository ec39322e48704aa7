import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { idOf, stocked } from '../fixtures.ts';
import { customer, goods, line, paying, sell, sellForCash } from './selling.ts';

const { zamalek, nasrCity } = branches;
interface Report extends Row {
  from: string;
  to: string;
  count: number;
  figures: Record<string, { now: number | null; before: number | null; change: number | null }>;
  totals: Record<string, number>;
  rows: (Row & { id: string; name: string | null })[];
}
const report = (on: TestSession, name: string, rest: Row = {}): Promise<Report> => on.call<Report>(`report_${name}`, rest);
const at = { at_branch_ids: [zamalek] };
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
/** A day ago, a second earlier than the time of the transaction, up to which days are compared. */
const yesterday = (on: TestSession) => on.value<string>(`select to_jsonb(now() - interval '1 day 1 second') #>> '{}'`);
const sum = (rows: readonly Row[], column: string) =>
  Math.round(rows.reduce((total, row) => total + Number(row[column] ?? 0), 0) * 10_000) / 10_000;
const headings = {
  sales: ['day', 'product', 'category', 'salesperson', 'branch'],
  stock: ['product', 'category', 'brand', 'branch'],
  movements: ['product', 'category', 'branch'],
  purchases: ['supplier', 'branch', 'day'],
  expenses: ['expense_category', 'branch', 'supplier', 'day'],
};

/** Two pieces sold today, one of them returned as damaged; three sold the day before. */
async function traded(on: TestSession) {
  const made = await goods(on, 50, { price: 100, purchase_price: 60 });
  const today = await sellForCash(on, [line(made.variant, 2)]);
  await sellForCash(on, [line(made.variant, 3)], { sold_at: await yesterday(on) });
  const [bought] = await on.rows<{ id: string }>('select id from public.sale_lines where sale_id = $1', today.id);
  await sell(on, [{ returns_line_id: bought?.id, quantity: 1, damaged: true }], {}, [await paying(on, -100)]);
  return made;
}

describe('the report of sales', () => {
  scenario('has the totals of the list of sales in every grouping', async (on) => {
    const { product } = await traded(on);
    for (const period of ['today', 'this_month', 'this_year', 'last_30_days', '..2026-01-01', '2026-01-01..', '2026-05-02..2026-05-01']) {
      const list = await on.call<Row>('sale_totals', { sold: period });
      for (const group_by of headings.sales) {
        const shown = await report(on, 'sales', { period, group_by });
        expect([period, group_by, shown.totals.net, shown.totals.tax, shown.totals.margin ?? 0]).toEqual([
          period,
          group_by,
          list.total,
          list.tax,
          list.margin,
        ]);
        expect(shown.rows).toHaveLength(shown.count);
        for (const column of ['pieces', 'sales', 'returns', 'net', 'tax', 'margin', 'before'])
          expect([group_by, column, sum(shown.rows, column)]).toEqual([group_by, column, shown.totals[column] ?? 0]);
      }
    }
    const row = (await report(on, 'sales', { ...at, period: 'today', group_by: 'product' })).rows.find(({ id }) => id === product);
    expect(row).toMatchObject({
      invoices: 2,
      pieces: 1,
      sales: 200,
      returns: 100,
      net: 100,
      margin: 40,
      margin_rate: 40,
      before: 300,
      change: -66.7,
    });
  });

  scenario('shows every day of a period with the day it is compared with', async (on) => {
    await traded(on);
    const shown = await report(on, 'sales', { ...at, period: 'last_7_days' });
    expect(shown.rows.map(({ id }) => id)).toEqual(
      [0, 1, 2, 3, 4, 5, 6].map((days) => new Date(Date.parse(shown.to) - days * 86_400_000).toISOString().slice(0, 10)),
    );
    await on.asDatabaseOwner();
    const beside = (day: string, days: string, before: string) =>
      on
        .value<string>(
          'select private.corresponding_day(quote_literal($1) || $4, $2::daterange, $3::daterange)',
          day,
          days,
          before,
          '::date',
        )
        .then((expression) => on.value<string>(`select (${expression})::text`));
    expect(await beside('2026-09-30', '[2026-10-01,2026-10-23)', '[2026-09-01,2026-09-23)')).toBe('2026-10-22');
    expect(await beside('2026-10-31', '[2026-11-01,2026-12-01)', '[2026-10-01,2026-11-01)')).toBe('2026-11-30');
    expect(await beside('2026-10-05', '[2026-11-01,2026-12-01)', '[2026-10-01,2026-11-01)')).toBe('2026-11-05');
    expect(await on.value('select private.period_before($1, $2::daterange)::text', 'last_month', '[2026-03-01,2026-04-01)')).toBe(
      '[2026-02-01,2026-03-01)',
    );
    for (const [period, days, before] of [
      ['this_month', '[2026-03-01,2026-03-29)', '[2026-02-01,2026-03-01)'],
      ['this_month', '[2026-05-01,2026-05-31)', '[2026-04-01,2026-05-01)'],
      ['this_month', '[2026-03-01,2026-03-15)', '[2026-02-01,2026-02-15)'],
      ['last_month', '[2026-02-01,2026-03-01)', '[2026-01-01,2026-02-01)'],
      ['this_year', '[2028-01-01,2028-03-01)', '[2027-01-01,2027-03-01)'],
    ])
      expect([days, await on.value('select private.period_before($1, $2::daterange)::text', period, days)]).toEqual([days, before]);
    expect(await on.value('select private.period_before($1, $2::daterange)::text', '..2026-03-01', '(,2026-03-02)')).toBe('empty');
  });

  scenario('hides costs without permission to view them, and sales of other branches', async (on) => {
    const { variant, product } = await goods(on, 10, { price: 100, purchase_price: 60 }, nasrCity);
    await sellForCash(on, [line(variant)], { branch_id: nasrCity });
    await on.asDatabaseOwner();
    await on.rows(
      "insert into public.role_permissions (role_id, permission) select p.role_id, 'reports.sales.view' from public.profiles p where p.id = $1",
      people.cashier,
    );
    await on.as(people.cashier);
    const shown = await report(on, 'sales', { period: 'today', group_by: 'product' });
    expect(shown.rows.some(({ id }) => id === product)).toBe(false);
    expect([shown.totals, shown.figures, ...shown.rows].flatMap(Object.keys).filter((key) => key.startsWith('margin'))).toEqual([]);
    expect(await on.refused(() => report(on, 'sales', { row_limit: 501 }))).toMatchObject({
      message: 'permission_missing',
      detail: expect.stringContaining('reports.sales.export') as string,
    });
    for (const name of ['profit_and_loss', 'stock', 'movements', 'low_stock', 'payables', 'purchases', 'expenses']) {
      expect([name, await on.refused(() => report(on, name))]).toMatchObject([name, { message: 'permission_missing' }]);
    }
    expect(Object.keys(await on.call<Row>('report_overview'))).toEqual(['sales', 'receivables']);
  });
});

describe('the report of profit and loss', () => {
  scenario('is sales without tax, less costs, losses and expenses', async (on) => {
    await on.as(people.owner);
    const of = async () =>
      Object.fromEntries(
        (await report(on, 'profit_and_loss', { ...at, period: 'today' })).rows.map((row) => [
          row.kind === 'expense' ? String(row.name) : String(row.kind),
          Number(row.now),
        ]),
      );
    const before = await of();
    await traded(on);
    const today = await on.value<string>('select (report ->> $2)::text from public.report_sales($1, $3) report', [zamalek], 'to', 'today');
    const category_id = await idOf(on, 'expense_categories', await on.value<string>('select min(name) from public.expense_categories'));
    await on.call('save_expense', { id: randomUUID(), expense: { branch_id: zamalek, amount: 30, spent_on: today, category_id } });
    const after = await of();
    const more = (kind: string) => (after[kind] ?? 0) - (before[kind] ?? 0);
    // One of the two pieces was returned and written off, so its cost is a separate loss.
    expect(['sales', 'returns', 'net_sales', 'cost', 'gross_profit', 'damaged', 'counted', 'expenses', 'profit'].map(more)).toEqual([
      200, -100, 100, -60, 40, -60, 0, -30, -50,
    ]);
    const shown = await report(on, 'profit_and_loss', { period: 'this_year' });
    const kind = (name: string) => Number(shown.rows.find((row) => row.kind === name)?.now);
    expect(kind('gross_profit')).toBeCloseTo(kind('sales') + kind('returns') + kind('cost'), 4);
    expect(kind('expenses')).toBeCloseTo(
      sum(
        shown.rows.filter((row) => row.kind === 'expense'),
        'now',
      ),
      4,
    );
    expect(kind('profit')).toBeCloseTo(
      kind('gross_profit') + kind('damaged') + kind('counted') + kind('adjusted') + kind('drawers') + kind('expenses'),
      4,
    );
    expect(shown.figures.profit?.now).toBe(kind('profit'));
    expect((await report(on, 'expenses', { period: 'this_year' })).totals.amount).toBeCloseTo(
      -kind('expenses') + (await report(on, 'expenses', { period: 'this_year' })).totals.tax!,
      4,
    );
  });

  scenario('includes what was put in or written off by hand, at its cost then', async (on) => {
    const { variant } = await goods(on, 10, { price: 100, purchase_price: 60.55 });
    const of = async () => {
      const { rows } = await report(on, 'profit_and_loss', { ...at, period: 'today' });
      return (kind: string) => Number(rows.find((row) => row.kind === kind)?.now);
    };
    const before = await of();
    const adjust = (quantity: number, reason: string) =>
      on.call('post_stock_entry', {
        id: randomUUID(),
        branch_id: zamalek,
        kind: 'adjustment',
        reason,
        lines: [{ variant_id: variant, quantity }],
      });
    await adjust(-3, 'damaged');
    await adjust(1, 'return_to_stock');
    // A later cost does not change what was written off.
    await on.asDatabaseOwner();
    await on.rows(
      'update public.product_costs set purchase_price = 80 where product_id = (select product_id from public.variants where id = $1)',
      variant,
    );
    await on.as(people.owner);
    const after = await of();
    expect(after('adjusted') - before('adjusted')).toBeCloseTo(-121.1, 4);
    expect(after('profit') - before('profit')).toBeCloseTo(-121.1, 4);
  });

  scenario('includes what drawers were over or short, and compares costs by their size', async (on) => {
    await on.as(people.owner);
    for (const { id } of await on.rows<{ id: string }>(
      'select id from public.shifts where closed_at is null and opened_by = $1 and branch_id = $2',
      people.owner,
      zamalek,
    ))
      await on.call('close_shift', { id, actual_closing: 0, note: 'Before the scenario' });
    const of = async () => {
      const { rows } = await report(on, 'profit_and_loss', { ...at, period: 'today' });
      return (kind: string) => Number(rows.find((row) => row.kind === kind)?.now);
    };
    const before = await of();
    const id = randomUUID();
    await on.call('open_shift', { id, branch_id: zamalek, opening_balance: 0, note: 'Counted' });
    const found = await on.value<number>('select coalesce(opening_difference, 0) from public.shifts where id = $1', id);
    await on.call('close_shift', { id, actual_closing: 7, closing_balance: 0, note: 'Found' });
    const after = await of();
    expect(after('drawers') - before('drawers')).toBe(7 + found);
    expect(after('profit') - before('profit')).toBeCloseTo(7 + found, 4);
    // More expenses are an increase, as in the report of expenses.
    const branch = await on.value<string>(`insert into public.branches (name, code) values ('Costly', 'CST') returning id`);
    const day = (back: number) => on.value<string>('select (private.branch_today($1) - $2::integer)::text', branch, back);
    await on.asDatabaseOwner();
    const [today, yesterday] = [await day(0), await day(1)];
    await on.as(people.owner);
    for (const [spent_on, amount] of [
      [today, 30],
      [yesterday, 20],
    ] as const)
      await on.call('save_expense', { id: randomUUID(), expense: { branch_id: branch, amount, spent_on } });
    const { rows } = await report(on, 'profit_and_loss', { at_branch_ids: [branch], period: 'today' });
    expect(rows.find((row) => row.kind === 'expenses')).toMatchObject({ now: -30, before: -20, change: 50 });
    await on.revokePermission(people.accountant, 'attendance.shifts.view_expected');
    await on.as(people.accountant);
    expect(await on.refused(() => report(on, 'profit_and_loss'))).toMatchObject({ message: 'permission_missing' });
  });
});

describe('the report of stock', () => {
  scenario('adds up the stock levels at cost and at price in every grouping', async (on) => {
    const { product } = await goods(on, 7, { price: 100, purchase_price: 60 });
    const pieces = await on.value<number>('select sum(quantity) from public.stock_levels where branch_id = $1', zamalek);
    const all = await Promise.all(headings.stock.map((group_by) => report(on, 'stock', { ...at, group_by, row_limit: 10_000 })));
    for (const shown of all) {
      expect(shown.totals).toEqual(all[0]?.totals);
      expect(shown.totals.pieces).toBe(pieces);
      for (const column of ['pieces', 'value', 'price', 'without_cost'])
        expect([column, sum(shown.rows, column)]).toEqual([column, shown.totals[column]]);
    }
    expect(all[0]?.rows.find(({ id }) => id === product)).toMatchObject({ pieces: 7, value: 420, price: 700, without_cost: 0 });
  });

  scenario('of a past day shows the stock at its end, at the cost of that time', async (on) => {
    const { variant, product } = await goods(on, 4, { price: 100, purchase_price: 60 });
    await on.asDatabaseOwner();
    await on.rows("update public.stock_movements set at = now() - interval '3 days' where variant_id = $1", variant);
    await stocked(on, people.owner, zamalek, [[variant, 5]]);
    const day = (days: number) => ago(days).slice(0, 10);
    const of = async (on_day: string | null) =>
      (await report(on, 'stock', { ...at, on_day, group_by: 'product', row_limit: 10_000 })).rows.find(({ id }) => id === product);
    expect(await of(null)).toMatchObject({ pieces: 9, value: 540 });
    expect(await of(day(-1))).toMatchObject({ pieces: 9, value: 540 });
    expect(await of(day(2))).toMatchObject({ pieces: 4, value: 240 });
    expect(await of(day(5))).toBeUndefined();
    const supplier_id = await idOf(on, 'suppliers', 'Mahalla Textiles');
    await on.call('save_purchase_order', {
      id: randomUUID(),
      purchase: { supplier_id, branch_id: zamalek, status: 'completed' },
      items: [{ variant_id: variant, quantity: 9, unit_cost: 80 }],
    });
    expect(await of(null)).toMatchObject({ pieces: 18, value: 1260 });
    expect(await of(day(2))).toMatchObject({ pieces: 4, value: 240 });
  });
});

describe('the report of movements', () => {
  scenario('reconciles the opening and the closing stock in every grouping and period', async (on) => {
    const { product } = await traded(on);
    const parts = ['at_start', 'purchased', 'sold', 'returned', 'transferred', 'adjusted', 'undone'];
    for (const period of ['today', 'this_month', 'last_30_days', '..2026-11-01', '2026-05-02..2026-05-01']) {
      for (const group_by of headings.movements) {
        const shown = await report(on, 'movements', { period, group_by, row_limit: 10_000 });
        for (const row of [shown.totals, ...shown.rows])
          expect(parts.reduce((total, part) => total + Number(row[part]), 0)).toBeCloseTo(Number(row.at_end), 3);
        for (const part of [...parts, 'at_end']) expect(sum(shown.rows, part)).toBe(shown.totals[part]);
      }
    }
    expect((await report(on, 'movements', { ...at, period: 'today' })).rows.find(({ id }) => id === product)).toMatchObject({
      at_start: 0,
      sold: -5,
      adjusted: expect.any(Number) as number,
      at_end: 45,
    });
    expect((await report(on, 'movements', { period: 'this_month' })).totals.at_end).toBe(
      await on.value('select sum(quantity) from public.stock_levels'),
    );
  });
});

describe('the report of low stock', () => {
  scenario('proposes enough for another month', async (on) => {
    const { variant, product } = await goods(on, 10, { price: 100, low_stock_level: 5 });
    expect((await report(on, 'low_stock', at)).rows.some(({ id }) => id.startsWith(product))).toBe(false);
    await sellForCash(on, [line(variant, 6)]);
    expect((await report(on, 'low_stock', at)).rows.find(({ id }) => id.startsWith(product))).toMatchObject({
      on_hand: 4,
      low_at: 5,
      sold_lately: 6,
      incoming: 0,
      days_left: 20,
      to_order: 7,
    });
    const wrong = await sellForCash(on, [line(variant, 3)]);
    await on.call('void_sale', { id: wrong.id, reason: 'Mistake' });
    expect((await report(on, 'low_stock', at)).rows.find(({ id }) => id.startsWith(product))).toMatchObject({ on_hand: 4, sold_lately: 6 });
    await on.call('save_purchase_order', {
      id: randomUUID(),
      purchase: { supplier_id: await idOf(on, 'suppliers', 'Mahalla Textiles'), branch_id: zamalek, status: 'pending' },
      items: [{ variant_id: variant, quantity: 3, unit_cost: 8 }],
    });
    expect((await report(on, 'low_stock', at)).rows.find(({ id }) => id.startsWith(product))).toMatchObject({ incoming: 3, to_order: 4 });
  });
});

describe('the reports of payables and receivables', () => {
  scenario('equal the totals of their lists, by age', async (on) => {
    const { variant } = await goods(on, 10, { price: 100 });
    const customer_id = await customer(on);
    await sell(on, [line(variant)], { customer_id, sold_at: ago(40) }, [await paying(on, 30)]);
    await sell(on, [line(variant)], { customer_id });
    const receivables = await report(on, 'receivables', {});
    expect(receivables.rows.find(({ id }) => id === customer_id)).toMatchObject({
      d0_30: 100,
      d31_60: 70,
      d61_90: 0,
      over_90: 0,
      credit: 0,
      total: 170,
      sales: 2,
    });
    expect(receivables.totals.total).toBe((await on.call<Row>('sale_totals')).remaining);
    const payables = await report(on, 'payables', {});
    const [orders, returns] = [await on.call<Row>('purchase_totals'), await on.call<Row>('purchase_return_totals')];
    expect(payables.totals.total).toBe(Number(orders.remaining) - Number(returns.remaining));
    const ages = {
      payables: ['not_due', 'd1_30', 'd31_60', 'd61_90', 'over_90', 'credit'],
      receivables: ['d0_30', 'd31_60', 'd61_90', 'over_90', 'credit'],
    };
    for (const [shown, columns] of [
      [payables, ages.payables],
      [receivables, ages.receivables],
    ] as const) {
      for (const row of [shown.totals, ...shown.rows])
        expect(columns.reduce((total, column) => total + Number(row[column]), 0)).toBeCloseTo(Number(row.total), 4);
      for (const column of columns) expect(sum(shown.rows, column)).toBe(shown.totals[column]);
    }
  });
});

describe('the reports of purchases and expenses', () => {
  scenario('have the totals of their lists in every grouping', async (on) => {
    await on.as(people.owner);
    for (const period of ['this_month', 'last_month', 'this_year']) {
      const { from, to } = await report(on, 'purchases', { period });
      const orders = await on.call<Row>('purchase_totals', { ordered: `${from}..${to}`, statuses: ['pending', 'completed'] });
      for (const group_by of headings.purchases) {
        const shown = await report(on, 'purchases', { period, group_by });
        expect([shown.totals.total, shown.totals.paid, shown.totals.remaining]).toEqual([orders.total, orders.paid, orders.remaining]);
        expect([sum(shown.rows, 'total'), sum(shown.rows, 'before')]).toEqual([shown.totals.total, shown.totals.before]);
      }
      const expenses = await on.call<Row>('expense_totals', { spent: period });
      for (const group_by of headings.expenses) {
        const shown = await report(on, 'expenses', { period, group_by });
        expect([shown.totals.amount, shown.totals.tax, shown.totals.remaining, shown.totals.count]).toEqual([
          expenses.amount,
          expenses.tax,
          expenses.remaining,
          expenses.count,
        ]);
        expect([sum(shown.rows, 'amount'), sum(shown.rows, 'before')]).toEqual([shown.totals.amount, shown.totals.before]);
      }
    }
  });
});

describe('a report', () => {
  scenario('refuses unknown groupings and periods, and limits its rows', async (on) => {
    await traded(on);
    for (const name of Object.keys(headings))
      expect([name, await on.refused(() => report(on, name, { group_by: 'ever' }))]).toMatchObject([name, { message: 'value_invalid' }]);
    for (const name of ['sales', 'movements', 'purchases', 'expenses', 'profit_and_loss'])
      expect([name, await on.refused(() => report(on, name, { period: 'ever' }))]).toMatchObject([name, { message: 'period_unknown' }]);
    const all = await report(on, 'sales', { period: 'last_30_days' });
    const few = await report(on, 'sales', { period: 'last_30_days', row_limit: 3 });
    expect(few).toEqual({ ...all, rows: all.rows.slice(0, 3) });
    await on.asDatabaseOwner();
    const movements = await on.value<number>(
      `select count(*)::integer from public.stock_movements m where m.at <@ private.moment_range('this_month', array(select id from public.branches))`,
    );
    await on.as(people.owner);
    expect(await on.call<Row>('report_overview')).toEqual({
      sales: (await report(on, 'sales')).totals.net,
      profit: (await report(on, 'profit_and_loss')).figures.profit?.now,
      stock: (await report(on, 'stock')).totals.value,
      movements,
      low_stock: (await report(on, 'low_stock')).count,
      payables: (await report(on, 'payables')).totals.total,
      receivables: (await report(on, 'receivables')).totals.total,
      purchases: (await report(on, 'purchases')).totals.total,
      expenses: (await report(on, 'expenses')).totals.amount,
    });
  });
});

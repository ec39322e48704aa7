/* A figure that is shown in several places is the same number in each of them, for the same branches and days. */
import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { line as ordered, order, pay, receive } from './purchasing.ts';
import { goods, line, paying, sell, sellForCash } from './selling.ts';

const { zamalek, nasrCity } = branches;

interface Report {
  figures: Record<string, { now: number | null }>;
  totals: Record<string, number>;
  count: number;
  rows: Row[];
}
interface Dashboard extends Row {
  money: Record<string, { now: number }> & { owed_to_us: number; owed_by_us: number };
}
const PERIODS = ['today', 'last_7_days', 'this_month', 'this_year'];
const REACHES = [[], [zamalek], [nasrCity, zamalek]];

/**
 * The demo business, with an exchange whose returned goods are worth more than the new ones, a return, a voided sale,
 * and goods sent back to a supplier whose credit is not used up.
 */
async function traded(on: TestSession): Promise<void> {
  const { variant } = await goods(on, 50, { price: 100, purchase_price: 60, low_stock_level: 45 });
  const lineOf = (id: string) => on.value<string>('select id from public.sale_lines where sale_id = $1', id);
  const first = await sellForCash(on, [line(variant, 3)]);
  const second = await sellForCash(on, [line(variant, 2)]);
  const back = { returns_line_id: await lineOf(first.id), quantity: 3 };
  await sell(on, [back, line(variant)], {}, [await paying(on, -200)]);
  await sell(on, [{ returns_line_id: await lineOf(second.id), quantity: 1 }], {}, [await paying(on, -100)]);
  const wrong = await sellForCash(on, [line(variant, 2)]);
  await on.call('void_sale', { id: wrong.id, reason: 'Mistake' });
  const bought = await order(on, [ordered(variant, 4, 25)]);
  const receipt = await receive(on, bought.id, [[variant, 4]]);
  await pay(on, bought.id, 90);
  await on.call('record_purchase_return', {
    id: randomUUID(),
    header: {
      supplier_id: await on.value('select supplier_id from public.purchase_orders where id = $1', bought.id),
      branch_id: zamalek,
      reason: 'damaged',
    },
    lines: [
      {
        variant_id: variant,
        quantity: 2,
        receipt_item_id: await on.value('select id from public.receipt_items where receipt_id = $1', receipt.id),
      },
    ],
  });
  const spent_on = await on.value<string>(`select (now() at time zone 'Africa/Cairo')::date::text`);
  await on.call('save_expense', { id: randomUUID(), expense: { branch_id: zamalek, amount: 30, spent_on } });
}

/**
 * Compares what each place shows for one figure, with the names of the places so that a failure shows which
 * differs.
 */
const agree = (figure: string, reported: Record<string, unknown>): void => {
  const [first] = Object.values(reported);
  expect({ figure, ...reported }).toEqual({ figure, ...Object.fromEntries(Object.keys(reported).map((place) => [place, first])) });
};

describe('the dashboard, the lists and the reports', () => {
  scenario('show the same sales, returns, margin and expenses of a period', async (on) => {
    await traded(on);
    await on.as(people.owner);
    for (const period of PERIODS)
      for (const at_branch_ids of REACHES) {
        const { money } = await on.call<Dashboard>('dashboard', { at_branch_ids, period });
        const list = await on.call<Row>('sale_totals', { at_branch_ids, sold: period });
        const reports: Record<string, Report> = {};
        for (const group_by of ['day', 'product', 'category', 'salesperson', 'branch'])
          reports[group_by] = await on.call<Report>('report_sales', { at_branch_ids, period, group_by });
        const by = (column: string) => Object.fromEntries(Object.entries(reports).map(([name, { totals }]) => [name, totals[column]]));
        const by_branch = await on.call<Report>('report_sales', { at_branch_ids, period, group_by: 'branch' });
        const when = `${period} ${at_branch_ids.length}`;
        agree(`sales ${when}`, { dashboard: money.sales!.now, list: list.total, ...by('net') });
        agree(`returns ${when}`, { dashboard: money.returns!.now, list: list.returned, ...by('returns') });
        agree(`number of sales ${when}`, { list: list.completed, strip: by_branch.figures.invoices!.now, ...by('invoices') });
        agree(`margin ${when}`, { dashboard: money.margin!.now, list: list.margin, ...by('margin') });
        agree(`tax ${when}`, { list: list.tax, ...by('tax') });
        const spent = await on.call<Row>('expense_totals', { at_branch_ids, spent: period });
        const expenses = await on.call<Report>('report_expenses', { at_branch_ids, period });
        agree(`expenses ${when}`, { dashboard: money.expenses!.now, list: spent.amount, report: expenses.totals.amount });
        agree(`number of expenses ${when}`, { list: spent.count, report: expenses.totals.count });
        // The report is without tax.
        const profit = await on.call<Report>('report_profit_and_loss', { at_branch_ids, period });
        const net = Number(list.total) - Number(list.tax);
        agree(`net sales ${when}`, { account: profit.figures.net_sales!.now, list: Math.round(net * 10_000) / 10_000 });
      }
  });

  scenario('show the same debts, stock and waiting work', async (on) => {
    await traded(on);
    await on.as(people.owner);
    // A product is counted once, in however many visible branches it is low.
    const low = (await on.call<Report>('report_low_stock')).rows;
    agree('low products', {
      products: (await on.call<Row>('product_summary')).low,
      report: new Set(low.map(({ id }) => String(id).split(':')[0])).size,
    });
    for (const at_branch_ids of REACHES) {
      const dashboard = await on.call<Dashboard>('dashboard', { at_branch_ids });
      const overview = await on.call<Row>('report_overview', { at_branch_ids });
      const when = at_branch_ids.length;
      const report = (name: string) => on.call<Report>(`report_${name}`, { at_branch_ids });
      const sum = (...amounts: unknown[]) => Math.round(amounts.reduce<number>((all, one) => all + Number(one), 0) * 10_000) / 10_000;
      const credit = Number((await on.call<Row>('purchase_return_totals', { at_branch_ids })).remaining);
      if (when !== 1) expect(credit).toBeGreaterThan(0);
      // An account is of all branches.
      const accounts: unknown[] = [];
      if (when === 0)
        for (const { id } of await on.rows('select id from public.suppliers'))
          accounts.push((await on.call<Row>('supplier_account', { supplier_id: id })).owed);
      agree(`owed to suppliers at ${when}`, {
        ...(when === 0 && { accounts: sum(...accounts) }),
        dashboard: dashboard.money.owed_by_us,
        report: (await report('payables')).totals.total,
        overview: overview.payables,
        // The list of orders shows what is owed for them, and the list of returns what is left of their credit.
        lists: sum((await on.call<Row>('purchase_totals', { at_branch_ids })).remaining, -credit),
      });
      agree(`owed by customers at ${when}`, {
        dashboard: dashboard.money.owed_to_us,
        report: (await report('receivables')).totals.total,
        overview: overview.receivables,
        list: (await on.call<Row>('sale_totals', { at_branch_ids })).remaining,
      });
      agree(`pieces at ${when}`, {
        dashboard: dashboard.on_hand,
        products: (await on.call<Row>('product_summary', { at_branch_ids })).on_hand,
        report: (await report('stock')).totals.pieces,
      });
      agree(`value of stock at ${when}`, { report: (await report('stock')).totals.value, overview: overview.stock });
      agree(`low stock at ${when}`, {
        dashboard: dashboard.low_stock_count,
        report: (await report('low_stock')).count,
        overview: overview.low_stock,
        stock: (await on.call<Row>('level_summary', { at_branch_ids })).low,
      });
      agree(`transfers to approve at ${when}`, {
        dashboard: dashboard.transfers_waiting,
        list: (await on.call<Row>('transfer_summary', { at_branch_ids })).pending,
      });
      agree(`open shifts at ${when}`, {
        dashboard: dashboard.shifts_open,
        list: (await on.call<{ by_status: Row }>('shift_totals', { at_branch_ids })).by_status.open,
      });
    }
  });
});

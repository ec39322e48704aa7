/* The cost differences behind the line of profit and loss: goods that left at another cost than they had. */
import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { line as ordered, order, receive, variants, withOnlyPermissions } from './purchasing.ts';
import { line, paying, preview, sell, sellForCash } from './selling.ts';

const { zamalek, nasrCity } = branches;

interface Difference extends Row {
  id: string;
  day: string;
  branch_id: string;
  document_type: string;
  document_id: string;
  document_number: string | null;
  purchase_order_id: string | null;
  purchase_order: string | null;
  product: string | null;
  amount: number;
}
interface Totals {
  count: number;
  by_document: Record<string, number>;
  amount: number;
}
const listed = (on: TestSession, rest: Row = {}) => on.table<Difference>('cost_difference_page', { page_size: 1000, ...rest });
const totals = (on: TestSession, rest: Row = {}) => on.call<Totals>('cost_difference_totals', rest);

/** The line of profit and loss: of the period and the one before. */
async function lineOf(on: TestSession, at_branch_ids: string[], period: string): Promise<{ now: number; before: number; days: string[] }> {
  const answer = await on.call<Row & { rows: { kind: string; now: number; before: number }[] }>('report_profit_and_loss', {
    at_branch_ids,
    period,
  });
  const found = answer.rows.find(({ kind }) => kind === 'corrected');
  return {
    now: found?.now ?? 0,
    before: found?.before ?? 0,
    days: [`${String(answer.from)}..${String(answer.to)}`, `${String(answer.before_from)}..${String(answer.before_to)}`],
  };
}

/** One of ten pieces is sold at 50, and then the invoice says 55. */
async function invoicedLater(on: TestSession) {
  const [one = ''] = await variants(on, 1, { price: 500 });
  const { id, number } = await order(on, [ordered(one, 10, 50)]);
  const receipt = await receive(on, id, [[one, 10]]);
  await sellForCash(on, [line(one)]);
  await on.call('save_purchase_order', {
    id,
    purchase: { status: await on.value<string>('select status from public.purchase_orders where id = $1', id) },
    items: [ordered(one, 10, 55)],
    expected_version: await on.value<number>('select version from public.purchase_orders where id = $1', id),
  });
  return { variant: one, order: { id, number }, receipt };
}

/** Two of twenty pieces are lost at an average of 505; the receipt at 1000 is undone, so that they only cost 10. */
async function undone(on: TestSession, branch_id: string) {
  const [one = ''] = await variants(on, 1);
  const bought = async (unit_cost: number) => {
    const made = await order(on, [ordered(one, 10, unit_cost)], { branch_id });
    return { order: made, receipt: await receive(on, made.id, [[one, 10]]) };
  };
  await bought(10);
  const mistake = await bought(1000);
  await on.call('post_stock_entry', {
    id: randomUUID(),
    kind: 'adjustment',
    reason: 'loss',
    branch_id,
    lines: [{ variant_id: one, quantity: -2 }],
  });
  await on.call('undo_receipt', { id: mistake.receipt.id, reason: 'Two zeros too many' });
  return mistake;
}

/** A piece that was sold at 100 comes back and, as the return is voided, leaves at 100 where only 10 are left. */
async function voidedReturn(on: TestSession) {
  const [one = ''] = await variants(on, 1, { price: 500 });
  const bought = async (quantity: number, unit_cost: number) => {
    const { id } = await order(on, [ordered(one, quantity, unit_cost)]);
    await receive(on, id, [[one, quantity]]);
  };
  await bought(1, 100);
  const first = await sellForCash(on, [line(one)]);
  await bought(10, 1);
  const returns_line_id = await on.value<string>('select id from public.sale_lines where sale_id = $1', first.id);
  const lines = [{ returns_line_id, quantity: 1 }];
  const back = await sell(on, lines, {}, [await paying(on, Number((await preview(on, lines)).total))]);
  await sellForCash(on, [line(one, 10)]);
  await on.call('void_sale', { id: back.id, reason: 'Not ours' });
  return back;
}

interface Booked {
  variant: string;
  branch: string;
  day?: string;
  type?: string;
  document?: string;
  amount?: number;
}
/** Books a difference and its opposite of another kind, so that the value of stock stays what it is. */
async function book(
  on: TestSession,
  { variant, branch, day = 'private.branch_today($1)', type = 'receipt', document = variant, amount = 1 }: Booked,
) {
  await on.asDatabaseOwner();
  await on.rows(
    `insert into public.cost_differences (branch_id, variant_id, business_day, document_type, document_id, kind, amount)
    select $1::uuid, $2::uuid, ${day}, $3, $4::uuid, x.kind, x.sign * $5::numeric from (values ('corrected', 1), ('valued', -1)) x(kind, sign)`,
    branch,
    variant,
    type,
    document,
    amount,
  );
  await on.as(people.owner);
}

describe('the list of cost differences', () => {
  scenario('adds up to the line of profit and loss, in each branch and period', async (on) => {
    await on.as(people.owner);
    const earlier = await totals(on);
    const { variant } = await invoicedLater(on);
    await undone(on, zamalek);
    await undone(on, nasrCity);
    await voidedReturn(on);
    expect((await totals(on)).amount - earlier.amount).toBe(-5 + 990 + 990 + 90);
    // Half a cent is kept too, and these belong to the month before.
    const monthBefore = `(date_trunc('month', private.branch_today($1)) - interval '1 day')::date`;
    await book(on, { variant, branch: zamalek, day: monthBefore, amount: 0.0051 });
    await book(on, { variant, branch: nasrCity, day: monthBefore, amount: -7.25 });
    await on.as(people.owner);
    for (const at_branch_ids of [[zamalek], [nasrCity], [zamalek, nasrCity], [branches.maadi], []])
      for (const period of ['today', 'this_month', 'last_month', '..']) {
        const { now, before, days } = await lineOf(on, at_branch_ids, period);
        const asked = { at_branch_ids, booked: period };
        const rows = await listed(on, asked);
        const all = await totals(on, asked);
        expect([at_branch_ids, period, all.amount, all.count]).toEqual([at_branch_ids, period, now, rows.length]);
        expect(rows.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(now, 4);
        if (period === '..') continue;
        const sides = await Promise.all(days.map((booked) => totals(on, { at_branch_ids, booked })));
        expect([at_branch_ids, period, ...sides.map(({ amount }) => amount)]).toEqual([at_branch_ids, period, now, before]);
      }
    expect((await totals(on, { at_branch_ids: [zamalek], booked: 'last_month' })).amount).toBe(0.0051);
    // Only those of profit and loss.
    await on.asDatabaseOwner();
    expect(await on.value('select count(*)::integer from public.cost_differences where kind = $1', 'invoiced')).toBeGreaterThan(0);
    const corrected = await on.value<number>(`select count(*)::integer from public.cost_differences where kind = 'corrected'`);
    await on.as(people.owner);
    expect((await totals(on)).count).toBe(corrected);
  });

  scenario('leads to the document of each row, and of a receipt to its order', async (on) => {
    await on.as(people.owner);
    const { variant, order: purchase } = await invoicedLater(on);
    const back = await voidedReturn(on);
    const [invoiced] = await listed(on, { words: purchase.number });
    expect(invoiced).toMatchObject({
      document_type: 'purchase_order',
      document_id: purchase.id,
      document_number: purchase.number,
      purchase_order_id: purchase.id,
      purchase_order: purchase.number,
      variant_id: variant,
      branch_id: zamalek,
      amount: -5,
    });
    const [voided] = await listed(on, { words: back.number });
    expect(voided).toMatchObject({ document_type: 'sale', document_id: back.id, document_number: back.number, amount: 90 });
    expect(voided?.purchase_order_id).toBeNull();

    const mistake = await undone(on, zamalek);
    expect(await listed(on, { words: mistake.receipt.number })).toMatchObject([
      {
        document_type: 'receipt',
        document_id: mistake.receipt.id,
        purchase_order_id: mistake.order.id,
        purchase_order: mistake.order.number,
      },
    ]);

    const entry = await on.value<string>('select id from public.stock_entries where branch_id = $1 limit 1', zamalek);
    await book(on, { variant, branch: zamalek, type: 'stock_entry', document: entry });
    const numbered = await on.value<string>('select number from public.stock_entries where id = $1', entry);
    expect(await listed(on, { words: numbered })).toMatchObject([{ document_type: 'stock_entry', document_number: numbered }]);
  });

  scenario('is found by document, order, product and code, and filtered by both', async (on) => {
    await on.as(people.owner);
    const { variant, order: purchase } = await invoicedLater(on);
    const mistake = await undone(on, zamalek);
    const back = await voidedReturn(on);
    const [made] = await on.rows<{ product_id: string; product: string; sku: string }>(
      'select product_id, product, sku from public.variant_names where variant_id = $1',
      variant,
    );
    for (const words of [purchase.number.toLowerCase(), made!.sku, `${purchase.number} ${made!.sku}`])
      expect([words, await listed(on, { words })]).toMatchObject([words, [{ document_id: purchase.id }]]);
    for (const words of [mistake.receipt.number, mistake.order.number])
      expect([words, await listed(on, { words })]).toMatchObject([words, [{ document_id: mistake.receipt.id }]]);
    expect(await listed(on, { words: `${back.number} ${made!.sku}` })).toEqual([]);
    expect(await totals(on, { product_ids: [made!.product_id] })).toEqual({ count: 1, by_document: { purchase_order: 1 }, amount: -5 });
    const both = await totals(on, { booked: 'today', at_branch_ids: [zamalek] });
    const sales = await totals(on, { document_types: ['sale'], booked: 'today', at_branch_ids: [zamalek] });
    expect([sales.by_document, sales.count]).toEqual([both.by_document, both.by_document.sale]);
    const largest = await listed(on, { sort: 'amount', booked: 'today', at_branch_ids: [zamalek] });
    expect(largest.map(({ amount }) => amount)).toEqual(largest.map(({ amount }) => amount).toSorted((one, other) => other - one));
  });

  scenario('is refused without the permission for the report or for costs', async (on) => {
    for (const permission of ['reports.profit_and_loss.view', 'inventory.costs.view']) {
      await on.asDatabaseOwner();
      await on.rows('savepoint before');
      await on.revokePermission(people.accountant, permission);
      await on.as(people.accountant);
      for (const ask of [listed, totals])
        expect([permission, await on.refused(() => ask(on))]).toMatchObject([permission, { message: 'permission_missing' }]);
      await on.asDatabaseOwner();
      await on.rows('rollback to savepoint before');
    }
  });

  scenario('shows neither other branches nor documents that the user may not view', async (on) => {
    await on.as(people.owner);
    const { order: purchase } = await invoicedLater(on);
    await undone(on, nasrCity);
    await withOnlyPermissions(on, people.accountant, 'reports.profit_and_loss.view', 'inventory.costs.view');
    await on.asDatabaseOwner();
    await on.rows('delete from public.user_branches where profile_id = $1 and branch_id <> $2', people.accountant, zamalek);
    await on.as(people.accountant);
    expect(new Set((await listed(on)).map((row) => row.branch_id))).toEqual(new Set([zamalek]));
    expect(await totals(on, { at_branch_ids: [nasrCity] })).toEqual({ count: 0, by_document: {}, amount: 0 });
    expect(await on.rows('select * from public.cost_difference_list where branch_id <> $1', zamalek)).toEqual([]);
    // Its number cannot be tried out either.
    expect(await listed(on, { words: purchase.number })).toEqual([]);
    const hidden = (await listed(on)).find(({ document_id }) => document_id === purchase.id);
    expect(hidden).toMatchObject({ document_number: null, purchase_order: null, purchase_order_id: null, product: null, amount: -5 });
  });
});

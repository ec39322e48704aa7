import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { detailOf, idOf, onHand } from '../fixtures.ts';
import { seed, seededRandom } from '../seeded-random.ts';
import { average, line, order, pay, payment, receive, variants, withOnlyPermissions, type Saved } from './purchasing.ts';
import { line as soldLine, sellForCash } from './selling.ts';

const { zamalek, nasrCity } = branches;

interface Returned extends Row {
  id: string;
  number: string;
  total: number;
  settled: number;
  remaining: number;
}
interface Came {
  id: string;
  order: string;
  lines: string[];
}

const supplierId = (on: TestSession, name = 'Mahalla Textiles') => idOf(on, 'suppliers', name);
/** Orders and receives goods; lines: the ids of the receipt's lines. */
async function came(on: TestSession, items: Row[], purchase: Row = {}, rest: Row = {}): Promise<Came> {
  const { id } = await order(on, items, purchase, rest);
  const receipt = await receive(
    on,
    id,
    items.map(({ variant_id, quantity }) => [variant_id as string, quantity as number]),
  );
  const lines = await on.rows<{ id: string }>('select id from public.receipt_items where receipt_id = $1 order by position', receipt.id);
  return { id: receipt.id, order: id, lines: lines.map((row) => row.id) };
}
const goesBack = async (on: TestSession, lines: Row[], header: Row = {}, id: string = randomUUID()): Promise<Returned> =>
  on.call<Returned>('record_purchase_return', {
    id,
    header: { supplier_id: await supplierId(on), branch_id: zamalek, reason: 'damaged', ...header },
    lines,
  });
const account = async (on: TestSession) =>
  on.call<Row & { owed: number; credit: number }>('supplier_account', { supplier_id: await supplierId(on) });
const orderMoney = async (on: TestSession, id: string) =>
  (
    await on.rows<Row>('select total::float, paid::float, remaining::float from public.purchase_amounts where purchase_order_id = $1', id)
  )[0];
const valueOf = async (on: TestSession, variant: string): Promise<number> => {
  await on.asDatabaseOwner();
  const value = await on.value<number>('select value::float from private.stock_values where variant_id = $1', variant);
  await on.as(people.owner);
  return value;
};
const refusal = async (on: TestSession, attempt: () => Promise<unknown>) => (await on.refused(attempt)).message;
/** Every supplier's debts as three places tell them. */
async function debts(on: TestSession): Promise<number[]> {
  const { totals } = await on.call<{ totals: Row }>('report_payables', {});
  const { money } = await on.call<{ money: Row }>('dashboard', {});
  const accounts = await on.rows<{ id: string }>('select id from public.suppliers');
  let owed = 0;
  for (const { id } of accounts) owed += Number((await on.call<Row>('supplier_account', { supplier_id: id })).owed);
  return [Number(totals.total), Number(money.owed_by_us), Math.round(owed * 100) / 100];
}

describe('a return to a supplier', () => {
  scenario('takes goods out at the cost of their receipt and lowers what is owed', async (on) => {
    const [one = ''] = await variants(on, 1);
    await came(on, [line(one, 2, 100)]);
    const before = await account(on);
    const second = await came(on, [line(one, 2, 200)]);
    const made = await goesBack(on, [{ variant_id: one, quantity: 1, receipt_item_id: second.lines[0] }]);
    expect(made).toMatchObject({ total: 200, settled: 200, remaining: 0 });
    expect(made.number).toMatch(/^PR-ZAM-\d{4}-\d{4}$/);
    expect([await onHand(on, one, zamalek), await valueOf(on, one), await average(on, one)]).toEqual([3, 400, 133.3333]);
    expect(await orderMoney(on, second.order)).toEqual({ total: 400, paid: 200, remaining: 200 });
    expect((await account(on)).owed - before.owed).toBe(200);
    const [all, dashboard, accounts] = await debts(on);
    expect([dashboard, accounts]).toEqual([all, all]);
  });

  scenario('of a paid order leaves a credit, which pays another order and is refunded', async (on) => {
    const [one = ''] = await variants(on, 1);
    const first = await came(on, [line(one, 4, 50)]);
    await pay(on, first.order, 200);
    const before = await account(on);
    const made = await goesBack(on, [{ variant_id: one, quantity: 3, receipt_item_id: first.lines[0] }]);
    expect(made).toMatchObject({ total: 150, settled: 0, remaining: 150 });
    expect(await account(on)).toMatchObject({ owed: before.owed - 150, credit: before.credit + 150 });
    // Older orders of this supplier are paid first, so all of them are paid here.
    const { orders } = (await account(on)) as unknown as { orders: { id: string; remaining: number }[] };
    for (const { id, remaining } of orders) await pay(on, id, remaining);
    const other = await order(on, [line(one, 1, 60)]);
    expect(await on.call('use_supplier_credit', { supplier_id: await supplierId(on) })).toMatchObject({ used: 60, orders: 1 });
    expect(await on.call('use_supplier_credit', { supplier_id: await supplierId(on) })).toMatchObject({ used: 0, orders: 0 });
    expect(await orderMoney(on, other.id)).toEqual({ total: 60, paid: 60, remaining: 0 });
    const refund = await payment(on, 90);
    const refunded = await on.call('refund_purchase_return', { id: made.id, payments: [refund] });
    expect(refunded).toMatchObject({ settled: 150, remaining: 0, payments: [refund.id] });
    expect(await on.call('refund_purchase_return', { id: made.id, payments: [refund] })).toEqual(refunded);
    expect(await refusal(on, async () => on.call('refund_purchase_return', { id: made.id, payments: [await payment(on, 1)] }))).toBe(
      'payment_exceeds_remaining',
    );
    expect(await refusal(on, () => on.call('void_purchase_return', { id: made.id, reason: 'Kept' }))).toBe('return_was_refunded');
    // Cash flow knows the refund, but not the order that no money paid.
    const day = '2026-11-10..2026-11-10';
    const { totals } = await on.call<{ totals: Row }>('report_cash_flow', { period: day, group_by: 'kind' });
    expect(totals.from_suppliers).toBe(90);
    const list = await on.rows<Row>(`select kind, document_id, amount::float from public.payment_page(kinds => '{from_suppliers}')`);
    expect(list).toEqual([{ kind: 'from_suppliers', document_id: made.id, amount: 90 }]);
    await on.call('void_purchase_payment', { id: refund.id, reason: 'Bounced' });
    expect(await on.call('void_purchase_return', { id: made.id, reason: 'Kept' })).toMatchObject({ remaining: 0 });
    expect(await orderMoney(on, other.id)).toEqual({ total: 60, paid: 0, remaining: 60 });
    expect(await account(on)).toMatchObject({ credit: before.credit });
    expect([await onHand(on, one, zamalek), await valueOf(on, one)]).toEqual([4, 200]);
  });

  scenario('gives back all that a line cost, with its tax, when it returns in parts', async (on) => {
    const [one = '', two = ''] = await variants(on, 2);
    const rate = await on.value<string>(`select id from public.tax_rates where percentage = 14 limit 1`);
    const receipt = await came(on, [line(one, 3, 33.34, 0.02), line(two, 7, 10.01)], { tax_rate_id: rate });
    const { total } = (await orderMoney(on, receipt.order)) as { total: number };
    const parts: number[] = [];
    for (const [variant, quantity, at] of [
      [one, 1, 0],
      [two, 3, 1],
      [one, 1, 0],
      [two, 4, 1],
      [one, 1, 0],
    ] as const)
      parts.push((await goesBack(on, [{ variant_id: variant, quantity, receipt_item_id: receipt.lines[at] }])).total);
    expect(Math.round(parts.reduce((sum, part) => sum + part, 0) * 100) / 100).toBe(total);
    expect([await valueOf(on, one), await valueOf(on, two)]).toEqual([0, 0]);
    expect(await orderMoney(on, receipt.order)).toMatchObject({ remaining: 0 });
  });

  scenario('shares the tax amount entered for its order', async (on) => {
    const [one = '', two = ''] = await variants(on, 2);
    const receipt = await came(on, [line(one, 1, 30), line(two, 2, 35)], { tax: 9.99 });
    const first = await goesBack(on, [{ variant_id: one, quantity: 1, receipt_item_id: receipt.lines[0] }]);
    const rest = await goesBack(on, [{ variant_id: two, quantity: 2, receipt_item_id: receipt.lines[1] }]);
    expect([first.total, rest.total]).toEqual([33, 76.99]);
  });

  scenario('gives back no tax that its order no longer has', async (on) => {
    const [one = ''] = await variants(on, 1);
    const receipt = await came(on, [line(one, 4, 10)], { tax: 8 });
    const of = (quantity: number) => [{ variant_id: one, quantity, receipt_item_id: receipt.lines[0] }];
    expect(await goesBack(on, of(2))).toMatchObject({ total: 24 });
    await on.call('save_purchase_order', {
      id: receipt.order,
      purchase: { status: 'completed', tax: 1 },
      items: [line(one, 4, 10)],
      expected_version: await on.value('select version from public.purchase_orders where id = $1', receipt.order),
    });
    expect(await goesBack(on, of(2))).toMatchObject({ total: 20 });
  });

  scenario('is refused beyond what came and was not returned, and beyond what is there', async (on) => {
    const [one = ''] = await variants(on, 1, { price: 500 });
    const receipt = await came(on, [line(one, 3, 10)]);
    const back = (quantity: number) => goesBack(on, [{ variant_id: one, quantity, receipt_item_id: receipt.lines[0] }]);
    await back(1);
    const refused = await on.refused(() => back(3));
    expect([refused.message, detailOf(refused)]).toMatchObject(['return_exceeds_receipt', { line: 1, requested: 3, left: 2 }]);
    await sellForCash(on, [soldLine(one)]);
    expect(await refusal(on, () => back(2))).toBe('stock_short');
    expect(await back(1)).toMatchObject({ total: 10 });
  });

  scenario('of goods without a receipt leaves at the average, or at the cost that is given', async (on) => {
    const [one = ''] = await variants(on, 1);
    await came(on, [line(one, 4, 10)]);
    await came(on, [line(one, 4, 20)]);
    expect(await goesBack(on, [{ variant_id: one, quantity: 2 }])).toMatchObject({ total: 30, remaining: 30 });
    // The supplier takes it back for less than it cost: what is left costs more.
    await goesBack(on, [{ variant_id: one, quantity: 1, unit_cost: 9 }]);
    expect(await valueOf(on, one)).toBe(120 - 30 - 9);
    expect(await refusal(on, () => goesBack(on, [{ variant_id: one, quantity: 1, unit_cost: -1 }]))).toBe('line_invalid');
  });

  scenario('books what its goods cost more than the stock is worth as a cost difference', async (on) => {
    const [one = ''] = await variants(on, 1, { price: 500 });
    const dear = await came(on, [line(one, 1, 100)]);
    await came(on, [line(one, 1, 20)]);
    await sellForCash(on, [soldLine(one)]);
    // Sold at 60; what went back cost 100, so 40 of it left with the sale at too little.
    await goesBack(on, [{ variant_id: one, quantity: 1, receipt_item_id: dear.lines[0] }]);
    expect(await valueOf(on, one)).toBe(0);
    await on.asDatabaseOwner();
    expect(await on.rows('select kind, amount::float from public.cost_differences where variant_id = $1', one)).toEqual([
      { kind: 'corrected', amount: 40 },
    ]);
  });

  scenario('sent again is the same return, and with other content is refused', async (on) => {
    const [one = ''] = await variants(on, 1);
    const receipt = await came(on, [line(one, 4, 10)]);
    const id = randomUUID();
    const lines = [{ variant_id: one, quantity: 1, receipt_item_id: receipt.lines[0] }];
    const made = await goesBack(on, lines, { note: ' Torn ' }, id);
    expect(await goesBack(on, lines, { note: 'Torn' }, id)).toEqual(made);
    expect(await onHand(on, one, zamalek)).toBe(3);
    expect(await refusal(on, () => goesBack(on, [{ ...lines[0], quantity: 2 }], { note: 'Torn' }, id))).toBe('exists_already');
    expect(await refusal(on, () => goesBack(on, lines, {}, receipt.id))).toBe('id_taken');
    expect(await on.call('void_purchase_return', { id, reason: 'Found whole' })).toMatchObject({ id });
    expect(await on.call('void_purchase_return', { id, reason: 'Again' })).toMatchObject({ id });
    expect(await onHand(on, one, zamalek)).toBe(4);
  });

  scenario('is paid by nothing that has the id of its refund, and refunded by no payment of an order', async (on) => {
    const [one = ''] = await variants(on, 1);
    const receipt = await came(on, [line(one, 4, 10)]);
    await pay(on, receipt.order, 40);
    const made = await goesBack(on, [{ variant_id: one, quantity: 2, receipt_item_id: receipt.lines[0] }]);
    const other = await order(on, [line(one, 4, 10)]);
    const [refund, paid] = [await payment(on, 5), await payment(on, 6)];
    await on.call('refund_purchase_return', { id: made.id, payments: [refund] });
    await on.call('pay_purchase', { id: other.id, payments: [paid] });
    expect(await refusal(on, () => on.call('pay_purchase', { id: other.id, payments: [refund] }))).toBe('payment_not_found');
    expect(await refusal(on, () => on.call('refund_purchase_return', { id: made.id, payments: [paid] }))).toBe('payment_not_found');
  });

  scenario('needs the cost of goods without a receipt where none is known', async (on) => {
    const [one = ''] = await variants(on, 1);
    await on.call('post_stock_entry', {
      id: randomUUID(),
      kind: 'opening',
      branch_id: zamalek,
      lines: [{ variant_id: one, quantity: 2 }],
    });
    const refused = await on.refused(() => goesBack(on, [{ variant_id: one, quantity: 1 }]));
    expect([refused.message, detailOf(refused)]).toMatchObject(['cost_missing', { line: 1 }]);
    expect(await goesBack(on, [{ variant_id: one, quantity: 1, unit_cost: 7 }])).toMatchObject({ total: 7 });
  });

  scenario('takes lines of one order line from two receipts in any order, and all of its tax', async (on) => {
    const [one = '', two = ''] = await variants(on, 2);
    const rate = await on.value<string>(`select id from public.tax_rates where percentage = 14 limit 1`);
    const { id } = await order(on, [line(two, 3, 7.77), line(one, 9, 3.33, 0.01)], { tax_rate_id: rate });
    const lines: Row[] = [];
    for (const [quantity, other] of [
      [2, 1],
      [4, 2],
      [3, 0],
    ] as const) {
      const receipt = await receive(on, id, [[one, quantity], ...(other > 0 ? ([[two, other]] as [string, number][]) : [])]);
      for (const row of await on.rows<Row>(
        'select id, variant_id, quantity::float from public.receipt_items where receipt_id = $1',
        receipt.id,
      ))
        lines.push({ variant_id: row.variant_id, quantity: row.quantity, receipt_item_id: row.id });
    }
    const shuffled = [3, 0, 4, 2, 1].map((at) => lines[at]!);
    const { total } = (await orderMoney(on, id)) as { total: number };
    expect(await goesBack(on, shuffled)).toMatchObject({ total, settled: total });
    expect([await valueOf(on, one), await valueOf(on, two)]).toEqual([0, 0]);
    expect(await on.rows('select position, variant_id from public.purchase_return_items order by id desc limit 5')).toHaveLength(5);
  });

  scenario('shares the credits of a supplier among its debts, the oldest of both first', async (on) => {
    const [one = ''] = await variants(on, 1);
    const supplier_id = await on.value<string>(`insert into public.suppliers (name) values ('Sends on credit') returning id`);
    const credits: string[] = [];
    // All of them are made at the same moment, so that their ids decide.
    const ids = [randomUUID(), randomUUID(), randomUUID()].sort();
    for (const [index, quantity] of [3, 4, 5].entries()) {
      const paid = await came(on, [line(one, quantity, 10)], { supplier_id });
      await pay(on, paid.order, quantity * 10);
      const header = { supplier_id };
      credits.push((await goesBack(on, [{ variant_id: one, quantity, receipt_item_id: paid.lines[0] }], header, ids[index])).id);
    }
    const debts: string[] = [];
    for (const ordered_on of ['2026-10-03', '2026-10-01', '2026-10-02'])
      debts.push((await order(on, [line(one, 5, 10)], { supplier_id, ordered_on })).id);
    expect(await on.call('use_supplier_credit', { supplier_id })).toEqual({ used: 120, orders: 3 });
    const paid = await on.rows<Row>(
      'select purchase_order_id as debt, purchase_return_id as credit, amount::float from public.purchase_payments where purchase_return_id = any ($1)',
      credits,
    );
    const parts = [
      [1, 0, 30],
      [1, 1, 20],
      [2, 1, 20],
      [2, 2, 30],
      [0, 2, 20],
    ].map(([debt = 0, credit = 0, amount]) => ({ debt: debts[debt], credit: credits[credit], amount }));
    expect(paid).toHaveLength(parts.length);
    expect(paid).toEqual(expect.arrayContaining(parts));
    expect(await on.call('supplier_account', { supplier_id })).toMatchObject({ owed: 30, credit: 0 });
  });

  scenario('leaves no more overdue than is owed after its credit', async (on) => {
    const [one = ''] = await variants(on, 1);
    const supplier_id = await on.value<string>(`insert into public.suppliers (name) values ('Waits long') returning id`);
    const figures = async () => {
      const { owed, credit, overdue } = await on.call<Row>('supplier_account', { supplier_id });
      return [owed, credit, overdue];
    };
    const paid = await came(on, [line(one, 10, 10)], { supplier_id });
    await pay(on, paid.order, 100);
    expect(await figures()).toEqual([0, 0, 0]);
    await order(on, [line(one, 7, 10)], { supplier_id, ordered_on: '2026-01-01', due_on: '2026-01-31' });
    expect(await figures()).toEqual([70, 0, 70]);
    const back = (quantity: number) => goesBack(on, [{ variant_id: one, quantity, receipt_item_id: paid.lines[0] }], { supplier_id });
    await back(3);
    expect(await figures()).toEqual([40, 30, 40]);
    await back(6);
    expect(await figures()).toEqual([-20, 90, 0]);
    await order(on, [line(one, 20, 10)], { supplier_id });
    expect(await figures()).toEqual([180, 90, 70]);
  });

  scenario('keeps its receipt from being undone, and the cost of its line from being changed', async (on) => {
    const [one = ''] = await variants(on, 1);
    const receipt = await came(on, [line(one, 4, 10)]);
    const made = await goesBack(on, [{ variant_id: one, quantity: 1, receipt_item_id: receipt.lines[0] }]);
    expect(await refusal(on, () => on.call('undo_receipt', { id: receipt.id, reason: 'Wrong' }))).toBe('receipt_has_returns');
    const correct = async () =>
      on.call<Saved>('save_purchase_order', {
        id: receipt.order,
        purchase: { status: 'completed' },
        items: [line(one, 4, 12)],
        expected_version: await on.value('select version from public.purchase_orders where id = $1', receipt.order),
      });
    expect(await refusal(on, correct)).toBe('line_was_returned');
    await on.call('void_purchase_return', { id: made.id, reason: 'Kept' });
    expect(await correct()).toMatchObject({ total: 48 });
    expect(await on.call('undo_receipt', { id: receipt.id, reason: 'Wrong' })).toMatchObject({ id: receipt.id });
  });

  scenario('takes only lines of its supplier and branch, each once', async (on) => {
    const [one = '', two = ''] = await variants(on, 2);
    const receipt = await came(on, [line(one, 4, 10), line(two, 4, 10)]);
    const there = await came(on, [line(one, 4, 10)], { branch_id: nasrCity });
    const of = (receipt_item_id: string | undefined, variant_id = one) => ({ variant_id, quantity: 1, receipt_item_id });
    for (const lines of [[of(there.lines[0])], [of(receipt.lines[0], two)], [of(randomUUID())]])
      expect(await refusal(on, () => goesBack(on, lines))).toBe('receipt_line_not_found');
    const other = await on.value<string>(`select id from public.suppliers where name <> 'Mahalla Textiles' limit 1`);
    expect(await refusal(on, () => goesBack(on, [of(receipt.lines[0])], { supplier_id: other }))).toBe('receipt_line_not_found');
    expect(await refusal(on, () => goesBack(on, [of(receipt.lines[0]), of(receipt.lines[0])]))).toBe('variant_twice');
    expect(await refusal(on, () => goesBack(on, [of(receipt.lines[0])], { reason: 'bored' }))).toBe('value_invalid');
    expect(await refusal(on, () => goesBack(on, [{ variant_id: one, quantity: 0.5, receipt_item_id: receipt.lines[0] }]))).toBe(
      'pieces_not_whole',
    );
    expect(await refusal(on, () => goesBack(on, []))).toBe('lines_missing');
  });

  scenario('is made without seeing costs, and stays hidden from other branches', async (on) => {
    const [one = ''] = await variants(on, 1);
    const receipt = await came(on, [line(one, 4, 10)]);
    const lines = [{ variant_id: one, quantity: 1, receipt_item_id: receipt.lines[0] }];
    const supplier_id = await supplierId(on);
    const header = { supplier_id, branch_id: zamalek, reason: 'damaged' };
    await withOnlyPermissions(on, people.storekeeper, 'purchasing.returns.view', 'purchasing.returns.create');
    const storekeeperBranch = await on.value<boolean>('select exists (select from public.branches where id = $1)', zamalek);
    expect(storekeeperBranch).toBe(true);
    const made = await on.call<Returned>('record_purchase_return', { id: randomUUID(), header, lines });
    expect(made).toMatchObject({ total: null, settled: null, remaining: null });
    expect(await on.rows('select total from public.purchase_return_page()')).toEqual([{ total: null }]);
    const { amounts, items, payments } = await on.call<Row & { items: Row[] }>('purchase_return_detail', { id: made.id });
    expect([amounts, payments, items]).toMatchObject([null, null, [{ unit_cost: null, total: null }]]);
    expect(JSON.stringify(await on.call('returnable_goods', { receipt_id: receipt.id }))).not.toMatch(/worth": *[0-9]|cost": *[0-9]/);
    const refused = await on.refused(() =>
      on.call('record_purchase_return', { id: randomUUID(), header, lines: [{ variant_id: one, quantity: 1, unit_cost: 1 }] }),
    );
    expect(refused.message).toBe('permission_missing');
    expect(await refusal(on, () => on.call('void_purchase_return', { id: made.id, reason: 'x' }))).toBe('permission_missing');
    await withOnlyPermissions(
      on,
      people.storekeeper,
      ...['purchasing.returns.view', 'purchasing.returns.create', 'purchasing.payments.view', 'inventory.costs.view'],
    );
    const shown = await on.call<{ receipt: Row; account: Row | null; goods: Row[] }>('returnable_goods', { receipt_id: receipt.id });
    expect(shown).toMatchObject({
      receipt: { id: receipt.id, purchase_order_id: null, order_number: null, total: null, paid: null, remaining: null },
      account: null,
      goods: [{ worth: 30 }],
    });
    await on.as(people.owner);
    const there = await came(on, [line(one, 4, 10)], { branch_id: nasrCity });
    const hidden = await goesBack(on, [{ variant_id: one, quantity: 1, receipt_item_id: there.lines[0] }], { branch_id: nasrCity });
    await on.as(people.storekeeper);
    if (!(await on.value<boolean>('select exists (select from public.branches where id = $1)', nasrCity))) {
      expect(await refusal(on, () => on.call('purchase_return_detail', { id: hidden.id }))).toBe('purchase_return_not_found');
      expect(await refusal(on, () => on.call('returnable_goods', { receipt_id: there.id }))).toBe('receipt_not_found');
    }
  });

  scenario('tells the average to nobody without permission, by an overflow or a retry', async (on) => {
    const [one = ''] = await variants(on, 1);
    await came(on, [line(one, 4, 123)]);
    const header = { supplier_id: await supplierId(on), branch_id: zamalek, reason: 'damaged' };
    const id = randomUUID();
    await withOnlyPermissions(on, people.storekeeper, 'purchasing.returns.view', 'purchasing.returns.create');
    const send = (quantity: number, cost: Row = {}, as: string = randomUUID()) =>
      on.call('record_purchase_return', { id: as, header, lines: [{ variant_id: one, quantity, ...cost }] });
    // 10 billion, the most of an amount, lies between them.
    for (const quantity of [5, 81_300_812, 81_300_814, 1_000_000_000]) expect(await refusal(on, () => send(quantity))).toBe('stock_short');
    await send(1, {}, id);
    for (const unit_cost of [122, 123]) expect(await refusal(on, () => send(1, { unit_cost }, id))).toBe('permission_missing');
    expect(await send(1, {}, id)).toMatchObject({ id, total: null });
  });

  scenario('is refused if it comes to more than an amount can be', async (on) => {
    const [one = ''] = await variants(on, 1);
    for (let times = 0; times < 2; times++) await came(on, [line(one, 1_000_000, 9_000)]);
    expect(await refusal(on, () => goesBack(on, [{ variant_id: one, quantity: 1_500_000 }]))).toBe('total_too_large');
    expect(await goesBack(on, [{ variant_id: one, quantity: 1_000_000 }])).toMatchObject({ total: 9e9 });
  });

  scenario('shows what can go back: of a receipt, and of scanned goods their newest receipt', async (on) => {
    const [one = '', two = '', three = ''] = await variants(on, 3);
    const old = await came(on, [line(one, 4, 10), line(two, 2, 30)]);
    const recent = await came(on, [line(one, 1, 12)]);
    await goesBack(on, [{ variant_id: two, quantity: 1, receipt_item_id: old.lines[1] }]);
    const supplier_id = await supplierId(on);
    const shown = await on.call<{ receipt: Row; goods: Row[] }>('returnable_goods', { receipt_id: old.id });
    expect(shown.receipt).toMatchObject({ id: old.id, supplier_id, branch_id: zamalek, total: 100, paid: 30 });
    expect(shown.goods).toMatchObject([
      { receipt_item_id: old.lines[0], received: 4, left: 4, on_hand: 5, worth: 40, unit_cost: 10 },
      { receipt_item_id: old.lines[1], received: 2, left: 1, on_hand: 1, worth: 30, unit_cost: 30 },
    ]);
    const scanned = { supplier_id, branch_id: zamalek, variant_ids: [one, two, three] };
    const of = async () =>
      (await on.call<{ goods: Row[] }>('returnable_goods', scanned)).goods.map(({ receipt_item_id }) => receipt_item_id);
    expect(await of()).toEqual([recent.lines[0], old.lines[1], null]);
    await goesBack(on, [{ variant_id: one, quantity: 1, receipt_item_id: recent.lines[0] }]);
    expect(await of()).toEqual([old.lines[0], old.lines[1], null]);
  });

  scenario('is part of statement, tax report, movements, palette and list until it is voided', async (on) => {
    const [one = ''] = await variants(on, 1);
    const rate = await on.value<string>(`select id from public.tax_rates where percentage = 14 limit 1`);
    const receipt = await came(on, [line(one, 10, 10)], { tax_rate_id: rate });
    const supplier_id = await supplierId(on);
    const statement = () => on.call<{ closing: number; entries: Row[] }>('supplier_statement', { supplier_id });
    const inputTax = async () => {
      const { rows } = await on.call<{ rows: Row[] }>('report_tax', { period: 'this_year' });
      return [rows.find(({ kind }) => kind === 'input_tax')?.tax_amount, rows.find(({ kind }) => kind === 'purchase_returns')?.tax_amount];
    };
    const before = { statement: await statement(), tax: await inputTax() };
    const made = await goesBack(on, [{ variant_id: one, quantity: 5, receipt_item_id: receipt.lines[0] }]);
    expect(made).toMatchObject({ total: 57, settled: 57 });
    const after = await statement();
    expect(Math.round((after.closing - before.statement.closing) * 100)).toBe(-5700);
    expect(after.closing).toBe((await account(on)).owed);
    expect(after.entries.at(-1)).toMatchObject({ kind: 'return', number: made.number, amount: -57, purchase_return_id: made.id });
    // The order that the credit paid is no entry of its own.
    expect(after.entries.length).toBe(before.statement.entries.length + 1);
    expect(await inputTax()).toEqual([Math.round((Number(before.tax[0]) - 7) * 100) / 100, -7]);
    const moved = await on.rows('select kind, quantity::float, document_number from public.movement_list where document_id = $1', made.id);
    expect(moved).toEqual([{ kind: 'purchase_return', quantity: -5, document_number: made.number }]);
    expect(await on.rows(`select kind, id from public.find_records(words => $1)`, made.number)).toEqual([
      { kind: 'purchase_returns', id: made.id },
    ]);
    expect(await on.rows('select id from public.purchase_return_page(words => $1)', made.number)).toEqual([{ id: made.id }]);
    expect(await on.call('purchase_return_totals', { words: made.number })).toEqual({
      count: 1,
      by_status: { returned: 1, voided: 0 },
      total: 57,
      remaining: 0,
    });
    // Of an order that is not complete, neither the purchase nor the return counts yet.
    const part = await order(on, [line(one, 4, 10)], { tax_rate_id: rate });
    const half = await receive(on, part.id, [[one, 2]]);
    const [receiptLine] = await on.rows<{ id: string }>('select id from public.receipt_items where receipt_id = $1', half.id);
    const early = await goesBack(on, [{ variant_id: one, quantity: 1, receipt_item_id: receiptLine?.id }]);
    expect(await inputTax()).toEqual([Math.round((Number(before.tax[0]) - 7) * 100) / 100, -7]);
    await on.call('void_purchase_return', { id: early.id, reason: 'Kept' });
    await on.call('undo_receipt', { id: half.id, reason: 'Wrong' });
    await on.call('cancel_purchase', { id: part.id });
    await on.call('void_purchase_return', { id: made.id, reason: 'Kept' });
    expect((await statement()).closing).toBe(before.statement.closing);
    expect(await inputTax()).toEqual(before.tax);
    expect(await orderMoney(on, receipt.order)).toMatchObject({ paid: 0 });
  });

  scenario(`keeps value and debt exact in random returns, voids and sales (SEED=${seed})`, async (on) => {
    const roll = seededRandom(seed);
    const pick = <T>(from: readonly T[]): T => from[roll(from.length)] as T;
    const all = await variants(on, 2, { price: 900 });
    const rate = await on.value<string>(`select id from public.tax_rates where percentage = 14 limit 1`);
    const receipts: Came[] = [];
    const made: string[] = [];
    const owedAtFirst = (await account(on)).owed;
    let [bought, returned] = [0, 0];
    for (let step = 0; step < 50; step++) {
      const kind = pick(['buy', 'return', 'return', 'sell', 'void', 'pay'] as const);
      if (kind === 'buy' || receipts.length === 0) {
        const items = all.map((variant) => line(variant, 2 + roll(6), (1 + roll(9999)) / 100, roll(50) / 100));
        const taxed = pick([{ tax_rate_id: rate }, { tax: roll(500) / 100 }, {}]);
        receipts.push(
          await came(
            on,
            items.map((item) => ({ ...item, discount: Math.min(item.discount as number, 0.01) })),
            taxed,
          ),
        );
        bought += Number((await orderMoney(on, receipts.at(-1)!.order))!.total);
      } else if (kind === 'return') {
        const receipt = pick(receipts);
        const { goods } = await on.call<{ goods: Row[] }>('returnable_goods', { receipt_id: receipt.id });
        const lines = goods
          .map((row) => ({
            variant_id: row.variant_id,
            quantity: roll(Math.min(Number(row.left), Number(row.on_hand)) + 1),
            receipt_item_id: row.receipt_item_id,
          }))
          .filter(({ quantity }) => quantity > 0);
        if (lines.length === 0) continue;
        const { id, total } = await goesBack(on, lines);
        made.push(id);
        returned += total;
      } else if (kind === 'sell') {
        const variant = pick(all);
        if ((await onHand(on, variant, zamalek)) > 0) await sellForCash(on, [soldLine(variant)]);
      } else if (kind === 'void' && made.length > 0) {
        const [id = ''] = made.splice(roll(made.length), 1);
        const { total } = await on.call<Returned>('void_purchase_return', { id, reason: 'Random' });
        returned -= total;
      } else if (kind === 'pay') {
        const { order: id } = pick(receipts);
        const { remaining } = (await orderMoney(on, id)) as { remaining: number };
        if (remaining > 1) {
          await pay(on, id, 1);
          bought -= 1;
        }
      }
    }
    expect(Math.round(((await account(on)).owed - owedAtFirst) * 100)).toBe(Math.round((bought - returned) * 100));
    const [report, dashboard, accounts] = await debts(on);
    expect([dashboard, accounts]).toEqual([report, report]);
    expect((await on.call<{ closing: number }>('supplier_statement', { supplier_id: await supplierId(on) })).closing).toBe(
      (await account(on)).owed,
    );
    await on.asDatabaseOwner();
    expect(await on.rows('select * from private.check_invariants()')).toEqual([]);
  });
});

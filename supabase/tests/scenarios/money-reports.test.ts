/* Cash flow with the payments behind it, and cashiers compared. */
import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { idOf } from '../fixtures.ts';
import { line as ordered, order } from './purchasing.ts';
import { goods, line, paying, sell, sellForCash } from './selling.ts';

const { zamalek } = branches;

interface Report {
  totals: Record<string, number>;
  rows: (Record<string, number> & { id: string })[];
}
const report = (on: TestSession, name: 'cash_flow' | 'cashiers' | 'profit_and_loss', rest: Row = {}): Promise<Report> =>
  on.call<Report>(`report_${name}`, { at_branch_ids: [zamalek], period: 'today', ...rest });
interface Payments {
  count: number;
  by_kind: Record<string, number>;
  amount: number;
}
const behind = (on: TestSession, rest: Row = {}) =>
  on.call<Payments>('payment_totals', { at_branch_ids: [zamalek], paid: 'today', ...rest });
const KINDS = ['taken', 'given_back', 'to_suppliers', 'from_suppliers', 'for_expenses'] as const;

/**
 * Money in and out: a sale of 300, 100 of it given back, 120 to a supplier and 30 back, 45 for an expense, and a voided
 * sale; and an order that the credit of a return paid, which moved no money.
 */
async function moneyMoved(on: TestSession) {
  const { variant } = await goods(on, 50, { price: 100, purchase_price: 60 });
  const sale = await sellForCash(on, [line(variant, 3)]);
  const [bought] = await on.rows<{ id: string }>('select id from public.sale_lines where sale_id = $1', sale.id);
  await sell(on, [{ returns_line_id: bought?.id, quantity: 1 }], {}, [await paying(on, -100)]);
  const wrong = await sellForCash(on, [line(variant, 2)]);
  await on.call('void_sale', { id: wrong.id, reason: 'Wrong goods' });
  await on.asDatabaseOwner();
  const today = await on.value<string>('select private.branch_today($1)::text', zamalek);
  await on.as(people.owner);
  const purchase = await order(on, [ordered(variant, 10, 60)]);
  const method = await idOf(on, 'payment_methods', 'Card');
  await on.call('pay_purchase', {
    id: purchase.id,
    payments: [{ id: randomUUID(), amount: 120, payment_method_id: method, paid_on: today }],
  });
  const sendBack = async (): Promise<string> => {
    const { id } = await on.call<{ id: string }>('record_purchase_return', {
      id: randomUUID(),
      header: { supplier_id: await idOf(on, 'suppliers', 'Mahalla Textiles'), branch_id: zamalek, reason: 'damaged' },
      lines: [{ variant_id: variant, quantity: 1, unit_cost: 60 }],
    });
    return id;
  };
  const refunded = await sendBack();
  for (const amount of [30, 12]) {
    const id = randomUUID();
    await on.call('refund_purchase_return', {
      id: refunded,
      payments: [{ id, amount, payment_method_id: method, paid_on: today }],
    });
    if (amount === 12) await on.call('void_purchase_payment', { id, reason: 'Bounced' });
  }
  await sendBack();
  const used = await on.call<Row>('use_supplier_credit', { supplier_id: await idOf(on, 'suppliers', 'Mahalla Textiles') });
  expect(used).toMatchObject({ used: 90 });
  const expense = randomUUID();
  await on.call('save_expense', {
    id: expense,
    expense: { branch_id: zamalek, amount: 45 },
    payments: [{ id: randomUUID(), amount: 45, payment_method_id: method, paid_on: today }],
  });
  return { sale };
}

describe('the report of cash flow', () => {
  scenario('adds up what was taken, given back and paid, without voided payments', async (on) => {
    await on.as(people.owner);
    const before = (await report(on, 'cash_flow')).totals;
    await moneyMoved(on);
    const { totals } = await report(on, 'cash_flow');
    const more = (measure: string) => Number(totals[measure]) - Number(before[measure]);
    expect(KINDS.map(more)).toEqual([300, 100, 120, 30, 45]);
    expect(more('left_over')).toBe(300 - 100 - 120 + 30 - 45);
    for (const group_by of ['kind', 'payment_method', 'day', 'branch'])
      expect([group_by, (await report(on, 'cash_flow', { group_by })).rows.reduce((sum, row) => sum + Number(row.left_over), 0)]).toEqual([
        group_by,
        totals.left_over,
      ]);
  });

  scenario('has a list of payments behind it that adds up to each figure', async (on) => {
    const { sale } = await moneyMoved(on);
    await on.as(people.owner);
    const { totals } = await report(on, 'cash_flow');
    const all = await behind(on);
    expect(all).toMatchObject({ count: totals.payments, amount: totals.left_over });
    for (const kind of KINDS) {
      const of = await behind(on, { kinds: [kind] });
      expect([kind, Math.abs(of.amount), of.by_kind]).toEqual([kind, totals[kind], all.by_kind]);
      expect((await behind(on, { filters: { kind: [kind] } })).count).toBe(all.by_kind[kind]);
    }
    for (const row of (await report(on, 'cash_flow', { group_by: 'payment_method' })).rows)
      expect((await behind(on, { filters: { payment_method: [row.id] } })).amount).toBe(row.left_over);
    const page = await on.table<Row>('payment_page', { at_branch_ids: [zamalek], paid: 'today', page_size: 1000 });
    expect(page).toHaveLength(all.count);
    expect(page.reduce((sum, row) => sum + Number(row.amount), 0)).toBeCloseTo(all.amount, 2);
    const [found] = await on.table<Row>('payment_page', { words: sale.number, paid: 'today' });
    expect(found).toMatchObject({ kind: 'taken', document_number: sale.number, document_id: sale.id, amount: 300 });
  });

  scenario('shows payments only to those who may see all kinds of them', async (on) => {
    for (const permission of [
      'reports.profit_and_loss.view',
      'inventory.costs.view',
      'accounting.sales.view',
      'purchasing.orders.view',
      'purchasing.returns.view',
      'purchasing.payments.view',
      'accounting.expenses.view',
      'accounting.expense_payments.view',
    ]) {
      await on.asDatabaseOwner();
      await on.rows('savepoint before');
      await on.revokePermission(people.accountant, permission);
      await on.as(people.accountant);
      expect([permission, await on.refused(() => behind(on))]).toMatchObject([permission, { message: 'permission_missing' }]);
      await on.asDatabaseOwner();
      await on.rows('rollback to savepoint before');
    }
  });
});

describe('the report of cashiers', () => {
  scenario('compares invoices, discounts, returns, voids and drawers of each person', async (on) => {
    await on.as(people.owner);
    const of = async () => (await report(on, 'cashiers')).rows.find(({ id }) => id === people.owner);
    const before = await of();
    await moneyMoved(on);
    const { variant } = await goods(on, 10, { price: 100 });
    await sellForCash(on, [line(variant, 1)], { discount: 10, discount_reason: 'Display piece' });
    const after = await of();
    const more = (measure: string) => Number(after?.[measure] ?? 0) - Number(before?.[measure] ?? 0);
    expect(['invoices', 'net', 'discounted', 'discount', 'returns', 'voided', 'voided_total'].map(more)).toEqual([
      3, 290, 1, 10, 100, 1, 200,
    ]);
  });

  scenario('does not count the discount of returned goods for the cashier who takes them back', async (on) => {
    const { variant } = await goods(on, 10, { price: 100 });
    const of = async () => (await report(on, 'cashiers')).rows.find(({ id }) => id === people.owner);
    const before = await of();
    const sale = await sellForCash(on, [line(variant, 2)], { discount: 40, discount_reason: 'Display piece' });
    const [bought] = await on.rows<{ id: string }>('select id from public.sale_lines where sale_id = $1', sale.id);
    await sell(on, [{ returns_line_id: bought?.id, quantity: 1 }], {}, [await paying(on, -80)]);
    const after = await of();
    const more = (measure: string) => Number(after?.[measure] ?? 0) - Number(before?.[measure] ?? 0);
    expect(['net', 'returns', 'discount', 'discounted'].map(more)).toEqual([80, 80, 40, 1]);
  });

  scenario('has the drawer differences of profit and loss, for those who may see them', async (on) => {
    await on.as(people.owner);
    const [shift] = await on.rows<{ id: string }>(
      'select id from public.shifts where branch_id = $1 and closed_at is null limit 1',
      zamalek,
    );
    await on.call('close_shift', { id: shift?.id, actual_closing: 7, closing_balance: 0, note: 'Found a note' });
    const { totals } = await report(on, 'cashiers');
    const account = await on.call<{ rows: { kind: string; now: number }[] }>('report_profit_and_loss', {
      at_branch_ids: [zamalek],
      period: 'today',
    });
    expect(totals.drawer).toBe(account.rows.find(({ kind }) => kind === 'drawers')?.now);
    expect(totals.shifts).toBeGreaterThan(0);
    await on.revokePermission(people.accountant, 'attendance.shifts.view_expected');
    await on.as(people.accountant);
    const hidden = await report(on, 'cashiers');
    for (const measure of ['shifts', 'drawer', 'short']) expect(hidden.totals).not.toHaveProperty(measure);
  });
});

/* The journal for the accountant: what each document means in double-entry bookkeeping. That entries add up to zero, and accounts to the
   documents, is an invariant, so that every scenario proves it. */
import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { idOf } from '../fixtures.ts';
import { line as ordered, order, pay, receive, variants } from './purchasing.ts';
import { customer, goods, line, paying, sell, sellForCash } from './selling.ts';

const { zamalek } = branches;

interface Journal extends Row {
  days: string[];
  debit: number;
  credit: number;
  rows: { account: string; key: string | null; name: string | null; code: string | null; debit: number; credit: number }[];
}
interface Line extends Row {
  account: string;
  key: string | null;
  amount: number;
}
const today = (on: TestSession) => on.value<string>('select private.branch_today($1)::text', zamalek);
const linesIn = (on: TestSession, question: Row) =>
  on.call<{ count: number; debit: number; credit: number; rows: Line[] }>('journal_lines', question);
const journal = (on: TestSession, question: Row = {}) => on.call<Journal>('journal_accounts', { period: 'today', ...question });
/** The lines of a document: account, with its tax rate if it has one, and amount. */
async function linesOf(on: TestSession, id: string): Promise<Record<string, number>> {
  await on.asDatabaseOwner();
  const lines = await on.rows<{ name: string; amount: number }>(
    `select concat_ws(' ', j.account, t.name, case when j.amount > 0 then 'debit' else 'credit' end) as name, j.amount::float
     from private.journal(array(select b.id from public.branches b), daterange(null, null)) j
     left join public.tax_rates t on t.id = j.tax_rate_id
     where j.document_id = $1`,
    id,
  );
  await on.as(people.owner);
  return Object.fromEntries(lines.map(({ name, amount }) => [name, amount]));
}
const vatOf = (on: TestSession) => idOf(on, 'tax_rates', 'VAT');
/** Four pieces that cost 25 each, sold at 100 and VAT. */
async function taxedGoods(on: TestSession): Promise<string> {
  await on.as(people.owner);
  const [variant = ''] = await variants(on, 1, { price: 100, tax_rate_id: await vatOf(on) });
  const { id } = await order(on, [ordered(variant, 4, 25)]);
  await receive(on, id, [[variant, 4]]);
  return variant;
}
const balances = (rows: Journal['rows']) => {
  const sums = new Map<string, number>();
  for (const { account, debit, credit } of rows) sums.set(account, (sums.get(account) ?? 0) + Math.round((debit - credit) * 1e4));
  return Object.fromEntries([...sums].map(([account, amount]) => [account, amount / 1e4]));
};

describe('the journal', () => {
  scenario('books a sale with its tax, its payment and the cost of its goods', async (on) => {
    const variant = await taxedGoods(on);
    const { id, total } = await sell(on, [line(variant, 2)], {}, [await paying(on, 228)]);
    expect(total).toBe(228);
    expect(await linesOf(on, id)).toEqual({
      'receivables debit': 228,
      'sales VAT credit': -200,
      'output_tax VAT credit': -28,
      'cost debit': 50,
      'stock credit': -50,
      'money debit': 228,
      'receivables credit': -228,
    });
  });

  scenario('leaves out a voided sale and its payment', async (on) => {
    const { variant } = await goods(on, 5, { price: 100, purchase_price: 60 });
    const { id } = await sellForCash(on, [line(variant)]);
    await on.call('void_sale', { id, reason: 'Mistake' });
    expect(await linesOf(on, id)).toEqual({});
  });

  scenario('books goods of an order when they come, and its debt and tax once it is completed', async (on) => {
    const [variant = ''] = await variants(on, 1, { price: 100 });
    const tax_rate_id = await vatOf(on);
    const { id } = await order(on, [ordered(variant, 4, 25)], { tax_rate_id, tax_by_product: false });
    const first = await receive(on, id, [[variant, 3]]);
    expect(await linesOf(on, first.id)).toEqual({ 'stock debit': 75, 'goods_received credit': -75 });
    expect(await linesOf(on, id)).toEqual({});
    await receive(on, id, [[variant, 1]]);
    await pay(on, id, 14);
    expect(await linesOf(on, id)).toEqual({
      'goods_received debit': 100,
      'input_tax VAT debit': 14,
      'payables credit': -114,
      'payables debit': 14,
      'money credit': -14,
    });
  });

  scenario('writes off damaged goods that a customer brings back', async (on) => {
    const variant = await taxedGoods(on);
    const sold = await sellForCash(on, [line(variant, 2)]);
    const returns_line_id = await on.value<string>('select id from public.sale_lines where sale_id = $1', sold.id);
    const { id } = await sell(on, [{ returns_line_id, quantity: 1, damaged: true }], {}, [await paying(on, -114)]);
    expect(await linesOf(on, id)).toMatchObject({
      'returns VAT debit': 100,
      'output_tax VAT debit': 14,
      'receivables credit': -114,
      'receivables debit': 114,
      'money credit': -114,
      'cost credit': -25,
      'damaged debit': 25,
      'stock debit': 25,
      'stock credit': -25,
    });
  });

  scenario('books an expense by its category, and what is still to pay', async (on) => {
    const day = await today(await on.asDatabaseOwner());
    await on.as(people.owner);
    const category_id = await idOf(on, 'expense_categories', 'Rent');
    const { id } = await on.call<{ id: string }>('save_expense', {
      id: randomUUID(),
      expense: { branch_id: zamalek, spent_on: day, amount: 114, category_id, tax_rate_id: await vatOf(on) },
    });
    expect(await linesOf(on, id)).toEqual({ 'expense VAT debit': 100, 'input_tax VAT debit': 14, 'expenses_due credit': -114 });
    const { rows } = await journal(on);
    expect(rows.find(({ key }) => key === category_id)).toMatchObject({ account: 'expense', name: 'Rent', code: null });
  });

  scenario('books opening balances and opening stock against equity', async (on) => {
    const day = await today(await on.asDatabaseOwner());
    await on.as(people.owner);
    const contact_id = await customer(on);
    const { id } = await on.call<{ id: string }>('record_opening_balance', {
      id: randomUUID(),
      balance: { contact: 'customer', contact_id, branch_id: zamalek, day, amount: 300 },
    });
    expect(await linesOf(on, id)).toEqual({ 'receivables debit': 300, 'opening credit': -300 });
  });

  scenario('comes to the same as profit and loss and the tax report', async (on) => {
    await on.as(people.owner);
    for (const at_branch_ids of [[], [zamalek]])
      for (const period of ['last_7_days', 'this_month', 'this_year']) {
        const { rows, debit, credit, days } = await journal(on, { at_branch_ids, period });
        expect(debit).toBe(credit);
        if (period === 'this_year') expect(days.length).toBeGreaterThan(5);
        const booked = balances(rows);
        const account = await on.call<{ rows: { kind: string; now: number }[] }>('report_profit_and_loss', { at_branch_ids, period });
        for (const { kind, now } of account.rows)
          if (!['net_sales', 'gross_profit', 'expenses', 'profit', 'expense'].includes(kind))
            expect({ kind, now }).toEqual({ kind, now: -(booked[kind] ?? 0) || 0 });
        expect(account.rows.find(({ kind }) => kind === 'expenses')?.now).toBe(-(booked.expense ?? 0) || 0);
        const tax = await on.call<{ figures: Record<string, { now: number }> }>('report_tax', { at_branch_ids, period });
        expect(tax.figures.output_tax?.now).toBe(-(booked.output_tax ?? 0) || 0);
        expect(tax.figures.input_tax?.now).toBe(booked.input_tax ?? 0);
      }
  });

  scenario('answers the same lines by day, by account and for the whole period', async (on) => {
    await on.as(people.owner);
    const { rows, days } = await journal(on, { period: 'this_year' });
    const sums = new Map<string, number>();
    for (const day of days)
      for (const { account, key, amount } of (await linesIn(on, { period: `${day}..${day}`, row_limit: 10_000 })).rows) {
        const name = `${account} ${key ?? ''}`;
        sums.set(name, (sums.get(name) ?? 0) + Math.round(amount * 1e4));
      }
    expect(Object.fromEntries(sums)).toEqual(
      Object.fromEntries(
        rows
          .filter(({ debit, credit }) => debit || credit)
          .map(({ account, key, debit, credit }) => [`${account} ${key ?? ''}`, Math.round((debit - credit) * 1e4)]),
      ),
    );
    for (const { account, key, debit, credit } of rows) {
      const lines = await linesIn(on, { period: 'this_year', account, key, row_limit: 10_000 });
      expect(lines).toMatchObject({ count: lines.rows.length, debit, credit });
      expect(lines.rows.every((line) => line.account === account && line.key === key)).toBe(true);
      expect((await linesIn(on, { period: 'this_year', account, key, row_limit: 1 })).rows).toEqual(lines.rows.slice(0, 1));
    }
  });

  scenario('names accounts as the accountant does, once somebody said how', async (on) => {
    await on.as(people.accountant);
    const cash = await idOf(on, 'payment_methods', 'Cash');
    const codeOf = async (account: string, key: string | null) => {
      const { rows } = await journal(on, { period: 'this_year' });
      return rows.find((row) => row.account === account && row.key === key)!.code;
    };
    const codes = [
      { account: 'money', key: cash, code: ' 1010 ' },
      { account: 'stock', key: null, code: '4000' },
    ];
    await on.call('save_account_codes', { codes });
    await on.call('save_account_codes', { codes });
    expect(await codeOf('money', cash)).toBe('1010');
    await on.call('save_account_codes', { codes: [{ account: 'stock', key: null, code: '' }] });
    expect([await codeOf('money', cash), await codeOf('stock', null)]).toEqual(['1010', null]);
    for (const wrong of [
      [{ account: 'unknown', key: null, code: '1' }],
      [{ account: 'sales', key: null, code: 'x'.repeat(2000) }],
      [{ account: 'sales', key: null, code: '-4000' }],
      [{ account: 'sales', key: null, code: 'a\nb' }],
      [{ account: 'sales', key: cash, code: '4000' }],
      [{ account: 'money', key: randomUUID(), code: '1010' }],
      [{}],
      [
        { account: 'sales', key: null, code: '1' },
        { account: 'sales', key: null, code: '2' },
      ],
    ])
      expect((await on.refused(() => on.call('save_account_codes', { codes: wrong }))).code).toMatch(/^PT4/);
  });

  scenario('sets a return against what another customer owes, for both of them', async (on) => {
    const { variant } = await goods(on, 5, { price: 100 });
    const [buyer, bringer] = [await customer(on), await customer(on)];
    const sold = await sell(on, [line(variant, 2)], { customer_id: buyer });
    const returns_line_id = await on.value<string>('select id from public.sale_lines where sale_id = $1', sold.id);
    await sell(on, [{ returns_line_id, quantity: 1 }], { customer_id: bringer });
    const { rows } = await linesIn(on, { period: 'today', account: 'receivables' });
    const owed = new Map<unknown, number>();
    for (const { customer: name, amount } of rows) owed.set(name, (owed.get(name) ?? 0) + amount);
    const nameOf = (id: string) => on.value<string>('select name from public.customers where id = $1', id);
    expect([owed.get(await nameOf(buyer)), owed.get(await nameOf(bringer))]).toEqual([100, 0]);
  });

  scenario('does not name a sale of another branch that was paid in this one', async (on) => {
    const { variant } = await goods(on, 5, { price: 100 }, branches.nasrCity);
    const customer_id = await customer(on);
    const { id } = await sell(on, [line(variant)], { branch_id: branches.nasrCity, customer_id });
    await on.call('pay_sale', { id, payments: [{ id: randomUUID(), ...(await paying(on, 100)), branch_id: zamalek }] });
    await on.asDatabaseOwner();
    await on.rows('delete from public.user_branches where profile_id = $1 and branch_id <> $2', people.accountant, zamalek);
    await on.as(people.accountant);
    const { rows } = await linesIn(on, { period: 'today', account: 'receivables', at_branch_ids: [zamalek] });
    expect(rows.filter(({ amount }) => amount === -100)).toMatchObject([{ document_id: null, document_number: null, customer: null }]);
  });

  scenario('names no document that the user may not view', async (on) => {
    await on.call('post_stock_entry', {
      ...{ id: randomUUID(), kind: 'opening', branch_id: zamalek },
      lines: [{ variant_id: (await goods(on, 1, { purchase_price: 5 })).variant, quantity: 2 }],
    });
    await on.revokePermission(people.manager, 'inventory.stock.view');
    await on.as(people.manager);
    const { rows } = await linesIn(on, { period: 'today', account: 'opening' });
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(({ document_id }) => document_id === null)).toBe(true);
  });

  scenario('is refused to users who may not read all documents', async (on) => {
    for (const permission of [
      'reports.profit_and_loss.view',
      'reports.profit_and_loss.export',
      'inventory.costs.view',
      'attendance.shifts.view_expected',
      'accounting.sales.view',
      'purchasing.orders.view',
      'purchasing.returns.view',
      'purchasing.payments.view',
      'accounting.expenses.view',
      'accounting.expense_payments.view',
      'contacts.customers.view',
      'contacts.suppliers.view',
    ]) {
      const refused = async (ask: () => Promise<unknown>) =>
        on.refused(async () => {
          await on.revokePermission(people.manager, permission);
          await on.as(people.manager);
          await ask();
        });
      expect(await refused(() => on.call('journal_lines'))).toMatchObject({ message: 'permission_missing' });
      expect(await refused(() => journal(on))).toMatchObject({ message: 'permission_missing' });
    }
    await on.as(people.cashier);
    expect(await on.refused(() => on.call('save_account_codes', { codes: [{ account: 'sales', key: null, code: '1' }] }))).toMatchObject({
      message: 'permission_missing',
    });
  });
});

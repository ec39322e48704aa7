import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { detailOf, idOf } from '../fixtures.ts';
import { line as orderLine, order, payment, receive, supplierPayment, variants, withOnlyPermissions } from './purchasing.ts';
import { customer, goods, line, paying, sell, sellForCash } from './selling.ts';

const { zamalek, maadi } = branches;

interface Balance extends Row {
  id: string;
  number: string;
  remaining: number;
}
interface Statement extends Row {
  closing: number;
  entries: Row[];
}
interface Report extends Row {
  totals: Record<string, number>;
  rows: Row[];
}

const send = (on: TestSession, balance: Row, id: string = randomUUID()): Promise<Balance> =>
  on.call<Balance>('record_opening_balance', { id, balance: { branch_id: zamalek, ...balance } });
const ofCustomer = (on: TestSession, contact_id: string, amount: number, rest: Row = {}, id?: string) =>
  send(on, { contact: 'customer', contact_id, day: '2025-03-10', amount, ...rest }, id);
const ofSupplier = (on: TestSession, contact_id: string, amount: number, rest: Row = {}, id?: string) =>
  send(on, { contact: 'supplier', contact_id, day: '2025-03-10', amount, ...rest }, id);
const remove = (on: TestSession, id: string, reason = 'Entered twice') => on.call('void_opening_balance', { id, reason });
async function supplier(on: TestSession): Promise<string> {
  await on.as(people.owner);
  return on.value('insert into public.suppliers (name) values ($1) returning id', `Supplier ${randomUUID()}`);
}
const pay = async (on: TestSession, id: string, amount: number, method = 'Cash'): Promise<string> => {
  const payment = randomUUID();
  await on.call('pay_sale', { id, payments: [{ id: payment, ...(await paying(on, amount, method)) }] });
  return payment;
};
const told = ({ entries }: Statement) => entries.map(({ kind, amount, owed }) => [kind, amount, owed]);
const ofCustomers = (on: TestSession, customer_id: string) => on.call<Statement>('customer_statement', { customer_id });
const ofSuppliers = (on: TestSession, supplier_id: string) => on.call<Statement>('supplier_statement', { supplier_id });
const today = (on: TestSession) => on.value<string>(`select (now() at time zone 'Africa/Cairo')::date::text`);
const daysAgo = async (on: TestSession, days: number) => on.value<string>('select ($1::date - $2::integer)::text', await today(on), days);
const rowOf = ({ rows }: Report, id: string) => rows.find((row) => row.id === id);

describe('an opening balance of a customer', () => {
  scenario('is recorded once, whatever is sent again', async (on) => {
    await on.as(people.owner);
    const contact_id = await customer(on);
    const id = randomUUID();
    const first = await ofCustomer(on, contact_id, 1250.5, { note: ' From the old books ' }, id);
    expect(first).toEqual({
      id,
      number: expect.stringMatching(/^OB-ZAM-2025-\d{4}$/) as string,
      version: 1,
      contact: 'customer',
      amount: 1250.5,
      paid: 0,
      remaining: 1250.5,
      payment_status: 'due',
      status: 'opening',
    });
    expect(await ofCustomer(on, contact_id, 1250.5, { note: 'From the old books', due_on: null }, id)).toEqual(first);
    for (const other of [{ amount: 1250 }, { note: null }, { day: '2025-03-11' }, { contact_id: await customer(on) }]) {
      const refusal = await on.refused(() => ofCustomer(on, contact_id, 1250.5, { note: 'From the old books', ...other }, id));
      expect([refusal.message, detailOf(refusal)]).toEqual(['exists_already', { version: 1, number: first.number }]);
    }
    // The id of a balance is that of no other document.
    expect(await on.refused(() => sell(on, [], {}, [], id))).toMatchObject({ message: 'lines_missing' });
    const { variant } = await goods(on, 2);
    expect(await on.refused(() => sell(on, [line(variant)], {}, [], id))).toMatchObject({ message: 'id_taken' });
    await on.as(people.accountant);
    expect(await on.refused(() => ofCustomer(on, contact_id, 1250.5, { note: 'From the old books' }, id))).toMatchObject({
      message: 'opening_balance_not_found',
    });
    expect((await ofCustomer(on, contact_id, 10)).number.slice(-4)).toBe(String(Number(first.number.slice(-4)) + 1).padStart(4, '0'));
  });

  scenario('is refused with what is wrong', async (on) => {
    await on.as(people.owner);
    const contact_id = await customer(on);
    const tomorrow = await daysAgo(on, -1);
    for (const [sent, message] of [
      [{ amount: 0 }, 'opening_amount_invalid'],
      [{ amount: 10.005 }, 'opening_amount_invalid'],
      [{ amount: null }, 'field_missing'],
      [{ amount: '1e12' }, 'value_invalid'],
      [{ day: tomorrow }, 'opening_day_in_future'],
      [{ day: null }, 'field_missing'],
      [{ contact: 'employee' }, 'value_invalid'],
      [{ contact_id: randomUUID() }, 'customer_not_found'],
      [{ contact: 'supplier' }, 'supplier_not_found'],
      [{ branch_id: randomUUID() }, 'branch_not_found'],
      [{ due_on: '2025-04-01' }, 'value_invalid'],
      [{ note: 'x'.repeat(100_000) }, 'value_invalid'],
      [{ till: '1' }, 'field_unknown'],
    ] as const)
      expect([sent, (await on.refused(() => ofCustomer(on, contact_id, 10, sent))).message]).toEqual([sent, message]);
    const owed = await supplier(on);
    expect(await on.refused(() => ofSupplier(on, owed, -5))).toMatchObject({ message: 'opening_amount_invalid' });
    expect(await on.refused(() => ofSupplier(on, owed, 5, { due_on: '2025-03-09' }))).toMatchObject({
      constraint_name: 'purchase_orders_due_after_order',
    });
    await on.rows(`update public.branches set active = false where id = $1`, maadi);
    expect(await on.refused(() => ofCustomer(on, contact_id, 10, { branch_id: maadi }))).toMatchObject({ message: 'place_closed' });
  });

  scenario('is paid in parts, in cash into the drawer, and stands in account and statement', async (on) => {
    await on.as(people.owner);
    const contact_id = await customer(on);
    const { id } = await ofCustomer(on, contact_id, 100);
    const shift = await on.value<string>(
      `select id from public.shifts where opened_by = $1 and branch_id = $2 and closed_at is null`,
      people.owner,
      zamalek,
    );
    const cashOf = async () =>
      (await on.table('shift_moves', { id: shift, cash_only: true })).map(({ amount, kind, document_id }) => [amount, kind, document_id]);
    const before = await cashOf();
    const first = await pay(on, id, 30);
    await pay(on, id, 20, 'Card');
    expect(await cashOf()).toEqual([...before, [30, 'sale', id]]);
    expect(await on.refused(() => pay(on, id, 51, 'Card'))).toMatchObject({ message: 'payment_exceeds_remaining' });
    expect(await on.call('customer_account', { customer_id: contact_id })).toMatchObject({
      open_sales: 1,
      owed: 50,
      aged: { over_90: 50 },
      sales: [{ id, type: 'opening', total: 100, paid: 50, remaining: 50 }],
    });
    expect(told(await ofCustomers(on, contact_id))).toEqual([
      ['opening_balance', 100, 100],
      ['payment', -30, 70],
      ['payment', -20, 50],
    ]);
    expect(await on.refused(() => remove(on, id))).toMatchObject({ message: 'opening_balance_has_payments' });
    await on.call('void_sale_payment', { id: first, reason: 'Wrong customer' });
    expect(await cashOf()).toEqual(before);
    expect(await on.call('customer_account', { customer_id: contact_id })).toMatchObject({ owed: 80 });
    expect((await ofCustomers(on, contact_id)).closing).toBe(80);
    expect(await on.value('select payment_status from public.sales where id = $1', id)).toBe('partially_paid');
  });

  scenario('is voided with a reason, once, and owed no more', async (on) => {
    await on.as(people.owner);
    const contact_id = await customer(on);
    const { id } = await ofCustomer(on, contact_id, 100);
    expect(await on.refused(() => remove(on, id, ' '))).toMatchObject({ message: 'reason_missing' });
    expect(await on.refused(() => remove(on, randomUUID()))).toMatchObject({ message: 'opening_balance_not_found' });
    const voided = await remove(on, id);
    expect(voided).toMatchObject({ status: 'voided', amount: 100, remaining: 0, payment_status: null, version: 2 });
    expect(await remove(on, id, 'Again')).toEqual(voided);
    expect(await on.call('sale_detail', { id })).toMatchObject({
      sale: { type: 'opening', status: 'voided', void_reason: 'Entered twice', remaining: 0, lines: 0, has_left: false, till: null },
      items: [],
    });
    expect(await on.call('customer_account', { customer_id: contact_id })).toMatchObject({ owed: 0, open_sales: 0 });
    expect(told(await ofCustomers(on, contact_id))).toEqual([
      ['opening_balance', 100, 100],
      ['opening_balance_voided', -100, 0],
    ]);
    expect(await on.refused(() => pay(on, id, 10, 'Card'))).toMatchObject({ message: 'sale_voided' });
    // A sale is not voided as one, nor the other way round.
    const { variant } = await goods(on, 1);
    const sale = await sellForCash(on, [line(variant)]);
    expect(await on.refused(() => remove(on, sale.id))).toMatchObject({ message: 'opening_balance_not_found' });
    const open = await ofCustomer(on, contact_id, 5);
    for (const each of [id, open.id])
      expect(await on.refused(() => on.call('void_sale', { id: each, reason: 'Mistake' }))).toMatchObject({
        message: 'is_opening_balance',
      });
  });

  scenario('below zero is a credit, used for unpaid sales or paid out', async (on) => {
    const { variant } = await goods(on, 5, { price: 60 });
    const contact_id = await customer(on);
    const credit = await ofCustomer(on, contact_id, -100);
    const sale = await sell(on, [line(variant)], { customer_id: contact_id });
    expect(await on.call('use_credit', { customer_id: contact_id })).toEqual({ used: 60, sales: 1 });
    expect(await on.call('customer_account', { customer_id: contact_id })).toMatchObject({
      owed: -40,
      sales: [{ id: credit.id, remaining: -40 }],
    });
    expect(told(await ofCustomers(on, contact_id))).toEqual([
      ['opening_balance', -100, -100],
      ['sale', 60, -40],
    ]);
    expect(await on.refused(() => remove(on, credit.id))).toMatchObject({ message: 'opening_balance_has_payments' });
    await pay(on, credit.id, -40);
    expect(await on.call('customer_account', { customer_id: contact_id })).toMatchObject({ owed: 0, open_sales: 0 });
    expect(await on.invariants()).toEqual([]);
    await on.as(people.owner);
    const part = await on.value<string>('select id from public.sale_payments where sale_id = $1', sale.id);
    await on.call('void_sale_payment', { id: part, reason: 'Mistake' });
    expect(await on.call('customer_account', { customer_id: contact_id })).toMatchObject({ owed: 0, open_sales: 2 });
    // The credit of a return pays an opening balance.
    const other = await customer(on);
    const debt = await ofCustomer(on, other, 100);
    const bought = await sellForCash(on, [line(variant)], { customer_id: other });
    const returns_line_id = await on.value('select id from public.sale_lines where sale_id = $1', bought.id);
    await sell(on, [{ returns_line_id, quantity: 1 }], { customer_id: other });
    expect(await on.call('use_credit', { customer_id: other })).toEqual({ used: 60, sales: 1 });
    expect(await on.call('customer_account', { customer_id: other })).toMatchObject({ owed: 40, sales: [{ id: debt.id }] });
  });

  scenario('is in the list of sales by type and number, and adds only what is owed', async (on) => {
    await on.as(people.owner);
    const customer_ids = [await customer(on)];
    const { variant } = await goods(on, 1, { price: 60 });
    await sell(on, [line(variant)], { customer_id: customer_ids[0] });
    const { id, number } = await ofCustomer(on, customer_ids[0]!, 100);
    await pay(on, id, 25, 'Card');
    for (const filter of [{ types: ['opening'] }, { statuses: ['opening'] }, { words: number.toLowerCase() }])
      expect(await on.table('sale_page', { customer_ids, ...filter })).toMatchObject([
        { id, type: 'opening', status: 'opening', lines: 0, pieces: 0, till: null, remaining: 75, payment_status: 'partially_paid' },
      ]);
    expect(await on.call('sale_totals', { customer_ids })).toMatchObject({
      count: 2,
      completed: 1,
      by_status: { completed: 1, opening: 1, voided: 0 },
      total: 60,
      paid: 0,
      remaining: 135,
    });
    expect(await on.call('sale_totals', { customer_ids, statuses: ['opening'] })).toMatchObject({ count: 1, total: 0, remaining: 75 });
    const found = await on.call<Row[]>('find_records', { words: number }).catch(() => null);
    if (found) expect(JSON.stringify(found)).toContain(id);
  });
});

describe('an opening balance of a supplier', () => {
  scenario('is recorded once, paid alone and with orders, and voided', async (on) => {
    const contact_id = await supplier(on);
    const id = randomUUID();
    const first = await ofSupplier(on, contact_id, 500, { due_on: '2025-06-01', note: 'Books' }, id);
    expect(first).toMatchObject({ contact: 'supplier', status: 'opening', amount: 500, remaining: 500, payment_status: 'due' });
    expect(await ofSupplier(on, contact_id, 500, { due_on: '2025-06-01', note: 'Books' }, id)).toEqual(first);
    expect(await on.refused(() => ofSupplier(on, contact_id, 500, { note: 'Books' }, id))).toMatchObject({ message: 'exists_already' });
    const paid = await payment(on, 100);
    expect(await on.call('pay_purchase', { id, payments: [paid] })).toMatchObject({ remaining: 400 });
    const [variant = ''] = await variants(on, 1);
    await order(on, [orderLine(variant, 1, 50)], { supplier_id: contact_id });
    expect(
      await on.call('pay_supplier', {
        id: randomUUID(),
        supplier_id: contact_id,
        payment: await supplierPayment(on, 420, { branch_id: zamalek }),
      }),
    ).toMatchObject({ paid: 420, orders: [{ id, amount: 400, remaining: 0 }, { amount: 20 }] });
    expect(told(await ofSuppliers(on, contact_id))).toEqual([
      ['opening_balance', 500, 500],
      ['order', 50, 550],
      ['payment', -400, 150],
      ['payment', -100, 50],
      ['payment', -20, 30],
    ]);
    expect(await on.refused(() => remove(on, id))).toMatchObject({ message: 'opening_balance_has_payments' });
    for (const of of await on.rows<{ id: string }>(`select id from public.purchase_payments where purchase_order_id = $1`, id))
      await on.call('void_purchase_payment', { id: of.id, reason: 'Not paid' });
    expect(await on.value('select status from public.purchase_orders where id = $1', id)).toBe('opening');
    expect(await on.call('supplier_account', { supplier_id: contact_id })).toMatchObject({
      open_orders: 1,
      owed: 530,
      overdue: 500,
      orders: [{ id, status: 'opening', remaining: 500 }, { remaining: 30 }],
    });
    expect(await remove(on, id)).toMatchObject({ status: 'voided', remaining: 0, payment_status: null });
    expect(await remove(on, id)).toMatchObject({ status: 'voided' });
    expect((await ofSuppliers(on, contact_id)).closing).toBe(30);
    expect(told(await ofSuppliers(on, contact_id)).at(-1)?.[0]).toMatch(/voided/);
    expect(await on.refused(async () => on.call('pay_purchase', { id, payments: [await payment(on, 1)] }))).toMatchObject({
      message: 'purchase_cancelled',
    });
  });

  scenario('needs no approval, and is not received, changed, closed or cancelled as an order', async (on) => {
    const contact_id = await supplier(on);
    const [variant = ''] = await variants(on, 1);
    await on.asDatabaseOwner();
    await on.rows('update public.business set purchase_four_eyes = true, purchase_approval_limit = 10');
    await on.as(people.owner);
    const { id, number } = await ofSupplier(on, contact_id, 500);
    const refusals = [
      () => receive(on, id, [[variant, 1]]),
      () => on.call('approve_purchase', { id, expected_version: 1 }),
      () => on.call('cancel_purchase', { id, expected_version: 1 }),
      () => on.call('close_purchase_short', { id, expected_version: 1 }),
      () => on.call('reopen_purchase', { id, expected_version: 1 }),
      () => order(on, [orderLine(variant, 1, 5)], { supplier_id: contact_id }, { id, expected_version: 1 }),
    ];
    for (const attempt of refusals) {
      const refusal = await on.refused(attempt);
      expect([refusal.message, detailOf(refusal)]).toEqual(['is_opening_balance', { number }]);
    }
    expect(await on.refused(() => order(on, [orderLine(variant, 1, 5)], { supplier_id: contact_id }, { id }))).toMatchObject({
      message: 'id_taken',
    });
    await on.call('pay_purchase', { id, payments: [await payment(on, 500)] });
    const supplier_ids = [contact_id];
    expect(await on.table('purchase_page', { supplier_ids, words: number })).toMatchObject([
      { id, is_opening: true, status: 'opening', needs_approval: false, lines: 0, pieces: 0, total: 500, remaining: 0 },
    ]);
    expect(await on.call('purchase_detail', { id })).toMatchObject({
      order: { is_opening: true, needs_approval: false },
      amounts: { total: 500, total_without_rest: 500, taxes: [] },
      items: [],
      receipts: [],
    });
    const voided = await ofSupplier(on, contact_id, 70);
    await remove(on, voided.id);
    expect(await on.refused(() => on.call('cancel_purchase', { id: voided.id, expected_version: 2 }))).toMatchObject({
      message: 'is_opening_balance',
    });
    await ofSupplier(on, contact_id, 60);
    await order(on, [orderLine(variant, 1, 5)], { supplier_id: contact_id });
    const openings = async (statuses: string[]) => (await on.call('purchase_totals', { supplier_ids, statuses })).openings;
    expect([await openings(['cancelled']), await openings(['pending'])]).toEqual([1, 0]);
    expect(await on.call('purchase_totals', { supplier_ids, statuses: ['opening', 'cancelled'] })).toMatchObject({
      count: 3,
      openings: 3,
      by_status: { pending: 1, completed: 0, opening: 2, cancelled: 1 },
      total: 0,
      paid: 0,
      remaining: 60,
    });
    const expense = { branch_id: zamalek, amount: 5, spent_on: await today(on), purchase_order_id: id };
    expect(await on.refused(() => on.call('save_expense', { id: randomUUID(), expense }))).toMatchObject({ message: 'link_not_found' });
  });
});

describe('reports', () => {
  scenario('of debts have opening balances by their age', async (on) => {
    await on.as(people.owner);
    const contact_id = await customer(on);
    for (const [days, amount] of [
      [0, 1],
      [31, 20],
      [61, 300],
      [400, 4000],
      [5, -7],
    ] as const)
      await ofCustomer(on, contact_id, amount, { day: await daysAgo(on, days) });
    expect(await on.call('customer_account', { customer_id: contact_id })).toMatchObject({
      owed: 4314,
      aged: { d0_30: -6, d31_60: 20, d61_90: 300, over_90: 4000 },
    });
    const receivables = await on.call<Report>('report_receivables', { row_limit: 500 });
    expect(rowOf(receivables, contact_id)).toMatchObject({
      d0_30: 1,
      d31_60: 20,
      d61_90: 300,
      over_90: 4000,
      credit: -7,
      total: 4314,
      last_sold: null,
    });
    const owed = await supplier(on);
    await ofSupplier(on, owed, 10, { day: await daysAgo(on, 40) });
    await ofSupplier(on, owed, 200, { day: await daysAgo(on, 400), due_on: await daysAgo(on, 5) });
    await ofSupplier(on, owed, 3000, { day: await daysAgo(on, 1), due_on: await daysAgo(on, -9) });
    expect(rowOf(await on.call<Report>('report_payables', { row_limit: 500 }), owed)).toMatchObject({
      not_due: 3000,
      d1_30: 200,
      d31_60: 10,
      total: 3210,
      orders: 3,
    });
  });

  scenario('of sales, purchases, tax, profit and cashiers leave opening balances out', async (on) => {
    await on.as(people.owner);
    const day = await today(on);
    const figures = async () => {
      const period = 'this_month';
      const reports: Row = {};
      for (const [name, more] of Object.entries({
        report_sales: { group_by: 'salesperson' },
        report_purchases: { group_by: 'supplier' },
        report_cashiers: { group_by: 'salesperson' },
        report_tax: {},
        report_profit_and_loss: {},
      }))
        reports[name] = await on.call(name, { period, ...more });
      const { money } = await on.call<{ money: Row }>('dashboard', { period });
      const { owed_to_us: _owed, owed_by_us: _owing, ...traded } = money;
      const { remaining: _remaining, count: _count, by_status: _statuses, ...sums } = await on.call<Row>('sale_totals', { sold: period });
      const { total, paid } = await on.call<Row>('purchase_totals', { ordered: period });
      const { receivables: _receivables, payables: _payables, ...overview } = await on.call<Row>('report_overview');
      return { ...reports, traded, sums, total, paid, overview, lines: await on.call('sale_line_totals', { sold: period }) };
    };
    const before = await figures();
    const owed = async () => (await on.call<{ money: Row }>('dashboard', { period: 'today' })).money;
    const debts = await owed();
    await ofCustomer(on, await customer(on), 900, { day });
    await remove(on, (await ofCustomer(on, await customer(on), 800, { day })).id);
    await ofSupplier(on, await supplier(on), 700, { day });
    expect(await figures()).toEqual(before);
    const now = await owed();
    expect([Number(now.owed_to_us) - Number(debts.owed_to_us), Number(now.owed_by_us) - Number(debts.owed_by_us)]).toEqual([900, 700]);
  });

  scenario('of cash flow have the payments of opening balances, without sales of the day', async (on) => {
    await on.as(people.owner);
    const cash = await idOf(on, 'payment_methods', 'Cash');
    const flow = async () => (await on.call<Report>('report_cash_flow', { period: 'today', group_by: 'kind' })).totals;
    const before = await flow();
    const { id } = await ofCustomer(on, await customer(on), 900);
    await pay(on, id, 50);
    const owing = await ofSupplier(on, await supplier(on), 700);
    await on.call('pay_purchase', {
      id: owing.id,
      payments: [{ id: randomUUID(), payment_method_id: cash, amount: 20, paid_on: await today(on) }],
    });
    const after = await flow();
    expect([after.taken! - before.taken!, after.to_suppliers! - before.to_suppliers!]).toEqual([50, 20]);
    expect(await on.table('payment_page', { words: owing.number })).toMatchObject([{ document_id: owing.id, amount: -20 }]);
  });
});

describe('people', () => {
  scenario('record and void opening balances need each permission', async (on) => {
    await on.as(people.owner);
    const [buyer, owed] = [await customer(on), await supplier(on)];
    const made = { customer: await ofCustomer(on, buyer, 5), supplier: await ofSupplier(on, owed, 5) };
    const all = [
      'contacts.opening_balances.create',
      'contacts.opening_balances.void',
      'contacts.customers.view',
      'contacts.suppliers.view',
      'inventory.costs.view',
    ];
    const attempts: [permissions: string[], attempt: () => Promise<unknown>][] = [
      [['contacts.opening_balances.create', 'contacts.customers.view'], () => ofCustomer(on, buyer, 5)],
      [['contacts.opening_balances.create', 'contacts.suppliers.view', 'inventory.costs.view'], () => ofSupplier(on, owed, 5)],
      [['contacts.opening_balances.void', 'contacts.customers.view'], () => remove(on, made.customer.id)],
      [['contacts.opening_balances.void', 'contacts.suppliers.view', 'inventory.costs.view'], () => remove(on, made.supplier.id)],
    ];
    for (const [needed, attempt] of attempts) {
      for (const missing of needed) {
        await withOnlyPermissions(on, people.manager, ...all.filter((each) => each !== missing));
        const refusal = await on.refused(attempt);
        expect([missing, refusal.message, detailOf(refusal)]).toEqual([missing, 'permission_missing', { permission: missing }]);
      }
      await withOnlyPermissions(on, people.manager, ...needed);
      await attempt();
    }
  });

  scenario('do not see, pay or void opening balances of a branch out of reach', async (on) => {
    await on.as(people.owner);
    const contact_id = await customer(on);
    const there = await ofCustomer(on, contact_id, 100, { branch_id: maadi });
    const owed = await supplier(on);
    const owing = await ofSupplier(on, owed, 100, { branch_id: branches.warehouse });
    await withOnlyPermissions(
      on,
      people.cashier,
      ...(await on.rows<{ name: string }>('select name from public.permissions')).map(({ name }) => name),
    );
    expect(await on.refused(() => ofCustomer(on, contact_id, 5, { branch_id: maadi }))).toMatchObject({ message: 'branch_not_found' });
    expect(await on.refused(() => pay(on, there.id, 5, 'Card'))).toMatchObject({ message: 'sale_not_found' });
    expect(await on.refused(async () => on.call('pay_purchase', { id: owing.id, payments: [await payment(on, 5)] }))).toMatchObject({
      message: 'purchase_not_found',
    });
    for (const { id } of [there, owing])
      expect(await on.refused(() => remove(on, id))).toMatchObject({ message: 'opening_balance_not_found' });
    expect(await on.call('customer_account', { customer_id: contact_id })).toMatchObject({ owed: 0 });
    expect(await on.call('supplier_account', { supplier_id: owed })).toMatchObject({ owed: 0 });
    expect(await on.table('sale_page', { customer_ids: [contact_id] })).toEqual([]);
    // A branch that they may view, but do not work in.
    await on.as(people.manager);
    expect(await on.refused(() => ofCustomer(on, contact_id, 5, { branch_id: maadi }))).toMatchObject({ message: 'branch_view_only' });
    expect(await on.refused(() => remove(on, there.id))).toMatchObject({ message: 'branch_view_only' });
  });

  scenario('are told what keeps a customer with an opening balance from being deleted', async (on) => {
    await on.as(people.owner);
    const contact_id = await customer(on);
    await ofCustomer(on, contact_id, 5);
    expect(await on.table('usage_of', { table_name: 'customers', id: contact_id })).toEqual([{ used_in: 'sales', count: 1 }]);
  });
});

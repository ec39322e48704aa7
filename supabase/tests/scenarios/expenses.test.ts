import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { detailOf, idOf } from '../fixtures.ts';
import { payment, withOnlyPermissions } from './purchasing.ts';

const { zamalek, nasrCity, maadi, warehouse } = branches;
type Saved = Row & { id: string; number: string; version: number };

/** Saves an expense of Zamalek as the current user. */
const spend = (on: TestSession, amount: unknown, expense: Row = {}, more: Row = {}) =>
  on.call<Saved>('save_expense', {
    id: randomUUID(),
    expense: { branch_id: zamalek, spent_on: '2026-11-10', amount, ...expense },
    ...more,
  });
const category = async (on: TestSession, name: string, parent_id: string | null = null): Promise<string> => {
  const [made] = await on.rows<{ id: string }>(
    'insert into public.expense_categories (name, parent_id) values ($1, $2) returning id',
    name,
    parent_id,
  );
  return made?.id ?? '';
};
const numbers = async (on: TestSession, question: Row) => (await on.table('expense_page', question)).map(({ number }) => number).sort();
const words = { words: 'kite' };

describe('an expense', () => {
  scenario('is saved with all its links and included tax, and read completely', async (on) => {
    await on.as(people.owner);
    const rent = await category(on, 'Kite rent');
    const [rate] = await on.rows<{ id: string }>(`insert into public.tax_rates (name, percentage) values ('Kite tax', 14) returning id`);
    const supplier_id = await idOf(on, 'suppliers', 'Mahalla Textiles');
    const made = await spend(on, 1140, {
      category_id: rent,
      tax_rate_id: rate?.id,
      reference: ' R-9 ',
      supplier_id,
      assigned_id: people.cashier,
      notes: 'Kite of November',
    });
    expect(made).toMatchObject({
      version: 1,
      amount: 1140,
      tax: 140,
      paid: 0,
      remaining: 1140,
      payment_status: 'unpaid',
      number: expect.stringMatching(/^EX-ZAM-\d{4}-\d{4}$/) as string,
    });
    expect(await on.call('expense_detail', { id: made.id })).toMatchObject({
      expense: {
        number: made.number,
        branch: 'Zamalek',
        category: 'Kite rent',
        reference: 'R-9',
        supplier: 'Mahalla Textiles',
        customer: null,
        assigned: { id: people.cashier },
        tax: 140,
        tax_rate: 'Kite tax',
        spent_on: '2026-11-10',
        notes: 'Kite of November',
      },
      payments: [],
      files: [],
      timeline: [{ kind: 'created', number: made.number, amount: 1140 }],
    });
    // An expense keeps the rate as it was, also for a changed amount.
    await on.rows('update public.tax_rates set percentage = 5 where id = $1', rate?.id);
    expect(await on.call('save_expense', { id: made.id, expense: { amount: 114 }, expected_version: 1 })).toMatchObject({
      amount: 114,
      tax: 14,
      version: 2,
    });
    expect((await on.call<{ timeline: Row[] }>('expense_detail', { id: made.id })).timeline).toMatchObject([
      { kind: 'created' },
      { kind: 'changed', fields: ['amount'] },
    ]);
    expect(await on.call('save_expense', { id: made.id, expense: { tax_rate_id: null }, expected_version: 2 })).toMatchObject({
      amount: 114,
      tax: 0,
    });
    // The audit log has the changes field by field.
    const changes = (await on.table<Row & { fields: Row[] }>('audit_page', { history_of_table: 'expenses', history_of_id: made.id }))
      .filter(({ action }) => action === 'update')
      .flatMap(({ fields }) => fields);
    expect(changes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'amount', before: 1140, after: 114 }),
        expect.objectContaining({ name: 'tax_rate_id', before: rate?.id, after: null }),
      ]),
    );
  });

  scenario('is created once when sent twice, and refused if its content differs', async (on) => {
    await on.as(people.owner);
    const id = randomUUID();
    const sent = {
      id,
      expense: { branch_id: zamalek, spent_on: '2026-11-10', amount: '50.0', notes: ' Kite ' },
      payments: [await payment(on, 20)],
    };
    const made = await on.call<Saved>('save_expense', sent);
    expect(made).toMatchObject({ paid: 20, remaining: 30, payment_status: 'partial' });
    expect(await on.call('save_expense', sent)).toEqual(made);
    for (const change of [
      { expense: { ...sent.expense, amount: 51 } },
      { expense: { ...sent.expense, notes: null } },
      { payments: [{ ...sent.payments[0], amount: 21 }] },
      { payments: [await payment(on, 20)] },
    ]) {
      const refused = await on.refused(() => on.call('save_expense', { ...sent, ...change }));
      expect([refused.message, detailOf(refused)], JSON.stringify(change)).toEqual([
        'exists_already',
        { version: made.version, number: made.number },
      ]);
    }
    await on.as(people.manager);
    expect(await on.refused(() => on.call('save_expense', sent))).toMatchObject({ message: 'expense_not_found' });
    // A retry of an edit after a lost response.
    await on.as(people.owner);
    const edit = { id, expense: { amount: 60 }, expected_version: made.version };
    const edited = await on.call('save_expense', edit);
    expect(await on.call('save_expense', edit)).toEqual(edited);
    expect(await on.refused(() => on.call('save_expense', { ...edit, expense: { amount: 61 } }))).toMatchObject({
      code: 'PT409',
      message: 'changed_meanwhile',
    });
  });

  scenario('reports each missing or invalid value', async (on) => {
    await on.as(people.owner);
    for (const [expense, code, field] of [
      [{ amount: null }, 'expense_amount_required', 'amount'],
      [{ amount: 0 }, 'expense_amount_invalid', 'amount'],
      [{ amount: -5 }, 'expense_amount_invalid', 'amount'],
      [{ amount: '1.001' }, 'expense_amount_invalid', 'amount'],
      [{ amount: 'Infinity' }, 'value_invalid', 'amount'],
      [{ spent_on: 'infinity' }, 'value_invalid', 'spent_on'],
      [{ branch_id: randomUUID() }, 'branch_not_found', undefined],
      [{ tax_rate_id: randomUUID() }, 'tax_rate_not_found', 'tax_rate_id'],
      ...['category_id', 'supplier_id', 'customer_id', 'assigned_id', 'sale_id', 'purchase_order_id'].map((field) => [
        { [field]: randomUUID() },
        'link_not_found',
        field,
      ]),
    ] as [Row, string, string | undefined][]) {
      const refused = await on.refused(() => spend(on, 10, expense));
      expect([refused.message, detailOf(refused).field], JSON.stringify(expense)).toEqual([code, field]);
    }
    const vat = await idOf(on, 'tax_rates', 'VAT');
    const taxed = await spend(on, 114, { tax_rate_id: vat });
    await on.rows('update public.tax_rates set active = false where id = $1', vat);
    expect(await on.refused(() => spend(on, 10, { tax_rate_id: vat }))).toMatchObject({ message: 'tax_rate_not_found' });
    const again = { tax_rate_id: vat, amount: 228 };
    expect(await on.call('save_expense', { id: taxed.id, expense: again, expected_version: taxed.version })).toMatchObject({ tax: 28 });
    const { id } = await spend(on, 10);
    expect(await on.refused(() => on.call('save_expense', { id, expense: { branch_id: nasrCity }, expected_version: 1 }))).toMatchObject({
      message: 'expense_branch_fixed',
    });
  });

  scenario('can be deleted while unpaid, keeps its number, and is then hidden everywhere', async (on) => {
    await on.as(people.owner);
    const made = await spend(on, 10, { notes: 'Kite' }, { payments: [await payment(on, 10)] });
    const [paid] = await on.rows<{ id: string }>('select id from public.expense_payments where expense_id = $1', made.id);
    expect(await on.refused(() => on.call('delete_expense', { id: made.id }))).toMatchObject({ code: 'PT409', message: 'expense_paid' });
    await on.call('void_expense_payment', { id: paid?.id, reason: 'Typed twice' });
    expect(await on.refused(() => on.call('delete_expense', { id: made.id, expected_version: made.version - 1 }))).toMatchObject({
      message: 'changed_meanwhile',
    });
    expect(await on.call('delete_expense', { id: made.id })).toEqual({ id: made.id, number: made.number });
    for (const call of [
      () => on.call('expense_detail', { id: made.id }),
      () => on.call('delete_expense', { id: made.id }),
      () => on.call('save_expense', { id: made.id, expense: { amount: 5 }, expected_version: 9 }),
      async () => on.call('pay_expense', { id: made.id, payments: [await payment(on, 1)] }),
    ])
      expect(await on.refused(call)).toMatchObject({ code: 'PT404', message: 'expense_not_found' });
    expect(await on.refused(() => on.call('void_expense_payment', { id: paid?.id, reason: 'Again' }))).toMatchObject({
      message: 'payment_not_found',
    });
    expect([
      await numbers(on, words),
      await on.rows('select from public.expense_payments where expense_id = $1', made.id),
      await on.table('find_records', { words: made.number }),
    ]).toEqual([[], [], []]);
    const next = await spend(on, 5);
    expect(Number(next.number.slice(-4))).toBe(Number(made.number.slice(-4)) + 1);
    await on.asDatabaseOwner();
    expect(await on.rows('select rule from private.check_invariants()')).toEqual([]);
  });

  scenario('keeps its exact tax when it is sent again or edited after the currency lost decimals', async (on) => {
    await on.as(people.owner);
    await on.rows('update public.business set currency_decimals = 3');
    const [rate] = await on.rows<{ id: string }>(`insert into public.tax_rates (name, percentage) values ('Kite tax', 14) returning id`);
    const [id, expense] = [randomUUID(), { branch_id: branches.zamalek, amount: 1.125, tax_rate_id: rate?.id, spent_on: '2026-11-10' }];
    const first = await on.call('save_expense', { id, expense });
    expect(first).toMatchObject({ tax: 0.138 });
    await on.rows('update public.business set currency_decimals = 2');
    expect(await on.call('save_expense', { id, expense })).toEqual(first);
    const edited = await on.call('save_expense', { id, expense: { notes: 'Kite' }, expected_version: 1 });
    expect(edited).toMatchObject({ version: 2, tax: 0.138 });
    expect(await on.call('save_expense', { id, expense: { amount: 1.14 }, expected_version: 2 })).toMatchObject({ tax: 0.14 });
  });
});

describe('the payment of an expense', () => {
  scenario('can be split by method but not exceed the amount due, which cannot drop below it', async (on) => {
    await on.as(people.owner);
    const made = await spend(on, 100);
    const two = [
      await payment(on, 30),
      await payment(on, 20.5, { payment_method_id: await idOf(on, 'payment_methods', 'Cash'), branch_id: nasrCity, note: ' Petty cash ' }),
    ];
    const answer = await on.call<Row>('pay_expense', { id: made.id, payments: two });
    expect(answer).toMatchObject({ paid: 50.5, remaining: 49.5, payment_status: 'partial', payments: two.map(({ id }) => id) });
    expect(await on.call('pay_expense', { id: made.id, payments: two })).toEqual(answer);
    const above = await on.refused(async () =>
      on.call('pay_expense', { id: made.id, payments: [await payment(on, 30), await payment(on, 19.51)] }),
    );
    expect([above.message, detailOf(above)]).toMatchObject(['payment_exceeds_remaining', { field: 'amount', remaining: 19.5 }]);
    const below = await on.refused(() =>
      on.call('save_expense', { id: made.id, expense: { amount: 50 }, expected_version: answer.version }),
    );
    expect([below.message, detailOf(below)]).toEqual(['expense_below_paid', { field: 'amount' }]);
    expect(await on.call('pay_expense', { id: made.id, payments: [await payment(on, 49.5)] })).toMatchObject({
      remaining: 0,
      payment_status: 'paid',
    });
    // A payment belongs to one expense.
    const other = await spend(on, 100);
    expect(await on.refused(() => on.call('pay_expense', { id: other.id, payments: two }))).toMatchObject({ message: 'payment_not_found' });
    expect(
      await on.rows(
        'select amount, branch_id, note, paid_on::text, created_by from public.expense_payments where expense_id = $1 and amount = 20.5',
        made.id,
      ),
    ).toEqual([{ amount: 20.5, branch_id: nasrCity, note: 'Petty cash', paid_on: '2026-11-10', created_by: people.owner }]);
  });

  scenario('can be voided only by a user who works in the branch that paid', async (on) => {
    await on.as(people.owner);
    const made = await spend(on, 100, {}, { payments: [await payment(on, 100, { branch_id: maadi })] });
    const [paid] = await on.rows<{ id: string }>('select id from public.expense_payments where expense_id = $1', made.id);
    const voided = () => on.call('void_expense_payment', { id: paid?.id, reason: 'Bounced' });
    // The cashier works in the branch of the expense, but not in the one that paid.
    await withOnlyPermissions(on, people.cashier, 'accounting.expenses.view', 'accounting.expense_payments.void');
    await on.as(people.cashier);
    expect(await on.refused(voided)).toMatchObject({ code: 'PT404', message: 'branch_not_found' });
    await on.as(people.owner);
    expect(await voided()).toMatchObject({ paid: 0 });
  });

  scenario('is voided with a reason, once', async (on) => {
    await on.as(people.owner);
    const made = await spend(on, 100, {}, { payments: [await payment(on, 100)] });
    const [paid] = await on.rows<{ id: string }>('select id from public.expense_payments where expense_id = $1', made.id);
    expect(await on.refused(() => on.call('void_expense_payment', { id: paid?.id, reason: '  ' }))).toMatchObject({
      message: 'reason_missing',
    });
    const voided = await on.call('void_expense_payment', { id: paid?.id, reason: 'Bounced' });
    expect(voided).toMatchObject({ paid: 0, remaining: 100, payment_status: 'unpaid' });
    expect(await on.call('void_expense_payment', { id: paid?.id, reason: 'Again' })).toEqual(voided);
    expect(await on.call('expense_detail', { id: made.id })).toMatchObject({
      payments: [{ amount: 100, void_reason: 'Bounced', voided_by: { id: people.owner } }],
      timeline: [{ kind: 'created' }, { kind: 'paid', amount: 100 }, { kind: 'voided', amount: 100, note: 'Bounced' }],
    });
    expect(await on.refused(() => on.rows('update public.expense_payments set amount = 1'))).toMatchObject({ code: '42501' });
  });
});

describe('a cash payment of an expense', () => {
  const cash = async (on: TestSession, amount: number, rest: Row = {}) =>
    payment(on, amount, { payment_method_id: await idOf(on, 'payment_methods', 'Cash'), ...rest });
  const open = (on: TestSession, opening_balance: number, branch_id: string = zamalek) =>
    on.call<Row & { id: string }>('open_shift', { id: randomUUID(), branch_id, opening_balance, note: 'Counted' });
  /** Signs in as the manager, who may open shifts, without an open one. */
  const arriving = async (on: TestSession, person: string = people.manager) => {
    await on.as(person);
    for (const { id } of (await on.call<{ shifts: { id: string }[] }>('me')).shifts)
      await on.call('close_shift', { id, actual_closing: 0, note: 'Before the scenario' });
  };
  const drawer = async (on: TestSession, id: string) => {
    const { shift } = await on.call<{ shift: Row }>('shift_detail', { id });
    return [shift.cash_expenses, shift.expected_closing];
  };
  const moves = async (on: TestSession, id: string) =>
    (await on.table('shift_moves', { id })).map(({ kind, amount, document_type, document_number }) => ({
      kind,
      amount,
      document_type,
      document_number,
    }));

  scenario('comes out of the payer’s open shift in the paying branch, unless it is from the safe', async (on) => {
    await arriving(on);
    const { id } = await open(on, 100);
    const made = await spend(on, 60, {}, { payments: [await cash(on, 10), await payment(on, 20)] });
    expect(await drawer(on, id)).toEqual([10, 90]);
    const two = [await cash(on, 5), await cash(on, 7, { from_drawer: false }), await cash(on, 3, { branch_id: nasrCity })];
    const answer = await on.call('pay_expense', { id: made.id, payments: two });
    expect(answer).toMatchObject({ paid: 45 });
    expect(await drawer(on, id)).toEqual([15, 85]);
    // The moves have the same time, so their order is not defined.
    expect((await moves(on, id)).sort((one, other) => Number(one.amount) - Number(other.amount))).toEqual(
      [10, 5].map((amount) => ({ kind: 'expense', amount: -amount, document_type: 'expense', document_number: made.number })),
    );
    // A retry takes the money once, and cannot change where it comes from.
    expect(await on.call('pay_expense', { id: made.id, payments: two })).toEqual(answer);
    expect(await on.refused(() => on.call('pay_expense', { id: made.id, payments: [{ ...two[0], from_drawer: false }] }))).toMatchObject({
      code: 'PT409',
      message: 'exists_already',
    });
    expect(await drawer(on, id)).toEqual([15, 85]);
    expect(
      await on.refused(async () => on.call('pay_expense', { id: made.id, payments: [await cash(on, 1, { from_drawer: 'perhaps' })] })),
    ).toMatchObject({ code: 'PT400', message: 'value_invalid' });
    // The payment does not reveal its shift either.
    const { payments } = await on.call<{ payments: Row[] }>('expense_detail', { id: made.id });
    expect(payments.map(({ amount, is_cash }) => [amount, is_cash]).sort()).toEqual([
      [10, true],
      [20, false],
      [3, true],
      [5, true],
      [7, true],
    ]);
    expect(payments.flatMap((row) => Object.keys(row)).filter((key) => key.includes('shift'))).toEqual([]);
    expect(await on.refused(() => on.rows('select shift_id from public.expense_payments'))).toMatchObject({ code: '42501' });
    // The figures are frozen when the shift is closed.
    await on.call('close_shift', { id, actual_closing: 85 });
    expect((await on.call<{ shift: Row }>('shift_detail', { id })).shift).toMatchObject({
      cash_expenses: 15,
      expected_closing: 85,
      difference: 0,
    });
  });

  scenario('needs no shift; without one, paying and voiding leave every drawer unchanged', async (on) => {
    await arriving(on);
    const one = await cash(on, 10);
    await spend(on, 10, {}, { payments: [one] });
    const { id } = await open(on, 0);
    expect(await on.call('void_expense_payment', { id: one.id, reason: 'Mistake' })).toMatchObject({ paid: 0 });
    expect([await drawer(on, id), await moves(on, id)]).toEqual([[0, 0], []]);
  });

  scenario('returns to its own shift when voided, or to the voider’s shift once that is closed', async (on) => {
    await arriving(on);
    const { id } = await open(on, 100);
    const [one, two] = [await cash(on, 10), await cash(on, 20)];
    await spend(on, 30, {}, { payments: [one, two] });
    await arriving(on, people.owner);
    await on.call('void_expense_payment', { id: one.id, reason: 'Not paid' });
    expect([await drawer(on, id), await moves(on, id)]).toEqual([[20, 80], [expect.objectContaining({ amount: -20 })]]);
    await on.as(people.manager);
    await on.call('close_shift', { id, actual_closing: 80, closing_balance: 0 });
    await on.as(people.owner);
    const refused = await on.refused(() => on.call('void_expense_payment', { id: two.id, reason: 'Handed back' }));
    expect([refused.code, refused.message]).toEqual(['PT409', 'shift_missing']);
    const mine = await open(on, 5);
    expect(await on.call('void_expense_payment', { id: two.id, reason: 'Handed back' })).toMatchObject({ paid: 0, remaining: 30 });
    // The closed shift and its row are unchanged.
    expect([await drawer(on, id), await moves(on, id)]).toEqual([[20, 80], [expect.objectContaining({ amount: -20 })]]);
    expect([await drawer(on, mine.id), await moves(on, mine.id)]).toEqual([
      [-20, 25],
      [expect.objectContaining({ kind: 'expense', amount: 20 })],
    ]);
    await on.asDatabaseOwner();
    expect(await on.rows('select rule from private.check_invariants()')).toEqual([]);
  });
});

describe('the list of expenses', () => {
  scenario('applies every filter, includes subcategories, and totals its rows', async (on) => {
    await on.as(people.owner);
    const premises = await category(on, 'Kite premises');
    const repairs = await category(on, 'Kite repairs', premises);
    const one = await spend(
      on,
      100,
      { category_id: premises, notes: 'kite', spent_on: '2026-10-31' },
      { payments: [await payment(on, 40)] },
    );
    const supplier_id = await idOf(on, 'suppliers', 'Mahalla Textiles');
    const two = await spend(on, 50, { category_id: repairs, notes: 'kite', supplier_id });
    const tax_rate_id = await idOf(on, 'tax_rates', 'VAT');
    const three = await spend(on, 7, { branch_id: nasrCity, notes: 'kite', assigned_id: people.cashier, tax_rate_id });
    for (const [question, found] of [
      [{}, [one, two, three]],
      [{ category_ids: [premises] }, [one, two]],
      [{ category_ids: [repairs] }, [two]],
      [{ payment_statuses: ['partial'] }, [one]],
      [{ at_branch_ids: [nasrCity] }, [three]],
      [{ supplier_ids: [supplier_id] }, [two]],
      [{ assigned_ids: [people.cashier] }, [three]],
      [{ tax_rate_ids: [tax_rate_id] }, [three]],
      [{ payment_method_ids: [(await payment(on, 1)).payment_method_id] }, [one]],
      [{ spent: '2026-11-01..2026-11-30' }, [two, three]],
      [{ words: 'kite mahalla' }, [two]],
      [{ words: one.number }, [one]],
    ] as [Row, Saved[]][])
      expect(await numbers(on, { ...words, ...question }), JSON.stringify(question)).toEqual(found.map(({ number }) => number).sort());
    expect(await on.call('expense_totals', words)).toEqual({
      count: 3,
      by_status: { unpaid: 2, partial: 1, paid: 0 },
      amount: 157,
      tax: 0.86,
      paid: 40,
      remaining: 117,
    });
    const tree = (await on.call<Row[]>('expense_tree', { spent: '2026-10-01..2026-11-30' })).filter(({ name }) =>
      String(name).startsWith('Kite'),
    );
    expect(tree).toMatchObject([
      { id: premises, count: 2, own: 100, amount: 150 },
      { id: repairs, parent_id: premises, count: 1, own: 50, amount: 50 },
    ]);
    expect(await on.table('find_records', { words: two.number })).toMatchObject([
      { kind: 'expenses', id: two.id, exact: true, name: 'Kite repairs', other: 'Mahalla Textiles' },
    ]);
  });

  scenario('excludes branches out of reach, and hides payments without permission to view them', async (on) => {
    await on.as(people.owner);
    const far = await spend(on, 5, { branch_id: warehouse, notes: 'kite' }, { payments: [await payment(on, 5)] });
    const near = await spend(on, 5, { branch_id: maadi, notes: 'kite' });
    // The manager can view Maadi, but not the warehouse.
    await on.as(people.manager);
    expect(await numbers(on, words)).toEqual([near.number]);
    expect(await on.refused(() => on.call('expense_detail', { id: far.id }))).toMatchObject({
      code: 'PT404',
      message: 'expense_not_found',
    });
    expect(await on.refused(async () => on.call('pay_expense', { id: far.id, payments: [await payment(on, 1)] }))).toMatchObject({
      message: 'expense_not_found',
    });
    expect(await on.refused(async () => on.call('pay_expense', { id: near.id, payments: [await payment(on, 1)] }))).toMatchObject({
      message: 'branch_view_only',
    });
    await on.revokePermission(people.manager, 'accounting.expense_payments.view');
    await on.as(people.manager);
    expect(await on.call('expense_detail', { id: near.id })).toMatchObject({ payments: null });
    expect(await on.refused(() => on.table('expense_page', { payment_method_ids: [randomUUID()] }))).toMatchObject({
      message: 'permission_missing',
    });
  });
});

import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { detailOf, idOf } from '../fixtures.ts';

interface Report {
  id: string;
  status: string;
  expenses: Row;
  amount: number;
  paid: number;
  branch_ids: string[];
  names_created: number;
  problem_count: number;
  problems: { row: number; column: string; code: string; found: string | null; expected: Row }[];
  unknown: Row[];
}

const run = (on: TestSession, rows: Row[], options: Row = {}, dry = false, id = randomUUID()) =>
  on.call<Report>('import_sheet', {
    kind: 'expenses',
    id,
    rows: rows.map((row, index) => ({ row: index + 2, ...row })),
    options: { file_name: 'kite.csv', ...options },
    dry_run: dry,
  });
const check = (on: TestSession, rows: Row[], options: Row = {}) => run(on, rows, options, true);
const codes = ({ problems }: Report) => problems.map(({ row, column, code }) => `${row} ${column} ${code}`);
const spent = (amount: string, rest: Row = {}): Row => ({ branch: 'ZAM', spent_on: '2026-10-01', amount, ...rest });
/** Expenses of this test's imports, by number. */
const expenses = (on: TestSession, columns = 'e.reference, e.amount, e.paid') =>
  on.rows(`select ${columns} from public.expenses e
    left join public.expense_categories c on c.id = e.category_id
    left join public.expense_payments p on p.expense_id = e.id left join public.payment_methods m on m.id = p.payment_method_id
    where e.created_at = now() and e.deleted_at is null order by e.number`);

describe('an import of expenses', () => {
  scenario('applies what its check reported, including tax, people, category paths and payments', async (on) => {
    await on.as(people.owner);
    await on.rows(`insert into public.tax_rates (name, name_ar, percentage) values ('Kite tax', 'ضريبة كايت', 14)`);
    await on.rows(`insert into public.expense_categories (name, name_ar) values ('Kite rent', 'إيجار كايت')`);
    await on.asDatabaseOwner();
    await on.rows(`update public.profiles set name = 'Kite Hoda' where id = $1`, people.cashier);
    const email = await on.value<string>('select email from public.profile_contacts where profile_id = $1', people.accountant);
    await on.as(people.owner);
    const file = [
      spent('1140', {
        reference: 'R-1',
        category: 'إيجار كايت',
        tax_rate: 'kite TAX',
        supplier: 'Mahalla Textiles',
        assigned: 'kite hoda',
        payment_method: 'Card',
        paid_on: '2026-10-03',
        notes: 'October',
      }),
      spent('114', { branch: 'Zamalek', category: 'Kite power > Kite meters', tax_rate: '14', payment_method: 'Cash', paid: '50.5' }),
      { spent_on: '2026-09-30', amount: '7', tax_rate: '0', customer: 'Kite Mona', assigned: email.toUpperCase() },
      spent('9', { payment_method: 'Cash', paid: '0' }),
    ];
    const options = { branch_id: branches.nasrCity, create: { expense_categories: ['kite POWER / kite meters'], customers: true } };
    const reported = await check(on, file, options);
    expect(reported).toMatchObject({
      status: 'checked',
      expenses: { create: 4, update: 0, skip: 0 },
      amount: 1270,
      paid: 1190.5,
      problem_count: 0,
      names_created: 2,
    });
    expect(reported.branch_ids.toSorted()).toEqual([branches.zamalek, branches.nasrCity]);
    expect(await expenses(on)).toEqual([]);
    const done = await run(on, file, options);
    expect(done).toMatchObject({ ...reported, id: done.id, status: 'applied' });
    const number = (code: string) => expect.stringMatching(new RegExp(`^EX-${code}-IMPORT-\\d{4}-\\d{4}$`)) as string;
    expect(
      await expenses(
        on,
        `e.number, e.reference, e.spent_on::text, e.business_day > e.spent_on as later, c.name as category, e.amount, e.tax, e.paid, e.payment_status, e.assigned_id,
      m.name as method, p.amount as went, p.paid_on::text, p.is_cash, p.created_by, e.notes, e.version`,
      ),
    ).toEqual([
      {
        number: number('NSR'),
        reference: null,
        spent_on: '2026-09-30',
        later: true,
        category: null,
        amount: 7,
        tax: 0,
        paid: 0,
        payment_status: 'unpaid',
        assigned_id: people.accountant,
        method: null,
        went: null,
        paid_on: null,
        is_cash: null,
        created_by: null,
        notes: null,
        version: 1,
      },
      {
        number: number('ZAM'),
        reference: 'R-1',
        spent_on: '2026-10-01',
        later: true,
        category: 'Kite rent',
        amount: 1140,
        tax: 140,
        paid: 1140,
        payment_status: 'paid',
        assigned_id: people.cashier,
        method: 'Card',
        went: 1140,
        paid_on: '2026-10-03',
        is_cash: false,
        created_by: people.owner,
        notes: 'October',
        version: 1,
      },
      {
        number: number('ZAM'),
        reference: null,
        spent_on: '2026-10-01',
        later: true,
        category: 'Kite meters',
        amount: 114,
        tax: 14,
        paid: 50.5,
        payment_status: 'partial',
        assigned_id: null,
        method: 'Cash',
        went: 50.5,
        paid_on: '2026-10-01',
        is_cash: true,
        created_by: people.owner,
        notes: null,
        version: 1,
      },
      {
        number: number('ZAM'),
        reference: null,
        spent_on: '2026-10-01',
        later: true,
        category: null,
        amount: 9,
        tax: 0,
        paid: 0,
        payment_status: 'unpaid',
        assigned_id: null,
        method: null,
        went: null,
        paid_on: null,
        is_cash: null,
        created_by: null,
        notes: null,
        version: 1,
      },
    ]);
    expect(
      await on.rows(
        `select p.name from public.expense_categories c join public.expense_categories p on p.id = c.parent_id where c.name = 'Kite meters'`,
      ),
    ).toEqual([{ name: 'Kite power' }]);
    // An expense entered by hand has the same tax, and a number from the branch's own series.
    const byHand = await on.call<Row & { number: string }>('save_expense', {
      id: randomUUID(),
      expense: { branch_id: branches.zamalek, spent_on: '2026-10-01', amount: 114, tax_rate_id: await idOf(on, 'tax_rates', 'Kite tax') },
    });
    expect(byHand.tax).toBe(14);
    expect(byHand.number).toMatch(/^EX-ZAM-\d{4}-\d{4}$/);
    // Existing expenses are not changed by importing the file again.
    await on.asDatabaseOwner();
    await on.rows('update public.expenses set deleted_at = now() where number = $1', byHand.number);
    await on.as(people.owner);
    expect(await run(on, file, options)).toMatchObject({
      status: 'applied',
      expenses: { create: 0, skip: 4 },
      amount: 0,
      paid: 0,
      branch_ids: [],
    });
    expect(await expenses(on)).toHaveLength(4);
  });

  scenario('reports every problem by row and column, and then creates nothing', async (on) => {
    await on.as(people.owner);
    await on.rows(`insert into public.payment_methods (name, active) values ('Kite cheque', false)`);
    await on.rows(`insert into public.suppliers (name, active) values ('Kite asleep', false)`);
    await on.rows(`insert into public.customers (name, active) values ('Kite asleep', false), ('Kite twin', true), ('Kite twin', true)`);
    await on.rows(`insert into public.expense_categories (name, active) values ('Kite closed', false)`);
    await on.asDatabaseOwner();
    await on.rows(`update public.profiles set name = 'Kite namesake' where id in ($1, $2)`, people.buyer, people.cashier);
    await on.rows(`update public.profiles set name = 'Kite gone', active = false where id = $1`, people.storekeeper);
    await on.as(people.owner);
    const report = await check(on, [
      { spent_on: '2026-10-01', amount: '1' },
      spent('1', { branch: 'Nowhere' }),
      spent('1', { spent_on: undefined }),
      spent('1', { spent_on: '31/02/2026' }),
      spent('0'),
      spent('-5'),
      spent('x'),
      { ...spent('1'), amount: undefined },
      spent('1.001'),
      spent('2', { category: 'Kite closed' }),
      spent('2', { category: 'Kite new' }),
      spent('2', { tax_rate: '9' }),
      spent('2', { supplier: 'Kite asleep' }),
      spent('2', { customer: 'Kite asleep' }),
      spent('2', { customer: 'Kite twin' }),
      spent('2', { assigned: 'Kite namesake' }),
      spent('2', { assigned: 'Kite gone' }),
      spent('2', { assigned: 'nobody@kite.example' }),
      spent('3', { payment_method: 'Kite cheque' }),
      spent('31', { payment_method: 'Kite shells' }),
      spent('32', { paid: '1' }),
      spent('4', { paid_on: '2026-10-02' }),
      spent('5', { payment_method: 'Cash', paid: '5.01' }),
      spent('6', { payment_method: 'Cash', paid: '0.001' }),
      spent('7', { payment_method: 'Cash', paid: '-1' }),
      spent('8', { reference: '6.22E+12' }),
      spent('9'),
      spent('9'),
      spent('9', { notes: 'another' }),
    ]);
    expect(codes(report)).toEqual([
      '2 branch required',
      '3 branch branch_unknown',
      '4 spent_on required',
      '5 spent_on date_invalid',
      '6 amount quantity_not_positive',
      '7 amount number_negative',
      '8 amount number_invalid',
      '9 amount required',
      '10 amount too_many_decimals',
      '11 category category_inactive',
      '12 category name_unknown',
      '13 tax_rate tax_rate_unknown',
      '14 supplier supplier_inactive',
      '15 customer customer_inactive',
      '16 customer customer_ambiguous',
      '17 assigned assigned_ambiguous',
      '18 assigned assigned_inactive',
      '19 assigned name_missing',
      '20 payment_method payment_method_inactive',
      '21 payment_method name_missing',
      '22 payment_method payment_method_required',
      '23 payment_method payment_method_required',
      '24 paid payment_exceeds_remaining',
      '25 paid too_many_decimals',
      '26 paid number_negative',
      '27 reference code_scientific',
      '29 reference expense_twice',
    ]);
    expect(report.problems.find(({ row }) => row === 24)).toMatchObject({ found: '5.01', expected: { total: 5 } });
    expect(report.problems.find(({ row }) => row === 29)).toMatchObject({ expected: { row: 28 } });
    expect(report.unknown).toEqual([{ kind: 'expense_categories', name: 'Kite new', rows: 1, may_create: true }]);
    const mixed = [spent('9'), spent('0')];
    expect(await run(on, mixed)).toMatchObject({ status: 'refused' });
    expect(await expenses(on)).toEqual([]);
    expect(await run(on, mixed, { skip_problem_rows: true })).toMatchObject({ status: 'applied', expenses: { create: 1 } });
    expect(await expenses(on)).toHaveLength(1);
  });

  scenario('recognises existing expenses by reference, branch, day, amount and supplier', async (on) => {
    await on.as(people.owner);
    const file = [
      spent('50', { reference: ' a-1 ', supplier: 'Mahalla Textiles', notes: 'Kite' }),
      spent('20', { notes: 'Kite taxi' }),
      spent('20', { notes: 'Kite parking' }),
      spent('20', { reference: 'B', notes: 'Kite' }),
    ];
    expect(await run(on, file)).toMatchObject({ status: 'applied', expenses: { create: 4 } });
    expect(await check(on, file.toReversed())).toMatchObject({ expenses: { create: 0, skip: 4 }, problem_count: 0 });
    // An expense with a reference is recognised after a correction; one without may be another one of the same
    // day.
    await on.asDatabaseOwner();
    await on.rows(`update public.expenses set notes = notes || ', corrected' where created_at = now() and notes in ('Kite', 'Kite taxi')`);
    await on.as(people.owner);
    const again = await check(on, file);
    const [{ number } = { number: null }] = await on.rows(`select number from public.expenses where notes = 'Kite taxi, corrected'`);
    expect([again.expenses, again.problems]).toMatchObject([
      { create: 0, skip: 3 },
      [{ row: 3, column: 'reference', code: 'expense_similar', found: null, expected: { number } }],
    ]);
    expect(again.problems).toHaveLength(1);
    for (const other of [
      { reference: 'A-2' },
      { supplier: 'Giza Cotton House' },
      { spent_on: '2026-10-02' },
      { amount: '51' },
      { branch: 'NSR' },
    ]) {
      const report = await check(on, [{ ...file[0], ...other }], { create: { suppliers: true } });
      expect([JSON.stringify(other), report.expenses, report.problem_count]).toEqual([
        JSON.stringify(other),
        { create: 1, update: 0, skip: 0 },
        0,
      ]);
    }
    // A deleted expense is imported again.
    await on.call('delete_expense', {
      id: await on.value(`select id from public.expenses where reference = 'B' and created_at = now()`),
      expected_version: 2,
    });
    expect((await check(on, file)).expenses).toMatchObject({ create: 1, skip: 2 });
  });

  scenario('does not change an open shift when the file contains cash payments', async (on) => {
    await on.as(people.manager);
    for (const { id } of (await on.call<{ shifts: { id: string }[] }>('me')).shifts)
      await on.call('close_shift', { id, actual_closing: 0, note: 'Before the scenario' });
    const { id } = await on.call('open_shift', { id: randomUUID(), branch_id: branches.zamalek, opening_balance: 100, note: 'Counted' });
    expect(await run(on, [spent('30', { payment_method: 'Cash' })])).toMatchObject({ status: 'applied', paid: 30 });
    expect((await on.call<{ shift: Row }>('shift_detail', { id })).shift).toMatchObject({ cash_expenses: 0, expected_closing: 100 });
    await on.asDatabaseOwner();
    expect(await on.rows('select amount, is_cash, shift_id, paid_on::text from public.expense_payments where created_at = now()')).toEqual([
      { amount: 30, is_cash: true, shift_id: null, paid_on: '2026-10-01' },
    ]);
  });

  scenario('requires a branch where the user works and permissions to import, create and pay', async (on) => {
    await on.as(people.buyer);
    expect(detailOf(await on.refused(() => check(on, [spent('1')])))).toMatchObject({ permission: 'accounting.expenses.import' });
    await on.as(people.manager);
    expect(codes(await check(on, [spent('1', { branch: 'Maadi' })]))).toEqual(['2 branch branch_view_only']);
    expect(await on.refused(() => check(on, [{ spent_on: '2026-10-01', amount: '1' }], { branch_id: branches.maadi }))).toMatchObject({
      message: 'branch_view_only',
    });
    // An e-mail address identifies only oneself to a user who may not view those of others.
    await on.asDatabaseOwner();
    const [own, other] = await Promise.all(
      [people.accountant, people.owner].map((person) =>
        on.value<string>('select email from public.profile_contacts where profile_id = $1', person),
      ),
    );
    await on.as(people.accountant);
    expect(codes(await check(on, [spent('1', { assigned: own }), spent('2', { assigned: other })]))).toEqual(['3 assigned name_missing']);
    await on.revokePermission(people.accountant, 'accounting.expense_payments.create');
    expect(await check(on, [spent('1')])).toMatchObject({ expenses: { create: 1 } });
    expect(detailOf(await on.refused(() => check(on, [spent('1', { payment_method: 'Cash' })])))).toMatchObject({
      permission: 'accounting.expense_payments.create',
    });
    await on.revokePermission(people.accountant, 'contacts.customers.view');
    expect(detailOf(await on.refused(() => check(on, [spent('1', { customer: 'Kite' })])))).toMatchObject({
      permission: 'contacts.customers.view',
    });
    await on.revokePermission(people.accountant, 'accounting.expense_categories.create');
    expect((await check(on, [spent('1', { category: 'Kite new' })])).unknown).toMatchObject([
      { kind: 'expense_categories', may_create: false },
    ]);
    await on.revokePermission(people.accountant, 'accounting.expenses.create');
    expect(detailOf(await on.refused(() => check(on, [spent('1')])))).toMatchObject({ permission: 'accounting.expenses.create' });
  });
});

describe('undoing an import of expenses', () => {
  const file = [
    spent('50', { reference: 'K-1', category: 'Kites > Kite strings', supplier: 'Kite Mills', payment_method: 'Cash', paid: '20' }),
    spent('20', { customer: 'Kite Mona' }),
  ];
  const options = { create: { expense_categories: true, suppliers: true, customers: true } };
  const names = (on: TestSession) =>
    on.rows(
      `select name::text from public.expense_categories where name like 'Kite%' union all select name from public.suppliers where name like 'Kite%' union all select name from public.customers where name like 'Kite%' order by 1`,
    );

  scenario('deletes them with the names they created, voids their payments, and allows a new import', async (on) => {
    await on.as(people.owner);
    const before = await names(on);
    const { id } = await run(on, file, options);
    expect(await names(on)).toHaveLength(before.length + 4);
    expect(await on.call('undo_import', { id })).toEqual({ id, status: 'undone' });
    expect(await on.call('undo_import', { id })).toEqual({ id, status: 'undone' });
    expect([await expenses(on), await names(on)]).toEqual([[], before]);
    await on.asDatabaseOwner();
    expect(await on.rows(`select amount, void_reason, voided_by from public.expense_payments where created_at = now()`)).toEqual([
      { amount: 20, void_reason: '× · kite.csv', voided_by: people.owner },
    ]);
    await on.as(people.owner);
    expect(await run(on, file, options)).toMatchObject({ status: 'applied', expenses: { create: 2 } });
  });

  for (const [touched, touch] of Object.entries<(on: TestSession, id: string) => Promise<unknown>>({
    paid: async (on, id) =>
      on.call('pay_expense', {
        id,
        payments: [{ id: randomUUID(), payment_method_id: await idOf(on, 'payment_methods', 'Card'), amount: 1, paid_on: '2026-10-02' }],
      }),
    changed: (on, id) => on.call('save_expense', { id, expense: { notes: 'Changed' }, expected_version: 1 }),
    'freed of a payment': async (on, id) =>
      on.call('void_expense_payment', {
        id: await on.value('select id from public.expense_payments where expense_id = $1', id),
        reason: 'Bounced',
      }),
    'given a file': async (on, id) => {
      const path = `${await on.value<string>('select branch_id from public.expenses where id = $1', id)}/expenses/${id}/bill.pdf`;
      await on.asDatabaseOwner();
      await on.rows(
        `insert into storage.objects (bucket_id, name, metadata) values ('attachments', $1, '{"size": 1234, "mimetype": "application/pdf"}')`,
        path,
      );
      await on.as(people.owner);
      await on.call('attach_file', { id: randomUUID(), path, name: 'Bill.pdf' });
    },
  })) {
    scenario(`is refused as a whole if one of them has been ${touched} since`, async (on) => {
      await on.as(people.owner);
      const { id } = await run(on, file, options);
      const [one] = await on.rows<{ id: string; number: string }>(
        `select id, number from public.expenses where reference = 'K-1' and created_at = now()`,
      );
      await touch(on, one?.id ?? '');
      const refused = await on.refused(() => on.call('undo_import', { id }));
      expect([refused.message, detailOf(refused)]).toEqual(['import_touched', { count: 1, names: [one?.number] }]);
      expect(await on.value('select count(*)::integer from public.expenses where created_at = now() and deleted_at is null')).toBe(2);
    });
  }

  scenario('requires permissions to delete expenses and to void payments', async (on) => {
    await on.as(people.accountant);
    const { id } = await run(on, [spent('5', { payment_method: 'Cash' })]);
    await on.revokePermission(people.accountant, 'accounting.expense_payments.void');
    expect(detailOf(await on.refused(() => on.call('undo_import', { id })))).toMatchObject({
      permission: 'accounting.expense_payments.void',
    });
    await on.revokePermission(people.accountant, 'accounting.expenses.delete');
    expect(detailOf(await on.refused(() => on.call('undo_import', { id })))).toMatchObject({ permission: 'accounting.expenses.delete' });
  });
});

import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { readCase } from '../import-cases/read.ts';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { detailOf } from '../fixtures.ts';
import { pay } from './purchasing.ts';
import { paying } from './selling.ts';

const { zamalek, nasrCity, maadi, warehouse } = branches;

interface Report {
  id: string;
  status: string;
  customers: Row;
  suppliers: Row;
  amount?: number;
  balances_known?: number;
  branch_ids?: string[];
  problem_count: number;
  problems: { row: number; column: string; code: string; found: string | null; expected: Row }[];
  unknown: Row[];
}

const run = (on: TestSession, kind: 'customers' | 'suppliers', rows: Row[], options: Row = {}, dry = false, id = randomUUID()) =>
  on.call<Report>('import_sheet', { kind, id, rows: rows.map((row, index) => ({ row: index + 2, ...row })), options, dry_run: dry });
const codes = ({ problems }: Report) => problems.map(({ row, column, code }) => `${row} ${column} ${code}`);

const guests = [
  { name: 'Kite Mariam', phone: '+20 100 555 0101', email: 'Mariam@kite.example', address: '1 Kite Street' },
  { name: 'Kite Hotel', phone: '02 555 0102', active: 'no' },
  { name: 'Kite Walk-in' },
];

describe('an import of customers', () => {
  scenario('updates four thousand customers as well as it created them', async (on) => {
    await on.as(people.owner);
    const send = (address: string) =>
      run(
        on,
        'customers',
        Array.from({ length: 4000 }, (_, n) => ({ name: `Kite ${n}`, phone: `+20 100 555 ${n + 1000}`, address })),
      );
    expect(await send('Here')).toMatchObject({ status: 'applied', customers: { create: 4000, update: 0 } });
    expect(await send('There')).toMatchObject({ status: 'applied', customers: { create: 0, update: 4000 } });
  });

  scenario('is in the audit log for users who may view customers, even if they may not view products', async (on) => {
    await on.as(people.owner);
    const { id } = await run(on, 'customers', guests);
    const told = 'select resource, action from public.audit_log where row_id = $1';
    await on.as(people.auditor);
    expect(await on.rows(told, id)).toEqual([{ resource: 'contacts.customers', action: 'insert' }]);
    await on.revokePermission(people.auditor, 'inventory.products.view');
    expect(await on.rows(told, id)).toHaveLength(1);
    await on.revokePermission(people.auditor, 'contacts.customers.view');
    expect(await on.rows(told, id)).toEqual([]);
  });

  scenario('applies what its dry run reported, and changes nothing when repeated', async (on) => {
    await on.as(people.owner);
    const reported = await run(on, 'customers', guests, {}, true);
    expect(reported).toMatchObject({ status: 'checked', customers: { create: 3, update: 0, skip: 0 }, problem_count: 0 });
    expect(await on.rows("select name from public.customers where name like 'Kite%'")).toEqual([]);
    expect(await run(on, 'customers', guests)).toMatchObject({ status: 'applied', customers: { create: 3 } });
    expect(
      await on.rows("select name, phone, email, address, active, version from public.customers where name like 'Kite%' order by name"),
    ).toEqual([
      { name: 'Kite Hotel', phone: '02 555 0102', email: null, address: null, active: false, version: 1 },
      { name: 'Kite Mariam', phone: '+20 100 555 0101', email: 'Mariam@kite.example', address: '1 Kite Street', active: true, version: 1 },
      { name: 'Kite Walk-in', phone: null, email: null, address: null, active: true, version: 1 },
    ]);
    expect(await run(on, 'customers', guests)).toMatchObject({ status: 'applied', customers: { create: 0, update: 0, skip: 3 } });
    expect(await on.value("select max(version) from public.customers where name like 'Kite%'")).toBe(1);
  });

  scenario('matches a customer by phone in any notation, then by e-mail, then by name', async (on) => {
    await on.as(people.owner);
    await run(on, 'customers', guests);
    const report = await run(on, 'customers', [
      { name: 'Kite Maryam', phone: '+201005550101' },
      { name: 'Kite Walk-in', phone: '555-0199' },
      { name: 'Kite Hotel', phone: '555-0200' },
    ]);
    expect(report).toMatchObject({ status: 'applied', customers: { create: 1, update: 2, skip: 0 } });
    expect(await on.rows("select name, phone from public.customers where name like 'Kite%' order by name, phone")).toEqual([
      { name: 'Kite Hotel', phone: '02 555 0102' },
      { name: 'Kite Hotel', phone: '555-0200' },
      { name: 'Kite Maryam', phone: '+201005550101' },
      { name: 'Kite Walk-in', phone: '555-0199' },
    ]);
    expect(await run(on, 'customers', [{ name: 'Kite Maryam', email: 'MARIAM@KITE.example', address: '2 Kite Street' }])).toMatchObject({
      customers: { create: 0, update: 1 },
    });
  });

  scenario('reports ambiguous and duplicate contacts', async (on) => {
    await on.as(people.owner);
    await run(on, 'customers', [...guests, { name: 'Kite Twin', phone: '5550111' }, { name: 'Kite Twin', phone: '5550112' }]);
    const report = await run(
      on,
      'customers',
      [
        { name: 'Kite Twin' },
        { phone: '02-555-0102', email: 'mariam@kite.example' },
        { name: 'Kite New', phone: '5550120' },
        { name: 'Kite Other', phone: '555 0120' },
        { name: 'Kite Same' },
        { name: 'kite same' },
        { name: 'Kite Bad', phone: '2.01E+11', email: 'nobody' },
        { name: 'Kite Worse', phone: 'call me' },
        { address: 'Nobody lives here' },
        { name: 'Kite Gold', price_group: 'No such group' },
      ],
      {},
      true,
    );
    expect(codes(report)).toEqual([
      '2 name contact_ambiguous',
      '3 email contacts_disagree',
      '5 phone phone_twice',
      '7 name contact_twice',
      '8 email email_invalid',
      '8 phone code_scientific',
      '9 phone phone_invalid',
      '10 name required',
      '11 price_group name_missing',
    ]);
    expect(report.problems[1]?.expected).toMatchObject({ name: 'Kite Mariam' });
    expect(report.unknown).toEqual([]);
  });

  scenario('treats rows of the same name as one person unless phone or e-mail differs', async (on) => {
    await on.as(people.owner);
    const report = await run(
      on,
      'customers',
      [
        { name: 'Kite Cash', phone: '5550131' },
        { name: 'Kite Cash', phone: '5550132' },
        { name: 'Kite Cash', email: 'cash@kite.example' },
        { name: 'Kite Cash', phone: '5550133', email: 'cash3@kite.example' },
        { name: 'Kite Cash', phone: '5550134' },
        { name: 'Kite Cash' },
        { name: 'Kite Cash', phone: '5550135', email: 'cash5@kite.example' },
      ],
      {},
      true,
    );
    expect(report.problems.map(({ row, code, expected }) => [row, code, expected.row])).toEqual([
      [4, 'contact_twice', 2],
      [6, 'contact_twice', 4],
      [7, 'contact_twice', 2],
      [8, 'contact_twice', 7],
    ]);
  });

  scenario('assigns the price group in the file, and can skip rows with problems', async (on) => {
    await on.as(people.owner);
    const [group] = await on.rows<{ id: string; name: string }>('select id, name from public.price_groups order by name limit 1');
    const report = await run(
      on,
      'customers',
      [
        { name: 'Kite Gold', price_group: group?.name.toUpperCase() },
        { name: 'Kite Bad', email: 'x' },
      ],
      { skip_problem_rows: true },
    );
    expect(report).toMatchObject({ status: 'applied', customers: { create: 1 } });
    expect(await on.rows("select name, price_group_id from public.customers where name like 'Kite%'")).toEqual([
      { name: 'Kite Gold', price_group_id: group?.id },
    ]);
    expect(await on.rows('select kind, created_count, problem_count from public.imports where id = $1', report.id)).toEqual([
      { kind: 'customers', created_count: 1, problem_count: 1 },
    ]);
  });

  scenario('requires permissions to import, to create and to update customers', async (on) => {
    await on.as(people.cashier);
    expect(detailOf(await on.refused(() => run(on, 'customers', guests, {}, true)))).toEqual({ permission: 'contacts.customers.import' });
    await on.as(people.accountant);
    await run(on, 'customers', guests);
    await on.asDatabaseOwner();
    await on.rows(
      "delete from public.role_permissions where permission in ('contacts.customers.create', 'contacts.customers.update') and role_id = (select role_id from public.profiles where id = $1)",
      people.accountant,
    );
    await on.as(people.accountant);
    expect(detailOf(await on.refused(() => run(on, 'customers', [{ name: 'Kite Fresh' }])))).toEqual({
      permission: 'contacts.customers.create',
    });
    expect(detailOf(await on.refused(() => run(on, 'customers', [{ ...guests[0], address: 'Moved' }])))).toEqual({
      permission: 'contacts.customers.update',
    });
    // Without permission to view customers, the user does not learn whose e-mail address it is.
    await on.revokePermission(people.accountant, 'contacts.customers.view');
    expect(
      detailOf(await on.refused(() => run(on, 'customers', [{ phone: '02 555 0102', email: 'mariam@kite.example' }], {}, true))),
    ).toEqual({ permission: 'contacts.customers.view' });
    await on.as(people.buyer);
    expect(await on.rows("select id from public.imports where kind = 'customers'")).toEqual([]);
  });
});

describe('an import of suppliers', () => {
  scenario('matches a supplier by name in either language, and keeps its existing name', async (on) => {
    await on.as(people.owner);
    expect(
      await run(on, 'suppliers', [{ name: 'Kite Mills', name_ar: 'مصانع كايت', land_line: '02 555 1000' }, { name: 'Kite Leather' }]),
    ).toMatchObject({ suppliers: { create: 2 } });
    expect(
      await run(on, 'suppliers', [
        { name: 'مصانع كايت', land_line: '02 555 1001', tax_number: '100-200-300' },
        { name: 'KITE LEATHER', active: 'no' },
      ]),
    ).toMatchObject({ status: 'applied', suppliers: { create: 0, update: 2 } });
    expect(
      await on.rows("select name, land_line, tax_number, active from public.suppliers where name ilike 'kite%' order by lower(name)"),
    ).toEqual([
      { name: 'KITE LEATHER', land_line: null, tax_number: null, active: false },
      { name: 'Kite Mills', land_line: '02 555 1001', tax_number: '100-200-300', active: true },
    ]);
    expect(codes(await run(on, 'suppliers', [{ name: 'Kite Mills' }, { name: 'kite mills' }, { land_line: '123' }], {}, true))).toEqual([
      '3 name contact_twice',
      '4 name required',
    ]);
  });
});

/** Opening balances of this test's imports, by name. */
const owing = async (on: TestSession): Promise<Row[]> => {
  await on.asDatabaseOwner();
  const rows = await on.rows(`select coalesce(c.name, s.name) as name, b.number, b.branch_id, b.day::text, b.amount, b.remaining, b.status
    from private.opening_balances b
    left join public.customers c on c.id = b.contact_id
    left join public.suppliers s on s.id = b.contact_id
    where b.number like '%-IMPORT-%' order by b.number`);
  await on.as(people.owner);
  return rows;
};
const here = { branch_id: zamalek };
const undo = (on: TestSession, id: string) => on.call('undo_import', { id });
const kinds = ['customers', 'suppliers'] as const;

describe('an import of opening balances', () => {
  scenario('records what each contact owes, which can be paid', async (on) => {
    await on.as(people.owner);
    const today = await on.value<string>(`select (now() at time zone 'Africa/Cairo')::date::text`);
    for (const name of ['47-opening-balances.csv', '47-opening-balances-ar.csv']) {
      const rows = (await readCase(name, 'customers')).rows as unknown as Row[];
      const checked = await run(on, 'customers', rows, here, true);
      expect(checked).toMatchObject({ status: 'checked', customers: { create: 1 }, amount: 1250.5, branch_ids: [zamalek] });
      expect(await run(on, 'customers', rows, here)).toMatchObject({ ...checked, id: expect.anything() as string, status: 'applied' });
    }
    const text = 'Supplier,Balance due,As of\nKite Mills,"1,250.50",31/10/2025';
    const { rows } = await readCase('a.csv', 'suppliers', { text });
    expect(await run(on, 'suppliers', rows as unknown as Row[], here)).toMatchObject({ status: 'applied', amount: 1250.5 });
    const common = { branch_id: zamalek, amount: 1250.5, remaining: 1250.5, status: 'opening' };
    const made = await owing(on);
    expect(made).toEqual([
      { ...common, name: 'Kite Mills', number: 'OB-ZAM-IMPORT-2025-0001', day: '2025-10-31' },
      { ...common, name: 'CASE-Mona', number: expect.stringMatching(/^OB-ZAM-IMPORT-\d{4}-0001$/) as string, day: today },
      { ...common, name: 'CASE-منى', number: expect.stringMatching(/^OB-ZAM-IMPORT-\d{4}-0002$/) as string, day: today },
    ]);
    const sales = await on.rows<{ id: string }>(`select id from public.sales where type = 'opening' and number like '%-IMPORT-%'`);
    for (const { id } of sales) await on.call('pay_sale', { id, payments: [{ id: randomUUID(), ...(await paying(on, 1250.5)) }] });
    const order = await on.value<string>(`select id from public.purchase_orders where number = 'OB-ZAM-IMPORT-2025-0001'`);
    await pay(on, order, 1250.5);
    expect((await owing(on)).map(({ remaining }) => remaining)).toEqual([0, 0, 0]);
  });

  scenario('makes none for a zero or an empty cell, and takes a credit of a customer', async (on) => {
    await on.as(people.owner);
    const file = [
      { name: 'Kite Zero', opening_balance: '0', opening_day: '2099-12-31' },
      { name: 'Kite None', opening_day: '2025-01-01' },
    ];
    const report = await run(on, 'customers', file);
    expect(report).toMatchObject({ status: 'applied', customers: { create: 2 } });
    expect([report.amount, report.branch_ids]).toEqual([undefined, undefined]);
    await run(on, 'customers', [{ name: 'Kite Credit', opening_balance: '-20.5', opening_day: '2025-01-01' }], here);
    expect(await owing(on)).toMatchObject([{ name: 'Kite Credit', amount: -20.5, remaining: -20.5 }]);
  });

  scenario('reports what is wrong in a row, and writes nothing', async (on) => {
    await on.as(people.owner);
    const file = [
      { name: 'Kite A', opening_balance: 'a lot' },
      { name: 'Kite B', opening_balance: '10.005' },
      { name: 'Kite C', opening_balance: '10', opening_day: 'once' },
      { name: 'Kite D', opening_balance: '10', opening_day: '2099-12-31' },
      { name: 'Kite E', opening_balance: '-10' },
    ];
    const wrong = [
      '2 opening_balance number_invalid',
      '3 opening_balance too_many_decimals',
      '4 opening_day date_invalid',
      '5 opening_day day_in_future',
    ];
    expect(codes(await run(on, 'customers', file, here))).toEqual(wrong);
    expect(codes(await run(on, 'suppliers', file, here))).toEqual([...wrong, '6 opening_balance number_negative']);
    expect(await owing(on)).toEqual([]);
  });

  scenario('never doubles a debt, whatever is imported again', async (on) => {
    await on.as(people.owner);
    for (const kind of kinds) {
      const name = `Kite ${kind}`;
      const send = (amount: string, rest: Row = {}, options: Row = here) =>
        run(on, kind, [{ name, opening_balance: amount, ...rest }], options);
      await run(on, kind, [{ name }]);
      expect(await send('100', { opening_day: '2025-01-31' })).toMatchObject({
        status: 'applied',
        [kind]: { create: 0, update: 1, skip: 0 },
      });
      const before = await owing(on);
      const number = before.find((balance) => balance.name === name)?.number;
      for (const [rest, options] of [
        [{ opening_day: '2025-01-31' }, here],
        [{}, here],
        [{}, { branch_id: nasrCity }],
      ])
        expect(await send('100', rest, options)).toMatchObject({ status: 'applied', [kind]: { update: 0, skip: 1 }, balances_known: 1 });
      for (const [amount, rest] of [
        ['101', {}],
        ['100', { opening_day: '2025-02-01' }],
      ] as const) {
        const report = await send(amount, rest);
        expect(codes(report)).toEqual(['2 opening_balance opening_balance_exists']);
        expect(report.problems[0]?.expected).toMatchObject({ number });
      }
      expect(await owing(on)).toEqual(before);
    }
  });

  scenario('is refused for a contact with one in a branch out of sight, whatever the amount', async (on) => {
    await on.as(people.owner);
    await run(on, 'customers', [{ name: 'Kite Far', opening_balance: '100' }], { branch_id: warehouse });
    await on.as(people.manager);
    for (const opening_balance of ['100', '70']) {
      const report = await run(on, 'customers', [{ name: 'Kite Far', opening_balance }], here, true);
      expect(codes(report)).toEqual(['2 opening_balance opening_balance_exists_untold']);
      expect(report.problems[0]?.expected.number).toBeNull();
    }
  });

  scenario('asks for a branch where the user works', async (on) => {
    const file = [{ name: 'Kite A', opening_balance: '10' }];
    await on.as(people.manager);
    expect(await on.refused(() => run(on, 'customers', file, { branch_id: maadi }, true))).toMatchObject({ message: 'branch_view_only' });
    await on.as(people.owner);
    expect(await on.refused(() => run(on, 'customers', file, {}, true))).toMatchObject({ message: 'branch_not_found' });
    await on.rows('update public.branches set active = false where id = $1', nasrCity);
    expect(await on.refused(() => run(on, 'customers', file, { branch_id: nasrCity }, true))).toMatchObject({ message: 'place_closed' });
  });

  scenario('needs the permission for opening balances, and costs for suppliers', async (on) => {
    const file = [{ name: 'Kite A', opening_balance: '10' }];
    await on.revokePermission(people.accountant, 'inventory.costs.view');
    await on.as(people.accountant);
    expect(await run(on, 'customers', file, here, true)).toMatchObject({ status: 'checked', amount: 10 });
    expect(detailOf(await on.refused(() => run(on, 'suppliers', file, here, true)))).toEqual({ permission: 'inventory.costs.view' });
    await on.revokePermission(people.accountant, 'contacts.opening_balances.create');
    for (const kind of kinds)
      expect(detailOf(await on.refused(() => run(on, kind, file, here, true)))).toEqual({ permission: 'contacts.opening_balances.create' });
    expect(await run(on, 'customers', [{ name: 'Kite A', opening_balance: '0' }], {}, true)).toMatchObject({ status: 'checked' });
  });

  scenario('is undone: balances are voided, customers go, suppliers with one stay', async (on) => {
    await on.as(people.owner);
    const owed = async () => (await owing(on)).filter(({ status, remaining }) => status !== 'voided' || remaining !== 0);
    for (const kind of kinds) {
      await run(on, kind, [{ name: 'Kite Old' }]);
      const file = [{ name: 'Kite Old', opening_balance: '5' }, { name: 'Kite New', opening_balance: '7' }, { name: 'Kite Plain' }];
      const before = await owed();
      const { id } = await run(on, kind, file, here);
      expect(await owed()).toHaveLength(before.length + 2);
      await undo(on, id);
      expect(await owed()).toEqual(before);
      const left = await on.rows<{ name: string }>(`select name from public.${kind} where name like 'Kite%' order by name`);
      expect(left.map(({ name }) => name)).toEqual(kind === 'customers' ? ['Kite Old'] : ['Kite New', 'Kite Old']);
      expect(await run(on, kind, file, here)).toMatchObject({ status: 'applied', amount: 12 });
    }
  });

  scenario('is not undone once a balance was paid, and says which', async (on) => {
    await on.as(people.owner);
    const { id } = await run(on, 'customers', [{ name: 'Kite New', opening_balance: '7' }], here);
    const [balance] = await on.rows<{ id: string; number: string }>(
      `select id, number from public.sales where number like 'OB-%-IMPORT-%'`,
    );
    await on.call('pay_sale', { id: balance?.id, payments: [{ id: randomUUID(), ...(await paying(on, 2)) }] });
    const refusal = await on.refused(() => undo(on, id));
    expect([refusal.message, detailOf(refusal)]).toEqual(['import_touched', { count: 1, names: [balance?.number] }]);
    const owed = await run(on, 'suppliers', [{ name: 'Kite Mills', opening_balance: '7' }], here);
    const order = await on.value<string>(`select id from public.purchase_orders where number like 'OB-%-IMPORT-%'`);
    await pay(on, order, 2);
    expect(await on.refused(() => undo(on, owed.id))).toMatchObject({ message: 'import_touched' });
    await on.as(people.accountant);
    const own = await run(on, 'customers', [{ name: 'Kite Own', opening_balance: '7' }], here);
    await on.revokePermission(people.accountant, 'contacts.opening_balances.void');
    expect(detailOf(await on.refused(() => undo(on, own.id)))).toEqual({ permission: 'contacts.opening_balances.void' });
  });
});

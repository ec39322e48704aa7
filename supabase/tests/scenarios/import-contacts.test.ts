import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { people, scenario, type Row, type TestSession } from '../database.ts';
import { detailOf } from '../fixtures.ts';

interface Report {
  id: string;
  status: string;
  customers: Row;
  suppliers: Row;
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
        { name: 'مصانع كايت', land_line: '02 555 1001' },
        { name: 'KITE LEATHER', active: 'no' },
      ]),
    ).toMatchObject({ status: 'applied', suppliers: { create: 0, update: 2 } });
    expect(await on.rows("select name, land_line, active from public.suppliers where name ilike 'kite%' order by lower(name)")).toEqual([
      { name: 'KITE LEATHER', land_line: null, active: false },
      { name: 'Kite Mills', land_line: '02 555 1001', active: true },
    ]);
    expect(codes(await run(on, 'suppliers', [{ name: 'Kite Mills' }, { name: 'kite mills' }, { land_line: '123' }], {}, true))).toEqual([
      '3 name contact_twice',
      '4 name required',
    ]);
  });
});

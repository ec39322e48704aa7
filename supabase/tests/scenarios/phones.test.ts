import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { branches, databaseOwner, people, scenario, type Row, type TestSession } from '../database.ts';
import { detailOf } from '../fixtures.ts';
import { customer, goods, line, sellForCash } from './selling.ts';

// The client's own patterns (web/db) are checked with the same cases.
const cases = JSON.parse(readFileSync(new URL('../contact-pattern-cases.json', import.meta.url), 'utf8')) as [string, string[]][];

const forms: [country: string | null, phone: string, canonical: string | null][] = [
  ...[
    '+20 100 123 4567',
    '0020 1001234567',
    '01001234567',
    '0100 123 4567',
    '٠١٠٠١٢٣٤٥٦٧',
    '۰۱۰۰-۱۲۳-۴۵۶۷',
    '(0100) 123.45/67',
    '+20 (0)100 123 4567',
    '+20 0100 123 4567',
    '(+20) 1001234567',
    '201001234567',
    '1001234567',
  ].map((phone): [string, string, string] => ['EG', phone, '+201001234567']),
  ['EG', '02 2735 9000', '+20227359000'],
  ['EG', '2735 9000', '27359000'],
  ['EG', '16123', '16123'],
  ['EG', '+966 50 123 4567', '+966501234567'],
  ['EG', '00966 (0)50 123 4567', '+966501234567'],
  ['EG', '966501234567', '+966501234567'],
  ['EG', '+39 06 6982 1234', '+390669821234'],
  ['EG', '+1 (212) 555-0101', '+12125550101'],
  ['EG', '+44 (0)20 7946 0000', '+442079460000'],
  ['EG', '+992 000', '+992000'],
  ['EG', '+0100 123 4567', '+201001234567'],
  ['EG', '---', null],
  ['EG', 'call me', null],
  ['SA', '050 123 4567', '+966501234567'],
  ['SA', '501234567', '+966501234567'],
  ['SA', '0100 123 4567', '+9661001234567'],
  ['AE', '04 123 4567', '+97141234567'],
  ['IQ', '0770 123 4567', '+9647701234567'],
  ...['5123 4567', '+965 51234567', '00965 5123 4567', '96551234567'].map((phone): [string, string, string] => [
    'KW',
    phone,
    '+96551234567',
  ]),
  ['QA', '3312 3456', '+97433123456'],
  ['BH', '3612 3456', '+97336123456'],
  ['OM', '9123 4567', '+96891234567'],
  ['TN', '20 123 456', '+21620123456'],
  ...['06 6982 1234', '+39 06 6982 1234', '390669821234'].map((phone): [string, string, string] => ['IT', phone, '+390669821234']),
  ['IT', '333 123 4567', '+393331234567'],
  ...['(212) 555-0101', '1 212 555 0101', '+1 212 555 0101'].map((phone): [string, string, string] => ['US', phone, '+12125550101']),
  ...['8 912 345-67-89', '+7 912 345-67-89', '912 345 67 89'].map((phone): [string, string, string] => ['RU', phone, '+79123456789']),
  // A country whose numbering plan is not included, and no country.
  ['TV', '01001234567', '01001234567'],
  ['TV', '+20 100 123 4567', '+201001234567'],
  [null, '01001234567', '01001234567'],
];

describe('the canonical form of a phone number', () => {
  test.each(forms)('in %s of %j is %j', async (country, phone, canonical) => {
    const [row] = await databaseOwner()`select private.canonical_phone(${phone}, ${country}) as canonical`;
    expect(row).toEqual({ canonical });
  });

  test('is stable in every country', async () => {
    expect([
      ...(await databaseOwner()`
      select once, private.canonical_phone(once, country) as twice
      from unnest(${[...new Set(forms.map(([, phone]) => phone))]}::text[]) phone
      cross join (select distinct m[1] as country from regexp_matches(private.phone_plans(), '([A-Z]{2}) ', 'g') m) c
      cross join lateral private.canonical_phone(phone, country) once
      where once like '+%' and private.canonical_phone(once, country) <> once`),
    ]).toEqual([]);
  });

  test('is defined once per country by calling code, trunk prefix and longest number', async () => {
    const [row] = await databaseOwner()<{ plans: string }[]>`select private.phone_plans() as plans`;
    const plans = String(row?.plans).split(/,\s*/).filter(Boolean);
    expect(plans.filter((plan) => !/^[A-Z]{2} [1-9]\d{0,2} [-018] \d{1,2}$/.test(plan))).toEqual([]);
    expect(new Set(plans.map((plan) => plan.slice(0, 2))).size).toBe(plans.length);
    // No calling code is a prefix of another one, so the code of a number is unambiguous.
    const codes = [...new Set(plans.map((plan) => plan.split(' ')[1] ?? ''))];
    expect(codes.filter((code) => codes.some((other) => other !== code && other.startsWith(code)))).toEqual([]);
  });
});

test.each(cases)('a search of contacts for %j uses the patterns %j', async (words, patterns) => {
  expect(
    (await databaseOwner()`select private.contact_patterns(${words}) as pattern`).map(({ pattern }) => String(pattern)).sort(),
  ).toEqual(patterns);
});

/** Searches like the client's lists and pickers, which build the same patterns. */
const listed = async (on: TestSession, table: string, words: string) =>
  (
    await on.rows<{ name: string }>(
      `select name from public.${table} where search like all (array(select private.contact_patterns($1))) order by name`,
      words,
    )
  ).map(({ name }) => name);
const found = async (on: TestSession, kind: string, words: string) =>
  (await on.table<{ kind: string; name: string }>('find_records', { words })).filter((row) => row.kind === kind).map(({ name }) => name);
const typed = [
  '01001234567',
  '1001234567',
  '0100 123 4567',
  '٠١٠٠١٢٣٤٥٦٧',
  '+201001234567',
  '+20 100 123 4567',
  '00201001234567',
  '0020 1001234567',
  '+20 (0)100-123-4567',
];
const stored = ['+20 100 123 4567', '0020 1001234567', '01001234567', '0100-123-4567', '1001234567'];
const move = (on: TestSession, country: string) => on.rows('update public.business set country = $1, tax_number = null', country);

describe('searching a customer by phone', () => {
  scenario('finds the customer whichever way the number is typed or stored', async (on) => {
    // The database owner owns the search functions; here it sees what the client sees.
    await on.asDatabaseOwner();
    const [id] = (await on.rows<{ id: string }>(`insert into public.customers (name, phone) values ('Kite Mona', '012') returning id`)).map(
      (row) => row.id,
    );
    for (const phone of stored) {
      await on.asDatabaseOwner();
      await on.rows('update public.customers set phone = $2 where id = $1', id, phone);
      for (const words of typed) expect(await listed(on, 'customers', words), `${phone} by ${words}`).toEqual(['Kite Mona']);
      expect(await listed(on, 'customers', 'kite 123')).toEqual(['Kite Mona']);
      expect(await listed(on, 'customers', '0100 123 4568')).toEqual([]);
      await on.as(people.cashier);
      for (const words of typed) expect(await found(on, 'customers', words), `${phone} by ${words}`).toEqual(['Kite Mona']);
    }
  });

  scenario('also works in the list of sales', async (on) => {
    const { variant } = await goods(on, 5);
    const buyer = await customer(on, { phone: '+20 100 123 4567' });
    const sale = await sellForCash(on, [line(variant)], { customer_id: buyer });
    await sellForCash(on, [line(variant)], { customer_id: await customer(on, { phone: '0100 123 4568' }) });
    for (const words of ['01001234567', '0100 123 4567', '+201001234567', '1001234567']) {
      expect(
        (await on.table<{ id: string }>('sale_page', { words, page_size: 1000 })).map(({ id }) => id),
        words,
      ).toEqual([sale.id]);
    }
  });

  scenario('finds nothing without permission to view customers', async (on) => {
    await on.as(people.owner);
    await on.rows(`insert into public.customers (name, phone) values ('Kite Mona', '+20 100 123 4567')`);
    await on.as(people.storekeeper);
    expect(await found(on, 'customers', '01001234567')).toEqual([]);
  });
});

scenario('a supplier is found by land line, and a user by phone', async (on) => {
  await on.as(people.owner);
  await on.rows(
    `insert into public.suppliers (name, land_line) values ('Kite Mill', '+20 2 2735 9111'), ('Kite Mill next door', '02 27359111')`,
  );
  await on.asDatabaseOwner();
  await on.rows(`update public.profile_contacts set phone = '0100 123 4567' where profile_id = $1`, people.cashier);
  for (const words of ['0227359111', '02 2735 9111', '+20 2 27359111', '002022735 9111']) {
    await on.asDatabaseOwner();
    expect(await listed(on, 'suppliers', words), words).toEqual(['Kite Mill', 'Kite Mill next door']);
    await on.as(people.owner);
    expect(await found(on, 'suppliers', words), words).toEqual(['Kite Mill', 'Kite Mill next door']);
  }
  for (const words of typed)
    expect(
      (await on.table<{ name: string }>('user_page', { words })).map(({ name }) => name),
      words,
    ).toEqual(['Youssef Magdy']);
});

describe('the phone number of a customer', () => {
  scenario('is refused a second time in any notation, and kept as typed', async (on) => {
    await on.as(people.owner);
    await on.rows(`insert into public.customers (name, phone) values ('Kite Mona', '+20 100 123 4567')`);
    for (const phone of stored) {
      expect(
        await on.refused(() => on.rows(`insert into public.customers (name, phone) values ('Kite Other', $1)`, phone)),
        phone,
      ).toMatchObject({ code: '23505', constraint_name: 'customers_phone_unique' });
    }
    await on.rows(`insert into public.customers (name, phone) values ('Kite Other', '0100 123 4568')`);
    expect(await on.refused(() => on.rows(`update public.customers set phone = '01001234567' where name = 'Kite Other'`))).toMatchObject({
      constraint_name: 'customers_phone_unique',
    });
    expect(await on.rows(`select name, phone, version from public.customers where name like 'Kite%' order by name`)).toEqual([
      { name: 'Kite Mona', phone: '+20 100 123 4567', version: 1 },
      { name: 'Kite Other', phone: '0100 123 4568', version: 1 },
    ]);
  });

  scenario('has a key that nobody can write and that is not in the audit log', async (on) => {
    await on.as(people.owner);
    const [row] = await on.rows<{ id: string }>(
      `insert into public.customers (name, phone) values ('Kite Mona', '+20 100 123 4567') returning id`,
    );
    expect(await on.refused(() => on.rows(`update public.customers set phone_key = '1' where id = $1`, row?.id))).toMatchObject({
      code: '42501',
    });
    expect(await on.refused(() => on.rows(`insert into public.suppliers (name, phone_key) values ('Kite', '1')`))).toMatchObject({
      code: '42501',
    });
    await on.rows(`update public.customers set phone = '0100 123 4568' where id = $1`, row?.id);
    expect(await on.rows('select changes from public.audit_log where row_id = $1 order by id', row?.id)).toMatchObject([
      { changes: { phone: '+20 100 123 4567' } },
      { changes: { phone: ['+20 100 123 4567', '0100 123 4568'] } },
    ]);
    expect(await on.value(`select count(*) from public.audit_log where row_id = $1 and changes ? 'phone_key'`, row?.id)).toBe(0);
  });
});

describe('changing the country of the business', () => {
  scenario('reinterprets local phone numbers without counting as a change of the records', async (on) => {
    await on.as(people.owner);
    await on.rows(`insert into public.customers (name, phone) values ('Kite Mona', '0501234567'), ('Kite Nora', '+20 100 123 4567')`);
    await on.rows(`insert into public.suppliers (name, land_line) values ('Kite Mill', '011 123 4567')`);
    await on.asDatabaseOwner();
    await on.rows(`update public.profile_contacts set phone = '050 765 4321' where profile_id = $1`, people.cashier);
    const changes = await on.value('select count(*) from public.audit_log');
    await on.as(people.owner);
    await move(on, 'SA');
    await on.asDatabaseOwner();
    for (const [table, words, names] of [
      ['customers', '+966501234567', ['Kite Mona']],
      ['customers', '0501234567', ['Kite Mona']],
      ['customers', '+20501234567', []],
      ['customers', '01001234567', ['Kite Nora']],
      ['suppliers', '+966 11 123 4567', ['Kite Mill']],
    ] as const)
      expect(await listed(on, table, words), words).toEqual(names);
    expect(await on.value('select phone_key from public.profile_contacts where profile_id = $1', people.cashier)).toBe('+966507654321');
    expect(await on.value(`select max(version) from public.customers where name like 'Kite%'`)).toBe(1);
    // Only the business itself is logged as changed.
    expect(await on.value<number>('select count(*) from public.audit_log')).toBe(Number(changes) + 1);
    await on.as(people.owner);
    expect(
      await on.refused(() => on.rows(`insert into public.customers (name, phone) values ('Kite Other', '+966 50 123 4567')`)),
    ).toMatchObject({ constraint_name: 'customers_phone_unique' });
    // The same number in Egypt now belongs to another customer.
    await on.rows(`insert into public.customers (name, phone) values ('Kite Other', '+20 50 123 4567')`);
    expect(await on.invariants()).toEqual([]);
    // Only users who may view customers learn which two customers conflict.
    await on.as(people.owner);
    const refusal = await on.refused(() => move(on, 'EG'));
    expect(refusal).toMatchObject({ code: 'PT409', message: 'customers_share_phone' });
    expect(detailOf(refusal)).toEqual({ phone: '+20 50 123 4567', other: '0501234567', field: 'country' });
    await on.asDatabaseOwner();
    await on.rows(`delete from public.role_permissions where permission = 'contacts.customers.view'`);
    await on.rows(
      `insert into public.role_permissions (role_id, permission) select role_id, 'settings.business.update' from public.profiles where id = $1 on conflict do nothing`,
      people.auditor,
    );
    await on.as(people.auditor);
    expect(await on.refused(() => move(on, 'EG'))).toMatchObject({ constraint_name: 'customers_phone_unique' });
    await on.as(people.owner);
    await on.rows(`delete from public.customers where name = 'Kite Other'`);
    await move(on, 'EG');
    await on.asDatabaseOwner();
    expect(await listed(on, 'customers', '+20501234567')).toEqual(['Kite Mona']);
  });

  scenario('to one without a known numbering plan compares local numbers by their digits', async (on) => {
    await on.as(people.owner);
    await on.rows(`insert into public.customers (name, phone) values ('Kite Mona', '01001234567')`);
    await move(on, 'TV');
    await on.rows(`insert into public.customers (name, phone) values ('Kite Other', '+201001234567')`);
    await on.asDatabaseOwner();
    expect(await listed(on, 'customers', '0100 123 4567')).toEqual(['Kite Mona', 'Kite Other']);
  });
});

interface Report {
  status: string;
  customers: Row;
  problems: { row: number; column: string; code: string }[];
}
const imported = (on: TestSession, kind: string, rows: Row[], options: Row = {}) =>
  on.call<Report>('import_sheet', {
    kind,
    id: randomUUID(),
    rows: rows.map((row, index) => ({ row: index + 2, ...row })),
    options,
    dry_run: false,
  });

describe('an import recognises a customer', () => {
  for (const phone of ['01001234567', '0100 123 4567', '00201001234567', '1001234567']) {
    scenario(`with +20 100 123 4567 by ${phone}, and creates no second one`, async (on) => {
      await on.as(people.owner);
      await on.rows(`insert into public.customers (name, phone) values ('Kite Mona', '+20 100 123 4567')`);
      expect(await imported(on, 'customers', [{ name: 'Kite Mona', phone }])).toMatchObject({
        status: 'applied',
        customers: { create: 0, update: 1 },
      });
      expect(await on.rows(`select phone from public.customers where name = 'Kite Mona'`)).toEqual([{ phone }]);
      expect(await imported(on, 'customers', [{ name: 'Kite Mona', phone }])).toMatchObject({
        customers: { create: 0, update: 0, skip: 1 },
      });
    });
  }

  scenario('only once when two rows have the same phone in different notations', async (on) => {
    await on.as(people.owner);
    const { problems } = await imported(on, 'customers', [
      { name: 'Kite Mona', phone: '+20 100 123 4567' },
      { name: 'Kite Nora', phone: '01001234567' },
    ]);
    expect(problems.map(({ row, code }) => `${row} ${code}`)).toEqual(['3 phone_twice']);
  });

  scenario('by name in another spelling if there is no phone', async (on) => {
    await on.as(people.owner);
    await on.rows(`insert into public.customers (name) values ('عبد الله كايت'), ('ابوبكر كايت')`);
    expect(
      await imported(on, 'customers', [
        { name: 'عبدالله كايت', address: 'Cairo' },
        { name: 'أبو بكر كايت', address: 'Giza' },
      ]),
    ).toMatchObject({ customers: { create: 0, update: 2 } });
  });

  scenario('by phone in a file of sales', async (on) => {
    await on.as(people.owner);
    const [mona] = await on.rows<{ id: string }>(
      `insert into public.customers (name, phone) values ('Kite Mona', '+20 100 123 4567') returning id`,
    );
    const sku = await on.value<string>('select sku from public.variants order by id limit 1');
    const sale = { sold_at: '2025-01-05 10:00', sku, quantity: '1', unit_price: '10', phone: '01001234567' };
    expect(await imported(on, 'sales', [{ ...sale, reference: 'kite-1' }], { branch_id: branches.zamalek })).toMatchObject({
      status: 'applied',
      problems: [],
    });
    expect(await on.value(`select customer_id from public.sales where reference = 'kite-1'`)).toBe(mona?.id);
  });
});

scenario('a compound Arabic name is found written as one word or two, also in part, in every search', async (on) => {
  await on.as(people.owner);
  await on.rows(
    `insert into public.customers (name, name_ar) values ('Kite 1', 'محمد عبد الله'), ('Kite 2', 'محمد عبدالله'), ('Kite 3', 'عَبد الرحمن أبو بكر'), ('Kite 4', 'عبدالرحمن ابوبكر')`,
  );
  for (const [words, names] of [
    ['عبدالله', ['Kite 1', 'Kite 2']],
    ['عبد الله', ['Kite 1', 'Kite 2']],
    ['عبـد  الله محمد', ['Kite 1', 'Kite 2']],
    ['الله', ['Kite 1', 'Kite 2']],
    ['عبدالرحمن', ['Kite 3', 'Kite 4']],
    ['عبد الرحمن', ['Kite 3', 'Kite 4']],
    ['عبد رحمن', ['Kite 3', 'Kite 4']],
    ['ابو بكر', ['Kite 3', 'Kite 4']],
    ['أبوبكر عبد', ['Kite 3', 'Kite 4']],
  ] as const) {
    await on.asDatabaseOwner();
    expect(await listed(on, 'customers', words), words).toEqual(names);
    await on.as(people.owner);
    expect(await found(on, 'customers', words), words).toEqual(names);
  }
  await on.rows(`insert into public.brands (name) values ('عبد الله كايت')`);
  expect(await on.refused(() => on.rows(`insert into public.brands (name) values ('عبدالله كايت')`))).toMatchObject({
    constraint_name: 'brands_name_unique',
  });
});

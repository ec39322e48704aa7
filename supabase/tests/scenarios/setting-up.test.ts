import { describe, expect, test } from 'vitest';
import { countries, currencies } from '../../../web/lib/codes.ts';
import { databaseOwner, people, scenario, type Row, type TestSession } from '../database.ts';

const setUp = async (on: TestSession, changes: Row, version?: number) =>
  on.call('set_up_business', {
    expected_version: version ?? (await on.value<number>('select version from public.business')),
    changes,
  });

const businessOf = async (on: TestSession) =>
  (
    await on.rows(
      `select b.name, b.country, b.currency, b.currency_decimals, b.time_zone, b.prices_include_tax, t.percentage
       from public.business b left join public.tax_rates t on t.id = b.sale_tax_rate_id`,
    )
  )[0];

/** As if nothing had been sold, ordered or spent yet. */
async function withoutDocuments(on: TestSession) {
  await on.asDatabaseOwner();
  await on.rows('create or replace function private.has_documents() returns boolean language sql stable as $$ select false $$');
  await on.as(people.owner);
}

const saudi = {
  name: 'Noor Store',
  name_ar: 'متجر نور',
  country: 'SA',
  currency: 'SAR',
  currency_decimals: 2,
  time_zone: 'Asia/Riyadh',
  first_day_of_week: 0,
  prices_include_tax: true,
  tax_percentage: 15,
  tax_number: '300-000-000-000-003',
  payment_methods: [
    { name: 'mada', name_ar: 'مدى' },
    { name: 'CARD', name_ar: 'بطاقة ائتمان' },
  ],
};

describe('setting up a business', () => {
  scenario('takes over what its country proposes in one step, also when repeated', async (on) => {
    await withoutDocuments(on);
    const [rates, methods] = ['select count(*)::integer from public.tax_rates', 'select name from public.payment_methods order by name'];
    const ratesBefore = await on.value<number>(rates);
    const methodsBefore = (await on.rows(methods)).map(({ name }) => name);
    const version = await on.value<number>('select version from public.business');
    for (const time of ['first', 'repeated']) {
      await setUp(on, saudi, version);
      expect(await businessOf(on), time).toEqual({
        name: 'Noor Store',
        country: 'SA',
        currency: 'SAR',
        currency_decimals: 2,
        time_zone: 'Asia/Riyadh',
        prices_include_tax: true,
        percentage: 15,
      });
      expect(await on.value('select tax_number from public.business'), time).toBe('300000000000003');
      expect(await on.value(rates), time).toBe(ratesBefore + 1);
      // A method with the name of an existing one is not added again.
      expect(
        (await on.rows(methods)).map(({ name }) => name),
        time,
      ).toEqual([...methodsBefore, 'mada'].sort());
    }
    await on
      .refused(() => setUp(on, { ...saudi, name: 'Other' }, version))
      .then((error) => expect(error).toMatchObject({ message: 'changed_meanwhile' }));
  });

  scenario('uses a rate that exists, and none where no tax is charged', async (on) => {
    await withoutDocuments(on);
    const known = await on.value<string>('select id from public.tax_rates where active order by percentage limit 1');
    await setUp(on, { tax_percentage: await on.value('select percentage from public.tax_rates where id = $1', known) });
    expect(await on.value('select sale_tax_rate_id from public.business')).toBe(known);
    await setUp(on, { tax_percentage: null });
    expect(await on.value('select sale_tax_rate_id from public.business')).toBeNull();
  });

  scenario('activates an inactive rate of the same percentage instead of adding a second one', async (on) => {
    await withoutDocuments(on);
    const id = await on.value<string>(`insert into public.tax_rates (name, percentage, active) values ('VAT 41%', 41, false) returning id`);
    await setUp(on, { tax_percentage: 41 });
    expect(await on.value('select sale_tax_rate_id from public.business')).toBe(id);
    expect(await on.value('select active from public.tax_rates where id = $1', id)).toBe(true);
  });

  scenario('refuses another currency after the first sale, and leaves the rest unchanged', async (on) => {
    await on.as(people.owner);
    const before = await businessOf(on);
    expect(await on.refused(() => setUp(on, saudi))).toMatchObject({ message: 'currency_fixed' });
    expect(await businessOf(on)).toEqual(before);
    expect(await on.call('country_proposal', { country: 'SA' })).toMatchObject({ currency: 'SAR', currency_fixed: true });
  });

  scenario('is refused to people who may not change its parts', async (on) => {
    await on.as(people.manager);
    expect(await on.refused(() => setUp(on, { name: 'Mine' }))).toMatchObject({ message: 'permission_missing' });
    expect(await on.refused(() => on.call('country_proposal', { country: 'SA' }))).toMatchObject({ message: 'permission_missing' });
    await on.asDatabaseOwner();
    await on.rows(
      `insert into public.role_permissions (role_id, permission)
       select role_id, 'settings.business.update' from public.profiles where id = $1`,
      people.manager,
    );
    await on.rows(
      `delete from public.role_permissions where permission in ('settings.tax_rates.create', 'settings.payment_methods.create')
       and role_id = (select role_id from public.profiles where id = $1)`,
      people.manager,
    );
    await on.as(people.manager);
    await setUp(on, { name: 'Ours' });
    expect(await on.refused(() => setUp(on, { tax_percentage: 37.5 }))).toMatchObject({ message: 'permission_missing' });
    expect(await on.refused(() => setUp(on, { payment_methods: [{ name: 'Barter', name_ar: 'مقايضة' }] }))).toMatchObject({
      message: 'permission_missing',
    });
  });
});

describe('the countries', () => {
  test('are those offered by the client, in currencies and time zones that exist', async () => {
    const sql = databaseOwner();
    const rows = await sql<{ code: string; currency: string | null; time_zone: string | null }[]>`select * from private.countries`;
    expect(rows.map(({ code }) => code).sort()).toEqual([...countries].sort());
    const definition = await sql<{ text: string }[]>`
      select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'business_currency_code'`;
    expect([...currencies].sort()).toEqual((/\(\?:([^)]*)\)/.exec(definition[0]!.text)?.[1] ?? '').match(/[A-Z]{3}/g)?.sort());
    expect(rows.filter(({ currency }) => currency !== null && !currencies.includes(currency))).toEqual([]);
    expect(
      await sql`select code from private.countries c where time_zone is not null
        and not exists (select from pg_timezone_names z where z.name = c.time_zone)`,
    ).toEqual([]);
  });

  test.each([
    ['EG', { currency: 'EGP', currency_decimals: 2, time_zone: 'Africa/Cairo', first_day_of_week: 6, tax_percentage: 14 }],
    ['SA', { currency: 'SAR', currency_decimals: 2, time_zone: 'Asia/Riyadh', first_day_of_week: 0, tax_percentage: 15 }],
    ['AE', { currency: 'AED', currency_decimals: 2, time_zone: 'Asia/Dubai', first_day_of_week: 1, tax_percentage: 5 }],
    ['KW', { currency: 'KWD', currency_decimals: 3, time_zone: 'Asia/Kuwait', first_day_of_week: 6, tax_percentage: null }],
    ['IQ', { currency: 'IQD', currency_decimals: 0, time_zone: 'Asia/Baghdad', first_day_of_week: 6, tax_percentage: null }],
    ['US', { currency: 'USD', currency_decimals: 2, time_zone: null, first_day_of_week: 0, tax_percentage: null }],
  ])('propose for %s its currency, time zone, week and tax', async (code, expected) => {
    const [row] = await databaseOwner()`select * from private.countries where code = ${code}`;
    expect(row).toMatchObject(expected);
  });
});

describe('a tax number', () => {
  scenario("is kept without separators, and refused in a form other than its country's", async (on) => {
    await on.as(people.owner);
    const stored = async (country: string, typed: string) => {
      await on.rows('update public.business set tax_number = null, country = $1', country);
      return on.value<string>('update public.business set tax_number = $1 returning tax_number', typed);
    };
    const right: [string, string, string][] = [
      ['EG', '412-337-905', '412337905'],
      ['EG', '٤١٢ ٣٣٧ ٩٠٥', '412337905'],
      ['SA', '300000000000003', '300000000000003'],
      ['AE', '100 2345 6789 0123', '100234567890123'],
      ['OM', 'om1100006083', 'OM1100006083'],
      ['TN', '1234567 A/P/M/000', '1234567APM000'],
      ['TR', '1234567890', '1234567890'],
      // No form is known.
      ['LB', '253-601', '253-601'],
    ];
    for (const [country, typed, expected] of right) expect(await stored(country, typed), typed).toBe(expected);
    for (const [country, typed] of [
      ['EG', '12345678'],
      ['SA', '123'],
      ['SA', '400000000000003'],
      ['AE', '10023456789012'],
      ['OM', '1100006083'],
    ] as const)
      expect(await on.refused(() => stored(country, typed)), typed).toMatchObject({ message: 'tax_number_invalid' });
  });

  scenario('is checked again when the country changes', async (on) => {
    await on.as(people.owner);
    await on.rows(`update public.business set country = 'EG', tax_number = '412337905'`);
    expect(await on.refused(() => on.rows(`update public.business set country = 'SA'`))).toMatchObject({ message: 'tax_number_invalid' });
  });

  scenario('in an earlier form stays while other things change', async (on) => {
    await on.asDatabaseOwner();
    await on.rows(`update public.business set country = 'LB', tax_number = '253-601'`);
    await on.rows(`update private.countries set tax_number_form = '^[0-9]{9}$' where code = 'LB'`);
    await on.as(people.owner);
    await setUp(on, { name: 'Cedar Store' });
    await on.rows(`update public.business set country = 'LB', tax_number = '253-601', website = 'https://cedar.example'`);
    expect(await on.value('select tax_number from public.business')).toBe('253-601');
    expect(await on.refused(() => setUp(on, { tax_number: '253-602' }))).toMatchObject({ message: 'tax_number_invalid' });
  });
});

scenario('a new branch starts in the time zone of the business', async (on) => {
  await on.as(people.owner);
  await on.rows(`update public.business set time_zone = 'Asia/Riyadh'`);
  expect(await on.value(`insert into public.branches (name, code) values ('Olaya', 'OLY') returning time_zone`)).toBe('Asia/Riyadh');
});

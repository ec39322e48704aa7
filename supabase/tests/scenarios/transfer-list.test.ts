import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { makeProduct } from '../fixtures.ts';

const { zamalek, nasrCity, maadi, warehouse } = branches;

const page = (on: TestSession, question: Row = {}) =>
  on.table<{ id: string; number: string; amount: number | null }>('transfer_page', question);
const idsOf = async (on: TestSession, question: Row = {}) => (await page(on, question)).map(({ id }) => id);
const count = (on: TestSession, question: Row = {}) => on.call<number>('transfer_count', question);

async function made(
  on: TestSession,
  from_branch_id: string = zamalek,
  to_branch_id: string = nasrCity,
  createdAt?: string,
  day?: string,
): Promise<string> {
  await on.as(people.owner);
  const {
    variants: [variant],
  } = await makeProduct(on);
  const id = randomUUID();
  await on.call('save_transfer', { id, from_branch_id, to_branch_id, lines: [{ variant_id: variant, quantity: 1 }] });
  if (createdAt) {
    await on.asDatabaseOwner();
    await on.rows('alter table public.transfers disable trigger user');
    await on.rows(
      'update public.transfers set created_at = $2, business_day = coalesce($3, business_day) where id = $1',
      id,
      createdAt,
      day ?? null,
    );
    await on.rows('alter table public.transfers enable trigger user');
    await on.as(people.owner);
  }
  return id;
}

describe('the list of transfers', () => {
  scenario('is paged newest first without repeats or gaps, and counts its rows', async (on) => {
    for (let n = 0; n < 5; n++) await made(on);
    const all = await idsOf(on, { page_size: 100 });
    expect(all).toHaveLength(await count(on));
    const summary = async (question: Row = {}) =>
      Object.fromEntries(
        await Promise.all(
          [['count', {}], ...['pending', 'approved', 'reversed'].map((status) => [status, { statuses: [status] }] as const)].map(
            async ([name, more]) => [name, await count(on, { ...question, ...(more as Row) })],
          ),
        ),
      );
    for (const at of [{}, { at_branch_ids: [maadi] }]) expect(await on.call('transfer_summary', at)).toEqual(await summary(at));
    const pages = [
      ...(await idsOf(on, { page_size: 3 })),
      ...(await idsOf(on, { page_size: 3, page_offset: 3 })),
      ...(await idsOf(on, { page_size: 100, page_offset: 6 })),
    ];
    expect(pages).toEqual(all);
    const sorted = await page(on, { sort: 'number', descending: false, page_size: 100 });
    expect(sorted.map(({ number }) => number)).toEqual(sorted.map(({ number }) => number).sort());
  });

  scenario('shows transfers of the user’s branches, without amounts if costs are hidden', async (on) => {
    const [mine, theirs] = [await made(on, warehouse, zamalek), await made(on, warehouse, maadi)];
    await on.as(people.storekeeper);
    const seen = await page(on, { page_size: 100 });
    expect(seen.map(({ id }) => id)).toContain(mine);
    expect(seen.map(({ id }) => id)).not.toContain(theirs);
    expect(seen.every(({ amount }) => amount === null)).toBe(true);
    // Filtering by a branch out of reach shows its transfers with branches in reach.
    expect(await idsOf(on, { at_branch_ids: [warehouse], page_size: 100 })).toEqual(expect.arrayContaining([mine]));
    expect(await idsOf(on, { at_branch_ids: [maadi], page_size: 100 })).not.toContain(theirs);
    expect(await count(on, { at_branch_ids: [maadi] })).toBe((await idsOf(on, { at_branch_ids: [maadi], page_size: 100 })).length);
    expect(await on.refused(() => page(on, { sort: 'amount' }))).toMatchObject({ code: 'PT403', message: 'permission_missing' });
    await on.as(people.owner);
    const amounts = (await page(on, { sort: 'amount', page_size: 100 })).map(({ amount }) => amount);
    const known = amounts.filter((amount) => amount !== null);
    expect(known.length).toBeGreaterThan(0);
    expect(amounts).toEqual([...known.sort((a, b) => b - a), ...amounts.filter((amount) => amount === null)]);
  });

  scenario('finds and counts nothing between branches out of reach, for any filter', async (on) => {
    const theirs = await made(on, warehouse, maadi);
    const number = await on.value<string>('select number from public.transfers where id = $1', theirs);
    await on.as(people.storekeeper);
    for (const at_branch_ids of [null, '{}', '{null}', `{null,${maadi}}`, `{${maadi},${warehouse}}`, [warehouse]]) {
      expect(await count(on, { at_branch_ids, words: number }), String(at_branch_ids)).toBe(0);
      expect(await idsOf(on, { at_branch_ids, page_size: 100 })).not.toContain(theirs);
    }
    expect(await count(on, { at_branch_ids: null })).toBe(await count(on));
  });

  scenario('filters by status, mode, branch and words of the number', async (on) => {
    const within = '00000000-0000-7000-8000-000000000e02';
    const id = await made(on, maadi, warehouse);
    const [{ number = '' } = {}] = await on.rows<{ number: string }>('select number from public.transfers where id = $1', id);
    expect(await idsOf(on, { words: number.toLowerCase(), page_size: 100 })).toEqual([id]);
    expect(
      await idsOf(on, { words: `mad ${number.slice(-4).replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? '')}`, page_size: 100 }),
    ).toContain(id);
    for (const words of ['%', '_', 'TR-MAD-1999', "'; drop table x"]) expect(await count(on, { words }), words).toBe(0);
    expect(await idsOf(on, { statuses: ['approved'], page_size: 100 })).not.toContain(id);
    expect(await idsOf(on, { statuses: ['pending'], at_branch_ids: [maadi], page_size: 100 })).toContain(id);
    const ways = await on.rows<{ id: string }>(`select id from public.transfers where from_branch_id = to_branch_id`);
    expect(new Set(await idsOf(on, { modes: ['stock_point'], page_size: 100 }))).toEqual(new Set(ways.map((way) => way.id)));
    expect(await idsOf(on, { modes: ['branch'], page_size: 100 })).toContain(id);
    expect(within).toBeTruthy();
    expect(await on.refused(() => page(on, { sort: 'notes' }))).toMatchObject({ code: 'PT400', message: 'sort_unknown' });
  });
});

describe('a period', () => {
  const clock = async (on: TestSession, branchId: string, zone: string, hour: number) => {
    await on.asDatabaseOwner();
    await on.rows('update public.branches set time_zone = $2, day_start = $3 where id = $1', branchId, zone, hour);
    await on.as(people.owner);
  };
  scenario('contains documents of its business days, as recorded at the time', async (on) => {
    await clock(on, zamalek, 'Africa/Cairo', 5);
    // Cairo is two hours ahead of UTC in March: its day of the 2nd ran from 03:00 UTC to 03:00 UTC.
    const [before, first, last, after] = [
      await made(on, zamalek, nasrCity, '2026-03-02T02:59:59.999Z', '2026-03-01'),
      await made(on, zamalek, nasrCity, '2026-03-02T03:00:00Z', '2026-03-02'),
      await made(on, zamalek, nasrCity, '2026-03-03T02:59:59.999Z', '2026-03-02'),
      await made(on, zamalek, nasrCity, '2026-03-03T03:00:00Z', '2026-03-03'),
    ];
    const on2nd = (created: string) => idsOf(on, { created, at_branch_ids: [zamalek], page_size: 100 });
    for (const hour of [5, 0]) {
      await clock(on, zamalek, 'Africa/Cairo', hour);
      expect(await on2nd('2026-03-02..2026-03-02')).toEqual([last, first]);
      expect(await on2nd('2026-03-01..2026-03-01')).toEqual([before]);
      expect(await on2nd('2026-03-03..2026-03-03')).toEqual([after]);
      expect(await on2nd('..2026-03-02')).toEqual(expect.arrayContaining([before, first, last]));
      expect(await on2nd('2026-03-03..')).toContain(after);
      expect(await on2nd('2026-03-03..2026-03-01')).toEqual([]);
      expect(await count(on, { created: '2026-03-02..2026-03-02', at_branch_ids: [zamalek] })).toBe(2);
    }
  });

  scenario('includes the first and last moment of a day in any time zone', async (on) => {
    const ends = [
      await made(on, zamalek, nasrCity, '2026-03-01T10:00:00Z', '2026-03-02'), // Kiribati, from midnight
      await made(on, zamalek, nasrCity, '2026-03-04T10:59:59Z', '2026-03-02'), // Baker Island, from 23:00
    ];
    expect(await idsOf(on, { created: '2026-03-02..2026-03-02', at_branch_ids: [zamalek], page_size: 100 })).toEqual(ends.reverse());
  });

  scenario('with a name covers whole days and ends today or before', async (on) => {
    const fresh = await made(on);
    for (const created of ['today', 'last_7_days', 'last_30_days', 'this_month', 'this_year'])
      expect(await idsOf(on, { created, page_size: 100 }), created).toContain(fresh);
    for (const created of ['yesterday', 'last_month']) expect(await idsOf(on, { created, page_size: 100 }), created).not.toContain(fresh);
    await on.asDatabaseOwner();
    const days = async (word: string) => on.value<number>(`select upper(p) - lower(p) from private.period($1, '{}') p`, word);
    expect([await days('today'), await days('yesterday'), await days('last_7_days'), await days('last_30_days')]).toEqual([1, 1, 7, 30]);
    expect(
      await on.value(
        `select upper(private.period('last_month', '{}')) = lower(private.period('this_month', '{}')) and upper(private.period('yesterday', '{}')) = lower(private.period('today', '{}'))`,
      ),
    ).toBe(true);
    expect(
      await on.value(
        `select lower(q) = date_trunc('quarter', lower(t)) and upper(q) = upper(t) and upper(l) = lower(q)
           and lower(l) = lower(q) - interval '3 months'
         from private.period('this_quarter', '{}') q, private.period('last_quarter', '{}') l, private.period('today', '{}') t`,
      ),
    ).toBe(true);
  });

  scenario('of a quarter is compared with as many days of the quarter before, or with all of it', async (on) => {
    await on.asDatabaseOwner();
    const before = (word: string, days: string) =>
      on.value<string>('select private.period_before($1, $2::text::daterange)::text', word, days);
    expect(await before('this_quarter', '[2026-10-01,2026-11-16)')).toBe('[2026-07-01,2026-08-16)');
    // The first quarter of a leap year has a day less than the second, whose last day has none to be compared with.
    expect(await before('this_quarter', '[2028-04-01,2028-07-01)')).toBe('[2028-01-01,2028-04-01)');
    expect(await before('last_quarter', '[2026-01-01,2026-04-01)')).toBe('[2025-10-01,2026-01-01)');
  });

  scenario('with a name follows the clock of the branches if they share one, or else of the business', async (on) => {
    await clock(on, zamalek, 'Etc/GMT-14', 0);
    await clock(on, maadi, 'Etc/GMT+12', 23);
    await on.asDatabaseOwner();
    await on.rows(`update public.business set time_zone = 'UTC'`);
    const today = (ids: string[], clockOf: string) =>
      on.value<boolean>(`select lower(private.period('today', $1)) = (${clockOf})::date`, ids);
    expect(await today([zamalek], `now() at time zone 'Etc/GMT-14'`)).toBe(true);
    expect(await today([maadi], `now() at time zone 'Etc/GMT+12' - interval '23 hours'`)).toBe(true);
    expect(await today([zamalek, maadi], `now() at time zone 'UTC'`)).toBe(true);
  });

  scenario('is refused if it is invalid', async (on) => {
    await on.as(people.owner);
    for (const created of [
      '',
      'tomorrow',
      '2026-02-31..',
      '2026-3-1..2026-3-2',
      '2026-03-01',
      "..'; drop",
      'x'.repeat(100_000),
      '1899-12-31..',
      '..2201-01-01',
      '0001-01-01..9999-12-31',
      '--infinity..',
      '-infinity-..',
      '2026-13-01..',
    ]) {
      expect(await on.refused(() => page(on, { created })), created).toMatchObject({ code: 'PT400', message: 'period_unknown' });
    }
  });
});

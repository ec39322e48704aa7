import { randomUUID } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { describe, expect } from 'vitest';
import { seed, seededRandom } from '../seeded-random.ts';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { detailOf } from '../fixtures.ts';
import { payment } from './purchasing.ts';

const { zamalek, nasrCity, maadi } = branches;
type Unit = 'days' | 'weeks' | 'months' | 'years';
type Rule = Row & { id: string; version: number; next_on: string | null };

const plus = (day: string, days: number): string => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
/** Returns the business day of Zamalek, and leaves the owner as the current user. */
async function todayOf(on: TestSession): Promise<string> {
  await on.asDatabaseOwner();
  const today = await on.value<string>('select private.branch_today($1)::text', zamalek);
  await on.as(people.owner);
  return today;
}
const clock = async (on: TestSession): Promise<void> => {
  await on.asDatabaseOwner();
  await on.rows('select private.run_due_jobs()');
};
/** Creates a recurring expense of Zamalek as the current user. */
async function recurring(on: TestSession, spent_on: string, repeats: Row, expense: Row = {}): Promise<Rule & { expense: string }> {
  const { id } = await on.call<{ id: string }>('save_expense', {
    id: randomUUID(),
    expense: { branch_id: zamalek, spent_on, amount: 100, notes: 'Kite', ...expense, repeats },
  });
  const {
    expense: { rule },
  } = await on.call<{ expense: { rule: Rule } }>('expense_detail', { id });
  return { ...(await ruleOf(on, rule.id)), expense: id };
}
const ruleOf = async (on: TestSession, id: string): Promise<Rule> => {
  const [rule] = await on.rows<Rule>('select * , next_on::text, next_days::text[] from public.expense_rule_list where id = $1', id);
  if (!rule) throw new Error('no such rule in sight');
  return rule;
};
const daysOf = (on: TestSession, starts_on: string, repeats: Row) => on.call<string[]>('expense_rule_days', { starts_on, repeats });
const written = async (on: TestSession, rule: string) =>
  (await on.rows<{ due_on: string }>('select due_on::text from public.expenses where rule_id = $1 order by 1', rule)).map(
    ({ due_on }) => due_on,
  );

/* The library's calendar: counted from the first day, with the last day of a month that is too short. */
const nth = (start: string, every: number, unit: Unit, n: number): string =>
  Temporal.PlainDate.from(start)
    .add({ [unit]: n * every }, { overflow: 'constrain' })
    .toString();

describe('the calendar of a recurring expense', () => {
  scenario('counts from the first day, so that a short month does not shorten later ones', async (on) => {
    await on.as(people.owner);
    for (const [start, repeats, days] of [
      ['2026-01-31', { every: 1, unit: 'months' }, ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']],
      ['2028-02-29', { every: 1, unit: 'years' }, ['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']],
      ['2026-10-30', { every: 2, unit: 'weeks' }, ['2026-10-30', '2026-11-13', '2026-11-27', '2026-12-11', '2026-12-25']],
      ['2026-12-30', { every: 1, unit: 'days', ends_on: '2027-01-01' }, ['2026-12-30', '2026-12-31', '2027-01-01']],
      ['2026-04-30', { every: 1, unit: 'month_ends' }, ['2026-04-30', '2026-05-31', '2026-06-30', '2026-07-31', '2026-08-31']],
      ['2027-11-30', { every: 3, unit: 'month_ends' }, ['2027-11-30', '2028-02-29', '2028-05-31', '2028-08-31', '2028-11-30']],
      ['2199-06-01', { every: 6, unit: 'months' }, ['2199-06-01', '2199-12-01', '2200-06-01', '2200-12-01']],
    ] as [string, Row, string[]][])
      expect(await daysOf(on, start, repeats), start).toEqual(days);
    const wrong = await on.refused(() => daysOf(on, '2026-04-29', { every: 1, unit: 'month_ends' }));
    expect([wrong.message, detailOf(wrong)]).toEqual(['rule_not_last_day', { field: 'unit' }]);
  });

  scenario('uses the last day of each month if it starts on one', async (on) => {
    await on.asDatabaseOwner();
    const random = seededRandom(seed);
    for (let turn = 0; turn < 100; turn++) {
      const first = Temporal.PlainDate.from(plus('1999-12-25', random(15_000))).with({ day: 1 });
      const end = (months: number) => {
        const month = first.add({ months });
        return month.with({ day: month.daysInMonth }).toString();
      };
      const every = 1 + random(14);
      const from = plus(end(0), random(4000) - 100);
      const days = Array.from({ length: 200 }, (_, n) => end(n * every)).filter((day) => day >= from);
      const [told] = await on.rows<{ days: string[] }>(
        `select array(select private.rule_days($1, $2, 'month_ends', null, $3, 5)::text) as days`,
        end(0),
        every,
        from,
      );
      expect(told?.days, `${end(0)} every ${every} from ${from}`).toEqual(days.slice(0, 5));
    }
  });

  scenario('agrees with a calendar library for every interval and start', async (on) => {
    await on.asDatabaseOwner();
    const random = seededRandom(seed);
    const asked = Array.from({ length: Number(process.env.DAFTAR_PROPERTY_CASES ?? 200) }, () => {
      const starts = plus('1999-12-25', random(15_000));
      const unit = (['days', 'weeks', 'months', 'years'] as const)[random(4)] ?? 'days';
      return {
        starts,
        every: 1 + (random(4) ? random(14) : random(60)),
        unit,
        from: plus(starts, random(4000) - 400),
        ends: random(3) ? null : plus(starts, random(3000)),
      };
    });
    const told = await on.rows<{ days: string[] }>(
      `select array(select private.rule_days(x.starts, x.every, x.unit, x.ends, x.from, 5)::text) as days
       from rows from (jsonb_to_recordset($1) as (starts date, every integer, unit text, ends date, "from" date)) with ordinality x(starts, every, unit, ends, "from", n) order by n`,
      asked as never,
    );
    const expected = asked.map(({ starts, every, unit, from, ends }) => {
      const days: string[] = [];
      for (let n = 0; days.length < 5; n++) {
        const day = nth(starts, every, unit, n);
        if (day > (ends ?? '2200-12-31')) break;
        if (day >= from) days.push(day);
      }
      return days;
    });
    expect(told.map(({ days }, index) => [asked[index], days])).toEqual(expected.map((days, index) => [asked[index], days]));
  });

  scenario('agrees with a library on a branch’s business day around changes of the clock', async (on) => {
    await on.asDatabaseOwner();
    // The clock of Santiago changes at midnight, that of Lord Howe by half an hour.
    for (const zone of ['Africa/Cairo', 'Europe/Berlin', 'America/New_York', 'America/Santiago', 'Australia/Lord_Howe']) {
      const moments: Temporal.Instant[] = [];
      let change = Temporal.Instant.from('2024-06-01T00:00Z').toZonedDateTimeISO(zone).getTimeZoneTransition('next');
      for (let n = 0; n < 4 && change; n++, change = change.getTimeZoneTransition('next')) {
        for (let minutes = -360; minutes <= 360; minutes += 30) moments.push(change.toInstant().add({ minutes }));
      }
      expect(moments, zone).toHaveLength(100);
      for (const day_start of [0, 3]) {
        await on.rows('update public.branches set time_zone = $2, day_start = $3 where id = $1', zamalek, zone, day_start);
        const told = await on.rows<{ day: string }>(
          'select private.branch_today($1, m.at)::text as day from unnest($2::timestamptz[]) with ordinality m(at, n) order by m.n',
          zamalek,
          moments.map(String),
        );
        const expected = moments.map((at) =>
          at.toZonedDateTimeISO(zone).toPlainDateTime().subtract({ hours: day_start }).toPlainDate().toString(),
        );
        expect(
          told.map(({ day }, index) => [String(moments[index]), day]),
          `${zone} ${day_start}`,
        ).toEqual(expected.map((day, index) => [String(moments[index]), day]));
      }
    }
  });
});

describe('a recurring expense', () => {
  scenario('keeps its tax rate and percentage after the rate is switched off', async (on) => {
    const today = await todayOf(on);
    const [rate] = await on.rows<{ id: string }>(`insert into public.tax_rates (name, percentage) values ('Kite tax', 14) returning id`);
    const rule = await recurring(on, plus(today, -3), { every: 3, unit: 'days' }, { amount: 120, tax_rate_id: rate?.id });
    await on.rows('update public.tax_rates set active = false, percentage = 20 where id = $1', rate?.id);
    await clock(on);
    await on.as(people.owner);
    expect(await written(on, rule.id)).toEqual([plus(today, -3), today]);
    const [made] = await on.table('expense_page', { words: 'kite', spent: `${today}..${today}` });
    expect(made).toMatchObject({ amount: 120, tax: 20 });
  });

  scenario('starts with an expense by a user and is repeated by the job, once per due day', async (on) => {
    const today = await todayOf(on);
    const start = plus(today, -20);
    const [rate] = await on.rows<{ id: string }>(`insert into public.tax_rates (name, percentage) values ('Kite tax', 14) returning id`);
    const rule = await recurring(
      on,
      start,
      { every: 10, unit: 'days' },
      { amount: 114, tax_rate_id: rate?.id, assigned_id: people.cashier },
    );
    expect(rule).toMatchObject({
      amount: 114,
      status: 'active',
      next_on: plus(start, 10),
      next_days: [10, 20, 30, 40, 50].map((days) => plus(start, days)),
    });
    await clock(on);
    await clock(on);
    await on.as(people.owner);
    expect(await written(on, rule.id)).toEqual([0, 10, 20].map((days) => plus(start, days)));
    expect(await ruleOf(on, rule.id)).toMatchObject({ next_on: plus(today, 10), status: 'active' });
    const [made] = await on.table('expense_page', { words: 'kite', spent: `${today}..${today}` });
    expect(made).toMatchObject({
      amount: 114,
      tax: 14,
      paid: 0,
      payment_status: 'unpaid',
      notes: 'Kite',
      created_by: null,
      assigned: { id: people.cashier },
      number: expect.stringMatching(/^EX-ZAM-\d{4}-\d{4}$/) as string,
    });
    expect(await on.call('expense_detail', { id: made?.id })).toMatchObject({
      expense: { rule: { id: rule.id, every: 10, unit: 'days' } },
      timeline: [{ kind: 'recurred', amount: 114 }],
    });
    // It is an expense like any other: it can be paid, and once deleted it does not come back.
    await on.call('pay_expense', { id: made?.id, payments: [await payment(on, 114)] });
    const [second] = await on.table('expense_page', { words: 'kite', spent: `${plus(start, 10)}..${plus(start, 10)}` });
    // The filter finds the expenses of rules, or those without a rule.
    await on.call('save_expense', { id: randomUUID(), expense: { branch_id: zamalek, spent_on: start, amount: 9, notes: 'Kite once' } });
    const count = async (recurring: boolean | null) => [
      (await on.table('expense_page', { words: 'kite', recurring })).length,
      (await on.call<Row>('expense_totals', { words: 'kite', recurring })).count,
    ];
    const [all, of, others] = [await count(null), await count(true), await count(false)];
    expect([others, of.map((each) => Number(each) + 1)]).toEqual([[1, 1], all]);
    await on.call('delete_expense', { id: second?.id });
    await clock(on);
    expect(await on.rows('select rule from private.check_invariants()')).toEqual([]);
    await on.as(people.owner);
    expect(await written(on, rule.id)).toEqual([start, today]);
  });

  scenario('is created once when sent twice, and invalid intervals are refused', async (on) => {
    const today = await todayOf(on);
    const sent = { id: randomUUID(), expense: { branch_id: zamalek, spent_on: today, amount: 5, repeats: { every: 1, unit: 'months' } } };
    expect(await on.call('save_expense', sent)).toEqual(await on.call('save_expense', sent));
    expect(
      await on.rows('select from public.expense_rules where id = (select rule_id from public.expenses where id = $1)', sent.id),
    ).toHaveLength(1);
    for (const [change, code, field] of [
      [{ repeats: { every: 0, unit: 'days' } }, 'rule_interval_invalid', 'every'],
      [{ repeats: { every: 1000, unit: 'days' } }, 'rule_interval_invalid', 'every'],
      [{ repeats: { unit: 'days' } }, 'rule_interval_invalid', 'every'],
      [{ repeats: { every: 1, unit: 'hours' } }, 'rule_interval_invalid', 'unit'],
      [{ repeats: { every: 'x', unit: 'days' } }, 'value_invalid', 'every'],
      [{ repeats: [] }, 'value_invalid', 'repeats'],
      [{ repeats: { every: 1, unit: 'days', ends_on: plus(today, -1) } }, 'rule_end_before_start', 'ends_on'],
      [{ repeats: { every: 1, unit: 'days', ends_on: 'infinity' } }, 'value_invalid', 'ends_on'],
      [{ spent_on: plus(today, -400) }, 'rule_too_far_back', 'spent_on'],
    ] as [Row, string, string][]) {
      const refused = await on.refused(() => on.call('save_expense', { id: randomUUID(), expense: { ...sent.expense, ...change } }));
      expect([refused.code, refused.message, detailOf(refused).field], JSON.stringify(change)).toEqual(['PT400', code, field]);
    }
  });

  scenario('ends with its last day, and catches up at most a hundred days per run', async (on) => {
    const today = await todayOf(on);
    const start = plus(today, -130);
    const rule = await recurring(on, start, { every: 1, unit: 'days', ends_on: plus(today, -3) });
    await clock(on);
    await on.as(people.owner);
    // At most a hundred per run.
    expect(await written(on, rule.id)).toHaveLength(101);
    await clock(on);
    await clock(on);
    await on.as(people.owner);
    expect((await written(on, rule.id)).at(-1)).toBe(plus(today, -3));
    expect(await written(on, rule.id)).toHaveLength(128);
    expect(await ruleOf(on, rule.id)).toMatchObject({ next_on: null, status: 'ended', next_days: [] });
  });

  scenario('catches up on every missed day exactly once', async (on) => {
    const today = await todayOf(on);
    const rule = await recurring(on, plus(today, -8), { every: 1, unit: 'days' });
    for (let turn = 0; turn < 3; turn++) await clock(on);
    await on.as(people.owner);
    expect(await written(on, rule.id)).toEqual([8, 7, 6, 5, 4, 3, 2, 1, 0].map((ago) => plus(today, -ago)));
    expect(await ruleOf(on, rule.id)).toMatchObject({ next_on: plus(today, 1), status: 'active' });
  });

  scenario('is due by the business day of its branch', async (on) => {
    await on.asDatabaseOwner();
    // The two time zones are always a day apart.
    await on.rows(
      `update public.branches set time_zone = case id when $1 then 'Pacific/Kiritimati' else 'Pacific/Pago_Pago' end, day_start = 0 where id in ($1, $2)`,
      zamalek,
      nasrCity,
    );
    const east = await todayOf(on);
    const rules = await Promise.all(
      [zamalek, nasrCity].map((branch_id) => recurring(on, plus(east, -7), { every: 1, unit: 'weeks' }, { branch_id })),
    );
    await clock(on);
    await on.as(people.owner);
    expect(await Promise.all(rules.map(async ({ id }) => (await written(on, id)).length))).toEqual([2, 1]);
  });

  scenario('keeps the expenses created before a failure, and does not use up the share of other rules', async (on) => {
    const today = await todayOf(on);
    const daily = { every: 1, unit: 'days' };
    const bad = await recurring(on, plus(today, -62), daily, { amount: 7 });
    const good = await recurring(on, plus(today, -61), daily);
    await on.asDatabaseOwner();
    await on.rows(`alter table public.expenses add constraint not_that_day check (amount <> 7 or spent_on <> '${plus(today, -22)}')`);
    // A hundred per run: the days of one rule before its failure, and the first days of the other.
    await clock(on);
    await on.as(people.owner);
    expect([(await written(on, bad.id)).length, (await written(on, good.id)).length]).toEqual([1 + 39, 1 + 61]);
    expect(await ruleOf(on, bad.id)).toMatchObject({ next_on: plus(today, -22), status: 'failing' });
    await on.asDatabaseOwner();
    await on.rows('alter table public.expenses drop constraint not_that_day');
    await clock(on);
    await on.as(people.owner);
    expect([(await written(on, bad.id)).length, (await written(on, good.id)).length]).toEqual([63, 62]);
  });

  scenario('does not block others when it fails', async (on) => {
    const today = await todayOf(on);
    const [bad, good] = [
      await recurring(on, plus(today, -2), { every: 1, unit: 'days' }, { amount: 7 }),
      await recurring(on, plus(today, -1), { every: 1, unit: 'days' }),
    ];
    await on.asDatabaseOwner();
    await on.rows('alter table public.expenses add constraint no_sevens check (amount <> 7 or created_by is not null)');
    await clock(on);
    await on.as(people.owner);
    expect([(await written(on, bad.id)).length, (await written(on, good.id)).length]).toEqual([1, 2]);
    await on.asDatabaseOwner();
    await on.rows('alter table public.expenses drop constraint no_sevens');
    await clock(on);
    await on.as(people.owner);
    expect(await written(on, bad.id)).toHaveLength(3);
  });

  scenario('shows its failure and reason until it succeeds or its rule changes', async (on) => {
    const today = await todayOf(on);
    const [written, paused, changed] = [
      await recurring(on, plus(today, -2), { every: 1, unit: 'days' }, { amount: 7 }),
      await recurring(on, plus(today, -2), { every: 1, unit: 'days' }, { amount: 7 }),
      await recurring(on, plus(today, -2), { every: 1, unit: 'days' }, { amount: 7 }),
    ];
    await on.asDatabaseOwner();
    await on.rows('alter table public.expenses add constraint no_sevens check (amount <> 7 or created_by is not null)');
    await clock(on);
    await on.as(people.owner);
    const failing = await ruleOf(on, written.id);
    expect(failing).toMatchObject({
      status: 'failing',
      next_on: plus(today, -1),
      failure: { code: '23514', message: expect.stringContaining('no_sevens') as string, since: expect.any(String) as string },
    });
    await clock(on);
    await on.as(people.owner);
    expect(await ruleOf(on, written.id), 'the same failure is recorded once').toEqual(failing);
    await on.call('pause_expense_rule', { id: paused.id, paused: true });
    expect(await ruleOf(on, paused.id)).toMatchObject({ status: 'paused', failure: null });
    const { version } = await ruleOf(on, changed.id);
    await on.call('save_expense_rule', { id: changed.id, rule: { notes: 'Other' }, expected_version: version });
    expect(await ruleOf(on, changed.id)).toMatchObject({ status: 'active', failure: null });
    await on.asDatabaseOwner();
    await on.rows('alter table public.expenses drop constraint no_sevens');
    await clock(on);
    await on.as(people.owner);
    expect(await ruleOf(on, written.id)).toMatchObject({ status: 'active', failure: null });
  });

  scenario('uses no part of a run’s limit when it fails, even with many failing rules', async (on) => {
    const today = await todayOf(on);
    const bad = await recurring(on, plus(today, -2), { every: 1, unit: 'days' }, { amount: 7 });
    const good = await recurring(on, plus(today, -1), { every: 1, unit: 'days' });
    await on.asDatabaseOwner();
    await on.rows(
      `insert into public.expense_rules (branch_id, amount, every, unit, starts_on, next_on)
       select r.branch_id, r.amount, r.every, r.unit, r.starts_on, r.next_on
       from public.expense_rules r, generate_series(1, 99) where r.id = $1`,
      bad.id,
    );
    await on.rows('alter table public.expenses add constraint no_sevens check (amount <> 7 or created_by is not null)');
    await clock(on);
    await clock(on);
    await on.as(people.owner);
    expect(await written(on, good.id)).toHaveLength(2);
  });
});

describe('the rule of a recurring expense', () => {
  scenario('continues after a pause with its first day that is not past', async (on) => {
    const today = await todayOf(on);
    const rule = await recurring(on, plus(today, -25), { every: 10, unit: 'days' });
    const paused = await on.call('pause_expense_rule', { id: rule.id, paused: true });
    expect(paused).toMatchObject({ status: 'paused', next_on: plus(today, -15) });
    expect(await on.call('pause_expense_rule', { id: rule.id, paused: true })).toEqual(paused);
    await clock(on);
    await on.as(people.owner);
    expect(await written(on, rule.id)).toHaveLength(1);
    expect(await on.call('pause_expense_rule', { id: rule.id, paused: false })).toMatchObject({
      status: 'active',
      next_on: plus(today, 5),
    });
    await on.call('end_expense_rule', { id: rule.id });
    expect(await on.refused(() => on.call('pause_expense_rule', { id: rule.id, paused: true }))).toMatchObject({
      code: 'PT409',
      message: 'rule_ended',
    });
  });

  scenario('is ended if it is resumed after its last day, also when repeated', async (on) => {
    const today = await todayOf(on);
    const rule = await recurring(on, plus(today, -20), { every: 5, unit: 'days', ends_on: plus(today, -3) });
    await on.call('pause_expense_rule', { id: rule.id, paused: true });
    const resumed = await on.call('pause_expense_rule', { id: rule.id, paused: false });
    expect(resumed).toMatchObject({ status: 'ended', next_on: null });
    expect(await on.call('pause_expense_rule', { id: rule.id, paused: false })).toEqual(resumed);
    expect(await on.refused(() => on.call('pause_expense_rule', { id: rule.id, paused: true }))).toMatchObject({
      message: 'rule_ended',
    });
  });

  scenario('skips only the next due day, once', async (on) => {
    const today = await todayOf(on);
    const rule = await recurring(on, today, { every: 1, unit: 'weeks' });
    const skipped = await on.call('skip_expense_rule', { id: rule.id, due_on: plus(today, 7) });
    expect(skipped).toMatchObject({ next_on: plus(today, 14) });
    expect(await on.call('skip_expense_rule', { id: rule.id, due_on: plus(today, 7) })).toEqual(skipped);
    for (const due_on of [today, plus(today, 8), plus(today, 21), null])
      expect(await on.refused(() => on.call('skip_expense_rule', { id: rule.id, due_on })), String(due_on)).toMatchObject({
        code: 'PT409',
        message: 'rule_moved_on',
      });
    await on.as(people.accountant);
    expect(await on.refused(() => on.call('skip_expense_rule', { id: rule.id, due_on: plus(today, 7) }))).toMatchObject({
      message: 'rule_moved_on',
    });
  });

  scenario('can be ended, also when repeated, and continues if it is given another day', async (on) => {
    const today = await todayOf(on);
    const rule = await recurring(on, plus(today, -10), { every: 5, unit: 'days' });
    const ended = await on.call<Rule>('end_expense_rule', { id: rule.id });
    expect(ended).toMatchObject({ status: 'ended', next_on: null });
    expect(await on.call('end_expense_rule', { id: rule.id })).toEqual(ended);
    await clock(on);
    await on.as(people.owner);
    expect(await written(on, rule.id)).toHaveLength(1);
    const refused = await on.refused(() =>
      on.call('save_expense_rule', { id: rule.id, rule: { amount: 6 }, expected_version: ended.version }),
    );
    expect([refused.message, detailOf(refused)]).toEqual(['rule_day_required', { field: 'next_on' }]);
    expect(
      await on.call('save_expense_rule', { id: rule.id, rule: { next_on: plus(today, 3) }, expected_version: ended.version }),
    ).toMatchObject({ status: 'active', next_on: plus(today, 3) });
    expect(await ruleOf(on, rule.id)).toMatchObject({ next_days: [3, 8, 13, 18, 23].map((days) => plus(today, days)) });
  });

  scenario('changes from its next day or another one, and leaves existing expenses unchanged', async (on) => {
    const today = await todayOf(on);
    const start = plus(today, -7);
    const rule = await recurring(on, start, { every: 1, unit: 'weeks' });
    await clock(on);
    await on.as(people.owner);
    const { version } = await ruleOf(on, rule.id);
    const change = { amount: 150, notes: 'Kite, dearer' };
    const saved = await on.call<Rule>('save_expense_rule', { id: rule.id, rule: change, expected_version: version });
    expect(saved).toMatchObject({ version: version + 1, next_on: plus(today, 7) });
    expect(await on.call('save_expense_rule', { id: rule.id, rule: change, expected_version: version })).toEqual(saved);
    expect(await on.rows('select amount from public.expenses where rule_id = $1', rule.id)).toEqual([{ amount: 100 }, { amount: 100 }]);
    const moved = await on.call<Rule>('save_expense_rule', {
      id: rule.id,
      rule: { every: 2, unit: 'days', next_on: plus(today, 1) },
      expected_version: saved.version,
    });
    expect(await ruleOf(on, rule.id)).toMatchObject({
      amount: 150,
      starts_on: expect.anything() as unknown,
      next_days: [1, 3, 5, 7, 9].map((days) => plus(today, days)),
    });
    const [inactive] = await on.rows<{ id: string }>(
      `insert into public.tax_rates (name, percentage, active) values ('Kite old', 5, false) returning id`,
    );
    for (const [sent, code] of [
      [{ next_on: today }, 'rule_day_written'],
      [{ ends_on: today }, 'rule_end_before_start'],
      [{ every: 0 }, 'rule_interval_invalid'],
      [{ amount: 0 }, 'expense_amount_invalid'],
      [{ amount: null }, 'expense_amount_required'],
      [{ category_id: randomUUID() }, 'link_not_found'],
      [{ tax_rate_id: randomUUID() }, 'tax_rate_not_found'],
      [{ tax_rate_id: inactive?.id }, 'tax_rate_not_found'],
      [{ next_on: 'infinity' }, 'value_invalid'],
    ] as [Row, string][])
      expect(
        await on.refused(() => on.call('save_expense_rule', { id: rule.id, rule: sent, expected_version: moved.version })),
        JSON.stringify(sent),
      ).toMatchObject({ message: code });
    await on.as(people.accountant);
    expect(
      await on.refused(() => on.call('save_expense_rule', { id: rule.id, rule: { amount: 9 }, expected_version: version })),
    ).toMatchObject({ message: 'changed_meanwhile' });
    // The log has the changes field by field.
    await on.as(people.owner);
    expect((await on.table('audit_page', { history_of_table: 'expense_rules', history_of_id: rule.id })).length).toBeGreaterThan(2);
  });

  scenario('is hidden from users without access to its branch, and read-only for viewers', async (on) => {
    const today = await todayOf(on);
    const rule = await recurring(on, today, { every: 1, unit: 'months' }, { branch_id: maadi });
    // The manager can view Maadi, but not work there.
    await on.as(people.manager);
    expect(await ruleOf(on, rule.id)).toMatchObject({ branch: 'Maadi' });
    for (const [call, more] of [
      ['save_expense_rule', { rule: { amount: 1 } }],
      ['pause_expense_rule', { paused: true }],
      ['skip_expense_rule', { due_on: rule.next_on }],
      ['end_expense_rule', {}],
    ] as const)
      expect(await on.refused(() => on.call(call, { id: rule.id, ...more })), call).toMatchObject({
        code: 'PT403',
        message: 'branch_view_only',
      });
    await on.as(people.cashier);
    expect(await on.rows('select from public.expense_rules')).toEqual([]);
    expect(await on.refused(() => on.call('end_expense_rule', { id: rule.id }))).toMatchObject({ message: 'permission_missing' });
    expect(await on.refused(() => daysOf(on, today, { every: 1, unit: 'days' }))).toMatchObject({ message: 'permission_missing' });
  });
});

import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { detailOf } from '../fixtures.ts';

const clockIn = (on: TestSession, branch_id: string = branches.zamalek, id: string = randomUUID()) =>
  on.call<{ id: string; version: number; clocked_in_at: string }>('clock_in', { id, branch_id });
const clockOut = (on: TestSession, id: string) => on.call<{ id: string; clocked_out_at: string; forgotten: boolean }>('clock_out', { id });
/** Moves the start of a record this many hours into the past. */
const began = async (on: TestSession, id: string, hours: number) => {
  await on.asDatabaseOwner();
  await on.rows(
    `update public.attendance_records set clocked_in_at = now() - make_interval(mins => ($2::numeric * 60)::integer) where id = $1`,
    id,
    hours,
  );
};
const write = (on: TestSession, attendance: Row, more: Row = {}) =>
  on.call('save_attendance', {
    id: randomUUID(),
    attendance: { profile_id: people.cashier, branch_id: branches.zamalek, ...attendance },
    reason: 'Forgot to clock in',
    ...more,
  });
const minutesOf = (on: TestSession, id: string) => on.value<number>('select minutes from public.attendance_list where id = $1', id);

describe('clocking in and out', () => {
  scenario('starts and ends a record, and a repeated request changes nothing', async (on) => {
    await on.as(people.cashier);
    const id = randomUUID();
    const first = await clockIn(on, branches.zamalek, id);
    expect(first).toMatchObject({ id, version: 1, branch_id: branches.zamalek, clocked_out_at: null, forgotten: false });
    expect(await clockIn(on, branches.zamalek, id)).toEqual(first);
    expect(await on.call('me')).toMatchObject({ at_work: first });
    const out = await clockOut(on, id);
    expect(out.clocked_out_at).not.toBeNull();
    expect(await clockOut(on, id)).toEqual(out);
    expect(await on.call('me')).toMatchObject({ at_work: null });
    expect(await on.rows('select business_day, created_by from public.attendance_records where id = $1', id)).toMatchObject([
      { created_by: people.cashier },
    ]);
  });

  scenario('allows one place at a time, and names it', async (on) => {
    await on.as(people.manager);
    const { id } = await clockIn(on, branches.nasrCity);
    const refusal = await on.refused(() => clockIn(on, branches.zamalek));
    expect([refusal.code, refusal.message, detailOf(refusal)]).toMatchObject([
      'PT409',
      'already_at_work',
      { branch: 'Nasr City', branch_ar: 'مدينة نصر' },
    ]);
    await clockOut(on, id);
    await clockIn(on, branches.zamalek);
  });

  scenario('is allowed only for oneself, in a branch where the user works', async (on) => {
    await on.as(people.manager);
    expect(await on.refused(() => clockIn(on, branches.maadi))).toMatchObject({ code: 'PT403', message: 'branch_view_only' });
    expect(await on.refused(() => clockIn(on, branches.warehouse))).toMatchObject({ code: 'PT404', message: 'branch_not_found' });
    const { id } = await clockIn(on);
    await on.as(people.cashier);
    expect(await on.refused(() => clockOut(on, id))).toMatchObject({ code: 'PT404', message: 'attendance_not_found' });
    expect(await on.refused(() => clockIn(on, branches.zamalek, id))).toMatchObject({ message: 'attendance_not_found' });
    await on.as(people.auditor);
    expect(await on.refused(() => clockIn(on, branches.zamalek))).toMatchObject({ code: 'PT403', message: 'permission_missing' });
  });

  scenario('belongs to the branch’s business day at clock-in, even past midnight', async (on) => {
    await on.as(people.owner);
    const [far, late] = [randomUUID(), randomUUID()];
    await on.rows(
      `insert into public.branches (id, name, code, time_zone, day_start) values ($1, 'Apia', 'API', 'Pacific/Apia', 0), ($2, 'Night', 'NIG', 'UTC', 6)`,
      far,
      late,
    );
    const { id } = await clockIn(on, far);
    expect(
      await on.value(`select business_day = (now() at time zone 'Pacific/Apia')::date from public.attendance_records where id = $1`, id),
    ).toBe(true);
    const night = await write(on, {
      profile_id: people.owner,
      branch_id: late,
      clocked_in: '2026-11-10T22:00',
      clocked_out: '2026-11-11T05:30',
    });
    const early = await write(on, {
      profile_id: people.owner,
      branch_id: late,
      clocked_in: '2026-11-12T05:59',
      clocked_out: '2026-11-12T09:00',
    });
    expect(
      await on.rows('select id, business_day::text, minutes from public.attendance_list where branch_id = $1 order by clocked_in_at', late),
    ).toEqual([
      { id: night.id, business_day: '2026-11-10', minutes: 450 },
      { id: early.id, business_day: '2026-11-11', minutes: 181 },
    ]);
    await on.rows(`update public.branches set time_zone = 'Asia/Tokyo', day_start = 0 where id = $1`, late);
    expect(await on.value('select business_day::text from public.attendance_records where id = $1', night.id)).toBe('2026-11-10');
  });

  scenario('counts real hours, also in the night of a clock change', async (on) => {
    await on.as(people.owner);
    const berlin = randomUUID();
    await on.rows(`insert into public.branches (id, name, code, time_zone) values ($1, 'Berlin', 'BER', 'Europe/Berlin')`, berlin);
    const spring = await write(on, {
      profile_id: people.owner,
      branch_id: berlin,
      clocked_in: '2026-03-28T22:00',
      clocked_out: '2026-03-29T06:00',
    });
    const autumn = await write(on, {
      profile_id: people.owner,
      branch_id: berlin,
      clocked_in: '2026-10-24T22:00',
      clocked_out: '2026-10-25T06:00',
    });
    expect([await minutesOf(on, String(spring.id)), await minutesOf(on, String(autumn.id))]).toEqual([7 * 60, 9 * 60]);
  });
});

describe('a forgotten clock-out', () => {
  scenario('is set after sixteen hours to the time when the user was last seen', async (on) => {
    await on.as(people.cashier);
    const { id } = await clockIn(on);
    await began(on, id, 17);
    await on.rows(
      `insert into public.user_sessions values (gen_random_uuid(), $1, now() - interval '17 hours', now() - interval '9 hours')`,
      people.cashier,
    );
    await on.rows('select private.job_end_forgotten_attendance()');
    expect(await on.rows('select minutes, state from public.attendance_list where id = $1', id)).toEqual([
      { minutes: 8 * 60, state: 'forgotten' },
    ]);
    await on.as(people.cashier);
    await clockIn(on);
  });

  scenario('counts nothing if the user was not seen since, and at most sixteen hours', async (on) => {
    const ids: string[] = [];
    for (const person of [people.cashier, people.storekeeper, people.buyer]) {
      await on.as(person);
      ids.push((await clockIn(on)).id);
    }
    for (const [at, hours] of [
      [0, 17],
      [1, 30],
      [2, 15.9],
    ] as const)
      await began(on, ids[at]!, hours);
    await on.rows(`insert into public.user_sessions values (gen_random_uuid(), $1, now() - interval '3 days', now())`, people.storekeeper);
    await on.rows('select private.job_end_forgotten_attendance()');
    expect(
      await on.rows('select minutes, state from public.attendance_list where id = any ($1) order by clocked_in_at', ids),
    ).toMatchObject([{ minutes: 16 * 60, state: 'forgotten' }, { minutes: 0, state: 'forgotten' }, { state: 'open' }]);
    await on.rows('select private.job_end_forgotten_attendance()');
  });

  scenario('is also set when the user clocks out or in before the job runs', async (on) => {
    await on.as(people.cashier);
    const { id } = await clockIn(on);
    await began(on, id, 20);
    await on.as(people.cashier);
    expect(await clockOut(on, id)).toMatchObject({ forgotten: true });
    const next = await clockIn(on);
    await on.asDatabaseOwner();
    await on.rows(
      `update public.attendance_records set clocked_in_at = clocked_in_at - interval '3 days', clocked_out_at = clocked_out_at - interval '3 days' where id = $1`,
      id,
    );
    await began(on, next.id, 20);
    await on.as(people.cashier);
    await clockIn(on);
    expect(await on.value('select state from public.attendance_list where id = $1', next.id)).toBe('forgotten');
  });
});

describe('a correction', () => {
  scenario('needs permission, a reason and the current version, and keeps the original', async (on) => {
    await on.as(people.cashier);
    const { id } = await clockIn(on);
    await began(on, id, 5);
    await on.as(people.cashier);
    const { clocked_out_at } = await clockOut(on, id);
    const correct = (attendance: Row, more: Row = {}) =>
      on.call<{ version: number }>('save_attendance', { id, attendance, reason: 'Left earlier', expected_version: 3, ...more });
    expect(await on.refused(() => correct({ voided: true }))).toMatchObject({ code: 'PT403', message: 'permission_missing' });
    await on.as(people.manager);
    for (const reason of ['', '  ', null])
      expect(await on.refused(() => correct({ voided: true }, { reason }))).toMatchObject({ code: 'PT400', message: 'reason_missing' });
    expect(await on.refused(() => correct({ voided: true }, { expected_version: 1 }))).toMatchObject({
      code: 'PT409',
      message: 'changed_meanwhile',
    });
    expect(await correct({ clocked_in: '2026-11-02T09:00', clocked_out: '2026-11-02T13:30' })).toMatchObject({ version: 4 });
    expect(await correct({ voided: true }, { expected_version: 4 })).toMatchObject({ version: 5 });
    const told = await on.call<{ corrections: Row[] }>('attendance_detail', { id });
    expect(told).toMatchObject({ state: 'voided', minutes: 270, business_day: '2026-11-02' });
    expect(told.corrections).toMatchObject([
      { reason: 'Left earlier', made_by: { name: 'Karim Samir' }, voided: false },
      { clocked_out_at, voided: false },
    ]);
    expect(await on.refused(() => on.rows('update public.attendance_corrections set reason = $1', 'Other'))).toMatchObject({
      code: '42501',
    });
    // Users who may view attendance can read it; others, and those without access to the branch, cannot.
    await on.as(people.cashier);
    expect(await on.value('select count(*) from public.attendance_corrections')).toBe(2);
    await on.revokePermission(people.storekeeper, 'attendance.records.view');
    await on.as(people.storekeeper);
    expect(await on.value('select count(*) from public.attendance_corrections')).toBe(0);
    expect(await on.refused(() => on.call('attendance_detail', { id }))).toMatchObject({ code: 'PT404', message: 'attendance_not_found' });
  });

  scenario('can add a missing record once, which is marked as corrected', async (on) => {
    await on.as(people.manager);
    const id = randomUUID();
    const add = (attendance: Row = {}) =>
      on.call('save_attendance', {
        id,
        reason: 'Phone was broken',
        attendance: {
          profile_id: people.cashier,
          branch_id: branches.zamalek,
          clocked_in: '2026-11-03T09:00',
          clocked_out: '2026-11-03T17:00',
          ...attendance,
        },
      });
    expect(await add()).toMatchObject({ id, version: 1 });
    expect(await add()).toMatchObject({ id, version: 1 });
    expect(detailOf(await on.refused(() => add({ clocked_out: '2026-11-03T18:00' })))).toEqual({ version: 1 });
    expect(await on.call('attendance_detail', { id })).toMatchObject({
      state: 'corrected',
      corrections: [{ clocked_in_at: null, reason: 'Phone was broken' }],
    });
    const maadi = { branch_id: branches.maadi, clocked_in: '2026-11-04T09:00', clocked_out: '2026-11-04T10:00' };
    expect(await on.refused(() => write(on, maadi))).toMatchObject({ message: 'branch_view_only' });
    expect(await on.refused(() => write(on, { ...maadi, branch_id: branches.warehouse }))).toMatchObject({ message: 'branch_not_found' });
    expect(await on.refused(() => write(on, { ...maadi, branch_id: branches.zamalek, profile_id: randomUUID() }))).toMatchObject({
      message: 'user_not_found',
    });
  });

  scenario('is refused for a user without access to the branch, and hides records elsewhere', async (on) => {
    await on.as(people.owner);
    const day = { clocked_in: '2026-11-04T09:00', clocked_out: '2026-11-04T10:00' };
    await write(on, { ...day, profile_id: people.owner, branch_id: branches.maadi });
    await on.asDatabaseOwner();
    await on.rows('delete from public.user_branches where profile_id = $1 and branch_id <> $2', people.buyer, branches.warehouse);
    await on.as(people.owner);
    await write(on, { ...day, profile_id: people.buyer, branch_id: branches.warehouse });
    await on.as(people.manager);
    for (const clocked_in of ['2026-11-04T09:30', '2026-11-04T08:00']) {
      const refusal = await on.refused(() =>
        write(on, { clocked_in, clocked_out: clocked_in.replace(/:.*/, ':45'), profile_id: people.buyer }),
      );
      expect([refusal.code, refusal.message, detailOf(refusal)]).toEqual(['PT404', 'user_not_found', { field: 'profile_id' }]);
    }
    // An owner may have records in every branch, and an existing record can be corrected after its user left the
    // branch.
    await on.as(people.owner);
    await write(on, { profile_id: people.owner, clocked_in: '2026-11-05T09:00', clocked_out: '2026-11-05T10:00' });
    const attendance = await write(on, { clocked_in: '2026-11-05T09:00', clocked_out: '2026-11-05T10:00' });
    await on.asDatabaseOwner();
    await on.rows('delete from public.user_branches where profile_id = $1', people.cashier);
    await on.as(people.manager);
    expect(
      await on.call('save_attendance', { id: attendance.id, attendance: { voided: true }, reason: 'Twice', expected_version: 1 }),
    ).toMatchObject({
      version: 2,
    });
  });

  scenario('cannot make two records of one user overlap, except voided ones', async (on) => {
    await on.as(people.manager);
    const day = { clocked_in: '2026-11-05T09:00', clocked_out: '2026-11-05T17:00' };
    const first = await write(on, day);
    for (const [clocked_in, clocked_out] of [
      ['2026-11-05T16:59', '2026-11-05T20:00'],
      ['2026-11-05T08:00', '2026-11-05T09:01'],
      ['2026-11-05T10:00', '2026-11-05T11:00'],
      ['2026-11-05T08:00', '2026-11-05T18:00'],
    ]) {
      expect(await on.refused(() => write(on, { clocked_in, clocked_out }))).toMatchObject({
        code: 'PT409',
        message: 'attendance_overlaps',
      });
    }
    await write(on, { clocked_in: '2026-11-05T17:00', clocked_out: '2026-11-05T18:00' });
    await write(on, { ...day, profile_id: people.storekeeper });
    await on.call('save_attendance', { id: first.id, attendance: { voided: true }, reason: 'Not there', expected_version: 1 });
    await write(on, { clocked_in: '2026-11-05T10:00', clocked_out: '2026-11-05T11:00' });
    expect(
      await on.refused(() =>
        on.call('save_attendance', { id: first.id, attendance: { voided: false }, reason: 'There', expected_version: 2 }),
      ),
    ).toMatchObject({ message: 'attendance_overlaps' });
  });

  scenario('must not lie in the future, end before it starts, or exceed a day', async (on) => {
    await on.as(people.manager);
    const inTwoDays = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 16);
    for (const [attendance, message, field] of [
      [{ clocked_in: inTwoDays, clocked_out: inTwoDays }, 'attendance_not_yet', 'clocked_in'],
      [{ clocked_in: '2026-11-06T09:00', clocked_out: inTwoDays }, 'attendance_not_yet', 'clocked_out'],
      [{ clocked_in: '2026-11-06T09:00', clocked_out: '2026-11-06T08:59' }, 'attendance_period_invalid', 'clocked_out'],
      [{ clocked_in: '2026-11-06T09:00', clocked_out: '2026-11-07T09:01' }, 'attendance_period_invalid', 'clocked_out'],
      [{ clocked_in: 'infinity', clocked_out: '2026-11-06T09:00' }, 'value_invalid', 'clocked_in'],
      [{ clocked_in: '2026-02-30T09:00' }, 'value_invalid', 'clocked_in'],
      [{ clocked_in: '2026-11-06' }, 'value_invalid', 'clocked_in'],
      [{ clocked_out: '2026-11-06T09:00' }, 'field_missing', 'clocked_in'],
      [{ clocked_in: '2026-11-06T09:00' }, 'field_missing', 'clocked_out'],
    ] as const) {
      const refusal = await on.refused(() => write(on, attendance));
      expect([refusal.message, detailOf(refusal).field], JSON.stringify(attendance)).toEqual([message, field]);
    }
  });
});

describe('working hours', () => {
  scenario('are totalled by user and day without voided records, for the whole filter', async (on) => {
    await on.asDatabaseOwner();
    await on.rows(`insert into public.user_branches values ($1, $2, 'work')`, people.cashier, branches.nasrCity);
    await on.as(people.manager);
    await write(on, { clocked_in: '2026-11-09T09:00', clocked_out: '2026-11-09T13:00' });
    await write(on, { clocked_in: '2026-11-09T14:00', clocked_out: '2026-11-09T17:30', branch_id: branches.nasrCity });
    const voided = await write(on, { clocked_in: '2026-11-09T18:00', clocked_out: '2026-11-09T19:00' });
    await on.call('save_attendance', { id: voided.id, attendance: { voided: true }, reason: 'Twice', expected_version: 1 });
    await write(on, { profile_id: people.storekeeper, clocked_in: '2026-11-08T09:00', clocked_out: '2026-11-08T10:15' });
    const worked = '2026-11-08..2026-11-09';
    expect(await on.table('attendance_days', { worked })).toMatchObject([
      {
        business_day: expect.anything() as unknown,
        profile: { name: 'Youssef Magdy' },
        minutes: 450,
        records: 2,
        branches: [{ branch: 'Nasr City' }, { branch: 'Zamalek' }],
        is_open: false,
        is_forgotten: false,
      },
      { profile: { name: 'Salma Adel' }, minutes: 75, records: 1 },
    ]);
    expect(await on.call('attendance_totals', { worked })).toEqual({
      records: 4,
      days: 2,
      people: 2,
      minutes: 525,
      by_state: { open: 0, closed: 0, forgotten: 0, corrected: 3, voided: 1 },
    });
    expect(await on.call('attendance_totals', { worked, states: ['corrected'], profile_ids: [people.cashier] })).toMatchObject({
      records: 2,
      minutes: 450,
    });
    expect(
      (await on.table<{ minutes: number }>('attendance_days', { worked, sort: 'minutes', descending: false })).map(
        ({ minutes }) => minutes,
      ),
    ).toEqual([75, 450]);
    const parts = await on.table<{ id: string }>('attendance_days', { worked, sort: 'id', descending: false, page_size: 1 });
    expect(await on.table('attendance_days', { worked, sort: 'id', descending: false, after_id: parts[0]?.id })).toMatchObject([
      { minutes: 450 },
    ]);
    expect(await on.table('attendance_page', { worked, words: 'سلمى' })).toMatchObject([
      { branch: 'Zamalek', minutes: 75, state: 'corrected' },
    ]);
  });

  scenario('of others are visible with permission in one’s branches; one’s own always', async (on) => {
    await on.asDatabaseOwner();
    await on.rows(`insert into public.user_branches values ($1, $2, 'work')`, people.cashier, branches.maadi);
    await on.as(people.owner);
    await write(on, { clocked_in: '2026-11-09T09:00', clocked_out: '2026-11-09T13:00', branch_id: branches.maadi });
    await on.asDatabaseOwner();
    await on.rows('delete from public.user_branches where profile_id = $1 and branch_id = $2', people.cashier, branches.maadi);
    await on.as(people.owner);
    await write(on, {
      clocked_in: '2026-11-10T09:00',
      clocked_out: '2026-11-10T13:00',
      branch_id: branches.zamalek,
      profile_id: people.storekeeper,
    });
    const seen = async (person: string) => {
      await on.as(person);
      const rows = await on.table<{ branch: string }>('attendance_page', { worked: '2026-11-09..2026-11-10' });
      expect(await on.value(`select count(*) from public.attendance_list where business_day between '2026-11-09' and '2026-11-10'`)).toBe(
        rows.length,
      );
      expect(await on.call('attendance_totals', { worked: '2026-11-09..2026-11-10' })).toMatchObject({ records: rows.length });
      return rows.map(({ branch }) => branch).sort();
    };
    expect(await seen(people.manager)).toEqual(['Maadi', 'Zamalek']);
    expect(await seen(people.storekeeper)).toEqual(['Zamalek']);
    // Their own record is in a branch that they can no longer view.
    expect(await seen(people.cashier)).toEqual(['Maadi', 'Zamalek']);
    await on.asDatabaseOwner();
    await on.rows(`delete from public.role_permissions where permission = 'attendance.records.view'`);
    expect(await seen(people.cashier)).toEqual(['Maadi']);
    expect(await seen(people.manager)).toEqual([]);
    expect(await seen(people.owner)).toEqual(['Maadi', 'Zamalek']);
    await on.asDatabaseOwner();
    await on.rows('update public.profiles set active = false where id = $1', people.cashier);
    await on.as(people.cashier);
    expect(await on.refused(() => on.table('attendance_page'))).toMatchObject({ code: 'PT403', message: 'account_inactive' });
    expect(await on.value('select count(*) from public.attendance_records')).toBe(0);
  });
});

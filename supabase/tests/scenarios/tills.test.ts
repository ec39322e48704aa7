import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { detailOf } from '../fixtures.ts';
import { goods, line, sellForCash } from './selling.ts';

const { zamalek, nasrCity, maadi, warehouse } = branches;
const { owner, manager, cashier, auditor, storekeeper } = people;

const register = (on: TestSession, code: string, device = '3E70', rest: Row = {}) =>
  on.call<Row>('register_till', { branch_id: zamalek, code, device, ...rest });
const save = (on: TestSession, till: Row, rest: Row = {}) =>
  on.call<Row>('save_till', { id: till.id, name: null, name_ar: null, closed: false, expected_version: 1, ...rest });
const tills = (on: TestSession) =>
  on.rows('select code, name, device, version, closed_at is not null as closed from public.tills order by branch_id, code');

describe('tills', () => {
  scenario('a device that registers a till keeps it until another device takes it over', async (on) => {
    await on.as(cashier);
    const made = await register(on, 'A1');
    expect(made).toEqual({ id: expect.any(String) as string, code: 'A1', name: null, name_ar: null });
    expect(await register(on, 'A1')).toEqual(made);
    const elsewhere = await on.refused(() => register(on, 'A1', '9B21'));
    expect([elsewhere.code, elsewhere.message, detailOf(elsewhere)]).toEqual([
      'PT409',
      'till_elsewhere',
      { till: 'A1', device: '3E70', at: expect.any(String) as string },
    ]);
    expect(await register(on, 'A1', '9B21', { take_over: true })).toEqual(made);
    expect(await on.refused(() => register(on, 'A1'))).toMatchObject({ message: 'till_elsewhere' });
    expect(await tills(on)).toEqual([{ code: 'A1', name: null, device: '9B21', version: 2, closed: false }]);
    // Opening a till does not change its version, so an editor's save does not conflict.
    await on.asDatabaseOwner();
    await on.rows(`update public.tills set last_used_at = now() - interval '1 hour'`);
    await on.as(cashier);
    await register(on, 'A1', '9B21');
    expect(await on.value('select version from public.tills')).toBe(2);
    expect(await on.value(`select last_used_at > now() - interval '1 minute' from public.tills`)).toBe(true);
    await on.asDatabaseOwner();
    expect(await on.rows(`select action, changes from public.audit_log where table_name = 'tills' order by id`)).toEqual([
      { action: 'insert', changes: expect.objectContaining({ code: 'A1', device: '3E70' }) as Row },
      { action: 'update', changes: { device: ['3E70', '9B21'] } },
    ]);
  });

  scenario('a till can be registered only where the user sells, with a valid code, up to 200', async (on) => {
    await on.as(cashier);
    for (const code of ['a1', '', 'A-1', 'ABCDEFGHI', null])
      expect(await on.refused(() => register(on, code as string)), String(code)).toMatchObject({ message: 'value_invalid' });
    expect(await on.refused(() => register(on, 'A1', 'x y'))).toMatchObject({ message: 'value_invalid' });
    expect(await on.refused(() => register(on, 'A1', '3E70', { branch_id: nasrCity }))).toMatchObject({ message: 'branch_not_found' });
    await on.as(manager);
    expect(await on.refused(() => register(on, 'A1', '3E70', { branch_id: maadi }))).toMatchObject({ message: 'branch_view_only' });
    await on.asDatabaseOwner();
    await on.rows(`insert into public.tills (branch_id, code, device) select $1, 'T' || n, 'X' from generate_series(1, 200) n`, zamalek);
    await on.as(cashier);
    expect(await on.refused(() => register(on, 'A1'))).toMatchObject({ message: 'tills_full' });
    expect(await register(on, 'T7', 'X')).toMatchObject({ code: 'T7' });
    for (const person of [auditor, storekeeper]) {
      await on.as(person);
      expect(await on.refused(() => register(on, 'A1'))).toMatchObject({ message: 'permission_missing' });
    }
    expect(
      await on.refused(() => on.rows(`insert into public.tills (branch_id, code, device) values ($1, 'A1', 'X')`, zamalek)),
    ).toMatchObject({ code: '42501' });
  });

  scenario('only users who may change the branch rename or close a till, which then sells nothing new', async (on) => {
    const { variant } = await goods(on, 10, { price: 10 });
    await on.as(cashier);
    const till = await register(on, 'A1');
    const first = await sellForCash(on, [line(variant)], { till: 'A1', reference: 'one' });
    expect(await on.refused(() => save(on, till))).toMatchObject({ message: 'permission_missing' });
    await on.as(manager);
    const named = { name: ' Front desk ', name_ar: 'المدخل' };
    expect(await save(on, till, named)).toEqual({ id: till.id, version: 2 });
    // A retry by the same user is accepted; the same save by another user is a conflict.
    expect(await save(on, till, named)).toEqual({ id: till.id, version: 2 });
    await on.as(owner);
    const other = await on.refused(() => save(on, till, named));
    expect([other.message, detailOf(other)]).toEqual([
      'changed_meanwhile',
      { by: expect.any(String) as string, at: expect.any(String) as string, version: 2 },
    ]);
    await on.as(manager);
    expect(await on.refused(() => save(on, till, { closed: true }))).toMatchObject({ message: 'changed_meanwhile' });
    for (const wrong of [{ name: 'x'.repeat(200) }, { closed: null }])
      expect(await on.refused(() => save(on, till, { expected_version: 2, ...wrong }))).toMatchObject({ message: 'value_invalid' });
    await save(on, till, { name: 'Front desk', closed: true, expected_version: 2 });
    expect(await tills(on)).toEqual([{ code: 'A1', name: 'Front desk', device: '3E70', version: 3, closed: true }]);
    await on.as(cashier);
    expect(await on.refused(() => register(on, 'A1'))).toMatchObject({ message: 'till_closed' });
    expect(detailOf(await on.refused(() => sellForCash(on, [line(variant)], { till: 'A1' })))).toEqual({ field: 'till', till: 'A1' });
    // Sales made before closing are still recorded, and a retry still gets its response; other tills still sell.
    const sold_at = await on.value<string>(`select to_jsonb(now() - interval '1 hour') #>> '{}'`);
    await sellForCash(on, [line(variant)], { till: 'A1', reference: 'late', sold_at });
    expect((await sellForCash(on, [line(variant)], { till: 'A1', reference: 'one' })).number).toBe(first.number);
    await sellForCash(on, [line(variant)], { till: 'A2' });
    await on.as(manager);
    await save(on, till, { expected_version: 3 });
    await on.as(cashier);
    await register(on, 'A1');
    await sellForCash(on, [line(variant)], { till: 'A1' });
  });

  scenario('a user sees and changes tills only in their branches', async (on) => {
    await on.as(owner);
    const there = await register(on, 'M1', '3E70', { branch_id: maadi });
    const hidden = await register(on, 'N1', '3E70', { branch_id: warehouse });
    await on.as(manager);
    expect((await tills(on)).map(({ code }) => code)).toEqual(['M1']);
    expect(await on.refused(() => save(on, there, { closed: true }))).toMatchObject({ message: 'branch_view_only' });
    expect(await on.refused(() => save(on, hidden, { closed: true }))).toMatchObject({ message: 'till_not_found' });
    await on.as(storekeeper);
    expect(await tills(on)).toEqual([]);
  });

  scenario('a branch without sales can be deleted with its tills', async (on) => {
    await on.as(owner);
    const id = randomUUID();
    await on.rows(`insert into public.branches (id, name, code) values ($1, 'Opened by mistake', 'TL9')`, id);
    await register(on, '1', '3E70', { branch_id: id });
    expect(await on.rows('select 1 from public.tills where branch_id = $1', id)).toHaveLength(1);
    await on.rows('delete from public.branches where id = $1', id);
    await on.asDatabaseOwner();
    expect(await on.rows('select 1 from public.tills where branch_id = $1', id)).toEqual([]);
  });
});

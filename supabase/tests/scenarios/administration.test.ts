import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { detailOf, idOf } from '../fixtures.ts';

const role = (name: string, more: Row = {}) => ({ name, name_ar: null, active: true, ...more });
const roleOf = (on: TestSession, name: string) => idOf(on, 'roles', name);

/** Creates a role with exactly these permissions, and a user with that role who works in Zamalek. */
async function somebody(
  on: TestSession,
  permissions: string[],
  places: [branch: string, access: 'view' | 'work'][] = [[branches.zamalek, 'work']],
): Promise<{ id: string; role: string }> {
  await on.asDatabaseOwner();
  const [id, made] = [randomUUID(), randomUUID()];
  await on.rows('insert into auth.users (id, email) values ($1, $2)', id, `${id.slice(0, 8)}@story.example`);
  await on.rows('insert into public.roles (id, name) values ($1, $2)', made, `Role ${made.slice(0, 8)}`);
  await on.rows('insert into public.role_permissions select $1, unnest($2::text[])', made, permissions);
  await on.rows('insert into public.profiles (id, name, role_id) values ($1, $2, $3)', id, `Person ${id.slice(0, 8)}`, made);
  await on.rows('insert into public.profile_contacts values ($1, $2)', id, `${id.slice(0, 8)}@story.example`);
  for (const [branch, access] of places) await on.rows('insert into public.user_branches values ($1, $2, $3)', id, branch, access);
  return { id, role: made };
}

const change = (on: TestSession, profile_id: string, person: Row, expected_version = 1) =>
  on.call('change_user', { id: randomUUID(), profile_id, person, expected_version });
/** Simulates Auth: it updates its own row, which names the change, in its own transaction. */
async function auth(on: TestSession, id: string, statement: string, ...values: unknown[]): Promise<void> {
  await on.asDatabaseOwner();
  await on.rows(statement, id, ...values);
}
const named = (change: string) => JSON.stringify({ provider: 'email', change });

describe('the name of a user', () => {
  const rename = async (on: TestSession, profile: Row) =>
    on.call('save_own_profile', { profile, expected_version: await on.value('select version from public.profiles where id = auth.uid()') });
  /** Gives names to two colleagues. */
  async function colleagues(on: TestSession): Promise<void> {
    await on.asDatabaseOwner();
    await on.rows(`update public.profiles set name = 'Sara Adel', name_ar = 'سارة عادل' where id = $1`, people.cashier);
    await on.rows(`update public.profiles set name = 'Ahmed Ali', name_ar = 'أحمد علي' where id = $1`, people.manager);
    await on.as(people.cashier);
  }

  scenario('cannot be changed to that of an active colleague, in any spelling', async (on) => {
    await colleagues(on);
    for (const [field, name] of [
      ['name', 'Ahmed Ali'],
      ['name', 'AHMED   ali'],
      ['name', 'Ahmed-Ali.'],
      ['name', 'Ａｈｍｅｄ Ali'],
      ['name', 'Áhmed Ali'],
      ['name', 'Ahmed AIi'],
      ['name', 'Ahmed A1i'],
      ['name', 'Ahmed Alı'],
      ['name', 'Ahmed·Ali'],
      ['name', 'احمد على'],
      ['name_ar', 'احمد علي'],
      ['name_ar', 'أَحـمد عَلي'],
      ['name_ar', 'احمد علی'],
      ['name_ar', 'Ahmed Ali'],
    ] as const) {
      const refusal = await on.refused(() => rename(on, { [field]: name }));
      expect([refusal.code, refusal.message, detailOf(refusal)], name).toEqual(['PT409', 'name_taken', { field }]);
    }
    await rename(on, { name: 'Ahmed Ali Hassan', name_ar: 'أحمد علي حسن' });
  });

  scenario('becomes available once the colleague is inactive, and a shared one may be kept', async (on) => {
    await colleagues(on);
    await on.asDatabaseOwner();
    await on.rows(`update public.profiles set name = 'Ahmed Ali' where id = $1`, people.storekeeper);
    await on.as(people.storekeeper);
    await rename(on, { name: 'AHMED ALI', phone: '+201001234567' });
    await on.asDatabaseOwner();
    await on.rows('update public.profiles set active = false where id = any ($1)', [people.manager, people.storekeeper]);
    await on.as(people.cashier);
    await rename(on, { name: 'Ahmed Ali' });
  });

  scenario('can be that of a colleague only if an administrator gives it to another user', async (on) => {
    await colleagues(on);
    await on.as(people.owner);
    const own = await on.value<number>('select version from public.profiles where id = $1', people.owner);
    expect(await on.refused(() => change(on, people.owner, { name: 'Sara  adel' }, own))).toMatchObject({
      code: 'PT409',
      message: 'name_taken',
    });
    const version = await on.value<number>('select version from public.profiles where id = $1', people.cashier);
    expect(await change(on, people.cashier, { name: 'Ahmed Ali', name_ar: null }, version)).toMatchObject({ status: 'applied' });
  });

  scenario('may not contain invisible characters or mix scripts within a word', async (on) => {
    await on.as(people.owner);
    const cashier = await roleOf(on, 'Cashier');
    const person = (more: Row) => ({ name: 'New', email: 'new@story.example', role_id: cashier, ...more });
    const version = await on.value<number>('select version from public.profiles where id = $1', people.cashier);
    for (const [name, message] of [
      ['Sara \u202eledA', 'name_has_marks'],
      ['\u200fسارة', 'name_has_marks'],
      ['Sa\u200bra', 'name_has_marks'],
      ['Sa\u00adra', 'name_has_marks'],
      ['Sara\nAdel', 'name_has_marks'],
      ['Sara\u2066Adel\u2069', 'name_has_marks'],
      ['S\u0430ra Adel', 'name_mixes_scripts'],
      ['Adel \u03a3ara', 'name_mixes_scripts'],
      ['\u13daara Adel', 'name_mixes_scripts'],
    ] as const) {
      for (const field of ['name', 'name_ar']) {
        for (const attempt of [
          () => rename(on, { [field]: name }),
          () => change(on, people.cashier, { [field]: name }, version),
          () =>
            on.call('change_user', { id: randomUUID(), profile_id: randomUUID(), person: person({ [field]: name }), with_password: true }),
          () => on.call('save_role', { id: randomUUID(), role: role('Plain', { [field]: name }), permissions: [] }),
          () => on.rows(`insert into public.branches (name, code, name_ar) values ($1, 'NEW', $2)`, field === 'name' ? name : 'New', name),
        ]) {
          const refusal = await on.refused(attempt);
          expect([refusal.code, refusal.message], `${name} ${String(attempt)}`).toEqual(['PT400', message]);
          expect(['name', 'name_ar']).toContain(detailOf(refusal).field);
        }
      }
    }
    // Different scripts in different words are common and allowed.
    await change(on, people.cashier, { name: 'Сара Adel', name_ar: 'سارة (Sara)' }, version);
  });
});

describe('roles', () => {
  scenario('creates a role with its permissions once when the request is repeated', async (on) => {
    await on.as(people.owner);
    const id = randomUUID();
    const save = (permissions: string[]) =>
      on.call('save_role', { id, role: role('Window dresser', { name_ar: 'منسق واجهات' }), permissions });
    expect(await save(['inventory.products.view', 'inventory.brands.view'])).toEqual({ id, version: 1 });
    expect(await save(['inventory.brands.view', 'inventory.products.view'])).toEqual({ id, version: 1 });
    expect(detailOf(await on.refused(() => save(['inventory.products.view'])))).toEqual({ version: 1 });
    expect(await on.rows('select permission from public.role_permissions where role_id = $1 order by 1', id)).toEqual([
      { permission: 'inventory.brands.view' },
      { permission: 'inventory.products.view' },
    ]);
    expect(await on.call('role_detail', { id })).toMatchObject({
      role: { name: 'Window dresser', permissions: ['inventory.products.view', 'inventory.brands.view'], users: 0, is_own: false },
    });
  });

  scenario('requires the current version and refuses invalid or missing values', async (on) => {
    await on.as(people.owner);
    const id = await roleOf(on, 'Cashier');
    const before = await on.call<{ role: { version: number; permissions: string[] } }>('role_detail', { id });
    const save = (expected_version: number, permissions: string[]) =>
      on.call('save_role', { id, role: role('Cashier', { name_ar: 'كاشير' }), permissions, expected_version });
    expect(await save(before.role.version, [...before.role.permissions, 'inventory.costs.view'])).toEqual({
      id,
      version: before.role.version + 1,
    });
    expect(await on.refused(() => save(before.role.version, before.role.permissions))).toMatchObject({
      code: 'PT409',
      message: 'changed_meanwhile',
    });
    expect(await on.value('select count(*) from public.role_permissions where role_id = $1', id)).toBe(before.role.permissions.length + 1);
    expect(
      await on.refused(() => on.call('save_role', { id: randomUUID(), role: role('Gone'), permissions: [], expected_version: 1 })),
    ).toMatchObject({ code: 'PT404', message: 'role_not_found' });
    for (const wrong of [{ name: '' }, { name: null }, { name: ' \u200b ' }, { active: 'yes' }]) {
      expect(
        (await on.refused(() => on.call('save_role', { id: randomUUID(), role: role('X', wrong), permissions: [] }))).code,
        JSON.stringify(wrong),
      ).toMatch(/^PT400$|^23/);
    }
    expect(
      await on.refused(() => on.call('save_role', { id: randomUUID(), role: role('X'), permissions: ['inventory.everything.view'] })),
    ).toMatchObject({ code: 'PT400', message: 'value_invalid' });
    // Missing permissions do not mean an empty list.
    const silent = await on.refused(() =>
      on.call('save_role', { id, role: role('Cashier'), permissions: null, expected_version: before.role.version + 1 }),
    );
    expect([silent.code, silent.message, detailOf(silent)]).toEqual(['PT400', 'field_missing', { field: 'permissions' }]);
    expect(
      await on.refused(() => on.call('save_role', { id: randomUUID(), role: role('cashier '.trim()), permissions: [] })),
    ).toMatchObject({ code: 'PT409', constraint_name: 'roles_name_unique' });
  });

  scenario('cannot be granted a permission, or lose one, that the editing user does not have', async (on) => {
    const chief = await somebody(on, [
      'management.roles.view',
      'management.roles.create',
      'management.roles.update',
      'inventory.brands.view',
    ]);
    await on.as(chief.id);
    const make = (permissions: string[]) =>
      on.call('save_role', { id: randomUUID(), role: role(`Made ${randomUUID().slice(0, 6)}`), permissions });
    await make(['inventory.brands.view', 'management.roles.create']);
    expect(await on.refused(() => make(['inventory.brands.view', 'inventory.costs.view']))).toMatchObject({
      code: 'PT403',
      message: 'permission_not_held',
      detail: expect.stringContaining('inventory.costs.view') as string,
    });
    const id = await roleOf(on, 'Auditor');
    const { role: seen } = await on.call<{ role: { version: number; permissions: string[] } }>('role_detail', { id });
    const save = (permissions: string[], more: Row = {}) =>
      on.call('save_role', { id, role: role('Auditor', { name_ar: 'مراجع', ...more }), permissions, expected_version: seen.version });
    // A role with more permissions than the caller's cannot be changed at all, not even in what the caller has.
    const weakened = seen.permissions.filter((name) => name !== 'inventory.brands.view');
    for (const attempt of [
      () => save(weakened),
      () => save(seen.permissions.filter((name) => name !== 'inventory.costs.view')),
      () => save([]),
      () => save(seen.permissions, { active: false }),
      () => save(seen.permissions, { name: 'Spy' }),
      () => save(seen.permissions, { name_ar: 'جاسوس' }),
    ])
      expect(await on.refused(attempt)).toMatchObject({ code: 'PT403', message: 'role_above' });
    await on.as(people.owner);
    expect(await save(weakened)).toEqual({ id, version: seen.version + 1 });
  });

  scenario('changing a role requires working in every branch where its users work', async (on) => {
    const held = ['management.roles.view', 'management.roles.update', 'inventory.brands.view', 'inventory.sizes.view'];
    const chief = await somebody(on, held, [
      [branches.zamalek, 'work'],
      [branches.maadi, 'view'],
    ]);
    const near = await somebody(on, ['inventory.brands.view'], [[branches.zamalek, 'work']]);
    const looking = await somebody(on, ['inventory.brands.view'], [[branches.maadi, 'view']]);
    const beyond = await somebody(on, ['inventory.brands.view'], [[branches.maadi, 'work']]);
    const far = await somebody(on, ['inventory.brands.view'], [[branches.warehouse, 'view']]);
    await on.as(chief.id);
    const save = (id: string, more: Row = {}, permissions = ['inventory.sizes.view']) =>
      on.call('save_role', { id, role: role(`Renamed ${id.slice(0, 8)}`, more), permissions, expected_version: 1 });
    for (const other of [beyond, far]) {
      for (const attempt of [() => save(other.role), () => save(other.role, { active: false }, ['inventory.brands.view'])])
        expect(await on.refused(attempt)).toMatchObject({ code: 'PT403', message: 'person_above' });
    }
    for (const other of [near, looking]) expect(await save(other.role)).toEqual({ id: other.role, version: 2 });
  });

  scenario('cannot be changed by users who hold them; the owner role cannot be changed at all', async (on) => {
    const chief = await somebody(on, ['management.roles.view', 'management.roles.update', 'management.roles.delete']);
    await on.as(chief.id);
    expect(
      await on.refused(() => on.call('save_role', { id: chief.role, role: role('More'), permissions: [], expected_version: 1 })),
    ).toMatchObject({ code: 'PT403', message: 'role_is_own' });
    expect(await on.refused(() => on.call('delete_role', { id: chief.role }))).toMatchObject({ message: 'role_is_own' });
    await on.as(people.owner);
    const id = await roleOf(on, 'Owner');
    expect(
      await on.refused(() => on.call('save_role', { id, role: role('Owner', { active: false }), permissions: [], expected_version: 1 })),
    ).toMatchObject({ code: 'PT409', message: 'role_is_owners' });
    expect(await on.refused(() => on.call('delete_role', { id, move_to: chief.role }))).toMatchObject({ message: 'role_is_owners' });
  });

  scenario('a role with users can be deleted only by moving them to another role', async (on) => {
    await on.as(people.owner);
    const [id, auditor] = [await roleOf(on, 'Cashier'), await roleOf(on, 'Auditor')];
    const refusal = await on.refused(() => on.call('delete_role', { id }));
    expect([refusal.message, detailOf(refusal)]).toEqual(['role_in_use', { count: 1 }]);
    expect(await on.refused(() => on.call('delete_role', { id, move_to: id }))).toMatchObject({ message: 'role_in_use' });
    expect(await on.refused(() => on.call('delete_role', { id, move_to: randomUUID() }))).toMatchObject({ message: 'role_not_found' });
    expect(await on.refused(() => on.call('delete_role', { id, move_to: auditor, expected_version: 99 }))).toMatchObject({
      message: 'changed_meanwhile',
    });
    expect(await on.call('delete_role', { id, move_to: auditor })).toEqual({ id, moved: 1 });
    expect(await on.value('select role_id from public.profiles where id = $1', people.cashier)).toBe(auditor);
    expect(await on.refused(() => on.call('delete_role', { id }))).toMatchObject({ code: 'PT404' });
  });

  scenario('moving users requires permission to change them and a role within the caller’s own', async (on) => {
    const held = ['management.roles.view', 'management.roles.delete', 'inventory.brands.view'];
    const chief = await somebody(on, held);
    const below = await somebody(on, ['inventory.brands.view']);
    const target = await somebody(on, ['inventory.brands.view']);
    await on.as(chief.id);
    expect(detailOf(await on.refused(() => on.call('delete_role', { id: below.role, move_to: target.role })))).toEqual({
      permission: 'management.users.update',
    });
    await on.asDatabaseOwner();
    await on.rows(`insert into public.role_permissions values ($1, 'management.users.update')`, chief.role);
    await on.as(chief.id);
    const buyer = await roleOf(on, 'Buyer');
    expect(await on.refused(() => on.call('delete_role', { id: below.role, move_to: buyer }))).toMatchObject({ message: 'role_above' });
    await on.asDatabaseOwner();
    await on.rows(`insert into public.user_branches values ($1, $2, 'view')`, below.id, branches.warehouse);
    await on.as(chief.id);
    expect(await on.refused(() => on.call('delete_role', { id: below.role, move_to: target.role }))).toMatchObject({
      message: 'person_above',
    });
    await on.asDatabaseOwner();
    await on.rows(`delete from public.user_branches where branch_id = $1`, branches.warehouse);
    await on.as(chief.id);
    expect(await on.call('delete_role', { id: below.role, move_to: target.role })).toEqual({ id: below.role, moved: 1 });
  });
});

describe('users', () => {
  scenario('a new user exists only once Auth has created the account, and then completely', async (on) => {
    await on.as(people.owner);
    const [id, profile_id] = [randomUUID(), randomUUID()];
    const person = {
      name: 'Hany Lotfy',
      name_ar: 'هاني لطفي',
      email: 'Hany@darnour.example',
      phone: '+20 100',
      role_id: await roleOf(on, 'Cashier'),
      branches: [{ branch_id: branches.zamalek, access: 'work' }],
    };
    const ask = (more: Row = {}) => on.call('change_user', { id, profile_id, person: { ...person, ...more }, with_password: true });
    const asked = {
      status: 'pending',
      id: profile_id,
      kind: 'create',
      tell: { email: 'hany@darnour.example', email_confirm: true, app_metadata: { change: id } },
    };
    expect(await ask()).toEqual(asked);
    expect(await ask()).toEqual(asked);
    expect(await on.refused(() => ask({ name: 'Another' }))).toMatchObject({ code: 'PT409', message: 'exists_already' });
    expect(await on.rows('select id from public.profiles where id = $1', profile_id)).toEqual([]);
    await auth(
      on,
      profile_id,
      `insert into auth.users (id, email, email_confirmed_at, encrypted_password, raw_app_meta_data) values ($1, 'hany@darnour.example', now(), 'hash', $2::text::jsonb)`,
      named(id),
    );
    expect(await on.rows('select name, active, password_temporary, created_by from public.profiles where id = $1', profile_id)).toEqual([
      { name: 'Hany Lotfy', active: true, password_temporary: true, created_by: people.owner },
    ]);
    expect(await on.rows('select branch_id, access from public.user_branches where profile_id = $1', profile_id)).toEqual([
      { branch_id: branches.zamalek, access: 'work' },
    ]);
    await on.as(people.owner);
    expect(await ask()).toEqual({ status: 'applied', id: profile_id, kind: 'create', version: 1, invite: null });
    expect(await on.call('user_detail', { id: profile_id })).toMatchObject({
      email: 'hany@darnour.example',
      role: 'Cashier',
      password_temporary: true,
      invited_at: null,
      manageable: true,
      last_seen_at: null,
    });
  });

  scenario('permissions are checked again when Auth applies the change', async (on) => {
    const chief = await somebody(on, ['management.users.create', 'inventory.brands.view']);
    const below = await somebody(on, ['inventory.brands.view']);
    const [id, profile_id] = [randomUUID(), randomUUID()];
    await on.as(chief.id);
    await on.call('change_user', {
      id,
      profile_id,
      person: { name: 'Late', email: 'late@story.example', role_id: below.role },
      with_password: true,
    });
    await on.asDatabaseOwner();
    await on.revokePermission(chief.id, 'inventory.brands.view');
    const made = (metadata: string) =>
      on.rows(
        `insert into auth.users (id, email, raw_app_meta_data) values ($1, 'late@story.example', $2::text::jsonb)`,
        profile_id,
        metadata,
      );
    expect(await on.refused(() => made(named(id)))).toMatchObject({ message: 'role_above' });
    // Nor does an unknown change, one of another user, or an expired one.
    expect(await on.refused(() => made(named(randomUUID())))).toMatchObject({ message: 'change_expired' });
    await on.rows(`insert into public.role_permissions values ($1, 'inventory.brands.view')`, chief.role);
    expect(
      await on.refused(() =>
        on.rows(
          `insert into auth.users (id, email, raw_app_meta_data) values ($1, 'other@story.example', $2::text::jsonb)`,
          randomUUID(),
          named(id),
        ),
      ),
    ).toMatchObject({ message: 'change_expired' });
    await on.rows(`update private.user_changes set made_at = now() - interval '11 minutes' where id = $1`, id);
    expect(await on.refused(() => made(named(id)))).toMatchObject({ message: 'change_expired' });
    expect(await on.rows('select from auth.users where id = $1', profile_id)).toEqual([]);
  });

  scenario('changes that Auth does not need are applied immediately, and omitted fields stay', async (on) => {
    await on.as(people.owner);
    expect(
      await change(on, people.storekeeper, { phone: '+20 111', branches: [{ branch_id: branches.maadi, access: 'view' }] }),
    ).toMatchObject({ status: 'applied', version: 2 });
    expect(await on.call('user_detail', { id: people.storekeeper })).toMatchObject({
      name: 'Salma Adel',
      email: 'storekeeper@darnour.example',
      phone: '+20 111',
      role: 'Storekeeper',
      branches: [{ branch: 'Maadi', access: 'view' }],
    });
    expect(await on.refused(() => change(on, people.storekeeper, { phone: null }))).toMatchObject({
      code: 'PT409',
      message: 'changed_meanwhile',
    });
    expect(await change(on, people.storekeeper, { phone: null }, 2)).toMatchObject({ version: 3 });
    expect(await on.call('user_detail', { id: people.storekeeper })).toMatchObject({ phone: null });
    expect(await on.refused(() => change(on, randomUUID(), { name: 'Nobody' }))).toMatchObject({
      code: 'PT404',
      message: 'user_not_found',
    });
  });

  scenario('e-mail, deactivation and password wait for Auth, and a temporary password blocks access', async (on) => {
    await on.as(people.owner);
    const id = randomUUID();
    const ask = () =>
      on.call('change_user', {
        id,
        profile_id: people.cashier,
        person: { email: 'till@darnour.example', active: false },
        expected_version: 1,
      });
    expect(await ask()).toMatchObject({
      status: 'pending',
      tell: { email: 'till@darnour.example', email_confirm: true, ban_duration: '876000h' },
    });
    expect(await on.value('select active from public.profiles where id = $1', people.cashier)).toBe(true);
    await auth(
      on,
      people.cashier,
      `update auth.users set email = 'till@darnour.example', raw_app_meta_data = $2::text::jsonb where id = $1`,
      named(id),
    );
    expect(
      await on.rows(
        'select p.active, c.email from public.profiles p join public.profile_contacts c on c.profile_id = p.id where p.id = $1',
        people.cashier,
      ),
    ).toEqual([{ active: false, email: 'till@darnour.example' }]);
    // It is applied once, even if Auth repeats it.
    await on.rows('update auth.users set raw_app_meta_data = raw_app_meta_data where id = $1', people.cashier);
    await on.as(people.owner);
    expect(await ask()).toMatchObject({ status: 'applied', version: 2 });

    const reset = randomUUID();
    expect(
      await on.call('change_user', { id: reset, profile_id: people.storekeeper, with_password: true, expected_version: 1 }),
    ).toMatchObject({ status: 'pending', tell: { email_confirm: true, app_metadata: { change: reset } } });
    await auth(on, people.storekeeper, `update auth.users set encrypted_password = 'temporary' where id = $1`);
    await on.rows('update auth.users set raw_app_meta_data = $2::text::jsonb where id = $1', people.storekeeper, named(reset));
    await on.as(people.storekeeper);
    expect(await on.refused(() => on.call('me'))).toMatchObject({ code: 'PT403', message: 'password_temporary' });
    expect(await on.value('select count(*) from public.brands')).toBe(0);
    expect(await on.value('select count(*) from public.profiles')).toBe(0);
    expect(
      await on.value(
        `select private.permissions() = '{}' and private.branch_ids('view') = '{}' and not private.can('inventory.brands.view') and not private.is_active()`,
      ),
    ).toBe(true);
    expect(await on.refused(() => on.call('save_own_profile', { profile: { name: 'X' }, expected_version: 2 }))).toMatchObject({
      message: 'account_inactive',
    });
    await auth(on, people.storekeeper, `update auth.users set last_sign_in_at = now(), updated_at = now() where id = $1`);
    expect(await on.value('select password_temporary from public.profiles where id = $1', people.storekeeper)).toBe(true);
    // The test runs in one transaction, so the earlier change is moved into the past.
    await on.rows(`update private.user_changes set applied_at = now() - interval '1 second'`);
    await on.rows(`update auth.users set encrypted_password = 'their own' where id = $1`, people.storekeeper);
    await on.as(people.storekeeper);
    expect(await on.call('me')).toMatchObject({ profile: { id: people.storekeeper } });
  });

  scenario('a user without a password is invited until they accept or get a temporary password', async (on) => {
    await on.as(people.owner);
    const [id, profile_id] = [randomUUID(), randomUUID()];
    const person = { name: 'Invited', email: 'invited@story.example', role_id: await roleOf(on, 'Cashier') };
    const ask = () => on.call('change_user', { id, profile_id, person });
    expect(await ask()).toMatchObject({ status: 'pending', tell: { email: 'invited@story.example', email_confirm: false } });
    await auth(
      on,
      profile_id,
      `insert into auth.users (id, email, created_at, raw_app_meta_data) values ($1, 'invited@story.example', '2026-11-01T10:00Z', $2::text::jsonb)`,
      named(id),
    );
    await on.as(people.owner);
    // A repeated request returns the address again.
    for (let n = 0; n < 2; n++) expect(await ask()).toMatchObject({ status: 'applied', version: 1, invite: 'invited@story.example' });
    const seen = async () => new Date(String((await on.call('user_detail', { id: profile_id })).invited_at)).toISOString();
    expect(await seen()).toBe('2026-11-01T10:00:00.000Z');
    await auth(on, profile_id, `update auth.users set invited_at = '2026-11-02T10:00Z' where id = $1`);
    await on.as(people.owner);
    expect(await seen()).toBe('2026-11-02T10:00:00.000Z');
    expect(await on.call('user_detail', { id: profile_id })).toMatchObject({ password_temporary: false });
    expect(await on.call('invite_user', { profile_id })).toEqual({ email: 'invited@story.example' });

    expect(await change(on, profile_id, { phone: '+20 1' })).toMatchObject({ status: 'applied', version: 2, invite: null });
    const move = randomUUID();
    const moved = () => on.call('change_user', { id: move, profile_id, person: { email: 'moved@story.example' }, expected_version: 2 });
    expect(await moved()).toMatchObject({ status: 'pending', tell: { email: 'moved@story.example', email_confirm: false } });
    await auth(
      on,
      profile_id,
      `update auth.users set email = 'moved@story.example', raw_app_meta_data = $2::text::jsonb where id = $1`,
      named(move),
    );
    await on.as(people.owner);
    expect(await moved()).toMatchObject({ status: 'applied', invite: 'moved@story.example' });
    expect(await on.call('change_user', { id: randomUUID(), profile_id, with_password: true, expected_version: 3 })).toMatchObject({
      tell: { email_confirm: true },
    });

    await auth(on, profile_id, 'update auth.users set email_confirmed_at = now() where id = $1');
    await on.as(people.owner);
    expect(await on.call('user_detail', { id: profile_id })).toMatchObject({ invited_at: null });
    for (const again of [ask, moved]) expect(await again()).toMatchObject({ status: 'applied', invite: null });
    expect(await on.refused(() => on.call('invite_user', { profile_id }))).toMatchObject({
      code: 'PT409',
      message: 'invitation_accepted',
    });
  });

  scenario('links mailed to an old address stop working when the address changes', async (on) => {
    await on.asDatabaseOwner();
    const tokens = ['confirmation_token', 'recovery_token', 'email_change_token_current', 'email_change_token_new'];
    const times = ['confirmation_sent_at', 'recovery_sent_at', 'email_change_sent_at'];
    const links = () =>
      on.rows(
        `select ${tokens.join()}, greatest(${times.join()}) > now() - interval '2 days' as fresh from auth.users where id = $1`,
        people.cashier,
      );
    await on.rows(
      `update auth.users set ${[...tokens.map((name) => `${name} = '${name}'`), ...times.map((name) => `${name} = now()`)].join()} where id = $1`,
      people.cashier,
    );
    const mailed = await links();
    expect(mailed).toMatchObject([{ confirmation_token: 'confirmation_token', fresh: true }]);
    await on.rows(`update auth.users set email = email, raw_user_meta_data = '{"language": "ar"}' where id = $1`, people.cashier);
    expect(await links()).toEqual(mailed);
    await on.rows(`update auth.users set email = 'till@darnour.example' where id = $1`, people.cashier);
    expect(await links()).toEqual([{ ...Object.fromEntries(tokens.map((name) => [name, ''])), fresh: false }]);
  });

  scenario('a repeated request reveals no address once the new user has more permissions', async (on) => {
    const chief = await somebody(on, ['management.users.create', 'inventory.brands.view']);
    const [below, above] = [await somebody(on, ['inventory.brands.view']), await somebody(on, ['inventory.costs.view'])];
    const [id, profile_id] = [randomUUID(), randomUUID()];
    await on.as(chief.id);
    const ask = () => on.call('change_user', { id, profile_id, person: { name: 'New', email: 'new@story.example', role_id: below.role } });
    await ask();
    await auth(
      on,
      profile_id,
      `insert into auth.users (id, email, raw_app_meta_data) values ($1, 'new@story.example', $2::text::jsonb)`,
      named(id),
    );
    await on.as(chief.id);
    expect(await ask()).toMatchObject({ status: 'applied', invite: 'new@story.example' });
    await on.asDatabaseOwner();
    await on.rows('update public.profiles set role_id = $2 where id = $1', profile_id, above.role);
    await on.rows(`update auth.users set email = 'private@story.example' where id = $1`, profile_id);
    await on.as(chief.id);
    expect(await ask()).toMatchObject({ status: 'applied', invite: null });
  });

  scenario('an invitation can be sent again only by those who may change the user, if active', async (on) => {
    const invited = await somebody(on, ['inventory.brands.view']);
    const above = await somebody(on, ['inventory.brands.view', 'inventory.costs.view']);
    const chief = await somebody(on, ['management.users.view', 'management.users.update', 'inventory.brands.view']);
    const clerk = await somebody(on, ['management.users.view', 'management.users.create', 'inventory.brands.view']);
    const invite = (profile_id: string) => on.call('invite_user', { profile_id });
    await on.as(clerk.id);
    expect(await on.refused(() => invite(invited.id))).toMatchObject({ code: 'PT403', message: 'permission_missing' });
    await on.as(chief.id);
    expect(await on.refused(() => invite(above.id))).toMatchObject({ code: 'PT403', message: 'person_above' });
    expect(await on.refused(() => invite(chief.id))).toMatchObject({ code: 'PT403', message: 'access_is_own' });
    expect(await on.refused(() => invite(randomUUID()))).toMatchObject({ code: 'PT404', message: 'user_not_found' });
    expect(await invite(invited.id)).toEqual({ email: `${invited.id.slice(0, 8)}@story.example` });
    await on.asDatabaseOwner();
    await on.rows('update public.profiles set active = false where id = $1', invited.id);
    await on.as(chief.id);
    expect(await on.refused(() => invite(invited.id))).toMatchObject({ code: 'PT409', message: 'user_inactive' });
    await on.as(people.cashier);
    expect(await on.rows('select from public.user_list where invited_at is not null')).toEqual([]);
  });

  scenario('a second temporary password can be given while the first is unused', async (on) => {
    await on.asDatabaseOwner();
    await on.rows('update public.profiles set password_temporary = true where id = $1', people.storekeeper);
    await on.as(people.owner);
    const again = randomUUID();
    await on.call('change_user', { id: again, profile_id: people.storekeeper, with_password: true, expected_version: 2 });
    // As Auth does it: first the password, then the name of the change.
    await auth(on, people.storekeeper, `update auth.users set encrypted_password = 'second' where id = $1`);
    await on.rows('update auth.users set raw_app_meta_data = $2::text::jsonb where id = $1', people.storekeeper, named(again));
    expect(await on.rows('select password_temporary, version from public.profiles where id = $1', people.storekeeper)).toMatchObject([
      { password_temporary: true },
    ]);
    await on.as(people.owner);
    expect(
      await on.call('change_user', { id: again, profile_id: people.storekeeper, with_password: true, expected_version: 2 }),
    ).toMatchObject({ status: 'applied' });
  });

  scenario('an address changed directly in Auth also changes in the user’s contact data', async (on) => {
    await on.asDatabaseOwner();
    await on.rows(`update auth.users set email = 'salma@darnour.example' where id = $1`, people.storekeeper);
    expect(await on.value('select email from public.profile_contacts where profile_id = $1', people.storekeeper)).toBe(
      'salma@darnour.example',
    );
    await on.as(people.owner);
    expect(detailOf(await on.refused(() => change(on, people.buyer, { email: 'SALMA@darnour.example' })))).toEqual({ field: 'email' });
  });

  scenario('cannot assign a role or a branch beyond their own', async (on) => {
    const held = ['management.users.view', 'management.users.create', 'management.users.update', 'inventory.brands.view'];
    const chief = await somebody(on, held, [
      [branches.zamalek, 'work'],
      [branches.maadi, 'view'],
    ]);
    const below = await somebody(on, ['inventory.brands.view']);
    const above = await somebody(on, ['inventory.brands.view', 'inventory.costs.view']);
    await on.as(chief.id);
    expect(await change(on, below.id, { role_id: chief.role })).toMatchObject({ status: 'applied' });
    for (const role_id of [above.role, await roleOf(on, 'Owner')])
      expect(await on.refused(() => change(on, below.id, { role_id }, 2))).toMatchObject({ code: 'PT403', message: 'role_above' });
    expect(await on.refused(() => change(on, below.id, { role_id: randomUUID() }, 2))).toMatchObject({ message: 'role_not_found' });
    const give = (branch_id: string, access: string) =>
      change(
        on,
        below.id,
        {
          branches: [
            { branch_id: branches.zamalek, access: 'work' },
            { branch_id, access },
          ],
        },
        2,
      );
    expect(await on.refused(() => give(branches.maadi, 'work'))).toMatchObject({
      code: 'PT403',
      message: 'branch_view_only',
      detail: expect.stringContaining('Maadi') as string,
    });
    expect(await on.refused(() => give(branches.warehouse, 'view'))).toMatchObject({ code: 'PT403', message: 'branch_not_held' });
    expect(await on.refused(() => give(randomUUID(), 'view'))).toMatchObject({ code: 'PT404', message: 'branch_not_found' });
    expect(await on.refused(() => give(branches.zamalek, 'work'))).toMatchObject({ message: 'value_invalid' });
    expect(await give(branches.maadi, 'view')).toMatchObject({ status: 'applied', version: 3 });
    const make = (more: Row) =>
      on.call('change_user', {
        id: randomUUID(),
        profile_id: randomUUID(),
        person: { name: 'New', email: 'new@story.example', ...more },
        with_password: true,
      });
    expect(await on.refused(() => make({ role_id: above.role }))).toMatchObject({ message: 'role_above' });
    expect(
      await on.refused(() => make({ role_id: below.role, branches: [{ branch_id: branches.warehouse, access: 'view' }] })),
    ).toMatchObject({ message: 'branch_not_held' });
    expect(await make({ role_id: below.role })).toMatchObject({ status: 'pending' });
  });

  scenario('a user with more permissions or other branches cannot be changed in any way', async (on) => {
    const chief = await somebody(on, [
      'management.users.view',
      'management.users.update',
      'management.users.delete',
      'inventory.brands.view',
    ]);
    const above = await somebody(on, ['inventory.brands.view', 'inventory.costs.view']);
    const elsewhere = await somebody(on, ['inventory.brands.view'], [[branches.maadi, 'view']]);
    await on.as(chief.id);
    for (const id of [above.id, elsewhere.id, people.owner]) {
      for (const person of [{ name: 'Mine' }, { active: false }, { email: 'mine@story.example' }])
        expect(await on.refused(() => change(on, id, person))).toMatchObject({ code: 'PT403', message: 'person_above' });
      expect(
        await on.refused(() => on.call('change_user', { id: randomUUID(), profile_id: id, with_password: true, expected_version: 1 })),
      ).toMatchObject({ message: 'person_above' });
      expect(await on.refused(() => on.call('delete_user', { id: randomUUID(), profile_id: id }))).toMatchObject({
        message: 'person_above',
      });
      expect(await on.call('user_detail', { id })).toMatchObject({ manageable: false });
    }
  });

  scenario('cannot change their own role, branches or status, or reset their own password', async (on) => {
    await on.as(people.owner);
    const cashier = await roleOf(on, 'Cashier');
    for (const person of [{ role_id: cashier }, { branches: [{ branch_id: branches.zamalek, access: 'work' }] }, { active: false }]) {
      expect(await on.refused(() => change(on, people.owner, person)), JSON.stringify(person)).toMatchObject({
        code: 'PT403',
        message: 'access_is_own',
      });
    }
    expect(
      await on.refused(() =>
        on.call('change_user', { id: randomUUID(), profile_id: people.owner, with_password: true, expected_version: 1 }),
      ),
    ).toMatchObject({ message: 'access_is_own' });
    expect(await on.refused(() => on.call('delete_user', { id: randomUUID(), profile_id: people.owner }))).toMatchObject({
      message: 'access_is_own',
    });
    expect(await change(on, people.owner, { phone: '+20 122', role_id: await roleOf(on, 'Owner'), active: true })).toMatchObject({
      status: 'applied',
    });
  });

  scenario('neither a manager nor a user with update permission can gain access by any call', async (on) => {
    const chief = await somebody(on, ['management.users.update']);
    const [owners, auditors] = [await roleOf(on, 'Owner'), await roleOf(on, 'Auditor')];
    const holds = () => on.value("select row(private.permissions(), private.branch_ids('view'), private.branch_ids('work'))::text");
    const place = (branch_id: string, access: string) => ({
      branches: [
        { branch_id: branches.zamalek, access: 'work' },
        { branch_id, access },
      ],
    });
    const password = (profile_id: string) =>
      on.call('change_user', { id: randomUUID(), profile_id, with_password: true, expected_version: 1 });
    const make = (role_id: string) =>
      on.call('change_user', {
        id: randomUUID(),
        profile_id: randomUUID(),
        person: { name: 'Mine', email: 'mine@story.example', role_id },
        with_password: true,
      });
    for (const { me, isManager } of [
      { me: chief.id, isManager: false },
      { me: people.manager as string, isManager: true },
    ]) {
      const below = await somebody(on, []);
      await on.as(me);
      const held = await holds();
      const attempts: [string, string, () => Promise<unknown>][] = [
        ['own role', 'access_is_own', () => change(on, me, { role_id: owners })],
        ['own branches', 'access_is_own', () => change(on, me, place(branches.warehouse, 'work'))],
        ['own password', 'access_is_own', () => password(me)],
        ['own invitation', 'access_is_own', () => on.call('invite_user', { profile_id: me })],
        ['a role above', 'role_above', () => change(on, below.id, { role_id: owners })],
        ['a role that views more', 'role_above', () => change(on, below.id, { role_id: auditors })],
        ['a branch not held', 'branch_not_held', () => change(on, below.id, place(branches.warehouse, 'view'))],
        [
          'a branch only viewed',
          isManager ? 'branch_view_only' : 'branch_not_held',
          () => change(on, below.id, place(branches.maadi, 'work')),
        ],
        ['the owner’s address', 'person_above', () => change(on, people.owner, { email: 'mine@story.example' })],
        ['the owner’s state', 'person_above', () => change(on, people.owner, { active: false })],
        ['the owner’s password', 'person_above', () => password(people.owner)],
        ['the owner’s invitation', 'person_above', () => on.call('invite_user', { profile_id: people.owner })],
        ['somebody new above', isManager ? 'role_above' : 'permission_missing', () => make(owners)],
        ['a removal', 'permission_missing', () => on.call('delete_user', { id: randomUUID(), profile_id: below.id, expected_version: 1 })],
        [
          'a role of one’s own',
          'permission_missing',
          () => on.call('save_role', { id: randomUUID(), role: role('Mine'), permissions: ['inventory.costs.view'] }),
        ],
        [
          'more for a role',
          'permission_missing',
          () => on.call('save_role', { id: below.role, role: role('Mine'), permissions: ['inventory.costs.view'], expected_version: 1 }),
        ],
        [
          'everybody of a role',
          'permission_missing',
          () => on.call('delete_role', { id: below.role, move_to: owners, expected_version: 1 }),
        ],
      ];
      for (const [what, message, attempt] of attempts)
        expect((await on.refused(attempt)).message, `${what} by ${isManager ? 'a manager' : 'a changer of people'}`).toBe(message);
      for (const text of [
        `update public.profiles set role_id = '${owners}'`,
        `insert into public.user_branches values ('${me}', '${branches.warehouse}', 'work')`,
        `insert into public.role_permissions values ('${below.role}', 'inventory.costs.view')`,
        'update public.roles set is_owner = true',
        `select public.make_first_owner('${me}', 'Mine', 'mine@story.example')`,
        'insert into private.user_changes select * from private.user_changes',
        'update auth.users set email = email',
      ])
        expect(await on.refused(() => on.rows(text)), text).toMatchObject({ code: '42501' });
      expect(await holds()).toBe(held);
      // Permitted changes still work.
      expect(await change(on, below.id, { name: 'Renamed' })).toMatchObject({ status: 'applied' });
    }
  });

  scenario('the last active owner cannot be deactivated, demoted or deleted', async (on) => {
    await on.asDatabaseOwner();
    const owner = await roleOf(on, 'Owner');
    for (const attempt of [
      'update public.profiles set active = false where role_id = $1',
      "update public.profiles set role_id = (select id from public.roles where name = 'Cashier') where role_id = $1",
      'delete from public.profiles where role_id = $1',
    ]) {
      expect(await on.refused(() => on.rows(attempt, owner)), attempt).toMatchObject({
        code: expect.stringMatching(/^PT409|23503$/) as string,
        message: expect.stringMatching(/^last_owner|in_use/) as string,
      });
    }
    await on.as(people.owner);
    await change(on, people.manager, { role_id: owner });
    await on.as(people.manager);
    expect(await change(on, people.owner, { role_id: await roleOf(on, 'Cashier') })).toMatchObject({ status: 'applied' });
    await on.asDatabaseOwner();
    expect(await on.refused(() => on.rows('update public.profiles set active = false'))).toMatchObject({
      code: 'PT409',
      message: 'last_owner',
    });
  });

  scenario('a user who never worked can be deleted, but not one who signed in or is on a document', async (on) => {
    const fresh = await somebody(on, []);
    const worked = await somebody(on, []);
    await on.rows('update auth.users set last_sign_in_at = now() where id = $1', worked.id);
    await on.as(people.owner);
    const remove = (profile_id: string) => on.call('delete_user', { id: randomUUID(), profile_id, expected_version: 1 });
    expect(await on.refused(() => remove(worked.id))).toMatchObject({ code: 'PT409', message: 'user_has_worked' });
    const buyer = await somebody(on, []);
    await on.rows(
      'update public.purchase_orders set salesperson_id = $1 where id = (select id from public.purchase_orders limit 1)',
      buyer.id,
    );
    await on.as(people.owner);
    expect(await on.refused(() => remove(buyer.id))).toMatchObject({ code: 'PT409', message: 'user_has_worked' });
    expect(await remove(fresh.id)).toMatchObject({ status: 'pending', kind: 'delete' });
    expect(await on.value('select count(*) from public.profiles where id = $1', fresh.id)).toBe(1);
    await on.asDatabaseOwner();
    expect(await on.refused(() => on.rows('delete from auth.users where id = $1', worked.id))).toMatchObject({
      code: '23503',
      constraint_name: 'profiles_account_exists',
    });
    await on.rows('delete from auth.users where id = $1', fresh.id);
    expect(await on.rows('select from public.profiles where id = $1', fresh.id)).toEqual([]);
  });

  scenario('changes of users are in the audit log with their actor', async (on) => {
    await on.as(people.owner);
    const id = randomUUID();
    await on.call('change_user', { id, profile_id: people.cashier, person: { active: false }, expected_version: 1 });
    await auth(on, people.cashier, 'update auth.users set raw_app_meta_data = $2::text::jsonb where id = $1', named(id));
    expect(
      await on.rows(`select actor_id, action, changes from public.audit_log where table_name = 'profiles' order by id desc limit 1`),
    ).toEqual([{ actor_id: people.owner, action: 'update', changes: { active: [true, false] } }]);
    await on.as(people.owner);
    await change(on, people.cashier, { branches: [] }, 2);
    expect(
      await on.rows(`select actor_id, action, branch_id from public.audit_log where table_name = 'user_branches' order by id desc limit 1`),
    ).toEqual([{ actor_id: people.owner, action: 'delete', branch_id: branches.zamalek }]);
  });
});

describe('a session', () => {
  /** As Auth inserts it. */
  const begun = async (on: TestSession, person: string, device: string | null = null): Promise<string> => {
    await on.asDatabaseOwner();
    const id = randomUUID();
    await on.rows(
      `insert into auth.sessions (id, user_id, user_agent, created_at) values ($1, $2, $3, now() - interval '3 hours')`,
      id,
      person,
      device,
    );
    return id;
  };
  const within = async (on: TestSession, person: string, session_id: string) => {
    await on.as(person);
    await on.rows(`select set_config('request.jwt.claims', $1, true)`, JSON.stringify({ sub: person, role: 'authenticated', session_id }));
  };
  const told = async (on: TestSession, id: string): Promise<Row | undefined> => {
    await on.as(people.owner);
    return (await on.table('activity_page', { profile_ids: [people.cashier], page_size: 100 })).find((row) => row.id === id);
  };
  const lastSeen = async (on: TestSession, id: string, ago: string) => {
    await on.asDatabaseOwner();
    await on.rows('update public.user_sessions set last_seen_at = now() - $2::interval where id = $1', id, ago);
  };
  const renewed = (on: TestSession, id: string) =>
    on.rows(`update auth.sessions set refreshed_at = now() at time zone 'UTC' where id = $1`, id);

  scenario('is in the activity list from start to end, even if its client reports nothing', async (on) => {
    const id = await begun(on, people.cashier, 'A script');
    expect(await told(on, id)).toMatchObject({ actor: { id: people.cashier }, device: 'A script', state: 'online', signed_out_at: null });
    // Without reports from the client, token renewals count as activity.
    await lastSeen(on, id, '2 hours');
    expect(await told(on, id)).toMatchObject({ state: 'away' });
    await on.asDatabaseOwner();
    await renewed(on, id);
    expect(await told(on, id)).toMatchObject({ state: 'online' });
    await on.asDatabaseOwner();
    await on.rows('delete from auth.sessions where id = $1', id);
    expect(await told(on, id)).toMatchObject({ state: 'signed_out', signed_out_at: expect.any(Date) as Date });
  });

  scenario('whose client reports presence is not kept online by token renewals alone', async (on) => {
    const id = await begun(on, people.cashier);
    await within(on, people.cashier, id);
    await on.rows(`select set_config('request.headers', '{"user-agent": "Browser"}', true)`);
    await on.call('report_presence');
    expect(await told(on, id)).toMatchObject({ device: 'Browser', state: 'online' });
    await lastSeen(on, id, '2 hours');
    await renewed(on, id);
    expect(await told(on, id)).toMatchObject({ state: 'away' });
    await within(on, people.cashier, id);
    await on.call('report_presence');
    expect(await told(on, id)).toMatchObject({ state: 'online' });
  });

  scenario('shows in the list of users only with permission to view activity', async (on) => {
    const { id } = await somebody(on, []);
    const [first] = [await begun(on, id), await begun(on, id)];
    const listed = async () => (await on.table('user_page', { sort: 'created_at', descending: true })).find((row) => row.id === id);
    const [now, then] = await Promise.all([on.value('select now()'), on.value(`select now() - interval '3 hours'`)]);
    await on.as(people.owner);
    expect(await listed()).toMatchObject({ sessions_online: 2, signed_in_at: then, last_seen_at: now });
    await on.asDatabaseOwner();
    await on.rows('delete from auth.sessions where id = $1', first);
    await on.rows(`update public.user_sessions set last_seen_at = now() - interval '1 hour' where profile_id = $1 and id <> $2`, id, first);
    await on.as(people.owner);
    expect(await listed()).toMatchObject({ sessions_online: 0, signed_in_at: then, last_seen_at: now });
    await on.as((await somebody(on, ['management.users.view'])).id);
    expect(await listed()).toMatchObject({ sessions_online: 0, signed_in_at: null, last_seen_at: null });
  });

  scenario('starts even if it cannot be logged, or if its user has no profile', async (on) => {
    await on.asDatabaseOwner();
    const stranger = randomUUID();
    await on.rows(`insert into auth.users (id, email) values ($1, 'stranger@story.example')`, stranger);
    await begun(on, stranger);
    await on.rows('alter table public.user_sessions add constraint full_up check (false) not valid');
    const id = await begun(on, people.cashier);
    expect(await on.rows('select id from auth.sessions where user_id = any ($1)', [stranger, people.cashier])).toHaveLength(2);
    expect(await on.rows('select from public.user_sessions where id = $1 or profile_id = $2', id, stranger)).toEqual([]);
  });

  scenario('ends when the account is deactivated, and stays ended when it is reactivated', async (on) => {
    const before = await begun(on, people.cashier);
    const activate = (active: boolean) =>
      on.asDatabaseOwner().then(() => on.rows('update public.profiles set active = $2 where id = $1', people.cashier, active));
    const asks = async (session: string) => {
      await within(on, people.cashier, session);
      await on.rows('select private.require_session()');
    };
    await asks(before);
    await activate(false);
    expect(await told(on, before)).toMatchObject({ state: 'signed_out' });
    expect(await on.refused(() => asks(before))).toMatchObject({ code: 'PT403', message: 'account_inactive' });
    const meanwhile = await begun(on, people.cashier);
    await activate(true);
    for (const session of [before, meanwhile]) {
      expect(await on.refused(() => asks(session))).toMatchObject({ code: 'PT401', message: 'session_ended' });
      expect(await told(on, session)).toMatchObject({ state: 'signed_out' });
    }
    await asks(await begun(on, people.cashier));
    // Another change of the user ends no session.
    const id = await begun(on, people.cashier);
    await on.rows(`update public.profiles set name = 'Youssef', active = true where id = $1`, people.cashier);
    await asks(id);
  });
});

describe('the list of users', () => {
  scenario('matches every word in name, e-mail or phone, and filters by role, branch and status', async (on) => {
    await on.as(people.owner);
    await change(on, people.cashier, { phone: '+20 155 777' });
    const names = async (asked: Row) => (await on.table<{ name: string }>('user_page', asked)).map(({ name }) => name);
    expect(await names({ words: 'youssef 777' })).toEqual(['Youssef Magdy']);
    expect(await names({ words: 'CASHIER@' })).toEqual(['Youssef Magdy']);
    expect(await names({ words: 'منى' })).toEqual(['Mona Hassan']);
    expect(await names({ role_ids: [await roleOf(on, 'Buyer')] })).toEqual(['Omar Nabil']);
    expect((await names({ at_branch_ids: [branches.warehouse] })).sort()).toEqual(['Heba Ali', 'Mona Hassan', 'Nadia Fouad', 'Omar Nabil']);
    expect(await names({ is_active: false })).toEqual([]);
    expect(await names({ sort: 'email', page_size: 2 })).toEqual(['Heba Ali', 'Nadia Fouad']);
    expect(await on.call('user_count', { words: 'a' })).toBe(7);
    expect(await on.refused(() => on.table('user_page', { sort: 'role' }))).toMatchObject({ message: 'sort_unknown' });
  });
});

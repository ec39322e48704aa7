import { describe, expect } from 'vitest';
import { branches, databaseOwner, people, scenario } from '../database.ts';
import { randomUUID } from 'node:crypto';

const tables = async (): Promise<string[]> =>
  (
    await databaseOwner()`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') and relacl::text ~ 'authenticated'`
  ).map((row) => String(row.name));

describe('permissions', () => {
  scenario('revoking a permission takes effect on the next statement', async (on) => {
    await on.as(people.storekeeper);
    expect(await on.value<number>('select count(*) from public.brands')).toBeGreaterThan(0);
    await on.revokePermission(people.storekeeper, 'inventory.brands.view');
    expect(await on.value('select count(*) from public.brands')).toBe(0);
  });

  scenario('granting a permission takes effect on the next statement', async (on) => {
    await on.as(people.storekeeper);
    expect(await on.refused(() => on.rows(`insert into public.brands (name) values ('New brand')`))).toMatchObject({ code: '42501' });
    await on.asDatabaseOwner();
    await on.rows(
      `insert into public.role_permissions select role_id, 'inventory.brands.create' from public.profiles where id = $1`,
      people.storekeeper,
    );
    await on.as(people.storekeeper);
    await on.rows(`insert into public.brands (name) values ('New brand')`);
  });

  scenario('a deactivated user can read no row and call no function', async (on) => {
    await on.asDatabaseOwner();
    await on.rows('update public.profiles set role_id = (select id from public.roles where is_owner) where id = $1', people.auditor);
    await on.rows('update public.profiles set active = false where id = $1', people.owner);
    await on.as(people.owner);
    for (const table of await tables()) expect(await on.value(`select count(*) from public.${table}`), table).toBe(0);
    expect(await on.value(`select count(*) from storage.objects`)).toBe(0);
    expect(await on.refused(() => on.call('me'))).toMatchObject({ code: 'PT403', message: 'account_inactive' });
    expect(await on.refused(() => on.table('product_page'))).toMatchObject({ code: 'PT403', message: 'permission_missing' });
    expect(await on.refused(() => on.call('dashboard'))).toMatchObject({ code: 'PT403' });
    expect(await on.refused(() => on.rows(`insert into public.brands (name) values ('Late')`))).toMatchObject({ code: '42501' });
  });

  scenario('an inactive role grants nothing, and the owner role cannot be deactivated', async (on) => {
    await on.asDatabaseOwner();
    await on.rows('update public.roles set active = false where id = (select role_id from public.profiles where id = $1)', people.manager);
    await on.as(people.manager);
    expect(await on.value('select count(*) from public.brands')).toBe(0);
    expect(await on.refused(() => on.table('product_page'))).toMatchObject({ code: 'PT403', message: 'permission_missing' });
    expect(await on.call('me')).toMatchObject({ permissions: [] });
    await on.asDatabaseOwner();
    expect(await on.refused(() => on.rows('update public.roles set active = false where is_owner'))).toMatchObject({
      code: '23514',
      constraint_name: 'roles_owner_active',
    });
    await on.rows('update public.roles set active = true');
    await on.as(people.manager);
    expect(await on.value<number>('select count(*) from public.brands')).toBeGreaterThan(0);
  });

  scenario('a user without a profile can read nothing', async (on) => {
    await on.as(randomUUID());
    for (const table of await tables()) expect(await on.value(`select count(*) from public.${table}`), table).toBe(0);
    expect(await on.refused(() => on.call('me'))).toMatchObject({ message: 'account_inactive' });
  });

  scenario('an anonymous user is refused by every table and call', async (on) => {
    await on.asDatabaseOwner();
    await on.rows('set local role anon');
    for (const table of await tables()) {
      expect(await on.refused(() => on.rows(`select from public.${table}`)), table).toMatchObject({ code: '42501' });
    }
    expect(await on.refused(() => on.call('me'))).toMatchObject({ code: '42501' });
    expect(await on.refused(() => on.rows(`select private.can('inventory.brands.view')`))).toMatchObject({ code: '42501' });
  });

  scenario('do not allow writing roles, permissions, users or branches through the tables', async (on) => {
    await on.as(people.owner);
    for (const attempt of [
      `update public.profiles set role_id = role_id`,
      `update public.user_branches set access = 'work'`,
      `insert into public.user_branches values ('${people.owner}', '${branches.zamalek}', 'work')`,
      `insert into public.role_permissions select id, 'inventory.costs.view' from public.roles`,
      `delete from public.role_permissions`,
      `update public.roles set is_owner = true`,
      `insert into public.permissions (name) values ('a.b.c')`,
      `delete from public.audit_log`,
      `update public.stock_levels set quantity = 1`,
      `update public.products set price = 1`,
      `truncate public.brands`,
    ]) {
      expect(await on.refused(() => on.rows(attempt)), attempt).toMatchObject({ code: '42501' });
    }
  });

  scenario('do not allow calling the internal functions that write', async (on) => {
    await on.as(people.owner);
    for (const attempt of [
      `select private.move_stock('{}', 'transfer', gen_random_uuid())`,
      `select private.save_variants(gen_random_uuid(), '[]', true)`,
      `select private.next_number('TR', gen_random_uuid())`,
      `select private.make_first_owner(gen_random_uuid(), 'x', 'x@example.com')`,
      `select public.make_first_owner(gen_random_uuid(), 'x', 'x@example.com')`,
      `select * from private.document_numbers`,
      `select * from private.check_invariants()`,
    ]) {
      expect(await on.refused(() => on.rows(attempt)), attempt).toMatchObject({ code: '42501' });
    }
  });
});

describe('access to branches', () => {
  scenario('viewing a branch allows reading it, and working in it allows writing', async (on) => {
    await on.as(people.manager);
    expect(await on.value<number>('select count(*) from public.stock_levels where branch_id = $1', branches.maadi)).toBeGreaterThan(0);
    const variant = await on.value<string>('select id from public.variants limit 1');
    const entry = (branch_id: string) =>
      on.call('post_stock_entry', { id: randomUUID(), kind: 'opening', branch_id, lines: [{ variant_id: variant, quantity: 1 }] });
    await entry(branches.zamalek);
    expect(await on.refused(() => entry(branches.maadi))).toMatchObject({ code: 'PT403', message: 'branch_view_only' });
    expect(await on.refused(() => entry(branches.warehouse))).toMatchObject({ code: 'PT404', message: 'branch_not_found' });
    expect(await on.refused(() => entry(randomUUID()))).toMatchObject({ code: 'PT404', message: 'branch_not_found' });
  });

  scenario('granting and revoking a branch takes effect on the next statement', async (on) => {
    const seen = () => on.value<number>('select count(*) from public.stock_levels where branch_id = $1', branches.maadi);
    await on.as(people.storekeeper);
    expect(await seen()).toBe(0);
    await on.asDatabaseOwner();
    await on.rows(`insert into public.user_branches values ($1, $2, 'view')`, people.storekeeper, branches.maadi);
    await on.as(people.storekeeper);
    expect(await seen()).toBeGreaterThan(0);
    await on.asDatabaseOwner();
    await on.rows('delete from public.user_branches where profile_id = $1 and branch_id = $2', people.storekeeper, branches.maadi);
    await on.as(people.storekeeper);
    expect(await seen()).toBe(0);
  });

  scenario('the owner has access to every branch, including a new one', async (on) => {
    await on.as(people.owner);
    const id = await on.value<string>(`insert into public.branches (name, code) values ('Heliopolis', 'HEL') returning id`);
    expect(await on.value(`select $1 = any (private.branch_ids('work'))`, id)).toBe(true);
  });

  scenario('a branch can be changed, closed and deleted only by users who work in it', async (on) => {
    await on.asDatabaseOwner();
    await on.rows(
      `insert into public.role_permissions select role_id, 'settings.branches.delete' from public.profiles where id = $1`,
      people.manager,
    );
    const bare = await on.value<string>(`insert into public.branches (name, code) values ('Bare', 'BAR') returning id`);
    await on.as(people.manager);
    for (const id of [branches.maadi, branches.warehouse, bare]) {
      for (const change of [`code = 'MINE'`, 'day_start = 13', 'active = false', `name = 'Mine'`]) {
        expect(await on.rows(`update public.branches set ${change} where id = $1 returning id`, id), change).toEqual([]);
      }
      expect(await on.rows('delete from public.branches where id = $1 returning id', id)).toEqual([]);
    }
    expect(
      await on.rows(`update public.branches set address = '26 July Street', active = false where id = $1 returning id`, branches.zamalek),
    ).toHaveLength(1);
    expect(await on.rows(`update public.branches set active = true where id = $1 returning id`, branches.zamalek)).toHaveLength(1);
  });

  scenario('the user who creates a branch works in it, and nobody else does', async (on) => {
    await on.as(people.manager);
    expect(await on.refused(() => on.rows(`insert into public.branches (name, code) values ('Heliopolis', 'HEL')`))).toMatchObject({
      code: '42501',
    });
    await on.asDatabaseOwner();
    await on.rows(
      `insert into public.role_permissions select role_id, 'settings.branches.create' from public.profiles where id = $1`,
      people.manager,
    );
    await on.as(people.manager);
    const id = await on.value<string>(`insert into public.branches (name, code) values ('Heliopolis', 'HEL') returning id`);
    expect(await on.rows('select profile_id, access from public.user_branches where branch_id = $1', id)).toEqual([
      { profile_id: people.manager, access: 'work' },
    ]);
    expect(await on.rows(`update public.branches set day_start = 6 where id = $1 returning id`, id)).toHaveLength(1);
    expect(await on.value(`select $1 = any (private.branch_ids('work'))`, id)).toBe(true);
    await on.as(people.owner);
    await on.rows(`insert into public.branches (name, code) values ('Owned', 'OWN')`);
    await on.asDatabaseOwner();
    expect(
      await on.value(`select count(*) from public.user_branches where branch_id = (select id from public.branches where code = 'OWN')`),
    ).toBe(0);
  });

  scenario('a user without branches gets an empty list, never null', async (on) => {
    await on.as(randomUUID());
    expect(await on.value(`select private.branch_ids('view')`)).toEqual([]);
    expect(await on.value(`select private.permissions()`)).toEqual([]);
    expect(await on.value(`select private.can(null) is true`)).toBe(false);
    expect(await on.value(`select private.branch_ids(null)`)).toEqual([]);
  });
});

describe('data about users', () => {
  scenario('`me` returns the user’s profile, role, permissions, branches and business', async (on) => {
    await on.as(people.storekeeper);
    const me = await on.call<{
      profile: object;
      role: { name: string; is_owner: boolean };
      permissions: string[];
      branches: { id: string; access: string }[];
      business: object;
    }>('me');
    expect(me.profile).toMatchObject({ id: people.storekeeper, name: 'Salma Adel', email: 'storekeeper@darnour.example' });
    expect(me.role).toMatchObject({ name: 'Storekeeper', is_owner: false });
    expect(me.branches).toMatchObject([{ id: branches.zamalek, access: 'work' }]);
    expect(me.permissions).toContain('inventory.stock.adjust');
    expect(me.permissions).not.toContain('inventory.costs.view');
    expect(me.business).toMatchObject({ currency: 'EGP', currency_decimals: 2 });
  });

  scenario('colleagues’ names are visible, but e-mail and branches only with permission to view users', async (on) => {
    await on.as(people.cashier);
    expect(await on.value('select count(*) from public.profiles')).toBe(7);
    expect(await on.rows('select profile_id from public.profile_contacts')).toEqual([{ profile_id: people.cashier }]);
    expect(await on.rows('select distinct profile_id from public.user_branches')).toEqual([{ profile_id: people.cashier }]);
    await on.as(people.manager);
    expect(await on.value('select count(*) from public.profile_contacts')).toBe(7);
  });

  scenario('the first owner can be created without signing in only while no owner exists', async (on) => {
    await on.asDatabaseOwner();
    const make = () => on.rows(`select private.make_first_owner($1, 'Second', 'second@example.com')`, randomUUID());
    expect(await on.refused(make)).toMatchObject({ code: 'PT409', message: 'owner_exists' });
  });

  scenario('an unknown time zone is refused for a branch and for the business', async (on) => {
    await on.as(people.owner);
    expect(await on.refused(() => on.rows(`update public.business set time_zone = 'Africa/Atlantis'`))).toMatchObject({
      code: 'PT400',
      message: 'time_zone_unknown',
    });
    expect(await on.refused(() => on.rows(`update public.branches set time_zone = 'Cairo'`))).toMatchObject({
      message: 'time_zone_unknown',
    });
    await on.rows(`update public.business set time_zone = 'Europe/Berlin'`);
  });

  scenario('the business is a single row that authorised users can change, but not add or delete', async (on) => {
    await on.as(people.owner);
    expect(await on.refused(() => on.rows(`insert into public.business (name) values ('Another')`))).toMatchObject({ code: '42501' });
    expect(await on.refused(() => on.rows(`delete from public.business`))).toMatchObject({ code: '42501' });
    await on.as(people.manager);
    expect(await on.rows(`update public.business set name = 'Mine' returning id`)).toEqual([]);
  });
});

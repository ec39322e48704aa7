/* Over HTTP and concurrently: a lost permission is lost at the next request, a role preview shows no more than
   that role and writes nothing, and the last owner stays. */
import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startStack, type RunningStack } from '../../stack/stack.ts';
import { ConcurrentUsers, refusals, type Work } from './concurrent-users.ts';
import { branches, connect, people, untilBlocked } from './database.ts';

let stack: RunningStack;
let sql: Sql;
beforeAll(async () => {
  stack = await startStack();
  sql = connect(stack.databaseUrl, 50);
});
afterAll(async () => {
  await sql?.end({ timeout: 2 });
  await stack?.stop();
});
afterEach(async () => expect([...(await sql`select * from private.check_invariants()`)]).toEqual([]));

const users = new ConcurrentUsers(() => sql);
const roleOf = async (name: string) => String((await sql`select id from public.roles where name = ${name}`)[0]?.id);

async function enter(role: string, headers: Record<string, string> = {}): Promise<string> {
  const { email, password } = stack.accounts.find((one) => one.role === role)!;
  const answer = await fetch(`${stack.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: stack.publishableKey, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ email, password }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}
async function ask(token: string, method: string, path: string, { body, ...headers }: { body?: unknown } & Record<string, unknown> = {}) {
  const answer = await fetch(`${stack.url}${path}`, {
    method,
    headers: {
      apikey: stack.publishableKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(headers as Record<string, string>),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: (text === '' ? null : JSON.parse(text)) as Record<string, unknown> & unknown[] };
}
const rpc = (token: string, name: string, body: object = {}, headers: object = {}) =>
  ask(token, 'POST', `/rest/v1/rpc/${name}`, { body, ...headers });

describe('a role preview', () => {
  test('limits every endpoint to permissions held by both the role and the user', async () => {
    const [owner, manager] = [await enter('Owner'), await enter('Manager')];
    const as = async (role: string) => ({ 'x-preview-role': await roleOf(role) });
    const cashier = await as('Cashier');
    const me = await rpc(owner, 'me', {}, cashier);
    expect(me.body).toMatchObject({ previewing: true, profile: { id: people.owner }, role: { name: 'Cashier', is_owner: false } });
    const held = (await sql`select permission from public.role_permissions where role_id = ${cashier['x-preview-role']}`).map(
      ({ permission }) => String(permission),
    );
    expect([...(me.body.permissions as string[])].sort()).toEqual(held.sort());
    expect((me.body.branches as unknown[]).length).toBe(4);
    expect((await ask(owner, 'GET', '/rest/v1/suppliers?select=id')).body.length).toBeGreaterThan(0);
    expect((await ask(owner, 'GET', '/rest/v1/suppliers?select=id', cashier)).body).toEqual([]);
    expect((await ask(owner, 'GET', '/rest/v1/product_costs?select=product_id', cashier)).body).toEqual([]);
    expect(await rpc(owner, 'purchase_page', {}, cashier)).toMatchObject({ status: 403, body: { message: 'permission_missing' } });
    expect((await rpc(owner, 'product_page', {}, cashier)).status).toBe(200);
    // Never more than the user's own permissions: previewing the owner role adds none, and previewing requires
    // permission to view roles.
    await sql`insert into public.role_permissions select id, 'management.roles.view' from public.roles where name = 'Manager'`;
    const wide = await rpc(manager, 'me', {}, await as('Owner'));
    expect([...(wide.body.permissions as string[])].sort()).toEqual([...((await rpc(manager, 'me')).body.permissions as string[])].sort());
    expect((wide.body.branches as unknown[]).length).toBe(3);
    await sql`delete from public.role_permissions where permission = 'management.roles.view' and role_id = ${await roleOf('Manager')}`;
    expect(await rpc(manager, 'me', {}, cashier)).toMatchObject({ status: 403, body: { message: 'permission_missing' } });
    for (const [given, status, code] of [
      ['x', 400, 'value_invalid'],
      [randomUUID(), 404, 'role_not_found'],
    ] as const)
      expect(await rpc(owner, 'me', {}, { 'x-preview-role': given })).toMatchObject({ status, body: { message: code } });
  });

  test('writes nothing by any method or call, not even as the owner role', async () => {
    const owner = await enter('Owner');
    const header = { 'x-preview-role': await roleOf('Owner') };
    const [brand] = await sql`select id, name, version from public.brands limit 1`;
    const before = await sql`select max(id) as last from public.audit_log`;
    for (const [method, path, body] of [
      ['POST', '/rest/v1/brands', { name: `Preview ${randomUUID()}` }],
      ['PATCH', `/rest/v1/brands?id=eq.${brand?.id}`, { name: 'Preview' }],
      ['DELETE', `/rest/v1/brands?id=eq.${brand?.id}`, undefined],
      ['POST', '/rest/v1/rpc/save_role', { id: randomUUID(), role: { name: 'Preview' }, permissions: [] }],
      ['POST', '/rest/v1/rpc/save_product', { id: randomUUID(), product: { name: 'Preview', price: 1 }, variants: [] }],
      [
        'POST',
        '/rest/v1/rpc/post_stock_entry',
        {
          id: randomUUID(),
          kind: 'opening',
          branch_id: branches.zamalek,
          lines: [{ variant_id: (await sql`select id from public.variants limit 1`)[0]?.id, quantity: 1 }],
        },
      ],
      ['POST', '/rest/v1/rpc/report_presence', {}],
    ] as const)
      expect(await ask(owner, method, path, { body, ...header }), `${method} ${path}`).toMatchObject({
        status: 405,
        body: { code: '25006' },
      });
    expect(await sql`select max(id) as last from public.audit_log`).toEqual(before);
    // The next request without the header has the caller's own permissions again.
    expect((await ask(owner, 'PATCH', `/rest/v1/brands?id=eq.${brand?.id}`, { body: { name: brand?.name } })).status).toBe(204);
  });
});

describe('sessions', () => {
  test('are listed with the current one marked, and an ended one is refused from then on', async () => {
    const [here, there] = [await enter('Buyer'), await enter('Buyer')];
    for (const token of [here, there])
      expect((await rpc(token, 'report_presence', {}, { 'user-agent': 'Browser of the buyer' })).status).toBe(204);
    type Session = { id: string; is_current: boolean; device: string };
    const sessions = (await rpc(here, 'own_sessions')).body as unknown as Session[];
    expect(sessions.slice(0, 2)).toMatchObject([
      { is_current: true, device: 'Browser of the buyer' },
      { is_current: false, device: 'Browser of the buyer' },
    ]);
    const [own, other] = [sessions[0]!.id, sessions[1]!.id];
    expect(await rpc(here, 'end_sessions', { ids: [own] })).toMatchObject({ status: 200, body: 0 });
    expect(await rpc(await enter('Cashier'), 'end_sessions', { ids: [own, other] })).toMatchObject({ body: 0 });
    expect(await rpc(here, 'end_sessions', { ids: [other, own] })).toMatchObject({ status: 200, body: 1 });
    expect(await rpc(there, 'me')).toMatchObject({ status: 401, body: { message: 'session_ended' } });
    expect((await ask(there, 'GET', '/rest/v1/brands?select=id')).status).toBe(401);
    expect((await rpc(here, 'me')).status).toBe(200);
    const told = (await rpc(await enter('Owner'), 'activity_page', { profile_ids: [people.buyer] })).body as unknown as {
      id: string;
      state: string;
    }[];
    expect(told.find(({ id }) => id === other)).toMatchObject({ state: 'signed_out', actor: { name: 'Omar Nabil' } });
    expect(told.find(({ id }) => id === own)).toMatchObject({ state: 'online', signed_out_at: null });
  });

  const sessionOf = (token: string) =>
    (JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { session_id: string }).session_id;

  test('are in the activity list from sign-in to sign-out, even if the client reports nothing', async () => {
    const [owner, script] = [await enter('Owner'), await enter('Storekeeper', { 'user-agent': 'A script' })];
    const told = async () =>
      ((await rpc(owner, 'activity_page', { profile_ids: [people.storekeeper] })).body as unknown as { id: string }[]).find(
        ({ id }) => id === sessionOf(script),
      );
    expect(await told()).toMatchObject({ actor: { name: 'Salma Adel' }, device: 'A script', state: 'online', signed_out_at: null });
    expect((await ask(script, 'POST', '/auth/v1/logout?scope=local')).status).toBe(204);
    expect(await told()).toMatchObject({ state: 'signed_out', signed_out_at: expect.any(String) as string });
    expect(await rpc(script, 'me')).toMatchObject({ status: 401, body: { message: 'session_ended' } });
  });

  test('are updated at most once in four minutes', async () => {
    const token = await enter('Accountant');
    await rpc(token, 'report_presence');
    const seen = async () =>
      (
        await sql`select id, last_seen_at, signed_out_at from public.user_sessions where profile_id = ${people.accountant} order by signed_in_at desc limit 1`
      )[0];
    const first = await seen();
    await rpc(token, 'report_presence');
    expect(await seen()).toEqual(first);
    await sql`update public.user_sessions set last_seen_at = now() - interval '5 minutes', signed_in_at = now() - interval '1 hour' where id = ${first?.id}`;
    await rpc(token, 'report_presence');
    expect((await seen())?.last_seen_at.getTime()).toBeGreaterThan(Date.now() - 60_000);
  });
});

describe('concurrent changes of users', () => {
  test('leave one owner when four are demoted fifty times', async () => {
    const owner = await roleOf('Owner');
    const four = [people.owner, people.manager, people.buyer, people.accountant];
    await sql`update public.profiles set role_id = ${owner} where id = any (${four as unknown as string[]})`;
    const cashier = await roleOf('Cashier');
    const works = Array.from(
      { length: 50 },
      (_, index): Work =>
        (on) =>
          on.call('change_user', {
            id: randomUUID(),
            profile_id: four[(index + 1 + (index % 3)) % 4],
            person: { role_id: cashier },
            expected_version: 2,
          }),
    );
    const outcomes = await users.atOnce(works, (index) => four[index % 4] as string);
    expect(outcomes.filter((outcome) => 'ok' in outcome)).toHaveLength(3);
    expect(
      [...new Set(refusals(outcomes))].filter((one) => !/permission_missing|person_above|changed_meanwhile|access_is_own/.test(one)),
    ).toEqual([]);
    expect(Number((await sql`select count(*) from public.profiles where role_id = ${owner} and active`)[0]?.count)).toBe(1);
    // The same with direct updates in concurrent transactions.
    await sql`update public.profiles set role_id = ${owner} where id = any (${four as unknown as string[]})`;
    const direct = await Promise.allSettled(
      four.map((id) =>
        sql.begin(async (transaction) => {
          await transaction`update public.profiles set active = false where id = ${id}`;
          await new Promise((resolve) => setTimeout(resolve, 50));
        }),
      ),
    );
    expect(direct.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  });

  /** While this runs, changes of users wait, as for another administrator. */
  const meanwhile = (held: (transaction: Sql) => Promise<void>) =>
    sql.begin(async (transaction) => {
      await transaction`select from public.roles where is_owner for no key update`;
      await held(transaction as unknown as Sql);
    });

  test('are checked against the user’s latest state after waiting', async () => {
    const [owner, cashier] = [await roleOf('Owner'), await roleOf('Cashier')];
    // The remaining owner may differ after the previous test; one stays when the cashier no longer is one.
    await sql`update public.profiles set active = true, role_id = ${owner} where id in (${people.owner}, ${people.cashier})`;
    await sql`update public.profiles set active = true, role_id = ${await roleOf('Manager')} where id = ${people.manager}`;
    const version = Number((await sql`select version from public.profiles where id = ${people.cashier}`)[0]?.version);
    let asked: Promise<unknown> = Promise.resolve();
    await meanwhile(async (transaction) => {
      asked = users
        .act(people.manager, 'change_user', {
          id: randomUUID(),
          profile_id: people.cashier,
          person: { role_id: owner },
          expected_version: version + 1,
        })
        .catch((refusal: Error) => refusal.message);
      await untilBlocked(transaction);
      await transaction`update public.profiles set role_id = ${cashier} where id = ${people.cashier}`;
    });
    expect(await asked).toBe('role_above');
  });

  test('do not block changing an owner’s name', async () => {
    await sql`update public.profiles set active = true, role_id = ${await roleOf('Owner')} where id = ${people.owner}`;
    await meanwhile(async () => {
      await sql.begin(async (other) => {
        await other`set local lock_timeout = '2s'`;
        await other`update public.profiles set name = name || '.' where id = ${people.owner}`;
      });
    });
  });

  test('succeed only once if they take the same name', async () => {
    const named = [people.storekeeper, people.buyer, people.accountant, people.auditor];
    await sql`update public.profiles set active = true where id = any (${named})`;
    const works: Work[] = named.map(
      (id): Work =>
        async (on) =>
          on.call('save_own_profile', {
            profile: { name: 'Nadia Fouad' },
            expected_version: await on.value('select version from public.profiles where id = $1', id),
          }),
    );
    const outcomes = await users.atOnce(works, (index) => named[index]!);
    expect(refusals(outcomes)).toEqual(Array.from({ length: 3 }, () => 'PT409 name_taken'));
  });

  test('either follow or prevent a grant of the permission that they revoke', async () => {
    const ids = Array.from({ length: 20 }, () => randomUUID());
    await sql`update public.profiles set active = true`;
    const owner = (await sql`select p.id from public.profiles p join public.roles r on r.id = p.role_id where r.is_owner limit 1`)[0]
      ?.id as string;
    const [granting, role] = [people.storekeeper, randomUUID()];
    await sql`insert into public.roles (id, name) values (${role}, 'Granting')`;
    await sql`insert into public.role_permissions select ${role}, unnest(array['management.roles.create', 'inventory.costs.view'])`;
    await sql`update public.profiles set role_id = ${role} where id = ${granting}`;
    const works: Work[] = [
      ...ids.map(
        (id): Work =>
          (on) =>
            on.call('save_role', { id, role: { name: `Granted ${id}` }, permissions: ['inventory.costs.view'] }),
      ),
      (on) => on.call('save_role', { id: role, role: { name: 'Granting' }, permissions: ['management.roles.create'], expected_version: 1 }),
    ];
    const outcomes = await users.atOnce(works, (index) => (index === 20 ? owner : granting));
    expect('ok' in outcomes[20]!).toBe(true);
    const taken = (await sql`select updated_at from public.roles where id = ${role}`)[0]?.updated_at as Date;
    for (const outcome of outcomes.slice(0, 20)) expect('ok' in outcome || outcome.refused.message === 'permission_not_held').toBe(true);
    expect(taken).toBeInstanceOf(Date);
    expect(outcomes.filter((outcome) => 'ok' in outcome).length - 1).toBe(
      Number((await sql`select count(*) from public.roles where name like 'Granted %'`)[0]?.count),
    );
  });
});

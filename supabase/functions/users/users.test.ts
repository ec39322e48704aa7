import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startStack, type RunningStack } from '../../../stack/stack.ts';
import { branches, people } from '../../tests/database.ts';

/* The function with a controlled connection to the project: killed between any two steps, and retried. */

let stack: RunningStack;
let handle: (request: Request) => Promise<Response>;
const tokens = new Map<string, string>();
const realFetch = fetch;

beforeAll(async () => {
  stack = await startStack();
  vi.stubGlobal('Deno', {
    env: {
      get: (name: string) =>
        ({ SUPABASE_URL: stack.apiUrl, SUPABASE_PUBLISHABLE_KEY: stack.publishableKey, SUPABASE_SECRET_KEY: stack.secretKey })[name],
    },
    serve: (given: typeof handle) => (handle = given),
  });
  await import('./index.ts');
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await stack.stop();
});

let calls: string[];
/** Handles the next call on its way to the project. */
let line: (go: () => Promise<Response>, index: number) => Promise<Response>;
beforeEach(() => {
  calls = [];
  line = (go) => go();
  vi.spyOn(console, 'error').mockReturnValue();
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    calls.push(`${init.method} ${url.replace(stack.apiUrl, '').replace(/[0-9a-f]{8}-[\w-]+/, '…')}`);
    return line(() => realFetch(url, init), calls.length);
  });
});
afterEach(async () => {
  vi.mocked(console.error).mockRestore();
  expect([...(await stack.sql`select * from private.check_invariants()`)]).toEqual([]);
});

async function tokenOf(role: string): Promise<string> {
  if (tokens.has(role)) return tokens.get(role)!;
  const { email, password } = stack.accounts.find((one) => one.role === role)!;
  const answer = await enter(email, password);
  tokens.set(role, (answer.body as { access_token: string }).access_token);
  return tokens.get(role)!;
}
const tokenFor = (grant: string, body: object) =>
  realFetch(`${stack.apiUrl}/auth/v1/token?grant_type=${grant}`, {
    method: 'POST',
    headers: { apikey: stack.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
async function enter(email: string, password: string) {
  const answer = await tokenFor('password', { email, password });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
const renew = async (refresh_token: string) => (await tokenFor('refresh_token', { refresh_token })).status;
async function asked(body: object, role = 'Owner', headers: Record<string, string> = {}) {
  const answer = await handle(
    new Request('http://function', {
      method: 'POST',
      headers: { authorization: `Bearer ${await tokenOf(role)}`, ...headers },
      body: JSON.stringify(body),
    }),
  );
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
const rpc = async (name: string, token: string) => {
  const answer = await realFetch(`${stack.apiUrl}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { apikey: stack.publishableKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

let cashier: string;
beforeAll(async () => {
  cashier = String((await stack.sql`select id from public.roles where name = 'Cashier'`)[0]?.id);
});
const unique = () => randomUUID().slice(0, 8);
const userRequest = (more: object = {}, own = {}) => {
  const run = unique();
  return {
    id: randomUUID(),
    profile_id: randomUUID(),
    action: 'save',
    password: `temp-${run}`,
    expected_version: null,
    person: {
      name: `Person ${run}`,
      email: `person.${run}@darnour.example`,
      role_id: cashier,
      branches: [{ branch_id: branches.zamalek, access: 'work' }],
      ...own,
    },
    ...more,
  };
};
/** What exists of a user: the account, the profile with its contact and branches. */
const halves = async (id: string) =>
  (
    await stack.sql`
  select (select count(*)::int from auth.users where id = ${id}) as account, (select count(*)::int from public.profiles where id = ${id}) as profile,
    (select count(*)::int from public.profile_contacts where profile_id = ${id}) as contact, (select count(*)::int from public.user_branches where profile_id = ${id}) as places`
  )[0];
const whole = { account: 1, profile: 1, contact: 1, places: 1 };
const none = { account: 0, profile: 0, contact: 0, places: 0 };

/** The invitations to an email, oldest first, as their subjects and the tokens of their links. */
function invitationsTo(email: string) {
  const folder = join(stack.dataDir, 'mails');
  return readdirSync(folder)
    .filter((name) => name.endsWith(`-${email}.txt`))
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      return { subject: /Subject: (.*)/.exec(text)?.[1], token: /\/login\?invitation=(\w+)/.exec(text)?.[1] };
    });
}
const accept = (token_hash: string | undefined) =>
  realFetch(`${stack.apiUrl}/auth/v1/verify`, {
    method: 'POST',
    headers: { apikey: stack.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'invite', token_hash }),
  });

class Killed extends Error {}
const steps = ['POST /rest/v1/rpc/change_user', 'POST /auth/v1/admin/users', 'POST /rest/v1/rpc/change_user'];

describe('a new user', () => {
  it('is created in three calls and signs in with the temporary password to choose another', async () => {
    const new_one = userRequest();
    expect(await asked(new_one)).toEqual({
      status: 200,
      body: { status: 'applied', id: new_one.profile_id, kind: 'create', version: 1, invite: null },
    });
    expect(calls).toEqual(steps);
    expect(await asked(new_one)).toMatchObject({ status: 200, body: { status: 'applied', version: 1 } });
    expect(calls).toHaveLength(4);
    expect(await halves(new_one.profile_id)).toEqual(whole);

    const { body } = await enter(new_one.person.email, new_one.password);
    const token = String(body.access_token);
    expect(await rpc('me', token)).toMatchObject({ status: 403, body: { message: 'password_temporary' } });
    const chosen = await realFetch(`${stack.apiUrl}/auth/v1/user`, {
      method: 'PUT',
      headers: { apikey: stack.publishableKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ password: 'my own choice' }),
    });
    expect(chosen.status).toBe(200);
    expect(await rpc('me', token)).toMatchObject({
      status: 200,
      body: { profile: { name: new_one.person.name }, role: { name: 'Cashier' } },
    });
  });

  describe.each([0, 1, 2, 3])('killed after %i of its calls', (survives) => {
    it.each(['before the next one left', 'before its answer came'])(
      '%s, is never half created, and a retry creates it once',
      async (when) => {
        const new_one = userRequest();
        line = async (go, at) => {
          if (at <= survives) return go();
          if (when === 'before its answer came' && at === survives + 1) await go();
          throw new Killed();
        };
        await asked(new_one).catch(() => undefined);
        expect([whole, none]).toContainEqual(await halves(new_one.profile_id));
        line = (go) => go();
        expect(await asked(new_one)).toMatchObject({ status: 200, body: { status: 'applied', id: new_one.profile_id, version: 1 } });
        expect(await halves(new_one.profile_id)).toEqual(whole);
        expect((await enter(new_one.person.email, new_one.password)).status).toBe(200);
      },
    );
  });

  it('is created once by ten concurrent identical requests', async () => {
    const new_one = userRequest();
    const answers = await Promise.all(Array.from({ length: 10 }, () => asked(new_one)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${String(body.status)}`))).toEqual(new Set(['200 applied']));
    expect(await halves(new_one.profile_id)).toEqual(whole);
  });

  it('is not created if the database or Auth refuses it, with their error codes', async () => {
    for (const [given, status, code] of [
      [userRequest({ password: 'short' }), 400, 'weak_password'],
      [userRequest({ password: 'x'.repeat(73) }), 400, 'weak_password'],
      // 72 bytes at most: an Arabic letter has two.
      [userRequest({ password: 'ب'.repeat(37) }), 400, 'weak_password'],
      [userRequest({ password: null, language: 'fr' }), 400, 'request_invalid'],
      [userRequest({}, { email: 'owner@darnour.example' }), 409, 'email_taken'],
      [userRequest({}, { email: 'none' }), 400, 'value_invalid'],
      [userRequest({}, { role_id: randomUUID() }), 404, 'role_not_found'],
      [userRequest({ profile_id: people.cashier }), 404, 'user_not_found'],
      [userRequest({ id: 'x' }), 400, 'request_invalid'],
      [userRequest({ action: 'promote' }), 400, 'request_invalid'],
      [userRequest({}, { branches: [{ branch_id: branches.maadi, access: 'own' }] }), 400, 'value_invalid'],
    ] as const) {
      expect(await asked(given), code).toMatchObject({ status, body: { code } });
      if (given.profile_id !== people.cashier) expect(await halves(given.profile_id), code).toEqual(none);
    }
    // A user without a profile has the email, which only Auth knows.
    const email = `dangling.${unique()}@darnour.example`;
    await stack.sql`insert into auth.users (id, email) values (${randomUUID()}, ${email})`;
    expect(await asked(userRequest({}, { email }))).toMatchObject({ status: 409, body: { code: 'email_taken' } });
  });

  it('is not created without the permission, or with a higher role, branch or unknown field', async () => {
    for (const role of ['Storekeeper', 'Auditor', 'Accountant'])
      expect(await asked(userRequest(), role), role).toMatchObject({ status: 403, body: { code: 'permission_missing' } });
    const owner = String((await stack.sql`select id from public.roles where is_owner`)[0]?.id);
    expect(await asked(userRequest({}, { role_id: owner }), 'Manager')).toMatchObject({ status: 403, body: { code: 'role_above' } });
    expect(await asked(userRequest({}, { branches: [{ branch_id: branches.warehouse, access: 'view' }] }), 'Manager')).toMatchObject({
      status: 403,
      body: { code: 'branch_not_held' },
    });
    for (const [field, value] of Object.entries({ password_temporary: false, is_owner: true, version: 9 }))
      expect(await asked(userRequest({}, { [field]: value }), 'Manager')).toMatchObject({
        status: 400,
        body: { code: 'field_unknown', values: { field } },
      });
    const made = userRequest({ made_by: people.owner });
    expect(await asked(made, 'Manager')).toMatchObject({ status: 200, body: { version: 1 } });
    expect(await stack.sql`select password_temporary, created_by from public.profiles where id = ${made.profile_id}`).toMatchObject([
      { password_temporary: true, created_by: people.manager },
    ]);
    expect(calls.filter((call) => call.includes('/auth/'))).toHaveLength(1);
  });
});

describe('an invited user', () => {
  const invited = (more: object = {}) => userRequest({ password: null, language: 'ar', ...more });
  const again = (profile_id: string) => ({ profile_id, action: 'invite' });

  it('is created and invited in the requested language, and joins by a link that works once', async () => {
    const one = invited();
    const { email } = one.person;
    expect(await asked(one)).toEqual({
      status: 200,
      body: { status: 'applied', id: one.profile_id, kind: 'create', version: 1, invite: email },
    });
    expect(calls).toEqual([...steps, 'POST /auth/v1/invite']);
    expect(await halves(one.profile_id)).toEqual(whole);
    const [mail, ...more] = invitationsTo(email);
    expect([mail?.subject, more]).toEqual(['دعوة إلى دفتر', []]);
    const answer = await accept(mail?.token);
    expect(answer.status).toBe(200);
    const { access_token } = (await answer.json()) as { access_token: string };
    expect(await rpc('me', access_token)).toMatchObject({ status: 200, body: { profile: { name: one.person.name } } });
    expect((await accept(mail?.token)).status).toBe(403);
    expect(await asked(one)).toMatchObject({ status: 200, body: { status: 'applied', invite: null } });
    expect(await asked(again(one.profile_id))).toMatchObject({ status: 409, body: { code: 'invitation_accepted' } });
    expect(invitationsTo(email)).toHaveLength(1);
  });

  it.each([0, 1, 2, 3, 4])(
    'killed after %i of its calls, is never half created, and a retry creates and invites them',
    async (survives) => {
      const one = invited();
      line = async (go, at) => {
        if (at > survives) throw new Killed();
        return go();
      };
      const first = await asked(one).catch(() => undefined);
      expect([whole, none]).toContainEqual(await halves(one.profile_id));
      if (survives === 3) expect(first).toMatchObject({ status: 502, body: { code: 'invitation_not_sent' } });
      line = (go) => go();
      expect(await asked(one)).toMatchObject({ status: 200, body: { status: 'applied', version: 1, invite: one.person.email } });
      expect((await accept(invitationsTo(one.person.email).at(-1)?.token)).status).toBe(200);
    },
  );

  it('can be invited again, which invalidates the earlier link', async () => {
    const one = invited();
    await asked(one);
    calls = [];
    expect(await asked(again(one.profile_id))).toEqual({ status: 200, body: { id: one.profile_id, invite: one.person.email } });
    expect(calls).toEqual(['POST /rest/v1/rpc/invite_user', 'POST /auth/v1/invite']);
    const [first, second] = invitationsTo(one.person.email);
    expect((await accept(first?.token)).status).toBe(403);
    expect((await accept(second?.token)).status).toBe(200);
  });

  it('with a changed email is invited there, and the earlier link is invalid', async () => {
    const one = invited();
    await asked(one);
    const email = `moved.${unique()}@darnour.example`;
    expect(
      await asked({ id: randomUUID(), profile_id: one.profile_id, action: 'save', person: { email }, expected_version: 1 }),
    ).toMatchObject({ status: 200, body: { version: 2, invite: email } });
    expect((await accept(invitationsTo(one.person.email)[0]?.token)).status).toBe(403);
    expect((await accept(invitationsTo(email)[0]?.token)).status).toBe(200);
  });

  it('with a changed email cannot use the earlier link even if the new mail fails', async () => {
    const one = invited();
    await asked(one);
    line = async (go) => (calls.at(-1)?.endsWith('/invite') ? Response.json({}, { status: 500 }) : go());
    expect(
      await asked({
        id: randomUUID(),
        profile_id: one.profile_id,
        action: 'save',
        person: { email: `moved.${unique()}@darnour.example` },
        expected_version: 1,
      }),
    ).toMatchObject({ status: 502, body: { code: 'invitation_not_sent' } });
    expect((await accept(invitationsTo(one.person.email)[0]?.token)).status).toBe(403);
  });

  it('can get a temporary password instead, which invalidates the link', async () => {
    const one = invited();
    await asked(one);
    expect(
      (await asked({ id: randomUUID(), profile_id: one.profile_id, action: 'save', password: 'temporary after all', expected_version: 1 }))
        .body,
    ).toMatchObject({ status: 'applied', invite: null });
    expect((await accept(invitationsTo(one.person.email)[0]?.token)).status).toBe(403);
    const { body } = await enter(one.person.email, 'temporary after all');
    expect(await rpc('me', String(body.access_token))).toMatchObject({ status: 403, body: { message: 'password_temporary' } });
  });

  it('is saved even if Auth sends no mail, and the reason is returned', async () => {
    for (const [status, body, told, code] of [
      [429, { error_code: 'over_email_send_rate_limit', msg: 'email rate limit exceeded' }, 429, 'invitation_delayed'],
      [
        429,
        { error_code: 'over_email_send_rate_limit', msg: 'For security purposes, you can only request this after 51 seconds.' },
        429,
        'invitation_just_sent',
      ],
      [500, { error_code: 'unexpected_failure' }, 502, 'invitation_not_sent'],
    ] as const) {
      const one = invited();
      line = async (go) => (calls.at(-1)?.endsWith('/invite') ? Response.json(body, { status }) : go());
      expect(await asked(one)).toMatchObject({ status: told, body: { code } });
      expect(await halves(one.profile_id)).toEqual(whole);
      line = (go) => go();
      expect((await asked(again(one.profile_id))).status).toBe(200);
    }
  });

  it('cannot use the link while deactivated, nor after deletion', async () => {
    const one = invited();
    await asked(one);
    const switched = (active: boolean, expected_version: number) =>
      asked({ id: randomUUID(), profile_id: one.profile_id, action: 'save', person: { active }, expected_version });
    const token = invitationsTo(one.person.email)[0]?.token;
    await switched(false, 1);
    expect(await (await accept(token)).json()).toMatchObject({ error_code: 'user_banned' });
    expect(await asked(again(one.profile_id))).toMatchObject({ status: 409, body: { code: 'user_inactive' } });
    await switched(true, 2);
    const other = invited();
    await asked(other);
    expect(await asked({ id: randomUUID(), profile_id: other.profile_id, action: 'delete', expected_version: 1 })).toMatchObject({
      status: 200,
    });
    expect((await accept(invitationsTo(other.person.email)[0]?.token)).status).toBe(403);
    expect((await accept(token)).status).toBe(200);
  });

  it('created as inactive is invited when activated', async () => {
    const one = invited();
    const { person, profile_id } = { ...one, person: { ...one.person, active: false } };
    expect(await asked({ ...one, person })).toMatchObject({ status: 200, body: { status: 'applied', invite: null } });
    expect(invitationsTo(person.email)).toEqual([]);
    expect(await asked({ id: randomUUID(), profile_id, action: 'save', person: { active: true }, expected_version: 1 })).toMatchObject({
      status: 200,
      body: { invite: person.email },
    });
    expect((await accept(invitationsTo(person.email)[0]?.token)).status).toBe(200);
  });

  it('changed or deleted while the mail is sent leaves no account at the earlier email', async () => {
    for (const leave of [{ action: 'save', person: { email: `moved.${unique()}@darnour.example` } }, { action: 'delete' }]) {
      const one = invited();
      await asked(one);
      calls = [];
      line = async (go) => {
        if (calls.at(-1)?.endsWith('/invite')) {
          line = (later) => later();
          await asked({ id: randomUUID(), profile_id: one.profile_id, expected_version: 1, ...leave });
        }
        return go();
      };
      expect(await asked(again(one.profile_id))).toMatchObject({ status: 502, body: { code: 'invitation_not_sent' } });
      expect([...(await stack.sql`select id from auth.users where email = ${one.person.email}`)]).toEqual([]);
      for (const { token } of invitationsTo(one.person.email)) expect((await accept(token)).status).toBe(403);
    }
  });

  it('is not invited without the permission, or in a role preview', async () => {
    const one = invited();
    await asked(one);
    calls = [];
    expect(await asked(again(one.profile_id), 'Storekeeper')).toMatchObject({ status: 403, body: { code: 'permission_missing' } });
    expect(
      await asked(again(one.profile_id), 'Owner', {
        'x-preview-role': String((await stack.sql`select id from public.roles where is_owner`)[0]?.id),
      }),
    ).toMatchObject({ status: 405, body: { code: 'preview_read_only' } });
    expect(calls.filter((call) => call.includes('/auth/'))).toEqual([]);
  });
});

describe('an existing user', () => {
  const save = (profile_id: string, person: object, expected_version: number, more: object = {}) => ({
    id: randomUUID(),
    profile_id,
    action: 'save',
    person,
    expected_version,
    ...more,
  });

  it('loses access immediately when deactivated, and needs a new sign-in when activated', async () => {
    const one = userRequest();
    await asked(one);
    await stack.sql`update public.profiles set password_temporary = false where id = ${one.profile_id}`;
    const { body } = await enter(one.person.email, one.password);
    const token = String(body.access_token);
    expect((await rpc('me', token)).status).toBe(200);
    const off = save(one.profile_id, { active: false }, 2);
    expect(await asked(off)).toMatchObject({ status: 200, body: { version: 3 } });
    expect(await rpc('me', token)).toMatchObject({ status: 403, body: { message: 'account_inactive' } });
    expect(await enter(one.person.email, one.password)).toMatchObject({ status: 400, body: { error_code: 'user_banned' } });
    expect(await asked(save(one.profile_id, { active: true }, 3))).toMatchObject({ status: 200, body: { version: 4 } });
    expect(await rpc('me', token)).toMatchObject({ status: 401, body: { message: 'session_ended' } });
    expect(await renew(String(body.refresh_token))).toBe(400);
    expect(await rpc('me', String((await enter(one.person.email, one.password)).body.access_token))).toMatchObject({ status: 200 });
  });

  it('is signed out everywhere by a new temporary password', async () => {
    const one = userRequest();
    await asked(one);
    await stack.sql`update public.profiles set password_temporary = false where id = ${one.profile_id}`;
    const token = String((await enter(one.person.email, one.password)).body.access_token);
    expect((await rpc('me', token)).status).toBe(200);
    expect(await asked(save(one.profile_id, {}, 2, { password: 'another temporary' }))).toMatchObject({ status: 200 });
    expect(await rpc('me', token)).toMatchObject({ status: 401, body: { message: 'session_ended' } });
    expect((await enter(one.person.email, one.password)).status).toBe(400);
    expect(await rpc('me', String((await enter(one.person.email, 'another temporary')).body.access_token))).toMatchObject({
      status: 403,
      body: { message: 'password_temporary' },
    });
  });

  it('can get a second temporary password before using the first', async () => {
    const one = userRequest();
    await asked(one);
    expect(await asked(save(one.profile_id, {}, 1, { password: 'another temporary' }))).toMatchObject({
      status: 200,
      body: { status: 'applied' },
    });
    expect((await enter(one.person.email, one.password)).status).toBe(400);
    expect(await rpc('me', String((await enter(one.person.email, 'another temporary')).body.access_token))).toMatchObject({
      status: 403,
      body: { message: 'password_temporary' },
    });
  });

  it('changes email, state and name together, or not at all if the function is killed', async () => {
    const one = userRequest();
    await asked(one);
    const email = `moved.${unique()}@darnour.example`;
    const move = save(one.profile_id, { name: 'Moved', email, active: false }, 1);
    const seen = async () =>
      (
        await stack.sql`
      select p.name, p.active, c.email, u.email as account, u.banned_until is not null as banned from public.profiles p
      join public.profile_contacts c on c.profile_id = p.id join auth.users u on u.id = p.id where p.id = ${one.profile_id}`
      )[0];
    const before = await seen();
    calls = [];
    line = async (go, at) => {
      if (at > 1) throw new Killed();
      return go();
    };
    await asked(move).catch(() => undefined);
    expect(await seen()).toEqual(before);
    line = (go) => go();
    expect(await asked(move)).toMatchObject({ status: 200, body: { version: 2 } });
    expect(await seen()).toEqual({ name: 'Moved', active: false, email, account: email, banned: true });
  });

  it('changed meanwhile is not overwritten, even during the request', async () => {
    const one = userRequest();
    await asked(one);
    calls = [];
    line = async (go, at) => {
      // Somebody else's change comes in between.
      if (at === 2) await stack.sql`update public.profiles set name = 'Theirs' where id = ${one.profile_id}`;
      return go();
    };
    expect(await asked(save(one.profile_id, { email: `late.${unique()}@darnour.example`, name: 'Mine' }, 1))).toMatchObject({
      status: 409,
      body: { code: 'changed_meanwhile', values: { version: 2 } },
    });
    expect(
      await stack.sql`select p.name, u.email from public.profiles p join auth.users u on u.id = p.id where p.id = ${one.profile_id}`,
    ).toEqual([{ name: 'Theirs', email: one.person.email }]);
  });

  it('is deleted with the account only if they never signed in', async () => {
    const [one, other] = [userRequest(), userRequest()];
    await asked(one);
    await asked(other);
    const remove = (id: string) => ({ id: randomUUID(), profile_id: id, action: 'delete', expected_version: 1 });
    const removal = remove(one.profile_id);
    line = async (go, at) => {
      if (at === calls.length && calls.at(-1)?.startsWith('DELETE')) throw new Killed();
      return go();
    };
    expect(await asked(removal)).toMatchObject({ status: 503, body: { code: 'auth_unreachable' } });
    expect(await halves(one.profile_id)).toEqual(whole);
    line = (go) => go();
    expect(await asked(removal)).toMatchObject({ status: 200, body: { status: 'applied' } });
    expect(await halves(one.profile_id)).toEqual(none);
    expect(await asked(removal)).toMatchObject({ status: 200, body: { status: 'applied' } });
    await enter(other.person.email, other.password);
    expect(await asked(remove(other.profile_id))).toMatchObject({ status: 409, body: { code: 'user_has_worked' } });
    expect(await halves(other.profile_id)).toEqual(whole);
  });
});

it('a role preview changes nothing', async () => {
  const one = userRequest();
  expect(await asked(one, 'Owner', { 'x-preview-role': cashier })).toMatchObject({ status: 403, body: { code: 'permission_missing' } });
  const owner = String((await stack.sql`select id from public.roles where is_owner`)[0]?.id);
  expect(await asked(one, 'Owner', { 'x-preview-role': owner })).toMatchObject({ status: 405, body: { code: 'preview_read_only' } });
  expect(await halves(one.profile_id)).toEqual(none);
});

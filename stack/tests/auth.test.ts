import { createClient } from '@supabase/supabase-js';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startStack, type RunningStack } from '../stack.ts';

let stack: RunningStack;
const known = 'amal@sample.example';
const password = 'sample-password';

beforeAll(async () => {
  stack = await startStack({ supabase: join(import.meta.dirname, 'sample') });
});
afterAll(() => stack.stop());

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${stack.url}/auth/v1/${path}`, {
    method: 'POST',
    headers: { apikey: stack.publishableKey, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    redirect: 'manual',
  });
const enter = (email: string, given = password) => post('token?grant_type=password', { email, password: given });
const accounts = async () => (await stack.sql`select count(*)::int as n from auth.users`)[0]?.n as number;

describe('an account cannot be created', () => {
  const email = 'stranger@sample.example';
  const data = { email, password, data: {}, create_user: true, gotrue_meta_security: {} };
  const roads: [string, unknown][] = [
    ['signup', data],
    ['signup', { phone: '+201000000000', password }],
    ['signup', { data: {}, gotrue_meta_security: {} }],
    ['otp', data],
    ['otp', { email, options: { shouldCreateUser: true } }],
    ['otp', { phone: '+201000000000', create_user: true }],
    ['magiclink', data],
    ['invite', data],
    ['sso', { domain: 'sample.example' }],
    ['resend', { type: 'signup', email }],
    ['verify', { type: 'signup', email, token: '000000' }],
    ['verify', { type: 'invite', email, token: '000000' }],
    ['verify', { type: 'email', email, token: '000000' }],
    ['verify', { type: 'magiclink', email, token: '000000' }],
    ['token?grant_type=id_token', { provider: 'google', id_token: 'x.y.z' }],
    ['token?grant_type=pkce', { auth_code: 'x', code_verifier: 'y' }],
    ['token?grant_type=web3', { chain: 'ethereum', message: 'x', signature: 'y' }],
    ['token?grant_type=password', data],
    ['callback', { code: 'x', state: 'y' }],
    ['callback', 'not json'],
    ['admin/users', data],
    ['admin/generate_link', { type: 'signup', ...data }],
    ['factors', {}],
    ['passkeys', data],
    ['%6ftp', data],
    ['otp/', data],
    ['/otp', data],
    ['x/../otp', data],
  ];
  for (const [path, body] of roads) {
    test(`by ${path} ${JSON.stringify(body).slice(0, 60)}`, async () => {
      const before = await accounts();
      const answer = await post(path, body);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(await accounts()).toBe(before);
    });
  }

  for (const path of ['authorize?provider=google', 'callback?code=x&state=y', 'verify?type=signup&token=x', 'sso/saml/metadata']) {
    test(`by the address ${path}`, async () => {
      const answer = await fetch(`${stack.url}/auth/v1/${path}`, { headers: { apikey: stack.publishableKey }, redirect: 'manual' });
      expect(answer.headers.get('location') ?? '').not.toContain('access_token');
      expect(answer.status === 303 || answer.status >= 400).toBe(true);
      expect(await accounts()).toBe(2);
    });
  }

  test('by requesting a new password for an unknown email, which gets the same response', async () => {
    const bodies = await Promise.all(
      [email, known].map(async (asked) => {
        const answer = await post('recover', { email: asked });
        return [answer.status, await answer.text()];
      }),
    );
    expect(bodies[0]).toEqual(bodies[1]);
    expect(await accounts()).toBe(2);
  });

  test('by the client library, which gets the error codes of a hosted project', async () => {
    const client = createClient(stack.url, stack.publishableKey, { auth: { persistSession: false } });
    expect((await client.auth.signInWithOtp({ email })).error?.code).toBe('signup_disabled');
    expect((await client.auth.signUp({ email, password })).error?.code).toBe('signup_disabled');
    expect((await client.auth.signInAnonymously()).error?.code).toBe('signup_disabled');
  });
});

test('a password of more than 72 bytes is refused, even with fewer letters', async () => {
  const { access_token } = (await (await enter(known)).json()) as { access_token: string };
  const answer = await fetch(`${stack.url}/auth/v1/user`, {
    method: 'PUT',
    headers: { apikey: stack.publishableKey, authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ password: 'ب'.repeat(37) }),
  });
  expect([answer.status, await answer.json()]).toMatchObject([400, { error_code: 'validation_failed' }]);
});

describe('renewing a session', () => {
  const refreshToken = async () => ((await (await enter(known)).json()) as { refresh_token: string }).refresh_token;
  const renew = (refresh_token: string) => post('token?grant_type=refresh_token', { refresh_token });
  const renewed = async (token: string) => ((await (await renew(token)).json()) as { refresh_token: string }).refresh_token;

  test('again with the same token after a lost response returns the same new token, however late', async () => {
    const first = await refreshToken();
    const second = await renewed(first);
    expect(second).not.toBe(first);
    expect(await renewed(first)).toBe(second);
    await stack.sql`update auth.refresh_tokens set updated_at = now() - interval '1 day' where token = ${first}`;
    expect(await renewed(first)).toBe(second);
    expect((await renew(second)).status).toBe(200);
  });

  test('with a token older than the last one ends the session', async () => {
    const first = await refreshToken();
    const second = await renewed(first);
    const third = await renewed(second);
    await stack.sql`update auth.refresh_tokens set updated_at = now() - interval '1 minute' where token = ${first}`;
    const refused = await renew(first);
    expect([refused.status, await refused.json()]).toMatchObject([400, { error_code: 'refresh_token_already_used' }]);
    expect((await renew(third)).status).toBe(400);
  });

  test('too often from one address is rate-limited for every session', async () => {
    const token = await refreshToken();
    const answers = await Promise.all(Array.from({ length: 20 }, () => renew(token)));
    const refused = answers.find(({ status }) => status === 429);
    expect(await refused?.json()).toMatchObject({ error_code: 'over_request_rate_limit' });
    expect((await renew(await refreshToken())).status).toBe(429);
  });
});

describe('guessing protection', () => {
  // Hashing is what takes time, so it must happen in both cases.
  test('hashes a wrong password even for an unknown email', async () => {
    const admin = postgres(stack.adminUrl, { max: 1, onnotice: () => undefined });
    await admin.unsafe(`alter system set track_functions = 'all'`);
    await admin`select pg_reload_conf()`;
    const hashes = async () =>
      Number((await admin`select coalesce(sum(calls), 0) as calls from pg_stat_user_functions where funcname = 'crypt'`)[0]?.calls);
    const before = await hashes();
    // A session may not know the setting yet, and reports its calls up to ten seconds late: then another attempt follows.
    const afterAttempt = async () => {
      expect((await enter('nobody@sample.example', 'wrong')).status).toBe(400);
      return hashes();
    };
    await expect.poll(afterAttempt, { timeout: 60_000, interval: 12_000 }).toBeGreaterThan(before);
    await admin.end();
  });

  test('answers a password reset for unknown and known emails alike', async () => {
    const answer = async (email: string) => {
      const sent = await post('recover', { email });
      return { status: sent.status, headers: [...sent.headers.keys()], body: await sent.text() };
    };
    expect(await answer('nobody@sample.example')).toEqual(await answer(known));
  });

  test('does not reveal a ban to somebody with a wrong password', async () => {
    await stack.sql`update auth.users set banned_until = now() + interval '1 day' where email = 'basil@sample.example'`;
    expect(await (await enter('basil@sample.example', 'wrong')).json()).toMatchObject({ error_code: 'invalid_credentials' });
    expect(await (await enter('basil@sample.example')).json()).toMatchObject({ error_code: 'user_banned' });
    await stack.sql`update auth.users set banned_until = null`;
  });

  test("refuses a banned user's emailed link, requested before or after the ban", async () => {
    const email = 'basil@sample.example';
    const ban = (until: string | null) => stack.sql`update auth.users set banned_until = ${until}::timestamptz where email = ${email}`;
    const tokenOf = async () => {
      expect((await post('recover', { email })).status).toBe(200);
      const folder = join(stack.dataDir, 'mails');
      const mail = readFileSync(
        join(
          folder,
          readdirSync(folder)
            .filter((name) => name.endsWith(`${email}.txt`))
            .sort()
            .at(-1) ?? '',
        ),
        'utf8',
      );
      return /token=(\w+)/.exec(mail)?.[1] ?? '';
    };
    const follow = (token: string) =>
      fetch(`${stack.url}/auth/v1/verify?type=recovery&token=${token}&redirect_to=${encodeURIComponent(stack.url)}`, {
        redirect: 'manual',
      });
    const before = await tokenOf();
    await ban('2200-01-01');
    const link = await follow(before);
    expect(link.headers.get('location')).toBe(`${stack.url}#error=access_denied&error_code=user_banned&error_description=User+is+banned`);
    const code = await post('verify', { type: 'recovery', token_hash: await tokenOf() });
    expect([code.status, await code.json()]).toMatchObject([400, { error_code: 'user_banned' }]);
    expect(await stack.sql`select from auth.sessions s join auth.users u on u.id = s.user_id where u.email = ${email}`).toHaveLength(0);
    await ban(null);
  });

  test('stores the browser that started a session', async () => {
    const answer = await post('token?grant_type=password', { email: known, password }, { 'user-agent': 'Browser of Amal' });
    const { access_token } = (await answer.json()) as { access_token: string };
    const { session_id } = JSON.parse(Buffer.from(access_token.split('.')[1]!, 'base64url').toString()) as { session_id: string };
    expect(await stack.sql`select user_agent from auth.sessions where id = ${session_id}`).toEqual([{ user_agent: 'Browser of Amal' }]);
  });

  test('refuses invalid bodies and passwords without a server error', async () => {
    for (const body of [
      '',
      '{',
      'null',
      '[]',
      '7',
      '{"email":7,"password":{}}',
      '{"email":"amal@sample.example","password":"a\\u0000b"}',
      '{"email":"a\\u0000@sample.example","password":"x"}',
    ]) {
      expect((await post('token?grant_type=password', body)).status).toBe(400);
    }
  });

  test('locks an email for five minutes after ten wrong passwords, and no other email', async () => {
    const tried = await Promise.all(Array.from({ length: 15 }, (_, n) => enter('carim@sample.example', `wrong ${n}`)));
    expect(tried.filter(({ status }) => status === 400)).toHaveLength(10);
    const [late] = tried.filter(({ status }) => status === 429);
    const wait = Number(late?.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(200);
    expect(wait).toBeLessThanOrEqual(300);
    expect(await late?.json()).toEqual({
      code: 429,
      error_code: 'over_request_rate_limit',
      msg: `Request rate limit reached; you can only request this after ${wait} seconds.`,
    });
    expect((await enter('CARIM@sample.example ', 'again')).status).toBe(429);
    expect((await enter(known)).status).toBe(200);
  });

  test('does not count right passwords', async () => {
    for (let n = 0; n < 12; n++) expect((await enter(known)).status).toBe(200);
    const atOnce = await Promise.all(Array.from({ length: 15 }, () => enter(known)));
    expect(new Set(atOnce.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test('limits an email, known or not, to three mails and says how long to wait', async () => {
    for (const email of ['dana@sample.example', 'emad@sample.example']) {
      for (let n = 0; n < 3; n++) expect((await post('recover', { email })).status).toBe(200);
      const refused = await post('recover', { email });
      expect([refused.status, await refused.json()]).toMatchObject([
        429,
        { error_code: 'over_email_send_rate_limit', msg: expect.stringMatching(/only request this after \d+ seconds/) },
      ]);
    }
  });

  test('limits mails to ever new emails without naming a time, because none was sent', async () => {
    let refused: Response | undefined;
    for (let n = 0; n < 60 && !refused; n++) {
      const answer = await post('recover', { email: `many${n}@sample.example` });
      if (answer.status !== 200) refused = answer;
    }
    expect([refused?.status, await refused?.json()]).toEqual([
      429,
      expect.objectContaining({ error_code: 'over_email_send_rate_limit', msg: 'email rate limit exceeded' }),
    ]);
  });

  test('limits guesses at ever new emails by address, ignoring forwarded headers', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 60; n++)
      statuses.push(
        (
          await post(
            'token?grant_type=password',
            { email: `guess${n}@sample.example`, password },
            { 'x-forwarded-for': `10.0.0.${n}`, 'x-client-ip': `10.0.1.${n}` },
          )
        ).status,
      );
    expect(statuses.at(-1)).toBe(429);
    expect(statuses.filter((status) => status !== 429 && status !== 400)).toEqual([]);
    expect((await post('verify', { type: 'recovery', email: known, token: '123456' })).status).toBe(429);
  });
});

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeData } from '../postgres-place.ts';
import { startStack, type RunningStack } from '../stack.ts';

const sample = join(import.meta.dirname, 'sample');
const options = { auth: { persistSession: false, autoRefreshToken: false } };
let stack: RunningStack;
let amal: SupabaseClient;
let service: SupabaseClient;

const signedIn = async (at: RunningStack, email: string, password = 'sample-password'): Promise<SupabaseClient> => {
  const client = createClient(at.url, at.publishableKey, options);
  const { error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return client;
};

beforeAll(async () => {
  stack = await startStack({ supabase: sample });
  amal = await signedIn(stack, 'amal@sample.example');
  service = createClient(stack.url, stack.secretKey, options);
});
afterAll(() => stack.stop());

describe('the database', () => {
  test("runs migrations as postgres, not a superuser, and records them in the CLI's history", async () => {
    const [role] = await stack.sql`select rolsuper, rolbypassrls, rolcreaterole from pg_roles where rolname = 'postgres'`;
    expect(role).toEqual({ rolsuper: false, rolbypassrls: true, rolcreaterole: true });
    const [table] = await stack.sql`select tableowner from pg_tables where tablename = 'notes'`;
    expect(table?.tableowner).toBe('postgres');
    const history =
      await stack.sql`select version, name, cardinality(statements) > 0 as kept from supabase_migrations.schema_migrations order by 1`;
    expect([...history]).toEqual([
      { version: '20260101000000', name: 'sample', kept: true },
      { version: '20260101000100', name: 'storage', kept: true },
    ]);
  });

  test('grants only what migrations granted, also after requests were answered', async () => {
    await amal.from('notes').select();
    await createClient(stack.url, stack.publishableKey, options).from('notes').select();
    const grants = await stack.sql`
      select grantee, table_name, privilege_type from information_schema.role_table_grants
      where table_schema = 'public' and grantee in ('anon', 'authenticated', 'service_role', 'PUBLIC') order by 1, 2, 3`;
    expect([...grants]).toEqual([
      { grantee: 'authenticated', table_name: 'notes', privilege_type: 'DELETE' },
      { grantee: 'authenticated', table_name: 'notes', privilege_type: 'INSERT' },
      { grantee: 'authenticated', table_name: 'notes', privilege_type: 'SELECT' },
    ]);
  });

  test('loads seed and demo data once', async () => {
    const [counts] =
      await stack.sql`select (select count(*)::int from public.seeded) as seeded, (select count(*)::int from public.hidden) as demo`;
    expect(counts).toEqual({ seeded: 1, demo: 1 });
  });
});

describe('the API', () => {
  test('returns numbers as numbers and timestamps in ISO format', async () => {
    const { data } = await amal.from('notes').insert({ plain: 1 }).select('amount, plain, at').single();
    expect(data).toEqual({ amount: 12.5, plain: 1, at: '2026-01-02T03:04:05.678+00:00' });
    const { data: totals } = await amal.rpc('totals');
    expect(totals).toEqual([{ total: 2.5, at: '2026-01-02T03:04:05+00:00' }]);
  });

  test('returns 400 with the constraint for a check violation, as PostgREST does', async () => {
    const { error, status } = await amal.from('notes').insert({ amount: -1 });
    expect(status).toBe(400);
    expect(error).toMatchObject({ code: '23514', message: expect.stringContaining('"notes_amount_positive"') });
  });

  test('keeps status, code, detail and hint of raised errors', async () => {
    const own = await amal.rpc('fail', { code: 'short' });
    expect(own.status).toBe(409);
    expect(own.error).toMatchObject({ code: 'PT409', message: 'short_stock', details: '{"left":3}' });
    const plain = await amal.rpc('fail', { code: 'plain' });
    expect(plain.status).toBe(400);
    expect(plain.error).toMatchObject({ code: 'P0001', message: 'plain trouble', details: 'more', hint: 'less' });
  });

  test('refuses requests by policies and missing grants', async () => {
    expect((await amal.from('notes').insert({ owner_id: '00000000-0000-7000-8000-000000000002' })).status).toBe(403);
    expect((await amal.from('hidden').select()).error?.code).toBe('42501');
    const anonymous = await createClient(stack.url, stack.publishableKey, options).from('notes').select();
    expect(anonymous.status).toBe(401);
    expect((await fetch(`${stack.url}/rest/v1/notes`)).status).toBe(401);
  });

  test('allows requests of other origins', async () => {
    const asked = await fetch(`${stack.url}/functions/v1/echo`, {
      method: 'OPTIONS',
      headers: { 'access-control-request-headers': 'authorization, x-own' },
    });
    expect(asked.status).toBe(204);
    expect(asked.headers.get('access-control-allow-headers')).toBe('authorization, x-own');
  });
});

describe('Storage', () => {
  const mine = '00000000-0000-7000-8000-000000000001';
  const paper = new Blob(['a paper'], { type: 'text/plain' });

  test('stores an upload with its type and returns it', async () => {
    const { error } = await amal.storage.from('papers').upload(`${mine}/a b.txt`, paper, { cacheControl: '60' });
    expect(error).toBeNull();
    const { data } = await amal.storage.from('papers').download(`${mine}/a b.txt`);
    expect(await data?.text()).toBe('a paper');
    const { data: signed } = await amal.storage.from('papers').createSignedUrl(`${mine}/a b.txt`, 60);
    const response = await fetch(signed?.signedUrl ?? '');
    expect(response.headers.get('content-type')).toContain('text/plain');
    expect(await response.text()).toBe('a paper');
    const { data: place } = await amal.storage.from('papers').createSignedUploadUrl(`${mine}/signed.txt`);
    expect((await amal.storage.from('papers').uploadToSignedUrl(`${mine}/signed.txt`, place?.token ?? '', paper)).error).toBeNull();
    const [kept] = await stack.sql`select metadata from storage.objects where name = ${`${mine}/a b.txt`}`;
    expect(kept?.metadata).toMatchObject({ mimetype: 'text/plain', size: 7, cacheControl: 'max-age=60' });
  });

  test('refuses uploads by policy, size and type', async () => {
    const other = '00000000-0000-7000-8000-000000000002';
    expect((await amal.storage.from('papers').upload(`${other}/b.txt`, paper)).error).toMatchObject({ statusCode: '403' });
    expect(
      (await amal.storage.from('papers').upload(`${mine}/c.txt`, new Blob(['x'.repeat(2000)], { type: 'text/plain' }))).error,
    ).toMatchObject({ statusCode: '413' });
    expect((await amal.storage.from('papers').upload(`${mine}/d.txt`, new Blob(['x'], { type: 'text/html' }))).error).toMatchObject({
      statusCode: '415',
    });
    const basil = await signedIn(stack, 'basil@sample.example');
    expect((await basil.storage.from('papers').download(`${mine}/a b.txt`)).error).not.toBeNull();
    expect((await amal.storage.from('papers').upload(`${mine}/../../up.txt`, paper)).error).not.toBeNull();
  });

  test('replaces and removes a file', async () => {
    const bucket = service.storage.from('papers');
    expect((await bucket.upload(`${mine}/e.txt`, new Blob(['1'], { type: 'text/plain' }))).error).toBeNull();
    expect((await bucket.upload(`${mine}/e.txt`, new Blob(['2'], { type: 'text/plain' }), { upsert: true })).error).toBeNull();
    expect(await (await bucket.download(`${mine}/e.txt`)).data?.text()).toBe('2');
    expect((await bucket.remove([`${mine}/e.txt`])).error).toBeNull();
    expect((await bucket.download(`${mine}/e.txt`)).error).not.toBeNull();
  });
});

describe('users', () => {
  test("stores a user's own metadata as JSON", async () => {
    const basil = await signedIn(stack, 'basil@sample.example');
    expect((await basil.auth.updateUser({ data: { language: 'ar' } })).data.user?.user_metadata).toMatchObject({ language: 'ar' });
    const [row] =
      await stack.sql`select raw_user_meta_data ->> 'language' as language from auth.users where email = 'basil@sample.example'`;
    expect(row).toEqual({ language: 'ar' });
  });

  test('refuses sign-up', async () => {
    const { error } = await createClient(stack.url, stack.publishableKey, options).auth.signUp({
      email: 'new@sample.example',
      password: 'sample-password',
    });
    expect(error?.code).toBe('signup_disabled');
  });

  test('the secret key creates, changes, bans, lists and deletes users; no other key does', async () => {
    const { data, error } = await service.auth.admin.createUser({
      email: 'Carim@Sample.example',
      password: 'first-password',
      email_confirm: true,
      user_metadata: { a: 1 },
    });
    expect(error).toBeNull();
    const id = data.user?.id ?? '';
    expect(data.user).toMatchObject({ email: 'carim@sample.example', user_metadata: { a: 1 } });
    await signedIn(stack, 'carim@sample.example', 'first-password');
    expect((await service.auth.admin.createUser({ email: 'carim@sample.example', password: 'first-password' })).error).toMatchObject({
      status: 422,
      code: 'email_exists',
    });
    expect(
      (await service.auth.admin.createUser({ email: `${'x'.repeat(400)}@sample.example`, password: 'first-password' })).error,
    ).toMatchObject({ status: 400, code: 'validation_failed' });
    expect((await service.auth.admin.createUser({ email: 'short@sample.example', password: 'short' })).error).toMatchObject({
      code: 'weak_password',
    });
    // 74 bytes.
    expect((await service.auth.admin.createUser({ email: 'long@sample.example', password: 'ب'.repeat(37) })).error).toMatchObject({
      status: 400,
      code: 'validation_failed',
    });

    expect((await service.auth.admin.updateUserById(id, { password: 'second-password', email: 'karim@sample.example' })).error).toBeNull();
    const karim = await signedIn(stack, 'karim@sample.example', 'second-password');
    expect((await service.auth.admin.updateUserById(id, { ban_duration: '24h' })).data.user?.banned_until).toBeTruthy();
    await expect(signedIn(stack, 'karim@sample.example', 'second-password')).rejects.toMatchObject({ code: 'user_banned' });
    expect((await karim.auth.refreshSession()).error).not.toBeNull();
    await service.auth.admin.updateUserById(id, { ban_duration: 'none' });
    await signedIn(stack, 'karim@sample.example', 'second-password');

    expect((await service.auth.admin.listUsers()).data.users.map(({ email }) => email)).toContain('karim@sample.example');
    expect((await amal.auth.admin.listUsers()).error?.status).toBe(401);
    expect((await service.auth.admin.deleteUser(id)).error).toBeNull();
    expect((await service.auth.admin.getUserById(id)).error?.status).toBe(404);
    await expect(signedIn(stack, 'karim@sample.example', 'second-password')).rejects.toMatchObject({ code: 'invalid_credentials' });
  });

  test('an invited user joins by the link only, once, within a day and unless banned', async () => {
    const call = async (path: string, body: object, key = stack.secretKey) => {
      const answer = await fetch(`${stack.url}/auth/v1/${path}`, {
        method: 'POST',
        headers: { apikey: key, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    };
    const email = 'ghada@sample.example';
    const folder = join(stack.dataDir, 'mails');
    const lastMail = () =>
      readFileSync(
        join(
          folder,
          readdirSync(folder)
            .filter((file) => file.endsWith(`${email}.txt`))
            .sort()
            .at(-1) ?? '',
        ),
        'utf8',
      );
    const token = () => new RegExp(`${stack.url}/login\\?invitation=(\\w{56})\\s`).exec(lastMail())?.[1];
    const verify = (token_hash: unknown) => call('verify', { type: 'invite', token_hash }, stack.publishableKey);

    expect((await call('invite', { email }, stack.publishableKey)).status).toBe(401);
    expect((await call('invite', { email: 'nobody' })).body).toMatchObject({ error_code: 'validation_failed' });
    expect((await call('invite', {})).status).toBe(400);
    expect(await call('invite', { email: 'amal@sample.example' })).toMatchObject({ status: 422, body: { error_code: 'email_exists' } });
    const made = await call('invite', { email: 'Ghada@sample.example', data: { language: 'ar' } });
    expect(made).toMatchObject({
      status: 200,
      body: { email, email_confirmed_at: null, invited_at: expect.any(String) as string, user_metadata: { language: 'ar' } },
    });
    expect(lastMail()).toContain('Subject: دعوة إلى دفتر\n');
    const first = token();
    // A known email that was never confirmed is invited again as the same user, and the first link becomes invalid.
    expect((await call('invite', { email })).body.id).toBe(made.body.id);
    expect(await verify(first)).toMatchObject({ status: 403, body: { error_code: 'otp_expired' } });

    const id = String(made.body.id);
    await service.auth.admin.updateUserById(id, { password: 'given-password' });
    await expect(signedIn(stack, email, 'given-password')).rejects.toMatchObject({ code: 'email_not_confirmed' });
    await service.auth.admin.updateUserById(id, { ban_duration: '24h' });
    expect((await verify(token())).body).toMatchObject({ error_code: 'user_banned' });
    await service.auth.admin.updateUserById(id, { ban_duration: 'none' });
    const sent = (ago: string) => stack.sql`update auth.users set confirmation_sent_at = now() - ${ago}::interval where id = ${id}`;
    await sent('25 hours');
    expect(await verify(token())).toMatchObject({ status: 403, body: { error_code: 'otp_expired' } });
    await sent('23 hours');
    expect(await verify(token())).toMatchObject({ status: 200, body: { access_token: expect.any(String) as string, user: { email } } });
    expect(await verify(token())).toMatchObject({ status: 403, body: { error_code: 'otp_expired' } });
    await signedIn(stack, email, 'given-password');
    expect((await call('invite', { email })).status).toBe(422);

    // An administrator can confirm an email, or not.
    const other = (await service.auth.admin.createUser({ email: 'hoda@sample.example', password: 'first-password' })).data.user?.id ?? '';
    await service.auth.admin.updateUserById(other, { email: 'huda@sample.example' });
    await expect(signedIn(stack, 'huda@sample.example', 'first-password')).rejects.toMatchObject({ code: 'email_not_confirmed' });
    await service.auth.admin.updateUserById(other, { email_confirm: true });
    await signedIn(stack, 'huda@sample.example', 'first-password');
  });

  test('refuses invalid users, pages and bodies without a server error', async () => {
    const ask = async (method: string, path: string, body?: string) =>
      (
        await fetch(`${stack.url}/auth/v1/admin/users${path}`, {
          method,
          body,
          headers: { apikey: stack.secretKey, 'content-type': 'application/json' },
        })
      ).status;
    const person = { email: 'odd@sample.example', password: 'first-password' };
    const odd = [
      [],
      null,
      'x',
      { ...person, email: 5 },
      { ...person, email: { a: 1 } },
      { ...person, email: 'a\0b@c.de' },
      { ...person, password: 12345678 },
      { ...person, password: ['long enough'] },
      { ...person, id: 'x' },
      { ...person, id: 7 },
      { ...person, user_metadata: 'x' },
      { ...person, user_metadata: [1] },
      { ...person, app_metadata: { a: ['\0'] } },
      { ...person, ban_duration: 24 },
      { ...person, email_confirm: 'yes' },
      { ...person, ban_duration: 'x' },
      { ...person, ban_duration: '9'.repeat(300) + 'h' },
    ];
    const [{ id }] = await stack.sql<[{ id: string }]>`select id from auth.users where email = 'basil@sample.example'`;
    for (const body of odd) {
      for (const [method, path] of [
        ['POST', ''],
        ['PUT', `/${id}`],
      ] as const)
        expect([method, body, await ask(method, path, JSON.stringify(body))]).toEqual([method, body, 400]);
    }
    expect(await ask('POST', '', '{')).toBe(400);
    for (const page of ['page=-1', 'page=1e300', 'per_page=-5', 'per_page=NaN', 'page=9999&per_page=9999'])
      expect([page, await ask('GET', `?${page}`)]).toEqual([page, 200]);
    expect(await stack.sql`select from auth.users where email like '%odd%'`).toHaveLength(0);
  });

  test('a password reset is written to a mail file with a link that signs in', async () => {
    const { error } = await createClient(stack.url, stack.publishableKey, options).auth.resetPasswordForEmail('basil@sample.example', {
      redirectTo: `${stack.url}/new-password`,
    });
    expect(error).toBeNull();
    const folder = join(stack.dataDir, 'mails');
    const name = readdirSync(folder).find((file) => file.includes('basil@sample.example.txt')) ?? '';
    const [link = ''] = /http:\S+/.exec(readFileSync(join(folder, name), 'utf8')) ?? [];
    expect(stack.log()).toContain('Mail to basil@sample.example');
    const response = await fetch(link, { redirect: 'manual' });
    expect(response.headers.get('location')).toMatch(new RegExp(`^${stack.url}/new-password#access_token=`));
  });
});

describe('edge functions', () => {
  test('read data as the caller and return their own status', async () => {
    const { data } = await amal.functions.invoke('echo', { body: 'hello' });
    expect(data).toMatchObject({ body: 'hello', error: null, path: '/echo', notes: [{ amount: 12.5 }] });
  });

  test('refuse a missing, invalid or wrongly signed token before they run', async () => {
    const call = (headers: Record<string, string>) => fetch(`${stack.url}/functions/v1/echo`, { method: 'POST', headers });
    expect((await call({})).status).toBe(401);
    expect((await call({ authorization: `Bearer ${stack.publishableKey}` })).status).toBe(401);
    const { data } = await amal.auth.getSession();
    const token = data.session?.access_token ?? '';
    expect((await call({ authorization: `Bearer ${token}` })).status).toBe(201);
    expect((await call({ authorization: `Bearer ${token.slice(0, -3)}abc` })).status).toBe(401);
  });

  test('skip the token check by verify_jwt = false, and unknown ones are 404', async () => {
    expect(await (await fetch(`${stack.url}/functions/v1/open`)).text()).toBe('open');
    expect((await fetch(`${stack.url}/functions/v1/none`)).status).toBe(404);
  });
});

describe('starting and stopping', () => {
  test('a killed stack loses no write that was answered', async () => {
    const dataDir = join(tmpdir(), `daftar-kept-${process.pid}`);
    const killed = await startStack({ supabase: sample, dataDir });
    const client = await signedIn(killed, 'amal@sample.example');
    const answered: string[] = [];
    const writing = (async () => {
      for (;;) {
        const { data, error } = await client.from('notes').insert({ plain: 1 }).select('id').single();
        if (error) return;
        answered.push(data.id as string);
      }
    })();
    while (answered.length < 25) await new Promise((resolve) => setTimeout(resolve, 5));
    await killed.kill9();
    await writing;
    const again = await startStack({ supabase: sample, dataDir });
    const kept = await again.sql<{ id: string }[]>`select id from public.notes`;
    const ids = new Set(kept.map(({ id }) => id));
    expect(answered.filter((id) => !ids.has(id))).toEqual([]);
    await again.stop();
    removeData(dataDir);
  });

  test('replaces a taken port, refuses a data directory in use, and leaves no process behind', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as { port: number };
    const other = await startStack({ supabase: sample, port, empty: true });
    expect(other.url).not.toContain(`:${port}`);
    expect(other.accounts).toEqual([]);
    await expect(startStack({ supabase: sample, dataDir: other.dataDir })).rejects.toThrow(other.url);
    expect((await fetch(`${other.url}/functions/v1/open`)).status).toBe(200);
    await other.stop();
    taken.close();
    const left = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry) && commandLine(entry).includes(other.dataDir));
    expect(left).toEqual([]);
  });
});

function commandLine(pid: string): string {
  const file = `/proc/${pid}/cmdline`;
  try {
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  } catch {
    return '';
  }
}

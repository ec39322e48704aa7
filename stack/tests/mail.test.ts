import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { configured } from '../config.ts';
import { faultsOf } from '../../checks/hosted-project.ts';
import { project } from '../paths.ts';
import { startStack, type RunningStack } from '../stack.ts';

const [real, sample] = [join(project, 'supabase/config.toml'), join(import.meta.dirname, 'sample/config.toml')];
let stack: RunningStack;

beforeAll(async () => {
  stack = await startStack({ supabase: join(import.meta.dirname, 'sample') });
});
afterAll(() => stack.stop());

async function mailTo(email: string): Promise<{ text: string; html: string }> {
  const answer = await fetch(`${stack.url}/auth/v1/recover?redirect_to=${encodeURIComponent(`${stack.url}/login?recovery=1`)}`, {
    method: 'POST',
    headers: { apikey: stack.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  expect(answer.status).toBe(200);
  return { text: lastMail(email, 'txt'), html: lastMail(email, 'html') };
}

function lastMail(email: string, kind: 'txt' | 'html'): string {
  const folder = join(stack.dataDir, 'mails');
  const names = readdirSync(folder).filter((name) => name.endsWith(`Z-${email}.${kind}`));
  return readFileSync(join(folder, names.sort().at(-1) ?? ''), 'utf8');
}

test('the stack uses the same mail templates and settings as a hosted project', () => {
  for (const [kind, link] of [
    ['recovery', '{{ .ConfirmationURL }}'],
    ['invite', '{{ .SiteURL }}/login?invitation={{ .TokenHash }}'],
    ['email_change', '{{ .ConfirmationURL }}'],
  ] as const) {
    const section = `auth.email.template.${kind}`;
    for (const name of ['subject', 'content_path']) expect(configured(sample, section, name)).toBe(configured(real, section, name));
    const template = readFileSync(join(project, configured(real, section, 'content_path') ?? ''), 'utf8');
    for (const part of [template, configured(real, section, 'subject')])
      expect(part).toMatch(/^\{\{ if eq \.Data\.language "ar" \}\}[\s\S]*\{\{ else \}\}[\s\S]*\{\{ end \}\}\s*$/);
    expect(template.split(`href="${link}"`)).toHaveLength(3);
    // The lifetime of the link, in both languages.
    expect(template.match(/24/g)).toHaveLength(2);
  }
  expect([sample, real].map((file) => configured(file, 'auth.email', 'otp_expiry'))).toEqual(['86400', '86400']);
  // The first setting has no effect without the second.
  for (const setting of ['double_confirm_changes', 'enable_confirmations'])
    expect([setting, configured(real, 'auth.email', setting)]).toEqual([setting, 'true']);
});

describe('a sign-in email', () => {
  const password = 'sample-password';
  const account = async (id: string) => (await stack.sql<{ email: string }[]>`select email from auth.users where id = ${id}`)[0]?.email;
  const auth = (method: string, path: string, body: unknown, token = stack.publishableKey) =>
    fetch(`${stack.url}/auth/v1/${path}`, {
      method,
      headers: { apikey: stack.publishableKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'manual',
    });
  const admin = (method: string, path: string, body: unknown) =>
    fetch(`${stack.url}/auth/v1/admin/users${path}`, {
      method,
      headers: { apikey: stack.secretKey, authorization: `Bearer ${stack.secretKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const enter = async (email: string) =>
    (await (await auth('POST', 'token?grant_type=password', { email, password })).json()) as { access_token?: string };
  const linkTo = (email: string) => {
    const [link = ''] = /http:\S+/.exec(lastMail(email, 'txt')) ?? [];
    return link;
  };
  const follow = async (link: string) => (await fetch(link, { redirect: 'manual' })).headers.get('location') ?? '';

  /** A user with an account who has requested another email. */
  async function asked(language = 'en') {
    const name = Math.random().toString(36).slice(2);
    const [before, after] = [`${name}@sample.example`, `${name}.new@sample.example`];
    const made = await admin('POST', '', { email: before, password, email_confirm: true, user_metadata: { language } });
    const { id } = (await made.json()) as { id: string };
    const { access_token = '' } = await enter(before);
    expect((await auth('PUT', 'user', { email: after }, access_token)).status).toBe(200);
    return { id, before, after, links: [linkTo(before), linkTo(after)] as [string, string] };
  }

  for (const first of [0, 1] as const) {
    test(`changes once the links to both emails were opened, the ${first ? 'new' : 'old'} one first`, async () => {
      const { id, before, after, links } = await asked();
      const opened = await follow(links[first]);
      expect(opened).not.toContain('access_token=');
      expect(decodeURIComponent(opened).replaceAll('+', ' ')).toContain('Please proceed to confirm link sent to the other email');
      expect(await account(id)).toBe(before);
      // The same link again does not count as the other one.
      expect(await follow(links[first])).toContain('otp_expired');
      expect(await account(id)).toBe(before);
      expect(await follow(links[1 - first] ?? '')).toContain('access_token=');
      expect(await account(id)).toBe(after);
      expect((await enter(after)).access_token).toBeTruthy();
      expect((await enter(before)).access_token).toBeUndefined();
    });
  }

  test('changes by the token codes of both links as well', async () => {
    const { id, before, after, links } = await asked();
    const codes = links.map((link) => new URL(link).searchParams.get('token'));
    const confirm = (token_hash: string | null | undefined) => auth('POST', 'verify', { type: 'email_change', token_hash });
    expect(await (await confirm(codes[1])).json()).toMatchObject({ code: '200', msg: expect.stringContaining('other email') });
    expect(await account(id)).toBe(before);
    expect(await (await confirm(codes[0])).json()).toHaveProperty('access_token');
    expect(await account(id)).toBe(after);
  });

  test('requested twice changes by the last two links only', async () => {
    const { id, before, links } = await asked();
    const { access_token = '' } = await enter(before);
    await follow(links[0]);
    const later = `later.${before}`;
    expect((await auth('PUT', 'user', { email: later }, access_token)).status).toBe(200);
    for (const link of links) expect(await follow(link)).toContain('otp_expired');
    await follow(linkTo(later));
    expect(await account(id)).toBe(before);
    await follow(linkTo(before));
    expect(await account(id)).toBe(later);
  });

  test('of a user banned in the meantime does not change', async () => {
    const { id, before, links } = await asked();
    await follow(links[0]);
    await stack.sql`update auth.users set banned_until = now() + interval '1 day' where id = ${id}`;
    expect(await follow(links[1])).not.toContain('access_token=');
    expect(await account(id)).toBe(before);
  });

  test('is changed immediately by an administrator with the secret key', async () => {
    const { id, before, after } = await asked();
    const changed = await admin('PUT', `/${id}`, { email: `set.${after}`, email_confirm: true });
    expect(changed.status).toBe(200);
    expect(await account(id)).toBe(`set.${after}`);
    expect((await enter(before)).access_token).toBeUndefined();
  });

  test("is confirmed in the user's language at both addresses", async () => {
    const { before, after } = await asked('ar');
    for (const email of [before, after]) {
      expect(lastMail(email, 'txt')).toContain('Subject: تأكيد بريدك الإلكتروني الجديد في دفتر\n');
      expect(lastMail(email, 'html')).toMatch(/^<div lang="ar" dir="rtl"/);
      expect(lastMail(email, 'html')).not.toContain('{{');
      for (const address of [before, after]) expect(lastMail(email, 'html')).toContain(address);
    }
  });
});

test("a password reset is mailed in the user's language", async () => {
  await stack.sql`update auth.users set raw_user_meta_data = '{"language": "ar"}' where email = 'basil@sample.example'`;
  const [amal, basil] = [await mailTo('amal@sample.example'), await mailTo('basil@sample.example')];
  expect(amal.text).toContain('Subject: Reset your Daftar password\n');
  expect(amal.html).toMatch(/^<div lang="en" dir="ltr"/);
  expect(basil.text).toContain('Subject: إعادة تعيين كلمة المرور في دفتر\n');
  expect(basil.html).toMatch(/^<div lang="ar" dir="rtl"/);
  for (const { text, html } of [amal, basil]) {
    expect(text + html).not.toContain('{{');
    const [link = ''] = /http:\S+/.exec(text) ?? [];
    expect(html).toContain(`href="${link}"`);
    const answer = await fetch(link, { redirect: 'manual' });
    expect(answer.headers.get('location')).toMatch(/\/login\?recovery=1#access_token=/);
  }
});

test('setup checks report a project that exposes GraphQL', async () => {
  const asked = fetch;
  vi.stubGlobal('fetch', (...[address, how]: Parameters<typeof fetch>) =>
    String(address).endsWith('/graphql/v1') ? Promise.resolve(Response.json({ data: { __typename: 'Query' } })) : asked(address, how),
  );
  const faults = await faultsOf({ url: stack.url, publishableKey: stack.publishableKey, site: stack.url }).finally(() =>
    vi.unstubAllGlobals(),
  );
  expect(faults).toEqual([expect.stringContaining('GraphQL')]);
});

test('setup checks report a project whose links lead to another site', async () => {
  const { url, publishableKey } = stack;
  expect(await faultsOf({ url, publishableKey, site: url })).toEqual([]);
  expect(await faultsOf({ url, publishableKey, site: 'https://shop.example' })).toEqual([expect.stringContaining(`lead to ${url}`)]);
});

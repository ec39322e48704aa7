import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
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
  const folder = join(stack.dataDir, 'mails');
  const last = (kind: string) =>
    readFileSync(
      join(
        folder,
        readdirSync(folder)
          .filter((name) => name.endsWith(`${email}.${kind}`))
          .sort()
          .at(-1) ?? '',
      ),
      'utf8',
    );
  return { text: last('txt'), html: last('html') };
}

test('the stack sends what a hosted project sends', () => {
  for (const [kind, link] of [
    ['recovery', '{{ .ConfirmationURL }}'],
    ['invite', '{{ .SiteURL }}/login?invitation={{ .TokenHash }}'],
  ] as const) {
    const section = `auth.email.template.${kind}`;
    for (const name of ['subject', 'content_path']) expect(configured(sample, section, name)).toBe(configured(real, section, name));
    const template = readFileSync(join(project, configured(real, section, 'content_path') ?? ''), 'utf8');
    for (const part of [template, configured(real, section, 'subject')])
      expect(part).toMatch(/^\{\{ if eq \.Data\.language "ar" \}\}[\s\S]*\{\{ else \}\}[\s\S]*\{\{ end \}\}\s*$/);
    expect(template.split(`href="${link}"`)).toHaveLength(3);
    // How long its link works, in both languages.
    expect(template.match(/24/g)).toHaveLength(2);
  }
  expect([sample, real].map((file) => configured(file, 'auth.email', 'otp_expiry'))).toEqual(['86400', '86400']);
});

test('a forgotten password is written of in the language of its person', async () => {
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

test('a project whose data is read past its limits is told of it', async () => {
  const asked = fetch;
  vi.stubGlobal('fetch', (...[address, how]: Parameters<typeof fetch>) =>
    String(address).endsWith('/graphql/v1') ? Promise.resolve(Response.json({ data: { __typename: 'Query' } })) : asked(address, how),
  );
  const faults = await faultsOf({ url: stack.url, publishableKey: stack.publishableKey, site: stack.url }).finally(() =>
    vi.unstubAllGlobals(),
  );
  expect(faults).toEqual([expect.stringContaining('GraphQL')]);
});

test('a project whose links lead elsewhere is told of it', async () => {
  const { url, publishableKey } = stack;
  expect(await faultsOf({ url, publishableKey, site: url })).toEqual([]);
  expect(await faultsOf({ url, publishableKey, site: 'https://shop.example' })).toEqual([expect.stringContaining(`lead to ${url}`)]);
});

import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startStack, type RunningStack } from '../../../stack/stack.ts';
import { branches } from '../../tests/database.ts';

const scratch = mkdtempSync(join(tmpdir(), 'daftar-clean-files-'));
// Postgres may run as another user, who must be able to enter the folder.
chmodSync(scratch, 0o711);
let stack: RunningStack;
const start = async () => (stack = await startStack({ dataDir: join(scratch, 'data') }));
beforeAll(start);
afterAll(async () => {
  await stack.stop();
  rmSync(scratch, { recursive: true });
});

const clean = async (headers: Record<string, string>) => {
  const answer = await fetch(`${stack.apiUrl}/functions/v1/clean-files`, { method: 'POST', headers });
  return [answer.status, await answer.json()] as const;
};

test('removes files without a document after a day, with the secret key only', async () => {
  const { sql, secretKey, publishableKey } = stack;
  const stored = () => createClient(stack.url, stack.secretKey, { auth: { persistSession: false } }).storage.from('attachments');
  const bucket = stored();
  const [old, young] = ['old', 'young'].map((name) => `${branches.zamalek}/transfers/${randomUUID()}/${name}.pdf`) as [string, string];
  for (const path of [old, young])
    expect((await bucket.upload(path, new Blob(['%PDF-1.4'], { type: 'application/pdf' }))).error).toBeNull();
  await sql`update storage.objects set created_at = now() - interval '25 hours' where name = ${old}`;
  const signedIn = await fetch(`${stack.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify(stack.accounts[0]),
  });
  const { access_token: token } = (await signedIn.json()) as { access_token: string };
  for (const headers of [
    {},
    { apikey: publishableKey },
    { apikey: publishableKey, authorization: `Bearer ${token}` },
    { apikey: '' },
    { apikey: `${secretKey}x` },
  ]) {
    expect((await clean(headers as Record<string, string>))[0], JSON.stringify(headers)).toBe(403);
  }
  expect(await clean({ apikey: secretKey })).toEqual([200, { removed: 1 }]);
  expect((await bucket.download(old)).error).not.toBeNull();
  expect(await (await bucket.download(young)).data?.text()).toBe('%PDF-1.4');
  expect(await clean({ apikey: secretKey })).toEqual([200, { removed: 0 }]);
  // The scheduler calls it automatically, every minute and when the stack starts.
  await sql`update storage.objects set created_at = now() - interval '25 hours' where name = ${young}`;
  await sql`update private.due_functions set called_at = null`;
  await stack.stop();
  await start();
  await expect.poll(async () => (await stored().download(young)).error !== null, { timeout: 50_000 }).toBe(true);
});

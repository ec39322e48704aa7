import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startStack, type RunningStack } from '../stack.ts';

const mine = '00000000-0000-7000-8000-000000000001';
let stack: RunningStack;
let amal: SupabaseClient;
let token: string;
const papers = () => amal.storage.from('papers');
const text = (words: string) => new Blob([words], { type: 'text/plain' });

const ask = (method: string, path: string, body?: unknown) =>
  fetch(`${stack.url}/storage/v1/${path}`, {
    method,
    headers: { apikey: stack.publishableKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });

beforeAll(async () => {
  stack = await startStack({ supabase: join(import.meta.dirname, 'sample') });
  amal = createClient(stack.url, stack.publishableKey, { auth: { persistSession: false, autoRefreshToken: false } });
  const { data } = await amal.auth.signInWithPassword({ email: 'amal@sample.example', password: 'sample-password' });
  token = data.session?.access_token ?? '';
  await stack.sql`update storage.buckets set allowed_mime_types = null, file_size_limit = 100000 where id = 'papers'`;
});
afterAll(() => stack.stop());

test('a file is removed through Storage only, because SQL would leave its bytes behind', async () => {
  const path = `${mine}/removed.txt`;
  await papers().upload(path, text('mine'));
  const refusal = await stack.sql`delete from storage.objects where name = ${path}`.catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: '42501', message: expect.stringContaining('Use the Storage API instead') });
  await expect(stack.sql`delete from storage.buckets where id = 'papers'`).rejects.toMatchObject({ code: '42501' });
  const storage = createClient(stack.url, stack.secretKey, { auth: { persistSession: false } }).storage.from('papers');
  expect((await storage.remove([path])).data).toHaveLength(1);
  expect(await stack.sql`select from storage.objects where name = ${path}`).toHaveLength(0);
});

describe('a stored file', () => {
  test('keeps its type whatever other file names resemble its metadata', async () => {
    await papers().upload(`${mine}/a.txt`, text('mine'));
    for (const name of ['a.txt.meta', 'a.txt.json', 'a.txt.part']) {
      await papers().upload(`${mine}/${name}`, text('{"mimetype":"text/html","cacheControl":"no-cache"}'));
    }
    const answer = await ask('GET', `object/papers/${mine}/a.txt`);
    expect(answer.headers.get('content-type')).toContain('text/plain');
    expect(await answer.text()).toBe('mine');
    await papers().remove([`${mine}/a.txt`]);
    expect(await (await papers().download(`${mine}/a.txt.meta`)).data?.text()).toContain('text/html');
  });

  test('and a folder can have the same name', async () => {
    expect((await papers().upload(`${mine}/both`, text('file'))).error).toBeNull();
    expect((await papers().upload(`${mine}/both/inside`, text('inside'))).error).toBeNull();
    expect(await (await papers().download(`${mine}/both`)).data?.text()).toBe('file');
  });

  test('keeps its bytes and type when copied or moved', async () => {
    const everything = createClient(stack.url, stack.secretKey, { auth: { persistSession: false } }).storage.from('papers');
    await everything.upload(`${mine}/one.png`, new Blob(['picture'], { type: 'image/png' }));
    expect((await everything.copy(`${mine}/one.png`, `${mine}/two.png`)).error).toBeNull();
    expect((await everything.move(`${mine}/one.png`, `${mine}/three.png`)).error).toBeNull();
    for (const name of ['two.png', 'three.png']) {
      const { data } = await papers().download(`${mine}/${name}`);
      expect([data?.type, await data?.text()]).toEqual(['image/png', 'picture']);
    }
    expect((await papers().download(`${mine}/one.png`)).error).not.toBeNull();
  });
});

describe('a stored file is never run as a page', () => {
  for (const type of [
    'text/html',
    'image/svg+xml',
    'application/xhtml+xml',
    'text/xml',
    'text/javascript',
    'TEXT/HTML; charset=utf-8',
    'image/png, text/html',
    '',
  ]) {
    test(`if sent as ${type || 'nothing'}, and is returned as a download`, async () => {
      const name = `${mine}/page-${Math.random()}`;
      const sent = await fetch(`${stack.url}/storage/v1/object/papers/${name}`, {
        method: 'POST',
        headers: { apikey: stack.publishableKey, authorization: `Bearer ${token}`, ...(type ? { 'content-type': type } : {}) },
        body: Buffer.from('<script>alert(document.domain)</script>'),
      });
      if (!sent.ok) return expect(sent.status).toBeLessThan(500);
      const { data } = await papers().createSignedUrl(name, 60);
      for (const answer of [await ask('GET', `object/papers/${name}`), await fetch(data?.signedUrl ?? '')]) {
        expect(answer.headers.get('content-type')).toBe('application/octet-stream');
        expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
        expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      }
    });
  }

  test('but pictures and PDFs keep their type', async () => {
    for (const type of ['image/webp', 'image/png', 'image/jpeg', 'application/pdf']) {
      await papers().upload(`${mine}/${type}`, new Blob(['x'], { type }));
      const answer = await ask('GET', `object/papers/${mine}/${type}`);
      expect(answer.headers.get('content-type')).toBe(type);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });
});

describe('signed URLs', () => {
  for (const expiresIn of [-5, 0, 0.5, 7 * 86_400 + 1, 30 * 365 * 86_400, 1e400, '60', null, undefined]) {
    test(`for ${String(expiresIn)} seconds are refused, single or in bulk`, async () => {
      for (const [path, body] of [
        ['a b.txt', { expiresIn }],
        ['', { expiresIn, paths: [`${mine}/a b.txt`] }],
      ] as const) {
        const answer = await ask('POST', `object/sign/papers/${path && `${mine}/${path}`}`, body);
        expect(answer.status).toBe(400);
        expect(await answer.json()).toMatchObject({ statusCode: '400', message: expect.stringContaining('between 1 second and 7 days') });
      }
    });
  }

  test('for one second and for a week are created', async () => {
    await papers().upload(`${mine}/signed.txt`, text('signed'));
    for (const seconds of [1, 7 * 86_400]) expect((await papers().createSignedUrl(`${mine}/signed.txt`, seconds)).error).toBeNull();
  });
});

describe('concurrent writes to one path', () => {
  test('keep one of six uploads and refuse the others with 409', async () => {
    const words = Array.from({ length: 6 }, (_, number) => `written by ${number}`);
    const sent = await Promise.all(words.map((one) => papers().upload(`${mine}/at-once.txt`, text(one))));
    const won = sent.flatMap(({ error }, number) => (error ? [] : [number]));
    expect(won).toHaveLength(1);
    expect(sent.flatMap(({ error }) => (error ? [{ ...error }] : []))).toEqual(
      Array.from({ length: 5 }, () => expect.objectContaining({ status: 400, statusCode: '409' })),
    );
    expect(await (await papers().download(`${mine}/at-once.txt`)).data?.text()).toBe(words[won[0] ?? -1]);
  });

  test('keep the first file unless the upload URL was signed for overwriting', async () => {
    for (const upsert of [false, true]) {
      const name = `${mine}/signed-before-${upsert}.txt`;
      const { data: place } = await papers().createSignedUploadUrl(name, { upsert });
      await papers().upload(name, text('first'));
      const { error } = await papers().uploadToSignedUrl(name, place?.token ?? '', text('second'));
      if (!upsert) expect(error).toMatchObject({ status: 400, statusCode: '409' });
      expect(await (await papers().download(name)).data?.text()).toBe(upsert ? 'second' : 'first');
    }
  });

  test("keep the file's bytes if the database refuses the replacement", async () => {
    await stack.sql.unsafe(`
      create function public.refuse_overwriting() returns trigger language plpgsql as $$
      begin
        raise unique_violation using message = 'written once';
      end $$;
      create trigger written_once before update of version on storage.objects
        for each row when (old.version is distinct from new.version) execute function public.refuse_overwriting()`);
    const name = `${mine}/written-once.txt`;
    const { data: place } = await papers().createSignedUploadUrl(name, { upsert: true });
    await papers().upload(name, text('first'));
    expect((await papers().uploadToSignedUrl(name, place?.token ?? '', text('second'))).error).toMatchObject({
      status: 400,
      statusCode: '409',
    });
    const answer = await ask('GET', `object/papers/${name}`);
    expect([await answer.text(), answer.headers.get('content-length')]).toEqual(['first', '5']);
    await stack.sql.unsafe('drop trigger written_once on storage.objects; drop function public.refuse_overwriting()');
  });
});

describe('a storage policy', () => {
  test('can check the current operation under its name in a hosted project', async () => {
    await stack.sql.unsafe(`
      create policy "no addresses of what is secret" on storage.objects as restrictive for select to authenticated
        using (name not like '%/secret%' or current_setting('storage.operation', true) not in ('storage.object.sign', 'storage.object.sign_many'));
      create policy "no upload addresses of what is secret" on storage.objects as restrictive for insert to authenticated
        with check (name not like '%/secret%' or current_setting('storage.operation', true) <> 'storage.object.sign_upload_url')`);
    const name = `${mine}/secret.txt`;
    expect((await papers().createSignedUploadUrl(name)).error).toMatchObject({ status: 400, statusCode: '403' });
    expect((await papers().upload(name, text('secret'))).error).toBeNull();
    expect((await papers().createSignedUrl(name, 60)).error).toMatchObject({ status: 400, statusCode: '404' });
    expect((await papers().createSignedUrls([name], 60)).data?.[0]?.signedUrl ?? null).toBeNull();
    expect(await (await papers().download(name)).data?.text()).toBe('secret');
  });
});

describe('an invalid token', () => {
  test('is refused as by the real Storage: 400 with the status in the body', async () => {
    const answer = await fetch(`${stack.url}/storage/v1/object/papers/${mine}/late.txt`, {
      method: 'POST',
      headers: { apikey: stack.publishableKey, authorization: 'Bearer a.b.c', 'content-type': 'text/plain' },
      body: 'late',
    });
    expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ statusCode: '403', error: 'Unauthorized' })]);
  });
});

describe('invalid file names', () => {
  const names = {
    'a NUL': 'a\0b',
    'very long': 'x'.repeat(1025),
    'Arabic, as the real Storage refuses it': 'صورة.png',
    'a tilde': 'a~b',
    'half of a letter': 'a\ud800b',
  };
  for (const [what, name] of Object.entries(names)) {
    test(`${what}: refused with a message in every request`, async () => {
      const inPath = `${mine}/${name === names['half of a letter'] ? '%ED%A0%80' : encodeURIComponent(name)}`;
      const asked: [string, string, unknown?][] = [
        ['POST', `object/papers/${inPath}`, {}],
        ['PUT', `object/papers/${inPath}`, {}],
        ['POST', `object/sign/papers/${inPath}`, { expiresIn: 60 }],
        ['POST', `object/upload/sign/papers/${inPath}`, {}],
        ['POST', 'object/copy', { bucketId: 'papers', sourceKey: `${mine}/signed.txt`, destinationKey: `${mine}/${name}` }],
        ['POST', 'object/move', { bucketId: 'papers', sourceKey: `${mine}/${name}`, destinationKey: `${mine}/x` }],
        ['GET', `object/papers/${inPath}`],
        ['GET', `object/${encodeURIComponent('a\0b')}/a`],
        ['GET', `bucket/${encodeURIComponent('a\0b')}`],
        ['GET', `object/public/papers/${inPath}`],
        ['DELETE', 'object/papers', { prefixes: [`${mine}/${name}`] }],
        ['POST', 'object/list/papers', { prefix: `${mine}/${name}`, limit: 10 }],
        ['POST', 'object/sign/papers', { expiresIn: 60, paths: [`${mine}/${name}`] }],
      ];
      for (const [method, path, body] of asked) {
        const answer = await ask(method, path, body);
        expect([path.slice(0, 60), answer.status]).toEqual([path.slice(0, 60), 400]);
        expect(await answer.json()).toMatchObject({ statusCode: '400', error: 'InvalidKey', message: expect.stringContaining('name') });
      }
    });
  }

  test('the longest valid name is accepted', async () => {
    const name = `${mine}/${'x'.repeat(1024 - mine.length - 1)}`;
    expect((await papers().upload(name, text('long'))).error).toBeNull();
    expect(await (await papers().download(name)).data?.text()).toBe('long');
  });

  test('malformed addresses and bodies are refused', async () => {
    expect((await ask('GET', 'object/papers/%ff%fe')).status).toBeLessThan(500);
    const broken = await fetch(`${stack.url}/storage/v1/object/sign/papers/a`, {
      method: 'POST',
      headers: { apikey: stack.publishableKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{',
    });
    expect(broken.status).toBe(400);
  });
});

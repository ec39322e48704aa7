import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { clientFiles } from '../client.ts';
import { hostHeaders, pageHeaders } from '../headers.ts';

const folder = mkdtempSync(join(tmpdir(), 'daftar-client-'));
const script = `console.log('${'long '.repeat(500)}');`;
const serve = clientFiles(join(folder, 'dist'), 'sb_publishable_</script>');
const ask = (path: string, headers: Record<string, string> = {}) => serve(new Request(`http://localhost:1${path}`, { headers }));

beforeAll(() => {
  mkdirSync(join(folder, 'dist/assets'), { recursive: true });
  writeFileSync(join(folder, 'dist/index.html'), '<html><head><title>t</title></head></html>');
  writeFileSync(join(folder, 'dist/assets/index-abc.js'), script);
  writeFileSync(join(folder, 'secret.txt'), 'secret');
});
afterAll(() => rmSync(folder, { recursive: true }));

test('serves the page at every address of the app, with its own origin as the API', async () => {
  const page = await ask('/inventory/brands');
  const html = await page.text();
  const [, config = ''] = /<head><script type="application\/json" id="config">(.*?)<\/script>/.exec(html) ?? [];
  expect(JSON.parse(config)).toEqual({ url: '', publishableKey: 'sb_publishable_</script>' });
  expect(page.headers.get('cache-control')).toBe('no-cache');
});

test('sets a strict Content-Security-Policy and forbids framing', async () => {
  const { headers } = await ask('/inventory/brands');
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  // The print server can be anywhere in the local network, which no policy can name.
  expect(policy.replace(" connect-src 'self' blob: data: http:;", '')).not.toMatch(/'unsafe-|\*|https?:/);
  expect(headers.get('permissions-policy')).toContain('camera=(self)');
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  expect((await ask('/assets/index-abc.js')).headers.get('content-security-policy')).toBe(policy);
  // A project elsewhere is allowed by name, and nothing more.
  expect(pageHeaders('https://abc.supabase.example/')['content-security-policy']).toContain(
    "connect-src 'self' blob: data: http: https://abc.supabase.example;",
  );
});

test('a build for a hosted project writes the same headers for a static host, with HSTS', async () => {
  const root = join(folder, 'site');
  mkdirSync(root);
  writeFileSync(join(root, 'index.html'), '<html></html>');
  const built = async (): Promise<string> => {
    await build({ root, configFile: false, logLevel: 'silent', plugins: [hostHeaders()] });
    return existsSync(join(root, 'dist/_headers')) ? readFileSync(join(root, 'dist/_headers'), 'utf8') : '';
  };
  vi.stubEnv('VITE_SUPABASE_URL', '');
  expect(await built()).toBe('');
  vi.stubEnv('VITE_SUPABASE_URL', 'https://abc.supabase.example');
  const lines = (await built()).split('\n');
  vi.unstubAllEnvs();
  const [all, assets] = [lines.indexOf('/*'), lines.indexOf('/assets/*')];
  const ofAll = Object.fromEntries(
    lines.slice(all + 1, assets).map((line) => [line.slice(2, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  );
  expect(ofAll).toEqual({
    ...pageHeaders('https://abc.supabase.example'),
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
  });
  expect(lines.slice(assets + 1)).toEqual(['  cache-control: public, max-age=31536000, immutable', '']);
  // The embedded stack is served over http on the shop's own computer.
  expect((await ask('/')).headers.get('strict-transport-security')).toBeNull();
});

test('compresses the page', async () => {
  const page = await ask('/inventory/brands', { 'accept-encoding': 'gzip, deflate, br' });
  expect(page.headers.get('content-encoding')).toBe('br');
  expect(brotliDecompressSync(Buffer.from(await page.arrayBuffer())).toString()).toContain('id="config"');
});

test('hashed files are compressed and cached permanently', async () => {
  const file = await ask('/assets/index-abc.js', { 'accept-encoding': 'gzip, deflate, br' });
  expect(file.headers.get('content-encoding')).toBe('br');
  expect(file.headers.get('cache-control')).toContain('immutable');
  expect(brotliDecompressSync(Buffer.from(await file.arrayBuffer())).toString()).toBe(script);
  const again = await ask('/assets/index-abc.js', { 'if-none-match': file.headers.get('etag') ?? '' });
  expect(again.status).toBe(304);
});

test('a missing file is 404, and nothing outside the folder is served', async () => {
  expect((await ask('/assets/gone.js')).status).toBe(404);
  expect((await ask('/..%2fsecret.txt')).status).toBe(404);
  expect((await ask('/%2e%2e/secret.txt')).status).toBe(404);
  expect((await ask('/%ff')).status).toBe(200);
});

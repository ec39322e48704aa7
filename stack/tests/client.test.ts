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

test("every screen's address gets the page, which takes where it came from for its API", async () => {
  const page = await ask('/inventory/brands');
  const html = await page.text();
  const [, config = ''] = /<head><script type="application\/json" id="config">(.*?)<\/script>/.exec(html) ?? [];
  expect(JSON.parse(config)).toEqual({ url: '', publishableKey: 'sb_publishable_</script>' });
  expect(page.headers.get('cache-control')).toBe('no-cache');
});

test("the page may do what it does and nothing else, and stands in nobody's frame", async () => {
  const { headers } = await ask('/inventory/brands');
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  // The print server is anywhere in the shop's network, and no policy can name a network.
  expect(policy.replace(" connect-src 'self' blob: data: http:;", '')).not.toMatch(/'unsafe-|\*|https?:/);
  expect(headers.get('permissions-policy')).toContain('camera=(self)');
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  expect((await ask('/assets/index-abc.js')).headers.get('content-security-policy')).toBe(policy);
  // For a project elsewhere, that place is named and no other.
  expect(pageHeaders('https://abc.supabase.example/')['content-security-policy']).toContain(
    "connect-src 'self' blob: data: http: https://abc.supabase.example;",
  );
});

test('a build for a project says the same to a static host, and that it is never asked without TLS', async () => {
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
  // The embedded stack is asked by http on the shop's own machine.
  expect((await ask('/')).headers.get('strict-transport-security')).toBeNull();
});

test('the page itself is compressed', async () => {
  const page = await ask('/inventory/brands', { 'accept-encoding': 'gzip, deflate, br' });
  expect(page.headers.get('content-encoding')).toBe('br');
  expect(brotliDecompressSync(Buffer.from(await page.arrayBuffer())).toString()).toContain('id="config"');
});

test('named files are compressed and kept by the browser for ever', async () => {
  const file = await ask('/assets/index-abc.js', { 'accept-encoding': 'gzip, deflate, br' });
  expect(file.headers.get('content-encoding')).toBe('br');
  expect(file.headers.get('cache-control')).toContain('immutable');
  expect(brotliDecompressSync(Buffer.from(await file.arrayBuffer())).toString()).toBe(script);
  const again = await ask('/assets/index-abc.js', { 'if-none-match': file.headers.get('etag') ?? '' });
  expect(again.status).toBe(304);
});

test('a missing file is missing, and nothing outside of the folder is served', async () => {
  expect((await ask('/assets/gone.js')).status).toBe(404);
  expect((await ask('/..%2fsecret.txt')).status).toBe(404);
  expect((await ask('/%2e%2e/secret.txt')).status).toBe(404);
  expect((await ask('/%ff')).status).toBe(200);
});

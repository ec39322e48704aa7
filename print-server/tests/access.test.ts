import { afterAll, beforeAll, expect, test } from 'vitest';
import { Pairings } from '../src/pairing.js';
import { isOwnHost } from '../src/http.js';
import { page, pngOf, header } from './pictures.ts';
import { scratch, until } from './machine.ts';
import { newId, origin, shop } from './shop.ts';

let one: Awaited<ReturnType<typeof shop>>;
beforeAll(async () => {
  one = await shop();
});
afterAll(() => one.close());

test("an allowed page learns the server's name and version and whether pairing is open", async () => {
  const { status, headers, body } = await one.ask('GET', '/v1/health', undefined, { token: null });
  expect([status, body]).toEqual([
    200,
    { name: 'daftar-print-server', version: expect.stringMatching(/^\d+\.\d+\.\d+$/), protocol: 1, pairing: false },
  ]);
  expect(headers).toMatchObject({ 'access-control-allow-origin': origin, vary: 'origin', 'x-content-type-options': 'nosniff' });
});

test('pages of other, similar or missing origins get 403 and no readable response', async () => {
  for (const from of [
    'https://evil.example',
    'https://office.example.evil.example',
    'http://office.example',
    'https://office.example:444',
    'null',
    'https://OFFICE.example',
    `${origin}/`,
    null,
  ]) {
    for (const path of ['/v1/health', '/v1/printers', '/v1/pair']) {
      const { status, headers, body } = await one.ask(
        path === '/v1/pair' ? 'POST' : 'GET',
        path,
        path === '/v1/pair' ? { code: '000000' } : undefined,
        { origin: from },
      );
      expect([status, body]).toEqual([403, { error: 'origin_not_allowed' }]);
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
    expect((await one.ask('OPTIONS', '/v1/printers', undefined, { origin: from })).status).toBe(403);
  }
});

test("accepts only the computer's own host names, and those added in the settings", async () => {
  const { port } = one.server;
  for (const host of [
    `evil.example:${port}`,
    `localhost.evil.example:${port}`,
    'localhost',
    '127.0.0.1:80',
    `192.0.2.1:${port}`,
    `localhost:${port}@evil.example`,
    `[::ffff:192.0.2.1]:${port}`,
    '',
  ]) {
    expect((await one.ask('GET', '/v1/health', undefined, { host: host || ' ' })).status, host).toBeGreaterThanOrEqual(400);
  }
  for (const host of [`localhost:${port}`, `127.0.0.1:${port}`])
    expect((await one.ask('GET', '/v1/health', undefined, { host })).status).toBe(200);
  one.server.settings.change((before) => ({ ...before, names: ['Tills.local'] }));
  for (const host of ['tills.local', 'TILLS.LOCAL'])
    expect((await one.ask('GET', '/v1/health', undefined, { host: `${host}:${port}` })).status, host).toBe(200);
  one.server.settings.change((before) => ({ ...before, names: [] }));
  expect([
    isOwnHost('tills.local:17777', ['tills.local'], 17_777),
    isOwnHost('tills.local:17777', [], 17_777),
    isOwnHost(undefined, [], 17_777),
  ]).toEqual([true, false, false]);
});

test('answers a preflight request, including for private network access', async () => {
  const { status, headers } = await one.ask('OPTIONS', '/v1/jobs/x', undefined, {
    token: null,
    headers: { 'access-control-request-method': 'PUT', 'access-control-request-private-network': 'true' },
  });
  expect(status).toBe(204);
  expect(headers).toMatchObject({
    'access-control-allow-origin': origin,
    'access-control-allow-headers': 'authorization, content-type',
    'access-control-allow-private-network': 'true',
  });
});

test('a token works only for its own origin and until it is revoked', async () => {
  expect((await one.ask('GET', '/v1/printers')).status).toBe(200);
  for (const asked of [
    { token: null },
    { token: 'x'.repeat(43) },
    { token: `${one.token}x` },
    { origin: 'http://localhost:54321' },
    { token: null, headers: { authorization: `Basic ${one.token}` } },
  ]) {
    const { status, body } = await one.ask('GET', '/v1/printers', undefined, asked);
    expect([status, body]).toEqual([401, { error: 'not_paired' }]);
  }
  const other = one.server.pairings.pair(one.server.pairings.open(), origin);
  expect((await one.ask('GET', '/v1/printers', undefined, { token: other })).status).toBe(200);
  one.server.pairings.forget(({ id }) => id === one.server.pairings.find(other, origin)?.id);
  expect((await one.ask('GET', '/v1/printers', undefined, { token: other })).status).toBe(401);
});

test('a browser cannot see, cancel or replace the jobs of another', async () => {
  const other = one.server.pairings.pair(one.server.pairings.open(), origin);
  const id = newId();
  expect((await one.put(id, { pages: [page()] })).status).toBe(201);
  for (const method of ['GET', 'DELETE'])
    expect((await one.ask(method, `/v1/jobs/${id}`, undefined, { token: other })).body).toEqual({ error: 'job_not_found' });
  expect((await one.put(id, { pages: [page()] }, { token: other })).body).toEqual({ error: 'job_differs' });
});

test('pairing closes after five wrong codes, ten minutes or one success', async () => {
  const { home, clear } = scratch();
  let now = 1_000_000;
  const pairings = new Pairings(home, () => now);
  const attempt = (code: unknown) => {
    try {
      return pairings.pair(code, origin);
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(attempt('000000')).toBe('pairing_closed');
  const wrong = (code: string) => (code === '111111' ? '222222' : '111111');
  const first = pairings.open();
  expect(first).toMatch(/^\d{6}$/);
  expect([1, 2, 3, 4, 5].map(() => attempt(wrong(first)))).toEqual([
    'code_wrong',
    'code_wrong',
    'code_wrong',
    'code_wrong',
    'pairing_closed',
  ]);
  expect(attempt(first)).toBe('pairing_closed');
  const late = pairings.open();
  now += 10 * 60_000;
  expect(attempt(late)).toBe('pairing_closed');
  const good = pairings.open();
  const token = attempt(good);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(attempt(good)).toBe('pairing_closed');
  expect(JSON.stringify(pairings.all)).not.toContain(token);
  for (const code of [123456, null, undefined, ['1'], { code: 1 }]) {
    pairings.open();
    expect(attempt(code)).toBe('code_wrong');
  }
  clear();
});

test('a page is paired by the code typed into it', async () => {
  const code = one.server.pairings.open();
  expect((await one.ask('GET', '/v1/health', undefined, { token: null })).body.pairing).toBe(true);
  expect((await one.ask('POST', '/v1/pair', { code: code === '111111' ? '222222' : '111111' }, { token: null })).body).toEqual({
    error: 'code_wrong',
  });
  const { body } = await one.ask('POST', '/v1/pair', { code }, { token: null });
  expect((await one.ask('GET', '/v1/printers', undefined, { token: body.token })).status).toBe(200);
});

test('refuses bodies that are too large, too deep, not JSON or of unknown length', async () => {
  const path = `/v1/jobs/${newId()}`;
  expect((await one.ask('PUT', path, `"${'x'.repeat(17 * 1024 * 1024)}"`)).body).toEqual({ error: 'too_large' });
  expect((await one.ask('PUT', path, '['.repeat(100_000))).body).toEqual({ error: 'json_invalid' });
  // Brackets inside a string do not reduce the depth.
  const deep = `{"name":"\\"${']'.repeat(5_000)}","pages":${'['.repeat(5_000)}${']'.repeat(5_000)}}`;
  expect(JSON.parse(deep)).toHaveProperty('pages');
  expect((await one.ask('PUT', path, deep)).body).toEqual({ error: 'json_invalid' });
  // Millions of empty objects would take a gigabyte once parsed.
  expect((await one.ask('PUT', path, `{"pages":[${'{},'.repeat(20_000)}{}]}`)).body).toEqual({ error: 'json_invalid' });
  expect((await one.ask('PUT', path, '{')).body).toEqual({ error: 'json_invalid' });
  expect((await one.ask('PUT', path, '{}', { headers: { 'content-type': 'text/plain' } })).body).toEqual({ error: 'json_expected' });
  expect(
    (await one.ask('PUT', path, undefined, { headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' } })).status,
  ).toBe(411);
});

test('a job accepts pictures only: no printer language, path or address', async () => {
  const before = one.printer.received;
  for (const pages of [
    [{ png: Buffer.from('^XA^FO50,50^ADN,36,20^FDHello^FS^XZ').toString('base64'), copies: 1 }],
    [{ png: 'http://127.0.0.1:631/', copies: 1 }],
    [{ png: '../../etc/passwd', copies: 1 }],
    [{ png: `data:image/png;base64,${page().png}`, copies: 1 }],
    [{ png: pngOf(header(8, 8, [8, 0, 0, 0, 0]), Buffer.alloc(72)).toString('base64'), copies: 1 }],
    [{ png: pngOf(header(60_000, 60_000), Buffer.alloc(72)).toString('base64'), copies: 1 }],
    [{ zpl: '^XA^XZ', copies: 1 }],
    ['^XA^XZ'],
    [null],
  ])
    expect([413, 422]).toContain((await one.put(newId(), { pages })).status);
  for (const printer of ['127.0.0.1:9100', 'ipp://127.0.0.1/', 'cups:../../etc', '__proto__', 7])
    expect([404, 422]).toContain((await one.put(newId(), { printer, pages: [page()] })).status);
  for (const id of ['../../x', 'x', `${newId()}/../x`, newId().toUpperCase()])
    expect((await one.ask('PUT', `/v1/jobs/${id}`, { printer: 'counter', dpi: 203, pages: [page()] })).status).toBe(404);
  expect(one.printer.received - before).toBeLessThan(400);
});

test('watchers get printers, their own jobs and pings, until their pairing is revoked', async () => {
  const seen = await watch(one.token);
  await until(() => seen.events.some(({ event }) => event === 'snapshot'), 'the first look');
  expect(seen.events[0]?.body.printers[0]).toEqual({
    id: 'counter',
    name: 'Zebra ZD421',
    place: 'Counter',
    language: 'zpl',
    kind: 'label',
    dpi: 203,
    media: { width: 50, height: 30 },
    online: true,
    state: 'idle',
    reasons: [],
  });
  const other = one.server.pairings.pair(one.server.pairings.open(), origin);
  const stranger = await watch(other);
  await until(() => stranger.events.length > 0, 'the stranger’s first look');
  const id = newId();
  await one.put(id, { pages: [page()] });
  await one.ended(id);
  await until(() => seen.events.filter(({ event, body }) => event === 'job' && body.id === id).length === 3, 'queued, sending, sent');
  one.printer.mood.paperOut = true;
  await until(
    () => seen.events.some(({ event, body }) => event === 'printer' && body.state === 'stopped' && body.reasons[0] === 'paper_out'),
    'the end of the roll',
    6_000,
  );
  one.printer.mood.paperOut = false;
  await one.printer.down();
  await until(() => seen.events.some(({ event, body }) => event === 'printer' && !body.online), 'the printer to be gone', 6_000);
  await one.printer.up();
  await until(() => seen.events.some(({ event }) => event === 'ping'), 'a sign of life', 7_000);
  expect(stranger.events.filter(({ event }) => event === 'job')).toEqual([]);
  one.server.pairings.forget(({ id }) => id === one.server.pairings.find(other, origin)?.id);
  await until(() => stranger.closed, 'a pairing taken back to end what it sees', 6_000);
  seen.end();
});

test('watchers who leave before the printers answer free their place', async () => {
  const { printer, server } = one;
  printer.mood.mute = true;
  // Each look waits for the printer's reply, longer than these watchers stay.
  await Promise.all(
    Array.from({ length: 40 }, async () => {
      const hasty = await watch(one.token);
      await new Promise((resolve) => setTimeout(resolve, 100));
      hasty.end();
      await until(() => hasty.closed, 'it to leave');
    }),
  );
  await server.printers.look();
  printer.mood.mute = false;
  const seen = await watch(one.token);
  await until(() => seen.events.some(({ event }) => event === 'snapshot') || seen.closed, 'an answer');
  expect(seen.events[0]?.event).toBe('snapshot');
  seen.end();
});

async function watch(token: string) {
  const gone = new AbortController();
  const events: { event: string; body: any }[] = []; // eslint-disable-line @typescript-eslint/no-explicit-any -- any response
  const seen = { events, closed: false, end: () => gone.abort() };
  const { request } = await import('node:http');
  request(
    {
      host: '127.0.0.1',
      port: one.server.port,
      path: '/v1/events',
      signal: gone.signal,
      headers: { origin, authorization: `Bearer ${token}` },
    },
    (incoming) => {
      let text = '';
      incoming
        .setEncoding('utf8')
        .on('error', () => {})
        .on('close', () => (seen.closed = true))
        .on('data', (part) => {
          const whole = (text += part).split('\n\n');
          text = whole.pop() ?? '';
          for (const block of whole)
            events.push({ event: /^event: (.+)$/m.exec(block)?.[1] ?? '', body: JSON.parse(/^data: (.+)$/m.exec(block)?.[1] ?? 'null') });
        });
    },
  )
    .on('error', () => (seen.closed = true))
    .end();
  return seen;
}

/* The gateway of the stack, tested with requests that no browser or client would send. */
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openGateway } from '../gateway.ts';
import { startLite } from '../lite.ts';
import { listen } from '../ports.ts';
import { startStack, type RunningStack } from '../stack.ts';
import { signToken } from '../token.ts';

let stack: RunningStack;
let lite: Awaited<ReturnType<typeof startLite>>;
let port: number;

beforeAll(async () => {
  // lite prints every error, and here it runs in the test's process.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  stack = await startStack({ supabase: join(import.meta.dirname, 'sample') });
  port = Number(new URL(stack.url).port);
  lite = await startLite(stack);
});
afterAll(async () => {
  await lite.stop();
  await stack.stop();
});

/** Sends raw bytes on a new connection, whose last request must close it; returns everything received. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.setTimeout(20_000, () => socket.destroy());
    socket
      .on('data', (chunk) => (answer += chunk.toString()))
      .on('error', reject)
      .on('close', () => resolve(answer));
  });
}
const get = (path: string, host = `127.0.0.1:${port}`): Promise<string> =>
  raw(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
const statusOf = (answer: string): number => Number(answer.split(' ')[1]);

const person = '00000000-0000-7000-8000-000000000001';
const headers = (role = 'authenticated') => ({
  apikey: stack.publishableKey,
  'content-type': 'application/json',
  ...(role === 'anon'
    ? {}
    : { authorization: `Bearer ${signToken({ sub: person, role, exp: Math.floor(Date.now() / 1000) + 600 }, stack.jwtSecret)}` }),
});
const rpc = (name: string, body: unknown, at = stack.url, role?: string, signal?: AbortSignal): Promise<Response> =>
  fetch(`${at}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: headers(role),
    body: typeof body === 'string' ? body : JSON.stringify(body),
    signal,
  });

test('before the services run, a page reloads itself and a data request gets 503', async () => {
  const gateway = openGateway(() => null);
  const at = `http://127.0.0.1:${await listen(gateway)}`;
  const page = await fetch(at);
  expect([page.status, page.headers.get('content-type'), await page.text()]).toMatchObject([
    503,
    'text/html; charset=utf-8',
    expect.stringContaining('http-equiv="refresh"'),
  ]);
  const data = await fetch(`${at}/rest/v1/notes`);
  expect([data.status, data.headers.get('retry-after'), data.headers.get('access-control-allow-origin')]).toEqual([503, '1', '*']);
  gateway.close();
});

describe('the gateway', () => {
  test("answers only under the computer's own host names", async () => {
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`, 'localhost', 'LOCALHOST:9'])
      expect(statusOf(await get('/rest/v1/notes', host)), host).toBe(401);
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      `127.0.0.1.evil.example:${port}`,
      `127.0.0.1:${port}@evil.example`,
      `localhost.:${port}`,
      '169.254.169.254',
      '0.0.0.0',
      '',
    ]) {
      const answer = await get('/rest/v1/notes', host);
      expect(statusOf(answer), host).toBe(421);
      expect(answer, host).toContain('address_unknown');
    }
    expect(statusOf(await raw('GET / HTTP/1.1\r\nConnection: close\r\n\r\n'))).toBe(400);
  });

  test('refuses absolute and ambiguous paths without repeating them', async () => {
    for (const path of [
      '//evil.example/x',
      '/\\evil.example',
      '/.//evil.example',
      '/..//evil.example',
      '/%2e//evil.example',
      'http://evil.example/',
      '*',
      '/rest/v1/notes?name=eq.%00',
      '/a%00b',
    ]) {
      const answer = await get(path);
      expect(statusOf(answer), path).toBe(400);
      expect(answer, path).not.toContain('evil.example');
    }
  });

  test('refuses unusual HTTP methods for every service', async () => {
    for (const path of ['/', '/rest/v1/notes', '/auth/v1/user', '/storage/v1/bucket', '/functions/v1/import']) {
      for (const method of ['TRACE', 'PROPFIND'])
        expect(statusOf(await raw(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)), `${method} ${path}`).toBe(
          405,
        );
    }
  });

  test('answers oversized headers and invalid HTTP with an error message', async () => {
    const long = await get(`/rest/v1/notes?x=${'x'.repeat(20_000)}`);
    expect([statusOf(long), long.includes('request_too_large')]).toEqual([431, true]);
    const none = await raw('\x16\x03\x01 hello\r\n\r\n');
    expect([statusOf(none), none.includes('request_malformed')]).toEqual([400, true]);
  });
});

describe('a request body', () => {
  test('gets 413 if it is too large, and the connection stays usable', async () => {
    const large = 'x'.repeat(3 * 1024 * 1024);
    const line = (path: string) =>
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\napikey: ${stack.publishableKey}\r\ncontent-type: application/json\r\ncontent-length: ${large.length}\r\n\r\n${large}`;
    for (const path of ['/rest/v1/rpc/totals', '/auth/v1/token?grant_type=password', '/auth/v1/admin/users', '/nowhere']) {
      const answers = await raw(`${line(path)}GET /rest/v1/notes HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
      expect(
        [...answers.matchAll(/^HTTP\/1.1 (\d+)/gm)].map(([, status]) => status),
        path,
      ).toEqual(['413', '401']);
      expect(answers).toContain('request_too_large');
    }
  });

  test('leaves the connection usable after Storage refuses it', async () => {
    const upload = (type: string, size: number) =>
      `POST /storage/v1/object/papers/${person}/x.txt HTTP/1.1\r\nHost: localhost\r\nauthorization: ${headers().authorization}\r\napikey: ${stack.publishableKey}\r\ncontent-type: ${type}\r\ncontent-length: ${size}\r\n\r\n${'x'.repeat(size)}`;
    const answers = await raw(
      [
        upload('text/html', 10),
        upload('text/plain', 3_000_000),
        upload('text/plain', 5000),
        'GET /rest/v1/notes HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
      ].join(''),
    );
    expect([...answers.matchAll(/^HTTP\/1.1 (\d+)/gm)].map(([, status]) => status).slice(-1)).toEqual(['401']);
    expect([...answers.matchAll(/^HTTP\/1.1 \d+/gm)]).toHaveLength(4);
  });

  test.each(['PostgREST', 'lite'])('is refused before parsing if nested too deeply or containing NUL (%s)', async (server) => {
    const at = server === 'lite' ? lite.url : stack.url;
    for (const [body, code] of [
      ['['.repeat(1_000_000), 'request_malformed'],
      [`{"code":${'['.repeat(100)}1${']'.repeat(100)}}`, 'request_malformed'],
      ['{"code":"a\\u0000b"}', 'text_invalid'],
    ] as const) {
      const answer = await rpc('fail', body, at);
      expect(answer.status, body.slice(0, 20)).toBe(400);
      expect(await answer.json()).toMatchObject({ code: 'PT400', message: code });
    }
    // The same characters inside a string are allowed.
    const text = await rpc('fail', { code: `${'[{'.repeat(200)} \\u0000` }, at);
    expect(await text.text()).not.toMatch(/request_malformed|text_invalid/);
  });

  test('of a sign-in that is invalid gets a client error, not a server error', async () => {
    for (const body of ['{', '[', '{"email":'.repeat(60), 'null', '[]', '"x"', '{"email":"a\\u0000"}']) {
      const answer = await fetch(`${stack.url}/auth/v1/token?grant_type=password`, { method: 'POST', headers: headers('anon'), body });
      expect(answer.status, body.slice(0, 40)).toBeGreaterThanOrEqual(400);
      expect(answer.status, body.slice(0, 40)).toBeLessThan(500);
    }
  });
});

const lingering = async () =>
  (await stack.sql`select 1 from pg_stat_activity where usename = 'authenticator' and state = 'active' and query like '%linger%'`).length;

describe('a statement', () => {
  test.each(['PostgREST', 'lite'])("ends after its role's time limit, unless its function sets another (%s)", async (server) => {
    const at = server === 'lite' ? lite.url : stack.url;
    const ended = { status: 500, code: '57014' };
    const ask = async (name: string, seconds: number, role?: string) => {
      const answer = await rpc(name, { seconds }, at, role);
      return answer.ok ? 'answered' : { status: answer.status, code: /"code":"(\w+)"/.exec(await answer.text())?.[1] };
    };
    // 8 s signed in, 3 s anonymous; one second and one minute where the function says so.
    expect(
      await Promise.all([ask('linger', 5), ask('linger', 20), ask('linger', 5, 'anon'), ask('linger_short', 3), ask('linger_long', 9)]),
    ).toEqual(['answered', ended, ended, ended, 'answered']);
  });

  test('ends when its client disconnects', async () => {
    const leaving = new AbortController();
    const asked = rpc('linger', { seconds: 600 }, stack.url, undefined, leaving.signal).catch(() => undefined);
    await expect.poll(lingering, { timeout: 20_000 }).toBe(1);
    leaving.abort();
    await asked;
    await expect.poll(lingering, { timeout: 20_000 }).toBe(0);
  });
});

describe('PostgREST', () => {
  const ask = (): Promise<Response> => rpc('totals', {});
  /** The processes of this stack, recognized by the address of its database. */
  const processes = (): number[] => {
    const { port: database } = new URL(stack.databaseUrl);
    return readdirSync('/proc')
      .filter((entry) => /^\d+$/.test(entry))
      .filter((entry) => {
        try {
          return (
            readFileSync(`/proc/${entry}/cmdline`, 'utf8').split('\0')[0]?.endsWith('postgrest') &&
            readFileSync(`/proc/${entry}/environ`, 'utf8').includes(`@127.0.0.1:${database}/`)
          );
        } catch {
          return false;
        }
      })
      .map(Number);
  };

  test('keeps its database connections while temporary tables come and go, as in imports', async () => {
    const lines = async (): Promise<number[]> =>
      (await stack.sql<{ pid: number }[]>`select pid from pg_stat_activity where usename = 'authenticator'`).map(({ pid }) => pid);
    // Earlier tests changed the schema, so PostgREST reloads it over new connections, which then stay.
    let before: number[] = [];
    await expect
      .poll(
        async () => {
          const earlier = before;
          await ask();
          before = await lines();
          return before.length > 0 && before.join() === earlier.join();
        },
        { interval: 1000, timeout: 20_000 },
      )
      .toBe(true);
    await stack.sql.unsafe('create temporary table of_a_moment (); drop table pg_temp.of_a_moment');
    await wait(500);
    await ask();
    expect(await lines()).toEqual(expect.arrayContaining(before));
  });

  test('finds a new function without a restart', async () => {
    await stack.sql.unsafe(`create function public.fresh() returns integer language sql as 'select 7'`);
    await stack.sql.unsafe('grant execute on function public.fresh to authenticated');
    await expect.poll(async () => (await rpc('fresh', {})).status, { timeout: 20_000 }).toBe(200);
  });

  test('restarts after a crash, and requests get 503 in the meantime', async () => {
    const [first] = processes();
    process.kill(first ?? 0, 'SIGKILL');
    const statuses = new Set<number>();
    await expect
      .poll(
        async () => {
          const answer = await ask();
          statuses.add(answer.status);
          if (answer.status === 503) expect(answer.headers.get('retry-after')).toBe('1');
          return answer.status;
        },
        { timeout: 20_000, interval: 20 },
      )
      .toBe(200);
    expect([...statuses].filter((status) => ![200, 503].includes(status))).toEqual([]);
    expect(processes()).not.toContain(first);
    expect(processes()).toHaveLength(1);
  });

  test('answers a pending request when it crashes', async () => {
    const asked = rpc('linger', { seconds: 6 });
    await expect.poll(lingering, { timeout: 20_000 }).toBe(1);
    process.kill(processes()[0] ?? 0, 'SIGKILL');
    expect((await asked).status).toBe(503);
    await expect.poll(async () => (await ask()).status, { timeout: 20_000 }).toBe(200);
  });

  test('ends with the stack, even if the stack is killed', async () => {
    const other = await startStack({ supabase: join(import.meta.dirname, 'sample') });
    const { port: database } = new URL(other.databaseUrl);
    const left = () =>
      readdirSync('/proc').filter((entry) => {
        try {
          return (
            /^\d+$/.test(entry) &&
            readFileSync(`/proc/${entry}/environ`, 'utf8').includes(`PGRST_DB_URI=`) &&
            readFileSync(`/proc/${entry}/environ`, 'utf8').includes(`@127.0.0.1:${database}/`)
          );
        } catch {
          return false;
        }
      }).length;
    expect(left()).toBeGreaterThan(0);
    await other.kill9();
    await expect.poll(left, { timeout: 20_000 }).toBe(0);
    await other.stop();
  });
});

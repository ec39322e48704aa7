/* Ten thousand random requests, and the largest realistic job. */
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { bitmap, differing, page } from './pictures.ts';
import { until } from './machine.ts';
import { startServer } from './program.ts';
import { ask, counter, newId, origin } from './shop.ts';

let state = 42;
const random = (below: number) => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) % below;
const one = <Item>(of: readonly Item[]): Item => of[random(of.length)]!;

test('survives ten thousand random requests', async () => {
  const { home, token, clear } = await counter();
  const server = await startServer(home);
  const good = JSON.stringify({ printer: 'counter', dpi: 203, pages: [page(1, 1, [40, 24])] });
  const junk = () => Buffer.from(Array.from({ length: random(300) }, () => random(256))).toString('latin1');
  const spoilt = (text: string) => {
    const at = random(text.length);
    return one([
      text.slice(0, at),
      text.slice(0, at) + junk() + text.slice(at),
      text.replaceAll(one(['"', '1', ':', 'A']), one(['', '\0', '1e999', '[', 'null', '"'])),
      text.repeat(2),
    ]);
  };
  const ids = Array.from({ length: 20 }, newId);
  const request = () => {
    const body = one([
      good,
      good,
      spoilt(good),
      junk(),
      '{}',
      'null',
      '[]',
      '{"printer":"counter","dpi":203,"pages":[{"png":"AAAA","copies":1}]}',
      `{"printer":{"__proto__":1},"pages":[]}`,
      '{"code":"123456"}',
      '{"code":[]}',
    ]);
    const method = one(['GET', 'PUT', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE', 'x']);
    const path = one([
      `/v1/jobs/${one(ids)}`,
      `/v1/jobs/${one(ids)}`,
      '/v1/health',
      '/v1/pair',
      '/v1/printers',
      '/v1/jobs/',
      '/v1/jobs/../x',
      '//',
      '*',
      '/%00',
      `/${encodeURIComponent(junk())}`,
      '/v1/events/x',
    ]);
    const head = [
      `host: ${one([`127.0.0.1:${server.port}`, `127.0.0.1:${server.port}`, `127.0.0.1:${server.port}`, 'evil', '[', '::'])}`,
      `origin: ${one([origin, origin, origin, 'null', 'x', junk().replace(/[\r\n]/g, '')])}`,
      `authorization: ${one([`Bearer ${token}`, `Bearer ${token}`, `Bearer ${token}`, 'Bearer ', 'Basic x', `Bearer ${'x'.repeat(5_000)}`])}`,
      `content-type: ${one(['application/json', 'application/json', 'text/html', junk().replace(/[\r\n]/g, '')])}`,
      `content-length: ${one([Buffer.byteLength(body), Buffer.byteLength(body), Buffer.byteLength(body), 0, 5, 1e9, -1, 'x'])}`,
      'connection: close',
    ];
    return one([
      () => `${method} ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n${body}`,
      () => `${method} ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n${body}`,
      junk,
      () => `${method} ${path}`,
    ])();
  };
  const knock = (text: string) =>
    new Promise<void>((resolve) => {
      const socket = connect(server.port, '127.0.0.1', () => {
        socket.write(text, 'utf8');
        // Some hang up in the middle of a request.
        if (random(10) === 0) socket.destroy();
        else setTimeout(() => socket.destroy(), 150).unref();
      });
      socket
        .on('data', () => {})
        .on('error', () => {})
        .on('close', () => resolve());
    });
  for (let sent = 0; sent < 10_000; sent += 50) await Promise.all(Array.from({ length: 50 }, () => knock(request())));
  expect((await ask(server.port, 'GET', '/v1/health')).status).toBe(200);
  expect(server.output).not.toMatch(/TypeError|RangeError|SyntaxError|at .*\.js:\d+/);
  const id = newId();
  await ask(server.port, 'PUT', `/v1/jobs/${id}`, JSON.parse(good), { token });
  await until(
    async () => (await ask(server.port, 'GET', `/v1/jobs/${id}`, undefined, { token })).body.state === 'sent',
    'a job after the storm',
    60_000,
  );
  expect(await server.stop('SIGTERM')).toBe(0);
  await clear();
});

test('prints a thousand different labels as one job under 300 MB while answering others', async () => {
  const { home, printer, token, clear } = await counter('--dpi', '300');
  const server = await startServer(home);
  const id = newId();
  const pages = Array.from({ length: 1_000 }, (_, index) => page(index + 1, 1, [591, 354], 12));
  let answered = 0;
  let going = true;
  const other = (async () => {
    for (; going; answered++) await ask(server.port, 'GET', '/v1/health');
  })();
  const { status } = await ask(server.port, 'PUT', `/v1/jobs/${id}`, { printer: 'counter', dpi: 300, pages }, { token });
  expect(status).toBe(201);
  await until(
    async () => (await ask(server.port, 'GET', `/v1/jobs/${id}`, undefined, { token })).body.state === 'sent',
    'a thousand labels',
    60_000,
  );
  going = false;
  await other;
  if (process.platform === 'linux')
    expect(Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024).toBeLessThan(300);
  expect(answered).toBeGreaterThan(20);
  const { labels } = printer;
  expect(labels).toHaveLength(1_000);
  for (const at of [0, 1, 499, 999]) expect(differing(bitmap(591, 354, at + 1, 12), labels[at]!)).toBe(0);
  await server.stop('SIGTERM');
  await clear();
});

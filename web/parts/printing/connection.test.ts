import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PrintServerError, type Fault, type Health, type Job, type ServerEvent } from '@/lib/print-server.ts';

/* A scripted print server. The tests of print-server.ts cover how it is reached. */
const server = vi.hoisted(() => ({ health: vi.fn(), watch: vi.fn(), put: vi.fn(), pair: vi.fn(), fault: vi.fn() }));
vi.mock('@/lib/print-server.ts', async (real) => ({
  ...(await real<typeof import('@/lib/print-server.ts')>()),
  permissionFor: () => Promise.resolve(null),
  healthOf: server.health,
  watch: server.watch,
  putJob: server.put,
  pair: server.pair,
  faultOf: server.fault,
}));

const address = { host: '127.0.0.1', port: 17_777 };
const order = { printer: 'p', dpi: 203, name: 'Labels', pages: [] };
const job = (id: string, state: Job['state']): Job => ({ id, printer: 'p', labels: 1, state, reason: null });
const settle = () => vi.advanceTimersByTimeAsync(0);
let say: (event: ServerEvent) => void;
let close: () => void;
let connection: typeof import('./connection.ts');

beforeEach(async () => {
  vi.useFakeTimers();
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  server.health.mockResolvedValue({ name: 'daftar-print-server', version: '1.0.0', protocol: 1, pairing: true } satisfies Health);
  server.pair.mockResolvedValue('token');
  server.fault.mockResolvedValue('not_answering' satisfies Fault);
  server.watch.mockReset().mockImplementation(
    (_address, _token, _signal, heard: typeof say) =>
      new Promise<void>((resolve) => {
        [say, close] = [heard, resolve];
        heard({ event: 'snapshot', printers: [], jobs: [] });
      }),
  );
  server.put.mockReset();
  vi.resetModules();
  connection = await import('./connection.ts');
});
afterEach(() => {
  connection.disconnect();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function paired() {
  await connection.connect(address);
  await connection.pairWith(address, '123456');
  await settle();
}

test('nothing is printed before the connection exists', async () => {
  await expect(connection.print('a', order)).rejects.toMatchObject({ code: 'not_connected' });
  expect(server.put).not.toHaveBeenCalled();
});

test('the connection reports when a job is printed', async () => {
  await paired();
  server.put.mockResolvedValue(job('a', 'queued'));
  const printed = connection.print('a', order);
  await settle();
  say({ event: 'job', job: job('a', 'sending') });
  say({ event: 'job', job: job('a', 'sent') });
  expect(await printed).toMatchObject({ state: 'sent' });
  expect(server.put.mock.calls).toEqual([[address, 'token', 'a', order]]);
});

test('after a lost response, the job is sent again with the same id once the server is back', async () => {
  await paired();
  server.put.mockRejectedValueOnce(new PrintServerError('unreachable')).mockResolvedValue(job('a', 'uncertain'));
  const printed = connection.print('a', order);
  await settle();
  close();
  await vi.advanceTimersByTimeAsync(2_500);
  expect(await printed).toMatchObject({ state: 'uncertain' });
  expect(server.put.mock.calls.map(([, , id]) => id as string)).toEqual(['a', 'a']);
});

test('a job sent before the connection was closed is uncertain, because it may have been printed', async () => {
  await paired();
  server.put.mockRejectedValue(new PrintServerError('unreachable'));
  const printed = connection.print('a', order);
  await settle();
  connection.disconnect();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await printed).toMatchObject({ id: 'a', state: 'uncertain', reason: 'line_given_up' });
});

test('a job that the server refuses is not sent again', async () => {
  await paired();
  server.put.mockRejectedValue(new PrintServerError('printer_offline'));
  await expect(connection.print('a', order)).rejects.toMatchObject({ code: 'printer_offline' });
  expect(server.put).toHaveBeenCalledTimes(1);
});

test('a broken connection is retried after 1, 2, 4 and at most 30 seconds', async () => {
  await paired();
  const dead = () => Promise.reject(new PrintServerError('unreachable'));
  server.watch.mockImplementation(dead);
  close();
  await settle();
  const tries: number[] = [];
  for (let second = 1; second <= 100; second++) {
    const before = server.watch.mock.calls.length;
    await vi.advanceTimersByTimeAsync(1_000);
    if (server.watch.mock.calls.length > before) tries.push(second);
  }
  expect(tries).toEqual([1, 3, 7, 15, 31, 61, 91]);
});

test('an unpaired browser can be paired again, and a failure right after that is diagnosed', async () => {
  await paired();
  server.watch.mockRejectedValue(new PrintServerError('not_paired'));
  close();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await connection.connected(address)).toBe(null);
  server.watch.mockRejectedValue(new PrintServerError('unreachable'));
  await connection.pairWith(address, '123456');
  await settle();
  expect(server.fault).toHaveBeenCalled();
});

test('a job that was accepted before the browser was unpaired becomes uncertain', async () => {
  await paired();
  server.put.mockResolvedValue(job('a', 'queued'));
  const printed = connection.print('a', order);
  await settle();
  server.watch.mockRejectedValue(new PrintServerError('not_paired'));
  close();
  await vi.advanceTimersByTimeAsync(1_000);
  const answer = await Promise.race([printed, settle().then(() => 'waits')]);
  expect(answer).toMatchObject({ id: 'a', state: 'uncertain', reason: 'line_given_up' });
});

import { afterEach, expect, test, vi } from 'vitest';
import { failures } from '@/mounted/no-answer.ts';
import { faultOf, permissionFor, PrintServerError, putJob, readAddress, watch, type ServerEvent } from './print-server.ts';

afterEach(() => void vi.unstubAllGlobals());

const here = { host: '127.0.0.1', port: 17_777 };
const there = { host: '192.168.1.20', port: 17_777 };

const browser = ({
  states = {},
  protocol = 'https:',
  answers,
}: {
  states?: Record<string, PermissionState>;
  protocol?: string;
  answers?: boolean;
}) => {
  vi.stubGlobal('navigator', {
    permissions: {
      query: ({ name }: { name: string }) =>
        states[name] ? Promise.resolve({ state: states[name] }) : Promise.reject(new TypeError(name)),
    },
  });
  vi.stubGlobal('location', { protocol });
  vi.stubGlobal('fetch', () => (answers ? Promise.resolve(new Response(null)) : Promise.reject(new TypeError('Load failed'))));
};

test('reads an address as typed: a name or IP address, with a port', () => {
  expect(readAddress(' http://192.168.1.20/ ', '17777')).toEqual(there);
  expect([readAddress('till-1', '80'), readAddress('[::1]', '1')]).toEqual([
    { host: 'till-1', port: 80 },
    { host: '[::1]', port: 1 },
  ]);
  expect(
    [
      ['', '1'],
      ['a b', '1'],
      ['x/y', '1'],
      ['user@host', '1'],
      ['host', '0'],
      ['host', '65536'],
      ['host', ''],
      ['host', '1e3'],
    ].map(([host = '', port = '']) => readAddress(host, port)),
  ).toEqual(Array(8).fill(null));
});

test("asks for the browser's permission under the name it supports", async () => {
  browser({ states: { 'loopback-network': 'granted', 'local-network': 'denied' } });
  expect([await permissionFor(here), await permissionFor(there)]).toEqual(['granted', 'denied']);
  browser({ states: { 'local-network-access': 'prompt' } });
  expect([await permissionFor(here), await permissionFor(there)]).toEqual(['prompt', 'prompt']);
  browser({});
  expect(await permissionFor(here)).toBe(null);
});

test('distinguishes the causes of a failed connection', async () => {
  const failed = new PrintServerError('unreachable');
  const fault = (address: typeof here, how: Parameters<typeof browser>[0]) => {
    browser(how);
    return faultOf(address, failed);
  };
  expect(await fault(here, { states: { 'loopback-network': 'denied' }, answers: true })).toBe('permission_denied');
  expect(await fault(there, {})).toBe('browser_blocks');
  expect(await fault(there, { protocol: 'http:' })).toBe('not_answering');
  expect(await fault(here, {})).toBe('not_answering');
  expect(await fault(here, { answers: true })).toBe('origin_not_allowed');
  expect([
    await faultOf(here, new PrintServerError('not_paired')),
    await faultOf(here, new PrintServerError('not_found')),
    await faultOf(here, new SyntaxError('no JSON')),
  ]).toEqual(['not_paired', 'other_program', 'other_program']);
});

test("reports the server's error code, and other responses as another program", async () => {
  const answering = (body: string) => vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status: 409 })));
  const order = { printer: 'p', dpi: 203, name: 'n', pages: [] };
  answering('{"error":"printer_offline"}');
  await expect(putJob(here, 't', 'id', order)).rejects.toMatchObject({ code: 'printer_offline' });
  answering('<html>');
  await expect(putJob(here, 't', 'id', order)).rejects.toMatchObject({ code: 'other_program' });
});

test.each(failures.filter(([name]) => /breaks off|aborted|connection/.test(name)))(
  '%s leaves a print job to be sent again',
  async (_name, fail) => {
    vi.stubGlobal('fetch', fail);
    await expect(putJob(here, 't', 'id', { printer: 'p', dpi: 203, name: 'n', pages: [] })).rejects.toMatchObject({ code: 'unreachable' });
  },
);

test('events are read however the stream is split, and 12 seconds of silence end it', async () => {
  vi.useFakeTimers();
  const heard: ServerEvent[] = [];
  let line!: ReadableStreamDefaultController<Uint8Array>;
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        line = controller;
      },
    });
    signal?.addEventListener('abort', () => line.error(new DOMException('', 'AbortError')));
    return Promise.resolve(new Response(body));
  });
  const ended = watch(here, 't', new AbortController().signal, (event) => heard.push(event)).then(() => 'ended');
  await vi.advanceTimersByTimeAsync(0);
  const say = (text: string) => line.enqueue(new TextEncoder().encode(text));
  say(': ping\n\nevent: snapshot\ndata: {"printers":[],');
  await vi.advanceTimersByTimeAsync(11_000);
  expect(heard).toEqual([]);
  say('"jobs":[]}\n\nevent: job\ndata: {"id":"a"}\n\n');
  await vi.advanceTimersByTimeAsync(11_000);
  expect(heard).toEqual([
    { event: 'snapshot', printers: [], jobs: [] },
    { event: 'job', job: { id: 'a' } },
  ]);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(await ended).toBe('ended');
  vi.useRealTimers();
});

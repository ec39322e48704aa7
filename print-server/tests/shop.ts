/* A print server with its printer, and requests as a browser sends them. */
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { Pairings } from '../src/pairing.js';
import { startServer } from '../src/server.js';
import { fakePrinter } from './fake-printer.ts';
import { scratch, until } from './machine.ts';
import { run } from './program.ts';

export const origin = 'https://office.example';
export type RequestOptions = { origin?: string | null; token?: string | null; host?: string; headers?: Record<string, string> };

/** Unlike fetch, these requests can set Host and Origin. */
export function ask(
  port: number,
  method: string,
  path: string,
  body?: unknown,
  { origin: from = origin, token, host, headers = {} }: RequestOptions = {},
) {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- any response
  return new Promise<{ status: number; headers: Record<string, unknown>; body: any }>((resolve, reject) => {
    const sent = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
    const outgoing = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        agent: false,
        headers: {
          ...(host ? { host } : {}),
          ...(from === null ? {} : { origin: from }),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(sent === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
          ...headers,
        },
      },
      (incoming) => {
        let text = '';
        incoming
          .setEncoding('utf8')
          .on('data', (part) => (text += part))
          .on('error', reject)
          .on('end', () =>
            resolve({
              status: incoming.statusCode ?? 0,
              headers: incoming.headers,
              body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
            }),
          );
      },
    );
    outgoing.on('error', reject).end(sent);
  });
}

export const newId = (): string => randomUUID();

export async function shop(language: 'zpl' | 'tspl' | 'escpos' = 'zpl') {
  const { home, clear } = scratch();
  const printer = await fakePrinter(language);
  const lines: string[] = [];
  const start = () => startServer({ home, port: 0, say: (line) => lines.push(line) });
  let server = await start();
  server.settings.change(() => ({
    origins: [origin, 'http://localhost:54321'],
    names: [],
    cups: false,
    printers: [
      {
        id: 'counter',
        name: 'Zebra ZD421',
        place: 'Counter',
        to: `127.0.0.1:${printer.port}`,
        language,
        kind: language === 'escpos' ? 'receipt' : 'label',
        dpi: 203,
        media: { width: 50, height: 30 },
      },
    ],
  }));
  const token = server.pairings.pair(server.pairings.open(), origin);
  return {
    home,
    printer,
    lines,
    token,
    get server() {
      return server;
    },
    ask: (method: string, path: string, body?: unknown, options: RequestOptions = {}) =>
      ask(server.port, method, path, body, { token, ...options }),
    put: (id: string, order: object, options: RequestOptions = {}) =>
      ask(server.port, 'PUT', `/v1/jobs/${id}`, { printer: 'counter', dpi: 203, ...order }, { token, ...options }),
    ended: (id: string) =>
      until(async () => {
        const { body } = await ask(server.port, 'GET', `/v1/jobs/${id}`, undefined, { token });
        return ['queued', 'sending'].includes(body.state) ? undefined : (body as { state: string; reason: string | null });
      }, `the end of job ${id}`),
    restart: async (patience?: number) => {
      await server.stop(patience);
      server = await start();
    },
    close: async () => {
      await server.stop(0);
      await printer.down();
      clear();
    },
  };
}

/** A data folder with a printer, an allowed page and its token. */
export async function counter(...words: string[]) {
  const { home, clear } = scratch();
  const printer = await fakePrinter('zpl');
  await run(['add', 'counter', '--data-dir', home, '--to', `127.0.0.1:${printer.port}`, ...words]);
  await run(['allow', origin, '--data-dir', home]);
  const pairings = new Pairings(home);
  const token = pairings.pair(pairings.open(), origin);
  return { home, printer, token, clear: () => printer.down().then(clear) };
}

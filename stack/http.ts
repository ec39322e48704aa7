import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export type Handler = (request: Request) => Promise<Response>;

/** What no service is asked: answered here, in the words the client reads errors in. */
export class Refusal extends Error {
  readonly status: number;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
  }
}

export const refused = (status: number, message: string, headers: Record<string, string> = {}): Response =>
  json(status, { code: `PT${status}`, message, details: null, hint: null }, headers);

/** Not now, but soon. */
export const unavailable = (headers: Record<string, string> = {}): Response => refused(503, 'server', { 'retry-after': '1', ...headers });

/** The same to somebody who looks: a page that comes back by itself. */
export const starting = (): Response =>
  new Response(
    '<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="1"><title>…</title><p>Starting…<p dir="rtl" lang="ar">جارٍ التشغيل…',
    {
      status: 503,
      headers: { 'retry-after': '1', 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
    },
  );

const patience = 256 * 1024 * 1024;

/** A body is heard to its end, also when it is too large: whoever still sends does not read, and the next request on the line begins where this one ends. */
export async function readBody(incoming: IncomingMessage, most: number): Promise<Buffer<ArrayBuffer>> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of incoming as AsyncIterable<Buffer>) {
    size += part.length;
    if (size <= most) parts.push(part);
    else parts.length = 0;
    if (size > patience) break;
  }
  if (size > most) throw new Refusal(413, 'request_too_large');
  return Buffer.concat(parts, size);
}

const deepest = 64;
const [quote, backslash, letterU] = [0x22, 0x5c, 0x75];
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

/** Refuses what makes parsers fall over or what Postgres cannot keep: a depth that nothing here has, and the character zero (Storage says itself which names it takes). */
export function checkJson(body: Buffer, service: string): void {
  if (service === 'auth' && body.length > 0 && body.toString('latin1').trimStart()[0] !== '{') throw new Refusal(400, 'request_malformed');
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < body.length; at++) {
    const byte = body[at] as number;
    if (byte === backslash) {
      // A function says itself which part of what it was sent cannot be kept.
      if (
        service !== 'storage' &&
        service !== 'functions' &&
        body[at + 1] === letterU &&
        body.toString('latin1', at + 2, at + 6) === '0000'
      )
        throw new Refusal(400, 'text_invalid');
      at++;
    } else if (byte === quote) quoted = !quoted;
    else if (quoted) continue;
    else if (opening.has(byte) && ++depth > deepest) throw new Refusal(400, 'request_malformed');
    else if (closing.has(byte)) depth--;
  }
}

/** Node's request, its body read, as the web's. Its signal tells a service that the asker has left. */
export function toRequest(incoming: IncomingMessage, address: URL, body: Buffer<ArrayBuffer>, signal: AbortSignal): Request {
  const headers = new Headers();
  for (let at = 0; at < incoming.rawHeaders.length; at += 2) {
    headers.append(incoming.rawHeaders[at] ?? '', incoming.rawHeaders[at + 1] ?? '');
  }
  // Who asks, for limits: what the request itself says of it counts for nothing.
  headers.set('x-client-ip', incoming.socket.remoteAddress ?? '');
  const method = incoming.method ?? 'GET';
  return new Request(address, { method, headers, signal, body: method === 'GET' || method === 'HEAD' ? null : body });
}

export async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.statusCode = response.status;
  response.headers.forEach((value, name) => {
    if (name !== 'set-cookie') outgoing.setHeader(name, value);
  });
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) outgoing.setHeader('set-cookie', cookies);
  if (!response.body) return void outgoing.end();
  // A browser that goes away in the middle of an answer is no fault of the server.
  await pipeline(Readable.fromWeb(response.body as never), outgoing).catch(() => outgoing.destroy());
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json; charset=utf-8', ...headers } });
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export type Handler = (request: Request) => Promise<Response>;

/** A request refused by the gateway itself, answered in the format of PostgREST's errors. */
export class Refusal extends Error {
  readonly status: number;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
  }
}

export const refused = (status: number, message: string, headers: Record<string, string> = {}): Response =>
  json(status, { code: `PT${status}`, message, details: null, hint: null }, headers);

/** Asks the client to retry soon. */
export const unavailable = (headers: Record<string, string> = {}): Response => refused(503, 'server', { 'retry-after': '1', ...headers });

/** The same as a page, which reloads itself. */
export const starting = (): Response =>
  new Response(
    '<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="1"><title>…</title><p>Starting…<p dir="rtl" lang="ar">جارٍ التشغيل…',
    {
      status: 503,
      headers: { 'retry-after': '1', 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
    },
  );

const maxDrained = 256 * 1024 * 1024;

/** Reads a body. One that is too large is drained, up to 256 MB: a client that is still sending does not read the response, and the next
    request follows on the same connection. */
export async function readBody(incoming: IncomingMessage, most: number): Promise<Buffer<ArrayBuffer>> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of incoming as AsyncIterable<Buffer>) {
    size += part.length;
    if (size <= most) parts.push(part);
    else parts.length = 0;
    if (size > maxDrained) break;
  }
  if (size > most) throw new Refusal(413, 'request_too_large');
  return Buffer.concat(parts, size);
}

const maxDepth = 64;
const [quote, backslash, letterU] = [0x22, 0x5c, 0x75];
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

/** Refuses JSON nested too deeply for parsers, and NUL, which Postgres cannot store (Storage validates names itself). */
export function checkJson(body: Buffer, service: string): void {
  if (service === 'auth' && body.length > 0 && body.toString('latin1').trimStart()[0] !== '{') throw new Refusal(400, 'request_malformed');
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < body.length; at++) {
    const byte = body[at] as number;
    if (byte === backslash) {
      // Functions report themselves which value contains NUL.
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
    else if (opening.has(byte) && ++depth > maxDepth) throw new Refusal(400, 'request_malformed');
    else if (closing.has(byte)) depth--;
  }
}

/** Converts Node's request to a web Request. The signal aborts when the client disconnects. */
export function toRequest(incoming: IncomingMessage, address: URL, body: Buffer<ArrayBuffer>, signal: AbortSignal): Request {
  const headers = new Headers();
  for (let index = 0; index < incoming.rawHeaders.length; index += 2) {
    headers.append(incoming.rawHeaders[index] ?? '', incoming.rawHeaders[index + 1] ?? '');
  }
  // The client's address for rate limits; overwrites any such header of the request.
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
  // A browser that disconnects during a response is not an error.
  await pipeline(Readable.fromWeb(response.body as never), outgoing).catch(() => outgoing.destroy());
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json; charset=utf-8', ...headers } });
}

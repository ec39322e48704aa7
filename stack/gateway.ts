import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { checkJson, readBody, Refusal, refused, send, starting, toRequest, unavailable, type Handler } from './http.ts';

/** Forwards a request whose body has been read. */
export type Forward = (incoming: IncomingMessage, path: string, body: Buffer<ArrayBuffer>, outgoing: ServerResponse) => Promise<void>;

export interface Services {
  /** The real PostgREST; null on platforms without a build of it, where lite answers instead. */
  rest: Forward | null;
  lite: Handler;
  admin: Handler;
  functions: Handler;
  client: Handler;
}

const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Content-Range, Content-Location, Preference-Applied, X-Total-Count, X-Supabase-Api-Version',
};

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const MB = 1024 * 1024;
/** The service for each path and its largest request body. An import sends all rows in one body; private.before_request has smaller
 * limits where no list travels; files are limited by their bucket. */
const routes: { path: RegExp; service: keyof Services; maxBody: number }[] = [
  { path: /^\/rest\/v1\/rpc\/import_sheet$/, service: 'rest', maxBody: 33 * MB },
  { path: /^\/rest\/v1(\/|$)/, service: 'rest', maxBody: 2 * MB },
  { path: /^\/auth\/v1\/(admin\/|invite$)/, service: 'admin', maxBody: MB },
  { path: /^\/auth\/v1(\/|$)/, service: 'lite', maxBody: MB },
  { path: /^\/storage\/v1(\/|$)/, service: 'lite', maxBody: 52 * MB },
  { path: /^\/functions\/v1\//, service: 'functions', maxBody: 32 * MB },
  { path: /^/, service: 'client', maxBody: MB },
];

/** Serves all of Supabase and the client at one loopback address, as hosted projects do. It listens from the start and answers 503 until
 * the services are ready. */
export function openGateway(services: () => Services | null): Server {
  let origin = '';
  const server = createServer({ requestTimeout: 120_000, headersTimeout: 15_000, keepAliveTimeout: 65_000 }, (incoming, outgoing) => {
    void answer(services(), origin, incoming, outgoing)
      .catch((error: unknown) => {
        if (error instanceof Refusal) return refused(error.status, error.message, corsHeaders);
        // An error because the client disconnected is not logged.
        if (!incoming.errored) console.error(error);
        return refused(500, 'server', corsHeaders);
      })
      .then((response) => response && send(response, outgoing));
  });
  server.on('listening', () => (origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  return server.on('clientError', refuseRaw);
}

async function answer(
  services: Services | null,
  origin: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<Response | void> {
  outgoing.setHeader('x-content-type-options', 'nosniff');
  const address = addressOf(origin, incoming);
  const route = routes.find(({ path }) => path.test(address.pathname)) as (typeof routes)[number];
  const body = await readBody(incoming, route.maxBody);
  if (!methods.includes(incoming.method ?? '')) throw new Refusal(405, 'request_malformed');
  if (route.service !== 'client' && incoming.method === 'OPTIONS') return preflight(incoming);
  if (!services) return route.service === 'client' ? starting() : unavailable(corsHeaders);

  const [, name = ''] = address.pathname.split('/');
  const type = incoming.headers['content-type'] ?? '';
  if (!type.startsWith('multipart/') && (name !== 'storage' || type.includes('json'))) checkJson(body, name);

  if (route.service === 'rest' && services.rest) {
    for (const [name, value] of Object.entries(corsHeaders)) outgoing.setHeader(name, value);
    return services.rest(incoming, address.pathname.slice('/rest/v1'.length) + address.search, body, outgoing);
  }
  const disconnected = new AbortController();
  outgoing.once('close', () => outgoing.writableFinished || disconnected.abort());
  const handle = services[route.service === 'rest' ? 'lite' : route.service] as Handler;
  const response = await handle(toRequest(incoming, address, body, disconnected.signal));
  if (route.service === 'client') return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(corsHeaders)) headers.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

/** Accepts only loopback host names, against DNS rebinding, and only plain paths. */
function addressOf(origin: string, { headers, url = '' }: IncomingMessage): URL {
  if (!/^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(headers.host ?? '')) throw new Refusal(421, 'address_unknown');
  const address = url.startsWith('/') ? URL.parse(origin + url) : null;
  if (!address || address.pathname.startsWith('//') || (/%00/.test(url) && !url.startsWith('/storage/')))
    throw new Refusal(400, 'request_malformed');
  return address;
}

function preflight({ headers }: IncomingMessage): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...corsHeaders,
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': headers['access-control-request-headers'] ?? '*',
      'access-control-max-age': '86400',
    },
  });
}

/** Refuses invalid HTTP, and a URL and headers of more than 16 KB. */
function refuseRaw(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
  const [status, reason, code] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? [431, 'Request Header Fields Too Large', 'request_too_large']
      : [400, 'Bad Request', 'request_malformed'];
  const body = JSON.stringify({ code: `PT${status}`, message: code, details: null, hint: null });
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\naccess-control-allow-origin: *\r\nconnection: close\r\n\r\n${body}`,
  );
}

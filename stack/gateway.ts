import { createServer, type Server } from 'node:http';
import { json, send, toRequest } from './http.ts';

type Handler = (request: Request) => Promise<Response>;

export interface Services {
  lite: Handler;
  admin: Handler;
  functions: Handler;
  client: Handler;
}

const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Content-Range, Content-Location, Preference-Applied, X-Total-Count, X-Supabase-Api-Version',
};

/** One loopback address for the whole of Supabase and the client, as hosted projects have. */
export function openGateway(services: Services): Server {
  return createServer((incoming, outgoing) => {
    const host = incoming.headers.host ?? '';
    const origin = `http://${/^[\w.:[\]-]+$/.test(host) ? host : '127.0.0.1'}`;
    void answer(services, toRequest(incoming, origin))
      .catch((error: unknown) => {
        console.error(error);
        return json(500, { message: 'The stack failed; its log says why.' });
      })
      .then((response) => send(response, outgoing));
  });
}

async function answer(services: Services, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const service = route(services, pathname);
  if (service === services.client) return service(request);
  if (request.method === 'OPTIONS') return preflight(request);
  const response = await service(request);
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(corsHeaders)) headers.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

function route(services: Services, path: string): Handler {
  if (path.startsWith('/auth/v1/admin/')) return services.admin;
  if (/^\/(rest|auth|storage)\/v1(\/|$)/.test(path)) return services.lite;
  if (path.startsWith('/functions/v1/')) return services.functions;
  return services.client;
}

function preflight(request: Request): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...corsHeaders,
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
      'access-control-allow-headers': request.headers.get('access-control-request-headers') ?? '*',
      'access-control-max-age': '86400',
    },
  });
}


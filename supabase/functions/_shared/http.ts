import { ByteBuilder } from './bytes.ts';
import { Refusal } from './errors.ts';

const headers = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, apikey, content-type, x-client-info, x-preview-role',
  'access-control-allow-methods': 'POST, OPTIONS',
  'content-type': 'application/json; charset=utf-8',
};

export function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status, headers });
}

/** Serves POST requests: answers preflights, and turns any error into {code, values}, with a message if `sentence` is given, for callers
    without texts of their own. `error` repeats it in PostgREST's format, so that a client parses both in one way. */
export function serve(handle: (request: Request) => Promise<Response>, sentence?: (refusal: Refusal, request: Request) => string): void {
  const refused = (refusal: Refusal, request: Request): Response => {
    const { code, status, values } = refusal;
    return json(status, {
      code,
      message: sentence?.(refusal, request),
      values,
      error: { code: `PT${status}`, message: code, details: JSON.stringify(values) },
    });
  };
  Deno.serve(async (request) => {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers });
    try {
      if (request.method !== 'POST') throw new Refusal('method_not_allowed', 405);
      return await handle(request);
    } catch (error) {
      if (error instanceof Refusal) return refused(error, request);
      console.error(error);
      return refused(new Refusal('server_error', 500), request);
    }
  });
}

/** Always drains the body, since unread bytes would be parsed as the next request on the connection. Buffers at most one chunk beyond the
    limit. */
export async function readBody(request: Request, most: number, tooLarge = requestTooLarge): Promise<Uint8Array<ArrayBuffer>> {
  const body = new ByteBuilder();
  for await (const part of request.body ?? []) if (body.length <= most) body.take(part);
  if (body.length > most) throw tooLarge();
  return body.toBytes();
}

export const requestTooLarge = () => new Refusal('request_too_large', 413);

export function readJson(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text);
    if (body !== null && typeof body === 'object' && !Array.isArray(body)) return body as Record<string, unknown>;
  } catch {
    // Not JSON: refused below, like a value that is not an object.
  }
  throw new Refusal('request_invalid', 400);
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function readId(value: unknown, field: string): string {
  if (typeof value !== 'string' || !uuid.test(value)) throw new Refusal('request_invalid', 400, { field });
  return value;
}

import { Growing } from './bytes.ts';
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

/** One POST door: answers preflights, and turns whatever is thrown into a stable code: {code, values}, with a sentence for callers that have
    none of their own; beside them the same in the words of PostgREST, so that a client reads both doors with one reader. */
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

/** A body, heard to the end whatever its length, or the next question on the same line would be taken for the rest of it; but no more
    is kept than may come. */
export async function readBody(request: Request, most: number, tooLarge = requestTooLarge): Promise<Uint8Array<ArrayBuffer>> {
  const body = new Growing();
  for await (const part of request.body ?? []) if (body.length <= most) body.bytes(part);
  if (body.length > most) throw tooLarge();
  return body.whole();
}

export const requestTooLarge = () => new Refusal('request_too_large', 413);

export function readJson(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text);
    if (body !== null && typeof body === 'object' && !Array.isArray(body)) return body as Record<string, unknown>;
  } catch {
    // Not JSON: refused below like anything that is no object.
  }
  throw new Refusal('request_invalid', 400);
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function readId(value: unknown, field: string): string {
  if (typeof value !== 'string' || !uuid.test(value)) throw new Refusal('request_invalid', 400, { field });
  return value;
}

import { type DatabaseRefusal, fromDatabase, Refusal } from './errors.ts';

/** Calls a database function as our caller, with their token and the publishable key only. Large arguments are passed as a function that
    yields their JSON in pieces, which are sent as they come. A request whose connection breaks is sent again: the called functions
    recognise a repeated request by its id. */
export async function callAsCaller<Answer>(
  request: Request,
  name: string,
  args: Record<string, unknown> | (() => Iterable<Uint8Array<ArrayBuffer>>),
): Promise<Answer> {
  const authorization = request.headers.get('authorization');
  if (!authorization) throw new Refusal('session_expired', 401);
  // A user who previews the app as a role cannot write through this function either.
  const preview = request.headers.get('x-preview-role');
  // An error while the pieces are made aborts the request, and fetch rejects with another error.
  let thrown: unknown;
  const pieces = function* (yieldPieces: () => Iterable<Uint8Array<ArrayBuffer>>) {
    try {
      yield* yieldPieces();
    } catch (error) {
      thrown = error;
      throw error;
    }
  };
  const send = () =>
    fetch(`${Deno.env.get('SUPABASE_URL')}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: {
        authorization,
        apikey: publishableKey(),
        'content-type': 'application/json',
        ...(preview !== null && { 'x-preview-role': preview }),
      },
      // Without the request's signal, which is aborted after successful responses too.
      body: typeof args === 'function' ? ReadableStream.from(pieces(args)) : JSON.stringify(args),
    });
  let response: Response;
  try {
    // The server may have closed a kept-alive connection while this function was busy reading a sheet.
    response = await send().catch((error: unknown) => {
      if (thrown) throw error;
      console.error(`${name} is sent again:`, error);
      return send();
    });
  } catch (error) {
    if (thrown) throw thrown;
    console.error(error);
    throw new Refusal('database_unreachable', 503);
  }
  const text = await response.text();
  if (response.ok) return JSON.parse(text) as Answer;
  const refusal = fromDatabase(answerOf(text), response.status);
  if (refusal.code === 'server_error') console.error(`${name} answered ${response.status}: ${text}`);
  throw refusal;
}

function answerOf(text: string): DatabaseRefusal {
  try {
    return JSON.parse(text) as DatabaseRefusal;
  } catch {
    return {};
  }
}

/** Hosted projects provide the new keys as one JSON object and the legacy key in a variable of its own. */
function publishableKey(): string {
  const keys = Deno.env.get('SUPABASE_PUBLISHABLE_KEYS');
  const first = keys ? Object.values(JSON.parse(keys) as Record<string, string>)[0] : undefined;
  return first ?? Deno.env.get('SUPABASE_PUBLISHABLE_KEY') ?? Deno.env.get('SUPABASE_ANON_KEY') ?? '';
}

import { type DatabaseRefusal, fromDatabase, Refusal } from './errors.ts';

/** Calls a database function as the person who called us: their token, the publishable key, nothing more. Large arguments come as
    JSON in bytes. The functions that are called so know a request that comes twice, by its id: one whose line breaks is sent again. */
export async function callAsCaller<Answer>(
  request: Request,
  name: string,
  args: Record<string, unknown> | Uint8Array<ArrayBuffer>,
): Promise<Answer> {
  const authorization = request.headers.get('authorization');
  if (!authorization) throw new Refusal('session_expired', 401);
  // Who looks at the app as a role writes nothing, by this door either.
  const preview = request.headers.get('x-preview-role');
  const ask = () =>
    fetch(`${Deno.env.get('SUPABASE_URL')}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: {
        authorization,
        apikey: publishableKey(),
        'content-type': 'application/json',
        ...(preview !== null && { 'x-preview-role': preview }),
      },
      // Without the request's signal, which goes off after answers that went well too.
      body: args instanceof Uint8Array ? args : JSON.stringify(args),
    });
  let response: Response;
  try {
    // A line that was kept open may have been closed at the other end while this one was busy reading a sheet.
    response = await ask().catch((error: unknown) => {
      console.error(`${name} is sent again:`, error);
      return ask();
    });
  } catch (error) {
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

/** Hosted projects hand over the new keys as one JSON object, the legacy one by itself. */
function publishableKey(): string {
  const keys = Deno.env.get('SUPABASE_PUBLISHABLE_KEYS');
  const first = keys ? Object.values(JSON.parse(keys) as Record<string, string>)[0] : undefined;
  return first ?? Deno.env.get('SUPABASE_PUBLISHABLE_KEY') ?? Deno.env.get('SUPABASE_ANON_KEY') ?? '';
}

// Supabase's clients one by one: the first list needs only REST and Auth, the rest is loaded on use.
import { AuthClient, type AuthError, type Session } from '@supabase/auth-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import { config } from './config.ts';
import { refusePage } from './errors.ts';
import { restPath, sessionKey } from './first-request.ts';
import { sessionStore, takesTokens } from './browser-storage.ts';
import { markPreview } from './preview.ts';
import { renewed } from './renewal.ts';
import type { Database } from './types.gen.ts';

/** The codes by which Auth says that a session has ended, or that its refresh token is malformed. */
const endings = new Set([
  'refresh_token_not_found',
  'refresh_token_already_used',
  'session_not_found',
  'session_expired',
  'user_banned',
  'user_not_found',
  'validation_failed',
]);

interface AuthAnswer {
  access_token?: string;
  /** With the API version that auth-js asks for, the error; otherwise the HTTP status. */
  code?: string | number;
  error_code?: string;
}

/** auth-js signs the user out after any answer to a renewal that it does not know as a connection error, such as 429 or a captive portal's
    page. Here only Auth's own codes end a session; any other answer is treated as a lost connection, and the token is renewed later.
    Without expires_at, auth-js computes a session's end by this device's clock, since the server's clock may differ. */
const fetchAuth: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init);
  const body = (await answer
    .clone()
    .json()
    .catch(() => null)) as AuthAnswer | null;
  if (body?.access_token) return Response.json({ ...body, expires_at: undefined });
  const isRenewal = String(input).includes('grant_type=refresh_token');
  return isRenewal && !endings.has(body?.error_code ?? String(body?.code)) ? new Response(null, { status: 503 }) : answer;
};

export const auth = new AuthClient({
  url: `${config.url}/auth/v1`,
  fetch: fetchAuth,
  headers: { apikey: config.publishableKey },
  storageKey: sessionKey,
  storage: sessionStore,
  autoRefreshToken: true,
  persistSession: true,
  detectSessionInUrl: takesTokens,
});

interface SessionAnswer {
  data: { session: Session | null };
  error: AuthError | null;
}

/** The stored token, or a new one where it has expired; null where the session has ended. Without a connection, it is renewed later. */
async function accessToken(sessionAnswer: Promise<SessionAnswer> = auth.getSession()): Promise<string | null> {
  const { data, error } = await sessionAnswer;
  if (error?.name === 'AuthRetryableFetchError') throw new TypeError('network', { cause: error });
  return data.session?.access_token ?? null;
}

interface FirstRequest {
  url: string;
  token: string;
  answer: Promise<Response>;
}
declare global {
  interface Window {
    firstRequest?: FirstRequest;
  }
}

/** A request that before-paint.js has sent already for the same user; used once. */
function takeFirstRequest(input: RequestInfo | URL, token: string): Promise<Response> | undefined {
  const { firstRequest } = window;
  if (firstRequest?.url !== String(input)) return undefined;
  delete window.firstRequest;
  return firstRequest.token === token ? firstRequest.answer : undefined;
}

async function send(input: RequestInfo | URL, init: RequestInit | undefined, token: string, fetcher: typeof fetch): Promise<Response> {
  const headers = new Headers(init?.headers);
  headers.set('apikey', config.publishableKey);
  headers.set('authorization', `Bearer ${token}`);
  markPreview(input instanceof Request ? input.url : String(input), init?.method ?? 'GET', headers);
  return refusePage(await (takeFirstRequest(input, token) ?? fetcher(input, { ...init, headers })));
}

/** Sends every request as the signed-in user. A refused token is renewed once: this device's clock may have been changed. If the session
    has ended or is refused, the request waits until the user has signed in in the dialog over the page. Either way it is sent again: no
    input is lost. */
export const fetchAsUser = async (input: RequestInfo | URL, init?: RequestInit, fetcher: typeof fetch = fetch): Promise<Response> => {
  for (let refusals = 0; ; refusals++) {
    const token = (await accessToken()) ?? (await renewed(() => accessToken()));
    const answer = await send(input, init, token, fetcher);
    if (answer.status !== 401) return answer;
    if (refusals === 0 && (await accessToken()) === token) await accessToken(auth.refreshSession());
    await renewed(async () => {
      const now = await accessToken();
      return now === token ? null : now;
    });
  }
};

// The query cache retries: nested retries would delay the offline message by half a minute.
export const rest = new PostgrestClient<Database, { PostgrestVersion: '12' }, 'public'>(config.url + restPath, {
  fetch: fetchAsUser,
  retry: false,
});

// Supabase's clients one by one: the first list needs only REST and Auth, the rest is loaded on use.
import { AuthClient } from '@supabase/auth-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import { config } from './config.ts';
import { restPath, sessionKey } from './first-request.ts';
import { sessionStore, takesTokens } from './keep.ts';
import { markPreview } from './preview.ts';
import { renewed } from './renewal.ts';
import type { Database } from './types.gen.ts';

export const auth = new AuthClient({
  url: `${config.url}/auth/v1`,
  headers: { apikey: config.publishableKey },
  storageKey: sessionKey,
  storage: sessionStore,
  autoRefreshToken: true,
  persistSession: true,
  detectSessionInUrl: takesTokens,
});

async function accessToken(): Promise<string | null> {
  const { data, error } = await auth.getSession();
  // An expired token is renewed once the connection is back, without signing in again.
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
  return takeFirstRequest(input, token) ?? fetcher(input, { ...init, headers });
}

/** Sends every request as the signed-in user. If the session has ended or is refused, the request waits until the user has signed in in
    the dialog over the page, and is sent again: no input is lost. */
export const fetchAsUser = async (input: RequestInfo | URL, init?: RequestInit, fetcher: typeof fetch = fetch): Promise<Response> => {
  for (;;) {
    const token = (await accessToken()) ?? (await renewed(accessToken));
    const answer = await send(input, init, token, fetcher);
    if (answer.status !== 401) return answer;
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

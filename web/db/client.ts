// The clients of Supabase taken apart: what a first list needs is REST and Auth, the rest loads on use.
import { AuthClient } from '@supabase/auth-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import { config } from './config.ts';
import { restPath, sessionKey } from './early.ts';
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
  // A token that ran out while the line is down is renewed once it is back: nobody has to sign in for that.
  if (error?.name === 'AuthRetryableFetchError') throw new TypeError('network', { cause: error });
  return data.session?.access_token ?? null;
}

interface Early {
  url: string;
  token: string;
  answer: Promise<Response>;
}
declare global {
  interface Window {
    early?: Early;
  }
}

/** What before-paint.js has asked for already, for the same person: it is taken once. */
function takeEarly(input: RequestInfo | URL, token: string): Promise<Response> | undefined {
  const { early } = window;
  if (early?.url !== String(input)) return undefined;
  delete window.early;
  return early.token === token ? early.answer : undefined;
}

async function send(input: RequestInfo | URL, init: RequestInit | undefined, token: string, go: typeof fetch): Promise<Response> {
  const headers = new Headers(init?.headers);
  headers.set('apikey', config.publishableKey);
  headers.set('authorization', `Bearer ${token}`);
  markPreview(input instanceof Request ? input.url : String(input), init?.method ?? 'GET', headers);
  return takeEarly(input, token) ?? go(input, { ...init, headers });
}

/**
 * Every request as the signed-in user. Where the session has ended or is refused, the request waits while the
 * sign-in dialog stands over the page, and then goes out again: nothing typed and no click is lost.
 */
export const fetchAsUser = async (input: RequestInfo | URL, init?: RequestInit, go: typeof fetch = fetch): Promise<Response> => {
  for (;;) {
    const token = (await accessToken()) ?? (await renewed(accessToken));
    const answer = await send(input, init, token, go);
    if (answer.status !== 401) return answer;
    await renewed(async () => {
      const now = await accessToken();
      return now === token ? null : now;
    });
  }
};

// Retries are the query cache's: two of them, one in the other, kept a reader waiting half a minute for the word that the line is down.
export const rest = new PostgrestClient<Database, { PostgrestVersion: '12' }, 'public'>(config.url + restPath, {
  fetch: fetchAsUser,
  retry: false,
});

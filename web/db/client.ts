/* supabase-js taken apart: REST, Auth and Functions are half its size. Storage loads on use (files.ts). */
import { AuthClient } from '@supabase/auth-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import { config } from './config.ts';
import type { Database } from './types.gen.ts';

const headers = { apikey: config.publishableKey };
const KEEP = 'keep-signed-in';

/* "Keep me signed in" decides where the session lives: beyond the browser's closing, or not. */
const home = () => (localStorage.getItem(KEEP) === 'no' ? sessionStorage : localStorage);
export const keepSignedIn = (keep: boolean) => localStorage.setItem(KEEP, keep ? 'yes' : 'no');

export const auth = new AuthClient({
  url: `${config.url}/auth/v1`,
  headers,
  storageKey: 'session',
  storage: {
    getItem: (key) => home().getItem(key),
    setItem: (key, value) => home().setItem(key, value),
    removeItem: (key) => {
      localStorage.removeItem(key);
      sessionStorage.removeItem(key);
    },
  },
});

/** fetch as the signed-in user; the token is refreshed when it is about to end. */
export const authorizedFetch: typeof fetch = async (input, init) => {
  const { data } = await auth.getSession();
  const sent = new Headers(init?.headers);
  sent.set('apikey', config.publishableKey);
  sent.set('authorization', `Bearer ${data.session?.access_token ?? config.publishableKey}`);
  return fetch(input, { ...init, headers: sent });
};

export const rest = new PostgrestClient<Database, { PostgrestVersion: '12' }, 'public'>(`${config.url}/rest/v1`, {
  headers,
  fetch: authorizedFetch,
});


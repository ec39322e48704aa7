import { build } from 'vite';
import { expect, it } from 'vitest';
import config from '../vite.config.ts';
import { leanPackages } from './lean-packages-plugin.ts';

const built = (code: string) =>
  build({
    configFile: false,
    logLevel: 'silent',
    resolve: config.resolve,
    plugins: [
      leanPackages(),
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? import.meta.filename : null),
        load: (id) => (id === import.meta.filename ? code : null),
      },
    ],
    build: { write: false, rolldownOptions: { input: 'entry', preserveEntrySignatures: 'strict' } },
  });

async function client() {
  const { output } = (await built(`export { AuthClient } from '@supabase/auth-js';
    export { PostgrestClient } from '@supabase/postgrest-js';
    export { createMemoryRouter } from 'react-router-dom';
    export { default as i18next } from 'i18next';`)) as Extract<Awaited<ReturnType<typeof build>>, { output: unknown }>;
  return output[0].code;
}

it('removes passkeys, wallets, second factors and user administration from auth-js', async () => {
  const code = await client();
  expect(code).toContain('Left out of this build');
  for (const address of ['/admin/users', '/factors', '/otp', '/signup', '/authorize']) expect(code).not.toContain(address);
});

it('keeps sign-out: it calls the server and clears the stored session', async () => {
  const { AuthClient } = (await import(`data:text/javascript,${encodeURIComponent(await client())}`)) as typeof import('@supabase/auth-js');
  const kept = new Map([
    [
      'session',
      JSON.stringify({
        access_token: 'its-own',
        refresh_token: 'r',
        token_type: 'bearer',
        expires_in: 3600,
        expires_at: Date.now() / 1000 + 3600,
        user: { id: 'somebody' },
      }),
    ],
  ]);
  const asked: string[] = [];
  const fetch = (to: RequestInfo | URL, init?: RequestInit) => {
    asked.push(`${init?.method} ${String(to)} ${new Headers(init?.headers).get('authorization')}`);
    return Promise.resolve(new Response(null, { status: 204 }));
  };
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const auth = new AuthClient({
    url: 'https://auth.test',
    storageKey: 'session',
    storage,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    persistSession: true,
    fetch,
  });
  expect(await auth.signOut({ scope: 'local' })).toEqual({ error: null });
  expect(asked).toEqual(['POST https://auth.test/logout?scope=local Bearer its-own']);
  expect([...kept.keys()]).toEqual([]);
});

it('fails the build if auth-js moves the removed modules', () =>
  expect(built('export const nothing = 0;')).rejects.toThrow(
    'not in it: auth-js/dist/module/lib/webauthn.js, auth-js/dist/module/lib/web3/ethereum.js',
  ));

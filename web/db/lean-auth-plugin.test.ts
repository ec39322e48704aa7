import { build } from 'vite';
import { expect, it } from 'vitest';
import { leanAuth } from './lean-auth-plugin.ts';

const built = (code: string) =>
  build({
    configFile: false, logLevel: 'silent', plugins: [leanAuth(), { name: 'entry', resolveId: (id) => (id === 'entry' ? import.meta.filename : null), load: (id) => (id === import.meta.filename ? code : null) }],
    build: { write: false, rolldownOptions: { input: 'entry', preserveEntrySignatures: 'strict' } },
  });

it('leaves passkeys and wallets out of auth-js', async () => {
  const { output } = (await built("export { AuthClient } from '@supabase/auth-js';")) as Extract<Awaited<ReturnType<typeof build>>, { output: unknown }>;
  expect(output[0].code).toContain('Passkeys and wallets are left out of this build');
});

it('stops the build once auth-js keeps them elsewhere', () => expect(built('export const nothing = 0;')).rejects.toThrow('not in it: auth-js/dist/module/lib/webauthn.js, auth-js/dist/module/lib/web3/ethereum.js'));

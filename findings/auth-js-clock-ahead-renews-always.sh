#!/usr/bin/env bash
# auth-js compares the expires_at that Auth wrote by its own clock with the clock of the device. On a device that is 70
# minutes ahead, every getSession() renews the token, although it is valid for an hour; where the answer has no
# expires_at, auth-js counts expires_in from the device's own time and renews once.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @supabase/auth-js@2.109.0
cat >try.mjs <<'JS'
import { createRequire } from 'node:module';
const { GoTrueClient } = createRequire(import.meta.url)('@supabase/auth-js');
const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
const clock = Date.now.bind(Date);
Date.now = () => clock() + 70 * 60_000;
const user = { id: 'someone', aud: 'authenticated', app_metadata: {}, user_metadata: {}, created_at: '2026-01-01T00:00:00Z' };
const answer = (tellsMoment) => {
  const now = Math.floor(clock() / 1000);
  return {
    access_token: `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: 'someone', exp: now + 3600 })}.${part('signature')}`,
    refresh_token: 'next', token_type: 'bearer', expires_in: 3600, user, ...(tellsMoment && { expires_at: now + 3600 }),
  };
};
async function renewals(tellsMoment) {
  const store = new Map([['session', JSON.stringify({ ...answer(true), expires_at: 1 })]]);
  let asked = 0;
  const client = new GoTrueClient({
    url: 'http://auth.invalid',
    storageKey: 'session',
    autoRefreshToken: false,
    persistSession: true,
    storage: { getItem: (key) => store.get(key) ?? null, setItem: (key, value) => void store.set(key, value), removeItem: (key) => void store.delete(key) },
    fetch: async () => {
      asked++;
      return new Response(JSON.stringify(answer(tellsMoment)), { status: 200, headers: { 'content-type': 'application/json' } });
    },
  });
  for (let n = 0; n < 5; n++) await client.getSession();
  console.log(`five getSession() on a clock 70 minutes ahead, answers ${tellsMoment ? 'with' : 'without'} expires_at: ${asked} renewals`);
  return asked;
}
const [told, counted] = [await renewals(true), await renewals(false)];
process.exit(told === 5 && counted === 1 ? 0 : 1);
JS
node try.mjs

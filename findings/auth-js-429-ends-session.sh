#!/usr/bin/env bash
# auth-js removes the stored session when a renewal is answered 429 (Too Many Requests), though the session is still
# valid; answered 503, it keeps it. Auth limits renewals by address, so other devices of one shop sign this one out.
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
const now = Math.floor(Date.now() / 1000);
async function left(status) {
  const store = new Map();
  store.set('session', JSON.stringify({
    access_token: `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: 'someone', exp: now - 60 })}.${part('signature')}`,
    refresh_token: 'still-valid', token_type: 'bearer', expires_in: 3600, expires_at: now - 60,
    user: { id: 'someone', aud: 'authenticated', app_metadata: {}, user_metadata: {}, created_at: '2026-01-01T00:00:00Z' },
  }));
  const client = new GoTrueClient({
    url: 'http://auth.invalid',
    storageKey: 'session',
    autoRefreshToken: false,
    persistSession: true,
    storage: { getItem: (key) => store.get(key) ?? null, setItem: (key, value) => void store.set(key, value), removeItem: (key) => void store.delete(key) },
    fetch: async () => new Response(JSON.stringify({ code: status, error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' }),
      { status, headers: { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' } }),
  });
  const { error } = await client.getSession();
  console.log(`renewal answered ${status}: ${error?.name}, the session is ${store.has('session') ? 'kept' : 'removed'}`);
  return store.has('session');
}
const [limited, unavailable] = [await left(429), await left(503)];
process.exit(!limited && unavailable ? 0 : 1);
JS
node try.mjs

#!/usr/bin/env bash
# The sign-in page of a public Wi-Fi answers every request with 200 and HTML. supabase-js's parts read the same page in
# four ways: functions.invoke() succeeds with the page as its data, a count with head: true succeeds with no count, a select
# fails without a code but with status 200, and storage throws away the status.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @supabase/{functions,postgrest,storage}-js@2.109.0
cat >try.mjs <<'JS'
import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
const { FunctionsClient } = require('@supabase/functions-js');
const { PostgrestClient } = require('@supabase/postgrest-js');
const { StorageClient } = require('@supabase/storage-js');
const page = '<html><title>Sign in to the Wi-Fi</title></html>';
const fetch = async () => new Response(page, { status: 200, headers: { 'content-type': 'text/html' } });
const rest = new PostgrestClient('http://api.invalid/rest/v1', { fetch });
const invoked = await new FunctionsClient('http://api.invalid/functions/v1', { customFetch: fetch }).invoke('sales');
const counted = await rest.from('sales').select('*', { count: 'exact', head: true });
const selected = await rest.from('sales').select();
const listed = await new StorageClient('http://api.invalid/storage/v1', {}, fetch).from('files').list();
console.log('invoke', { data: invoked.data, error: invoked.error });
console.log('count', { count: counted.count, error: counted.error, status: counted.status });
console.log('select', { data: selected.data, error: selected.error, status: selected.status });
console.log('storage', { data: listed.data, error: listed.error?.name, status: listed.error?.status });
const isAsSeen = invoked.data === page && invoked.error === null
  && counted.error === null && counted.count === null
  && selected.data === null && selected.error?.message === page && selected.error.code === undefined && selected.status === 200
  && listed.error?.name === 'StorageUnknownError' && listed.error.status === undefined;
process.exit(isAsSeen ? 0 : 1);
JS
node try.mjs

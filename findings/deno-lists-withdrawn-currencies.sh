#!/usr/bin/env bash
# Deno's own currency data are older than those of Node and of browsers: it does not list the currencies of Sierra Leone
# (SLE, since 2022), Curaçao (XCG, since 2025) and Zimbabwe (ZWG, since 2024), and names them by their code. A list of
# known currencies that a function and a page take from Intl is not the same list.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund deno@2.9.6 node@24.11.1
cat >try.mjs <<'JS'
const names = new Intl.DisplayNames('en', { type: 'currency' });
const listed = Intl.supportedValuesOf('currency');
console.log(['SLE', 'XCG', 'ZWG'].map((code) => `${code} ${listed.includes(code) ? 'listed' : 'not listed'} ${names.of(code)}`).join(', '));
JS
deno=$(node_modules/.bin/deno run try.mjs)
node=$(node_modules/.bin/node try.mjs)
printf 'deno: %s\nnode: %s\n' "$deno" "$node"
test "$deno" = 'SLE not listed SLE, XCG not listed XCG, ZWG not listed ZWG' && [[ $node == 'SLE listed '* ]]
# deno: SLE not listed SLE, XCG not listed XCG, ZWG not listed ZWG
# node: SLE listed Sierra Leonean Leone, XCG listed Caribbean guilder, ZWG listed Zimbabwean Gold

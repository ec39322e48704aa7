#!/usr/bin/env bash
# fontkit lays out text in a variable font from a WOFF2 file, also in Cyrillic. As soon as getVariation() has chosen a
# weight, the same text raises an error, with every face of Montserrat: the weight that a document needs has to come from a
# file of its own.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund fontkit@2.0.4 @fontsource-variable/montserrat@5.3.0
cat >try.cjs <<'JS'
const { readFileSync } = require('node:fs');
const fontkit = require('fontkit');
const told = (layout) => {
  try {
    return `${layout().glyphs.length} glyphs`;
  } catch (error) {
    return error.message;
  }
};
const all = [['latin', 'Anna'], ['cyrillic', 'Анна']].map(([face, text]) => {
  const font = fontkit.create(readFileSync(`node_modules/@fontsource-variable/montserrat/files/montserrat-${face}-wght-normal.woff2`));
  return `${face}: ${told(() => font.layout(text))}, bold: ${told(() => font.getVariation({ wght: 700 }).layout(text))}`;
});
console.log(all.join('\n'));
process.exit(all.every((line) => /: 4 glyphs, bold: Cannot read properties of undefined/.test(line)) ? 0 : 1);
JS
node try.cjs
# latin: 4 glyphs, bold: Cannot read properties of undefined (reading 'tables')
# cyrillic: 4 glyphs, bold: Cannot read properties of undefined (reading 'tables')

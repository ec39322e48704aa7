#!/usr/bin/env bash
# A number format may hold fixed text in quotes: '00"/"000' shows 12345 as 12/345, which offices use for file and article
# numbers. SheetJS takes the quoted or escaped slash for that of a fraction and shows '12345/1', and with a quoted
# underscore it reports an unterminated string. With a quoted hyphen it is right.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @e965/xlsx@0.20.3
cat >try.cjs <<'JS'
const { SSF } = require('@e965/xlsx');
const shown = (format) => {
  try {
    return SSF.format(format, 12345).trim();
  } catch (error) {
    return String(error.message ?? error);
  }
};
const formats = ['00"-"000', '00"/"000', '00\\/000', '00"_"000'];
const all = formats.map((format) => `${format}: ${shown(format)}`);
console.log(all.join('\n'));
process.exit(shown(formats[0]) === '12-345' && shown(formats[1]) === '12345/1' && shown(formats[2]) === '12345/1' && /unterminated/.test(shown(formats[3])) ? 0 : 1);
JS
node try.cjs
# 00"-"000: 12-345
# 00"/"000: 12345/1
# 00\/000: 12345/1
# 00"_"000: Format |00"_"000| unterminated string

#!/usr/bin/env bash
# In a workbook, a relationship says which part of the file is a sheet; its name is free. exceljs finds a sheet only if
# its part is called xl/worksheets/sheet<number>.xml: from a valid workbook that names it xl/worksheets/goods.xml it reads
# no sheet and reports no error. SheetJS reads the same file.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund exceljs@4.4.0 @e965/xlsx@0.20.3 fflate@0.8.2
cat >try.cjs <<'JS'
const ExcelJS = require('exceljs');
const SheetJS = require('@e965/xlsx');
const { strToU8, zipSync } = require('fflate');
const office = 'http://schemas.openxmlformats.org';
const main = `xmlns="${office}/spreadsheetml/2006/main"`;
const relation = (type, target) =>
  `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="r1" Type="${office}/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`;
const bookCalled = (sheet) => {
  const part = (name, type) =>
    `<Override PartName="/xl/${name}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`;
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${part('workbook.xml', 'sheet.main')}${part(`worksheets/${sheet}`, 'worksheet')}</Types>`,
    '_rels/.rels': relation('officeDocument', 'xl/workbook.xml'),
    'xl/_rels/workbook.xml.rels': relation('worksheet', `worksheets/${sheet}`),
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${office}/officeDocument/2006/relationships"><sheets><sheet name="Goods" sheetId="1" r:id="r1"/></sheets></workbook>`,
    [`xl/worksheets/${sheet}`]: `<worksheet ${main}><sheetData><row r="1"><c r="A1"><v>7</v></c></row></sheetData></worksheet>`,
  };
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))));
};
(async () => {
  const sheets = {};
  for (const name of ['sheet1.xml', 'goods.xml']) {
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(bookCalled(name));
    sheets[name] = [book.worksheets.length, SheetJS.read(bookCalled(name)).Sheets.Goods.A1.v];
    console.log(`${name}: exceljs reads ${sheets[name][0]} sheet(s), SheetJS reads ${sheets[name][1]} in A1`);
  }
  process.exit(JSON.stringify(sheets) === '{"sheet1.xml":[1,7],"goods.xml":[0,7]}' ? 0 : 1);
})();
JS
node try.cjs
# sheet1.xml: exceljs reads 1 sheet(s), SheetJS reads 7 in A1
# goods.xml: exceljs reads 0 sheet(s), SheetJS reads 7 in A1

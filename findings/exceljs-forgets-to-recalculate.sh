#!/usr/bin/env bash
# A program that writes formulas without calculating them stores 0 as their results and marks the workbook with
# fullCalcOnLoad, so that a spreadsheet calculates them when it opens the file. exceljs reads such a formula without any
# result, and when it saves the workbook it writes the 0 again but drops the mark: the 0 has become the result.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund exceljs@4.4.0 fflate@0.8.2
cat >try.cjs <<'JS'
const ExcelJS = require('exceljs');
const { strFromU8, strToU8, unzipSync, zipSync } = require('fflate');
const office = 'http://schemas.openxmlformats.org';
const main = `xmlns="${office}/spreadsheetml/2006/main"`;
const relations = (...targets) =>
  `<Relationships xmlns="${office}/package/2006/relationships">${targets
    .map(([type, target], n) => `<Relationship Id="r${n}" Type="${office}/officeDocument/2006/relationships/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;
const part = (name, type) =>
  `<Override PartName="/xl/${name}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`;
const parts = {
  '[Content_Types].xml': `<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('workbook.xml', 'sheet.main')}${part('worksheets/sheet1.xml', 'worksheet')}</Types>`,
  '_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
  'xl/_rels/workbook.xml.rels': relations(['worksheet', 'worksheets/sheet1.xml']),
  'xl/workbook.xml': `<workbook ${main} xmlns:r="${office}/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="r0"/></sheets><calcPr calcId="124519" fullCalcOnLoad="1"/></workbook>`,
  'xl/worksheets/sheet1.xml': `<worksheet ${main}><sheetData><row r="1"><c r="A1"><f>2+3</f><v>0</v></c></row></sheetData></worksheet>`,
};
(async () => {
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(Buffer.from(zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])))));
  const read = book.worksheets[0].getCell('A1').value;
  const saved = unzipSync(new Uint8Array(await book.xlsx.writeBuffer()));
  const calculation = /<calcPr[^>]*>/.exec(strFromU8(saved['xl/workbook.xml']))?.[0];
  const cell = /<c r="A1".*?<\/c>/.exec(strFromU8(saved['xl/worksheets/sheet1.xml']))?.[0];
  console.log('read:', JSON.stringify(read));
  console.log('saved:', cell, calculation);
  process.exit(!('result' in read) && cell.includes('<v>0</v>') && !calculation.includes('fullCalcOnLoad') ? 0 : 1);
})();
JS
node try.cjs
# read: {"formula":"2+3"}
# saved: <c r="A1"><f>2+3</f><v>0</v></c> <calcPr calcId="171027"/>

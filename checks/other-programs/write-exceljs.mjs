/* Writes rows of [kind, value, number format] as a workbook, or prints the texts of its cells. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const ExcelJS = createRequire(`${process.env.EXCELJS}/`)('exceljs');

const [, , what, path] = process.argv;
const book = new ExcelJS.Workbook();
(async () => {
  if (what === 'write') {
    const sheet = book.addWorksheet('Sheet');
    JSON.parse(readFileSync(0, 'utf8')).forEach((row, r) =>
      row.forEach(([kind, value, form], c) => {
        const cell = sheet.getCell(r + 1, c + 1);
        cell.value = kind === 'day' ? new Date(`${value}Z`) : kind === 'formula' ? { formula: value } : value;
        if (form) cell.numFmt = form;
      }),
    );
    await book.xlsx.writeFile(path);
  } else {
    await book.xlsx.readFile(path);
    const rows = [];
    book.worksheets[0].eachRow({ includeEmpty: true }, (row) => rows.push(row.values.slice(1)));
    console.log(JSON.stringify(rows));
  }
})();

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readFile } from '@functions/import/file.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csvOf, type SheetColumn, type SheetValue, workbookOf } from '@/lib/sheet.ts';

/* Reads files that other programs write, and opens ours in them. Programs that are not installed are skipped. */

type Cell = [kind: 'text' | 'number' | 'day' | 'formula', value: string | number, format: string];
/** A cell and what the import reads of it. */
const cells: [cell: Cell, read: string][] = [
  [['text', 'عباية ليلى', ''], 'عباية ليلى'],
  [['text', '00417', ''], '00417'],
  [['text', 'two\nlines, "quoted"; and more', ''], 'two\nlines, "quoted"; and more'],
  [['text', "it's =not a formula", ''], "it's =not a formula"],
  [['number', 1250.5, ''], '1250.5'],
  [['number', 7, ''], '7'],
  [['number', -3.25, '#,##0.00;(#,##0.00)'], '-3.25'],
  [['number', 417, '00000'], '00417'],
  [['number', 12, '"SKU-"0000'], 'SKU-0012'],
  [['number', 0.05, '0%'], '5%'],
  [['number', 0.125, '0%'], '12.5%'],
  [['number', 1234567.891, '#,##0.00'], '1234567.891'],
  [['number', 99.9, '#,##0.00 "EGP"'], '99.9'],
  [['number', 20, '[$€-407] #,##0.00'], '€ 20'],
  [['day', '2026-11-05T00:00:00', 'dd/mm/yyyy'], '2026-11-05'],
  [['day', '2026-11-05T09:30:00', 'yyyy-mm-dd hh:mm'], '2026-11-05 09:30:00'],
  [['formula', '2+3', ''], '=2+3'],
];
const rows = cells.map(([cell]) => [['text', 'x', ''], cell]);

const here = import.meta.dirname;
let folder = '';
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'other-programs-'))));
afterAll(() => rmSync(folder, { recursive: true }));
const has = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;
const python = ['/usr/bin/python3', 'python3'].find((one) => has(one, '-c', 'import openpyxl')) ?? 'python3';
const exceljs = join(here, 'write-exceljs.mjs');

const readCells = async (path: string) => {
  const { sheet } = await readFile(path, new Uint8Array(readFileSync(path)), { currency: 'EGP' });
  return [...sheet].map((row) => row.cells);
};
const converted = (tool: 'ssconvert' | 'soffice', path: string, ending: string): string => {
  const target = path.replace(/\.\w+$/, `-${tool}.${ending}`);
  if (tool === 'ssconvert') execFileSync(tool, [path, target], { stdio: 'ignore' });
  else {
    const out = mkdtempSync(join(folder, 'out-'));
    execFileSync(
      tool,
      [
        '--headless',
        `-env:UserInstallation=file://${folder}/office`,
        '--convert-to',
        ending === 'csv' ? 'csv:Text - txt - csv (StarCalc):44,34,76' : ending,
        '--outdir',
        out,
        path,
      ],
      { stdio: 'ignore' },
    );
    return join(out, readdirSync(out)[0] ?? '');
  }
  return target;
};

type Writer = [name: string, isThere: boolean, write: (path: string) => void, ending: 'xlsx' | 'xls'];
const input = JSON.stringify(rows);
const run = (command: string, args: string[]) => execFileSync(command, args, { input });
const writers: Writer[] = [
  ...(['openpyxl', 'xlsxwriter', 'xlwt'] as const).map(
    (library): Writer => [
      library,
      has(python, '-c', `import ${library}`),
      (path) => void run(python, [join(here, 'write.py'), library, path]),
      library === 'xlwt' ? 'xls' : 'xlsx',
    ],
  ),
  ...(['Excel::Writer::XLSX', 'Spreadsheet::WriteExcel'] as const).map(
    (library): Writer => [
      library,
      has('perl', `-M${library}`, '-e', '1'),
      (path) => void run('perl', [join(here, 'write.pl'), library, path]),
      library === 'Spreadsheet::WriteExcel' ? 'xls' : 'xlsx',
    ],
  ),
  [
    'exceljs',
    has(process.execPath, '-e', `require.resolve('exceljs', { paths: [${JSON.stringify(process.env.EXCELJS ?? '')}] })`),
    (path) => void run(process.execPath, [exceljs, 'write', path]),
    'xlsx',
  ],
];

describe.each(writers)('a workbook written with %s', (name, isThere, write, ending) => {
  it.skipIf(!isThere)('is read as its cells show it', async () => {
    const path = join(folder, `${name.replaceAll(':', '')}.${ending}`);
    write(path);
    expect((await readCells(path)).map(([, cell]) => cell)).toEqual(cells.map(([, read]) => read));
  });
  it.skipIf(!isThere || !has('ssconvert', '--version'))('and saved again by Gnumeric is read the same', async () => {
    const path = join(folder, `again-${name.replaceAll(':', '')}.${ending}`);
    write(path);
    for (const kind of ['xlsx', 'xls']) {
      const read = (await readCells(converted('ssconvert', path, kind))).map(([, cell]) => cell);
      expect(read, kind).toEqual(cells.map(([[what], one]) => (what === 'formula' ? expect.stringMatching(/^(=2\+3|5)$/) : one)));
    }
  });
  it.skipIf(!isThere || !has('soffice', '--version'))('and saved again by LibreOffice is read the same', async () => {
    const path = join(folder, `office-${name.replaceAll(':', '')}.${ending}`);
    write(path);
    for (const kind of ['xlsx', 'xls']) {
      const read = (await readCells(converted('soffice', path, kind))).map(([, cell]) => cell);
      expect(read, kind).toEqual(cells.map(([[what], one]) => (what === 'formula' ? expect.stringMatching(/^(=2\+3|5)$/) : one)));
    }
  });
});

describe('our exports', () => {
  const columns: SheetColumn<SheetValue[]>[] = [
    { header: 'الاسم', value: ([name]) => name, kind: 'text' },
    { header: 'Code', value: ([, code]) => code, kind: 'code' },
    { header: 'Total', value: ([, , total]) => total, kind: 'money' },
    { header: 'Pieces', value: ([, , , pieces]) => pieces, kind: 'number' },
    { header: 'At', value: ([, , , , at]) => at, kind: 'date' },
  ];
  const exported: SheetValue[][] = [
    ['عباية ليلى', '0012345678905', 1250.5, 2.125, new Date('2026-11-05T07:30:00Z')],
    ['=HYPERLINK("http://bad")', '00417', '12.3333', -3, null],
    ['two\nlines, "quoted"; and more', '+20 100 555 0101', 0, 0, new Date('2026-01-31T22:00:00Z')],
  ];
  const options = { timeZone: 'Africa/Cairo', rightToLeft: true };
  const workbook = async () => {
    const path = join(folder, 'ours.xlsx');
    writeFileSync(path, Buffer.from(await (await workbookOf(columns, exported, options)).arrayBuffer()));
    return path;
  };
  const values = [
    ['الاسم', 'Code', 'Total', 'Pieces', 'At'],
    ['عباية ليلى', '0012345678905', 1250.5, 2.125, '2026-11-05 09:30'],
    ['=HYPERLINK("http://bad")', '00417', 12.33, -3, null],
    ['two\nlines, "quoted"; and more', '+20 100 555 0101', 0, 0, '2026-02-01 00:00'],
  ];
  it.skipIf(!has(python, '-c', 'import openpyxl'))('open in openpyxl with every value', async () =>
    expect(JSON.parse(String(execFileSync(python, [join(here, 'dump.py'), await workbook()])))).toEqual(values),
  );
  it.skipIf(!writers.at(-1)![1])('open in exceljs with every value', async () => {
    const read = JSON.parse(String(execFileSync(process.execPath, [exceljs, 'dump', await workbook()]))) as SheetValue[][];
    const shown = (cell: SheetValue) =>
      typeof cell === 'string' && /^\d{4}-.*Z$/.test(cell) ? cell.slice(0, 16).replace('T', ' ') : (cell ?? null);
    expect(read.map((row) => Array.from({ length: 5 }, (_, index) => shown(row[index])))).toEqual(values);
  });
  const asText = (money: string) => [
    values[0],
    ['عباية ليلى', '0012345678905', '1250.5', '2.125', '2026-11-05 09:30'],
    ['=HYPERLINK("http://bad")', '00417', money, '-3', ''],
    ['two\nlines, "quoted"; and more', '+20 100 555 0101', '0', '0', '2026-02-01 00:00'],
  ];
  describe.each(['ssconvert', 'soffice'] as const)('saved as CSV by %s', (tool) => {
    const read = async (path: string) => {
      const plain = (text = '') =>
        text
          .replace(/^(\d{4})\/(\d\d)\/(\d\d)/, '$1-$2-$3')
          .replace(/(\d\d:\d\d):00$/, '$1')
          .replace(/^(\d{4}-\d\d-\d\d)$/, '$1 00:00')
          .replace(/^(-?\d{1,3}),(\d{3}\.)/, '$1$2')
          .replace(/^(-?\d+\.\d*?)0+$/, '$1')
          .replace(/\.$/, '');
      return (await readCells(converted(tool, path, 'csv'))).map((row) => Array.from({ length: 5 }, (_, index) => plain(row[index])));
    };
    it.skipIf(!has(tool, '--version'))('keep every value of the workbook', async () =>
      expect(await read(await workbook())).toEqual(asText('12.33')),
    );
  });
  it.skipIf(!has('ssconvert', '--version'))('as CSV open in Gnumeric without running formulas', async () => {
    const path = join(folder, 'ours.csv');
    writeFileSync(path, csvOf(columns, exported, options));
    const read = await readCells(converted('ssconvert', path, 'xlsx'));
    expect(read.map((row) => row[0])).toEqual(['الاسم', 'عباية ليلى', '=HYPERLINK("http://bad")', 'two\nlines, "quoted"; and more']);
  });
});

import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import en from '../../../web/i18n/en/imports.json';
import errors from '../../../web/i18n/en/errors.json';
import { CsvReader } from './csv.ts';
import { readFile } from './file.ts';
import { readRows } from './rows.ts';
import { suggestMapping } from './heads.ts';
import { XmlReader } from './xml.ts';
import { zipped } from './zipped.ts';

/* Small files that contain, or claim to contain, gigabytes. Each is read as a hosted function would: by Deno, in a separate process
 with 256 MB, which reports the result and its peak memory. */

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hostile-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const program = `
  import { gunzipFile, readFile } from ${JSON.stringify(new URL('file.ts', import.meta.url).href)};
  import { describe } from ${JSON.stringify(new URL('reading.ts', import.meta.url).href)};
  const [path, name, packed] = Deno.args;
  const started = performance.now();
  let code = 'read';
  let values = {};
  try {
    const bytes = Deno.readFileSync(path);
    await describe(await readFile(name, packed === 'gzip' ? await gunzipFile(new Blob([bytes])) : bytes, {}), 'products');
  } catch (error) {
    if (!error.code) throw error;
    ({ code, values } = error);
  }
  const peak = Deno.build.os === 'linux' ? Number(/VmHWM:\\s+(\\d+)/.exec(Deno.readTextFileSync('/proc/self/status'))?.[1]) / 1024 : 0;
  console.log(JSON.stringify({ code, values, peak, seconds: (performance.now() - started) / 1000 }));`;

async function answer(
  name: string,
  bytes: Uint8Array | string,
  packed = '',
): Promise<{ code: string; values: object; peak: number; seconds: number }> {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  const deno = join(process.cwd(), 'node_modules/deno', process.platform === 'win32' ? 'deno.exe' : 'deno');
  const { stdout } = await promisify(execFile)(
    deno,
    ['eval', '--quiet', '--no-lock', '--v8-flags=--max-old-space-size=128', program, path, name, packed],
    {
      timeout: 50_000,
      env: { ...process.env, NO_COLOR: '1', DENO_NO_UPDATE_CHECK: '1' },
    },
  );
  return JSON.parse(stdout) as Awaited<ReturnType<typeof answer>>;
}

const sentences: Record<string, string> = { ...errors, ...en.refused };

const rels =
  '<Relationships><Relationship Id="a" Type="x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="b" Type="x/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="c" Type="x/styles" Target="styles.xml"/></Relationships>';
const workbook = (parts: Record<string, string>) =>
  zipped(
    Object.entries({
      'xl/_rels/workbook.xml.rels': rels,
      'xl/workbook.xml': '<workbook><sheets><sheet name="Goods" r:id="a"/></sheets></workbook>',
      'xl/worksheets/sheet1.xml':
        '<worksheet><sheetData><row><c t="inlineStr"><is><t>Name</t></is></c></row><row><c t="inlineStr"><is><t>Mug</t></is></c></row></sheetData></worksheet>',
      ...parts,
    }).map(([name, content]) => ({ name, content })),
  );
const sheet = (rows: string) => ({ 'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>` });
const texts = (inner: string) => ({ 'xl/sharedStrings.xml': `<sst>${inner}</sst>` });

describe('within the memory of a hosted function', () => {
  const million = 1_000_000;
  it.each<[string, string, () => Uint8Array | string, string, object?]>([
    ['an attribute full of angle brackets', 'a.xlsx', () => workbook(sheet(`<row x="${'>'.repeat(100_000)}"></row>`)), 'file_broken'],
    ['tags full of angle brackets', 'a.xlsx', () => workbook(sheet(`<row x="${'>'.repeat(60_000)}"></row>`.repeat(300))), 'file_empty'],
    [
      'one long text in 200 cells of a row',
      'a.xlsx',
      () => workbook({ ...texts(`<si><t>${'x'.repeat(900_000)}</t></si>`), ...sheet(`<row>${'<c t="s"><v>0</v></c>'.repeat(200)}</row>`) }),
      'file_row_too_long',
      { row: 1 },
    ],
    ['millions of shared texts', 'a.xlsx', () => workbook(texts('<si/>'.repeat(5 * million))), 'file_too_many_texts'],
    [
      'shared texts above the limit of all rows',
      'a.xlsx',
      () => workbook(texts(`<si><t>${'ش'.repeat(500_000)}</t></si>`.repeat(100))),
      'file_unpacks_too_large',
    ],
    [
      'one text in millions of runs',
      'a.xlsx',
      () => workbook(texts(`<si>${'<r><t>xxxxxxxx</t></r>'.repeat(million)}</si>`)),
      'file_text_too_long',
    ],
    [
      'millions of styles',
      'a.xlsx',
      () => workbook({ 'xl/styles.xml': `<styleSheet><cellXfs>${'<xf/>'.repeat(5 * million)}</cellXfs></styleSheet>` }),
      'file_too_many_styles',
    ],
    [
      '100,000 formats',
      'a.xlsx',
      () =>
        workbook({
          'xl/styles.xml': `<styleSheet>${Array.from({ length: 100_000 }, (_, index) => `<numFmt numFmtId="${index}"/>`).join('')}</styleSheet>`,
        }),
      'file_too_many_styles',
    ],
    [
      'millions of sheets',
      'a.xlsx',
      () => workbook({ 'xl/workbook.xml': `<workbook>${'<sheet r:id="a"/>'.repeat(2 * million)}</workbook>` }),
      'file_too_many_sheets',
    ],
    [
      '50,000 relations',
      'a.xlsx',
      () =>
        workbook({
          'xl/_rels/workbook.xml.rels': `<r>${Array.from({ length: 50_000 }, (_, index) => `<Relationship Id="${index}"/>`).join('')}</r>`,
        }),
      'file_broken',
    ],
    [
      'a cell far to the right',
      'a.xlsx',
      () => workbook(sheet('<row r="3"><c r="XFD3"><v>1</v></c></row>')),
      'file_too_many_columns',
      { row: 3 },
    ],
    [
      'a cell beyond the last column',
      'a.xlsx',
      () => workbook(sheet('<row r="3"><c r="ZZZZZZZZZZZZZ3"><v>1</v></c></row>')),
      'file_too_many_columns',
    ],
    ['20 MB of line ends', 'a.csv', () => '\n'.repeat(20 * million), 'file_too_many_rows'],
    ['20 MB of carriage returns', 'a.csv', () => '\r'.repeat(20 * million), 'file_too_many_rows'],
    ['20 MB of quotes', 'a.csv', () => `Name\nMug\n${'"'.repeat(20 * million)}`, 'file_quotes', { row: 3 }],
    ['20 MB on one line', 'a.csv', () => 'x'.repeat(20 * million), 'file_row_too_long', { row: 1 }],
    ['a million columns', 'a.csv', () => `${'a,'.repeat(400_000)}\n`, 'file_too_many_columns', { row: 1 }],
    ['a million empty columns', 'a.csv', () => `Name\n${','.repeat(2 * million)}\n`, 'file_row_too_long', { row: 2 }],
    [
      '20 MB that only look like an old workbook',
      'a.xls',
      () => Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.alloc(20 * million, 'EW')]),
      'file_not_a_sheet',
    ],
  ])('refuses %s with a translated code', async (_, name, make, code, values = {}) => {
    const told = await answer(name, make());
    expect(told).toMatchObject({ code, values });
    expect(sentences[code]).toBeDefined();
    expect(told.peak).toBeLessThan(256);
  });

  it('refuses 100 MB packed into 100 KB', async () => {
    const told = await answer('a.csv', gzipSync(Buffer.alloc(100_000_000, 'x')), 'gzip');
    expect(told).toMatchObject({ code: 'file_too_large' });
    expect(told.peak).toBeLessThan(150);
  });

  it('reads the largest allowed workbook', async () => {
    const cells = Array.from({ length: 20 }, (_, index) => `<c t="s"><v>${index}</v></c>`).join('');
    const told = await answer(
      'a.xlsx',
      workbook({
        ...texts(Array.from({ length: 600_000 }, (_, index) => `<si><t>قميص كتان رقم ${index}</t></si>`).join('')),
        ...sheet(`<row>${cells}</row>`.repeat(50_000)),
      }),
    );
    expect(told).toMatchObject({ code: 'read' });
    expect(told.peak).toBeLessThan(256);
  });
});

// Quadratic reading would run into the test timeout.
describe('reads in linear time', () => {
  const inPieces = (text: string, write: (piece: string) => void, size = 4096) => {
    for (let at = 0; at < text.length; at += size) write(text.slice(at, at + size));
  };
  const xml = (text: string) => inPieces(text, (piece, reader = shared) => reader.write(piece));
  let shared: XmlReader;
  const cases: [string, (size: number) => () => void][] = [
    [
      'attributes full of angle brackets',
      (size) => () => {
        shared = new XmlReader(() => undefined);
        xml(`<a x="${'>'.repeat(30_000)}"/>`.repeat(size));
      },
    ],
    [
      'a comment in small pieces',
      (size) => () => {
        shared = new XmlReader(() => undefined);
        xml(`<!--${'-> '.repeat(5000 * size)}-->`);
      },
    ],
    [
      'a text in small pieces',
      (size) => () => {
        shared = new XmlReader(() => undefined);
        xml(`<a>${'> '.repeat(10_000 * size)}</a>`);
      },
    ],
    [
      'quotes in a cell',
      (size) => () => {
        const reader = new CsvReader(',', 0, () => undefined);
        inPieces(`"${'""'.repeat(10_000 * size)}"`, (piece) => reader.write(piece));
        reader.end();
      },
    ],
    [
      'a description of open tags',
      (size) => () => {
        [
          ...readRows({
            kind: 'products',
            rows: [{ row: 2, cells: ['Mug', '<a <script> &'.repeat(3000 * size)], numbers: [] }],
            header: 1,
            mapping: ['name', 'description'],
            decimalMark: '.',
          }),
        ];
      },
    ],
    [
      'a price of letters',
      (size) => () => {
        [
          ...readRows({
            kind: 'products',
            rows: [{ row: 2, cells: ['Mug', `${'a'.repeat(20_000 * size)}1`], numbers: [] }],
            header: 1,
            mapping: ['name', 'price'],
            decimalMark: '.',
          }),
        ];
      },
    ],
    [
      'a head of open brackets',
      (size) => () => {
        suggestMapping(['('.repeat(20_000 * size)], 'products');
      },
    ],
  ];
  it.each(cases)('%s', (_, work) => {
    expect(work(40)).not.toThrow();
  });
});

it('a relation to an invalid target is refused as a damaged workbook only if it is used', async () => {
  const target = (bad: string, id: string) =>
    workbook({
      'xl/_rels/workbook.xml.rels': rels
        .replace('</R', `<Relationship Id="z" Type="x/externalLink" Target="${bad}"/></R`)
        .replace(`Id="${id}" Type`, `Id="${id}" Target="${bad}" Type`),
    });
  for (const bad of ['http://[', '%E0%A4%A', '//[', '']) {
    await expect(readFile('a.xlsx', target(bad, 'a'), {}), bad).rejects.toMatchObject({ code: 'file_broken' });
    expect((await readFile('a.xlsx', target(bad, 'none'), {})).sheets, bad).toEqual(['Goods']);
  }
});

it('every code of the file readers has a message in both languages', () => {
  const arabic = (area: string) => JSON.parse(readFileSync(join(process.cwd(), `web/i18n/ar/${area}.json`), 'utf8')) as object;
  const ar = { ...arabic('errors'), ...(arabic('imports') as typeof en).refused };
  const codes = ['.', '../_shared'].flatMap((folder) => {
    const at = new URL(`${folder}/`, import.meta.url);
    return readdirSync(at)
      .filter((name) => /^\w+\.ts$/.test(name))
      .flatMap((name) => [...readFileSync(new URL(name, at), 'utf8').matchAll(/'(file_\w+)'/g)].map(([, code]) => code!));
  });
  expect(codes.length).toBeGreaterThan(15);
  for (const code of codes) expect([code, code in sentences, code in ar]).toEqual([code, true, true]);
});

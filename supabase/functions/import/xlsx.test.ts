import { describe, expect, it } from 'vitest';
import { numberCell } from './cells.ts';
import { readFile } from './file.ts';
import { lastRow, maxColumns, maxInRow, maxParts, maxRows, maxSheets, maxStyles, maxTexts } from './limits.ts';
import { XmlReader } from './xml.ts';
import { zipped } from './zipped.ts';

/* Workbooks as other programs write them, part by part; none is written by SheetJS. */

const relations = (...targets: [string, string, string][]) =>
  `<Relationships>${targets.map(([id, type, target]) => `<Relationship Id="${id}" Type="http://schemas.example/officeDocument/2006/relationships/${type}" Target="${target}"/>`).join('')}</Relationships>`;

interface Parts {
  sheet: string;
  texts?: string;
  styles?: string;
  book?: string;
}

const parts = ({ sheet, texts = '', styles = '', book = '' }: Parts) => [
  { name: '[Content_Types].xml', content: '<Types/>' },
  {
    name: 'xl/_rels/workbook.xml.rels',
    content: relations(
      ['a', 'worksheet', 'worksheets/sheet1.xml'],
      ['b', 'sharedStrings', '/xl/sharedStrings.xml'],
      ['c', 'styles', 'styles.xml'],
    ),
  },
  {
    name: 'xl/workbook.xml',
    content: `<?xml version="1.0"?><workbook>${book}<sheets><sheet name="A &amp; B" sheetId="1" r:id="a"/></sheets></workbook>`,
  },
  { name: 'xl/sharedStrings.xml', content: `<sst>${texts}</sst>` },
  { name: 'xl/styles.xml', content: `<styleSheet>${styles}</styleSheet>` },
  { name: 'xl/worksheets/sheet1.xml', content: sheet },
];

async function read(bytes: Uint8Array<ArrayBuffer>, sheet?: string) {
  const file = await readFile('a.xlsx', bytes, { sheet });
  return { sheets: file.sheets, rows: Object.fromEntries([...file.sheet].map(({ row, cells }) => [row, cells])) };
}
const rowsOf = async (given: Parts) => (await read(zipped(parts(given)))).rows;
const inRows = (rows: string) => `<worksheet><sheetData>${rows}</sheetData><mergeCells><mergeCell ref="A1:A2"/></mergeCells></worksheet>`;
const words = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;

describe('cells', () => {
  it('are read from shared, inline and rich texts, without phonetic hints', async () => {
    expect(
      await rowsOf({
        texts:
          '<si><t>Mug</t></si><si><r><rPr><b/></rPr><t>Li</t></r><r><t xml:space="preserve">nen </t></r><rPh sb="0" eb="1"><t>aloud</t></rPh></si><si/>',
        sheet: inRows(
          '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c><c r="D1" t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r></is></c><c r="E1" t="s"><v>9</v></c></row>',
        ),
      }),
    ).toEqual({ 1: ['Mug', 'Linen ', '', 'ab'] });
  });

  it('are read from formulas, booleans, errors and merged ranges', async () => {
    expect(
      await rowsOf({
        sheet: inRows(
          '<row r="1"><c r="A1" t="str"><f>A2&amp;"&lt;"</f><v>5 &lt; 6 &amp;amp; more</v></c><c r="B1"><f>1+1</f><v>2</v></c><c r="C1" t="b"><v>1</v></c><c r="D1" t="b"><v>0</v></c><c r="E1" t="e"><v>#DIV/0!</v></c>' +
            '<c r="F1"><f>1+1</f></c><c r="G1" t="d"><v>2026-11-05T00:00:00</v></c></row><row r="2"><c r="A2" s="1"/><c r="B2"><v>x</v></c></row>',
        ),
      }),
    ).toEqual({ 1: ['5 < 6 &amp; more', '2', 'true', 'false', '#DIV/0!', '=1+1', '2026-11-05T00:00:00'], 2: ['5 < 6 &amp; more', 'x'] });
  });

  it('are no results if a program wrote formulas without calculating them', async () => {
    const sheet = inRows(
      '<row><c><f>2+3</f><v>0</v></c><c><f>B1*2</f><v>8</v></c><c><f t="shared" si="0"/><v>0</v></c><c><v>0</v></c></row>',
    );
    expect(await rowsOf({ sheet, book: '<calcPr calcId="1" fullCalcOnLoad="1"/>' })).toEqual({ 1: ['=2+3', '8', '=', '0'] });
    expect(await rowsOf({ sheet, book: '<calcPr calcId="1"/>' })).toEqual({ 1: ['0', '8', '0', '0'] });
    // Saved again by a program that does not calculate either.
    expect(await rowsOf({ sheet: inRows('<row><c><f>2+3</f><v>0</v></c><c><v>0</v></c></row><row><c><v>7</v></c></row>') })).toEqual({
      1: ['=2+3', '0'],
      2: ['7'],
    });
  });

  it('are formatted as dates, percents and codes, also in the 1904 date system', async () => {
    const formats = {
      styles:
        '<numFmts count="2"><numFmt numFmtId="164" formatCode="0000000"/><numFmt numFmtId="165" formatCode="d&quot;.&quot;m"/></numFmts>' +
        '<cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf/><xf numFmtId="14"/><xf numFmtId="9"/><xf numFmtId="164"/><xf numFmtId="4"/><xf numFmtId="999"/></cellXfs>',
    };
    const sheet = inRows(
      '<row><c s="1"><v>46331</v></c><c s="2"><v>0.15</v></c><c s="3"><v>622</v></c><c s="4"><v>1250.5</v></c><c s="5"><v>7</v></c><c s="77"><v>0.30000000000000004</v></c><c><v>6.22E+12</v></c></row>',
    );
    expect(await rowsOf({ ...formats, sheet })).toEqual({ 1: ['2026-11-05', '15%', '0000622', '1250.5', '7', '0.3', '6220000000000'] });
    expect((await rowsOf({ ...formats, sheet, book: '<workbookPr date1904="1"/>' }))[1]?.[0]).toBe('2030-11-06');
  });

  it.each([
    ['0000-0000', 12345678, '1234-5678'],
    ['0000-0000', 5678, '0000-5678'],
    ['####-####', 12345678, '1234-5678'],
    ['0000\\-0000', 12345678, '1234-5678'],
    ['000"-"000', 12345, '012-345'],
    ['00\\/000', 12345, '12/345'],
    ['00"/"000', 12345, '12/345'],
    ['00"_"000', 12345, '12_345'],
    ['0-00', 12345, '123-45'],
    ['"2026/"000', 12, '2026/012'],
    ['0000 0000', 12345678, '1234 5678'],
    ['000 000', 12345, '012 345'],
    ['"DN-"0000-00', 1201, 'DN-0012-01'],
    ['000"-A"', 7, '007-A'],
    ['"DN-"0000', 417, 'DN-0417'],
  ])('of the format %s keep the separators of a code: %d is %s', (format, value, shown) =>
    expect(numberCell(value, format, false, 'EGP')).toBe(shown),
  );

  it.each([
    ['# ##0', 12345],
    ['0 000', 12345],
    ['#,##0', 12345],
    ['####-####', 12],
    ['0000-0000', -5],
    ['0000-0000', 12.5],
    ['0-', 5],
    ['# ?/?', 5.5],
    ['0000/0000', 12],
    ['_-* #,##0_-', 12],
    ['0" kg"', 12],
    ['EGP #,##0.00', 12.5],
    ['#,##0.00 EGP', 0],
    ['LE 0', 12],
  ])('of the format %s are numbers', (format, value) => expect(numberCell(value, format, false, 'EGP')).toBe(value));

  it.each([
    ['0%', 0.125, '12.5%'],
    ['0"%"', 12, '12%'],
    ['0.0\\%', 0.5, '0.5%'],
    ['USD #,##0.00', 12.5, 'USD 12.5'],
  ])('of the format %s keep their unit: %d is %s', (format, value, shown) => expect(numberCell(value, format, false, 'EGP')).toBe(shown));

  it('of a code with more digits than a sheet keeps are no code', () =>
    expect(numberCell(1234567890123456, '0000-0000-0000-0000', false, 'EGP')).toBe('1.234567890123456E+15'));

  it('keep their positions if rows and columns are omitted or not numbered', async () => {
    expect(
      await rowsOf({
        sheet: inRows(
          `<row><c><v>1</v></c><c r="D1"><v>4</v></c><c><v>5</v></c></row><row r="7" spans="1:2">${words('seven')}</row><row><c r="b8"><v>8</v></c></row><row r="9"/>`,
        ),
      }),
    ).toEqual({ 1: ['1', '', '', '4', '5'], 7: ['seven'], 8: ['', '8'] });
  });

  it('are found with any prefixes, quotes and line breaks, and across comments', async () => {
    expect(
      await rowsOf({
        sheet: `<?xml version='1.0'?><!-- <row> --><x:worksheet xmlns:x="urn:any"><x:sheetData\n><x:row\n\tr='3'><x:c\n r='B3' t = "inlineStr" title="a > b"><x:is><x:t>1 &#60; 2<!-- no --> &#x1F600;<![CDATA[ <&> ]]>_x000D_ _x005F_x\r\ny</x:t></x:is></x:c></x:row ></x:sheetData></x:worksheet>`,
      }),
    ).toEqual({ 3: ['', '1 < 2 😀 <&> \r _x\ny'] });
  });

  it('are read in up to 500 columns; further ones must be empty', async () => {
    expect(
      await rowsOf({ sheet: inRows('<row><c r="SF1"><v>500</v></c><c r="SG1" s="3"/><c r="XFD1" t="inlineStr"><is><t/></is></c></row>') }),
    ).toEqual({ 1: [...Array<string>(499).fill(''), '500'] });
    await expect(rowsOf({ sheet: inRows('<row r="7"><c r="SG7"><v>501</v></c></row>') })).rejects.toMatchObject({
      code: 'file_too_many_columns',
      values: { row: 7, max: maxColumns },
    });
  });
});

it('reads the same however the stream is split', () => {
  const source = '<a x="1 > 0"><!-- c --><b>t &amp; u<![CDATA[v < w]]></b ><c/>\n</a>';
  const heard = (size: number) => {
    const events: string[][] = [];
    const reader = new XmlReader((...event) => events.push(event));
    for (let at = 0; at < source.length; at += size) reader.write(source.slice(at, at + size));
    return events;
  };
  expect(heard(1000)).toEqual([
    ['a', ' x="1 > 0"', ''],
    ['b', '', ''],
    ['/b', '', 't &amp; uv < w'],
    ['c', '', ''],
    ['/c', '', ''],
    ['/a', '', '\n'],
  ]);
  for (let size = 1; size < 12; size++) expect(heard(size)).toEqual(heard(1000));
});

describe('archives', () => {
  const whole = parts({ sheet: inRows(`<row>${words('one')}</row>`) });
  it('can be stored uncompressed, use ZIP64, or spell their parts differently', async () => {
    for (const bytes of [
      zipped(whole),
      zipped(whole, { large: true }),
      zipped(whole.map((part) => ({ ...part, stored: true }))),
      zipped(whole.map((part) => ({ ...part, name: part.name.replace('sheet1', 'Sheet1') }))),
      zipped(whole.map((part) => ({ ...part, name: part.name.replaceAll('/', '\\') }))),
    ]) {
      expect(await read(bytes)).toEqual({ sheets: ['A & B'], rows: { 1: ['one'] } });
    }
  });

  it('list sheets in workbook order without charts, and open the first or the requested one', async () => {
    const book = [
      {
        name: 'xl/workbook.xml',
        content:
          '<workbook><sheets><sheet name="Chart" r:id="z"/><sheet name="Second" r:id="b"/><sheet name="First" r:id="a"/></sheets></workbook>',
      },
      {
        name: 'xl/_rels/workbook.xml.rels',
        content: relations(
          ['a', 'worksheet', 'worksheets/sheet1.xml'],
          ['b', 'worksheet', '../xl/worksheets/my%20sheet.xml'],
          ['z', 'chartsheet', 'chartsheets/sheet1.xml'],
        ),
      },
      { name: 'xl/worksheets/sheet1.xml', content: inRows(`<row>${words('one')}</row>`) },
      { name: 'xl/worksheets/my sheet.xml', content: inRows(`<row>${words('two')}</row>`) },
    ];
    expect(await read(zipped(book))).toEqual({ sheets: ['Second', 'First'], rows: { 1: ['two'] } });
    expect((await read(zipped(book), 'First')).rows).toEqual({ 1: ['one'] });
    expect((await read(zipped(book), 'Third')).rows).toEqual({ 1: ['two'] });
  });
});

describe('refuses', () => {
  const many = (count: number, row: string) => inRows(Array.from({ length: count }, () => row).join(''));
  it.each([
    [
      'custom entities',
      { sheet: `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${inRows(`<row>${words('&b;')}</row>`)}` },
      'file_broken',
    ],
    ['a text without end', { sheet: inRows(`<row>${words('x'.repeat(2_000_000))}</row>`) }, 'file_text_too_long'],
    ['a tag without end', { sheet: inRows(`<row spans="${'1'.repeat(2_000_000)}`) }, 'file_broken'],
    ['a comment without end', { sheet: `<!-- ${'x'.repeat(2_000_000)}` }, 'file_broken'],
    ['a row number of zero', { sheet: inRows('<row r="0"><c><v>1</v></c></row>') }, 'file_broken'],
    ['a row beyond the last', { sheet: inRows('<row r="99999999"><c><v>1</v></c></row>') }, 'file_broken'],
    [
      'one long text in every cell',
      { texts: `<si><t>${'x'.repeat(30_000)}</t></si>`, sheet: many(5_000, '<row><c t="s"><v>0</v></c></row>') },
      'file_unpacks_too_large',
    ],
    ['more rows than an import may have', { sheet: many(maxRows + 16, '<row><c><v>1</v></c></row>') }, 'file_too_many_rows'],
  ])('%s', async (_, given, code) => {
    await expect(read(zipped(parts(given)))).rejects.toMatchObject({ code });
  });

  it.each([
    ['a part that unpacks to more than it says', [{ name: 'xl/workbook.xml', content: 'x'.repeat(5_000_000), says: 1000 }], 'file_broken'],
    ['a part that says it is huge', [{ name: 'xl/workbook.xml', content: 'x', says: 200_000_000 }], 'file_unpacks_too_large'],
    ['a book without its sheet', parts({ sheet: '' }).filter(({ name }) => !name.includes('sheet1')), 'file_broken'],
    [
      'a book without sheets',
      parts({ sheet: '' }).map((part) => (part.name === 'xl/workbook.xml' ? { ...part, content: '<workbook/>' } : part)),
      'file_empty',
    ],
    ['a letter', [{ name: 'word/document.xml', content: '<w/>' }], 'file_not_a_sheet'],
  ])('%s', async (_, given, code) => {
    await expect(read(zipped([{ name: 'xl/_rels/workbook.xml.rels', content: relations() }, ...given]))).rejects.toMatchObject({ code });
  });
});

it('skips a million empty rows', async () => {
  const empty = Array.from({ length: 1_000_000 }, (_, index) => `<row r="${index + 2}" s="1"/>`).join('');
  expect(await rowsOf({ sheet: inRows(`<row r="1">${words('Name')}</row>${empty}<row r="1048576">${words('Mug')}</row>`) })).toEqual({
    1: ['Name'],
    1048576: ['Mug'],
  });
});

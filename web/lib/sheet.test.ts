import { read, utils } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { csvOf, harmless, type SheetColumn, workbookOf } from '@/lib/sheet';

interface Item {
  name: string;
  barcode: string;
  price: string | null;
}
const columns: SheetColumn<Item>[] = [
  { header: 'الاسم', value: (item) => item.name },
  { header: 'Barcode', value: (item) => item.barcode, kind: 'code' },
  { header: 'Price', value: (item) => item.price, kind: 'number' },
];
const items: Item[] = [
  { name: '=HYPERLINK("http://bad")', barcode: '0012345678905', price: '-12.50' },
  { name: 'قميص "أزرق", قطن', barcode: '6221234567890', price: null },
];

describe('csvOf', () => {
  it('marks UTF-8, keeps codes, disarms formulas and leaves numbers unchanged', () => {
    expect(csvOf(columns, items)).toBe(
      '\uFEFFالاسم,Barcode,Price\r\n"\'=HYPERLINK(""http://bad"")",0012345678905,-12.50\r\n"قميص ""أزرق"", قطن",6221234567890,\r\n',
    );
  });

  it.each(['=1', '+1', '-1', '@a', ' =1', '＝1'])('disarms %j', (text) => {
    expect(harmless(text)).toBe(`'${text}`);
  });

  it.each(['a;=1+1', 'a;"=1+1', 'a\t-1+cmd', 'a| @x', 'a\n=1+1', 'a\r\n\n+1', '\t=1', 'a;\u00a0＝1', '"', ';', 'x;y'])(
    'cannot run %j as a formula, whatever separator is used to read it',
    (text) => {
      const rows = [
        { name: text, barcode: text, price: null },
        { name: 'b', barcode: 'a,b', price: '-5' },
      ];
      // A reader with another separator takes a quote inside a cell for a character, so cells can be split there.
      for (const cell of csvOf(columns, rows)
        .slice(1)
        .split(/[;|\t\r\n]/))
        expect(cell).not.toMatch(/^[\s"]*[=+\-@＝]/);
      expect(harmless('b;c, 5 - 3\n* d')).toBe('b;c, 5 - 3\n* d');
    },
  );
});

it('leaves list items in a cell unchanged, and disarms lines that could be formulas', () => {
  for (const text of ['Bring:\n- two boxes\n- 3 rolls of tape', 'أحضر:\r\n- علبتين\r\n- شريطًا', 'a\n  - b; - c'])
    expect(harmless(text)).toBe(text);
  expect(harmless('- a\n- b')).toBe(`'- a\n- b`);
  for (const line of ['- cmd|x!A1', '- sum(A1:A9)', '-1', '-a', '- 1 = 2', '=1', '+1', '@a'])
    expect(harmless(`a\n${line}`)).toBe(`a\n'${line}`);
});

describe('workbookOf', () => {
  it('keeps codes and formulas as text cells, numbers as numbers, and the direction', async () => {
    const blob = await workbookOf(columns, items, { sheetName: 'Items: [1]', rightToLeft: true });
    const book = read(await blob.arrayBuffer(), { cellFormula: true, cellNF: true });
    expect(book.SheetNames).toEqual(['Items   1']);
    expect(book.Workbook?.Views?.[0]?.RTL).toBe(true);
    const sheet = book.Sheets['Items   1']!;
    expect(sheet.A2).toMatchObject({ t: 's', v: '=HYPERLINK("http://bad")' });
    expect(sheet.A2.f).toBeUndefined();
    expect(sheet.B2).toMatchObject({ t: 's', v: '0012345678905', z: '@' });
    expect(sheet.C2).toMatchObject({ t: 'n', v: -12.5 });
    expect(utils.sheet_to_json(sheet, { header: 1, blankrows: false })).toHaveLength(3);
  });
});

it('a workbook keeps text, numbers, flags and dates exactly, with fitting column widths', async () => {
  const texts = [' two  spaces\nand a line ', `<&>"'`, '_x0041_', 'bell \u0007', 'قميص 👕', '=1+1', '', '0012'];
  const at = new Date('2026-03-05T13:45:30Z');
  const made = await workbookOf<string>(
    [
      { header: 'Text & <text>', value: (text) => text },
      { header: 'Number', value: (text) => texts.indexOf(text) * 1e15 + 0.5, kind: 'number' },
      { header: 'No number', value: () => 'n/a', kind: 'number' },
      { header: 'Flag', value: (text) => text === '' },
      { header: 'Date', value: () => at, kind: 'date' },
      { header: 'Nothing', value: () => null },
      ...Array.from({ length: 22 }, (_, n) => ({ header: `Column ${n}`, value: () => n })),
    ],
    texts,
    { sheetName: "'Q1' & more'" },
  );
  expect(made.type).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
  const book = read(await made.arrayBuffer(), { cellNF: true, cellStyles: true, cellDates: true });
  expect(book.SheetNames).toEqual(["Q1' & more"]);
  expect(book.Workbook?.Views?.[0]?.RTL ?? false).toBe(false);
  const sheet = book.Sheets[book.SheetNames[0]!]!;
  expect(sheet['!ref']).toBe('A1:AB9');
  expect(texts.map((_, n) => sheet[`A${n + 2}`]?.v)).toEqual(texts.map((text) => text || undefined));
  expect([sheet.A1.v, sheet.AB1.v, sheet.AB9.v]).toEqual(['Text & <text>', 'Column 21', 21]);
  expect(sheet.B9).toMatchObject({ t: 'n', v: 7e15 + 0.5 });
  expect(sheet.C2).toMatchObject({ t: 's', v: 'n/a' });
  expect([sheet.D2.v, sheet.D8.v]).toEqual([false, true]);
  expect(sheet.E2).toMatchObject({ z: 'yyyy-mm-dd hh:mm', v: at });
  expect(sheet.F2).toBeUndefined();
  expect(sheet['!cols']?.slice(0, 6).map(({ wch }) => wch)).toEqual([' two  spaces\nand a line '.length + 2, 20, 11, 6, 18, 9]);
});

it("times are exported in the business's time zone, across daylight saving changes", async () => {
  const moments = ['2026-03-05T22:30:10Z', '2026-08-05T22:30:10Z'].map((moment) => new Date(moment));
  const way = [{ header: 'At', value: (at: Date) => at, kind: 'date' as const }];
  expect(csvOf(way, moments, { timeZone: 'Africa/Cairo' })).toBe('\uFEFFAt\r\n2026-03-06 00:30\r\n2026-08-06 01:30\r\n');
  const sheet = read(await (await workbookOf(way, moments, { timeZone: 'Africa/Cairo' })).arrayBuffer(), { cellDates: true }).Sheets
    .Sheet1!;
  expect(csvOf(way, [new Date('infinity')])).toBe('\uFEFFAt\r\n\r\n');
  const seconds = [sheet.A2, sheet.A3].map(({ v }: { v: Date }) => Math.round(v.getTime() / 1000) * 1000);
  expect(seconds.map((at) => new Date(at))).toEqual([new Date('2026-03-06T00:30:10Z'), new Date('2026-08-06T01:30:10Z')]);
});

it('a workbook of thousands of rows has each row once', async () => {
  const rows = Array.from({ length: 5_000 }, (_, n) => n);
  const book = await workbookOf(
    [
      { header: 'N', value: (n: number) => n },
      { header: 'Name', value: (n: number) => `صنف ${n}`, kind: 'text' as const },
    ],
    rows,
  );
  const {
    SheetNames: [name = ''],
    Sheets,
  } = read(await book.arrayBuffer());
  expect(utils.sheet_to_json(Sheets[name]!, { header: 1 })).toEqual([['N', 'Name'], ...rows.map((n) => [n, `صنف ${n}`])]);
});

it.each([
  [2, '12.33', '0.50', '#,##0.00'],
  [3, '12.333', '0.500', '#,##0.000'],
  [0, '12', '1', '#,##0'],
])('exports give money the %i decimals of the currency', async (decimals, long, short, format) => {
  const amounts = [{ header: 'Total', value: (amount: string | number) => amount, kind: 'money' as const }];
  expect(csvOf(amounts, ['12.3333', 0.5], { decimals })).toBe(`\uFEFFTotal\r\n${long}\r\n${short}\r\n`);
  const sheet = read(await (await workbookOf(amounts, ['12.3333', 0.5], { decimals })).arrayBuffer(), { cellNF: true }).Sheets.Sheet1!;
  expect([sheet.A2, sheet.A3]).toMatchObject([
    { v: Number(long), z: format },
    { v: Number(short), z: format },
  ]);
});

it('exports leave out bidi isolates', async () => {
  const way = [{ header: 'القيمة (\u2068ج.م\u2069)', value: (text: string) => text, kind: 'text' as const }];
  const told = 'من \u2068Zamalek\u2069 إلى \u2068الدقي\u2069';
  expect(csvOf(way, [told])).toBe('\uFEFFالقيمة (ج.م)\r\nمن Zamalek إلى الدقي\r\n');
  const sheet = read(await (await workbookOf(way, [told])).arrayBuffer()).Sheets.Sheet1!;
  expect([sheet.A1?.v, sheet.A2?.v]).toEqual(['القيمة (ج.م)', 'من Zamalek إلى الدقي']);
});

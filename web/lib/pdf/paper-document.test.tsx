import { join } from 'node:path';
import { renderToBuffer } from '@react-pdf/renderer';
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { TextItem } from 'pdfjs-dist/types/src/display/api.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Face, loadFace } from './face.ts';
import { PaperDocument } from './paper-document.tsx';
import { unprintable } from './letters.ts';
import { cut, type Paper, printable, textsOf } from './paper.ts';
import { ReceiptDocument } from './receipt-document.tsx';

/* Tests what a reader of a PDF sees: its texts and their positions. */

interface Piece {
  text: string;
  left: number;
  right: number;
  /** From the bottom of the page. */
  base: number;
}

const fonts = join(process.cwd(), 'node_modules/@expo-google-fonts/cairo');
const liberation = (weight: string) => join(process.cwd(), `node_modules/pdfjs-dist/standard_fonts/LiberationSans-${weight}.ttf`);
const newFace = (texts: readonly string[] = []) =>
  loadFace(
    { regular: join(fonts, '400Regular/Cairo_400Regular.ttf'), bold: join(fonts, '700Bold/Cairo_700Bold.ttf') },
    { regular: liberation('Regular'), bold: liberation('Bold') },
    texts,
  );
let face: Face;
beforeAll(async () => {
  face = await newFace();
});

async function firstPage(paper: Paper) {
  const drawn = { paper, face: await newFace(textsOf(paper)) };
  const bytes = await renderToBuffer(paper.roll ? <ReceiptDocument {...drawn} /> : <PaperDocument {...drawn} />);
  return (await getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 }).promise).getPage(1);
}

async function drawn(paper: Paper): Promise<Piece[]> {
  const { items } = await (await firstPage(paper)).getTextContent({ disableNormalization: true });
  return (items as TextItem[])
    .filter(({ str }) => str.trim() !== '')
    .map(({ str, transform, width }) => ({
      text: str,
      left: transform[4] as number,
      right: (transform[4] as number) + width,
      base: transform[5] as number,
    }));
}

/** The text on the page from left to right, which in Arabic is not the reading order. */
async function seen(paper: Paper): Promise<string> {
  const { fnArray, argsArray } = await (await firstPage(paper)).getOperatorList();
  return fnArray
    .map((operator, index) =>
      operator === OPS.showText
        ? (argsArray[index] as [({ unicode: string } | number)[]])[0]
            .map((glyph) => (typeof glyph === 'number' ? '' : glyph.unicode))
            .join('')
        : operator === OPS.endText
          ? '\n'
          : '',
    )
    .join('');
}

const long = 'SupercalifragilisticexpialidociousNameThatHasNoSpaceAndNeverEnds';
const longArabic = 'قميصكتانأزرقبأكمامطويلةوبدونمسافاتإطلاقاحتىيخرجمنالعمودكله';
const words = {
  en: { title: 'Transfer', discount: 'Discount', note: 'Call +20100 220 3344 before -5 degrees', page: 'Page 1 of 1' },
  ar: { title: 'تحويل', discount: 'الخصم', note: 'اتصل على +20100 220 3344 قبل -5 درجات', page: 'صفحة 1 من 1' },
};

const paperOf = (language: 'en' | 'ar', more: Partial<Paper> = {}): Paper => ({
  language,
  letterhead: {
    name: long,
    facts: [
      { label: longArabic, value: '+20100 220 3344', code: true },
      { label: 'Tax number', value: long, code: true },
    ],
  },
  title: words[language].title,
  number: 'TR-ZAM-2026-000123',
  status: words[language].title,
  facts: [
    { label: 'a', value: '+20100 220 3344' },
    { label: 'b', value: '-5' },
    { label: 'c', value: long + long },
    { label: 'd', value: '+20100', code: true },
    { label: 'e', value: longArabic },
    { label: 'f', value: 'x' },
  ],
  columns: [
    { label: '#', share: 6, kind: 'figure' },
    { label: 'Product', share: 28, kind: 'text', strong: true },
    { label: 'Variant', share: 18, kind: 'text' },
    { label: 'Barcode', share: 20, kind: 'code' },
    { label: 'Qty', share: 10, kind: 'figure', strong: true },
    { label: 'Total', share: 16, kind: 'figure' },
  ],
  rows: [
    ['1', long, long, long.toUpperCase(), '-5', '−9,999,999.00'],
    ['2', longArabic, 'أزرق / 180×70', '6221234567891', '12', '+20'],
  ],
  totals: [
    { label: words[language].discount, value: '−50.00' },
    { label: long, value: '99,999,999,999.00', final: true },
  ],
  notes: { label: 'n', value: `${words[language].note}\nhttps://example.com/${long}${long}${long}` },
  signatures: [long],
  printed: long,
  page: () => words[language].page,
  ...more,
});

// Before the other tests, because the letters of drawn documents are cached.
it('joins Arabic letters also after a document without them', { timeout: 60_000 }, async () => {
  const bare = { letterhead: { name: 'x', facts: [] }, facts: [], rows: [], notes: undefined, totals: [], signatures: [], printed: 'y' };
  // An isolated ة is drawn as a ه with dots.
  await seen(paperOf('ar', { ...bare, title: 'تكلفة الوحدة' }));
  expect((await seen(paperOf('ar', { ...bare, title: 'قائمة تجهيز' }))).split('\n')).toContain('يزهجت ةمئاق');
});

describe.each(['en', 'ar'] as const)('a document in %s', { timeout: 60_000 }, (language) => {
  it.each([
    ['the sheet', {}, 39.5, 556],
    ['the roll', { roll: true }, 11.5, 215.5],
  ])('keeps all text within %s without overlaps', async (_, more, first, last) => {
    const pieces = await drawn(paperOf(language, more));
    expect(pieces.length).toBeGreaterThan(40);
    for (const piece of pieces) {
      expect([piece.text, piece.left >= first, piece.right <= last]).toEqual([piece.text, true, true]);
      for (const other of pieces) {
        if (other === piece || Math.abs(other.base - piece.base) > 3) continue;
        expect([piece.text, other.text, Math.min(piece.right, other.right) - Math.max(piece.left, other.left) < 1]).toEqual([
          piece.text,
          other.text,
          true,
        ]);
      }
    }
    // Complete, and broken without hyphens.
    const all = pieces.map(({ text }) => text).join('');
    expect(all.split(long).length + all.split(long.toUpperCase()).length).toBeGreaterThan(8);
    for (const { text } of pieces) expect(text).not.toMatch(/\p{L}-$/u);
  });

  it('puts a sign before its number, alone and in a sentence', async () => {
    const text = (await seen(paperOf(language))).replaceAll('\u200e', '');
    for (const figure of ['+20100 220 3344', '-5', '+20100', '−9,999,999.00', '+20', '−50.00', '99,999,999,999.00'])
      expect(
        text.split('\n').map((run) => run.trim()),
        figure,
      ).toContain(figure);
    expect(text).toMatch(language === 'ar' ? /\n-5\n لبق \n/ : /\n-5 degrees\n/);
    expect(text).not.toMatch(/\d[+\-−](?!\d)|^\s*[+\-−]\s*$/m);
  });

  it('never breaks a number across lines', async () => {
    const figures = ['1,000', '−999,999,999.999', '99,999,999,999.99'];
    for (const roll of [false, true]) {
      const text = (await seen(paperOf(language, { roll, rows: [[figures[0]!, 'a', 'b', '622', figures[1]!, figures[2]!]] }))).replaceAll(
        '\u200e',
        '',
      );
      for (const figure of [...figures, '99,999,999,999.00']) expect(text.split('\n').map((run) => run.trim())).toContain(figure);
    }
  });

  it('makes the roll as long as its content, up to the limit of a page', async () => {
    const heights = async (count: number) => {
      const page = await firstPage(
        paperOf(language, { roll: true, rows: Array.from({ length: count }, () => ['1', 'x', '', '', '1', '1']) }),
      );
      return page.view[3] ?? 0;
    };
    expect(await heights(20)).toBeGreaterThan(await heights(1));
    expect(await heights(400)).toBe(14_000);
  });

  it('prints consecutive empty lines as one', async () => {
    const pieces = await drawn(paperOf(language, { notes: { label: 'n', value: `\nfirst${'\n \n'.repeat(1300)}last` }, printed: 'y' }));
    expect(pieces.map(({ text }) => text.trim()).filter((text) => ['first', 'last'].includes(text))).toEqual(['first', 'last']);
  });

  it('writes a name in its own direction in place of the document number', async () => {
    const text = await seen(
      paperOf(language, {
        number: 'شركة الدلتا EG',
        letterhead: { name: 'x', facts: [] },
        facts: [],
        rows: [],
        notes: undefined,
        totals: [],
        signatures: [],
        printed: 'y',
      }),
    );
    // In the header and in the footer.
    expect(text.replaceAll('\n', '').match(/EG *اتلدلا/g)).toHaveLength(2);
  });

  it('removes invisible marks, and prints a lozenge for unknown characters', async () => {
    const pieces = await drawn(
      paperOf(language, {
        rows: [['1', 'Li\u2068n\u2069e\ufeffn\u200b \u00adshirt\u202a\u061c', 'M🎉 中 ❤️', '622', '1', '1']],
        letterhead: { name: 'x', facts: [] },
        facts: [],
        notes: undefined,
        totals: [],
        signatures: [],
        printed: 'y',
      }),
    );
    const texts = pieces.map(({ text }) => text);
    expect(texts.join('|')).toContain('Linen shirt');
    expect(texts.join('|')).toContain('M◊ ◊ ◊');
    expect(texts.join('')).not.toMatch(/[ÿ\ufffd]/);
  });
});

it('removes what cannot be drawn, and isolates signs only before numbers', () => {
  const clean = (text: string) => printable(text, (letter) => face.shows(letter));
  expect(clean('قُطْن\u2068 (L)\u2069')).toBe('قطن (L)');
  expect(clean('T-shirt 3-5, A-5 −2 + 3')).toBe('T-shirt 3-5, A-5 \u200e−2 + 3');
  expect(clean('👨‍👩‍👧 می\u200cخواهم é')).toBe('◊ می\u200cخواهم é');
});

it.each([
  ['5 \u20c1', '5 SAR'],
  ['سعر 5 \u20c1', 'سعر 5 ر.س'],
  ['5 ﷼', '5 ریال'],
  ['No № 5, 20 ℃', 'No No 5, 20 °C'],
  ['5 ₺', '5 TRY'],
  ['Rug 3 m² ½', 'Rug 3 m² ½'],
  ['x\u2011y', 'x-y'],
  ['🎉 ❤️', '◊ ◊'],
])('writes %s as %s', (text, written) => {
  expect(printable(text, face.shows)).toBe(written);
  expect(unprintable([text], face.shows)).toBeNull();
});

it('prints Greek and Cyrillic in the second font, and names a character no font has', async () => {
  const names = ['Анна', 'Ωμέγα m²', 'فستان Анна'];
  const mixed = await newFace(names);
  expect([face.families, mixed.families]).toEqual([['Cairo'], ['Cairo', 'Liberation Sans']]);
  expect(unprintable(names, mixed.shows)).toBeNull();
  expect(unprintable(names, face.shows)).toEqual({ letter: 'А', text: 'Анна' });
  expect(unprintable([...names, 'Tea 茶 green'], mixed.shows)).toEqual({ letter: '茶', text: 'Tea 茶 green' });
  expect(mixed.width('Анна', 10, false)).toBeGreaterThan(20);
  const text = await seen(paperOf('en', { rows: [['1', 'Анна', 'Ωμέγα', '622', '1', '1']] }));
  expect(text).toContain('Анна');
  expect(text).toContain('Ωμέγα');
});

it('checks every text of a paper', () => {
  const paper = paperOf('en', { above: 'above', below: 'below' });
  const all = textsOf(paper);
  const leaves = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : typeof value === 'object' && value ? Object.values(value).flatMap(leaves) : [];
  const notText = new Set(['en', ...paper.columns.map(({ kind }) => kind)]);
  for (const text of leaves(paper)) if (!notText.has(text as 'text')) expect(all, text).toContain(text.replace(/\s/g, ' '));
});

it('breaks long words at the width, or after a dash or slash', () => {
  const width = (text: string) => text.length;
  expect(cut('short words stay', 6, width)).toBe('short words stay');
  expect(cut('abcdefghij', 4, width)).toBe('abcd efgh ij');
  expect(cut('Navy-Blue/Extra-Large', 8, width)).toBe('Navy- Blue/ Extra- Large');
});

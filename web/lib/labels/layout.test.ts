import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { barsOf, prepareCodes, squareOf, symbologyOf, type Code } from './code.ts';
import { inDots, dotsPerMm } from './dots.ts';
import { alike, fitText, layoutBadge, layoutLabel, moduleOf, type Placed, type Wording } from './layout.ts';

prepareCodes({
  wasmBinary: readFileSync(new URL('../../../node_modules/zxing-wasm/dist/writer/zxing_writer.wasm', import.meta.url))
    .buffer as ArrayBuffer,
});

// The average width of letters in both fonts.
const measure = (text: string, size: number) => text.length * size * 0.56;
const ground = (width: number, height: number, dpi = 203) => ({ ...inDots({ width, height }, dpi), perMm: dotsPerMm(dpi) });
const ean = '6221044201350';
const english: Wording = {
  direction: 'ltr',
  business: 'Dar Nour',
  name: 'Printed silk scarf with a hand-rolled edge',
  second: 'وشاح حرير مطبوع',
  variant: 'Black / XL',
  price: '1,250.00',
  currency: 'EGP',
  oldPrice: '1,500.00',
  sku: 'SC-1042-BLK',
  tax: 'incl. VAT',
  digits: ean,
};
const arabic: Wording = {
  ...english,
  direction: 'rtl',
  business: 'دار نور',
  name: 'وشاح حرير مطبوع بحافة ملفوفة يدويًا',
  second: 'Printed silk scarf',
  variant: 'أسود / XL',
  currency: 'ج.م.',
  tax: 'شامل الضريبة',
};
const plain = ({ direction, business, name, variant, price, currency, digits }: Wording): Wording => ({
  direction,
  business,
  name,
  variant,
  price,
  currency,
  digits,
});
const sizes = [
  [50, 30],
  [40, 30],
  [38, 25],
  [58, 40],
  [100, 50],
] as const;

/** The ink box of a text. */
const boxOf = ({ text, x, y, align, size }: Placed['texts'][number]) => {
  const wide = measure(text, size);
  const left = align === 'center' ? x - wide / 2 : align === 'right' ? x - wide : x;
  // Figures reach no lower than their comma.
  return { left, right: left + wide, top: y - size * 0.75, bottom: y + size * (/^[\d.,]+$/.test(text) ? 0.15 : 0.25) };
};

for (const [width, height] of sizes) {
  for (const said of [english, arabic]) {
    for (const dpi of [203, 300]) {
      test(`${width} × ${height} mm at ${dpi} dpi: text and code fit with quiet zones, ${said.direction}`, async () => {
        const [on, code] = [ground(width, height, dpi), (await barsOf(ean))!];
        const placed = layoutLabel(plain(said), on, code, measure);
        expect(placed.problem).toBe(null);
        for (const one of placed.texts) {
          const { left, right, top, bottom } = boxOf(one);
          expect(left).toBeGreaterThanOrEqual(0);
          expect(right).toBeLessThanOrEqual(on.width);
          expect(top).toBeGreaterThanOrEqual(0);
          expect(bottom).toBeLessThanOrEqual(on.height);
        }
        const { x, y, width: wide, height: high, module } = placed.code!;
        expect(Math.max(...placed.texts.map(({ size }) => size))).toBe(placed.texts.find(({ text }) => text === said.price)?.size);
        expect([Number.isInteger(x), Number.isInteger(module), wide]).toEqual([true, true, code.width * module]);
        expect(x).toBeGreaterThanOrEqual(code.quiet[0] * module);
        expect(on.width - x - wide).toBeGreaterThanOrEqual(code.quiet[1] * module);
        // No text overlaps the bars, and the bars fit on the label.
        for (const one of placed.texts)
          expect(boxOf(one).bottom <= y + 1 || boxOf(one).top >= y + high - one.size * 0.3, one.text).toBe(true);
        expect(y + high).toBeLessThanOrEqual(on.height);
      });
    }
  }
}

test('all fields fit a large label, and a small label reports that they do not', async () => {
  const code = await barsOf(ean);
  expect(layoutLabel(english, ground(100, 50), code, measure).problem).toBe(null);
  expect(layoutLabel(english, ground(38, 15), code, measure).problem).toBe('too_much');
});

test('a code uses the widest whole module that fits, and warns if it is thin or does not fit', async () => {
  const long = (await barsOf('ABCDEFGHIJKLMNOPQRSTUVWXYZ-123'))!;
  expect(layoutLabel(plain(english), ground(100, 50), long, measure).code?.module).toBe(2);
  expect(layoutLabel(plain(english), ground(50, 30), long, measure).problem).toBe('code_thin');
  expect(layoutLabel(plain(english), ground(38, 25), long, measure)).toMatchObject({ code: null, problem: 'code_none' });
  expect(layoutLabel(plain(english), ground(50, 30), null, measure)).toMatchObject({ code: null, problem: 'code_none' });
  expect(moduleOf((await barsOf(ean))!, 10_000, 8)).toBe(5);
});

test('a GTIN is drawn as EAN-13, UPC-A or EAN-8, any other Latin code as Code 128', async () => {
  const codes = [
    ean,
    '036000291452',
    '96385074',
    '6221044201351',
    '036000291453',
    '96385075',
    '622104420135X',
    '16221234567010',
    '9638507',
  ];
  expect(codes.map((code) => symbologyOf(code).format)).toEqual(['EAN13', 'UPCA', 'EAN8', ...Array<string>(6).fill('Code128')]);
  const drawn = await Promise.all(codes.slice(0, 3).map(barsOf));
  expect(drawn.map((code) => [code?.width, code?.quiet])).toEqual([
    [95, [11, 7]],
    [95, [9, 9]],
    [67, [7, 7]],
  ]);
  expect((await barsOf('6221044201351'))?.quiet).toEqual([10, 10]);
  expect(await barsOf('وشاح')).toBe(null);
});

test('text wraps to a second line, then shrinks, and finally loses its middle', () => {
  expect(fitText('one two', 100, 10, 400, 1, measure)).toEqual({ lines: ['one two'], size: 10 });
  expect(fitText('one two three four', 60, 10, 400, 2, measure)).toEqual({ lines: ['one two', 'three four'], size: 10 });
  const { lines, size } = fitText('a text that is far too long for this', 60, 10, 400, 2, measure);
  expect([lines, size < 10, lines.every((line) => measure(line, size) <= 60)]).toEqual([['a text that is', 'far too…or this'], true, true]);
  // A word without spaces, and Arabic letters with their marks.
  expect(fitText('SKU-2026-SUMMER-0041-XL', 60, 10, 400, 1, measure).lines).toEqual(['SKU-202…0041-XL']);
  expect(fitText('فستان سهرة طويل مطرز يدويًا أحمر', 60, 10, 400, 1, measure).lines).toEqual(['فستان س…ا أحمر']);
});

test('a badge shows its whole QR code with quiet zone next to the text', async () => {
  const code: Code = (await squareOf('0193d6c0-0000-7000-8000-000000000001'))!;
  for (const direction of ['ltr', 'rtl'] as const) {
    for (const [width, height] of sizes) {
      const on = ground(width, height);
      const {
        code: box,
        texts,
        problem,
      } = layoutBadge({ direction, business: 'Dar Nour', name: 'Mona Abdel Rahman', role: 'Storekeeper' }, on, code, measure);
      expect([problem, box!.width === code.width * box!.module, box!.y >= 0, box!.y + box!.height <= on.height]).toEqual([
        null,
        true,
        true,
        true,
      ]);
      const [from, to] = [box!.x - 4 * box!.module, box!.x + box!.width + 4 * box!.module];
      expect([from >= 0, to <= on.width]).toEqual([true, true]);
      for (const one of texts) expect(direction === 'rtl' ? boxOf(one).left >= to : boxOf(one).right <= from, one.text).toBe(true);
    }
  }
});

test("the variant is on the line of the price, so that the name's dots do not touch it", async () => {
  const placed = layoutLabel({ ...plain(arabic), name: 'بنطلون', price: '89.00' }, ground(50, 30), await barsOf(ean), measure);
  const of = (text: string) => placed.texts.find((one) => one.text === text)!;
  expect(of(arabic.variant!).y).toBe(of('89.00').y);
  expect(boxOf(of('بنطلون')).bottom).toBeLessThan(of(arabic.variant!).y - of(arabic.variant!).size);
});

test('names of articles that differ at the end stay different on labels; others are found', () => {
  const place = (name: string, more: Partial<Wording> = {}) => {
    const wording = { ...plain(english), name, variant: undefined, ...more };
    return { wording, placed: layoutLabel(wording, ground(38, 25), null, measure) };
  };
  const long = 'Printed silk scarf with a hand-rolled edge and a very long tail';
  const ends = [`${long}, blue`, `${long}, green`].map((name) => place(name));
  expect(alike(ends)).toEqual([]);
  const middles = ['blue', 'teal'].map((color, index) =>
    place(`Printed silk scarf with a hand-rolled edge, ${color}, and a very long tail`, { price: `${index}.00`, digits: `${index}` }),
  );
  expect(middles[0]!.placed.texts.some(({ text }) => text.includes('…'))).toBe(true);
  expect(alike([...middles, ...ends])).toEqual(middles);
  // The same article twice, and articles that have the same name anyway.
  expect(alike([ends[0]!, place(`${long}, blue`, { price: '1.00' })])).toEqual([]);
});

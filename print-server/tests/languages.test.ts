import { expect, test } from 'vitest';
import { zplToBase64Async } from 'zpl-renderer-js';
import { dotsPerMm, millimetres } from '../src/dots.js';
import { languages } from '../src/languages.js';
import { bitmap, differing, readShades } from './pictures.ts';

const way = { dpi: 203, cut: true, drawer: true };
const said = (language: string, pages: { bitmap: ReturnType<typeof bitmap>; copies: number }[], how: Partial<typeof way> = {}) =>
  Buffer.concat([...languages[language]!(pages, { ...way, ...how })]);

for (const [dpi, dpmm] of [
  [203, 8],
  [300, 12],
] as const) {
  test(`ZPL prints every dot at ${dpi} dpi`, async () => {
    const picture = bitmap(50 * dpmm, 30 * dpmm, 7);
    const shown = readShades(
      Buffer.from(await zplToBase64Async(said('zpl', [{ bitmap: picture, copies: 3 }]).toString('latin1'), 50, 30, dpmm), 'base64'),
    );
    expect(differing(picture, shown)).toBe(0);
  });
}

test('ZPL sends a picture once with the number of copies', () => {
  const zpl = said('zpl', [
    { bitmap: bitmap(400, 240), copies: 250 },
    { bitmap: bitmap(400, 240, 2), copies: 1 },
  ]).toString('latin1');
  expect(zpl.match(/\^GFA,12000,12000,50,/g)).toHaveLength(2);
  expect(zpl.match(/\^PQ\d+/g)).toEqual(['^PQ250', '^PQ1']);
});

test('TSPL sets the size in millimetres and inverts the dots', () => {
  const tspl = said('tspl', [{ bitmap: bitmap(400, 240, 3), copies: 2 }]);
  expect(tspl.toString('latin1', 0, 80)).toContain('SIZE 50 mm,30 mm\r\nREFERENCE 0,0\r\nCLS\r\nBITMAP 0,0,50,240,0,');
  const from = tspl.indexOf('240,0,') + 6;
  expect(Buffer.from(tspl.subarray(from, from + 12_000).map((byte) => ~byte))).toEqual(bitmap(400, 240, 3).dots);
  expect(tspl.toString('latin1', from + 12_000)).toBe('\r\nPRINT 1,2\r\n');
});

test('ESC/POS opens the drawer once, sends bands, and cuts after each copy', () => {
  const picture = bitmap(576, 300, 4);
  const bytes = said('escpos', [{ bitmap: picture, copies: 2 }]);
  expect(bytes.subarray(0, 7)).toEqual(Buffer.from([0x1b, 0x40, 0x1b, 0x70, 0, 25, 250]));
  const bands: Buffer[] = [];
  for (let index = 7; bytes[index] === 0x1d; index += 8 + 72 * bytes.readUInt16LE(index + 6))
    bands.push(bytes.subarray(index + 8, index + 8 + 72 * bytes.readUInt16LE(index + 6)));
  expect(bands.map(({ length }) => length / 72)).toEqual([128, 128, 44]);
  expect(Buffer.concat(bands)).toEqual(picture.dots);
  expect(bytes.toString('latin1').split('\x1dVB\0')).toHaveLength(3);
  const plain = said('escpos', [{ bitmap: picture, copies: 1 }], { cut: false, drawer: false });
  expect([plain.includes('\x1dVB'), plain.includes('\x1bp')]).toEqual([false, false]);
});

test('converts 203 and 300 dpi to dots per millimetre', () => {
  expect([dotsPerMm(203), millimetres(400, 203), millimetres(591, 300), Math.round(dotsPerMm(300) * 1000)]).toEqual([8, 50, 50.04, 11_811]);
});

import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { base64Of, dotsOf, dotsPerMm, inDots, pngOf } from './dots.ts';

const picture = (rows: string[]) => {
  const [width, height] = [rows[0]!.length, rows.length];
  const data = new Uint8ClampedArray(
    rows
      .join('')
      .split('')
      .flatMap((dot) => {
        const shade = { '#': 0, '+': 127, '-': 128, '.': 255 }[dot] ?? 255;
        return [shade, shade, shade, 255];
      }),
  );
  return { width, height, data };
};

test('prints shades darker than half grey as dots, and starts each row on a byte', () => {
  expect(dotsOf(picture(['#+-......#', '.........#']))).toEqual({
    width: 10,
    height: 2,
    stride: 2,
    bits: Uint8Array.from([0b11000000, 0b01000000, 0, 0b01000000]),
  });
});

test('encodes dots as a one-bit PNG with the Up filter and 1 as white', () => {
  const png = Buffer.from(pngOf(dotsOf(picture(['########', '########', '.#.#.#.#']))));
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  expect([png.readUInt32BE(16), png.readUInt32BE(20), ...png.subarray(24, 29)]).toEqual([8, 3, 1, 0, 0, 0, 0]);
  const length = png.readUInt32BE(33);
  expect(png.toString('latin1', 37, 41)).toBe('IDAT');
  const rows = inflateSync(png.subarray(41, 41 + length));
  expect([...rows]).toEqual([2, 0x00, 2, 0x00, 2, 0b10101010]);
  expect(png.toString('hex').endsWith('0000000049454e44ae426082')).toBe(true);
});

test('converts 203 and 300 dpi to dots per millimetre', () => {
  expect([inDots({ width: 50, height: 30 }, 203), inDots({ width: 50, height: 30 }, 300), dotsPerMm(203)]).toEqual([
    { width: 400, height: 240 },
    { width: 591, height: 354 },
    8,
  ]);
});

test('encodes a large picture as base64 in parts', () => {
  const bytes = Uint8Array.from({ length: 30_000 }, (_, index) => index % 251);
  expect(base64Of(bytes)).toBe(Buffer.from(bytes).toString('base64'));
});

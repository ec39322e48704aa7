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

test('half grey is where a dot begins, and each row begins on a byte of its own', () => {
  expect(dotsOf(picture(['#+-......#', '.........#']))).toEqual({
    width: 10,
    height: 2,
    stride: 2,
    bits: Uint8Array.from([0b11000000, 0b01000000, 0, 0b01000000]),
  });
});

test('a picture of one bit a dot travels as PNG, the row above taken off each, and 1 is white in it', () => {
  const png = Buffer.from(pngOf(dotsOf(picture(['########', '########', '.#.#.#.#']))));
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  expect([png.readUInt32BE(16), png.readUInt32BE(20), ...png.subarray(24, 29)]).toEqual([8, 3, 1, 0, 0, 0, 0]);
  const length = png.readUInt32BE(33);
  expect(png.toString('latin1', 37, 41)).toBe('IDAT');
  const rows = inflateSync(png.subarray(41, 41 + length));
  expect([...rows]).toEqual([2, 0x00, 2, 0x00, 2, 0b10101010]);
  expect(png.toString('hex').endsWith('0000000049454e44ae426082')).toBe(true);
});

test('two hundred and three dots an inch are eight a millimetre', () => {
  expect([inDots({ width: 50, height: 30 }, 203), inDots({ width: 50, height: 30 }, 300), dotsPerMm(203)]).toEqual([
    { width: 400, height: 240 },
    { width: 591, height: 354 },
    8,
  ]);
});

test('a large picture becomes text in parts', () => {
  const bytes = Uint8Array.from({ length: 30_000 }, (_, index) => index % 251);
  expect(base64Of(bytes)).toBe(Buffer.from(bytes).toString('base64'));
});

import { expect, test } from 'vitest';
import { readBitmap } from '../src/bitmap.js';
import { bitmap, header, png, pngOf } from './pictures.ts';

const refusal = (picture: Buffer): string => {
  try {
    readBitmap(picture);
    return 'taken';
  } catch (error) {
    return (error as Error).message;
  }
};

test('reads a PNG of any width and filter without changing a dot', () => {
  for (let width = 1; width <= 40; width++) {
    const picture = bitmap(width, 23, width);
    for (const filter of [0, 1, 2, 3, 4]) expect(readBitmap(png(picture, () => filter))).toEqual(picture);
    expect(readBitmap(png(picture, (y) => y % 5))).toEqual(picture);
  }
});

test('treats the padding bits of a row as white', () => {
  const blackPadding = pngOf(header(3, 1), Buffer.from([0, 0b1010_0000]));
  expect(readBitmap(blackPadding).dots).toEqual(Buffer.from([0b0100_0000]));
});

test('accepts one-bit pictures only, without palette or interlacing', () => {
  for (const kind of [
    [8, 0, 0, 0, 0],
    [1, 3, 0, 0, 0],
    [8, 6, 0, 0, 0],
    [16, 2, 0, 0, 0],
    [1, 0, 0, 0, 1],
    [1, 0, 1, 0, 0],
    [1, 0, 0, 1, 0],
  ]) {
    expect(refusal(pngOf(header(8, 8, kind), Buffer.alloc(16)))).toBe('picture_not_one_bit');
  }
});

test('refuses sizes that no printer has before decompressing', () => {
  for (const [width, height] of [
    [2_561, 1],
    [1, 20_001],
    [2_560, 20_000],
    [0xffff_ffff, 0xffff_ffff],
  ] as const)
    expect(refusal(pngOf(header(width, height), Buffer.alloc(10)))).toBe('picture_too_large');
  expect(refusal(pngOf(header(0, 1), Buffer.alloc(0)))).toBe('picture_malformed');
});

test('refuses a picture whose data does not match its size, without decompressing a bomb', () => {
  const bomb = pngOf(header(8, 8), Buffer.alloc(50_000_000));
  const before = process.memoryUsage().arrayBuffers;
  expect(refusal(bomb)).toBe('picture_malformed');
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1_000_000);
  expect(refusal(pngOf(header(8, 8), Buffer.alloc(15)))).toBe('picture_malformed');
  expect(refusal(pngOf(header(8, 1), Buffer.from([5, 0])))).toBe('picture_malformed');
});

test('refuses a truncated or damaged picture', () => {
  const whole = png(bitmap(50, 30));
  for (let at = 0; at < whole.length; at++) {
    expect(refusal(whole.subarray(0, at))).toBe('picture_malformed');
    const spoilt = Buffer.from(whole);
    spoilt[at] = whole[at]! ^ 0x55;
    expect(refusal(spoilt)).toBe('picture_malformed');
  }
  expect(refusal(Buffer.concat([whole, Buffer.from('<script>')]))).toBe('picture_malformed');
});

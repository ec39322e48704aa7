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

test('dots come out as they went in, at every width of the last byte and by every filter', () => {
  for (let width = 1; width <= 40; width++) {
    const picture = bitmap(width, 23, width);
    for (const filter of [0, 1, 2, 3, 4]) expect(readBitmap(png(picture, () => filter))).toEqual(picture);
    expect(readBitmap(png(picture, (y) => y % 5))).toEqual(picture);
  }
});

test('what fills the last byte of a row is white, whatever was sent', () => {
  const blackPadding = pngOf(header(3, 1), Buffer.from([0, 0b1010_0000]));
  expect(readBitmap(blackPadding).dots).toEqual(Buffer.from([0b0100_0000]));
});

test('only one bit a dot is taken: no colours, no shades, nothing interlaced', () => {
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

test('a size that no printer has is refused before anything is unpacked', () => {
  for (const [width, height] of [
    [2_561, 1],
    [1, 20_001],
    [2_560, 20_000],
    [0xffff_ffff, 0xffff_ffff],
  ] as const)
    expect(refusal(pngOf(header(width, height), Buffer.alloc(10)))).toBe('picture_too_large');
  expect(refusal(pngOf(header(0, 1), Buffer.alloc(0)))).toBe('picture_malformed');
});

test('a picture that unpacks to more or less than it says is refused, a bomb without its explosion', () => {
  const bomb = pngOf(header(8, 8), Buffer.alloc(50_000_000));
  const before = process.memoryUsage().arrayBuffers;
  expect(refusal(bomb)).toBe('picture_malformed');
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1_000_000);
  expect(refusal(pngOf(header(8, 8), Buffer.alloc(15)))).toBe('picture_malformed');
  expect(refusal(pngOf(header(8, 1), Buffer.from([5, 0])))).toBe('picture_malformed');
});

test('a picture cut short anywhere, or with one byte changed, is refused or is the same picture', () => {
  const whole = png(bitmap(50, 30));
  for (let at = 0; at < whole.length; at++) {
    expect(refusal(whole.subarray(0, at))).toBe('picture_malformed');
    const spoilt = Buffer.from(whole);
    spoilt[at] = whole[at]! ^ 0x55;
    expect(refusal(spoilt)).toBe('picture_malformed');
  }
  expect(refusal(Buffer.concat([whole, Buffer.from('<script>')]))).toBe('picture_malformed');
});

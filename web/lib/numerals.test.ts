import { afterEach, describe, expect, it } from 'vitest';
import { formatNumber, isDecimal, readCode, readDecimal, toLatinDigits } from './numerals.ts';
import { setSettings } from './settings.ts';

afterEach(() => setSettings({ digits: 'latn' }));

describe('a typed number', () => {
  it.each([
    ['12', '12'],
    ['1,250.50', '1250.50'],
    ['١٬٢٥٠٫٥٠', '1250.50'],
    ['۱۲', '12'],
    ['١٢٣٤', '1234'],
    ['٫٥', '0.5'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['007', '7'],
    ['1 250', '1250'],
    ['1\u202f250,5', '1250.5'],
    ['12,5', '12.5'],
    ['1,250', '1250'],
    ['1,250,000', '1250000'],
    ['−3', '-3'],
    ['-0', '0'],
    ['\u200f١٢\u200f', '12'],
    ['1.250٫5', '1250.5'],
    ['99999999999999999.99', '99999999999999999.99'],
  ])('%s is read as %s', (typed, read) => expect(readDecimal(typed)).toBe(read));

  it.each(['', ' ', '-', '.', 'abc', '1,2,3', '12,34,567', '1.2.3', '6.22E+12', 'Infinity', '5-', '1,25,0.5'])(
    '%s is not a number',
    (typed) => expect(readDecimal(typed)).toBeNull(),
  );

  it('is recognized in the format in which it was read', () =>
    expect(['12', '-0.5', '', '1.', '.5', '1,2', '١', '1e3'].map(isDecimal)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      false,
      false,
    ]));
});

describe('a shown number', () => {
  it('is grouped, keeps all digits of decimal text, and rounds half away from zero', () => {
    expect(formatNumber('1234567.5', { min: 2, max: 2 })).toBe('1,234,567.50');
    expect(formatNumber('99999999999999999.99', { min: 2, max: 2 })).toBe('99,999,999,999,999,999.99');
    expect(formatNumber('2.345', { max: 2 })).toBe('2.35');
    expect(formatNumber('-2.345', { max: 2 })).toBe('−2.35');
  });

  it('has no minus if it is zero', () => {
    expect([formatNumber(-0), formatNumber('-0.004', { min: 2, max: 2 }), formatNumber('-0.005', { min: 2, max: 2 })]).toEqual([
      '0',
      '0.00',
      '−0.01',
    ]);
  });

  it("uses the business's digits", () => {
    setSettings({ digits: 'arab' });
    expect(formatNumber('1250.5', { min: 2, max: 2 })).toBe('١٬٢٥٠٫٥٠');
    expect(formatNumber(-3)).toBe('−٣');
  });
});

it('converts digits to Latin and leaves other characters alone', () => expect(toLatinDigits('DN-٠٠٤١٧ أ')).toBe('DN-00417 أ'));

it('reads a code without the invisible marks of right-to-left text', () =>
  expect(readCode(' \u2068\u200fDN-٠٠٤١٧\u200e\u2069\ufeff ')).toBe('DN-00417'));

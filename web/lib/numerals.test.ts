import { afterEach, describe, expect, it } from 'vitest';
import { formatNumber, isDecimal, readCode } from './numerals.ts';
import { isAmbiguous, readDecimal } from './typed-number.ts';
import { setSettings } from './settings.ts';

afterEach(() => setSettings({ digits: 'latn', currency: 'EGP' }));

describe('a typed number', () => {
  it("may have a sign of the business's currency", () => {
    expect(['LE 12', '12 ج.م', '$12', '12%'].map(readDecimal)).toEqual(['12', '12', null, null]);
    setSettings({ currency: 'USD' });
    expect(['LE 12', '$12'].map(readDecimal)).toEqual([null, '12']);
  });
  it('is ambiguous if its comma may separate thousands or decimals', () => {
    const typed = ['1,250', '١٬٢٥٠', '0,750', '12,5', '1,250,000', '1,250.5', '1250', 'abc'];
    expect(typed.filter(isAmbiguous)).toEqual(['1,250']);
  });
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

it('reads a code without the invisible marks of right-to-left text', () =>
  expect(readCode(' \u2068\u200fDN-٠٠٤١٧\u200e\u2069\ufeff ')).toBe('DN-00417'));

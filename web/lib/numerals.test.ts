import { describe, expect, it } from 'vitest';
import { latinDigits, readDecimal } from './numerals.ts';

describe('typed numbers', () => {
  it.each([
    ['12', '12'],
    ['1,234.50', '1234.50'],
    ['١٬٢٣٤٫٥', '1234.5'],
    ['۱۲۳', '123'],
    ['12,5', '12.5'],
    ['-7', '-7'],
    ['−7', '-7'],
    ['.5', '0.5'],
    ['007', '7'],
    [' 1 000 ', '1000'],
  ])('%s reads as %s', (typed, plain) => expect(readDecimal(typed)).toBe(plain));

  it.each(['', 'abc', '1,2,3', '1.2.3', '12e3', '--1', '12,3456'])('%s is no number', (typed) => expect(readDecimal(typed)).toBeNull());

  it('leaves other letters alone', () => expect(latinDigits('كود ٤٥ A')).toBe('كود 45 A'));
});

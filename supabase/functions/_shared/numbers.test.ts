import { describe, expect, it } from 'vitest';
import { currencyWords } from './currency-words.ts';
import { commonMark, decimalMarkOf, readNumber } from './numbers.ts';

describe('a number', () => {
  it.each([
    ['12', '12'],
    ['007', '7'],
    ['-0', '0'],
    ['.5', '0.5'],
    ['٫٥', '0.5'],
    ['5.', '5'],
    ['1250.5', '1250.5'],
    ['1,250.50', '1250.50'],
    ['1.250,50', '1250.50'],
    ['1,250,000', '1250000'],
    ['1.250.000', '1250000'],
    ["1'250.5", '1250.5'],
    ['1 250', '1250'],
    ['1\u202f250,5', '1250.5'],
    ['12,5', '12.5'],
    ['1234,567', '1234.567'],
    ['١٢٣٤', '1234'],
    ['۱۲', '12'],
    ['١٬٢٥٠٫٥٠', '1250.50'],
    ['١،٢٥٠', '1.250'],
    ['٠،٧٥٠', '0.750'],
    ['١،٢٥٠،٠٠٠', '1250000'],
    ['١،٢٥٠٫٥', '1250.5'],
    ['1.250٫5', '1250.5'],
    ['0,750', '0.750'],
    ['99999999999999999.99', '99999999999999999.99'],
    ['+5', '5'],
    ['−3', '-3'],
    ['\u061c-٣', '-3'],
    ['\u200e-3', '-3'],
    ['\u200f١٢\u200f', '12'],
    ['(1,250.50)', '-1250.50'],
    ['5-', '-5'],
    ['50.-', '50'],
    ["1'250,–", '1250'],
  ])('%s is read as %s', (text, number) => expect(readNumber(text)).toBe(number));

  it.each([
    '',
    ' ',
    '-',
    '.',
    'abc',
    '1,2,3',
    '12,34,567',
    '1.2.3',
    '1,25,0.5',
    '5 10',
    '3-4',
    '--5',
    '5+',
    '(-5)',
    '6.22E+12',
    'Infinity',
  ])('%s is not read', (text) => expect(readNumber(text)).toBeNull());

  it('with one mark before three digits is read by the decimal mark of its column', () => {
    const read = (text: string) => (['.', ',', null] as const).map((mark) => readNumber(text, mark));
    expect(read('1,250')).toEqual(['1250', '1.250', null]);
    expect(read('1.250')).toEqual(['1.250', '1250', null]);
    expect(read('1,234,567')).toEqual(['1234567', '1234567', '1234567']);
    expect(read('0,750')).toEqual(['0.750', '0.750', '0.750']);
  });

  it('reveals the decimal mark if it can be read in only one way', () => {
    expect(['12,5', '1.250,00', '0,750', '12.5', '1,250.00', '0.750', '1,250', '1.250', '12'].map(decimalMarkOf)).toEqual([
      ...[',', ',', ',', '.', '.', '.'],
      ...[null, null, null],
    ]);
    expect(['١٢,٥٠', '۱۲.۵', '1250.000', '1250,000', '1.250.000'].map(decimalMarkOf)).toEqual([',', '.', '.', ',', null]);
  });

  it('does not reveal the mark of its column if another number has the other mark', () => {
    expect(commonMark(new Set([',']), '.')).toBe(',');
    expect(commonMark(new Set(), '.')).toBe('.');
    expect(commonMark(new Set(['.', ',']), '.')).toBeNull();
  });
});

describe('a figure with words', () => {
  it.each([
    [
      'EGP',
      [
        'EGP 49.90',
        '49.90 ج.م',
        '٤٩٫٩٠ ج.م.\u200f',
        '49.90 جنيه',
        '49.90 جنيهًا',
        'LE 49.90',
        'L.E.49.90',
        '49.90 Egyptian pounds',
        'E£49.90',
      ],
    ],
    ['SAR', ['49.90 ريال', 'SR 49.90', 'S.R. 49.90', '\u20c1 49.90', '49.90 ﷼', '49.90ر.س']],
    ['AED', ['49.90 درهم', 'Dhs 49.90', 'AED49.90', '49.90 د.إ']],
    ['KWD', ['KD 49.90', '49.90 دينار', '49.90 د.ك.']],
    ['JOD', ['JD 49.90', '49.90 دنانير']],
    ['USD', ['$49.90', 'US$ 49.90', '49.90 دولار']],
  ])('of the currency %s is read: %j', (code, texts) => {
    for (const text of texts) expect(readNumber(text, '.', currencyWords(code)), text).toBe('49.90');
  });
  it('as accountants and Arabic programs write it is read with its sign', () => {
    for (const text of ['(LE 5)', 'LE (5)', '-LE 5', 'LE -5', '-5 ج.م', '\u200f-٥ ج.م.\u200f', '\u200f٥- ج.م.'])
      expect(readNumber(text, '.', currencyWords('EGP')), text).toBe('-5');
  });
  it('of another currency, a unit or a stray letter is not read', () => {
    for (const text of ['$5', '£ 90', '90 USD', 'KD 5', '5 pcs', 'x15', '1,5x', '15%'])
      expect(readNumber(text, '.', currencyWords('EGP')), text).toBeNull();
  });
  it('of percent is read where a percent sign is expected', () => {
    for (const text of ['15%', '١٥٪', '15 %']) expect(readNumber(text, '.', new Set(['%'])), text).toBe('15');
  });
  it('is not read if it is longer than any number', () => expect(readNumber('9'.repeat(101) + '.5')).toBeNull());
});

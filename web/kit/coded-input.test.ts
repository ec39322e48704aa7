import { expect, it } from 'vitest';
import { codedName, findCodes } from './coded-input.tsx';

it.each([
  ['country', 'egypt', 'EG'],
  ['country', 'مصر', 'EG'],
  ['country', 'السعوديه', 'SA'],
  ['country', 'sa', 'SA'],
  ['currency', 'saudi', 'SAR'],
  ['currency', 'جنيه مصري', 'EGP'],
  ['currency', 'kwd', 'KWD'],
  ['timeZone', 'cairo', 'Africa/Cairo'],
  ['timeZone', 'القاهره', 'Africa/Cairo'],
  ['timeZone', 'مصر', 'Africa/Cairo'],
  ['timeZone', 'saudi', 'Asia/Riyadh'],
  ['timeZone', 'new york', 'America/New_York'],
] as const)('finds a %s by "%s"', (kind, words, code) => {
  expect(findCodes(kind, words)[0]).toBe(code);
});

it('lists the countries that propose their settings first, and nothing for unknown words', () => {
  expect(findCodes('country', '').slice(0, 2)).toEqual(['EG', 'SA']);
  expect(findCodes('currency', 'groats')).toEqual([]);
});

it("names codes in the reader's language", () => {
  expect(codedName('country', 'SA', 'ar')).toBe('المملكة العربية السعودية');
  expect(codedName('currency', 'SAR', 'en')).toBe('Saudi Riyal (\u2068SAR\u2069)');
  expect(codedName('timeZone', 'Asia/Riyadh', 'en')).toBe('Riyadh, \u2066UTC+3\u2069');
  expect(codedName('timeZone', 'Asia/Riyadh', 'ar')).toBe('الرياض، \u2066UTC+3\u2069');
});

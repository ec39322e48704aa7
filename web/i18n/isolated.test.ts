import { expect, it } from 'vitest';
import { isolated } from './isolated.ts';

it('isolates a name by its first letter, and text with isolated names by the language', () => {
  expect(isolated('PO-ZAM-1', 'ar')).toBe('\u2068PO-ZAM-1\u2069');
  const place = `${isolated('الزمالك', 'ar')}، ${isolated('Shop (2)', 'ar')}`;
  expect([isolated(place, 'ar'), isolated(place, 'en')]).toEqual([`\u2067${place}\u2069`, `\u2066${place}\u2069`]);
});

it('isolates in English only what would reorder the following words', () => {
  expect(['منى', 'T-shirt (L)', 47].map((value) => isolated(value, 'en'))).toEqual(['\u2068منى\u2069', 'T-shirt (L)', '47']);
  // The effect of an invisible mark lasts to the end of the sentence.
  expect(isolated('Siwa\u202e', 'en')).toBe('\u2068Siwa\u202e\u2069');
});

import { expect, it } from 'vitest';
import { isolated } from './language.ts';

it('isolates a name by its own first letter, and what is made of isolated names by the language of the sentence', () => {
  expect(isolated('PO-ZAM-1', 'ar')).toBe('\u2068PO-ZAM-1\u2069');
  const place = `${isolated('الزمالك', 'ar')}، ${isolated('Shop (2)', 'ar')}`;
  expect([isolated(place, 'ar'), isolated(place, 'en')]).toEqual([`\u2067${place}\u2069`, `\u2066${place}\u2069`]);
});

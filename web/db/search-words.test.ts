import { expect, test } from 'vitest';
import cases from '../../supabase/tests/contact-pattern-cases.json' with { type: 'json' };
import { wordPatterns } from './search-words.ts';

test('each word becomes a separate, normalized pattern', () => {
  expect(wordPatterns('products', '  Dar  نُور ')).toEqual(['"%dar%"', '"%نور%"']);
  expect(wordPatterns('products', ' ')).toEqual([]);
});

test('special characters of LIKE, arrays and PostgREST are escaped', () => {
  expect(wordPatterns('products', '50%')).toEqual([String.raw`"%50\\%%"`]);
  expect(wordPatterns('products', 'a_b')).toEqual([String.raw`"%a\\_b%"`]);
  expect(wordPatterns('products', 'say"x,{y}')).toEqual([String.raw`"%say\"x,{y}%"`]);
  expect(wordPatterns('products', 'a*b')).toEqual(['"%a_b%"']);
});

test('a name in two words is split as typed', () => {
  expect(wordPatterns('customers', 'عبد الله')).toEqual(['"%عبد%"', '"%الله%"']);
  expect(wordPatterns('customers', 'عبدالله')).toEqual(['"%عبدالله%"']);
});

// The database's function is tested with the same cases.
test.each(cases as [string, string[]][])('%j among customers becomes the patterns %j', (words, patterns) => {
  for (const table of ['customers', 'suppliers'])
    expect(wordPatterns(table, words).sort()).toEqual(patterns.map((pattern) => `"${pattern}"`));
});

test('digits in other tables are searched as typed', () =>
  expect(wordPatterns('products', '1234-5678 32')).toEqual(['"%1234-5678%"', '"%32%"']));

test('search texts that are too long are refused as in the database', () => {
  const words = (many: number) => Array.from({ length: many }, (_, index) => `w${index}`).join(' ');
  expect(wordPatterns('brands', words(20))).toHaveLength(20);
  expect(wordPatterns('brands', 'ا'.repeat(300))).toHaveLength(1);
  for (const long of [words(21), 'ا'.repeat(301)]) expect(() => wordPatterns('brands', long)).toThrow('search_too_long');
});

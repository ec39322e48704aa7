import { expect, test } from 'vitest';
import cases from '../../supabase/tests/contact-pattern-cases.json' with { type: 'json' };
import { wordPatterns } from './search-words.ts';

test('each word is a pattern of its own, normalised', () => {
  expect(wordPatterns('products', '  Dar  نُور ')).toEqual(['"%dar%"', '"%نور%"']);
  expect(wordPatterns('products', ' ')).toEqual([]);
});

test('what means something to LIKE, to an array or to PostgREST stands for itself', () => {
  expect(wordPatterns('products', '50%')).toEqual([String.raw`"%50\\%%"`]);
  expect(wordPatterns('products', 'a_b')).toEqual([String.raw`"%a\\_b%"`]);
  expect(wordPatterns('products', 'say"x,{y}')).toEqual([String.raw`"%say\"x,{y}%"`]);
  expect(wordPatterns('products', 'a*b')).toEqual(['"%a_b%"']);
});

test('a name in two words is found in either spelling: its words are parted as they were typed', () => {
  expect(wordPatterns('customers', 'عبد الله')).toEqual(['"%عبد%"', '"%الله%"']);
  expect(wordPatterns('customers', 'عبدالله')).toEqual(['"%عبدالله%"']);
});

// The database's own function is held to the same cases.
test.each(cases as [string, string[]][])('%j among customers is sought as %j', (words, patterns) => {
  for (const table of ['customers', 'suppliers'])
    expect(wordPatterns(table, words).sort()).toEqual(patterns.map((pattern) => `"${pattern}"`));
});

test('digits elsewhere are words as they are typed', () =>
  expect(wordPatterns('products', '1234-5678 32')).toEqual(['"%1234-5678%"', '"%32%"']));

test('what nobody types is refused as the database refuses it', () => {
  const words = (many: number) => Array.from({ length: many }, (_, index) => `w${index}`).join(' ');
  expect(wordPatterns('brands', words(20))).toHaveLength(20);
  expect(wordPatterns('brands', 'ا'.repeat(300))).toHaveLength(1);
  for (const long of [words(21), 'ا'.repeat(301)]) expect(() => wordPatterns('brands', long)).toThrow('search_too_long');
});

import { expect, test } from 'vitest';
import { wordPatterns } from './search-words.ts';

test('each word is a pattern of its own, normalised', () => {
  expect(wordPatterns('  Dar  نُور ')).toEqual(['"%dar%"', '"%نور%"']);
  expect(wordPatterns(' ')).toEqual([]);
});

test('what means something to LIKE, to an array or to PostgREST stands for itself', () => {
  expect(wordPatterns('50%')).toEqual([String.raw`"%50\\%%"`]);
  expect(wordPatterns('a_b')).toEqual([String.raw`"%a\\_b%"`]);
  expect(wordPatterns('say"x,{y}')).toEqual([String.raw`"%say\"x,{y}%"`]);
  expect(wordPatterns('a*b')).toEqual(['"%a_b%"']);
});

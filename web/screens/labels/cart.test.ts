import { expect, test } from 'vitest';
import { copiesFor, labelsIn, lineOf, problemOf, refusedTwice } from './cart.ts';

test('the number of copies is whole, at least 1 and at most 1,000', () => {
  expect(['1', '1000', '0', '-3', '', '1.5', 'x', '1001', '6221044201350'].map(problemOf)).toEqual([
    null,
    null,
    'least',
    'least',
    'least',
    'whole',
    'whole',
    'most',
    'most',
  ]);
  expect(labelsIn([{ copies: '6' }, { copies: '0' }, { copies: 'x' }, { copies: '4' }])).toBe(10);
});

test('each piece gets a label, plus a percentage of spare ones, and half a piece gets one', () => {
  expect([
    copiesFor(10, 0),
    copiesFor(10, 5),
    copiesFor(10, 10),
    copiesFor(0.5, 0),
    copiesFor(20, 5),
    copiesFor(0, 0),
    copiesFor(1e9, 0),
  ]).toEqual([10, 11, 11, 1, 21, 1, 1_000]);
});

test('a variant that is in the cart already is refused', () => {
  expect(refusedTwice([lineOf('a', 2)], [lineOf('a', 9), lineOf('b', 3)], 2)).toEqual(['a']);
});

test('a cart takes either all added lines or, beyond its limit, none of them', () => {
  const full = [lineOf('a', 1), lineOf('b', 1)];
  expect(refusedTwice(full, [lineOf('a', 1)], 2)).toEqual(['a']);
  expect(() => refusedTwice(full, [lineOf('a', 1), lineOf('c', 1)], 2)).toThrow(
    expect.objectContaining({ code: 'lines_over_limit', values: { max: 2 } }) as Error,
  );
});

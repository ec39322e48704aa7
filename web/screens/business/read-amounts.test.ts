import { expect, it } from 'vitest';
import { readAmounts } from './read-amounts.ts';

it('reads amounts in any order and any digits, and sorts the largest first', () => {
  expect(readAmounts('0.25 200  1 ٥٠')).toEqual([200, 50, 1, 0.25]);
  expect(readAmounts('1,000; 500 / 0.5')).toEqual([1000, 500, 0.5]);
  expect(readAmounts('  ')).toEqual([]);
});

it.each(['0', '-5', 'five', '5 5', '5 5.0', Array.from({ length: 31 }, (_, index) => index + 1).join(' ')])('refuses %s', (typed) => {
  expect(readAmounts(typed)).toBeNull();
});

import { expect, it } from 'vitest';
import { runningBalances } from './running-balance.ts';

it('the running balance ends at what is on hand and begins after the first movement', () => {
  expect(runningBalances(47, [-3, 20, 30])).toEqual([47, 50, 30]);
  expect(runningBalances(0.3, [0.1, 0.2])).toEqual([0.3, 0.2]);
  expect(runningBalances(0, [])).toEqual([]);
});

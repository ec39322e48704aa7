import { describe, expect, it } from 'vitest';
import { countedOf, isCash, isCount, outcomeOf, totalOf } from './count.ts';

describe('counted coins and notes', () => {
  it('are added up exactly', () => {
    const counted = countedOf([0.25, 200, 0.1], { 200: '3', 0.1: '7', 0.25: '' });
    expect(counted).toEqual([
      { denomination: 200, count: 3 },
      { denomination: 0.25, count: 0 },
      { denomination: 0.1, count: 7 },
    ]);
    expect(totalOf(counted)).toBe('600.7');
    expect(totalOf([])).toBe('0');
  });

  it('are whole numbers with at most six digits', () => {
    expect(['', '0', '12', '999999'].map(isCount)).toEqual([true, true, true, true]);
    expect(['1.5', '-1', 'x', '1000000'].map(isCount)).toEqual([false, false, false, false]);
    expect(countedOf([5], { 5: '1.5' })).toEqual([{ denomination: 5, count: 0 }]);
  });
});

it('an amount of cash may be zero, but has no more decimals than the currency', () => {
  expect(['0', '12.5', '0.25'].map(isCash)).toEqual([true, true, true]);
  expect(['', '-1', '1.005', 'x'].map(isCash)).toEqual([false, false, false, false]);
});

it('a cash drawer is balanced, over or short', () => {
  expect(outcomeOf('100.1', 100.1)).toEqual({ difference: '0', outcome: 'balanced' });
  expect(outcomeOf('100', 100.3)).toEqual({ difference: '-0.3', outcome: 'shortage' });
  expect(outcomeOf('100.3', 100)).toEqual({ difference: '0.3', outcome: 'overage' });
});

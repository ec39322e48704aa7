import { afterEach, expect, it } from 'vitest';
import { setSettings } from '@/lib/settings.ts';
import { labelEvery, labelWidth, shortNumber, ticksOf, valueScale } from './axis.ts';

afterEach(() => setSettings({ language: 'en', digits: 'latn' }));

it('labels a scale at round values that include zero and all values', () => {
  expect(ticksOf([120_500.5, 61_000], 4)).toEqual([0, 50_000, 100_000, 150_000]);
  expect(ticksOf([-30, 90], 4)).toEqual([-50, 0, 50, 100]);
  expect(ticksOf([-1200], 3)).toEqual([-1500, -1000, -500, 0]);
  expect(ticksOf([-3, 90], 4)).toEqual([0, 20, 40, 60, 80, 100]);
  expect(valueScale([-3, 90], [103, 0], 4)(0)).toBe(100);
});

it('labels only zero where there is nothing, and no fractions between whole numbers', () => {
  expect([ticksOf([], 4), ticksOf([0, 0], 4), ticksOf([2, 1], 4), ticksOf([1.5], 3)]).toEqual([[0], [0], [0, 1, 2], [0, 0.5, 1, 1.5]]);
});

it('puts zero at the bottom, or above the bottom where a value is negative', () => {
  expect([valueScale([10], [200, 0], 4)(0), valueScale([-10, 10], [200, 0], 4)(0), valueScale([], [200, 0], 4)(0)]).toEqual([
    200, 100, 200,
  ]);
});

it('shortens numbers of the scale in both languages, in the digits of the business', () => {
  const values = [0, 600_000, -1500, 9_999_999_999, 0.5];
  expect(values.map(shortNumber)).toEqual(['0', '600k', '−1.5k', '10bn', '0.5']);
  setSettings({ language: 'ar' });
  expect(
    values.map((value) =>
      shortNumber(value)
        .replace(/[\u200e\u00a0]/g, ' ')
        .trim(),
    ),
  ).toEqual(['0', '600 ألف', '−1.5 ألف', '10 مليار', '0.5']);
  setSettings({ digits: 'arab' });
  expect(shortNumber(600_000)).toContain('٦٠٠');
});

it('shows as many labels along time as have room', () => {
  const days = Array.from({ length: 31 }, (_, index) => String(index + 1));
  expect([labelEvery(days, 24), labelEvery(days, 10), labelEvery([], 10)]).toEqual([1, 2, 1]);
  expect(labelEvery(['September'], labelWidth('September') / 2)).toBe(3);
});

import { expect, it } from 'vitest';
import { orderedDays } from './ordered-days.ts';

it('knows the days of a named period', () => {
  expect(orderedDays('today', '2026-03-01')).toEqual({ from: '2026-03-01', before: '2026-03-02' });
  expect(orderedDays('last_month', '2026-03-31')).toEqual({ from: '2026-02-01', before: '2026-03-01' });
  expect(orderedDays('this_year', '2026-03-31')).toEqual({ from: '2026-01-01', before: '2026-04-01' });
});
it('takes days that were chosen, the last one included', () => {
  expect(orderedDays('2026-02-10..2026-02-28', '2026-03-31')).toEqual({ from: '2026-02-10', before: '2026-03-01' });
  expect(orderedDays('..2026-02-28', '2026-03-31')).toEqual({ from: null, before: '2026-03-01' });
});
it('is no filter where the address makes no sense', () => {
  expect(orderedDays('soon', '2026-03-31')).toEqual({ from: null, before: null });
  expect(orderedDays(undefined, '2026-03-31')).toEqual({ from: null, before: null });
});

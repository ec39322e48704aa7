import { expect, it } from 'vitest';
import { periodDays } from './period-days.ts';

it('returns the days of a named period', () => {
  expect(periodDays('today', '2026-03-01')).toEqual({ from: '2026-03-01', before: '2026-03-02' });
  expect(periodDays('last_month', '2026-03-31')).toEqual({ from: '2026-02-01', before: '2026-03-01' });
  expect(periodDays('this_year', '2026-03-31')).toEqual({ from: '2026-01-01', before: '2026-04-01' });
});
it('returns the days of this quarter and the last one, also across a year', () => {
  expect(periodDays('this_quarter', '2026-11-30')).toEqual({ from: '2026-10-01', before: '2026-12-01' });
  expect(periodDays('last_quarter', '2026-12-31')).toEqual({ from: '2026-07-01', before: '2026-10-01' });
  expect(periodDays('last_quarter', '2026-03-31')).toEqual({ from: '2025-10-01', before: '2026-01-01' });
});
it('includes the last day of a chosen period', () => {
  expect(periodDays('2026-02-10..2026-02-28', '2026-03-31')).toEqual({ from: '2026-02-10', before: '2026-03-01' });
  expect(periodDays('..2026-02-28', '2026-03-31')).toEqual({ from: null, before: '2026-03-01' });
});
it('returns no limits for an invalid period', () => {
  expect(periodDays('soon', '2026-03-31')).toEqual({ from: null, before: null });
  expect(periodDays(undefined, '2026-03-31')).toEqual({ from: null, before: null });
});

import { expect, it } from 'vitest';
import { monthly, repeatsInput, repeatsProblems } from './repeats.ts';

it('sends a repetition in the format of the database, from any digits', () => {
  expect(repeatsInput(monthly, '2026-01-31')).toEqual({ every: 1, unit: 'months', ends_on: null });
  expect(repeatsInput({ every: '١٢', unit: 'weeks', endsOn: '2027-01-31' }, '2026-01-31')).toEqual({
    every: 12,
    unit: 'weeks',
    ends_on: '2027-01-31',
  });
});
it.each(['', '0', '-1', '1.5', '1000', 'x'])('rejects a repetition every %j', (every) => {
  expect(repeatsProblems({ ...monthly, every }, '2026-01-31')).toEqual({ every: 'every_missing' });
  expect(repeatsInput({ ...monthly, every }, '2026-01-31')).toBeNull();
});
it('allows ends of months only from the last day of a month', () => {
  const ends = { ...monthly, unit: 'month_ends' as const };
  for (const day of ['2026-04-30', '2026-02-28', '2028-02-29', '2026-12-31']) expect(repeatsProblems(ends, day)).toEqual({});
  for (const day of ['2026-04-29', '2028-02-28']) expect(repeatsProblems(ends, day)).toEqual({ unit: 'not_last_day' });
});
it('requires an end on a valid day, not before the first one', () => {
  expect(repeatsProblems({ ...monthly, endsOn: '2026-01-31' }, '2026-01-31')).toEqual({});
  expect(repeatsProblems({ ...monthly, endsOn: '2026-01-30' }, '2026-01-31')).toEqual({ endsOn: 'ends_wrong' });
  expect(repeatsProblems({ ...monthly, endsOn: '31 Feb' }, '2026-01-31')).toEqual({ endsOn: 'date_unreadable' });
  expect(repeatsInput(monthly, 'soon')).toBeNull();
});

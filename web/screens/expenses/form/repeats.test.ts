import { expect, it } from 'vitest';
import { monthly, repeatsInput, repeatsProblems } from './repeats.ts';

it('is sent as the database takes it, in any digits', () => {
  expect(repeatsInput(monthly, '2026-01-31')).toEqual({ every: 1, unit: 'months', ends_on: null });
  expect(repeatsInput({ every: '١٢', unit: 'weeks', endsOn: '2027-01-31' }, '2026-01-31')).toEqual({
    every: 12,
    unit: 'weeks',
    ends_on: '2027-01-31',
  });
});
it.each(['', '0', '-1', '1.5', '1000', 'x'])('comes never every %j', (every) => {
  expect(repeatsProblems({ ...monthly, every }, '2026-01-31')).toEqual({ every: 'every_missing' });
  expect(repeatsInput({ ...monthly, every }, '2026-01-31')).toBeNull();
});
it('ends on a day of the calendar that is not before it begins', () => {
  expect(repeatsProblems({ ...monthly, endsOn: '2026-01-31' }, '2026-01-31')).toEqual({});
  expect(repeatsProblems({ ...monthly, endsOn: '2026-01-30' }, '2026-01-31')).toEqual({ endsOn: 'ends_wrong' });
  expect(repeatsProblems({ ...monthly, endsOn: '31 Feb' }, '2026-01-31')).toEqual({ endsOn: 'date_unreadable' });
  expect(repeatsInput(monthly, 'soon')).toBeNull();
});

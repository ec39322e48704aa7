import { expect, it } from 'vitest';
import { formatHours, readTime } from './hours.ts';

it('formats minutes as hours', () =>
  expect([0, 59, 60, 450, 60_005].map(formatHours)).toEqual(['0:00', '0:59', '1:00', '7:30', '1,000:05']));

it('reads a time of day as typed', () => {
  expect(['9', '09', '930', '9:30', '09.30', '٩:٣٠', ' 23:59 ', '0:00'].map(readTime)).toEqual([
    '09:00',
    '09:00',
    '09:30',
    '09:30',
    '09:30',
    '09:30',
    '23:59',
    '00:00',
  ]);
  expect(['', '24:00', '9:60', '9:3', 'nine', '12345', '-1'].map(readTime)).toEqual(Array(7).fill(null));
});

import { expect, it } from 'vitest';
import { offsetOf, zoneCalled } from './zones.ts';

it('finds a time zone by its name, its city or its name in Rails, but not by initials', () => {
  expect(['Africa/Cairo', 'Cairo', 'Eastern Time (US & Canada)', 'New Delhi', 'UTC'].map(zoneCalled)).toEqual([
    'Africa/Cairo',
    'Africa/Cairo',
    'America/New_York',
    'Asia/Kolkata',
    'UTC',
  ]);
  for (const name of ['EST', 'CST', '', 'Nowhere', 'a/b', 'constructor', '__proto__']) expect(zoneCalled(name), name).toBeNull();
});

it('gives the offset of a local time, also around a change of the clocks', () => {
  expect(offsetOf('2026-11-05 21:45:10', 'Africa/Cairo')).toBe('+02:00');
  expect(offsetOf('2026-07-05 21:45:10', 'Africa/Cairo')).toBe('+03:00');
  expect(['2026-03-08 01:30:00', '2026-03-08 03:30:00'].map((at) => offsetOf(at, 'America/New_York'))).toEqual(['-05:00', '-04:00']);
  expect(offsetOf('2026-11-05 21:45:10', 'UTC')).toBe('+00:00');
});

import { describe, expect, it } from 'vitest';
import { businessDay, dayRange, instantOf } from './dates.ts';

describe('business days', () => {
  it('belong to the branch, not to UTC', () => {
    expect(businessDay(new Date('2026-11-20T22:30:00Z'), 'Africa/Cairo')).toBe('2026-11-21');
    expect(businessDay(new Date('2026-11-20T22:30:00Z'), 'UTC')).toBe('2026-11-20');
  });
  it('begin at the hour the branch says', () => {
    expect(businessDay(new Date('2026-11-21T01:30:00Z'), 'Africa/Cairo', 5)).toBe('2026-11-20');
    expect(businessDay(new Date('2026-11-21T03:30:00Z'), 'Africa/Cairo', 5)).toBe('2026-11-21');
  });
  it('range half-open from first moment to the first after', () => {
    expect(dayRange('2026-11-20', '2026-11-20', 'Africa/Cairo')).toEqual({ from: '2026-11-19T22:00:00.000Z', to: '2026-11-20T22:00:00.000Z' });
  });
  it('are 23 hours long when clocks go forward', () => {
    // Cairo springs forward on the last Friday of April.
    const { from, to } = dayRange('2026-04-24', '2026-04-24', 'Africa/Cairo');
    expect((Date.parse(to) - Date.parse(from)) / 3_600_000).toBe(23);
  });
  it('find the instant of a wall clock', () => expect(instantOf('2026-07-01', 9, 'Asia/Riyadh').toISOString()).toBe('2026-07-01T06:00:00.000Z'));
});

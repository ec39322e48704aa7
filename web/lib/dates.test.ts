import { afterEach, describe, expect, it } from 'vitest';
import { addDays, businessDay, formatDate, formatDateTime, formatDay, formatShort, formatTime, timeAgo } from './dates.ts';
import { setSettings } from './settings.ts';

const plain = { language: 'en', digits: 'latn', timeZone: 'Africa/Cairo' } as const;
setSettings(plain);
afterEach(() => setSettings(plain));

describe('a business day', () => {
  it("starts at the branch's hour", () => {
    expect(businessDay('2026-11-20T00:30:00Z', 'Asia/Riyadh', 4)).toBe('2026-11-19');
    expect(businessDay('2026-11-20T01:00:00Z', 'Asia/Riyadh', 4)).toBe('2026-11-20');
  });

  it('is followed by the next across months and leap years', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  });
});

describe('a shown date', () => {
  it("is formatted in the business's time zone", () => {
    expect(formatDate('2026-10-22T10:46:00Z')).toBe('22 Oct 2026');
    expect(formatTime('2026-10-22T09:46:00Z')).toBe('12:46');
    expect(formatDateTime('2026-10-22T09:46:00Z')).toBe('22 Oct 2026, 12:46');
    expect(formatDay('2026-10-22')).toMatch(/^Thu,? 22 Oct$/);
  });

  it('is a dash if it is invalid', () => expect([formatDate('infinity'), formatDay(''), timeAgo('soon')]).toEqual(['–', '–', '–']));

  it('without a time is not shifted by the time zone', () => {
    setSettings({ timeZone: 'America/Los_Angeles' });
    expect(formatDate('2026-10-22')).toBe('22 Oct 2026');
  });

  it("is Arabic for an Arabic reader, in the business's digits", () => {
    setSettings({ language: 'ar' });
    expect(formatDate('2026-10-22')).toBe('22 أكتوبر 2026');
    setSettings({ digits: 'arab' });
    expect(formatDate('2026-10-22')).toBe('٢٢ أكتوبر ٢٠٢٦');
  });

  it('is as short as it can be without doubt: today the time, this year the day', () => {
    const now = '2026-10-22T12:00:00Z';
    expect(formatShort('2026-10-22T09:46:00Z', now)).toBe('12:46');
    expect(formatShort('2026-10-22', now)).toBe('22 Oct');
    expect(formatShort('2026-10-21T09:46:00Z', now)).toBe('21 Oct');
    expect(formatShort('2025-12-31', now)).toBe('31 Dec 2025');
    // Already the next year in Cairo.
    expect(formatShort('2026-12-31T22:30:00Z', now)).toBe('1 Jan 2027');
  });

  it('is shown relative to now, up to a week', () => {
    const now = Date.parse('2026-10-22T12:00:00Z');
    expect(timeAgo('2026-10-22T11:20:00Z', now)).toBe('40 min ago');
    expect(timeAgo('2026-10-21T11:20:00Z', now)).toBe('yesterday');
    expect(timeAgo('2026-10-01T11:20:00Z', now)).toBe('1 Oct 2026');
  });
});

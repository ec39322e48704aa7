import { describe, expect, it } from 'vitest';
import { formatDate } from './dates.ts';
import { readDay } from './read-day.ts';
import { setSettings } from './settings.ts';

setSettings({ language: 'en', digits: 'latn', timeZone: 'Africa/Cairo' });

describe('a typed date', () => {
  const read = (text: string) => readDay(text, '2026-11-23');
  it('is read with the day first, in either language and its digits', () => {
    for (const typed of [
      '5/3/2026',
      '05-03-2026',
      '5.3.26',
      '5 mar 2026',
      '5 March 2026',
      '5 Mar. 26',
      '٥/٣/٢٠٢٦',
      '٥ مارس ٢٠٢٦',
      '\u200f5 مارس 2026',
      '2026-03-05',
      '2026/3/5',
      '۵/۳/۲۰۲۶',
      '5 mar, 2026',
    ])
      expect([typed, read(typed)]).toEqual([typed, '2026-03-05']);
    expect([read('7'), read('7/12'), read('7 dec'), read('7 اغسطس'), read('7 أغسطس')]).toEqual([
      '2026-11-07',
      '2026-12-07',
      '2026-12-07',
      '2026-08-07',
      '2026-08-07',
    ]);
  });
  it('without a year is the one nearest to today', () => {
    expect([
      readDay('28/12', '2027-01-05'),
      readDay('5/1', '2026-12-28'),
      readDay('٢٨ ديسمبر', '2027-01-05'),
      read('7/2'),
      read('25/5'),
    ]).toEqual(['2026-12-28', '2027-01-05', '2026-12-28', '2027-02-07', '2026-05-25']);
    expect([readDay('29/2', '2027-01-05'), readDay('29/2', '2026-01-05'), readDay('29', '2027-02-05')]).toEqual(['2028-02-29', null, null]);
  });
  it('without a year is within the limits of its field if possible', () => {
    const within = (text: string, days: { min?: string; max?: string }) => readDay(text, '2027-01-05', days);
    expect([
      within('28/12', { min: '2027-01-02' }),
      within('5/2', { max: '2027-01-05' }),
      within('28/12', { min: '2026-12-01' }),
      within('3/1', { min: '2027-01-04' }),
    ]).toEqual(['2027-12-28', '2026-02-05', '2026-12-28', '2028-01-03']);
    // If none is within the limits, the nearest one is returned, which the form refuses.
    expect([within('28/12', { min: '2030-01-01' }), within('28/12/2026', { min: '2027-01-02' })]).toEqual(['2026-12-28', '2026-12-28']);
  });
  it('is read back from how it is formatted, in any language and digits', () => {
    for (const language of ['en', 'ar'] as const) {
      for (const digits of ['latn', 'arab'] as const) {
        setSettings({ language, digits });
        for (let month = 1; month <= 12; month++) {
          const day = `2027-${String(month).padStart(2, '0')}-28`;
          expect([formatDate(day), readDay(formatDate(day))]).toEqual([formatDate(day), day]);
        }
      }
    }
    setSettings({ language: 'en', digits: 'latn' });
  });
  it('is null if it does not exist in the calendar', () => {
    for (const typed of [
      '',
      '31/2/2026',
      '29/2/2027',
      '0/1/2026',
      '5/13/2026',
      '32',
      '5 ma 2026',
      'x',
      '5/3/1',
      '5/3/202',
      '5/3/20266',
      '1/1/1899',
      '1/1/2201',
      '2026-1',
      'infinity',
      '-5',
      '5 5 5 5',
    ])
      expect([typed, read(typed)]).toEqual([typed, null]);
    expect(read('29/2/2028')).toBe('2028-02-29');
  });
});

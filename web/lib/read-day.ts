// Days as people write them: only a field needs it, so a page that shows dates does not load it.
import { isBare, today } from './dates.ts';
import { readCode } from './numerals.ts';

/** A day of the calendar as the database keeps it; the years are those of its type `day`. */
export function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  return isBare(text) && text >= '1900-01-01' && text <= '2200-12-31' && !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

const monthNames = (['en-GB', 'ar-EG'] as const).map((locale) =>
  Array.from({ length: 12 }, (_, month) =>
    new Intl.DateTimeFormat(`${locale}-u-ca-gregory`, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, month, 1)).toLowerCase(),
  ),
);

/** By its first three letters or more, in either language; with or without the hamza that is often left out. */
function monthNamed(word: string): number {
  const plain = (text: string) => text.replace(/[أإآ]/g, 'ا').replace(/\.$/, '');
  return word.length < 3 ? 0 : 1 + Math.max(...monthNames.map((names) => names.findIndex((name) => plain(name).startsWith(plain(word)))));
}

/** Reads a day as people here write it, in either language's digits and months: the day first, `23/11/2026`, `23.11`, `23 Nov`, `٢٣ نوفمبر ٢٠٢٦`,
    `23` for one of this month, or as it is kept, `2026-11-23`. Without a year it is that day nearest to today: in January `28/12` is last December's,
    unless that is before `min` or after `max` and another is not. What is no day of the calendar is null. */
export function readDay(typed: string, now = today(), { min = '', max = '' }: { min?: string; max?: string } = {}): string | null {
  const text = readCode(typed).toLowerCase();
  const iso = /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})$/.exec(text);
  const dayFirst = /^(?<day>\d{1,2})(?:\s*[-/.,،\s]\s*(?<month>\d{1,2}|\p{L}+\.?)(?:\s*[-/.,،\s]\s*(?<year>\d{4}|\d{2}))?)?$/u.exec(text);
  const { day = '', month, year } = iso?.groups ?? dayFirst?.groups ?? {};
  const [thisYear = 0, thisMonth] = now.split('-').map(Number);
  const number = month && !/^\d/.test(month) ? monthNamed(month) : Number(month ?? thisMonth);
  const out = (one: string) => Number((min !== '' && one < min) || (max !== '' && one > max));
  const far = (one: string) => Math.abs(Date.parse(one) - Date.parse(now));
  return (
    (year ? [year.padStart(4, '20')] : month ? [thisYear, thisYear - 1, thisYear + 1] : [thisYear])
      .map((one) => [one, String(number).padStart(2, '0'), day.padStart(2, '0')].join('-'))
      .filter((read) => day !== '' && isDay(read))
      .sort((a, b) => out(a) - out(b) || far(a) - far(b))[0] ?? null
  );
}

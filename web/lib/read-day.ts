// Parsing of dates, separate because only date inputs need it.
import { isBare, today } from './dates.ts';
import { readCode } from './numerals.ts';

/** A calendar date in the database's form; the years are those of its type `day`. */
export function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  return isBare(text) && text >= '1900-01-01' && text <= '2200-12-31' && !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

const monthNames = (['en-GB', 'ar-EG'] as const).map((locale) =>
  Array.from({ length: 12 }, (_, month) =>
    new Intl.DateTimeFormat(`${locale}-u-ca-gregory`, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, month, 1)).toLowerCase(),
  ),
);

/** The month by at least three letters of its name in either language, with or without hamza; 0 if unknown. */
function monthNamed(word: string): number {
  const plain = (text: string) => text.replace(/[أإآ]/g, 'ا').replace(/\.$/, '');
  return word.length < 3 ? 0 : 1 + Math.max(...monthNames.map((names) => names.findIndex((name) => plain(name).startsWith(plain(word)))));
}

/** Reads a typed date in either language's digits and month names: day first, as `23/11/2026`, `23.11`, `23 Nov`, `٢٣ نوفمبر ٢٠٢٦`, or
    `23` of this month; or `2026-11-23`. Without a year it is the date nearest to today, so in January `28/12` is last December's,
    unless only another year is within `min` and `max`. Null if there is no such date. */
export function readDay(typed: string, now = today(), { min = '', max = '' }: { min?: string; max?: string } = {}): string | null {
  const text = readCode(typed).toLowerCase();
  const iso = /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})$/.exec(text);
  const dayFirst = /^(?<day>\d{1,2})(?:\s*[-/.,،\s]\s*(?<month>\d{1,2}|\p{L}+\.?)(?:\s*[-/.,،\s]\s*(?<year>\d{4}|\d{2}))?)?$/u.exec(text);
  const { day = '', month, year } = iso?.groups ?? dayFirst?.groups ?? {};
  const [thisYear = 0, thisMonth] = now.split('-').map(Number);
  const number = month && !/^\d/.test(month) ? monthNamed(month) : Number(month ?? thisMonth);
  const outOfRange = (one: string) => Number((min !== '' && one < min) || (max !== '' && one > max));
  const distance = (one: string) => Math.abs(Date.parse(one) - Date.parse(now));
  return (
    (year ? [year.padStart(4, '20')] : month ? [thisYear, thisYear - 1, thisYear + 1] : [thisYear])
      .map((one) => [one, String(number).padStart(2, '0'), day.padStart(2, '0')].join('-'))
      .filter((read) => day !== '' && isDay(read))
      .sort((a, b) => outOfRange(a) - outOfRange(b) || distance(a) - distance(b))[0] ?? null
  );
}

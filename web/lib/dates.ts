import { readCode } from './numerals.ts';
import { settings } from './settings.ts';

type Moment = string | number | Date;
type Style = 'date' | 'day' | 'time' | 'both' | 'weekday';

const styles: Record<Style, Intl.DateTimeFormatOptions> = {
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  day: { weekday: 'short', day: 'numeric', month: 'short' },
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  both: { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  weekday: { weekday: 'long' },
};

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(style: Style, timeZone: string): Intl.DateTimeFormat {
  const { language, digits } = settings();
  const locale = `${language === 'ar' ? 'ar-EG' : 'en-GB'}-u-ca-gregory-nu-${digits === 'arab' ? 'arab' : 'latn'}`;
  const key = `${locale} ${style} ${timeZone}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(locale, { ...styles[style], timeZone });
  formatters.set(key, made);
  return made;
}

const isBare = (moment: Moment): moment is string => typeof moment === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(moment);

/** A bare date has no zone: it is the same day everywhere. */
function format(moment: Moment, style: Style, zone?: string): string {
  const timeZone = isBare(moment) ? 'UTC' : (zone ?? settings().timeZone);
  const date = new Date(moment);
  // One bad moment takes no page away.
  return Number.isNaN(date.getTime()) ? '–' : formatter(style, timeZone).format(date);
}

export const formatDate = (moment: Moment, zone?: string) => format(moment, 'date', zone);
export const formatDay = (moment: Moment, zone?: string) => format(moment, 'day', zone);
export const formatTime = (moment: Moment, zone?: string) => format(moment, 'time', zone);
export const formatDateTime = (moment: Moment, zone?: string) => format(moment, 'both', zone);
export const formatWeekday = (moment: Moment, zone?: string) => format(moment, 'weekday', zone);

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['minute', 60],
  ['hour', 3600],
  ['day', 86_400],
];

/** "40 min ago", up to a week; older moments are dates. */
export function timeAgo(moment: Moment, now = Date.now()): string {
  const seconds = Math.round((new Date(moment).getTime() - now) / 1000);
  if (!(Math.abs(seconds) < 7 * 86_400)) return formatDate(moment);
  const { language, digits } = settings();
  const locale = `${language === 'ar' ? 'ar-EG' : 'en-GB'}-u-nu-${digits === 'arab' ? 'arab' : 'latn'}`;
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
  const fit = [...steps].reverse().find(([, size]) => Math.abs(seconds) >= size);
  return fit ? relative.format(Math.trunc(seconds / fit[1]), fit[0]) : relative.format(0, 'second');
}

function wallClock(at: number, timeZone: string): Record<string, number> {
  const parts = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric',
  }).formatToParts(at);
  return Object.fromEntries(parts.map(({ type, value }) => [type, Number(value)]));
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The business day a moment belongs to: before `dayStart` o'clock it is still yesterday's. */
export function businessDay(moment: Moment, timeZone = settings().timeZone, dayStart = 0): string {
  const { year = 0, month = 1, day = 1, hour = 0 } = wallClock(new Date(moment).getTime(), timeZone);
  const calendar = new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
  return hour < dayStart ? addDays(calendar, -1) : calendar;
}

export const today = (timeZone = settings().timeZone, dayStart = 0) => businessDay(Date.now(), timeZone, dayStart);

/** A day of the calendar as the database keeps it; the years are those of its type `day`. */
export function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  return isBare(text) && text >= '1900-01-01' && text <= '2200-12-31' && !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

const monthNames = (['en-GB', 'ar-EG'] as const).map((locale) =>
  Array.from({ length: 12 }, (_, month) => new Intl.DateTimeFormat(`${locale}-u-ca-gregory`, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, month, 1)).toLowerCase()));

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
  return (year ? [year.padStart(4, '20')] : month ? [thisYear, thisYear - 1, thisYear + 1] : [thisYear])
    .map((one) => [one, String(number).padStart(2, '0'), day.padStart(2, '0')].join('-'))
    .filter((read) => day !== '' && isDay(read))
    .sort((a, b) => out(a) - out(b) || far(a) - far(b))[0] ?? null;
}

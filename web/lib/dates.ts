import { settings } from './settings.ts';

type Moment = string | number | Date;
type Style = 'date' | 'day' | 'time' | 'both' | 'weekday' | 'dayOfYear' | 'year' | 'month';

const styles: Record<Style, Intl.DateTimeFormatOptions> = {
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  day: { weekday: 'short', day: 'numeric', month: 'short' },
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  both: { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  weekday: { weekday: 'long' },
  dayOfYear: { day: 'numeric', month: 'short' },
  year: { year: 'numeric' },
  month: { month: 'short', year: 'numeric' },
};

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(style: Style, timeZone: string): Intl.DateTimeFormat {
  const { language, digits } = settings();
  const locale = `${language === 'ar' ? 'ar-EG' : 'en-GB'}-u-ca-gregory-nu-${digits === 'arab' ? 'arab' : 'latn'}`;
  const key = `${locale} ${style} ${timeZone}`;
  const cached = formatters.get(key);
  if (cached) return cached;
  const created = new Intl.DateTimeFormat(locale, { ...styles[style], timeZone });
  formatters.set(key, created);
  return created;
}

export const isBare = (moment: Moment): moment is string => typeof moment === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(moment);

/** A date without a time has no zone: it is the same day everywhere. */
function format(moment: Moment, style: Style, zone = settings().timeZone): string {
  const timeZone = isBare(moment) ? 'UTC' : zone;
  const date = new Date(moment);
  // An invalid date must not break the page.
  return Number.isNaN(date.getTime()) ? '–' : formatter(style, timeZone).format(date);
}

export const formatDate = (moment: Moment) => format(moment, 'date');
export const formatDay = (moment: Moment, zone?: string) => format(moment, 'day', zone);
export const formatTime = (moment: Moment, zone?: string) => format(moment, 'time', zone);
export const formatDateTime = (moment: Moment) => format(moment, 'both');
export const formatWeekday = (moment: Moment) => format(moment, 'weekday');
export const formatMonth = (moment: Moment) => format(moment, 'month');

/** For narrow places: the time if it is today, without the year if it is this one. */
export function formatShort(moment: Moment, now: Moment = Date.now()): string {
  if (!isBare(moment) && formatDate(moment) === formatDate(now)) return formatTime(moment);
  return format(moment, format(moment, 'year') === format(now, 'year') ? 'dayOfYear' : 'date');
}

const relativeUnits: [Intl.RelativeTimeFormatUnit, number][] = [
  ['minute', 60],
  ['hour', 3600],
  ['day', 86_400],
];

/** "40 min ago", for up to a week; older moments are shown as dates. */
export function timeAgo(moment: Moment, now = Date.now()): string {
  const seconds = Math.round((new Date(moment).getTime() - now) / 1000);
  if (!(Math.abs(seconds) < 7 * 86_400)) return formatDate(moment);
  const { language, digits } = settings();
  const locale = `${language === 'ar' ? 'ar-EG' : 'en-GB'}-u-nu-${digits === 'arab' ? 'arab' : 'latn'}`;
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
  const fit = [...relativeUnits].reverse().find(([, size]) => Math.abs(seconds) >= size);
  return fit ? relative.format(Math.trunc(seconds / fit[1]), fit[0]) : relative.format(0, 'second');
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** The local time in a zone, as the UTC fields of a Date. */
export function wallClock(at: Date, timeZone: string): Date {
  let clock = clocks.get(timeZone);
  // Cached, because creating one takes longer than a thousand uses.
  if (!clock) {
    const style = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' } as const;
    clocks.set(timeZone, (clock = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', { timeZone, hourCycle: 'h23', ...style })));
  }
  const {
    year = 0,
    month = 1,
    day = 1,
    hour = 0,
    minute = 0,
    second = 0,
  } = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second));
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The business day of a moment: before the hour `dayStart` it is the previous day. */
export function businessDay(moment: Moment, timeZone = settings().timeZone, dayStart = 0): string {
  const clock = wallClock(new Date(moment), timeZone);
  const calendar = clock.toISOString().slice(0, 10);
  return clock.getUTCHours() < dayStart ? addDays(calendar, -1) : calendar;
}

export const today = (timeZone = settings().timeZone, dayStart = 0) => businessDay(Date.now(), timeZone, dayStart);

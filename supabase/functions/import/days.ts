import { latinDigits } from '../_shared/numbers.ts';
import { normalise } from './text.ts';

/* Parses dates as people write them: 5/11/2026, 2026-11-05, 5 Nov 26, ٥ نوفمبر ٢٠٢٦. */

export const dayFields: readonly string[] = ['ordered_on', 'due_on', 'spent_on', 'paid_on', 'opening_day'];
export const momentFields: readonly string[] = ['sold_at'];

const names = [
  'january jan يناير',
  'february feb فبراير',
  'march mar مارس',
  'april apr ابريل',
  'may مايو',
  'june jun يونيو يونيه',
  'july jul يوليو يوليه',
  'august aug اغسطس',
  'september sep sept سبتمبر',
  'october oct اكتوبر',
  'november nov نوفمبر',
  'december dec ديسمبر',
];
const months = new Map(names.flatMap((words, index) => words.split(' ').map((word): [string, number] => [normalise(word), index + 1])));

export type DayOrder = 'day' | 'month';

/** Latin digits, without the invisible direction marks that an Arabic sheet puts into dates. */
const bareDay = (text: string): string =>
  latinDigits(text)
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/\u00a0/g, ' ')
    .trim();

const parts = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?:\D|$)/;

/** Whether 05/11/2026 begins with the day or the month, decided by the first unambiguous date; without one, the day. */
export function dayOrderOf(texts: Iterable<string>): DayOrder {
  for (const text of texts) {
    const [, first, second] = parts.exec(bareDay(text)) ?? [];
    if (Number(first) > 12) return 'day';
    if (Number(second) > 12) return 'month';
  }
  return 'day';
}

const stamp = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(Z|UTC|GMT|[+-]\d\d:?\d\d)$/i;

/** The date as 2026-11-05; an ambiguous text is returned unchanged. A timestamp with an offset gives the date in the business's time
    zone: 22:00 Z is midnight in Cairo. */
export function readDay(text: string, order: DayOrder, timeZone = ''): string {
  const bare = bareDay(text);
  const [, date = '', time = '', zone = ''] = stamp.exec(bare) ?? [];
  if (date !== '') {
    const moment = new Date(`${date}T${time}${offsetIn(zone)}`);
    return timeZone === '' || Number.isNaN(moment.getTime())
      ? text
      : new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(moment);
  }
  const iso = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})(?:\D|$)/.exec(bare);
  if (iso) return dayOf(iso[1], iso[2], iso[3]) ?? text;
  const numbers = parts.exec(bare);
  if (numbers) return (order === 'day' ? dayOf(numbers[3], numbers[2], numbers[1]) : dayOf(numbers[3], numbers[1], numbers[2])) ?? text;
  const words = normalise(bare).split(/[\s,،./-]+/);
  const month = words.map((word) => months.get(word)).find(Boolean);
  const figures = words.filter((word) => /^\d+$/.test(word));
  const year = figures.find((figure) => figure.length === 4) ?? figures[1];
  const day = figures.find((figure) => figure !== year);
  if (month) return dayOf(year, String(month), day) ?? text;
  // A spreadsheet's serial day number, where the cell was not formatted as a date.
  return /^\d{5}$/.test(bare) ? new Date(Date.UTC(1899, 11, 30 + Number(bare))).toISOString().slice(0, 10) : text;
}

/** The offset of a zone as written behind a time. */
const offsetIn = (zone: string): string =>
  zone
    .toUpperCase()
    .replace(/^(?:UTC|GMT)(?=[+-])/, '')
    .replace(/^(?:UTC|GMT)$/, 'Z');

const clock =
  /(?:^|[\sT,،])(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(am|pm|a\.m\.|p\.m\.|[صم])?(?:\s*(Z|(?:UTC|GMT)?[+-]\d{2}:?\d{2}|UTC|GMT))?$/i;

/** A timestamp as 2026-11-05 14:05:00, with its offset if it has one; a date alone as readDay returns it. A text with a time that cannot be
    read is returned unchanged. */
export function readMoment(text: string, order: DayOrder): string {
  const bare = bareDay(text);
  // A spreadsheet's serial day number with a fraction for the time.
  if (/^\d{5}\.\d+$/.test(bare))
    return new Date(Date.UTC(1899, 11, 30) + Math.round(Number(bare) * 86_400) * 1000).toISOString().slice(0, 19).replace('T', ' ');
  const time = clock.exec(bare);
  if (!time) return (bare.match(/\d+/g) ?? []).length > 3 ? text : readDay(text, order);
  const [, hours = '', minutes = '', seconds = '00', half = '', zone = ''] = time;
  const day = readDay(bare.slice(0, time.index), order);
  const hour = half === '' ? Number(hours) : (Number(hours) % 12) + (/^[pم]/i.test(half) ? 12 : 0);
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || (half !== '' && (Number(hours) < 1 || Number(hours) > 12))) return text;
  return `${day} ${String(hour).padStart(2, '0')}:${minutes}:${seconds}${offsetIn(zone)}`;
}

function dayOf(year: string | undefined, month: string | undefined, day: string | undefined): string | null {
  if (!year || !month || !day) return null;
  const text = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const read = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(text) ? text : null;
}

/* Converts a filter by days to whole days; `before` is the first day excluded. */
import { daysOf, periods } from './period-words.ts';
import { addDays } from '@/lib/dates.ts';

type Period = (typeof periods)[number];

export interface PeriodDays {
  from: string | null;
  before: string | null;
}

const firstOf = (day: string) => `${day.slice(0, 8)}01`;
const firstOfQuarter = (day: string) => {
  const month = Number(day.slice(5, 7));
  return `${day.slice(0, 5)}${String(month - ((month - 1) % 3)).padStart(2, '0')}-01`;
};

const daysOfPeriod: Record<Period, (today: string) => [first: string, last: string]> = {
  today: (today) => [today, today],
  yesterday: (today) => [addDays(today, -1), addDays(today, -1)],
  last_7_days: (today) => [addDays(today, -6), today],
  last_30_days: (today) => [addDays(today, -29), today],
  last_90_days: (today) => [addDays(today, -89), today],
  this_month: (today) => [firstOf(today), today],
  last_month: (today) => [firstOf(addDays(firstOf(today), -1)), addDays(firstOf(today), -1)],
  this_quarter: (today) => [firstOfQuarter(today), today],
  last_quarter: (today) => [firstOfQuarter(addDays(firstOfQuarter(today), -1)), addDays(firstOfQuarter(today), -1)],
  this_year: (today) => [`${today.slice(0, 4)}-01-01`, today],
};

/** The days of a word such as this_month, or of "2026-03-01..2026-03-31", where either day may be missing; else no limits. */
export function periodDays(period: string | undefined, today: string): PeriodDays {
  const word = periods.find((one) => one === period);
  if (word) {
    const [first, last] = daysOfPeriod[word](today);
    return { from: first, before: addDays(last, 1) };
  }
  const days = daysOf(period);
  return { from: days?.from || null, before: days?.to ? addDays(days.to, 1) : null };
}

/* Ranges of days of creation, as the business's days begin and end. */
import { addDays, momentOf, today } from '@/lib/dates.ts';

export const periods = ['today', 'yesterday', 'week', 'month', 'thisMonth', 'lastMonth'] as const;
export type Period = (typeof periods)[number];

export interface Clock {
  timeZone: string;
  dayStart: number;
}

const firstOf = (day: string) => `${day.slice(0, 8)}01`;

function days(period: Period, now: string): [first: string, last: string] {
  const lastMonth = addDays(firstOf(now), -1);
  switch (period) {
    case 'today':
      return [now, now];
    case 'yesterday':
      return [addDays(now, -1), addDays(now, -1)];
    case 'week':
      return [addDays(now, -6), now];
    case 'month':
      return [addDays(now, -29), now];
    case 'thisMonth':
      return [firstOf(now), now];
    case 'lastMonth':
      return [firstOf(lastMonth), lastMonth];
  }
}

/** From the first moment of the period to the first after it; null for a word that is no period. */
export function createdRange(word: string | undefined, { timeZone, dayStart }: Clock, now = today(timeZone, dayStart)): { from: string; to: string } | null {
  const period = periods.find((one) => one === word);
  if (!period) return null;
  const [first, last] = days(period, now);
  return { from: momentOf(first, dayStart, timeZone).toISOString(), to: momentOf(addDays(last, 1), dayStart, timeZone).toISOString() };
}

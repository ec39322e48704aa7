/* The recurrence of an expense in its form. */
import type { Repeats, Unit } from '@/db/expenses.ts';
import { readDecimal } from '@/lib/typed-number.ts';
import { isDay } from '@/lib/read-day.ts';

export interface TypedRepeats {
  every: string;
  unit: Unit;
  endsOn: string;
}

export const monthly: TypedRepeats = { every: '1', unit: 'months', endsOn: '' };

type RepeatsProblem = 'every_missing' | 'ends_wrong' | 'date_unreadable' | 'not_last_day';

const isLastDayOfMonth = (day: string) => new Date(Date.parse(`${day}T00:00Z`) + 86_400_000).getUTCDate() === 1;

/** The problems of a recurrence that starts on this day. */
export function repeatsProblems(
  { every, unit, endsOn }: TypedRepeats,
  startsOn: string,
): { every?: RepeatsProblem; unit?: RepeatsProblem; endsOn?: RepeatsProblem } {
  const number = Number(readDecimal(every) ?? 'x');
  return {
    ...(Number.isInteger(number) && number >= 1 && number <= 999 ? {} : { every: 'every_missing' as const }),
    ...(unit === 'month_ends' && isDay(startsOn) && !isLastDayOfMonth(startsOn) ? { unit: 'not_last_day' as const } : {}),
    ...(endsOn === ''
      ? {}
      : !isDay(endsOn)
        ? { endsOn: 'date_unreadable' as const }
        : endsOn < startsOn
          ? { endsOn: 'ends_wrong' as const }
          : {}),
  };
}

/** Converts it to the input of the database call; null if invalid. */
export function repeatsInput(typed: TypedRepeats, startsOn: string): Repeats | null {
  if (!isDay(startsOn) || Object.keys(repeatsProblems(typed, startsOn)).length > 0) return null;
  return { every: Number(readDecimal(typed.every)), unit: typed.unit, ends_on: typed.endsOn || null };
}

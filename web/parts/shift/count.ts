/* The count of a drawer as it is entered: by coins and notes, or as a total. */
import type { Denomination } from '@/db/shifts.ts';
import { compare, minus, sum, times } from '@/lib/money.ts';
import { decimalsOf, isAmount } from '@/lib/numerals.ts';
import { settings } from '@/lib/settings.ts';

export type Counts = Readonly<Record<string, string>>;

/** Whether a text is a valid cash amount; 0 is one. */
export const isCash = (typed: string): boolean => isAmount(typed) && decimalsOf(typed) <= settings().decimals;

const whole = /^\d{1,6}$/;
export const isCount = (typed: string): boolean => typed === '' || whole.test(typed);

/** The counts as sent to the database, largest denomination first; an empty one is 0. */
export const countedOf = (denominations: readonly number[], counts: Counts): Denomination[] =>
  [...denominations]
    .sort((a, b) => b - a)
    .map((denomination) => ({ denomination, count: Number(whole.test(counts[denomination] ?? '') ? counts[denomination] : 0) }));

export const totalOf = (counted: readonly Denomination[]): string =>
  sum(counted.map(({ denomination, count }) => times(denomination, count)));

export type Outcome = 'balanced' | 'overage' | 'shortage';

/** Counted minus expected, and its name. */
export function outcomeOf(counted: string, expected: number): { difference: string; outcome: Outcome } {
  const difference = minus(counted, expected);
  return { difference, outcome: (['shortage', 'balanced', 'overage'] as const)[compare(difference, 0) + 1] ?? 'balanced' };
}

/* Amounts that a customer is likely to hand over in cash, and the notes that make the change. */
import { compare, isZero, minus, roundMoney, roundUpTo, times } from '@/lib/money.ts';
import { isDecimal } from '@/lib/numerals.ts';

/** More amounts could not be read at a glance. */
const MOST = 6;

/** The exact rest, then amounts of notes that cover it, in ascending order; empty without a rest. Nobody hands over 188 for 187.50:
    coins, which are less than a fortieth of the largest note, are used for small sums only. */
export function quickAmounts(due: string, denominations: readonly number[]): string[] {
  if (!isDecimal(due) || compare(due, 0) <= 0) return [];
  const [small, note] = [times(due, '0.05'), times(Math.max(...denominations), '0.025')];
  const finest = compare(small, note) < 0 ? small : note;
  const covering = denominations
    .filter((denomination) => compare(denomination, finest) >= 0)
    .map((denomination) => roundUpTo(due, denomination))
    // A denomination may be finer than the currency's decimals.
    .filter((amount) => compare(amount, due) > 0 && compare(roundMoney(amount), amount) === 0)
    .sort(compare);
  return [due, ...new Set(covering)].slice(0, MOST);
}

/** The quick amount after this one; the first one after the last, or for any other amount. */
export function nextQuick(quick: readonly string[], amount: string): string | undefined {
  const index = isDecimal(amount) ? quick.findIndex((one) => compare(one, amount) === 0) : -1;
  return quick[(index + 1) % quick.length];
}

/** The fewest coins and notes, the largest first, that make an amount; empty where they don't, or are too many to be read at a glance. */
export function notesOf(amount: string, denominations: readonly number[]): number[] {
  const notes: number[] = [];
  let rest = amount;
  for (const denomination of [...denominations].sort((a, b) => b - a))
    for (; compare(rest, denomination) >= 0 && notes.length <= MOST; rest = minus(rest, denomination)) notes.push(denomination);
  return isZero(rest) && notes.length <= MOST ? notes : [];
}

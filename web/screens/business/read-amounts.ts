import { readDecimal } from '@/lib/numerals.ts';

/** As the database has it. */
export const MOST = 30;

/** Amounts with spaces between, the largest first; none where nothing is written, null where one of them is no amount. */
export function readAmounts(typed: string): number[] | null {
  const words = typed.split(/[\s;؛|/·]+/).filter(Boolean);
  const amounts = words.map((word) => Number(readDecimal(word) ?? NaN));
  if (amounts.length > MOST || amounts.some((amount) => !(amount > 0 && amount < 1e9)) || new Set(amounts).size < amounts.length)
    return null;
  return amounts.sort((a, b) => b - a);
}

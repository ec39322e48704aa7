import { readDecimal } from '@/lib/typed-number.ts';

/** The database's limit. */
export const MOST = 30;

/** Parses separated amounts, largest first; empty for an empty text, null if an amount is invalid. */
export function readAmounts(typed: string): number[] | null {
  const words = typed.split(/[\s;؛|/·]+/).filter(Boolean);
  const amounts = words.map((word) => Number(readDecimal(word) ?? NaN));
  if (amounts.length > MOST || amounts.some((amount) => !(amount > 0 && amount < 1e9)) || new Set(amounts).size < amounts.length)
    return null;
  return amounts.sort((a, b) => b - a);
}

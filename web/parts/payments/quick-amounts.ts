/* What a customer is likely to hand over. */
import { compare, roundMoney, roundUpTo, times } from '@/lib/money.ts';
import { isDecimal } from '@/lib/numerals.ts';

/** As many as a hand finds at a glance. */
const MOST = 6;

/** The exact rest, then what notes come to that cover it, the least first; nothing where there is no rest. Nobody hands over 188 for 187.50: coins,
    which are less than a fortieth of the largest note, count for small sums alone. */
export function quickAmounts(rest: string, denominations: readonly number[]): string[] {
  if (!isDecimal(rest) || compare(rest, 0) <= 0) return [];
  const [small, note] = [times(rest, '0.05'), times(Math.max(...denominations), '0.025')];
  const finest = compare(small, note) < 0 ? small : note;
  const covering = denominations
    .filter((denomination) => compare(denomination, finest) >= 0)
    .map((denomination) => roundUpTo(rest, denomination))
    // A business may count in pieces that its currency's decimals do not write.
    .filter((amount) => compare(amount, rest) > 0 && compare(roundMoney(amount), amount) === 0)
    .sort(compare);
  return [rest, ...new Set(covering)].slice(0, MOST);
}

/** The one behind an amount that stands there; the first again behind the last, and where it is none of them. */
export function nextQuick(quick: readonly string[], amount: string): string | undefined {
  const at = isDecimal(amount) ? quick.findIndex((one) => compare(one, amount) === 0) : -1;
  return quick[(at + 1) % quick.length];
}

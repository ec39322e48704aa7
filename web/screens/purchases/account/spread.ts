import { compare, minus } from '@/lib/money.ts';
import { isAmount } from '@/lib/numerals.ts';

/** Spreads an amount over orders, oldest first: the amount each order gets. */
export function spreadOf(amount: string, orders: readonly { id: string; remaining: number }[]): Map<string, string> {
  let left = isAmount(amount) ? amount : '0';
  return new Map(
    orders.map(({ id, remaining }) => {
      const share = compare(left, remaining) > 0 ? String(remaining) : left;
      left = minus(left, share);
      return [id, share];
    }),
  );
}

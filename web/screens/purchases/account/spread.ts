import { compare, minus } from '@/lib/money.ts';
import { isAmount } from '@/lib/numerals.ts';

/** How a sum spreads, oldest first: what each order gets of it. */
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

/* The amounts handed over, by payment method. */
import { compare, isZero, minus, roundMoney, sum } from '@/lib/money.ts';
import { roundToCoin } from '@/lib/sale-money.ts';
import { isAmount } from '@/lib/numerals.ts';

/** Amounts by method id; '' and absent mean no amount. */
export type Amounts = Readonly<Record<string, string>>;

/** The payments as sent to the database: negative where they go to the customer. Unreadable amounts are left out, and so is zero,
    except where cash rounding makes the whole due amount zero. */
export function tendered(amounts: Amounts, due: string, coin: number | null): { payment_method_id: string; amount: string }[] {
  const comesToNothing = !isZero(due) && isZero(roundToCoin(due, coin));
  return Object.entries(amounts).flatMap(([payment_method_id, amount]) =>
    isAmount(amount) && (comesToNothing || !isZero(amount))
      ? [{ payment_method_id, amount: compare(due, 0) < 0 && !isZero(amount) ? `-${amount}` : amount }]
      : [],
  );
}

/** Whether all amounts fit the currency's decimals; a finer one is allowed if it is exactly the amount due, which may be older than
    those decimals. */
export const isTenderSound = (amounts: Amounts, due: string): boolean =>
  Object.values(amounts).every(
    (amount) =>
      amount === '' || (isAmount(amount) && (compare(roundMoney(amount), amount) === 0 || compare(amount, due.replace('-', '')) === 0)),
  );

/** The amount that other methods leave for this one, for cash rounded to a coin; '' where they cover it all. */
export function restFor(
  { id: methodId, is_cash }: { id: string; is_cash: boolean },
  amounts: Amounts,
  due: string,
  coin: number | null,
): string {
  const others = sum(Object.entries(amounts).flatMap(([id, amount]) => (id !== methodId && isAmount(amount) ? [amount] : [])));
  const remaining = minus(due.replace('-', ''), others);
  if (compare(remaining, 0) <= 0) return '';
  return is_cash ? roundToCoin(remaining, coin) : remaining;
}

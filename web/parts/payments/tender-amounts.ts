/* What is handed over, by method. */
import { compare, isZero, minus, roundMoney, sum } from '@/lib/money.ts';
import { roundToCoin } from '@/lib/sale-money.ts';
import { isAmount } from '@/lib/numerals.ts';

/** By the method's id; '' or absent is nothing. */
export type Amounts = Readonly<Record<string, string>>;

/** As the database takes them: below zero where they go to the customer. An amount that cannot be read is none; nothing is one only where cash, rounded
    to a coin, comes to it. */
export function tendered(amounts: Amounts, due: string, coin: number | null): { payment_method_id: string; amount: string }[] {
  const comesToNothing = !isZero(due) && isZero(roundToCoin(due, coin));
  return Object.entries(amounts).flatMap(([payment_method_id, amount]) =>
    isAmount(amount) && (comesToNothing || !isZero(amount))
      ? [{ payment_method_id, amount: compare(due, 0) < 0 && !isZero(amount) ? `-${amount}` : amount }]
      : [],
  );
}

/** Whether each amount is one that the currency has; a finer one where it is all that is owed, which may be older than the currency's decimals. */
export const isTenderSound = (amounts: Amounts, due: string): boolean =>
  Object.values(amounts).every(
    (amount) =>
      amount === '' || (isAmount(amount) && (compare(roundMoney(amount), amount) === 0 || compare(amount, due.replace('-', '')) === 0)),
  );

/** What other methods leave for this one, in cash rounded to a coin; nothing where they take it all. */
export function restFor(
  { id: methodId, is_cash }: { id: string; is_cash: boolean },
  amounts: Amounts,
  due: string,
  coin: number | null,
): string {
  const others = sum(Object.entries(amounts).flatMap(([id, amount]) => (id !== methodId && isAmount(amount) ? [amount] : [])));
  const rest = minus(due.replace('-', ''), others);
  if (compare(rest, 0) <= 0) return '';
  return is_cash ? roundToCoin(rest, coin) : rest;
}

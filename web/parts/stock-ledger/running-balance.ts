import { addUp } from '@/lib/pieces.ts';

/** The balance after each movement, newest first, calculated backwards from the stock on hand. */
export function runningBalances(onHand: number, quantities: readonly number[]): number[] {
  let balance = onHand;
  return quantities.map((quantity) => {
    const after = balance;
    balance = addUp([balance, -quantity]);
    return after;
  });
}

import { addUp } from '@/lib/pieces.ts';

/** The balance after each movement, newest first: it starts from what is on hand now and is undone backwards. */
export function runningBalances(onHand: number, quantities: readonly number[]): number[] {
  let balance = onHand;
  return quantities.map((quantity) => {
    const after = balance;
    balance = addUp([balance, -quantity]);
    return after;
  });
}

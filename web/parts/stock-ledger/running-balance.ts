/** The balance after each movement, newest first: it starts from what is on hand now and is undone backwards. */
export function runningBalances(onHand: number, quantities: readonly number[]): number[] {
  let thousandths = Math.round(onHand * 1000);
  return quantities.map((quantity) => {
    const after = thousandths / 1000;
    thousandths -= Math.round(quantity * 1000);
    return after;
  });
}

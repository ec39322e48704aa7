/* Exact decimals for what the client previews; Postgres has the last word. Rounding is half up (away from zero), as in SQL. */
import Big from 'big.js';

export type Decimal = string | number;

const half = Big.roundHalfUp;

export const add = (...amounts: Decimal[]): string => amounts.reduce<Big>((sum, one) => sum.plus(one), new Big(0)).toFixed();
export const subtract = (a: Decimal, b: Decimal): string => new Big(a).minus(b).toFixed();
export const compare = (a: Decimal, b: Decimal): -1 | 0 | 1 => new Big(a).cmp(b) as -1 | 0 | 1;
export const round = (amount: Decimal, decimals: number): string => new Big(amount).round(decimals, half).toFixed(decimals);

/** quantity × unit price − discount, rounded to the currency (product.md "Money, quantities, dates"). */
export const lineTotal = (quantity: Decimal, price: Decimal, decimals: number, discount: Decimal = 0): string =>
  new Big(quantity).times(price).minus(discount).round(decimals, half).toFixed(decimals);

/** A price changed by a signed percentage: 1450 and −18 → 1189.00. */
export const changeBy = (price: Decimal, percentage: Decimal, decimals: number): string =>
  new Big(price).times(new Big(100).plus(percentage)).div(100).round(decimals, half).toFixed(decimals);

/** What remains of a price above its cost: amount and percent of the price; null percent for a price of nothing. */
export function margin(price: Decimal, cost: Decimal, decimals: number): { amount: string; percent: string | null } {
  const amount = new Big(price).minus(cost);
  return {
    amount: amount.round(decimals, half).toFixed(decimals),
    percent: new Big(price).eq(0) ? null : amount.div(price).times(100).round(1, half).toFixed(1),
  };
}

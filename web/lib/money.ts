// The client's calculations with amounts, by the database's rules to the last digit.
import Big from 'big.js';
import { settings } from './settings.ts';

export { formatMoney } from './format-money.ts';

export type Amount = string | number;

const big = (value: Amount) => new Big(typeof value === 'number' ? String(value) : value || '0');

/** Rounds half away from zero to the currency's decimals, like round() on numeric in Postgres. */
export function roundMoney(value: Amount, decimals = settings().decimals): string {
  return big(value).toFixed(decimals, Big.roundHalfUp);
}

export function plus(a: Amount, b: Amount): string {
  return big(a).plus(big(b)).toFixed();
}

export function minus(a: Amount, b: Amount): string {
  return big(a).minus(big(b)).toFixed();
}

export function times(a: Amount, b: Amount): string {
  return big(a).times(big(b)).toFixed();
}

export function sum(values: Iterable<Amount>): string {
  let total = new Big(0);
  for (const value of values) total = total.plus(big(value));
  return total.toFixed();
}

/** The smallest multiple of `step` that is not below the value. */
export function roundUpTo(value: Amount, step: Amount): string {
  const unit = big(step);
  const steps = big(value).div(unit).round(0, Big.roundDown);
  const below = steps.times(unit);
  return (below.lt(big(value)) ? below.plus(unit) : below).toFixed();
}

/** Negative, zero or positive, as for sorting. */
export function compare(a: Amount, b: Amount): -1 | 0 | 1 {
  return big(a).cmp(big(b));
}

export const isZero = (value: Amount): boolean => big(value).eq(0);

interface Line {
  quantity: Amount;
  price: Amount;
  discount?: Amount;
}

/** Quantity × unit price − discount, rounded once per line. */
export function lineTotal({ quantity, price, discount = 0 }: Line, decimals = settings().decimals): string {
  return roundMoney(minus(times(quantity, price), discount), decimals);
}

/** (own price or the product's) × (1 + percentage / 100) */
export function priceInGroup(price: Amount, percentage: Amount, decimals = settings().decimals): string {
  return roundMoney(big(price).times(big(percentage).div(100).plus(1)).toFixed(), decimals);
}

/** `part` in percent of `whole`; null where that is 0. */
export function percentOf(amount: Amount, total: Amount, decimals = 1): string | null {
  if (isZero(total)) return null;
  return big(amount).times(100).div(big(total)).toFixed(decimals, Big.roundHalfUp);
}

/** The part of an amount, rounded: 2 of 3 pieces that cost 10.00 cost 6.67. */
export function shareOf(amount: Amount, part: Amount, whole: Amount, decimals = settings().decimals): string {
  return big(amount).times(big(part)).div(big(whole)).toFixed(decimals, Big.roundHalfUp);
}

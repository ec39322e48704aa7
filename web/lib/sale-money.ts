// The calculation of a sale, to the last digit as in the database: for the counter, which works offline.
import Big from 'big.js';

/** A line of a sale. Numbers are decimals as text. */
export interface Selling {
  /** The product's id, because its maximum discount also applies to all its lines together. */
  product: string;
  quantity: string;
  /** The variant's own price or the product's, before any price group. */
  base: string;
  /** Replaces the price group's price. */
  price?: string;
  /** An amount off the line. */
  discount?: string;
  /** The maximum discount in percent. */
  maxDiscount: string;
  /** Its tax rate, in percent; null: no tax. */
  tax: { id: string; percentage: number } | null;
}

export interface PricingRules {
  /** The currency's decimals. */
  decimals: number;
  /** Prices include tax. */
  included: boolean;
}

interface Deal {
  /** The customer's price group: percent added to the base price. */
  group: string;
  /** An amount off the whole sale. */
  discount: string;
}

interface SoldLine {
  listPrice: string;
  unitPrice: string;
  subtotal: string;
  /** The line's share of the discount on the whole sale. */
  share: string;
  tax: string;
  total: string;
  /** The price is below what the product's maximum discount allows. */
  exceedsMaxDiscount: boolean;
}

export interface SaleMoney {
  lines: SoldLine[];
  subtotal: string;
  discount: string;
  tax: string;
  total: string;
}

/** Precise enough for quotients of amounts, which are rounded afterwards. */
const Exact = Big();
Exact.DP = 40;
const zero = new Exact(0);
const added = (values: readonly Big[]) => values.reduce((sum, value) => sum.plus(value), zero);

/** The price of a piece in the price group. */
export const listPrice = (base: string, group: string, { decimals }: PricingRules): string =>
  new Exact(base).times(new Exact(group).div(100).plus(1)).toFixed(decimals, Big.roundHalfUp);

export function saleMoney(lines: readonly Selling[], { group, discount }: Deal, rules: PricingRules): SaleMoney {
  const { decimals, included } = rules;
  const round = (value: Big, mode: Big.RoundingMode = Big.roundHalfUp) => value.round(decimals, mode);
  const priced = lines.map((line) => {
    const [list, quantity] = [new Exact(listPrice(line.base, group, rules)), new Exact(line.quantity)];
    const [unit, lineDiscount] = [line.price === undefined ? list : new Exact(line.price), new Exact(line.discount ?? 0)];
    const subtotal = round(quantity.times(unit));
    return {
      product: line.product,
      list,
      unit,
      quantity,
      subtotal,
      off: lineDiscount,
      net: subtotal.minus(lineDiscount),
      most: line.maxDiscount,
      rate: line.tax?.id ?? '',
      percent: new Exact(line.tax?.percentage ?? 0),
    };
  });
  const netTotal = added(priced.map(({ net }) => net));
  let upTo = zero;
  let allocated = zero;
  // Of each rate: the net amounts so far, and their tax.
  const byRate = new Map<string, { net: Big; tax: Big }>();
  const sold = priced.map((line) => {
    // Rounding cumulative sums makes the shares add up to the whole, and none exceeds its line; so do the taxes of a rate.
    upTo = upTo.plus(line.net);
    const share = netTotal.eq(0) ? zero : round(new Exact(discount).times(upTo).div(netTotal)).minus(allocated);
    allocated = allocated.plus(share);
    const net = line.net.minus(share);
    const before = byRate.get(line.rate) ?? { net: zero, tax: zero };
    const taxedNet = before.net.plus(net);
    const tax = round(taxedNet.times(line.percent).div(included ? line.percent.plus(100) : 100));
    byRate.set(line.rate, { net: taxedNet, tax });
    const taxed = tax.minus(before.tax);
    const listed = line.quantity.times(line.list);
    const exceedsMaxDiscount = round(listed)
      .minus(net)
      .gt(round(listed.times(line.most).div(100), Big.roundUp));
    return { ...line, share, taxed, listed, total: included ? net : net.plus(taxed), beyond: exceedsMaxDiscount };
  });
  // As in private.lines_over_max_discount, with a tolerance for rounding of about one smallest unit per line of the product.
  const unit = new Exact(10).pow(-decimals);
  const netFraction = netTotal.eq(0) ? new Exact(1) : new Exact(1).minus(allocated.div(netTotal));
  const productsOverMax = new Set(
    [...new Set(sold.map(({ product }) => product))].filter((product) => {
      const productLines = sold.filter((line) => line.product === product);
      if (productLines.some(({ beyond: exceedsMaxDiscount }) => exceedsMaxDiscount)) return false;
      const excess = added(
        productLines.map(({ listed, most: maxDiscount, net }) =>
          listed.times(new Exact(1).minus(new Exact(maxDiscount).div(100))).minus(net.times(netFraction)),
        ),
      );
      const ordinary = productLines.filter(({ listed }) => listed.gte(unit.times(100))).length;
      return excess.gt(unit.times(1 + 1.5 * ordinary));
    }),
  );
  const text = (value: Big) => value.toFixed();
  return {
    lines: sold.map(({ product, list, unit, subtotal, share, taxed, total, beyond: exceedsMaxDiscount }) => ({
      listPrice: text(list),
      unitPrice: text(unit),
      subtotal: text(subtotal),
      share: text(share),
      tax: text(taxed),
      total: text(total),
      exceedsMaxDiscount: exceedsMaxDiscount || productsOverMax.has(product),
    })),
    subtotal: text(added(sold.map(({ subtotal }) => subtotal))),
    discount: text(added(sold.map(({ off: lineDiscount, share }) => lineDiscount.plus(share)))),
    tax: text(added(sold.map(({ taxed }) => taxed))),
    total: text(added(sold.map(({ total }) => total))),
  };
}

/** The amount handed over by one method. */
export interface Tendered {
  amount: string;
  cash: boolean;
}

/** Rounds to the nearest multiple of the smallest coin, half of one up; null: cash is not rounded. */
export const roundToCoin = (rest: string, coin: number | null): string =>
  coin === null ? rest : new Exact(rest).div(coin).round(0, Big.roundHalfUp).times(coin).toFixed();

/** Allocates payments to a total: cards before cash, which gives change. A negative total is paid to the customer, with negative
    amounts. `coin`: what cash is rounded to; `paid`: the part of the total that is settled; `rounding`: handed over minus change minus
    `paid`; `exceeds`: more is paid than owed by a method that gives no change. As in private.allocate_payments. */
export function allocatePayments(
  total: string,
  payments: readonly Tendered[],
  coin: number | null,
): { paid: string; remaining: string; change: string; rounding: string; exceeds: boolean } {
  const [due, isRefund] = [new Exact(total), new Exact(total).lt(0)];
  const handedBy = (byCash: boolean) => added(payments.filter(({ cash }) => cash === byCash).map(({ amount }) => new Exact(amount).abs()));
  const [nonCash, cash] = [handedBy(false), handedBy(true)];
  const dueInCash = due.abs().gt(nonCash) ? due.abs().minus(nonCash) : zero;
  let rounding = zero;
  if (coin !== null && payments.some((one) => one.cash) && !cash.eq(dueInCash)) {
    const nearest = new Exact(roundToCoin(dueInCash.toFixed(), coin));
    if (cash.gte(nearest)) rounding = nearest.minus(dueInCash);
    else if (dueInCash.minus(cash).lte(new Exact(coin).div(2))) rounding = cash.minus(dueInCash);
  }
  let unallocated = due.abs().plus(rounding);
  let exceeds = false;
  const sorted = [...payments].sort((a, b) => Number(a.cash) - Number(b.cash));
  for (const [index, { amount, cash: byCash }] of sorted.entries()) {
    // The last payment takes the rounding.
    const takesRounding = index === sorted.length - 1 && !rounding.eq(0);
    const handed = new Exact(amount).abs();
    const allocated = handed.lt(unallocated) ? handed : unallocated;
    unallocated = unallocated.minus(allocated);
    exceeds ||= (allocated.eq(0) && !handed.eq(0) && !takesRounding) || (allocated.lt(handed) && (isRefund || !byCash));
  }
  const sign = isRefund ? -1 : 1;
  const allocatedTotal = due.abs().plus(rounding).minus(unallocated).times(sign);
  const paid = allocatedTotal.minus(rounding.times(sign));
  return {
    paid: paid.toFixed(),
    remaining: due.minus(paid).toFixed(),
    change: added(payments.map(({ amount }) => new Exact(amount)))
      .minus(allocatedTotal)
      .toFixed(),
    rounding: rounding.times(sign).toFixed(),
    exceeds,
  };
}

/* The lines of a return to a supplier in its form, and what the supplier owes for them. */
import type { ReturnableGoods } from '@/db/purchase-returns.ts';
import { compare, isZero, plus, roundMoney, shareOf, sum, times, type Amount } from '@/lib/money.ts';
import { isDecimal } from '@/lib/numerals.ts';
import { costProblem, type CostProblem } from '@/parts/lines/cost.ts';
import { quantityProblem, type QuantityProblem } from '@/parts/lines/quantity.ts';
import type { VariantRow } from '@/parts/variant-picker/variant-row.ts';

export interface ReturnLine {
  variant: VariantRow;
  quantity: string;
  cost: string;
}

export type LineProblem = QuantityProblem | 'zero' | 'negative' | 'short' | 'beyond';
export type GoodsById = ReadonlyMap<string, ReturnableGoods>;

/** The lines of a receipt start empty; those left empty stay here. */
export const leftEmpty = ({ quantity }: Pick<ReturnLine, 'quantity'>): boolean => quantity.trim() === '';

/** at_source is null if the user may not see the stock of the place. */
export function problemOf(
  { quantity, variant: { at_source: has, by_measure } }: { quantity: string; variant: Pick<VariantRow, 'at_source' | 'by_measure'> },
  goods: Pick<ReturnableGoods, 'left'> | undefined,
): LineProblem | null {
  if (leftEmpty({ quantity })) return null;
  const problem = quantityProblem(quantity, by_measure);
  if (problem) return problem;
  if (isZero(quantity)) return 'zero';
  if (compare(quantity, 0) < 0) return 'negative';
  if (goods && goods.left !== null && compare(quantity, goods.left) > 0) return 'beyond';
  return has !== null && compare(quantity, has) > 0 ? 'short' : null;
}

/** Why the cost is invalid; null if it is empty, not asked for, or its line has no quantity. */
export const problemOfCost = (line: Pick<ReturnLine, 'quantity' | 'cost'>, goods: Pick<ReturnableGoods, 'receipt_item_id'> | undefined) =>
  line.cost === '' || leftEmpty(line) || goods?.receipt_item_id ? null : (costProblem(line.cost) satisfies CostProblem | null);

/** What the supplier owes for a line, as private.write_return_line computes it; null while a figure is invalid, or hidden. */
export function amountsOf(
  { quantity, cost }: Pick<ReturnLine, 'quantity' | 'cost'>,
  goods: ReturnableGoods | undefined,
): { net: string; tax: string } | null {
  if (!goods || !isDecimal(quantity) || compare(quantity, 0) <= 0) return null;
  if (goods.receipt_item_id === null) {
    const unit: Amount | null = isDecimal(cost) ? cost : goods.unit_cost;
    if (unit === null) return null;
    const net = roundMoney(times(unit, quantity));
    return { net, tax: shareOf(net, goods.tax_percentage ?? 0, 100) };
  }
  const { left, worth, line_worth: lineWorth, line_tax: lineTax } = goods;
  if (left === null || worth === null || lineWorth === null || lineTax === null || compare(quantity, left) > 0) return null;
  const net = compare(quantity, left) === 0 ? roundMoney(worth) : least(shareOf(worth, quantity, left), worth);
  const tax = compare(net, lineWorth) === 0 ? roundMoney(lineTax) : least(shareOf(lineTax, net, lineWorth), lineTax);
  return { net, tax };
}

const least = (a: string, b: Amount): string => (compare(a, b) > 0 ? roundMoney(b) : a);

export function totals(lines: readonly ReturnLine[], goods: GoodsById) {
  const amounts = lines.flatMap((line) => amountsOf(line, goods.get(line.variant.variant_id)) ?? []);
  const net = sum(amounts.map((line) => line.net));
  const tax = sum(amounts.map((line) => line.tax));
  return { pieces: sum(lines.map(({ quantity }) => quantity).filter(isDecimal)), net, tax, total: plus(net, tax) };
}

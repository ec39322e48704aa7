/* The lines of a stock entry in its form, and their sums. */
import { compare, isZero, plus, sum, times } from '@/lib/money.ts';
import { isDecimal } from '@/lib/numerals.ts';
import { costProblem, type CostProblem } from '@/parts/lines/cost.ts';
import { quantityProblem, type QuantityProblem } from '@/parts/lines/quantity.ts';
import type { VariantRow } from '@/parts/variant-picker/variant-row.ts';

export type EntryKind = 'opening' | 'adjustment';
export type LineProblem = QuantityProblem | 'zero' | 'negative' | 'short';

export interface EntryLine {
  variant: VariantRow;
  quantity: string;
  /** The unit cost of opening stock; may be empty. */
  cost: string;
}

/** Adding a product adds all its variants; those left empty are not part of an opening entry. */
export const leftEmpty = (kind: EntryKind, quantity: string): boolean => kind === 'opening' && quantity.trim() === '';

/** at_source is null if the user may not see the stock of the place. */
export function problemOf(
  kind: EntryKind,
  { quantity, variant: { at_source: has, by_measure } }: { quantity: string; variant: Pick<VariantRow, 'at_source' | 'by_measure'> },
): LineProblem | null {
  if (leftEmpty(kind, quantity)) return null;
  const problem = quantityProblem(quantity, by_measure);
  if (problem) return problem;
  if (isZero(quantity)) return 'zero';
  if (kind === 'opening') return compare(quantity, 0) < 0 ? 'negative' : null;
  return has !== null && compare(quantity, 0) < 0 && compare(plus(has, quantity), 0) < 0 ? 'short' : null;
}

/** Why the cost is invalid; null if it is empty or its line is. */
export const problemOfCost = (kind: EntryKind, { quantity, cost }: Pick<EntryLine, 'quantity' | 'cost'>): CostProblem | null =>
  kind !== 'opening' || cost === '' || leftEmpty(kind, quantity) ? null : costProblem(cost);

export function totals(lines: readonly Pick<EntryLine, 'quantity' | 'cost'>[]) {
  const read = lines.map(({ quantity }) => quantity).filter(isDecimal);
  const [incoming, outgoing] = [
    sum(read.filter((quantity) => !quantity.startsWith('-'))),
    sum(read.filter((quantity) => quantity.startsWith('-'))),
  ];
  const worth = sum(lines.flatMap(({ quantity, cost }) => (isDecimal(quantity) && isDecimal(cost) ? [times(quantity, cost)] : [])));
  return { into: incoming, out: outgoing, net: plus(incoming, outgoing), worth };
}

/* The lines of a stock entry as its form reckons and shows them. */
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
  /** Of a piece of opening stock, where it is said. */
  cost: string;
}

/** A product brings all its variants: what is there of none of them is left empty, and no line of the entry. */
export const leftEmpty = (kind: EntryKind, quantity: string): boolean => kind === 'opening' && quantity.trim() === '';

/** Pieces at the place are unknown where the reader may not see them. */
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

/** What is wrong with what a piece cost: an empty one says nothing, and a line that is left empty has none. */
export const problemOfCost = (kind: EntryKind, { quantity, cost }: Pick<EntryLine, 'quantity' | 'cost'>): CostProblem | null =>
  kind !== 'opening' || cost === '' || leftEmpty(kind, quantity) ? null : costProblem(cost);

export function totals(lines: readonly Pick<EntryLine, 'quantity' | 'cost'>[]) {
  const read = lines.map(({ quantity }) => quantity).filter(isDecimal);
  const [into, out] = [sum(read.filter((quantity) => !quantity.startsWith('-'))), sum(read.filter((quantity) => quantity.startsWith('-')))];
  const worth = sum(lines.flatMap(({ quantity, cost }) => (isDecimal(quantity) && isDecimal(cost) ? [times(quantity, cost)] : [])));
  return { into, out, net: plus(into, out), worth };
}

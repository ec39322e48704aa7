/* The lines of a stock entry as its form reckons and shows them. */
import { compare, isZero, plus, sum } from '@/lib/money.ts';
import { isDecimal } from '@/lib/numerals.ts';
import { quantityProblem, type QuantityProblem } from '@/parts/lines/quantity.ts';
import type { VariantRow } from '@/parts/variant-picker/variant-row.ts';

export type EntryKind = 'opening' | 'adjustment';
export type LineProblem = QuantityProblem | 'zero' | 'negative' | 'short';

export interface EntryLine {
  variant: VariantRow;
  quantity: string;
}

/** A product brings all its variants: what is there of none of them is left empty, and no line of the entry. */
export const leftEmpty = (kind: EntryKind, quantity: string): boolean => kind === 'opening' && quantity.trim() === '';

/** Pieces at the place are unknown where the reader may not see them. */
export function problemOf(kind: EntryKind, { quantity, variant: { at_source: has, by_measure } }: { quantity: string; variant: Pick<VariantRow, 'at_source' | 'by_measure'> }): LineProblem | null {
  if (leftEmpty(kind, quantity)) return null;
  const problem = quantityProblem(quantity, by_measure);
  if (problem) return problem;
  if (isZero(quantity)) return 'zero';
  if (kind === 'opening') return compare(quantity, 0) < 0 ? 'negative' : null;
  return has !== null && compare(quantity, 0) < 0 && compare(plus(has, quantity), 0) < 0 ? 'short' : null;
}

export function totals(lines: readonly Pick<EntryLine, 'quantity'>[]) {
  const read = lines.map(({ quantity }) => quantity).filter(isDecimal);
  const [into, out] = [sum(read.filter((quantity) => !quantity.startsWith('-'))), sum(read.filter((quantity) => quantity.startsWith('-')))];
  return { into, out, net: plus(into, out) };
}

/* A stock entry while it is composed: each variant once, what was scanned last on top, quantities as they are typed. */
import { compare, isZero, minus, plus, sum } from '@/lib/money.ts';
import { isDecimal } from '@/lib/numerals.ts';
import { grow, type DocumentForm, type FormLine, type Touched } from '@/parts/document/form.ts';
import type { FormRules } from '@/parts/document/use-document-form.ts';
import { quantityProblem, type QuantityProblem } from '@/parts/lines/quantity.ts';
import type { VariantRow } from '@/parts/variant-picker/variant-row.ts';

export type EntryKind = 'opening' | 'adjustment';
export type LineProblem = QuantityProblem | 'zero' | 'negative' | 'short';

export interface EntryHead {
  kind: EntryKind;
  branchId: string;
  point: string;
  reason: string;
  note: string;
}

export type EntryForm = DocumentForm<EntryHead, 'quantity'>;
export type QuantityLine = FormLine<'quantity'>;

export interface EntryLine {
  variant: VariantRow;
  quantity: string;
}

export const lineOf = (variantId: string, quantity: string): QuantityLine => ({ variantId, figures: { quantity } });

// Where and why is soon chosen anew: only lines and words are worth keeping.
export const rules: FormRules<EntryHead, 'quantity', Pick<EntryHead, 'note'>, VariantRow, EntryLine> = {
  flat: ({ note }) => ({ note }),
  headOf: ({ note }, mine) => ({ ...mine, note }),
  rowOf: ({ figures }, variant) => ({ variant, quantity: figures.quantity }),
  grow: growOnTop,
};

/** A variant that is there already gets the quantity on top; new ones stand at the head, where the eye is. */
export function growOnTop(lines: readonly QuantityLine[], picked: readonly QuantityLine[]): { lines: QuantityLine[]; touched: Touched[] } {
  const there = new Set(lines.map((line) => line.variantId));
  const grown = grow(lines, picked);
  return { lines: [...grown.lines.filter((line) => !there.has(line.variantId)).reverse(), ...grown.lines.filter((line) => there.has(line.variantId))], touched: grown.touched.reverse() };
}

/** What was written while an entry was on its way: lines that are new, and the rest of those that grew. */
export function writtenSince(sent: readonly QuantityLine[], now: readonly QuantityLine[]): QuantityLine[] {
  const before = new Map(sent.map((line) => [line.variantId, line.figures.quantity]));
  return now.flatMap((line) => {
    const [was, is] = [before.get(line.variantId), line.figures.quantity];
    if (was === undefined) return [line];
    return was === is || !isDecimal(is) ? [] : [lineOf(line.variantId, minus(is, was))];
  });
}

/** A product brings all its variants: what is there of none of them is left empty, and no line of the entry. */
export const leftEmpty = (kind: EntryKind, quantity: string): boolean => kind === 'opening' && quantity.trim() === '';

/** Pieces at the place are unknown where the reader may not see them. */
export function problemOf(kind: EntryKind, { quantity, variant: { at_source: has } }: { quantity: string; variant: Pick<VariantRow, 'at_source'> }): LineProblem | null {
  if (leftEmpty(kind, quantity)) return null;
  const problem = quantityProblem(quantity);
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

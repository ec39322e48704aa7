/* A stock entry while it is composed: each variant once, what was scanned last on top, quantities as they are typed. */
import { minus } from '@/lib/money.ts';
import { isDecimal } from '@/lib/numerals.ts';
import { grow, type DocumentForm, type FormLine, type Touched } from '@/parts/document/form.ts';
import type { FormRules } from '@/parts/document/use-document-form.ts';
import type { VariantRow } from '@/parts/variant-picker/variant-row.ts';

export type EntryKind = 'opening' | 'adjustment';
export type LineProblem = 'missing' | 'not_a_number' | 'zero' | 'negative' | 'too_precise' | 'short';

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

/** has: pieces at the place now; unknown where the reader may not see them. */
export function problemOf(kind: EntryKind, quantity: string, has: number | null): LineProblem | null {
  if (quantity === '') return 'missing';
  const amount = Number(quantity);
  if (!Number.isFinite(amount)) return 'not_a_number';
  if (amount === 0) return 'zero';
  if (Math.abs(amount * 1000 - Math.round(amount * 1000)) > 1e-6) return 'too_precise';
  if (kind === 'opening') return amount < 0 ? 'negative' : null;
  return has !== null && amount < 0 && has + amount < 0 ? 'short' : null;
}

export function totals(lines: readonly Pick<EntryLine, 'quantity'>[]) {
  let into = 0;
  let out = 0;
  for (const { quantity } of lines) {
    const thousandths = Math.round(Number(quantity || '0') * 1000);
    if (!Number.isFinite(thousandths)) continue;
    if (thousandths > 0) into += thousandths;
    else out -= thousandths;
  }
  return { into: into / 1000, out: out / 1000, net: (into - out) / 1000 };
}

/* A stock entry while it is composed: each variant once, what was scanned last on top, quantities as they are typed. */
import { minus } from '@/lib/money.ts';
import { isDecimal } from '@/lib/numerals.ts';
import { addOrIncrement, type DocumentForm, type FormLine, type Touched } from '@/parts/document/form.ts';
import type { FormRules } from '@/parts/document/use-document-form.ts';
import type { VariantPlaces, VariantRow } from '@/parts/variant-picker/variant-row.ts';
import type { EntryKind, EntryLine } from './lines.ts';

export interface EntryHead {
  kind: EntryKind;
  branchId: string;
  point: string;
  reason: string;
  note: string;
}

export type EntryFigure = 'quantity' | 'cost';
export type EntryForm = DocumentForm<EntryHead, EntryFigure>;
export type EntryFormLine = FormLine<EntryFigure>;

/** Where its goods are put in or taken out, as variants are asked for. */
export const placesOf = ({ branchId, point }: EntryHead): VariantPlaces => ({
  ...(branchId ? { source_branch_id: branchId } : {}),
  ...(point ? { source_stock_point_id: point } : {}),
});

export const lineOf = (variantId: string, quantity: string, cost = ''): EntryFormLine => ({ variantId, figures: { quantity, cost } });

// Where and why is soon chosen anew: only lines and words are worth keeping.
export const rules: FormRules<EntryHead, EntryFigure, Pick<EntryHead, 'note'>, VariantRow, EntryLine> = {
  flat: ({ note }) => ({ note }),
  headOf: ({ note }, mine) => ({ ...mine, note }),
  rowOf: ({ figures }, variant) => ({ variant, ...figures }),
  addOrIncrement: growOnTop,
};

/** A variant that is there already gets the quantity on top, and what it cost where nothing was said of it; new ones stand at the head, where the
    eye is, and those of a list in its order. */
export function growOnTop(
  lines: readonly EntryFormLine[],
  picked: readonly EntryFormLine[],
): { lines: EntryFormLine[]; touched: Touched[] } {
  const there = new Set(lines.map((line) => line.variantId));
  const grown = addOrIncrement(lines, picked);
  const said = new Map(picked.map(({ variantId, figures: { cost } }) => [variantId, cost]));
  const costed = grown.lines.map((line) =>
    line.figures.cost === '' && said.get(line.variantId)
      ? { ...line, figures: { ...line.figures, cost: said.get(line.variantId)! } }
      : line,
  );
  return {
    lines: [...costed.filter((line) => !there.has(line.variantId)), ...costed.filter((line) => there.has(line.variantId))],
    touched: grown.touched,
  };
}

/** What was written while an entry was on its way: lines that are new, and the rest of those that grew. */
export function writtenSince(sent: readonly EntryFormLine[], now: readonly EntryFormLine[]): EntryFormLine[] {
  const before = new Map(sent.map((line) => [line.variantId, line.figures.quantity]));
  return now.flatMap((line) => {
    const [was, is] = [before.get(line.variantId), line.figures.quantity];
    if (was === undefined) return [line];
    return was === is || !isDecimal(is) ? [] : [{ ...line, figures: { ...line.figures, quantity: minus(is, was) } }];
  });
}

/* A stock entry in its form: each variant once, the last scanned on top, with quantities as typed. */
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

/** The place of the entry as an argument for fetching variants. */
export const placesOf = ({ branchId, point }: EntryHead): VariantPlaces => ({
  ...(branchId ? { source_branch_id: branchId } : {}),
  ...(point ? { source_stock_point_id: point } : {}),
});

export const lineOf = (variantId: string, quantity: string, cost = ''): EntryFormLine => ({ variantId, figures: { quantity, cost } });

// Only lines and notes count as unsaved changes; the place and the reason are quickly chosen again.
export const rules: FormRules<EntryHead, EntryFigure, Pick<EntryHead, 'note'>, VariantRow, EntryLine> = {
  flat: ({ note }) => ({ note }),
  headOf: ({ note }, mine) => ({ ...mine, note }),
  rowOf: ({ figures }, variant) => ({ variant, ...figures }),
  addOrIncrement: growOnTop,
};

/** Adds quantities to existing lines, and the cost where they have none. New lines are added at the top, in the order of `picked`. */
export function growOnTop(
  lines: readonly EntryFormLine[],
  picked: readonly EntryFormLine[],
): { lines: EntryFormLine[]; touched: Touched[] } {
  const existing = new Set(lines.map((line) => line.variantId));
  const grown = addOrIncrement(lines, picked);
  const costs = new Map(picked.map(({ variantId, figures: { cost } }) => [variantId, cost]));
  const costed = grown.lines.map((line) =>
    line.figures.cost === '' && costs.get(line.variantId)
      ? { ...line, figures: { ...line.figures, cost: costs.get(line.variantId)! } }
      : line,
  );
  return {
    lines: [...costed.filter((line) => !existing.has(line.variantId)), ...costed.filter((line) => existing.has(line.variantId))],
    touched: grown.touched,
  };
}

/** What was entered while an entry was being sent: new lines, and the quantities that others have grown by. */
export function writtenSince(sent: readonly EntryFormLine[], now: readonly EntryFormLine[]): EntryFormLine[] {
  const before = new Map(sent.map((line) => [line.variantId, line.figures.quantity]));
  return now.flatMap((line) => {
    const [was, quantity] = [before.get(line.variantId), line.figures.quantity];
    if (was === undefined) return [line];
    return was === quantity || !isDecimal(quantity) ? [] : [{ ...line, figures: { ...line.figures, quantity: minus(quantity, was) } }];
  });
}

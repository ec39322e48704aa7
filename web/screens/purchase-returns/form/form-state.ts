/* A return to a supplier in its form: each variant once, with quantities as typed. */
import { addOrIncrement, type DocumentForm, type FormLine } from '@/parts/document/form.ts';
import type { FormRules } from '@/parts/document/use-document-form.ts';
import type { VariantPlaces, VariantRow } from '@/parts/variant-picker/variant-row.ts';
import type { ReturnLine } from './lines.ts';

export interface ReturnHead {
  supplierId: string;
  branchId: string;
  point: string;
  /** The receipt whose goods are shown; empty: none. */
  receiptId: string;
  reason: string;
  reference: string;
  note: string;
}

/** cost: of a piece, where no receipt tells it; empty: the average. */
export type ReturnFigure = 'quantity' | 'cost';
export type ReturnForm = DocumentForm<ReturnHead, ReturnFigure>;

/** The place that the goods leave, as an argument for fetching variants. */
export const placesOf = ({ branchId, point }: Pick<ReturnHead, 'branchId' | 'point'>): VariantPlaces => ({
  ...(branchId ? { source_branch_id: branchId } : {}),
  ...(point ? { source_stock_point_id: point } : {}),
});

export const lineOf = (variantId: string, quantity: string): FormLine<ReturnFigure> => ({ variantId, figures: { quantity, cost: '' } });

// Supplier and place are quickly chosen again, so they are no unsaved changes.
export const rules: FormRules<ReturnHead, ReturnFigure, Pick<ReturnHead, 'reference' | 'note'>, VariantRow, ReturnLine> = {
  flat: ({ reference, note }) => ({ reference, note }),
  headOf: ({ reference, note }, mine) => ({ ...mine, reference, note }),
  rowOf: ({ figures }, variant) => ({ variant, ...figures }),
  addOrIncrement,
};

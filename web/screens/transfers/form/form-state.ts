/* A transfer in its form. */
import type { DocumentForm, FormLine } from '@/parts/document/form.ts';
import type { FormRules } from '@/parts/document/use-document-form.ts';
import type { VariantRow } from '@/parts/variant-picker/variant-row.ts';
import type { Line } from './lines.ts';
import { modeOf, type Mode, type TransferEnds } from './places.ts';

export interface TransferHead {
  mode: Mode;
  ends: TransferEnds;
  shipping: string;
  notes: string;
}

export type TransferForm = DocumentForm<TransferHead, 'quantity'>;
export type TransferLine = FormLine<'quantity'>;

export const lineOf = (variantId: string, quantity: string | number): TransferLine => ({
  variantId,
  figures: { quantity: String(quantity) },
});

const flat = ({ ends: { from, to }, shipping, notes }: TransferHead) => ({
  from: from.branchId,
  fromPoint: from.stockPointId,
  to: to.branchId,
  toPoint: to.stockPointId,
  shipping: String(Number(shipping || '0')),
  notes: notes.trim(),
});

export const rules: FormRules<TransferHead, 'quantity', ReturnType<typeof flat>, VariantRow, Line<VariantRow>> = {
  flat,
  headOf: ({ from, fromPoint, to, toPoint, shipping, notes }, mine) => {
    const ends = { from: { branchId: from, stockPointId: fromPoint }, to: { branchId: to, stockPointId: toPoint } };
    return { mode: modeOf(ends, mine.mode), ends: ends, shipping, notes };
  },
  rowOf: ({ figures }, variant) => ({ variant, quantity: figures.quantity }),
};

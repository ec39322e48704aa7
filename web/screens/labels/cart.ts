/* The cart of labels: each variant once, with its number of copies as typed. No React. */
import { AppError } from '@/db/errors.ts';
import type { LabelLine, TemplateOptions } from '@/db/labels.ts';
import { appendMissing, type DocumentForm, type FormLine } from '@/parts/document/form.ts';
import type { FormRules } from '@/parts/document/use-document-form.ts';
import type { ShownVariant } from '@/parts/variant-picker/variant-row.ts';

/** A line that was just scanned has no label price yet. */
export type LabelGoods = ShownVariant & Partial<Pick<LabelLine, 'price' | 'old_price'>>;

export interface CartHead {
  options: TemplateOptions;
}

export type Cart = DocumentForm<CartHead, 'quantity'>;
export type CartLine = { variant: LabelGoods; copies: string };

export const maxCopies = 1_000;
export const lineOf = (variantId: string, copies: string | number): FormLine<'quantity'> => ({
  variantId,
  figures: { quantity: String(copies) },
});

export const rules: FormRules<CartHead, 'quantity', TemplateOptions & Record<string, unknown>, LabelGoods, CartLine> = {
  flat: ({ options }) => ({ ...options }),
  headOf: (flat) => ({ options: flat }),
  rowOf: ({ figures }, variant) => ({ variant, copies: figures.quantity }),
};

export type CopiesProblem = 'least' | 'most' | 'whole';

export function problemOf(copies: string): CopiesProblem | null {
  if (!/^-?\d+$/.test(copies)) return copies === '' ? 'least' : 'whole';
  return Number(copies) < 1 ? 'least' : Number(copies) > maxCopies ? 'most' : null;
}

export const labelsIn = (lines: readonly { copies: string }[]): number =>
  lines.reduce((sum, { copies }) => sum + (problemOf(copies) ? 0 : Number(copies)), 0);

/** One label per piece, and `spare` percent more; a fraction of a piece gets a label too. */
export const copiesFor = (pieces: number, spare: number): number =>
  Math.min(Math.max(1, Math.ceil((pieces * (100 + spare)) / 100 - 1e-9)), maxCopies);

/** The fresh lines that already exist, which stay unchanged. Throws lines_over_limit if the cart cannot hold all lines. */
export function refusedTwice(lines: readonly FormLine<'quantity'>[], fresh: readonly FormLine<'quantity'>[], most: number): string[] {
  if (appendMissing(lines, fresh).length > most) throw new AppError('lines_over_limit', { values: { max: most } });
  const existing = new Set(lines.map(({ variantId }) => variantId));
  return fresh.flatMap(({ variantId }) => (existing.has(variantId) ? [variantId] : []));
}

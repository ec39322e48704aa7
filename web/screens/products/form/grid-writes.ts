// What a typed or pasted cell of the variant grid does to the variants.

import { canonicalCode } from '@/lib/canonical-code.ts';
import { addVariant, changeVariants, repeatedCodes, variantAt, type VariantChange, type VariantDraft } from './variant-set.ts';

export type GridMode = 'price' | 'barcode' | 'sku';

export interface GridWrite {
  color: string | null;
  size: string | null;
  /** As the sheet has read it; empty clears. */
  text: string;
}

/** A cell without a variant gets one, when something is written into it. */
export function writeCells(
  variants: readonly VariantDraft[],
  writes: readonly GridWrite[],
  mode: GridMode,
  basePrice: string,
  makeId: () => string,
): VariantDraft[] {
  let after = [...variants];
  const changes: VariantChange[] = [];
  for (const { color, size, text } of writes) {
    if (text !== '') after = addVariant(after, color, size, makeId);
    const variant = variantAt(after, color, size);
    if (!variant) continue;
    // The product's own price is no exception: it follows when that one changes.
    if (mode === 'price') changes.push({ id: variant.id, price: text !== '' && Number(text) === Number(basePrice || 'NaN') ? '' : text });
    else changes.push({ id: variant.id, [mode]: text });
  }
  return changeVariants(after, changes);
}

/** EAN-13's last digit follows from the others: weights 3 and 1 from the right (GS1 General Specifications 7.9). */
export function isSoundBarcode(barcode: string): boolean {
  if (!/^\d{13}$/.test(barcode)) return true;
  const sum = [...barcode.slice(0, 12)].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return (10 - (sum % 10)) % 10 === Number(barcode[12]);
}

export type CodeProblem = 'repeated' | 'checkDigit';

/** Problems by variant, for the field that is shown. */
export function codeProblems(variants: readonly VariantDraft[], field: 'sku' | 'barcode'): Map<string, CodeProblem> {
  const repeated = repeatedCodes(variants, field);
  const problems = new Map<string, CodeProblem>();
  for (const variant of variants) {
    const code = variant[field];
    if (repeated.has(canonicalCode(code))) problems.set(variant.id, 'repeated');
    else if (field === 'barcode' && !isSoundBarcode(code)) problems.set(variant.id, 'checkDigit');
  }
  return problems;
}

export function firstWrongCode(variants: readonly VariantDraft[]) {
  for (const field of ['barcode', 'sku'] as const) {
    const [first] = codeProblems(variants, field);
    const variant = first && variants.find(({ id }) => id === first[0]);
    if (variant) return { field, code: variant[field], problem: first[1] };
  }
  return undefined;
}

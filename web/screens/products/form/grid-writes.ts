// Applies typed or pasted cells of the variant grid to the variants.

import { canonicalCode } from '@/lib/canonical-code.ts';
import { addVariant, changeVariants, repeatedCodes, variantAt, type VariantChange, type VariantDraft } from './variant-set.ts';

export type GridMode = 'price' | 'barcode' | 'sku';

export interface GridWrite {
  color: string | null;
  size: string | null;
  /** The text as parsed by the sheet; empty clears the field. */
  text: string;
}

/** Writing into a cell without a variant creates one. */
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
    // A price equal to the product's is not stored, so that it follows when the product's price changes.
    if (mode === 'price') changes.push({ id: variant.id, price: text !== '' && Number(text) === Number(basePrice || 'NaN') ? '' : text });
    else changes.push({ id: variant.id, [mode]: text });
  }
  return changeVariants(after, changes);
}

/** Checks the last digit of an EAN-13: weights 3 and 1 from the right (GS1 General Specifications 7.9). */
export function isSoundBarcode(barcode: string): boolean {
  if (!/^\d{13}$/.test(barcode)) return true;
  const sum = [...barcode.slice(0, 12)].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return (10 - (sum % 10)) % 10 === Number(barcode[12]);
}

export type CodeProblem = 'repeated' | 'checkDigit';

/** Problems of the shown field, by variant. */
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

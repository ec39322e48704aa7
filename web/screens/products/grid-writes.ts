// What a typed or pasted cell of the variant grid does to the variants.

import { toLatinDigits } from '@/lib/numerals.ts';
import { addVariant, changeVariants, repeatedCodes, variantAt, type VariantChange, type VariantDraft } from './variant-set.ts';

export type GridMode = 'price' | 'barcode' | 'sku';

export interface GridWrite {
  color: string | null;
  size: string | null;
  text: string;
}

export interface Reading {
  /** The plain decimal of a typed price, or null where it is none. */
  readPrice: (text: string) => string | null;
  basePrice: string;
  makeId: () => string;
}

/* What a sheet makes of a long code in a narrow column; the digits it dropped are gone. */
const scientific = /^\d(\.\d+)?e\+?\d+$/i;

export function readCode(text: string): string | null {
  const code = toLatinDigits(text).trim();
  if (code === '') return '';
  const sound = [...code].length <= 64 && !scientific.test(code) && ![...code].some((sign) => sign < ' ' || sign === '\u007f');
  return sound ? code : null;
}

/** A cell without a variant gets one, when something is written into it. Refused texts leave their cell as it was. */
export function writeCells(
  variants: readonly VariantDraft[],
  writes: readonly GridWrite[],
  mode: GridMode,
  { readPrice, basePrice, makeId }: Reading,
): { variants: VariantDraft[]; refused: string[] } {
  let after = [...variants];
  const changes: VariantChange[] = [];
  const refused: string[] = [];
  for (const { color, size, text } of writes) {
    const value = text === '' ? '' : mode === 'price' ? readPrice(text) : readCode(text);
    if (value === null) {
      refused.push(text);
      continue;
    }
    if (text !== '') after = addVariant(after, color, size, makeId);
    const variant = variantAt(after, color, size);
    if (!variant) continue;
    // The product's own price is no exception: it follows when that one changes.
    if (mode === 'price') changes.push({ id: variant.id, price: value !== '' && Number(value) === Number(basePrice || 'NaN') ? '' : value });
    else changes.push({ id: variant.id, [mode]: value });
  }
  return { variants: changeVariants(after, changes), refused };
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
    if (repeated.has(code)) problems.set(variant.id, 'repeated');
    else if (field === 'barcode' && !isSoundBarcode(code)) problems.set(variant.id, 'checkDigit');
  }
  return problems;
}

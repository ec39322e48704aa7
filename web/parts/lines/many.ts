import { addQuantities } from '@/parts/document/form.ts';
import { compare, minus } from '@/lib/money.ts';
import { isDecimal } from '@/lib/numerals.ts';

/** A code has more digits than any quantity should: one that a slow scanner typed must not pass for pieces. */
const USUAL_PIECES = '999999';

const piecesOf = (quantity: string) => quantity.replace('-', '');

export const isMany = (quantity: string): boolean => isDecimal(quantity) && compare(piecesOf(quantity), USUAL_PIECES) > 0;

/** The largest of quantities that are more than usual; null where none is. */
export function mostOf(quantities: readonly string[]): string | null {
  const [first, ...others] = quantities.filter(isMany);
  return first === undefined ? null : others.reduce((most, one) => (compare(piecesOf(one), piecesOf(most)) > 0 ? one : most), first);
}

/** What a quantity is put back to, once another than its field has made it value of what stood there. A piece that is scanned onto what may be a
    code is one more of what was there before it. */
export function backAfter(back: string, stood: string, value: string): string {
  if (value === stood || value === back) return back;
  return isMany(stood) && isMany(value) ? addQuantities(back, minus(value, stood)) : value;
}

import { addQuantities } from '@/parts/document/form.ts';
import { compare, minus } from '@/lib/money.ts';
import { isDecimal } from '@/lib/numerals.ts';

/** Anything larger needs confirmation: it may be a barcode that a slow scanner typed into a quantity. */
const USUAL_PIECES = '999999';

const piecesOf = (quantity: string) => quantity.replace('-', '');

export const isMany = (quantity: string): boolean => isDecimal(quantity) && compare(piecesOf(quantity), USUAL_PIECES) > 0;

/** The largest of the unusually large quantities, or null. */
export function maxOf(quantities: readonly string[]): string | null {
  const [first, ...others] = quantities.filter(isMany);
  return first === undefined ? null : others.reduce((most, one) => (compare(piecesOf(one), piecesOf(most)) > 0 ? one : most), first);
}

/** The quantity to reset to after something other than typing changed it from `stood` to `value`. If a scan added a piece to what may
    be a code, the piece is added to the quantity before the code. */
export function backAfter(back: string, stood: string, value: string): string {
  if (value === stood || value === back) return back;
  return isMany(stood) && isMany(value) ? addQuantities(back, minus(value, stood)) : value;
}

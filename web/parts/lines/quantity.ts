import { compare } from '@/lib/money.ts';
import { decimalsOf, isDecimal } from '@/lib/numerals.ts';

const QUANTITY_DECIMALS = 3;
/** What the database takes of one variant; a barcode typed into a figure is more. */
const MOST_PIECES = '1000000000';

export type QuantityProblem = 'missing' | 'not_a_number' | 'too_precise' | 'too_large';

/** Whether a figure can be pieces, as the database keeps them. */
export function quantityProblem(figure: string): QuantityProblem | null {
  if (figure === '') return 'missing';
  if (!isDecimal(figure)) return 'not_a_number';
  if (compare(figure.replace('-', ''), MOST_PIECES) > 0) return 'too_large';
  return decimalsOf(figure) > QUANTITY_DECIMALS ? 'too_precise' : null;
}

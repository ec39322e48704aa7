import { compare } from '@/lib/money.ts';
import { decimalsOf, isDecimal } from '@/lib/numerals.ts';

const QUANTITY_DECIMALS = 3;
/** The database's limit for one variant. */
const MAX_PIECES = '1000000000';

export type QuantityProblem = 'missing' | 'not_a_number' | 'too_precise' | 'not_whole' | 'too_large';

/** The reason why a text cannot be a quantity, or null. The rule on whole pieces is also in private.require_whole_pieces. */
export function quantityProblem(figure: string, byMeasure: boolean): QuantityProblem | null {
  if (figure === '') return 'missing';
  if (!isDecimal(figure)) return 'not_a_number';
  if (compare(figure.replace('-', ''), MAX_PIECES) > 0) return 'too_large';
  const decimals = decimalsOf(figure);
  if (decimals > QUANTITY_DECIMALS) return 'too_precise';
  return decimals > 0 && !byMeasure ? 'not_whole' : null;
}

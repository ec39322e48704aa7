import { decimalsOf, isDecimal } from '@/lib/numerals.ts';

const QUANTITY_DECIMALS = 3;

export type QuantityProblem = 'missing' | 'not_a_number' | 'too_precise';

/** Whether a figure can be pieces, as the database keeps them. */
export function quantityProblem(figure: string): QuantityProblem | null {
  if (figure === '') return 'missing';
  if (!isDecimal(figure)) return 'not_a_number';
  return decimalsOf(figure) > QUANTITY_DECIMALS ? 'too_precise' : null;
}

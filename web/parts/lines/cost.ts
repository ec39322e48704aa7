import { formatMoney } from '@/lib/money.ts';
import { decimalsOf, formatNumber, isDecimal } from '@/lib/numerals.ts';

const COST_DECIMALS = 4;

export type CostProblem = 'not_a_number' | 'too_precise' | 'negative';

/** Whether a figure can be what a piece costs, as the database keeps it. */
export function costProblem(text: string): CostProblem | null {
  if (!isDecimal(text)) return 'not_a_number';
  return decimalsOf(text) > COST_DECIMALS ? 'too_precise' : text.startsWith('-') ? 'negative' : null;
}

/** A cost may be finer than the currency. */
export const costText = (decimal: string): string =>
  (decimal.split('.')[1] ?? '').length > 2 ? formatNumber(decimal, { max: COST_DECIMALS }) : formatMoney(decimal);

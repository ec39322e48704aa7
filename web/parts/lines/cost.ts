import type { PlainKey } from '@/i18n/keys.ts';
import { formatMoney } from '@/lib/money.ts';
import { decimalsOf, formatNumber, isAmount, isDecimal } from '@/lib/numerals.ts';

const COST_DECIMALS = 4;

export type CostProblem = 'not_a_number' | 'too_large' | 'too_precise' | 'negative';

export const costProblemKeys = {
  not_a_number: 'lines.problem.not_a_number',
  negative: 'purchases.cart.problem.cost_negative',
  too_large: 'errors.out_of_range',
  too_precise: 'purchases.cart.problem.cost_too_precise',
} as const satisfies Record<CostProblem, PlainKey>;

/** Why a text is not a valid unit cost, or null. */
export function costProblem(text: string): CostProblem | null {
  if (!isDecimal(text)) return 'not_a_number';
  if (text.startsWith('-')) return 'negative';
  if (!isAmount(text)) return 'too_large';
  return decimalsOf(text) > COST_DECIMALS ? 'too_precise' : null;
}

/** A cost may have more decimals than the currency. */
export const formatCost = (decimal: string): string =>
  (decimal.split('.')[1] ?? '').length > 2 ? formatNumber(decimal, { max: COST_DECIMALS }) : formatMoney(decimal);

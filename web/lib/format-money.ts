// The formatting of amounts, separate from their arithmetic, which a list does not need.
import { formatNumber } from './numerals.ts';
import { settings } from './settings.ts';

/** Without the currency, which is in the column's head. Decimal text is rounded as text, half away from zero. */
export function formatMoney(value: string | number): string {
  return formatNumber(value, { min: settings().decimals, max: settings().decimals });
}

// How amounts are shown. Apart from their arithmetic, which a list does not need.
import { formatNumber, numberParts } from './numerals.ts';
import { settings } from './settings.ts';

const precision = () => ({ min: settings().decimals, max: settings().decimals });

/** Without the currency: it stands once in the column's head. Decimal text is rounded as text, half away from zero. */
export function formatMoney(value: string | number): string {
  return formatNumber(value, precision());
}

export function moneyParts(value: string | number): { whole: string; fraction: string } {
  return numberParts(value, precision());
}

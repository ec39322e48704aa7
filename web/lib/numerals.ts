import { invisibleMarks, latinDigits } from '@functions/_shared/numbers.ts';
import { settings } from './settings.ts';

/** A code for storing and lookup, however it was typed, scanned or copied. */
export function readCode(text: string): string {
  return latinDigits(text).replace(invisibleMarks, '').trim();
}

/** Whether the text has the form that readDecimal returns. */
export const isDecimal = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);
/** Not negative, and within the database's type `money`. */
export const isAmount = (text: string): boolean => /^\d{1,10}(\.\d+)?$/.test(text);

/** The number of significant decimals: 1 for 1.50. */
export const decimalsOf = (decimal: string): number => (decimal.split('.')[1] ?? '').replace(/0+$/, '').length;

export interface Precision {
  min?: number;
  max?: number;
}

const formatters = new Map<string, Intl.NumberFormat>();

// The digits are the business's, not the language's: Arabic users usually see 1,204.
const locale = () => (settings().digits === 'arab' ? 'ar-EG-u-nu-arab' : 'en-u-nu-latn');

function formatter(precision: Precision): Intl.NumberFormat {
  const min = precision.min ?? 0;
  const max = Math.max(min, precision.max ?? Math.max(min, 3));
  const key = `${locale()} ${min} ${max}`;
  const cached = formatters.get(key);
  if (cached) return cached;
  // Zero has no minus, even as a rounded negative.
  const created = new Intl.NumberFormat(locale(), {
    minimumFractionDigits: min,
    maximumFractionDigits: max,
    roundingMode: 'halfExpand',
    signDisplay: 'negative',
  });
  formatters.set(key, created);
  return created;
}

/** A number without separators of thousands. */
export const formatPlain = (decimal: string): string =>
  plainMinus(new Intl.NumberFormat(locale(), { useGrouping: false, maximumFractionDigits: 3 }).format(asIntl(decimal)));

/** A number within a text: four digits, such as years, are not grouped. */
export const formatFigure = (digits: string): string => new Intl.NumberFormat(locale(), { useGrouping: 'min2' }).format(Number(digits));

// Decimals are passed as text, because a number loses digits beyond the 15th.
const asIntl = (value: string | number | bigint) => value as `${number}`;

/** Uses the font's minus sign and removes the direction marks that Intl adds in Arabic: `.n` isolates the number anyway. */
const plainMinus = (text: string) => text.replace(invisibleMarks, '').replace('-', '−');

export function formatNumber(value: string | number | bigint, precision: Precision = {}): string {
  return plainMinus(formatter(precision).format(asIntl(value)));
}

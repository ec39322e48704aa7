import { settings } from './settings.ts';

const arabicDecimal = '٫';
const spaces = /[\s\u00a0\u2009\u202f]/g;
// Invisible marks that keyboards, spreadsheets and this app's own texts put around numbers in right-to-left text.
const invisible = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Converts Arabic-Indic and Persian digits to Latin ones. */
export function toLatinDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf));
}

/** A code for storing and lookup, however it was typed, scanned or copied. */
export function readCode(text: string): string {
  return toLatinDigits(text).replace(invisible, '').trim();
}

/**
 * Reads a number as people type it, in either script, into canonical decimal text: `١٬٢٥٠٫٥` → `1250.5`.
 * Nothing typed or nothing readable is null. Never goes through floating point.
 */
export function readDecimal(typed: string): string | null {
  let text = toLatinDigits(typed)
    .replace(invisible, '')
    .replace(spaces, '')
    .replace(/[−–]/g, '-')
    .replaceAll('٬', ',')
    .replaceAll('،', ',');
  if (text.includes(arabicDecimal)) {
    // With an Arabic decimal mark, commas and dots can only be group separators.
    if (!/^[-+]?\d{1,3}([,.]?\d{3})*٫\d*$/.test(text) && !/^[-+]?\d*٫\d*$/.test(text)) return null;
    text = text.replace(/[,.]/g, '').replace(arabicDecimal, '.');
  } else if (/^[-+]?\d{1,3}(,\d{3})+(\.\d*)?$/.test(text)) {
    text = text.replaceAll(',', '');
  } else if (/^[-+]?\d*,\d*$/.test(text)) {
    // A single comma that does not group thousands is a decimal comma.
    text = text.replace(',', '.');
  }
  const match = /^([-+]?)(\d*)(?:\.(\d*))?$/.exec(text);
  if (!match) return null;
  const [, sign = '', integerPart = '', fraction = ''] = match;
  if (integerPart === '' && fraction === '') return null;
  const digits = integerPart.replace(/^0+(?=\d)/, '') || '0';
  const value = fraction === '' ? digits : `${digits}.${fraction}`;
  return sign === '-' && /[1-9]/.test(value) ? `-${value}` : value;
}

/** "5%" → 5; null for anything but a percentage. */
export function readPercent(typed: string): string | null {
  const [, number] = /^(.+)[%٪]$/.exec(typed.trim()) ?? [];
  const read = number === undefined ? null : readDecimal(number);
  return read?.startsWith('-') ? null : read;
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

/** A number within a text: four digits, such as years, are not grouped. */
export const formatFigure = (digits: string): string => new Intl.NumberFormat(locale(), { useGrouping: 'min2' }).format(Number(digits));

// Decimals are passed as text, because a number loses digits beyond the 15th.
const asIntl = (value: string | number | bigint) => value as `${number}`;

/** Uses the font's minus sign and removes the direction marks that Intl adds in Arabic: `.n` isolates the number anyway. */
const plainMinus = (text: string) => text.replace(invisible, '').replace('-', '−');

export function formatNumber(value: string | number | bigint, precision: Precision = {}): string {
  return plainMinus(formatter(precision).format(asIntl(value)));
}

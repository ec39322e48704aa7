import { settings } from './settings.ts';

const arabicDecimal = '٫';
const spaces = /[\s\u00a0\u2009\u202f]/g;
// Marks that keyboards, spreadsheets and this app's own sentences leave around figures in right-to-left text.
const invisible = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Arabic-Indic and Persian digits become Latin ones; nothing else changes. */
export function toLatinDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf));
}

/** A code as it is kept and looked up, however it was typed, scanned or copied. */
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
    // With an Arabic decimal mark every comma and dot can only group.
    if (!/^[-+]?\d{1,3}([,.]?\d{3})*٫\d*$/.test(text) && !/^[-+]?\d*٫\d*$/.test(text)) return null;
    text = text.replace(/[,.]/g, '').replace(arabicDecimal, '.');
  } else if (/^[-+]?\d{1,3}(,\d{3})+(\.\d*)?$/.test(text)) {
    text = text.replaceAll(',', '');
  } else if (/^[-+]?\d*,\d*$/.test(text)) {
    // One comma that does not group thousands is a decimal comma.
    text = text.replace(',', '.');
  }
  const match = /^([-+]?)(\d*)(?:\.(\d*))?$/.exec(text);
  if (!match) return null;
  const [, sign = '', whole = '', fraction = ''] = match;
  if (whole === '' && fraction === '') return null;
  const digits = whole.replace(/^0+(?=\d)/, '') || '0';
  const value = fraction === '' ? digits : `${digits}.${fraction}`;
  return sign === '-' && /[1-9]/.test(value) ? `-${value}` : value;
}

/** "5%" is 5; what is no percentage is null. */
export function readPercent(typed: string): string | null {
  const [, number] = /^(.+)[%٪]$/.exec(typed.trim()) ?? [];
  const read = number === undefined ? null : readDecimal(number);
  return read?.startsWith('-') ? null : read;
}

/** As readDecimal writes it. */
export const isDecimal = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);
/** Not below zero, and no more than the database's type `money` holds. */
export const isAmount = (text: string): boolean => /^\d{1,10}(\.\d+)?$/.test(text);

/** Decimals that say something: those of 1.50 are one. */
export const decimalsOf = (decimal: string): number => (decimal.split('.')[1] ?? '').replace(/0+$/, '').length;

export interface Precision {
  min?: number;
  max?: number;
}

const formatters = new Map<string, Intl.NumberFormat>();

// The digits are the business's, not the language's: an Arabic reader usually sees 1,204.
const locale = () => (settings().digits === 'arab' ? 'ar-EG-u-nu-arab' : 'en-u-nu-latn');

function formatter(precision: Precision): Intl.NumberFormat {
  const min = precision.min ?? 0;
  const max = Math.max(min, precision.max ?? Math.max(min, 3));
  const key = `${locale()} ${min} ${max}`;
  const known = formatters.get(key);
  if (known) return known;
  // Nothing has no minus, also when it is what is left of a difference.
  const made = new Intl.NumberFormat(locale(), {
    minimumFractionDigits: min,
    maximumFractionDigits: max,
    roundingMode: 'halfExpand',
    signDisplay: 'negative',
  });
  formatters.set(key, made);
  return made;
}

/** A figure that a text has in it: a year is not grouped. */
export const formatFigure = (digits: string): string => new Intl.NumberFormat(locale(), { useGrouping: 'min2' }).format(Number(digits));

// Decimal text goes in as text: a number with 15 digits would already have lost one.
const asIntl = (value: string | number | bigint) => value as `${number}`;

/** The minus of the font, without the direction marks that Intl adds for Arabic: `.n` isolates the figure anyway. */
const plainMinus = (text: string) => text.replace(invisible, '').replace('-', '−');

export function formatNumber(value: string | number | bigint, precision: Precision = {}): string {
  return plainMinus(formatter(precision).format(asIntl(value)));
}

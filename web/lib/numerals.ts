/* Digits as people type them. Arabic-Indic (٠١٢) and Persian (۰۱۲) digits are the same numbers as 012; ٫ is the decimal point,
   ٬ and , group thousands, and − or a trailing-free hyphen is minus. */

const DIGITS = /[٠-٩۰-۹]/g;

/** Every Arabic-Indic digit as its Latin one; the rest untouched. */
export const latinDigits = (text: string): string => text.replace(DIGITS, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf));

/** A typed number as a plain decimal ("1234.5"), or null when it is none. Grouping must stand where groups stand. */
export function readDecimal(typed: string): string | null {
  const text = latinDigits(typed)
    .replace(/[\u200e\u200f\u061c\s\u00a0\u202f]/g, '')
    .replace(/[−–]/g, '-')
    .replace(/٫/g, '.')
    .replace(/٬/g, ',')
    .replace(/،/g, ',');
  if (/^[-+]?\d{1,3}(,\d{3})+(\.\d*)?$/.test(text) || /^[-+]?(\d+\.?\d*|\.\d+)$/.test(text)) {
    const plain = text.replace(/[,+]/g, '');
    const sign = plain.startsWith('-') ? '-' : '';
    const [whole = '', part = ''] = plain.replace('-', '').split('.');
    const digits = whole.replace(/^0+(?=\d)/, '') || '0';
    return `${sign}${digits}${part === '' ? '' : `.${part}`}`;
  }
  // A single comma that cannot group ("12,5") is a decimal comma.
  if (/^[-+]?\d+,\d{1,2}$/.test(text)) return readDecimal(text.replace(',', '.'));
  return null;
}

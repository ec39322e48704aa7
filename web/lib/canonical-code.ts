import { invisibleMarks, latinDigits } from '@functions/_shared/numbers.ts';

// The rules of private.canonical_code in the database, which explains them: codes equal there must be equal here.
const blank = '[\\u0001-\\u0020\\u007f\\u00a0\\u2000-\\u200a\\u202f\\u3000]';
const blanksBehind = new RegExp(`${blank}+$`);
const blanksInFront = new RegExp(`^${blank}+`);
const identifiers = new RegExp(`^(?:${blank}|\\][A-Za-z][0-9A-Za-z])+`);
const spacedDigits = /^\d+(?:[ \u00a0\u2000-\u2015\u202f\u2212-]+\d+)+$/;
const elementString = /^01(\d{14})(?:$|\u001d|1[1235-7]\d{6}|(?:10|2[12]|24[01]|3[07])[^]|20\d{2}|3[1-6]\d{8}|39[0-4]\d)/;

/** The form in which codes are compared, however they were typed, scanned or changed by a spreadsheet. */
export function canonicalCode(text: string): string {
  // A shortcut for most codes, because a counter caches a hundred thousand.
  if (/^[0-9A-Za-z._/-]*[A-Za-z][0-9A-Za-z._/-]*$/.test(text) && (text.length < 16 || !text.startsWith('01'))) return text.toUpperCase();
  const shown = latinDigits(text).replace(invisibleMarks, '').replace(blanksBehind, '');
  const [front = ''] = identifiers.exec(shown) ?? [];
  const bare = front.length < shown.length ? shown.slice(front.length) : shown.replace(blanksInFront, '');
  const code = bare.toUpperCase().replace(/^(\d+)\.0$/, '$1');
  const digits = spacedDigits.test(code) ? code.replace(/\D/g, '') : code;
  const gtin =
    (/\](?:C1|d2|Q3|e0)/.test(front) ? /^01(\d{14})/.exec(digits)?.[1] : undefined) ??
    /^\(01\) ?(\d{14})/.exec(digits)?.[1] ??
    elementString.exec(digits)?.[1] ??
    (/^\d{12,14}$/.test(digits) || /^\d{8}$/.test(code) ? digits : undefined);
  return gtin !== undefined && hasCheckDigit(gtin) ? gtin.padStart(14, '0') : code;
}

/** The weights alternate between 1 and 3, starting at the check digit (GS1 General Specifications 7.9). */
const hasCheckDigit = (gtin: string): boolean =>
  [...gtin].reverse().reduce((sum, digit, index) => sum + Number(digit) * (index % 2 === 0 ? 1 : 3), 0) % 10 === 0;

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

/** The zeros that a UPC-E leaves out of a UPC-A, by its last digit but one (GS1 General Specifications 5.2.2.4.2). */
const upcForms = [
  [/^(.)(..)(...)([012])(.)$/, '$1$2$40000$3$5', /^(.)(..)([012])0000(...)(.)$/, '$1$2$4$3$5'],
  [/^(.)(...)(..)3(.)$/, '$1$200000$3$4', /^(.)(..[3-9])00000(..)(.)$/, '$1$2$33$4'],
  [/^(.)(....)(.)4(.)$/, '$1$200000$3$4', /^(.)(...[1-9])00000(.)(.)$/, '$1$2$34$4'],
  [/^(.)(.....)([5-9])(.)$/, '$1$20000$3$4', /^(.)(....[1-9])0000([5-9])(.)$/, '$1$2$3$4'],
] as const;

/** The other canonical form of a UPC-E: one scanner sends its eight digits, another the UPC-A that they stand for. Eight digits may also be
    an EAN-8, another article; so it is never the same code, only one to look for if the code itself is not found. The rules of
    private.other_upc_form in the database. */
export function otherUpcForm(canonical: string): string | null {
  const [short] = /(?<=^(?:0{6})?)[01]\d{7}$/.exec(canonical) ?? [];
  if (short) {
    const [pattern, digits] = upcForms.find(([of]) => of.test(short))!;
    const long = short.replace(pattern, digits);
    if (hasCheckDigit(long)) return `00${long}`;
  }
  const [long] = /(?<=^00)[01]\d{11}$/.exec(canonical) ?? [];
  const form = long && hasCheckDigit(long) && upcForms.find(([, , of]) => of.test(long));
  return form ? canonicalCode(long.replace(form[2], form[3])) : null;
}

/** Finds by a code: as it is, or else in the other form of a UPC. `byKey` finds by a canonical form. */
export function findByCode<T>(code: string, byKey: (canonical: string) => T | undefined): T | undefined {
  const key = canonicalCode(code);
  const other = otherUpcForm(key);
  return byKey(key) ?? (other === null ? undefined : byKey(other));
}

/** Whether one of the codes has this canonical form. */
export const hasCode = (codes: readonly (string | null | undefined)[], key: string): boolean =>
  codes.some((code) => code && canonicalCode(code) === key);

/** The weights alternate between 1 and 3, starting at the check digit (GS1 General Specifications 7.9). */
const hasCheckDigit = (gtin: string): boolean =>
  [...gtin].reverse().reduce((sum, digit, index) => sum + Number(digit) * (index % 2 === 0 ? 1 : 3), 0) % 10 === 0;

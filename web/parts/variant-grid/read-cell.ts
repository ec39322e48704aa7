// Reads the text of a typed or pasted cell, by the grid's kind.

import { decimalsOf, readCode } from '@/lib/numerals.ts';
import { readDecimal } from '@/lib/typed-number.ts';
import { settings } from '@/lib/settings.ts';

/** money: with the currency's decimals. quantity: pieces with up to three decimals; difference: the same, may be negative. code: a SKU
    or barcode. */
export type CellKind = 'money' | 'quantity' | 'difference' | 'code';

const QUANTITY_DECIMALS = 3;
/** More than any price or stock needs, but fewer than a barcode has. */
const WHOLE_DIGITS = 10;
const CODE_LENGTH = 64;

/* Excel's display of a long code in a narrow column; the digits it dropped are lost. */
const scientific = /^\d(\.\d+)?e\+?\d+$/i;

function readAmount(text: string, decimals: number, signed: boolean): string | null {
  const plain = readDecimal(text);
  if (plain === null || (!signed && plain.startsWith('-'))) return null;
  const [whole = ''] = plain.replace('-', '').split('.');
  return whole.length > WHOLE_DIGITS || decimalsOf(plain) > decimals ? null : plain;
}

function validCode(text: string): string | null {
  const code = readCode(text);
  const isValid = [...code].length <= CODE_LENGTH && !scientific.test(code) && ![...code].some((sign) => sign < ' ' || sign === '\u007f');
  return isValid ? code : null;
}

/** The plain form for the database, from digits of both scripts; '' clears the cell, null is invalid. `whole`: whole pieces only. */
export function readCell(kind: CellKind, text: string, integer = false): string | null {
  if (text.trim() === '') return '';
  if (kind === 'code') return validCode(text);
  return readAmount(text, kind === 'money' ? settings().decimals : integer ? 0 : QUANTITY_DECIMALS, kind === 'difference');
}

// What a typed or pasted text means in a cell, by what the sheet holds.

import { decimalsOf, readCode, readDecimal } from '@/lib/numerals.ts';
import { settings } from '@/lib/settings.ts';

/** money: as fine as the currency. quantity: pieces, to the thousandth; difference: such pieces that may also go. code: text as the maker printed it. */
export type CellKind = 'money' | 'quantity' | 'difference' | 'code';

const QUANTITY_DECIMALS = 3;
/** No price and no stock has more; a barcode does. */
const WHOLE_DIGITS = 10;
const CODE_LENGTH = 64;

/* What a sheet makes of a long code in a narrow column; the digits it dropped are gone. */
const scientific = /^\d(\.\d+)?e\+?\d+$/i;

function readAmount(text: string, decimals: number, signed: boolean): string | null {
  const plain = readDecimal(text);
  if (plain === null || (!signed && plain.startsWith('-'))) return null;
  const [whole = ''] = plain.replace('-', '').split('.');
  return whole.length > WHOLE_DIGITS || decimalsOf(plain) > decimals ? null : plain;
}

function soundCode(text: string): string | null {
  const code = readCode(text);
  const sound = [...code].length <= CODE_LENGTH && !scientific.test(code) && ![...code].some((sign) => sign < ' ' || sign === '\u007f');
  return sound ? code : null;
}

/** The plain form in which the database keeps it, digits of either script read; '' clears the cell, null is refused. whole: no fractions of pieces. */
export function readCell(kind: CellKind, text: string, whole = false): string | null {
  if (text.trim() === '') return '';
  if (kind === 'code') return soundCode(text);
  return readAmount(text, kind === 'money' ? settings().decimals : whole ? 0 : QUANTITY_DECIMALS, kind === 'difference');
}

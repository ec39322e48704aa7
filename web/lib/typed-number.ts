/* Typed numbers. Apart from lib/numerals, which every page loads: only forms need to know how people write a currency. */
import { currencyWords } from '@functions/_shared/currency-words.ts';
import { readNumber } from '@functions/_shared/numbers.ts';
import { settings } from './settings.ts';

/** A typed number as plain decimal text: `١٬٢٥٠٫٥` and `LE 1,250.5` are `1250.5`. Null if nothing readable is typed. */
export const readDecimal = (typed: string): string | null => readNumber(typed.trim(), '.', currencyWords(settings().currency));

/** Whether the mark in a typed number may separate thousands or decimals: 1,250 is read as 1250, 1.250 as 1.25. */
export const isAmbiguous = (typed: string): boolean => readDecimal(typed) !== null && readNumber(typed.trim(), null) === null;

/** "5%" → 5; null for anything but a percentage. */
export function readPercent(typed: string): string | null {
  const [, number] = /^(.+)[%٪]$/.exec(typed.trim()) ?? [];
  const read = number === undefined ? null : readDecimal(number);
  return read?.startsWith('-') ? null : read;
}

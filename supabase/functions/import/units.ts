import { currenciesWithWords, currencyWords } from '../_shared/currency-words.ts';
import { bareWord } from '../_shared/numbers.ts';

/* The unit that a head names for the figures below it: Discount %, Unit cost (USD), السعر (ج.م). */

export interface Unit {
  percent: boolean;
  /** As written in the head. */
  currency: string | null;
}

const percents = /[%٪]|\b(?:percent|percentage|pct)\b|(?:^|\s)(?:نسبة|نسبه)(?=\s|$)/i;
const brackets = /\(([^()]*)\)|\[([^[\]]*)\]/g;

// Deno does not list the newest.
const codes = new Set([...Intl.supportedValuesOf('currency'), 'SLE', 'XCG', 'ZWG']);
/** Codes that are also words (“Price all”); in brackets they are codes. */
const codesThatAreWords = new Set(['ALL', 'TOP', 'CUP', 'PEN', 'MOP', 'GEL', 'BAM', 'TRY', 'XXX']);
/** Names and signs of currencies that a business may use. */
const knownNames = new Set(currenciesWithWords.flatMap((code) => [...currencyWords(code)]));

function isCurrency(word: string, bracketed: boolean): boolean {
  if (/[\p{Sc}\u20a0-\u20cf]/u.test(word)) return true;
  const upper = word.toUpperCase();
  if (codes.has(upper)) return bracketed || (word === upper && !codesThatAreWords.has(upper));
  const bare = bareWord(word);
  // Two letters without brackets are rarely a currency: “QR code”.
  return knownNames.has(bare) && (bracketed || bare === 'LE' || !/^[A-Z]{2}$/.test(bare));
}

/** The unit that a head names; bare: the head without it. */
export function unitOf(head: string): Unit & { bare: string } {
  let currency: string | null = null;
  const bare = head
    .replace(brackets, (_, round?: string, square?: string) => {
      for (const word of (round ?? square ?? '').split(/[\s,/]+/)) if (word !== '' && isCurrency(word, true)) currency ??= word;
      return ' ';
    })
    .split(/\s+/)
    .filter((word) => {
      if (!/\p{L}{2}|\p{Sc}/u.test(word) || !isCurrency(word, false)) return true;
      currency ??= word;
      return false;
    })
    .join(' ');
  return { percent: percents.test(head), currency, bare: bare.replace(new RegExp(percents, 'gi'), ' ').trim() };
}

/** The unit next to a figure: a percent sign, or a currency as written; null without one. */
export function unitBeside(text: string): string | null {
  if (/[%٪]/.test(text)) return '%';
  const word = text
    .replace(/[\d٠-٩۰-۹][\d٠-٩۰-۹٫٬،.,'’\u00a0\u202f]*|[()+\-−–]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return word !== '' && word.length <= 20 && isCurrency(word, true) ? word : null;
}

/** Whether a word is any name of the business's currency. */
export const isOwnCurrency = (word: string, code: string): boolean => word === code || currencyWords(code).has(bareWord(word));

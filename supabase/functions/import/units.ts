import { currencyWords } from './text.ts';

/* The unit that a head names for the figures below it: Discount %, Unit cost (USD), السعر (ج.م). */

export interface Unit {
  percent: boolean;
  /** As written in the head. */
  currency: string | null;
}

const percents = /[%٪]|\b(?:percent|percentage|pct)\b|(?:^|\s)(?:نسبة|نسبه)(?=\s|$)/i;
const brackets = /\(([^()]*)\)|\[([^[\]]*)\]/g;

const codes = new Set(Intl.supportedValuesOf('currency'));
/** Codes that are also words (“Price all”); in brackets they are codes. */
const codesThatAreWords = new Set(['ALL', 'TOP', 'CUP', 'PEN', 'MOP', 'GEL', 'BAM', 'TRY', 'XXX']);
const plainNames = /^(?:جنيه|ريال|درهم|دينار|ليرة|دولار|يورو|pounds?|dollars?|euros?|riyals?|dirhams?|dinars?|l\.?e\.?)$/i;
/** Names and symbols, without dots, of currencies that a business may use. */
const knownNames = new Set(
  [
    'EGP',
    'SAR',
    'AED',
    'KWD',
    'QAR',
    'BHD',
    'OMR',
    'JOD',
    'IQD',
    'LBP',
    'SYP',
    'YER',
    'LYD',
    'TND',
    'DZD',
    'MAD',
    'SDG',
    'USD',
    'EUR',
    'GBP',
    'TRY',
    'CNY',
    'INR',
  ].flatMap((code) => [...currencyWords(code)]),
);

function isCurrency(word: string, bracketed: boolean): boolean {
  if (/\p{Sc}/u.test(word) || plainNames.test(word)) return true;
  const upper = word.toUpperCase();
  if (codes.has(upper)) return bracketed || (word === upper && !codesThatAreWords.has(upper));
  return knownNames.has(upper.replace(/[\s.\u200e\u200f]/g, ''));
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
export function isOwnCurrency(word: string, code: string): boolean {
  const own = currencyWords(code);
  const bare = word.replace(/[\s.\u200e\u200f]/g, '').toUpperCase();
  if (own.has(bare) || bare === code) return true;
  if (/^LE$/.test(bare)) return code === 'EGP';
  return plainNames.test(word) && [...own].some((name) => name.includes(bare.replace(/S$/, '')));
}

/* Reads numbers as people write them, in either script: for imports, lists pasted into documents, and fields. */

/** Invisible marks that keyboards, spreadsheets and our own texts put around numbers in right-to-left text. */
export const invisibleMarks = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Arabic and Persian digits as Latin ones. */
export const latinDigits = (text: string): string => text.replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf));

export type DecimalMark = '.' | ',' | null;

/** The decimal mark of a number that can be read in only one way. */
export function decimalMarkOf(text: string): DecimalMark {
  if (!/[.,]/.test(text)) return null;
  const latin = latinDigits(text);
  if (/\d\.\d{1,2}\D*$|\d\.\d{4,}|\d{4}\.\d|,\d{3}\.|^\D*0\.\d{3}/.test(latin)) return '.';
  return /\d,\d{1,2}\D*$|\d,\d{4,}|\d{4},\d|\.\d{3},|^\D*0,\d{3}/.test(latin) ? ',' : null;
}

/** The decimal mark of a column, from those of its numbers: null if they disagree, `otherwise` if none of them reveals it. */
export function commonMark(marks: ReadonlySet<DecimalMark>, otherwise: DecimalMark): DecimalMark {
  if (marks.has('.') && marks.has(',')) return null;
  return marks.has('.') ? '.' : marks.has(',') ? ',' : otherwise;
}

/** The form in which words next to figures are compared: جنيهًا as جنيها, 'L.E.' as 'LE'. */
export const bareWord = (word: string): string =>
  word
    .replace(invisibleMarks, '')
    .replace(/[\s.\p{M}]/gu, '')
    .toUpperCase();

/* No number that a business writes is longer. */
const LONGEST = 100;
// All signs of the block of currencies, since older runtimes do not know the newest.
const wordsBefore = /^(?:[\p{L}\p{M}\p{Sc}\u20a0-\u20cf]+\.?|[\s(+-])*/u;
const wordsAfter = /[\p{L}\p{M}\p{Sc}\u20a0-\u20cf%٪.\s)-]*$/u;

/** '١٬٢٥٠٫٥٠ ج.م' or '(1,250.50)' as '1250.50' or '-1250.50': plain decimal text, with all digits; null if it is not a number or can be
    read in two ways. mark: the decimal mark of the field or column, for a number like 1,250; null if it is not known. own: the words that
    may be next to the figure, as bareWord returns them; '%' if a percent sign may. */
export function readNumber(text: string, mark: DecimalMark = '.', own?: ReadonlySet<string>): string | null {
  if (/^(?:0|[1-9]\d*)$/.test(text)) return text;
  if (text.length > LONGEST) return null;
  // '50.-' has no cents in Switzerland and Germany.
  const latin = latinDigits(text.replace(invisibleMarks, ''))
    .replace(/[−–－]/g, '-')
    .replace(/(?<=\d)[.,]-(?=\D*$)/, '');
  const before = wordsBefore.exec(latin)?.[0] ?? '';
  const after = wordsAfter.exec(latin.slice(before.length))?.[0] ?? '';
  const figure = plainFigure(latin.slice(before.length, latin.length - after.length), mark);
  const sign = signs[`${before}0${after}`.replace(/[^()+0-]/g, '')];
  if (figure === null || sign === undefined) return null;
  for (const beside of [before, after]) {
    const words = bareWord(beside.replace(/[()+-]/g, ''));
    const isPercent = /^[%٪]$/.test(words);
    if (words !== '' && !own?.has(isPercent ? '%' : words)) return null;
  }
  return /[1-9]/.test(figure) ? sign + figure : figure;
}

/* Accountants write a negative number in brackets, some programs with the minus behind. */
const signs: Readonly<Record<string, '' | '-'>> = { '0': '', '+0': '', '-0': '-', '0-': '-', '(0)': '-' };

/** Digits and marks as plain decimal text. */
function plainFigure(figure: string, mark: DecimalMark): string | null {
  const at = decimalAt(figure, mark);
  if (at === null) return null;
  const whole = figure.slice(0, at);
  const fraction = figure.slice(at + 1);
  if (!/^\d*$/.test(fraction) || whole + fraction === '') return null;
  if (!/^\d*$/.test(whole) && !/^[1-9]\d{0,2}([.,،٬'’\s])\d{3}(?:\1\d{3})*$/.test(whole)) return null;
  const digits = whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '') || '0';
  return fraction === '' ? digits : `${digits}.${fraction}`;
}

/** Where the decimal mark is; the end of the figure without one; null if that is not certain. */
function decimalAt(figure: string, mark: DecimalMark): number | null {
  const marks = [...figure.matchAll(/[.,،٫]/g)];
  const last = marks.at(-1);
  if (!last) return figure.length;
  if (last[0] === '٫') return last.index;
  const hasOtherMarks = /[.,،٫٬'’\s]/.test(figure.replaceAll(last[0], ''));
  if (marks.filter(([one]) => one === last[0]).length > 1) return figure.length;
  const mayGroup = !hasOtherMarks && last[0] !== '،' && /^[1-9]\d{0,2}.\d{3}$/.test(figure);
  return !mayGroup || mark === last[0] ? last.index : mark === null ? null : figure.length;
}

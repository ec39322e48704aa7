/* Characters that a face lacks. On paper each is replaced by what means the same, or reported before printing. */

type Shows = (letter: string) => boolean;

/** In English and in Arabic. */
const riyal = ['SAR', 'ر.س'] as const;
/** What people write for a sign that few faces have. */
const words: Readonly<Record<string, string>> = {
  '₺': 'TRY',
  '₹': 'INR',
  '₽': 'RUB',
  '₩': 'KRW',
  '₪': 'ILS',
  '₦': 'NGN',
  '₨': 'Rs',
  '₫': 'VND',
  '₱': 'PHP',
  '₴': 'UAH',
  '₸': 'KZT',
  '₼': 'AZN',
  '₾': 'GEL',
  '₿': 'BTC',
  '؋': 'AFN',
  μ: 'µ',
  '→': '->',
  '‑': '-',
};

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const isArabic = /\p{Script=Arabic}/u;
/** Marks and spaces that print nothing, and pictures, for which a lozenge is enough. */
const needsNoGlyph = /^[\p{Cc}\p{Cf}\p{DI}\p{Z}]*$/u;
const isPicture = /\p{Extended_Pictographic}|\p{RI}/u;

const lozenge = '◊';

/** One grapheme as it can be printed: itself, another spelling of the same (№ No, ﷼ ریال), or null. */
function spelled(grapheme: string, shows: Shows, text: string): string | null {
  const isShown = (spelling: string) => [...spelling].every((letter) => needsNoGlyph.test(letter) || shows(letter));
  if (isShown(grapheme)) return grapheme;
  const spellings = [grapheme === '\u20c1' ? riyal[isArabic.test(text) ? 1 : 0] : words[grapheme], grapheme.normalize('NFKC')];
  return spellings.find((spelling) => spelling !== undefined && isShown(spelling)) ?? null;
}

/** The text in characters that the face has; a lozenge for each that has no other spelling. */
export const inLetters = (text: string, shows: Shows): string =>
  // What every face has, as a shortcut for most texts.
  /^[ -~\u0621-\u064a]*$/.test(text)
    ? text
    : [...graphemes.segment(text)].map(({ segment }) => spelled(segment, shows, text) ?? lozenge).join('');

/** The first character that cannot be printed, with the text that it is in. */
export function unprintable(texts: Iterable<string>, shows: Shows): { letter: string; text: string } | null {
  for (const text of texts)
    for (const { segment } of graphemes.segment(text))
      if (!isPicture.test(segment) && spelled(segment, shows, text) === null) return { letter: segment, text };
  return null;
}

/** A text contains a character that cannot be printed. */
export class UnprintableError extends Error {
  readonly letter: string;
  readonly text: string;
  constructor({ letter, text }: { letter: string; text: string }) {
    super(`${letter} cannot be printed`);
    this.letter = letter;
    this.text = text;
  }
}

// The rules of private.normalise in the database: texts that match there must match here.
const marks = /[\u0300-\u036f\u064b-\u065f\u0670\u0640\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const letters: Record<string, string> = { ى: 'ي', ی: 'ي', ة: 'ه', ٱ: 'ا', ک: 'ك' };

/** Nothing visible: empty, or only spaces, joiners, direction marks and fillers. Same as in the domain short_name. */
export const isBlank = (text: string): boolean => !/[^\s\p{Cc}\p{DI}\u2800]/u.test(text);

/** Ignores case, accents, Arabic diacritics, tatweel, hamza carriers, ة/ه, ى/ي, Arabic-Indic digits, and the space in عبد الله and أبو
    بكر. */
export function normalise(text: string): string {
  // Decomposing first splits أ إ آ ؤ ئ into letter and mark, so that one replacement serves both scripts.
  return text
    .normalize('NFKD')
    .replace(marks, '')
    .toLowerCase()
    .replace(/[ىیةٱک]/g, (letter) => letters[letter] ?? letter)
    .replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?<![^ ])(عبد|ابو) /g, '$1');
}

/** The words to find in a normalised text. Split before normalising, so that عبد and الله are both found in عبدالله. */
export const searchWords = (text: string): string[] =>
  text
    .split(/\s+/)
    .flatMap((typed) => normalise(typed).split(' '))
    .filter(Boolean);

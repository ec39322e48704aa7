// Right-to-left letters, and marks that change the direction of what follows.
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\u061c\u200f\u202a-\u202e]/u;

/** Isolates a value within a text: a code or signed number keeps its direction in Arabic, and an Arabic name does not reorder the
    number after it in English. A value that contains isolates has no letters of its own to determine its direction (UAX 9, P2), so it
    gets the sentence's: otherwise the comma in "Zamalek, Shop floor" would be misplaced. */
export function isolated(value: unknown, language = ''): string {
  const text = String(value);
  if (/[\u2066-\u2068]/.test(text)) return `${language === 'ar' ? '\u2067' : '\u2066'}${text}\u2069`;
  return language === 'en' && !rightToLeft.test(text) ? text : `\u2068${text}\u2069`;
}

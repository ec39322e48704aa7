// Letters of such scripts, and marks that turn what follows them round.
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\u061c\u200f\u202a-\u202e]/u;

/** A code or a signed figure keeps its own direction inside Arabic words, and an Arabic name keeps to itself inside English ones: the
    figure after it would go to its other side. What is put together from isolated names shows an isolate no letter to go by (UAX 9, P2),
    and runs as the sentence does: "Zamalek, Shop floor" would stand with its comma turned round. */
export function isolated(value: unknown, language = ''): string {
  const text = String(value);
  if (/[\u2066-\u2068]/.test(text)) return `${language === 'ar' ? '\u2067' : '\u2066'}${text}\u2069`;
  return language === 'en' && !rightToLeft.test(text) ? text : `\u2068${text}\u2069`;
}

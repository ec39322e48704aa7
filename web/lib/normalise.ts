/* The search rules of the database (private.normalise), for pickers and highlights in the client.
   Both are held to supabase/tests/normalise-cases.json. */
const LETTERS: Record<string, string> = { ى: 'ي', ی: 'ي', ة: 'ه', ٱ: 'ا', ک: 'ك' };

export function normalise(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u064b-\u065f\u0670\u0640\u200c-\u200f]/g, '')
    .toLowerCase()
    .replace(/[ىیةٱک]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))
    .replace(/\s+/g, ' ')
    .trim();
}

/** The words of a search, each of which must be found. */
export const words = (text: string): string[] => normalise(text).split(' ').filter(Boolean);

import { normalise, searchWords } from '@/lib/normalise.ts';

/** A text anywhere in another: % and _ stand for themselves; * too, which PostgREST would read as %. */
export const anywhere = (text: string) =>
  `%${text
    .trim()
    .replace(/[\\%_]/g, '\\$&')
    .replaceAll('*', '_')}%`;

/* Quoted as an element of an array. */
const element = (word: string) => `"${anywhere(word).replace(/[\\"]/g, '\\$&')}"`;

/**
 * Every word must be somewhere in the text: `query.likeAllOf('search', wordPatterns(table, words))`. One filter for all words,
 * because a filter given twice on one column is not everywhere read twice. Where rows have phones, digits alone are one number,
 * whatever stands between them: the same as private.contact_patterns in the database.
 */
export function wordPatterns(table: string, words: string): string[] {
  const typed = normalise(words);
  if (!['customers', 'suppliers'].includes(table) || !/^[0-9+() ./-]+$/.test(typed) || !/\d/.test(typed))
    return searchWords(words).map(element);
  return [
    element(
      typed
        .replace(/\(0\)(?=.*\d)/, '')
        .replace(/\D/g, '')
        .replace(/^00(?=\d)/, ''),
    ),
  ];
}

import { normalise, searchWords } from '@/lib/normalise.ts';
import { AppError } from './errors.ts';

/** A text anywhere in another: % and _ stand for themselves; * too, which PostgREST would read as %. */
export const anywhere = (text: string) =>
  `%${text
    .trim()
    .replace(/[\\%_]/g, '\\$&')
    .replaceAll('*', '_')}%`;

/* As private.word_patterns refuses them: an address as long as these words would be refused on its way, without their sentence. */
const most = { max: 300, max_words: 20 };

/* Quoted as an element of an array. */
const element = (word: string) => `"${anywhere(word).replace(/[\\"]/g, '\\$&')}"`;

/**
 * Every word must be somewhere in the text: `query.likeAllOf('search', wordPatterns(table, words))`. One filter for all words,
 * because a filter given twice on one column is not everywhere read twice. Where rows have phones, digits alone are one number,
 * whatever stands between them: the same as private.contact_patterns in the database.
 */
export function wordPatterns(table: string, words: string): string[] {
  const sought = searchWords(words);
  if ([...words].length > most.max || new Set(sought).size > most.max_words) throw new AppError('search_too_long', { values: most });
  const typed = normalise(words);
  if (!['customers', 'suppliers'].includes(table) || !/^[0-9+() ./-]+$/.test(typed) || !/\d/.test(typed)) return sought.map(element);
  return [
    element(
      typed
        .replace(/\(0\)(?=.*\d)/, '')
        .replace(/\D/g, '')
        .replace(/^00(?=\d)/, ''),
    ),
  ];
}

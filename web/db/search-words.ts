import { normalise, searchWords } from '@/lib/normalise.ts';
import { AppError } from './errors.ts';

/** An ilike pattern for text anywhere in a column. % and _ are escaped; * becomes _, because PostgREST would read it as %. */
export const anywhere = (text: string) =>
  `%${text
    .trim()
    .replace(/[\\%_]/g, '\\$&')
    .replaceAll('*', '_')}%`;

/* The limits of private.word_patterns, checked here because a longer URL would be refused before it reaches the database. */
const limits = { max: 300, max_words: 20 };

/* Quoted as an array element. */
const element = (word: string) => `"${anywhere(word).replace(/[\\"]/g, '\\$&')}"`;

/** Every word must be in the text: `query.likeAllOf('search', wordPatterns(table, words))`. One filter holds all words, because a
    second filter on the same column may be ignored. In tables with phone numbers, input of digits and separators is one number, as in
    the database's private.contact_patterns. */
export function wordPatterns(table: string, words: string): string[] {
  const sought = searchWords(words);
  if ([...words].length > limits.max || new Set(sought).size > limits.max_words) throw new AppError('search_too_long', { values: limits });
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

import { normalise } from '@/lib/normalise.ts';

/* % and _ stand for themselves; * too, which PostgREST would read as %. Then the word is quoted as an element of an array. */
const element = (word: string) => `"%${word.replace(/[\\%_]/g, '\\$&').replaceAll('*', '_').replace(/[\\"]/g, '\\$&')}%"`;

/**
 * Every word must be somewhere in the text: `query.likeAllOf('search', wordPatterns(words))`. One filter for all words,
 * because a filter given twice on one column is not everywhere read twice.
 */
export function wordPatterns(words: string): string[] {
  return normalise(words).split(' ').filter(Boolean).map(element);
}

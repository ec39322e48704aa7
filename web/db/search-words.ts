import { normalise } from '@/lib/normalise.ts';

/** A text anywhere in another: % and _ stand for themselves; * too, which PostgREST would read as %. */
export const anywhere = (text: string) => `%${text.trim().replace(/[\\%_]/g, '\\$&').replaceAll('*', '_')}%`;

/* Quoted as an element of an array. */
const element = (word: string) => `"${anywhere(word).replace(/[\\"]/g, '\\$&')}"`;

/**
 * Every word must be somewhere in the text: `query.likeAllOf('search', wordPatterns(words))`. One filter for all words,
 * because a filter given twice on one column is not everywhere read twice.
 */
export function wordPatterns(words: string): string[] {
  return normalise(words).split(' ').filter(Boolean).map(element);
}

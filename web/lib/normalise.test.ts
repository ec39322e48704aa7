import { expect, it } from 'vitest';
import cases from '../../supabase/tests/normalise-cases.json' with { type: 'json' };
import { normalise, searchWords } from './normalise.ts';

// The database's function is tested with the same cases.
it.each(cases as [string, string][])('%j is searched as %j', (text, sought) => expect(normalise(text)).toBe(sought));

it.each(['عبد الله', 'عبدالله', 'الله عبد', 'عبد ال', 'عَبد  رحمن', 'أبو بكر', 'ابوبكر'])(
  '%j is found in a name that contains it',
  (typed) => {
    for (const name of ['محمد عبد الله أبو بكر عبد الرحمن', 'محمد عبدالله ابوبكر عبدالرحمن']) {
      expect(searchWords(typed).filter((word) => !normalise(name).includes(word))).toEqual([]);
    }
  },
);

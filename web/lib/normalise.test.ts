import { expect, it } from 'vitest';
import cases from '../../supabase/tests/normalise-cases.json' with { type: 'json' };
import { normalise } from './normalise.ts';

// The database's own function is held to the same cases.
it.each(cases as [string, string][])('%j is sought as %j', (text, sought) => expect(normalise(text)).toBe(sought));

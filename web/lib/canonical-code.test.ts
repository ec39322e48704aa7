import { expect, it } from 'vitest';
import cases from '../../supabase/tests/canonical-code-cases.json' with { type: 'json' };
import { canonicalCode } from './canonical-code.ts';

// The database's own function is held to the same cases.
it.each(cases as [string, string][])('%j is compared as %j', (text, code) => expect(canonicalCode(text)).toBe(code));

it.each((cases as [string, string][]).flat())('%j in its canonical form is in it already', (text) =>
  expect(canonicalCode(canonicalCode(text))).toBe(canonicalCode(text)),
);

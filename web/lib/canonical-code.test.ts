import { expect, it } from 'vitest';
import cases from '../../supabase/tests/canonical-code-cases.json' with { type: 'json' };
import { canonicalCode } from './canonical-code.ts';

// The database's function is tested with the same cases.
it.each(cases as [string, string][])('%j is compared as %j', (text, code) => expect(canonicalCode(text)).toBe(code));

it.each((cases as [string, string][]).flat())('canonicalizing %j twice changes nothing more', (text) =>
  expect(canonicalCode(canonicalCode(text))).toBe(canonicalCode(text)),
);

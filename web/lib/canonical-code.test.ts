import { expect, it } from 'vitest';
import cases from '../../supabase/tests/canonical-code-cases.json' with { type: 'json' };
import upcPairs from '../../supabase/tests/upc-pairs.json' with { type: 'json' };
import { canonicalCode, findByCode, otherUpcForm } from './canonical-code.ts';

// The database's function is tested with the same cases.
it.each(cases as [string, string][])('%j is compared as %j', (text, code) => expect(canonicalCode(text)).toBe(code));

it.each((cases as [string, string][]).flat())('canonicalizing %j twice changes nothing more', (text) =>
  expect(canonicalCode(canonicalCode(text))).toBe(canonicalCode(text)),
);

it.each(upcPairs as [string, string][])('%s and %s stand for each other', (short, long) => {
  expect(otherUpcForm(canonicalCode(short))).toBe(canonicalCode(long));
  expect(otherUpcForm(canonicalCode(long))).toBe(canonicalCode(short));
});

it('other codes have no other form', () => {
  // A wrong check digit, no room for the zeros of a UPC-E, a number system that has none, an EAN-13, an EAN-8.
  for (const code of ['01234564', '012345678905', '36000291452', '036000291452', '6221234567013', '96385074', '00012345000066'])
    expect(otherUpcForm(canonicalCode(code)), code).toBeNull();
});

it('a code is looked for as it is before its other form', () => {
  const found = (code: string, ...kept: string[]) => findByCode(code, (key) => kept.find((one) => canonicalCode(one) === key));
  // As a camera reports a UPC-E, and as a hand scanner sends it.
  expect(found('0012345000065', '01234565')).toBe('01234565');
  expect(found('01234565', '012345000065')).toBe('012345000065');
  expect(found('01234565', '012345000065', '01234565')).toBe('01234565');
  expect(found('01234565', '6221234567013')).toBeUndefined();
});

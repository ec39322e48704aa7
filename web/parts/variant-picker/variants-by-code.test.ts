import { expect, it } from 'vitest';
import type { VariantRow } from './variant-row.ts';
import { variantsByCode } from './variants-by-code.ts';

const row = (variant_id: string, sku: string, barcode: string) => ({ variant_id, sku, barcode }) as VariantRow;
const of = variantsByCode([
  row('tissues', '1001', '036000291452'),
  row('tee', 'TS-001', '6221234567013'),
  row('taker', '6221234567013', 'X-1'),
]);
const meant = (...codes: string[]) => codes.map((code) => of(code)?.variant_id);

it('finds the variants of a pasted list by other spellings of their codes', () => {
  expect(meant('1001.0', '0036000291452', '١٠٠١')).toEqual(['tissues', 'tissues', 'tissues']);
  expect(meant('ts-001', '6 221234 567013', ']C1010622123456701310LOT7')).toEqual(['tee', 'tee', 'tee']);
});

it('does not match a carton code, another check digit or extra leading zeros', () =>
  expect(meant('16221234567010', '6221234567014', '01001')).toEqual([undefined, undefined, undefined]));

it('prefers a barcode to a SKU', () => expect(meant('6221234567013')).toEqual(['tee']));

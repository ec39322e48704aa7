import { canonicalCode } from '@/lib/canonical-code.ts';
import type { VariantRow } from './variant-row.ts';

/** Which of these variants a code means, be it a SKU or a barcode and however it is spelt; a barcode comes before a SKU. */
export function variantsByCode(rows: readonly VariantRow[]): (code: string) => VariantRow | undefined {
  const found = new Map([
    ...rows.map((row) => [canonicalCode(row.sku), row] as const),
    ...rows.map((row) => [canonicalCode(row.barcode), row] as const),
  ]);
  return (code) => found.get(canonicalCode(code));
}

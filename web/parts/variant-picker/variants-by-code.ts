import { canonicalCode, findByCode } from '@/lib/canonical-code.ts';
import type { VariantRow } from './variant-row.ts';

/** Finds a variant by SKU or barcode in any spelling; barcodes take precedence. */
export function variantsByCode(rows: readonly VariantRow[]): (code: string) => VariantRow | undefined {
  const found = new Map([
    ...rows.map((row) => [canonicalCode(row.sku), row] as const),
    ...rows.map((row) => [canonicalCode(row.barcode), row] as const),
  ]);
  return (code) => findByCode(code, (key) => found.get(key));
}

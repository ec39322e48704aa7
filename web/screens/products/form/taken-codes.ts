import type { TFunction } from 'i18next';
import { canonicalCode } from '@/lib/canonical-code.ts';
import { lineName } from '@/parts/variant-name.ts';
import { fetchVariants } from '@/parts/variant-picker/variant-row.ts';
import type { VariantDraft } from './variant-set.ts';

/** Finds codes that belong to other products, with messages that name them. Keyed by `barcode:<variant id>:<code>`, so that a corrected
    code has no message. */
export async function takenCodes(variants: readonly VariantDraft[], field: 'barcode' | 'sku', t: TFunction): Promise<Map<string, string>> {
  const mine = new Set(variants.map((variant) => variant.id));
  const codes = variants.map((variant) => variant[field]).filter(Boolean);
  const owners = new Map(
    (await fetchVariants({ codes })).filter((row) => !mine.has(row.variant_id)).map((row) => [canonicalCode(row[field]), row]),
  );
  const taken = new Map<string, string>();
  for (const variant of variants) {
    const owner = owners.get(canonicalCode(variant[field]));
    if (!owner) continue;
    taken.set(
      `${field}:${variant.id}:${variant[field]}`,
      t(field === 'barcode' ? 'products.errors.barcodeTaken' : 'products.errors.skuTaken', {
        code: variant[field],
        product: lineName(owner),
      }),
    );
  }
  return taken;
}

// The list under the scanner field: a product with several variants has an entry for all of them, followed by each; or only each.

import type { VariantRow } from './variant-row.ts';

export type Found = { kind: 'product'; variants: VariantRow[] } | { kind: 'variant'; variants: [VariantRow] };

export function foundList(rows: readonly VariantRow[], single = false): Found[] {
  const products = new Map<string, VariantRow[]>();
  for (const row of rows) products.set(row.product_id, [...(products.get(row.product_id) ?? []), row]);
  return [...products.values()].flatMap((variants): Found[] => [
    ...(variants.length > 1 && !single ? [{ kind: 'product' as const, variants }] : []),
    ...variants.map((variant) => ({ kind: 'variant' as const, variants: [variant] as [VariantRow] })),
  ]);
}

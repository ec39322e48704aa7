import { rpc } from '@/db/calls.ts';
import type { ProductRow } from '@/db/products.ts';
import { nameOf } from '@/i18n/name-of.ts';
import type { SearchHit } from '@/kit/screen.ts';
import { fetchVariants } from '@/parts/variant-picker/variant-row.ts';

const MOST = 8;
const hrefOf = (id: string) => `/inventory/products/edit/${id}`;

/** By name or code; a whole barcode or SKU names its variant's product, and is said so that a scan opens it at once. */
export async function findProducts(words: string, signal: AbortSignal): Promise<SearchHit[]> {
  const [products, scanned] = await Promise.all([
    rpc<'product_list', ProductRow[]>('product_list', { words, page_size: MOST }, signal),
    words.includes(' ') ? [] : fetchVariants({ codes: [words], size: 1 }, signal),
  ]);
  const [exact] = scanned;
  const hits = products.map((row): SearchHit => ({ href: hrefOf(row.id), label: nameOf(row), hint: row.designer_id ?? row.first_sku }));
  if (!exact) return hits;
  const hit: SearchHit = { href: hrefOf(exact.product_id), label: nameOf({ name: exact.product_name, name_ar: exact.product_name_ar }), hint: exact.sku, code: words };
  return [hit, ...hits.filter((one) => one.href !== hit.href)];
}

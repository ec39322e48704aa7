import i18next from 'i18next';
import { rpc } from '@/db/calls.ts';
import type { PurchaseRow } from '@/db/purchases.ts';
import { nameOf } from '@/i18n/name-of.ts';
import type { SearchHit } from '@/kit/screen.ts';
import { formatDate } from '@/lib/dates.ts';

const MOST = 6;

/** By number, supplier or what was ordered, newest first. */
export async function findPurchases(words: string, signal: AbortSignal): Promise<SearchHit[]> {
  const rows = await rpc<'purchase_list', PurchaseRow[]>('purchase_list', { words, page_size: MOST }, signal);
  return rows.map((row) => ({
    href: `/purchase/orders/${row.id}`,
    label: row.number,
    hint: i18next.t('purchases.paletteHint', { supplier: nameOf({ name: row.supplier, name_ar: row.supplier_ar }), on: formatDate(row.ordered_on) }),
    code: row.number,
  }));
}

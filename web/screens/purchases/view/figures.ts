import type { TFunction } from 'i18next';
import type { PurchaseDetail, PurchaseItem } from '@/db/purchases.ts';
import { nameIn } from '@/i18n/name-of.ts';
import { plus, sum } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { addUp } from '@/lib/pieces.ts';
import type { DocumentTotals } from '@/parts/document/totals.ts';

export const outstandingOf = ({ quantity, received, closed }: Pick<PurchaseItem, 'quantity' | 'received' | 'closed'>): number =>
  addUp([quantity, -received, -closed]);

/** What an order comes to, for who may see its amounts; `paid` where something is or can be. */
export function totalsOf(
  t: TFunction,
  { order, items }: Pick<PurchaseDetail, 'order' | 'items'>,
  { subtotal, tax, total, paid }: NonNullable<PurchaseDetail['amounts']>,
  showPaid: boolean,
): DocumentTotals {
  const discount = sum(items.map((item) => item.discount ?? 0));
  const taxLabel = order.tax_rate
    ? t('document.rate', { name: nameIn(order, 'tax_rate'), percent: formatNumber(order.tax_percentage ?? 0) })
    : t('document.totals.tax');
  return { subtotal: plus(subtotal, discount), discount, tax, taxLabel, total, paid: showPaid ? paid : null };
}

import type { TFunction } from 'i18next';
import type { PurchaseDetail, PurchaseItem } from '@/db/purchases.ts';
import { nameIn } from '@/i18n/name-of.ts';
import { plus, sum } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { addUp } from '@/lib/pieces.ts';
import type { DocumentTotals } from '@/parts/document/totals.ts';

export const outstandingOf = ({ quantity, received, closed }: Pick<PurchaseItem, 'quantity' | 'received' | 'closed'>): number =>
  addUp([quantity, -received, -closed]);

/** The totals of an order, for users who may see amounts; `paid` is shown where a payment exists or is possible. */
export function totalsOf(
  t: TFunction,
  { order, items }: Pick<PurchaseDetail, 'order' | 'items'>,
  { subtotal, tax, total, paid }: NonNullable<PurchaseDetail['amounts']>,
  showPaid: boolean,
): DocumentTotals {
  const discount = sum(items.map((item) => item.discount ?? 0));
  const label = order.tax_rate
    ? t('document.rate', { name: nameIn(order, 'tax_rate'), percent: formatNumber(order.tax_percentage ?? 0) })
    : t('document.totals.tax');
  return { subtotal: plus(subtotal, discount), discount, taxes: [{ label, amount: tax }], total, paid: showPaid ? paid : null };
}

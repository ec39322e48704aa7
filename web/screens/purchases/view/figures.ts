import type { TFunction } from 'i18next';
import type { PurchaseDetail, PurchaseItem } from '@/db/purchases.ts';
import { plus, sum } from '@/lib/money.ts';
import { addUp } from '@/lib/pieces.ts';
import { taxRows, type DocumentTotals } from '@/parts/document/totals.ts';

export const outstandingOf = ({ quantity, received, closed }: Pick<PurchaseItem, 'quantity' | 'received' | 'closed'>): number =>
  addUp([quantity, -received, -closed]);

/** The totals of an order, for users who may see amounts; `paid` is shown where a payment exists or is possible. */
export function totalsOf(
  t: TFunction,
  { order, items }: Pick<PurchaseDetail, 'order' | 'items'>,
  { subtotal, charge_lines, tax, taxes, total, paid }: NonNullable<PurchaseDetail['amounts']>,
  showPaid: boolean,
): DocumentTotals {
  if (order.is_opening) return { subtotal: null, discount: 0, taxes: [], total, paid: showPaid ? paid : null };
  const hasRates = order.tax_by_product || order.tax_rate_id !== null;
  const discount = sum(items.map((item) => item.discount ?? 0));
  return {
    subtotal: plus(subtotal, discount),
    discount,
    charges: [...Map.groupBy(charge_lines, ({ kind }) => kind)].map(([kind, some]) => ({
      label: t(`purchases.charges.kind.${kind}`),
      amount: sum(some.map(({ amount }) => amount)),
    })),
    taxes: hasRates ? taxRows(t, taxes) : [{ label: t('document.totals.tax'), amount: tax }],
    total,
    paid: showPaid ? paid : null,
  };
}

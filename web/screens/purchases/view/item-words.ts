import type { TFunction } from 'i18next';
import type { PurchaseDetail, PurchaseItem } from '@/db/purchases.ts';
import { nameIn } from '@/i18n/name-of.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { addUp } from '@/lib/pieces.ts';

export const outstandingOf = ({ quantity, received, closed }: Pick<PurchaseItem, 'quantity' | 'received' | 'closed'>): number => addUp([quantity, -received, -closed]);

/** "VAT 14%" */
export const taxLabel = (t: TFunction, order: PurchaseDetail['order']): string =>
  order.tax_rate ? t('purchases.form.rate', { name: nameIn(order, 'tax_rate'), percent: formatNumber(order.tax_percentage ?? 0) }) : t('purchases.totals.tax');

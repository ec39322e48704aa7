/* Calculations for a sale's page and printed documents. */
import type { TFunction } from 'i18next';
import type { SaleDetail, SaleItem } from '@/db/sales.ts';
import { nameIn } from '@/i18n/name-of.ts';
import { minus, roundMoney, sum, times } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import type { DocumentTotals } from '@/parts/document/totals.ts';

export const discountOf = ({ discount, document_discount }: Pick<SaleItem, 'discount' | 'document_discount'>): string =>
  sum([discount, document_discount]);

/** The cost of a line; null where unknown or not permitted. */
export const costOf = ({ quantity, unit_cost }: Pick<SaleItem, 'quantity' | 'unit_cost'>): string | null =>
  unit_cost === null ? null : times(quantity, unit_cost);

/** A line's total minus its tax and cost. */
export function marginOf(item: Pick<SaleItem, 'quantity' | 'unit_cost' | 'total' | 'tax'>): string | null {
  const cost = costOf(item);
  return cost === null ? null : roundMoney(minus(minus(item.total, item.tax), cost));
}

type TotalsSource = Pick<
  SaleDetail['sale'],
  'status' | 'subtotal' | 'discount' | 'tax' | 'tax_included' | 'tax_percentage' | 'total' | 'paid' | 'tax_rate' | 'tax_rate_ar'
>;

/** Tax on top of and included in prices are separate, because one document can contain both: a returned line keeps the tax rule
    of the sale it returns. */
export function totalsOf(t: TFunction, sale: TotalsSource): DocumentTotals {
  const { subtotal, discount, tax, tax_included: taxIncluded, tax_percentage: percentage, total } = sale;
  const taxLabel =
    sale.tax_rate && percentage !== null
      ? t('document.rate', { name: nameIn(sale, 'tax_rate'), percent: formatNumber(percentage) })
      : t('document.totals.tax');
  return {
    subtotal,
    discount,
    tax: minus(tax, taxIncluded),
    taxIncluded,
    taxLabel,
    total,
    paid: sale.status === 'voided' ? null : sale.paid,
  };
}

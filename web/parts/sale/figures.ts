/* What a sale's page works out of its lines. */
import type { TFunction } from 'i18next';
import type { SaleDetail, SaleItem } from '@/db/sales.ts';
import { nameIn } from '@/i18n/name-of.ts';
import { minus, roundMoney, sum, times } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import type { DocumentTotals } from '@/parts/document/totals.ts';

export const discountOf = ({ discount, document_discount }: Pick<SaleItem, 'discount' | 'document_discount'>): string => sum([discount, document_discount]);

/** What the pieces of a line cost; null where that is not known, or not for the reader. */
export const costOf = ({ quantity, unit_cost }: Pick<SaleItem, 'quantity' | 'unit_cost'>): string | null => (unit_cost === null ? null : times(quantity, unit_cost));

/** What is left of a line's total without its tax and its cost. */
export function marginOf(item: Pick<SaleItem, 'quantity' | 'unit_cost' | 'total' | 'tax'>): string | null {
  const cost = costOf(item);
  return cost === null ? null : roundMoney(minus(minus(item.total, item.tax), cost));
}

interface Summed {
  sale: Pick<SaleDetail['sale'], 'status' | 'subtotal' | 'discount' | 'total' | 'paid' | 'tax_rate' | 'tax_rate_ar'>;
  items: readonly Pick<SaleItem, 'tax' | 'tax_included' | 'tax_percentage'>[];
}

/** Tax on top of prices and tax within them are told apart: what comes back of a sale has the way of its own day. */
export function totalsOf(t: TFunction, { sale, items }: Summed): DocumentTotals {
  const taxOf = (included: boolean) => sum(items.filter((item) => item.tax_included === included).map((item) => item.tax));
  const percents = [...new Set(items.map((item) => item.tax_percentage))];
  const [percent] = percents;
  const taxLabel = sale.tax_rate && percents.length === 1 && percent !== undefined ? t('document.rate', { name: nameIn(sale, 'tax_rate'), percent: formatNumber(percent) }) : t('document.totals.tax');
  return { subtotal: sale.subtotal, discount: sale.discount, tax: taxOf(false), taxIncluded: taxOf(true), taxLabel, total: sale.total, paid: sale.status === 'voided' ? null : sale.paid };
}

/** The sales that goods come back of here, each once. */
export const returnsOf = (items: readonly Pick<SaleItem, 'returns_sale_id' | 'returns_number'>[]): { id: string; number: string }[] =>
  [...new Map(items.flatMap(({ returns_sale_id: id, returns_number: number }) => (id && number ? [[id, { id, number }] as const] : []))).values()];

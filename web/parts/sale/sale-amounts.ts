/* Calculations for a sale's page and printed documents. */
import type { TFunction } from 'i18next';
import type { Named } from '@/db/plain-rows.ts';
import type { DocumentTax } from '@/db/documents.ts';
import type { SaleDetail, SaleItem } from '@/db/sales.ts';
import { minus, roundMoney, sum, times, type Amount } from '@/lib/money.ts';
import { taxRows, type DocumentTotals } from '@/parts/document/totals.ts';

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

interface TaxedLine {
  tax_rate_id: string | null;
  tax_percentage: number;
  tax_included: boolean;
  tax: Amount;
  total: Amount;
}

/** The taxes of lines by rate, in their order, as `sale_detail` answers them. */
export function taxesOf(lines: readonly TaxedLine[], rates: readonly Named[]): DocumentTax[] {
  const groups = Map.groupBy(lines, (line) => [line.tax_rate_id, Number(line.tax_percentage), line.tax_included].join());
  return [...groups.values()].map((group) => {
    const { tax_rate_id, tax_percentage, tax_included } = group[0]!;
    const rate = rates.find(({ id }) => id === tax_rate_id);
    const [tax, total] = [sum(group.map((line) => line.tax)), sum(group.map((line) => line.total))];
    return {
      tax_rate_id,
      tax_rate: rate?.name ?? null,
      tax_rate_ar: rate?.name_ar ?? null,
      percentage: Number(tax_percentage),
      included: tax_included,
      net: minus(total, tax),
      tax,
    };
  });
}

type TotalsSource = Pick<SaleDetail['sale'], 'type' | 'status' | 'subtotal' | 'discount' | 'taxes' | 'total' | 'paid'>;

export const totalsOf = (t: TFunction, { type, status, subtotal, discount, taxes, total, paid }: TotalsSource): DocumentTotals => ({
  subtotal: type === 'opening' ? null : subtotal,
  discount,
  taxes: taxRows(t, taxes),
  total,
  paid: status === 'voided' ? null : paid,
});

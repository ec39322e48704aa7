import type { TFunction } from 'i18next';
import { currencyWord } from '@/lib/currency.ts';
import { formatMoney, isZero, minus, type Amount } from '@/lib/money.ts';

export interface DocumentTotals {
  /** Before discounts. */
  subtotal: Amount;
  discount: Amount;
  /** Tax on top of the prices. */
  tax: Amount;
  /** The tax's name, also for included tax: "VAT 14%". */
  taxLabel: string;
  /** Tax included in the prices. */
  taxIncluded?: Amount;
  total: Amount;
  /** Null where no payment is expected. */
  paid: Amount | null;
}

interface TotalRow {
  label: string;
  value: string;
}

/** The rows from the subtotal down to the amount left to pay, for screen and paper. */
export function totalRows(
  t: TFunction,
  { subtotal, discount, tax, taxLabel, taxIncluded = 0, total, paid }: DocumentTotals,
): { above: TotalRow[]; total: TotalRow; below: TotalRow[] } {
  const row = (label: string, value: Amount): TotalRow => ({ label, value: formatMoney(value) });
  const included = isZero(taxIncluded) ? [] : [row(t('document.totals.included', { tax: taxLabel }), taxIncluded)];
  return {
    above: [
      row(t('document.totals.subtotal'), subtotal),
      ...(isZero(discount) ? [] : [row(t('document.totals.discount'), minus(0, discount))]),
      // No row for tax on top if all tax is included.
      ...(isZero(tax) && included.length > 0 ? [] : [row(taxLabel, tax)]),
    ],
    total: row(t('document.totals.total', { currency: currencyWord() }), total),
    below: [
      ...included,
      ...(paid === null ? [] : [row(t('document.totals.paid'), minus(0, paid)), row(t('document.totals.remaining'), minus(total, paid))]),
    ],
  };
}

/** The rows for paper. The last, `final`, is the amount left to pay, or the total where no payment is expected. */
export function paperTotals(t: TFunction, totals: DocumentTotals): (TotalRow & { final?: boolean })[] {
  const { above, total, below } = totalRows(t, totals);
  return totals.paid === null
    ? [...above, ...below, { ...total, final: true }]
    : [...above, total, ...below.slice(0, -1), ...below.slice(-1).map((row) => ({ ...row, final: true }))];
}

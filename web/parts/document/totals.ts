import type { TFunction } from 'i18next';
import type { DocumentTax } from '@/db/documents.ts';
import { nameIn } from '@/i18n/name-of.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatMoney, isZero, minus, type Amount } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';

export interface DocumentTotals {
  /** Before discounts. Null without goods: there is only a total then. */
  subtotal: Amount | null;
  discount: Amount;
  /** Freight, customs and other charges, on top of the goods. */
  charges?: readonly { label: string; amount: Amount }[];
  /** By rate: on top of the prices, or included in them. */
  taxes: readonly { label: string; amount: Amount; included?: boolean }[];
  total: Amount;
  /** Null where no payment is expected. */
  paid: Amount | null;
}

/** A tax with its net amount: "VAT 15% on 86.96". Lines without a rate have no row. A returned line keeps the rate and rule of the
    sale it returns, so tax may be included in some lines and on top of others. */
export const taxRows = (t: TFunction, taxes: readonly DocumentTax[]): DocumentTotals['taxes'] =>
  taxes
    .filter(({ tax_rate_id }) => tax_rate_id !== null)
    .map((tax) => ({
      label: t('document.rateOn', { name: nameIn(tax, 'tax_rate'), percent: formatNumber(tax.percentage ?? 0), net: formatMoney(tax.net) }),
      amount: tax.tax,
      included: tax.included,
    }));

interface TotalRow {
  label: string;
  value: string;
}

/** The rows from the subtotal down to the amount left to pay, for screen and paper. */
export function totalRows(
  t: TFunction,
  { subtotal, discount, charges = [], taxes, total, paid }: DocumentTotals,
): { above: TotalRow[]; total: TotalRow; below: TotalRow[] } {
  const row = (label: string, value: Amount): TotalRow => ({ label, value: formatMoney(value) });
  return {
    above:
      subtotal === null
        ? []
        : [
            row(t('document.totals.subtotal'), subtotal),
            ...(isZero(discount) ? [] : [row(t('document.totals.discount'), minus(0, discount))]),
            ...charges.map(({ label, amount }) => row(label, amount)),
            ...(taxes.length === 0 ? [row(t('document.totals.tax'), 0)] : []),
            ...taxes.filter(({ included }) => !included).map(({ label, amount }) => row(label, amount)),
          ],
    total: row(t('document.totals.total', { currency: currencyWord() }), total),
    below: [
      ...taxes.filter(({ included }) => included).map(({ label, amount }) => row(t('document.totals.included', { tax: label }), amount)),
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

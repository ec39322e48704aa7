/* A return printed for the supplier, in the user's language. */
import type { TFunction } from 'i18next';
import type { ReturnDetail } from '@/db/purchase-returns.ts';
import { nameIn } from '@/i18n/name-of.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatDate } from '@/lib/dates.ts';
import { formatMoney, sum } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import type { PaperColumn } from '@/lib/pdf/paper.ts';
import { goodsCells, goodsColumns } from '@/parts/document/goods-on-paper.ts';
import type { Written } from '@/parts/document/paper-of.ts';
import { paperTotals, taxRows, type DocumentTotals } from '@/parts/document/totals.ts';

/** The totals of a return; of an order with a typed amount of tax, no rate is known. */
export function totalsOf(t: TFunction, { subtotal, tax, taxes, total }: NonNullable<ReturnDetail['amounts']>): DocumentTotals {
  const rows = taxRows(t, taxes);
  return {
    subtotal,
    discount: 0,
    taxes: rows.length > 0 ? rows : [{ label: t('document.totals.tax'), amount: tax }],
    total,
    paid: null,
  };
}

export function returnPaper(t: TFunction, { return: of, amounts, items }: ReturnDetail): Written {
  const columns: PaperColumn[] = [
    ...goodsColumns(t, { product: amounts ? 30 : 44 }),
    { label: t('purchaseReturns.line.receipt'), share: 16, kind: 'code' },
    { label: t('lines.quantity'), share: 10, kind: 'figure', strong: true },
    ...(amounts
      ? [
          { label: t('purchases.paper.unitPrice'), share: 12, kind: 'figure' as const },
          { label: t('purchases.cart.totalIn', { currency: currencyWord() }), share: 16, kind: 'figure' as const },
        ]
      : []),
  ];
  return {
    title: t('purchaseReturns.viewTitle'),
    number: of.number,
    ...(of.voided_at ? { status: t('purchaseReturns.status.voided') } : {}),
    facts: [
      { label: t('purchases.col.supplier'), value: nameIn(of, 'supplier') },
      ...(of.supplier_tax_number ? [{ label: t('purchases.paper.supplierTaxNumber'), value: of.supplier_tax_number, code: true }] : []),
      ...(of.supplier_land_line ? [{ label: t('purchases.paper.supplierPhone'), value: of.supplier_land_line, code: true }] : []),
      ...(of.reference ? [{ label: t('purchaseReturns.form.reference'), value: of.reference, code: true }] : []),
      { label: t('purchaseReturns.col.day'), value: formatDate(of.business_day) },
      { label: t('purchaseReturns.form.reason'), value: t(`purchaseReturns.reason.${of.reason}`) },
      { label: t('purchaseReturns.form.branch'), value: nameIn(of, 'branch') },
      ...(of.branch_address ? [{ label: t('purchases.paper.address'), value: of.branch_address }] : []),
      ...(of.branch_phone ? [{ label: t('purchases.paper.branchPhone'), value: of.branch_phone, code: true }] : []),
    ],
    columns,
    rows: items.map((item, index) => [
      ...goodsCells(item, index),
      item.receipt_number ?? '–',
      formatNumber(item.quantity),
      ...(amounts ? [formatMoney(item.unit_cost ?? 0), formatMoney(item.total ?? 0)] : []),
    ]),
    totals: amounts
      ? paperTotals(t, totalsOf(t, amounts))
      : [{ label: t('purchases.col.pieces'), value: formatNumber(sum(items.map((item) => item.quantity))), final: true }],
    ...(of.note ? { notes: { label: t('purchaseReturns.form.note'), value: of.note } } : {}),
    signatures: [t('purchaseReturns.paper.givenBy'), t('purchaseReturns.paper.takenBy')],
  };
}

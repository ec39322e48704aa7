/* A purchase order printed for the supplier, in the user's language and without internal details. */
import type { TFunction } from 'i18next';
import type { PurchaseDetail } from '@/db/purchases.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatDate } from '@/lib/dates.ts';
import { formatMoney, sum } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import type { PaperColumn } from '@/lib/pdf/paper.ts';
import { goodsCells, goodsColumns } from '@/parts/document/goods-on-paper.ts';
import { paperTotals } from '@/parts/document/totals.ts';
import type { Written } from '@/parts/document/paper-of.ts';
import { totalsOf } from './figures.ts';

export function purchasePaper(t: TFunction, { order, amounts, items }: PurchaseDetail): Written {
  const currency = currencyWord();
  const hasFree = items.some(({ free }) => free > 0);
  const columns: PaperColumn[] = [
    ...goodsColumns(t, { product: (amounts ? 28 : 42) - (hasFree ? 8 : 0) }),
    { label: t('lines.quantity'), share: 10, kind: 'figure', strong: true },
    ...(hasFree ? [{ label: t('purchases.cart.free'), share: 8, kind: 'figure' as const }] : []),
    ...(amounts
      ? [
          { label: t('purchases.paper.unitPrice'), share: 12, kind: 'figure' as const },
          { label: t('purchases.cart.discount'), share: 10, kind: 'figure' as const },
          { label: t('purchases.cart.totalIn', { currency }), share: 16, kind: 'figure' as const },
        ]
      : []),
  ];
  const rows = items.map((item, index) => [
    ...goodsCells(item, index),
    formatNumber(item.quantity),
    ...(hasFree ? [item.free ? formatNumber(item.free) : '–'] : []),
    ...(amounts ? [formatMoney(item.unit_cost ?? 0), item.discount ? formatMoney(item.discount) : '–', formatMoney(item.total ?? 0)] : []),
  ]);
  const totals = amounts
    ? paperTotals(t, totalsOf(t, { order, items }, amounts, amounts.paid > 0))
    : [{ label: t('purchases.col.pieces'), value: formatNumber(sum(items.map((item) => item.quantity))), final: true }];
  return {
    title: t('purchases.viewTitle'),
    number: order.number,
    // The status is internal, except that the supplier must know about a cancellation.
    ...(order.status === 'cancelled' ? { status: t('purchases.status.cancelled') } : {}),
    facts: [
      { label: t('purchases.col.supplier'), value: nameIn(order, 'supplier') },
      ...(order.supplier_tax_number
        ? [{ label: t('purchases.paper.supplierTaxNumber'), value: order.supplier_tax_number, code: true }]
        : []),
      ...(order.supplier_land_line ? [{ label: t('purchases.paper.supplierPhone'), value: order.supplier_land_line, code: true }] : []),
      ...(order.reference ? [{ label: t('purchases.col.reference'), value: order.reference, code: true }] : []),
      { label: t('purchases.col.orderedOn'), value: formatDate(order.ordered_on) },
      ...(order.due_on ? [{ label: t('purchases.col.dueOn'), value: formatDate(order.due_on) }] : []),
      ...(order.salesperson ? [{ label: t('purchases.col.salesperson'), value: nameOf(order.salesperson) }] : []),
      { label: t('purchases.paper.deliverTo'), value: nameIn(order, 'branch') },
      ...(order.branch_address ? [{ label: t('purchases.paper.address'), value: order.branch_address }] : []),
      ...(order.branch_phone ? [{ label: t('purchases.paper.branchPhone'), value: order.branch_phone, code: true }] : []),
    ],
    columns,
    rows,
    totals,
    ...(order.notes ? { notes: { label: t('purchases.col.notes'), value: order.notes } } : {}),
    signatures: [t('purchases.paper.signBuyer'), t('purchases.paper.signSupplier')],
  };
}

/* A sale on paper: a receipt on the roll or an invoice on A4, in the user's language. */
import type { TFunction } from 'i18next';
import type { Business } from '@/db/me-types.ts';
import type { IssuerThen, SaleDetail } from '@/db/sales.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatDateTime } from '@/lib/dates.ts';
import { formatMoney, isZero, minus, sum } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import type { PaperColumn } from '@/lib/pdf/paper.ts';
import { paperTotals } from '@/parts/document/totals.ts';
import type { Written } from '@/parts/document/paper-of.ts';
import { productName, variantLabel } from '@/parts/variant-name.ts';
import { discountOf, totalsOf } from './sale-amounts.ts';

export type SalePaper = 'receipt' | 'invoice';

type Paid = Pick<
  SaleDetail['payments'][number],
  'voided_at' | 'return_id' | 'payment_method' | 'payment_method_ar' | 'tendered' | 'amount' | 'rounding'
> &
  Partial<Pick<SaleDetail['payments'][number], 'payment_method_id' | 'paid_by'>>;
type Sold = Pick<
  SaleDetail['items'][number],
  | 'product'
  | 'product_ar'
  | 'color'
  | 'color_ar'
  | 'size'
  | 'size_ar'
  | 'barcode'
  | 'quantity'
  | 'unit_price'
  | 'discount'
  | 'document_discount'
  | 'tax'
  | 'tax_included'
  | 'tax_percentage'
  | 'total'
>;
type Head = Pick<
  SaleDetail['sale'],
  | 'type'
  | 'status'
  | 'number'
  | 'sold_at'
  | 'customer_id'
  | 'customer'
  | 'customer_ar'
  | 'customer_phone'
  | 'customer_address'
  | 'salesperson'
  | 'branch'
  | 'branch_ar'
  | 'branch_address'
  | 'branch_phone'
  | 'note'
  | 'subtotal'
  | 'discount'
  | 'tax'
  | 'taxes'
  | 'total'
  | 'paid'
  | 'remaining'
> &
  Partial<Pick<SaleDetail['sale'], 'customer_email' | 'customer_tax_number'>>;
/** The data of a sale that its papers show, whether recorded or still waiting. */
export interface SaleOnPaper {
  sale: Head;
  items: readonly Sold[];
  payments: readonly Paid[];
  returned_sales: readonly Pick<SaleDetail['returned_sales'][number], 'number'>[];
  business?: IssuerThen | null;
}

export function salePaper(t: TFunction, business: Business, detail: SaleOnPaper, kind: SalePaper): Written {
  const { sale, items } = detail;
  const roll = kind === 'receipt';
  const discounted = items.some((item) => !isZero(discountOf(item)));
  // Tax on top of prices is shown, because it makes a line's total differ from its price.
  const taxed = items.some((item) => item.tax !== 0 && !item.tax_included);
  const hasRates = !roll && new Set(items.map((item) => item.tax_percentage)).size > 1;
  const figure = (label: string, share: number): PaperColumn => ({ label, share, kind: 'figure' });
  const columns: PaperColumn[] = [
    ...(roll ? [] : [figure('#', 6)]),
    { label: t('lines.product'), share: 30, kind: 'text', strong: true },
    ...(roll
      ? []
      : [
          { label: t('lines.variant'), share: 16, kind: 'text' as const },
          { label: t('lines.barcode'), share: 19, kind: 'code' as const },
        ]),
    figure(t('lines.quantity'), 10),
    figure(t('sales.items.price'), 13),
    ...(discounted ? [figure(t('sales.col.discount'), 12)] : []),
    ...(hasRates ? [figure(t('sales.paper.taxRate'), 9)] : []),
    ...(taxed ? [figure(t('sales.col.tax'), 11)] : []),
    figure(t('sales.col.total', { currency: currencyWord() }), 17),
  ];
  const rows = items.map((item, index) => {
    const [name, variant] = [productName(item), variantLabel(item)];
    return [
      ...(roll ? [[name, variant].filter(Boolean).join(' · ')] : [formatNumber(index + 1), name, variant, item.barcode ?? '']),
      formatNumber(item.quantity),
      formatMoney(item.unit_price),
      ...(discounted ? [isZero(discountOf(item)) ? '–' : formatMoney(discountOf(item))] : []),
      ...(hasRates ? [`${formatNumber(item.tax_percentage)}%`] : []),
      ...(taxed ? [formatMoney(item.tax)] : []),
      formatMoney(item.total),
    ];
  });
  const qr = taxCode({ ...business, ...detail.business }, sale);
  return {
    title: sale.type === 'sale' ? t(qr ? 'sales.paper.taxInvoice' : 'sales.paper.invoice') : t(`sales.type.${sale.type}`),
    number: sale.number,
    to: sale.customer_email,
    ...(roll && { above: nameIn(business, 'receipt_header'), below: nameIn(business, 'receipt_footer') }),
    ...(sale.status === 'voided' ? { status: t('sales.status.voided') } : {}),
    facts: [
      { label: t(sale.type === 'return' ? 'sales.paper.returnedAt' : 'sales.col.soldAt'), value: formatDateTime(sale.sold_at) },
      ...(detail.returned_sales.length > 0
        ? [{ label: t('sales.returnOf'), value: detail.returned_sales.map(({ number }) => number).join(', '), code: true }]
        : []),
      { label: t('sales.col.customer'), value: sale.customer_id === null ? t('sales.walkIn') : nameIn(sale, 'customer') || '–' },
      ...(sale.customer_tax_number ? [{ label: t('sales.paper.customerTaxNumber'), value: sale.customer_tax_number, code: true }] : []),
      ...(!roll && sale.customer_phone ? [{ label: t('sales.paper.customerPhone'), value: sale.customer_phone, code: true }] : []),
      ...(!roll && sale.customer_address ? [{ label: t('sales.paper.customerAddress'), value: sale.customer_address }] : []),
      { label: t('sales.col.salesperson'), value: nameOf(sale.salesperson) },
      { label: t('sales.col.branch'), value: nameIn(sale, 'branch') },
      ...(sale.branch_address ? [{ label: t('sales.paper.branchAddress'), value: sale.branch_address }] : []),
      ...(sale.branch_phone ? [{ label: t('sales.paper.branchPhone'), value: sale.branch_phone, code: true }] : []),
    ],
    columns,
    rows,
    totals: [...totalsOnPaper(t, detail), ...paymentRows(t, detail)],
    ...(sale.note && !roll ? { notes: { label: t('sales.col.note'), value: sale.note } } : {}),
    signatures: [],
    ...(detail.business ? { issuer: detail.business } : {}),
    ...(roll ? { roll, hasBars: true } : {}),
    ...(qr ? { qr } : {}),
  };
}

/** A fully paid sale ends with the total, others with the amount left. */
function totalsOnPaper(t: TFunction, detail: SaleOnPaper): Written['totals'] {
  const totals = totalsOf(t, detail.sale);
  return paperTotals(t, isZero(detail.sale.remaining) ? { ...totals, paid: null } : totals);
}

/** The payments: cash rounding, the amounts handed over by method, and the change. */
function paymentRows(t: TFunction, { sale, payments }: SaleOnPaper): Written['totals'] {
  if (sale.status === 'voided') return [];
  const validPayments = payments
    .filter(({ voided_at }) => voided_at === null)
    // A corrected payment is printed as it was really made; one moved back, with its change.
    .flatMap((payment) =>
      payment.paid_by?.some(({ payment_method_id }) => payment_method_id !== payment.payment_method_id)
        ? payment.paid_by.map((part, index) => ({
            ...payment,
            ...part,
            tendered: part.amount,
            rounding: index === 0 ? payment.rounding : 0,
          }))
        : [payment],
    );
  const byMethod = Map.groupBy(validPayments, (payment) =>
    payment.return_id === null ? nameIn(payment, 'payment_method') : t('sales.payments.credit'),
  );
  const change = sum(validPayments.map(({ tendered, amount }) => minus(tendered, amount)));
  const rounding = sum(validPayments.map((payment) => payment.rounding));
  return [
    ...(isZero(rounding) ? [] : [{ label: t('payments.rounding'), value: formatMoney(rounding) }]),
    ...[...byMethod].map(([label, group]) => ({ label, value: formatMoney(sum(group.map(({ tendered }) => tendered))) })),
    ...(isZero(change) ? [] : [{ label: t('sales.paper.change'), value: formatMoney(change) }]),
  ];
}

/** The QR code that the Saudi tax authority requires on simplified invoices: seller, tax number, time, total and tax, each preceded by
    its tag and its length in bytes, as base64. */
export function taxCode(
  business: Pick<Business, 'name' | 'name_ar' | 'tax_number' | 'country'>,
  sale: Pick<SaleDetail['sale'], 'sold_at' | 'total' | 'tax' | 'status'>,
): string | undefined {
  if (business.country !== 'SA' || !business.tax_number || sale.status === 'voided') return undefined;
  const values = [
    nameOf(business),
    business.tax_number,
    new Date(sale.sold_at).toISOString().replace(/\.\d+/, ''),
    sale.total.toFixed(2),
    sale.tax.toFixed(2),
  ];
  const bytes = values.flatMap((text, index) => {
    // The length is one byte: a longer name is cut after its last whole character.
    const written = new Uint8Array(255);
    const { written: length } = new TextEncoder().encodeInto(text, written);
    return [index + 1, length, ...written.subarray(0, length)];
  });
  return btoa(String.fromCharCode(...bytes));
}

/* The receipt of a sale that has no number from the database yet. */
import type { Branch, Me } from '@/db/me-types.ts';
import type { Terms } from '@/db/goods-index.ts';
import { minus, sum } from '@/lib/money.ts';
import { tendered } from '@/parts/payments/tender-amounts.ts';
import type { SaleOnPaper } from '@/parts/sale/paper.ts';
import { lineAmounts, rateOf, type CartHead, type CartLine, type Pricing, type CartTotals } from './cart.ts';

interface UnsentSale {
  number: string;
  soldAt: string;
  head: CartHead;
  lines: readonly CartLine[];
  totals: CartTotals;
  pricing: Pricing;
  returnValueOf: (lineId: string) => number | undefined;
  branch: Branch;
  salesperson: Me['profile'];
  methods: Terms['payment_methods'];
}

export function provisionalReceiptOf({
  number,
  soldAt,
  head,
  lines,
  totals,
  pricing,
  returnValueOf,
  branch,
  salesperson,
  methods,
}: UnsentSale): SaleOnPaper {
  const { money, sold, due, paid, remaining, change, rounding } = totals;
  const taxed = { tax_included: pricing.included };
  const soldItems = lines.map((line, index) => {
    const { unitPrice = '0', share = '0', tax = '0', total = '0' } = sold[index] ?? {};
    return {
      ...line.variant,
      ...taxed,
      tax_percentage: rateOf(line, head, pricing)?.percentage ?? 0,
      quantity: Number(line.quantity),
      unit_price: Number(unitPrice),
      discount: Number(lineAmounts(line).discount),
      document_discount: Number(share),
      tax: Number(tax),
      total: Number(total),
    };
  });
  const returnedItems = head.returns.map((line) => {
    const worth = returnValueOf(line.lineId) ?? 0;
    return {
      ...line.variant,
      ...taxed,
      tax_percentage: 0,
      quantity: -Number(line.quantity),
      unit_price: Math.abs(worth) / Number(line.quantity),
      discount: 0,
      document_discount: 0,
      tax: 0,
      total: worth,
    };
  });
  let [changeLeft, toRound] = [change, rounding];
  const payments = tendered(head.amounts, due, pricing.coin).map(({ payment_method_id, amount }) => {
    const method = methods.find(({ id }) => id === payment_method_id);
    // Only cash gives change.
    const keptAmount = method?.is_cash ? minus(amount, changeLeft) : amount;
    const rounded = method?.is_cash ? toRound : '0';
    if (method?.is_cash) [changeLeft, toRound] = ['0', '0'];
    return {
      voided_at: null,
      return_id: null,
      payment_method: method?.name ?? null,
      payment_method_ar: method?.name_ar ?? null,
      tendered: Number(amount),
      amount: Number(keptAmount),
      rounding: Number(rounded),
    };
  });
  return {
    sale: {
      type: returnedItems.length === 0 ? 'sale' : soldItems.length === 0 ? 'return' : 'exchange',
      status: 'completed',
      number,
      sold_at: soldAt,
      customer_id: head.customer?.id ?? null,
      customer: head.customer?.name ?? null,
      customer_ar: head.customer?.name_ar ?? null,
      salesperson: { id: salesperson.id, name: salesperson.name, name_ar: salesperson.name_ar },
      branch: branch.name,
      branch_ar: branch.name_ar,
      branch_address: null,
      branch_phone: null,
      note: head.note || null,
      subtotal: Number(money.subtotal),
      discount: Number(money.discount),
      tax: Number(money.tax),
      taxes: totals.taxes,
      total: Number(money.total),
      paid: Number(sum([paid, minus(money.total, due)])),
      remaining: Number(remaining),
    },
    items: [...soldItems, ...returnedItems],
    payments,
    returned_sales: [...new Set(head.returns.map((line) => line.number))].map((returned) => ({ number: returned })),
  };
}

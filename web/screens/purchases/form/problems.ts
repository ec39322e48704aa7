/* The first problem that blocks saving an order: of a field, a line or a payment. */
import type { PlainKey } from '@/i18n/keys.ts';
import { isDay } from '@/lib/read-day.ts';
import { compare, minus } from '@/lib/money.ts';
import { isAmount } from '@/lib/numerals.ts';
import { isBlank, remainingAfter, problemsOf as paymentProblems, remainingFor } from '@/parts/payments/payment-draft.ts';
import { amountProblem, isBlank as isBlankCharge } from './charges.ts';
import { problemOf, type CartLine, type CartTotals } from './lines.ts';
import type { PurchaseHeader } from './form-state.ts';

export type HeaderProblems = Partial<Record<keyof PurchaseHeader, PlainKey>>;

export function headerProblems({ supplierId, branchId, orderedOn, dueOn, taxRateId, tax, charges }: PurchaseHeader): HeaderProblems {
  return {
    ...(supplierId === null ? { supplierId: 'purchases.form.supplierMissing' } : {}),
    ...(branchId === null ? { branchId: 'purchases.form.branchMissing' } : {}),
    ...(orderedOn === '' ? { orderedOn: 'purchases.form.dateMissing' } : !isDay(orderedOn) ? { orderedOn: 'errors.day_unreadable' } : {}),
    ...(dueOn !== '' && !isDay(dueOn)
      ? { dueOn: 'errors.day_unreadable' }
      : dueOn !== '' && orderedOn !== '' && dueOn < orderedOn
        ? { dueOn: 'errors.purchase_orders_due_after_order' }
        : {}),
    ...(taxRateId === null && tax !== '' && !isAmount(tax) ? { tax: 'errors.tax_invalid' } : {}),
    ...(charges.some((charge) => !isBlankCharge(charge) && amountProblem(charge)) ? { charges: 'purchases.charges.amount_invalid' } : {}),
  };
}

export type Blocking =
  | { at: 'header'; field: keyof PurchaseHeader; key: PlainKey }
  | { at: 'lines'; key: 'purchases.form.wrongLines'; lineId: string; count: number }
  | { at: 'lines'; key: PlainKey }
  | { at: 'payments'; key: PlainKey };

/** paid: the amount paid before this save. */
export function blockingOf(head: PurchaseHeader, rows: readonly CartLine[], totals: CartTotals, paid: string): Blocking | null {
  const [first] = Object.entries(headerProblems(head)) as [keyof PurchaseHeader, PlainKey][];
  if (first) return { at: 'header', field: first[0], key: first[1] };
  if (rows.length === 0) return { at: 'lines', key: 'purchases.form.noLine' };
  const wrong = rows.find((line) => problemOf(line));
  if (wrong) return { at: 'lines', key: 'purchases.form.wrongLines', lineId: wrong.variant.variant_id, count: totals.wrong };
  const payments = head.payments.filter((payment) => !isBlank(payment));
  const remaining = minus(totals.total, paid);
  const [problem] = payments.flatMap((payment) => Object.values(paymentProblems(payment, remainingFor(payment, payments, remaining))));
  if (problem) return { at: 'payments', key: `payments.${problem}` };
  if (compare(totals.total, paid) < 0) return { at: 'lines', key: 'purchases.form.belowPaid' };
  return payments.length > 0 && compare(remainingAfter(remaining, payments), 0) < 0 ? { at: 'payments', key: 'payments.exceeds' } : null;
}

/* Payments of sales, orders and expenses together. */
import { pagesOf, rpcOf, type Answer, type Args } from './calls.ts';
import type { Person } from './documents.ts';
import type { Table } from './tables.ts';

/** Payments of sales, and what was corrected from one method to another. */
export const salePaymentKinds = ['taken', 'given_back', 'corrected'] as const;
export const paymentKinds = [...salePaymentKinds, 'to_suppliers', 'from_suppliers', 'for_expenses'] as const;
export type PaymentKind = (typeof paymentKinds)[number];

// The columns of a union are nullable in the generated types.
type Read = Answer<'payment_page'>[number];
type Nullable = 'branch_ar' | 'payment_method_ar' | 'reason' | `${'customer' | 'supplier' | 'category'}${'' | '_ar'}`;
/** `amount` is negative for what was paid out. */
export type PaymentRow = { [K in Exclude<keyof Read, Nullable | 'kind' | 'created_by'>]: NonNullable<Read[K]> } & Pick<Read, Nullable> & {
    kind: PaymentKind;
    created_by: Person | null;
  };

const payments: readonly Table[] = ['sale_payments', 'purchase_payments', 'expense_payments'];
export const { page: paymentPage, all: allPayments } = pagesOf<'payment_page', PaymentRow>('payment_page', payments);
export const paymentTotals = (matching: Args<'payment_totals'>) =>
  rpcOf<'payment_totals', { count: number; by_kind: Partial<Record<PaymentKind, number>>; amount: number; fee: number }>(
    'payment_totals',
    matching,
    payments,
  );

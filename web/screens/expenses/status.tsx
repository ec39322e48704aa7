import type { ExpensePaymentStatus } from '@/db/expenses.ts';
import { PaymentStatus } from '@/parts/payments/payment-status.tsx';

/** In the words of all payments. */
export const paymentWord = { unpaid: 'due', partial: 'partially_paid', paid: 'paid' } as const;

export const ExpenseStatus = ({ status, stamp }: { status: ExpensePaymentStatus; stamp?: boolean }) => <PaymentStatus status={paymentWord[status]} stamp={stamp} />;

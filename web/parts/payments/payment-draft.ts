/* A payment being entered: an amount needs a method, and a method an amount. */
import type { PaymentInput } from '@/db/purchases.ts';
import { isDay } from '@/lib/read-day.ts';
import { compare, minus, sum } from '@/lib/money.ts';
import { decimalsOf, isAmount } from '@/lib/numerals.ts';
import { settings } from '@/lib/settings.ts';

export interface PaymentDraft {
  /** Generated here, so that a payment sent twice is recorded once. */
  id: string;
  methodId: string | null;
  amount: string;
  paidOn: string;
  note: string;
  /** False for cash that does not come from the drawer of the user's shift. */
  fromDrawer?: false;
}

export type PaymentProblem = 'method_missing' | 'amount_missing' | 'amount_invalid' | 'date_missing' | 'date_unreadable';
export type PaymentField = 'methodId' | 'amount' | 'paidOn';

/** An untouched line does not count as a payment. */
export const isBlank = ({ methodId, amount, note }: PaymentDraft): boolean => methodId === null && amount === '' && note === '';

/** `remaining`: the amount left for this payment. It may have more decimals than the currency has today, and may be paid exactly. */
export function problemsOf(payment: PaymentDraft, remaining: string | number | null = null): Partial<Record<PaymentField, PaymentProblem>> {
  const { methodId, amount, paidOn } = payment;
  const tooFine = () => decimalsOf(amount) > settings().decimals && (remaining === null || compare(amount, remaining) !== 0);
  return {
    ...(methodId === null ? { methodId: 'method_missing' } : {}),
    ...(amount === ''
      ? { amount: 'amount_missing' }
      : !isAmount(amount) || compare(amount, 0) <= 0 || tooFine()
        ? { amount: 'amount_invalid' }
        : {}),
    ...(paidOn === '' ? { paidOn: 'date_missing' } : !isDay(paidOn) ? { paidOn: 'date_unreadable' } : {}),
  };
}

export const totalOfPayments = (payments: readonly PaymentDraft[]): string =>
  sum(payments.flatMap(({ amount }) => (isAmount(amount) ? [amount] : [])));

/** The amount left after these payments; negative when they are too much. */
export const remainingAfter = (remaining: string | number, payments: readonly PaymentDraft[]): string =>
  minus(remaining, totalOfPayments(payments));

/** The amount left for one payment, after the others. */
export const remainingFor = (payment: PaymentDraft, payments: readonly PaymentDraft[], remaining: string | number): string =>
  remainingAfter(
    remaining,
    payments.filter((other) => other !== payment),
  );

/** Whether the remaining amount is offered: it is positive and differs from the amount. */
export const offersRemaining = ({ amount }: Pick<PaymentDraft, 'amount'>, remaining: string): boolean =>
  compare(remaining, 0) > 0 && !(isAmount(amount) && compare(remaining, amount) === 0);

/** Whether these can be paid: all are valid, and together not more than `remaining`. */
export const arePayable = (payments: readonly PaymentDraft[], remaining: string | number): boolean =>
  compare(remainingAfter(remaining, payments), 0) >= 0 &&
  payments.every(
    (payment) => isBlank(payment) || Object.keys(problemsOf(payment, remainingFor(payment, payments, remaining))).length === 0,
  );

/** The payments as sent to the database. Amounts stay text, so that no digit is lost. */
export const inputOf = (payments: readonly PaymentDraft[]): PaymentInput[] =>
  payments
    .filter((payment) => !isBlank(payment))
    .map(({ id, methodId, amount, paidOn, note, fromDrawer }) => ({
      id,
      payment_method_id: methodId,
      amount,
      paid_on: paidOn,
      note: note.trim() || null,
      ...(fromDrawer === false ? { from_drawer: false } : {}),
    }));

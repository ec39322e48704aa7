/* A payment while it is written: an amount needs a method, a method an amount. */
import type { PaymentInput } from '@/db/purchases.ts';
import { isDay } from '@/lib/read-day.ts';
import { compare, minus, sum } from '@/lib/money.ts';
import { decimalsOf, isAmount } from '@/lib/numerals.ts';
import { settings } from '@/lib/settings.ts';

export interface PaymentDraft {
  /** Made here: the same payment sent twice is one. */
  id: string;
  methodId: string | null;
  amount: string;
  paidOn: string;
  note: string;
  /** Cash from elsewhere than the drawer of the own shift. */
  elsewhere?: boolean;
}

export type PaymentProblem = 'method_missing' | 'amount_missing' | 'amount_invalid' | 'date_missing' | 'date_unreadable';
export type PaymentField = 'methodId' | 'amount' | 'paidOn';

/** A line nobody wrote in is no payment. */
export const isBlank = ({ methodId, amount, note }: PaymentDraft): boolean => methodId === null && amount === '' && note === '';

/** rest: what this payment alone would settle. That may be finer than the currency, which had more decimals when it was owed. */
export function problemsOf(payment: PaymentDraft, rest: string | number | null = null): Partial<Record<PaymentField, PaymentProblem>> {
  const { methodId, amount, paidOn } = payment;
  const tooFine = () => decimalsOf(amount) > settings().decimals && (rest === null || compare(amount, rest) !== 0);
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

export const paidBy = (payments: readonly PaymentDraft[]): string =>
  sum(payments.flatMap(({ amount }) => (isAmount(amount) ? [amount] : [])));

/** What is left when these are paid; below zero is too much. */
export const leftOf = (remaining: string | number, payments: readonly PaymentDraft[]): string => minus(remaining, paidBy(payments));

/** What is left for one of them: the others take theirs first. */
export const restFor = (payment: PaymentDraft, payments: readonly PaymentDraft[], remaining: string | number): string =>
  leftOf(
    remaining,
    payments.filter((other) => other !== payment),
  );

/** Whether the rest is offered: there is some, and the amount, which may be no number yet, is another. */
export const offersRest = ({ amount }: Pick<PaymentDraft, 'amount'>, rest: string): boolean =>
  compare(rest, 0) > 0 && !(isAmount(amount) && compare(rest, amount) === 0);

/** Whether these can be paid as they are written: none is wrong, and together they are no more than is left. */
export const arePayable = (payments: readonly PaymentDraft[], remaining: string | number): boolean =>
  compare(leftOf(remaining, payments), 0) >= 0 &&
  payments.every((payment) => isBlank(payment) || Object.keys(problemsOf(payment, restFor(payment, payments, remaining))).length === 0);

/** What was written, as the database takes it. Figures stay text: no digit is lost on the way. */
export const inputOf = (payments: readonly PaymentDraft[]): PaymentInput[] =>
  payments
    .filter((payment) => !isBlank(payment))
    .map(({ id, methodId, amount, paidOn, note, elsewhere }) => ({
      id,
      payment_method_id: methodId,
      amount,
      paid_on: paidOn,
      note: note.trim() || null,
      ...(elsewhere ? { from_drawer: false } : {}),
    }));

import type { TFunction } from 'i18next';
import { CircleAlert, CircleCheck, CirclePause, Flag } from 'lucide-react';
import type { ExpensePaymentStatus, RuleRow, RuleStatus as RuleState } from '@/db/expenses.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { PaymentStatus } from '@/parts/payments/payment-status.tsx';
import { Status, type Look } from '@/ui/status.tsx';

/** Maps to the statuses shared by all payments. */
export const paymentWord = { unpaid: 'due', partial: 'partially_paid', paid: 'paid' } as const;

export const ExpenseStatus = ({ status, stamp }: { status: ExpensePaymentStatus; stamp?: boolean }) => (
  <PaymentStatus status={paymentWord[status]} stamp={stamp} />
);

const ruleLooks: Record<RuleState, Look> = {
  active: { tone: 'ok', icon: CircleCheck },
  failing: { tone: 'bad', icon: CircleAlert },
  paused: { tone: 'warn', icon: CirclePause },
  ended: { tone: 'off', icon: Flag },
};

export function RuleStatus({ status }: { status: RuleState }) {
  const { t } = useTranslation();
  return <Status {...ruleLooks[status]}>{t(`expenses.recurring.status.${status}`)}</Status>;
}

/** Such as "every month" or "every 2 weeks". */
export const intervalWord = (t: TFunction, { every, unit }: Pick<RuleRow, 'every' | 'unit'>): string =>
  t(`expenses.recurring.interval.${unit}`, { count: every });

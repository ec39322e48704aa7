import { CircleCheck, CircleDashed, CircleDot } from 'lucide-react';
import type { PaymentStatus as PaymentState } from '@/db/purchases.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Status, type Look } from '@/ui/status.tsx';

const statusLooks: Record<PaymentState, Look> = {
  due: { tone: 'off', icon: CircleDashed },
  partially_paid: { tone: 'warn', icon: CircleDot },
  paid: { tone: 'ok', icon: CircleCheck },
};

/** The payment status; an overdue one is highlighted. */
export function PaymentStatus({ status, overdue, stamp }: { status: PaymentState; overdue?: boolean | null; stamp?: boolean }) {
  const { t } = useTranslation();
  const { tone, icon } = statusLooks[status];
  return (
    <Status tone={overdue ? 'bad' : tone} icon={icon} stamp={stamp}>
      {t(overdue ? `payments.status.late_${status}` : `payments.status.${status}`)}
    </Status>
  );
}

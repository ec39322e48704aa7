import { Ban, CircleCheck, CircleDashed, CircleDot, Clock, Hourglass } from 'lucide-react';
import type { PaymentStatus as PaymentState, PurchaseStatus } from '@/db/purchases.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Figure } from '@/ui/figure.tsx';
import { Stamp, Status, type Tone } from '@/ui/status.tsx';
import './purchases.css';

const orderLook = { pending: { tone: 'warn', icon: Clock }, completed: { tone: 'ok', icon: CircleCheck }, cancelled: { tone: 'off', icon: Ban } } as const;

export function OrderStatus({ status, waits, stamp }: { status: PurchaseStatus; waits?: boolean; stamp?: boolean }) {
  const { t } = useTranslation();
  const Shown = stamp ? Stamp : Status;
  if (waits && status === 'pending') return <Shown tone="warn" icon={Hourglass}>{t('purchases.status.unapproved')}</Shown>;
  const { tone, icon } = orderLook[status];
  return <Shown tone={tone} icon={icon}>{t(`purchases.status.${status}`)}</Shown>;
}

const paymentLook: Record<PaymentState, { tone: Tone; icon: typeof Clock }> = {
  due: { tone: 'off', icon: CircleDashed },
  partially_paid: { tone: 'warn', icon: CircleDot },
  paid: { tone: 'ok', icon: CircleCheck },
};

/** Late speaks louder than due. */
export function PaymentStatus({ status, overdue, stamp }: { status: PaymentState; overdue?: boolean | null; stamp?: boolean }) {
  const { t } = useTranslation();
  const { tone, icon } = paymentLook[status];
  const Shown = stamp ? Stamp : Status;
  return <Shown tone={overdue ? 'bad' : tone} icon={icon}>{t(overdue ? `purchases.payment.late_${status}` : `purchases.payment.${status}`)}</Shown>;
}

/** "8 / 12", and the same as a thin line. */
export function Progress({ done, of, label }: { done: number; of: number; label: string }) {
  const part = of > 0 ? Math.min(1, done / of) : 0;
  return (
    <span className="po-progress">
      <Figure value={`${formatNumber(done)} / ${formatNumber(of)}`} />
      <span className={part === 1 ? 'po-line full' : 'po-line'} role="img" aria-label={label}><i style={{ inlineSize: `${part * 100}%` }} /></span>
    </span>
  );
}

import { Ban, BookOpen, CircleCheck, Clock, Hourglass } from 'lucide-react';
import type { PurchaseStatus } from '@/db/purchases.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Figure } from '@/ui/figure.tsx';
import { Status, type Look } from '@/ui/status.tsx';
import './purchases.css';

const orderLook: Record<PurchaseStatus, Look> = {
  pending: { tone: 'warn', icon: Clock },
  completed: { tone: 'ok', icon: CircleCheck },
  opening: { tone: 'off', icon: BookOpen },
  cancelled: { tone: 'off', icon: Ban },
};

interface Order {
  status: PurchaseStatus;
  is_opening: boolean;
}

/** The status in words: a cancelled opening balance is a voided one. */
export const statusName = ({ status, is_opening }: Order) => (is_opening && status === 'cancelled' ? 'voided' : status);

export function OrderStatus({ order, waits, stamp }: { order: Order; waits?: boolean; stamp?: boolean }) {
  const { status } = order;
  const { t } = useTranslation();
  if (waits && status === 'pending')
    return (
      <Status tone="warn" icon={Hourglass} stamp={stamp}>
        {t('purchases.status.unapproved')}
      </Status>
    );
  return (
    <Status {...orderLook[status]} stamp={stamp}>
      {t(`purchases.status.${statusName(order)}`)}
    </Status>
  );
}

/** "8 / 12", with a thin progress bar. */
export function Progress({ done, of, label }: { done: number; of: number; label: string }) {
  const part = of > 0 ? Math.min(1, done / of) : 0;
  return (
    <span className="purchase-progress">
      <Figure value={`${formatNumber(done)} / ${formatNumber(of)}`} />
      <span className={part === 1 ? 'purchase-line full' : 'purchase-line'} role="img" aria-label={label}>
        <i style={{ inlineSize: `${part * 100}%` }} />
      </span>
    </span>
  );
}

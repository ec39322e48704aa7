import { Ban, HandCoins } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PurchasePayment } from '@/db/purchases.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatDate, formatDateTime } from '@/lib/dates.ts';
import { formatMoney } from '@/lib/money.ts';
import { IconButton } from '@/ui/button.tsx';
import { Figure } from '@/ui/figure.tsx';
import { Icon } from '@/ui/icon.tsx';
import './payments.css';

type Paid = Pick<
  PurchasePayment,
  'id' | 'paid_on' | 'created_by' | 'note' | 'voided_at' | 'voided_by' | 'void_reason' | 'amount' | 'payment_method' | 'payment_method_ar'
>;

interface PaidListProps<Payment extends Paid> {
  payments: readonly Payment[];
  /** What paid where no money did, such as a credit. */
  withoutMethod?: (payment: Payment) => ReactNode;
  mayVoid: boolean | ((payment: Payment) => boolean);
  /** Why voiding is disabled. */
  voidDisabledReason?: string;
  onVoid: (payment: Payment) => void;
  /** Further content for a payment. */
  detailsOf?: (payment: Payment) => ReactNode;
}

/** The payments of a document; voided ones stay, struck out, with user and reason. */
export function PaidList<Payment extends Paid>({
  payments,
  withoutMethod,
  mayVoid,
  voidDisabledReason,
  onVoid,
  detailsOf,
}: PaidListProps<Payment>) {
  const { t } = useTranslation();
  if (payments.length === 0) return <p className="muted">{t('payments.none')}</p>;
  return (
    <ul className="document-events">
      {payments.map((payment) => (
        <li key={payment.id} className={payment.voided_at ? 'gone' : undefined}>
          <Icon of={HandCoins} size={15} />
          <span className="person">
            <b>{payment.payment_method === null ? withoutMethod?.(payment) : <bdi>{nameIn(payment, 'payment_method')}</bdi>}</b>
            <small>
              {formatDate(payment.paid_on)}
              {payment.created_by && (
                <>
                  {' '}
                  · <bdi>{nameOf(payment.created_by)}</bdi>
                </>
              )}
            </small>
            {payment.note && (
              <small>
                <bdi>{payment.note}</bdi>
              </small>
            )}
            {payment.voided_at && (
              <small className="late">
                {t('payments.voided', {
                  at: formatDateTime(payment.voided_at),
                  name: nameOf(payment.voided_by) || t('document.someone'),
                  reason: payment.void_reason ?? '',
                })}
              </small>
            )}
          </span>
          <b className="document-figure">
            <Figure value={formatMoney(payment.amount)} />
          </b>
          {(typeof mayVoid === 'boolean' ? mayVoid : mayVoid(payment)) && !payment.voided_at && (
            <IconButton
              small
              variant="quiet"
              icon={Ban}
              reason={voidDisabledReason}
              label={t('payments.void', { amount: formatMoney(payment.amount) })}
              onClick={() => onVoid(payment)}
            />
          )}
          {detailsOf && <div className="pay-inside">{detailsOf(payment)}</div>}
        </li>
      ))}
    </ul>
  );
}

import { ArrowLeftRight, Ban, HandCoins, Undo2 } from 'lucide-react';
import type { SaleDetail, SalePayment } from '@/db/sales.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatDateTime } from '@/lib/dates.ts';
import { compare, formatMoney, isZero, minus } from '@/lib/money.ts';
import { IconButton } from '@/ui/button.tsx';
import { Figure, Numbered } from '@/ui/figure.tsx';
import { Icon } from '@/ui/icon.tsx';

interface PaymentsProps extends Pick<SaleDetail, 'sale' | 'payments'> {
  /** Whether the user may void later payments. */
  mayVoid: boolean;
  /** Whether the user may correct the methods of payments. */
  mayCorrect: boolean;
  /** Why a payment cannot be voided or corrected by this user. */
  disabledReason: (payment: SalePayment) => string | undefined;
  onVoid: (payment: SalePayment) => void;
  onCorrect: (payment: SalePayment) => void;
}

/** Credits have no method, and what rounding took away has no amount. */
const isByMethod = (payment: SalePayment) => payment.paid_by !== null && payment.amount !== 0;

/** Payments and refunds, with the debts reduced by returns, and corrections of their methods. Voided ones stay, struck out. */
export function Payments({ sale, payments, mayVoid, mayCorrect, disabledReason, onVoid, onCorrect }: PaymentsProps) {
  const { t } = useTranslation();
  if (payments.length === 0) return <p className="muted">{t('sales.payments.none')}</p>;
  const paymentLabel = ({ return_id, return_number, ...payment }: SalePayment) =>
    return_id === null ? (
      <bdi>{nameIn(payment, 'payment_method')}</bdi>
    ) : return_id === sale.id ? (
      t('sales.payments.credit')
    ) : (
      <a className="link" href={`/inventory/sales/view/${return_id}`}>
        <Numbered>{t('sales.payments.return', { number: return_number ?? '' })}</Numbered>
      </a>
    );
  return (
    <ul className="document-events">
      {payments.map((payment) => (
        <li key={payment.id} className={payment.voided_at ? 'gone' : undefined}>
          <Icon of={payment.return_id ? Undo2 : HandCoins} size={15} />
          <span className="person">
            <b>{paymentLabel(payment)}</b>
            <small>
              {formatDateTime(payment.created_at)}
              {payment.created_by && (
                <>
                  {' '}
                  · <bdi>{nameOf(payment.created_by)}</bdi>
                </>
              )}
            </small>
            {payment.branch !== sale.branch && (
              <small>
                <bdi>{nameIn(payment, 'branch')}</bdi>
              </small>
            )}
            {payment.paid_after_sale && payment.voided_at && (
              <small className="late">
                {t('sales.payments.voided', { at: formatDateTime(payment.voided_at), reason: payment.void_reason ?? '' })}
              </small>
            )}
            {compare(payment.tendered, payment.amount) > 0 && (
              <small>
                {t('sales.payments.change', {
                  tendered: formatMoney(payment.tendered),
                  change: formatMoney(minus(payment.tendered, payment.amount)),
                })}
              </small>
            )}
            {!isZero(payment.rounding) && <small>{t('sales.payments.rounding', { amount: formatMoney(payment.rounding) })}</small>}
            {payment.corrections.map((correction) => (
              <small key={correction.id}>
                {t('sales.payments.corrected', {
                  amount: formatMoney(Math.abs(correction.amount)),
                  from: nameIn(correction.from, 'payment_method'),
                  to: nameIn(correction, 'payment_method'),
                  name: nameOf(correction.created_by),
                  at: formatDateTime(correction.created_at),
                  reason: correction.reason,
                })}
              </small>
            ))}
          </span>
          <b className="document-figure">
            <Figure value={formatMoney(payment.amount)} />
          </b>
          {mayCorrect && payment.voided_at === null && isByMethod(payment) && (
            <IconButton
              small
              variant="quiet"
              icon={ArrowLeftRight}
              reason={disabledReason(payment)}
              label={t('sales.payments.correct', { amount: formatMoney(payment.amount) })}
              onClick={() => onCorrect(payment)}
            />
          )}
          {mayVoid && payment.paid_after_sale && payment.voided_at === null && (
            <IconButton
              small
              variant="quiet"
              icon={Ban}
              reason={disabledReason(payment)}
              label={t('sales.payments.void', { amount: formatMoney(payment.amount) })}
              onClick={() => onVoid(payment)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

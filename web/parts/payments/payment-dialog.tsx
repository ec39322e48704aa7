import { HandCoins } from 'lucide-react';
import type { ReactNode } from 'react';
import { errorText, type AppError } from '@/db/errors.ts';
import { useOnline } from '@/db/online.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatMoney } from '@/lib/money.ts';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';

interface PaymentDialogProps {
  title: string;
  number?: string;
  sub?: string;
  amount: string;
  busy: boolean;
  error: AppError | null;
  onPay: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** The dialog for payments, with their error. If an earlier attempt was recorded but its answer lost, it offers no retry, which could
    pay twice. */
export function PaymentDialog({ title, number, sub, amount, busy, error, onPay, onClose, children }: PaymentDialogProps) {
  const { t } = useTranslation();
  const online = useOnline();
  const recorded = error?.code === 'exists_already';
  return (
    <Dialog
      size="large"
      onClose={onClose}
      onSubmit={onPay}
      locked={busy}
      title={title}
      number={number}
      sub={sub}
      action={
        <Button variant="primary" type="submit" icon={HandCoins} busy={busy} reason={online ? undefined : t('errors.network')}>
          {t('payments.confirm', { amount: formatMoney(amount), currency: currencyWord() })}
        </Button>
      }
    >
      {children}
      {error && (
        <Banner tone="bad" onRetry={recorded || error.code === 'payment_exceeds_remaining' ? undefined : onPay}>
          <b>{t('payments.failed')}</b>
          <p>{recorded ? t('payments.recorded') : errorText(t, error)}</p>
        </Banner>
      )}
    </Dialog>
  );
}

import { errorText, type AppError } from '@/db/errors.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Banner } from '@/ui/banner.tsx';

/** Why nothing was paid. What was recorded before, its answer lost, is to be looked at first: or it would be paid twice. */
export function PaymentRefused({ failed, error, onRetry }: { failed: string; error: AppError; onRetry: () => void }) {
  const { t } = useTranslation();
  const recorded = error.code === 'exists_already';
  return (
    <Banner tone="bad" onRetry={recorded || error.code === 'payment_exceeds_remaining' ? undefined : onRetry}>
      <b>{failed}</b>
      <p>{recorded ? t('payments.recorded') : errorText(t, error)}</p>
    </Banner>
  );
}

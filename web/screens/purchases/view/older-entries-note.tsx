import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';

/** Says how many older entries are not listed. */
export function OlderEntriesNote({ count }: { count: number }) {
  const { t } = useTranslation();
  return count > 0 ? <p className="muted">{t('purchases.leftOut', { older: formatNumber(count) })}</p> : null;
}

import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Progress } from '@/ui/progress.tsx';
import type { Import } from './use-import.ts';

/** First the file goes out, as fast as the line lets it; then the server works, and nobody knows how long. */
export function Working({ work, label, onCancel }: { work: Import; label: string; onCancel?: () => void }) {
  const { t } = useTranslation();
  const { sent, file } = work;
  if (sent === undefined) return <Progress label={label} onCancel={onCancel} />;
  return <Progress label={t('imports.sending', { name: file?.name ?? '' })} value={sent} shown={`${formatNumber(Math.floor(sent * 100))} %`} onCancel={onCancel} />;
}

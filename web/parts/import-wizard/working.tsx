import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Progress } from '@/ui/progress.tsx';
import type { Import } from './use-import.ts';

/** First the file goes out, as fast as the line lets it; then the server works, and says how far it is where it can. */
export function Working({ work, label, onCancel }: { work: Import; label: string; onCancel?: () => void }) {
  const { t } = useTranslation();
  const { sent, part, file } = work;
  const value = sent ?? part;
  const shown = value === undefined ? undefined : `${formatNumber(Math.floor(value * 100))}%`;
  return (
    <Progress
      label={sent === undefined ? label : t('imports.sending', { name: file?.name ?? '' })}
      value={value}
      shown={shown}
      onCancel={onCancel}
    />
  );
}

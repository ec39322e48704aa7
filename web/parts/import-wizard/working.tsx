import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Progress } from '@/ui/progress.tsx';
import type { Import } from './use-import.ts';

/** The progress of the upload, then of the server's work where it is known. */
export function Working({ work, label, onCancel }: { work: Import; label: string; onCancel?: () => void }) {
  const { t } = useTranslation();
  const { sent, part, file } = work;
  const value = sent ?? part;
  const percentText = value === undefined ? undefined : `${formatNumber(Math.floor(value * 100))}%`;
  return (
    <Progress
      label={sent === undefined ? label : t('imports.sending', { name: file?.name ?? '' })}
      value={value}
      progressText={percentText}
      onCancel={onCancel}
    />
  );
}

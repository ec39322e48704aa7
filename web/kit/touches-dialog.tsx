import type { Touch } from '@/db/touches.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatDate, isBare } from '@/lib/dates.ts';
import { useCountText } from '@/list/use-count-text.ts';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';

interface TouchesDialogProps {
  touches: readonly Touch[];
  onSave: () => void;
  onClose: () => void;
}

/** What a change of settings touches, in numbers, before it is saved. */
export function TouchesDialog({ touches, onSave, onClose }: TouchesDialogProps) {
  const { t } = useTranslation();
  const text = useCountText();
  const told = ({ code, count, details }: Touch) => {
    const values = Object.entries(details).map(([name, value]) => [name, isBare(value) ? formatDate(value) : value]);
    return t(`touches.${code}` as 'touches.sales_by_rate', { ...Object.fromEntries(values), shown: text.capped(count) });
  };
  return (
    <ConfirmDialog title={t('touches.title')} confirm={t('touches.save')} keep={t('touches.keep')} onConfirm={onSave} onClose={onClose}>
      <ul className="touches">
        {touches.map((touch) => (
          <li key={touch.code}>{told(touch)}</li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}

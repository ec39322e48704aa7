import type { Impact } from '@/db/impact.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatDate, isBare } from '@/lib/dates.ts';
import { useCountText } from '@/list/use-count-text.ts';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';

interface ImpactDialogProps {
  impacts: readonly Impact[];
  onSave: () => void;
  onClose: () => void;
}

/** Shows the effects of changed settings, in numbers, before saving. */
export function ImpactDialog({ impacts, onSave, onClose }: ImpactDialogProps) {
  const { t } = useTranslation();
  const text = useCountText();
  const effectText = ({ code, count, details }: Impact) => {
    const values = Object.entries(details).map(([name, value]) => [name, isBare(value) ? formatDate(value) : value]);
    return t(`impact.${code}` as 'impact.sales_by_rate', { ...Object.fromEntries(values), shown: text.capped(count) });
  };
  return (
    <ConfirmDialog title={t('impact.title')} confirm={t('impact.save')} keep={t('impact.keep')} onConfirm={onSave} onClose={onClose}>
      <ul className="grid gap-2.5">
        {impacts.map((touch) => (
          <li key={touch.code} className="border-s-2 border-warn ps-3.5">
            {effectText(touch)}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}

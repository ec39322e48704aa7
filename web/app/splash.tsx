import { useTranslation } from '@/i18n/use-translation.ts';
import { useScansAhead } from '@/ui/scan.ts';

/** Shown before the first page. Stays invisible for the short time this usually takes. */
export function Splash() {
  const { t } = useTranslation();
  useScansAhead();
  return (
    <div className="fixed inset-0" role="status" aria-busy="true">
      <span className="progress-bar">
        <i />
      </span>
      <span className="sr-only">{t('ui.loading')}</span>
    </div>
  );
}

import { RotateCw, TriangleAlert } from 'lucide-react';
import { useLocation, useNavigate, useRouteError } from 'react-router-dom';
import { AppError, errorText } from '@/db/errors.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Button } from '@/ui/button.tsx';
import { Icon } from '@/ui/icon.tsx';
import { usePageTitle } from '@/ui/page-title.ts';
import { isOutdated } from './is-outdated.ts';

export function PageError() {
  const { t } = useTranslation();
  const error = useRouteError();
  const navigate = useNavigate();
  const location = useLocation();
  const outdated = isOutdated(error) && navigator.onLine;
  const title = outdated ? t('app.newVersion.title') : t('ui.pageFailed');
  usePageTitle(title);
  return (
    <div className="page-state" role="alert">
      <div className="in-page">
        <Icon of={TriangleAlert} size={22} className="muted" />
        <h1>{title}</h1>
        <p>{outdated ? t('app.newVersion.text') : error instanceof AppError ? errorText(t, error) : t('ui.pageFailedText')}</p>
        {outdated ? (
          <Button variant="primary" icon={RotateCw} onClick={() => window.location.reload()}>
            {t('ui.reload')}
          </Button>
        ) : (
          <Button variant="primary" icon={RotateCw} onClick={() => void navigate(location, { replace: true })}>
            {t('ui.retry')}
          </Button>
        )}
      </div>
    </div>
  );
}

import { FileQuestionMark } from 'lucide-react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Button } from '@/ui/button.tsx';
import { Icon } from '@/ui/icon.tsx';
import { usePageTitle } from '@/ui/page-title.ts';

export function Component() {
  const { t } = useTranslation();
  usePageTitle(t('app.notFound.title'));
  return (
    <div className="page-state">
      <div className="in-page">
        <Icon of={FileQuestionMark} size={22} className="muted" />
        <h1>{t('app.notFound.title')}</h1>
        <p>{t('app.notFound.text')}</p>
        <Button href="/dashboard">{t('app.toStart')}</Button>
      </div>
    </div>
  );
}

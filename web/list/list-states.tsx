import { SearchX } from 'lucide-react';
import { errorText } from '@/db/errors.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';

export function NothingMatches({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState icon={SearchX} title={t('kit.nothingMatches')} actions={<Button onClick={onClear}>{t('kit.clearFilters')}</Button>}>
      {t('kit.nothingMatchesText')}
    </EmptyState>
  );
}

export function LoadFailed({ error, title, onRetry }: { error: unknown; title?: string; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="in-page">
      <Banner tone="bad" onRetry={onRetry}>
        {title && <b>{title}</b>}
        <p>{errorText(t, error)}</p>
      </Banner>
    </div>
  );
}

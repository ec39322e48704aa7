import { History } from 'lucide-react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Button } from '@/ui/button.tsx';
import { PageHead } from '@/ui/page-head.tsx';
import type { Kind } from './field-list.ts';
import { ImportWizard } from './import-wizard.tsx';

export function ImportPage({ kind }: { kind: Kind }) {
  const { t } = useTranslation();
  return (
    <>
      <PageHead
        title={t(`imports.title_${kind}`)}
        actions={
          <Button icon={History} href={`/imports?kind=${kind}`}>
            {t('imports.history.earlier')}
          </Button>
        }
      />
      <ImportWizard kind={kind} />
    </>
  );
}

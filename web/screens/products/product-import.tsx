import { useTranslation } from 'react-i18next';
import { ImportWizard } from '@/parts/import-wizard/import-wizard.tsx';
import { PageHead } from '@/ui/page-head.tsx';

/** The page of /inventory/products/import. */
export function Component() {
  const { t } = useTranslation();
  return (
    <>
      <PageHead title={t('products.importTitle')} />
      <ImportWizard />
    </>
  );
}

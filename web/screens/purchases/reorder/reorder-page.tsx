import { useQuery } from '@tanstack/react-query';
import { PackageCheck } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { reorderLines } from '@/db/purchases.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Found } from '@/kit/found.tsx';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { PageHead } from '@/ui/page-head.tsx';
import { LOW_STOCK, ReorderForm } from './reorder-form.tsx';

/** The rows of the report of low stock come in the history state, which survives a reload. */
export function Component() {
  const { t } = useTranslation();
  const { rows = [] } = (useLocation().state ?? {}) as { rows?: readonly string[] };
  const proposed = useQuery({ ...reorderLines(rows), enabled: rows.length > 0 });
  const title = t('purchases.reorder.title');
  const query = rows.length > 0 ? proposed : { ...proposed, data: [] };
  return (
    <Found query={query} title={title}>
      {(lines) =>
        lines.length > 0 ? (
          <ReorderForm key={rows.join()} proposed={lines} />
        ) : (
          <>
            <PageHead title={title} />
            <EmptyState
              icon={PackageCheck}
              title={t('purchases.reorder.nothing')}
              actions={<Button href={LOW_STOCK}>{t('reports.name.low_stock')}</Button>}
            >
              {t('purchases.reorder.nothingText')}
            </EmptyState>
          </>
        )
      }
    </Found>
  );
}

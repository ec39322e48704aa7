import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText, type AppError } from '@/db/errors.ts';
import { fetchVariants, type VariantRow } from '@/parts/variant-picker/variant-row.ts';
import { Banner, Note } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import type { Way } from './places.ts';
import { MOST_ROWS, placesOf } from './read-lines.ts';

interface AskEverythingProps {
  way: Way;
  place: string;
  onAdd: (rows: VariantRow[]) => void;
  onClose: () => void;
}

/** "Everything at this location": says how much that is before it comes in. */
export function AskEverything({ way, place, onAdd, onClose }: AskEverythingProps) {
  const { t } = useTranslation();
  const found = useQuery<VariantRow[], AppError>({
    queryKey: ['variant_list', 'everything', way],
    queryFn: ({ signal }) => fetchVariants({ places: placesOf(way), inStock: true, size: MOST_ROWS }, signal),
    staleTime: 0,
    meta: { reads: ['stock_levels'] },
  });
  const count = found.data?.length ?? 0;
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      title={t('transfers.form.everythingTitle', { place })}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button
            variant="primary"
            data-autofocus
            disabled={count === 0}
            onClick={() => {
              onAdd(found.data ?? []);
              onClose();
            }}
          >
            {t('transfers.form.everythingAdd', { count })}
          </Button>
        </>
      }
    >
      {found.error && <Banner tone="bad" onRetry={() => void found.refetch()}>{errorText(t, found.error)}</Banner>}
      {found.isPending && !found.error && <Skeleton height="20px" />}
      {found.isSuccess && <p>{count === 0 ? t('transfers.form.everythingNone', { place }) : t('transfers.form.everythingText', { count })}</p>}
      {count === MOST_ROWS && <Note tone="warn">{t('transfers.form.everythingMore', { count: MOST_ROWS })}</Note>}
    </Dialog>
  );
}

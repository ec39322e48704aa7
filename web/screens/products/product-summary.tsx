import { useQuery } from '@tanstack/react-query';
import { useBranch } from '@/db/me.ts';
import { productSummary } from '@/db/products.ts';
import { useTranslation } from '@/i18n/use-translation.ts';

/** Asked for after the rows. */
function useFigures(ready: boolean) {
  const { branchIds } = useBranch();
  return useQuery({ ...productSummary(branchIds), enabled: ready, staleTime: 60_000 }).data;
}

/** One line of living numbers, where the reader may see them. */
export function ProductSummary({ ready }: { ready: boolean }) {
  const { t } = useTranslation();
  const figures = useFigures(ready);
  if (!figures) return ' ';
  const products = t('products.nProducts', { count: figures.products });
  return figures.on_hand === null ? products : t('products.summary', { products, pieces: t('products.nPieces', { count: figures.on_hand }) });
}

const VIEWS = ['low', 'out', 'no_image'] as const;

/** The given views, each with how many it holds. */
export function useProductViews(ready: boolean, seesStock: boolean) {
  const { t } = useTranslation();
  const figures = useFigures(ready);
  return VIEWS.filter((view) => seesStock || view === 'no_image').map((view) => ({ name: t(`products.view.${view}`), query: `view=${view}`, count: figures?.[view] ?? undefined }));
}

import { useQuery } from '@tanstack/react-query';
import { rpcOf } from '@/db/calls.ts';
import { useBranch, useCan } from '@/db/me.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { countOf } from './product-questions.ts';

interface Overview {
  products: number | null;
  on_hand: number | null;
}

/** One line of living numbers, where the reader may see them; asked for after the rows. */
export function ProductSummary({ ready }: { ready: boolean }) {
  const { t } = useTranslation();
  const can = useCan();
  const { branchIds } = useBranch();
  const overview = can('dashboard.overview.view');
  const whole = useQuery({ ...rpcOf<'dashboard', Overview>('dashboard', { at_branch_ids: branchIds }, ['products', 'stock_levels']), enabled: ready && overview, staleTime: 60_000 });
  const plain = useQuery({ ...countOf({ search: '', filters: {} }), enabled: ready && !overview });
  const figures = whole.data;
  if (figures?.products != null && figures.on_hand != null) {
    return t('products.summary', {
      products: t('products.nProducts', { count: figures.products }),
      pieces: t('products.nPieces', { count: figures.on_hand }),
    });
  }
  const count = figures?.products ?? plain.data;
  return count === undefined ? ' ' : t('products.nProducts', { count });
}

const VIEWS = ['low', 'out', 'no_image'] as const;

/** The given views, each with how many it holds; counted after the rows are there. */
export function useProductViews(ready: boolean, seesStock: boolean) {
  const { t } = useTranslation();
  const shown = VIEWS.filter((view) => seesStock || view === 'no_image');
  const count = (view: string, enabled: boolean) => ({ ...countOf({ search: '', filters: { view: [view] } }), enabled: ready && enabled, staleTime: 60_000 });
  const counts = {
    low: useQuery(count('low', seesStock)).data,
    out: useQuery(count('out', seesStock)).data,
    no_image: useQuery(count('no_image', true)).data,
  };
  return shown.map((view) => ({ name: t(`products.view.${view}`), query: `view=${view}`, count: counts[view] }));
}

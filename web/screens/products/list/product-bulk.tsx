import { useMutation } from '@tanstack/react-query';
import { ArrowLeftRight, CircleCheck, CircleSlash, Pencil, Tag } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { collectAll } from '@/db/calls.ts';
import { errorText } from '@/db/errors.ts';
import { MAX_LINES } from '@/db/labels.ts';
import { useCan } from '@/db/me.ts';
import { allProducts, type ProductChoice, type ProductRow } from '@/db/products.ts';
import { queryClient } from '@/db/query.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { inOrder } from '@/lib/row-order.ts';
import { ExportButton } from '@/list/export-menu.tsx';
import type { SelectedRows } from '@/list/list-page.tsx';
import type { ListState } from '@/list/list-state.ts';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/toast.tsx';
import { ALL_PRODUCTS, matchingOf } from '../product-queries.ts';
import type { useSwitchProducts } from '../use-product-actions.ts';
import type { useProductColumns } from './columns.tsx';

const BulkEdit = lazy(() => import('./bulk-edit.tsx'));

/* The database's limit for one call. */
const MAX_CHANGED = 5_000;
/* The transfer form adds at most as many lines from the product list; each product has at least one. */
const MAX_TRANSFERRED = 1_000;

/** Selected rows were shown, so they are normally all cached and need no request. Not those of other branches, which hold other
    stock, nor those that changed since. */
function rowsSeen(ids: ReadonlySet<string>, branchIds: readonly string[]): ProductRow[] | null {
  const isOfBranches = (asked: unknown) =>
    JSON.stringify((asked as { at_branch_ids?: readonly string[] } | undefined)?.at_branch_ids ?? []) === JSON.stringify(branchIds);
  const pages = queryClient
    .getQueriesData<ProductRow[]>({
      queryKey: ['product_page'],
      predicate: ({ queryKey, state }) => !state.isInvalidated && isOfBranches(queryKey[1]),
    })
    .flatMap(([, rows]) => rows ?? []);
  const rows = new Map(pages.filter((row) => ids.has(row.id)).map((row) => [row.id, row]));
  return rows.size === ids.size ? [...rows.values()] : null;
}

interface BulkProps {
  selected: SelectedRows<ProductRow>;
  state: ListState;
  branchIds: readonly string[];
  switching: ReturnType<typeof useSwitchProducts>;
  columns: ReturnType<typeof useProductColumns>;
}

/** Actions on the selected products, each in one call for any number of them. */
export default function BulkActions({ selected, state, branchIds, switching, columns }: BulkProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const can = useCan();
  const { selection, count } = selected;
  const [editing, setEditing] = useState(false);
  const choice: ProductChoice = { ids: [...selection.ids], ...(selection.all ? { matching: matchingOf(state) } : {}) };
  /** Picked rows come from the query cache if all are there. "All that match" is read from the database, since it includes rows
      that were never shown. */
  const rowsOf = async function* (signal?: AbortSignal): AsyncGenerator<readonly ProductRow[]> {
    const seen = selection.all ? null : rowsSeen(selection.ids, branchIds);
    if (seen) return yield seen;
    for await (const part of allProducts(
      { ...(selection.all ? matchingOf(state) : ALL_PRODUCTS), at_branch_ids: [...branchIds] },
      signal,
    )) {
      yield part.filter((row) => selection.all !== selection.ids.has(row.id));
    }
  };
  const gathering = useMutation({
    mutationFn: async (_to: 'transfer' | 'labels') =>
      selection.all ? inOrder(await collectAll(rowsOf()), state.sort).map((row) => row.id) : choice.ids,
    // Passed in history state, which survives a reload; a proxy may truncate a long URL.
    onSuccess: (products, to) =>
      void (to === 'labels'
        ? navigate('/labels', { state: { source: 'products', ids: products } })
        : navigate('/inventory/stockpoints/transactions/add', { state: { products } })),
    onError: (error) => toast({ text: errorText(t, error), tone: 'bad' }),
  });
  const switchTo = async (active: boolean) => {
    if (await switching.switchTo(active, choice)) selected.clear();
  };
  const upTo = (max: number) => (count > max ? t('products.bulk.tooMany', { n: formatNumber(max) }) : undefined);
  return (
    <>
      {can('inventory.transfers.create') && (
        <Button
          variant="quiet"
          icon={ArrowLeftRight}
          flip
          busy={gathering.isPending && gathering.variables === 'transfer'}
          reason={upTo(MAX_TRANSFERRED)}
          onClick={() => gathering.mutate('transfer')}
        >
          {t('products.bulk.transfer')}
        </Button>
      )}
      {can('labels.printing.print') && (
        <Button
          variant="quiet"
          icon={Tag}
          busy={gathering.isPending && gathering.variables === 'labels'}
          reason={upTo(MAX_LINES)}
          onClick={() => gathering.mutate('labels')}
        >
          {t('labels.ofThis')}
        </Button>
      )}
      {can('inventory.products.update') && (
        <>
          <Button variant="quiet" icon={Pencil} aria-haspopup="dialog" reason={upTo(MAX_CHANGED)} onClick={() => setEditing(true)}>
            {t('products.bulk.edit')}
          </Button>
          <Button variant="quiet" icon={CircleSlash} busy={switching.busy} reason={upTo(MAX_CHANGED)} onClick={() => void switchTo(false)}>
            {t('products.bulk.deactivate')}
          </Button>
          <Button variant="quiet" icon={CircleCheck} busy={switching.busy} reason={upTo(MAX_CHANGED)} onClick={() => void switchTo(true)}>
            {t('products.bulk.activate')}
          </Button>
        </>
      )}
      {can('inventory.products.export') && (
        <ExportButton exported={{ name: t('products.title'), rows: rowsOf, sort: state.sort, count }} columns={columns} />
      )}
      {editing && (
        <Suspense>
          <BulkEdit choice={choice} count={count} onDone={selected.clear} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </>
  );
}

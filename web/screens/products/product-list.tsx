import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight, CircleCheck, CircleSlash, Download, Ellipsis, Package, Plus, Upload } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useBranch, useCan } from '@/db/me.ts';
import { rpcOf } from '@/db/calls.ts';
import { allProducts, productOf, type ProductRow } from '@/db/products.ts';
import { queryClient } from '@/db/query.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { useReader } from '@/parts/reader.ts';
import type { Filter } from '@/kit/column.ts';
import { useExport } from '@/kit/export-menu.tsx';
import { ListPage, type Picked } from '@/kit/list-page.tsx';
import { lastPage, type ListRules, type ListState } from '@/kit/list-state.ts';
import { refFilter } from '@/kit/ref-filter.ts';
import { useListState } from '@/kit/use-list-state.ts';
import { Button, IconButton } from '@/ui/button.tsx';
import { Menu, type MenuEntry } from '@/ui/menu.tsx';
import { useShortcut } from '@/ui/shortcuts.ts';
import { DeleteProduct } from './delete-product.tsx';
import { useProductColumns } from './product-columns.tsx';
import { countOf, EVERYTHING, matchingOf, orderOf, pageOf } from './product-questions.ts';
import { useSwitchProducts } from './use-product-actions.ts';
import './products.css';

const RULES: ListRules = {
  sort: { by: 'name', descending: false },
  sortable: ['name', 'price', 'created_at'],
  filters: ['view', 'category', 'brand', 'supplier', 'active'],
};
const VIEWS = ['low', 'out', 'no_image'] as const;
/* An address holds about this many ids before a proxy refuses it. */
const MOST_IN_ADDRESS = 50;
const MOST_AT_ONCE = 10_000;

const transferLink = (ids: readonly string[]) => `/inventory/stockpoints/transactions/add?products=${ids.join(',')}`;

export function Component() {
  const { t } = useTranslation();
  const { named } = useReader();
  const navigate = useNavigate();
  const can = useCan();
  const { branch, branches, branchIds } = useBranch();
  const list = useListState(RULES);
  const [deleting, setDeleting] = useState<ProductRow | null>(null);
  const switching = useSwitchProducts();

  const page = useQuery(pageOf(list.state, branchIds));
  // Counting a common word costs ten times what its rows cost: the rows are shown first.
  const counted = useQuery({ ...countOf(list.state), enabled: page.isFetched });
  const ahead = (state = { ...list.state, page: list.state.page + 1 }) => {
    if (counted.data === undefined || state.page <= lastPage(counted.data, state.size)) void queryClient.prefetchQuery(pageOf(state, branchIds));
  };
  const settled = page.isSuccess && !page.isPlaceholderData && counted.isSuccess;
  const next = list.state.page + 1;
  useEffect(() => {
    if (settled && next <= lastPage(counted.data, list.state.size)) void queryClient.prefetchQuery(pageOf({ ...list.state, page: next }, branchIds));
  }, [settled, counted.data, next, list.state, branchIds]);

  const mayUpdate = can('inventory.products.update');
  const mayCreate = can('inventory.products.create');
  const mayTransfer = can('inventory.transfers.create');
  const seesStock = can('inventory.stock.view');
  const columns = useProductColumns(branch ? [branch] : branches, seesStock);
  useShortcut('n', () => void navigate('/inventory/product/add'), { when: mayCreate });

  const rowMenu = (row: ProductRow) => {
    const items: MenuEntry[] = [
      { label: t('products.menu.open'), href: `/inventory/products/edit/${row.id}` },
      ...(seesStock ? [{ label: t('products.menu.movements'), href: `/inventory/stock/movements?product=${row.id}` }] : []),
      ...(mayTransfer ? [{ label: t('products.menu.transfer'), href: transferLink([row.id]) }] : []),
      ...(mayUpdate ? [{ label: t(row.active ? 'products.menu.deactivate' : 'products.menu.activate'), onSelect: () => void switching.run({ ids: [row.id], active: !row.active, name: named(row) }) }] : []),
      ...(can('inventory.products.delete') ? ['line' as const, { label: t('products.menu.delete'), danger: true, onSelect: () => setDeleting(row) }] : []),
    ];
    return <Menu label={t('kit.rowActions', { name: named(row) })} items={items} trigger={<IconButton small variant="quiet" icon={Ellipsis} label={t('kit.rowActions', { name: named(row) })} />} />;
  };

  const exported = { name: t('products.title'), rows: () => allProducts(matchingOf(list.state), orderOf(list.state, branchIds)) };
  const filters: Filter[] = [
    refFilter('categories', 'category', t('products.filter.category'), true),
    refFilter('brands', 'brand', t('products.filter.brand')),
    refFilter('suppliers', 'supplier', t('products.filter.supplier')),
    { name: 'active', label: t('products.filter.active'), options: [{ value: 'true', label: t('products.active') }, { value: 'false', label: t('products.inactive') }] },
  ];

  return (
    <>
      <ListPage<ProductRow>
        name="products"
        title={t('products.title')}
        summary={<Summary />}
        list={list}
        result={{
          rows: page.data,
          count: counted.data,
          pending: page.isPending,
          refreshing: page.isPlaceholderData,
          error: page.error,
          retry: () => void page.refetch(),
        }}
        columns={columns}
        rowId={(row) => row.id}
        rowLabel={named}
        rowHref={(row) => `/inventory/products/edit/${row.id}`}
        rowMenu={rowMenu}
        onPoint={(row) => void queryClient.prefetchQuery(productOf(row.id))}
        onNearNext={() => ahead()}
        filters={filters}
        views={useViews(page.isFetched, seesStock)}
        searchHint={t('products.search')}
        tableClass="product-list"
        actions={
          <>
            {can('inventory.products.import') && <Button icon={Upload} href="/inventory/products/import">{t('products.import')}</Button>}
            {mayTransfer && <Button icon={ArrowLeftRight} flip href="/inventory/stockpoints/transactions/add">{t('products.transfer')}</Button>}
            {mayCreate && <Button variant="primary" icon={Plus} keys="N" href="/inventory/product/add">{t('products.add')}</Button>}
          </>
        }
        bulk={(picked) => <BulkActions picked={picked} state={list.state} branchIds={branchIds} switching={switching} columns={columns} />}
        exported={can('inventory.products.export') ? exported : undefined}
        empty={{
          icon: Package,
          title: t('products.empty.title'),
          text: t('products.empty.text'),
          actions: (
            <>
              {mayCreate && <Button variant="primary" icon={Plus} href="/inventory/product/add">{t('products.add')}</Button>}
              {can('inventory.products.import') && <Button icon={Upload} href="/inventory/products/import">{t('products.import')}</Button>}
            </>
          ),
        }}
      />
      {deleting && <DeleteProduct {...deleting} name={named(deleting)} mayDeactivate={mayUpdate} onDone={() => setDeleting(null)} onClose={() => setDeleting(null)} />}
    </>
  );
}

interface BulkProps {
  picked: Picked<ProductRow>;
  state: ListState;
  branchIds: readonly string[];
  switching: ReturnType<typeof useSwitchProducts>;
  columns: ReturnType<typeof useProductColumns>;
}

function BulkActions({ picked, state, branchIds, switching, columns }: BulkProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const can = useCan();
  const { selection, count } = picked;
  const [gathering, setGathering] = useState(false);
  /** Ticked ids; "all that match" is read from the list, page by page, so that rows never shown are meant too. */
  const idsOf = async () => (selection.all ? (await rowsOf()).map((row) => row.id) : [...selection.ids]);
  const rowsOf = async () => {
    const rows = await allProducts(selection.all ? matchingOf(state) : EVERYTHING, orderOf(state, branchIds));
    return rows.filter((row) => selection.all !== selection.ids.has(row.id));
  };
  const file = useExport({ name: t('products.title'), rows: rowsOf }, columns);
  const switchTo = async (active: boolean) => {
    setGathering(true);
    const ids = await idsOf().finally(() => setGathering(false));
    if (await switching.run({ ids, active })) picked.clear();
  };
  const tooMany = count > MOST_AT_ONCE ? t('products.bulk.tooMany', { n: formatNumber(MOST_AT_ONCE) }) : undefined;
  const busy = gathering || switching.busy;
  return (
    <>
      {can('inventory.transfers.create') && (
        <Button
          variant="quiet"
          icon={ArrowLeftRight}
          flip
          reason={count > MOST_IN_ADDRESS ? t('products.bulk.tooMany', { n: formatNumber(MOST_IN_ADDRESS) }) : undefined}
          onClick={() => void idsOf().then((ids) => navigate(transferLink(ids)))}
        >
          {t('products.bulk.transfer')}
        </Button>
      )}
      {can('inventory.products.update') && (
        <>
          <Button variant="quiet" icon={CircleSlash} busy={busy} reason={tooMany} onClick={() => void switchTo(false)}>{t('products.bulk.deactivate')}</Button>
          <Button variant="quiet" icon={CircleCheck} busy={busy} reason={tooMany} onClick={() => void switchTo(true)}>{t('products.bulk.activate')}</Button>
        </>
      )}
      {can('inventory.products.export') && <Button variant="quiet" icon={Download} busy={file.busy} onClick={() => void file.save('xlsx')}>{t('kit.export')}</Button>}
    </>
  );
}

interface Overview {
  products: number | null;
  variants: number | null;
  on_hand: number | null;
}

/** One line of living numbers, where the reader may see them. */
function Summary() {
  const { t } = useTranslation();
  const can = useCan();
  const { branchIds } = useBranch();
  const overview = can('dashboard.overview.view');
  const whole = useQuery({ ...rpcOf<'dashboard', Overview>('dashboard', { at_branch_ids: branchIds }, ['products', 'variants', 'stock_levels']), enabled: overview, staleTime: 60_000 });
  const plain = useQuery({ ...countOf({ search: '', filters: {} }), enabled: !overview });
  const figures = whole.data;
  if (figures?.products != null && figures.variants != null && figures.on_hand != null) {
    return t('products.summary', {
      products: t('products.nProducts', { count: figures.products }),
      variants: t('products.nVariants', { count: figures.variants }),
      pieces: t('products.nPieces', { count: figures.on_hand }),
    });
  }
  const count = figures?.products ?? plain.data;
  return count === undefined ? ' ' : t('products.nProducts', { count });
}

/** The given views, each with how many it holds; counted after the rows are there. */
function useViews(ready: boolean, seesStock: boolean) {
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

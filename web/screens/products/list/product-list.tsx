import { ArrowLeftRight, Package, Upload } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { scopeOf, useBranch, useCan } from '@/db/me.ts';
import type { Me } from '@/db/me-types.ts';
import { allProducts, productCount, productOf, productPage, productSummary, type ProductRow } from '@/db/products.ts';
import { queryClient } from '@/db/query.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { refFilter } from '@/kit/ref-filter.ts';
import { withNone } from '@/kit/without.ts';
import type { Filter } from '@/list/column.ts';
import { ListPage } from '@/list/list-page.tsx';
import { isNarrowed, readListState, type ListRules } from '@/list/list-state.ts';
import { useSummarizedRows } from '@/list/use-list-rows.ts';
import { useListState } from '@/list/use-list-state.ts';
import { Button } from '@/ui/button.tsx';
import type { MenuEntry } from '@/ui/menu-entry.ts';
import { matchingOf, pageOf } from '../product-queries.ts';
import { useSwitchProducts } from '../use-product-actions.ts';
import { useProductColumns } from './columns.tsx';
import { productViews, summaryLine } from './product-summary.ts';
import '../products.css';

// Loaded once products are selected or one is deleted.
const BulkActions = lazy(() => import('./product-bulk.tsx'));
const DeleteProduct = lazy(() => import('../delete-product.tsx'));

const RULES: ListRules = {
  sort: { by: 'name', descending: false },
  sortable: ['name', 'price', 'created_at', 'category', 'brand'],
  filters: ['view', 'category', 'brand', 'supplier', 'tax', 'active'],
};

/** Starts all queries of the page before rendering, but waits only for the rows. */
export function preload({ searchParams }: URL, me: Me) {
  const state = readListState(searchParams, RULES);
  void queryClient.prefetchQuery(productSummary(scopeOf(me)));
  if (isNarrowed(state)) void queryClient.prefetchQuery(productCount(matchingOf(state)));
  return queryClient.prefetchQuery(pageOf(state, scopeOf(me)));
}

export function Component() {
  const { t } = useTranslation();
  const can = useCan();
  const { branch, branches, branchIds } = useBranch();
  const list = useListState(RULES);
  const [deleting, setDeleting] = useState<ProductRow | null>(null);
  const switching = useSwitchProducts();

  // Counting a common word takes ten times as long as its rows, so the rows do not wait for the count.
  const { result, summary } = useSummarizedRows(
    list,
    matchingOf(list.state),
    (asked, page, size) => productPage({ ...asked, at_branch_ids: branchIds }, page, size),
    productCount,
    productSummary(branchIds),
  );

  const mayUpdate = can('inventory.products.update');
  const mayCreate = can('inventory.products.create');
  const mayTransfer = can('inventory.transfers.create');
  const seesStock = can('inventory.stock.view');
  const columns = useProductColumns(branch ? [branch] : branches, seesStock);

  const rowMenu = (row: ProductRow): MenuEntry[] => [
    { label: t('products.menu.open'), href: `/inventory/products/edit/${row.id}` },
    ...(seesStock ? [{ label: t('products.menu.movements'), href: `/inventory/stock/movements?product=${row.id}` }] : []),
    ...(mayCreate ? [{ label: t('products.menu.duplicate'), href: `/inventory/product/add?copy=${row.id}` }] : []),
    ...(mayTransfer ? [{ label: t('products.menu.transfer'), href: `/inventory/stockpoints/transactions/add?products=${row.id}` }] : []),
    ...(mayUpdate
      ? [
          {
            label: t(row.active ? 'products.menu.deactivate' : 'products.menu.activate'),
            onSelect: () => void switching.switchTo(!row.active, { ids: [row.id] }, nameOf(row)),
          },
        ]
      : []),
    ...(can('inventory.products.delete')
      ? ['line' as const, { label: t('products.menu.delete'), danger: true, onSelect: () => setDeleting(row) }]
      : []),
  ];

  const importButton = can('inventory.products.import') && (
    <Button icon={Upload} href="/inventory/products/import">
      {t('products.import')}
    </Button>
  );
  const exported = {
    name: t('products.title'),
    rows: (signal: AbortSignal) => allProducts({ ...matchingOf(list.state), at_branch_ids: [...branchIds] }, signal),
  };
  const filters: Filter[] = [
    refFilter('categories', 'category', t('products.filter.category'), true),
    refFilter('brands', 'brand', t('products.filter.brand')),
    refFilter('suppliers', 'supplier', t('products.filter.supplier')),
    ...(can('settings.tax_rates.view')
      ? [withNone(refFilter('tax_rates', 'tax', t('fields.tax_rate_id')), t('products.filter.defaultRate'))]
      : []),
    {
      name: 'active',
      label: t('products.filter.active'),
      options: [
        { value: 'true', label: t('kit.active') },
        { value: 'false', label: t('kit.inactive') },
      ],
    },
  ];

  return (
    <>
      <ListPage<ProductRow>
        name="products"
        title={t('products.title')}
        summary={summaryLine(t, summary)}
        list={list}
        result={result}
        columns={columns}
        rowLabel={nameOf}
        rowHref={(row) => `/inventory/products/edit/${row.id}`}
        rowMenu={rowMenu}
        onRowHover={(row) => void queryClient.prefetchQuery(productOf(row.id))}
        filters={filters}
        views={productViews(t, summary, seesStock)}
        searchHint={t('products.search')}
        tableClass="product-list"
        add={mayCreate && { href: '/inventory/product/add', label: t('products.add') }}
        actions={
          <>
            {importButton}
            {mayTransfer && (
              <Button icon={ArrowLeftRight} flip href="/inventory/stockpoints/transactions/add">
                {t('products.transfer')}
              </Button>
            )}
          </>
        }
        bulk={(picked) => (
          <Suspense>
            <BulkActions selected={picked} state={list.state} branchIds={branchIds} switching={switching} columns={columns} />
          </Suspense>
        )}
        exported={can('inventory.products.export') ? exported : undefined}
        empty={{ icon: Package, title: t('products.empty.title'), text: t('products.empty.text'), actions: importButton }}
      />
      {deleting && (
        <Suspense>
          <DeleteProduct
            {...deleting}
            name={nameOf(deleting)}
            mayDeactivate={mayUpdate}
            onDone={() => setDeleting(null)}
            onClose={() => setDeleting(null)}
          />
        </Suspense>
      )}
    </>
  );
}

import { Boxes, ListTree } from 'lucide-react';
import { useState } from 'react';
import { useBranch, useCan } from '@/db/me.ts';
import { allLevels, levelCount, levelPage, levelSummary, placeIds, type PlaceRow } from '@/db/stock.ts';
import { nameIn } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { refFilter } from '@/kit/ref-filter.ts';
import type { Filter } from '@/list/column.ts';
import { ListPage } from '@/list/list-page.tsx';
import type { ListRules, ListState } from '@/list/list-state.ts';
import { useSummarizedRows } from '@/list/use-list-rows.ts';
import { useListState } from '@/list/use-list-state.ts';
import { Button } from '@/ui/button.tsx';
import type { MenuEntry } from '@/ui/menu-entry.ts';
import { variantName } from '@/parts/variant-name.ts';
import { IncomingDialog } from './incoming-dialog.tsx';
import { adjustLink, ledgerLink } from './level-links.ts';
import { placeFilter } from './place-filter.ts';
import { useLevelColumns } from './columns.tsx';
import '../stock.css';

const RULES: ListRules = {
  sort: { by: 'product', descending: false },
  sortable: ['product', 'quantity', 'sku'],
  filters: ['view', 'place', 'category', 'brand'],
};
const VIEWS = ['some', 'none', 'low', 'incoming'] as const;

const matchingOf = ({ search, filters }: Pick<ListState, 'search' | 'filters'>, branchIds: readonly string[]) => ({
  words: search,
  view: filters.view?.[0] ?? 'all',
  at_branch_ids: [...branchIds],
  place_ids: placeIds(filters.place ?? []),
  category_ids: [...(filters.category ?? [])],
  brand_ids: [...(filters.brand ?? [])],
});

/** Stock and incoming goods of every branch and stock point. */
export function Component() {
  const { t } = useTranslation();
  const can = useCan();
  const { branchIds, workBranches } = useBranch();
  const list = useListState(RULES);
  const [incomingRow, setIncomingRow] = useState<PlaceRow | null>(null);
  const matching = matchingOf(list.state, branchIds);
  const { result, summary } = useSummarizedRows(list, matching, levelPage, levelCount, levelSummary(branchIds));
  const columns = useLevelColumns(setIncomingRow);
  const mayAdjust = can('inventory.stock.adjust');

  const filters: Filter[] = [
    placeFilter(t),
    { name: 'view', label: t('stock.filter.on_hand'), options: VIEWS.map((view) => ({ value: view, label: t(`stock.filter.${view}`) })) },
    refFilter('categories', 'category', t('stock.filter.category'), true),
    refFilter('brands', 'brand', t('stock.filter.brand')),
  ];
  const rowMenu = (row: PlaceRow): MenuEntry[] => {
    const worksHere = workBranches.some(({ id }) => id === row.branch_id);
    return [
      { label: t('stock.row.movements'), href: ledgerLink(row) },
      ...(mayAdjust
        ? [
            {
              label: t('stock.row.adjust'),
              href: adjustLink(row),
              reason: worksHere ? undefined : t('stock.form.viewOnly', { branch: nameIn(row, 'branch') }),
              disabled: !worksHere,
            },
          ]
        : []),
      ...(row.incoming > 0 ? [{ label: t('stock.row.incoming'), onSelect: () => setIncomingRow(row) }] : []),
    ];
  };
  return (
    <>
      <ListPage<PlaceRow>
        name="stock"
        title={t('stock.title')}
        summary={t(matching.view === 'low' ? 'stock.summaryLow' : 'stock.summary')}
        list={list}
        result={result}
        columns={columns}
        rowLabel={variantName}
        rowHref={ledgerLink}
        rowMenu={rowMenu}
        filters={filters}
        views={[
          { name: t('stock.view.low'), query: 'view=low', count: summary?.low },
          { name: t('stock.view.incoming'), query: 'view=incoming', count: summary?.incoming },
        ]}
        searchHint={t('stock.search')}
        add={mayAdjust && { href: '/inventory/stock/add', label: t('stock.add') }}
        actions={
          <Button icon={ListTree} href="/inventory/stock/movements">
            {t('stock.movements')}
          </Button>
        }
        exported={can('inventory.stock.export') ? { name: t('stock.title'), rows: (signal) => allLevels(matching, signal) } : undefined}
        empty={{ icon: Boxes, title: t('stock.empty.title'), text: t('stock.empty.text') }}
      />
      {incomingRow && <IncomingDialog row={incomingRow} onClose={() => setIncomingRow(null)} />}
    </>
  );
}

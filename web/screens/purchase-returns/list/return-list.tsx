import { Ban, Download, Eye, Undo2 } from 'lucide-react';
import { useBranch, useCan, useMe } from '@/db/me.ts';
import { allReturns, returnDetail, returnPage, returnReasons, returnTotals, type ReturnRow } from '@/db/purchase-returns.ts';
import { queryClient } from '@/db/query.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { refFilter } from '@/kit/ref-filter.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatMoney } from '@/lib/money.ts';
import { branchFilter } from '@/list/branch-filter.ts';
import { choices } from '@/list/choices.ts';
import type { Filter } from '@/list/column.ts';
import { ListPage } from '@/list/list-page.tsx';
import type { ListRules, ListState } from '@/list/list-state.ts';
import { periodFilter } from '@/list/period-filter.ts';
import { useSummedRows } from '@/list/use-list-rows.ts';
import { useListState } from '@/list/use-list-state.ts';
import { usePaper } from '@/parts/document/use-paper.ts';
import type { MenuEntry } from '@/ui/menu-entry.ts';
import { useReturnColumns } from '@/parts/lists/purchase-return-columns.tsx';
import { returnPaper } from '../view/paper.ts';

const RULES: ListRules = {
  sort: { by: 'created_at', descending: true },
  sortable: ['number', 'created_at', 'total', 'remaining'],
  filters: ['status', 'credit', 'branch', 'supplier', 'reason', 'returned'],
};
const money = ['total', 'remaining'];

const viewOf = ({ id }: Pick<ReturnRow, 'id'>) => `/purchase/returns/${id}`;

/** Filters and sorts by amounts are dropped for users who may not see them. */
function useQuestion(state: ListState) {
  const seesCosts = useCan()('inventory.costs.view');
  const { branchIds } = useBranch();
  const chosen = (name: string) => [...(state.filters[name] ?? [])];
  return {
    question: {
      words: state.search,
      statuses: chosen('status'),
      credits: seesCosts ? chosen('credit') : [],
      supplier_ids: chosen('supplier'),
      reasons: chosen('reason'),
      at_branch_ids: chosen('branch').length ? chosen('branch') : branchIds,
      returned: chosen('returned')[0],
    },
    state: { ...state, sort: !seesCosts && money.includes(state.sort.by) ? RULES.sort : state.sort },
  };
}

function useFilters(): Filter[] {
  const { t } = useTranslation();
  const { branches } = useMe();
  const can = useCan();
  return [
    {
      name: 'status',
      label: t('purchases.col.status'),
      options: choices(['returned', 'voided'], (value) => t(`purchaseReturns.status.${value}`)),
    },
    ...(can('inventory.costs.view')
      ? [
          {
            name: 'credit',
            label: t('purchaseReturns.credit.label'),
            options: choices(['open', 'used'], (value) => t(`purchaseReturns.credit.${value}`)),
          },
        ]
      : []),
    ...(can('contacts.suppliers.view') ? [refFilter('suppliers', 'supplier', t('purchases.col.supplier'))] : []),
    {
      name: 'reason',
      label: t('purchaseReturns.form.reason'),
      options: choices(returnReasons, (value) => t(`purchaseReturns.reason.${value}`)),
    },
    branchFilter(t('purchases.col.branch'), branches),
    periodFilter('returned', t('purchaseReturns.col.day')),
  ];
}

/** /purchase/returns: the returns to suppliers. */
export function Component() {
  const { t } = useTranslation();
  const can = useCan();
  const { workBranches } = useBranch();
  const asked = useListState(RULES);
  const { question, state } = useQuestion(asked.state);
  const list = { ...asked, state };
  const { result, totals } = useSummedRows(list, question, returnPage, returnTotals);
  const columns = useReturnColumns(result.rows ?? []);
  const filters = useFilters();
  const { print } = usePaper(async (id: string) => returnPaper(t, await queryClient.fetchQuery(returnDetail(id))));
  const rowMenu = (row: ReturnRow): MenuEntry[] => [
    { label: t('purchases.action.open'), icon: Eye, href: viewOf(row) },
    { label: t('purchases.action.pdf'), icon: Download, onSelect: () => void print(row.id) },
    ...(can('purchasing.returns.void') && row.status === 'returned' && workBranches.some(({ id }) => id === row.branch_id)
      ? [{ label: t('purchaseReturns.void.action'), icon: Ban, danger: true, href: `${viewOf(row)}?do=void` }]
      : []),
  ];
  const summary = totals && {
    count: totals.count,
    currency: currencyWord(),
    total: formatMoney(totals.total ?? 0),
    remaining: formatMoney(totals.remaining ?? 0),
  };
  return (
    <ListPage<ReturnRow>
      name="purchase-returns"
      title={t('purchaseReturns.title')}
      summary={summary && t(totals.total === null ? 'purchaseReturns.summary' : 'purchaseReturns.summaryMoney', summary)}
      list={list}
      result={result}
      loadErrorTitle={t('purchaseReturns.loadFailed')}
      columns={columns}
      rowLabel={(row) => row.number}
      rowHref={viewOf}
      rowMenu={rowMenu}
      onRowHover={(row) => void queryClient.prefetchQuery(returnDetail(row.id))}
      filters={filters}
      views={[
        ...(can('inventory.costs.view') ? [{ name: t('purchaseReturns.credit.open'), query: 'credit=open' }] : []),
        { name: t('purchaseReturns.status.voided'), query: 'status=voided', count: totals?.by_status.voided },
      ]}
      searchHint={t('purchaseReturns.search')}
      add={can('purchasing.returns.create') && { href: '/purchase/returns/add', label: t('purchaseReturns.new') }}
      exported={
        can('purchasing.orders.export') ? { name: t('purchaseReturns.title'), rows: (signal) => allReturns(question, signal) } : undefined
      }
      empty={{ icon: Undo2, title: t('purchaseReturns.empty.title'), text: t('purchaseReturns.empty.text') }}
    />
  );
}

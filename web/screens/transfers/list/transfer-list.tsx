import { ArrowLeftRight, Check, Copy, Eye, Pencil } from 'lucide-react';
import type { Args } from '@/db/calls.ts';
import { useBranch, useCan, useMe } from '@/db/me.ts';
import { queryClient } from '@/db/query.ts';
import { allTransfers, transferCount, transferDetail, transferPage, transferSummary, type TransferRow } from '@/db/transfers.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { branchFilter } from '@/list/branch-filter.ts';
import { choices } from '@/list/choices.ts';
import type { Filter } from '@/list/column.ts';
import { ListPage } from '@/list/list-page.tsx';
import type { ListRules, ListState } from '@/list/list-state.ts';
import { periodFilter } from '@/list/period-filter.ts';
import { useCountText } from '@/list/use-count-text.ts';
import { useSummarizedRows } from '@/list/use-list-rows.ts';
import { useListState } from '@/list/use-list-state.ts';
import { NoBranch } from '@/parts/no-branch.tsx';
import type { LucideIcon } from '@/ui/icon.tsx';
import type { MenuEntry } from '@/ui/menu-entry.ts';
import { actionsOf, offReason } from '../view/actions.ts';
import { useTransferColumns } from './columns.tsx';
import '../transfers.css';

const RULES: ListRules = {
  sort: { by: 'created_at', descending: true },
  sortable: ['number', 'created_at', 'amount'],
  filters: ['status', 'branch', 'mode', 'created'],
};

const viewOf = ({ id }: TransferRow) => `/inventory/transactions/view/${id}`;

export function Component() {
  const { t } = useTranslation();
  return useMe().branches.length === 0 ? (
    <NoBranch page={t('transfers.title')} title={t('transfers.chooseBranch')} reason={t('transfers.noBranch')} />
  ) : (
    <Transfers />
  );
}

function useQuestion({ search, filters: { status = [], mode = [], branch = [], created = [] } }: ListState): Args<'transfer_count'> {
  const { branchIds } = useBranch();
  // The filter narrows the branch switcher's choice: both apply to either end.
  return {
    words: search,
    statuses: [...status],
    modes: [...mode],
    at_branch_ids: branch.length ? [...branch] : branchIds,
    created: created[0],
  };
}

function Transfers() {
  const { t } = useTranslation();
  const me = useMe();
  const can = useCan();
  const { branchIds } = useBranch();
  const text = useCountText();
  const list = useListState(RULES);
  const question = useQuestion(list.state);
  const { result, summary } = useSummarizedRows(list, question, transferPage, transferCount, transferSummary(branchIds));
  const columns = useTransferColumns(result.rows ?? []);
  const reader = { can, access: (id: string) => me.branches.find((branch) => branch.id === id)?.access };

  const rowMenu = (row: TransferRow): MenuEntry[] => {
    const may = actionsOf(row, reader);
    const step = (kind: 'approve' | 'edit', icon: LucideIcon, href: string): MenuEntry[] =>
      may[kind] === 'hidden' ? [] : [{ label: t(`transfers.action.${kind}`), icon, href, reason: offReason(t, may[kind], row) }];
    return [
      { label: t('transfers.action.open'), icon: Eye, href: viewOf(row) },
      ...step('approve', Check, `${viewOf(row)}?do=approve`),
      ...step('edit', Pencil, `/inventory/transactions/edit/${row.id}`),
      ...(can('inventory.transfers.create')
        ? [{ label: t('transfers.action.copy'), icon: Copy, href: `/inventory/stockpoints/transactions/add?copy=${row.id}` }]
        : []),
    ];
  };

  const filters: Filter[] = [
    {
      name: 'status',
      label: t('transfers.status.label'),
      options: choices(['pending', 'approved', 'reversed'], (value) => t(`transfers.status.${value}`)),
    },
    branchFilter(t('transfers.filter.branch'), me.branches),
    {
      name: 'mode',
      label: t('transfers.mode.label'),
      options: choices(['branch', 'stock_point'], (value) => t(`transfers.modeOf.${value}`)),
    },
    periodFilter('created', t('transfers.filter.dates')),
  ];
  return (
    <ListPage<TransferRow>
      name="transfers"
      title={t('transfers.title')}
      summary={
        summary &&
        t('transfers.summary', {
          count: summary.count,
          shown: text.capped(summary.count),
          waiting: t('transfers.waitingCount', { count: summary.pending, shown: text.capped(summary.pending) }),
        })
      }
      list={list}
      result={result}
      loadErrorTitle={t('transfers.loadFailed')}
      columns={columns}
      rowLabel={(row) => row.number}
      rowHref={viewOf}
      rowMenu={rowMenu}
      onRowHover={(row) => void queryClient.prefetchQuery(transferDetail(row.id))}
      filters={filters}
      views={[
        { name: t('transfers.status.pending'), query: 'status=pending', count: summary?.pending },
        { name: t('transfers.view.approved'), query: 'status=approved', count: summary?.approved },
        { name: t('transfers.view.reversed'), query: 'status=reversed', count: summary?.reversed },
      ]}
      searchHint={t('transfers.search')}
      tableClass="transfer-list"
      add={can('inventory.transfers.create') && { href: '/inventory/stockpoints/transactions/add', label: t('transfers.new') }}
      exported={
        can('inventory.transfers.export') ? { name: t('transfers.title'), rows: (signal) => allTransfers(question, signal) } : undefined
      }
      empty={{ icon: ArrowLeftRight, title: t('transfers.empty.title'), text: t('transfers.empty.text') }}
    />
  );
}

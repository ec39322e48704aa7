import { useQuery } from '@tanstack/react-query';
import { ClipboardCheck, Plus } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { countPage, type CountQuestion, type CountRow } from '@/db/counts.ts';
import { useBranch, useCan } from '@/db/me.ts';
import { queryClient } from '@/db/query.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import type { Column } from '@/kit/column.ts';
import { ListPage } from '@/kit/list-page.tsx';
import { lastPage, type ListRules, type ListState } from '@/kit/list-state.ts';
import { useListState } from '@/kit/use-list-state.ts';
import { formatDateTime } from '@/lib/dates.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { placeName } from '@/parts/place-name.ts';
import { Button } from '@/ui/button.tsx';
import { Code, Figure } from '@/ui/figure.tsx';
import { useShortcut } from '@/ui/shortcuts.ts';
import { CountStatus } from '../statuses.tsx';

const RULES: ListRules = { sort: { by: 'created_at', descending: true }, sortable: ['created_at', 'number'], filters: ['status'] };
const STATES = ['counting', 'comparing', 'posting', 'posted', 'cancelled'] as const;
const add = '/inventory/counts/add';

const questionOf = (state: ListState, branchIds: readonly string[], page = state.page): CountQuestion => ({
  words: state.search,
  statuses: state.filters.status ?? [],
  branchIds,
  sort: state.sort,
  offset: (page - 1) * state.size,
  limit: state.size,
});

/** Every count of the branches in reach. */
export function Component() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const can = useCan();
  const { branchIds } = useBranch();
  const list = useListState(RULES);
  const { state } = list;
  const page = useQuery(countPage(questionOf(state, branchIds)));
  const count = page.data?.count;
  const settled = page.isSuccess && !page.isPlaceholderData;
  useEffect(() => {
    if (settled && count !== undefined && state.page < lastPage(count, state.size)) void queryClient.prefetchQuery(countPage(questionOf(state, branchIds, state.page + 1)));
  }, [settled, count, state, branchIds]);
  const mayStart = can('inventory.counts.create');
  useShortcut('n', () => void navigate(add), { when: mayStart });
  const columns = useCountColumns();
  const start = mayStart && <Button variant="primary" icon={Plus} keys="N" href={add}>{t('counts.start')}</Button>;
  return (
    <ListPage<CountRow>
      name="counts"
      title={t('counts.title')}
      summary={t('counts.summary')}
      list={list}
      result={{ rows: page.data?.rows, count, pending: page.isPending, refreshing: page.isPlaceholderData, error: page.error, retry: () => void page.refetch() }}
      columns={columns}
      rowId={(row) => row.id}
      rowLabel={(row) => row.number}
      rowHref={(row) => `/inventory/counts/${row.id}`}
      filters={[{ name: 'status', label: t('counts.column.status'), options: STATES.map((value) => ({ value, label: t(`counts.status.${value}`) })) }]}
      views={[
        { name: t('counts.view.open'), query: 'status=counting&status=comparing&status=posting' },
        { name: t('counts.view.posted'), query: 'status=posted' },
      ]}
      searchHint={t('counts.search')}
      actions={start}
      empty={{ icon: ClipboardCheck, title: t('counts.empty.title'), text: t('counts.empty.text'), actions: start }}
    />
  );
}

function useCountColumns(): readonly Column<CountRow>[] {
  const { t } = useTranslation();
  return useMemo(() => {
    const creator = (row: CountRow) => nameOf({ name: row.created_by_name ?? '–', name_ar: row.created_by_name_ar });
    return [
      { id: 'number', label: t('counts.column.number'), pinned: true, sort: 'number', width: '220px', slip: 'title', cell: (row) => <a className="nm hi" href={`/inventory/counts/${row.id}`}><Code>{row.number}</Code></a> },
      { id: 'place', label: t('counts.column.place'), slip: 'sub', cell: (row) => <bdi>{placeName(t, row)}</bdi> },
      { id: 'scope', label: t('counts.column.scope'), width: '150px', slip: 'sub', cell: (row) => t(`counts.scope.${row.scope}`) },
      { id: 'status', label: t('counts.column.status'), width: '170px', slip: 'status', cell: (row) => <CountStatus status={row.status} /> },
      { id: 'lines', label: t('counts.column.lines'), num: true, width: '130px', slip: 'figure', cell: (row) => <Figure value={formatNumber(row.lines)} nil /> },
      { id: 'created', label: t('counts.column.created'), sort: 'created_at', width: '190px', slip: 'figure', cell: (row) => formatDateTime(row.created_at) },
      { id: 'by', label: t('counts.column.by'), width: '150px', slip: 'none', cell: (row) => <bdi className="clip">{creator(row)}</bdi> },
    ];
  }, [t]);
}

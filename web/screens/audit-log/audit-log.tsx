import { useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { rpc, type Args, type RowOf } from '@/db/calls.ts';
import { allChanges, changeCount, changeOf, changePage, historyOf, type ChangeRow } from '@/db/history.ts';
import { useBranch, useMe } from '@/db/me.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { refFilter } from '@/kit/ref-filter.ts';
import { branchFilter } from '@/list/branch-filter.ts';
import { choices } from '@/list/choices.ts';
import type { Filter } from '@/list/column.ts';
import { ListPage } from '@/list/list-page.tsx';
import type { ListRules, ListState } from '@/list/list-state.ts';
import { periodFilter } from '@/list/period-filter.ts';
import { useCountText } from '@/list/use-count-text.ts';
import { useListRows } from '@/list/use-list-rows.ts';
import { useListState } from '@/list/use-list-state.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { useChangeColumns, useRecordName } from './columns.tsx';

type Found = RowOf<'find_records', 'code'>;

const RULES: ListRules = {
  sort: { by: 'id', descending: true },
  sortable: ['id'],
  filters: ['by', 'what', 'action', 'branch', 'changed', 'record'],
};

function useQuestion({ search, filters }: ListState): Args<'audit_count'> {
  const { branchIds } = useBranch();
  const chosen = (name: string) => [...(filters[name] ?? [])];
  const [history_of_table, history_of_id] = filters.record?.[0]?.split(':') ?? [];
  return {
    words: search,
    actor_ids: chosen('by'),
    resources: chosen('what'),
    actions: chosen('action'),
    changed: filters.changed?.[0],
    // The history of one record is not limited to the selected branch.
    at_branch_ids: filters.branch ? chosen('branch') : history_of_id ? [] : branchIds,
    ...(history_of_id && { history_of_table, history_of_id }),
  };
}

/** The opened change is kept in the URL, so that its link can be shared. */
function useShown(rows: readonly ChangeRow[] | undefined) {
  const [params, setParams] = useSearchParams();
  const id = params.get('change');
  const listed = rows?.find((row) => row.id === id);
  const changeQuery = useQuery({ ...changeOf(id ?? '0'), enabled: Boolean(id && /^\d{1,15}$/.test(id) && rows && !listed) });
  const addressOf = (row: ChangeRow) => {
    const next = new URLSearchParams(params);
    next.set('change', row.id);
    return `/managment/audit-log?${next.toString()}`;
  };
  const close = () => setParams((current) => (current.delete('change'), current), { replace: true });
  return { shown: id ? (listed ?? changeQuery.data) : undefined, addressOf, close };
}

/** All changes the user may see: who, when, and the values before and after. */
export function Component() {
  const { t } = useTranslation();
  const text = useCountText();
  const list = useListState(RULES);
  const { state } = list;
  const question = useQuestion(state);
  const result = useListRows(
    state,
    (page) => changePage({ ...question, sort: 'id', descending: state.sort.descending }, page, state.size),
    changeCount(question),
  );
  const { shown, addressOf, close } = useShown(result.rows);
  const columns = useChangeColumns(addressOf);
  const recordName = useRecordName();
  return (
    <>
      <ListPage<ChangeRow>
        name="audit-log"
        title={t('history.title')}
        summary={result.count !== undefined && t('history.summary', { count: result.count, shown: text.capped(result.count) })}
        list={list}
        result={result}
        columns={columns}
        rowLabel={recordName}
        rowHref={addressOf}
        filters={useHistoryFilters(recordName)}
        views={[{ name: t('history.view.deleted'), query: 'action=delete' }]}
        searchHint={t('history.search')}
        exported={{ name: t('history.title'), rows: (signal) => allChanges(question, signal) }}
        empty={{ icon: ScrollText, title: t('history.empty.title'), text: t('history.empty.text') }}
        tableClass="[&_td]:py-[9px] [&_td]:align-top [&_td]:whitespace-normal"
      />
      {shown && <ChangeDialog row={shown} onClose={close} />}
    </>
  );
}

function useHistoryFilters(recordName: (row: ChangeRow) => string): Filter[] {
  const { t } = useTranslation();
  const { branches, permissions } = useMe();
  // A resource with a view permission has a history, except pages that keep none.
  const resources = permissions
    .filter((name) => name.endsWith('.view') && !/^(dashboard|reports)\.|_activity|audit_log/.test(name))
    .map((name) => name.slice(0, -'.view'.length));
  return [
    refFilter('profiles', 'by', t('history.col.actor')),
    {
      name: 'what',
      label: t('history.col.kind'),
      options: choices(resources, (resource) =>
        t(`app.permission.resource.${resource.split('.')[1]}` as 'app.permission.resource.products'),
      ),
    },
    {
      name: 'action',
      label: t('history.col.action'),
      options: choices(['insert', 'update', 'delete'], (value) => t(`history.action.${value}`)),
    },
    periodFilter('changed', t('history.col.at')),
    branchFilter(t('history.col.branch'), branches),
    {
      name: 'record',
      label: t('history.col.record'),
      search: async (found) =>
        (await rpc<'find_records', Found[]>('find_records', { words: found })).map((row) => ({
          value: `${row.kind}:${row.id}`,
          label: nameOf(row) && row.code ? `${row.code} · ${nameOf(row)}` : (row.code ?? nameOf(row)),
        })),
      loadLabels: (values) =>
        Promise.all(
          values.map(async (value) => {
            const [table = '', id = ''] = value.split(':');
            const [row] = await historyOf(table, id, 0, 1).catch(() => []);
            return { value, label: row ? recordName(row) : value };
          }),
        ),
    },
  ];
}

import { ClipboardCheck } from 'lucide-react';
import { countPage, type CountRow } from '@/db/counts.ts';
import { useBranch, useCan } from '@/db/me.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { ListPage } from '@/list/list-page.tsx';
import type { ListRules } from '@/list/list-state.ts';
import { usePagedRows } from '@/list/use-list-rows.ts';
import { useListState } from '@/list/use-list-state.ts';
import { useCountColumns } from './columns.tsx';

const RULES: ListRules = { sort: { by: 'created_at', descending: true }, sortable: ['created_at', 'number'], filters: ['status'] };
const STATUSES = ['counting', 'comparing', 'posting', 'posted', 'cancelled'] as const;

/** The counts of the chosen branch, or of all branches the user can access if none is chosen. */
export function Component() {
  const { t } = useTranslation();
  const can = useCan();
  const { branchIds } = useBranch();
  const list = useListState(RULES);
  const result = usePagedRows<CountRow>(list.state, (state) => countPage(state, branchIds));
  const columns = useCountColumns(result.rows ?? []);
  return (
    <ListPage<CountRow>
      name="counts"
      title={t('counts.title')}
      summary={t('counts.summary')}
      list={list}
      result={result}
      columns={columns}
      rowLabel={(row) => row.number}
      rowHref={(row) => `/inventory/counts/${row.id}`}
      filters={[
        {
          name: 'status',
          label: t('counts.column.status'),
          options: STATUSES.map((value) => ({ value, label: t(`counts.status.${value}`) })),
        },
      ]}
      views={[
        { name: t('counts.view.open'), query: 'status=counting&status=comparing&status=posting' },
        { name: t('counts.view.posted'), query: 'status=posted' },
      ]}
      searchHint={t('counts.search')}
      add={can('inventory.counts.create') && { href: '/inventory/counts/add', label: t('counts.start') }}
      empty={{ icon: ClipboardCheck, title: t('counts.empty.title'), text: t('counts.empty.text') }}
    />
  );
}

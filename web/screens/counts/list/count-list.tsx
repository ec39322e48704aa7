import { ClipboardCheck, Plus } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { countPage, type CountRow } from '@/db/counts.ts';
import { useBranch, useCan } from '@/db/me.ts';
import type { Page } from '@/db/tables.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { ListPage } from '@/kit/list-page.tsx';
import type { ListRules } from '@/kit/list-state.ts';
import { useListState } from '@/kit/use-list-state.ts';
import { useDocumentList } from '@/parts/document/use-document-list.ts';
import { Button } from '@/ui/button.tsx';
import { useShortcut } from '@/ui/shortcuts.ts';
import { useCountColumns } from './columns.tsx';

const RULES: ListRules = { sort: { by: 'created_at', descending: true }, sortable: ['created_at', 'number'], filters: ['status'] };
const STATES = ['counting', 'comparing', 'posting', 'posted', 'cancelled'] as const;
const add = '/inventory/counts/add';

/** Every count of the branches in reach. */
export function Component() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const can = useCan();
  const { branchIds } = useBranch();
  const list = useListState(RULES);
  const { state } = list;
  const pageOf = (page: number) => countPage({ ...state, page }, branchIds);
  const result = useDocumentList(state, (page) => ({ ...pageOf(page), select: ({ rows }: Page<CountRow>) => rows }), { ...pageOf(state.page), select: ({ count }: Page<CountRow>) => count ?? 0 });
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
      result={result}
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

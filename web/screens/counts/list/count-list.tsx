import { Check, ClipboardCheck, Eye, Scale, ScanBarcode } from 'lucide-react';
import { countPage, type CountRow } from '@/db/counts.ts';
import { useBranch, useCan, useMe } from '@/db/me.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { ListPage } from '@/list/list-page.tsx';
import type { ListRules } from '@/list/list-state.ts';
import { usePagedRows } from '@/list/use-list-rows.ts';
import { useListState } from '@/list/use-list-state.ts';
import type { MenuEntry } from '@/ui/menu-entry.ts';
import { actionsOf } from '../view/actions.ts';
import { useCountColumns } from './columns.tsx';

const RULES: ListRules = { sort: { by: 'created_at', descending: true }, sortable: ['created_at', 'number'], filters: ['status'] };
const STATUSES = ['counting', 'comparing', 'posting', 'posted', 'cancelled'] as const;

const viewOf = ({ id }: CountRow) => `/inventory/counts/${id}`;

/** The counts of the chosen branch, or of all branches the user can access if none is chosen. */
export function Component() {
  const { t } = useTranslation();
  const can = useCan();
  const { branches } = useMe();
  const { branchIds } = useBranch();
  const list = useListState(RULES);
  const result = usePagedRows<CountRow>(list.state, (state) => countPage(state, branchIds));
  const columns = useCountColumns(result.rows ?? []);
  const rowMenu = (row: CountRow): MenuEntry[] => {
    const may = actionsOf(row, { can, worksInBranch: branches.some(({ id, access }) => id === row.branch_id && access === 'work') });
    return [
      may.count
        ? { label: t('counts.action.count'), icon: ScanBarcode, href: viewOf(row) }
        : { label: t('counts.action.open'), icon: Eye, href: viewOf(row) },
      ...(may.count ? [{ label: t('counts.action.close'), icon: Scale, href: `${viewOf(row)}?do=close` }] : []),
      ...(may.post ? [{ label: t('counts.action.post'), icon: Check, href: `${viewOf(row)}?do=post` }] : []),
    ];
  };
  return (
    <ListPage<CountRow>
      name="counts"
      title={t('counts.title')}
      summary={t('counts.summary')}
      list={list}
      result={result}
      columns={columns}
      rowLabel={(row) => row.number}
      rowHref={viewOf}
      rowMenu={rowMenu}
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

import { CircleCheck, FileUp, Undo2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { type ImportKind, importPage, type ImportRow } from '@/db/imports.ts';
import { useCan } from '@/db/me.ts';
import type { PermissionName } from '@/db/types.gen.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { RefName } from '@/kit/ref-name.tsx';
import type { Column, Filter } from '@/list/column.ts';
import { countColumn, momentColumn, nameColumn, textColumn } from '@/list/columns.tsx';
import { ListPage } from '@/list/list-page.tsx';
import type { ListRules } from '@/list/list-state.ts';
import { usePagedRows } from '@/list/use-list-rows.ts';
import { useListState } from '@/list/use-list-state.ts';
import { UndoDialog } from '@/parts/import-wizard/undo-dialog.tsx';
import { Button } from '@/ui/button.tsx';
import { Menu } from '@/ui/menu.tsx';
import { Status, type Look } from '@/ui/status.tsx';

const RULES: ListRules = {
  sort: { by: 'created_at', descending: true },
  sortable: ['created_at', 'file_name', 'row_count'],
  filters: ['kind', 'status'],
};

const doors: Record<ImportKind, { permission: PermissionName; path: string }> = {
  products: { permission: 'inventory.products.import', path: '/inventory/products/import' },
  customers: { permission: 'contacts.customers.import', path: '/contacts/customers/import' },
  suppliers: { permission: 'contacts.suppliers.import', path: '/contacts/suppliers/import' },
  purchase_orders: { permission: 'purchasing.orders.import', path: '/purchase/import' },
  sales: { permission: 'accounting.sales.import', path: '/accounting/sales/import' },
  expenses: { permission: 'accounting.expenses.import', path: '/accounting/expenses/import' },
};
const kinds = Object.keys(doors) as ImportKind[];

const statusLooks: Record<ImportRow['status'], Look> = { applied: { tone: 'ok', icon: CircleCheck }, undone: { tone: 'off', icon: Undo2 } };

/** All imports with their user, date and number of rows; each can be reverted. */
export function Component() {
  const { t } = useTranslation();
  const can = useCan();
  const list = useListState(RULES);
  const result = usePagedRows<ImportRow>(list.state, importPage);
  const [reverting, setReverting] = useState<ImportRow | null>(null);
  const columns = useImportColumns();
  const filters: Filter[] = [
    {
      name: 'kind',
      label: t('imports.history.kind'),
      options: kinds.map((value) => ({ value, label: t(`imports.history.kinds.${value}`) })),
    },
    {
      name: 'status',
      label: t('imports.history.status'),
      options: (['applied', 'undone'] as const).map((value) => ({ value, label: t(`imports.history.statuses.${value}`) })),
    },
  ];
  const open = kinds.filter((kind) => can(doors[kind].permission));
  const start = (
    <Menu
      label={t('imports.history.new')}
      trigger={
        <Button variant="primary" icon={FileUp}>
          {t('imports.history.new')}
        </Button>
      }
      items={open.map((kind) => ({ label: t(`imports.title_${kind}`), href: doors[kind].path }))}
    />
  );
  return (
    <>
      <ListPage<ImportRow>
        name="imports"
        title={t('imports.history.title')}
        summary={result.count !== undefined && t('imports.history.summary', { count: result.count })}
        list={list}
        result={result}
        columns={columns}
        rowLabel={(row) => row.file_name ?? ''}
        rowMenu={(row) =>
          row.status === 'applied'
            ? [{ label: t('imports.history.undo'), icon: Undo2, danger: true, onSelect: () => setReverting(row) }]
            : []
        }
        filters={filters}
        searchHint={t('imports.history.search')}
        actions={start}
        empty={{ icon: FileUp, title: t('imports.history.emptyTitle'), text: t('imports.history.emptyText'), actions: start }}
      />
      {reverting && <UndoDialog row={reverting} onClose={() => setReverting(null)} />}
    </>
  );
}

function useImportColumns(): Column<ImportRow>[] {
  const { t } = useTranslation();
  return useMemo((): Column<ImportRow>[] => {
    const figure = (
      id: 'created_count' | 'updated_count' | 'skipped_count' | 'problem_count' | 'row_count',
      more?: Partial<Column<ImportRow>>,
    ) => countColumn<ImportRow>(id, t(`imports.history.${id}`), (row) => row[id], { width: '104px', ...more });
    return [
      nameColumn('file', t('imports.history.file'), (row) => row.file_name ?? '', { sort: 'file_name' }),
      textColumn('kind', t('imports.history.kind'), (row) => t(`imports.history.kinds.${row.kind}`), { width: '112px' }),
      {
        id: 'status',
        label: t('imports.history.status'),
        width: '132px',
        card: 'status',
        cell: ({ status }) => <Status {...statusLooks[status]}>{t(`imports.history.statuses.${status}`)}</Status>,
      },
      figure('created_count'),
      figure('updated_count'),
      figure('problem_count'),
      figure('skipped_count', { shown: false }),
      figure('row_count', { shown: false, sort: 'row_count' }),
      momentColumn('at', t('imports.history.at'), (row) => row.created_at, { sort: 'created_at', width: '176px' }),
      {
        id: 'by',
        label: t('imports.history.by'),
        width: '150px',
        card: 'none',
        cell: (row) => <RefName table="profiles" id={row.created_by} />,
      },
    ];
  }, [t]);
}

import type { CountRow } from '@/db/counts.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import type { Column } from '@/list/column.ts';
import { countColumn, momentColumn, textColumn } from '@/list/columns.tsx';
import { numberColumn } from '@/parts/document/number-column.tsx';
import { placeName } from '@/parts/place-name.ts';
import { CountStatus } from '../statuses.tsx';

export function useCountColumns(rows: readonly CountRow[]): Column<CountRow>[] {
  const { t } = useTranslation();
  return [
    numberColumn(rows, t('counts.column.number'), '/inventory/counts/'),
    { id: 'place', label: t('counts.column.place'), card: 'sub', cell: (row) => <bdi>{placeName(t, row)}</bdi> },
    textColumn('scope', t('counts.column.scope'), (row) => t(`counts.scope.${row.scope}`), { width: '150px' }),
    {
      id: 'status',
      label: t('counts.column.status'),
      width: '150px',
      card: 'status',
      cell: (row) => <CountStatus status={row.status} />,
    },
    countColumn('lines', t('counts.column.lines'), (row) => row.lines, { nil: true, width: '130px' }),
    momentColumn('created', t('counts.column.created'), (row) => row.created_at, { sort: 'created_at', width: '176px' }),
    textColumn('by', t('counts.column.by'), (row) => nameOf(row.created_by) || '–', { width: '150px', card: 'none' }),
  ];
}

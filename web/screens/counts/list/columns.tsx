import { useMemo } from 'react';
import type { CountRow } from '@/db/counts.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatDateTime } from '@/lib/dates.ts';
import { formatNumber } from '@/lib/numerals.ts';
import type { Column } from '@/list/column.ts';
import { numberColumn } from '@/parts/document/number-column.tsx';
import { placeName } from '@/parts/place-name.ts';
import { Figure } from '@/ui/figure.tsx';
import { CountStatus } from '../statuses.tsx';

export function useCountColumns(): readonly Column<CountRow>[] {
  const { t } = useTranslation();
  return useMemo(() => {
    return [
      numberColumn(t('counts.column.number'), '/inventory/counts/'),
      { id: 'place', label: t('counts.column.place'), card: 'sub', cell: (row) => <bdi>{placeName(t, row)}</bdi> },
      { id: 'scope', label: t('counts.column.scope'), width: '150px', card: 'sub', cell: (row) => t(`counts.scope.${row.scope}`) },
      { id: 'status', label: t('counts.column.status'), width: '150px', card: 'status', cell: (row) => <CountStatus status={row.status} /> },
      { id: 'lines', label: t('counts.column.lines'), num: true, width: '130px', card: 'figure', cell: (row) => <Figure value={formatNumber(row.lines ?? 0)} nil /> },
      { id: 'created', label: t('counts.column.created'), sort: 'created_at', width: '176px', card: 'figure', cell: (row) => formatDateTime(row.created_at) },
      { id: 'by', label: t('counts.column.by'), width: '150px', card: 'none', cell: (row) => <bdi className="clip">{nameOf(row.created_by) || '–'}</bdi> },
    ];
  }, [t]);
}

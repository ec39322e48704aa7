import { Eye, Pencil } from 'lucide-react';
import { useState } from 'react';
import { allAttendance, attendancePage, type AttendanceRow } from '@/db/attendance.ts';
import { useBranch, useCan } from '@/db/me.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatDay, formatTime } from '@/lib/dates.ts';
import { formatHours } from '@/lib/hours.ts';
import { sum } from '@/lib/money.ts';
import type { Column } from '@/list/column.ts';
import { nameColumn, statusColumn, textColumn } from '@/list/columns.tsx';
import { ListPage } from '@/list/list-page.tsx';
import type { ListRules } from '@/list/list-state.ts';
import { Figure, Nil } from '@/ui/figure.tsx';
import { filterNames, useAttendanceList } from './list-parts.tsx';
import { SavedAttendance } from './attendance-dialog.tsx';
import { AttendanceStatus } from './attendance-status.tsx';

const RULES: ListRules = { sort: { by: 'clocked_in_at', descending: true }, sortable: ['clocked_in_at'], filters: filterNames };

/** Every attendance as its own row. */
export function RecordList() {
  const { t } = useTranslation();
  const can = useCan();
  const { workBranches } = useBranch();
  const list = useAttendanceList({
    rules: RULES,
    counted: 'records',
    pageOf: attendancePage,
    allOf: allAttendance,
    views: ['open', 'forgotten', 'corrected', 'voided'],
  });
  const [opened, setOpened] = useState<{ row: AttendanceRow; correcting: boolean } | null>(null);
  const mayCorrect = ({ branch_id }: AttendanceRow) => can('attendance.records.manage') && workBranches.some(({ id }) => id === branch_id);
  return (
    <>
      <ListPage<AttendanceRow>
        {...list}
        name="attendance"
        columns={useRecordColumns()}
        rowLabel={(row) => t('attendance.dayOf', { name: nameOf(row.profile), day: formatDay(row.business_day) })}
        rowMenu={(row) => [
          { label: t('attendance.action.details'), icon: Eye, onSelect: () => setOpened({ row, correcting: false }) },
          ...(mayCorrect(row)
            ? [{ label: t('attendance.action.correct'), icon: Pencil, onSelect: () => setOpened({ row, correcting: true }) }]
            : []),
        ]}
      />
      {opened && (
        <SavedAttendance
          row={opened.row}
          correcting={opened.correcting}
          mayCorrect={mayCorrect(opened.row)}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

function useRecordColumns(): Column<AttendanceRow>[] {
  const { t } = useTranslation();
  const counts = ({ state }: AttendanceRow) => state !== 'voided';
  const time = (at: string | null, zone: string) => (at ? <bdi>{formatTime(at, zone)}</bdi> : <Nil />);
  return [
    nameColumn('person', t('attendance.col.person'), ({ profile }) => nameOf(profile), { minWidth: 150 }),
    textColumn('branch', t('app.branch'), (row) => nameIn(row, 'branch'), { width: undefined, minWidth: 130 }),
    {
      id: 'day',
      label: t('attendance.col.day'),
      width: '160px',
      cell: ({ business_day }) => <bdi>{formatDay(business_day)}</bdi>,
      card: 'sub',
      sheet: { value: ({ business_day }) => business_day, kind: 'text' },
    },
    {
      id: 'in',
      label: t('attendance.col.in'),
      sort: 'clocked_in_at',
      width: '110px',
      cell: (row) => time(row.clocked_in_at, row.time_zone),
      card: 'sub',
      sheet: { value: (row) => new Date(row.clocked_in_at), kind: 'date' },
    },
    {
      id: 'out',
      label: t('attendance.col.out'),
      width: '110px',
      cell: (row) => time(row.clocked_out_at, row.time_zone),
      card: 'sub',
      sheet: { value: (row) => row.clocked_out_at && new Date(row.clocked_out_at), kind: 'date' },
    },
    {
      id: 'hours',
      label: t('attendance.col.hours'),
      num: true,
      width: '110px',
      card: 'end',
      cell: (row) => (counts(row) ? <Figure value={formatHours(row.minutes)} /> : <Nil />),
      footer: (rows) => <Figure value={formatHours(Number(sum(rows.filter(counts).map(({ minutes }) => minutes))))} />,
      sheet: { value: (row) => (counts(row) ? Math.round(row.minutes / 0.6) / 100 : null), kind: 'number' },
    },
    statusColumn(
      'state',
      t('attendance.col.state'),
      ({ state }) => <AttendanceStatus state={state} />,
      ({ state }) => t(`attendance.state.${state}`),
      { width: '190px' },
    ),
  ];
}

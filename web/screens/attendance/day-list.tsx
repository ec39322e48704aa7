import { allDays, dayPage, type DayRow } from '@/db/attendance.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatDate, formatDay, formatTime } from '@/lib/dates.ts';
import { formatHours } from '@/lib/hours.ts';
import { sum } from '@/lib/money.ts';
import type { Column } from '@/list/column.ts';
import { countColumn, statusColumn, textColumn } from '@/list/columns.tsx';
import { ListPage } from '@/list/list-page.tsx';
import type { ListRules } from '@/list/list-state.ts';
import { Figure, Nil } from '@/ui/figure.tsx';
import { filterNames, useAttendanceList } from './list-parts.tsx';
import { AttendanceStatus } from './attendance-status.tsx';

const RULES: ListRules = { sort: { by: 'day', descending: true }, sortable: ['day', 'minutes'], filters: filterNames };

const stateOf = ({ is_open, is_forgotten }: DayRow) => (is_forgotten ? 'forgotten' : is_open ? 'open' : 'closed');
const recordsOf = (row: DayRow) => `/reports/attendance?each&person=${row.profile_id}&worked=${row.business_day}..${row.business_day}`;

/** Hours of each person on each day; a day opens its attendances. */
export function DayList() {
  const { t } = useTranslation();
  const list = useAttendanceList({ rules: RULES, counted: 'days', pageOf: dayPage, allOf: allDays, views: ['open', 'forgotten'] });
  return (
    <ListPage<DayRow>
      {...list}
      name="attendance-days"
      columns={useDayColumns()}
      rowLabel={(row) => t('attendance.dayOf', { name: nameOf(row.profile), day: formatDate(row.business_day) })}
      rowHref={recordsOf}
    />
  );
}

function useDayColumns(): Column<DayRow>[] {
  const { t, i18n } = useTranslation();
  const places = ({ branches }: DayRow) =>
    new Intl.ListFormat(i18n.language, { type: 'unit' }).format(branches.map((branch) => nameIn(branch, 'branch')));
  const time = (at: string | null, zone: string) => (at ? <bdi>{formatTime(at, zone)}</bdi> : <Nil />);
  return [
    {
      id: 'person',
      label: t('attendance.col.person'),
      pinned: true,
      minWidth: 150,
      cell: (row) => (
        <a className="record-name" href={recordsOf(row)}>
          <bdi>{nameOf(row.profile)}</bdi>
        </a>
      ),
      card: 'title',
      sheet: { value: ({ profile }) => nameOf(profile), kind: 'text' },
    },
    {
      id: 'day',
      label: t('attendance.col.day'),
      sort: 'day',
      width: '160px',
      cell: ({ business_day }) => <bdi>{formatDay(business_day)}</bdi>,
      card: 'sub',
      sheet: { value: ({ business_day }) => business_day, kind: 'text' },
    },
    textColumn('branch', t('app.branch'), places, { width: undefined, minWidth: 140 }),
    {
      id: 'in',
      label: t('attendance.col.in'),
      width: '110px',
      cell: (row) => time(row.clocked_in_at, row.time_zone),
      card: 'sub',
      sheet: { value: (row) => formatTime(row.clocked_in_at, row.time_zone), kind: 'text' },
    },
    {
      id: 'out',
      label: t('attendance.col.out'),
      width: '110px',
      cell: (row) => time(row.clocked_out_at, row.time_zone),
      card: 'sub',
      sheet: { value: (row) => row.clocked_out_at && formatTime(row.clocked_out_at, row.time_zone), kind: 'text' },
    },
    {
      id: 'hours',
      label: t('attendance.col.hours'),
      num: true,
      sort: 'minutes',
      width: '110px',
      card: 'end',
      cell: ({ minutes }) => <Figure value={formatHours(minutes)} />,
      footer: (rows) => <Figure value={formatHours(Number(sum(rows.map(({ minutes }) => minutes))))} />,
      sheet: { value: ({ minutes }) => Math.round(minutes / 0.6) / 100, kind: 'number' },
    },
    countColumn('records', t('attendance.col.records'), ({ records }) => records, { width: '90px', card: 'none' }),
    statusColumn(
      'state',
      t('attendance.col.state'),
      (row) => <AttendanceStatus state={stateOf(row)} />,
      (row) => t(`attendance.state.${stateOf(row)}`),
      { width: '190px' },
    ),
  ];
}

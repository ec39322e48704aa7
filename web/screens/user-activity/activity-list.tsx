import { useQuery } from '@tanstack/react-query';
import { Activity, CircleDot, Clock, LogOut, TimerOff } from 'lucide-react';
import { activityCount, activityPage, allActivity, type ActivityRow, type SessionState } from '@/db/account.ts';
import type { Args } from '@/db/calls.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { refFilter } from '@/kit/ref-filter.ts';
import { deviceName } from '@/lib/device.ts';
import { choices } from '@/list/choices.ts';
import type { Column } from '@/list/column.ts';
import { momentColumn, nameColumn, statusColumn } from '@/list/columns.tsx';
import { ListPage } from '@/list/list-page.tsx';
import type { ListRules, ListState } from '@/list/list-state.ts';
import { periodFilter } from '@/list/period-filter.ts';
import { useCountText } from '@/list/use-count-text.ts';
import { useListRows } from '@/list/use-list-rows.ts';
import { useListState } from '@/list/use-list-state.ts';
import { Nil } from '@/ui/figure.tsx';
import { Status, type Look } from '@/ui/status.tsx';

const RULES: ListRules = {
  sort: { by: 'signed_in_at', descending: true },
  sortable: ['signed_in_at', 'last_seen_at'],
  filters: ['person', 'state', 'signed_in'],
};
const states = ['online', 'away', 'signed_out', 'expired'] as const;
const stateLooks: Record<SessionState, Look> = {
  online: { tone: 'ok', icon: CircleDot },
  away: { tone: 'off', icon: Clock },
  signed_out: { tone: 'off', icon: LogOut },
  expired: { tone: 'warn', icon: TimerOff },
};

const questionOf = ({ search, filters: { person = [], state = [], signed_in = [] } }: ListState): Args<'activity_count'> => ({
  words: search,
  profile_ids: [...person],
  states: [...state],
  signed_in: signed_in[0],
});

export function Component() {
  const { t } = useTranslation();
  const text = useCountText();
  const list = useListState(RULES);
  const { state } = list;
  const question = questionOf(state);
  const result = useListRows(
    state,
    (page) => activityPage({ ...question, sort: state.sort.by, descending: state.sort.descending }, page, state.size),
    activityCount(question),
  );
  const online = useQuery(activityCount({ states: ['online'] })).data;
  const columns = useActivityColumns();
  return (
    <ListPage<ActivityRow>
      name="user-activity"
      title={t('activity.title')}
      summary={online === undefined ? undefined : t('activity.summary', { count: online, shown: text.capped(online) })}
      list={list}
      result={result}
      columns={columns}
      rowLabel={({ actor }) => nameOf(actor)}
      filters={[
        periodFilter('signed_in', t('activity.col.signedIn')),
        refFilter('profiles', 'person', t('activity.col.person')),
        { name: 'state', label: t('activity.col.state'), options: choices(states, (value) => t(`activity.state.${value}`)) },
      ]}
      views={[{ name: t('activity.state.online'), query: 'state=online', count: online }]}
      searchHint={t('activity.search')}
      exported={{ name: t('activity.title'), rows: (signal) => allActivity(question, signal) }}
      empty={{ icon: Activity, title: t('activity.empty.title'), text: t('activity.empty.text') }}
    />
  );
}

function useActivityColumns(): Column<ActivityRow>[] {
  const { t } = useTranslation();
  return [
    nameColumn('person', t('activity.col.person'), ({ actor }) => nameOf(actor), { minWidth: 160 }),
    momentColumn('signedIn', t('activity.col.signedIn'), (row) => row.signed_in_at, { sort: 'signed_in_at', width: '180px' }),
    momentColumn('lastSeen', t('activity.col.lastSeen'), (row) => row.last_seen_at, { sort: 'last_seen_at', width: '180px', card: 'none' }),
    momentColumn('signedOut', t('activity.col.signedOut'), (row) => row.signed_out_at, { width: '180px' }),
    statusColumn(
      'state',
      t('activity.col.state'),
      ({ state }) => <Status {...stateLooks[state]}>{t(`activity.state.${state}`)}</Status>,
      ({ state }) => t(`activity.state.${state}`),
      { width: '180px' },
    ),
    {
      id: 'device',
      label: t('activity.col.device'),
      width: '190px',
      card: 'none',
      cell: ({ device }) =>
        deviceName(device) ? (
          <bdi className="clip" title={device ?? ''}>
            {deviceName(device)}
          </bdi>
        ) : (
          <Nil />
        ),
      sheet: { value: ({ device }) => deviceName(device), kind: 'text' },
    },
  ];
}

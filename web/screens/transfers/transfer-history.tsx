import { useQuery } from '@tanstack/react-query';
import { Check, Pencil, Plus, Undo2 } from 'lucide-react';
import { useCan } from '@/db/me.ts';
import { readList } from '@/db/tables.ts';
import { approversOf, transferAudit, type TransferRow } from '@/db/transfers.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatDateTime, formatDay, formatTime, timeAgo } from '@/lib/dates.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { lineName } from '@/parts/variant-name.ts';
import { fetchVariants } from '@/parts/variant-picker/variant-row.ts';
import { Timeline, type TimelineEntry } from '@/ui/timeline.tsx';
import { historyOf, type HistoryEvent, type LineChange } from './history.ts';
import { endName } from './words.ts';

interface Person {
  id: string;
  name: string;
  name_ar: string | null;
}

/** Names of everybody and everything the history speaks of. */
function useHistoryNames(events: readonly HistoryEvent[]) {
  const people = [...new Set(events.flatMap((event) => ('by' in event && event.by ? [event.by] : [])))].sort();
  const variants = [...new Set(events.flatMap((event) => (event.kind === 'lines' ? event.changes.slice(0, 3).map((change) => change.variantId) : [])))].sort();
  const names = useQuery({
    queryKey: ['profiles', 'names', people],
    queryFn: ({ signal }) => readList<'profiles', Person>('profiles', { select: 'id,name,name_ar', where: [['id', 'in', people]] }, signal),
    enabled: people.length > 0,
  });
  const goods = useQuery({
    queryKey: ['variant_list', 'history', variants],
    queryFn: ({ signal }) => fetchVariants({ variantIds: variants }, signal),
    enabled: variants.length > 0,
  });
  return {
    person: (id: string | null) => {
      const found = names.data?.rows.find((one) => one.id === id);
      return found ? nameOf(found) : null;
    },
    goods: (id: string) => lineName(goods.data?.find((row) => row.variant_id === id)),
  };
}

export function TransferHistory({ transfer }: { transfer: TransferRow }) {
  const { t } = useTranslation();
  const can = useCan();
  const audit = useQuery(transferAudit(transfer.id, can('management.audit_log.view')));
  const waits = transfer.status === 'pending';
  const approvers = useQuery({ ...approversOf(transfer.to_branch_id), enabled: waits });
  const events = historyOf(transfer, audit.data ?? []);
  const names = useHistoryNames(events);
  const name = (id: string | null) => names.person(id) ?? t('transfers.history.someone');

  const dayAndTime = (at: string) =>
    at.slice(0, 4) === new Date().toISOString().slice(0, 4) ? t('transfers.history.dayTime', { day: formatDay(at), time: formatTime(at) }) : formatDateTime(at);

  const changed = ({ variantId, before, after }: LineChange) => {
    const words = { name: names.goods(variantId), before: formatNumber(before ?? 0), after: formatNumber(after ?? 0) };
    if (before === null) return t('transfers.history.lineAdded', words);
    return after === null ? t('transfers.history.lineRemoved', words) : t('transfers.history.lineChanged', words);
  };

  const entry = (event: HistoryEvent, at: number): TimelineEntry => {
    const id = `${event.kind}-${at}`;
    switch (event.kind) {
      case 'created':
        return { id, icon: Plus, title: <b>{t('transfers.history.created', { name: name(event.by) })}</b>, note: dayAndTime(event.at) };
      case 'lines': {
        const [first, ...more] = event.changes;
        return {
          id,
          icon: Pencil,
          title: <b>{first ? changed(first) : t('transfers.history.edited')}{more.length > 0 && ` ${t('transfers.history.moreLines', { count: more.length })}`}</b>,
          note: t('transfers.history.byAt', { name: name(event.by), at: dayAndTime(event.at) }),
        };
      }
      case 'edited':
        return { id, icon: Pencil, title: <b>{t('transfers.history.edited')}</b>, note: t('transfers.history.byAt', { name: name(event.by), at: dayAndTime(event.at) }) };
      case 'approved':
        return { id, icon: Check, title: <b>{t('transfers.history.approved', { name: name(event.by) })}</b>, note: dayAndTime(event.at) };
      case 'reversed':
        return {
          id,
          icon: Undo2,
          title: <b>{t(event.withdrawn ? 'transfers.history.withdrawn' : 'transfers.history.reversed', { name: name(event.by) })}</b>,
          note: (
            <>
              {dayAndTime(event.at)}
              {event.reason && <bdi className="tf-reason">{event.reason}</bdi>}
            </>
          ),
        };
      case 'waiting': {
        const [first] = approvers.data ?? [];
        const ago = timeAgo(transfer.created_at);
        return {
          id,
          state: 'now',
          title: <b>{t('transfers.history.waiting')}</b>,
          note: first ? t('transfers.history.asked', { name: nameOf(first), ago }) : t('transfers.history.since', { ago }),
        };
      }
      case 'will_move':
        return { id, state: 'todo', title: t('transfers.history.willMove', { to: endName(t, transfer, 'to') }) };
    }
  };

  return (
    <section className="sec" aria-labelledby="history">
      <div className="sh"><h2 id="history">{t('transfers.history.title')}</h2></div>
      <Timeline entries={events.map(entry)} />
    </section>
  );
}

import { Ban, Check, CircleCheck, HandCoins, PackageCheck, PackageX, Paperclip, Plus, Undo2 } from 'lucide-react';
import type { PurchaseDetail, TimelineEntry as Event } from '@/db/purchases.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatDateTime, formatDay, formatTime } from '@/lib/dates.ts';
import { formatMoney } from '@/lib/money.ts';
import { Timeline, type TimelineEntry } from '@/ui/timeline.tsx';

const signs = { created: Plus, approved: Check, received: PackageCheck, undone: Undo2, completed: CircleCheck, closed: PackageX, cancelled: Ban, paid: HandCoins, voided: Undo2, attached: Paperclip } as const;

/** Created, received, paid, files, and by whom; what is still to come stands dashed beneath. */
export function History({ purchase: { order, timeline } }: { purchase: PurchaseDetail }) {
  const { t } = useTranslation();
  const year = new Date().toISOString().slice(0, 4);
  const when = (at: string) => (at.startsWith(year) ? t('purchases.history.dayTime', { day: formatDay(at), time: formatTime(at) }) : formatDateTime(at));
  const entry = (event: Event, at: number): TimelineEntry => ({
    id: `${event.kind}-${at}`,
    icon: signs[event.kind],
    title: (
      <b>
        {t(`purchases.history.${event.kind}`, {
          name: event.actor ? nameOf(event.actor) : t('purchases.history.someone'),
          number: event.number ?? '',
          count: event.pieces ?? 0,
          amount: event.amount === undefined ? '' : formatMoney(event.amount),
          currency: currencyWord(),
          file: event.note ?? '',
        })}
      </b>
    ),
    note: (
      <>
        {when(event.at)}
        {event.note && event.kind !== 'attached' && <span className="po-reason"><bdi>{event.note}</bdi></span>}
      </>
    ),
  });
  const next: TimelineEntry[] = [
    ...(order.needs_approval && order.status !== 'cancelled' ? [{ id: 'approval', state: 'now' as const, title: t('purchases.history.waitsApproval') }] : []),
    ...(order.status === 'pending' ? [{ id: 'goods', state: order.needs_approval ? ('todo' as const) : ('now' as const), title: t('purchases.history.waitsGoods', { branch: nameOf(order.branch) }) }] : []),
  ];
  return (
    <section className="sec" aria-labelledby="history">
      <div className="sh"><h2 id="history">{t('purchases.history.title')}</h2></div>
      <Timeline entries={[...timeline.map(entry), ...next]} />
    </section>
  );
}

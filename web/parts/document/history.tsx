import {
  ArrowLeftRight,
  Ban,
  Check,
  CircleCheck,
  HandCoins,
  Lock,
  LockOpen,
  PackageCheck,
  PackageX,
  Paperclip,
  Pencil,
  Plus,
  Repeat,
  Undo2,
} from 'lucide-react';
import type { DocumentEvent } from '@/db/documents.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { AllChanges } from '@/kit/changes/all-changes.tsx';
import { currencyWord } from '@/lib/currency.ts';
import { formatDateTime, formatDay, formatTime } from '@/lib/dates.ts';
import { formatMoney } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { lineName } from '@/parts/variant-name.ts';
import { Numbered } from '@/ui/figure.tsx';
import { Section } from '@/ui/section.tsx';
import { Timeline, type TimelineEntry } from '@/ui/timeline.tsx';

const signs = {
  created: Plus,
  recurred: Repeat,
  opened: LockOpen,
  cashed_up: Lock,
  changed: Pencil,
  approved: Check,
  reversed: Undo2,
  withdrawn: Undo2,
  posted: Check,
  closed: Lock,
  reopened: LockOpen,
  cancelled: Ban,
  completed: CircleCheck,
  closed_short: PackageX,
  received: PackageCheck,
  undone: Undo2,
  returned: Undo2,
  paid: HandCoins,
  credited: HandCoins,
  refunded: HandCoins,
  voided: Undo2,
  payment_corrected: ArrowLeftRight,
  attached: Paperclip,
} as const;

interface HistoryProps {
  events: readonly DocumentEvent[];
  next?: readonly TimelineEntry[];
  /** The document's table and row, where the audit log records its fields. */
  of?: { table: string; id: string; number: string };
}

/** The events of a document, oldest first, followed by the steps still to come. */
export function History({ events, next = [], of }: HistoryProps) {
  const { t } = useTranslation();
  const year = new Date().toISOString().slice(0, 4);
  const when = (at: string) =>
    at.startsWith(year) ? t('document.dayTime', { day: formatDay(at), time: formatTime(at) }) : formatDateTime(at);

  const changed = ({ line, lines = 0 }: DocumentEvent) => {
    if (!line) return t('document.did.changed');
    const words = { name: lineName(line), before: formatNumber(line.before ?? 0), after: formatNumber(line.after ?? 0) };
    const first = t(
      line.before === undefined ? 'document.lineAdded' : line.after === undefined ? 'document.lineRemoved' : 'document.lineChanged',
      words,
    );
    return lines > 1 ? `${first} ${t('document.moreLines', { count: lines - 1 })}` : first;
  };
  const entry = (event: DocumentEvent, index: number): TimelineEntry => {
    const { kind, actor, amount, note } = event;
    // With an amount, a payment was voided, else the whole document.
    const did = kind === 'voided' && amount === undefined ? 'voidedWhole' : kind;
    const name = nameOf(actor) || t('document.someone');
    const values = {
      name,
      number: event.number ?? '',
      count: event.pieces ?? 0,
      amount: amount === undefined ? '' : formatMoney(amount),
      currency: currencyWord(),
      file: note ?? '',
    };
    return {
      id: `${kind}-${index}`,
      icon: signs[kind],
      title: (
        <b>
          <Numbered>{kind === 'changed' ? changed(event) : t(`document.did.${did}`, values)}</Numbered>
        </b>
      ),
      note: (
        <>
          {kind === 'changed' ? t('document.byAt', { name, at: when(event.at) }) : when(event.at)}
          {note && kind !== 'attached' && (
            <span className="block text-ink-2">
              <bdi>{note}</bdi>
            </span>
          )}
        </>
      ),
    };
  };
  return (
    <Section title={t('document.title')} end={of && <AllChanges table={of.table} id={of.id} name={of.number} />}>
      <Timeline entries={[...events.map(entry), ...next]} />
    </Section>
  );
}

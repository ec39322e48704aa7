import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleX, History, LoaderCircle, PackageOpen } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { errorText } from '@/db/errors.ts';
import { arrivalsOf, labelPrints, type Arrival, type LabelPrint } from '@/db/labels.ts';
import { useBranch } from '@/db/me.ts';
import { nameIn } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatDateTime } from '@/lib/dates.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Field } from '@/ui/field.tsx';
import { Code, Quantity } from '@/ui/figure.tsx';
import type { LucideIcon } from '@/ui/icon.tsx';
import { NumberInput } from '@/ui/number-input.tsx';
import { Spinner } from '@/ui/spinner.tsx';
import { Status, type Tone } from '@/ui/status.tsx';

interface AddDialogProps<Item> {
  of: 'arrivals' | 'history';
  icon: LucideIcon;
  query: Pick<UseQueryResult<readonly Item[]>, 'data' | 'error' | 'refetch'>;
  input?: ReactNode;
  describe: (item: Item) => { name: ReactNode; text: ReactNode; at: string; end: ReactNode; add: string };
  /** Resolves once the item's lines are in the cart. */
  onAdd: (item: Item) => Promise<unknown>;
  onClose: () => void;
}

/** A list from which the user adds the lines of one item to the cart. */
function AddDialog<Item extends { id: string }>({
  of,
  icon,
  query: { data, error, refetch },
  input,
  describe,
  onAdd,
  onClose,
}: AddDialogProps<Item>) {
  const { t } = useTranslation();
  const [adding, setAdding] = useState<string | null>(null);
  const [refused, setRefused] = useState<unknown>(null);
  const addItem = async (item: Item) => {
    setAdding(item.id);
    setRefused(null);
    try {
      await onAdd(item);
      onClose();
    } catch (failure) {
      setRefused(failure);
      setAdding(null);
    }
  };
  return (
    <Dialog
      size="large"
      onClose={onClose}
      title={t(`labels.${of}.title`)}
      sub={t(`labels.${of}.sub`)}
      footer={<Button onClick={onClose}>{t('ui.close')}</Button>}
    >
      {Boolean(error ?? refused) && (
        <Banner tone="bad" onRetry={error ? () => void refetch() : undefined}>
          {errorText(t, error ?? refused)}
        </Banner>
      )}
      {!data && !error && <Spinner />}
      {data?.length === 0 && (
        <EmptyState icon={icon} title={t(`labels.${of}.empty`)}>
          {t(`labels.${of}.emptyText`)}
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <>
          {input}
          <ul className="label-list">
            {data.map((item) => {
              const { name, text, at, end, add } = describe(item);
              return (
                <li key={item.id}>
                  <span className="min-w-0 flex-[1_1_220px]">
                    <b>{name}</b> <small className="muted block">{text}</small>
                    <small className="muted block">{formatDateTime(at)}</small>
                  </span>
                  {end}
                  <Button small busy={adding === item.id} disabled={adding !== null} onClick={() => void addItem(item)}>
                    {add}
                  </Button>
                </li>
              );
            })}
          </ul>
        </>
      )}
    </Dialog>
  );
}

/** The latest arrivals, whose goods need labels. */
export function ArrivalsDialog({ onAdd, onClose }: { onAdd: (arrival: Arrival, spare: number) => Promise<unknown>; onClose: () => void }) {
  const { t } = useTranslation();
  const { branchIds } = useBranch();
  const query = useQuery(arrivalsOf(branchIds));
  const [spare, setSpare] = useState('0');
  return (
    <AddDialog
      of="arrivals"
      icon={PackageOpen}
      query={query}
      input={
        <Field label={t('labels.pick.spare')}>
          <NumberInput integer unit="%" value={spare} onChange={setSpare} />
        </Field>
      }
      describe={(arrival) => ({
        name: <Code>{arrival.number}</Code>,
        text: t(`labels.arrivals.${arrival.source}`, { from: nameIn(arrival, 'other'), to: nameIn(arrival, 'branch') }),
        at: arrival.at,
        end: (
          <>
            <span className="muted">{t('lines.count', { count: Number(arrival.lines) })}</span>
            <Quantity value={arrival.pieces} tone="emphasis" />
          </>
        ),
        add: t('labels.arrivals.add', { pieces: formatNumber(arrival.pieces) }),
      })}
      onAdd={(arrival) => onAdd(arrival, Math.min(Math.max(Number(spare) || 0, 0), 100))}
      onClose={onClose}
    />
  );
}

const outcomeLooks: Record<LabelPrint['outcome'], { tone: Tone; icon: LucideIcon }> = {
  sending: { tone: 'off', icon: LoaderCircle },
  sent: { tone: 'ok', icon: CircleCheck },
  done: { tone: 'ok', icon: CircleCheck },
  failed: { tone: 'bad', icon: CircleX },
  canceled: { tone: 'off', icon: CircleX },
  uncertain: { tone: 'warn', icon: CircleAlert },
};

/** The user's earlier prints and their outcomes. */
export function HistoryDialog({ onAdd, onClose }: Pick<AddDialogProps<LabelPrint>, 'onAdd' | 'onClose'>) {
  const { t } = useTranslation();
  const query = useQuery({ ...labelPrints(), select: ({ rows }) => rows });
  return (
    <AddDialog
      of="history"
      icon={History}
      query={query}
      describe={(print) => ({
        name: t('labels.count', { count: print.labels, shown: formatNumber(print.labels) }),
        text: (
          <>
            <bdi>{print.printer}</bdi>, {t('labels.size.of', { width: formatNumber(print.width), height: formatNumber(print.height) })}
          </>
        ),
        at: print.created_at,
        end: <Status {...outcomeLooks[print.outcome]}>{t(`labels.history.outcome.${print.outcome}`)}</Status>,
        add: t('labels.history.again'),
      })}
      onAdd={onAdd}
      onClose={onClose}
    />
  );
}

import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleX, History, LoaderCircle, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '@/db/errors.ts';
import { labelPrints, type LabelPrint } from '@/db/labels.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatDateTime } from '@/lib/dates.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Spinner } from '@/ui/spinner.tsx';
import { Status, type Tone } from '@/ui/status.tsx';

const outcomeLooks: Record<LabelPrint['outcome'], { tone: Tone; icon: LucideIcon }> = {
  sending: { tone: 'off', icon: LoaderCircle },
  sent: { tone: 'ok', icon: CircleCheck },
  done: { tone: 'ok', icon: CircleCheck },
  failed: { tone: 'bad', icon: CircleX },
  canceled: { tone: 'off', icon: CircleX },
  uncertain: { tone: 'warn', icon: CircleAlert },
};

interface HistoryDialogProps {
  onClose: () => void;
  /** Adds the lines of an earlier print to the cart again. */
  onAgain: (print: LabelPrint) => Promise<unknown>;
}

/** The user's earlier prints and their outcomes. */
export default function HistoryDialog({ onClose, onAgain }: HistoryDialogProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(labelPrints());
  const [adding, setBringing] = useState<string | null>(null);
  const [refused, setRefused] = useState<unknown>(null);
  const again = async (print: LabelPrint) => {
    setBringing(print.id);
    setRefused(null);
    try {
      await onAgain(print);
      onClose();
    } catch (failure) {
      setRefused(failure);
      setBringing(null);
    }
  };
  return (
    <Dialog
      size="large"
      onClose={onClose}
      title={t('labels.history.title')}
      sub={t('labels.history.sub')}
      footer={<Button onClick={onClose}>{t('ui.close')}</Button>}
    >
      {Boolean(error ?? refused) && (
        <Banner tone="bad" onRetry={error ? () => void refetch() : undefined}>
          {errorText(t, error ?? refused)}
        </Banner>
      )}
      {!data && !error && <Spinner />}
      {data?.rows.length === 0 && (
        <EmptyState icon={History} title={t('labels.history.empty')}>
          {t('labels.history.emptyText')}
        </EmptyState>
      )}
      <ul className="label-list">
        {data?.rows.map((print) => (
          <li key={print.id}>
            <span className="min-w-0 flex-[1_1_220px]">
              <b>{t('labels.count', { count: print.labels, shown: formatNumber(print.labels) })}</b>{' '}
              <small className="muted block">
                <bdi>{print.printer}</bdi>, {t('labels.size.of', { width: formatNumber(print.width), height: formatNumber(print.height) })}
              </small>
              <small className="muted block">{formatDateTime(print.created_at)}</small>
            </span>
            <Status {...outcomeLooks[print.outcome]}>{t(`labels.history.outcome.${print.outcome}`)}</Status>
            <Button small busy={adding === print.id} disabled={adding !== null} onClick={() => void again(print)}>
              {t('labels.history.again')}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

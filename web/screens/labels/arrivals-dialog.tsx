import { useQuery } from '@tanstack/react-query';
import { PackageOpen } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '@/db/errors.ts';
import { arrivalsOf, type Arrival } from '@/db/labels.ts';
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
import { NumberInput } from '@/ui/number-input.tsx';
import { Spinner } from '@/ui/spinner.tsx';

interface ArrivalsDialogProps {
  onClose: () => void;
  /** Resolves once its lines are in the cart. */
  onBring: (arrival: Arrival, spare: number) => Promise<unknown>;
}

/** The latest arrivals, whose goods need labels. */
export default function ArrivalsDialog({ onClose, onBring }: ArrivalsDialogProps) {
  const { t } = useTranslation();
  const { branchIds } = useBranch();
  const { data, error, refetch } = useQuery(arrivalsOf(branchIds));
  const [spare, setSpare] = useState('0');
  const [adding, setBringing] = useState<string | null>(null);
  const [refused, setRefused] = useState<unknown>(null);
  const addArrival = async (arrival: Arrival) => {
    setBringing(arrival.id);
    setRefused(null);
    try {
      await onBring(arrival, Math.min(Math.max(Number(spare) || 0, 0), 100));
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
      title={t('labels.arrivals.title')}
      sub={t('labels.arrivals.sub')}
      footer={<Button onClick={onClose}>{t('ui.close')}</Button>}
    >
      {Boolean(error ?? refused) && (
        <Banner tone="bad" onRetry={error ? () => void refetch() : undefined}>
          {errorText(t, error ?? refused)}
        </Banner>
      )}
      {!data && !error && <Spinner />}
      {data?.length === 0 && (
        <EmptyState icon={PackageOpen} title={t('labels.arrivals.empty')}>
          {t('labels.arrivals.emptyText')}
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <>
          <Field label={t('labels.pick.spare')}>
            <NumberInput integer unit="%" value={spare} onChange={setSpare} />
          </Field>
          <ul className="label-list">
            {data.map((arrival) => (
              <li key={arrival.id}>
                <span className="min-w-0 flex-[1_1_220px]">
                  <b>
                    <Code>{arrival.number}</Code>
                  </b>{' '}
                  <small className="muted block">
                    {t(`labels.arrivals.${arrival.source}`, { from: nameIn(arrival, 'other'), to: nameIn(arrival, 'branch') })}
                  </small>
                  <small className="muted block">{formatDateTime(arrival.at)}</small>
                </span>
                <span className="muted">{t('lines.count', { count: Number(arrival.lines) })}</span>
                <Quantity value={arrival.pieces} tone="emphasis" />
                <Button small busy={adding === arrival.id} disabled={adding !== null} onClick={() => void addArrival(arrival)}>
                  {t('labels.arrivals.add', { pieces: formatNumber(arrival.pieces) })}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}

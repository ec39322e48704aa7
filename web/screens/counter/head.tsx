import { ArrowLeft, CircleAlert, CloudUpload, Store, TriangleAlert, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCanStoreSales, useOutbox, useTooOldSales } from '@/db/counter-outbox.ts';
import { useOnline } from '@/db/online.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Button, IconButton } from '@/ui/button.tsx';
import { Icon } from '@/ui/icon.tsx';
import { Status } from '@/ui/status.tsx';
import type { CounterPlace } from './use-cart.ts';

interface CounterHeadProps extends CounterPlace {
  /** The till's name in the settings. */
  tillName: string | null;
  loading: { loaded: number; total: number } | null;
  onMove: () => void;
  /** Opens the list of unsent and refused sales. */
  onOutbox: () => void;
  /** The counter's other actions. */
  children: ReactNode;
}

/** The counter's name and its connection state. */
export function CounterHead({ branch, till, tillName, loading, onMove, onOutbox, children }: CounterHeadProps) {
  const { t } = useTranslation();
  const online = useOnline();
  const ownSales = useOutbox();
  const outbox = [...ownSales, ...useTooOldSales()];
  const canStore = useCanStoreSales();
  const refused = outbox.filter(({ refusal }) => refusal).length;
  return (
    <header className="counter-head">
      <IconButton variant="quiet" icon={ArrowLeft} flip label={t('counter.leave')} href="/accounting/sales" />
      <h1>{t('counter.title')}</h1>
      <button type="button" className="counter-place" onClick={onMove} aria-haspopup="dialog" title={t('counter.place.change')}>
        <Icon of={Store} />
        <span>
          <bdi>{nameOf(branch)}</bdi> · {tillName ? <bdi>{tillName}</bdi> : t('counter.tillNamed', { till })}
        </span>
      </button>
      <div className="counter-states" role="status">
        {loading && (
          <span className="muted">{t('counter.coming', { come: formatNumber(loading.loaded), of: formatNumber(loading.total) })}</span>
        )}
        {!online && (
          <Status tone="warn" icon={WifiOff}>
            {t('counter.offline')}
          </Status>
        )}
        {!canStore && (
          <Status tone="bad" icon={TriangleAlert}>
            {t('counter.keepsNothing')}
          </Status>
        )}
        {outbox.length > 0 && (
          <Button small variant="quiet" aria-haspopup="dialog" onClick={onOutbox}>
            {refused > 0 ? (
              <Status tone="bad" icon={CircleAlert}>
                {t('counter.toDecide', { count: refused })}
              </Status>
            ) : (
              <Status tone="warn" icon={CloudUpload}>
                {t('counter.waiting', { count: outbox.length })}
              </Status>
            )}
          </Button>
        )}
      </div>
      <div className="counter-actions">{children}</div>
    </header>
  );
}

import { useMutation } from '@tanstack/react-query';
import { Ban, CloudUpload, PackagePlus, Pencil, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { addMissing, refusalOf, retry, useOutbox, useTooOldSales, type OutboxSale } from '@/db/counter-outbox.ts';
import { errorText } from '@/db/errors.ts';
import { useCan } from '@/db/me.ts';
import { useOnline } from '@/db/online.ts';
import { write } from '@/db/query.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatDateTime } from '@/lib/dates.ts';
import { formatMoney } from '@/lib/money.ts';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Figure } from '@/ui/figure.tsx';
import { Status } from '@/ui/status.tsx';

interface OutboxDialogProps {
  /** Why no sale can be rewritten now. */
  busy?: string;
  onReturnToCart: (sale: OutboxSale) => Promise<unknown>;
  onDiscard: (sale: OutboxSale, reason: string) => Promise<unknown>;
  onClose: () => void;
}

/** Sales the database has not recorded: those waiting for a connection, and those refused, which need a decision. */
export default function OutboxDialog({ busy, onReturnToCart, onDiscard, onClose }: OutboxDialogProps) {
  const { t } = useTranslation();
  const ownSales = useOutbox();
  const others = useTooOldSales();
  const outbox = [...ownSales, ...others];
  const can = useCan();
  const disabledReason = useOnline() ? undefined : t('errors.network');
  const [discarding, setDiscarding] = useState<OutboxSale | null>(null);
  const adding = useMutation(write({ run: addMissing, changes: ['stock_levels', 'stock_movements', 'stock_entries'] }));
  const retrying = useMutation(write({ run: retry, changes: [] }));
  const rewriting = useMutation(write({ run: onReturnToCart, changes: [] }));
  const failure = adding.error ?? retrying.error ?? rewriting.error;
  return (
    <Dialog
      size="large"
      title={t('counter.outbox.title')}
      sub={t('counter.outbox.text')}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('ui.close')}</Button>}
    >
      {outbox.length === 0 && <p className="muted">{t('counter.outbox.none')}</p>}
      <ul className="document-events">
        {outbox.map((sale) => {
          const refusal = refusalOf(sale);
          const isBeingSent = [adding, retrying].some(({ isPending, variables }) => isPending && variables.id === sale.id);
          return (
            <li key={sale.id}>
              <span className="person">
                <b>
                  <bdi className="number">{sale.localNumber}</bdi>
                </b>
                <small>
                  {formatDateTime(sale.madeAt)} · {t('lines.count', { count: sale.lines.length })}
                </small>
                {refusal ? (
                  <small className="late">{errorText(t, refusal)}</small>
                ) : (
                  <Status tone="warn" icon={CloudUpload}>
                    {t('counter.outbox.waits')}
                  </Status>
                )}
              </span>
              <b className="document-figure">
                <Figure value={formatMoney(sale.total)} unit={currencyWord()} />
              </b>
              {(refusal || others.includes(sale)) && (
                <span className="inline-group counter-ways">
                  {refusal?.code === 'stock_short' && can('inventory.stock.adjust') && (
                    <Button
                      small
                      icon={PackagePlus}
                      reason={disabledReason}
                      busy={adding.isPending && adding.variables.id === sale.id}
                      onClick={() => adding.mutate(sale)}
                    >
                      {t('counter.outbox.addStock')}
                    </Button>
                  )}
                  <Button
                    small
                    icon={RotateCw}
                    reason={disabledReason}
                    busy={retrying.isPending && retrying.variables.id === sale.id}
                    onClick={() => retrying.mutate(sale)}
                  >
                    {t('counter.outbox.retry')}
                  </Button>
                  {!others.includes(sale) && (
                    <Button
                      small
                      icon={Pencil}
                      reason={busy}
                      disabled={isBeingSent}
                      onClick={() => rewriting.mutate(sale, { onSuccess: onClose })}
                    >
                      {t('counter.outbox.rewrite')}
                    </Button>
                  )}
                  <Button
                    small
                    variant="danger"
                    icon={Ban}
                    reason={disabledReason}
                    disabled={isBeingSent}
                    onClick={() => setDiscarding(sale)}
                  >
                    {t('counter.outbox.discard')}
                  </Button>
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {failure && <Banner tone="bad">{errorText(t, failure)}</Banner>}
      {discarding && (
        <ConfirmDialog
          title={t('counter.outbox.discardTitle')}
          number={discarding.localNumber}
          danger
          irreversible
          icon={Ban}
          confirm={t('counter.outbox.discardConfirm', { amount: formatMoney(discarding.total), currency: currencyWord() })}
          keep={t('counter.outbox.keep')}
          reason={{ label: t('sales.void.reason'), required: true }}
          explain={(error) => errorText(t, error)}
          onConfirm={(reason) => onDiscard(discarding, reason)}
          onClose={() => setDiscarding(null)}
        >
          <p>{t('counter.outbox.discardText')}</p>
        </ConfirmDialog>
      )}
    </Dialog>
  );
}

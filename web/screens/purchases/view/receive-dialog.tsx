import { useMutation } from '@tanstack/react-query';
import { PackageCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import { Trans } from 'react-i18next';
import { errorText, type AppError } from '@/db/errors.ts';
import { useOnline } from '@/db/online.ts';
import { receivePurchase, stockChanges, type PurchaseDetail } from '@/db/purchases.ts';
import { write } from '@/db/query.ts';
import { nameIn } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { findByCode, hasCode } from '@/lib/canonical-code.ts';
import { newId } from '@/lib/id.ts';
import { minus } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import type { CellKeys } from '@/parts/lines/number-cell.tsx';
import { fetchVariants } from '@/parts/variant-picker/variant-row.ts';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field, FieldGrid } from '@/ui/field.tsx';
import { ScannerField } from '@/ui/scanner-field.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { sound } from '@/ui/sound.ts';
import { TextInput } from '@/ui/text-input.tsx';
import { toast } from '@/ui/toast.tsx';
import { lineName, variantLabel } from '@/parts/variant-name.ts';
import { LandingField } from '@/parts/landing-field.tsx';
import { outstandingOf } from './figures.ts';
import { ReceiveGrid } from './receive-grid.tsx';
import { ReceiveList } from './receive-list.tsx';
import { allOutstanding, linesOf, piecesOf, receiveProblem, addScan, type Received } from './receive-lines.ts';

interface ReceiveDialogProps {
  purchase: PurchaseDetail;
  onClose: () => void;
}

/** Receives goods by scan, by hand or all at once, into a place of the branch. */
export function ReceiveDialog({ purchase: { order, items }, onClose }: ReceiveDialogProps) {
  const { t } = useTranslation();
  const online = useOnline();
  // Kept for a retry after a lost connection, so that the goods are received once.
  const [id] = useState(newId);
  const [received, setReceived] = useState<Received>(new Map());
  const [stockPointId, setStockPointId] = useState<string | null>(null);
  const [note, setNote] = useState('');
  const [how, setHow] = useState<'list' | 'grid'>('list');
  const [message, setMessage] = useState<string | null>(null);
  const scanner = useRef<{ focus: () => void }>(null);
  const open = items.filter((item) => outstandingOf(item) > 0);
  const outstanding = piecesOf(allOutstanding(items));
  const pieces = piecesOf(received);
  const wrong = open.filter((item) => receiveProblem(item, received.get(item.variant_id) ?? ''));

  const receive = useMutation(
    write({
      run: () =>
        receivePurchase({
          id,
          purchase_order_id: order.id,
          lines: linesOf(received),
          ...(stockPointId ? { stock_point_id: stockPointId } : {}),
          ...(note.trim() ? { note: note.trim() } : {}),
        }),
      changes: [...stockChanges, 'audit_log'],
    }),
  );
  const count = (variantId: string, name: string) => {
    const next = addScan(items, received, variantId);
    setReceived(next.received);
    setMessage(next.refused ? t(`purchases.receive.${next.refused}`, { name }) : null);
    return !next.refused;
  };
  const scan = async (code: string) => {
    const item = findByCode(code, (key) => items.find(({ barcode, sku }) => hasCode([barcode, sku], key)));
    if (item) return sound(count(item.variant_id, lineName(item)));
    sound(false);
    const [other] = await fetchVariants({ codes: [code], size: 1 });
    setMessage(other ? t('purchases.receive.not_ordered', { name: lineName(other) }) : t('variants.picker.notFound'));
  };
  const onScan = (code: string) => void scan(code).catch((error: unknown) => setMessage(errorText(t, error)));
  const set = (variantId: string, text: string) => setReceived((now) => new Map(now).set(variantId, text));
  const keys: CellKeys = {
    step: (variantId, field, by) => {
      const next = open[open.findIndex((item) => item.variant_id === variantId) + by];
      document.querySelector<HTMLInputElement>(`[data-cell="${field}:${next?.variant_id ?? ''}"]`)?.focus();
    },
    leave: () => scanner.current?.focus(),
    remove: (variantId) => set(variantId, ''),
    more: (variantId) => void count(variantId, lineName(items.find((item) => item.variant_id === variantId))),
  };
  const run = () => {
    if (wrong.length > 0 || Number(pieces) === 0 || !online) return;
    receive.mutate(undefined as never, {
      onSuccess: (answer) => {
        toast({ tone: 'ok', text: t('purchases.done.received', { count: answer.pieces, number: answer.number }) });
        onClose();
      },
    });
  };
  const error: AppError | null = receive.error;
  // The answer to an earlier attempt was lost; its goods are in stock.
  const recorded = error?.code === 'exists_already';
  const left = Number(minus(outstanding, pieces));
  return (
    <Dialog
      size="large"
      onClose={onClose}
      locked={receive.isPending}
      title={t('purchases.receive.title')}
      number={order.number}
      action={
        <Button
          variant="primary"
          icon={PackageCheck}
          busy={receive.isPending}
          reason={
            !online
              ? t('errors.network')
              : Number(pieces) === 0
                ? t('purchases.receive.nothing')
                : wrong.length > 0
                  ? t('purchases.receive.wrong')
                  : undefined
          }
          onClick={run}
        >
          {t('purchases.receive.confirm', { count: Number(pieces) })}
        </Button>
      }
    >
      <div className="purchase-receive">
        <ScannerField ref={scanner} label={t('purchases.receive.scan')} error={message} onScan={onScan} />
        <div className="inline-group purchase-between">
          <span className="muted" role="status">
            {t('purchases.receive.counted', { pieces: formatNumber(pieces), outstanding: formatNumber(outstanding) })}
          </span>
          <span className="inline-group">
            {open.some((item) => variantLabel(item) !== '') && (
              <Segmented
                small
                label={t('purchases.receive.how')}
                value={how}
                onChange={setHow}
                options={[
                  { value: 'list', label: t('purchases.receive.list') },
                  { value: 'grid', label: t('purchases.receive.grid') },
                ]}
              />
            )}
            <Button small variant="quiet" disabled={received.size === 0} onClick={() => setReceived(new Map())}>
              {t('purchases.receive.clear')}
            </Button>
            <Button small variant="quiet" onClick={() => setReceived(allOutstanding(items))}>
              {t('purchases.receive.all')}
            </Button>
          </span>
        </div>
        {how === 'list' ? (
          <ReceiveList
            items={open}
            received={received}
            keys={keys}
            onCount={set}
            onPaste={(next) => setReceived((now) => new Map([...now, ...next]))}
          />
        ) : (
          <ReceiveGrid items={open} received={received} onWrite={(next) => setReceived((now) => new Map([...now, ...next]))} />
        )}
      </div>
      <FieldGrid>
        <LandingField label={t('purchases.receive.into')} stockPointId={stockPointId} onChange={setStockPointId} />
        <Field label={t('payments.note')} optional>
          <TextInput
            value={note}
            maxLength={300}
            placeholder={t('purchases.receive.noteHint')}
            onChange={(event) => setNote(event.target.value)}
          />
        </Field>
      </FieldGrid>
      <p>
        <Trans
          t={t}
          i18nKey={left > 0 ? 'purchases.receive.consequence' : 'purchases.receive.consequenceAll'}
          values={{
            pieces: t('lines.pieces', { count: Number(pieces) }),
            branch: nameIn(order, 'branch'),
            left: t('lines.pieces', { count: left }),
          }}
          components={{ b: <b /> }}
        />
      </p>
      {error && (
        <Banner tone="bad" onRetry={recorded ? undefined : run}>
          {recorded ? t('purchases.receive.recorded', { number: String(error.values.number) }) : errorText(t, error)}
        </Banner>
      )}
    </Dialog>
  );
}

import { useMutation, useQuery } from '@tanstack/react-query';
import { FileQuestion, Play, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { errorText } from '@/db/errors.ts';
import { discardHeld, heldInBranch, useLocalHeldSales } from '@/db/held-sales.ts';
import { useOnline } from '@/db/online.ts';
import { write } from '@/db/query.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { RefName } from '@/kit/ref-name.tsx';
import { currencyWord } from '@/lib/currency.ts';
import { formatDateTime } from '@/lib/dates.ts';
import { formatMoney } from '@/lib/money.ts';
import { Banner } from '@/ui/banner.tsx';
import { Button, IconButton } from '@/ui/button.tsx';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Figure } from '@/ui/figure.tsx';
import { Status } from '@/ui/status.tsx';
import { readCart } from './cart.ts';

interface HeldDialogProps {
  branchId: string;
  /** Why no sale can be resumed now. */
  blockedReason?: string;
  onResume: (id: string) => Promise<unknown>;
  onClose: () => void;
}

/** The held sales of this branch: those of all its tills in the database, and those this user held on this device while offline. */
export default function HeldDialog({ branchId, blockedReason, onResume, onClose }: HeldDialogProps) {
  const { t } = useTranslation();
  const online = useOnline();
  const onDeviceHeld = useLocalHeldSales().filter((held) => held.branch_id === branchId);
  const onServer = useQuery({ ...heldInBranch(branchId), enabled: online });
  const [dropping, setDropping] = useState<{ id: string; label: string; total: string | number } | null>(null);
  const resume = useMutation(write({ run: (id: string) => onResume(id), changes: [] }));
  /** A second sale must not be resumed before the first is in the cart: it would replace it, and neither is held any more. */
  const resuming = useRef(false);
  const resumeOnce = (id: string) => {
    if (resuming.current) return;
    resuming.current = true;
    resume.mutate(id, { onSuccess: onClose, onSettled: () => (resuming.current = false) });
  };
  const rows = [
    ...onDeviceHeld.map(({ heldAt, ...held }) => ({ ...held, at: heldAt, by: null })),
    ...(onServer.data?.rows ?? [])
      .filter(({ id }) => onDeviceHeld.every((held) => held.id !== id))
      .map((held) => ({ ...held, at: held.created_at, by: held.created_by })),
  ];
  return (
    <Dialog size="large" title={t('counter.held.title')} onClose={onClose} footer={<Button onClick={onClose}>{t('ui.close')}</Button>}>
      {(resume.error ?? onServer.error) && <Banner tone="bad">{errorText(t, resume.error ?? onServer.error)}</Banner>}
      {rows.length === 0 && !onServer.isFetching && <p className="muted">{t('counter.held.none')}</p>}
      <ul className="document-events">
        {rows.map((held, index) => {
          const unreadable = readCart(held.cart) === null;
          const label = held.label ?? t('counter.held.unnamed', { number: index + 1 });
          return (
            <li key={held.id}>
              <span className="person">
                <b>
                  <bdi>{label}</bdi>
                </b>
                <small>
                  {formatDateTime(held.at)} · {t('counter.tillNamed', { till: held.till })} · {t('lines.count', { count: held.lines })}
                </small>
                <small>{held.by === null ? t('counter.held.here') : <RefName table="profiles" id={held.by} />}</small>
                {unreadable && (
                  <Status tone="warn" icon={FileQuestion}>
                    {t('counter.held.unreadable')}
                  </Status>
                )}
              </span>
              <b className="document-figure">
                <Figure value={formatMoney(held.total)} unit={currencyWord()} />
              </b>
              <Button
                small
                icon={Play}
                flip
                reason={unreadable ? t('errors.cart_unreadable') : blockedReason}
                busy={resume.isPending && resume.variables === held.id}
                data-autofocus={index === 0}
                onClick={() => resumeOnce(held.id)}
              >
                {t('counter.held.resume')}
              </Button>
              <IconButton
                small
                variant="danger"
                icon={Trash2}
                reason={online ? undefined : t('errors.network')}
                label={t('counter.held.dropOf', { label })}
                aria-haspopup="dialog"
                onClick={() => setDropping({ id: held.id, label, total: held.total })}
              />
            </li>
          );
        })}
      </ul>
      {dropping && (
        <ConfirmDialog
          title={t('counter.held.dropTitle')}
          number={<bdi>{dropping.label}</bdi>}
          danger
          irreversible
          icon={Trash2}
          confirm={t('counter.held.dropConfirm', { amount: formatMoney(dropping.total), currency: currencyWord() })}
          keep={t('counter.outbox.keep')}
          explain={(error) => errorText(t, error)}
          onConfirm={() => discardHeld(dropping.id)}
          onClose={() => setDropping(null)}
        >
          <p>{t('counter.held.dropText')}</p>
        </ConfirmDialog>
      )}
    </Dialog>
  );
}

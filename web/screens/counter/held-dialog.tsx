import { useMutation, useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { errorText } from '@/db/errors.ts';
import { heldSales, useHeldHere } from '@/db/held-sales.ts';
import { useOnline } from '@/db/online.ts';
import { write } from '@/db/query.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { RefName } from '@/kit/ref-name.tsx';
import { currencyWord } from '@/lib/currency.ts';
import { formatDateTime } from '@/lib/dates.ts';
import { formatMoney } from '@/lib/money.ts';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Figure } from '@/ui/figure.tsx';

interface HeldDialogProps {
  branchId: string;
  /** Why none can be gone on with now. */
  busy?: string;
  onResume: (id: string) => Promise<unknown>;
  onClose: () => void;
}

/** What lies aside in this branch: by any till of it, or on this device while there is no line. */
export default function HeldDialog({ branchId, busy, onResume, onClose }: HeldDialogProps) {
  const { t } = useTranslation();
  const online = useOnline();
  const here = useHeldHere().filter((held) => held.branch_id === branchId);
  const there = useQuery({ ...heldSales([branchId], { discarded: false }), enabled: online });
  const resume = useMutation(write({ run: (id: string) => onResume(id), changes: [] }));
  const rows = [
    ...here.map(({ heldAt, ...held }) => ({ ...held, at: heldAt, by: null })),
    ...(there.data?.rows ?? []).filter(({ id }) => here.every((held) => held.id !== id)).map((held) => ({ ...held, at: held.created_at, by: held.created_by })),
  ];
  return (
    <Dialog size="lg" title={t('counter.held.title')} onClose={onClose} footer={<Button onClick={onClose}>{t('ui.close')}</Button>}>
      {(resume.error ?? there.error) && <Banner tone="bad">{errorText(t, resume.error ?? there.error)}</Banner>}
      {rows.length === 0 && !there.isFetching && <p className="mut">{t('counter.held.none')}</p>}
      <ul className="doc-events">
        {rows.map((held, at) => (
          <li key={held.id}>
            <span className="who">
              <b><bdi>{held.label ?? t('counter.held.unnamed', { number: at + 1 })}</bdi></b>
              <small>{formatDateTime(held.at)} · {t('counter.tillNamed', { till: held.till })} · {t('lines.count', { count: held.lines })}</small>
              <small>{held.by === null ? t('counter.held.here') : <RefName table="profiles" id={held.by} />}</small>
            </span>
            <b className="doc-figure"><Figure value={formatMoney(held.total)} unit={currencyWord()} /></b>
            <Button small icon={Play} flip reason={busy} busy={resume.isPending && resume.variables === held.id} data-autofocus={at === 0} onClick={() => resume.mutate(held.id, { onSuccess: onClose })}>{t('counter.held.resume')}</Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

import { useMutation, useQuery } from '@tanstack/react-query';
import { Check, Lock, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Trans } from 'react-i18next';
import { invoke, rpcOf } from '@/db/calls.ts';
import { errorText, type AppError } from '@/db/errors.ts';
import { useCan } from '@/db/me.ts';
import { useOnline } from '@/db/online.ts';
import { refresh, write } from '@/db/query.ts';
import { lowerTransfer, transferDetail, type TransferItem, type TransferRow } from '@/db/transfers.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatMoney } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { shortLinesOf, type ShortLine } from '@/parts/document/short-lines.ts';
import { endName } from '@/parts/place-name.ts';
import { Banner, Note } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { TextArea } from '@/ui/text-input.tsx';
import { toast } from '@/ui/toast.tsx';
import { accountOf, lookAhead, type Decision, type Preview } from './account.ts';
import { DecisionAccount } from './decision-account.tsx';
import { LookAheadTable } from './look-ahead-table.tsx';
import { ShortList } from './short-list.tsx';

interface DecisionDialogProps {
  /** What was asked for, while the transfer stood as it did then. */
  decision: Decision;
  transfer: TransferRow;
  lines: readonly TransferItem[];
  /** The reader may ask for less where there is less. */
  mayEdit: boolean;
  onClose: () => void;
}

interface Answer {
  id: string;
  number: string;
  status: string;
}

const movesStock = ['transfers', 'transfer_items', 'transfer_costs', 'transfer_item_costs', 'stock_levels', 'stock_movements', 'audit_log'] as const;

/** Approve, reverse or withdraw: the question with its consequence in numbers. */
export function DecisionDialog({ decision: asked, transfer, lines, mayEdit, onClose }: DecisionDialogProps) {
  const { t } = useTranslation();
  const can = useCan();
  const online = useOnline();
  const [reason, setReason] = useState('');
  const [pressed, setPressed] = useState(false);
  // What somebody has approved meanwhile can only be taken back.
  const decision = asked === 'withdraw' && transfer.status === 'approved' ? 'reverse' : asked;
  const from = endName(t, transfer, 'from');
  const to = endName(t, transfer, 'to');
  const currency = currencyWord();

  const look = useQuery({
    ...rpcOf('transfer_preview', { id: transfer.id }, ['stock_levels', 'transfers']),
    // A decision is taken on what is there now, not on what was there when the page opened.
    staleTime: 0,
    gcTime: 0,
    select: (answer) => answer as unknown as Preview,
  });
  // It is being asked again: until it has come, no figure of it is shown.
  const document = useQuery(transferDetail(transfer.id));
  const failure = look.error ?? document.error;
  const preview = failure || document.isFetching || (look.isFetching && !look.isFetchedAfterMount) ? undefined : look.data;
  const account = preview && accountOf(preview, decision);
  const ahead = preview ? lookAhead(preview, decision) : [];
  const goods = new Map(lines.map((line) => [line.variant_id, line]));
  const foreseen: ShortLine[] = ahead.filter((one) => one.missing > 0).map((one) => ({ ...goods.get(one.variantId), variant_id: one.variantId, needs: one.quantity, has: one.has ?? undefined }));

  const decide = useMutation<Answer, AppError>(
    write({
      run: () => invoke<Answer>('transfer-approval', { transfer_id: transfer.id, action: decision === 'approve' ? 'approve' : 'reverse', expected_version: transfer.version, ...(reason.trim() ? { reason: reason.trim() } : {}) }),
      changes: movesStock,
    }),
  );
  const there = preview?.lines.flatMap(({ variant_id, quantity, at_source }) => {
    const left = Math.min(quantity, at_source ?? quantity);
    return left > 0 ? [{ variant_id, quantity: left }] : [];
  });
  const lower = useMutation<unknown, AppError>({ ...write({ run: () => lowerTransfer(transfer, there ?? []), changes: ['transfers', 'transfer_items', 'audit_log'] }), onSuccess: () => decide.reset() });
  const refused = decide.error ? shortLinesOf(decide.error) : [];
  const short = refused.length > 0 ? refused : foreseen;
  const only = foreseen.length === 1 ? foreseen[0] : undefined;
  const reasonMissing = decision === 'reverse' && reason.trim() === '';
  const pieces = account?.pieces ?? transfer.pieces ?? 0;

  const run = () => {
    setPressed(true);
    if (reasonMissing) return;
    decide.mutate(undefined as never, {
      onSuccess: (answer) => {
        const done =
          decision === 'approve'
            ? t(transfer.from_branch_id === transfer.to_branch_id ? 'transfers.done.movedPoint' : 'transfers.done.movedBranch')
            : t(decision === 'reverse' ? 'transfers.done.reversed' : 'transfers.done.withdrawn', { number: answer.number });
        toast({ text: done, tone: 'ok' });
        onClose();
      },
      // Somebody else may have changed or decided it meanwhile: it is read anew, and asked anew.
      onError: () => {
        setPressed(false);
        void refresh(['transfers']);
      },
    });
  };

  const words = { number: transfer.number, from, to, pieces: t('transfers.pieces', { count: pieces }), lines: t('lines.count', { count: transfer.lines ?? 0 }) };
  const sentence = { approve: 'transfers.decide.moves', reverse: 'transfers.decide.movesBack', withdraw: 'transfers.decide.movesNothing' } as const;
  const title = { approve: 'transfers.decide.approveTitle', reverse: 'transfers.decide.reverseTitle', withdraw: 'transfers.decide.withdrawTitle' } as const;
  const amount = decision === 'approve' && can('inventory.costs.view') && transfer.amount !== null ? formatMoney(transfer.amount) : null;
  const failed = t(decision === 'approve' ? 'transfers.failed.move' : 'transfers.failed.reverse');
  const blocked = !online ? t('lines.offline') : short.length > 0 ? t(decision === 'approve' ? 'transfers.decide.cannotApprove' : 'transfers.decide.cannotReverse') : undefined;

  return (
    <Dialog
      open
      onClose={onClose}
      locked={decide.isPending}
      title={t(title[decision])}
      sub={t('transfers.decide.sub', words)}
      footer={
        <>
          <Button onClick={onClose} disabled={decide.isPending} data-autofocus={decision === 'reverse' ? undefined : decision !== 'approve'}>
            {t(decision === 'approve' ? 'transfers.decide.notYet' : 'transfers.decide.keep')}
          </Button>
          <Button
            variant={decision === 'approve' ? 'primary' : 'danger-fill'}
            icon={decision === 'approve' ? Check : Undo2}
            busy={decide.isPending}
            reason={blocked}
            disabled={!preview}
            onClick={run}
            data-autofocus={decision === 'approve'}
          >
            {decision === 'withdraw' ? t('transfers.decide.withdraw') : t(`transfers.decide.${decision}`, { count: pieces })}
          </Button>
        </>
      }
    >
      <p>
        <Trans t={t} i18nKey={sentence[decision]} values={words} components={{ b: <b /> }} />
      </p>
      {failure && <Banner tone="bad" onRetry={() => void Promise.all([look.refetch(), document.refetch()])}>{errorText(t, failure)}</Banner>}
      {!account && !failure && <span role="status"><span className="sr">{t('transfers.decide.loading')}</span><Skeleton height="132px" /></span>}
      {account && decision !== 'withdraw' && (
        <DecisionAccount account={account} decision={decision} from={from} to={to} withinBranch={transfer.from_branch_id === transfer.to_branch_id} />
      )}
      {account?.source.now === null && <p className="mut">{t('transfers.decide.unseenPlace', { place: from })}</p>}
      {account?.target.now === null && <p className="mut">{t('transfers.decide.unseenPlace', { place: to })}</p>}
      {preview && decision === 'reverse' && <LookAheadTable ahead={ahead} lines={lines} />}
      {lower.error && <Banner tone="bad">{errorText(t, lower.error)}</Banner>}
      {decide.error && (
        <Banner tone="bad" onRetry={refused.length > 0 || decide.error.code === 'changed_meanwhile' ? undefined : run}>
          <b>{failed}</b>
          {refused.length === 0 && <p>{errorText(t, decide.error)}</p>}
        </Banner>
      )}
      {short.length > 0 && (
        <ShortList
          lines={short}
          title={t(decision === 'approve' ? 'transfers.decide.shortTitle' : 'transfers.decide.goneTitle', { count: short.length, to })}
          way={
            <>
              {t(decision === 'approve' ? 'transfers.decide.cannotApprove' : 'transfers.decide.cannotReverse')}
              {decision === 'approve' && mayEdit && there?.length && foreseen.length > 0 ? (
                <Button small busy={lower.isPending} onClick={() => lower.mutate(undefined as never)}>
                  {only?.has ? t('transfers.form.use', { has: formatNumber(only.has) }) : t('transfers.decide.useThere')}
                </Button>
              ) : null}
            </>
          }
        />
      )}
      {preview && decision === 'approve' && short.length === 0 && (
        <Note icon={Lock}>{amount === null ? t('transfers.decide.fixedNoCost', { to }) : t('transfers.decide.fixed', { amount, currency, to })}</Note>
      )}
      {decision !== 'approve' && (
        <>
          <Field
            label={t(decision === 'reverse' ? 'transfers.decide.reason' : 'transfers.decide.reasonWithdraw')}
            optional={decision === 'withdraw'}
            error={pressed && reasonMissing ? t('transfers.decide.reasonMissing') : undefined}
          >
            <TextArea rows={2} maxLength={300} value={reason} onChange={(event) => setReason(event.target.value)} disabled={decide.isPending} data-autofocus={decision === 'reverse'} />
          </Field>
          <Note tone="warn">{t('transfers.decide.noUndo')}</Note>
        </>
      )}
    </Dialog>
  );
}

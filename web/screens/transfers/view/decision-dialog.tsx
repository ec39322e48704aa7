import { useMutation, useQuery } from '@tanstack/react-query';
import { Check, Lock, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Trans } from 'react-i18next';
import { invoke, rpcOf } from '@/db/calls.ts';
import { asAppError, errorText, type AppError } from '@/db/errors.ts';
import { useCan } from '@/db/me.ts';
import { useOnline } from '@/db/online.ts';
import { write } from '@/db/query.ts';
import { lowerTransfer, transferDetail, type TransferItem, type TransferRow } from '@/db/transfers.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatMoney } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { ActionDialog } from '@/parts/document/action-dialog.tsx';
import { shortagesOf, type Shortage } from '@/parts/document/shortages.ts';
import { endName } from '@/parts/place-name.ts';
import { Banner, Note } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { stockEffectOf, stockChecks, type Decision, type Preview } from './stock-effect.ts';
import { DecisionStockEffect } from './decision-stock-effect.tsx';
import { StockCheckTable } from './stock-check-table.tsx';
import { ShortageList } from './shortage-list.tsx';

interface DecisionDialogProps {
  /** The requested action, chosen for the transfer's status at that time. */
  decision: Decision;
  transfer: TransferRow;
  lines: readonly TransferItem[];
  /** Whether the user may lower quantities to the stock. */
  mayEdit: boolean;
  onClose: () => void;
}

interface Answer {
  id: string;
  number: string;
  status: string;
}

const movesStock = [
  'transfers',
  'transfer_items',
  'transfer_costs',
  'transfer_item_costs',
  'stock_levels',
  'stock_movements',
  'audit_log',
] as const;

/** Asks before a transfer is approved, reversed or withdrawn, with the consequence in numbers. */
export function DecisionDialog({ decision: requested, transfer, lines, mayEdit, onClose }: DecisionDialogProps) {
  const { t } = useTranslation();
  const can = useCan();
  const online = useOnline();
  const [refused, setRefused] = useState<readonly Shortage[]>([]);
  const [lowered, setLowered] = useState(0);
  // A transfer approved meanwhile cannot be withdrawn, only reversed.
  const decision = requested === 'withdraw' && transfer.status === 'approved' ? 'reverse' : requested;
  const from = endName(t, transfer, 'from');
  const to = endName(t, transfer, 'to');
  const currency = currencyWord();

  const previewQuery = useQuery({
    ...rpcOf('transfer_preview', { id: transfer.id }, ['stock_levels', 'transfers']),
    // Never cached, because a decision depends on the current stock.
    staleTime: 0,
    gcTime: 0,
    select: (answer) => answer as unknown as Preview,
  });
  // No figures are shown while the transfer is fetched again.
  const document = useQuery(transferDetail(transfer.id));
  const failure = previewQuery.error ?? document.error;
  const preview =
    failure || document.isFetching || (previewQuery.isFetching && !previewQuery.isFetchedAfterMount) ? undefined : previewQuery.data;
  const account = preview && stockEffectOf(preview, decision);
  const ahead = preview ? stockChecks(preview, decision) : [];
  const goods = new Map(lines.map((line) => [line.variant_id, line]));
  const foreseen: Shortage[] = ahead
    .filter((line) => line.missing > 0)
    .map((line) => ({ ...goods.get(line.variantId), variant_id: line.variantId, needs: line.quantity, has: line.has ?? undefined }));

  const available = preview?.lines.flatMap(({ variant_id, quantity, at_source }) => {
    const quantityLeft = Math.min(quantity, at_source ?? quantity);
    return quantityLeft > 0 ? [{ variant_id, quantity: quantityLeft }] : [];
  });
  const lower = useMutation<unknown, AppError>({
    ...write({ run: () => lowerTransfer(transfer, available ?? []), changes: ['transfers', 'transfer_items', 'audit_log'] }),
    onSuccess: () => {
      setRefused([]);
      setLowered(lowered + 1);
    },
  });
  const short = refused.length > 0 ? refused : foreseen;
  const only = foreseen.length === 1 ? foreseen[0] : undefined;
  const pieces = account?.pieces ?? transfer.pieces ?? 0;

  const run = async (reason: string) => {
    setRefused([]);
    try {
      return await invoke<Answer>('transfer-approval', {
        transfer_id: transfer.id,
        action: decision === 'approve' ? 'approve' : 'reverse',
        expected_version: transfer.version,
        ...(reason ? { reason } : {}),
      });
    } catch (error) {
      setRefused(shortagesOf(asAppError(error)));
      throw error;
    }
  };
  const done = ({ number }: Answer) => {
    if (decision !== 'approve') return t(decision === 'reverse' ? 'transfers.done.reversed' : 'transfers.done.withdrawn', { number });
    return t(transfer.from_branch_id === transfer.to_branch_id ? 'transfers.done.movedPoint' : 'transfers.done.movedBranch');
  };

  const words = {
    number: transfer.number,
    from,
    to,
    pieces: t('lines.pieces', { count: pieces }),
    lines: t('lines.count', { count: transfer.lines ?? 0 }),
  };
  const sentence = {
    approve: 'transfers.decide.moves',
    reverse: 'transfers.decide.movesBack',
    withdraw: 'transfers.decide.movesNothing',
  } as const;
  const title = {
    approve: 'transfers.decide.approveTitle',
    reverse: 'transfers.decide.reverseTitle',
    withdraw: 'transfers.decide.withdrawTitle',
  } as const;
  const amount = decision === 'approve' && can('inventory.costs.view') && transfer.amount !== null ? formatMoney(transfer.amount) : null;
  const cannot = t(decision === 'approve' ? 'transfers.decide.cannotApprove' : 'transfers.decide.cannotReverse');
  const blocked = () => {
    if (!online) return t('lines.offline');
    if (failure) return errorText(t, failure);
    return short.length > 0 ? cannot : preview ? undefined : t('transfers.decide.loading');
  };

  return (
    <ActionDialog
      // Remounts after quantities were lowered, to clear the previous error.
      key={lowered}
      run={run}
      changes={movesStock}
      onDone={done}
      onClose={onClose}
      title={t(title[decision])}
      sub={t('transfers.decide.sub', words)}
      keep={t(decision === 'approve' ? 'transfers.decide.notYet' : 'transfers.decide.keep')}
      icon={decision === 'approve' ? Check : Undo2}
      confirm={decision === 'withdraw' ? t('transfers.decide.withdraw') : t(`transfers.decide.${decision}`, { count: pieces })}
      blocked={blocked()}
      danger={decision !== 'approve'}
      irreversible={decision !== 'approve'}
      reason={
        decision === 'approve'
          ? undefined
          : {
              label: t(decision === 'reverse' ? 'transfers.decide.reason' : 'transfers.decide.reasonWithdraw'),
              required: decision === 'reverse',
            }
      }
      explain={(error) => (
        <>
          <b>{t(decision === 'approve' ? 'transfers.failed.move' : 'transfers.failed.reverse')}</b>
          {/* An error about short lines is shown by naming them. */}
          {shortagesOf(asAppError(error)).length === 0 && <p>{errorText(t, error)}</p>}
        </>
      )}
    >
      <p>
        <Trans t={t} i18nKey={sentence[decision]} values={words} components={{ b: <b /> }} />
      </p>
      {failure && (
        <Banner tone="bad" onRetry={() => void Promise.all([previewQuery.refetch(), document.refetch()])}>
          {errorText(t, failure)}
        </Banner>
      )}
      {!account && !failure && (
        <span role="status">
          <span className="sr-only">{t('transfers.decide.loading')}</span>
          <Skeleton height="132px" />
        </span>
      )}
      {account && decision !== 'withdraw' && (
        <DecisionStockEffect
          account={account}
          decision={decision}
          from={from}
          to={to}
          withinBranch={transfer.from_branch_id === transfer.to_branch_id}
        />
      )}
      {account?.source.now === null && <p className="muted">{t('transfers.decide.unseenPlace', { place: from })}</p>}
      {account?.target.now === null && <p className="muted">{t('transfers.decide.unseenPlace', { place: to })}</p>}
      {preview && decision === 'reverse' && <StockCheckTable ahead={ahead} lines={lines} />}
      {lower.error && <Banner tone="bad">{errorText(t, lower.error)}</Banner>}
      {short.length > 0 && (
        <ShortageList
          lines={short}
          title={t(decision === 'approve' ? 'transfers.decide.shortTitle' : 'transfers.decide.goneTitle', { count: short.length, to })}
          remedy={
            <>
              {cannot}
              {decision === 'approve' && mayEdit && available?.length && foreseen.length > 0 ? (
                <Button small busy={lower.isPending} onClick={() => lower.mutate(undefined as never)}>
                  {only?.has ? t('transfers.form.use', { has: formatNumber(only.has) }) : t('transfers.decide.useThere')}
                </Button>
              ) : null}
            </>
          }
        />
      )}
      {preview && decision === 'approve' && short.length === 0 && (
        <Note icon={Lock}>
          {amount === null ? t('transfers.decide.fixedNoCost', { to }) : t('transfers.decide.fixed', { amount, currency, to })}
        </Note>
      )}
    </ActionDialog>
  );
}

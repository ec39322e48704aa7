import type { UseQueryResult } from '@tanstack/react-query';
import { Ban, Check, PackageX, Undo2 } from 'lucide-react';
import { Trans } from 'react-i18next';
import { errorText, type AppError } from '@/db/errors.ts';
import {
  approvePurchase,
  cancelPurchase,
  closePurchaseShort,
  purchaseChanges,
  reopenPurchase,
  stockChanges,
  undoReceipt,
  voidPurchasePayment,
  type PurchaseDetail,
  type PurchasePayment,
  type PurchaseReceipt,
} from '@/db/purchases.ts';
import { nameIn } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatMoney, minus, plus, sum } from '@/lib/money.ts';
import { ActionDialog } from '@/parts/document/action-dialog.tsx';
import type { LucideIcon } from '@/ui/icon.tsx';
import { outstandingOf } from './figures.ts';

export type Decision =
  | { kind: 'approve' | 'cancel' | 'close' | 'reopen' }
  | { kind: 'undo'; receipt: PurchaseReceipt }
  | { kind: 'void'; payment: PurchasePayment };

interface DecisionsProps {
  decision: Decision;
  purchase: PurchaseDetail;
  /** The query of the order; nothing can be confirmed while it is fetching. */
  document: Pick<UseQueryResult<unknown, AppError>, 'isFetching' | 'error'>;
  onClose: () => void;
}

interface Question {
  run: (reason: string) => Promise<unknown>;
  icon: LucideIcon;
  danger?: boolean;
  irreversible?: boolean;
  reason?: 'required' | 'optional';
  /** The item's own number, if it differs from the order's. */
  number?: string;
  /** Values for the sentence and the button. */
  values: Partial<Values>;
}

type Values = Record<'supplier' | 'branch' | 'pieces' | 'amount' | 'currency' | 'before' | 'after', string> & { count: number };

/** One question for each action on the order, with its consequence in numbers. */
export function Decisions({ decision, purchase, document, onClose }: DecisionsProps) {
  const { t } = useTranslation();
  const { order, amounts, items } = purchase;
  const changes = [...(decision.kind === 'undo' ? stockChanges : purchaseChanges), 'audit_log'] as const;
  const currency = currencyWord();
  const rest = Number(sum(items.map(outstandingOf)));
  const orderVersion = { id: order.id, expected_version: order.version };

  const ask = (): Question => {
    switch (decision.kind) {
      case 'approve':
        return {
          run: () => approvePurchase(orderVersion),
          icon: Check,
          values: { supplier: nameIn(order, 'supplier'), amount: amounts ? formatMoney(amounts.total) : '', currency },
        };
      case 'cancel':
        return {
          run: (reason) => cancelPurchase({ ...orderVersion, ...(reason ? { reason } : {}) }),
          icon: Ban,
          danger: true,
          irreversible: true,
          reason: 'optional',
          values: { count: rest, pieces: t('lines.pieces', { count: rest }) },
        };
      case 'close':
        return {
          run: () => closePurchaseShort(orderVersion),
          icon: PackageX,
          values: {
            count: rest,
            pieces: t('lines.pieces', { count: rest }),
            before: amounts ? formatMoney(amounts.total) : '',
            after: amounts ? formatMoney(amounts.total_without_rest) : '',
            currency,
          },
        };
      case 'reopen': {
        const closed = Number(sum(items.map((item) => item.closed)));
        return {
          run: () => reopenPurchase(orderVersion),
          icon: Undo2,
          values: { count: closed, pieces: t('lines.pieces', { count: closed }) },
        };
      }
      case 'undo':
        return {
          run: (reason) => undoReceipt({ ...orderVersion, id: decision.receipt.id, reason }),
          icon: Undo2,
          danger: true,
          reason: 'required',
          number: decision.receipt.number,
          values: {
            count: decision.receipt.pieces,
            pieces: t('lines.pieces', { count: decision.receipt.pieces }),
            branch: nameIn(order, 'branch'),
          },
        };
      case 'void': {
        const amount = decision.payment.amount;
        return {
          run: (reason) => voidPurchasePayment({ id: decision.payment.id, reason }),
          icon: Ban,
          danger: true,
          irreversible: true,
          reason: 'required',
          values: {
            amount: formatMoney(amount),
            currency,
            before: formatMoney(amounts?.remaining ?? 0),
            after: formatMoney(minus(plus(amounts?.remaining ?? 0, amount), 0)),
          },
        };
      }
    }
  };
  const { run, icon, danger, irreversible, reason, number, values } = ask();
  const words = { ...(values as Values), context: amounts ? undefined : 'noMoney' };
  return (
    <ActionDialog
      run={run}
      changes={changes}
      onDone={() => t(`purchases.decide.${decision.kind}.done`, { ...words, number: number ?? order.number })}
      onClose={onClose}
      title={t(`purchases.decide.${decision.kind}.title`)}
      number={number ?? order.number}
      icon={icon}
      error={document.error && errorText(t, document.error)}
      blocked={document.isFetching ? t('ui.loading') : document.error ? t('purchases.failed.load') : undefined}
      danger={danger}
      irreversible={irreversible}
      confirm={t(`purchases.decide.${decision.kind}.confirm`, words)}
      keep={decision.kind === 'cancel' ? t('purchases.decide.cancel.keep') : undefined}
      reason={reason && { label: t('purchases.decide.reason'), required: reason === 'required' }}
    >
      <p>
        <Trans t={t} i18nKey={`purchases.decide.${decision.kind}.text`} values={words} components={{ b: <b /> }} />
      </p>
    </ActionDialog>
  );
}

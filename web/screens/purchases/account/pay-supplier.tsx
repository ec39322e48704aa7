import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { AppError } from '@/db/errors.ts';
import { useBranch } from '@/db/me.ts';
import { paySupplier, purchaseChanges, type SupplierAccount, type SupplierPayment } from '@/db/purchases.ts';
import { write } from '@/db/query.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { today as dayOf } from '@/lib/dates.ts';
import { compare, formatMoney, minus, sum } from '@/lib/money.ts';
import { isAmount } from '@/lib/numerals.ts';
import { isBlank, problemsOf, type PaymentDraft } from '@/parts/payments/payment-draft.ts';
import { PaymentDialog } from '@/parts/payments/payment-dialog.tsx';
import { blankPayment, PaymentLines, useProposed } from '@/parts/payments/payment-lines.tsx';
import { Field } from '@/ui/field.tsx';
import { Code, Figure, Nil } from '@/ui/figure.tsx';
import { Select } from '@/ui/select.tsx';
import { Table } from '@/ui/table.tsx';
import { toast } from '@/ui/toast.tsx';
import { spreadOf } from './spread.ts';

type Open = NonNullable<SupplierAccount['orders']>[number];

interface PaySupplierProps {
  supplierId: string;
  name: string;
  /** The orders to pay, oldest first. */
  orders: readonly Open[];
  onClose: () => void;
}

/** Spreads one payment over several orders of a supplier. */
export function PaySupplier({ supplierId, name, orders, onClose }: PaySupplierProps) {
  const { t } = useTranslation();
  const { branch, workBranches } = useBranch();
  const owed = sum(orders.map((order) => order.remaining));
  const [branchId, setBranchId] = useState<string | null>(branch?.access === 'work' ? branch.id : (workBranches[0]?.id ?? null));
  const today = dayOf(branch?.time_zone, branch?.day_start);
  const [written, setPayment] = useState<PaymentDraft>(() => blankPayment(today, owed));
  const [payment = written] = useProposed([written]);
  const [tried, setTried] = useState(false);
  const pay = useMutation<SupplierPayment, AppError>(
    write({
      run: () =>
        paySupplier({
          id: payment.id,
          supplier_id: supplierId,
          payment: {
            payment_method_id: payment.methodId,
            amount: payment.amount,
            paid_on: payment.paidOn,
            branch_id: branchId ?? '',
            note: payment.note.trim() || null,
          },
          order_ids: orders.map((order) => order.id),
        }),
      changes: [...purchaseChanges, 'audit_log'],
    }),
  );
  const shares = spreadOf(payment.amount, orders);
  const shareOf = (id: string) => shares.get(id) ?? '0';
  const wrong =
    isBlank(payment) || Object.keys(problemsOf(payment, owed)).length > 0 || compare(payment.amount || '0', owed) > 0 || branchId === null;
  const run = () => {
    setTried(true);
    if (wrong) return;
    pay.mutate(undefined as never, {
      onSuccess: () => {
        toast({ tone: 'ok', text: t('payments.done') });
        onClose();
      },
    });
  };
  return (
    <PaymentDialog
      title={t('purchases.account.payTitle', { name })}
      sub={t('purchases.account.paySub')}
      amount={isAmount(payment.amount) ? payment.amount : '0'}
      busy={pay.isPending}
      error={pay.error}
      onPay={run}
      onClose={onClose}
    >
      <Field label={t('purchases.account.paidFrom')}>
        <Select
          value={branchId}
          options={workBranches.map((branch) => ({ value: branch.id, label: nameOf(branch) }))}
          onChange={setBranchId}
        />
      </Field>
      <PaymentLines
        payments={[payment]}
        single
        remaining={owed}
        today={today}
        strict={tried}
        atLeastOne
        onChange={([next]) => next && setPayment(next)}
      />
      <Table
        className="ledger-table"
        rows={orders}
        keyOf={({ id }) => id}
        columns={[
          { head: t('purchases.account.order'), isRowHeader: true, cell: ({ number }) => <Code>{number}</Code> },
          { head: t('document.totals.remaining'), num: 'numeric', cell: ({ remaining }) => <Figure value={formatMoney(remaining)} /> },
          {
            head: t('payments.paying'),
            num: 'numeric',
            cell: ({ id }) => (compare(shareOf(id), 0) > 0 ? <Figure value={formatMoney(shareOf(id))} /> : <Nil />),
          },
          {
            head: t('payments.after'),
            num: 'numeric',
            cell: ({ id, remaining }) => <Figure value={formatMoney(minus(remaining, shareOf(id)))} nil />,
          },
        ]}
      />
    </PaymentDialog>
  );
}

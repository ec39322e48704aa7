import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { AppError } from '@/db/errors.ts';
import { useBranch, useMe } from '@/db/me.ts';
import { paySale, saleChanges, type SaleAnswer, type SaleDetail } from '@/db/sales.ts';
import { write } from '@/db/query.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { newId } from '@/lib/id.ts';
import { compare, formatMoney, isZero, minus, plus } from '@/lib/money.ts';
import { allocatePayments } from '@/lib/sale-money.ts';
import { PaymentDialog } from '@/parts/payments/payment-dialog.tsx';
import { methodsOf } from '@/parts/payments/payment-lines.tsx';
import { isTenderSound, restFor, tendered, type Amounts } from '@/parts/payments/tender-amounts.ts';
import { Tender } from '@/parts/payments/tender.tsx';
import { Field } from '@/ui/field.tsx';
import { Figure } from '@/ui/figure.tsx';
import { Select } from '@/ui/select.tsx';
import { toast } from '@/ui/toast.tsx';

interface PayDialogProps {
  sale: SaleDetail['sale'];
  onClose: () => void;
}

/** Pays the rest of a sale by one or more methods into one drawer; cash gives change. */
export function PayDialog({ sale, onClose }: PayDialogProps) {
  const { t } = useTranslation();
  const { workBranches, defaultBranch } = useBranch();
  const {
    business: { cash_rounding: coin },
  } = useMe();
  const rows = useQuery(methodsOf()).data?.rows;
  // Cash first, as at the counter.
  const methods = useMemo(() => [...(rows ?? [])].sort((a, b) => Number(b.is_cash) - Number(a.is_cash)), [rows]);
  const [branchId, setBranchId] = useState(() => workBranches.find(({ id }) => id === sale.branch_id)?.id ?? defaultBranch?.id ?? null);
  const [written, setWritten] = useState<Amounts | null>(null);
  const [tried, setTried] = useState(false);
  // One id per method, so that a retry pays once.
  const [ids] = useState(() => new Map<string, string>());
  const idOf = (method: string) => {
    const id = ids.get(method) ?? newId();
    ids.set(method, id);
    return id;
  };
  const due = String(sale.remaining);
  const [proposed] = methods;
  const amounts = written ?? (proposed ? { [proposed.id]: restFor(proposed, {}, due, coin) } : {});
  const payments = tendered(amounts, due, coin);
  const { paid, remaining, change, rounding, exceeds } = allocatePayments(
    due,
    payments.map(({ payment_method_id, amount }) => ({
      amount,
      cash: methods.some(({ id, is_cash }) => id === payment_method_id && is_cash),
    })),
    coin,
  );
  const keptAmount = plus(paid, rounding);
  const wrong = exceeds || payments.length === 0 || !isTenderSound(amounts, due);
  const pay = useMutation<SaleAnswer, AppError>(
    write({
      run: () =>
        paySale({
          id: sale.id,
          payments: payments.map((payment) => ({ ...payment, id: idOf(payment.payment_method_id), branch_id: branchId ?? '' })),
        }),
      changes: saleChanges,
    }),
  );
  const run = () => {
    setTried(true);
    if (wrong || !branchId) return;
    pay.mutate(undefined as never, {
      onSuccess: () => {
        toast({
          tone: 'ok',
          text: isZero(change) ? t('sales.pay.done') : t('sales.pay.doneChange', { change: formatMoney(change), currency: currencyWord() }),
        });
        onClose();
      },
    });
  };
  const isRefund = compare(due, 0) < 0;
  return (
    <PaymentDialog
      title={t(isRefund ? 'sales.pay.outTitle' : 'sales.pay.title')}
      number={sale.number}
      amount={keptAmount.replace('-', '')}
      busy={pay.isPending}
      error={pay.error}
      onPay={run}
      onClose={onClose}
    >
      {(workBranches.length > 1 || branchId === null) && (
        <Field label={t('sales.pay.drawer')} error={tried && !branchId && t('sales.pay.chooseBranch')}>
          <Select
            value={branchId}
            placeholder={t('sales.pay.chooseBranch')}
            options={workBranches.map((branch) => ({ value: branch.id, label: nameOf(branch) }))}
            onChange={setBranchId}
          />
        </Field>
      )}
      <Tender methods={methods} amounts={amounts} due={due} wrong={tried && wrong} onChange={setWritten} onEnter={run} />
      {tried && wrong && (
        <p className="error-text" role="alert">
          {t(exceeds ? 'payments.exceeds' : payments.length === 0 ? 'payments.amount_missing' : 'payments.amount_invalid')}
        </p>
      )}
      <table className="ledger-table">
        <tbody>
          <tr>
            <th scope="row">{t('payments.remainingNow')}</th>
            <td className="numeric">
              <Figure value={formatMoney(due)} />
            </td>
          </tr>
          <tr>
            <th scope="row">{t('payments.paying')}</th>
            <td className="numeric">
              <Figure value={formatMoney(minus(0, keptAmount))} />
            </td>
          </tr>
          {!isZero(rounding) && (
            <tr>
              <th scope="row">{t('payments.rounding')}</th>
              <td className="numeric">
                <Figure value={formatMoney(rounding)} />
              </td>
            </tr>
          )}
          <tr className="sum-line">
            <th scope="row">{t('payments.remainingAfter')}</th>
            <td className="numeric">
              <Figure value={formatMoney(remaining)} />
            </td>
          </tr>
          {!isZero(change) && (
            <tr>
              <th scope="row">{t('payments.change', { currency: currencyWord() })}</th>
              <td className="numeric font-medium text-ink">
                <Figure value={formatMoney(change)} />
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </PaymentDialog>
  );
}

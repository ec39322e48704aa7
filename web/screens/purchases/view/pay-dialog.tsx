import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { AppError } from '@/db/errors.ts';
import { useCan } from '@/db/me.ts';
import { payPurchase, purchaseChanges, type PaidPurchase, type PurchaseDetail } from '@/db/purchases.ts';
import { write } from '@/db/query.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { compare, formatMoney } from '@/lib/money.ts';
import { useSendFiles } from '@/parts/attachments/kept-files.ts';
import { PendingFiles, type PendingFile } from '@/parts/attachments/pending-files.tsx';
import { useSteady } from '@/parts/lines/use-steady.ts';
import { isBlank, leftOf, paidBy, problemsOf, restFor, type PaymentDraft } from '@/parts/payments/payment-draft.ts';
import { blankPayment, PaymentLines, useProposed } from '@/parts/payments/payment-lines.tsx';
import { Figure } from '@/ui/figure.tsx';
import { toast } from '@/ui/toast.tsx';
import { PaymentDialog } from '../payment-dialog.tsx';

interface PayDialogProps {
  purchase: PurchaseDetail;
  remaining: number;
  onClose: () => void;
}

/** Pays an order by one method or several; what is left stands beneath, live. */
export function PayDialog({ purchase: { order }, remaining, onClose }: PayDialogProps) {
  const { t } = useTranslation();
  const [written, setPayments] = useState<readonly PaymentDraft[]>(() => [blankPayment(order.today, String(remaining))]);
  const payments = useProposed(written);
  const [tried, setTried] = useState(false);
  const [files, setFiles] = useState<Readonly<Record<string, readonly PendingFile[]>>>({});
  const mayAttach = useCan()('documents.files.create');
  const pay = useMutation<PaidPurchase, AppError>(
    write({
      run: () =>
        payPurchase({
          id: order.id,
          payments: payments.filter((payment) => !isBlank(payment)).map(({ id, methodId, amount, paidOn, note }) => ({ id, payment_method_id: methodId, amount, paid_on: paidOn, note: note.trim() || null })),
        }),
      changes: [...purchaseChanges, 'audit_log'],
    }),
  );
  const sendFiles = useSendFiles();
  const chosen = useSteady(() => files);
  const sending = useMutation(
    write({
      run: (paid: readonly string[]) => sendFiles(paid.map((id) => ({ kind: 'purchase_payments' as const, documentId: id, branchId: order.branch_id, files: () => chosen()[id] ?? [] }))),
      changes: ['attachments'],
    }),
  );
  const left = leftOf(remaining, payments);
  const wrong = payments.every(isBlank) || payments.some((payment) => !isBlank(payment) && Object.keys(problemsOf(payment, restFor(payment, payments, remaining))).length > 0) || compare(left, 0) < 0;
  const busy = pay.isPending || sending.isPending;
  const run = () => {
    setTried(true);
    if (wrong) return;
    pay.mutate(undefined as never, {
      onSuccess: async ({ payments: paid }) => {
        toast({ tone: 'ok', text: t('purchases.done.paid') });
        await sending.mutateAsync(paid).catch(() => toast({ tone: 'bad', text: t('payments.filesFailed') }));
        onClose();
      },
    });
  };
  return (
    <PaymentDialog title={t('purchases.pay.title')} number={order.number} amount={paidBy(payments)} busy={busy} error={pay.error} onPay={run} onClose={onClose}>
      <PaymentLines payments={payments} remaining={String(remaining)} today={order.today} strict={tried} atLeastOne onChange={setPayments}
        more={(payment) => mayAttach && <div className="pay-files"><PendingFiles bare files={files[payment.id] ?? []} addLabel={t('payments.attach')} onChange={(next) => setFiles({ ...files, [payment.id]: next })} /></div>}
      />
      <table className="acc po-acc">
        <tbody>
          <tr><th scope="row">{t('purchases.pay.remainingNow')}</th><td className="num"><Figure value={formatMoney(remaining)} /></td></tr>
          <tr><th scope="row">{t('purchases.pay.paying')}</th><td className="num"><Figure value={`−${formatMoney(paidBy(payments))}`} /></td></tr>
          <tr className="sum"><th scope="row">{t('purchases.pay.remainingAfter')}</th><td className={compare(left, 0) < 0 ? 'num neg' : 'num'}><Figure value={formatMoney(left)} /></td></tr>
        </tbody>
      </table>
    </PaymentDialog>
  );
}

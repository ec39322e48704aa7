import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { AttachmentKind } from '@/db/attachments.ts';
import type { AppError } from '@/db/errors.ts';
import { useCan } from '@/db/me.ts';
import type { PaymentInput } from '@/db/purchases.ts';
import { write, type Table } from '@/db/query.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { compare, formatMoney } from '@/lib/money.ts';
import { useSendFiles, type PendingFile } from '@/parts/attachments/stored-files.ts';
import { PendingFiles } from '@/parts/attachments/pending-files.tsx';
import { Figure } from '@/ui/figure.tsx';
import { toast } from '@/ui/toast.tsx';
import { useStableCallback } from '@/ui/use-stable-callback.ts';
import { arePayable, inputOf, isBlank, remainingAfter, totalOfPayments, type PaymentDraft } from './payment-draft.ts';
import { PaymentDialog } from './payment-dialog.tsx';
import { blankPayment, PaymentLines, useProposed } from './payment-lines.tsx';

interface PayDialogProps {
  number: string;
  branchId: string;
  /** The current business day of the branch. */
  today: string;
  remaining: number;
  pay: (payments: PaymentInput[]) => Promise<{ payments: readonly string[] }>;
  changes: readonly Table[];
  /** The number of the user's open shift, whose drawer cash is taken from. */
  drawer?: string;
  /** Set where a payment can have files of its own. */
  files?: AttachmentKind;
  onClose: () => void;
}

/** Pays a document by one or several methods; the amount left is shown below as it changes. */
export function PayDialog({ number, branchId, today, remaining, pay: send, changes, drawer, files: kind, onClose }: PayDialogProps) {
  const { t } = useTranslation();
  const [written, setPayments] = useState<readonly PaymentDraft[]>(() => [blankPayment(today, String(remaining))]);
  const payments = useProposed(written);
  const [tried, setTried] = useState(false);
  const [files, setFiles] = useState<Readonly<Record<string, readonly PendingFile[]>>>({});
  const mayAttach = useCan()('documents.files.create') && kind;
  const pay = useMutation<{ payments: readonly string[] }, AppError>(
    write({ run: () => send(inputOf(payments)), changes: [...changes, 'audit_log'] }),
  );
  const sendFiles = useSendFiles();
  const chosen = useStableCallback(() => files);
  const sending = useMutation(
    write({
      run: async (paid: readonly string[]) =>
        kind && sendFiles(paid.map((id) => ({ kind, documentId: id, branchId, files: () => chosen()[id] ?? [] }))),
      changes: ['attachments'],
    }),
  );
  const remainingAmount = remainingAfter(remaining, payments);
  const wrong = payments.every(isBlank) || !arePayable(payments, remaining);
  const busy = pay.isPending || sending.isPending;
  const run = () => {
    setTried(true);
    if (wrong) return;
    pay.mutate(undefined as never, {
      onSuccess: async ({ payments: paid }) => {
        toast({ tone: 'ok', text: t('payments.done') });
        await sending.mutateAsync(paid).catch(() => toast({ tone: 'bad', text: t('payments.filesFailed') }));
        onClose();
      },
    });
  };
  return (
    <PaymentDialog
      title={t('payments.pay')}
      number={number}
      amount={totalOfPayments(payments)}
      busy={busy}
      error={pay.error}
      onPay={run}
      onClose={onClose}
    >
      <PaymentLines
        payments={payments}
        remaining={String(remaining)}
        today={today}
        strict={tried}
        atLeastOne
        drawer={drawer}
        onChange={setPayments}
        detailsOf={(payment) =>
          mayAttach && (
            <div className="pay-files">
              <PendingFiles
                bare
                files={files[payment.id] ?? []}
                addLabel={t('payments.attach')}
                onChange={(next) => setFiles({ ...files, [payment.id]: next })}
              />
            </div>
          )
        }
      />
      <table className="ledger-table">
        <tbody>
          <tr>
            <th scope="row">{t('payments.remainingNow')}</th>
            <td className="numeric">
              <Figure value={formatMoney(remaining)} />
            </td>
          </tr>
          <tr>
            <th scope="row">{t('payments.paying')}</th>
            <td className="numeric">
              <Figure value={`−${formatMoney(totalOfPayments(payments))}`} />
            </td>
          </tr>
          <tr className="sum-line">
            <th scope="row">{t('payments.remainingAfter')}</th>
            <td className={compare(remainingAmount, 0) < 0 ? 'numeric negative' : 'numeric'}>
              <Figure value={formatMoney(remainingAmount)} />
            </td>
          </tr>
        </tbody>
      </table>
    </PaymentDialog>
  );
}

import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { rpc } from '@/db/calls.ts';
import type { AppError } from '@/db/errors.ts';
import { useMe } from '@/db/me.ts';
import { savePurchase, stockChanges, type PurchaseDetail, type PurchaseInput, type SavedPurchase } from '@/db/purchases.ts';
import { write } from '@/db/query.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { newId } from '@/lib/id.ts';
import { useSendFiles } from '@/parts/attachments/kept-files.ts';
import type { PendingFile } from '@/parts/attachments/pending-files.tsx';
import { creator } from '@/parts/document/create-or-go-on.ts';
import { isBlank } from '@/parts/payments/payment-draft.ts';
import { useSteady } from '@/parts/lines/use-steady.ts';
import { toast } from '@/ui/toast.tsx';
import type { PurchaseForm } from './form-state.ts';

export interface Landing {
  stockPointId: string | null;
}

const orNull = (text: string) => (text.trim() === '' ? null : text.trim());

/** The form as the database takes it. Figures stay text: no digit is lost on the way. */
function inputOf(form: PurchaseForm, receiptId: string, landing: Landing): PurchaseInput {
  const { supplierId, branchId, status, orderedOn, dueOn, reference, salesmanId, taxRateId, tax, notes, description, payments } = form.head;
  return {
    id: form.id,
    purchase: {
      supplier_id: supplierId ?? '', branch_id: branchId ?? '', status, ordered_on: orderedOn, due_on: orNull(dueOn),
      reference: orNull(reference), salesman_id: salesmanId, tax_rate_id: taxRateId, tax: taxRateId === null ? tax || '0' : null, notes: orNull(notes), description: orNull(description),
    },
    items: form.lines.map(({ variantId, figures: { quantity, cost, discount } }) => ({ variant_id: variantId, quantity, unit_cost: cost, discount: discount || '0' })),
    payments: payments
      .filter((payment) => !isBlank(payment))
      .map(({ id, methodId, amount, paidOn, note }) => ({ id, payment_method_id: methodId, amount, paid_on: paidOn, note: orNull(note) })),
    ...(status === 'completed' ? { receive: { id: receiptId, stock_point_id: landing.stockPointId } } : {}),
  };
}

export interface Saving {
  form: PurchaseForm;
  version: number | null;
  files: readonly PendingFile[];
  /** At once, and when its files were sent after it. */
  onSaved: (saved: SavedPurchase, sent: PurchaseForm) => void;
  onDone: (saved: SavedPurchase, sent: PurchaseForm) => void;
  onConflict: () => void;
  onRefused: (error: AppError) => void;
}

/** Saves the order, then sends its files after it. */
export function useSave({ form, version, files, onSaved, onDone, onConflict, onRefused }: Saving) {
  const { t } = useTranslation();
  const { profile } = useMe();
  // Sent again after a broken line, it is the same receipt.
  const [receiptId, setReceiptId] = useState(newId);
  const [createOrGoOn] = useState(creator);
  const saving = useMutation<SavedPurchase, AppError, PurchaseInput>(write({
    run: (input) => {
      const send = (of: number | null) => savePurchase({ ...input, ...(of === null ? {} : { expected_version: of }) });
      return version !== null ? send(version) : createOrGoOn(input.id, send, async () => (await rpc<'purchase_detail', PurchaseDetail>('purchase_detail', { id: input.id })).order.updated_by?.id === profile.id);
    },
    changes: [...stockChanges, 'audit_log'],
  }));
  const sendFiles = useSendFiles();
  const chosen = useSteady(() => files);
  const sending = useMutation(write({ run: (after: PurchaseForm) => sendFiles([{ kind: 'purchases', documentId: after.id, branchId: after.head.branchId ?? '', files: chosen }]), changes: ['attachments'] }));
  const landed = useRef<Landing>({ stockPointId: null });
  const save = (landing: Landing) => {
    landed.current = landing;
    saving.mutate(inputOf(form, receiptId, landing), {
      onSuccess: async (saved) => {
        const { receipt } = saved;
        onSaved(saved, form);
        toast({ tone: 'ok', text: t(version === null ? 'purchases.done.created' : 'purchases.done.updated') });
        if (receipt) toast({ tone: 'ok', text: t('purchases.done.received', { count: receipt.pieces, number: receipt.number }) });
        if (chosen().length) await sending.mutateAsync(form).catch(() => toast({ tone: 'bad', text: t('purchases.failed.files') }));
        onDone(saved, form);
      },
      onError: (error) => (error.code === 'changed_meanwhile' ? onConflict() : onRefused(error)),
    });
  };
  /** Once more, to where the goods were to go. */
  const retry = () => save(landed.current);
  const forget = () => {
    saving.reset();
    setReceiptId(newId());
  };
  return { save, retry, forget, busy: saving.isPending || saving.isSuccess, error: saving.error?.code === 'changed_meanwhile' ? null : saving.error };
}

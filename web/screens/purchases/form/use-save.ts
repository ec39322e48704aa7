import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { rpc } from '@/db/calls.ts';
import type { AppError } from '@/db/errors.ts';
import { useMe } from '@/db/me.ts';
import { savePurchase, stockChanges, type PurchaseDetail, type PurchaseInput, type SavedPurchase } from '@/db/purchases.ts';
import { write } from '@/db/query.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { newId } from '@/lib/id.ts';
import { useSendFiles } from '@/parts/attachments/kept-files.ts';
import type { PendingFile } from '@/parts/attachments/pending-files.tsx';
import { createOrGoOn } from '@/parts/document/create-or-go-on.ts';
import { isBlank } from '@/parts/payments/payment-draft.ts';
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

interface Saving {
  form: PurchaseForm;
  version: number | null;
  files: readonly PendingFile[];
  finish: () => void;
  onConflict: () => void;
  onRefused: (error: AppError) => void;
}

/** Saves the order, then sends its files after it. */
export function useSave({ form, version, files, finish, onConflict, onRefused }: Saving) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { profile } = useMe();
  // Sent again after a broken line, it is the same receipt.
  const [receiptId] = useState(newId);
  const saving = useMutation<SavedPurchase, AppError, PurchaseInput>(write({
    run: (input) => {
      const send = (of: number | null) => savePurchase({ ...input, ...(of === null ? {} : { expected_version: of }) });
      return version !== null ? send(version) : createOrGoOn(send, async () => (await rpc<'purchase_detail', PurchaseDetail>('purchase_detail', { id: input.id })).order.updated_by === profile.id);
    },
    changes: [...stockChanges, 'audit_log'],
  }));
  const sendFiles = useSendFiles();
  const sending = useMutation(write({ run: () => sendFiles([{ kind: 'purchases', documentId: form.id, branchId: form.head.branchId ?? '', files }]), changes: ['attachments'] }));
  const landed = useRef<Landing>({ stockPointId: null });
  const save = (landing: Landing) => {
    landed.current = landing;
    saving.mutate(inputOf(form, receiptId, landing), {
      onSuccess: async ({ id, receipt }) => {
        finish();
        toast({ tone: 'ok', text: t(version === null ? 'purchases.done.created' : 'purchases.done.updated') });
        if (receipt) toast({ tone: 'ok', text: t('purchases.done.received', { count: receipt.pieces, number: receipt.number }) });
        if (files.length) await sending.mutateAsync(undefined as never).catch(() => toast({ tone: 'bad', text: t('purchases.failed.files') }));
        void navigate(`/purchase/orders/${id}`, { replace: version === null });
      },
      onError: (error) => (error.code === 'changed_meanwhile' ? onConflict() : onRefused(error)),
    });
  };
  /** Once more, to where the goods were to go. */
  const retry = () => save(landed.current);
  return { save, retry, busy: saving.isPending || sending.isPending, error: saving.error?.code === 'changed_meanwhile' ? null : saving.error };
}

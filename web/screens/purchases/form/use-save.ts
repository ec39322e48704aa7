import { useMutation } from '@tanstack/react-query';
import { useMemo, useRef, useState, type RefObject } from 'react';
import { rpc } from '@/db/calls.ts';
import { errorText, type AppError } from '@/db/errors.ts';
import { useMe } from '@/db/me.ts';
import { useOnline } from '@/db/online.ts';
import { savePurchase, stockChanges, type PurchaseDetail, type PurchaseInput, type SavedPurchase } from '@/db/purchases.ts';
import { write } from '@/db/query.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { newId } from '@/lib/id.ts';
import { useSendFiles, type PendingFile } from '@/parts/attachments/stored-files.ts';
import { makeCreateOrUpdate } from '@/parts/document/create-or-update.ts';
import { useAfterScans } from '@/parts/document/use-after-scans.ts';
import { useShortcut } from '@/ui/shortcuts.ts';
import { toast } from '@/ui/toast.tsx';
import { useStableCallback } from '@/ui/use-stable-callback.ts';
import { outstandingOf, type CartLine, type CartTotals } from './lines.ts';
import { inputOf, type Landing, type PurchaseForm, type PurchaseHeader } from './form-state.ts';
import { blockingOf, headerProblems } from './problems.ts';
import { fieldOfError, lineOfError } from './error-target.ts';
import type { useCart } from './use-cart.ts';

interface Saving {
  cart: ReturnType<typeof useCart>;
  /** The form before any edit. */
  base: PurchaseForm;
  /** The saved order's version; null for a new one. */
  version: number | null;
  totalsFor: (head: PurchaseHeader, lines: readonly CartLine[]) => CartTotals;
  paid: string;
  files: readonly PendingFile[];
  page: RefObject<HTMLElement | null>;
  /** onSaved is called at once, onDone after the files were sent. */
  onSaved: (saved: SavedPurchase, sent: PurchaseForm) => void;
  onDone: (saved: SavedPurchase, sent: PurchaseForm) => void;
  onConflict: () => void;
}

/** Saves an order: shows the first problem, asks before goods are received with it, and sends its files afterwards. */
export function useSave({
  cart: { form, rows, tried, setTried, changeHead, reach, scanner },
  base,
  version,
  totalsFor,
  paid,
  files,
  page,
  onSaved,
  onDone,
  onConflict,
}: Saving) {
  const { t } = useTranslation();
  const { profile } = useMe();
  const online = useOnline();
  const [refusal, setRefusal] = useState<AppError | null>(null);
  const [completing, setCompleting] = useState(false);
  // Kept for a retry after a lost connection, so that the goods are received once.
  const [receiptId, setReceiptId] = useState(newId);
  const [createOrUpdate] = useState(makeCreateOrUpdate);
  const focusInvalid = (place: '.purchase-head' | `[data-problem=${'charges' | 'payments'}]`) =>
    requestAnimationFrame(() => page.current?.querySelector<HTMLElement>(`${place} [aria-invalid=true]`)?.focus());

  const saving = useMutation<SavedPurchase, AppError, PurchaseInput>(
    write({
      run: (input) => {
        const send = (expected: number | null) => savePurchase({ ...input, ...(expected === null ? {} : { expected_version: expected }) });
        return version !== null
          ? send(version)
          : createOrUpdate(
              input.id,
              send,
              async () =>
                (await rpc<'purchase_detail', PurchaseDetail>('purchase_detail', { id: input.id })).order.updated_by?.id === profile.id,
            );
      },
      changes: [...stockChanges, 'audit_log'],
    }),
  );
  const sendFiles = useSendFiles();
  const chosen = useStableCallback(() => files);
  const sending = useMutation(
    write({
      run: (after: PurchaseForm) =>
        sendFiles([{ kind: 'purchases', documentId: after.id, branchId: after.head.branchId ?? '', files: chosen }]),
      changes: ['attachments'],
    }),
  );
  const lastLanding = useRef<Landing>({ stockPointId: null });
  const send = (receiving: Landing) => {
    lastLanding.current = receiving;
    saving.mutate(inputOf(form, receiptId, receiving), {
      onSuccess: async (saved) => {
        const { receipt } = saved;
        onSaved(saved, form);
        toast({ tone: 'ok', text: t(version === null ? 'purchases.done.created' : 'purchases.done.updated') });
        if (receipt) toast({ tone: 'ok', text: t('purchases.done.received', { count: receipt.pieces, number: receipt.number }) });
        if (chosen().length) await sending.mutateAsync(form).catch(() => toast({ tone: 'bad', text: t('purchases.failed.files') }));
        onDone(saved, form);
      },
      onError: (error) => {
        if (error.code === 'changed_meanwhile') return onConflict();
        setRefusal(error);
        const line = lineOfError(error, form);
        if (line) reach(line);
        else focusInvalid('.purchase-head');
      },
    });
  };
  const busy = saving.isPending || saving.isSuccess;

  const submit = useAfterScans(scanner, (requested?: 'completed') => {
    const completed = requested === 'completed' || form.head.status === 'completed';
    setTried(true);
    setRefusal(null);
    const blocking = blockingOf(form.head, rows, totalsFor(form.head, rows), paid);
    if (blocking) {
      if ('lineId' in blocking) reach(blocking.lineId);
      else if (blocking.at === 'lines') scanner.current?.focus();
      else if (blocking.at === 'header') focusInvalid(blocking.field === 'charges' ? '[data-problem=charges]' : '.purchase-head');
      else focusInvalid('[data-problem=payments]');
      return;
    }
    if (busy || !online) return;
    if (completed) changeHead({ status: 'completed' });
    if (completed && outstandingOf(rows) > 0) setCompleting(true);
    else send({ stockPointId: null });
  });
  const saveAsIs = useStableCallback(() => submit());
  useShortcut('Mod+S', saveAsIs, { inFields: true });

  const { head: header } = form;
  const problems = useMemo(() => {
    const field = refusal && fieldOfError(refusal);
    const messages = Object.entries(tried ? headerProblems(header) : {}).map(([name, key]) => [name, t(key)]);
    return { ...Object.fromEntries(messages), ...(field && refusal ? { [field]: errorText(t, refusal) } : {}) } as Partial<
      Record<keyof PurchaseHeader, string>
    >;
  }, [tried, header, refusal, t]);
  return {
    busy,
    problems,
    /** The server's last error; editing the header clears it. */
    refusal: saving.error && refusal,
    forgetRefusal: () => setRefusal(null),
    /** Sends again, with the same destination for received goods. */
    retry: () => send(lastLanding.current),
    /** Called when the form becomes another order, of which nothing was sent. */
    forget: () => {
      saving.reset();
      setReceiptId(newId());
    },
    save: saveAsIs,
    saveAndReceive: useStableCallback(() => submit('completed')),
    completing,
    complete: (receiving: Landing) => {
      setCompleting(false);
      send(receiving);
    },
    cancelCompleting: () => {
      setCompleting(false);
      changeHead({ status: base.head.status });
    },
  };
}

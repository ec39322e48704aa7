import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { rpc } from '@/db/calls.ts';
import type { AppError } from '@/db/errors.ts';
import { useMe } from '@/db/me.ts';
import { write } from '@/db/query.ts';
import type { TransferDetail } from '@/db/transfers.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { makeCreateOrUpdate } from '@/parts/document/create-or-update.ts';
import { toast } from '@/ui/toast.tsx';
import type { TransferForm } from './form-state.ts';

interface Saved {
  id: string;
  number: string;
  version: number;
}

const touchedTables = ['transfers', 'transfer_items', 'audit_log'] as const;

const headOf = ({ id, head: { ends, shipping, notes } }: TransferForm) => ({
  id,
  from_branch_id: ends.from.branchId ?? '',
  to_branch_id: ends.to.branchId ?? '',
  ...(ends.from.stockPointId ? { from_stock_point_id: ends.from.stockPointId } : {}),
  ...(ends.to.stockPointId ? { to_stock_point_id: ends.to.stockPointId } : {}),
  shipping: Number(shipping || '0'),
  notes: notes.trim(),
});

/** What to save: the form's lines, or everything at its source, whose lines the database creates. */
type Content = 'lines' | 'everything';

interface Saving {
  form: TransferForm;
  /** The saved transfer's version; null for a new one. */
  version: number | null;
  /** sent: null where the database created the lines. */
  onSaved: (saved: Saved, sent: TransferForm | null) => void;
  onRefused: (error: AppError) => void;
}

/** Saves the form, or a transfer of everything at its source. Its id is generated here, so that a retry creates it once. */
export function useSave({ form, version, onSaved, onRefused }: Saving) {
  const { t } = useTranslation();
  const { profile } = useMe();
  const [createOrUpdate] = useState(makeCreateOrUpdate);
  const saving = useMutation<Saved, AppError, Content>(
    write({
      run: (content) => {
        const send = (of: number | null) => {
          const head = { ...headOf(form), ...(of === null ? {} : { expected_version: of }) };
          if (content === 'everything') return rpc<'transfer_everything', Saved>('transfer_everything', head);
          return rpc<'save_transfer', Saved>('save_transfer', {
            ...head,
            lines: form.lines.map(({ variantId, figures }) => ({ variant_id: variantId, quantity: Number(figures.quantity) })),
          });
        };
        if (version !== null) return send(version);
        return createOrUpdate(
          form.id,
          send,
          async () =>
            (await rpc<'transfer_detail', TransferDetail>('transfer_detail', { id: form.id, most_lines: 0 })).transfer.updated_by?.id ===
            profile.id,
        );
      },
      changes: touchedTables,
    }),
  );
  const isBulk = (content: Content) => content === 'everything' || form.lines.length > 1;
  const done = (content: Content, number: string) => {
    if (version !== null) return t('transfers.done.saved', { number });
    return isBulk(content) ? t('transfers.done.createdBulk') : t('transfers.done.createdOne', { number });
  };
  const save = (content: Content) => {
    if (saving.isPending || saving.isSuccess) return;
    saving.mutate(content, {
      onSuccess: (saved) => {
        toast({ tone: 'ok', text: done(content, saved.number) });
        onSaved(saved, content === 'lines' ? form : null);
      },
      onError: onRefused,
    });
  };
  const content = saving.variables ?? 'lines';
  const failed =
    version !== null ? t('transfers.failed.save') : t(isBulk(content) ? 'transfers.failed.createBulk' : 'transfers.failed.createOne');
  return {
    save,
    again: () => save(content),
    forget: saving.reset,
    busy: saving.isPending || saving.isSuccess,
    error: saving.error?.code === 'changed_meanwhile' ? null : saving.error,
    failed,
  };
}

import { useMutation } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { errorText, isInUse } from '@/db/errors.ts';
import { deleteRows, setActive, usageOf, type RowTarget } from '@/db/plain-rows.ts';
import { refresh, write, type Table } from '@/db/query.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { useCountText } from '@/list/use-count-text.ts';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { toast } from '@/ui/toast.tsx';
import type { TableName } from './schema.ts';

interface DeleteDialogProps<Answer> {
  table: string;
  /** Absent for several records, whose usage cannot be queried. */
  id?: string;
  /** The name of the one record; several are only counted. */
  name?: string;
  title: string;
  text: string;
  confirm: string;
  run: () => Promise<Answer>;
  changes: readonly Table[];
  onDeleted: (answer: Answer) => void;
  /** Absent where deactivation is not allowed or no record is active. */
  deactivation?: { run: () => void; busy: boolean; error?: unknown };
  onClose: () => void;
}

/** Asks before deleting. If the record is in use, it says where and how often, and offers deactivation. */
export function DeleteDialog<Answer>({
  table,
  id,
  name,
  title,
  text,
  confirm,
  run,
  changes,
  onDeleted,
  deactivation,
  onClose,
}: DeleteDialogProps<Answer>) {
  const { t, i18n } = useTranslation();
  const { capped } = useCountText();
  const [usage, setUsage] = useState<Awaited<ReturnType<typeof usageOf>> | null>(null);
  const remove = useMutation({
    ...write({ run, changes }),
    onSuccess: onDeleted,
    onError: async (error) => {
      if (error.code === 'partly_done') void refresh(changes);
      if (isInUse(error)) setUsage(id ? await usageOf(table, id).catch(() => []) : []);
    },
  });
  const busy = remove.isPending || Boolean(deactivation?.busy);
  const failure = remove.error && !isInUse(remove.error) ? remove.error : deactivation?.error;
  const refusal = () => {
    if (!name) return t('kit.inUseManySomewhere');
    // "14 products and 3 stock movements", joined by the language's rules.
    const places =
      usage?.map((used) =>
        t([`usage.${used.table}`, 'usage.other'] as string[] as ['usage.other'], { count: used.count, shown: capped(used.count) }),
      ) ?? [];
    return places.length > 0
      ? t('kit.inUseText', { name, places: new Intl.ListFormat(i18n.language).format(places) })
      : t('kit.inUseSomewhere', { name });
  };
  return (
    <Dialog
      alert
      title={!usage ? title : name ? t('kit.inUseTitle', { name }) : t('kit.inUseManyTitle')}
      onClose={onClose}
      locked={busy}
      footer={
        <>
          <Button onClick={onClose} disabled={busy} data-autofocus>
            {t(usage ? 'kit.close' : 'kit.keep')}
          </Button>
          {/* One button position, so that the focus stays where the action was requested. */}
          {!usage ? (
            <Button variant="danger-fill" icon={Trash2} busy={busy} onClick={() => remove.mutate(undefined)}>
              {confirm}
            </Button>
          ) : (
            deactivation && (
              <Button variant="primary" busy={busy} onClick={deactivation.run}>
                {name ? t('kit.deactivateName', { name }) : t('kit.deactivateMany')}
              </Button>
            )
          )}
        </>
      }
    >
      <p>{usage ? refusal() : text}</p>
      {usage && <p>{t(deactivation ? 'kit.deactivateInstead' : 'kit.alreadyInactive')}</p>}
      {Boolean(failure) && <Banner tone="bad">{errorText(t, failure)}</Banner>}
    </Dialog>
  );
}

interface ConfirmDeleteProps {
  table: TableName;
  target: RowTarget;
  count: number;
  name?: string;
  /** Deactivation can be offered: it is allowed, and a record is still active. */
  mayDeactivate: boolean;
  onDone: () => void;
  onClose: () => void;
}

/** Asks before deleting rows of a plain table. */
export function ConfirmDelete({ table, target, count, name, mayDeactivate, onDone, onClose }: ConfirmDeleteProps) {
  const { t } = useTranslation();
  const text = useCountText();
  const shown = text.number(count);
  const { mutate, isPending, error } = useDeactivation(table, onDone);
  return (
    <DeleteDialog
      table={table}
      id={'ids' in target && target.ids.length === 1 ? target.ids[0] : undefined}
      name={name}
      title={name ? t('kit.deleteTitle', { name }) : t('kit.deleteManyTitle', { count, shown })}
      text={t('kit.deleteText')}
      confirm={name ? t('kit.delete') : t('kit.deleteMany', { count, shown })}
      run={() => deleteRows(table, target)}
      changes={[table]}
      onDeleted={(deleted) => {
        toast({
          tone: 'ok',
          text: name ? t('kit.deleted', { name }) : t('kit.manyDeleted', { count: deleted, shown: text.number(deleted) }),
        });
        onDone();
      }}
      deactivation={mayDeactivate ? { run: () => mutate({ target, name }), busy: isPending, error } : undefined}
      onClose={onClose}
    />
  );
}

interface Deactivation {
  target: RowTarget;
  name?: string;
  active?: boolean;
}

/** Changes without a dialog; the toast's Undo reverts exactly the changed rows. */
export function useDeactivation(table: TableName, onDone?: () => void) {
  const { t } = useTranslation();
  const text = useCountText();
  const change = useMutation({
    ...write({ run: ({ target, active = false }: Deactivation) => setActive(table, target, active), changes: [table] }),
    onSuccess: (ids, { name, active = false }) => {
      const shown = text.number(ids.length);
      const message = name
        ? t(active ? 'kit.nowActive' : 'kit.nowInactive', { name })
        : t(active ? 'kit.manyActive' : 'kit.manyInactive', { count: ids.length, shown });
      toast({ text: message, undo: ids.length ? () => undo.mutateAsync({ target: { ids }, active: !active }) : undefined });
      onDone?.();
    },
    onError: (error) => void (error.code === 'partly_done' && refresh([table])),
  });
  const undo = useMutation(
    write({ run: ({ target, active = false }: Deactivation) => setActive(table, target, active), changes: [table] }),
  );
  return change;
}

import { useMutation } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { isInUse } from '@/db/errors.ts';
import { deleteRows, setActive, usageOf, type Which } from '@/db/plain-rows.ts';
import { write } from '@/db/query.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { toast } from '@/ui/toast.tsx';
import type { TableName } from './schema.ts';
import { useCountText } from './use-count-text.ts';
import { useSentence } from './use-sentence.ts';

interface ConfirmDeleteProps {
  table: TableName;
  which: Which;
  count: number;
  /** The one record's name; several are only counted. */
  name?: string;
  /** Whether deactivating can be offered: it is allowed, and something is still active. */
  mayDeactivate: boolean;
  onDone: () => void;
  onClose: () => void;
}

type Usage = readonly { table: string; count: number }[];

/** Asks; and where the record is in use, says where and how often and offers deactivation in the same dialog. */
export function ConfirmDelete({ table, which, count, name, mayDeactivate, onDone, onClose }: ConfirmDeleteProps) {
  const { t } = useTranslation();
  const text = useCountText();
  const sentence = useSentence();
  const places = usePlaces();
  const [usage, setUsage] = useState<Usage | null>(null);
  const shown = text.number(count);

  const remove = useMutation({
    ...write({ run: () => deleteRows(table, which), changes: [table] }),
    onSuccess: (deleted) => {
      toast({ tone: 'ok', text: name ? t('kit.deleted', { name }) : t('kit.manyDeleted', { count: deleted, shown: text.number(deleted) }) });
      onDone();
    },
    onError: async (error) => {
      if (!isInUse(error)) return;
      // Several at once stand or fall together; only one of them can be asked about.
      const id = 'ids' in which && which.ids.length === 1 ? which.ids[0] : undefined;
      setUsage(id ? await usageOf(table, id).catch(() => []) : []);
    },
  });
  const deactivate = useDeactivation(table, onDone);
  const busy = remove.isPending || deactivate.isPending;
  const failure = remove.error && !isInUse(remove.error) ? remove.error : deactivate.error;

  if (usage) {
    const where = places(usage);
    const refusal = name ? (where ? t('kit.inUseText', { name, places: where }) : t('kit.inUseSomewhere', { name })) : t('kit.inUseManySomewhere');
    return (
      <Dialog
        open
        alert
        title={name ? t('kit.inUseTitle', { name }) : t('kit.inUseManyTitle')}
        onClose={onClose}
        locked={busy}
        footer={
          <>
            <Button onClick={onClose} disabled={busy} data-autofocus>
              {t('kit.close')}
            </Button>
            {mayDeactivate && (
              <Button variant="primary" busy={busy} onClick={() => deactivate.mutate({ which, name })}>
                {name ? t('kit.deactivateName', { name }) : t('kit.deactivateMany')}
              </Button>
            )}
          </>
        }
      >
        <p>{refusal}</p>
        <p>{mayDeactivate ? t('kit.deactivateInstead') : t('kit.alreadyInactive')}</p>
        {failure && <Banner tone="bad">{sentence(failure)}</Banner>}
      </Dialog>
    );
  }

  return (
    <Dialog
      open
      alert
      title={name ? t('kit.deleteTitle', { name }) : t('kit.deleteManyTitle', { count, shown })}
      onClose={onClose}
      locked={busy}
      footer={
        <>
          <Button onClick={onClose} disabled={busy} data-autofocus>
            {t('kit.keep')}
          </Button>
          <Button variant="danger-fill" icon={Trash2} busy={busy} onClick={() => remove.mutate(undefined)}>
            {name ? t('kit.delete') : t('kit.deleteMany', { count, shown })}
          </Button>
        </>
      }
    >
      <p>{t('kit.deleteText')}</p>
      {failure && <Banner tone="bad">{sentence(failure)}</Banner>}
    </Dialog>
  );
}

/** "14 products and 3 stock movements", by the language's own way to join. */
function usePlaces() {
  const { t, i18n } = useTranslation();
  const text = useCountText();
  return (usage: Usage) => {
    const parts = usage.map(({ table, count }) => {
      return t([`usage.${table}`, 'usage.other'] as string[] as ['usage.other'], { count, shown: text.capped(count) });
    });
    return new Intl.ListFormat(i18n.language).format(parts);
  };
}

interface Deactivation {
  which: Which;
  name?: string;
  active?: boolean;
}

/** No dialog, but a way back: the toast undoes exactly what was changed. */
export function useDeactivation(table: TableName, onDone?: () => void) {
  const { t } = useTranslation();
  const text = useCountText();
  const change = useMutation({
    ...write({ run: ({ which, active = false }: Deactivation) => setActive(table, which, active), changes: [table] }),
    onSuccess: (ids, { name, active = false }) => {
      const shown = text.number(ids.length);
      const said = name ? t(active ? 'kit.nowActive' : 'kit.nowInactive', { name }) : t(active ? 'kit.manyActive' : 'kit.manyInactive', { count: ids.length, shown });
      toast({ text: said, undo: ids.length ? () => undo.mutateAsync({ which: { ids }, active: !active }) : undefined });
      onDone?.();
    },
  });
  const undo = useMutation(write({ run: ({ which, active = false }: Deactivation) => setActive(table, which, active), changes: [table] }));
  return change;
}

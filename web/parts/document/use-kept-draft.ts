import { useCallback, useEffect, useMemo, useState } from 'react';
import { useMe } from '@/db/me.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { onDevice } from '@/lib/stored.ts';
import { toast } from '@/ui/toast.tsx';
import { readDraft, type Draft } from './form.ts';

/** A draft that stays on this device, beyond the tab: a pallet is counted before lunch and sent after it. edition: the version that the last edit
    of the saved document made, which it must know; null for a new one. What cannot be taken up is said, once. */
export function useKeptDraft<Head, Figure extends string>(name: string, edition: number | null = null) {
  const { t } = useTranslation();
  const me = useMe();
  const of = `draft:${me.profile.id}:`;
  const key = of + name;
  const [kept] = useState(() => onDevice.text(key));
  const read = useMemo(() => (kept === null ? null : readDraft<Head, Figure>(kept, edition)), [kept, edition]);
  const [restored, why] = typeof read === 'string' ? [null, read] : [read, null];
  const [keptAt, setKeptAt] = useState<string | null>(restored?.at ?? null);
  const [lost, setLost] = useState(false);
  const keep = useCallback(
    (draft: Draft<Head, Figure>, as = name) => {
      const held = onDevice.write(of + as, draft);
      // A full or forbidden store: what is on the screen stays there.
      setKeptAt(held ? draft.at : null);
      setLost(!held);
    },
    [of, name],
  );
  const drop = useCallback(() => {
    onDevice.write(key, undefined);
    setKeptAt(null);
  }, [key]);
  useEffect(() => {
    if (why === null) return;
    drop();
    toast({ tone: 'bad', text: t(`document.draft.${why}`) });
  }, [why, drop, t]);
  return { restored, keptAt, lost, keep, drop };
}

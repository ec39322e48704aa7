import { useCallback, useEffect, useMemo, useState } from 'react';
import { useMe } from '@/db/me.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { onDevice } from '@/lib/stored.ts';
import { toast } from '@/ui/toast.tsx';
import { readDraft, type Draft } from './form.ts';

/** A draft stored on this device that outlives the tab, for counting before lunch and sending after it. `edition`: the version of the
    saved document's last edit, which the draft must include; null for a new one. A draft that cannot be restored is deleted with a
    message. */
export function useKeptDraft<Head, Figure extends string>(name: string, edition: number | null = null) {
  const { t } = useTranslation();
  const me = useMe();
  const prefix = `draft:${me.profile.id}:`;
  const key = prefix + name;
  const [kept] = useState(() => onDevice.text(key));
  const read = useMemo(() => (kept === null ? null : readDraft<Head, Figure>(kept, edition)), [kept, edition]);
  const [restored, problem] = typeof read === 'string' ? [null, read] : [read, null];
  const [keptAt, setKeptAt] = useState<string | null>(restored?.at ?? null);
  const [lost, setLost] = useState(false);
  const keep = useCallback(
    (draft: Draft<Head, Figure>, as = name) => {
      const isStored = onDevice.write(prefix + as, draft);
      // Storage full or forbidden: the input is only on the screen.
      setKeptAt(isStored ? draft.at : null);
      setLost(!isStored);
    },
    [prefix, name],
  );
  const drop = useCallback(() => {
    onDevice.write(key, undefined);
    setKeptAt(null);
  }, [key]);
  useEffect(() => {
    if (problem === null) return;
    drop();
    toast({ tone: 'bad', text: t(`document.draft.${problem}`) });
  }, [problem, drop, t]);
  return { restored, keptAt, lost, keep, drop };
}

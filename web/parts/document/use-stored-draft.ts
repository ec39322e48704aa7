import { useCallback, useEffect, useState } from 'react';
import { useMe } from '@/db/me.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { onDevice, readWork } from '@/lib/stored.ts';
import { toast } from '@/ui/toast.tsx';
import { readDraft, type Draft } from './form.ts';

/** A draft stored on this device that outlives the tab, for counting before lunch and sending after it. `edition`: the version of the
    saved document's last edit, which the draft must include; null for a new one. An older draft is deleted with a message. One that this
    version of the app cannot read, as `isForm` says, is set aside with a message. */
export function useStoredDraft<Head, Figure extends string>(
  name: string,
  edition: number | null = null,
  isForm?: (draft: unknown) => boolean,
) {
  const { t } = useTranslation();
  const me = useMe();
  const prefix = `draft:${me.profile.id}:`;
  const key = prefix + name;
  const [{ work, setAside }] = useState(() =>
    readWork(key, (text) => {
      const draft = readDraft<Head, Figure>(text, edition, isForm);
      return draft === 'unreadable' ? null : draft;
    }),
  );
  const restored = work === 'outdated' ? null : work;
  const [storedAt, setStoredAt] = useState<string | null>(restored?.at ?? null);
  const [lost, setLost] = useState(false);
  const store = useCallback(
    (draft: Draft<Head, Figure>, as = name) => {
      const isStored = onDevice.write(prefix + as, draft);
      // Storage full or forbidden: the input is only on the screen.
      setStoredAt(isStored ? draft.at : null);
      setLost(!isStored);
    },
    [prefix, name],
  );
  const drop = useCallback(() => {
    onDevice.write(key, undefined);
    setStoredAt(null);
  }, [key]);
  useEffect(() => {
    if (work === 'outdated') drop();
    if (work === 'outdated' || setAside) toast({ tone: 'bad', text: t(`document.draft.${setAside ? 'unreadable' : 'outdated'}`) });
  }, [work, setAside, drop, t]);
  return { restored, storedAt, lost, store, drop };
}

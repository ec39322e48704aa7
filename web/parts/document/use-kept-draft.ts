import { useCallback, useState } from 'react';
import { useMe } from '@/db/me.ts';

function read<Draft extends { head: unknown }>(key: string): Draft | null {
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? 'null') as Draft | null;
    return draft?.head ? draft : null;
  } catch {
    // A browser that keeps nothing, or a draft of an older version: it is as if there was none.
    return null;
  }
}

/** A draft that stays on this device, beyond the tab: a pallet is counted before lunch and sent after it. */
export function useKeptDraft<Draft extends { at: string; head: unknown }>(name: string) {
  const me = useMe();
  const of = `draft:${me.profile.id}:`;
  const key = of + name;
  const [restored] = useState(() => read<Draft>(key));
  const [keptAt, setKeptAt] = useState<string | null>(restored?.at ?? null);
  const [lost, setLost] = useState(false);
  const keep = useCallback(
    (draft: Draft, as = name) => {
      try {
        localStorage.setItem(of + as, JSON.stringify(draft));
        setKeptAt(draft.at);
        setLost(false);
      } catch {
        // A full or forbidden store: what is on the screen stays there.
        setKeptAt(null);
        setLost(true);
      }
    },
    [of, name],
  );
  const drop = useCallback(() => {
    try {
      localStorage.removeItem(key);
    } catch {
      // A forbidden store: there is nothing of it to drop.
    }
    setKeptAt(null);
  }, [key]);
  return { restored, keptAt, lost, keep, drop };
}

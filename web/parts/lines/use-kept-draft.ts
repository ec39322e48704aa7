import { useCallback, useState } from 'react';
import { useMe } from '@/db/me.ts';

function read<Draft>(key: string): Draft | null {
  try {
    const text = localStorage.getItem(key);
    return text ? (JSON.parse(text) as Draft) : null;
  } catch {
    // A browser that keeps nothing, or a draft of an older version: it is as if there was none.
    return null;
  }
}

/** A draft that stays on this device, beyond the tab: a pallet is counted before lunch and sent after it. */
export function useKeptDraft<Draft extends { at: string }>(name: string) {
  const me = useMe();
  const key = `draft:${me.profile.id}:${name}`;
  const [restored] = useState(() => read<Draft>(key));
  const [keptAt, setKeptAt] = useState<string | null>(restored?.at ?? null);
  const keep = useCallback(
    (draft: Draft) => {
      try {
        localStorage.setItem(key, JSON.stringify(draft));
        setKeptAt(draft.at);
      } catch {
        // A full or forbidden store: what is on the screen stays there.
        setKeptAt(null);
      }
    },
    [key],
  );
  const drop = useCallback(() => {
    localStorage.removeItem(key);
    setKeptAt(null);
  }, [key]);
  return { restored, keptAt, keep, drop };
}

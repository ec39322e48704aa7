import { useCallback, useState } from 'react';
import { useMe } from '@/db/me.ts';
import type { TransferDraft } from './form-state.ts';

function read(key: string): TransferDraft | null {
  try {
    const text = localStorage.getItem(key);
    return text ? (JSON.parse(text) as TransferDraft) : null;
  } catch {
    // A browser that keeps nothing, or a draft of an older version: it is as if there was none.
    return null;
  }
}

/** A draft that stays on this device, beyond the tab: a pallet is counted before lunch and sent after it. */
export function useKeptDraft(name: string) {
  const me = useMe();
  const key = `draft:${me.profile.id}:${name}`;
  const [restored] = useState(() => read(key));
  const [keptAt, setKeptAt] = useState<string | null>(restored?.at ?? null);
  const keep = useCallback(
    (draft: TransferDraft) => {
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

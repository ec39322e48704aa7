import { useCallback, useState } from 'react';
import { session } from './use-stored.ts';

export interface Draft<T> {
  /** What an earlier visit to this form left behind. Read once: what is typed later does not come back at us. */
  restored: T | null;
  keep: (values: T) => void;
  drop: () => void;
}

/** What was typed survives a reload and an expired session, in this tab, for this person. `key` names the form: its address. */
export function useDraft<T>(userId: string, key: string): Draft<T> {
  const slot = `draft:${userId}:${key}`;
  const [restored] = useState(() => session.read<T>(slot));
  const keep = useCallback((values: T) => session.write(slot, values), [slot]);
  const drop = useCallback(() => session.remove(slot), [slot]);
  return { restored, keep, drop };
}

import { useCallback, useState } from 'react';
import { inTab } from '@/lib/stored.ts';

export interface Draft<T> {
  /** What an earlier visit to this form left behind. Read once: what is typed later does not come back at us. */
  restored: T | null;
  keep: (values: T) => void;
  /** For another form: what was written here goes on there. */
  keepFor: (key: string, values: T) => void;
  drop: () => void;
}

const slotOf = (userId: string, key: string) => `draft:${userId}:${key}`;

/** What was typed survives a reload and an expired session, in this tab, for this person. `key` names the form: its address. */
export function useDraft<T>(userId: string, key: string): Draft<T> {
  const slot = slotOf(userId, key);
  const [restored] = useState(() => inTab.read<T | null>(slot, null));
  const keep = useCallback((values: T) => void inTab.write(slot, values), [slot]);
  const keepFor = (form: string, values: T) => void inTab.write(slotOf(userId, form), values);
  const drop = useCallback(() => void inTab.write(slot, undefined), [slot]);
  return { restored, keep, keepFor, drop };
}

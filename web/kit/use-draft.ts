import { useCallback, useState } from 'react';
import { tabStorage } from '@/lib/stored.ts';

export interface Draft<T> {
  /** The draft of an earlier visit. Read once, so that it never overwrites later typing. */
  restored: T | null;
  store: (values: T) => void;
  /** Stores the values as the draft of another form. */
  storeFor: (key: string, values: T) => void;
  drop: () => void;
}

const slotOf = (userId: string, key: string) => `draft:${userId}:${key}`;

/** Keeps unsaved input through a reload and an expired session, per tab and user. `key` identifies the form: its path. */
export function useDraft<T>(userId: string, key: string): Draft<T> {
  const slot = slotOf(userId, key);
  const [restored] = useState(() => tabStorage.read<T | null>(slot, null));
  const store = useCallback((values: T) => void tabStorage.write(slot, values), [slot]);
  const storeFor = (form: string, values: T) => void tabStorage.write(slotOf(userId, form), values);
  const drop = useCallback(() => void tabStorage.write(slot, undefined), [slot]);
  return { restored, store, storeFor, drop };
}

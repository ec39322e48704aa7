/* The branch switcher: one branch, or all the caller reaches. Kept on the device, and the same in every tab. */
import { useSyncExternalStore } from 'react';
import { type Branch, useMe } from './me.ts';

const KEY = 'branch';
const listeners = new Set<() => void>();
const tell = () => listeners.forEach((listener) => listener());
if (typeof window !== 'undefined') window.addEventListener('storage', (event) => event.key === KEY && tell());

export function chooseBranch(id: string | null) {
  if (id === null) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, id);
  tell();
}

/** The chosen branch, or null for all; and the ids it means (empty: all in reach). */
export function useBranchScope(): { branch: Branch | null; branchIds: string[] } {
  const chosen = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => localStorage.getItem(KEY),
  );
  const branch = useMe().branches.find(({ id }) => id === chosen) ?? null;
  return { branch, branchIds: branch ? [branch.id] : [] };
}

import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/** False where the line is down: saving is off then, and nothing typed is lost. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    (changed) => onlineManager.subscribe(changed),
    () => onlineManager.isOnline(),
  );
}

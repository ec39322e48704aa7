import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/** False while the connection is down: saving is then disabled, and nothing typed is lost. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    (changed) => onlineManager.subscribe(changed),
    () => onlineManager.isOnline(),
  );
}

import { lazy, Suspense } from 'react';
import type { DialogPanelProps } from './dialog-panel.tsx';

// The focus trap is only needed once something is asked.
const Panel = lazy(() => import('./dialog-panel.tsx'));

/** Asks or shows one thing over the page; on a phone a sheet from below. Mounted only while it is open, so its state starts anew. */
export function Dialog(asked: DialogPanelProps) {
  return (
    <Suspense>
      <Panel {...asked} />
    </Suspense>
  );
}

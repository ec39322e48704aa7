import { lazy, Suspense } from 'react';
import type { DialogPanelProps } from './dialog-panel.tsx';

// The focus trap is only loaded with the first dialog.
const Panel = lazy(() => import('./dialog-panel.tsx'));

/** A modal dialog; on a phone a sheet from below. Mounted only while open, so that its state starts fresh. */
export function Dialog(props: DialogPanelProps) {
  return (
    <Suspense>
      <Panel {...props} />
    </Suspense>
  );
}

import { lazy, Suspense } from 'react';

// Loaded with the first step.
const OpenShiftDialog = lazy(() => import('./open-shift-dialog.tsx'));
const CloseShiftDialog = lazy(() => import('./close-shift-dialog.tsx'));
const CashDialog = lazy(() => import('./cash-dialog.tsx'));

interface Shift {
  id: string;
  number: string;
}

/** `branchId`: the branch to open a shift in; without it the user chooses. */
export type ShiftAction = { kind: 'open'; branchId?: string } | { kind: 'close' | 'pay_in' | 'pay_out'; shift: Shift };

/** The dialog of the requested step. */
export function ShiftActionDialog({ action, onClose }: { action: ShiftAction | null; onClose: () => void }) {
  if (!action) return null;
  return (
    <Suspense>
      {action.kind === 'open' ? (
        <OpenShiftDialog branchId={action.branchId} onClose={onClose} />
      ) : action.kind === 'close' ? (
        <CloseShiftDialog shift={action.shift} onClose={onClose} />
      ) : (
        <CashDialog shift={action.shift} kind={action.kind} onClose={onClose} />
      )}
    </Suspense>
  );
}

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
export type ShiftAction = { what: 'open'; branchId?: string } | { what: 'close' | 'pay_in' | 'pay_out'; shift: Shift };

/** The dialog of the requested step. */
export function ShiftActionDialog({ step, onClose }: { step: ShiftAction | null; onClose: () => void }) {
  if (!step) return null;
  return (
    <Suspense>
      {step.what === 'open' ? (
        <OpenShiftDialog branchId={step.branchId} onClose={onClose} />
      ) : step.what === 'close' ? (
        <CloseShiftDialog shift={step.shift} onClose={onClose} />
      ) : (
        <CashDialog shift={step.shift} kind={step.what} onClose={onClose} />
      )}
    </Suspense>
  );
}

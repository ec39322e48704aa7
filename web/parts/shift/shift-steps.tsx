import { lazy, Suspense } from 'react';

// Asked for once somebody opens, closes or pays.
const OpenShiftDialog = lazy(() => import('./open-shift-dialog.tsx'));
const CloseShiftDialog = lazy(() => import('./close-shift-dialog.tsx'));
const CashDialog = lazy(() => import('./cash-dialog.tsx'));

interface Shift {
  id: string;
  number: string;
}

/** branchId: where it is opened; else it is chosen. */
export type ShiftStep = { what: 'open'; branchId?: string } | { what: 'close' | 'pay_in' | 'pay_out'; shift: Shift };

/** The dialog of whichever step of a shift is asked for. */
export function ShiftSteps({ step, onClose }: { step: ShiftStep | null; onClose: () => void }) {
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

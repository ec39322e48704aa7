/* What may be done with an order now. The database enforces the same; here it decides what is shown, and why something is off. */
import type { PermissionName } from '@/db/types.gen.ts';
import type { PurchaseDetail } from '@/db/purchases.ts';

type OffReason = 'cancelled' | 'not_working' | 'unapproved' | 'all_received' | 'nothing_received' | 'all_paid' | 'has_receipts' | 'has_payments' | 'is_author';
/** hidden: a door that is never this reader's. A reason: shown, off, and says why. */
export type Availability = 'hidden' | 'on' | OffReason;

export interface Reader {
  id: string;
  can: (permission: PermissionName) => boolean;
  /** Works in the order's branch. */
  works: boolean;
  fourEyes: boolean;
}

export interface Actions {
  edit: Availability;
  receive: Availability;
  pay: Availability;
  approve: Availability;
  closeShort: Availability;
  reopen: Availability;
  cancel: Availability;
  undo: Availability;
  void: Availability;
}

type Subject = Pick<PurchaseDetail, 'amounts'> & { order: Pick<PurchaseDetail['order'], 'status' | 'receipt_state' | 'needs_approval' | 'closed_at' | 'written_by'> };

export function actionsOf({ order, amounts }: Subject, { id, can, works, fourEyes }: Reader): Actions {
  const seesCosts = can('inventory.costs.view');
  const cancelled = order.status === 'cancelled';
  /** The first reason that holds, once the permission is there. */
  const judge = (permission: PermissionName, ...reasons: (OffReason | false)[]): Availability => {
    if (!can(permission)) return 'hidden';
    if (!works) return 'not_working';
    return cancelled ? 'cancelled' : reasons.find((reason): reason is OffReason => reason !== false) ?? 'on';
  };
  const settled = order.status === 'completed';
  // Null, where it would tell an amount: then the database says it when it is tried.
  const waits = order.needs_approval ?? false;
  const update = seesCosts ? judge('purchasing.orders.update') : 'hidden';
  const ifShown = (shown: boolean, availability: Availability): Availability => (shown ? availability : 'hidden');
  return {
    edit: update,
    // On a cancelled order the one disabled button says it all.
    receive: ifShown(!cancelled, judge('purchasing.orders.receive', settled && 'all_received', waits && 'unapproved')),
    pay: seesCosts && !cancelled ? judge('purchasing.payments.create', amounts?.remaining === 0 && 'all_paid', waits && 'unapproved') : 'hidden',
    approve: ifShown(waits && !cancelled, judge('purchasing.orders.approve', fourEyes && order.written_by.includes(id) && 'is_author')),
    closeShort: ifShown(!settled && !cancelled, judge('purchasing.orders.update', order.receipt_state === 'none' && 'nothing_received')),
    reopen: ifShown(order.closed_at !== null, judge('purchasing.orders.update')),
    cancel: ifShown(!cancelled, judge('purchasing.orders.cancel', order.receipt_state !== 'none' && 'has_receipts', (amounts?.paid ?? 0) > 0 && 'has_payments')),
    undo: judge('purchasing.orders.receive'),
    void: judge('purchasing.payments.void'),
  };
}

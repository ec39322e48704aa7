/* The actions available on an order. The database enforces the same; this decides what is shown and why it is disabled. */
import type { PermissionName } from '@/db/types.gen.ts';
import type { PurchaseDetail } from '@/db/purchases.ts';

type OffReason = 'not_working' | 'unapproved' | 'nothing_received' | 'has_receipts' | 'has_payments' | 'is_author';
/** 'hidden': the user lacks the permission, or the order's state rules it out. A reason: shown but disabled. */
export type Availability = 'hidden' | 'on' | OffReason;

export interface Reader {
  id: string;
  can: (permission: PermissionName) => boolean;
  /** Whether the user works in the order's branch. */
  worksInBranch: boolean;
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

type Subject = Pick<PurchaseDetail, 'amounts'> & {
  order: Pick<PurchaseDetail['order'], 'status' | 'receipt_state' | 'needs_approval' | 'closed_at' | 'written_by'>;
};

export function actionsOf({ order, amounts }: Subject, { id, can, worksInBranch, fourEyes }: Reader): Actions {
  const seesCosts = can('inventory.costs.view');
  /** The first reason that applies, once the permission is given. */
  const availabilityOf = (permission: PermissionName, ...reasons: (OffReason | false)[]): Availability => {
    if (!can(permission) || order.status === 'cancelled') return 'hidden';
    if (!worksInBranch) return 'not_working';
    return reasons.find((reason): reason is OffReason => reason !== false) ?? 'on';
  };
  const completed = order.status === 'completed';
  // Null where it would reveal an amount; the database then refuses the action.
  const needsApproval = order.needs_approval ?? false;
  const ifShown = (shown: boolean, availability: Availability): Availability => (shown ? availability : 'hidden');
  return {
    edit: ifShown(seesCosts, availabilityOf('purchasing.orders.update')),
    receive: ifShown(!completed, availabilityOf('purchasing.orders.receive', needsApproval && 'unapproved')),
    pay: ifShown(seesCosts && amounts?.remaining !== 0, availabilityOf('purchasing.payments.create', needsApproval && 'unapproved')),
    approve: ifShown(needsApproval, availabilityOf('purchasing.orders.approve', fourEyes && order.written_by.includes(id) && 'is_author')),
    closeShort: ifShown(!completed, availabilityOf('purchasing.orders.update', order.receipt_state === 'none' && 'nothing_received')),
    reopen: ifShown(order.closed_at !== null, availabilityOf('purchasing.orders.update')),
    cancel: availabilityOf(
      'purchasing.orders.cancel',
      order.receipt_state !== 'none' && 'has_receipts',
      (amounts?.paid ?? 0) > 0 && 'has_payments',
    ),
    undo: availabilityOf('purchasing.orders.receive'),
    void: availabilityOf('purchasing.payments.void'),
  };
}

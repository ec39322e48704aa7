/* The actions available on an order. The database enforces the same; this decides what is shown and why it is disabled. */
import type { TFunction } from 'i18next';
import type { PermissionName } from '@/db/types.gen.ts';
import type { PurchaseDetail, PurchaseRow } from '@/db/purchases.ts';

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

/** An order in the list. */
type Listed = Pick<PurchaseRow, 'status' | 'is_opening' | 'needs_approval' | 'is_author' | 'remaining'>;
type Subject = Pick<PurchaseDetail, 'amounts'> & {
  order: Pick<PurchaseDetail['order'], 'status' | 'is_opening' | 'receipt_state' | 'needs_approval' | 'closed_at' | 'written_by'>;
};

const ifShown = (shown: boolean, availability: Availability): Availability => (shown ? availability : 'hidden');

/** The first reason that applies, once the permission is given. */
const availabilityIn =
  ({ status }: Pick<Listed, 'status'>, { can, worksInBranch }: Pick<Reader, 'can' | 'worksInBranch'>) =>
  (permission: PermissionName, ...reasons: (OffReason | false)[]): Availability => {
    if (!can(permission) || status === 'cancelled') return 'hidden';
    if (!worksInBranch) return 'not_working';
    return reasons.find((reason): reason is OffReason => reason !== false) ?? 'on';
  };

/** The next steps, which the list offers too. An opening balance has no goods: it is only paid, and voided in its own way. */
export function stepsOf(order: Listed, reader: Omit<Reader, 'id'>): Pick<Actions, 'edit' | 'receive' | 'pay' | 'approve'> {
  const availabilityOf = availabilityIn(order, reader);
  const seesCosts = reader.can('inventory.costs.view');
  // Null where it would reveal an amount; the database then refuses the action.
  const needsApproval = order.needs_approval ?? false;
  return {
    edit: ifShown(seesCosts && !order.is_opening, availabilityOf('purchasing.orders.update')),
    receive: ifShown(
      order.status !== 'completed' && !order.is_opening,
      availabilityOf('purchasing.orders.receive', needsApproval && 'unapproved'),
    ),
    pay: ifShown(seesCosts && order.remaining !== 0, availabilityOf('purchasing.payments.create', needsApproval && 'unapproved')),
    approve: ifShown(needsApproval, availabilityOf('purchasing.orders.approve', reader.fourEyes && order.is_author && 'is_author')),
  };
}

export function actionsOf({ order, amounts }: Subject, reader: Reader): Actions {
  const availabilityOf = availabilityIn(order, reader);
  return {
    ...stepsOf({ ...order, is_author: order.written_by.includes(reader.id), remaining: amounts?.remaining ?? null }, reader),
    closeShort: ifShown(
      order.status !== 'completed' && !order.is_opening,
      availabilityOf('purchasing.orders.update', order.receipt_state === 'none' && 'nothing_received'),
    ),
    reopen: ifShown(order.closed_at !== null, availabilityOf('purchasing.orders.update')),
    cancel: ifShown(
      !order.is_opening,
      availabilityOf(
        'purchasing.orders.cancel',
        order.receipt_state !== 'none' && 'has_receipts',
        (amounts?.paid ?? 0) > 0 && 'has_payments',
      ),
    ),
    undo: ifShown(!order.is_opening, availabilityOf('purchasing.orders.receive')),
    void: availabilityOf('purchasing.payments.void'),
  };
}

/** Why an action is disabled, in words. */
export const offReason = (t: TFunction, availability: Availability, branch: string): string | undefined =>
  availability === 'on' || availability === 'hidden' ? undefined : t(`purchases.off.${availability}`, { branch });

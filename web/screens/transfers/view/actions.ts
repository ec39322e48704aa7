/* The actions available on a transfer. The database enforces the same; this decides what is shown and why it is disabled. */
import type { TFunction } from 'i18next';
import { nameIn } from '@/i18n/name-of.ts';

export interface Reader {
  can: (permission: 'inventory.transfers.create' | 'inventory.transfers.approve' | 'inventory.transfers.reverse') => boolean;
  /** The user's access to a branch; undefined without access. */
  access: (branchId: string) => 'view' | 'work' | undefined;
}

export interface Subject {
  status: string;
  from_branch_id: string;
  to_branch_id: string;
  approved_at: string | null;
}

type OffReason = 'not_working_at_source' | 'not_working_at_target' | 'not_working_at_either';

/** 'hidden': never available to this user, or no longer possible. A reason: shown but disabled. */
export type Availability = 'hidden' | 'on' | OffReason;

export interface Actions {
  edit: Availability;
  approve: Availability;
  reverse: Availability;
}

export function actionsOf(transfer: Subject, reader: Reader): Actions {
  const worksInBranch = (branchId: string) => reader.access(branchId) === 'work';
  const pending = transfer.status === 'pending';

  const edit =
    !pending || !reader.can('inventory.transfers.create')
      ? 'hidden'
      : worksInBranch(transfer.from_branch_id)
        ? 'on'
        : 'not_working_at_source';
  const approve =
    !pending || !reader.can('inventory.transfers.approve')
      ? 'hidden'
      : worksInBranch(transfer.to_branch_id)
        ? 'on'
        : 'not_working_at_target';

  let reverse: Availability = 'on';
  if (transfer.status === 'reversed' || !reader.can('inventory.transfers.reverse')) reverse = 'hidden';
  else if (!pending && !worksInBranch(transfer.to_branch_id)) reverse = 'not_working_at_target';
  else if (!worksInBranch(transfer.from_branch_id) && !worksInBranch(transfer.to_branch_id)) reverse = 'not_working_at_either';

  return { edit, approve, reverse };
}

/** Why an action is disabled, in words. */
export const offReason = (
  t: TFunction,
  availability: Availability,
  ends: Parameters<typeof nameIn<'from_branch' | 'to_branch'>>[0],
): string | undefined =>
  availability === 'on' || availability === 'hidden'
    ? undefined
    : t(`transfers.off.${availability}`, { from: nameIn(ends, 'from_branch'), to: nameIn(ends, 'to_branch') });

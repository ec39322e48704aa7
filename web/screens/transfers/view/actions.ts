/* Who may do what with a transfer now. The database enforces the same; here it decides what is shown, and why something is off. */

export interface Reader {
  can: (permission: 'inventory.transfers.create' | 'inventory.transfers.approve' | 'inventory.transfers.reverse') => boolean;
  /** How the reader reaches a branch; undefined is out of reach. */
  access: (branchId: string) => 'view' | 'work' | undefined;
}

export interface Subject {
  status: string;
  from_branch_id: string;
  to_branch_id: string;
  approved_at: string | null;
}

type Settled = 'is_approved' | 'is_reversed';
type OffReason = Settled | 'not_working_at_source' | 'not_working_at_target' | 'not_working_at_either';

/** hidden: a door that is never this reader's. A reason: shown, off, and says why. */
export type Availability = 'hidden' | 'on' | OffReason;

export interface Actions {
  edit: Availability;
  approve: Availability;
  reverse: Availability;
}

export function actionsOf(transfer: Subject, reader: Reader): Actions {
  const works = (branchId: string) => reader.access(branchId) === 'work';
  const settled: OffReason | null = transfer.status === 'approved' ? 'is_approved' : transfer.status === 'reversed' ? 'is_reversed' : null;

  const edit = !reader.can('inventory.transfers.create') ? 'hidden' : (settled ?? (works(transfer.from_branch_id) ? 'on' : 'not_working_at_source'));
  const approve = !reader.can('inventory.transfers.approve') ? 'hidden' : (settled ?? (works(transfer.to_branch_id) ? 'on' : 'not_working_at_target'));

  let reverse: Availability = 'on';
  if (!reader.can('inventory.transfers.reverse')) reverse = 'hidden';
  else if (transfer.status === 'reversed') reverse = 'is_reversed';
  else if (transfer.status === 'approved' && !works(transfer.to_branch_id)) reverse = 'not_working_at_target';
  else if (!works(transfer.from_branch_id) && !works(transfer.to_branch_id)) reverse = 'not_working_at_either';

  return { edit, approve, reverse };
}

import type { PermissionName } from '@/db/me.ts';
import type { Me } from '@/db/me-types.ts';
import type { ShiftRow } from '@/db/shifts.ts';

type Shift = Pick<ShiftRow, 'status' | 'branch_id' | 'opened_by' | 'to_approve'>;

/** The actions the user may take on a shift; the database enforces them. */
export function stepsOf(
  { status, branch_id, opened_by, to_approve }: Shift,
  { profile, branches }: Pick<Me, 'profile' | 'branches'>,
  can: (permission: PermissionName) => boolean,
) {
  const worksInBranch = branches.some(({ id, access }) => id === branch_id && access === 'work');
  const isOwn = opened_by.id === profile.id;
  const open = worksInBranch && status === 'open';
  return {
    close: open && can(isOwn ? 'attendance.shifts.close' : 'attendance.shifts.close_others'),
    cash: open && can(isOwn ? 'attendance.shifts.open' : 'attendance.shifts.close_others'),
    approve: worksInBranch && to_approve === true && can('attendance.shifts.view_expected') && can('attendance.shifts.approve_variance'),
  };
}

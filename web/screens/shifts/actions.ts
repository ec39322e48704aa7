import type { Me, PermissionName } from '@/db/me.ts';
import type { ShiftRow } from '@/db/shifts.ts';

type Shift = Pick<ShiftRow, 'status' | 'branch_id' | 'opened_by' | 'to_approve'>;

/** The actions the user may take on a shift; the database enforces them. */
export function stepsOf(
  { status, branch_id, opened_by, to_approve }: Shift,
  { profile, branches }: Pick<Me, 'profile' | 'branches'>,
  can: (permission: PermissionName) => boolean,
) {
  const works = branches.some(({ id, access }) => id === branch_id && access === 'work');
  const mine = opened_by.id === profile.id;
  const open = works && status === 'open';
  return {
    close: open && can(mine ? 'attendance.shifts.close' : 'attendance.shifts.close_others'),
    cash: open && can(mine ? 'attendance.shifts.open' : 'attendance.shifts.close_others'),
    approve: works && to_approve === true && can('attendance.shifts.view_expected') && can('attendance.shifts.approve_variance'),
  };
}

import { expect, it } from 'vitest';
import type { PermissionName } from '@/db/me.ts';
import { stepsOf } from './actions.ts';

const shift = { status: 'open' as const, branch_id: 'b1', opened_by: { id: 'p1', name: 'P', name_ar: null }, to_approve: null };
const me = (id: string, access: 'view' | 'work' = 'work') => ({
  profile: { id, name: 'P', name_ar: null, version: 1, email: null, phone: null, address: null, updated_at: '', updated_by: null },
  branches: [{ id: 'b1', name: 'B', name_ar: null, code: 'B', time_zone: 'UTC', day_start: 0, access }],
});
const holding =
  (...held: PermissionName[]) =>
  (permission: PermissionName) =>
    held.includes(permission);

it('closing a shift or moving its cash needs another permission for shifts of others', () => {
  expect(stepsOf(shift, me('p1'), holding('attendance.shifts.close', 'attendance.shifts.open'))).toMatchObject({ close: true, cash: true });
  expect(stepsOf(shift, me('p2'), holding('attendance.shifts.close', 'attendance.shifts.open'))).toMatchObject({
    close: false,
    cash: false,
  });
  expect(stepsOf(shift, me('p2'), holding('attendance.shifts.close_others'))).toMatchObject({ close: true, cash: true });
});

it('nothing can be done in a branch that is only viewed, or with a closed shift', () => {
  const all = () => true;
  expect(stepsOf(shift, me('p1', 'view'), all)).toEqual({ close: false, cash: false, approve: false });
  expect(stepsOf({ ...shift, status: 'closed', to_approve: false }, me('p1'), all)).toEqual({ close: false, cash: false, approve: false });
});

it('a difference is approved only by a person who may also see the expected amount', () => {
  const waiting = { ...shift, status: 'closed' as const, to_approve: true };
  expect(stepsOf(waiting, me('p2'), holding('attendance.shifts.approve_variance', 'attendance.shifts.view_expected')).approve).toBe(true);
  expect(stepsOf(waiting, me('p2'), holding('attendance.shifts.approve_variance')).approve).toBe(false);
});

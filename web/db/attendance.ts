/* Requests about attendance: the clock in the page head, and the page of hours. */
import { documentOf, pagesOf, rpc, rpcOf, type Args, type RowOf } from './calls.ts';
import type { Person } from './documents.ts';
import type { AtWork } from './me-types.ts';

export type AttendanceState = 'open' | 'closed' | 'forgotten' | 'corrected' | 'voided';
export type AttendanceRow = RowOf<'attendance_page', 'clocked_out_at'> & { profile: Person; state: AttendanceState; minutes: number };
export type DayRow = RowOf<'attendance_days', 'clocked_out_at'> & {
  profile: Person;
  branches: { branch_id: string; branch: string; branch_ar: string | null }[];
};

export const attendanceTables = ['attendance_records', 'attendance_corrections'] as const;
const reads = [...attendanceTables, 'profiles', 'branches'] as const;

export const { page: attendancePage, all: allAttendance } = pagesOf<'attendance_page', AttendanceRow>('attendance_page', reads);
export const { page: dayPage, all: allDays } = pagesOf<'attendance_days', DayRow>('attendance_days', reads);

export interface AttendanceTotals {
  records: number;
  /** Person-days: each person counts once a day. */
  days: number;
  people: number;
  minutes: number;
  by_state: Record<AttendanceState, number>;
}
export const attendanceTotals = (args: Args<'attendance_totals'>) =>
  rpcOf<'attendance_totals', AttendanceTotals>('attendance_totals', args, reads);

/** The values before a correction; null for a record that was entered by hand. */
export interface Correction {
  id: string;
  at: string;
  made_by: Person | null;
  reason: string;
  branch: string | null;
  branch_ar: string | null;
  clocked_in_at: string | null;
  clocked_out_at: string | null;
  voided: boolean | null;
}
export type AttendanceDetail = AttendanceRow & { corrections: Correction[] };
export const attendanceOf = (id: string) => documentOf<'attendance_detail', AttendanceDetail>('attendance_detail', { id }, reads);

export const clockIn = (input: Args<'clock_in'>) => rpc<'clock_in', AtWork>('clock_in', input);
export const clockOut = (id: string) => rpc<'clock_out', AtWork>('clock_out', { id });
export const saveAttendance = (input: Args<'save_attendance'>) => rpc<'save_attendance', AtWork>('save_attendance', input);

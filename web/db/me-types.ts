import type { ArrangedPage } from './arrangements.ts';
import type { Digits } from '@/lib/settings.ts';
import type { Named } from './plain-rows.ts';
import type { Row } from './tables.ts';
import type { PermissionName } from './types.gen.ts';

/* The signed-in user, their business and branches, as the function `me` returns them. */

export type Branch = Pick<Row<'branches'>, 'id' | 'name' | 'name_ar' | 'code' | 'time_zone' | 'day_start'> & { access: 'view' | 'work' };

/** `purchase_four_eyes`: orders are approved by somebody other than their author. `purchase_approval_limit`: orders above it need
    approval; null: no amount does. */
export type Business = Omit<Row<'business'>, 'singleton' | 'created_at' | 'created_by' | 'updated_at' | 'updated_by' | 'denominations'> & {
  digits: Digits;
  denominations: number[];
};

/** An open shift of the user's own. */
export interface OwnShift {
  id: string;
  number: string;
  branch_id: string;
  opened_at: string;
  /** Open for more than a day. */
  overdue: boolean;
}

/** An attendance record. */
export interface AtWork {
  id: string;
  version: number;
  branch_id: string;
  clocked_in_at: string;
  clocked_out_at: string | null;
  /** Closed automatically, because the user did not clock out. */
  forgotten: boolean;
}

export interface Me {
  profile: Named & {
    version: number;
    email: string | null;
    phone: string | null;
    address: string | null;
    updated_at: string;
    updated_by: Named | null;
  };
  role: Named & { is_owner: boolean };
  /** Role and permissions are those of a previewed role. */
  previewing: boolean;
  permissions: PermissionName[];
  branches: Branch[];
  shifts: OwnShift[];
  /** The open attendance record, if any. */
  at_work: AtWork | null;
  /** The parts of a page in their order; a page that is not there is as delivered. Absent in an answer stored by an older version. */
  arrangements?: Partial<Record<ArrangedPage, string[]>>;
  business: Business;
}

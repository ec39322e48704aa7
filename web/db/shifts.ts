/* Requests about shifts: the drawer of a branch and the person who answers for it. Expected amounts are null, or absent, without
   permission. */
import { documentOf, pagesOf, rpc, rpcOf, collectAll, everyRow, type Args, type RowOf } from './calls.ts';
import type { DocumentEvent, Person } from './documents.ts';
import type { Table } from './query.ts';
import { readList } from './tables.ts';

type ShiftStatus = 'open' | 'closed';
export type ShiftResult = 'balanced' | 'overage' | 'shortage';
/** The kinds of movement that make up the expected closing. */
export type MoveKind = 'sale' | 'return' | 'expense' | 'pay_in' | 'pay_out';

type Figures = 'cash_sales' | 'cash_returns' | 'cash_expenses' | 'pay_ins' | 'pay_outs' | 'rounding';
type Unsure =
  | 'suggested_balance'
  | 'opening_difference'
  | 'opening_note'
  | 'closed_at'
  | 'actual_closing'
  | 'closing_balance'
  | 'closing_note'
  | Figures
  | 'expected_closing'
  | 'difference'
  | 'variance_limit'
  | 'to_approve'
  | 'approved_at'
  | 'approval_note';

export type ShiftRow = Omit<RowOf<'shift_page', Unsure>, 'status' | 'result' | 'opened_by' | 'closed_by' | 'approved_by'> & {
  status: ShiftStatus;
  result: ShiftResult | null;
  opened_by: Person;
  closed_by: Person | null;
  approved_by: Person | null;
};

export type ShiftTotals = Record<'count' | 'overdue' | 'opening_balance' | 'actual_closing', number> & {
  by_status: Record<ShiftStatus, number>;
} & Partial<Record<Figures | 'to_approve' | 'expected_closing' | 'difference', number>>;

const shifts = [
  'shifts',
  'cash_entries',
  'shift_figures',
  'shift_approvals',
  'sales',
  'sale_payments',
  'expense_payments',
] as const satisfies readonly Table[];

export const { page: shiftPage, all: allShifts } = pagesOf<'shift_page', ShiftRow>('shift_page', shifts);
export const shiftTotals = (args: Args<'shift_totals'>) => rpcOf<'shift_totals', ShiftTotals>('shift_totals', args, shifts);

/** A cash payment of a sale that is in no shift's drawer. */
export interface LoosePayment {
  payment_id: string;
  /** Null, like its number and till, for a sale of a branch that the reader may not view. */
  sale_id: string | null;
  number: string | null;
  till: string | null;
  branch: string;
  branch_ar: string | null;
  business_day: string;
  at: string;
  amount: number;
  payment_method: string;
  payment_method_ar: string | null;
  created_by: Person | null;
  /** Its sale names a shift that was closed before it arrived. */
  late: boolean;
}
export interface LooseCash {
  total: number;
  count: number;
  /** The newest, at most 1,000. */
  rows: LoosePayment[];
}
export const cashInNoDrawer = (args: Args<'cash_in_no_drawer'>) =>
  rpcOf<'cash_in_no_drawer', LooseCash>('cash_in_no_drawer', args, ['sales', 'sale_payments']);

export interface Denomination {
  denomination: number;
  count: number;
}

export interface CashEntry {
  id: string;
  kind: 'pay_in' | 'pay_out';
  amount: number;
  reason: string;
  created_at: string;
  created_by: Person | null;
}

export interface ShiftMethod {
  payment_method_id: string;
  payment_method: string;
  payment_method_ar: string | null;
  is_cash: boolean;
  sales: number;
  returns: number;
  payments: number;
}

export interface ShiftDetail {
  shift: ShiftRow & {
    denominations: Denomination[] | null;
    /** The shift whose drawer it took over. */
    follows: { id: string; number: string } | null;
    branch_phone: string | null;
    branch_address: string | null;
  };
  /** Only those the reader may see. */
  entries: CashEntry[];
  methods?: ShiftMethod[];
  /** The number of sales made in it. */
  sales?: number;
  /** Sales made offline in it that arrived after it was closed: their money is in none of its figures. */
  late?: { id: string; number: string; sold_at: string; created_at: string; total: number; cash: number }[];
  /** The part of its difference that corrected payment methods have explained since. */
  corrected?: number;
  timeline: DocumentEvent[];
}

export const shiftDetail = (id: string) => documentOf<'shift_detail', ShiftDetail>('shift_detail', { id }, shifts);

/** Money into (+) or out of (−) the drawer, or by another method. */
type MoveRow = RowOf<'shift_moves', 'document_id' | 'document_number' | 'payment_method_id' | 'payment_method' | 'note'>;

export type ShiftMove = Omit<MoveRow, 'kind' | 'document_type' | 'created_by'> & {
  kind: MoveKind;
  document_type: 'sale' | 'expense' | 'cash_entry';
  created_by: Person | null;
};

const PAGE = 1000;

/** All movements; offsets are safe because rows are only appended. */
export const shiftMoves = (id: string) => {
  const read = async (signal: AbortSignal) => {
    let page_offset = 0;
    return collectAll(
      everyRow<ShiftMove>((last) => {
        if (last) page_offset += PAGE;
        return rpc<'shift_moves', ShiftMove[]>('shift_moves', { id, page_size: PAGE, page_offset }, signal);
      }),
    );
  };
  return {
    ...documentOf<'shift_moves', ShiftMove[]>('shift_moves', { id }, shifts),
    queryFn: ({ signal }: { signal: AbortSignal }) => read(signal),
  };
};

/** For a filter: shifts by number, and those already chosen. */
export const findShifts = async (words: string) =>
  (await readList('shifts', { select: ['id', 'number'], search: words, sort: [['opened_at', true]], limit: 20 })).rows;
export const shiftsOf = async (ids: readonly string[]) =>
  (await readList('shifts', { select: ['id', 'number'], where: [['id', 'in', ids]] })).rows;

/** The closing balance of the drawer that the next shift takes over. */
export interface LeftDrawer {
  number: string;
  closing_balance: number;
  closed_at: string;
  opened_by: Person;
}
export const leftInDrawerQuery = (branch_id: string) =>
  rpcOf<'left_in_drawer', LeftDrawer | null>('left_in_drawer', { branch_id }, ['shifts']);

/** Tables that opening, closing and approving change; the `me` query reads 'shifts' too, for the user's open ones. */
export const shiftChanges = ['shifts', 'shift_figures', 'shift_approvals', 'cash_entries'] as const satisfies readonly Table[];

export interface ShiftAnswer {
  id: string;
  number: string;
  status: ShiftStatus;
  actual_closing?: number;
  difference?: number;
  result?: ShiftResult;
  to_approve?: boolean;
}

export const openShift = (input: Args<'open_shift'>) => rpc<'open_shift', ShiftAnswer>('open_shift', input);
export const closeShift = (input: Args<'close_shift'>) => rpc<'close_shift', ShiftAnswer>('close_shift', input);
export const recordCash = (input: Args<'record_cash'>) => rpc('record_cash', input);
export const approveVariance = (input: Args<'approve_variance'>) => rpc<'approve_variance', ShiftAnswer>('approve_variance', input);

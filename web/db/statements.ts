/* What accounts of suppliers and customers share. */
import type { PlaceWords } from './documents.ts';

/** The open balance by age in days. */
export type Aged = Record<'d0_30' | 'd31_60' | 'd61_90' | 'over_90', number>;

type Charge =
  | 'order'
  | 'changed'
  | 'closed_short'
  | 'cancelled'
  | 'sale'
  | 'return'
  | 'sale_voided'
  | 'return_voided'
  | 'opening_balance'
  | 'opening_balance_voided';
type Settlement = 'payment' | 'voided' | 'refund' | 'payment_voided' | 'refund_voided';

export interface StatementEntry extends Pick<PlaceWords, 'branch' | 'branch_ar'> {
  id: number;
  day: string;
  kind: Charge | Settlement | 'receipt' | 'receipt_undone';
  /** The number of the receipt, else of the order or sale. */
  number: string;
  /** Set for a supplier's entry; a customer's has `sale_id`. */
  purchase_order_id?: string | null;
  purchase_return_id?: string | null;
  sale_id?: string;
  reference: string | null;
  payment_method: string | null;
  payment_method_ar: string | null;
  /** The change of the balance, and the balance after it. */
  amount: number;
  owed: number;
}

/** The entries, oldest first, and the balance before and after them. */
export interface AccountStatement {
  opening: number;
  closing: number;
  entries: StatementEntry[];
}

/** `before`: the first day that is excluded. */
export const daysAsked = ({ from, before }: { from: string | null; before: string | null }) => ({
  ...(from && { from_day: from }),
  ...(before && { before_day: before }),
});

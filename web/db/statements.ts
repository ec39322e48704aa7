/* What accounts of suppliers and of customers have in common. */
import type { PlaceWords } from './documents.ts';

/** What is owed, by how many days it has been. */
export type Aged = Record<'d0_30' | 'd31_60' | 'd61_90' | 'over_90', number>;

type Charge = 'order' | 'changed' | 'closed_short' | 'cancelled' | 'sale' | 'return' | 'sale_voided' | 'return_voided';
type Settlement = 'payment' | 'voided' | 'refund' | 'payment_voided' | 'refund_voided';

export interface StatementEntry extends Pick<PlaceWords, 'branch' | 'branch_ar'> {
  id: number;
  day: string;
  kind: Charge | Settlement | 'receipt' | 'receipt_undone';
  /** Of the receipt, else of the order or sale. */
  number: string;
  /** A supplier's entry is of an order, a customer's of a sale. */
  purchase_order_id?: string;
  sale_id?: string;
  reference: string | null;
  payment_method: string | null;
  payment_method_ar: string | null;
  /** What it adds to what is owed, and what it comes to. */
  amount: number;
  owed: number;
}

/** What happened, oldest first, and what was owed before and after all of it. */
export interface AccountStatement {
  opening: number;
  closing: number;
  entries: StatementEntry[];
}

/** `before`: the first day that is out. */
export const daysAsked = ({ from, before }: { from: string | null; before: string | null }) => ({
  ...(from && { from_day: from }),
  ...(before && { before_day: before }),
});

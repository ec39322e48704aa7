/* Requests of the screens for returns to suppliers. */
import type { Attachment } from './attachments.ts';
import { documentOf, pagesOf, rpc, rpcOf, type Args, type RowOf } from './calls.ts';
import type { DocumentEvent, DocumentTax, Person, PlaceWords, VariantWords, WithPeople } from './documents.ts';
import { purchaseChanges, type PaymentInput, type PurchasePayment } from './purchases.ts';
import type { Row } from './tables.ts';

export const returnReasons = ['damaged', 'wrong_goods', 'not_as_agreed', 'expired', 'unsold', 'other'] as const;
type ReturnReason = (typeof returnReasons)[number];
export type ReturnStatus = 'returned' | 'voided';

/** Money is null without permission to view costs. */
export type ReturnRow = RowOf<
  'purchase_return_page',
  'reference' | 'note' | 'stock_point_id' | 'stock_point' | 'stock_point_ar' | 'total' | 'settled' | 'remaining'
> & { status: ReturnStatus; reason: ReturnReason; created_by: Person | null };

const returns = ['purchase_returns', 'purchase_return_items', 'purchase_return_amounts', 'purchase_payments'] as const;
export const returnChanges = [...purchaseChanges, ...returns] as const;
export const returnStockChanges = [...returnChanges, 'stock_levels', 'stock_movements', 'variant_costs'] as const;

export const { page: returnPage, all: allReturns } = pagesOf<'purchase_return_page', ReturnRow>('purchase_return_page', returns);

export interface ReturnTotals {
  count: number;
  by_status: Record<ReturnStatus, number>;
  total: number | null;
  remaining: number | null;
}
export const returnTotals = (filter: Args<'purchase_return_totals'>) =>
  rpcOf<'purchase_return_totals', ReturnTotals>('purchase_return_totals', filter, returns);

export interface ReturnItem extends VariantWords {
  id: string;
  position: number;
  variant_id: string;
  quantity: number;
  receipt_number: string | null;
  purchase_order_id: string | null;
  unit_cost: number | null;
  total: number | null;
}

/** A refund has a method; otherwise the credit paid an order, whose number is null where the reader may not see it. */
export type ReturnPayment = Omit<PurchasePayment, 'purchase_return' | 'purchase_return_id' | 'payment_method'> & {
  purchase_order_id: string | null;
  order_number: string | null;
  payment_method: string | null;
};

export interface ReturnDetail {
  return: Omit<WithPeople<Row<'purchase_returns'>>, 'search'> &
    PlaceWords & {
      reason: ReturnReason;
      supplier: string;
      supplier_ar: string | null;
      supplier_land_line: string | null;
      supplier_tax_number: string | null;
      branch_phone: string | null;
      branch_address: string | null;
    };
  amounts: { subtotal: number; tax: number; total: number; settled: number; remaining: number; taxes: DocumentTax[] } | null;
  items: ReturnItem[];
  payments: ReturnPayment[] | null;
  /** The newest hundred; null for those who may not view files or costs. */
  files: Attachment[] | null;
  timeline: DocumentEvent[];
}
export const returnDetail = (id: string) =>
  documentOf<'purchase_return_detail', ReturnDetail>('purchase_return_detail', { id }, [...returns, 'attachments']);

/** What can go back of a variant: of the line of a receipt, or with the average as its cost where no receipt is known. */
export interface ReturnableGoods extends VariantWords {
  variant_id: string;
  receipt_item_id: string | null;
  receipt_number: string | null;
  received: number | null;
  left: number | null;
  on_hand: number;
  /** What the pieces left cost, and the value and tax left of their order's line. */
  worth: number | null;
  line_worth: number | null;
  line_tax: number | null;
  tax_percentage: number | null;
  unit_cost: number | null;
}
export interface Returnable {
  receipt: {
    id: string;
    number: string;
    business_day: string;
    /** Null where the reader may not view orders, as are the amounts and the account. */
    purchase_order_id: string | null;
    order_number: string | null;
    supplier_id: string;
    supplier: string;
    supplier_ar: string | null;
    branch_id: string;
    stock_point_id: string | null;
    total: number | null;
    paid: number | null;
    remaining: number | null;
  } | null;
  account: { owed: number; credit: number } | null;
  goods: ReturnableGoods[];
}
export const returnableGoods = (args: Args<'returnable_goods'>) =>
  rpcOf<'returnable_goods', Returnable>('returnable_goods', args, [...returnChanges, 'stock_levels']);

// ── Writes ──

export interface ReturnInput {
  id: string;
  header: {
    supplier_id: string;
    branch_id: string;
    stock_point_id: string | null;
    reason: string;
    reference: string | null;
    note: string | null;
  };
  /** unit_cost: only without a receipt. */
  lines: { variant_id: string; quantity: string; receipt_item_id: string | null; unit_cost?: string }[];
}
type ReturnAnswer = Pick<ReturnRow, 'id' | 'number' | 'version' | 'total' | 'settled' | 'remaining'>;

export const recordReturn = (input: ReturnInput) => rpc<'record_purchase_return', ReturnAnswer>('record_purchase_return', input);
export const voidReturn = (input: { id: string; reason: string }) =>
  rpc<'void_purchase_return', ReturnAnswer>('void_purchase_return', input);
export const refundReturn = (input: { id: string; payments: PaymentInput[] }) =>
  rpc<'refund_purchase_return', ReturnAnswer & { payments: string[] }>('refund_purchase_return', input);
export const spendSupplierCredit = (supplier_id: string) =>
  rpc<'use_supplier_credit', { used: number; orders: number }>('use_supplier_credit', { supplier_id });

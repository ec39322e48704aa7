/* The requests of the purchasing screens. The shapes of what answers as JSON stand here, beside the calls that bring them. */
import type { Attachment } from './attachments.ts';
import { documentOf, pagesOf, rpc, rpcOf, type Args, type RowOf } from './calls.ts';
import type { DocumentEvent, Person, PlaceWords, VariantWords, WithPeople } from './documents.ts';
import { daysAsked, type AccountStatement, type Aged } from './statements.ts';
import type { Row } from './tables.ts';

export type PurchaseStatus = 'pending' | 'completed' | 'cancelled';
type ReceiptState = 'none' | 'partial' | 'full';
export type PaymentStatus = 'due' | 'partially_paid' | 'paid';

type Empty = 'reference' | 'due_on' | 'overdue' | 'notes' | 'files' | 'needs_approval' | 'total' | 'paid' | 'remaining' | 'payment_status';
/** Money, and what would tell it, is null for who may not view costs. */
export type PurchaseRow = RowOf<'purchase_list', Empty> & {
  status: PurchaseStatus;
  receipt_state: ReceiptState;
  payment_status: PaymentStatus | null;
  salesperson: Person | null;
};

export type PurchaseFilter = Args<'purchase_totals'>;

interface Money {
  total: number;
  paid: number;
  remaining: number;
}
/** What the same question comes to; money is null for who may not view costs, and cancelled orders carry none. */
export interface PurchaseTotals {
  count: number;
  by_status: Record<PurchaseStatus, number>;
  total: number | null;
  paid: number | null;
  remaining: number | null;
}

const orders = ['purchase_orders', 'purchase_items', 'purchase_amounts', 'receipts', 'purchase_payments'] as const;

export const { page: purchasePage, all: allPurchases } = pagesOf<'purchase_list', PurchaseRow>('purchase_list', [...orders, 'attachments']);
export const purchaseTotals = (asked: PurchaseFilter) => rpcOf<'purchase_totals', PurchaseTotals>('purchase_totals', asked, orders);

export interface PurchaseItem extends VariantWords {
  id: string;
  position: number;
  variant_id: string;
  quantity: number;
  received: number;
  /** Pieces that will not come: closed short. */
  closed: number;
  unit_cost: number | null;
  discount: number | null;
  total: number | null;
}

type StockPoint = Pick<PlaceWords, 'stock_point' | 'stock_point_ar'>;
type Branch = Pick<PlaceWords, 'branch' | 'branch_ar'>;
export type PurchaseReceipt = Omit<WithPeople<Row<'receipts'>>, 'purchase_order_id'> &
  StockPoint & {
    pieces: number;
    /** All its lines; items are the first 500. */
    lines: number;
    items: { id: string; variant_id: string; quantity: number; unit_cost: number | null }[];
  };

export type PurchasePayment = Omit<WithPeople<Row<'purchase_payments'>>, 'purchase_order_id'> &
  Branch & { payment_method: string; payment_method_ar: string | null };

export interface PurchaseDetail {
  order: Omit<WithPeople<Row<'purchase_orders'>>, 'search'> &
    Branch & {
      status: PurchaseStatus;
      receipt_state: ReceiptState;
      supplier: string;
      supplier_ar: string | null;
      supplier_land_line: string | null;
      branch_phone: string | null;
      branch_address: string | null;
      salesperson: Person | null;
      tax_rate: string | null;
      tax_rate_ar: string | null;
      /** The business day of its branch. */
      today: string;
      needs_approval: boolean | null;
      overdue: boolean | null;
    };
  /** `total_without_rest`: what the total would be, were the order closed short now. */
  amounts: (Money & { subtotal: number; tax: number; total_without_rest: number; payment_status: PaymentStatus }) | null;
  items: PurchaseItem[];
  receipts: PurchaseReceipt[];
  /** Null for who may not view payments, as files for who may not view files. */
  payments: PurchasePayment[] | null;
  files: Attachment[] | null;
  /** How many there are besides the newest hundred of each. */
  left_out: { receipts: number; payments: number; files: number };
  timeline: DocumentEvent[];
}

export const purchaseDetail = (id: string) =>
  documentOf<'purchase_detail', PurchaseDetail>('purchase_detail', { id }, [...orders, 'attachments']);

export interface SupplierAccount {
  open_orders: number;
  owed: number | null;
  overdue: number | null;
  aged: Aged | null;
  /** Those that are not paid, oldest first, at most 50. */
  orders:
    | (Money &
        Branch &
        Pick<PurchaseRow, 'id' | 'number' | 'status' | 'receipt_state' | 'ordered_on' | 'due_on' | 'branch_id'> & {
          late: boolean;
          age: number;
        })[]
    | null;
}
export const supplierAccount = (supplier_id: string) =>
  rpcOf<'supplier_account', SupplierAccount>('supplier_account', { supplier_id }, orders);

export const supplierStatement = (supplier_id: string, days: Parameters<typeof daysAsked>[0]) =>
  rpcOf<'supplier_statement', AccountStatement>('supplier_statement', { supplier_id, ...daysAsked(days) }, orders);

export type ProposedCost = RowOf<'purchase_costs'> & { source: 'supplier' | 'last' | 'price' };
/** What new lines should propose as their cost; nothing for who may not view costs. */
export const proposedCosts = (variant_ids: string[], supplier_id: string | null, signal?: AbortSignal) =>
  rpc<'purchase_costs', ProposedCost[]>('purchase_costs', { variant_ids, supplier_id: supplier_id ?? undefined }, signal);

// ── Writing. A mutation names `purchaseChanges`, and `stockChanges` too where goods move. ──

export const purchaseChanges = [...orders, 'purchase_item_costs', 'receipt_items'] as const;
export const stockChanges = [...purchaseChanges, 'stock_levels', 'stock_movements', 'variant_costs'] as const;

type PurchaseHeader = Pick<
  Row<'purchase_orders'>,
  'supplier_id' | 'branch_id' | 'ordered_on' | 'due_on' | 'reference' | 'salesperson_id' | 'tax_rate_id' | 'notes' | 'description'
> & {
  status: PurchaseStatus;
  /** Counts where no tax rate is chosen. */
  tax: string | null;
};
export interface PaymentInput {
  id: string;
  payment_method_id: string | null;
  /** As typed: decimals go as text, so that none is lost. */
  amount: string;
  paid_on: string;
  note: string | null;
  /** Cash that comes out of no drawer; of an expense only. */
  from_drawer?: false;
}

type PurchaseState = Pick<PurchaseRow, 'id' | 'number' | 'version' | 'status' | 'receipt_state'>;
type ReceiptAnswer = Pick<PurchaseReceipt, 'id' | 'number' | 'lines' | 'pieces'>;
export type SavedPurchase = PurchaseState & Money & { payment_status: PaymentStatus; receipt: ReceiptAnswer | null };
export type PaidPurchase = Money & { id: string; payment_status: PaymentStatus; payments: string[] };

export interface PurchaseInput {
  id: string;
  purchase: PurchaseHeader;
  items: { variant_id: string; quantity: string; unit_cost: string; discount: string }[];
  payments: PaymentInput[];
  /** Where the goods go when the order is saved as completed. */
  receive?: { id: string; stock_point_id: string | null };
  /** Left out for a new order. */
  expected_version?: number;
}
export const savePurchase = (input: PurchaseInput) => rpc<'save_purchase_order', SavedPurchase>('save_purchase_order', input);

/** What is decided, and the version of the order that was seen. */
interface Seen {
  id: string;
  expected_version: number;
}

export const receivePurchase = (input: {
  id: string;
  purchase_order_id: string;
  lines: { variant_id: string; quantity: number | string }[];
  stock_point_id?: string;
  note?: string;
}) => rpc<'receive_purchase', ReceiptAnswer & { purchase: PurchaseState }>('receive_purchase', input);
export const undoReceipt = (input: Seen & { reason: string }) =>
  rpc<'undo_receipt', ReceiptAnswer & { purchase: PurchaseState }>('undo_receipt', input);
export const approvePurchase = (input: Seen) => rpc<'approve_purchase', PurchaseState>('approve_purchase', input);
export const cancelPurchase = (input: Seen & { reason?: string }) => rpc<'cancel_purchase', PurchaseState>('cancel_purchase', input);
export const closePurchaseShort = (input: Seen) => rpc<'close_purchase_short', PurchaseState>('close_purchase_short', input);
export const reopenPurchase = (input: Seen) => rpc<'reopen_purchase', PurchaseState>('reopen_purchase', input);

export const payPurchase = (input: { id: string; payments: PaymentInput[] }) => rpc<'pay_purchase', PaidPurchase>('pay_purchase', input);
export const voidPayment = (input: { id: string; reason: string }) => rpc<'void_payment', PaidPurchase>('void_payment', input);

export interface SupplierPayment {
  id: string;
  paid: number;
  orders: { id: string; number: string; amount: number; remaining: number }[];
}
/** Pays the oldest orders first: all that are open, or those named. */
export const paySupplier = (input: {
  id: string;
  supplier_id: string;
  payment: Omit<PaymentInput, 'id'> & { branch_id: string };
  order_ids?: string[];
}) => rpc<'pay_supplier', SupplierPayment>('pay_supplier', input);

/* Requests of the purchasing screens, with the types of JSON answers beside their calls. */
import { queryOptions } from '@tanstack/react-query';
import type { Attachment } from './attachments.ts';
import { documentOf, pagesOf, rpc, rpcOf, type Args, type RowOf } from './calls.ts';
import type { DocumentEvent, DocumentTax, Person, PlaceWords, VariantWords, WithPeople } from './documents.ts';
import { daysAsked, type AccountStatement, type Aged } from './statements.ts';
import type { Row } from './tables.ts';

/** `opening`: an opening balance, what the supplier was owed before; `is_opening` also stays once it is voided, which is `cancelled`. */
export type PurchaseStatus = 'pending' | 'completed' | 'opening' | 'cancelled';
type ReceiptState = 'none' | 'partial' | 'full';
export type PaymentStatus = 'due' | 'partially_paid' | 'paid';

type Nullable =
  | 'reference'
  | 'due_on'
  | 'overdue'
  | 'notes'
  | 'files'
  | 'needs_approval'
  | 'total'
  | 'paid'
  | 'remaining'
  | 'payment_status';
/** Money, and whatever reveals it, is null without permission to view costs. */
export type PurchaseRow = RowOf<'purchase_page', Nullable> & {
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
/** Totals for the same filter; money is null without permission to view costs and excludes cancelled orders, and of opening balances
    covers only what remains. */
export interface PurchaseTotals {
  count: number;
  /** The opening balances among them, voided ones too. */
  openings: number;
  by_status: Record<PurchaseStatus, number>;
  total: number | null;
  paid: number | null;
  remaining: number | null;
}

const orders = ['purchase_orders', 'purchase_items', 'purchase_amounts', 'receipts', 'purchase_payments'] as const;

export const { page: purchasePage, all: allPurchases } = pagesOf<'purchase_page', PurchaseRow>('purchase_page', [...orders, 'attachments']);
/** Orders by words, without opening balances. */
export const findGoodsOrders = async (words: string, most: number, signal?: AbortSignal) =>
  (await rpc('purchase_page', { words, statuses: ['pending', 'completed', 'cancelled'], page_size: most }, signal)).filter(
    ({ is_opening }) => !is_opening,
  );
export const purchaseTotals = (filter: PurchaseFilter) => rpcOf<'purchase_totals', PurchaseTotals>('purchase_totals', filter, orders);

export interface PurchaseItem extends VariantWords {
  id: string;
  position: number;
  variant_id: string;
  quantity: number;
  received: number;
  /** Pieces that will not be delivered, because the order was closed short. */
  closed: number;
  /** How many of the pieces cost nothing. */
  free: number;
  unit_cost: number | null;
  discount: number | null;
  total: number | null;
  /** Its share of the order's charges. */
  charges: number | null;
  /** The rate of the line, and its product's own one now. */
  line_tax_rate_id: string | null;
  tax_percentage: number | null;
  tax_rate_id: string | null;
}

/** What an order costs besides its goods. */
export type PurchaseCharge = Pick<Row<'purchase_charges'>, 'id' | 'amount' | 'tax_rate_id' | 'tax_percentage' | 'note'> & {
  kind: 'freight' | 'customs' | 'other';
  /** How the goods share it. */
  spread: 'value' | 'quantity';
  tax_rate: string | null;
  tax_rate_ar: string | null;
};

type StockPoint = Pick<PlaceWords, 'stock_point' | 'stock_point_ar'>;
type Branch = Pick<PlaceWords, 'branch' | 'branch_ar'>;
export type PurchaseReceipt = Omit<WithPeople<Row<'receipts'>>, 'purchase_order_id'> &
  StockPoint & {
    pieces: number;
    /** The number of lines; `items` has the first 500. */
    lines: number;
    items: { id: string; variant_id: string; quantity: number; unit_cost: number | null }[];
  };

export type PurchasePayment = Omit<WithPeople<Row<'purchase_payments'>>, 'purchase_order_id'> &
  Branch & {
    /** Null where the credit of a return paid, whose number is in `purchase_return`. */
    payment_method: string | null;
    payment_method_ar: string | null;
    purchase_return: string | null;
  };

export interface PurchaseDetail {
  order: Omit<WithPeople<Row<'purchase_orders'>>, 'search'> &
    Branch & {
      status: PurchaseStatus;
      receipt_state: ReceiptState;
      supplier: string;
      supplier_ar: string | null;
      supplier_land_line: string | null;
      supplier_tax_number: string | null;
      branch_phone: string | null;
      branch_address: string | null;
      salesperson: Person | null;
      tax_rate: string | null;
      tax_rate_ar: string | null;
      /** The current business day of its branch. */
      today: string;
      needs_approval: boolean | null;
      overdue: boolean | null;
    };
  /** `total_without_rest`: the total if the order were closed short now. */
  amounts:
    | (Money & {
        /** Of the goods, without charges and tax. */
        subtotal: number;
        charges: number;
        charge_lines: PurchaseCharge[];
        tax: number;
        total_without_rest: number;
        payment_status: PaymentStatus;
        taxes: DocumentTax[];
      })
    | null;
  items: PurchaseItem[];
  receipts: PurchaseReceipt[];
  /** The pieces that went back to the supplier, by the id of the receipt's line. */
  returned: Record<string, number>;
  /** Null without permission to view payments; likewise `files`. */
  payments: PurchasePayment[] | null;
  files: Attachment[] | null;
  /** How many there are beyond the newest hundred of each. */
  left_out: { receipts: number; payments: number; files: number };
  timeline: DocumentEvent[];
}

export const purchaseDetail = (id: string) =>
  documentOf<'purchase_detail', PurchaseDetail>('purchase_detail', { id }, [...orders, 'attachments']);

export interface SupplierAccount {
  open_orders: number;
  /** Less the credit of returns. */
  owed: number | null;
  credit: number | null;
  overdue: number | null;
  aged: Aged | null;
  /** Unpaid orders, oldest first, at most 50. */
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
/** The costs proposed for new lines; empty without permission to view costs. */
export const proposedCosts = (variant_ids: string[], supplier_id: string | null, signal?: AbortSignal) =>
  rpc<'purchase_costs', ProposedCost[]>('purchase_costs', { variant_ids, supplier_id: supplier_id ?? undefined }, signal);

/** A proposed line of an order for goods that are low on stock. */
export interface ProposedLine extends VariantWords, Branch {
  branch_id: string;
  /** Null: none is known, or it is no longer active. */
  supplier_id: string | null;
  supplier: string | null;
  supplier_ar: string | null;
  unit_cost: number | null;
  on_hand: number;
  quantity: number;
}
/** row_ids: rows of the report of low stock. Never from the cache, because a form starts with it. */
export const reorderLines = (row_ids: readonly string[]) =>
  queryOptions({
    ...rpcOf<'reorder_lines', ProposedLine[]>('reorder_lines', { row_ids: [...row_ids] }, [...orders, 'stock_levels']),
    ...{ placeholderData: undefined, gcTime: 0 },
  });

// ── Writes. A mutation names `purchaseChanges`, and `stockChanges` where goods move. ──

export const purchaseChanges = [...orders, 'purchase_item_costs', 'receipt_items'] as const;
export const stockChanges = [...purchaseChanges, 'stock_levels', 'stock_movements', 'variant_costs'] as const;

type PurchaseHeader = Pick<
  Row<'purchase_orders'>,
  'supplier_id' | 'branch_id' | 'ordered_on' | 'due_on' | 'reference' | 'salesperson_id' | 'tax_rate_id' | 'notes' | 'description'
> & {
  status: PurchaseStatus;
  tax_by_product: boolean;
  /** Used where no tax rate is chosen. */
  tax: string | null;
};
export interface PaymentInput {
  id: string;
  payment_method_id: string | null;
  /** As typed: sent as text, so that no decimals are lost. */
  amount: string;
  paid_on: string;
  note: string | null;
  /** Cash that is taken from no drawer; expenses only. */
  from_drawer?: false;
}

type PurchaseState = Pick<PurchaseRow, 'id' | 'number' | 'version' | 'status' | 'receipt_state'>;
type ReceiptAnswer = Pick<PurchaseReceipt, 'id' | 'number' | 'lines' | 'pieces'>;
export type SavedPurchase = PurchaseState & Money & { payment_status: PaymentStatus; receipt: ReceiptAnswer | null };
export type PaidPurchase = Money & { id: string; payment_status: PaymentStatus; payments: string[] };

export type ChargeInput = Pick<PurchaseCharge, 'kind' | 'spread' | 'tax_rate_id' | 'note'> & { amount: string };

export interface PurchaseInput {
  id: string;
  purchase: PurchaseHeader;
  items: { variant_id: string; quantity: string; free: string; unit_cost: string; discount: string }[];
  charges: ChargeInput[];
  payments: PaymentInput[];
  /** The destination of the goods when the order is saved as completed. */
  receive?: { id: string; stock_point_id: string | null };
  /** Absent for a new order. */
  expected_version?: number;
}
export const savePurchase = (input: PurchaseInput) => rpc<'save_purchase_order', SavedPurchase>('save_purchase_order', input);

export interface ReorderInput {
  id: string;
  lines: { branch_id: string; supplier_id: string; variant_id: string; quantity: string; unit_cost: string }[];
}
export interface PlacedReorder {
  id: string;
  orders: (PurchaseState & Money)[];
}
/** Makes a pending order for each supplier and branch. */
export const placeReorder = (input: ReorderInput) => rpc<'place_reorder', PlacedReorder>('place_reorder', input);

/** The decision's order, in the version that the user has seen. */
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
export const voidPurchasePayment = (input: { id: string; reason: string }) =>
  rpc<'void_purchase_payment', PaidPurchase>('void_purchase_payment', input);

export interface SupplierPayment {
  id: string;
  paid: number;
  orders: { id: string; number: string; amount: number; remaining: number }[];
}
/** Pays the oldest orders first: all open ones, or those given. */
export const paySupplier = (input: {
  id: string;
  supplier_id: string;
  payment: Omit<PaymentInput, 'id'> & { branch_id: string };
  order_ids?: string[];
}) => rpc<'pay_supplier', SupplierPayment>('pay_supplier', input);

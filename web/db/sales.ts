/* Requests of the sales screens. */
import { documentOf, pagesOf, rpc, rpcOf, type Args, type RowOf } from './calls.ts';
import type { DocumentEvent, DocumentTax, Person, PlaceWords, VariantWords, WithPeople } from './documents.ts';
import type { Business } from './me-types.ts';
import type { PaymentStatus } from './purchases.ts';
import { daysAsked, type AccountStatement, type Aged } from './statements.ts';
import type { Row } from './tables.ts';

/** `opening`: an opening balance of the customer; it has no goods and no till. */
export type SaleType = 'sale' | 'return' | 'exchange' | 'opening';
export type SaleStatus = 'completed' | 'opening' | 'voided';
/** The types of documents that move goods. */
export const goodsTypes = ['sale', 'return', 'exchange'] as const satisfies SaleType[];

type Nullable =
  | 'till'
  | 'reference'
  | 'customer_id'
  | 'customer'
  | 'note'
  | 'margin'
  | 'payments'
  | 'payment_method_id'
  | 'payment_method'
  | 'shift_id'
  | 'shift_number';
/** `margin` is null without permission to view costs and where a cost is unknown; `shift_id` and `shift_number` without permission to
    view expected shift closings. */
export type SaleRow = RowOf<'sale_page', Nullable> & {
  type: SaleType;
  status: SaleStatus;
  payment_status: PaymentStatus | null;
  salesperson: Person | null;
  lines: number;
  pieces: number;
  has_left: boolean;
};

/** Totals for the same filter; voided sales count only in `count` and `by_status`, and opening balances also in `remaining`. */
export type SaleTotals = Record<'subtotal' | 'discount' | 'tax' | 'total' | 'returned' | 'paid' | 'remaining', number> & {
  count: number;
  /** The sales not voided, which the amounts cover. */
  completed: number;
  by_status: Record<SaleStatus, number>;
  margin: number | null;
};

/** The answer of every write to a sale. */
export interface SaleAnswer
  extends Record<'subtotal' | 'discount' | 'tax' | 'total' | 'paid' | 'remaining' | 'change' | 'rounding', number> {
  id: string;
  number: string;
  version: number;
  status: SaleStatus;
  payment_status: PaymentStatus | null;
}

const sales = ['sales', 'sale_lines', 'sale_payments'] as const;

export const { page: salePage, all: allSales } = pagesOf<'sale_page', SaleRow>('sale_page', sales);
export const saleTotals = (args: Args<'sale_totals'>) => rpcOf<'sale_totals', SaleTotals>('sale_totals', args, sales);

/** A line of a sale, return or exchange. `unit_cost` and `margin` are null where the cost is unknown, and without permission to view costs. */
export type SaleLineRow = RowOf<'sale_line_page', 'customer_id' | 'customer' | 'unit_cost' | 'margin' | 'image_path'> & {
  type: SaleType;
  salesperson: Person | null;
};

/** Totals for the same filter. */
export type SaleLineTotals = Record<'count' | 'pieces' | 'discount' | 'tax' | 'total', number> & {
  by_goods: Record<'sold' | 'returned', number>;
  margin: number | null;
};

export const { page: saleLinePage, all: allSaleLines } = pagesOf<'sale_line_page', SaleLineRow>('sale_line_page', sales);
export const saleLineTotals = (args: Args<'sale_line_totals'>) =>
  rpcOf<'sale_line_totals', SaleLineTotals>('sale_line_totals', args, sales);

type StockPoint = Pick<PlaceWords, 'stock_point' | 'stock_point_ar'>;
export type SaleItem = Omit<Row<'sale_lines'>, 'sale_id'> &
  Partial<VariantWords> &
  StockPoint & {
    /** Null without permission to view costs. */
    unit_cost: number | null;
    /** The sale this line returns goods from. */
    returns_sale_id: string | null;
    returns_number: string | null;
  };

export type SalePayment = Omit<WithPeople<Row<'sale_payments'>>, 'sale_id' | 'shift_id' | 'void_shift_id' | 'fee'> &
  Pick<PlaceWords, 'branch' | 'branch_ar'> & {
    payment_method: string | null;
    payment_method_ar: string | null;
    /** The return that was credited against the debt, in place of a payment method. */
    return_number: string | null;
    /** The methods it was made by, after corrections, the largest amount first; null for a credit. */
    paid_by: PaidBy[] | null;
    corrections: PaymentCorrection[];
  };
/** What a payment was made by. */
interface PaidBy {
  payment_method_id: string;
  payment_method: string;
  payment_method_ar: string | null;
  amount: number;
}
/** An amount of a payment moved from one method to another. */
interface PaymentCorrection {
  id: string;
  amount: number;
  reason: string;
  created_at: string;
  created_by: Person | null;
  payment_method: string;
  payment_method_ar: string | null;
  from: { payment_method: string; payment_method_ar: string | null };
}

export type IssuerThen = Pick<Business, 'name' | 'name_ar' | 'tax_number' | 'country' | 'contact_number'>;

/** All names are as of the day it was recorded. */
export interface SaleDetail {
  sale: SaleRow &
    Pick<Row<'sales'>, 'discount_reason' | 'tax_reason' | 'voided_at' | 'void_reason'> & {
      taxes: DocumentTax[];
      /** Pieces moved in either direction. */
      moved: number;
      /** Whether goods were returned. */
      has_returns: boolean;
      created_by: Person | null;
      voided_by: Person | null;
      branch_phone: string | null;
      branch_address: string | null;
      customer_phone?: string | null;
      customer_address?: string | null;
      customer_email?: string | null;
      customer_tax_number?: string | null;
    };
  /** The first of `sale.lines`. */
  items: SaleItem[];
  payments: SalePayment[];
  /** The letterhead of the day it was recorded, where it differs from today's. */
  business: IssuerThen | null;
  /** Its returns that are not voided. */
  returns: { id: string; number: string; sold_at: string; pieces: number; total: number }[];
  /** The sales it returns goods from. */
  returned_sales: { id: string; number: string }[];
  timeline: DocumentEvent[];
}

/** With its first 500 lines, unless another number is given. */
export const saleDetail = (id: string, most_lines?: number) =>
  documentOf<'sale_detail', SaleDetail>('sale_detail', { id, ...(most_lines === undefined ? {} : { most_lines }) }, sales);
/** The most lines of a sale. */
export const MAX_LINES = 5000;
export const wholeSale = (id: string) => saleDetail(id, MAX_LINES);

export interface CustomerAccount {
  open_sales: number;
  owed: number;
  aged: Aged;
  /** Unsettled sales, oldest first, at most 50. `remaining` is negative where the business owes the customer. */
  sales: (Pick<
    SaleRow,
    'id' | 'number' | 'type' | 'business_day' | 'branch_id' | 'branch' | 'branch_ar' | 'total' | 'paid' | 'remaining'
  > & { age: number })[];
}
export const customerAccount = (customer_id: string) =>
  rpcOf<'customer_account', CustomerAccount>('customer_account', { customer_id }, sales);
export const customerStatement = (customer_id: string, days: Parameters<typeof daysAsked>[0]) =>
  rpcOf<'customer_statement', AccountStatement>('customer_statement', { customer_id, ...daysAsked(days) }, sales);

/** The totals of a sale before it is recorded. `paid` is what its returns take off the existing debt. */
export type SalePreview = Record<'subtotal' | 'discount' | 'tax' | 'total' | 'paid' | 'remaining' | 'change' | 'rounding', number> & {
  lines: Pick<Row<'sale_lines'>, 'position' | 'returns_line_id' | 'tax_rate_id' | 'tax_percentage' | 'tax_included' | 'tax' | 'total'>[];
};
export const salePreview = (args: Args<'sale_preview'>) =>
  rpcOf<'sale_preview', SalePreview>('sale_preview', args, [
    ...sales,
    'products',
    'variants',
    'tax_rates',
    'customers',
    'price_groups',
    'business',
  ]);

/** Tables of goods and money that recording or voiding a sale changes. */
export const saleChanges = [...sales, 'stock_levels', 'stock_movements'] as const;
/** A later payment of a sale, under its own id. */
export interface LaterPayment {
  id: string;
  payment_method_id: string;
  /** The amount handed over; negative when it goes to the customer. */
  amount: string;
  /** The branch of the drawer. */
  branch_id: string;
}
export const paySale = (input: { id: string; payments: readonly LaterPayment[] }) =>
  rpc<'pay_sale', SaleAnswer & { payments: string[] }>('pay_sale', input);
export const spendCredit = (customer_id: string) => rpc<'use_credit', { used: number; sales: number }>('use_credit', { customer_id });
/** Moves an amount of a payment from one method to another; `amount` is positive. */
export const correctPayment = (input: {
  id: string;
  payment_id: string;
  from_method_id: string;
  payment_method_id: string;
  amount: number;
  reason: string;
}) => rpc<'correct_payment', SaleAnswer>('correct_payment', input);
export const voidSalePayment = (input: { id: string; reason: string }) => rpc<'void_sale_payment', SaleAnswer>('void_sale_payment', input);
export const voidSale = (input: { id: string; reason: string }) => rpc('void_sale', input);

/* The requests of the sales screens. */
import { documentOf, pagesOf, rpc, rpcOf, type Args, type RowOf } from './calls.ts';
import type { DocumentEvent, Person, PlaceWords, VariantWords, WithPeople } from './documents.ts';
import type { Business } from './me.ts';
import type { PaymentStatus } from './purchases.ts';
import { daysAsked, type AccountStatement, type Aged } from './statements.ts';
import type { Row } from './tables.ts';

export type SaleType = 'sale' | 'return' | 'exchange';
export type SaleStatus = 'completed' | 'voided';

type Empty =
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
/** Margin is null for who may not view costs, and where a cost is not known; the shift for who may not know what shifts are expected to hold. */
export type SaleRow = RowOf<'sale_page', Empty> & {
  type: SaleType;
  status: SaleStatus;
  payment_status: PaymentStatus | null;
  salesperson: Person | null;
  lines: number;
  pieces: number;
};

/** What the same question comes to; voided sales are only counted. */
export type SaleTotals = Record<'subtotal' | 'discount' | 'tax' | 'total' | 'paid' | 'remaining', number> & {
  count: number;
  by_status: Record<SaleStatus, number>;
  margin: number | null;
};

/** What every call about a sale answers. */
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
export const saleTotals = (asked: Args<'sale_totals'>) => rpcOf<'sale_totals', SaleTotals>('sale_totals', asked, sales);

type StockPoint = Pick<PlaceWords, 'stock_point' | 'stock_point_ar'>;
export type SaleItem = Omit<Row<'sale_lines'>, 'sale_id'> &
  Partial<VariantWords> &
  StockPoint & {
    /** Null for who may not view costs. */
    unit_cost: number | null;
    /** The sale that it comes back of. */
    returns_sale_id: string | null;
    returns_number: string | null;
  };

export type SalePayment = Omit<WithPeople<Row<'sale_payments'>>, 'sale_id' | 'shift_id' | 'void_shift_id'> &
  Pick<PlaceWords, 'branch' | 'branch_ar'> & {
    payment_method: string | null;
    payment_method_ar: string | null;
    /** The return that took it off what was owed, instead of a method. */
    return_number: string | null;
  };

export type IssuerThen = Pick<Business, 'name' | 'name_ar' | 'tax_number' | 'country' | 'contact_number'>;

/** Everything in it is called as it was when it was recorded. */
export interface SaleDetail {
  sale: SaleRow &
    Pick<Row<'sales'>, 'tax_rate_id' | 'discount_reason' | 'voided_at' | 'void_reason'> & {
      /** Of the tax what is within prices. */
      tax_included: number;
      /** Where all lines have one. */
      tax_percentage: number | null;
      /** Pieces that went either way. */
      moved: number;
      /** Something of it came back; something still can. */
      has_returns: boolean;
      has_left: boolean;
      created_by: Person | null;
      voided_by: Person | null;
      branch_phone: string | null;
      branch_address: string | null;
      customer_phone?: string | null;
      customer_address?: string | null;
      customer_email?: string | null;
      tax_rate?: string;
      tax_rate_ar?: string | null;
    };
  /** The first of `sale.lines`. */
  items: SaleItem[];
  payments: SalePayment[];
  /** What stood at the head of its papers when it was recorded, where that was another than now. */
  business: IssuerThen | null;
  /** What stands of what came back of it. */
  returns: { id: string; number: string; sold_at: string; pieces: number; total: number }[];
  /** The sales that it takes goods back of. */
  returned_sales: { id: string; number: string }[];
  timeline: DocumentEvent[];
}

/** With its first 500 lines, where no other number is asked for. */
export const saleDetail = (id: string, most_lines?: number) =>
  documentOf<'sale_detail', SaleDetail>('sale_detail', { id, ...(most_lines === undefined ? {} : { most_lines }) }, sales);
/** No sale has more lines. */
export const MOST_LINES = 5000;
export const wholeSale = (id: string) => saleDetail(id, MOST_LINES);

export interface CustomerAccount {
  open_sales: number;
  owed: number;
  aged: Aged;
  /** Those that are not settled, oldest first, at most 50. What remains is below zero where it is the customer's. */
  sales: (Pick<
    SaleRow,
    'id' | 'number' | 'type' | 'business_day' | 'branch_id' | 'branch' | 'branch_ar' | 'total' | 'paid' | 'remaining'
  > & { age: number })[];
}
export const customerAccount = (customer_id: string) =>
  rpcOf<'customer_account', CustomerAccount>('customer_account', { customer_id }, sales);
export const customerStatement = (customer_id: string, days: Parameters<typeof daysAsked>[0]) =>
  rpcOf<'customer_statement', AccountStatement>('customer_statement', { customer_id, ...daysAsked(days) }, sales);

/** What a sale would come to; nothing is written. Paid is what its returns take off what was still owed. */
export type SalePreview = Record<'subtotal' | 'discount' | 'tax' | 'total' | 'paid' | 'remaining' | 'change' | 'rounding', number> & {
  lines: { position: number; returns_line_id: string | null; total: number }[];
};
export const salePreview = (asked: Args<'sale_preview'>) =>
  rpcOf<'sale_preview', SalePreview>('sale_preview', asked, [...sales, 'products', 'variants', 'tax_rates']);

/** What recording or voiding a sale moves: goods and money. */
export const saleChanges = [...sales, 'stock_levels', 'stock_movements'] as const;
/** Later payments of a sale, each under its own id. */
export interface LaterPayment {
  id: string;
  payment_method_id: string;
  /** What is handed over; below zero where it goes to the customer. */
  amount: string;
  /** Whose drawer. */
  branch_id: string;
}
export const paySale = (input: { id: string; payments: readonly LaterPayment[] }) =>
  rpc<'pay_sale', SaleAnswer & { payments: string[] }>('pay_sale', input);
export const voidSalePayment = (input: { id: string; reason: string }) => rpc<'void_sale_payment', SaleAnswer>('void_sale_payment', input);
export const voidSale = (input: { id: string; reason: string }) => rpc('void_sale', input);

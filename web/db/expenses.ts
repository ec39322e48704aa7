/* Requests of the expense screens. */
import type { Attachment } from './attachments.ts';
import { queryOptions } from '@tanstack/react-query';
import { documentOf, pagesOf, rpc, rpcOf, type Args, type RowOf } from './calls.ts';
import type { DocumentEvent, Person } from './documents.ts';
import type { AppError } from './errors.ts';
import type { PaymentInput, PurchasePayment } from './purchases.ts';
import { listOf, oneOf, readOne, type Row } from './tables.ts';

export type ExpensePaymentStatus = 'unpaid' | 'partial' | 'paid';

type Nullable = 'category_id' | 'category' | 'reference' | 'supplier_id' | 'supplier' | 'customer_id' | 'customer' | 'notes';
export type ExpenseRow = RowOf<'expense_page', Nullable> & {
  payment_status: ExpensePaymentStatus;
  assigned: Person | null;
  created_by: Person | null;
};

export type ExpenseTotals = Record<'amount' | 'tax' | 'paid' | 'remaining', number> & {
  count: number;
  by_status: Record<ExpensePaymentStatus, number>;
};

/** A category with its expenses in a period: `own` directly, `amount` with its subcategories. Without an id: the uncategorised ones. */
export interface CategoryTotal {
  id: string | null;
  name: string | null;
  name_ar: string | null;
  parent_id: string | null;
  active: boolean;
  count: number;
  own: number;
  amount: number;
}

const expenses = ['expenses', 'expense_payments', 'expense_rules'] as const;

/** Whose names its rows show. */
const named = ['expense_categories', 'suppliers', 'customers', 'branches'] as const;

export const { page: expensePage, all: allExpenses } = pagesOf<'expense_page', ExpenseRow>('expense_page', [...expenses, ...named]);
export const expenseTotals = (args: Args<'expense_totals'>) => rpcOf<'expense_totals', ExpenseTotals>('expense_totals', args, expenses);
export const expenseTree = (args: Args<'expense_tree'>) =>
  rpcOf<'expense_tree', CategoryTotal[]>('expense_tree', args, [...expenses, 'expense_categories']);

export const units = ['days', 'weeks', 'months', 'month_ends', 'years'] as const;
export type Unit = (typeof units)[number];
export const ruleStatuses = ['active', 'failing', 'paused', 'ended'] as const;
export type RuleStatus = (typeof ruleStatuses)[number];
/** How often an expense recurs, and until when. */
export interface Repeats {
  every: number;
  unit: Unit;
  ends_on: string | null;
}

type Listed = Row<'expense_rule_list'>;
type Unsure =
  | 'category_id'
  | 'category'
  | 'category_ar'
  | 'branch_ar'
  | 'supplier_id'
  | 'supplier'
  | 'supplier_ar'
  | 'customer_id'
  | 'assigned_id'
  | 'tax_rate_id'
  | 'notes'
  | 'ends_on'
  | 'next_on'
  | 'failure';
/** A recurring expense with its next due days, at most five. */
export type RuleRow = {
  [K in Exclude<keyof Listed, Unsure | 'unit' | 'status' | 'created_by' | 'next_days'>]-?: NonNullable<Listed[K]>;
} & { [K in Unsure]: Listed[K] } & { unit: Unit; status: RuleStatus; created_by: Person | null; next_days: string[] };

/** Why the expense of its next day could not be added, as an error of the API, and since when. */
interface RuleFailure {
  code: string;
  message: string;
  details: string | null;
  since: string;
}

export const ruleList = (params: Parameters<typeof listOf<'expense_rule_list', RuleRow>>[1]) =>
  listOf<'expense_rule_list', RuleRow>('expense_rule_list', params, ['expense_rules', 'expense_categories', 'suppliers', 'branches']);
export const ruleDays = (starts_on: string, repeats: Repeats) =>
  rpcOf<'expense_rule_days', string[]>('expense_rule_days', { starts_on, repeats: { ...repeats } }, []);
export type RuleRecord = Omit<Row<'expense_rules'>, 'failure'> & { failure: RuleFailure | null };
export const readRule = (id: string) => readOne<'expense_rules', RuleRecord>('expense_rules', id);
export const ruleRecord = (id: string) => oneOf<'expense_rules', RuleRecord>('expense_rules', id);
export const ruleChanges = ['expense_rules', 'audit_log'] as const;

type RuleAnswer = Pick<RuleRow, 'id' | 'version' | 'status' | 'next_on'>;
export const saveRule = (input: { id: string; rule: Record<string, unknown>; expected_version: number }) =>
  rpc<'save_expense_rule', RuleAnswer>('save_expense_rule', input as Args<'save_expense_rule'>);
export const pauseRule = (input: Args<'pause_expense_rule'>) => rpc<'pause_expense_rule', RuleAnswer>('pause_expense_rule', input);
export const skipRule = (input: Args<'skip_expense_rule'>) => rpc<'skip_expense_rule', RuleAnswer>('skip_expense_rule', input);
export const endRule = (id: string) => rpc<'end_expense_rule', RuleAnswer>('end_expense_rule', { id });

export interface ExpenseDetail {
  expense: ExpenseRow &
    Pick<Row<'expenses'>, 'updated_at' | 'assigned_id' | 'tax_rate_id' | 'tax_percentage' | 'sale_id' | 'purchase_order_id'> & {
      updated_by: Person | null;
      tax_rate: string | null;
      tax_rate_ar: string | null;
      /** The recurring expense that created it, or that was created from it. */
      rule: Pick<RuleRow, 'id' | 'every' | 'unit' | 'status' | 'next_on'> | null;
      /** Null where it is not visible. */
      sale_number: string | null;
      purchase_number: string | null;
      branch_phone: string | null;
      branch_address: string | null;
    };
  /** Null without permission to view payments; likewise `files`. */
  payments: PurchasePayment[] | null;
  files: Attachment[] | null;
  timeline: DocumentEvent[];
}

export const expenseDetail = (id: string) =>
  documentOf<'expense_detail', ExpenseDetail>('expense_detail', { id }, [...expenses, 'attachments']);
/** As its form needs it. */
export type ExpenseRecord = Omit<ExpenseDetail['expense'], 'updated_by'> & { updated_by: string | null };
export async function readExpense(id: string): Promise<ExpenseRecord> {
  const { expense } = await rpc<'expense_detail', ExpenseDetail>('expense_detail', { id });
  return { ...expense, updated_by: expense.updated_by?.id ?? null };
}

/** For the edit form. */
export const expenseRecord = (id: string) =>
  queryOptions<ExpenseRecord, AppError>({
    queryKey: ['expenses', 'record', id],
    queryFn: () => readExpense(id),
    meta: { reads: ['expenses'] },
  });

export const expenseChanges = [...expenses, 'audit_log'] as const;

type Paid = Pick<ExpenseRow, 'id' | 'number' | 'version' | 'amount' | 'tax' | 'paid' | 'remaining' | 'payment_status'>;
export const saveExpense = (input: {
  id: string;
  expense: Record<string, unknown>;
  payments?: PaymentInput[];
  expected_version?: number;
}) => rpc<'save_expense', Paid>('save_expense', input);
export const payExpense = (input: { id: string; payments: PaymentInput[] }) =>
  rpc<'pay_expense', Paid & { payments: string[] }>('pay_expense', input);
export const voidExpensePayment = (input: { id: string; reason: string }) =>
  rpc<'void_expense_payment', Paid>('void_expense_payment', input);
export const deleteExpense = (input: { id: string; expected_version: number }) => rpc('delete_expense', input);

/* The journal: what the documents of a period mean in double-entry bookkeeping. */
import { rpc, rpcOf, type Args } from './calls.ts';

export const accounts = [
  'money',
  'receivables',
  'stock',
  'payables',
  'goods_received',
  'expenses_due',
  'output_tax',
  'input_tax',
  'opening',
  'sales',
  'returns',
  'cost',
  'damaged',
  'counted',
  'adjusted',
  'corrected',
  'drawers',
  'rounding',
  'expense',
  'drawer_cash',
] as const;
type AccountKind = (typeof accounts)[number];

/** An account; `key`: the payment method, tax rate or expense category. */
export interface Account {
  account: AccountKind;
  key: string | null;
}
/** `name`: of the key; `code`: what the accountant calls the account. */
export interface AccountRow extends Account {
  name: string | null;
  name_ar: string | null;
  code: string | null;
  debit: number;
  credit: number;
}
export interface JournalAccounts {
  /** Null where the period is open-ended. */
  from: string | null;
  to: string | null;
  /** Those that have lines, in order. */
  days: string[];
  debit: number;
  credit: number;
  /** All accounts, also those without lines. */
  rows: AccountRow[];
}

/** `amount`: positive for debit, negative for credit; those of a document on one day add up to zero. */
export interface JournalLine extends Account {
  id: number;
  day: string;
  document_type: 'sale' | 'purchase_order' | 'receipt' | 'purchase_return' | 'expense' | 'shift' | 'stock_entry' | 'count';
  /** Null, as the contact, where the user may not view the document. */
  document_id: string | null;
  document_number: string | null;
  /** Of a receipt. */
  purchase_order_id: string | null;
  branch_id: string;
  customer: string | null;
  customer_ar: string | null;
  supplier: string | null;
  supplier_ar: string | null;
  tax_rate: string | null;
  tax_rate_ar: string | null;
  tax_percentage: number | null;
  amount: number;
}
/** `rows`: the first of all lines, which the other figures cover. */
export interface JournalLines {
  count: number;
  debit: number;
  credit: number;
  rows: JournalLine[];
}

const reads = [
  'sales',
  'sale_payments',
  'purchase_orders',
  'purchase_payments',
  'purchase_returns',
  'receipts',
  'expenses',
  'expense_payments',
  'shifts',
  'stock_movements',
  'payment_methods',
  'tax_rates',
  'expense_categories',
] as const;
export const journalAccounts = (args: Args<'journal_accounts'>) =>
  rpcOf<'journal_accounts', JournalAccounts>('journal_accounts', args, reads);
export const linesOfAccount = (args: Args<'journal_lines'>) => rpcOf<'journal_lines', JournalLines>('journal_lines', args, reads);

/* More than a day of the largest business has. */
const MOST = 1_000_000;
/** All lines of one day, by document. */
export const linesOfDay = async (at_branch_ids: string[], day: string, signal?: AbortSignal) =>
  (await rpc<'journal_lines', JournalLines>('journal_lines', { at_branch_ids, period: `${day}..${day}`, row_limit: MOST }, signal)).rows;
export const saveAccountCodes = (codes: readonly (Account & { code: string })[]) => rpc('save_account_codes', { codes });

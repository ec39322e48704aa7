/* The answers of reports. */
import { rpc, rpcOf, type Args } from './calls.ts';
import { AppError } from './errors.ts';

type Figures = Record<string, number | string | null>;
export type ReportRow = Figures & { id: string; name: string | null; name_ar: string | null; kind?: string };

interface Comparison {
  now: number | null;
  before: number | null;
  change: number | null;
}

export type ReportColumnHead = Comparison & Pick<ReportRow, 'id' | 'name' | 'name_ar'>;

export interface ReportAnswer {
  /** The days of the period and of its comparison; absent where it is open-ended or for the current state. */
  from?: string | null;
  to?: string | null;
  before_from?: string | null;
  before_to?: string | null;
  on_day?: string;
  /** Sales before tax of pieces whose cost is unknown, and their number. */
  unknown_cost?: number;
  without_cost?: number;
  /** Lines sold at another tax rate than their product's. */
  changed_lines?: number;
  /** Orders and expenses with tax whose supplier has no tax number; null for users who may not view them. */
  lacking_orders?: number | null;
  lacking_expenses?: number | null;
  /** The tax due of each branch, if there are several. */
  branches?: { id: string; name: string; name_ar: string | null; tax_due: number }[] | null;
  /** The number of all rows; `rows` has the first of them. */
  count: number;
  figures: Partial<Record<string, Comparison>>;
  totals: Figures;
  rows: ReportRow[];
  /** Where a second heading was asked. */
  columns?: ReportColumnHead[];
  /** The number of all columns; `columns` has at most 60. */
  column_count?: number;
}

/** The figure of a row under the column at an index, of the period or of the other one; null where there is nothing. */
export const cellOf = (row: ReportRow, index: number, side: 'cells' | 'cells_before' = 'cells'): number | null =>
  (row as unknown as Partial<Record<typeof side, (number | null)[]>>)[side]?.[index] ?? null;

export type ReportName =
  | 'sales'
  | 'profit_and_loss'
  | 'stock'
  | 'movements'
  | 'low_stock'
  | 'payables'
  | 'receivables'
  | 'purchases'
  | 'expenses'
  | 'stock_age'
  | 'deliveries'
  | 'cash_flow'
  | 'methods'
  | 'cashiers'
  | 'tax';
export interface ReportQuestion {
  at_branch_ids: string[];
  period?: string;
  on_day?: string;
  group_by?: string;
  columns_by?: string;
  compare?: string;
  measure?: string;
  /** The chosen keys of headings; '' for rows without one. */
  filters?: Record<string, readonly string[]>;
}

/** The most rows of a file. */
const MOST = 50_000;
const reads = [
  'sales',
  'sale_payments',
  'purchase_orders',
  'purchase_payments',
  'expenses',
  'expense_payments',
  'shifts',
  'receipts',
  'stock_levels',
  'stock_movements',
  'stock_counts',
  'products',
  'variants',
  'transfers',
  'branches',
] as const;

// Each report has only some of these arguments; callers pass only those.
export const reportOf = (name: ReportName, question: ReportQuestion) =>
  rpcOf<'report_sales', ReportAnswer>(`report_${name}` as 'report_sales', question as Args<'report_sales'>, reads);

/** All rows of a report, for a file. Error: lines_over_limit {max}, so that no file is silently cut. */
export async function allOfReport(name: ReportName, question: ReportQuestion, signal?: AbortSignal): Promise<ReportRow[]> {
  const { rows, count } = await rpc<'report_sales', ReportAnswer>(
    `report_${name}` as 'report_sales',
    { ...question, row_limit: MOST } as Args<'report_sales'>,
    signal,
  );
  if (count > rows.length) throw new AppError('lines_over_limit', { values: { max: MOST } });
  return rows;
}

export type ReportOverview = Partial<
  Record<'sales' | 'profit' | 'stock' | 'movements' | 'low_stock' | 'payables' | 'receivables' | 'purchases' | 'expenses', number>
>;
export const reportOverview = (at_branch_ids: string[]) =>
  rpcOf<'report_overview', ReportOverview>('report_overview', { at_branch_ids }, reads);

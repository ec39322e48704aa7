/* The answers of reports. */
import { rpc, rpcOf, type Args } from './calls.ts';
import { AppError } from './errors.ts';

type Figures = Record<string, number | string | null>;
export type ReportRow = Figures & { id: string; name: string | null; name_ar: string | null; kind?: string };

export interface ReportAnswer {
  /** The days of the period and of its comparison; absent where it is open-ended or for the current state. */
  from?: string | null;
  to?: string | null;
  before_from?: string | null;
  before_to?: string | null;
  on_day?: string;
  /** Sales before tax whose costs are unknown. */
  unknown_cost?: number;
  /** The number of all rows; `rows` has the first of them. */
  count: number;
  figures: Partial<Record<string, { now: number | null; before: number | null; change: number | null }>>;
  totals: Figures;
  rows: ReportRow[];
}

export type ReportName =
  | 'sales'
  | 'profit_and_loss'
  | 'stock'
  | 'movements'
  | 'low_stock'
  | 'payables'
  | 'receivables'
  | 'purchases'
  | 'expenses';
export interface ReportQuestion {
  at_branch_ids: string[];
  period?: string;
  on_day?: string;
  group_by?: string;
}

/** The most rows of a file. */
const MOST = 50_000;
const reads = [
  'sales',
  'sale_payments',
  'purchase_orders',
  'purchase_payments',
  'expenses',
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

import { rpcOf } from '@/db/calls.ts';
import type { Person, VariantWords } from '@/db/documents.ts';
import type { ReportAnswer } from '@/db/reports.ts';
import type { MovementRow } from '@/db/stock.ts';
import type { Compared } from '@/parts/figures/figure-strip.tsx';

export interface AtBranch {
  branch_id: string;
  branch: string;
  branch_ar: string | null;
}
interface Quantity {
  quantity: number;
}
interface Comparison {
  now: number;
  before: number;
}

/** The parts of the dashboard, as delivered. */
export const PARTS = ['amounts', 'sales', 'goods', 'figures', 'on_hand', 'transfers', 'shifts', 'low_stock', 'movements'] as const;
export type Part = (typeof PARTS)[number];

/** One click away; others are chosen as in reports. */
export const PERIODS = ['today', 'last_7_days', 'this_month', 'this_year'] as const;
export type Period = (typeof PERIODS)[number];

/** Amounts of a period, compared with another one; those the role may not see are missing. */
export interface Money {
  from: string;
  to: string;
  /** Null without a comparison. */
  before_from: string | null;
  before_to: string | null;
  step: 'day' | 'month';
  /** Including tax, less returns. */
  sales?: Compared;
  returns?: Compared;
  margin?: Compared | null;
  expenses?: Compared;
  owed_to_us?: number;
  owed_by_us?: number;
  series?: (Comparison & { at: string })[];
  by_branch?: (Compared & AtBranch)[];
}

type OfProduct = Pick<VariantWords, 'product_id' | 'product' | 'product_ar'>;

/** A field is null if the role may not see it. */
export interface Overview {
  money: Money | null;
  shifts_open: number | null;
  shifts:
    | { id: string; number: string; opened_at: string; overdue: boolean; opened_by: Person; branch: string; branch_ar: string | null }[]
    | null;
  products: number | null;
  on_hand: number | null;
  on_hand_by_branch: (AtBranch & Quantity)[] | null;
  /** This and the next count are exact up to 10,000. */
  transfers_waiting: number | null;
  low_stock_count: number | null;
  counts_open: number | null;
  transfers:
    | {
        id: string;
        number: string;
        created_at: string;
        from_branch: string;
        from_branch_ar: string | null;
        to_branch: string;
        to_branch_ar: string | null;
        pieces: number;
      }[]
    | null;
  low_stock: (AtBranch & Quantity & OfProduct)[] | null;
  movements:
    | (Omit<AtBranch, 'branch_id'> &
        Quantity &
        OfProduct &
        Pick<VariantWords, 'color' | 'color_ar' | 'size' | 'size_ar'> & {
          id: number;
          at: string;
          kind: MovementRow['kind'];
          variant_id: string;
        })[]
    | null;
}

/** `period` and `compare` as in reports. */
export const overviewOf = (branchIds: string[], period: string, compare: string) =>
  rpcOf<'dashboard', Overview>('dashboard', { at_branch_ids: branchIds, period, compare }, [
    'products',
    'variants',
    'stock_levels',
    'stock_movements',
    'stock_counts',
    'transfers',
    'branches',
    'sales',
    'sale_payments',
    'expenses',
    'purchase_orders',
    'shifts',
  ]);

/** Sales by hour, or the six best sellers. */
export const salesBy = (group_by: 'hour' | 'product', at_branch_ids: string[], period: string, compare: string) =>
  rpcOf<'report_sales', ReportAnswer>(
    'report_sales',
    { at_branch_ids, period, compare, group_by, row_limit: group_by === 'hour' ? 24 : 6 },
    ['sales', 'products', 'branches'],
  );

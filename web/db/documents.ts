/* What the answers about documents of all kinds share. */
import type { Amount } from '@/lib/money.ts';
import type { Named } from './plain-rows.ts';
import type { Database } from './types.gen.ts';

/** A user, in the column that holds their id in the table. */
export type Person = Named;

/** A document's row with users' names in place of their ids. */
export type WithPeople<Row> = {
  [K in keyof Row]: K extends `${string}_by` ? (Row[K] extends string | null ? Person | null : Row[K]) : Row[K];
};

/** The names of a variant; absent where its product is not visible to the reader. */
export type VariantWords = Database['public']['Views']['variant_names']['Row'];

/** The names of a place; without a stock point it is the shop floor. */
export type PlaceWords = Pick<
  Database['public']['Views']['level_list']['Row'],
  'branch' | 'branch_ar' | 'stock_point_id' | 'stock_point' | 'stock_point_ar'
>;

/** Something that happened to a document; fields that do not apply are absent. */
export interface DocumentEvent {
  at: string;
  kind:
    | 'created'
    | 'recurred'
    | 'opened'
    | 'cashed_up'
    | 'changed'
    | 'approved'
    | 'reversed'
    | 'withdrawn'
    | 'posted'
    | 'closed'
    | 'reopened'
    | 'cancelled'
    | 'completed'
    | 'closed_short'
    | 'payment_corrected'
    | 'received'
    | 'returned'
    | 'undone'
    | 'paid'
    | 'credited'
    | 'refunded'
    | 'voided'
    | 'attached';
  actor?: Person;
  number?: string;
  pieces?: number;
  amount?: number;
  note?: string;
  /** How many lines one change touched, and the first of them. */
  lines?: number;
  line?: { before?: number; after?: number } & Partial<VariantWords>;
}

/** The tax of a rate, and the net amount of its lines. */
export interface DocumentTax {
  /** Null: lines without a tax rate. */
  tax_rate_id: string | null;
  tax_rate: string | null;
  tax_rate_ar: string | null;
  percentage: number | null;
  /** Included in the prices; otherwise added to them. */
  included?: boolean;
  net: Amount;
  tax: Amount;
}

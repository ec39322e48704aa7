/* What the answers about one document have in common, whatever its kind. */
import type { Named } from './plain-rows.ts';
import type { Database } from './types.gen.ts';

/** Who did something, under the name of the column that holds the id. */
export type Person = Named;

/** A document's row, its people named. */
export type WithPeople<Row> = {
  [K in keyof Row]: K extends `${string}_by` ? (Row[K] extends string | null ? Person | null : Row[K]) : Row[K];
};

/** The words for a variant; absent where its product is out of the reader's sight. */
export type VariantWords = Database['public']['Views']['variant_names']['Row'];

/** Likewise for a place; without a stock point it is the shop floor. */
export type PlaceWords = Pick<
  Database['public']['Views']['level_list']['Row'],
  'branch' | 'branch_ar' | 'stock_point_id' | 'stock_point' | 'stock_point_ar'
>;

/** Something that happened to a document; what does not apply is absent. */
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
    | 'received'
    | 'returned'
    | 'undone'
    | 'paid'
    | 'voided'
    | 'attached';
  actor?: Person;
  number?: string;
  pieces?: number;
  amount?: number;
  note?: string;
  /** How many lines were changed at once, and the first of them. */
  lines?: number;
  line?: { before?: number; after?: number } & Partial<VariantWords>;
}

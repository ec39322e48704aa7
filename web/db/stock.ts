/* Levels and movements, in words. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { documentOf, everyRow, rpc, rpcOf, type Answer, type RowOf } from './calls.ts';
import { rest } from './client.ts';
import type { DocumentEvent, Person, PlaceWords, VariantWords, WithPeople } from './documents.ts';
import { type AppError, asAppError } from './errors.ts';
import type { Table } from './query.ts';
import type { Database } from './types.gen.ts';

type Views = Database['public']['Views'];
export type LevelRow = Views['level_list']['Row'];
type MovementKind = 'opening' | 'purchase' | 'purchase_return' | 'sale' | 'sale_return' | 'transfer_out' | 'transfer_in' | 'adjustment' | 'count' | 'reversal';
type AdjustmentReason = 'correction' | 'count' | 'damaged' | 'loss' | 'promotion' | 'return_to_stock' | 'other';
export type MovementRow = Views['movement_list']['Row'] & { kind: MovementKind; reason: AdjustmentReason | null; actor: Person | null };

const MOVES: readonly Table[] = ['stock_levels', 'stock_movements', 'stock_entries', 'transfers'];

/** FLOOR stands for the shop floor, which has no stock point. */
export const FLOOR = 'none';
const NO_POINT = '00000000-0000-0000-0000-000000000000';

/** A variant at a place: what is there, and what is on its way. */
export type PlaceRow = RowOf<'level_page', 'low_stock_level'>;

export interface PlaceMatching {
  words: string;
  view: string;
  at_branch_ids: string[];
  place_ids: string[];
  category_ids: string[];
  brand_ids: string[];
}

export interface PlaceOrder {
  sort: string;
  descending: boolean;
}

/** Stock points as the database names them: FLOOR is the nil id there. */
export const placeIds = (points: readonly string[]): string[] => points.map((point) => (point === FLOOR ? NO_POINT : point));

export function levelPage(matching: PlaceMatching, order: PlaceOrder, page_offset: number, page_size: number) {
  return rpcOf<'level_page', PlaceRow[]>('level_page', { ...matching, ...order, page_offset, page_size }, [...MOVES, 'products', 'variants']);
}

export const levelCount = (matching: PlaceMatching) => rpcOf<'level_count', number>('level_count', matching, [...MOVES, 'products', 'variants']);

/** Every row that matches, in list order: for a file. */
export const allLevels = (matching: PlaceMatching, order: PlaceOrder) =>
  everyRow(1000, (page_offset, page_size) => rpc<'level_page', PlaceRow[]>('level_page', { ...matching, ...order, page_size, page_offset }), (row) => row.id);

export type IncomingRow = Answer<'incoming_to'>[number];

export const incomingTo = (row: Pick<PlaceRow, 'variant_id' | 'branch_id' | 'stock_point_id'>) =>
  rpcOf<'incoming_to', IncomingRow[]>('incoming_to', { variant_id: row.variant_id, branch_id: row.branch_id, stock_point_id: row.stock_point_id ?? undefined }, ['transfers']);

export interface LedgerScope {
  productId?: string;
  variantId?: string;
  branchIds: readonly string[];
  /** A stock point, FLOOR, or none for every place. */
  point?: string;
}

export interface Narrowable {
  eq: (column: 'product_id' | 'variant_id' | 'stock_point_id', value: string) => this;
  in: (column: 'branch_id', values: string[]) => this;
  is: (column: 'stock_point_id', value: null) => this;
}

function within<Query extends Narrowable>(query: Query, { productId, variantId, branchIds, point }: LedgerScope): Query {
  let asked = query;
  if (productId) asked = asked.eq('product_id', productId);
  if (variantId) asked = asked.eq('variant_id', variantId);
  if (branchIds.length) asked = asked.in('branch_id', [...branchIds]);
  if (point === FLOOR) asked = asked.is('stock_point_id', null);
  else if (point) asked = asked.eq('stock_point_id', point);
  return asked;
}

/** The API gives no more at once. */
const MOST_ROWS = 1000;

/** What is on hand in a scope, by variant and place. Not for "all products": the scope names a product or a variant. */
export const levelsIn = (scope: LedgerScope) =>
  queryOptions<LevelRow[], AppError>({
    queryKey: ['level_list', 'in', scope],
    queryFn: async ({ signal }) => {
      const all: LevelRow[] = [];
      for (;;) {
        const asked = within(rest.from('level_list').select('*').gt('quantity', 0), scope).order('branch').order('stock_point', { nullsFirst: true }).order('id');
        const { data, error, status } = await asked.range(all.length, all.length + MOST_ROWS - 1).abortSignal(signal);
        if (error) throw asAppError(error, status);
        all.push(...(data as unknown as LevelRow[]));
        if (data.length < MOST_ROWS) return all;
      }
    },
    placeholderData: keepPreviousData,
    meta: { reads: MOVES },
  });

const MOVEMENTS_PAGE = 50;

/** Newest first; each page goes on from the last id, so that new movements shift nothing. */
export const movementsIn = (scope: LedgerScope) =>
  infiniteQueryOptions({
    queryKey: ['movement_list', 'in', scope],
    queryFn: async ({ pageParam, signal }) => {
      let query = within(rest.from('movement_list').select('*'), scope).order('id', { ascending: false }).limit(MOVEMENTS_PAGE);
      if (pageParam !== null) query = query.lt('id', pageParam);
      const { data, error, status } = await query.abortSignal(signal);
      if (error) throw asAppError(error, status);
      return data as unknown as MovementRow[];
    },
    initialPageParam: null as number | null,
    getNextPageParam: (last: MovementRow[]) => (last.length === MOVEMENTS_PAGE ? (last.at(-1)?.id ?? null) : null),
    placeholderData: keepPreviousData,
    meta: { reads: MOVES },
  });

export interface StockEntry {
  id: string;
  kind: string;
  branch_id: string;
  stock_point_id: string | null;
  reason: string | null;
  note: string | null;
  lines: { variant_id: string; quantity: number }[];
}

export interface PostedEntry {
  id: string;
  number: string;
  pieces: number;
}

/** The same id sent again changes nothing more. */
export const postStockEntry = (entry: StockEntry) => rpc<'post_stock_entry', PostedEntry>('post_stock_entry', entry as never);

export interface EntryDetail {
  entry: WithPeople<Database['public']['Tables']['stock_entries']['Row']> & PlaceWords & { kind: 'opening' | 'adjustment'; reason: AdjustmentReason | null; lines: number; pieces: number };
  /** The first lines of entry.lines. */
  items: ({ id: number; variant_id: string; quantity: number } & Partial<VariantWords>)[];
  timeline: DocumentEvent[];
}

/** One stock entry whole; of its lines the first 500 where no other number is asked for. */
export const entryDetail = (id: string, most_lines?: number) =>
  documentOf<'stock_entry_detail', EntryDetail>('stock_entry_detail', { id, ...(most_lines === undefined ? {} : { most_lines }) }, ['stock_entries', 'products', 'variants']);

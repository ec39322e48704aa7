/* Levels and movements, in words. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { wordPatterns } from './search-words.ts';
import { rpc } from './calls.ts';
import { rest } from './client.ts';
import { type AppError, asAppError } from './errors.ts';
import type { Table } from './query.ts';
import type { Database } from './types.gen.ts';

type Views = Database['public']['Views'];
type Present<Row, Optional extends keyof Row> = { [K in Exclude<keyof Row, Optional>]: NonNullable<Row[K]> } & Pick<Row, Optional>;

/** A view's columns all look nullable; these are the ones that are. */
export type LevelRow = Present<
  Views['level_list']['Row'],
  'product_ar' | 'image_path' | 'color' | 'color_ar' | 'color_value' | 'size' | 'size_ar' | 'size_position' | 'branch_ar' | 'stock_point_id' | 'stock_point' | 'stock_point_ar' | 'low_stock_level'
>;
export type MovementRow = Present<
  Views['movement_list']['Row'],
  'product_ar' | 'color' | 'color_ar' | 'color_value' | 'size' | 'size_ar' | 'branch_ar' | 'stock_point_id' | 'stock_point' | 'stock_point_ar' | 'document_number' | 'reason' | 'note' | 'actor_id' | 'actor' | 'actor_ar'
>;

const MOVES: readonly Table[] = ['stock_levels', 'stock_movements', 'stock_entries', 'transfers'];

/** FLOOR stands for the shop floor, which has no stock point. */
export const FLOOR = 'none';

export interface LevelQuestion {
  words: string;
  branchIds: readonly string[];
  /** Stock points; FLOOR among them. */
  points: readonly string[];
  on_hand: 'some' | 'none' | null;
  sort: { by: string; descending: boolean };
  offset: number;
  limit: number;
}

interface Page<Row> {
  rows: Row[];
  count: number;
}

function levelRequest({ words, branchIds, points, on_hand, sort, offset, limit }: LevelQuestion) {
  let query = rest.from('level_list').select('*', { count: 'exact' });
  const patterns = wordPatterns(words);
  if (patterns.length) query = query.likeAllOf('search', patterns);
  if (branchIds.length) query = query.in('branch_id', [...branchIds]);
  const named = points.filter((point) => point !== FLOOR);
  const parts = [points.includes(FLOOR) && 'stock_point_id.is.null', named.length > 0 && `stock_point_id.in.(${named.join(',')})`].filter(Boolean);
  if (parts.length) query = query.or(parts.join(','));
  if (on_hand) query = on_hand === 'some' ? query.gt('quantity', 0) : query.eq('quantity', 0);
  query = query.order(sort.by as 'product', { ascending: !sort.descending, nullsFirst: false });
  if (sort.by === 'product') query = query.order('product_id').order('color').order('size_position').order('branch').order('stock_point', { nullsFirst: true });
  return query.order('id').range(offset, offset + limit - 1);
}

async function readLevels(question: LevelQuestion, signal?: AbortSignal): Promise<Page<LevelRow>> {
  const request = levelRequest(question);
  const { data, count, error, status } = await (signal ? request.abortSignal(signal) : request);
  // A page beyond the end is empty, not an error.
  if (error?.code === 'PGRST103') return { rows: [], count: 0 };
  if (error) throw asAppError(error, status);
  return { rows: data as unknown as LevelRow[], count: count ?? 0 };
}

export const levelPage = (question: LevelQuestion) =>
  queryOptions<Page<LevelRow>, AppError>({
    queryKey: ['level_list', 'list', question],
    queryFn: ({ signal }) => readLevels(question, signal),
    placeholderData: keepPreviousData,
    meta: { reads: MOVES },
  });

const PART = 1000;

export async function allLevels(question: LevelQuestion): Promise<LevelRow[]> {
  const all: LevelRow[] = [];
  for (;;) {
    const { rows, count } = await readLevels({ ...question, offset: all.length, limit: PART });
    all.push(...rows);
    if (rows.length === 0 || all.length >= count) return all;
  }
}

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

/** What is on hand in a scope, by variant and place. Not for "all products": the scope names a product or a variant. */
export const levelsIn = (scope: LedgerScope) =>
  queryOptions<LevelRow[], AppError>({
    queryKey: ['level_list', 'in', scope],
    queryFn: async ({ signal }) => {
      const { data, error, status } = await within(rest.from('level_list').select('*').gt('quantity', 0), scope).order('branch').order('stock_point', { nullsFirst: true }).order('id').limit(5000).abortSignal(signal);
      if (error) throw asAppError(error, status);
      return data as unknown as LevelRow[];
    },
    placeholderData: keepPreviousData,
    meta: { reads: MOVES },
  });

export const MOVEMENTS_PAGE = 50;

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

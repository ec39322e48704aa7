/* Levels and movements, in words. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { compareWords } from '@/lib/row-order.ts';
import { documentOf, everyRow, PART, pagesOf, rpc, rpcOf, whole, type Answer, type Args, type RowOf } from './calls.ts';
import type { DocumentEvent, Person, PlaceWords, VariantWords, WithPeople } from './documents.ts';
import type { AppError } from './errors.ts';
import { readList, type Filter, type Row, type Table } from './tables.ts';

export type LevelRow = Row<'level_list'>;
type MovementKind = 'opening' | 'purchase' | 'purchase_return' | 'sale' | 'sale_return' | 'transfer_out' | 'transfer_in' | 'adjustment' | 'count' | 'reversal';
type AdjustmentReason = 'correction' | 'count' | 'damaged' | 'loss' | 'promotion' | 'return_to_stock' | 'other';
export type MovementRow = Row<'movement_list'> & { kind: MovementKind; reason: AdjustmentReason | null; actor: Person | null };

const MOVES: readonly Table[] = ['stock_levels', 'stock_movements', 'stock_entries', 'transfers'];

/** FLOOR stands for the shop floor, which has no stock point. */
export const FLOOR = 'none';
const NO_POINT = '00000000-0000-0000-0000-000000000000';

/** A variant at a place: what is there, and what is on its way. */
export type PlaceRow = RowOf<'level_page', 'low_stock_level'>;

/** Stock points as the database names them: FLOOR is the nil id there. */
export const placeIds = (points: readonly string[]): string[] => points.map((point) => (point === FLOOR ? NO_POINT : point));

const levels: readonly Table[] = [...MOVES, 'products', 'variants'];
export const { page: levelPage, all: allLevels } = pagesOf<'level_page', PlaceRow>('level_page', levels);
export const levelCount = (matching: Args<'level_count'>) => rpcOf('level_count', matching, levels);

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

const within = ({ productId, variantId, branchIds, point }: LedgerScope): Filter[] => [
  ...(productId ? [['product_id', 'eq', productId] as const] : []),
  ...(variantId ? [['variant_id', 'eq', variantId] as const] : []),
  ...(branchIds.length ? [['branch_id', 'in', branchIds] as const] : []),
  ...(point ? [point === FLOOR ? (['stock_point_id', 'is', null] as const) : (['stock_point_id', 'eq', point] as const)] : []),
];

/** What is on hand in a scope, by variant and place. Not for "all products": the scope names a product or a variant. */
export const levelsIn = (scope: LedgerScope) =>
  queryOptions<LevelRow[], AppError>({
    queryKey: ['level_list', 'in', scope],
    queryFn: async ({ signal }) => {
      const levels = await whole(everyRow<LevelRow>(async (last) =>
        (await readList('level_list', { where: [['quantity', 'gt', 0], ...within(scope), ...(last ? [['id', 'gt', last.id] as const] : [])], sort: [['id']], limit: PART }, signal)).rows));
      return levels.sort((a, b) => compareWords(a.branch, b.branch) || compareWords(a.stock_point ?? '', b.stock_point ?? ''));
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
      const where = [...within(scope), ...(pageParam === null ? [] : [['id', 'lt', pageParam] as const])];
      return (await readList<'movement_list', MovementRow>('movement_list', { where, sort: [['id', true]], limit: MOVEMENTS_PAGE }, signal)).rows;
    },
    initialPageParam: null as number | null,
    getNextPageParam: (last: MovementRow[]) => (last.length === MOVEMENTS_PAGE ? (last.at(-1)?.id ?? null) : null),
    placeholderData: keepPreviousData,
    meta: { reads: MOVES },
  });

export interface PostedEntry {
  id: string;
  number: string;
  pieces: number;
}

/** The same id sent again changes nothing more. */
export const postStockEntry = (entry: Args<'post_stock_entry'>) => rpc<'post_stock_entry', PostedEntry>('post_stock_entry', entry);

export interface EntryDetail {
  entry: WithPeople<Row<'stock_entries'>> & PlaceWords & { kind: 'opening' | 'adjustment'; reason: AdjustmentReason | null; lines: number; pieces: number };
  /** The first lines of entry.lines. */
  items: ({ id: number; variant_id: string; quantity: number } & Partial<VariantWords>)[];
  timeline: DocumentEvent[];
}

/** One stock entry whole; of its lines the first 500 where no other number is asked for. */
export const entryDetail = (id: string, most_lines?: number) =>
  documentOf<'stock_entry_detail', EntryDetail>('stock_entry_detail', { id, ...(most_lines === undefined ? {} : { most_lines }) }, ['stock_entries', 'products', 'variants']);

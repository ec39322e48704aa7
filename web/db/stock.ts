/* Stock levels and movements, with names. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { addDays } from '@/lib/dates.ts';
import { byNames } from '@/lib/row-order.ts';
import { settings } from '@/lib/settings.ts';
import { documentOf, everyRow, PART, pagesOf, rpc, rpcOf, collectAll, type Answer, type Args, type RowOf } from './calls.ts';
import type { DocumentEvent, Person, PlaceWords, VariantWords, WithPeople } from './documents.ts';
import type { AppError } from './errors.ts';
import { goodsTypes } from './sales.ts';
import { readList, type Filter, type Row, type Table } from './tables.ts';

export type LevelRow = Row<'level_list'>;
export const movementKinds = [
  'opening',
  'purchase',
  'purchase_return',
  'sale',
  'sale_return',
  'transfer_out',
  'transfer_in',
  'adjustment',
  'count',
  'reversal',
] as const;
type AdjustmentReason = 'correction' | 'count' | 'damaged' | 'loss' | 'promotion' | 'return_to_stock' | 'other';
export type MovementRow = Row<'movement_list'> & {
  kind: (typeof movementKinds)[number];
  reason: AdjustmentReason | null;
  actor: Person | null;
};

const MOVES: readonly Table[] = ['stock_levels', 'stock_movements', 'stock_entries', 'transfers'];

/** Stands for the shop floor, which has no stock point. */
export const FLOOR = 'none';
const NO_POINT = '00000000-0000-0000-0000-000000000000';

/** A variant at a place, with what is on hand and on its way. */
export type PlaceRow = RowOf<'level_page', 'low_stock_level'>;

/** Ids of stock points for the database, where FLOOR is the nil id. */
export const placeIds = (points: readonly string[]): string[] => points.map((point) => (point === FLOOR ? NO_POINT : point));

const levels: readonly Table[] = [...MOVES, 'products', 'variants'];
export const { page: levelPage, all: allLevels } = pagesOf<'level_page', PlaceRow>('level_page', levels);
export const levelCount = (matching: Args<'level_count'>) => rpcOf('level_count', matching, levels);
export const levelSummary = (at_branch_ids: string[]) =>
  rpcOf<'level_summary', Record<'count' | 'low' | 'incoming', number>>('level_summary', { at_branch_ids }, levels);

export type IncomingRow = Answer<'incoming_to'>[number];

export const incomingTo = (row: Pick<PlaceRow, 'variant_id' | 'branch_id' | 'stock_point_id'>) =>
  rpcOf<'incoming_to', IncomingRow[]>(
    'incoming_to',
    { variant_id: row.variant_id, branch_id: row.branch_id, stock_point_id: row.stock_point_id ?? undefined },
    ['transfers'],
  );

export interface LedgerScope {
  productIds?: readonly string[];
  variantId?: string;
  branchIds: readonly string[];
  /** A stock point or FLOOR; undefined for every place. */
  point?: string;
}

/** The filter of movements within a scope. */
export interface MovementScope extends LedgerScope {
  kinds?: readonly string[];
  actorIds?: readonly string[];
  /** Days of the branch; `before` is excluded. */
  days?: { from: string | null; before: string | null };
  /** Keys from documentKey. */
  documents?: readonly string[];
}

const scopeFilter = ({ productIds = [], variantId, branchIds, point }: LedgerScope): Filter[] => [
  ...(productIds.length ? [['product_id', 'in', productIds] as const] : []),
  ...(variantId ? [['variant_id', 'eq', variantId] as const] : []),
  ...(branchIds.length ? [['branch_id', 'in', branchIds] as const] : []),
  ...(point ? [point === FLOOR ? (['stock_point_id', 'is', null] as const) : (['stock_point_id', 'eq', point] as const)] : []),
];

/** Stock on hand in a scope, by variant and place. The scope must name a product or variant. */
export const levelsIn = (scope: LedgerScope) =>
  queryOptions<LevelRow[], AppError>({
    queryKey: ['level_list', 'in', scope, settings().language],
    queryFn: async ({ signal }) => {
      const levels = await collectAll(
        everyRow<LevelRow>(
          async (last) =>
            (
              await readList(
                'level_list',
                {
                  where: [['quantity', 'gt', 0], ...scopeFilter(scope), ...(last ? [['id', 'gt', last.id] as const] : [])],
                  sort: [['id']],
                  limit: PART,
                },
                signal,
              )
            ).rows,
        ),
      );
      return levels.sort(byNames('branch', 'stock_point'));
    },
    placeholderData: keepPreviousData,
    meta: { reads: MOVES },
  });

/** Documents that move goods, and their tables. */
const documentTables = {
  stock_entry: 'stock_entries',
  transfer: 'transfers',
  count: 'stock_counts',
  receipt: 'receipts',
  sale: 'sales',
} as const;
type DocumentKind = keyof typeof documentTables;
export const documentKinds = Object.keys(documentTables) as DocumentKind[];
export const documentKey = ({ document_type, document_id }: Pick<MovementRow, 'document_type' | 'document_id'>) =>
  `${document_type}:${document_id}`;
const documentsIn = (keys: readonly string[]): Filter[] => {
  const named = keys.map((key) => key.split(':'));
  return [
    ['document_type', 'in', named.map(([type]) => type)],
    ['document_id', 'in', named.map(([, id]) => id)],
  ];
};

const filtersOf = ({ kinds = [], actorIds = [], days, documents = [], ...scope }: MovementScope): Filter[] => [
  ...scopeFilter(scope),
  ...(kinds.length ? [['kind', 'in', kinds] as const] : []),
  ...(actorIds.length ? [['actor_id', 'in', actorIds] as const] : []),
  ...(documents.length ? documentsIn(documents) : []),
  // `at` is indexed: a business day begins at most 14 hours before midnight UTC, and ends at most 35 hours after the next one.
  ...(days?.from ? [['business_day', 'gte', days.from] as const, ['at', 'gte', `${addDays(days.from, -1)}T00:00:00Z`] as const] : []),
  ...(days?.before ? [['business_day', 'lt', days.before] as const, ['at', 'lt', `${addDays(days.before, 2)}T00:00:00Z`] as const] : []),
];

const movementRows = (scope: MovementScope, last: number | null | undefined, limit: number, signal?: AbortSignal) =>
  readList<'movement_list', MovementRow>(
    'movement_list',
    { where: [...filtersOf(scope), ...(last ? [['id', 'lt', last] as const] : [])], sort: [['id', true]], limit },
    signal,
  );

export const allMovements = (scope: MovementScope, signal?: AbortSignal) =>
  everyRow<MovementRow>(async (last) => (await movementRows(scope, last?.id, PART, signal)).rows);

/** Documents of a kind by a part of their number. Row policies make such a search of all sales too slow, so theirs is an RPC. */
const findByNumber = (kind: DocumentKind, words: string): Promise<{ id: string; number: string }[]> =>
  kind === 'sale'
    ? rpc('sale_page', { words, types: [...goodsTypes], page_size: 8 })
    : readList(documentTables[kind], {
        select: ['id', 'number'],
        where: [['number', 'ilike', `%${words.trim().toUpperCase()}%`]],
        sort: [['created_at', true]],
        limit: 8,
      }).then(({ rows }) => rows);

const readByKeys = async (kind: DocumentKind, keys: readonly string[]) => {
  const ids = keys.flatMap((key) => (key.startsWith(`${kind}:`) ? [key.slice(kind.length + 1)] : []));
  return ids.length === 0
    ? []
    : (await readList(documentTables[kind], { select: ['id', 'number'], where: [['id', 'in', ids]], limit: ids.length })).rows;
};

/** Documents of these kinds that moved goods, by a part of their number or by their keys. */
export async function movedDocuments(
  kinds: readonly DocumentKind[],
  by: { words: string } | { keys: readonly string[] },
): Promise<{ value: string; label: string }[]> {
  const found = await Promise.all(
    kinds.map(async (kind) => {
      const documents = await ('keys' in by ? readByKeys(kind, by.keys) : findByNumber(kind, by.words));
      return documents.map(({ id, number }) => ({ value: documentKey({ document_type: kind, document_id: id }), label: number }));
    }),
  );
  return found.flat();
}

/** The stock entries that an import posted, as documentKeys: rows of one transaction share `created_at`. */
export const entriesOfImport = (id: string) =>
  queryOptions<string[], AppError>({
    queryKey: ['stock_entries', 'of-import', id],
    queryFn: async ({ signal }) => {
      const [importRow] = (await readList('imports', { select: ['created_at', 'created_by'], where: [['id', 'eq', id]] }, signal)).rows;
      if (!importRow) return [];
      const { rows } = await readList(
        'stock_entries',
        {
          select: ['id'],
          where: [
            ['created_at', 'eq', importRow.created_at],
            ['created_by', 'eq', importRow.created_by],
          ],
        },
        signal,
      );
      return rows.map((entry) => documentKey({ document_type: 'stock_entry', document_id: entry.id }));
    },
  });

const MOVEMENTS_PAGE = 50;

/** Newest first; each page continues after the last id, so that new movements shift nothing. */
export const movementsIn = (scope: MovementScope) =>
  infiniteQueryOptions({
    queryKey: ['movement_list', 'in', scope],
    queryFn: async ({ pageParam, signal }) => (await movementRows(scope, pageParam, MOVEMENTS_PAGE, signal)).rows,
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

/** Safe to repeat: the same id posts only once. */
export const postStockEntry = (entry: Args<'post_stock_entry'>) => rpc<'post_stock_entry', PostedEntry>('post_stock_entry', entry);

export interface EntryDetail {
  entry: WithPeople<Row<'stock_entries'>> &
    PlaceWords & {
      kind: 'opening' | 'adjustment';
      reason: AdjustmentReason | null;
      lines: number;
      pieces: number;
      /** The value of its lines with a cost; null where none has one, and without permission to view costs. */
      worth: number | null;
    };
  /** The first of `entry.lines`. */
  items: ({ id: number; variant_id: string; quantity: number; unit_cost: number | null } & Partial<VariantWords>)[];
  timeline: DocumentEvent[];
}

/** The most lines of an entry. */
export const MAX_LINES = 5000;

/** With all lines. */
export const wholeEntry = (id: string, signal?: AbortSignal) =>
  rpc<'stock_entry_detail', EntryDetail>('stock_entry_detail', { id, most_lines: MAX_LINES }, signal);

/** A stock entry with its first 500 lines, unless another number is given. */
export const entryDetail = (id: string, most_lines?: number) =>
  documentOf<'stock_entry_detail', EntryDetail>('stock_entry_detail', { id, ...(most_lines === undefined ? {} : { most_lines }) }, [
    'stock_entries',
    'products',
    'variants',
  ]);

/* Levels and movements, in words. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { addDays } from '@/lib/dates.ts';
import { compareWords } from '@/lib/row-order.ts';
import { documentOf, everyRow, PART, pagesOf, rpc, rpcOf, whole, type Answer, type Args, type RowOf } from './calls.ts';
import type { DocumentEvent, Person, PlaceWords, VariantWords, WithPeople } from './documents.ts';
import type { AppError } from './errors.ts';
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
  /** A stock point, FLOOR, or none for every place. */
  point?: string;
}

/** What of the movements in a scope is asked for. */
export interface MovementScope extends LedgerScope {
  kinds?: readonly string[];
  actorIds?: readonly string[];
  /** Of the branch: from the first to before this one. */
  days?: { from: string | null; before: string | null };
  /** As documentKey writes them. */
  documents?: readonly string[];
}

const within = ({ productIds = [], variantId, branchIds, point }: LedgerScope): Filter[] => [
  ...(productIds.length ? [['product_id', 'in', productIds] as const] : []),
  ...(variantId ? [['variant_id', 'eq', variantId] as const] : []),
  ...(branchIds.length ? [['branch_id', 'in', branchIds] as const] : []),
  ...(point ? [point === FLOOR ? (['stock_point_id', 'is', null] as const) : (['stock_point_id', 'eq', point] as const)] : []),
];

/** What is on hand in a scope, by variant and place. Not for "all products": the scope names a product or a variant. */
export const levelsIn = (scope: LedgerScope) =>
  queryOptions<LevelRow[], AppError>({
    queryKey: ['level_list', 'in', scope],
    queryFn: async ({ signal }) => {
      const levels = await whole(
        everyRow<LevelRow>(
          async (last) =>
            (
              await readList(
                'level_list',
                {
                  where: [['quantity', 'gt', 0], ...within(scope), ...(last ? [['id', 'gt', last.id] as const] : [])],
                  sort: [['id']],
                  limit: PART,
                },
                signal,
              )
            ).rows,
        ),
      );
      return levels.sort((a, b) => compareWords(a.branch, b.branch) || compareWords(a.stock_point ?? '', b.stock_point ?? ''));
    },
    placeholderData: keepPreviousData,
    meta: { reads: MOVES },
  });

/** The documents that move goods, and their tables. */
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

const asked = ({ kinds = [], actorIds = [], days, documents = [], ...scope }: MovementScope): Filter[] => [
  ...within(scope),
  ...(kinds.length ? [['kind', 'in', kinds] as const] : []),
  ...(actorIds.length ? [['actor_id', 'in', actorIds] as const] : []),
  ...(documents.length ? documentsIn(documents) : []),
  // The index knows moments: a day begins at most 14 hours before it does in Greenwich, and has ended 35 after it has there.
  ...(days?.from ? [['business_day', 'gte', days.from] as const, ['at', 'gte', `${addDays(days.from, -1)}T00:00:00Z`] as const] : []),
  ...(days?.before ? [['business_day', 'lt', days.before] as const, ['at', 'lt', `${addDays(days.before, 2)}T00:00:00Z`] as const] : []),
];

const movementRows = (scope: MovementScope, last: number | null | undefined, limit: number, signal?: AbortSignal) =>
  readList<'movement_list', MovementRow>(
    'movement_list',
    { where: [...asked(scope), ...(last ? [['id', 'lt', last] as const] : [])], sort: [['id', true]], limit },
    signal,
  );

export const allMovements = (scope: MovementScope, signal?: AbortSignal) =>
  everyRow<MovementRow>(async (last) => (await movementRows(scope, last?.id, PART, signal)).rows);

/** The documents of a kind that have these letters in their number. Sales are too many to be looked through under their policies. */
const numbered = (kind: DocumentKind, words: string): Promise<{ id: string; number: string }[]> =>
  kind === 'sale'
    ? rpc('sale_page', { words, page_size: 8 })
    : readList(documentTables[kind], {
        select: ['id', 'number'],
        where: [['number', 'ilike', `%${words.trim().toUpperCase()}%`]],
        sort: [['created_at', true]],
        limit: 8,
      }).then(({ rows }) => rows);

const keyed = async (kind: DocumentKind, keys: readonly string[]) => {
  const ids = keys.flatMap((key) => (key.startsWith(`${kind}:`) ? [key.slice(kind.length + 1)] : []));
  return ids.length === 0
    ? []
    : (await readList(documentTables[kind], { select: ['id', 'number'], where: [['id', 'in', ids]], limit: ids.length })).rows;
};

/** The documents of these kinds that moved goods and have these letters in their number; or those of these keys. */
export async function movedDocuments(
  kinds: readonly DocumentKind[],
  which: { words: string } | { keys: readonly string[] },
): Promise<{ value: string; label: string }[]> {
  const found = await Promise.all(
    kinds.map(async (kind) => {
      const documents = await ('keys' in which ? keyed(kind, which.keys) : numbered(kind, which.words));
      return documents.map(({ id, number }) => ({ value: documentKey({ document_type: kind, document_id: id }), label: number }));
    }),
  );
  return found.flat();
}

/** The entries that an import posted, as documents of movements: what one transaction made has one moment. */
export const entriesOfImport = (id: string) =>
  queryOptions<string[], AppError>({
    queryKey: ['stock_entries', 'of-import', id],
    queryFn: async ({ signal }) => {
      const [made] = (await readList('imports', { select: ['created_at', 'created_by'], where: [['id', 'eq', id]] }, signal)).rows;
      if (!made) return [];
      const { rows } = await readList(
        'stock_entries',
        {
          select: ['id'],
          where: [
            ['created_at', 'eq', made.created_at],
            ['created_by', 'eq', made.created_by],
          ],
        },
        signal,
      );
      return rows.map((entry) => documentKey({ document_type: 'stock_entry', document_id: entry.id }));
    },
  });

const MOVEMENTS_PAGE = 50;

/** Newest first; each page goes on from the last id, so that new movements shift nothing. */
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

/** The same id sent again changes nothing more. */
export const postStockEntry = (entry: Args<'post_stock_entry'>) => rpc<'post_stock_entry', PostedEntry>('post_stock_entry', entry);

export interface EntryDetail {
  entry: WithPeople<Row<'stock_entries'>> &
    PlaceWords & {
      kind: 'opening' | 'adjustment';
      reason: AdjustmentReason | null;
      lines: number;
      pieces: number;
      /** What its lines with a cost come to; null where none has one, and for who may not view costs. */
      worth: number | null;
    };
  /** The first lines of entry.lines. */
  items: ({ id: number; variant_id: string; quantity: number; unit_cost: number | null } & Partial<VariantWords>)[];
  timeline: DocumentEvent[];
}

/** No entry has more lines. */
export const MOST_LINES = 5000;

/** With every line. */
export const wholeEntry = (id: string, signal?: AbortSignal) =>
  rpc<'stock_entry_detail', EntryDetail>('stock_entry_detail', { id, most_lines: MOST_LINES }, signal);

/** One stock entry whole; of its lines the first 500 where no other number is asked for. */
export const entryDetail = (id: string, most_lines?: number) =>
  documentOf<'stock_entry_detail', EntryDetail>('stock_entry_detail', { id, ...(most_lines === undefined ? {} : { most_lines }) }, [
    'stock_entries',
    'products',
    'variants',
  ]);

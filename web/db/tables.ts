import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { settings } from '@/lib/settings.ts';
import { rest } from './client.ts';
import { AppError, asAppError } from './errors.ts';
import type { Table } from './query.ts';
import { wordPatterns } from './search-words.ts';
import type { Database } from './types.gen.ts';

export type { Table };
type Views = Database['public']['Views'];
/** Tables and views that are read row by row. */
type List = Table | keyof Views;
export type Row<T extends List> = T extends Table
  ? Database['public']['Tables'][T]['Row']
  : T extends keyof Views
    ? Views[T]['Row']
    : never;
export type Insert<T extends Table> = Database['public']['Tables'][T]['Insert'];
export type Update<T extends Table> = Database['public']['Tables'][T]['Update'];

type Operator = 'eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte' | 'is' | 'in' | 'ilike';
export type Filter = readonly [column: string, operator: Operator, value: unknown];

type Column<T extends List> = T extends List ? string & keyof Row<T> : never;
/** The selected columns, or a more exact type from the caller. */
type Answered<T extends List, C, R> = unknown extends R ? { [K in C & keyof Row<T>]: Row<T>[K] } : R;

export interface ListQuery {
  /** Every word must be in the row's search text. */
  search?: string;
  where?: readonly Filter[];
  /** Nulls come last unless `emptyFirst`. */
  sort?: readonly (readonly [column: string, descending?: boolean, emptyFirst?: boolean])[];
  offset?: number;
  limit?: number;
  count?: boolean;
}

export interface ListParams<C extends string> extends ListQuery {
  select?: readonly C[];
}

export interface Page<R> {
  rows: R[];
  /** Only where `count` was requested. */
  count: number | null;
}

interface AnsweredPage {
  data: unknown;
  count: number | null;
  error: { code: string; message: string; details: string } | null;
  status: number;
}

/** A page beyond the end is empty, not an error; the error's details hold the number of rows. */
export function pageOfRows<R>({ data, count, error, status }: AnsweredPage): Page<R> {
  if (error?.code === 'PGRST103') return { rows: [], count: Number(/only (\d+) rows/.exec(error.details)?.[1] ?? 0) };
  if (error) throw asAppError(error, status);
  return { rows: data as R[], count };
}

// The builder's types depend on a literal table: 'brands' stands for all, and the caller's row type is trusted.
const from = (table: List) => rest.from(table as 'brands');

export async function readList<T extends List, R = unknown, C extends Column<T> = Column<T>>(
  table: T,
  params: ListParams<C>,
  signal?: AbortSignal,
): Promise<Page<Answered<T, C, R>>> {
  let query = from(table).select(params.select?.join() ?? '*', params.count ? { count: 'exact' } : undefined);
  const patterns = wordPatterns(table, params.search ?? '');
  if (patterns.length) query = query.likeAllOf('search', patterns);
  for (const [column, operator, value] of params.where ?? []) {
    query = operator === 'in' ? query.in(column as 'name', value as string[]) : query.filter(column, operator, value);
  }
  const sort = params.sort ?? [];
  for (const [column, descending, nullsFirst = false] of sort)
    query = query.order(column as 'name', { ascending: !descending, nullsFirst });
  // The id is the last criterion, so that the order is stable between pages.
  if (sort[0] && !sort.some(([column]) => column === 'id')) query = query.order('id', { ascending: !sort[0][1] });
  if (params.limit !== undefined) query = query.range(params.offset ?? 0, (params.offset ?? 0) + params.limit - 1);
  if (signal) query = query.abortSignal(signal);
  return pageOfRows<Answered<T, C, R>>(await query);
}

/** In Arabic, records are sorted by the names that Arabic readers see; label templates have only one name. */
export function sortedForReader<Q extends ListQuery>(table: List, query: Q): Q {
  if (settings().language !== 'ar' || table === 'label_templates') return query;
  return { ...query, sort: query.sort?.map(([column, ...order]) => [column === 'name' ? 'shown_in_arabic' : column, ...order]) };
}

/** `reads`: the tables behind a view. */
export function listOf<T extends List, R = unknown, C extends Column<T> = Column<T>>(
  table: T,
  asked: ListParams<C> = {},
  reads: readonly Table[] = [],
) {
  const params = sortedForReader(table, asked);
  return queryOptions<Page<Answered<T, C, R>>, AppError>({
    queryKey: [table, 'list', params],
    queryFn: ({ signal }) => readList<T, R, C>(table, params, signal),
    // Keeps the old rows visible while new ones load.
    placeholderData: keepPreviousData,
    meta: { reads },
  });
}

export async function readOne<T extends Table, R = Row<T>>(table: T, id: string, signal?: AbortSignal): Promise<R | null> {
  let query = from(table).select().eq('id', id);
  if (signal) query = query.abortSignal(signal);
  const { data, error, status } = await query.maybeSingle();
  // A malformed id in a URL is treated as a record that does not exist.
  if (error?.code === '22P02') return null;
  if (error) throw asAppError(error, status);
  return data as unknown as R | null;
}

export function oneOf<T extends Table, R = Row<T>>(table: T, id: string) {
  return queryOptions<R | null, AppError>({ queryKey: [table, 'one', id], queryFn: ({ signal }) => readOne<T, R>(table, id, signal) });
}

const textOf = (value: unknown): string => (typeof value === 'object' && value ? JSON.stringify(value) : String(value ?? ''));

/** `again`: the insert was sent before under this id and its answer was lost, so edits since then become an update of that row. A row
    by somebody else, such as another tab, or one changed since, is a conflict. */
export async function insertRow<T extends Table>(table: T, values: Insert<T>, again = false): Promise<Row<T>> {
  const { data, error, status } = await from(table)
    .insert(values as never)
    .select()
    .single();
  if (!error) return data as unknown as Row<T>;
  const refusal = asAppError(error, status);
  const { id, ...rest } = values as Record<string, unknown> & { id?: string };
  if (refusal.keys[0] !== `${table}_pkey` || !id) throw refusal;
  const existing = await readOne<T, Row<T> & Record<string, unknown>>(table, id);
  if (!existing) throw refusal;
  if (Object.entries(rest).every(([name, value]) => textOf(existing[name]) === textOf(value))) return existing;
  if (!again) throw new AppError('conflict', { status: 409 });
  return updateRow(table, id, 1, rest as Update<T>);
}

/** No row means that somebody else saved, or that the row is gone or may not be changed. */
export async function updateRow<T extends Table>(table: T, id: string, version: number, changes: Update<T>): Promise<Row<T>> {
  const { data, error, status } = await from(table)
    .update(changes as never)
    .eq('id', id)
    .eq('version', version)
    .select();
  if (error) throw asAppError(error, status);
  const [row] = data as unknown as Row<T>[];
  if (row) return row;
  const current = await readOne<T, { version: number }>(table, id);
  if (!current) throw new AppError('not_found', { status: 404 });
  const hasChanged = current.version !== version;
  throw new AppError(hasChanged ? 'conflict' : 'not_allowed', { status: hasChanged ? 409 : 403 });
}

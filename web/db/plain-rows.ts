/* Rows of any plain table (id, version, name, active, search): what the resource engine needs beyond one row and one page. */
import { everyRow, PART, rpc } from './calls.ts';
import { rest } from './client.ts';
import { AppError, asAppError } from './errors.ts';
import { anywhere, wordPatterns } from './search-words.ts';
import { readList, sortedForReader, type Filter, type ListQuery, type Table } from './tables.ts';

export interface Named {
  id: string;
  name: string;
  name_ar: string | null;
}

export interface PlainRow extends Named {
  [column: string]: unknown;
  version: number;
  active: boolean;
  updated_at: string;
  updated_by: string | null;
}

interface ListFilter {
  search: string;
  filters: Readonly<Record<string, readonly string[]>>;
}

interface Sort {
  by: string;
  descending: boolean;
}

const filtersOf = ({ filters }: Pick<ListFilter, 'filters'>): Filter[] =>
  Object.entries(filters).map(([column, values]) => [column, 'in', values]);

/** A page of a list, as its URL requests it. */
export interface PageRequest extends ListFilter {
  sort: Sort;
  page: number;
  size: number;
}

/** `named`: the one column searched in tables without a search text. */
export function pageParams({ sort, page, size, search, ...matching }: PageRequest, named?: string): ListQuery {
  const where: Filter[] = [...filtersOf(matching), ...(named && search ? [[named, 'ilike', anywhere(search)] as const] : [])];
  return { search: named ? '' : search, where, sort: [[sort.by, sort.descending]], offset: (page - 1) * size, limit: size, count: true };
}

/** Ticked rows, or all that match except a few. */
export type RowTarget = { ids: readonly string[] } | { matching: ListFilter; except: readonly string[] };

/* The most ids in a URL that every proxy accepts. */
const IDS = 200;

const chunksOf = (ids: readonly string[]) =>
  Array.from({ length: Math.ceil(ids.length / IDS) }, (_, index) => ids.slice(index * IDS, (index + 1) * IDS));

/* Each chunk is a separate transaction: if one fails after others were done, the error `partly_done` says how many. */
async function eachChunk<Row>(target: RowTarget, send: (chunk: RowTarget) => Promise<Row[]>): Promise<Row[]> {
  if (!('ids' in target)) return send(target);
  const results: Row[] = [];
  for (const ids of chunksOf(target.ids)) {
    const rows = await send({ ids }).catch((error: unknown) => {
      if (results.length === 0) throw error;
      throw new AppError('partly_done', { values: { done: results.length, total: target.ids.length }, cause: error });
    });
    results.push(...rows);
  }
  return results;
}

/** All these rows, in parts. */
export async function* allRows(table: Table, target: RowTarget, signal?: AbortSignal): AsyncGenerator<readonly PlainRow[]> {
  const read = async (query: ListQuery) => (await readList<Table, PlainRow>(table, query, signal)).rows;
  if ('ids' in target) {
    for (const ids of chunksOf(target.ids)) yield await read({ where: [['id', 'in', ids]] });
    return;
  }
  const { matching, except } = target;
  const excluded = new Set(except);
  const continueAfter = (last?: PlainRow): Filter[] => [...filtersOf(matching), ...(last ? [['id', 'gt', last.id] as const] : [])];
  const parts = everyRow<PlainRow>((last) => read({ search: matching.search, where: continueAfter(last), sort: [['id']], limit: PART }));
  for await (const part of parts) yield part.filter((row) => !excluded.has(row.id));
}

/* 'brands' stands for all plain tables: they share these columns, and the resource definitions check all other names. */
const tableQuery = (table: Table) => rest.from(table as 'brands');

interface Narrowing {
  in: (column: 'id', values: readonly string[]) => this;
  likeAllOf: (column: 'search', patterns: readonly string[]) => this;
  not: (column: 'id', operator: 'in', value: string) => this;
}

/* Applies the list's search and filters, so that "all that match" means the rows shown to the user. */
function applyTarget<Query extends Narrowing>(table: Table, query: Query, target: RowTarget): Query {
  if ('ids' in target) return query.in('id', target.ids);
  const patterns = wordPatterns(table, target.matching.search);
  let filtered = patterns.length ? query.likeAllOf('search', patterns) : query;
  for (const [column, values] of Object.entries(target.matching.filters)) filtered = filtered.in(column as 'id', values);
  // The API refuses requests without a filter, so "all" is written as "not the nil id".
  return filtered.not('id', 'in', `(${target.except.length ? target.except.join(',') : '00000000-0000-0000-0000-000000000000'})`);
}

/** Answers the ids that were changed, which Undo needs. */
export async function setActive(table: Table, target: RowTarget, active: boolean): Promise<string[]> {
  const { active: activeFilter, ...filters } = 'ids' in target ? {} : target.matching.filters;
  // The list shows only rows that already have this value.
  if (activeFilter && !activeFilter.includes(String(!active))) return [];
  return eachChunk('ids' in target ? target : { ...target, matching: { ...target.matching, filters } }, async (part) => {
    const { data, error, status } = await applyTarget(table, tableQuery(table).update({ active }).eq('active', !active), part).select('id');
    if (error) throw asAppError(error, status);
    return data.map((row) => row.id);
  });
}

export async function deleteRows(table: Table, target: RowTarget): Promise<number> {
  const deleted = await eachChunk(target, async (part) => {
    const { data, error, status } = await applyTarget(table, tableQuery(table).delete(), part).select('id');
    if (error) throw asAppError(error, status);
    return data;
  });
  return deleted.length;
}

export async function usageOf(table: string, id: string): Promise<readonly { table: string; count: number }[]> {
  const places = await rpc('usage_of', { table_name: table, id });
  return places.map((place) => ({ table: place.used_in, count: place.count }));
}

export async function namesOf(table: Table, ids: readonly string[]): Promise<Named[]> {
  const names: Named[] = [];
  for (const part of chunksOf(ids))
    names.push(...(await readList<Table, Named>(table, { select: ['id', 'name', 'name_ar'], where: [['id', 'in', part]] })).rows);
  return names;
}

/** For pickers and the palette: active records by words, sorted by name. */
export async function findNames(table: Table, search: string, limit: number, signal?: AbortSignal): Promise<Named[]> {
  return (
    await readList<Table, Named>(
      table,
      sortedForReader(table, { select: ['id', 'name', 'name_ar'], search, where: [['active', 'eq', true]], sort: [['name']], limit }),
      signal,
    )
  ).rows;
}

export interface TreeNode extends Named {
  parent_id: string | null;
  active: boolean;
}

/** A tree is small enough to read whole; a path needs all ancestors. */
export async function treeOf(table: Table): Promise<TreeNode[]> {
  return (
    await readList<Table, TreeNode>(table, { select: ['id', 'name', 'name_ar', 'parent_id', 'active'], sort: [['name']], limit: PART })
  ).rows;
}

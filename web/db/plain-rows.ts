/* Rows of any plain table (id, version, name, active, search): what the resource engine asks for beyond one row and one page. */
import { everyRow, rpc } from './calls.ts';
import { rest } from './client.ts';
import { asAppError } from './errors.ts';
import { anywhere, wordPatterns } from './search-words.ts';
import { readList, type Filter, type Asked, type Table } from './tables.ts';

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

export interface Matching {
  search: string;
  filters: Readonly<Record<string, readonly string[]>>;
}

export interface Sort {
  by: string;
  descending: boolean;
}

const filtersOf = ({ filters }: Matching): Filter[] => Object.entries(filters).map(([column, values]) => [column, 'in', values]);

const listParams = (matching: Matching, sort: Sort): Asked => ({ search: matching.search, where: filtersOf(matching), sort: [[sort.by, sort.descending]] });

/** A page of a list, as its address asks for it. */
export interface Paged extends Matching {
  sort: Sort;
  page: number;
  size: number;
}

/** `named`: the one column that is searched, of what has no text for it. */
export function pageParams({ sort, page, size, search, ...asked }: Paged, named?: string): Asked {
  const params = { ...listParams({ ...asked, search: named ? '' : search }, sort), offset: (page - 1) * size, limit: size, count: true };
  return named && search ? { ...params, where: [...params.where ?? [], [named, 'ilike', anywhere(search)]] } : params;
}

/** Every row that matches, in list order: for a file. */
export const allRows = (table: Table, matching: Matching, sort: Sort) =>
  everyRow(1000, async (offset, limit) => (await readList<Table, PlainRow>(table, { ...listParams(matching, sort), offset, limit })).rows, (row) => row.id);

/** Ticked rows, or everything that matches but a few. */
export type Which = { ids: readonly string[] } | { matching: Matching; except: readonly string[] };

/* In an address a few hundred ids are the most that every proxy lets through. */
const IDS = 200;

async function eachChunk<Row>(which: Which, send: (part: Which) => Promise<Row[]>): Promise<Row[]> {
  if (!('ids' in which)) return send(which);
  const done: Row[] = [];
  for (let at = 0; at < which.ids.length; at += IDS) done.push(...(await send({ ids: which.ids.slice(at, at + IDS) })));
  return done;
}

export async function pickedRows(table: Table, which: Which, sort: Sort): Promise<PlainRow[]> {
  if (!('ids' in which)) {
    const all = await allRows(table, which.matching, sort);
    return all.filter((row) => !which.except.includes(row.id));
  }
  return eachChunk(which, async (part) => {
    const where: Filter[] = 'ids' in part ? [['id', 'in', part.ids]] : [];
    return (await readList<Table, PlainRow>(table, { where, sort: [[sort.by, sort.descending]] })).rows;
  });
}

/* One table stands for all plain ones: they share these columns, and the engine's definitions have checked every other name. */
const from = (table: Table) => rest.from(table as 'brands');

interface Narrowing {
  in: (column: 'id', values: readonly string[]) => this;
  likeAllOf: (column: 'search', patterns: readonly string[]) => this;
  not: (column: 'id', operator: 'in', value: string) => this;
}

/* The same words and filters as the list's, so that "all that match" means the rows the reader was told of. */
function narrowed<Query extends Narrowing>(query: Query, which: Which): Query {
  if ('ids' in which) return query.in('id', which.ids);
  const patterns = wordPatterns(which.matching.search);
  let asked = patterns.length ? query.likeAllOf('search', patterns) : query;
  for (const [column, values] of Object.entries(which.matching.filters)) asked = asked.in(column as 'id', values);
  // A request without any filter is refused, and rightly: "all" is said in words.
  return asked.not('id', 'in', `(${which.except.length ? which.except.join(',') : '00000000-0000-0000-0000-000000000000'})`);
}

/** Answers the ids that were not so before, which is what Undo needs. */
export async function setActive(table: Table, which: Which, active: boolean): Promise<string[]> {
  const { active: asked, ...filters } = 'ids' in which ? {} : which.matching.filters;
  // The list shows only what is so already.
  if (asked && !asked.includes(String(!active))) return [];
  return eachChunk('ids' in which ? which : { ...which, matching: { ...which.matching, filters } }, async (part) => {
    const { data, error, status } = await narrowed(from(table).update({ active }).eq('active', !active), part).select('id');
    if (error) throw asAppError(error, status);
    return data.map((row) => row.id);
  });
}

export async function deleteRows(table: Table, which: Which): Promise<number> {
  const gone = await eachChunk(which, async (part) => {
    const { data, error, status } = await narrowed(from(table).delete(), part).select('id');
    if (error) throw asAppError(error, status);
    return data;
  });
  return gone.length;
}

export async function usageOf(table: string, id: string): Promise<readonly { table: string; count: number }[]> {
  const places = await rpc('usage_of', { table_name: table, id });
  return places.map((place) => ({ table: place.used_in, count: place.count }));
}

export async function namesOf(table: Table, ids: readonly string[]): Promise<Named[]> {
  return (await readList<Table, Named>(table, { select: ['id', 'name', 'name_ar'], where: [['id', 'in', ids]] })).rows;
}

/** For pickers and the palette: by words, active ones only, in the order of their names. */
export async function findNames(table: Table, search: string, limit: number, signal?: AbortSignal): Promise<Named[]> {
  return (await readList<Table, Named>(table, { select: ['id', 'name', 'name_ar'], search, where: [['active', 'eq', true]], sort: [['name']], limit }, signal)).rows;
}

export interface TreeNode extends Named {
  parent_id: string | null;
  active: boolean;
}

/** A tree is small enough to be read whole; a path needs all that stands above. */
export async function treeOf(table: Table): Promise<TreeNode[]> {
  return (await readList<Table, TreeNode>(table, { select: ['id', 'name', 'name_ar', 'parent_id', 'active'], sort: [['name']], limit: 10_000 })).rows;
}

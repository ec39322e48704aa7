/* Rows of any plain table (id, version, name, active, search): the requests the resource engine sends. */
import { normalise } from '@/lib/normalise.ts';
import { countedRows, rows, rpc } from './calls.ts';
import { rest } from './client.ts';
import { toAppError } from './errors.ts';
import type { Database } from './types.gen.ts';

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

/* One table stands for all plain ones: they share these columns, and the engine's definitions have checked every other name. */
const from = (table: string) => rest.from(table as 'brands');
const asRow = (values: Readonly<Record<string, unknown>>) => values as Database['public']['Tables']['brands']['Insert'];

export interface Matching {
  search: string;
  filters: Readonly<Record<string, readonly string[]>>;
}

interface Filterable {
  like: (column: 'search', pattern: string) => this;
  in: (column: 'id', values: readonly string[]) => this;
}

/* Every word must be somewhere in the row. `*` is PostgREST's other name for %, so it can only stand for "some character". */
function narrowed<Query extends Filterable>(query: Query, { search, filters }: Matching): Query {
  let asked = query;
  for (const word of normalise(search).split(' ').filter(Boolean)) asked = asked.like('search', `%${word.replace(/[\\%_]/g, '\\$&').replaceAll('*', '_')}%`);
  for (const [column, values] of Object.entries(filters)) asked = asked.in(column as 'id', values);
  return asked;
}

export interface Page extends Matching {
  sort: { by: string; descending: boolean };
  offset: number;
  limit: number;
}

export function listRows(table: string, page: Page, signal: AbortSignal): Promise<{ rows: PlainRow[]; count: number }> {
  const query = narrowed(from(table).select('*', { count: 'exact' }), page)
    .order(page.sort.by as 'name', { ascending: !page.sort.descending })
    .order('id')
    .range(page.offset, page.offset + page.limit - 1)
    .abortSignal(signal);
  return countedRows(query) as unknown as Promise<{ rows: PlainRow[]; count: number }>;
}

const CHUNK = 1000;

/** Every row that matches, in list order: for a file. */
export async function allRows(table: string, asked: Omit<Page, 'offset' | 'limit'>, signal: AbortSignal): Promise<PlainRow[]> {
  const all: PlainRow[] = [];
  for (;;) {
    const { rows: part, count } = await listRows(table, { ...asked, offset: all.length, limit: CHUNK }, signal);
    all.push(...part);
    if (all.length >= count || part.length === 0) return all;
  }
}

export async function readRow(table: string, id: string, signal?: AbortSignal): Promise<PlainRow | null> {
  const query = from(table).select('*').eq('id', id);
  const found = await rows(signal ? query.abortSignal(signal) : query);
  return (found[0] as PlainRow | undefined) ?? null;
}

/** The id is the client's: when the answer to the first try was lost, the second finds the record made and is content. */
export async function insertRow(table: string, id: string, values: Readonly<Record<string, unknown>>): Promise<PlainRow> {
  try {
    const made = await rows(from(table).insert(asRow({ ...values, id })).select('*'));
    return made[0] as unknown as PlainRow;
  } catch (error) {
    const refused = toAppError(error);
    const made = refused.code === `${table}_pkey` ? await readRow(table, id) : null;
    if (made) return made;
    throw refused;
  }
}

/** Null: nobody of this version is there any more. */
export async function updateRow(table: string, id: string, version: number, changes: Readonly<Record<string, unknown>>): Promise<PlainRow | null> {
  const saved = await rows(from(table).update(asRow(changes)).eq('id', id).eq('version', version).select('*'));
  return (saved[0] as unknown as PlainRow | undefined) ?? null;
}

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

function picked<Query extends Filterable & { not: (column: 'id', operator: 'in', value: string) => Query }>(query: Query, which: Which): Query {
  if ('ids' in which) return query.in('id', which.ids);
  const asked = narrowed(query, which.matching);
  // A request without any filter is refused, and rightly: "all" is said in words.
  return asked.not('id', 'in', `(${which.except.length ? which.except.join(',') : '00000000-0000-0000-0000-000000000000'})`);
}

/** Answers the ids that were not so before, which is what Undo needs. */
export async function setActive(table: string, which: Which, active: boolean): Promise<string[]> {
  const changed = await eachChunk(which, (part) => rows(picked(from(table).update({ active }).eq('active', !active), part).select('id')));
  return changed.map((row) => row.id);
}

export async function deleteRows(table: string, which: Which): Promise<number> {
  return (await eachChunk(which, (part) => rows(picked(from(table).delete(), part).select('id')))).length;
}

export async function usageOf(table: string, id: string): Promise<readonly { table: string; count: number }[]> {
  const places = await rpc('usage_of', { table_name: table, id });
  return places.map((place) => ({ table: place.used_in, count: place.count }));
}

export async function namesOf(table: string, ids: readonly string[]): Promise<Named[]> {
  return rows(from(table).select('id,name,name_ar').in('id', ids));
}

export interface Found extends Named {
  active: boolean;
}

/** For pickers and the palette: by words, active ones only, in the order of their names. */
export async function findNames(table: string, search: string, limit: number, signal?: AbortSignal): Promise<Found[]> {
  const query = narrowed(from(table).select('id,name,name_ar,active').eq('active', true), { search, filters: {} })
    .order('name')
    .order('id')
    .limit(limit);
  return rows(signal ? query.abortSignal(signal) : query);
}

export interface TreeNode extends Named {
  parent_id: string | null;
  active: boolean;
}

/** A tree is small enough to be read whole; a path needs all that stands above. */
export async function treeOf(table: string): Promise<TreeNode[]> {
  return rows(rest.from(table as 'categories').select('id,name,name_ar,parent_id,active').order('name').limit(10_000));
}

import { allRows, namesOf, pageParams, treeOf, type PlainRow, type RowTarget } from '@/db/plain-rows.ts';
import { queryClient } from '@/db/query.ts';
import { listOf, oneOf, type Table } from '@/db/tables.ts';
import { nameOf } from '@/i18n/name-of.ts';
import type { ListRules, ListState } from '@/list/list-state.ts';
import type { Resource } from './define.ts';
import { pathOf } from './tree.ts';

export const listQuery = (resource: Resource, state: ListState) => listOf<Table, PlainRow>(resource.table, pageParams(state));

export const rowQuery = (table: Table, id: string) => oneOf<Table, PlainRow>(table, id);

const rules = new WeakMap<Resource, ListRules>();

/** Cached per resource, because the hook that reads the URL compares it by identity. */
export function listRules(resource: Resource): ListRules {
  const cached = rules.get(resource);
  if (cached) return cached;
  const names = Object.keys(resource.fields);
  const created: ListRules = {
    sort: resource.sort,
    sortable: [
      ...names.filter((name) => resource.fields[name]?.kind !== 'ref'),
      ...resource.stamps.filter((stamp) => stamp.endsWith('_at')),
    ],
    filters: names.filter((name) => ['flag', 'ref'].includes(resource.fields[name]?.kind ?? '')),
  };
  rules.set(resource, created);
  return created;
}

export const nameInFile = (field: string) => `${field}:name`;

/** Rows for an export, with the names of the records they refer to. */
export async function* rowsForFile(resource: Resource, target: RowTarget, signal: AbortSignal): AsyncGenerator<readonly PlainRow[]> {
  const refs = Object.entries(resource.fields).flatMap(([name, field]) =>
    field.kind === 'ref' ? [{ name, table: field.table as Table, tree: field.tree }] : [],
  );
  const people = resource.stamps
    .filter((stamp) => stamp.endsWith('_by'))
    .map((name) => ({ name, table: 'profiles' as const, tree: false }));
  const names = new Map<string, string>();
  for await (const rows of allRows(resource.table, target, signal)) {
    for (const { name, table, tree } of [...refs, ...people]) {
      const ids = [...new Set(rows.flatMap((row) => (typeof row[name] === 'string' && !names.has(row[name]) ? [row[name]] : [])))];
      if (tree && ids.length > 0) {
        const nodes = new Map((await treeOf(table)).map((node) => [node.id, node]));
        for (const id of nodes.keys()) names.set(id, pathOf(nodes, id).map(nameOf).join(' / '));
      } else {
        for (const named of await namesOf(table, ids)) names.set(named.id, nameOf(named));
      }
      for (const row of rows) row[nameInFile(name)] = names.get(String(row[name])) ?? null;
    }
    yield rows;
  }
}

export function prefetchRow(table: Table, id: string) {
  void queryClient.prefetchQuery(rowQuery(table, id));
}

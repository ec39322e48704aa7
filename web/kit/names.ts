// Rows refer to others by id. The names that a screen needs at once are fetched in one request.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { namesOf, treeOf, type Named } from '@/db/plain-rows.ts';
import type { Table } from '@/db/tables.ts';

interface PendingName {
  id: string;
  resolve: (name: Named | null) => void;
  reject: (error: unknown) => void;
}

const pending = new Map<Table, PendingName[]>();

function fetchNames(table: Table) {
  const entries = pending.get(table) ?? [];
  pending.delete(table);
  namesOf(table, [...new Set(entries.map((entry) => entry.id))]).then(
    (names) => {
      const byId = new Map(names.map((name) => [name.id, name]));
      for (const entry of entries) entry.resolve(byId.get(entry.id) ?? null);
    },
    (error: unknown) => {
      for (const entry of entries) entry.reject(error);
    },
  );
}

function nameOf(table: Table, id: string): Promise<Named | null> {
  return new Promise((resolve, reject) => {
    const queue = pending.get(table);
    if (queue) queue.push({ id, resolve, reject });
    else {
      pending.set(table, [{ id, resolve, reject }]);
      // By the next task, all cells of the page have requested their names.
      setTimeout(() => fetchNames(table), 0);
    }
  });
}

const nameQuery = (table: Table, id: string) =>
  queryOptions({ queryKey: [table, 'name', id], queryFn: () => nameOf(table, id), staleTime: 60_000 });

export function useName(table: Table, id: string | null): Named | null | undefined {
  return useQuery({ ...nameQuery(table, id ?? ''), enabled: Boolean(id) }).data;
}

export const treeQuery = (table: Table) => queryOptions({ queryKey: [table, 'tree'], queryFn: () => treeOf(table), staleTime: 60_000 });

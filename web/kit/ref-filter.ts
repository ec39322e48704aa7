import type { Table } from '@/db/tables.ts';
import type { Filter } from '@/list/column.ts';

/** A filter by rows of another table. The code for its requests is loaded on first use. */
export function refFilter(table: Table, name: string, label: string, tree = false): Filter {
  const choices = async () => (await import('./ref-choices.ts')).refChoices(table, tree);
  return {
    name,
    label,
    search: async (words) => (await choices()).search(words),
    loadLabels: async (ids) => (await choices()).loadLabels(ids),
  };
}

import type { Table } from '@/db/tables.ts';
import type { Filter } from '@/list/column.ts';

/** Filters by rows of another table. What asks for them comes with the first one that is looked for or named. */
export function refFilter(table: Table, name: string, label: string, tree = false): Filter {
  const choices = async () => (await import('./ref-choices.ts')).refChoices(table, tree);
  return {
    name,
    label,
    search: async (words) => (await choices()).search(words),
    labelsOf: async (ids) => (await choices()).labelsOf(ids),
  };
}

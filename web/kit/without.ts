import type { Choice, Filter } from '@/list/column.ts';

/** In an address, the key of rows without a category, customer and so on. */
export const WITHOUT = 'none';

/** The ids of a filter, null for rows without one; the generated types do not know of nulls in lists. */
export const idsOrNone = (values: readonly string[]) => values.map((value) => (value === WITHOUT ? null : value)) as string[];

/** Rows without a category, customer and so on are one of the choices. */
export function withNone(filter: Filter, label: string): Filter {
  if (!('search' in filter)) return filter;
  const none: Choice = { value: WITHOUT, label };
  return {
    ...filter,
    search: async (words) => (words === '' ? [none, ...(await filter.search(words))] : filter.search(words)),
    loadLabels: async (values) => [
      ...(values.includes(WITHOUT) ? [none] : []),
      ...(await filter.loadLabels(values.filter((value) => value !== WITHOUT))),
    ],
  };
}

import { FIRST_PAGE } from '@/db/counts.ts';
import type { ListRules } from '@/list/list-state.ts';
import { useListState } from '@/list/use-list-state.ts';

const RULES: ListRules = { sort: { by: 'product', descending: false }, sortable: [], filters: ['part'], size: FIRST_PAGE };

/** The tab and page of a count's lines, kept in the URL. The default is the first tab. */
export function useLinePages<Part extends string>(parts: readonly [Part, ...Part[]]) {
  const list = useListState(RULES);
  const { filters, page, size } = list.state;
  return {
    list,
    part: parts.find((known) => known === filters.part?.[0]) ?? parts[0],
    setPart: (part: Part) => list.change({ filter: 'part', values: part === parts[0] ? [] : [part] }),
    page: { page_size: size, page_offset: (page - 1) * size },
  };
}

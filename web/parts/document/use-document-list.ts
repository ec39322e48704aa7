import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { AppError } from '@/db/errors.ts';
import type { ListResult } from '@/kit/column.ts';
import { lastPage, type ListState } from '@/kit/list-state.ts';

type Asked<Answer, Told> = UseQueryOptions<Answer, AppError, Told>;

/** A page of documents. How many there are may come after its rows; the next page is fetched while this one is read. */
export function useDocumentList<Page, Row, Counts>(state: ListState, pageOf: (page: number) => Asked<Page, Row[]>, counting: Asked<Counts, number>): ListResult<Row> {
  const page = useQuery(pageOf(state.page));
  const count = useQuery({ ...counting, enabled: page.isFetched }).data;
  const more = count !== undefined && state.page < lastPage(count, state.size);
  useQuery({ ...pageOf(state.page + 1), enabled: more && page.isSuccess && !page.isPlaceholderData, notifyOnChangeProps: [] });
  return { rows: page.data, count, pending: page.isPending, refreshing: page.isPlaceholderData, error: page.error, retry: () => void page.refetch() };
}

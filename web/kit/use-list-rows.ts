import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { AppError } from '@/db/errors.ts';
import type { Page } from '@/db/tables.ts';
import type { ListResult } from './column.ts';
import { lastPage, type ListState } from './list-state.ts';

type Asked<Answer, Told> = UseQueryOptions<Answer, AppError, Told>;

/** A page of a list. How many rows there are may come after them; the next page is fetched while this one is read. */
export function useListRows<Answer, Row, Counts>(state: ListState, pageOf: (page: number) => Asked<Answer, Row[]>, counting: Asked<Counts, number>): ListResult<Row> {
  const page = useQuery(pageOf(state.page));
  const count = useQuery({ ...counting, enabled: page.isFetched }).data;
  const more = count !== undefined && state.page < lastPage(count, state.size);
  useQuery({ ...pageOf(state.page + 1), enabled: more && page.isSuccess && !page.isPlaceholderData, notifyOnChangeProps: [] });
  return { rows: page.data, count, pending: page.isPending, refreshing: page.isPlaceholderData, error: page.error, retry: () => void page.refetch() };
}

const rowsOf = <Row>({ rows }: Page<Row>) => rows;
const countOf = <Row>({ count }: Page<Row>) => count ?? 0;

/** Likewise of a list whose rows say how many there are. */
export const usePagedRows = <Row>(state: ListState, pageOf: (state: ListState) => Asked<Page<Row>, Page<Row>>): ListResult<Row> =>
  useListRows<Page<Row>, Row, Page<Row>>(state, (page) => ({ ...pageOf({ ...state, page }), select: rowsOf }) as Asked<Page<Row>, Row[]>, { ...pageOf(state), select: countOf } as Asked<Page<Row>, number>);

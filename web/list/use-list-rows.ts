import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { AppError } from '@/db/errors.ts';
import type { Page } from '@/db/tables.ts';
import { sortForReader } from '@/lib/row-order.ts';
import type { ListResult } from './column.ts';
import { lastPage, type ListState } from './list-state.ts';
import type { List } from './use-list-state.ts';

type RowsQuery<Answer, Shown = Answer> = UseQueryOptions<Answer, AppError, Shown>;

/** One page of a list; the next page is prefetched. */
function useRows<Answer, Row>(
  state: ListState,
  pageOf: (page: number) => RowsQuery<Answer, Row[]>,
  count: number | undefined,
): ListResult<Row> {
  const page = useQuery(pageOf(state.page));
  const hasNextPage = count !== undefined && state.page < lastPage(count, state.size);
  useQuery({ ...pageOf(state.page + 1), enabled: hasNextPage && page.isSuccess && !page.isPlaceholderData, notifyOnChangeProps: [] });
  return {
    rows: page.data,
    count,
    pending: page.isPending,
    refreshing: page.isPlaceholderData,
    error: page.error,
    retry: () => void page.refetch(),
  };
}

/** A list with a separate query for its count. */
export const useListRows = <Answer, Row, Counts>(
  state: ListState,
  pageOf: (page: number) => RowsQuery<Answer, Row[]>,
  countQuery: RowsQuery<Counts, number>,
): ListResult<Row> => useRows(state, pageOf, useQuery(countQuery).data);

interface SortOrder {
  sort: string;
  descending: boolean;
}

/** The order of a list of the API, as its arguments. */
export const orderOf = ({ sort }: Pick<ListState, 'sort'>): SortOrder => ({ sort: sortForReader(sort.by), descending: sort.descending });

/** The query for a page of the rows that match. */
type PageOf<Question, Row> = (question: Question & SortOrder, page: number, size: number) => RowsQuery<Row[]>;

/** A list with totals over all matching rows. */
export function useSummedRows<Question, Row, Answer, Totals extends { count: number }>(
  { state }: Pick<List, 'state'>,
  question: Question,
  pageOf: PageOf<Question, Row>,
  totalsQuery: (question: Question) => RowsQuery<Answer, Totals>,
): { result: ListResult<Row>; totals: Totals | undefined } {
  const totals = useQuery(totalsQuery(question)).data;
  return { result: useRows(state, (page) => pageOf({ ...question, ...orderOf(state) }, page, state.size), totals?.count), totals };
}

/** A list with a summary that filters do not change: the matching rows are counted separately. */
export function useSummarizedRows<Question, Row, Summary extends { count: number }>(
  { state, narrowed }: List,
  question: Question,
  pageOf: PageOf<Question, Row>,
  countOf: (question: Question) => RowsQuery<number>,
  summaryQuery: RowsQuery<Summary>,
): { result: ListResult<Row>; summary: Summary | undefined } {
  const summary = useQuery({ ...summaryQuery, staleTime: 60_000 }).data;
  const count = useQuery({ ...countOf(question), enabled: narrowed }).data;
  return {
    result: useRows(state, (page) => pageOf({ ...question, ...orderOf(state) }, page, state.size), narrowed ? count : summary?.count),
    summary,
  };
}

const rowsOf = <Row>({ rows }: Page<Row>) => rows;
const countOf = <Row>({ count }: Page<Row>) => count ?? 0;

/** A list whose query also returns the count. */
export function usePagedRows<Row>(state: ListState, pageOf: (state: ListState) => RowsQuery<Page<Row>>): ListResult<Row> {
  const count = useQuery({ ...pageOf(state), select: countOf } as RowsQuery<Page<Row>, number>).data;
  return useRows<Page<Row>, Row>(
    state,
    (page) => ({ ...pageOf({ ...state, page }), select: rowsOf }) as RowsQuery<Page<Row>, Row[]>,
    count,
  );
}

/* The requests of the count screens. */
import { sortForReader } from '@/lib/row-order.ts';
import { documentOf, everyRow, PART, rpc, rpcOf, type RowOf } from './calls.ts';
import type { DocumentEvent, Person } from './documents.ts';
import { pageParams, type Named, type PageRequest } from './plain-rows.ts';
import { listOf, type Row } from './tables.ts';

export type CountStatus = 'counting' | 'comparing' | 'posting' | 'posted' | 'cancelled';
export type CountScope = 'all' | 'categories' | 'brands' | 'products';
export type CountRow = Row<'count_list'> & { status: CountStatus; scope: CountScope; created_by: Person | null };

/** `expected` and what follows from it are null in a count that is blind for the reader, costs without their permission. */
export type CountLine = RowOf<'count_lines', 'counted' | 'mine' | 'expected' | 'difference' | 'moved' | 'on_hand' | 'unit_cost' | 'value'>;

export interface CountSummary {
  counted: number;
  uncounted: number;
  recount: number;
  pieces: number;
  different?: number;
  moved?: number;
  /** Lines that late sales changed after they were posted. */
  corrected?: number;
  over?: number;
  short?: number;
  uncounted_pieces?: number;
  value_over?: number;
  value_short?: number;
}

export const countPage = (paged: PageRequest, branch_id: readonly string[]) =>
  listOf<'count_list', CountRow>(
    'count_list',
    pageParams({ ...paged, filters: { ...paged.filters, ...(branch_id.length ? { branch_id } : {}) } }, 'number'),
    ['stock_counts'],
  );

export interface LineQuestion {
  id: string;
  words?: string;
  show: 'sheet' | 'counted' | 'uncounted' | 'recount' | 'different' | 'moved';
  sort?: 'product' | 'recent' | 'difference';
  page_size?: number;
  page_offset?: number;
}

export interface CountDetail {
  count: CountRow;
  /** The first of the records the count is limited to. */
  scope: Named[];
  summary: CountSummary;
  /** The first page of lines for this `show` and `sort`, with which the count's page starts. */
  show: string;
  sort: string;
  items: CountLine[];
  timeline: DocumentEvent[];
}

export const countDetail = (id: string) =>
  documentOf<'count_detail', CountDetail>('count_detail', { id }, ['stock_counts', 'stock_levels']);

export const FIRST_PAGE = 100;
export const countLines = (question: LineQuestion) =>
  rpcOf<'count_lines', CountLine[]>('count_lines', { ...question, sort: sortForReader(question.sort ?? 'product') }, ['stock_counts']);

/** Whether these lines came with the count itself, as its first page does. */
export const cameAlong = ({ show, sort, page_size, page_offset }: LineQuestion, detail: CountDetail): boolean =>
  show === detail.show && sortForReader(sort ?? 'product') === detail.sort && page_size === FIRST_PAGE && page_offset === 0;

/** All lines of a view, for the printed sheet or a file. */
export const allCountLines = (question: Pick<LineQuestion, 'id' | 'show'>, signal?: AbortSignal) =>
  everyRow<CountLine>((last) =>
    rpc<'count_lines', CountLine[]>(
      'count_lines',
      { ...question, sort: 'id', page_size: PART, ...(last && { after_id: last.variant_id }) },
      signal,
    ),
  );

export type CountAnswer = Pick<CountRow, 'id' | 'number' | 'version' | 'status'>;
export type NewCount = Pick<CountRow, 'id' | 'branch_id' | 'stock_point_id' | 'scope' | 'note'> & { scope_ids: string[] };

export const startCount = ({ stock_point_id, note, ...count }: NewCount) =>
  rpc<'start_count', CountAnswer>('start_count', { ...count, ...(stock_point_id ? { stock_point_id } : {}), ...(note ? { note } : {}) });
export const closeCount = (id: string) => rpc<'close_count', CountAnswer>('close_count', { id });
/** The count's version that the user has seen. */
type Seen = Pick<CountRow, 'id' | 'version'>;
export const recount = ({ id, version }: Seen, variant_ids: string[]) =>
  rpc<'recount', CountAnswer>('recount', { id, variant_ids, expected_version: version });
/** Posts a count. A large one is posted in parts, each reported to `onPart`. */
export async function postCount(
  { id, version }: Seen,
  uncounted: 'zero' | 'leave',
  onPart: (posted: number, lines: number) => void,
): Promise<CountAnswer> {
  for (;;) {
    const answer = await rpc<'post_count', CountAnswer & { posted?: number; lines?: number }>('post_count', {
      id,
      uncounted,
      expected_version: version,
    });
    if (answer.status !== 'posting') return answer;
    onPart(answer.posted ?? 0, answer.lines ?? 0);
  }
}
/** Sends the number of lines seen as counted, because counting does not change the version. */
export const cancelCount = ({ id, version, lines }: Seen & Pick<CountRow, 'lines'>) =>
  rpc<'cancel_count', CountAnswer>('cancel_count', { id, expected_version: version, expected_lines: lines ?? undefined });

export interface Tally {
  id: string;
  variant_id: string;
  mode: 'add' | 'set';
  quantity: number;
  /** Seconds since it was counted. */
  ago: number;
}

export interface Tallied {
  lines: { variant_id: string; counted: number; mine: number }[];
  /** Variants that this count does not cover. */
  outside: string[];
}

export const recordTallies = (count_id: string, tallies: readonly Tally[]) =>
  rpc<'record_tallies', Tallied>('record_tallies', { count_id, tallies });

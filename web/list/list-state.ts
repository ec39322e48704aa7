// The list's state in the URL, so that a link shows the same rows to a colleague. Pure; the hook is in use-list-state.ts.

export const PAGE_SIZES = [10, 25, 50, 100] as const;
const DEFAULT_SIZE = 25;

export interface Sort {
  by: string;
  descending: boolean;
}

/** `filters` maps names to values in the order chosen; a filter without values is absent. */
export interface ListState {
  search: string;
  filters: Readonly<Record<string, readonly string[]>>;
  sort: Sort;
  page: number;
  size: number;
}

export interface ListRules {
  sort: Sort;
  /** Columns that may be sorted by; others in the URL are ignored. */
  sortable: readonly string[];
  /** Columns that may be filtered by. */
  filters: readonly string[];
  size?: number;
}

const RESERVED = new Set(['q', 'sort', 'page', 'rows']);

function readSort(text: string | null, rules: ListRules): Sort {
  if (!text) return rules.sort;
  const descending = text.startsWith('-');
  const by = descending ? text.slice(1) : text;
  return rules.sortable.includes(by) ? { by, descending } : rules.sort;
}

function readPositiveInteger(text: string | null, otherwise: number): number {
  return text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : otherwise;
}

/** URLs are typed by hand and sent by mail: invalid parts fall back to defaults. */
export function readListState(params: URLSearchParams, rules: ListRules): ListState {
  const size = readPositiveInteger(params.get('rows'), rules.size ?? DEFAULT_SIZE);
  const filters: Record<string, readonly string[]> = {};
  for (const name of new Set(params.keys())) {
    if (RESERVED.has(name) || !rules.filters.includes(name)) continue;
    const values = [...new Set(params.getAll(name).filter(Boolean))];
    if (values.length) filters[name] = values;
  }
  return {
    search: (params.get('q') ?? '').trim(),
    filters,
    sort: readSort(params.get('sort'), rules),
    page: readPositiveInteger(params.get('page'), 1),
    size: (PAGE_SIZES as readonly number[]).includes(size) ? size : (rules.size ?? DEFAULT_SIZE),
  };
}

/** Writes only what differs from the defaults, and keeps other parameters. */
export function writeListState(state: ListState, rules: ListRules, current = new URLSearchParams()): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of current) {
    if (!RESERVED.has(name) && !rules.filters.includes(name)) params.append(name, value);
  }
  if (state.search) params.set('q', state.search);
  for (const [name, values] of Object.entries(state.filters)) {
    for (const value of values) params.append(name, value);
  }
  if (state.sort.by !== rules.sort.by || state.sort.descending !== rules.sort.descending) {
    params.set('sort', `${state.sort.descending ? '-' : ''}${state.sort.by}`);
  }
  if (state.page > 1) params.set('page', String(state.page));
  if (state.size !== (rules.size ?? DEFAULT_SIZE)) params.set('rows', String(state.size));
  return params;
}

export type ListChange =
  | { search: string }
  | { filter: string; values: readonly string[] }
  | { clearFilters: true }
  | { sort: string }
  | { page: number }
  | { size: number }
  | { view: Partial<ListState> };

function withFilter(filters: ListState['filters'], name: string, values: readonly string[]) {
  const { [name]: _, ...others } = filters;
  return values.length ? { ...others, [name]: values } : others;
}

/** A change of the matching rows or their order returns to page 1; a new page size keeps the first row visible. */
export function changeListState(state: ListState, change: ListChange, rules: ListRules): ListState {
  if ('search' in change) return { ...state, search: change.search.trim(), page: 1 };
  if ('filter' in change) return { ...state, filters: withFilter(state.filters, change.filter, change.values), page: 1 };
  if ('clearFilters' in change) return { ...state, search: '', filters: {}, page: 1 };
  if ('sort' in change) {
    const descending = state.sort.by === change.sort ? !state.sort.descending : false;
    return { ...state, sort: { by: change.sort, descending }, page: 1 };
  }
  if ('size' in change) {
    const first = (state.page - 1) * state.size;
    return { ...state, size: change.size, page: Math.floor(first / change.size) + 1 };
  }
  if ('page' in change) return { ...state, page: Math.max(1, change.page) };
  return { search: '', filters: {}, sort: rules.sort, size: state.size, ...change.view, page: 1 };
}

export function isNarrowed(state: ListState): boolean {
  return state.search !== '' || Object.keys(state.filters).length > 0;
}

/** Counts stop one above this where exact counting is expensive. */
export const COUNT_CAP = 10_000;

/** Infinity where counting stopped at the cap. */
export function lastPage(count: number, size: number): number {
  return count === COUNT_CAP + 1 ? Infinity : Math.max(1, Math.ceil(count / size));
}

/** The page to show instead of one that does not exist (rows were deleted, or a link is old); null if it exists. `rows`: the number of
    its rows; `seen`: the last page that had any. */
export function findValidPage(
  page: number,
  { count, size, rows, lastPageWithRows }: { count: number; size: number; rows: number; lastPageWithRows: number },
): number | null {
  const last = lastPage(count, size);
  if (page <= last && (rows > 0 || last < Infinity)) return null;
  const lastKnownPage = last < Infinity ? last : Math.max(lastPage(COUNT_CAP, size), lastPageWithRows < page ? lastPageWithRows : 0);
  return page > lastKnownPage ? lastKnownPage : null;
}

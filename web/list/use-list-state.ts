import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ListResult } from './column.ts';
import {
  changeListState,
  isNarrowed,
  findValidPage,
  readListState,
  writeListState,
  type ListChange,
  type ListRules,
  type ListState,
} from './list-state.ts';

export interface List {
  state: ListState;
  rules: ListRules;
  narrowed: boolean;
  change: (change: ListChange) => void;
}

/** Keeps the list's state in the URL only. `rules` must be a stable object. */
export function useListState(rules: ListRules): List {
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => readListState(params, rules), [params, rules]);
  const change = useCallback(
    (requested: ListChange) => {
      setParams(
        (current) => writeListState(changeListState(readListState(current, rules), requested, rules), rules, current),
        // Paging adds a history entry, other changes do not. Synchronous, so that a ticked box does not flicker.
        { replace: !('page' in requested), flushSync: true },
      );
    },
    [rules, setParams],
  );
  return { state, rules, narrowed: isNarrowed(state), change };
}

/** Leads from a page that does not exist to one that does; true on the former. */
export function useRedirectToValidPage(
  { state: { page, size }, change }: List,
  { rows, count, refreshing }: Pick<ListResult<unknown>, 'rows' | 'count' | 'refreshing'>,
): boolean {
  const lastPageWithRows = useRef(0);
  const rowCount = rows?.length ?? 0;
  const freshCount = rows === undefined || refreshing ? undefined : count;
  const isBeyondEnd =
    freshCount !== undefined && findValidPage(page, { count: freshCount, size, rows: rowCount, lastPageWithRows: 0 }) !== null;
  useEffect(() => {
    if (rowCount > 0 && !refreshing) lastPageWithRows.current = page;
    const instead = isBeyondEnd
      ? findValidPage(page, { count: freshCount, size, rows: rowCount, lastPageWithRows: lastPageWithRows.current })
      : null;
    if (instead !== null) change({ page: instead });
  }, [change, isBeyondEnd, freshCount, page, size, rowCount, refreshing]);
  return isBeyondEnd;
}

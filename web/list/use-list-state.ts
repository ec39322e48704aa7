import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ListResult } from './column.ts';
import {
  changeListState,
  isNarrowed,
  pageInstead,
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
    (wanted: ListChange) => {
      setParams(
        (current) => writeListState(changeListState(readListState(current, rules), wanted, rules), rules, current),
        // Paging adds a history entry, other changes do not. Synchronous, so that a ticked box does not flicker.
        { replace: !('page' in wanted), flushSync: true },
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
  const seen = useRef(0);
  const shown = rows?.length ?? 0;
  const counted = rows === undefined || refreshing ? undefined : count;
  const beyond = counted !== undefined && pageInstead(page, { count: counted, size, rows: shown, seen: 0 }) !== null;
  useEffect(() => {
    if (shown > 0 && !refreshing) seen.current = page;
    const instead = beyond ? pageInstead(page, { count: counted, size, rows: shown, seen: seen.current }) : null;
    if (instead !== null) change({ page: instead });
  }, [change, beyond, counted, page, size, shown, refreshing]);
  return beyond;
}

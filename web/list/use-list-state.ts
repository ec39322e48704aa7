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

/** The list's state is the address and nothing else. Give the same `rules` object every time. */
export function useListState(rules: ListRules): List {
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => readListState(params, rules), [params, rules]);
  const change = useCallback(
    (wanted: ListChange) => {
      setParams(
        (current) => writeListState(changeListState(readListState(current, rules), wanted, rules), rules, current),
        // Turning pages is a step one goes back from; typing in the search box is not. At once: a box that was ticked must not untick itself for a moment.
        { replace: !('page' in wanted), flushSync: true },
      );
    },
    [rules, setParams],
  );
  return { state, rules, narrowed: isNarrowed(state), change };
}

/** From a page that is not there to one that is; true while this one is not. */
export function useLeadBack(
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

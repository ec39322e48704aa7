import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { changeListState, isNarrowed, readListState, writeListState, type ListChange, type ListRules, type ListState } from './list-state.ts';

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

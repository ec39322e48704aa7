import { useCallback, useLayoutEffect, useRef } from 'react';

/** A callback with a stable identity that calls the latest `does`, so that memoised components do not render again at each key. */
export function useStableCallback<Args extends unknown[], Result>(does: (...args: Args) => Result): (...args: Args) => Result {
  const latest = useRef(does);
  useLayoutEffect(() => {
    latest.current = does;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}

import { useCallback, useLayoutEffect, useRef } from 'react';

/** A callback that stays the same and does what the last render meant: what is memoised by it is not drawn again with every key. */
export function useStableCallback<Args extends unknown[], Result>(does: (...args: Args) => Result): (...args: Args) => Result {
  const now = useRef(does);
  useLayoutEffect(() => {
    now.current = does;
  });
  return useCallback((...args: Args) => now.current(...args), []);
}

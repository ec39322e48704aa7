import { startTransition, useEffect, useState } from 'react';

/** The value once it has not changed for that many milliseconds; rendered as a transition, so that no key waits for it. */
export function useDebounced<Value>(value: Value, ms: number): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setDebounced(value)), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return debounced;
}

import { startTransition, useEffect, useState } from 'react';

/** The value once it has not changed for `ms` milliseconds, set in a transition so that typing stays responsive. */
export function useDebounced<Value>(value: Value, ms: number): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setDebounced(value)), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return debounced;
}

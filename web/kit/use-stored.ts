import { useCallback, useState } from 'react';

function read<T>(storage: Storage, key: string, otherwise: T): T {
  try {
    const text = storage.getItem(key);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    // Blocked or full storage, or a value of an older version: the habit is lost, the work is not.
    return otherwise;
  }
}

function write(storage: Storage, key: string, value: unknown) {
  try {
    if (value === undefined) storage.removeItem(key);
    else storage.setItem(key, JSON.stringify(value));
  } catch {
    // As above.
  }
}

/** A habit of this reader on this device: columns, density, saved views. */
export function useStored<T>(key: string, otherwise: T): [T, (value: T) => void] {
  const [value, setValue] = useState(() => read(localStorage, key, otherwise));
  const store = useCallback(
    (next: T) => {
      setValue(next);
      write(localStorage, key, next);
    },
    [key],
  );
  return [value, store];
}

export const session = {
  read: <T>(key: string): T | null => read<T | null>(sessionStorage, key, null),
  write: (key: string, value: unknown) => write(sessionStorage, key, value),
  remove: (key: string) => write(sessionStorage, key, undefined),
};

import { useCallback, useState } from 'react';
import { onDevice } from '@/lib/stored.ts';

/** A preference stored on this device: columns, density, saved views. */
export function useStored<T>(key: string, otherwise: T): [T, (value: T) => void] {
  const [value, setValue] = useState(() => onDevice.read(key, otherwise));
  const store = useCallback(
    (next: T) => {
      setValue(next);
      onDevice.write(key, next);
    },
    [key],
  );
  return [value, store];
}

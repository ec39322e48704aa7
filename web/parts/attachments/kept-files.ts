/* Files chosen for a document that is not saved yet stay on this device beside its draft. */
import { useCallback, useEffect, useState } from 'react';
import { inFiles, markFiles } from '@/db/keep.ts';
import { useMe } from '@/db/me.ts';
import type { PendingFile } from './pending-files.tsx';

type Files = readonly PendingFile[];

/** Pending files that survive a reload; `drop` forgets what is kept, once it is sent or given up. */
export function useKeptFiles(name: string) {
  const key = `draft:${useMe().profile.id}:${name}`;
  const [files, setFiles] = useState<Files>([]);
  useEffect(() => {
    let left = false;
    void inFiles<Files | undefined>('readonly', (store) => store.get(key)).then((kept) => {
      if (kept && !left) setFiles((now) => [...kept, ...now]);
    });
    return () => {
      left = true;
    };
  }, [key]);
  const drop = useCallback(() => {
    markFiles(key, false);
    void inFiles('readwrite', (store) => store.delete(key));
  }, [key]);
  const change = useCallback(
    (next: Files) => {
      setFiles(next);
      if (next.length === 0) return drop();
      markFiles(key, true);
      void inFiles('readwrite', (store) => store.put(next, key));
    },
    [key, drop],
  );
  return { files, change, drop };
}

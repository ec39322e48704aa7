/* Files chosen for a document that is not saved yet stay on this device beside its draft: a text store cannot hold them. */
import { useCallback, useEffect, useState } from 'react';
import { useMe } from '@/db/me.ts';
import type { PendingFile } from './pending-files.tsx';

type Files = readonly PendingFile[];

const settled = <Result>(asked: IDBRequest<Result>) =>
  new Promise<Result>((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error ?? new Error('IndexedDB'));
  });

async function inStore<Result>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<Result>): Promise<Result | null> {
  try {
    const opening = indexedDB.open('drafts', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('files');
    const database = await settled(opening);
    return await settled(work(database.transaction('files', mode).objectStore('files'))).finally(() => database.close());
  } catch {
    // A browser that keeps nothing, or a full one: what is on the screen stays there.
    return null;
  }
}

/** Pending files that survive a reload; `drop` forgets what is kept, once it is sent or given up. */
export function useKeptFiles(name: string) {
  const key = `draft:${useMe().profile.id}:${name}`;
  const [files, setFiles] = useState<Files>([]);
  useEffect(() => {
    let left = false;
    void inStore<Files | undefined>('readonly', (store) => store.get(key)).then((kept) => {
      if (kept && !left) setFiles((now) => [...kept, ...now]);
    });
    return () => {
      left = true;
    };
  }, [key]);
  const drop = useCallback(() => void inStore('readwrite', (store) => store.delete(key)), [key]);
  const change = useCallback(
    (next: Files) => {
      setFiles(next);
      if (next.length) void inStore('readwrite', (store) => store.put(next, key));
      else drop();
    },
    [key, drop],
  );
  return { files, change, drop };
}

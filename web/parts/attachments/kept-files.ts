/* Files that are not with their document yet stay on this device: chosen for one that is not saved, or not arrived. */
import { useCallback, useEffect, useState } from 'react';
import { attachFile, type AttachmentKind } from '@/db/attachments.ts';
import { inFiles, markFiles } from '@/db/keep.ts';
import { useMe } from '@/db/me.ts';
import type { PendingFile } from './pending-files.tsx';

type Files = readonly PendingFile[];

function keep(key: string, files: Files): void {
  markFiles(key, files.length > 0);
  void inFiles<unknown>('readwrite', (store): IDBRequest => (files.length > 0 ? store.put(files, key) : store.delete(key)));
}

/** Files that survive a reload; `drop` forgets what is kept, once it is sent or given up. */
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
  const drop = useCallback(() => keep(key, []), [key]);
  const change = useCallback(
    (next: Files) => {
      setFiles(next);
      keep(key, next);
    },
    [key],
  );
  return { files, change, drop };
}

/** What of a saved document's files has not arrived; its page offers to send them again. */
export const unsent = (documentId: string) => `unsent:${documentId}`;

interface Parcel {
  kind: AttachmentKind;
  documentId: string;
  branchId: string;
  files: Files;
}

/** Sends files after the documents that they belong to, one by one. What has not arrived stays kept. */
export function useSendFiles() {
  const person = useMe().profile.id;
  return async (parcels: readonly Parcel[]) => {
    const keepOf = ({ documentId }: Parcel, left: Files) => keep(`draft:${person}:${unsent(documentId)}`, left);
    // All of them first: what breaks the first one's journey must not lose the last.
    for (const parcel of parcels) keepOf(parcel, parcel.files);
    for (const parcel of parcels) {
      const { files, ...document } = parcel;
      for (const [at, { id, file }] of files.entries()) {
        await attachFile({ id, ...document, file, name: file.name });
        keepOf(parcel, files.slice(at + 1));
      }
    }
  };
}

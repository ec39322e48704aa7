/* Files that are not with their document yet stay on this device: chosen for one that is not saved, or not arrived. */
import { useCallback, useEffect, useState } from 'react';
import { attachFile, type AttachmentKind } from '@/db/attachments.ts';
import { inFiles, markFiles } from '@/db/keep.ts';
import { useMe } from '@/db/me.ts';
import type { PendingFile } from './pending-files.tsx';

type Files = readonly PendingFile[];

/** False: this device keeps none. */
async function keep(key: string, files: Files): Promise<boolean> {
  markFiles(key, files.length > 0);
  return (await inFiles<unknown>('readwrite', (store): IDBRequest => (files.length > 0 ? store.put(files, key) : store.delete(key)))) !== null;
}

/* Who shows a document's files hears what became of those on their way. */
const onTheirWay = new Set<string>();
const ended = new EventTarget();
class Ended extends Event {
  readonly left: Files;
  constructor(key: string, left: Files) {
    super(key);
    this.left = left;
  }
}

/** Files that survive a reload, unless they are `lost` with it; `drop` forgets what is kept, once it is sent or given up. */
export function useKeptFiles(name: string) {
  const key = `draft:${useMe().profile.id}:${name}`;
  const [files, setFiles] = useState<Files>([]);
  const [kept, setKept] = useState(true);
  useEffect(() => {
    let left = false;
    void inFiles<Files | undefined>('readonly', (store) => store.get(key)).then((kept) => {
      if (kept && !left && !onTheirWay.has(key)) setFiles((now) => [...kept, ...now]);
    });
    const hear = (event: Event) => setFiles((event as Ended).left);
    ended.addEventListener(key, hear);
    return () => {
      left = true;
      ended.removeEventListener(key, hear);
    };
  }, [key]);
  const drop = useCallback(() => void keep(key, []), [key]);
  const change = useCallback(
    (next: Files) => {
      setFiles(next);
      void keep(key, next).then(setKept);
    },
    [key],
  );
  return { files, lost: files.length > 0 && !kept, change, drop };
}

/** What of a saved document's files has not arrived; its page offers to send them again. */
export const unsent = (documentId: string) => `unsent:${documentId}`;

interface Parcel {
  kind: AttachmentKind;
  documentId: string;
  branchId: string;
  files: Files;
}

/** Sends files after the documents that they belong to, one by one. What has not arrived stays kept, and the first reason is thrown. */
export function useSendFiles() {
  const person = useMe().profile.id;
  return async (parcels: readonly Parcel[]) => {
    const keyed = parcels.map((parcel) => ({ ...parcel, key: `draft:${person}:${unsent(parcel.documentId)}`, left: parcel.files }));
    // All of them first: what breaks the first one's journey must not lose the last.
    for (const { key, left } of keyed) {
      onTheirWay.add(key);
      void keep(key, left);
    }
    const reasons: unknown[] = [];
    for (const parcel of keyed) {
      for (const one of parcel.files) {
        try {
          await attachFile({ id: one.id, kind: parcel.kind, documentId: parcel.documentId, branchId: parcel.branchId, file: one.file, name: one.file.name });
          parcel.left = parcel.left.filter((other) => other !== one);
          void keep(parcel.key, parcel.left);
        } catch (error) {
          reasons.push(error);
        }
      }
      onTheirWay.delete(parcel.key);
      ended.dispatchEvent(new Ended(parcel.key, parcel.left));
    }
    if (reasons.length > 0) throw reasons[0];
  };
}

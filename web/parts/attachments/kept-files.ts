/* Files that are not with their document yet stay on this device: chosen for one that is not saved, or not arrived. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { attachFile, type AttachmentKind } from '@/db/attachments.ts';
import { inFiles, markFiles } from '@/db/keep.ts';
import { useMe } from '@/db/me.ts';
import type { PendingFile } from './pending-files.tsx';

type Files = readonly PendingFile[];

/** False: this device keeps none. */
async function keep(key: string, files: Files): Promise<boolean> {
  markFiles(key, files.length > 0);
  return (
    (await inFiles<unknown>('readwrite', (store): IDBRequest => (files.length > 0 ? store.put(files, key) : store.delete(key)))) !== null
  );
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

const keyOf = (person: string, name: string) => `draft:${person}:${name}`;

/** Files that survive a reload, unless they are `lost` with it; `drop` forgets what is kept, once it is given up or its document is saved. */
export function useKeptFiles(name: string) {
  const person = useMe().profile.id;
  const key = keyOf(person, name);
  const place = useRef(key);
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
  const drop = useCallback(
    (saved?: string) => {
      void keep(key, []);
      // What is chosen from here on is that document's, and not the next one's that is written under this name.
      if (saved) place.current = keyOf(person, unsent(saved));
    },
    [key, person],
  );
  const change = useCallback((next: Files) => {
    setFiles(next);
    void keep(place.current, next).then(setKept);
  }, []);
  return { files, lost: files.length > 0 && !kept, change, drop };
}

/** What of a saved document's files has not arrived; its page offers to send them again. */
export const unsent = (documentId: string) => `unsent:${documentId}`;

interface Parcel {
  kind: AttachmentKind;
  documentId: string;
  branchId: string;
  /** As they are by then: more may be chosen while the first ones travel. */
  files: () => Files;
}

/** Sends files after the documents that they belong to, one by one. What has not arrived stays kept, and the first reason is thrown. */
export async function sendFiles(person: string, parcels: readonly Parcel[]): Promise<void> {
  const arrived = new Set<string>();
  const keyed = parcels.map((parcel) => ({
    ...parcel,
    key: keyOf(person, unsent(parcel.documentId)),
    left: () => parcel.files().filter(({ id }) => !arrived.has(id)),
  }));
  // All of them first: what breaks the first one's journey must not lose the last.
  for (const { key, left } of keyed) {
    onTheirWay.add(key);
    void keep(key, left());
  }
  const reasons: unknown[] = [];
  for (const { key, left, kind, documentId, branchId } of keyed) {
    const tried = new Set<string>();
    for (let one = left()[0]; one; one = left().find(({ id }) => !tried.has(id))) {
      tried.add(one.id);
      try {
        await attachFile({ id: one.id, kind, documentId, branchId, file: one.file, name: one.file.name });
        arrived.add(one.id);
        void keep(key, left());
      } catch (error) {
        reasons.push(error);
      }
    }
    onTheirWay.delete(key);
    ended.dispatchEvent(new Ended(key, left()));
  }
  if (reasons.length > 0) throw reasons[0];
}

export function useSendFiles() {
  const person = useMe().profile.id;
  return (parcels: readonly Parcel[]) => sendFiles(person, parcels);
}

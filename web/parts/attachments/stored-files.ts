/* Files not attached yet are kept on this device: their document is not saved, or their upload failed. */
import { del, get, set } from 'idb-keyval';
import { useCallback, useEffect, useRef, useState } from 'react';
import { attachFile, type AttachmentKind } from '@/db/attachments.ts';
import { draftFiles, markFiles } from '@/db/browser-storage.ts';
import { useMe } from '@/db/me.ts';

export interface PendingFile {
  /** The same in every attempt, so that a retry does not attach it twice. */
  id: string;
  file: File;
}

type Files = readonly PendingFile[];

/** Stores files; false where this device cannot. */
async function store(key: string, files: Files): Promise<boolean> {
  markFiles(key, files.length > 0);
  try {
    await (files.length > 0 ? set(key, files, draftFiles) : del(key, draftFiles));
    return true;
  } catch {
    // Storage unavailable or full: the files stay on the screen only.
    return false;
  }
}

async function storedFiles(key: string): Promise<Files> {
  try {
    return (await get<Files>(key, draftFiles)) ?? [];
  } catch {
    // Storage unavailable: then it holds no files.
    return [];
  }
}

/* Uploads in progress, and the events by which a document's page learns which files failed. */
const uploading = new Set<string>();
const ended = new EventTarget();
class Ended extends Event {
  readonly leftFiles: Files;
  constructor(key: string, leftFiles: Files) {
    super(key);
    this.leftFiles = leftFiles;
  }
}

const keyOf = (person: string, name: string) => `draft:${person}:${name}`;

/** Chosen files that survive a reload, unless `lost`; `drop` deletes the stored ones, once the document is discarded or saved. */
export function useStoredFiles(name: string) {
  const person = useMe().profile.id;
  const key = keyOf(person, name);
  const place = useRef(key);
  const [files, setFiles] = useState<Files>([]);
  const [isStored, setIsStored] = useState(true);
  useEffect(() => {
    let isUnmounted = false;
    void storedFiles(key).then((isStored) => {
      if (!isUnmounted && !uploading.has(key)) setFiles((now) => [...isStored, ...now]);
    });
    const onEnded = (event: Event) => setFiles((event as Ended).leftFiles);
    ended.addEventListener(key, onEnded);
    return () => {
      isUnmounted = true;
      ended.removeEventListener(key, onEnded);
    };
  }, [key]);
  const drop = useCallback(
    (saved?: string) => {
      void store(key, []);
      // Files chosen from now on belong to the saved document, not to the next one in this form.
      if (saved) place.current = keyOf(person, unsent(saved));
    },
    [key, person],
  );
  const change = useCallback((next: Files) => {
    setFiles(next);
    void store(place.current, next).then(setIsStored);
  }, []);
  return { files, lost: files.length > 0 && !isStored, change, drop };
}

/** The name for files of a saved document that were not uploaded; its page offers a retry. */
export const unsent = (documentId: string) => `unsent:${documentId}`;

interface Upload {
  kind: AttachmentKind;
  documentId: string;
  branchId: string;
  /** Read again after each upload, because more may be chosen meanwhile. */
  files: () => Files;
}

/** Uploads files to their documents, one by one. Files that fail stay stored, and the first error is thrown. */
export async function sendFiles(person: string, parcels: readonly Upload[]): Promise<void> {
  const arrived = new Set<string>();
  const keyed = parcels.map((parcel) => ({
    ...parcel,
    key: keyOf(person, unsent(parcel.documentId)),
    left: () => parcel.files().filter(({ id }) => !arrived.has(id)),
  }));
  // Stores all files first, so that a failure of the first does not lose the last.
  for (const { key, left: leftFiles } of keyed) {
    uploading.add(key);
    void store(key, leftFiles());
  }
  const reasons: unknown[] = [];
  for (const { key, left: leftFiles, kind, documentId, branchId } of keyed) {
    const tried = new Set<string>();
    for (let one = leftFiles()[0]; one; one = leftFiles().find(({ id }) => !tried.has(id))) {
      tried.add(one.id);
      try {
        await attachFile({ id: one.id, kind, documentId, branchId, file: one.file, name: one.file.name });
        arrived.add(one.id);
        void store(key, leftFiles());
      } catch (error) {
        reasons.push(error);
      }
    }
    uploading.delete(key);
    ended.dispatchEvent(new Ended(key, leftFiles()));
  }
  if (reasons.length > 0) throw reasons[0];
}

export function useSendFiles() {
  const person = useMe().profile.id;
  return (parcels: readonly Upload[]) => sendFiles(person, parcels);
}

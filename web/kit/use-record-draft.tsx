import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { useUserKey } from '@/db/me.ts';
import type { TypedRecord } from './schema.ts';
import { useDraft } from './use-draft.ts';
import { useLeaveGuard } from './use-leave-guard.tsx';
import type { FormBase, SavedDraft } from './use-saved-form.ts';

/** The draft of a record's form. `key` identifies the form where its path is not enough. */
export function useRecordDraft<Typed extends TypedRecord>(initial: FormBase<Typed>, key?: string) {
  const { pathname } = useLocation();
  const draft = useDraft<SavedDraft<Typed>>(useUserKey(), key ?? pathname);
  // A new record's form restores only a draft that was never saved; any other would overwrite the earlier record.
  const restoredDraft =
    draft.restored && (initial.version > 0 ? draft.restored.id === initial.id : draft.restored.version === 0) ? draft.restored : null;
  const [restored, setRestored] = useState(restoredDraft !== null);
  const wasCreated = useRef(false);
  return {
    ...draft,
    start: restoredDraft ?? initial,
    restoredDraft,
    restored,
    wasCreated,
    /** Deletes the draft, after a save or on discarding. `created`: the save created the record. */
    clear: (created = false) => {
      wasCreated.current = created;
      draft.drop();
      setRestored(false);
    },
  };
}

interface Typing<Typed extends TypedRecord> {
  changed: readonly string[];
  agreed: FormBase<Typed>;
  values: Typed;
  isDeleted: boolean;
  discard: () => void;
}

interface Beside {
  /** There is more to lose than the form's values, such as chosen files. */
  hasMore?: boolean;
  onLeave?: () => void;
}

/** Stores unsaved changes as a draft and asks before leaving; `discard` drops both. */
export function useStoredInput<Typed extends TypedRecord>(
  { store, drop, wasCreated, clear }: Pick<ReturnType<typeof useRecordDraft<Typed>>, 'store' | 'drop' | 'wasCreated' | 'clear'>,
  { changed, agreed, values, isDeleted, discard }: Typing<Typed>,
  { hasMore = false, onLeave }: Beside = {},
): { question: ReactNode; release: () => void; discard: () => void } {
  const dirty = changed.length > 0;
  useEffect(() => {
    if (dirty && !wasCreated.current) store({ ...agreed, typed: values });
    else drop();
  }, [dirty, agreed, values, store, drop, wasCreated]);
  const guard = useLeaveGuard((dirty || hasMore) && !isDeleted, () => {
    drop();
    onLeave?.();
  });
  return {
    ...guard,
    discard: () => {
      discard();
      clear();
    },
  };
}

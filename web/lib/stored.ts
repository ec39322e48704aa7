/* Browser storage. Where it is blocked, full, or holds an outdated value, preferences are lost, but nothing fails. */

function storeOf(storage: () => Storage) {
  const text = (key: string): string | null => {
    try {
      return storage().getItem(key);
    } catch {
      return null;
    }
  };
  return {
    text,
    read: <T>(key: string, otherwise: T): T => {
      const kept = text(key);
      try {
        return kept === null ? otherwise : (JSON.parse(kept) as T);
      } catch {
        return otherwise;
      }
    },
    /** Answers whether the value was stored. undefined removes the key. */
    write: (key: string, value: unknown): boolean => {
      try {
        if (value === undefined) storage().removeItem(key);
        else storage().setItem(key, JSON.stringify(value));
        return true;
      } catch {
        return false;
      }
    },
  };
}

/** Stored on this device. */
export const onDevice = storeOf(() => localStorage);
/** Stored in this tab. */
export const tabStorage = storeOf(() => sessionStorage);

/* What the browser keeps. Where its storage is blocked or full, or holds a value of an older version, the habit is lost, the work is not. */

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
    /** Whether it is kept. Undefined takes away what was. */
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

/** On this device. */
export const onDevice = storeOf(() => localStorage);
/** In this tab. */
export const inTab = storeOf(() => sessionStorage);

/* Browser storage. Where it is blocked, full, or holds an outdated value, preferences are lost, but nothing fails. */

/** Unreadable texts that are stored for one kind of work: one for each version that a device has had lately. */
const MAX_ASIDE = 10;

function storeOf(storage: () => Storage) {
  const text = (key: string): string | null => {
    try {
      return storage().getItem(key);
    } catch {
      return null;
    }
  };
  const writeText = (key: string, value: string | undefined): boolean => {
    try {
      if (value === undefined) storage().removeItem(key);
      else storage().setItem(key, value);
      return true;
    } catch {
      return false;
    }
  };
  return {
    text,
    read: <T>(key: string, otherwise: T): T => {
      const stored = text(key);
      try {
        return stored === null ? otherwise : (JSON.parse(stored) as T);
      } catch {
        return otherwise;
      }
    },
    /** Answers whether the value was stored. undefined removes the key. */
    write: (key: string, value: unknown): boolean => writeText(key, JSON.stringify(value) as string | undefined),
    writeText,
  };
}

/** Stored on this device. */
export const onDevice = storeOf(() => localStorage);

/** Reads work stored on this device as JSON, which another version of the app may have written. A text that `read` cannot read (null)
    is set aside instead of overwritten. A version that can read it gets it back once nothing else is stored under the key.
    `setAside`: this has just happened. */
export function readWork<Work>(key: string, read: (text: string) => Work | null): { work: Work | null; setAside: boolean } {
  const keysAside = Array.from({ length: MAX_ASIDE }, (_, nth) => `${key}:unread${nth}`);
  const text = onDevice.text(key);
  const work = text === null ? null : read(text);
  if (work !== null) return { work, setAside: false };
  if (text !== null) {
    const free = keysAside.find((aside) => onDevice.text(aside) === null);
    // Full storage has no room for it twice.
    onDevice.write(key, undefined);
    if (!free || !onDevice.writeText(free, text)) onDevice.writeText(key, text);
    return { work, setAside: true };
  }
  for (const aside of keysAside) {
    const stored = onDevice.text(aside);
    const found = stored === null ? null : read(stored);
    if (stored === null || found === null) continue;
    onDevice.write(aside, undefined);
    if (!onDevice.writeText(key, stored)) onDevice.writeText(aside, stored);
    return { work: found, setAside: false };
  }
  return { work: null, setAside: false };
}

/** Stored in this tab. */
export const tabStorage = storeOf(() => sessionStorage);

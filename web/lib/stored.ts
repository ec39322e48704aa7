/* Browser storage. Where it is blocked, full, or holds an outdated value, preferences are lost, but nothing fails. */

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
  const asideKey = `${key}:unread`;
  const texts = onDevice.read<string[]>(asideKey, []);
  const text = onDevice.text(key);
  const work = text === null ? null : read(text);
  if (work !== null) return { work, setAside: false };
  if (text !== null) {
    // In full storage there is room for it only once it no longer stands under its key.
    onDevice.write(key, undefined);
    if (!onDevice.write(asideKey, [...texts, text])) onDevice.writeText(key, text);
    return { work, setAside: true };
  }
  for (const one of texts) {
    const found = read(one);
    if (found === null) continue;
    const others = texts.filter((other) => other !== one);
    if (onDevice.write(key, JSON.parse(one))) onDevice.write(asideKey, others.length > 0 ? others : undefined);
    return { work: found, setAside: false };
  }
  return { work: null, setAside: false };
}

/** Stored in this tab. */
export const tabStorage = storeOf(() => sessionStorage);

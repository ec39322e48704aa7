// Databases of the browser's: what a counter keeps on its device. Each opened once, and let go where another tab deletes it.
import { requestResult } from './keep.ts';

type Tables = Readonly<Record<string, string | null>>;

/** tables: their names, with the field that is each one's key, or null where keys stand beside. */
export function deviceStore(name: string, tables: Tables) {
  let opening: Promise<IDBDatabase> | null = null;
  const open = () =>
    (opening ??= (async () => {
      const asked = indexedDB.open(name, 1);
      asked.onupgradeneeded = () =>
        Object.entries(tables).forEach(([table, keyPath]) => asked.result.createObjectStore(table, { keyPath }));
      const base = await requestResult(asked);
      const letGo = () => (opening = null);
      base.onclose = letGo;
      base.onversionchange = () => {
        base.close();
        letGo();
      };
      return base;
    })().catch((error: unknown) => {
      opening = null;
      throw error;
    }));

  /** All of it or nothing, and on the disk when it is answered. */
  return async function within<Result>(
    mode: IDBTransactionMode,
    action: (table: (name: string) => IDBObjectStore) => Promise<Result> | Result,
  ): Promise<Result> {
    const transaction = (await open()).transaction(Object.keys(tables), mode, { durability: 'strict' });
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB'));
    });
    const result = await action((table) => transaction.objectStore(table));
    await done;
    return result;
  };
}

/** What a counter made or laid aside, and the database does not have yet: it outlives a sign-out. */
export const counterStore = deviceStore('counter', { outbox: 'id', held: 'id' });

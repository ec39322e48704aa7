// IndexedDB databases of the counter on this device. Each is opened once, and closed when another tab deletes it.
import { promisifyRequest } from 'idb-keyval';

/** `tables`: key path by table name, or null where keys are given separately. */
export function deviceStore<Table extends string>(name: string, tables: Readonly<Record<Table, string | null>>) {
  let opening: Promise<IDBDatabase> | null = null;
  const open = () =>
    (opening ??= (async () => {
      const request = indexedDB.open(name, 1);
      request.onupgradeneeded = () =>
        Object.entries<string | null>(tables).forEach(([table, keyPath]) => request.result.createObjectStore(table, { keyPath }));
      const base = await promisifyRequest(request);
      const forget = () => (opening = null);
      base.onclose = forget;
      base.onversionchange = () => {
        base.close();
        forget();
      };
      return base;
    })().catch((error: unknown) => {
      opening = null;
      throw error;
    }));

  const begin = async (mode: IDBTransactionMode): Promise<IDBTransaction> => {
    const on = (base: IDBDatabase) => base.transaction(Object.keys(tables), mode, { durability: 'strict' });
    try {
      return on(await open());
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error;
      // WebKit closes a database without an event when the process that holds it ends.
      opening = null;
      return on(await open());
    }
  };

  /** Runs `action` in one transaction and resolves once that is committed to disk. */
  return async function within<Result>(
    mode: IDBTransactionMode,
    action: (table: (name: Table) => IDBObjectStore) => Promise<Result> | Result,
  ): Promise<Result> {
    const transaction = await begin(mode);
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB'));
    });
    const result = await action((table) => transaction.objectStore(table));
    await done;
    return result;
  };
}

/** Sales made or held at a counter that the database does not have yet; they outlive a sign-out. */
export const counterStore = deviceStore('counter', { outbox: 'id', held: 'id' });

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
      const database = await promisifyRequest(request);
      const forget = () => (opening = null);
      database.onclose = forget;
      database.onversionchange = () => {
        database.close();
        forget();
      };
      return database;
    })().catch((error: unknown) => {
      opening = null;
      throw error;
    }));

  const beginTransaction = async (mode: IDBTransactionMode): Promise<IDBTransaction> => {
    const startOn = (database: IDBDatabase) => database.transaction(Object.keys(tables), mode, { durability: 'strict' });
    try {
      return startOn(await open());
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error;
      // WebKit closes a database without an event when the process that holds it ends.
      opening = null;
      return startOn(await open());
    }
  };

  /** Runs `action` in one transaction and resolves once that is committed to disk. */
  return async function inTransaction<Result>(
    mode: IDBTransactionMode,
    action: (table: (name: Table) => IDBObjectStore) => Promise<Result> | Result,
  ): Promise<Result> {
    const transaction = await beginTransaction(mode);
    const committed = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB'));
    });
    const result = await action((table) => transaction.objectStore(table));
    await committed;
    return result;
  };
}

/** Sales made or held at a counter that the database does not have yet; they outlive a sign-out. */
export const counterStore = deviceStore('counter', { outbox: 'id', held: 'id' });

import { expect, it, vi } from 'vitest';
import { deviceStore } from './device-store.ts';

it('reopens a database that WebKit has closed, so that a sale is still stored', async () => {
  const connections: { isClosed: boolean }[] = [];
  const open = () => {
    const connection = {
      isClosed: false,
      transaction: () => {
        if (connection.isClosed) throw new DOMException('The database connection is closing.', 'InvalidStateError');
        const transaction = { oncomplete: () => undefined };
        setTimeout(() => transaction.oncomplete());
        return transaction;
      },
    };
    connections.push(connection);
    const request = { result: connection, onsuccess: () => undefined };
    setTimeout(() => request.onsuccess());
    return request;
  };
  vi.stubGlobal('indexedDB', { open });
  const within = deviceStore('counter', { outbox: 'id' });
  expect(await within('readwrite', () => 'first')).toBe('first');
  connections[0]!.isClosed = true;
  expect(await within('readwrite', () => 'second')).toBe('second');
  expect(connections.length).toBe(2);
  vi.unstubAllGlobals();
});

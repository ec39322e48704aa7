import { QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { documentOf, everyRow, PART, collectAll } from './calls.ts';
import { queryClient } from './query.ts';

vi.mock('./client.ts', () => ({ rest: { rpc: () => new Promise(() => undefined) }, fetchAsUser: vi.fn() }));
vi.mock('./config.ts', () => ({ config: {} }));

it('the first lines of a document show while the rest loads, but not those of another document', () => {
  const one = (id: string, most_lines?: number) =>
    documentOf<'transfer_detail', string>('transfer_detail', { id, ...(most_lines === undefined ? {} : { most_lines }) }, ['transfers']);
  queryClient.setQueryData(one('a').queryKey, 'first lines of a');
  const observer = new QueryObserver(queryClient, one('a'));
  const leave = observer.subscribe(() => undefined);
  observer.setOptions(one('a', 5000));
  expect(observer.getCurrentResult()).toMatchObject({ data: 'first lines of a', isPlaceholderData: true });
  observer.setOptions(one('b'));
  expect(observer.getCurrentResult().data).toBeUndefined();
  leave();
});

it('reads 100,000 rows in about 20 requests, each unchanged row once despite concurrent edits', async () => {
  const table = new Map(Array.from({ length: 100_000 }, (_, index) => [index * 2, { id: index * 2, name: `n${index}` }]));
  const stood = new Set(table.keys());
  let requests = 0;
  const rows = await collectAll(
    everyRow<{ id: number; name: string }>(async (last) => {
      requests += 1;
      // Some are added, some deleted, all renamed.
      table.set(requests * 9001, { id: requests * 9001, name: 'new' });
      table.delete(200_000 - requests * 6);
      stood.delete(200_000 - requests * 6);
      for (const row of table.values()) row.name = `${row.name}!`;
      return [...table.values()]
        .sort((a, b) => a.id - b.id)
        .filter(({ id }) => !last || id > last.id)
        .slice(0, PART);
    }),
  );
  expect(requests).toBeLessThanOrEqual(22);
  const ids = new Set(rows.map(({ id }) => id));
  expect(ids.size).toBe(rows.length);
  expect([...stood].filter((id) => !ids.has(id))).toEqual([]);
});

import { QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { documentOf } from './calls.ts';
import { queryClient } from './query.ts';

vi.mock('./client.ts', () => ({ rest: { rpc: () => new Promise(() => undefined) }, fetchAsUser: vi.fn() }));
vi.mock('./config.ts', () => ({ config: {} }));

it('the first lines of a document stand while the rest is asked for; another document never stands in its place', () => {
  const one = (id: string, most_lines?: number) => documentOf<'transfer_detail', string>('transfer_detail', { id, ...(most_lines === undefined ? {} : { most_lines }) }, ['transfers']);
  queryClient.setQueryData(one('a').queryKey, 'first lines of a');
  const observer = new QueryObserver(queryClient, one('a'));
  const leave = observer.subscribe(() => undefined);
  observer.setOptions(one('a', 5000));
  expect(observer.getCurrentResult()).toMatchObject({ data: 'first lines of a', isPlaceholderData: true });
  observer.setOptions(one('b'));
  expect(observer.getCurrentResult().data).toBeUndefined();
  leave();
});

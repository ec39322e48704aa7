import { expect, it, vi } from 'vitest';
import { deleteRows } from './plain-rows.ts';

const batches = vi.hoisted(() => [] as (number | 'refused')[]);
/** The current batch: the number of rows it deletes, or that it is refused. */
vi.mock('./config.ts', () => ({ config: {} }));
vi.mock('./client.ts', () => {
  const query = {
    delete: () => query,
    in: () => query,
    select: () => {
      const batch = batches.shift();
      return Promise.resolve(
        batch === 'refused'
          ? { data: null, status: 403, error: { code: '42501', message: 'no', details: '' } }
          : { data: Array.from({ length: batch ?? 0 }, (_, id) => ({ id })), status: 200, error: null },
      );
    },
  };
  return { rest: { from: () => query } };
});

const ids = Array.from({ length: 450 }, (_, n) => String(n));

it('deletes selected rows in batches and counts them all', async () => {
  batches.push(200, 199, 50);
  expect(await deleteRows('brands', { ids })).toBe(449);
});

it('reports how many rows were deleted before a batch was refused', async () => {
  batches.push(200, 199, 'refused');
  await expect(deleteRows('brands', { ids })).rejects.toMatchObject({ code: 'partly_done', values: { done: 399, total: 450 } });
});

it('reports the refusal of the first batch as such', async () => {
  batches.push('refused');
  await expect(deleteRows('brands', { ids })).rejects.toMatchObject({ code: 'not_allowed' });
});

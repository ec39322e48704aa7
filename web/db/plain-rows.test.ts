import { expect, it, vi } from 'vitest';
import { deleteRows } from './plain-rows.ts';

const batches = vi.hoisted(() => [] as (number | 'refused')[]);
/** The batch whose turn it is: how many rows it deletes, or that it is refused. */
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

it('deletes ticked rows in parts, and counts those of all parts', async () => {
  batches.push(200, 199, 50);
  expect(await deleteRows('brands', { ids })).toBe(449);
});

it('says how many were deleted before a part was refused', async () => {
  batches.push(200, 199, 'refused');
  await expect(deleteRows('brands', { ids })).rejects.toMatchObject({ code: 'partly_done', values: { done: 399, total: 450 } });
});

it('a refusal of the first part is that refusal', async () => {
  batches.push('refused');
  await expect(deleteRows('brands', { ids })).rejects.toMatchObject({ code: 'not_allowed' });
});

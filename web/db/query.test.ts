import { describe, expect, it, vi } from 'vitest';
import { AppError } from './errors.ts';
import { queryClient, write } from './query.ts';

/* What a write that failed makes stale. */

async function failing(code: string): Promise<boolean> {
  const asked = vi.fn(() => Promise.resolve(1));
  await queryClient.fetchQuery({
    queryKey: ['purchase_detail', { id: code }],
    queryFn: asked,
    meta: { reads: ['purchase_orders'] },
    staleTime: Infinity,
  });
  const mutation = queryClient
    .getMutationCache()
    .build(queryClient, write({ run: () => Promise.reject(new AppError(code, { status: 409 })), changes: ['purchase_orders'] }));
  await expect(mutation.execute(undefined as never)).rejects.toMatchObject({ code });
  return queryClient.getQueryState(['purchase_detail', { id: code }])?.isInvalidated ?? false;
}

describe('a write that was refused', () => {
  it('asks again for what it changes where it was done before and the answer was lost', async () => {
    expect(await failing('exists_already')).toBe(true);
  });

  it('leaves what is on the screen after any other refusal', async () => {
    expect(await failing('payment_exceeds_remaining')).toBe(false);
  });
});

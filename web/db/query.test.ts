import { describe, expect, it, vi } from 'vitest';
import { AppError } from './errors.ts';
import { queryClient, write } from './query.ts';

/* Which queries a failed write invalidates. */

async function isInvalidatedAfter(code: string): Promise<boolean> {
  const queryFn = vi.fn(() => Promise.resolve(1));
  await queryClient.fetchQuery({
    queryKey: ['purchase_detail', { id: code }],
    queryFn,
    meta: { reads: ['purchase_orders'] },
    staleTime: Infinity,
  });
  const mutation = queryClient
    .getMutationCache()
    .build(queryClient, write({ run: () => Promise.reject(new AppError(code, { status: 409 })), changes: ['purchase_orders'] }));
  await expect(mutation.execute(undefined as never)).rejects.toMatchObject({ code });
  return queryClient.getQueryState(['purchase_detail', { id: code }])?.isInvalidated ?? false;
}

describe('a refused write', () => {
  it('refetches after exists_already, because only the response of the first attempt was lost', async () => {
    expect(await isInvalidatedAfter('exists_already')).toBe(true);
  });

  it('does not refetch after any other refusal', async () => {
    expect(await isInvalidatedAfter('payment_exceeds_remaining')).toBe(false);
  });
});

import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { AppError } from '@/db/errors.ts';

/** A record to be changed, as it stands now: what was kept of it since it was last saved is older than a payment of it. */
export function useOpened<Doc>(asked: UseQueryOptions<Doc, AppError>) {
  const found = useQuery(asked);
  return found.isFetching && !found.isFetchedAfterMount ? { ...found, data: undefined } : found;
}

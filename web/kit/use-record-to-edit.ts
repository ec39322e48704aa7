import { useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import type { AppError } from '@/db/errors.ts';

/** A record for its form. While a cached one is being read again, the form waits, since it would start from the version before the
    change that made the record stale. An open form stays. If reading fails, the form opens with the cached record. */
export function useRecordToEdit<Doc, Key extends QueryKey>(options: UseQueryOptions<Doc, AppError, Doc, Key>) {
  const { data, error, refetch, isFetching, failureCount } = useQuery(options);
  const key = JSON.stringify(options.queryKey);
  const [opened, setOpened] = useState('');
  const isOpen = opened === key || !isFetching || failureCount > 0;
  if (data && isOpen && opened !== key) setOpened(key);
  return { data: isOpen ? data : undefined, error, refetch };
}

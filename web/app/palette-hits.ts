import { useQueries } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState } from 'react';
import { useCan } from '@/db/me.ts';
import type { SearchHit, SearchProvider } from '@/kit/screen.ts';
import { searches } from './registry.ts';

export interface FoundRecords {
  provider: SearchProvider;
  hits: SearchHit[];
}

/** What was typed, once the typing rests for a moment. */
function useRested(words: string): string {
  const [rested, setRested] = useState(words);
  useEffect(() => {
    const timer = setTimeout(() => setRested(words), 140);
    return () => clearTimeout(timer);
  }, [words]);
  return rested;
}

export function useRecords(words: string): { found: FoundRecords[]; searching: boolean; failed: boolean } {
  const can = useCan();
  const rested = useDeferredValue(useRested(words.trim()));
  const allowed = searches.filter(({ permission }) => can(permission));
  const answers = useQueries({
    queries: allowed.map(({ id, find }) => ({
      queryKey: ['palette', id, rested],
      queryFn: ({ signal }: { signal: AbortSignal }) => find(rested, signal),
      enabled: rested.length > 1,
      gcTime: 60_000,
    })),
  });
  return {
    found: allowed.flatMap((provider, place) => {
      const hits = answers[place]?.data ?? [];
      return hits.length > 0 && rested.length > 1 ? [{ provider, hits }] : [];
    }),
    searching: answers.some(({ isFetching }) => isFetching) || rested !== words.trim(),
    failed: answers.some(({ isError }) => isError),
  };
}

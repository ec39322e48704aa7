import { MutationCache, QueryCache, QueryClient, type Query } from '@tanstack/react-query';
import { type AppError, asAppError } from './errors.ts';
import type { Database } from './types.gen.ts';

export type Table = keyof Database['public']['Tables'];

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Tables the answer depends on, beyond one that starts its key. */
      reads?: readonly Table[];
    };
    mutationMeta: {
      /** Tables whose answers are stale after success. */
      changes?: readonly Table[];
    };
    defaultError: AppError;
  }
}

function dependsOn(query: Query<unknown, AppError>, tables: ReadonlySet<string>): boolean {
  const [first] = query.queryKey;
  return (typeof first === 'string' && tables.has(first)) || (query.meta?.reads ?? []).some((table) => tables.has(table));
}

/** Marks answers from these tables as stale; those on screen are requested again. */
export function refresh(changed: readonly Table[]): Promise<void> {
  const tables = new Set<string>(changed);
  if (tables.size === 0) return Promise.resolve();
  return queryClient.invalidateQueries({ predicate: (query) => dependsOn(query as Query<unknown, AppError>, tables) });
}

/** After a 403 the user's permissions may have changed, so they are read again. */
const refreshMe = (error: AppError, queryName?: unknown) => {
  if (error.status === 403 && queryName !== 'me') void queryClient.invalidateQueries({ queryKey: ['me'] });
};

const worthRetrying = new Set(['network', 'timeout', 'server', 'busy']);

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => refreshMe(error, query.queryKey[0]) }),
  mutationCache: new MutationCache({
    // The only automatic invalidation: by the tables that a mutation names.
    onSuccess: (_result, _input, _context, mutation): Promise<void> => refresh(mutation.meta?.changes ?? []),
    // It was sent before and only its answer was lost: the screen may not show it yet.
    onError: (error, _input, _context, mutation) => {
      if (error.code === 'exists_already') void refresh(mutation.meta?.changes ?? []);
      refreshMe(error);
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 20_000,
      gcTime: 10 * 60_000,
      retry: (failures, error) => failures < 2 && worthRetrying.has(error.code),
      // Offline the screen keeps its data; a failing query reports that itself.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

interface Write<Input, Result> {
  run: (input: Input) => Promise<Result>;
  changes: readonly Table[];
}

/** Options for `useMutation`: the request, and the tables it changes. */
export function write<Input, Result>({ run, changes }: Write<Input, Result>) {
  return {
    mutationFn: async (input: Input): Promise<Result> => {
      try {
        return await run(input);
      } catch (error) {
        throw asAppError(error);
      }
    },
    meta: { changes },
  };
}

import { MutationCache, QueryCache, QueryClient, type Query } from '@tanstack/react-query';
import { type AppError, asAppError } from './errors.ts';
import type { Database } from './types.gen.ts';

export type Table = keyof Database['public']['Tables'];

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Tables an answer is made of, where its key does not begin with one. */
      reads?: readonly Table[];
    };
    mutationMeta: {
      /** Tables whose answers are stale once it succeeded. */
      changes?: readonly Table[];
    };
    defaultError: AppError;
  }
}

function standsOn(query: Query<unknown, AppError>, tables: ReadonlySet<string>): boolean {
  const [first] = query.queryKey;
  return (typeof first === 'string' && tables.has(first)) || (query.meta?.reads ?? []).some((table) => tables.has(table));
}

/** Marks what these tables answered as stale; what is on the screen is asked again. */
export function refresh(changed: readonly Table[]): Promise<void> {
  const tables = new Set<string>(changed);
  if (tables.size === 0) return Promise.resolve();
  return queryClient.invalidateQueries({ predicate: (query) => standsOn(query as Query<unknown, AppError>, tables) });
}

/** Who is refused may have lost what the screen still shows: it is asked anew who they are. */
const askWhoIAm = (error: AppError, asked?: unknown) => {
  if (error.status === 403 && asked !== 'me') void queryClient.invalidateQueries({ queryKey: ['me'] });
};

const worthRetrying = new Set(['network', 'timeout', 'server', 'busy']);

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => askWhoIAm(error, query.queryKey[0]) }),
  mutationCache: new MutationCache({
    // The only invalidation of the client: mechanical, by the tables a write names.
    onSuccess: (_result, _input, _context, mutation): Promise<void> => refresh(mutation.meta?.changes ?? []),
    // Sent before, and only its answer was lost: what is on the screen may not show it yet.
    onError: (error, _input, _context, mutation) => {
      if (error.code === 'exists_already') void refresh(mutation.meta?.changes ?? []);
      askWhoIAm(error);
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 20_000,
      gcTime: 10 * 60_000,
      retry: (failures, error) => failures < 2 && worthRetrying.has(error.code),
      // Offline the screen keeps what it has; a query that fails says so itself.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

interface Write<Input, Result> {
  run: (input: Input) => Promise<Result>;
  changes: readonly Table[];
}

/** Options for `useMutation`: what is done, and which tables it changes. */
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

/* One cache. Keys are mechanical: [table, 'list', params], [table, 'one', id], [rpc, args].
   A mutation names the tables it touches; one callback here refreshes whatever reads them. */
import { MutationCache, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query';
import { type RpcArgs, type RpcName, rpc } from './calls.ts';
import { type AppError, toAppError } from './errors.ts';
import type { Database } from './types.gen.ts';

export type Relation = keyof Database['public']['Tables'] | keyof Database['public']['Views'];

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: AppError;
    queryMeta: { reads?: readonly Relation[] };
    mutationMeta: { touches?: readonly Relation[] };
  }
}

/* The session listens here: the first refused token opens the sign-in over the page. */
export const sessionEnded = new EventTarget();
const notice = (error: unknown) => {
  if (toAppError(error).code === 'session_expired') sessionEnded.dispatchEvent(new Event('ended'));
};

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: notice }),
  mutationCache: new MutationCache({
    onError: notice,
    onSuccess: (_data, _variables, _result, mutation) => {
      refresh(mutation.meta?.touches ?? []);
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (count, error) => error.code === 'no_connection' && count < 2,
      // A list read while the line was down shows what it had; it refreshes when the line is back.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

/** Refreshes everything that reads one of these tables or views. */
export function refresh(touched: readonly Relation[]) {
  if (touched.length === 0) return;
  void queryClient.invalidateQueries({
    predicate: ({ queryKey, meta }) =>
      touched.includes(queryKey[0] as Relation) || (meta?.reads ?? []).some((relation) => touched.includes(relation)),
  });
}

/** A query of a database function. reads: the tables behind it, so that their changes refresh it. */
export function rpcQuery<N extends RpcName>(name: N, args: RpcArgs<N>, reads: readonly Relation[]) {
  return queryOptions({ queryKey: [name, args] as const, queryFn: ({ signal }) => rpc(name, args, signal), meta: { reads } });
}

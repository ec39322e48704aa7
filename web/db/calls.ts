import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { fetchAsUser, rest } from './client.ts';
import { config } from './config.ts';
import { AppError, asAppError } from './errors.ts';
import type { Table } from './query.ts';
import type { Database, Json } from './types.gen.ts';

type Functions = Database['public']['Functions'];
export type FunctionName = keyof Functions & string;
type Sent<A> = { [K in keyof A]: Json extends A[K] ? unknown : A[K] };
export type Args<F extends FunctionName> = Sent<Functions[F]['Args']>;
export type Answer<F extends FunctionName> = Functions[F]['Returns'];
type Row<F extends FunctionName> = Answer<F> extends (infer R)[] ? R : never;
type Words = Database['public']['Views']['level_list']['Row'];
/** A row answered by a function. The generated types do not tell which columns are nullable: names of a variant or place are where the
    list's are, Arabic names always, and others are given as `Empty`. */
export type RowOf<F extends FunctionName, Nullable extends keyof Row<F> = never> = {
  [K in keyof Row<F>]: Row<F>[K] | (K extends Nullable | `${string}_ar` ? null : K extends keyof Words ? Extract<Words[K], null> : never);
};

/** Calls a database function. If it answers JSON, the caller gives its type. */
export async function rpc<F extends FunctionName, R = Answer<F>>(name: F, args: Args<F>, signal?: AbortSignal): Promise<R> {
  let call = rest.rpc(name, args as never);
  if (signal) call = call.abortSignal(signal);
  const { data, error, status } = await call;
  if (error) throw asAppError(error, status);
  return data as R;
}

/** A query of a read-only function; `reads` names the tables whose changes make it stale. */
export function rpcOf<F extends FunctionName, R = Answer<F>>(name: F, args: Args<F>, reads: readonly Table[]) {
  return queryOptions<R, AppError>({
    queryKey: [name, args],
    queryFn: ({ signal }) => rpc<F, R>(name, args, signal),
    placeholderData: keepPreviousData,
    meta: { reads },
  });
}

/** One document. Its previous answer stays visible while more of its lines load, but never in place of another document. */
export function documentOf<F extends FunctionName, R>(name: F, args: Args<F> & { id: string }, reads: readonly Table[]) {
  return queryOptions<R, AppError>({
    ...rpcOf<F, R>(name, args, reads),
    placeholderData: (before, previousQuery) =>
      (previousQuery?.queryKey[1] as { id: string } | undefined)?.id === args.id ? (before as never) : undefined,
  });
}

/** Rows per request when all rows are read: the most that any list answers. */
export const PART = 5000;

/** Every row of a list, in parts. Sorted by an immutable key, each part continues after the last row of the one before, until a part is
    empty: rows that exist throughout come exactly once in spite of concurrent writes, even if the server's limit is below PART. */
export async function* everyRow<Row>(readBehind: (last: Row | undefined) => Promise<readonly Row[]>): AsyncGenerator<readonly Row[]> {
  for (let part = await readBehind(undefined); part.length > 0; part = await readBehind(part.at(-1))) yield part;
}

/** Collects all parts, for results that fit into memory. */
export async function collectAll<Row>(parts: AsyncIterable<readonly Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const part of parts) for (const row of part) rows.push(row);
  return rows;
}

/** A list answered by a function: one page of it, or every row in parts. */
export const pagesOf = <F extends FunctionName, R extends { id: unknown }>(name: F, reads: readonly Table[]) => ({
  page: (args: Args<F>, page: number, page_size: number) =>
    rpcOf<F, R[]>(name, { ...args, page_offset: (page - 1) * page_size, page_size }, reads),
  all: (args: Args<F>, signal?: AbortSignal) =>
    everyRow<R>((last) =>
      rpc<F, R[]>(name, { ...args, sort: 'id', descending: false, page_size: PART, ...(last && { after_id: last.id }) }, signal),
    ),
});

/** The parsed body of a response. Throws network or timeout if it is truncated; if it is not JSON, the error of its status. */
export async function jsonOf(answer: Response): Promise<unknown> {
  const text = await answer.text().catch((error: unknown) => Promise.reject(asAppError(error)));
  try {
    return JSON.parse(text);
  } catch {
    throw asAppError({ message: text }, answer.status);
  }
}

interface InvokeOptions {
  signal?: AbortSignal;
  /** Called with the share of the body that was sent, 0 to 1; undefined once all of it was. */
  onProgress?: (share: number | undefined) => void;
}

/** Calls an edge function; its errors are `{ code, message, details }`, like the database's. */
export async function invoke<R>(name: string, body: unknown, { signal, onProgress }: InvokeOptions = {}): Promise<R> {
  const form = body instanceof FormData;
  let answer: Response;
  try {
    answer = await fetchAsUser(
      `${config.url}/functions/v1/${name}`,
      { method: 'POST', body: form ? body : JSON.stringify(body), headers: form ? {} : { 'content-type': 'application/json' }, signal },
      onProgress && (await import('./upload.ts')).fetchWithProgress(onProgress),
    );
  } catch (error) {
    throw asAppError(error);
  }
  const content = await jsonOf(answer);
  if (answer.ok) return content as R;
  const refusal = content !== null && typeof content === 'object' && 'error' in content ? content.error : content;
  if (typeof refusal === 'string') throw new AppError(refusal, { status: answer.status });
  throw asAppError(refusal, answer.status);
}

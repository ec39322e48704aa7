/* Functions of the database and edge functions, typed by the schema; refusals come as AppError. */
import { authorizedFetch, rest } from './client.ts';
import { config } from './config.ts';
import { AppError, fromRest, toAppError } from './errors.ts';
import type { Database } from './types.gen.ts';

type Functions = Database['public']['Functions'];
export type RpcName = keyof Functions;
export type RpcArgs<N extends RpcName> = Functions[N]['Args'];
export type RpcAnswer<N extends RpcName> = Functions[N]['Returns'];

interface Response<Data> {
  data: Data | null;
  error: { message: string; code: string; details: string | null } | null;
  status: number;
}

/** The rows of a REST request, or its refusal thrown. */
export async function rows<Data>(request: PromiseLike<Response<Data>>): Promise<Data> {
  const { data, error, status } = await request;
  if (error) throw fromRest(error, status);
  return data as Data;
}

/** Rows with how many match in all (`count: 'exact'` in the select). */
export async function countedRows<Data>(request: PromiseLike<Response<Data> & { count: number | null }>): Promise<{ rows: Data; count: number }> {
  const answer = await request;
  if (answer.error) throw fromRest(answer.error, answer.status);
  return { rows: answer.data as Data, count: answer.count ?? 0 };
}

export function rpc<N extends RpcName>(name: N, args: RpcArgs<N>, signal?: AbortSignal): Promise<RpcAnswer<N>> {
  const call = rest.rpc(name as string as never, args as never);
  return rows((signal ? call.abortSignal(signal) : call) as unknown as PromiseLike<Response<RpcAnswer<N>>>);
}

/** Calls an edge function; a refusal is {code, values} with its HTTP status. */
export async function callFunction<Answer>(name: string, body: FormData | object, signal?: AbortSignal): Promise<Answer> {
  const form = body instanceof FormData;
  try {
    const answer = await authorizedFetch(`${config.url}/functions/v1/${name}`, {
      method: 'POST',
      body: form ? body : JSON.stringify(body),
      headers: form ? {} : { 'content-type': 'application/json' },
      signal,
    });
    if (answer.ok) return (await answer.json()) as Answer;
    if (answer.status === 401) throw new AppError('session_expired');
    const refusal = (await answer.json().catch(() => null)) as { code?: string; values?: Record<string, unknown> } | null;
    throw refusal?.code ? new AppError(refusal.code, refusal.values) : new AppError(answer.status >= 500 ? 'no_connection' : 'unexpected');
  } catch (error) {
    if (signal?.aborted) throw error;
    throw toAppError(error);
  }
}

/* Reads and writes rows through the API, as the owner. */
import { api, stack } from './stack.ts';

export interface Row {
  id: string;
  name: string;
  name_ar: string | null;
  version: number;
  active: boolean;
  [column: string]: unknown;
}

export async function rowsApi(role = 'Owner') {
  const { token, get, rpc } = await api(role);
  const send = async (method: string, path: string, body?: unknown): Promise<Row[]> => {
    const answer = await fetch(`${stack.apiUrl}/rest/v1/${path}`, {
      method,
      headers: {
        apikey: stack.publishableKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        prefer: 'return=representation',
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Row[];
  };
  return {
    find: (path: string) => get<Row>(path),
    insert: (table: string, rows: object[]) => send('POST', table, rows),
    update: (table: string, id: string, changes: object) => send('PATCH', `${table}?id=eq.${id}`, changes),
    remove: (table: string, id: string) => send('DELETE', `${table}?id=eq.${id}`),
    usage: async (table: string, id: string) =>
      (await (await rpc('usage_of', { table_name: table, id })).json()) as { used_in: string; count: number }[],
  };
}

/** Rows of the demo business, which are the oldest; rows of other tests may disappear at any time. */
export const demoRows = async (table: string, count: number) => (await rowsApi()).find(`${table}?order=created_at,id&limit=${count}`);

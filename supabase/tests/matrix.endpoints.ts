import { randomUUID } from 'node:crypto';
import type { Sql, TransactionSql } from 'postgres';
import { callers, type Caller } from './matrix.expected.ts';
import { ids, tokenOf } from './matrix.fixtures.ts';

export type Values = Record<string, unknown>;
export interface Answer {
  status: number;
  body: unknown;
  /** The total number of rows if requested: the last part of Content-Range. */
  total: string | null;
}

/** The result of a write: rows out of reach are silently skipped, forbidden commands are refused. */
export type Effect = 'done' | 'nothing' | 'refused';

/** One way to access the database. Each attempt returns whether it took effect, or the error. */
export interface Endpoints {
  callers: readonly Caller[];
  read(caller: Caller, table: string, key: string): Promise<string[] | 'refused'>;
  insert(caller: Caller, table: string, row: Values): Promise<Effect>;
  update(caller: Caller, table: string, key: string, id: unknown, change: Values): Promise<Effect>;
  remove(caller: Caller, table: string, key: string, id: unknown): Promise<Effect>;
}

export class Http {
  readonly #url: string;
  readonly #key: string;
  readonly #tokens: Map<Caller, string | null>;
  readonly #watch: (caller: Caller, asked: string, answer: Answer) => void;

  /** watch: receives every response. */
  constructor(
    url: string,
    publishableKey: string,
    jwtSecret: string,
    claims: Values,
    watch: (caller: Caller, asked: string, answer: Answer) => void = () => undefined,
  ) {
    this.#watch = watch;
    this.#url = url;
    this.#key = publishableKey;
    this.#tokens = new Map(([...callers, 'costless'] as const).map((caller) => [caller, tokenOf(caller, jwtSecret, claims)]));
  }

  async ask(caller: Caller, method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const token = this.#tokens.get(caller);
    const response = await fetch(`${this.#url}${path}`, {
      method,
      headers: {
        apikey: this.#key,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer: Answer = { status: response.status, body: text, total: response.headers.get('content-range')?.split('/')[1] ?? null };
    try {
      answer.body = text === '' ? null : JSON.parse(text);
    } catch {
      // It stays text.
    }
    this.#watch(caller, `${method} ${path} ${typeof body === 'string' ? body : JSON.stringify(body ?? '')}`, answer);
    return answer;
  }
}

const ok = ({ status }: Answer): boolean => status >= 200 && status < 300;
const represented = { prefer: 'return=representation' };

/** Real HTTP requests, committed; the database owner counts the inserted rows and deletes them. */
export function httpEndpoints(http: Http, callers: readonly Caller[], owner: Sql): Endpoints {
  const effect = (answer: Answer, count: number): Effect => {
    if (answer.status >= 500) throw new Error(`answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    if (!ok(answer) && count > 0) throw new Error(`refused with ${answer.status}, and done all the same`);
    return count > 0 ? 'done' : ok(answer) ? 'nothing' : 'refused';
  };
  return {
    callers,
    async read(caller, table, key) {
      // Both servers limit the rows of a response, so a long table is read in pages.
      const seen: string[] = [];
      for (let offset = 0; ; offset += 1000) {
        const answer = await http.ask(
          caller,
          'GET',
          `/rest/v1/${table}?select=${key}&order=${key}&limit=1000&offset=${offset}`,
          undefined,
          { prefer: 'count=exact' },
        );
        if (answer.status === 401 || answer.status === 403) return 'refused';
        if (!ok(answer)) throw new Error(`${table} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
        const page = answer.body as Values[];
        seen.push(...page.map((row) => String(row[key])));
        if (page.length < 1000) {
          if (answer.total !== String(seen.length)) throw new Error(`${table} showed ${seen.length} rows and counted ${answer.total}`);
          return seen;
        }
      }
    },
    async insert(caller, table, row) {
      const answer = await http.ask(caller, 'POST', `/rest/v1/${table}`, row);
      if ('id' in row)
        return effect(answer, (await owner.unsafe(`delete from public.${table} where id = $1 returning id`, [row.id as string])).length);
      return ok(answer) ? 'done' : 'refused';
    },
    async update(caller, table, key, id, change) {
      const answer = await http.ask(caller, 'PATCH', `/rest/v1/${table}?${key}=eq.${String(id)}`, change, represented);
      return effect(answer, ok(answer) ? (answer.body as unknown[]).length : 0);
    },
    async remove(caller, table, key, id) {
      const answer = await http.ask(caller, 'DELETE', `/rest/v1/${table}?${key}=eq.${String(id)}`, undefined, represented);
      return effect(answer, ok(answer) ? (answer.body as unknown[]).length : 0);
    },
  };
}

/**
 * The same attempts as statements in one transaction, each rolled back: fast enough to repeat them for every
 * mutation. Constraints are checked after grants and policies, so a violated constraint counts as permitted.
 */
export function sqlEndpoints(transaction: TransactionSql, callers: readonly Caller[]): Endpoints {
  class TakenBack extends Error {}
  const attempt = async (caller: Caller, text: string, values: unknown[]): Promise<Values[] | 'refused' | 'let through'> => {
    let outcome: Values[] | 'refused' | 'let through' = 'refused';
    await transaction
      .savepoint(async (inner) => {
        const id = ids[caller];
        await inner`select set_config('request.jwt.claims', ${id ? JSON.stringify({ sub: id, role: 'authenticated' }) : ''}, true)`;
        await inner.unsafe(`set local role ${id ? 'authenticated' : 'anon'}`);
        outcome = [...(await inner.unsafe(text, values as never[]))] as Values[];
        throw new TakenBack();
      })
      .catch((error: { code?: string }) => {
        if (error instanceof TakenBack) return;
        if (/^23/.test(error.code ?? '')) outcome = 'let through';
        else if (!['42501', 'PT403', 'PT404', 'PT409'].includes(error.code ?? '')) throw error;
      });
    return outcome;
  };
  const write = async (caller: Caller, text: string, values: unknown[]): Promise<Effect> => {
    const outcome = await attempt(caller, text, values);
    return outcome === 'refused' ? outcome : outcome.length > 0 ? 'done' : 'nothing';
  };
  return {
    callers,
    async read(caller, table, key) {
      const rows = await attempt(caller, `select ${key} from ${qualified(table)} order by ${key}`, []);
      return typeof rows === 'string' ? 'refused' : rows.map((row) => String(row[key]));
    },
    insert(caller, table, row) {
      const names = Object.keys(row);
      const what = names.length === 0 ? 'default values' : `(${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')})`;
      // Without `returning`, so that users who may write but not read also succeed.
      return write(caller, `with written as (insert into ${qualified(table)} ${what}) select true as done`, Object.values(row));
    },
    update(caller, table, key, id, change) {
      const sets = Object.keys(change)
        .map((name, i) => `${name} = $${i + 2}`)
        .join(', ');
      return write(caller, `update ${qualified(table)} set ${sets} where ${key} = $1 returning ${key}`, [id, ...Object.values(change)]);
    },
    remove: (caller, table, key, id) => write(caller, `delete from ${qualified(table)} where ${key} = $1 returning ${key}`, [id]),
  };
}

const qualified = (table: string): string => (table.includes('.') ? table : `public.${table}`);

let counter = 100;
/** {n} becomes a number that no other row has, {new} a fresh id, {name} an id of the fixtures. */
export function filled<T>(value: T, names: Record<string, string> = {}): T {
  const n = String(++counter);
  const fill = (inner: unknown): unknown => {
    if (typeof inner === 'string')
      return inner.replace(/\{(\w+)\}/g, (all, name: string) => (name === 'n' ? n : name === 'new' ? randomUUID() : (names[name] ?? all)));
    if (Array.isArray(inner)) return inner.map(fill);
    if (inner && typeof inner === 'object') return Object.fromEntries(Object.entries(inner).map(([key, each]) => [key, fill(each)]));
    return inner;
  };
  return fill(value) as T;
}

import { randomUUID } from 'node:crypto';
import type { Sql, TransactionSql } from 'postgres';
import type { Caller } from './matrix.expected.ts';
import { ids, tokenOf } from './matrix.scene.ts';

export type Values = Record<string, unknown>;
export interface Answer {
  status: number;
  body: unknown;
}

/** One way into the database. Each attempt says whether it took effect, or which refusal it met. */
export interface Door {
  callers: readonly Caller[];
  read(caller: Caller, table: string, key: string): Promise<string[] | 'refused'>;
  insert(caller: Caller, table: string, row: Values): Promise<boolean>;
  update(caller: Caller, table: string, key: string, id: unknown, change: Values): Promise<boolean>;
  remove(caller: Caller, table: string, key: string, id: unknown): Promise<boolean>;
}

export class Http {
  readonly #url: string;
  readonly #key: string;
  readonly #tokens: Map<Caller, string | null>;

  constructor(url: string, publishableKey: string, jwtSecret: string, claims: Values) {
    this.#url = url;
    this.#key = publishableKey;
    this.#tokens = new Map((['owner', 'manager', 'storekeeper', 'buyer', 'accountant', 'cashier', 'auditor', 'nobody', 'elsewhere', 'deactivated', 'stranger', 'anon', 'garbage'] as const).map((caller) => [caller, tokenOf(caller, jwtSecret, claims)]));
  }

  async ask(caller: Caller, method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const token = this.#tokens.get(caller);
    const response = await fetch(`${this.#url}${path}`, {
      method,
      headers: { apikey: this.#key, ...(token ? { authorization: `Bearer ${token}` } : {}), ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    try {
      return { status: response.status, body: text === '' ? null : JSON.parse(text) };
    } catch {
      return { status: response.status, body: text };
    }
  }
}

const ok = ({ status }: Answer): boolean => status >= 200 && status < 300;
const represented = { prefer: 'return=representation' };

/** Real requests, committed; the hand looks behind them and takes back what they did. */
export function httpDoor(http: Http, callers: readonly Caller[], hand: Sql): Door {
  const effect = async (answer: Answer, count: number): Promise<boolean> => {
    if (answer.status >= 500) throw new Error(`answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    if (ok(answer) !== (count > 0) && count > 0) throw new Error(`refused with ${answer.status}, and done all the same`);
    return count > 0;
  };
  return {
    callers,
    async read(caller, table, key) {
      // Both servers cut an answer at their own limit, so a long table comes in pages.
      const seen: string[] = [];
      for (let offset = 0; ; offset += 1000) {
        const answer = await http.ask(caller, 'GET', `/rest/v1/${table}?select=${key}&order=${key}&limit=1000&offset=${offset}`);
        if (answer.status === 401 || answer.status === 403) return 'refused';
        if (!ok(answer)) throw new Error(`${table} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
        const page = answer.body as Values[];
        seen.push(...page.map((row) => String(row[key])));
        if (page.length < 1000) return seen;
      }
    },
    async insert(caller, table, row) {
      const answer = await http.ask(caller, 'POST', `/rest/v1/${table}`, row);
      if ('id' in row) return effect(answer, (await hand.unsafe(`delete from public.${table} where id = $1 returning id`, [row.id as string])).length);
      return ok(answer);
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

/** The same attempts as statements in one transaction, each taken back at once: fast enough to try them under every mutation. */
export function sqlDoor(transaction: TransactionSql, callers: readonly Caller[]): Door {
  class TakenBack extends Error {}
  const attempt = async <T>(caller: Caller, text: string, values: unknown[], result: (rows: Values[]) => T): Promise<T | 'refused'> => {
    let outcome: T | 'refused' = 'refused';
    await transaction
      .savepoint(async (inner) => {
        const id = ids[caller];
        await inner`select set_config('request.jwt.claims', ${id ? JSON.stringify({ sub: id, role: 'authenticated' }) : ''}, true)`;
        await inner.unsafe(`set local role ${id ? 'authenticated' : 'anon'}`);
        outcome = result([...(await inner.unsafe(text, values as never[]))] as Values[]);
        throw new TakenBack();
      })
      .catch((error: { code?: string }) => {
        if (error instanceof TakenBack) return;
        outcome = 'refused';
        if (!['42501', 'PT403', 'PT404', 'PT409', '23502', '23503', '23505', '23514'].includes(error.code ?? '')) throw error;
      });
    return outcome;
  };
  const columns = (row: Values) => Object.keys(row);
  return {
    callers,
    read: (caller, table, key) => attempt(caller, `select ${key} from ${qualified(table)} order by ${key}`, [], (rows) => rows.map((row) => String(row[key]))),
    async insert(caller, table, row) {
      const names = columns(row);
      const text = names.length === 0 ? `insert into ${qualified(table)} default values` : `insert into ${qualified(table)} (${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')})`;
      return (await attempt(caller, text, Object.values(row), () => true)) === true;
    },
    async update(caller, table, key, id, change) {
      const names = columns(change);
      const text = `update ${qualified(table)} set ${names.map((name, i) => `${name} = $${i + 2}`).join(', ')} where ${key} = $1 returning ${key}`;
      return (await attempt(caller, text, [id, ...Object.values(change)], (rows) => rows.length > 0)) === true;
    },
    async remove(caller, table, key, id) {
      return (await attempt(caller, `delete from ${qualified(table)} where ${key} = $1 returning ${key}`, [id], (rows) => rows.length > 0)) === true;
    },
  };
}

const qualified = (table: string): string => (table.includes('.') ? table : `public.${table}`);

let counter = 100;
/** {n} a number that no other row has, {new} a fresh id, {name} an id of the scene. */
export function filled<T>(value: T, names: Record<string, string> = {}): T {
  const n = String(++counter);
  const fill = (inner: unknown): unknown => {
    if (typeof inner === 'string') return inner.replace(/\{(\w+)\}/g, (all, name: string) => (name === 'n' ? n : name === 'new' ? randomUUID() : (names[name] ?? all)));
    if (Array.isArray(inner)) return inner.map(fill);
    if (inner && typeof inner === 'object') return Object.fromEntries(Object.entries(inner).map(([key, each]) => [key, fill(each)]));
    return inner;
  };
  return fill(value) as T;
}

import postgres, { type Sql, type TransactionSql } from 'postgres';
import { afterAll, expect, inject, test, type ProvidedContext } from 'vitest';

export const people = {
  owner: '00000000-0000-7000-8000-000000000001',
  manager: '00000000-0000-7000-8000-000000000002',
  storekeeper: '00000000-0000-7000-8000-000000000003',
  buyer: '00000000-0000-7000-8000-000000000004',
  accountant: '00000000-0000-7000-8000-000000000005',
  cashier: '00000000-0000-7000-8000-000000000006',
  auditor: '00000000-0000-7000-8000-000000000007',
} as const;

export const branches = {
  zamalek: '00000000-0000-7000-8000-0000000000b1',
  nasrCity: '00000000-0000-7000-8000-0000000000b2',
  maadi: '00000000-0000-7000-8000-0000000000b3',
  warehouse: '00000000-0000-7000-8000-0000000000b4',
} as const;

export interface Refusal {
  code: string;
  message: string;
  detail?: string;
  constraint_name?: string;
}

export type Row = Record<string, unknown>;

/* Numerics as numbers: no test needs more digits than a double has. */
const types = { numeric: { to: 1700, from: [1700, 20], serialize: String, parse: Number } };

/** Storage requires this setting for deleting rows of its tables. */
export function connect(url: string, max = 1): Sql {
  const connection = { 'storage.allow_delete_query': 'true' };
  return postgres(url, { max, onnotice: () => undefined, types, connection }) as unknown as Sql;
}

/** The stack of this worker, with the demo business; no other file uses it at the same time. */
export function stackOfWorker(): ProvidedContext['stacks'][number] {
  return inject('stacks')[Number(process.env.VITEST_POOL_ID) - 1]!;
}

let shared: Sql | undefined;
/** The demo business's database, connected as `postgres`: for setup and checks. */
export function databaseOwner(): Sql {
  return (shared ??= connect(stackOfWorker().databaseUrl, 2));
}
afterAll(async () => {
  await shared?.end({ timeout: 5 });
  shared = undefined;
});

/** Resolves once a session waits for a lock held by another one. */
export async function untilBlocked(sql: Sql): Promise<void> {
  await expect.poll(async () => (await sql`select from pg_locks where not granted`).length, { timeout: 30_000 }).toBeGreaterThan(0);
}

const orders = { table: 'purchase_orders' };
const transfers = { table: 'transfers' };
const counts = { table: 'stock_counts' };
/** The table of the record whose version a deciding function checks; `by`: the argument with its id. */
const decidesOn: Partial<Record<string, { table: string; by?: string; of?: (id: string) => string }>> = {
  approve_transfer: transfers,
  reverse_transfer: transfers,
  approve_purchase: orders,
  cancel_purchase: orders,
  close_purchase_short: orders,
  reopen_purchase: orders,
  undo_receipt: { ...orders, of: (id) => `(select purchase_order_id from public.receipts where id = ${id})` },
  post_count: counts,
  recount: counts,
  cancel_count: counts,
  delete_expense: { table: 'expenses' },
  save_expense_rule: { table: 'expense_rules' },
  delete_role: { table: 'roles' },
  delete_user: { table: 'profiles', by: 'profile_id' },
};

/** Runs statements of one user after another in one transaction. */
export class TestSession {
  readonly #sql: TransactionSql;
  constructor(sql: TransactionSql) {
    this.#sql = sql;
  }

  /** Runs the next statements as this user, as over the API. */
  async as(person: string): Promise<this> {
    await this.#sql.unsafe('reset role');
    await this.#sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: person, role: 'authenticated' })}, true)`;
    await this.#sql.unsafe('set local role authenticated');
    return this;
  }

  /** Runs the next statements as the database owner, without row-level security. */
  async asDatabaseOwner(): Promise<this> {
    await this.#sql.unsafe('reset role');
    await this.#sql`select set_config('request.jwt.claims', '', true)`;
    return this;
  }

  /** Revokes one permission of this user's role, without switching the current user. */
  async revokePermission(person: string, permission: string): Promise<void> {
    const [before] = await this.rows<{ role: string; claims: string | null }>(
      `select current_setting('role') as role, current_setting('request.jwt.claims', true) as claims`,
    );
    await this.asDatabaseOwner();
    await this.rows(
      'delete from public.role_permissions where permission = $1 and role_id = (select role_id from public.profiles where id = $2)',
      permission,
      person,
    );
    await this.rows(`select set_config('request.jwt.claims', $1, true), set_config('role', $2, true)`, before!.claims ?? '', before!.role);
  }

  async rows<T extends Row = Row>(text: string, ...values: unknown[]): Promise<T[]> {
    return [...(await this.#sql.unsafe(text, values as never[]))] as unknown as T[];
  }

  async value<T = unknown>(text: string, ...values: unknown[]): Promise<T> {
    const [row] = await this.rows(text, ...values);
    return Object.values(row ?? {})[0] as T;
  }

  /**
   * Calls a public function by its named arguments; a set is returned as rows, anything else as its value. A
   * deciding function gets the current version of the record as expected version, unless the test gives another
   * one.
   */
  async call<T = Row>(name: string, values: Row = {}): Promise<T> {
    const names = Object.keys(values);
    const list = names.map((key, index) => `${key} => $${index + 1}`);
    const seen = decidesOn[name];
    if (seen && !names.includes('expected_version')) {
      const id = `$${names.indexOf(seen.by ?? 'id') + 1}`;
      list.push(`expected_version => (select version from public.${seen.table} where id = ${seen.of?.(id) ?? id})`);
    }
    return this.value<T>(`select public.${name}(${list.join(', ')})`, ...Object.values(values));
  }

  async table<T extends Row = Row>(name: string, values: Row = {}): Promise<T[]> {
    const names = Object.keys(values);
    return this.rows<T>(
      `select * from public.${name}(${names.map((key, index) => `${key} => $${index + 1}`).join(', ')})`,
      ...Object.values(values),
    );
  }

  /** Expects the attempt to fail, and rolls it back so that the session continues. */
  async refused(attempt: () => Promise<unknown>): Promise<Refusal> {
    let refusal: Refusal | undefined;
    await this.#sql
      .savepoint(async () => {
        await attempt();
      })
      .catch((error: Refusal) => {
        refusal = error;
      });
    if (!refusal) throw new Error(`nothing was refused: ${String(attempt)}`);
    // Functions of the API name a violated constraint in the error details, tables in the error itself.
    if (/^PT\d/.test(refusal.code)) refusal.constraint_name = (JSON.parse(refusal.detail ?? '{}') as { constraint?: string }).constraint;
    return refusal;
  }

  async invariants(): Promise<Row[]> {
    await this.asDatabaseOwner();
    return this.rows('select * from private.check_invariants()');
  }
}

class RolledBack extends Error {}

/** Runs the body in a transaction that is rolled back. */
export async function inTestSession(sql: Sql, body: (session: TestSession) => Promise<void>): Promise<void> {
  await sql
    .begin(async (transaction) => {
      await body(new TestSession(transaction));
      throw new RolledBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
}

/** A rule of the product, tested in a transaction that is rolled back; the invariants must hold at its end. */
export function scenario(sentence: string, body: (session: TestSession) => Promise<void>, timeout?: number): void {
  const shown = () =>
    inTestSession(databaseOwner(), async (on) => {
      await body(on);
      expect(await on.invariants()).toEqual([]);
    });
  test(sentence, shown, timeout);
}

/**
 * A function's source with each string literal in one piece and single blanks, so that a search does not depend
 * on line breaks.
 */
export const inOnePiece = (source: string): string => source.replace(/'\s*\n\s*'/g, '').replace(/\s+/g, ' ');

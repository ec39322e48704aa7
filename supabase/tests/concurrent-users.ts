/* Helpers for many concurrent users: real transactions on real connections, committed. */
import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { expect } from 'vitest';
import { people, TestSession, type Refusal, type Row } from './database.ts';

export type Outcome = { ok: Row } | { refused: Refusal };
export type Work = (on: TestSession) => Promise<Row>;

export const tried = (attempt: Promise<Row>): Promise<Outcome> =>
  attempt.then(
    (ok) => ({ ok }),
    (refused: Refusal) => ({ refused }),
  );
export const repeated = (count: number, work: Work): Work[] => Array.from({ length: count }, () => work);
export const times = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));
export const answersOf = (outcomes: Outcome[]): Set<string> =>
  new Set(outcomes.map((outcome) => JSON.stringify('ok' in outcome ? outcome.ok : outcome.refused.message)));
export const refusals = (outcomes: Outcome[]): string[] =>
  outcomes.flatMap((outcome) => ('refused' in outcome ? [`${outcome.refused.code} ${outcome.refused.message}`] : []));

/** Users of the database that `sql` currently returns, which may be killed and restarted in between. */
export class ConcurrentUsers {
  readonly #sql: () => Sql;
  constructor(sql: () => Sql) {
    this.#sql = sql;
  }

  /** Calls a function as one user in its own transaction. */
  async act<T = Row>(person: string, name: string, values: Row): Promise<T> {
    return (await this.#sql().begin(async (transaction) => (await new TestSession(transaction).as(person)).call<T>(name, values))) as T;
  }

  /** Starts all calls at the same time, once every transaction is open: connections open one after another. */
  async atOnce(works: Work[], person: (index: number) => string = () => people.owner): Promise<Outcome[]> {
    let missing = works.length;
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    return Promise.all(
      works.map((work, index) =>
        tried(
          this.#sql().begin(async (transaction) => {
            const on = await new TestSession(transaction).as(person(index));
            if (--missing === 0) open();
            await gate;
            return work(on);
          }) as Promise<Row>,
        ),
      ),
    );
  }

  async products(count: number, product: Row = {}): Promise<{ id: string; variant: string }[]> {
    return times(count, async (index) => {
      const id = randomUUID();
      await this.act(people.owner, 'save_product', {
        id,
        product: { name: `Concurrent ${id}`, price: 10 + index, ...product },
        variants: [],
      });
      const [row] = await this.#sql()`select id from public.variants where product_id = ${id}`;
      return { id, variant: String(row?.id) };
    });
  }

  async level(variant: string, branch: string): Promise<number> {
    const [row] =
      await this.#sql()`select coalesce(sum(quantity), 0) as pieces from public.stock_levels where variant_id = ${variant} and branch_id = ${branch}`;
    return Number(row?.pieces);
  }
  /**
   * Starts calls one after another while a branch's next number of a kind is locked, each once the one before
   * waits. meanwhile: runs while all of them wait. series: of a number that is not the branch's own.
   */
  async awaiting(
    kind: string,
    branch: string,
    calls: (() => Promise<Row>)[],
    meanwhile: () => Promise<void> = () => Promise.resolve(),
    series = '',
  ): Promise<Outcome[]> {
    const outcomes: Promise<Outcome>[] = [];
    await this.#sql().begin(async (transaction) => {
      const held =
        await transaction`select from private.document_numbers n join public.branches b on n.code = b.code || ${series} where n.kind = ${kind} and b.id = ${branch} for update of n`;
      if (held.length !== 1) throw new Error(`no number of ${kind} to hold`);
      for (const call of calls) {
        outcomes.push(tried(call()));
        await expect
          .poll(async () => (await this.#sql()`select from pg_stat_activity where wait_event_type = 'Lock'`).length, { timeout: 20_000 })
          .toBe(outcomes.length);
      }
      await meanwhile();
    });
    return Promise.all(outcomes);
  }

  /** Which of these statements have to wait for locks of others. */
  async kept(statements: Record<string, string>): Promise<string[]> {
    const kept: string[] = [];
    for (const [name, statement] of Object.entries(statements)) {
      await this.#sql()
        .begin(async (transaction) => {
          await transaction.unsafe("set local lock_timeout = '100ms'");
          await transaction.unsafe(statement);
          throw new TakenBack();
        })
        .catch((error: { code?: string }) => {
          if (error.code === '55P03') kept.push(name);
          else if (!(error instanceof TakenBack)) throw error;
        });
    }
    return kept;
  }
}
class TakenBack extends Error {}

import type { Answer, Args, FunctionName } from '@/db/calls.ts';
import type { Row, Table } from '@/db/tables.ts';

type Answers = { [F in FunctionName]?: (args: Args<F>) => unknown };

/** A refusal as PostgREST sends it. */
export class Refusal {
  readonly status: number;
  readonly code: string;
  readonly details: Record<string, unknown>;

  constructor(status: number, code: string, details: Record<string, unknown> = {}) {
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/**
 * Answers what a mounted page asks for, in place of the API: functions by what is set here, tables by their rows, whatever is asked of them.
 * A call that nothing is set for fails the page as an unknown function would, and is named by `unknown`.
 */
export class FakeApi {
  readonly calls: { name: FunctionName; args: Record<string, unknown> }[] = [];
  readonly unknown: string[] = [];
  private readonly answers: Answers = {};
  private readonly rows: { [T in Table]?: readonly unknown[] } = {};
  private readonly waits = new Map<string, Promise<void>>();
  private readonly losses = new Set<string>();
  private down = false;

  answer<F extends FunctionName>(name: F, answer: (args: Args<F>) => Answer<F> | Refusal): this {
    (this.answers as Record<string, unknown>)[name] = answer;
    return this;
  }

  table<T extends Table>(name: T, rows: readonly Row<T>[]): this {
    this.rows[name] = rows;
    return this;
  }

  /** Calls of this function arrive, and are answered once they are let go. */
  hold(name: FunctionName): () => void {
    let letGo = () => {};
    this.waits.set(name, new Promise((resolve) => (letGo = resolve)));
    return () => {
      this.waits.delete(name);
      letGo();
    };
  }

  /** The next call of this function is done, and its answer is lost. */
  loseAnswer(name: FunctionName): void {
    this.losses.add(name);
  }

  /** No call arrives until the line is up again. */
  setDown(down: boolean): void {
    this.down = down;
  }

  /** The arguments of each call of a function so far. */
  sent(name: FunctionName): Record<string, unknown>[] {
    return this.calls.filter((call) => call.name === name).map(({ args }) => args);
  }

  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), location.origin);
    if (this.down) throw new TypeError('Failed to fetch');
    const [, name = ''] = /^\/rest\/v1\/(?:rpc\/)?(\w+)$/.exec(pathname) ?? [];
    if (!pathname.startsWith('/rest/v1/rpc/')) return this.tableAnswer(pathname, name as Table);
    const call = { name: name as FunctionName, args: JSON.parse(String(init?.body ?? '{}')) as Record<string, unknown> };
    this.calls.push(call);
    await Promise.race([
      this.waits.get(name),
      new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal!.reason as Error))),
    ]);
    const answer = this.answers[call.name] as ((args: unknown) => unknown) | undefined;
    if (!answer) return this.nothingFor(pathname);
    const given = answer(call.args);
    if (this.losses.delete(name)) throw new TypeError('Failed to fetch');
    if (given instanceof Refusal)
      return Response.json(
        { code: 'PT' + given.status, message: given.code, details: JSON.stringify(given.details), hint: null },
        { status: given.status },
      );
    return Response.json(given);
  };

  private tableAnswer(pathname: string, name: Table): Response {
    const rows = this.rows[name];
    if (!rows) return this.nothingFor(pathname);
    return Response.json(rows, { headers: { 'content-range': `0-${rows.length - 1}/${rows.length}` } });
  }

  private nothingFor(pathname: string): Response {
    this.unknown.push(pathname);
    return Response.json({ code: 'PGRST202', message: `nothing is set for ${pathname}` }, { status: 404 });
  }
}

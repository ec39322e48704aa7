import type { Answer, Args, FunctionName } from '@/db/calls.ts';
import type { Row, Table } from '@/db/tables.ts';
import { deadConnections } from './no-answer.ts';

/** The id of the signed-in user. */
export const person = '00000000-0000-7000-8000-00000000a001';

let failed = 0;
/** Fails like each browser engine, in turn. */
const noAnswer = (): Promise<Response> => deadConnections[failed++ % deadConnections.length]![1]();

type Answers = { [F in FunctionName]?: (args: Args<F>) => unknown };

/** An error as PostgREST sends it. */
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

type AnyRow = Record<string, unknown>;

/**
 * Answers the requests of a mounted page in place of the API: functions by the handlers set here, tables by their rows. For tables it
 * supports only `eq`, `in`, search words and a limit. A call without a handler fails like an unknown function and is listed in
 * `unknown`.
 */
export class FakeApi {
  readonly calls: { name: FunctionName | Table; args: Record<string, unknown> }[] = [];
  /** The tables that were read, in order. */
  readonly read: Table[] = [];
  readonly unknown: string[] = [];
  /** Paths of files, in order: uploaded to storage, and requested to be deleted. */
  readonly uploaded: string[] = [];
  readonly removed: string[] = [];
  private readonly answers: Answers = {};
  private readonly rows: Partial<Record<string, AnyRow[]>> = {};
  private readonly held = new Map<string, Promise<void>>();
  private readonly lostAnswers = new Set<string>();
  private down = false;

  answer<F extends FunctionName>(name: F, answer: (args: Args<F>) => Answer<F> | Refusal): this {
    (this.answers as Record<string, unknown>)[name] = answer;
    return this;
  }

  /** Saved rows are added to these rows, as saved by `person`. */
  table<T extends Table>(name: T, rows: Row<T>[]): this {
    this.rows[name] = rows;
    return this;
  }

  /** Requests to this function or table, or to storage (`images`), are received, but answered only after release. */
  hold(name: FunctionName | Table | 'images'): () => void {
    let release = () => {};
    this.held.set(name, new Promise((resolve) => (release = resolve)));
    return () => {
      this.held.delete(name);
      release();
    };
  }

  /** The next call of this function, or save to this table, is processed, but its response is lost. */
  loseAnswer(name: FunctionName | Table): void {
    this.lostAnswers.add(name);
  }

  /** While down, no request arrives. */
  setDown(down: boolean): void {
    this.down = down;
  }

  /** The arguments of each call of a function so far, or the values of each save to a table. */
  sent(name: FunctionName | Table | 'images'): Record<string, unknown>[] {
    return this.calls.filter((call) => call.name === name).map(({ args }) => args);
  }

  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : String(input), location.origin);
    if (this.down) return noAnswer();
    const [, name = ''] = /^\/(?:rest\/v1(?:\/rpc)?|storage\/v1\/object)\/(\w+)/.exec(pathname) ?? [];
    const method = init?.method ?? 'GET';
    const args = (typeof init?.body === 'string' ? JSON.parse(init.body) : {}) as AnyRow;
    if (method === 'GET') this.read.push(name as Table);
    else this.calls.push({ name: name as FunctionName | Table, args });
    await Promise.race([
      this.held.get(name),
      new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal!.reason as Error))),
    ]);
    const answer = pathname.startsWith('/storage/v1/object/')
      ? this.storageAnswer(pathname, method, args)
      : pathname.startsWith('/rest/v1/rpc/')
        ? this.functionAnswer(pathname, name as FunctionName, args)
        : this.tableAnswer(pathname, name, method, searchParams, args);
    if (method !== 'GET' && this.lostAnswers.delete(name)) return noAnswer();
    return answer;
  };

  private storageAnswer(pathname: string, method: string, { prefixes = [] }: { prefixes?: string[] }): Response {
    const [, path = ''] = /^\/storage\/v1\/object\/images\/?(.*)$/.exec(pathname) ?? [];
    if (method === 'POST') {
      this.uploaded.push(path);
      return Response.json({ Id: path, Key: `images/${path}` });
    }
    if (method !== 'DELETE') return this.nothingFor(pathname);
    this.removed.push(...prefixes);
    return Response.json([]);
  }

  private functionAnswer(pathname: string, name: FunctionName, args: unknown): Response {
    const answer = this.answers[name] as ((args: unknown) => unknown) | undefined;
    if (!answer) return this.nothingFor(pathname);
    const result = answer(args);
    if (result instanceof Refusal)
      return Response.json(
        { code: 'PT' + result.status, message: result.code, details: JSON.stringify(result.details), hint: null },
        { status: result.status },
      );
    return Response.json(result);
  }

  private tableAnswer(pathname: string, name: string, method: string, filters: URLSearchParams, values: AnyRow): Response {
    const rows = this.rows[name];
    if (!rows) return this.nothingFor(pathname);
    const stamps = { updated_at: new Date().toISOString(), updated_by: person };
    if (method === 'POST') {
      const { id } = values;
      if (rows.some((row) => row.id === id)) {
        const message = `duplicate key value violates unique constraint "${name}_pkey"`;
        return Response.json({ code: '23505', message, details: `Key (id)=(${String(id)}) already exists.`, hint: null }, { status: 409 });
      }
      const row = { ...values, ...stamps, version: 1, created_at: stamps.updated_at, created_by: person };
      rows.push(row);
      return Response.json(row, { status: 201 });
    }
    const all = rows.filter((row) =>
      [...filters].every(([column, condition]) => {
        const [, one, many, words] = /^(?:eq\.(.*)|in\.\((.*)\)|like\(all\)\.\{(.*)\})$/.exec(condition) ?? [];
        const value = String(row[column]);
        if (words) return words.split(',').every((word) => value.includes(word.replaceAll(/["%]/g, '')));
        return (one === undefined || value === one) && (!many || many.split(',').includes(value));
      }),
    );
    const offset = Number(filters.get('offset') ?? 0);
    const limit = filters.get('limit');
    const matching = limit === null ? all : all.slice(offset, offset + Number(limit));
    if (method === 'PATCH') for (const row of matching) Object.assign(row, values, stamps, { version: Number(row.version) + 1 });
    return Response.json(matching, { headers: { 'content-range': `${offset}-${offset + matching.length - 1}/${all.length}` } });
  }

  private nothingFor(pathname: string): Response {
    this.unknown.push(pathname);
    return Response.json({ code: 'PGRST202', message: `nothing is set for ${pathname}` }, { status: 404 });
  }
}

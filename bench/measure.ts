/* npm run bench -- --database <url of the superuser or owner> --person <id that bench:seed printed>: prints medians, and writes
   JSON. --beside, --beside-person: a smaller database, measured in the same run. --limits: calls with their maximum input, once each. */
import { readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import postgres, { type Sql } from 'postgres';
import { limits, setup } from './limits.ts';
import { questions, reports } from './queries.ts';
import { works } from './works.ts';

interface Place {
  sql: Sql;
  person: string;
  deep: number;
  process: number;
}

export interface Figure {
  /** Milliseconds in the database, planning included. */
  wall: number;
  /** CPU time in milliseconds, which a busy machine changes least. Without /proc it is the wall time. */
  cpu: number;
  rows: number;
}

export interface Answer extends Figure {
  /** The same statement as the owner of the tables, to whom no policy applies. */
  open?: Figure;
  /** The same statement in the smaller database. */
  beside?: Figure;
}

async function placeOf(url: string, person: string): Promise<Place> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined, prepare: false }) as unknown as Sql;
  const [row] = await sql<
    [{ deep: number; process: number }]
  >`select (count(*) * 0.75)::integer as deep, pg_backend_pid() as process from public.products`;
  return { sql, person, ...row };
}

/** A process's CPU time in milliseconds, from /proc; NaN without it. */
export function onProcessor(id: number): number {
  try {
    return Number(readFileSync(`/proc/${id}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return NaN;
  }
}

/** Returns a function for a process's peak private memory since this call, in MB, from /proc (shared pages that it first touches meanwhile
    count too); NaN if /proc cannot be read or reset, 0 on other systems than Linux. */
export function peakMemory(id: number): () => number {
  const kilobytes = (name: string): number =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]);
  try {
    writeFileSync(`/proc/${id}/clear_refs`, '5');
    const shared = kilobytes('RssShmem') + kilobytes('RssFile');
    return () => (kilobytes('VmHWM') - shared) / 1024;
  } catch {
    return () => (process.platform === 'linux' ? NaN : 0);
  }
}

class RolledBack extends Error {}

/** Runs a statement as the person and rolls it back. */
async function timed(
  { sql, person, deep, process }: Place,
  text: string,
  prepare: readonly string[],
  role: 'authenticated' | undefined,
): Promise<Figure> {
  const took: Figure = { wall: NaN, cpu: NaN, rows: NaN };
  await sql
    .begin(async (transaction) => {
      for (const statement of prepare) await transaction.unsafe(statement);
      await transaction`select set_config('request.jwt.claims', ${JSON.stringify({ sub: person, role: 'authenticated' })}, true)`;
      if (role) await transaction.unsafe(`set local role ${role}`);
      const before = onProcessor(process);
      const [plan] = await transaction.unsafe(
        `explain (analyze, timing off, summary on, format json) ${text.replace('{deep}', String(deep))}`,
      );
      const [top] = plan?.['QUERY PLAN'] as [{ 'Execution Time': number; 'Planning Time': number; Plan: { 'Actual Rows': number } }];
      took.rows = top.Plan['Actual Rows'];
      took.wall = top['Execution Time'] + top['Planning Time'];
      took.cpu = onProcessor(process) - before || took.wall;
      throw new RolledBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
  return took;
}

const medianOf = (numbers: number[]): number =>
  Number(([...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN).toFixed(2));
const median = (figures: Figure[]): Figure => ({
  wall: medianOf(figures.map(({ wall }) => wall)),
  cpu: medianOf(figures.map(({ cpu }) => cpu)),
  rows: medianOf(figures.map(({ rows }) => rows)),
});

interface MeasureOptions {
  database: string;
  person: string;
  beside?: string;
  besidePerson?: string;
  runs: number;
  only?: string;
  told?: (name: string, answer: Answer) => void;
}

export async function measure(options: MeasureOptions): Promise<Record<string, Answer>> {
  const here = await placeOf(options.database, options.person);
  const small = options.beside && options.besidePerson ? await placeOf(options.beside, options.besidePerson) : undefined;
  const answers: Record<string, Answer> = {};
  try {
    for (const { name, text, prepare = [] } of [...questions, ...reports, ...works].filter(({ name }) =>
      name.includes(options.only ?? ''),
    )) {
      const ways = {
        here: () => timed(here, text, prepare, 'authenticated'),
        open: () => timed(here, text, prepare, undefined),
        beside: () => (small ? timed(small, text, prepare, 'authenticated') : undefined),
      };
      const took: Record<keyof typeof ways, Figure[]> = { here: [], open: [], beside: [] };
      // The variants alternate within each round, so that all have the same conditions; the first round warms up.
      for (let run = 0; run <= options.runs; run++) {
        for (const way of ['here', 'open', 'beside'] as const) {
          const figure = await ways[way]();
          if (figure && run > 0) took[way].push(figure);
        }
      }
      answers[name] = { ...median(took.here), open: median(took.open), ...(small && { beside: median(took.beside) }) };
      options.told?.(name, answers[name]);
    }
  } finally {
    await here.sql.end();
    await small?.sql.end();
  }
  return answers;
}

/** Measures each limit once, in a database used only for this: the setup runs the first time and is kept. memory: peak in MB. */
export async function measureLimits(
  database: string,
  person: string,
  told: (name: string, figure: Figure & { memory: number }) => void,
  only = '',
): Promise<void> {
  const here = await placeOf(database, person);
  try {
    const [{ set }] = await here.sql<[{ set: boolean }]>`select to_regnamespace('bench') is not null as set`;
    if (!set) for (const statement of setup) await here.sql.unsafe(statement.replace('{person}', person));
    for (const { name, text } of limits.filter(({ name }) => name.includes(only))) {
      const most = peakMemory(here.process);
      const took = await timed(here, text, [], 'authenticated').catch((cause: unknown) => {
        throw new Error(`${name}: ${String(cause)}`, { cause });
      });
      told(name, { ...took, memory: most() });
    }
  } finally {
    await here.sql.end();
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({
    options: {
      database: { type: 'string' },
      person: { type: 'string' },
      beside: { type: 'string' },
      'beside-person': { type: 'string' },
      out: { type: 'string' },
      runs: { type: 'string', default: '9' },
      only: { type: 'string' },
      limits: { type: 'boolean' },
    },
  });
  if (!values.database || !values.person) {
    console.error(
      'Usage: npm run bench -- --database postgresql://… --person <id> [--beside postgresql://… --beside-person <id>] [--out figures.json] [--runs 9] [--only words] [--limits]',
    );
    process.exit(1);
  }
  const load = loadavg()[0]?.toFixed(1);
  if (values.limits) {
    await measureLimits(
      values.database,
      values.person,
      (name, { wall, cpu, memory }) =>
        console.log(`${name.padEnd(84)}${[wall, cpu, memory].map((figure) => figure.toFixed(0).padStart(9)).join('')}`),
      values.only,
    );
    process.exit(0);
  }
  const ratio = (cpu: number, other?: Figure) => (other ? (cpu / other.cpu).toFixed(2) : '').padStart(9);
  console.log(`${''.padEnd(44)}${['ms', 'cpu ms', '/ no RLS', '/ small'].map((head) => head.padStart(9)).join('')}`);
  const answers = await measure({
    database: values.database,
    person: values.person,
    beside: values.beside,
    besidePerson: values['beside-person'],
    runs: Number(values.runs),
    only: values.only,
    told: (name, { wall, cpu, open, beside }) =>
      console.log(`${name.padEnd(44)}${wall.toFixed(1).padStart(9)}${cpu.toFixed(1).padStart(9)}${ratio(cpu, open)}${ratio(cpu, beside)}`),
  });
  console.log(`load of the machine: ${load} at the start, ${loadavg()[0]?.toFixed(1)} at the end`);
  if (values.out) writeFileSync(values.out, `${JSON.stringify({ at: new Date().toISOString(), load, answers }, null, 2)}\n`);
}

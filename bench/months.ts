/* npm run bench:months -- --database <url of the owner> --rows 5000000: compares the ledger and the audit log as whole tables and
   partitioned by the months of five years, with the same rows and indexes: writing a document, lookups, vacuum and retention.
   Without foreign keys and triggers, whose cost is the same for both. Everything is created in its own schema and dropped at the end. */
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import postgres, { type Sql } from 'postgres';

const months = 60;
const layouts = ['whole', 'monthly'] as const;
type Layout = (typeof layouts)[number];

interface Table {
  source: string;
  /** The values of the columns of row n; $1 is the number of rows. */
  fill: string;
  columns: string;
  questions: Record<string, string>;
  action: string;
}

const pick = (salt: number, sides: string) => `((hashint8(n * 31 + ${salt})::bigint & 2147483647) % ${sides})`;
const id = (kind: number, n: string) => `('0be0000${kind}-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
const moment = `timestamptz '2021-01-01' + (n::double precision / $1) * interval '1826 days'`;
/* Three lines per document, a million variants, fifty branches. */
const tables: Table[] = [
  {
    source: 'stock_movements',
    columns: 'at, kind, variant_id, branch_id, quantity, document_type, document_id',
    fill: `${moment}, 'sale', ${id(1, pick(1, '1000000'))}, ${id(2, pick(2, '50'))}, -1, 'sale', ${id(3, 'n / 3')}`,
    questions: {
      'of a document': `select * from {t} where document_type = 'sale' and document_id = ${id(3, '({rows} / 6)::bigint')}`,
      'of a variant, newest 25': `select * from {t} where variant_id = ${id(1, `(select ${pick(1, '1000000')} from (values ({rows}::bigint / 2)) x(n))`)} order by id desc limit 25`,
      'of a variant in a branch, newest 25': `select * from {t} where variant_id = ${id(1, `(select ${pick(1, '1000000')} from (values ({rows}::bigint / 2)) x(n))`)} and branch_id = ${id(2, '7')} and stock_point_id is null order by id desc limit 25`,
      'of a branch, newest 25': `select * from {t} where branch_id = ${id(2, '7')} order by id desc limit 25`,
      'of a branch in a month, summed': `select sum(quantity) from {t} where branch_id = ${id(2, '7')} and at >= '2025-03-01' and at < '2025-04-01'`,
    },
    action: `insert into {t} (at, kind, variant_id, branch_id, quantity, document_type, document_id)
      select '2025-12-20', 'sale', gen_random_uuid(), ${id(2, '7')}, -1, 'sale', '0be00003-0000-7000-8000-ffffffffffff' from generate_series(1, 3)`,
  },
  {
    source: 'audit_log',
    columns: 'at, table_name, row_id, record_id, branch_id, resource, action, changes',
    fill: `${moment}, 'products', ${id(4, pick(3, '200000'))}, ${id(4, pick(3, '200000'))}, ${id(2, pick(2, '50'))}, 'inventory.products', 'update', '{"name": ["Before", "After"], "price": [10, 20]}'::jsonb`,
    questions: {
      'of a row, newest 25': `select * from {t} where row_id = ${id(4, `(select ${pick(3, '200000')} from (values ({rows}::bigint / 2)) x(n))`)} order by id desc limit 25`,
      'newest 25': `select * from {t} order by id desc limit 25`,
    },
    action: `insert into {t} (at, table_name, row_id, record_id, branch_id, resource, action, changes)
      values ('2025-12-20', 'products', gen_random_uuid(), gen_random_uuid(), ${id(2, '7')}, 'inventory.products', 'insert', '{"name": "After", "price": 20}')`,
  },
];

const median = (numbers: number[]): number => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;

async function seconds(action: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await action();
  return (performance.now() - start) / 1000;
}

async function build(sql: Sql, { source, columns, fill }: Table, layout: Layout, rows: number): Promise<string> {
  const name = `${source}_${layout}`;
  const table = `bench_months.${name}`;
  await sql.unsafe(
    `create table ${table} (like public.${source} including defaults including constraints including identity) ${layout === 'monthly' ? 'partition by range (at)' : ''}`,
  );
  if (layout === 'monthly') {
    for (let month = 0; month < months; month++) {
      await sql.unsafe(`create table ${table}_${month} partition of ${table}
        for values from (date '2021-01-01' + interval '${month} months') to (date '2021-01-01' + interval '${month + 1} months')`);
    }
  }
  await sql.unsafe(
    `insert into ${table} (${columns}) select ${fill.replaceAll('$1', String(rows))} from generate_series(0, ${rows - 1}::bigint) n`,
  );
  await sql.unsafe(`alter table ${table} add primary key (${layout === 'monthly' ? 'id, at' : 'id'})`);
  const indexes = await sql<{ definition: string }[]>`
    select pg_get_indexdef(indexrelid) as definition from pg_index where indrelid = ${`public.${source}`}::regclass and not indisprimary order by indexrelid`;
  for (const [n, { definition }] of indexes.entries()) {
    await sql.unsafe(definition.replace(/^CREATE INDEX \S+ ON (ONLY )?\S+/, `create index ${name}_by_${n} on ${table}`));
  }
  await sql.unsafe(`vacuum (analyze, freeze) ${table}`);
  return table;
}

export interface MonthsFigure {
  source: string;
  rows: number;
  question: string;
  whole: string;
  monthly: string;
}

export async function measureMonths(sql: Sql, rows: number, runs: number, told: (figure: MonthsFigure) => void): Promise<void> {
  await sql.unsafe('drop schema if exists bench_months cascade; create schema bench_months');
  await sql.unsafe(`set maintenance_work_mem = '512MB'; set statement_timeout = 0`);
  try {
    for (const table of tables) {
      const many = table.source === 'audit_log' ? Math.round(rows / 2) : rows;
      const places = {} as Record<Layout, string>;
      for (const layout of layouts) places[layout] = await build(sql, table, layout, many);
      const tell = (question: string, figures: Record<Layout, string>) => told({ source: table.source, rows: many, question, ...figures });

      const sizes = {} as Record<Layout, string>;
      for (const layout of layouts) {
        const [{ size }] = await sql<[{ size: string }]>`
          select pg_size_pretty(coalesce((select sum(pg_total_relation_size(relid)) from pg_partition_tree(${places[layout]}::regclass) where isleaf), pg_total_relation_size(${places[layout]}::regclass))) as size`;
        sizes[layout] = size;
      }
      tell('size', sizes);

      for (const [question, text] of Object.entries(table.questions)) {
        const took: Record<Layout, { ms: number[]; plan: number[]; pages: number }> = {
          whole: { ms: [], plan: [], pages: 0 },
          monthly: { ms: [], plan: [], pages: 0 },
        };
        for (let run = 0; run <= runs; run++) {
          for (const layout of layouts) {
            const [row] = await sql.unsafe(
              `explain (analyze, buffers, timing off, summary on, format json) ${text.replaceAll('{t}', places[layout]).replaceAll('{rows}', String(many))}`,
            );
            const [top] = row?.['QUERY PLAN'] as [{ 'Execution Time': number; 'Planning Time': number; Plan: Record<string, number> }];
            if (run === 0) continue;
            took[layout].ms.push(top['Execution Time']);
            took[layout].plan.push(top['Planning Time']);
            took[layout].pages = (top.Plan['Shared Hit Blocks'] ?? 0) + (top.Plan['Shared Read Blocks'] ?? 0);
          }
        }
        const words = (layout: Layout) =>
          `${median(took[layout].ms).toFixed(2)} ms + ${median(took[layout].plan).toFixed(2)} planned, ${took[layout].pages} pages`;
        tell(question, { whole: words('whole'), monthly: words('monthly') });
      }

      const written: Record<Layout, { ms: number[]; wal: number }> = { whole: { ms: [], wal: 0 }, monthly: { ms: [], wal: 0 } };
      for (let round = 0; round < 20; round++) {
        for (const layout of layouts) {
          const action = table.action.replaceAll('{t}', places[layout]);
          const [{ at: before }] = await sql<[{ at: string }]>`select pg_current_wal_insert_lsn()::text as at`;
          for (let n = 0; n < 50; n++) written[layout].ms.push((await seconds(() => sql.unsafe(action))) * 1000);
          const [{ bytes }] = await sql<
            [{ bytes: number }]
          >`select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), ${before}::pg_lsn)::integer as bytes`;
          written[layout].wal += bytes / 1000;
        }
      }
      const wrote = (layout: Layout) => `${median(written[layout].ms).toFixed(2)} ms, ${Math.round(written[layout].wal)} bytes of WAL`;
      tell('one document written', { whole: wrote('whole'), monthly: wrote('monthly') });

      const vacuumed = {} as Record<Layout, string>;
      for (const layout of layouts)
        vacuumed[layout] = `${(await seconds(() => sql.unsafe(`vacuum (index_cleanup on) ${places[layout]}`))).toFixed(1)} s`;
      tell('vacuum after a day of writing', vacuumed);
      const whole = await seconds(() => sql.unsafe(`delete from ${places.whole} where at < '2021-02-01'`));
      const after = await seconds(() => sql.unsafe(`vacuum ${places.whole}`));
      const monthly = await seconds(() => sql.unsafe(`drop table ${places.monthly}_0`));
      tell('the oldest month removed', {
        whole: `${whole.toFixed(1)} s, and ${after.toFixed(1)} s of vacuum`,
        monthly: `${monthly.toFixed(2)} s`,
      });
      for (const layout of layouts) await sql.unsafe(`drop table ${places[layout]}`);
    }
  } finally {
    await sql.unsafe('drop schema if exists bench_months cascade');
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({
    options: {
      database: { type: 'string' },
      rows: { type: 'string', default: '5000000' },
      runs: { type: 'string', default: '21' },
      out: { type: 'string' },
    },
  });
  if (!values.database) {
    console.error('Usage: npm run bench:months -- --database postgresql://… [--rows 5000000] [--runs 21] [--out figures.json]');
    process.exit(1);
  }
  const sql = postgres(values.database, { max: 1, onnotice: () => undefined, prepare: false }) as unknown as Sql;
  const figures: MonthsFigure[] = [];
  await measureMonths(sql, Number(values.rows), Number(values.runs), (figure) => {
    figures.push(figure);
    console.log(`${figure.source} ${figure.rows}: ${figure.question}\n   whole    ${figure.whole}\n   monthly  ${figure.monthly}`);
  });
  await sql.end();
  console.log(`load of the machine: ${loadavg()[0]?.toFixed(1)}`);
  if (values.out) writeFileSync(values.out, `${JSON.stringify(figures, null, 2)}\n`);
}

/* npm run bench:sales -- --database <url of the owner> --person <id that bench:seed printed> [--tills 16] [--seconds 15]
   [--out figures.json]: measures tills that record sales of three lines one after another, each in a transaction like an API request: all in
   one branch, in many branches, and in one beside a list, a report and an import; then five hundred sales in one batch. */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import postgres, { type Sql } from 'postgres';
import { onProcessor } from './measure.ts';

export interface SalesFigure {
  sales: number;
  perSecond: number;
  median: number;
  p99: number;
  worst: number;
  /** CPU time in milliseconds that the database spends on a sale, which a busy machine changes least. NaN without /proc. */
  cpu: number;
  /** The number of calls of each task that runs beside the tills. */
  beside: Record<string, number>;
}

interface MeasureOptions {
  database: string;
  person: string;
  tills: number;
  seconds: number;
  /** The number of variants sold, the same in each branch. */
  goods?: number;
  told?: (name: string, figure: SalesFigure) => void;
}

type Call = (name: string, ...args: unknown[]) => Promise<Record<string, unknown>[]>;

/** Calls public functions as this user, each call in a transaction of one round trip. */
function caller(sql: Sql, person: string): Call {
  const quote = (value: unknown) => `'${String(typeof value === 'string' ? value : JSON.stringify(value)).replaceAll("'", "''")}'`;
  return async (name, ...args) => {
    const claims = quote({ sub: person, role: 'authenticated' });
    try {
      const answers = await sql.unsafe(
        `begin; select set_config('request.jwt.claims', ${claims}, true); set local role authenticated; select * from public.${name}(${args.map(quote).join()}); commit`,
      );
      return answers.at(-2) as unknown as Record<string, unknown>[];
    } catch (error) {
      await sql.unsafe('rollback');
      throw error;
    }
  };
}

/** A till's sale number n: three pseudo-random goods at their price, paid in cash with change. */
function saleOf(till: string, n: number, branch_id: string, goods: readonly string[], cash: string) {
  const chance = (line: number) => (Math.imul(n * 3 + line, 2654435761) ^ Math.imul(till.charCodeAt(1), 40503)) >>> 0;
  const lines = [0, 1, 2].map((line) => ({ variant_id: goods[chance(line) % goods.length], quantity: 1 }));
  return [{ branch_id, till, reference: `${till}-${n}`, note: 'Bench' }, lines, [{ payment_method_id: cash, amount: 100_000 }]] as const;
}

const rounded = (figure: number): number => Number(figure.toFixed(1));
const at = (sorted: readonly number[], share: number): number =>
  rounded(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN);

export async function measureSales({
  database,
  person,
  tills,
  seconds,
  goods: many = 2000,
  told,
}: MeasureOptions): Promise<Record<string, SalesFigure>> {
  const open = () =>
    postgres(database, {
      max: 1,
      onnotice: () => undefined,
      fetch_types: false,
      connection: { statement_timeout: 60_000 },
    }) as unknown as Sql;
  const owner = open();
  const sellers = Array.from({ length: tills }, open);
  const others = Array.from({ length: 3 }, open);
  try {
    const rows = async (text: string): Promise<string[]> => (await owner.unsafe(text)).map((row) => String(Object.values(row)[0]));
    // Each till has its own user, with an open shift in every branch.
    const branches = await rows(
      `select b.id from public.branches b join public.user_branches u on u.branch_id = b.id where b.active and u.profile_id = '${person}' and u.access = 'work' order by b.id limit 8`,
    );
    const goods = await rows(
      `select v.id from public.variants v join public.products p on p.id = v.product_id where p.branch_id is null and p.active and v.active order by md5(v.id::text) limit ${many}`,
    );
    const [cash = ''] = await rows('select id from public.payment_methods where is_cash and active limit 1');
    const people =
      await rows(`with made as (insert into auth.users (id, email) select gen_random_uuid(), 'till-' || n || '-' || extract(epoch from clock_timestamp()) || '@bench.example' from generate_series(1, ${tills}) n returning id)
      insert into public.profiles (id, name, role_id) select m.id, 'Till', p.role_id from made m, public.profiles p where p.id = '${person}' returning id`);
    await owner.unsafe(
      `insert into public.user_branches select p, b, 'work' from unnest('{${people.join()}}'::uuid[]) p, unnest('{${branches.join()}}'::uuid[]) b`,
    );
    await owner.unsafe(
      `insert into public.shifts (number, branch_id, opened_by, business_day, opening_balance) select private.next_number('SH', b), b, p, private.branch_today(b), 0 from unnest('{${people.join()}}'::uuid[]) p, unnest('{${branches.join()}}'::uuid[]) b`,
    );
    const backends = await Promise.all(sellers.map(async (sql) => Number((await sql.unsafe('select pg_backend_pid() as id'))[0]?.id)));
    const cpuTime = (): number => backends.reduce((sum, id) => sum + onProcessor(id), 0);
    // Adds more stock than can be sold, as a stock entry does.
    for (const branch of branches) {
      const id = randomUUID();
      await owner.unsafe(
        `insert into public.stock_entries (id, number, kind, branch_id, business_day) select '${id}', private.next_number('SE', '${branch}'), 'opening', '${branch}', private.branch_today('${branch}')`,
      );
      await owner.unsafe(
        `select private.move_stock(array(select private.stock_move(v, '${branch}', null, 100000, 'opening') from unnest('{${goods.join()}}'::uuid[]) v), 'stock_entry', '${id}')`,
      );
    }
    await owner.unsafe('analyze public.stock_levels, private.product_stock');

    const run = Date.now().toString(36).slice(-4).toUpperCase();
    let round = 0;
    const sell = async (
      name: string,
      branchOf: (till: number) => string,
      beside: Record<string, () => Promise<unknown>> = {},
    ): Promise<SalesFigure> => {
      const took: number[] = [];
      const nth = round++;
      const counts: Record<string, number> = {};
      const until = async (end: number, work: () => Promise<void>) => {
        while (performance.now() < end) await work();
      };
      const sold = async (end: number, answered: (ms: number) => void) =>
        Promise.all(
          sellers.map(async (sql, till) => {
            const call = caller(sql, people[till] ?? person);
            const named = `${'TUVWXYZ'[nth] ?? 'S'}${till.toString(36).toUpperCase()}${run}`.slice(0, 8);
            let n = Math.floor(performance.now() * 1000);
            await until(end, async () => {
              const [sale, lines, payments] = saleOf(named, n++, branchOf(till), goods, cash);
              const begun = performance.now();
              await call('record_sale', randomUUID(), sale, lines, payments);
              answered(performance.now() - begun);
            });
          }),
        );
      // Warms up for a tenth of the time, since new connections have no cached plans.
      await sold(performance.now() + seconds * 100, () => undefined);
      const [begun, before] = [performance.now(), cpuTime()];
      const end = begun + seconds * 1000;
      let elapsed = NaN;
      await Promise.all([
        // Measured separately, since the tasks beside the tills may end later.
        sold(end, (ms) => took.push(ms)).then(() => (elapsed = (performance.now() - begun) / 1000)),
        ...Object.entries(beside).map(async ([what, ask]) => {
          counts[what] = 0;
          await until(end, async () => {
            await ask();
            counts[what]!++;
          });
        }),
      ]);
      took.sort((a, b) => a - b);
      const figure = {
        sales: took.length,
        perSecond: Number((took.length / elapsed).toFixed(0)),
        median: at(took, 0.5),
        p99: at(took, 0.99),
        worst: at(took, 1),
        cpu: rounded((cpuTime() - before) / took.length),
        beside: counts,
      };
      told?.(name, figure);
      return figure;
    };

    const [first = ''] = branches;
    const [list, report, imports] = others.map((sql) => caller(sql, person)) as [Call, Call, Call];
    const named = `Bench ${run}`;
    let file = 0;
    const beside = {
      list: async () => {
        await list('sale_page');
        await setTimeout(100);
      },
      report: async () => {
        await report('sale_totals');
        await setTimeout(500);
      },
      import: async () => {
        const sheet = Array.from({ length: 500 }, (_, row) => ({
          row: row + 2,
          name: `${named} ${file}-${row}`,
          price: '5',
          quantity: '3',
          sku: `${run}-${file}-${row}`,
        }));
        file++;
        await imports('import_sheet', 'products', randomUUID(), sheet, { branch_id: first }, false);
      },
    };
    const figures: Record<string, SalesFigure> = {};
    figures['one branch'] = await sell('one branch', () => first);
    figures[`${branches.length} branches`] = await sell(`${branches.length} branches`, (till) => branches[till % branches.length] ?? first);
    figures['one branch, with a list, a report and an import'] = await sell(
      'one branch, with a list, a report and an import',
      () => first,
      beside,
    );

    const batch = Array.from({ length: 500 }, (_, n) => {
      const [{ reference, note }, lines, payments] = saleOf(`B${run}`, n, first, goods, cash);
      return { reference, note, lines, payments };
    });
    const [begun, before] = [performance.now(), cpuTime()];
    await caller(sellers[0]!, person)('record_sales', first, `B${run}`, batch);
    const ms = rounded(performance.now() - begun);
    figures['five hundred in a batch'] = {
      sales: 500,
      perSecond: Number((500_000 / ms).toFixed(0)),
      median: ms,
      p99: ms,
      worst: ms,
      cpu: rounded((cpuTime() - before) / 500),
      beside: {},
    };
    told?.('five hundred in a batch', figures['five hundred in a batch']);
    return figures;
  } finally {
    await Promise.all([owner, ...sellers, ...others].map((sql) => sql.end()));
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({
    options: {
      database: { type: 'string' },
      person: { type: 'string' },
      tills: { type: 'string', default: '16' },
      seconds: { type: 'string', default: '15' },
      out: { type: 'string' },
    },
  });
  if (!values.database || !values.person) {
    console.error('Usage: npm run bench:sales -- --database postgresql://… --person <id> [--tills 16] [--seconds 15] [--out figures.json]');
    process.exit(1);
  }
  const load = loadavg()[0]?.toFixed(1);
  console.log(`${''.padEnd(54)}${['sales/s', 'median', '99 %', 'worst ms', 'processor'].map((head) => head.padStart(10)).join('')}`);
  const figures = await measureSales({
    database: values.database,
    person: values.person,
    tills: Number(values.tills),
    seconds: Number(values.seconds),
    told: (name, { perSecond, median, p99, worst, cpu, beside }) =>
      console.log(
        `${name.padEnd(54)}${[perSecond, median, p99, worst, cpu].map((figure) => String(figure).padStart(10)).join('')}${Object.entries(
          beside,
        )
          .map(([what, count]) => `  ${count} × ${what}`)
          .join('')}`,
      ),
  });
  console.log(`load of the machine: ${load} at the start, ${loadavg()[0]?.toFixed(1)} at the end`);
  if (values.out) writeFileSync(values.out, `${JSON.stringify({ at: new Date().toISOString(), load, figures }, null, 2)}\n`);
}

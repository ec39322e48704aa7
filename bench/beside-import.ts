/* npm run bench:beside-import -- [--rows 20000] [--kinds products,customers,sales,expenses,purchase_orders] [--out figures.json]: applies
   and undoes imports in the worst state of the database: its tables were analyzed while tiny, and the connection keeps the plans of three
   small imports. Meanwhile others sell, receive and order other goods and record expenses; prints the longest wait of each. */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { Sql } from 'postgres';
import postgres from 'postgres';
import { startStack } from '../stack/stack.ts';
import { caller } from './beside-check.ts';

type Row = Record<string, unknown>;
interface Wait {
  times: number;
  worst: number;
  failed: string[];
}
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '20000' },
    kinds: { type: 'string', default: 'products,customers,sales,expenses,purchase_orders' },
    out: { type: 'string' },
  },
});

/** Rows of each kind; sales and orders are of the goods named SKU-<n>. */
const makers: Record<string, (run: string, n: number) => Row> = {
  products: (run, n) => ({
    name: `Shirt ${run} ${n}`,
    category: `Kind ${run} ${n % 40}`,
    sku: `${run}-${n}`,
    price: String(100 + (n % 900)),
    purchase_price: String(60 + (n % 500)),
    quantity: String(1 + (n % 20)),
  }),
  customers: (run, n) => ({ name: `Customer ${run} ${n}`, phone: `+20 1${run}${String(n).padStart(6, '0')}` }),
  sales: (run, n) => ({
    reference: `S${run}-${n >> 1}`,
    branch: 'ZAM',
    sold_at: '2026-10-01 10:00',
    sku: `GOODS-${n % 500}`,
    quantity: '1',
    unit_price: '100',
  }),
  expenses: (run, n) => ({
    spent_on: '2026-10-01',
    branch: 'ZAM',
    category: `Kind ${n % 30}`,
    amount: String(100 + (n % 900)),
    reference: `E${run}-${n}`,
  }),
  purchase_orders: (run, n) => ({
    reference: `P${run}-${n >> 2}`,
    branch: 'ZAM',
    supplier: 'Mahalla Textiles',
    sku: `GOODS-${n % 500}`,
    quantity: '2',
    unit_cost: '40',
  }),
};

async function measured(kind: string): Promise<Row> {
  const stack = await startStack();
  const connect = (max: number) => postgres(stack.databaseUrl, { max, onnotice: () => undefined, types: {} }) as unknown as Sql;
  const [importing, beside] = [connect(1), connect(4)];
  try {
    const [owner] = await stack.sql`select p.id from public.profiles p join public.roles r on r.id = p.role_id where r.is_owner limit 1`;
    const [branch] = await stack.sql`select id from public.branches where code = 'ZAM'`;
    const [supplier] = await stack.sql`select id from public.suppliers where active limit 1`;
    const branch_id = String(branch?.id);
    const [importer, colleague] = [caller(importing, String(owner?.id)), caller(beside, String(owner?.id))];
    const sheet = (count: number, run: string, maker = kind) =>
      importer('import_sheet', {
        kind: maker,
        id: randomUUID(),
        rows: Array.from({ length: count }, (_, n) => ({ row: n + 2, ...makers[maker]?.(run, n) })),
        options: { create: { categories: true, expense_categories: true, suppliers: true }, branch_id },
        dry_run: false,
      });
    // Goods of the file, with stock enough, and other goods that the till sells, so many that some share every lock.
    const goods = async (prefix: string, count: number) => {
      await importer('import_sheet', {
        kind: 'products',
        id: randomUUID(),
        rows: Array.from({ length: count }, (_, n) => ({
          row: n + 2,
          name: `${prefix} ${n}`,
          sku: `${prefix}-${n}`,
          price: '9',
          quantity: '900000',
        })),
        options: { create: {}, branch_id },
        dry_run: false,
      });
      return (await stack.sql`select id from public.variants where sku like ${`${prefix}-%`}`).map(({ id }) => String(id));
    };
    await goods('GOODS', 500);
    const others = await goods('OTHER', 300);
    const customer_id = randomUUID();
    await stack.sql`insert into public.customers (id, name) values (${customer_id}, 'Beside')`;
    await stack.sql`vacuum full`;
    await stack.sql`analyze`;
    for (let n = 0; n < 3; n++) {
      const { id } = await sheet(3, `7${n}`);
      await importer('undo_import', { id });
    }
    const variant = (n: number) => others[n % others.length];
    const actions: Record<string, (n: number) => Promise<unknown>> = {
      sale: (n) =>
        colleague('record_sale', {
          id: randomUUID(),
          sale: { branch_id, customer_id },
          lines: [0, 1, 2].map((k) => ({ variant_id: variant(n * 3 + k), quantity: 1 })),
          payments: [],
        }),
      'stock entry': (n) =>
        colleague('post_stock_entry', {
          id: randomUUID(),
          kind: 'opening',
          branch_id,
          lines: [{ variant_id: variant(n * 7), quantity: 1 }],
        }),
      order: (n) =>
        colleague('save_purchase_order', {
          id: randomUUID(),
          purchase: { supplier_id: supplier?.id, branch_id, status: 'pending' },
          items: [{ variant_id: variant(n * 11), quantity: 1, unit_cost: 3 }],
        }),
      expense: () => colleague('save_expense', { id: randomUUID(), expense: { branch_id, spent_on: '2026-11-01', amount: 5 } }),
    };
    // A connection's first call of each kind plans all its queries.
    for (let n = 0; n < 10; n++) await Promise.all(Object.values(actions).map((action) => action(n)));
    const during = async (work: () => Promise<unknown>): Promise<Row> => {
      let isDone = false;
      const waits: Record<string, Wait> = {};
      const colleagues = Object.entries(actions).map(async ([name, action]) => {
        const wait: Wait = (waits[name] = { times: 0, worst: 0, failed: [] });
        for (let n = 0; !isDone; n++) {
          const start = performance.now();
          await action(n).catch((error: Error) => wait.failed.push(error.message));
          wait.times++;
          wait.worst = Math.max(wait.worst, Math.round(performance.now() - start));
          await new Promise((next) => setTimeout(next, 100));
        }
      });
      const start = performance.now();
      const answer = (await work().catch((error: Error) => ({ failed: error.message }))) as Row;
      const took = Number(((performance.now() - start) / 1000).toFixed(1));
      isDone = true;
      await Promise.all(colleagues);
      return { took, waits, id: answer.id, failed: answer.failed, status: answer.status };
    };
    const apply = await during(() => sheet(Number(values.rows), '42'));
    const undo = await during(() => importer('undo_import', { id: apply.id }));
    return { kind, apply, undo };
  } finally {
    await Promise.all([importing.end(), beside.end()]);
    await stack.stop();
  }
}

const load = loadavg()[0]?.toFixed(1);
const figures: Row[] = [];
for (const kind of values.kinds.split(',')) {
  const found = await measured(kind);
  figures.push(found);
  for (const name of ['apply', 'undo'] as const) {
    const { took, waits, failed, status } = found[name] as {
      took: number;
      failed?: string;
      status?: string;
      waits: Record<string, Wait>;
    };
    console.log(
      `${kind} ${name}: ${took} s${failed ? ` FAILED ${failed}` : ` ${status}`}; longest wait: ${Object.entries(waits)
        .map(
          ([what, { worst, times, failed: refused }]) =>
            `${what} ${worst} ms of ${times}${refused.length ? ` (${refused.length} failed: ${refused[0]})` : ''}`,
        )
        .join(', ')}`,
    );
  }
}
console.log(`load of the machine: ${load} at the start, ${loadavg()[0]?.toFixed(1)} at the end`);
if (values.out) writeFileSync(values.out, `${JSON.stringify({ at: new Date().toISOString(), load, figures }, null, 2)}\n`);

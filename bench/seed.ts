/* npm run bench:seed -- --scale S|M|L|P --database <url of the owner> [--sales n]: fills a database with what docs/measures.md describes. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import postgres, { type Sql } from 'postgres';

export const scales = {
  S: { products: 200, variants_each: 5, branches: 5, movements: 5_000, sales: 1_000 },
  M: { products: 20_000, variants_each: 5, branches: 20, movements: 200_000, sales: 20_000 },
  L: { products: 200_000, variants_each: 5, branches: 50, movements: 5_000_000, sales: 1_666_666 },
  /** The scale at which other systems were measured. */
  P: { products: 50_000, variants_each: 2, branches: 5, movements: 500_000, sales: 150_000 },
} as const;
export type Scale = keyof typeof scales;

const seededTables =
  'public.products, public.variants, public.stock_levels, public.stock_movements, public.transfers, public.transfer_items, public.audit_log, public.customers, public.product_costs, public.variant_costs, public.price_changes, public.stock_entries, public.purchase_orders, public.purchase_items, public.purchase_item_costs, public.purchase_amounts, public.purchase_payments, public.sales, public.sale_lines, public.sale_line_costs, public.sale_payments, public.stock_entry_costs, private.product_stock, private.product_branches, private.branch_sums';

/** Returns the id of the user for measuring: a manager who works in half of the branches and may view costs. */
export async function seed(sql: Sql, scale: Scale, sales: number = scales[scale].sales): Promise<string> {
  const [person, owner] = [randomUUID(), randomUUID()];
  await sql.begin(async (transaction) => {
    await transaction`set local statement_timeout = 0`;
    await transaction`set local maintenance_work_mem = '512MB'`;
    await transaction`set local work_mem = '256MB'`;
    for (const [name, value] of Object.entries({ ...scales[scale], sales }))
      await transaction`select set_config(${`bench.${name}`}, ${String(value)}, true)`;
    await transaction.unsafe(readFileSync(new URL('seed.sql', import.meta.url), 'utf8'));
    for (const [id, name, role] of [
      [person, 'Who looks', 'Manager'],
      [owner, 'Who owns', 'Owner'],
    ] as const) {
      await transaction`insert into auth.users (id, email) values (${id}, ${`${id}@bench.example`})`;
      await transaction`insert into public.profiles (id, name, role_id) select ${id}, ${name}, id from public.roles where name = ${role}`;
    }
    await transaction`
      insert into public.user_branches (profile_id, branch_id, access)
      select ${person}, id, 'work' from public.branches where name like 'Branch %' and substring(name from '[0-9]+')::integer % 2 = 1`;
  });
  // Index-only scans need the visibility map, and the planner its statistics. While an older transaction is open, such as autovacuum's,
  // vacuum cannot mark the new rows as visible to all, so it is repeated.
  for (let round = 0; round < 30; round++) {
    await sql.unsafe(`vacuum (analyze) ${seededTables}`);
    const [unvacuumed] =
      await sql`select from pg_class where oid = any (string_to_array(${seededTables}, ', ')::regclass[]) and relallvisible < relpages * 0.9 limit 1`;
    if (!unvacuumed) break;
    await setTimeout(1000);
  }
  return person;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({
    options: { scale: { type: 'string', default: 'M' }, database: { type: 'string' }, sales: { type: 'string' } },
  });
  const scale = values.scale as Scale;
  if (!values.database || !(scale in scales)) {
    console.error('Usage: npm run bench:seed -- --scale S|M|L|P --database postgresql://… [--sales n]');
    process.exit(1);
  }
  const sql = postgres(values.database, { max: 1, onnotice: () => undefined }) as unknown as Sql;
  const start = Date.now();
  const person = await seed(sql, scale, values.sales === undefined ? undefined : Number(values.sales));
  console.log(`scale ${scale} in ${((Date.now() - start) / 1000).toFixed(1)} s; the person who looks: ${person}`);
  await sql.end();
}

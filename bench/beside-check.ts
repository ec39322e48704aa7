/* npm run bench:beside-check -- [--rows 50000] [--rounds 40] [--out figures.json]: times stock entries,
   transfers and receipts of three lines on the same products that an import is checking, and without a check. */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Sql } from 'postgres';
import postgres from 'postgres';
import { startStack } from '../stack/stack.ts';

type Call = (name: string, values: Record<string, unknown>) => Promise<Record<string, unknown>>;

/** Calls public functions as this user, each call in a transaction. */
export function caller(sql: Sql, person: string): Call {
  return async (name, values) => {
    const names = Object.keys(values);
    return sql.begin(async (transaction) => {
      await transaction`select set_config('request.jwt.claims', ${JSON.stringify({ sub: person, role: 'authenticated' })}, true)`;
      await transaction.unsafe('set local role authenticated');
      const [row] = await transaction.unsafe(
        `select public.${name}(${names.map((key, index) => `${key} => $${index + 1}`).join(', ')}) as answer`,
        Object.values(values) as never[],
      );
      return row?.answer as Record<string, unknown>;
    }) as Promise<Record<string, unknown>>;
  };
}

export interface DuringCheck {
  checks: number;
  /** Medians in ms of whole transactions, alone and beside a check; worst: the slowest beside a check. */
  took: Record<string, { alone: number; beside: number; worst: number }>;
}

const median = (times: number[]) => Number(([...times].sort((a, b) => a - b)[times.length >> 1] ?? NaN).toFixed(1));

export async function besideCheck(database: string, person: string, count: number, rounds: number): Promise<DuringCheck> {
  const connect = () => postgres(database, { max: 1, onnotice: () => undefined, types: {} }) as unknown as Sql;
  const [checking, working] = [connect(), connect()];
  try {
    const [check, work] = [caller(checking, person), caller(working, person)];
    const branches = (
      await working`
      select b.id from public.branches b
      where b.active and (exists (select from public.user_branches u where u.branch_id = b.id and u.access = 'work' and u.profile_id = ${person})
        or exists (select from public.profiles p join public.roles r on r.id = p.role_id where p.id = ${person} and r.is_owner))
      order by b.name limit 2`
    ).map(({ id }) => String(id));
    const [supplier] = await working`select id from public.suppliers where active limit 1`;
    const sku = `B${Date.now().toString(36)}`;
    const rows = (price: number) =>
      Array.from({ length: count }, (_, index) => ({
        row: index + 2,
        name: `Beside ${sku} ${index >> 1}`,
        size: index % 2 ? 'M' : 'L',
        sku: `${sku}-${index}`,
        price: String(price),
        low_stock_level: String(price),
      }));
    const options = { create: { sizes: true }, branch_id: branches[0] };
    await check('import_sheet', { kind: 'products', id: randomUUID(), rows: rows(5), options, dry_run: false });
    await working`analyze public.products, public.variants`;
    const goods = (await working`select id from public.variants where sku like ${`${sku}-%`} order by id limit 600`).map(({ id }) =>
      String(id),
    );
    const round = async (index: number, told: (name: string, ms: number) => void) => {
      const lines = [0, 1, 2].map((n) => ({ variant_id: goods[(index * 3 + n) % goods.length], quantity: 2 }));
      const [transfer, order] = [randomUUID(), randomUUID()];
      const timed = async (name: string, make: () => Promise<unknown>) => {
        const start = performance.now();
        await make();
        told(name, performance.now() - start);
      };
      await timed('stock entry', () => work('post_stock_entry', { id: randomUUID(), kind: 'opening', branch_id: branches[0], lines }));
      await work('save_transfer', {
        id: transfer,
        from_branch_id: branches[0],
        to_branch_id: branches[1],
        lines: lines.map((line) => ({ ...line, quantity: 1 })),
      });
      await timed('transfer approved', () => work('approve_transfer', { id: transfer, expected_version: 1 }));
      await work('save_purchase_order', {
        id: order,
        purchase: { supplier_id: supplier?.id, branch_id: branches[0], status: 'pending' },
        items: lines.map((line) => ({ ...line, unit_cost: 3 })),
      });
      await timed('receipt', () => work('receive_purchase', { id: randomUUID(), purchase_order_id: order, lines }));
    };
    const took: Record<'alone' | 'beside', Record<string, number[]>> = { alone: {}, beside: {} };
    const into = (where: 'alone' | 'beside') => (name: string, ms: number) => void (took[where][name] ??= []).push(ms);
    await round(0, () => undefined);
    let at = 1;
    for (const end = at + rounds; at < end; at++) await round(at, into('alone'));
    let checks = 0;
    let isDone = false;
    // Runs checks one after another until the measured work ends.
    const checked = (async () => {
      for (; !isDone; checks++) await check('import_sheet', { kind: 'products', id: randomUUID(), rows: rows(6), options, dry_run: true });
    })();
    for (const end = at + rounds; at < end; at++) await round(at, into('beside'));
    isDone = true;
    await checked;
    return {
      checks,
      took: Object.fromEntries(
        Object.keys(took.alone).map((name) => [
          name,
          {
            alone: median(took.alone[name] ?? []),
            beside: median(took.beside[name] ?? []),
            worst: Number(Math.max(...(took.beside[name] ?? [])).toFixed(1)),
          },
        ]),
      ),
    };
  } finally {
    await Promise.all([checking.end(), working.end()]);
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({
    options: { rows: { type: 'string', default: '50000' }, rounds: { type: 'string', default: '40' }, out: { type: 'string' } },
  });
  const stack = await startStack();
  try {
    const load = loadavg()[0]?.toFixed(1);
    const [owner] = await stack.sql`select p.id from public.profiles p join public.roles r on r.id = p.role_id where r.is_owner limit 1`;
    const { checks, took } = await besideCheck(stack.databaseUrl, String(owner?.id), Number(values.rows), Number(values.rounds));
    for (const [name, { alone, beside, worst }] of Object.entries(took))
      console.log(
        `${name.padEnd(24)}${`${alone} ms alone`.padStart(18)}${`${beside} beside ${checks} checks of ${values.rows} rows`.padStart(40)}${`${worst} at worst`.padStart(20)}`,
      );
    console.log(`load of the machine: ${load} at the start, ${loadavg()[0]?.toFixed(1)} at the end`);
    if (values.out) writeFileSync(values.out, `${JSON.stringify({ at: new Date().toISOString(), load, checks, took }, null, 2)}\n`);
  } finally {
    await stack.stop();
  }
}

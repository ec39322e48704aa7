/* With a hundred thousand variants, the queries of the screens use indexes, and permissions are checked once per
   statement. */
import type { Sql } from 'postgres';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../../bench/limits.ts';
import { measureLimits } from '../../bench/measure.ts';
import { questions } from '../../bench/queries.ts';
import { seed } from '../../bench/seed.ts';
import { startStack, type RunningStack } from '../../stack/stack.ts';
import { connect } from './database.ts';

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Parent Relationship'?: string;
  Plans?: Node[];
  [property: string]: unknown;
}

/* Queries that read a whole table by design, with the reason. */
const wholeTables: Record<string, string> = {
  'levels, incoming': 'half of all documents are on their way: they are read as they lie, until 2,001 lines were seen',
  'orders of a common product': 'the lines of a tenth of all products: set against set',
  'orders of a supplier for a product': 'the same, and with the orders of every supplier',
  'orders, totals': 'adds up all that is in reach',
  'orders, totals of a month': 'adds up a month',
  'sales, totals': 'adds up all that is in reach',
  'transfers, count': 'counts up to 10,001',
  'products, count of a common word': 'counts up to 10,001',
  'products, summary': 'counts each view up to 10,001',
  'levels, summary': 'counts each view up to 10,001',
  'transfers, summary': 'counts each state up to 10,001',
  'levels, count of all': 'counts up to 10,001',
  'levels, count of a common word': 'counts up to 10,001',
  dashboard: 'adds up what is owed to suppliers in reach; nothing else, see below',
};

let stack: RunningStack;
let owner: Sql;
let person: string;
let large: Set<string>;
let deep: number;
let seconds: number;

beforeAll(async () => {
  stack = await startStack();
  owner = connect(stack.databaseUrl);
  const start = Date.now();
  person = await seed(owner, 'M');
  seconds = (Date.now() - start) / 1000;
  large = new Set(
    (
      await owner`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples > 2000`
    ).map(({ name }) => String(name)),
  );
  deep = Number((await owner`select (count(*) * 0.75)::integer as deep from public.products`)[0]?.deep);
});
afterAll(async () => {
  await owner?.end({ timeout: 2 });
  await stack?.stop();
});

class TakenBack extends Error {}
/** The plans of a statement and of every statement within the functions it calls. */
async function plansOf(text: string, before = 'select'): Promise<{ query: string; plan: Node }[]> {
  const plans: { query: string; plan: Node }[] = [];
  const superuser = postgres(stack.adminUrl, {
    max: 1,
    prepare: false,
    onnotice: ({ message = '' }) => {
      const [, json] = /plan:\n(\{[\s\S]*\})/.exec(message) ?? [];
      if (!json) return;
      const { 'Query Text': query, Plan: plan } = JSON.parse(json) as { 'Query Text': string; Plan: Node };
      plans.push({ query, plan });
    },
  });
  try {
    await superuser.begin(async (sql) => {
      await sql.unsafe(before);
      await sql`load 'auto_explain'`;
      await sql.unsafe(
        `set local auto_explain.log_min_duration = 0; set local auto_explain.log_nested_statements = on; set local auto_explain.log_format = json; set local client_min_messages = log`,
      );
      await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: person, role: 'authenticated' })}, true)`;
      await sql`set local role authenticated`;
      await sql.unsafe(text.replace('{deep}', String(deep)));
      throw new TakenBack();
    });
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error;
  } finally {
    await superuser.end();
  }
  return plans;
}

/** The user's response, as one row. */
async function answerOf<T>(text: string): Promise<T> {
  const [row] = await owner.begin(async (sql) => {
    await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: person, role: 'authenticated' })}, true)`;
    await sql`set local role authenticated`;
    return sql.unsafe(text);
  });
  return row as T;
}

const nodes = (plan: Node): Node[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];

const wholeReads = (plans: { plan: Node }[]): (string | undefined)[] =>
  plans
    .flatMap(({ plan }) => nodes(plan))
    .filter((node) => node['Node Type'] === 'Seq Scan' && large.has(node['Relation Name'] ?? ''))
    .map((node) => node['Relation Name']);
// A function of ours in a condition on rows is called once per row.
const calledPerRow = (plans: { plan: Node }[]): string[] =>
  plans
    .flatMap(({ plan }) => nodes(plan))
    .filter((node) => !['Result', 'Function Scan'].includes(node['Node Type']))
    .flatMap((node) =>
      ['Filter', 'Index Cond', 'Recheck Cond', 'Join Filter', 'Hash Cond'].map((condition) => String(node[condition] ?? '')),
    )
    .filter((condition) => /private\.|auth\./.test(condition));

test('the test data is complete and satisfies the invariants', async () => {
  console.log(`seeded in ${seconds.toFixed(0)} s`);
  expect([...large]).toEqual(
    expect.arrayContaining([
      'products',
      'variants',
      'stock_levels',
      'stock_movements',
      'transfers',
      'transfer_items',
      'purchase_orders',
      'purchase_items',
      'purchase_amounts',
      'audit_log',
      'customers',
    ]),
  );
  const [counted] =
    await owner`select (select count(*) from public.variants) as variants, (select count(*) from public.stock_movements) as movements`;
  expect(Number(counted?.variants)).toBeGreaterThanOrEqual(100_000);
  expect(Number(counted?.movements)).toBeGreaterThanOrEqual(200_000);
  expect([...(await owner`select rule, count(*) from private.check_invariants() group by 1`)]).toEqual([]);
});

test.each(questions)('$name: $text', async ({ name, text }) => {
  const plans = await plansOf(text);
  expect(plans.length).toBeGreaterThan(0);
  if (!(name in wholeTables)) expect(wholeReads(plans)).toEqual([]);
  expect(calledPerRow(plans)).toEqual([]);
});

test('the dashboard scans no large table except for what is owed to suppliers', async () => {
  const plans = await plansOf(questions.find((question) => question.name === 'dashboard')?.text ?? '');
  expect(wholeReads(plans).filter((table) => table !== 'purchase_amounts' && table !== 'purchase_orders')).toEqual([]);
});

test.each([
  ['orders, dearest', 'purchase_amounts_by_remaining'],
  ['orders, overdue', 'purchase_orders_newest'],
])('the page of %s is read only from the index %s', async (name, index) => {
  const plans = await plansOf(questions.find((question) => question.name === name)?.text ?? '');
  expect(
    plans
      .flatMap(({ plan }) => nodes(plan))
      .filter((node) => node['Node Type'] === 'Index Only Scan')
      .map((node) => node['Index Name']),
  ).toContain(index);
});

// Reading a million rows one by one would take a second, for any user.
test.each(['movements of a person who moves little', 'movements of a rare kind', 'movements of a day long ago'])(
  '%s are found in a few ranges of the ledger',
  async (name) => {
    const plans = await plansOf(questions.find((question) => question.name === name)?.text ?? '');
    expect(plans.flatMap(({ plan }) => nodes(plan)).map((node) => node['Index Name'])).toContain('stock_movements_stretches');
  },
);

const wordsOf = [
  ['a e 1', 'common letters'],
  ['linen mill abaya', "common words, one of them a supplier's"],
  ['layla quagga', 'a common word and a rare one'],
  ['seasonal', 'one common word'],
];
test.each(wordsOf)('the orders with %s (%s) are those that match each word, in the list and in the totals', async (words) => {
  const found = await answerOf<{ ids: string[] }>(
    `select array(select id from public.purchase_page(words => '${words}', page_size => 500) order by 1) as ids`,
  );
  const { total } = await answerOf<{ total: { count: number } }>(`select public.purchase_totals(words => '${words}') as total`);
  const [{ ids = [] } = {}] = await owner<[{ ids: string[] }]>`
    select array_agg(o.id order by o.id) as ids from public.purchase_orders o join public.suppliers s on s.id = o.supplier_id
    where o.branch_id in (select b.branch_id from public.user_branches b where b.profile_id = ${person}) and not exists (
      select from unnest(${words.split(' ')}::text[]) w
      where o.search not like '%' || w || '%' and s.search not like '%' || w || '%' and not exists (
        select from public.purchase_items i join public.variants v on v.id = i.variant_id join public.products p on p.id = v.product_id
        where i.purchase_order_id = o.id and p.search like '%' || w || '%'))`;
  expect(ids.length).toBeGreaterThan(0);
  expect(total.count).toBe(ids.length);
  expect(found.ids).toHaveLength(Math.min(500, ids.length));
  expect(ids).toEqual(expect.arrayContaining(found.ids));
});

// Times depend on the machine: `npm run bench` only prints them.
test('every call uses less than 256 MB at its limit', async () => {
  const memoryByCall: [string, number][] = [];
  await measureLimits(stack.adminUrl, person, (name, { memory }) => memoryByCall.push([name, memory]));
  memoryByCall.sort((a, b) => b[1] - a[1]);
  console.log(
    `the most MB: ${memoryByCall
      .slice(0, 8)
      .map(([name, memory]) => `${name} ${memory.toFixed(0)}`)
      .join(', ')}`,
  );
  // NaN if it could not be read.
  expect(memoryByCall.filter(([, memory]) => !(memory < 256))).toEqual([]);
}, 600_000);

test('every call that takes a list is measured, or has its own time limit', async () => {
  const called = new Set(limits.flatMap(({ text }) => [...text.matchAll(/public\.(\w+)\(/g)].map(([, name]) => name)));
  const lists = await owner<{ name: string }[]>`
    select distinct p.proname::text as name from pg_proc p, unnest(p.proargtypes) a(type) join pg_type t on t.oid = a.type
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and (t.typcategory = 'A' or t.typname = 'jsonb')
      and not coalesce(array_to_string(p.proconfig, ' ') like '%statement_timeout%', false)
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`;
  expect(lists.length).toBeGreaterThan(20);
  // Only for owners, and limited by the number of permissions and branches.
  for (const name of ['save_role', 'change_user']) called.add(name);
  expect(lists.map(({ name }) => name).filter((name) => !called.has(name))).toEqual([]);
});

test('a page of levels cannot start beyond the deepest row', async () => {
  for (const [view, most] of [
    ['all', 100_000],
    ['low', 50_000],
    ['incoming', 10_000],
  ] as const) {
    await expect(answerOf(`select * from public.level_page(view => '${view}', page_offset => ${most + 1})`)).rejects.toMatchObject({
      code: 'PT400',
      message: 'page_too_deep',
      detail: `{"max": ${most}}`,
    });
  }
});

test('a search without its index and a policy checked per row are detected', async () => {
  const search = questions.find(({ name }) => name === 'products, no such word')?.text ?? '';
  // Once when it is only planned, once when it runs.
  expect(wholeReads(await plansOf(search, 'drop index public.products_search'))).toEqual(['products', 'products']);
  const levels = questions.find(({ name }) => name === 'levels of a product')?.text ?? '';
  const slow = `alter policy "those who may view stock read the levels of their branches" on public.stock_levels using (private.can('inventory.stock.view') and branch_id = any (private.branch_ids('view')))`;
  expect(calledPerRow(await plansOf(levels, slow)).length).toBeGreaterThan(0);
});

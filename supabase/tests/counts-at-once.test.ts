/* Many users on one count, on real connections, committed: no tally is lost or counted twice, and the count is
   posted once. */
import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startStack, type RunningStack } from '../../stack/stack.ts';
import { answersOf, ConcurrentUsers, refusals, repeated, times, tried } from './concurrent-users.ts';
import { branches, connect, people, TestSession, type Row } from './database.ts';

let stack: RunningStack;
let sql: Sql;
beforeAll(async () => {
  stack = await startStack();
  sql = connect(stack.databaseUrl, 50);
});
afterAll(async () => {
  await sql?.end({ timeout: 2 });
  await stack?.stop();
});
afterEach(async () => {
  expect([...(await sql`select * from private.check_invariants()`)]).toEqual([]);
});

const users = new ConcurrentUsers(() => sql);
const counters = [people.owner, people.manager, people.storekeeper];
const who = (index: number) => counters[index % 3] ?? people.owner;

/** A count of new products with these pieces in stock in Zamalek. */
async function counting(pieces: number[]): Promise<{ id: string; variants: string[] }> {
  const made = await users.products(pieces.length);
  const variants = made.map(({ variant }) => variant);
  await users.act(people.owner, 'post_stock_entry', {
    id: randomUUID(),
    kind: 'opening',
    branch_id: branches.zamalek,
    lines: variants.map((variant_id, index) => ({ variant_id, quantity: pieces[index] })),
  });
  const id = randomUUID();
  await users.act(people.owner, 'start_count', {
    id,
    branch_id: branches.zamalek,
    scope: 'products',
    scope_ids: made.map((product) => product.id),
  });
  return { id, variants };
}
const counted = async (id: string): Promise<Row[]> =>
  [...(await sql`select variant_id, counted from private.stock_count_lines where count_id = ${id} order by variant_id`)] as Row[];

test('fifty concurrent scans in any order add up, and repeated batches add nothing', async () => {
  const {
    id,
    variants: [one = '', two = ''],
  } = await counting([25, 25]);
  const batches = Array.from({ length: 25 }, (_, index) => {
    const [first, second] = index % 2 ? [one, two] : [two, one];
    return [
      { id: randomUUID(), variant_id: first, mode: 'add', quantity: 1 },
      { id: randomUUID(), variant_id: second, mode: 'add', quantity: 1 },
    ];
  });
  const send =
    (tallies: Row[]) =>
    (on: TestSession): Promise<Row> =>
      on.call('record_tallies', { count_id: id, tallies });
  // Each batch is sent twice at the same time, as after a lost response.
  const outcomes = await users.atOnce([...batches, ...batches].map(send), (index) => who(index % 25));
  expect(refusals(outcomes)).toEqual([]);
  expect((await counted(id)).map((line) => line.counted)).toEqual([25, 25]);
});

test('posting a count does not deadlock with goods arriving at the same place', async () => {
  const { zamalek, nasrCity } = branches;
  for (let round = 0; round < 5; round++) {
    const goods = (await users.products(12)).sort((a, b) => (a.variant < b.variant ? -1 : 1));
    // Products without stock sort before those with stock: the count posts the latter as zero and adds some of
    // the former.
    const [none, some] = [goods.slice(0, 6), goods.slice(6)];
    const entry = (branch_id: string, of: typeof goods) =>
      users.act(people.owner, 'post_stock_entry', {
        id: randomUUID(),
        kind: 'opening',
        branch_id,
        lines: of.map(({ variant }) => ({ variant_id: variant, quantity: 50 })),
      });
    await entry(nasrCity, goods);
    await entry(zamalek, some);
    const transfers = await times(12, async () => {
      const id = randomUUID();
      await users.act(people.owner, 'save_transfer', {
        id,
        from_branch_id: nasrCity,
        to_branch_id: zamalek,
        lines: goods.map(({ variant }) => ({ variant_id: variant, quantity: 1 })),
      });
      return id;
    });
    const count = randomUUID();
    await users.act(people.owner, 'start_count', {
      id: count,
      branch_id: zamalek,
      scope: 'products',
      scope_ids: goods.map(({ id }) => id),
    });
    await users.act(people.owner, 'record_tallies', {
      count_id: count,
      tallies: none.map(({ variant }) => ({ id: randomUUID(), variant_id: variant, mode: 'set', quantity: 5 })),
    });
    await users.act(people.owner, 'close_count', { id: count });
    const outcomes = await users.atOnce([
      ...transfers.map(
        (id) =>
          (on: TestSession): Promise<Row> =>
            on.call('approve_transfer', { id }),
      ),
      (on): Promise<Row> => on.call('post_count', { id: count, uncounted: 'zero' }),
    ]);
    expect(refusals(outcomes)).toEqual([]);
  }
});

test('scans while a count is closed are either counted before the closing or refused', async () => {
  const {
    id,
    variants: [one = ''],
  } = await counting([100]);
  const works = Array.from(
    { length: 41 },
    (_, index) =>
      (on: TestSession): Promise<Row> =>
        index === 20
          ? on.call('close_count', { id })
          : index % 2
            ? on.call('record_tallies', { count_id: id, tallies: [{ id: randomUUID(), variant_id: one, mode: 'add', quantity: 1 }] })
            : on.call('post_stock_entry', {
                id: randomUUID(),
                kind: 'adjustment',
                reason: 'loss',
                branch_id: branches.zamalek,
                lines: [{ variant_id: one, quantity: -1 }],
              }),
  );
  const outcomes = await users.atOnce(works, () => people.owner);
  const refused = refusals(outcomes);
  expect(refused.filter((refusal) => !/PT409 count_not_open/.test(refusal))).toEqual([]);
  const taken = 20 - refused.length;
  expect((await counted(id)).map((line) => line.counted)).toEqual(taken > 0 ? [taken] : []);
});

test('late sales and voids during tallies and posting leave the stock as counted', async () => {
  const customer = randomUUID();
  await sql`insert into public.customers (id, name) values (${customer}, 'Late buyer')`;
  for (let round = 0; round < 4; round++) {
    const { id, variants } = await counting([100, 100]);
    const [one = '', two = ''] = variants;
    await sql`update public.stock_movements set at = at - interval '2 hours' where variant_id = any (${variants})`;
    await sql`alter table public.stock_counts disable trigger user`;
    await sql`update public.stock_counts set created_at = created_at - interval '1 hour' where id = ${id}`;
    await sql`alter table public.stock_counts enable trigger user`;
    const sold_at = new Date(Date.now() - 1_800_000).toISOString();
    // Two products in either order, so that locks taken line by line would deadlock.
    const sale = (index: number): Row => ({
      customer_id: customer,
      sold_at,
      lines: (index % 2 ? [one, two] : [two, one]).map((variant_id) => ({ variant_id, quantity: 1 })),
    });
    const single =
      (index: number, sent = randomUUID()) =>
      (on: TestSession): Promise<Row> => {
        const { lines, ...head } = sale(index);
        return on.call('record_sale', { id: sent, sale: { branch_id: branches.zamalek, ...head }, lines });
      };
    const batch =
      (till: string) =>
      (on: TestSession): Promise<Row> =>
        on.call('record_sales', {
          branch_id: branches.zamalek,
          till,
          sales: [0, 1, 2, 3].map((index) => ({ reference: `${round}-${index}`, ...sale(index) })),
        });
    const early = Array.from({ length: 12 }, () => randomUUID());
    const [sales] = await Promise.all([
      users.atOnce([...early.map((sent, index) => single(index, sent)), batch('LATE1'), batch('LATE2')]),
      (async () => {
        await users.act(people.owner, 'record_tallies', {
          count_id: id,
          tallies: variants.map((variant_id) => ({ id: randomUUID(), variant_id, mode: 'set', quantity: 60, ago: 600 })),
        });
        const { version } = await users.act<{ version: number }>(people.owner, 'close_count', { id });
        await users.act(people.owner, 'post_count', { id, uncounted: 'leave', expected_version: version });
      })(),
    ]);
    expect(refusals(sales)).toEqual([]);
    const left = (): Promise<number[]> => Promise.all(variants.map((variant) => users.level(variant, branches.zamalek)));
    expect(await left()).toEqual([60, 60]);
    // Shortly after midnight the sales would be of yesterday.
    await sql`update public.sales set business_day = private.branch_today(branch_id) where id = any (${early})`;
    const voids = await users.atOnce([
      ...early.map(
        (sent) =>
          (on: TestSession): Promise<Row> =>
            on.call('void_sale', { id: sent, reason: 'Typed twice' }),
      ),
      ...Array.from({ length: 8 }, (_, index) => single(index)),
    ]);
    expect(refusals(voids)).toEqual([]);
    expect(await left()).toEqual([60, 60]);
    expect([...(await sql`select expected from private.stock_count_lines where count_id = ${id}`)]).toEqual([
      { expected: 84 },
      { expected: 84 },
    ]);
  }
});

test('a count posted fifty times concurrently is posted once', async () => {
  const {
    id,
    variants: [one = '', two = ''],
  } = await counting([10, 10]);
  await users.act(people.owner, 'record_tallies', {
    count_id: id,
    tallies: [{ id: randomUUID(), variant_id: one, mode: 'set', quantity: 7 }],
  });
  await users.act(people.owner, 'close_count', { id });
  const outcomes = await users.atOnce(
    repeated(50, (on: TestSession) => on.call('post_count', { id, uncounted: 'zero' })),
    (index) => (index % 2 ? people.owner : people.manager),
  );
  expect(refusals(outcomes)).toEqual([]);
  expect(answersOf(outcomes).size).toBe(1);
  expect([await users.level(one, branches.zamalek), await users.level(two, branches.zamalek)]).toEqual([7, 0]);
});

test('a count started twenty times concurrently starts once, and cannot overlap another', async () => {
  const [one] = await users.products(1);
  const id = randomUUID();
  const begin =
    (count: string) =>
    (on: TestSession): Promise<Row> =>
      on.call('start_count', { id: count, branch_id: branches.maadi, scope: 'products', scope_ids: [one?.id] });
  expect(refusals(await users.atOnce(repeated(20, begin(id)), () => people.owner))).toEqual([]);
  const others = await users.atOnce(
    Array.from({ length: 20 }, () => begin(randomUUID())),
    () => people.owner,
  );
  expect(refusals(others)).toEqual(Array(20).fill('PT409 count_overlaps'));
});

test('a large count is posted in parts, unaffected by sales and arrivals in between', {
  timeout: 300_000,
}, async () => {
  const SIZE = 11_000;
  const rows = Array.from({ length: SIZE }, (_, index) => ({
    row: String(index + 2),
    name: `Shelf ${index}`,
    price: '5',
    quantity: '3',
    branch: 'WRH',
  }));
  for (const part of [rows.slice(0, SIZE / 2), rows.slice(SIZE / 2)])
    await users.act(people.owner, 'import_sheet', { kind: 'products', id: randomUUID(), rows: part, dry_run: false });
  const variants = (
    await sql`select v.id from public.variants v join public.products p on p.id = v.product_id where p.name like 'Shelf %' order by v.id`
  ).map((row) => String(row.id));
  const id = randomUUID();
  // One variant has no stock in the ledger, but two pieces are counted.
  const half = variants.slice(0, SIZE / 2);
  const taken = half.at(-2) ?? '';
  await users.act(people.owner, 'post_stock_entry', {
    id: randomUUID(),
    kind: 'adjustment',
    reason: 'loss',
    branch_id: branches.warehouse,
    lines: [{ variant_id: taken, quantity: -3 }],
  });
  // Half of it is counted, one piece short each: first in a count that is cancelled, then again with statistics
  // of only the first count.
  const count = async (of: string): Promise<void> => {
    await users.act(people.owner, 'start_count', { id: of, branch_id: branches.warehouse });
    for (let index = 0; index < half.length; index += 1000) {
      await users.act(people.owner, 'record_tallies', {
        count_id: of,
        tallies: half.slice(index, index + 1000).map((variant_id) => ({ id: randomUUID(), variant_id, mode: 'set', quantity: 2 })),
      });
    }
  };
  const known = randomUUID();
  await count(known);
  await users.act(people.owner, 'cancel_count', { id: known });
  await sql`analyze`;
  await count(id);
  const { version } = await users.act<{ version: number }>(people.owner, 'close_count', { id });

  const asManager = async (call: string, values: Row): Promise<Row> => {
    let answer: Row = {};
    await sql.begin(async (transaction) => {
      answer = await (await new TestSession(transaction).as(people.manager)).call(call, values);
    });
    return answer;
  };
  const post = (uncounted: string): Promise<Row> => asManager('post_count', { id, uncounted, expected_version: version });
  await sql`insert into public.user_branches (profile_id, branch_id, access) values (${people.manager}, ${branches.warehouse}, 'work') on conflict (profile_id, branch_id) do update set access = 'work'`;
  await asManager('count_detail', { id });
  await asManager('count_lines', { id, show: 'sheet' });
  const first = await post('zero');
  expect(first).toMatchObject({ status: 'posting', posted: 2500 });
  expect(Number(first.lines)).toBeGreaterThanOrEqual(SIZE);

  // Between two parts, uncounted goods are sold, others arrive, and counted ones run out.
  const [sold = '', come = '', gone = ''] = [variants[SIZE - 1], variants[SIZE - 2], half.at(-1)];
  await users.act(people.owner, 'post_stock_entry', {
    id: randomUUID(),
    kind: 'adjustment',
    reason: 'loss',
    branch_id: branches.warehouse,
    lines: [
      { variant_id: sold, quantity: -2 },
      { variant_id: gone, quantity: -3 },
    ],
  });
  await users.act(people.owner, 'post_stock_entry', {
    id: randomUUID(),
    kind: 'opening',
    branch_id: branches.warehouse,
    lines: [{ variant_id: come, quantity: 10 }],
  });
  // Another branch takes over a product: the count must not wait for anything, since only its last part can end
  // it.
  const [product] =
    await sql`select p.id, p.version, p.name from public.products p join public.variants v on v.product_id = p.id where v.id = ${taken}`;
  await users.act(people.owner, 'save_product', {
    id: product?.id,
    expected_version: product?.version,
    product: { name: product?.name, price: 5, branch_id: branches.maadi },
    variants: [{ id: taken }],
  });
  for (const [call, values] of [
    ['close_count', { id }],
    ['cancel_count', { id }],
    ['recount', { id }],
    ['record_tallies', { count_id: id, tallies: [{ id: randomUUID(), variant_id: come, mode: 'add', quantity: 1 }] }],
  ] as const) {
    expect(await tried(users.act(people.owner, call, values)), call).toMatchObject({ refused: { code: 'PT409' } });
  }
  expect(refusals([await tried(users.act(people.owner, 'start_count', { id: randomUUID(), branch_id: branches.warehouse }))])).toEqual([
    'PT409 count_overlaps',
  ]);
  expect([...(await sql`select * from private.check_invariants()`)]).toEqual([]);

  let last = await post('leave');
  while (last.status === 'posting') last = await post('leave');
  expect(last).toMatchObject({ status: 'posted' });
  expect(await post('zero')).toEqual(last);
  const left =
    await sql`select quantity, count(*)::integer as variants from public.stock_levels where branch_id = ${branches.warehouse} and variant_id = any (${variants.filter((one) => ![sold, come, gone, taken].includes(one))}) group by 1 order by 1`;
  expect([...left]).toEqual([
    { quantity: 0, variants: SIZE / 2 - 2 },
    { quantity: 2, variants: SIZE / 2 - 2 },
  ]);
  expect(await Promise.all([sold, come, gone, taken].map((variant) => users.level(variant, branches.warehouse)))).toEqual([0, 10, 0, 0]);
  expect([
    ...(await sql`select counted, expected_first <> expected as moved from private.stock_count_lines where count_id = ${id} and variant_id = ${gone}`),
  ]).toEqual([{ counted: 2, moved: true }]);
  expect([
    ...(await sql`select uncounted, posted_day = private.branch_today(branch_id) as today from public.stock_counts where id = ${id}`),
  ]).toEqual([{ uncounted: 'zero', today: true }]);
});

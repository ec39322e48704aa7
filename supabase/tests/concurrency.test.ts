/* Many at once: real transactions on real connections, committed; whatever the order, one effect each, no deadlock, invariants whole. */
import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { removeData } from '../../stack/postgres-place.ts';
import { startStack, type RunningStack } from '../../stack/stack.ts';
import { answersOf, Crowd, dice, refusals, repeated, times, tried, type Outcome } from './crowd.ts';
import { branches, connect, people, Scene, type Row } from './database.ts';
import { Http } from './matrix.doors.ts';

let stack: RunningStack;
let sql: Sql;

beforeAll(async () => {
  stack = await startStack();
  sql = connect(stack.databaseUrl, 50);
});
afterAll(async () => {
  await sql?.end({ timeout: 2 });
  await stack?.stop();
  // Started again after its death, it counts as somebody's own data and would stay.
  if (stack) removeData(stack.dataDir);
});
afterEach(async () => {
  expect([...(await sql`select * from private.check_invariants()`)]).toEqual([]);
});

const crowd = new Crowd(() => sql);
const act = crowd.act.bind(crowd);
const atOnce = crowd.atOnce.bind(crowd);
const products = crowd.products.bind(crowd);
const level = crowd.level.bind(crowd);

const stock = (branch_id: string, lines: [string, number][]) =>
  act(people.owner, 'post_stock_entry', { id: randomUUID(), kind: 'opening', branch_id, lines: lines.map(([variant_id, quantity]) => ({ variant_id, quantity })) });
async function transfer(from: string, to: string, lines: [string, number][], person: string = people.owner): Promise<string> {
  const id = randomUUID();
  await act(person, 'save_transfer', { id, from_branch_id: from, to_branch_id: to, lines: lines.map(([variant_id, quantity]) => ({ variant_id, quantity })) });
  return id;
}
const { zamalek, nasrCity, maadi, warehouse } = branches;

describe('one transfer', () => {
  test('approved by fifty at once moves once, and all get the same answer', async () => {
    const [one] = await products(1);
    const variant = one?.variant ?? '';
    await stock(zamalek, [[variant, 10]]);
    const id = await transfer(zamalek, nasrCity, [[variant, 4]]);
    const outcomes = await atOnce(repeated(50, (on) => on.call('approve_transfer', { id })), (index) => (index % 2 ? people.owner : people.manager));
    expect(refusals(outcomes)).toEqual([]);
    expect(answersOf(outcomes).size).toBe(1);
    expect([await level(variant, zamalek), await level(variant, nasrCity)]).toEqual([6, 4]);
  });

  test('approved, reversed and edited by fifty at once ends in one state, with its movements', async () => {
    const [one, two] = await products(2);
    const [a, b] = [one?.variant ?? '', two?.variant ?? ''];
    await stock(zamalek, [[a, 100], [b, 100]]);
    const id = await transfer(zamalek, nasrCity, [[a, 1]]);
    const works = Array.from({ length: 50 }, (_, index) => (on: Scene): Promise<Row> =>
      index % 3 === 0 ? on.call('approve_transfer', { id })
      : index % 3 === 1 ? on.call('reverse_transfer', { id, reason: 'At once' })
      : on.call('save_transfer', { id, from_branch_id: zamalek, to_branch_id: nasrCity, expected_version: 1, lines: [{ variant_id: b, quantity: 2 }, { variant_id: a, quantity: 3 }] }));
    const outcomes = await atOnce(works, (index) => (index % 3 === 1 ? people.manager : people.owner));
    expect(refusals(outcomes).filter((refusal) => !/PT409 (transfer_not_pending|changed_by_other)/.test(refusal))).toEqual([]);
    expect([await level(a, zamalek), await level(b, zamalek), await level(a, nasrCity), await level(b, nasrCity)]).toEqual([100, 100, 0, 0]);
  });

  test('of the last pieces goes one way only', async () => {
    const [one] = await products(1);
    const variant = one?.variant ?? '';
    await stock(zamalek, [[variant, 5]]);
    const all = await times(8, (index) => transfer(zamalek, [nasrCity, maadi, warehouse][index % 3] ?? nasrCity, [[variant, 3]]));
    const outcomes = await atOnce(all.map((id) => (on) => on.call('approve_transfer', { id })));
    expect(refusals(outcomes)).toEqual(Array(7).fill('PT409 stock_short'));
    expect(await level(variant, zamalek)).toBe(2);
  });
});

describe('many documents', () => {
  test('crossing each other between two branches, lines in any order, never wait for each other in a circle', async () => {
    const roll = dice(7);
    const variants = (await products(12)).map(({ variant }) => variant);
    for (const branch of [zamalek, nasrCity]) await stock(branch, variants.map((variant) => [variant, 500]));
    const shuffled = () => [...variants].map((variant) => [roll(1000), variant] as const).sort(([a], [b]) => a - b).map(([, variant]) => variant);
    const outcomes = await times(16, async (worker) => {
      const done: Outcome[] = [];
      for (let round = 0; round < 8; round++) {
        const [from, to] = (worker + round) % 2 ? [zamalek, nasrCity] : [nasrCity, zamalek];
        const id = await transfer(from, to, shuffled().map((variant) => [variant, 1 + roll(3)]));
        done.push(await tried(act(people.owner, 'approve_transfer', { id })));
        if (roll(3) === 0) done.push(await tried(act(people.owner, 'reverse_transfer', { id, reason: 'Back' })));
      }
      return done;
    });
    expect(refusals(outcomes.flat())).toEqual([]);
    const total = await Promise.all(variants.map(async (variant) => (await level(variant, zamalek)) + (await level(variant, nasrCity))));
    expect(new Set(total)).toEqual(new Set([1000]));
  });

  test('to places where nothing was before make each level once', async () => {
    const variants = (await products(6)).map(({ variant }) => variant);
    await times(20, (index) => stock([maadi, warehouse][index % 2] ?? maadi, (index % 3 ? variants : [...variants].reverse()).map((variant) => [variant, 1])));
    for (const variant of variants) expect([await level(variant, maadi), await level(variant, warehouse)]).toEqual([10, 10]);
  });

  test('in one branch get numbers without a gap, refused ones leaving none', async () => {
    const [one] = await products(1);
    const variant = one?.variant ?? '';
    const outcomes = await times(60, (index) =>
      tried(act(people.owner, 'post_stock_entry', { id: randomUUID(), kind: 'adjustment', reason: 'count', branch_id: maadi, lines: [{ variant_id: variant, quantity: index % 4 === 3 ? -1000 : 1 }] })));
    const numbers = outcomes.flatMap((outcome) => ('ok' in outcome ? [Number(String(outcome.ok.number).split('-').at(-1))] : [])).sort((a, b) => a - b);
    expect(numbers).toHaveLength(45);
    expect((numbers.at(-1) ?? 0) - (numbers[0] ?? 0)).toBe(44);
  });

  test('move goods while their products are saved with other codes, and nobody waits in a circle', async () => {
    const colors = (await sql`select id from public.colors order by id limit 6`).map(({ id }) => String(id));
    const id = randomUUID();
    await act(people.owner, 'save_product', { id, product: { name: `Recoded ${id}`, price: 1 }, variants: colors.map((color_id) => ({ color_id })) });
    const variants = (await sql`select id, color_id from public.variants where product_id = ${id} order by id`).map((row) => ({ id: String(row.id), color_id: String(row.color_id) }));
    await stock(zamalek, variants.map((variant) => [variant.id, 200]));
    const outcomes = await Promise.all([
      ...Array.from({ length: 12 }, async (_, index) => {
        const lines = (index % 2 ? variants : [...variants].reverse()).map((variant): [string, number] => [variant.id, 1]);
        return tried(act(people.owner, 'approve_transfer', { id: await transfer(zamalek, nasrCity, lines) }));
      }),
      ...Array.from({ length: 12 }, async (_, index) => {
        const [product] = await sql`select version from public.products where id = ${id}`;
        const listed = (index % 2 ? variants : [...variants].reverse()).map((variant, n) => ({ ...variant, sku: `R-${index}-${n}-${variant.id.slice(-6)}` }));
        return tried(act(people.owner, 'save_product', { id, expected_version: product?.version, product: { name: `Recoded ${id}`, price: 2 }, variants: listed }));
      }),
    ]);
    expect(refusals(outcomes).filter((refusal) => refusal !== 'PT409 changed_by_other')).toEqual([]);
  });

  test('do not carry goods away from a product that is just being kept by another branch', async () => {
    for (let round = 0; round < 10; round++) {
      const [one] = await products(1);
      if (!one) throw new Error('no product');
      await stock(zamalek, [[one.variant, 5]]);
      const id = await transfer(zamalek, nasrCity, [[one.variant, 5]]);
      await Promise.all([
        tried(act(people.owner, 'approve_transfer', { id })),
        tried(act(people.owner, 'save_product', { id: one.id, expected_version: 1, product: { branch_id: zamalek }, variants: [{ id: one.variant }] })),
      ]);
    }
  });
});

describe('the same request, sent twenty times at once, makes one', () => {
  test.each(['save_product', 'save_transfer', 'post_stock_entry', 'import_sheet'])('%s', async (name) => {
    const [one] = await products(1);
    const variant = one?.variant ?? '';
    await stock(zamalek, [[variant, 50]]);
    const id = randomUUID();
    const lines = [{ variant_id: variant, quantity: 1 }];
    const values: Record<string, Row> = {
      save_product: { id, product: { name: `Once ${id}`, price: 1 }, variants: [] },
      save_transfer: { id, from_branch_id: zamalek, to_branch_id: nasrCity, lines },
      post_stock_entry: { id, kind: 'opening', branch_id: zamalek, lines },
      import_sheet: { kind: 'products', id, rows: [{ row: '2', name: `Imported ${id}`, price: '5', sku: `I-${id}` }], dry_run: false },
    };
    const outcomes = await atOnce(repeated(20, (on) => on.call(name, values[name] ?? {})));
    expect(refusals(outcomes)).toEqual([]);
    expect(answersOf(outcomes).size).toBe(1);
    expect(await level(variant, zamalek)).toBe(name === 'post_stock_entry' ? 51 : 50);
    const table = { save_product: 'products', save_transfer: 'transfers', post_stock_entry: 'stock_entries', import_sheet: 'imports' }[name];
    expect((await sql.unsafe(`select count(*) from public.${table} where id = $1`, [id]))[0]?.count).toBe(1);
  });
});

describe('simple records', () => {
  const write = (text: string, ...values: string[]) =>
    tried(sql.begin(async (transaction) => ({ rows: await (await new Scene(transaction).as(people.owner)).rows(text, ...values) })) as Promise<Row>);

  test('categories moved below each other from both sides stay a tree', async () => {
    for (let round = 0; round < 10; round++) {
      const [a, b, c] = [randomUUID(), randomUUID(), randomUUID()];
      expect(await write('insert into public.categories (id, name) values ($1::uuid, $1::text), ($2::uuid, $2::text), ($3::uuid, $3::text)', a, b, c)).toHaveProperty('ok');
      const move = 'update public.categories set parent_id = $1 where id = $2';
      const outcomes = await atOnce([[a, b], [b, c], [c, a]].map((ends) => async (on) => ({ rows: await on.rows(move, ...ends) })));
      expect(refusals(outcomes)).toEqual(['PT409 parent_makes_cycle']);
    }
  });

  test('ten price groups made the default at once leave one', async () => {
    const groups = Array.from({ length: 10 }, () => randomUUID());
    for (const id of groups) expect(await write('insert into public.price_groups (id, name) values ($1::uuid, $1::text)', id)).toHaveProperty('ok');
    const outcomes = await atOnce(groups.map((id) => async (on) => ({ rows: await on.rows('update public.price_groups set is_default = true where id = $1', id) })));
    expect(refusals(outcomes)).toEqual([]);
  });

  test('one version is saved over by one of ten', async () => {
    const id = randomUUID();
    expect(await write('insert into public.brands (id, name) values ($1::uuid, $1::text)', id)).toHaveProperty('ok');
    const outcomes = await atOnce(Array.from({ length: 10 }, (_, index) => async (on: Scene) => ({ rows: await on.rows('update public.brands set name = $2 where id = $1 and version = 1 returning id', id, `Editor ${index}`) })));
    expect(outcomes.filter((outcome) => 'ok' in outcome && (outcome.ok.rows as Row[]).length === 1)).toHaveLength(1);
  });
});

test('anything in any order keeps the invariants', async () => {
  const roll = dice(20261121);
  const places = Object.values(branches);
  const pick = <T>(from: readonly T[]): T => from[roll(from.length)] as T;
  const variants = (await products(8)).map(({ variant }) => variant);
  const made: string[] = [];
  const doing = async (): Promise<Row> => {
    const [from, to] = [pick(places), pick(places)];
    const lines = variants.filter(() => roll(3) === 0).map((variant_id) => ({ variant_id, quantity: 1 + roll(9) }));
    switch (roll(6)) {
      case 0: return act(people.owner, 'post_stock_entry', { id: randomUUID(), kind: 'opening', branch_id: from, lines });
      case 1: return act(people.owner, 'post_stock_entry', { id: randomUUID(), kind: 'adjustment', reason: 'loss', branch_id: from, lines: lines.map((line) => ({ ...line, quantity: -line.quantity })) });
      case 2: case 3: {
        const id = randomUUID();
        const answer = await act(pick([people.owner, people.accountant, people.manager]), 'save_transfer', { id, from_branch_id: from, to_branch_id: to, lines });
        made.push(id);
        return answer;
      }
      case 4: return act(pick([people.owner, people.manager]), 'approve_transfer', { id: pick(made) ?? randomUUID() });
      default: return act(pick([people.owner, people.manager]), 'reverse_transfer', { id: pick(made) ?? randomUUID(), reason: 'Dice' });
    }
  };
  const outcomes = await times(20, async () => {
    const done: Outcome[] = [];
    for (let round = 0; round < 25; round++) done.push(await tried(doing()));
    return done;
  });
  expect(outcomes.flat().filter((outcome) => 'ok' in outcome).length).toBeGreaterThan(100);
  expect(refusals(outcomes.flat()).filter((refusal) => !/^(PT4\d\d|23514) /.test(refusal))).toEqual([]);
});

test('the database killed in the middle of work has kept all that it answered, and no half of anything', async () => {
  const [one] = await products(1);
  const variant = one?.variant ?? '';
  await stock(zamalek, [[variant, 100000]]);
  await sql.end();
  const http = new Http(stack.url, stack.publishableKey, stack.jwtSecret, { aud: 'authenticated', role: 'authenticated', exp: Math.floor(Date.now() / 1000) + 600 });
  const answered: { id: string; state: 'made' | 'approved' }[] = [];
  const workers = Array.from({ length: 6 }, async () => {
    for (;;) {
      const id = randomUUID();
      for (const [state, call, body] of [
        ['made', 'save_transfer', { id, from_branch_id: zamalek, to_branch_id: nasrCity, lines: [{ variant_id: variant, quantity: 1 }] }],
        ['approved', 'approve_transfer', { id }],
      ] as const) {
        const answer = await http.ask('owner', 'POST', `/rest/v1/rpc/${call}`, body).catch(() => ({ status: 0 }));
        if (answer.status !== 200) return answer.status;
        answered.push({ id, state });
      }
    }
  });
  // In the middle of work, however slow the machine.
  while (answered.length < 60) await new Promise((resolve) => setTimeout(resolve, 20));
  await stack.kill9();
  // Every worker ended because nobody answered any more, not because it was refused.
  expect((await Promise.all(workers)).filter((status) => status > 0 && status < 500)).toEqual([]);
  const kept = [...answered];
  stack = await startStack({ dataDir: stack.dataDir });
  sql = connect(stack.databaseUrl, 25);
  const rows = await sql`select id, status from public.transfers where id = any (${kept.map(({ id }) => id)})`;
  const status = new Map(rows.map((row) => [String(row.id), String(row.status)]));
  expect(kept.filter(({ id, state }) => !status.has(id) || (state === 'approved' && status.get(id) !== 'approved'))).toEqual([]);
});

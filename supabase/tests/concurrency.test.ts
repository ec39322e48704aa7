/* Many concurrent users: real transactions on real connections, committed. In any order: one effect each, no
   deadlock, and all invariants hold. */
import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startStack, type RunningStack } from '../../stack/stack.ts';
import { answersOf, ConcurrentUsers, refusals, repeated, times, tried, type Outcome } from './concurrent-users.ts';
import { seededRandom } from './seeded-random.ts';
import { branches, connect, people, TestSession, untilBlocked, type Row } from './database.ts';

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
const act = users.act.bind(users);
const atOnce = users.atOnce.bind(users);
const products = users.products.bind(users);
const level = users.level.bind(users);

const stock = (branch_id: string, lines: [string, number][]) =>
  act(people.owner, 'post_stock_entry', {
    id: randomUUID(),
    kind: 'opening',
    branch_id,
    lines: lines.map(([variant_id, quantity]) => ({ variant_id, quantity })),
  });
async function transfer(from: string, to: string, lines: [string, number][], person: string = people.owner): Promise<string> {
  const id = randomUUID();
  await act(person, 'save_transfer', {
    id,
    from_branch_id: from,
    to_branch_id: to,
    lines: lines.map(([variant_id, quantity]) => ({ variant_id, quantity })),
  });
  return id;
}
const { zamalek, nasrCity, maadi, warehouse } = branches;

describe('a transfer', () => {
  test('approved fifty times concurrently moves once, with the same response for all', async () => {
    const [one] = await products(1);
    const variant = one?.variant ?? '';
    await stock(zamalek, [[variant, 10]]);
    const id = await transfer(zamalek, nasrCity, [[variant, 4]]);
    const outcomes = await atOnce(
      repeated(50, (on) => on.call('approve_transfer', { id })),
      (index) => (index % 2 ? people.owner : people.manager),
    );
    expect(refusals(outcomes)).toEqual([]);
    expect(answersOf(outcomes).size).toBe(1);
    expect([await level(variant, zamalek), await level(variant, nasrCity)]).toEqual([6, 4]);
  });

  test('approved, reversed and edited concurrently ends in one state with its movements', async () => {
    const [one, two] = await products(2);
    const [a, b] = [one?.variant ?? '', two?.variant ?? ''];
    await stock(zamalek, [
      [a, 100],
      [b, 100],
    ]);
    const id = await transfer(zamalek, nasrCity, [[a, 1]]);
    const works = Array.from(
      { length: 50 },
      (_, index) =>
        (on: TestSession): Promise<Row> =>
          index % 3 === 0
            ? on.call('approve_transfer', { id })
            : index % 3 === 1
              ? on.call('reverse_transfer', { id, reason: 'At once' })
              : on.call('save_transfer', {
                  id,
                  from_branch_id: zamalek,
                  to_branch_id: nasrCity,
                  expected_version: 1,
                  lines: [
                    { variant_id: b, quantity: 2 },
                    { variant_id: a, quantity: 3 },
                  ],
                }),
    );
    const outcomes = await atOnce(works, (index) => (index % 3 === 1 ? people.manager : people.owner));
    expect(refusals(outcomes).filter((refusal) => !/PT409 (transfer_not_pending|changed_meanwhile)/.test(refusal))).toEqual([]);
    // All reversals that had seen it pending may have been refused.
    expect(await act(people.manager, 'reverse_transfer', { id, reason: 'At the end' })).toMatchObject({ status: 'reversed' });
    expect([await level(a, zamalek), await level(b, zamalek), await level(a, nasrCity), await level(b, nasrCity)]).toEqual([
      100, 100, 0, 0,
    ]);
  });

  test('reversed fifty times concurrently moves back once, with the same response for all', async () => {
    const [one] = await products(1);
    const variant = one?.variant ?? '';
    await stock(zamalek, [[variant, 10]]);
    const id = await transfer(zamalek, nasrCity, [[variant, 4]]);
    await act(people.owner, 'approve_transfer', { id });
    const outcomes = await atOnce(
      repeated(50, (on) => on.call('reverse_transfer', { id, reason: 'At once' })),
      (index) => (index % 2 ? people.owner : people.manager),
    );
    expect(refusals(outcomes)).toEqual([]);
    expect(answersOf(outcomes).size).toBe(1);
    expect([await level(variant, zamalek), await level(variant, nasrCity)]).toEqual([10, 0]);
    expect((await sql`select count(*) from public.stock_movements where document_id = ${id}`)[0]?.count).toBe(4);
  });

  test('edited by fifty users concurrently keeps one edit, and the others get a conflict', async () => {
    const variants = (await products(50)).map(({ variant }) => variant);
    const id = await transfer(zamalek, nasrCity, [[variants[0] ?? '', 1]]);
    const outcomes = await atOnce(
      variants.map(
        (variant_id, index) => (on) =>
          on.call('save_transfer', {
            id,
            from_branch_id: zamalek,
            to_branch_id: [nasrCity, maadi, warehouse][index % 3],
            expected_version: 1,
            shipping: index,
            notes: `Editor ${index}`,
            lines: [
              { variant_id, quantity: index + 1 },
              ...variants
                .slice(0, index % 7)
                .filter((other) => other !== variant_id)
                .map((other) => ({ variant_id: other, quantity: 1 })),
            ],
          }),
      ),
    );
    expect(refusals(outcomes)).toEqual(Array(49).fill('PT409 changed_meanwhile'));
    const winner = outcomes.findIndex((outcome) => 'ok' in outcome);
    const [kept] = await sql`select version, shipping, notes, to_branch_id from public.transfers where id = ${id}`;
    expect(kept).toMatchObject({
      version: 2,
      shipping: winner,
      notes: `Editor ${winner}`,
      to_branch_id: [nasrCity, maadi, warehouse][winner % 3],
    });
    const lines = await sql`select variant_id, quantity from public.transfer_items where transfer_id = ${id} order by position`;
    expect(lines[0]).toMatchObject({ variant_id: variants[winner], quantity: winner + 1 });
  });

  test('of the last pieces succeeds only once among concurrent ones', async () => {
    const [one] = await products(1);
    const variant = one?.variant ?? '';
    await stock(zamalek, [[variant, 5]]);
    const all = await times(8, (index) => transfer(zamalek, [nasrCity, maadi, warehouse][index % 3] ?? nasrCity, [[variant, 3]]));
    const outcomes = await atOnce(all.map((id) => (on) => on.call('approve_transfer', { id })));
    expect(refusals(outcomes)).toEqual(Array(7).fill('PT409 stock_short'));
    expect(await level(variant, zamalek)).toBe(2);
  });
});

describe('many concurrent documents', () => {
  test('between two branches in both directions, with lines in any order, do not deadlock', async () => {
    const roll = seededRandom(7);
    const variants = (await products(12)).map(({ variant }) => variant);
    for (const branch of [zamalek, nasrCity])
      await stock(
        branch,
        variants.map((variant) => [variant, 500]),
      );
    const shuffled = () =>
      [...variants]
        .map((variant) => [roll(1000), variant] as const)
        .sort(([a], [b]) => a - b)
        .map(([, variant]) => variant);
    const outcomes = await times(16, async (worker) => {
      const done: Outcome[] = [];
      for (let round = 0; round < 8; round++) {
        const [from, to] = (worker + round) % 2 ? [zamalek, nasrCity] : [nasrCity, zamalek];
        const id = await transfer(
          from,
          to,
          shuffled().map((variant) => [variant, 1 + roll(3)]),
        );
        done.push(await tried(act(people.owner, 'approve_transfer', { id })));
        if (roll(3) === 0) done.push(await tried(act(people.owner, 'reverse_transfer', { id, reason: 'Back' })));
      }
      return done;
    });
    expect(refusals(outcomes.flat())).toEqual([]);
    const total = await Promise.all(variants.map(async (variant) => (await level(variant, zamalek)) + (await level(variant, nasrCity))));
    expect(new Set(total)).toEqual(new Set([1000]));
  });

  test('to places without stock create each level once', async () => {
    const variants = (await products(6)).map(({ variant }) => variant);
    await times(20, (index) =>
      stock(
        [maadi, warehouse][index % 2] ?? maadi,
        (index % 3 ? variants : [...variants].reverse()).map((variant) => [variant, 1]),
      ),
    );
    for (const variant of variants) expect([await level(variant, maadi), await level(variant, warehouse)]).toEqual([10, 10]);
  });

  test('keep track of the branches with stock while emptying and refilling two of them', async () => {
    const roll = seededRandom(11);
    const variants = (await products(6)).map(({ variant }) => variant);
    const outcomes = await times(24, async (worker) => {
      const done: Outcome[] = [];
      for (let round = 0; round < 6; round++) {
        const lines = variants
          .map((variant_id) => ({ variant_id, quantity: round % 2 ? -1 : 1, order: roll(1000) }))
          .sort((a, b) => a.order - b.order)
          .map(({ variant_id, quantity }) => ({ variant_id, quantity }));
        done.push(
          await tried(
            act(people.owner, 'post_stock_entry', {
              id: randomUUID(),
              kind: 'adjustment',
              reason: 'count',
              branch_id: worker % 2 ? maadi : warehouse,
              lines,
            }),
          ),
        );
      }
      return done;
    });
    expect(refusals(outcomes.flat())).toEqual([]);
    expect([
      ...(await sql`select distinct in_stock = 0::bit(256) as out from private.product_branches b join public.variants v using (product_id) where v.id = any (${variants})`),
    ]).toEqual([{ out: true }]);
  });

  test('record both branches when they bring a product to a second one', async () => {
    const [one] = await products(1);
    const variant = one?.variant ?? '';
    let second: Promise<Outcome> | undefined;
    await sql.begin(async (transaction) => {
      const first = await new TestSession(transaction).as(people.owner);
      await first.call('post_stock_entry', {
        id: randomUUID(),
        kind: 'opening',
        branch_id: maadi,
        lines: [{ variant_id: variant, quantity: 1 }],
      });
      second = tried(stock(warehouse, [[variant, 1]]));
      await untilBlocked(transaction as unknown as Sql);
    });
    expect(second && refusals([await second])).toEqual([]);
    expect([
      ...(await sql`select bit_count(in_stock)::integer as branches from private.product_branches where product_id = ${one?.id ?? ''}`),
    ]).toEqual([{ branches: 2 }]);
  });

  test('in one branch get numbers without gaps, even after refused ones', async () => {
    const [one] = await products(1);
    const variant = one?.variant ?? '';
    const outcomes = await times(60, (index) =>
      tried(
        act(people.owner, 'post_stock_entry', {
          id: randomUUID(),
          kind: 'adjustment',
          reason: 'count',
          branch_id: maadi,
          lines: [{ variant_id: variant, quantity: index % 4 === 3 ? -1000 : 1 }],
        }),
      ),
    );
    const numbers = outcomes
      .flatMap((outcome) => ('ok' in outcome ? [Number(String(outcome.ok.number).split('-').at(-1))] : []))
      .sort((a, b) => a - b);
    expect(numbers).toHaveLength(45);
    expect((numbers.at(-1) ?? 0) - (numbers[0] ?? 0)).toBe(44);
  });

  test('do not deadlock when their products are saved with other codes', async () => {
    const colors = (await sql`select id from public.colors order by id limit 6`).map(({ id }) => String(id));
    const id = randomUUID();
    await act(people.owner, 'save_product', {
      id,
      product: { name: `Recoded ${id}`, price: 1 },
      variants: colors.map((color_id) => ({ color_id })),
    });
    const variants = (await sql`select id, color_id from public.variants where product_id = ${id} order by id`).map((row) => ({
      id: String(row.id),
      color_id: String(row.color_id),
    }));
    await stock(
      zamalek,
      variants.map((variant) => [variant.id, 200]),
    );
    const outcomes = await Promise.all([
      ...Array.from({ length: 12 }, async (_, index) => {
        const lines = (index % 2 ? variants : [...variants].reverse()).map((variant): [string, number] => [variant.id, 1]);
        return tried(act(people.owner, 'approve_transfer', { id: await transfer(zamalek, nasrCity, lines) }));
      }),
      ...Array.from({ length: 12 }, async (_, index) => {
        const [product] = await sql`select version from public.products where id = ${id}`;
        const listed = (index % 2 ? variants : [...variants].reverse()).map((variant, n) => ({
          ...variant,
          sku: `R-${index}-${n}-${variant.id.slice(-6)}`,
        }));
        return tried(
          act(people.owner, 'save_product', {
            id,
            expected_version: product?.version,
            product: { name: `Recoded ${id}`, price: 2 },
            variants: listed,
          }),
        );
      }),
    ]);
    expect(refusals(outcomes).filter((refusal) => refusal !== 'PT409 changed_meanwhile')).toEqual([]);
  });

  test.each([
    ['barcode', ['036000291452', '0036000291452']],
    ['sku', ['SPELT-1', 'spelt-1']],
  ])('creating a product with the same %s in two spellings succeed only once', async (code, spellings) => {
    const outcomes = await atOnce(
      spellings.map(
        (spelling) => (on: TestSession) =>
          on.call('save_product', { id: randomUUID(), product: { name: `Spelt ${spelling}`, price: 1 }, variants: [{ [code]: spelling }] }),
      ),
    );
    expect(outcomes.filter((outcome) => 'ok' in outcome)).toHaveLength(1);
    expect(refusals(outcomes)).toEqual(['PT409 unique']);
  });

  test.each(['sku', 'barcode'])('creating a product with the same %s twelve times succeed only once', async (code) => {
    const outcomes = await atOnce(
      repeated(12, (on) =>
        on.call('save_product', {
          id: randomUUID(),
          product: { name: `One code ${code}`, price: 1 },
          variants: [{ [code]: `ONE-${code}` }],
        }),
      ),
    );
    expect(outcomes.filter((outcome) => 'ok' in outcome)).toHaveLength(1);
    expect(refusals(outcomes)).toEqual(Array(11).fill('PT409 unique'));
  });

  test('are refused as duplicates, without a deadlock, if they swap the codes of two products', async () => {
    const ids = Array.from({ length: 12 }, () => randomUUID());
    const colors = (await sql`select id from public.colors order by id limit 3`).map(({ id }) => String(id));
    for (const id of ids)
      await act(people.owner, 'save_product', {
        id,
        product: { name: `Recoded at once ${id}`, price: 1 },
        variants: colors.map((color_id) => ({ color_id })),
      });
    const variants = await sql`select id, product_id, color_id from public.variants where product_id = any (${ids}) order by id`;
    const outcomes = await atOnce(
      ids.map((id, index) => (on: TestSession) => {
        const own = variants
          .filter((row) => row.product_id === id)
          .map((row, n) => ({ id: String(row.id), color_id: String(row.color_id), sku: `AT-ONCE-${index % 2 ? n : 2 - n}` }));
        return on.call('save_product', { id, expected_version: 1, product: { name: `Recoded at once ${id}`, price: 1 }, variants: own });
      }),
    );
    expect(outcomes.filter((outcome) => 'ok' in outcome)).toHaveLength(1);
    expect(refusals(outcomes).filter((refusal) => !refusal.startsWith('PT409 unique'))).toEqual([]);
  });

  test('do not wait for price changes of their goods', async () => {
    const [one] = await products(1);
    const variant = one?.variant ?? '';
    // A line that references a variant locks its row like this.
    await sql.begin(async (holding) => {
      await holding`select from public.variants where id = ${variant} for key share`;
      await sql.begin(async (changing) => {
        await changing`set local lock_timeout = '2s'`;
        await changing`update public.variants set price_override = 3 where id = ${variant}`;
      });
    });
  });

  test('completing an order while the same goods move do not deadlock', async () => {
    const [supplier] = await sql`select id from public.suppliers limit 1`;
    const [old = '', fresh = ''] = (await products(2)).map(({ variant }) => variant).sort();
    await stock(zamalek, [[old, 50]]);
    let order: Promise<Outcome> | undefined;
    await sql.begin(async (transaction) => {
      // A movement of both, paused between the first level and the second.
      const lock = (variant: string) =>
        transaction`select private.lock_levels(array[private.stock_move(${variant}::uuid, ${zamalek}::uuid, null)])`;
      await lock(old);
      order = tried(
        act(people.owner, 'save_purchase_order', {
          id: randomUUID(),
          purchase: { supplier_id: supplier?.id, branch_id: zamalek, status: 'completed' },
          items: [old, fresh].map((variant_id) => ({ variant_id, quantity: 1, unit_cost: 3 })),
        }),
      );
      await untilBlocked(transaction as unknown as Sql);
      await lock(fresh);
    });
    expect(order && refusals([await order])).toEqual([]);
  });

  test('with over a thousand products each have enough lock space', async () => {
    const rows = Array.from({ length: 1200 }, (_, index) => ({ row: String(index + 2), name: `Many locks ${index}`, price: '5' }));
    const id = randomUUID();
    await act(people.owner, 'import_sheet', { kind: 'products', id, rows, dry_run: false });
    const variants = (
      await sql`select v.id from public.variants v join public.products p on p.id = v.product_id where p.name like 'Many locks %'`
    ).map((row) => String(row.id));
    // Held until all have them, as in long transactions.
    const outcomes = await atOnce(
      repeated(50, (on) =>
        on
          .asDatabaseOwner()
          .then(() => on.rows('select private.lock_products_shared($1), pg_sleep(1)', variants))
          .then(() => ({})),
      ),
    );
    expect(refusals(outcomes)).toEqual([]);
  });

  test('do not move goods of a product that is being assigned to another branch', async () => {
    for (let round = 0; round < 10; round++) {
      const [one] = await products(1);
      if (!one) throw new Error('no product');
      await stock(zamalek, [[one.variant, 5]]);
      const id = await transfer(zamalek, nasrCity, [[one.variant, 5]]);
      await Promise.all([
        tried(act(people.owner, 'approve_transfer', { id })),
        tried(
          act(people.owner, 'save_product', {
            id: one.id,
            expected_version: 1,
            product: { branch_id: zamalek },
            variants: [{ id: one.variant }],
          }),
        ),
      ]);
    }
  });
});

describe('concurrent product changes', () => {
  test('do not wait for the product count, which is right at every moment', async () => {
    const plain = { name: 'Counted', price: 1 };
    let through = false;
    await sql.begin(async (transaction) => {
      const first = await new TestSession(transaction).as(people.owner);
      await first.call('save_product', { id: randomUUID(), product: plain, variants: [] });
      const others = times(16, async (worker) => {
        const id = randomUUID();
        let version: unknown;
        for (let round = 0; round < 6; round++) {
          const product = { ...plain, branch_id: (worker + round) % 3 ? maadi : null, active: (worker + round) % 2 > 0 };
          ({ version } = await act(people.owner, 'save_product', { id, expected_version: version ?? null, product, variants: [] }));
        }
        if (worker % 4) await act(people.owner, 'delete_product', { id });
      }).finally(() => (through = true));
      while (!through) {
        const [row] =
          await sql`select private.count_of_products(array(select id from public.branches), null) as counted, count(*) as there from public.products`;
        expect(row?.counted).toBe(row?.there);
      }
      await others;
    });
    // As many sum rows per branch as there were ever concurrent writers (sixty above), and no more.
    const [most] = await sql`select max(c.parts) as parts from (select count(*) as parts from private.branch_sums group by branch_id) c`;
    expect(Number(most?.parts)).toBeLessThanOrEqual(60);
  });
});

describe('the same request sent twenty times concurrently has one effect', () => {
  test.each(['save_product', 'save_transfer', 'post_stock_entry', 'import_sheet'])('for %s', async (name) => {
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
    const table = { save_product: 'products', save_transfer: 'transfers', post_stock_entry: 'stock_entries', import_sheet: 'imports' }[
      name
    ];
    expect((await sql.unsafe(`select count(*) from public.${table} where id = $1`, [id]))[0]?.count).toBe(1);
  });
});

describe('concurrent changes of records', () => {
  const write = (text: string, ...values: string[]) =>
    tried(
      sql.begin(async (transaction) => ({
        rows: await (await new TestSession(transaction).as(people.owner)).rows(text, ...values),
      })) as Promise<Row>,
    );

  test('keep the tree when they move categories below each other', async () => {
    for (let round = 0; round < 10; round++) {
      const [a, b, c] = [randomUUID(), randomUUID(), randomUUID()];
      expect(
        await write(
          'insert into public.categories (id, name) values ($1::uuid, $1::text), ($2::uuid, $2::text), ($3::uuid, $3::text)',
          a,
          b,
          c,
        ),
      ).toHaveProperty('ok');
      const move = 'update public.categories set parent_id = $1 where id = $2';
      const outcomes = await atOnce(
        [
          [a, b],
          [b, c],
          [c, a],
        ].map((ends) => async (on) => ({ rows: await on.rows(move, ...ends) })),
      );
      expect(refusals(outcomes)).toEqual(['PT409 parent_makes_cycle']);
    }
  });

  test('succeed only once if together they would make eleven levels', async () => {
    for (let round = 0; round < 10; round++) {
      const ids = Array.from({ length: 11 }, () => randomUUID());
      for (const [index, id] of ids.entries()) {
        // Chains of four, three and four.
        const parent = [0, 4, 7].includes(index) ? [] : [ids[index - 1]!];
        expect(
          await write(
            `insert into public.categories (id, name, parent_id) values ($1::uuid, $1::text, ${parent.length ? '$2' : 'null'})`,
            id,
            ...parent,
          ),
        ).toHaveProperty('ok');
      }
      const move = 'update public.categories set parent_id = $1 where id = $2';
      const outcomes = await atOnce(
        [
          [ids[3]!, ids[4]!],
          [ids[6]!, ids[7]!],
        ].map((ends) => async (on) => ({ rows: await on.rows(move, ...ends) })),
      );
      expect(refusals(outcomes)).toEqual(['PT409 too_deep']);
    }
  });

  test('leave one default when ten price groups are made the default', async () => {
    const groups = Array.from({ length: 10 }, () => randomUUID());
    for (const id of groups)
      expect(await write('insert into public.price_groups (id, name) values ($1::uuid, $1::text)', id)).toHaveProperty('ok');
    const outcomes = await atOnce(
      groups.map((id) => async (on) => ({ rows: await on.rows('update public.price_groups set is_default = true where id = $1', id) })),
    );
    expect(refusals(outcomes)).toEqual([]);
  });

  test('succeed only once if they save the same version', async () => {
    const id = randomUUID();
    expect(await write('insert into public.brands (id, name) values ($1::uuid, $1::text)', id)).toHaveProperty('ok');
    const outcomes = await atOnce(
      Array.from({ length: 10 }, (_, index) => async (on: TestSession) => ({
        rows: await on.rows('update public.brands set name = $2 where id = $1 and version = 1 returning id', id, `Editor ${index}`),
      })),
    );
    expect(outcomes.filter((outcome) => 'ok' in outcome && (outcome.ok.rows as Row[]).length === 1)).toHaveLength(1);
  });

  test('of a phone and of the business’s country store the phone in the new country’s form', async () => {
    const add = 'insert into public.customers (name, phone) values ($1, $2) returning id';
    let moved: Promise<Outcome> | undefined;
    let second: Promise<Outcome> | undefined;
    await sql.begin(async (transaction) => {
      await (await new TestSession(transaction).as(people.owner)).rows(add, 'Race first', '050 111 2233');
      moved = write(`update public.business set country = 'SA', tax_number = null`);
      await untilBlocked(transaction as unknown as Sql);
      second = write(add, 'Race second', '050 111 2244');
    });
    expect(moved && second && refusals([await moved, await second])).toEqual([]);
    expect(
      [...(await sql`select phone_key from public.customers where name like 'Race %' order by name`)].map((row) => String(row.phone_key)),
    ).toEqual(['+966501112233', '+966501112244']);
    expect(await write(`update public.business set country = 'EG', tax_number = '412337905'`)).toHaveProperty('ok');
  });
});

describe('waiting for a document number', () => {
  test('a stock entry has already locked its goods, and an import of the same goods waits for it', async () => {
    const [one] = await products(1);
    const { id: product = '', variant = '' } = one ?? {};
    await stock(zamalek, [[variant, 1]]);
    const [{ sku } = { sku: '' }] = await sql<{ sku: string }[]>`select sku from public.variants where id = ${variant}`;
    const outcomes = await users.awaiting(
      'SE',
      zamalek,
      [
        () => stock(zamalek, [[variant, 5]]),
        // Changes the product, which waits for goods being moved, and adds others, which need a number.
        () =>
          act(people.owner, 'import_sheet', {
            kind: 'products',
            id: randomUUID(),
            dry_run: false,
            rows: [
              { row: '2', sku, low_stock_level: '7' },
              { row: '3', name: `Beside ${sku}`, price: '5', quantity: '3', branch: 'ZAM' },
            ],
          }),
      ],
      async () => {
        const goods = {
          product: `select private.lock_products_exclusive('{${product}}')`,
          level: `select from public.stock_levels where variant_id = '${variant}' for update`,
          sum: `select from private.product_stock where product_id = '${product}' for update`,
        };
        expect(await users.kept(goods)).toEqual(Object.keys(goods));
      },
    );
    expect(refusals(outcomes)).toEqual([]);
    expect(await level(variant, zamalek)).toBe(6);
  });

  test('an import has already locked its goods, and a stock entry of the same waits for it', async () => {
    const [one] = await products(1);
    const { id: product = '', variant = '' } = one ?? {};
    const [{ sku } = { sku: '' }] = await sql<{ sku: string }[]>`select sku from public.variants where id = ${variant}`;
    const receiving = (name: string) => ({ row: '3', name, price: '5', quantity: '3', branch: 'ZAM' });
    // From here on the number series of imports exists.
    await act(people.owner, 'import_sheet', { kind: 'products', id: randomUUID(), dry_run: false, rows: [receiving(`First ${sku}`)] });
    const outcomes = await users.awaiting(
      'SE',
      zamalek,
      [
        () =>
          act(people.owner, 'import_sheet', {
            kind: 'products',
            id: randomUUID(),
            dry_run: false,
            rows: [{ row: '2', sku, low_stock_level: '7' }, receiving(`Beside ${sku}`)],
          }),
        () => stock(zamalek, [[variant, 5]]),
      ],
      async () => {
        expect(
          await users.kept({
            product: `select private.lock_products_exclusive('{${product}}')`,
            row: `select from public.products where id = '${product}' for update`,
          }),
        ).toEqual(['product', 'row']);
      },
      '-IMPORT',
    );
    expect(refusals(outcomes)).toEqual([]);
    expect(await level(variant, zamalek)).toBe(5);
  });

  test('a transfer has already locked its products and new levels, and another one waits for it', async () => {
    const [one] = await products(1);
    const { id: product = '', variant = '' } = one ?? {};
    await stock(zamalek, [[variant, 10]]);
    const send = () =>
      act(people.owner, 'save_transfer', {
        id: randomUUID(),
        from_branch_id: zamalek,
        to_branch_id: nasrCity,
        lines: [{ variant_id: variant, quantity: 1 }],
      });
    const outcomes = await users.awaiting(
      'TR',
      zamalek,
      [send, send, () => act(people.owner, 'transfer_everything', { id: randomUUID(), from_branch_id: zamalek, to_branch_id: nasrCity })],
      async () => {
        const goods = {
          product: `select private.lock_products_exclusive('{${product}}')`,
          level: `insert into public.stock_levels (variant_id, branch_id) values ('${variant}', '${nasrCity}') on conflict do nothing`,
        };
        expect(await users.kept(goods)).toEqual(Object.keys(goods));
      },
    );
    expect(refusals(outcomes)).toEqual([]);
  });
});

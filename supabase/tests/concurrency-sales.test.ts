/* Many concurrent tills: no piece is sold twice, numbers have no gaps or repeats, and a repeated request is one
   sale. */
import { randomUUID } from 'node:crypto';
import type { Sql, TransactionSql } from 'postgres';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startStack, type RunningStack } from '../../stack/stack.ts';
import { answersOf, ConcurrentUsers, refusals, repeated, tried, type Outcome, type Work } from './concurrent-users.ts';
import { branches, connect, people, TestSession, untilBlocked, type Row } from './database.ts';
import { openDrawers } from './fixtures.ts';

let stack: RunningStack;
let sql: Sql;
let cash: string;

beforeAll(async () => {
  stack = await startStack();
  sql = connect(stack.databaseUrl, 50);
  await openDrawers((text) => sql.unsafe(text));
  const [found] = await sql`select id from public.payment_methods where is_cash`;
  cash = String(found?.id);
});
afterAll(async () => {
  await sql?.end({ timeout: 2 });
  await stack?.stop();
});
afterEach(async () => {
  expect([...(await sql`select * from private.check_invariants()`)]).toEqual([]);
});

const users = new ConcurrentUsers(() => sql);
const { zamalek } = branches;

/** A variant with this many pieces in Zamalek, at 100 each. */
async function shelf(pieces: number): Promise<string> {
  const [one] = await users.products(1, { price: 100 });
  const variant = one?.variant ?? '';
  await users.act(people.owner, 'post_stock_entry', {
    id: randomUUID(),
    kind: 'opening',
    branch_id: zamalek,
    lines: [{ variant_id: variant, quantity: pieces }],
  });
  return variant;
}

const sale = (variant: string, rest: Row = {}, quantity = 1, id: string = randomUUID()): Row => ({
  id,
  sale: { branch_id: zamalek, ...rest },
  lines: [{ variant_id: variant, quantity }],
  payments: [{ payment_method_id: cash, amount: 100 * quantity }],
});
const selling = (variant: string, till: (index: number) => string, count: number): Work[] =>
  Array.from({ length: count }, (_, index) => (on) => on.call('record_sale', sale(variant, { till: till(index) })));
const sellers = [people.owner, people.manager, people.cashier];

test('the first sale of a business does not block another one', async () => {
  const [held, free] = [await shelf(1), await shelf(1)];
  await sql`delete from private.first_sale`;
  const { waiting } = await sql.begin(async (holder) => {
    await holder`select from public.stock_levels where variant_id = ${held} for update`;
    const waiting = tried(users.act(people.owner, 'record_sale', sale(held)));
    await untilBlocked(sql);
    const other = tried(
      sql.begin(async (selling) => {
        await selling`set local lock_timeout = '2s'`;
        return (await new TestSession(selling).as(people.manager)).call('record_sale', sale(free));
      }) as Promise<Row>,
    );
    expect(refusals([await other])).toEqual([]);
    return { waiting };
  });
  expect(refusals([await waiting])).toEqual([]);
});

test('the last piece is sold at only one of two tills', async () => {
  const variant = await shelf(1);
  const outcomes = await users.atOnce(
    selling(variant, (at) => `L${at}`, 2),
    (at) => sellers[at] ?? people.owner,
  );
  expect(refusals(outcomes)).toEqual(['PT409 stock_short']);
  expect(await users.level(variant, zamalek)).toBe(0);
});

test('a held sale is resumed by only one of several concurrent users, and moves nothing', async () => {
  const id = randomUUID();
  const moves = async () => [
    ...(await sql`select (select count(*) from public.stock_movements)::integer as moved, (select count(*) from public.sales)::integer as sold`),
  ];
  const before = await moves();
  await sql`insert into public.held_sales (id, branch_id, till, lines, total, cart) values (${id}, ${zamalek}, 'A1', 1, 5, '{}')`;
  const gone: Work = async (on) => ({ gone: (await on.rows('delete from public.held_sales where id = $1 returning id', id)).length });
  // To users without access it appears to be gone.
  expect(answersOf(await users.atOnce([gone], () => people.auditor))).toEqual(new Set(['{"gone":0}']));
  const outcomes = await users.atOnce(repeated(8, gone), (at) => sellers[at % sellers.length] ?? people.owner);
  expect(refusals(outcomes)).toEqual([]);
  expect(outcomes.filter((outcome) => 'ok' in outcome && outcome.ok.gone === 1)).toHaveLength(1);
  expect(await moves()).toEqual(before);
});

test('of fifty concurrent sales, only thirty get the thirty pieces in stock', async () => {
  const variant = await shelf(30);
  const outcomes = await users.atOnce(
    selling(variant, (at) => `T${at % 4}`, 50),
    (at) => sellers[at % sellers.length] ?? people.owner,
  );
  expect(refusals(outcomes)).toEqual(Array(20).fill('PT409 stock_short'));
  expect(await users.level(variant, zamalek)).toBe(0);
  // An invariant checks that the numbers have no gaps.
  const [{ numbers } = { numbers: 0 }] = await sql<
    { numbers: number }[]
  >`select count(distinct number)::integer as numbers from public.sales s where exists (select from public.sale_lines l where l.sale_id = s.id and l.variant_id = ${variant})`;
  expect(numbers).toBe(30);
});

test('one sale sent twenty times concurrently is recorded once, by id or by reference', async () => {
  const variant = await shelf(100);
  const same = sale(variant, { till: 'R1' });
  expect(answersOf(await users.atOnce(repeated(20, (on) => on.call('record_sale', same)))).size).toBe(1);
  const outcomes = await users.atOnce(
    repeated(20, (on) => on.call('record_sale', sale(variant, { till: 'R2', reference: 'POS-1' }))),
    (at) => sellers[at % sellers.length] ?? people.owner,
  );
  expect(refusals(outcomes)).toEqual([]);
  expect(answersOf(outcomes).size).toBe(1);
  const half = await users.atOnce(
    Array.from(
      { length: 20 },
      (_, index): Work =>
        (on) =>
          on.call('record_sale', sale(variant, { till: 'R3', reference: 'POS-1' }, 1 + (index % 2))),
    ),
  );
  expect([...new Set(refusals(half))]).toEqual(['PT409 exists_already']);
  expect(refusals(half)).toHaveLength(10);
  expect(await users.level(variant, zamalek)).toBeGreaterThanOrEqual(96);
});

test('a sale voided many times concurrently returns its goods once', async () => {
  const variant = await shelf(5);
  const { id } = await users.act(people.owner, 'record_sale', sale(variant, {}, 3));
  const outcomes = await users.atOnce(
    repeated(20, (on) => on.call('void_sale', { id, reason: 'Mistake' })),
    (at) => [people.owner, people.manager][at % 2] ?? people.owner,
  );
  expect(refusals(outcomes)).toEqual([]);
  expect(await users.level(variant, zamalek)).toBe(5);
});

const owing = async (): Promise<string> => {
  const [variant, [buyer]] = [await shelf(1), await sql`select id from public.customers limit 1`];
  return String((await users.act(people.owner, 'record_sale', { ...sale(variant, { customer_id: buyer?.id }), payments: [] })).id);
};
const paid = async (id: string): Promise<Row> => ({ ...(await sql`select status, paid::float from public.sales where id = ${id}`)[0] });
const later = (amount: number, id: string = randomUUID()): Row => ({ id, payment_method_id: cash, amount });

test('concurrent payments of a sale never exceed its total, and the last one gets the change', async () => {
  const id = await owing();
  const [card] = await sql`select id from public.payment_methods where not is_cash`;
  const outcomes = await users.atOnce(
    Array.from(
      { length: 30 },
      (): Work => (on) => on.call('pay_sale', { id, payments: [{ ...later(4), payment_method_id: card?.id }, later(3)] }),
    ),
    (at) => sellers[at % sellers.length] ?? people.owner,
  );
  // Fourteen times seven; then the four by card exceed the rest.
  expect(refusals(outcomes)).toEqual(Array(16).fill('PT409 payment_exceeds_remaining'));
  expect(await paid(id)).toEqual({ status: 'completed', paid: 98 });
  const two = await users.atOnce(repeated(2, (on) => on.call('pay_sale', { id, payments: [later(5)] })));
  expect(refusals(two)).toEqual(['PT409 payment_exceeds_remaining']);
  expect(two.flatMap((outcome) => ('ok' in outcome ? [outcome.ok.change] : []))).toEqual([3]);
});

test('a payment sent twenty times concurrently is recorded once, and voided once', async () => {
  const id = await owing();
  const made = later(40);
  const outcomes = await users.atOnce(repeated(20, (on) => on.call('pay_sale', { id, payments: [made] })));
  expect([refusals(outcomes), answersOf(outcomes).size, await paid(id)]).toEqual([[], 1, { status: 'completed', paid: 40 }]);
  const voids = await users.atOnce(repeated(20, (on) => on.call('void_sale_payment', { id: made.id, reason: 'Mistake' })));
  expect([refusals(voids), answersOf(voids).size, await paid(id)]).toEqual([[], 1, { status: 'completed', paid: 0 }]);
});

test('a sale paid and voided concurrently ends as one of the two', async () => {
  for (let round = 0; round < 10; round++) {
    const id = await owing();
    const outcomes = await users.atOnce([
      (on) => on.call('pay_sale', { id, payments: [later(40)] }),
      (on) => on.call('void_sale', { id, reason: 'Mistake' }),
    ]);
    const [{ status, paid: money }, refused] = [(await paid(id)) as { status: string; paid: number }, refusals(outcomes)];
    expect([status, money, refused]).toEqual(
      status === 'voided' ? ['voided', 0, ['PT409 sale_voided']] : ['completed', 40, ['PT409 sale_has_payments']],
    );
  }
});

test('a refund is paid out once by twenty concurrent requests', async () => {
  const [variant, [buyer]] = [await shelf(1), await sql`select id from public.customers limit 1`];
  const { id: of } = await users.act(people.owner, 'record_sale', sale(variant));
  const [row] = await sql`select id from public.sale_lines where sale_id = ${String(of)}`;
  const { id } = await users.act(people.owner, 'record_sale', {
    id: randomUUID(),
    sale: { branch_id: zamalek, customer_id: buyer?.id },
    lines: [{ returns_line_id: row?.id, quantity: 1 }],
  });
  const outcomes = await users.atOnce(
    Array.from({ length: 20 }, (): Work => (on) => on.call('pay_sale', { id, payments: [later(-100)] })),
    (at) => sellers[at % sellers.length] ?? people.owner,
  );
  expect(refusals(outcomes)).toEqual(Array(19).fill('PT409 payment_exceeds_remaining'));
  expect(await paid(String(id))).toEqual({ status: 'completed', paid: -100 });
});

test('the last returnable pieces are returned once by twenty concurrent tills', async () => {
  const variant = await shelf(10);
  const { id } = await users.act(people.owner, 'record_sale', sale(variant, {}, 3));
  const [of] = await sql`select id from public.sale_lines where sale_id = ${String(id)}`;
  const back = (till: string): Row => ({
    id: randomUUID(),
    sale: { branch_id: zamalek, till },
    lines: [{ returns_line_id: of?.id, quantity: 2 }],
    payments: [{ payment_method_id: cash, amount: -200 }],
  });
  const outcomes = await users.atOnce(
    Array.from(
      { length: 20 },
      (_, index): Work =>
        (on) =>
          on.call('record_sale', back(`B${index}`)),
    ),
    (at) => sellers[at % sellers.length] ?? people.owner,
  );
  expect(refusals(outcomes)).toEqual(Array(19).fill('PT409 return_exceeds'));
  expect(await users.level(variant, zamalek)).toBe(9);
});

test('a return that waits for a lock cannot include a sale recorded only in the meantime', async () => {
  const variant = await shelf(5);
  const [first, second] = [randomUUID(), randomUUID()];
  const lineOf = async (on: Sql | TransactionSql, id: string): Promise<Row> => ({
    returns_line_id: (await on`select id from public.sale_lines where sale_id = ${id}`)[0]?.id,
    quantity: 1,
  });
  await users.act(people.owner, 'record_sale', sale(variant, {}, 1, first));
  const { brought, waiting } = await sql.begin(async (other) => {
    await other`update public.sales set note = note where id = ${first}`;
    return sql.begin(async (recording) => {
      const on = await new TestSession(recording).as(people.owner);
      await on.call('record_sale', sale(variant, {}, 1, second));
      const brought = {
        ...sale(variant, { till: 'W1' }),
        lines: [await lineOf(sql, first), await lineOf(recording, second)],
        payments: [{ payment_method_id: cash, amount: -200 }],
      };
      const waiting = tried(users.act(people.owner, 'record_sale', brought));
      await expect.poll(async () => (await sql`select from pg_stat_activity where wait_event_type = 'Lock'`).length).toBe(1);
      return { brought, waiting };
    });
  });
  expect(refusals([await waiting])).toEqual(['PT404 sale_line_not_found']);
  expect(await users.act(people.owner, 'record_sale', brought)).toMatchObject({ total: -200 });
});

test('a return can be voided right after another transaction changed it', async () => {
  const variant = await shelf(5);
  const sold = `0${randomUUID().slice(1)}`;
  await users.act(people.owner, 'record_sale', sale(variant, {}, 3, sold));
  const [of] = await sql`select id from public.sale_lines where sale_id = ${sold}`;
  // The second of the two in id order.
  const returned = `f${randomUUID().slice(1)}`;
  await users.act(people.owner, 'record_sale', {
    ...sale(variant, {}, 1, returned),
    lines: [{ returns_line_id: of?.id, quantity: 1 }],
    payments: [{ payment_method_id: cash, amount: -100 }],
  });
  await sql.begin(async (transaction) => {
    // Forces the plan used for many sales: after waiting for a lock, Postgres re-evaluates a condition with a
    // union and then finds only the first row.
    await transaction`select set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true), set_config('enable_seqscan', 'off', true), set_config('enable_memoize', 'off', true)`;
    const on = await new TestSession(transaction).as(people.owner);
    const { waiting } = await sql.begin(async (other) => {
      await other`update public.sales set note = note where id = ${returned}`;
      const waiting = tried(on.call('void_sale', { id: returned, reason: 'Mistake' }));
      await expect.poll(async () => (await sql`select from pg_stat_activity where wait_event_type = 'Lock'`).length).toBe(1);
      return { waiting };
    });
    expect(await waiting).toMatchObject({ ok: { status: 'voided' } });
  });
});

test('tills selling the same goods in different orders do not deadlock', async () => {
  const variants = [await shelf(1000), await shelf(1000), await shelf(1000), await shelf(1000)];
  const works = Array.from(
    { length: 40 },
    (_, index): Work =>
      (on) =>
        on.call('record_sale', {
          id: randomUUID(),
          sale: { branch_id: zamalek, till: `C${index % 8}` },
          payments: [{ payment_method_id: cash, amount: 400 }],
          lines: variants.map((_variant, place) => ({ variant_id: variants[(place * (index % 2 ? 1 : 3) + index) % 4], quantity: 1 })),
        }),
  );
  expect(refusals(await users.atOnce(works, (at) => sellers[at % sellers.length] ?? people.owner))).toEqual([]);
});

test('batches that return the first goods of the same products in two branches do not deadlock', async () => {
  const variants = await Promise.all(Array.from({ length: 40 }, () => shelf(2)));
  const linesOf = async (): Promise<string[]> => {
    const { id } = await users.act(people.owner, 'record_sale', {
      ...sale('', { till: 'FIRST' }),
      lines: variants.map((variant_id) => ({ variant_id, quantity: 1 })),
      payments: [{ payment_method_id: cash, amount: 100 * variants.length }],
    });
    return (await sql`select id from public.sale_lines where sale_id = ${String(id)} order by position`).map((row) => String(row.id));
  };
  const batch = (branch_id: string, lines: string[]): Row => ({
    branch_id,
    till: 'FIRST',
    sales: lines.map((returns_line_id) => ({
      reference: returns_line_id,
      lines: [{ returns_line_id, quantity: 1 }],
      payments: [{ payment_method_id: cash, amount: -100 }],
    })),
  });
  const [first, second] = [await linesOf(), await linesOf()];
  const outcomes = await users.atOnce(
    [batch(branches.maadi, first), batch(branches.warehouse, second.reverse())].map(
      (values): Work =>
        (on) =>
          on.call<Row[]>('record_sales', values).then((answers) => ({ answers: answers.map(({ result }) => result) })),
    ),
  );
  expect(outcomes.map((outcome) => 'ok' in outcome && new Set(outcome.ok.answers as string[]))).toEqual([
    new Set(['recorded']),
    new Set(['recorded']),
  ]);
});

test('tills can sell goods of a running import of sales, which is refused if stock runs out', async () => {
  const variant = await shelf(12);
  const [known] = await sql`select sku from public.variants where id = ${variant}`;
  const importSales = (references: string[]): Work => {
    const rows = references.map((reference, index) => ({
      row: String(index + 2),
      reference,
      till: 'T9',
      sold_at: '2026-11-01',
      sku: String(known?.sku),
      quantity: '2',
      unit_price: '100',
      paid: '200',
      payment_method: 'Cash',
    }));
    return (on) => on.call('import_sheet', { kind: 'sales', id: randomUUID(), rows, options: { branch_id: zamalek }, dry_run: false });
  };
  const rolledBack = new Error('rolled back');
  /** Runs a sales import that waits in the middle, for a reference that another connection has not committed. */
  const importWhile = async (references: string[], beside: () => Promise<unknown>): Promise<Outcome[]> => {
    const [reference] = references.slice(-1);
    let imported: Promise<Outcome[]> | undefined;
    await sql
      .begin(async (holding) => {
        await holding`insert into public.sales (number, type, branch_id, till, reference, salesperson_id, sold_at, business_day,
            subtotal, discount, tax, total, paid, content)
          values (${randomUUID()}, 'sale', ${zamalek}, 'T9', ${String(reference)}, ${people.owner}, now(), now()::date, 0, 0, 0, 0, 0, 0)`;
        imported = users.atOnce([importSales(references)], () => people.owner);
        await untilBlocked(sql);
        await beside();
        throw rolledBack;
      })
      .catch((error: unknown) => expect(error).toBe(rolledBack));
    return (await imported) ?? [];
  };
  const withoutWaiting = (person: string, name: string, values: Row) =>
    sql.begin(async (transaction) => {
      await transaction`set local lock_timeout = '2s'`;
      return (await new TestSession(transaction).as(person)).call(name, values);
    });
  // Including the till of the file: its goods and numbers are not locked.
  const selling = (pieces: number) => async () => {
    for (let sold = 0; sold < pieces; sold += 1) await withoutWaiting(people.cashier, 'record_sale', sale(variant, { till: 'T9' }));
  };

  expect(await importWhile(['F1', 'F2', 'F3'], selling(3))).toMatchObject([{ ok: { status: 'applied' } }]);
  const recorded = await sql`select s.reference, s.number, (select count(*)::integer from public.stock_movements m
      where m.document_id = s.id and m.document_type = 'sale') as movements
    from public.sales s where s.till = 'T9' order by s.number`;
  expect(recorded.map(({ reference, movements }) => [reference, movements])).toEqual(
    [null, null, null, 'F1', 'F2', 'F3'].map((reference) => [reference, 1]),
  );
  expect(recorded.map(({ number }) => Number(String(number).slice(-4)))).toEqual([1, 2, 3, 4, 5, 6]);

  // Three pieces are left, and only one after the tills sell two.
  expect(refusals(await importWhile(['F4'], selling(2)))).toEqual(['PT409 stock_short']);
  expect([...(await sql`select from public.sales where reference = 'F4'`)]).toEqual([]);

  // A change of the variant's own price and size does not wait for lines that reference it.
  const [size] = await sql`select id from public.sizes limit 1`;
  const [product] =
    await sql`select p.id, p.name, p.version from public.products p join public.variants v on v.product_id = p.id where v.id = ${variant}`;
  const changing = () =>
    withoutWaiting(people.owner, 'save_product', {
      id: product?.id,
      product: { name: product?.name, price: 100 },
      variants: [{ id: variant, color_id: null, size_id: size?.id, price_override: 90 }],
      expected_version: product?.version,
    });
  await users.act(people.owner, 'post_stock_entry', {
    id: randomUUID(),
    kind: 'opening',
    branch_id: zamalek,
    lines: [{ variant_id: variant, quantity: 9 }],
  });
  expect(await importWhile(['F5', 'F6'], changing)).toMatchObject([{ ok: { status: 'applied' } }]);
});

test('an import is either undone or its goods are used concurrently, never both', async () => {
  const customer_id = randomUUID();
  await sql`insert into public.customers (id, name) values (${customer_id}, 'Undo')`;
  const [supplier] = await sql`select id from public.suppliers where active limit 1`;
  for (let round = 0; round < 8; round++) {
    const id = randomUUID();
    const rows = Array.from({ length: 6 }, (_, n) => ({
      row: n + 2,
      name: `Undo ${id} ${n}`,
      sku: `U${id.slice(0, 6)}-${n}`,
      price: '5',
      quantity: n % 2 ? '' : '9',
    }));
    await users.act(people.owner, 'import_sheet', {
      kind: 'products',
      id,
      rows,
      options: { create: {}, branch_id: zamalek },
      dry_run: false,
    });
    const variants = (await sql`select id from public.variants where sku like ${`U${id.slice(0, 6)}-%`} order by sku`).map((row) =>
      String(row.id),
    );
    const pair = (index: number, of: number[]): string[] => (index % 2 ? of : of.toReversed()).map((at) => variants[at] ?? '');
    const receive =
      (index: number, branch_id: string, of: number[]): Work =>
      (on) =>
        on.call('post_stock_entry', {
          id: randomUUID(),
          kind: 'opening',
          branch_id,
          lines: pair(index, of).map((variant_id) => ({ variant_id, quantity: 1 })),
        });
    const movers = [0, 1].flatMap((index): Work[] => [
      (on) =>
        on.call('record_sale', {
          id: randomUUID(),
          sale: { branch_id: zamalek, customer_id },
          lines: pair(index, [0, 2, 4]).map((variant_id) => ({ variant_id, quantity: 1 })),
        }),
      receive(index, zamalek, [0, 1, 2]),
      // Goods without a stock level there.
      receive(index, branches.maadi, [3, 4, 5]),
      (on) =>
        on.call('save_purchase_order', {
          id: randomUUID(),
          purchase: { supplier_id: supplier?.id, branch_id: zamalek, status: 'pending' },
          items: pair(index, [1, 5]).map((variant_id) => ({ variant_id, quantity: 1, unit_cost: 1 })),
        }),
    ]);
    const works: Work[] = [(on) => on.call('undo_import', { id }), ...movers];
    // The undo comes first, in the middle or last.
    works.splice(0, 1);
    works.splice((round * 3) % 9, 0, (on) => on.call('undo_import', { id }));
    const outcomes = await users.atOnce(works);
    const refused = refusals(outcomes);
    expect(refused.filter((refusal) => refusal.startsWith('40'))).toEqual([]);
    const isUndone = (await sql`select status from public.imports where id = ${id}`)[0]?.status === 'undone';
    expect(refused.length).toBe(isUndone ? movers.length : 1);
    expect(isUndone || refused[0] === 'PT409 import_touched').toBe(true);
  }
});

test('concurrent batches, returns and sales of the same goods do not deadlock or record twice', async () => {
  const variants = [await shelf(5000), await shelf(5000), await shelf(40), await shelf(5000)];
  const { id } = await users.act(people.owner, 'record_sale', sale(variants[0] ?? '', { till: 'K' }, 20));
  const [of] = await sql`select id from public.sale_lines where sale_id = ${String(id)}`;
  const batch = (till: string, turn: number): Row => ({
    branch_id: zamalek,
    till,
    sales: Array.from({ length: 12 }, (_, index) =>
      index === 6
        ? {
            reference: `${index}`,
            lines: [{ returns_line_id: of?.id, quantity: 1 }],
            payments: [{ payment_method_id: cash, amount: -100 }],
          }
        : {
            reference: `${index}`,
            lines: [{ variant_id: variants[(index * (turn % 2 ? 1 : 3) + turn) % 4], quantity: 1 }],
            payments: [{ payment_method_id: cash, amount: 100 }],
          },
    ),
  });
  const works = Array.from(
    { length: 32 },
    (_, index): Work =>
      index % 4 === 3
        ? (on) =>
            on.call('record_sale', {
              id: randomUUID(),
              sale: { branch_id: zamalek, till: `K${index % 8}` },
              lines: [3, 2, 1, 0].map((place) => ({ variant_id: variants[place], quantity: 1 })),
              payments: [{ payment_method_id: cash, amount: 400 }],
            })
        : (on) =>
            on
              .call<Row[]>('record_sales', batch(`K${index % 8}`, index))
              .then((answers) => ({ answers: answers.map(({ result }) => String(result)) })),
  );
  const outcomes = await users.atOnce(works, (at) => [people.owner, people.manager][at % 2] ?? people.owner);
  // Sales of goods that ran out are rejected with that reason, and no other error occurs.
  expect(refusals(outcomes).filter((refusal) => refusal !== 'PT409 stock_short')).toEqual([]);

  const same = batch('KX', 0);
  const answers = (await users.atOnce(repeated(10, (on) => on.call<Row[]>('record_sales', same).then((sales) => ({ sales }))))).flatMap(
    (outcome) => ('ok' in outcome ? (outcome.ok.sales as Row[]) : []),
  );
  const taken = answers.filter(({ result }) => result === 'recorded').map(({ reference }) => reference);
  expect(new Set(taken).size).toBe(taken.length);
  expect(answers.filter(({ result }) => result === 'conflict')).toEqual([]);
  expect(taken.length).toBeGreaterThan(5);
});

test.each(['customer', 'supplier'] as const)(
  'an opening balance of a %s is paid or voided once, by one of many at once',
  async (contact) => {
    const [row] = await sql`select id from ${sql(`public.${contact}s`)} limit 1`;
    const [card] = await sql`select id from public.payment_methods where not is_cash and active limit 1`;
    const record = async (id: string): Promise<Row> =>
      users.act(people.owner, 'record_opening_balance', {
        id,
        balance: { contact, contact_id: row?.id, branch_id: zamalek, day: '2026-01-05', amount: 100 },
      });
    const sent = randomUUID();
    const recorded = await users.atOnce(
      repeated(8, (on) =>
        on.call('record_opening_balance', {
          id: sent,
          balance: { contact, contact_id: row?.id, branch_id: zamalek, day: '2026-01-05', amount: 100 },
        }),
      ),
    );
    expect(answersOf(recorded).size).toBe(1);
    const pay: Work = (on) => {
      // Cash beyond the rest is given back as change.
      const payment = { id: randomUUID(), payment_method_id: card?.id, amount: 60 };
      return contact === 'customer'
        ? on.call('pay_sale', { id: sent, payments: [payment] })
        : on.call('pay_purchase', { id: sent, payments: [{ ...payment, paid_on: '2026-01-06' }] });
    };
    expect(refusals(await users.atOnce(repeated(6, pay)))).toEqual(Array.from({ length: 5 }, () => 'PT409 payment_exceeds_remaining'));
    const id = randomUUID();
    await record(id);
    const both = await users.atOnce([
      (on) => on.call('void_opening_balance', { id, reason: 'At once' }),
      (on) =>
        contact === 'customer'
          ? on.call('pay_sale', { id, payments: [{ payment_method_id: cash, amount: 5 }] })
          : on.call('pay_purchase', { id, payments: [{ payment_method_id: cash, amount: 5, paid_on: '2026-01-06' }] }),
    ]);
    expect(refusals(both)).toHaveLength(1);
    expect(refusals(both)[0]).toMatch(/^PT409 (opening_balance_has_payments|sale_voided|purchase_cancelled)$/);
  },
);

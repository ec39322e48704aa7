/* Many concurrent users on orders: one effect each, never above the amount due or the quantity outstanding, no
   deadlock, and one chain of averages. */
import { randomUUID } from 'node:crypto';
import type { Sql, TransactionSql } from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { removeData } from '../../stack/postgres-place.ts';
import { startStack, type RunningStack } from '../../stack/stack.ts';
import { answersOf, ConcurrentUsers, refusals, repeated, times, tried, type Outcome, type Work } from './concurrent-users.ts';
import { seededRandom } from './seeded-random.ts';
import { branches, connect, people, TestSession, untilBlocked, type Row } from './database.ts';
import { Http } from './matrix.endpoints.ts';

let stack: RunningStack;
let sql: Sql;
let supplier_id: string;
let method: string;

beforeAll(async () => {
  stack = await startStack();
  sql = connect(stack.databaseUrl, 50);
  const [found] =
    await sql`select (select id from public.suppliers where name = 'Mahalla Textiles') as supplier, (select id from public.payment_methods where name = 'Card') as method`;
  supplier_id = String(found?.supplier);
  method = String(found?.method);
});
afterAll(async () => {
  await sql?.end({ timeout: 2 });
  await stack?.stop();
  // A stack restarted after it was killed counts as existing data and would otherwise stay.
  if (stack) removeData(stack.dataDir);
});
afterEach(async () => {
  expect([...(await sql`select * from private.check_invariants()`)]).toEqual([]);
});

const users = new ConcurrentUsers(() => sql);
const { zamalek, nasrCity, maadi, warehouse } = branches;
const line = (variant_id: string, quantity: number, unit_cost = 10): Row => ({ variant_id, quantity, unit_cost });
const ordered = (id: string, items: Row[], purchase: Row = {}, rest: Row = {}): Row => ({
  id,
  purchase: { supplier_id, branch_id: zamalek, status: 'pending', ...purchase },
  items,
  ...rest,
});
const paying = (amount: number, rest: Row = {}): Row => ({
  id: randomUUID(),
  payment_method_id: method,
  amount,
  paid_on: '2026-11-01',
  ...rest,
});

async function order(items: Row[], purchase: Row = {}): Promise<string> {
  const id = randomUUID();
  await users.act(people.owner, 'save_purchase_order', ordered(id, items, purchase));
  return id;
}
async function variants(count: number): Promise<string[]> {
  return (await users.products(count)).map(({ variant }) => variant);
}
/** The arguments of a return of one piece of each line of an order's receipts. */
async function returnOf(order: string, header: Row = {}, id: string = randomUUID(), quantity = 1): Promise<Row> {
  const found = await sql`
    select x.id, x.variant_id from public.receipt_items x join public.receipts r on r.id = x.receipt_id
    where r.purchase_order_id = ${order} order by x.id`;
  return {
    id,
    header: { supplier_id, branch_id: zamalek, reason: 'damaged', ...header },
    lines: found.map(({ id: receipt_item_id, variant_id }) => ({ variant_id, receipt_item_id, quantity })),
  };
}
const sendBack = async (order: string, header: Row = {}, id: string = randomUUID()): Promise<Row> =>
  users.act(people.owner, 'record_purchase_return', await returnOf(order, header, id));
async function money(id: string): Promise<Row> {
  const [row] = await sql`select paid, remaining from public.purchase_amounts where purchase_order_id = ${id}`;
  return { ...row };
}

describe('a purchase order', () => {
  test('paid fifty times concurrently is never overpaid', async () => {
    const [one = ''] = await variants(1);
    const id = await order([line(one, 10)]);
    const outcomes = await users.atOnce(
      repeated(50, (on) => on.call('pay_purchase', { id, payments: [paying(4), paying(3)] })),
      (index) => (index % 2 ? people.owner : people.accountant),
    );
    expect(refusals(outcomes)).toEqual(Array(36).fill('PT409 payment_exceeds_remaining'));
    expect(await money(id)).toEqual({ paid: 98, remaining: 2 });
  });

  test('received fifty times concurrently takes in only what was ordered', async () => {
    const [one = ''] = await variants(1);
    const id = await order([line(one, 10)]);
    const outcomes = await users.atOnce(
      repeated(50, (on) =>
        on.call('receive_purchase', { id: randomUUID(), purchase_order_id: id, lines: [{ variant_id: one, quantity: 1 }] }),
      ),
      (index) => [people.owner, people.storekeeper, people.buyer][index % 3] ?? people.owner,
    );
    expect(refusals(outcomes)).toEqual(Array(40).fill('PT409 nothing_to_receive'));
    expect(await users.level(one, zamalek)).toBe(10);
    expect((await sql`select status, receipt_state from public.purchase_orders where id = ${id}`)[0]).toEqual({
      status: 'completed',
      receipt_state: 'full',
    });
  });

  test('recognises a retried edit that completed or cancelled it, only from the same user', async () => {
    const [one = ''] = await variants(1);
    const lines = [line(one, 5)];
    const save = async (id: string, version: unknown, items: Row[], purchase: Row, rest: Row = {}): Promise<Row> =>
      users.act(people.owner, 'save_purchase_order', ordered(id, items, purchase, { expected_version: version, ...rest }));
    const versionOf = async (id: string): Promise<unknown> =>
      (await sql`select version from public.purchase_orders where id = ${id}`)[0]?.version;
    const id = await order(lines);
    const receiving = (): Row => ({ receive: { id: randomUUID() } });
    const done = await save(id, 1, lines, { status: 'completed' }, receiving());
    // As the form sends it: with a receipt, although nothing is outstanding.
    const [notes, rest] = [{ status: 'completed', notes: 'Paid in cash' }, receiving()];
    const edited = await save(id, done.version, lines, notes, rest);
    expect(edited).toMatchObject({ status: 'completed', receipt: null });
    expect(await save(id, done.version, lines, notes, rest)).toEqual(edited);
    expect(await versionOf(id)).toBe(edited.version);
    expect(refusals([await tried(save(id, done.version, lines, { ...notes, notes: 'On account' }, rest))])).toEqual([
      'PT409 changed_meanwhile',
    ]);
    // Reduced to what was received, so the edit itself completes it.
    const lowered = await order(lines);
    await users.act(people.storekeeper, 'receive_purchase', {
      id: randomUUID(),
      purchase_order_id: lowered,
      lines: [{ variant_id: one, quantity: 3 }],
    });
    const [seen, fewer] = [await versionOf(lowered), receiving()];
    const completed = await save(lowered, seen, [line(one, 3)], { status: 'completed' }, fewer);
    expect(await save(lowered, seen, [line(one, 3)], { status: 'completed' }, fewer)).toEqual(completed);
    // Cancelled, and the same request repeated.
    const given = await order(lines);
    const up = await save(given, 1, lines, { status: 'cancelled', notes: 'Too dear' });
    expect(await save(given, 1, lines, { status: 'cancelled', notes: 'Too dear' })).toEqual(up);
    expect(refusals([await tried(save(given, 1, lines, { status: 'cancelled', notes: 'Too late' }))])).toEqual(['PT409 changed_meanwhile']);
    // Another window of the same user received the rest, at another stock point than this one names.
    const twice = await order(lines);
    await save(twice, 1, lines, { status: 'completed' }, receiving());
    expect(refusals([await tried(save(twice, 1, lines, { status: 'completed' }, receiving()))])).toEqual(['PT409 changed_meanwhile']);
    // An order that another user completed is not recognised as the caller's own.
    const others = await order(lines);
    await users.act(people.storekeeper, 'receive_purchase', {
      id: randomUUID(),
      purchase_order_id: others,
      lines: [{ variant_id: one, quantity: 5 }],
    });
    expect(refusals([await tried(save(others, 1, lines, { status: 'completed' }, receiving()))])).toEqual(['PT409 changed_meanwhile']);
  });

  test('received, edited, paid, closed and cancelled concurrently ends in a consistent state', async () => {
    const [one = '', two = ''] = await variants(2);
    const id = await order([line(one, 10), line(two, 5)]);
    const receipt = randomUUID();
    await users.act(people.owner, 'receive_purchase', { id: receipt, purchase_order_id: id, lines: [{ variant_id: one, quantity: 2 }] });
    const outcomes = await users.atOnce(
      Array.from({ length: 48 }, (_, index) => (on): Promise<Row> => {
        switch (index % 6) {
          case 0:
            return on.call('receive_purchase', { id: randomUUID(), purchase_order_id: id, lines: [{ variant_id: two, quantity: 1 }] });
          case 1:
            return on.call('undo_receipt', { id: receipt, reason: 'At once' });
          case 2:
            return on.call(
              'save_purchase_order',
              ordered(id, [line(two, 6), line(one, 11)], { status: 'pending' }, { expected_version: 2 }),
            );
          case 3:
            return on.call('pay_purchase', { id, payments: [paying(9)] });
          case 4:
            return on.call('close_purchase_short', { id });
          default:
            return on.call('cancel_purchase', { id });
        }
      }),
    );
    expect(refusals(outcomes).filter((refusal) => !/^PT409 /.test(refusal))).toEqual([]);
  });

  test('completed by twenty users from the same version is completed once', async () => {
    const [one = ''] = await variants(1);
    const id = await order([line(one, 10)]);
    const outcomes = await users.atOnce(
      repeated(20, (on) => on.call('save_purchase_order', ordered(id, [line(one, 10)], { status: 'completed' }, { expected_version: 1 }))),
    );
    expect(refusals(outcomes)).toEqual(Array(19).fill('PT409 changed_meanwhile'));
    expect(await users.level(one, zamalek)).toBe(10);
  });
});

describe('the same request sent twenty times concurrently has one effect', () => {
  test.each([
    'save_purchase_order',
    'receive_purchase',
    'record_purchase_return',
    'void_purchase_return',
    'refund_purchase_return',
    'use_supplier_credit',
    'undo_receipt',
    'pay_purchase',
    'pay_supplier',
    'void_purchase_payment',
    'close_purchase_short',
    'cancel_purchase',
  ])('for %s', async (name) => {
    const [one = ''] = await variants(1);
    const supplier = randomUUID();
    await sql`insert into public.suppliers (id, name) values (${supplier}, ${supplier})`;
    const open = await order([line(one, 10)], { supplier_id: supplier });
    const lines = [{ variant_id: one, quantity: 2 }];
    const [id, receipt, paid, returned] = [randomUUID(), randomUUID(), paying(5), randomUUID()];
    if (name !== 'cancel_purchase') {
      await users.act(people.owner, 'receive_purchase', { id: receipt, purchase_order_id: open, lines });
      if (name === 'refund_purchase_return') await users.act(people.owner, 'pay_purchase', { id: open, payments: [paying(100)] });
      if (name === 'use_supplier_credit') {
        // Its credit is more than is left of its own order, so that it pays another one.
        const other = await order([line(one, 2)], { supplier_id: supplier });
        await users.act(people.owner, 'receive_purchase', { id: randomUUID(), purchase_order_id: other, lines });
        await users.act(people.owner, 'pay_purchase', { id: other, payments: [paying(20)] });
        await sendBack(other, { supplier_id: supplier });
      }
      if (/^(void|refund)_purchase_return/.test(name)) await sendBack(open, { supplier_id: supplier }, returned);
      if (name === 'void_purchase_payment') await users.act(people.owner, 'pay_purchase', { id: open, payments: [paid] });
    }
    const values: Record<string, Row> = {
      save_purchase_order: ordered(id, [line(one, 1)], { status: 'completed' }, { payments: [paid], receive: { id: randomUUID() } }),
      receive_purchase: { id, purchase_order_id: open, lines },
      record_purchase_return: await returnOf(open, { supplier_id: supplier }, id),
      void_purchase_return: { id: returned, reason: 'Twice' },
      refund_purchase_return: { id: returned, payments: [paid] },
      use_supplier_credit: { supplier_id: supplier },
      undo_receipt: { id: receipt, reason: 'Twice' },
      pay_purchase: { id: open, payments: [paid] },
      pay_supplier: { id, supplier_id: supplier, payment: paying(5, { id: undefined, branch_id: zamalek }) },
      void_purchase_payment: { id: paid.id, reason: 'Twice' },
      close_purchase_short: { id: open },
      cancel_purchase: { id: open },
    };
    const outcomes = await users.atOnce(repeated(20, (on) => on.call(name, values[name] ?? {})));
    expect(refusals(outcomes)).toEqual([]);
    // A credit that was used is answered as none afterwards.
    expect(answersOf(outcomes).size).toBe(name === 'use_supplier_credit' ? 2 : 1);
    expect(await users.level(one, zamalek)).toBe(
      {
        save_purchase_order: 3,
        receive_purchase: 4,
        undo_receipt: 0,
        cancel_purchase: 0,
        record_purchase_return: 1,
        refund_purchase_return: 1,
        use_supplier_credit: 3,
      }[name] ?? 2,
    );
    expect(Number((await money(open)).paid)).toBe(
      { pay_purchase: 5, pay_supplier: 5, record_purchase_return: 10, refund_purchase_return: 100, use_supplier_credit: 10 }[name] ?? 0,
    );
  });
});

describe('a return to a supplier', () => {
  const received = async (items: Row[], purchase: Row = {}): Promise<{ id: string; receipt: string }> => {
    const [id, receipt] = [await order(items, purchase), randomUUID()];
    await users.act(people.owner, 'receive_purchase', {
      id: receipt,
      purchase_order_id: id,
      lines: items.map(({ variant_id, quantity }) => ({ variant_id, quantity })),
    });
    return { id, receipt };
  };
  const newSupplier = async (): Promise<string> => {
    const id = randomUUID();
    await sql`insert into public.suppliers (id, name) values (${id}, ${id})`;
    return id;
  };

  test('of the last piece by two people at once is refused to one of them', async () => {
    const [one = '', two = ''] = await variants(2);
    // The receipt is used up; then there is still some of the receipt, but the stock is used up.
    for (const [variant, gone, refusal] of [
      [one, 0, 'PT409 return_exceeds_receipt'],
      [two, 2, 'PT409 stock_short'],
    ] as const) {
      const { id } = await received([line(variant, gone + 1)]);
      if (gone > 0)
        await users.act(people.owner, 'post_stock_entry', {
          id: randomUUID(),
          kind: 'adjustment',
          reason: 'loss',
          branch_id: zamalek,
          lines: [{ variant_id: variant, quantity: -gone }],
        });
      const asked = await times(2, () => returnOf(id));
      const outcomes = await users.atOnce(
        asked.map((args) => (on) => on.call('record_purchase_return', args)),
        (index) => [people.owner, people.storekeeper][index] ?? people.owner,
      );
      expect(refusals(outcomes)).toEqual([refusal]);
      expect(await users.level(variant, zamalek)).toBe(0);
    }
  });

  test('by fifty people at once sends back no more than came, and gives back all that it cost', async () => {
    const [one = ''] = await variants(1);
    const { id } = await received([{ ...line(one, 12, 3.33), discount: 0.01 }], { tax: 1.01 });
    const asked = await times(50, () => returnOf(id));
    const outcomes = await users.atOnce(asked.map((args) => (on) => on.call('record_purchase_return', args)));
    expect(refusals(outcomes)).toEqual(Array(38).fill('PT409 return_exceeds_receipt'));
    expect(await users.level(one, zamalek)).toBe(0);
    const [sum] = await sql`
      select sum(a.total)::float as total from public.purchase_return_amounts a join public.purchase_returns r on r.id = a.purchase_return_id
      join public.purchase_return_items i on i.purchase_return_id = r.id where i.variant_id = ${one}`;
    const [due] = await sql`select total::float from public.purchase_amounts where purchase_order_id = ${id}`;
    expect(sum?.total).toBe(due?.total);
    expect(Number((await money(id)).remaining)).toBe(0);
  });

  test('leaves a credit that is used once, by payments, refunds and voids at once', async () => {
    const [one = ''] = await variants(1);
    const supplier = await newSupplier();
    const paidOrders = await times(4, async () => {
      const { id } = await received([line(one, 5)], { supplier_id: supplier });
      await users.act(people.owner, 'pay_purchase', { id, payments: [paying(50)] });
      return id;
    });
    const returns = await times(4, async (index) => {
      const id = randomUUID();
      await users.act(people.owner, 'record_purchase_return', await returnOf(paidOrders[index] ?? '', { supplier_id: supplier }, id, 5));
      return id;
    });
    const open = await times(6, () => order([line(one, 4)], { supplier_id: supplier }));
    const outcomes = await users.atOnce(
      Array.from({ length: 48 }, (_, index) => (on): Promise<Row> => {
        const [credit, debt] = [returns[index % 4], open[index % 6]];
        switch (index % 6) {
          case 0:
            return on.call('use_supplier_credit', { supplier_id: supplier });
          case 1:
            return on.call('refund_purchase_return', { id: credit, payments: [paying(7)] });
          case 2:
            return on.call('pay_purchase', { id: debt, payments: [paying(3)] });
          case 3:
            return on.call('pay_supplier', {
              id: randomUUID(),
              supplier_id: supplier,
              payment: paying(11, { id: undefined, branch_id: zamalek }),
            });
          case 4:
            return on.call('void_purchase_return', { id: credit, reason: 'At once' });
          default:
            return on.call('cancel_purchase', { id: debt });
        }
      }),
      (index) => (index % 6 < 4 && index % 2 ? people.accountant : people.owner),
    );
    expect(refusals(outcomes).filter((refusal) => !/^PT40[49] /.test(refusal))).toEqual([]);
    const [sum] = await sql`
      select (select coalesce(sum(p.amount), 0) from public.purchase_payments p where p.purchase_return_id = any (${returns}) and p.voided_at is null)::float as paid,
        (select coalesce(sum(a.settled), 0) from public.purchase_return_amounts a join public.purchase_returns r on r.id = a.purchase_return_id
          where r.id = any (${returns}) and r.voided_at is null)::float as settled`;
    expect(sum?.paid).toBe(sum?.settled);
    expect(sum?.paid).toBeLessThanOrEqual(200);
  });

  test('while its receipt is undone and its goods are sold and moved ends in a consistent state', async () => {
    const goods = await variants(3);
    const supplier = await newSupplier();
    const orders = await times(4, () =>
      received(
        goods.map((variant) => line(variant, 6, 7)),
        { supplier_id: supplier },
      ),
    );
    const extra = await times(4, () =>
      order(
        goods.map((variant) => line(variant, 4, 9)),
        { supplier_id: supplier },
      ),
    );
    const asked = await times(4, (index) => returnOf(orders[index]?.id ?? '', { supplier_id: supplier }));
    const backwards = [...goods].reverse();
    const [customer] = await sql`select id from public.customers limit 1`;
    const made = asked.map(({ id }) => id);
    for (let round = 0; round < 3; round++) {
      const outcomes = await users.atOnce(
        Array.from({ length: 40 }, (_, index) => (on): Promise<Row> => {
          const n = index % 4;
          const lines = (index % 2 ? goods : backwards).map((variant_id) => ({ variant_id, quantity: 1 }));
          switch (index % 10) {
            case 0:
            case 1: {
              const args = { ...asked[n], id: index + round > 8 ? randomUUID() : asked[n]?.id } as Row;
              return on.call('record_purchase_return', index % 2 ? args : { ...args, lines: [...(args.lines as Row[])].reverse() });
            }
            case 2:
              return on.call('undo_receipt', { id: orders[n]?.receipt, reason: 'At once' });
            case 3:
              return on.call('record_sale', { id: randomUUID(), sale: { branch_id: zamalek, customer_id: customer?.id }, lines });
            case 4:
              return on.call('receive_purchase', { id: randomUUID(), purchase_order_id: extra[n], lines });
            case 5:
              return on
                .call('save_transfer', { id: randomUUID(), from_branch_id: zamalek, to_branch_id: nasrCity, lines })
                .then((saved) => on.call('approve_transfer', { id: (saved as Row).id }));
            case 6:
              return on.call('post_stock_entry', {
                id: randomUUID(),
                kind: 'adjustment',
                reason: 'loss',
                branch_id: zamalek,
                lines: lines.map((each) => ({ ...each, quantity: -1 })),
              });
            case 7:
              return on.call('void_purchase_return', { id: made[n], reason: 'At once' });
            case 8:
              return on.call('pay_purchase', { id: orders[n]?.id, payments: [paying(20)] });
            default:
              return on.call('save_purchase_order', {
                ...ordered(
                  String(orders[n]?.id),
                  goods.map((variant) => line(variant, 6, 7 + round)),
                  { supplier_id: supplier },
                ),
                expected_version: 2,
              });
          }
        }),
      );
      expect(refusals(outcomes).filter((refusal) => !/^PT4\d\d /.test(refusal))).toEqual([]);
      expect([...(await sql`select * from private.check_invariants()`)]).toEqual([]);
    }
  });

  test('locks its goods before it waits for its number, and does not deadlock with a receipt', async () => {
    const [first = '', second = ''] = (await variants(2)).sort();
    const { id } = await received([line(first, 5), line(second, 5)]);
    const other = await order([line(second, 5), line(first, 5)]);
    const asked = await times(2, () => returnOf(id));
    await users.act(people.owner, 'record_purchase_return', asked[0] ?? {});
    const outcomes = await users.awaiting(
      'PR',
      zamalek,
      [
        () => users.act(people.owner, 'record_purchase_return', asked[1] ?? {}),
        () =>
          users.act(people.owner, 'receive_purchase', {
            id: randomUUID(),
            purchase_order_id: other,
            lines: [second, first].map((variant_id) => ({ variant_id, quantity: 1 })),
          }),
      ],
      async () => {
        const goods = {
          level: `select from public.stock_levels where variant_id = '${first}' for update`,
          value: `select from private.stock_values where variant_id = '${second}' for update`,
        };
        expect(await users.kept(goods)).toEqual(Object.keys(goods));
      },
    );
    expect(refusals(outcomes)).toEqual([]);
  });
});

describe('many orders', () => {
  test('of one new variant received in four branches concurrently form one chain of averages', async () => {
    const [one = '', two = ''] = await variants(2);
    const orders = await times(40, (index) =>
      order(index % 2 ? [line(one, 2, 1 + index), line(two, 1, 5)] : [line(two, 1, 5), line(one, 2, 1 + index)], {
        branch_id: [zamalek, nasrCity, maadi, warehouse][index % 4],
      }),
    );
    const receipts = orders.map(() => randomUUID());
    const lines = (index: number) =>
      index % 2
        ? [
            { variant_id: one, quantity: 2 },
            { variant_id: two, quantity: 1 },
          ]
        : [
            { variant_id: two, quantity: 1 },
            { variant_id: one, quantity: 2 },
          ];
    expect(
      refusals(
        await users.atOnce(
          orders.map(
            (id, index) => (on) => on.call('receive_purchase', { id: receipts[index], purchase_order_id: id, lines: lines(index) }),
          ),
        ),
      ),
    ).toEqual([]);
    const average = async (variant: string) =>
      Number((await sql`select average_cost from public.variant_costs where variant_id = ${variant}`)[0]?.average_cost);
    // The mean of 1 … 40, apart from the rounding at each step.
    expect(Math.abs((await average(one)) - 20.5)).toBeLessThan(0.01);
    expect(await average(two)).toBe(5);
    const undone = await users.atOnce(receipts.map((id) => (on) => on.call('undo_receipt', { id, reason: 'All back' })));
    expect(refusals(undone)).toEqual([]);
    expect(await average(one)).toBeNaN();
  });

  test('of one supplier are never overpaid by concurrent single and supplier payments', async () => {
    const [one = ''] = await variants(1);
    const supplier = randomUUID();
    await sql`insert into public.suppliers (id, name) values (${supplier}, ${supplier})`;
    const orders = await times(5, () => order([line(one, 1, 100)], { supplier_id: supplier }));
    const outcomes = await users.atOnce(
      Array.from(
        { length: 50 },
        (_, index) =>
          (on): Promise<Row> =>
            index % 2
              ? on.call('pay_supplier', {
                  id: randomUUID(),
                  supplier_id: supplier,
                  payment: paying(35, { id: undefined, branch_id: zamalek }),
                })
              : on.call('pay_purchase', { id: orders[index % 5], payments: [paying(15)] }),
      ),
    );
    expect(refusals(outcomes).filter((refusal) => refusal !== 'PT409 payment_exceeds_remaining')).toEqual([]);
    const [sum] =
      await sql`select sum(a.paid) as paid, max(a.paid) as most from public.purchase_amounts a where purchase_order_id = any (${orders})`;
    expect(Number(sum?.paid)).toBeGreaterThan(450);
    expect(Number(sum?.most)).toBeLessThanOrEqual(100);
  });

  test('of one supplier are paid by two concurrent payments as by one after the other', async () => {
    const [one = ''] = await variants(1);
    const supplier = randomUUID();
    await sql`insert into public.suppliers (id, name) values (${supplier}, ${supplier})`;
    await sql`
      with o as (
        insert into public.purchase_orders (number, supplier_id, branch_id, ordered_on)
        select n, ${supplier}, ${zamalek}, '2026-11-10' from unnest(private.next_numbers('PO', ${zamalek}, 1500)) n returning id),
      i as (insert into public.purchase_items (purchase_order_id, position, variant_id, quantity) select id, 1, ${one}, 1 from o returning id),
      c as (insert into public.purchase_item_costs (purchase_item_id, unit_cost, total) select id, 1, 1 from i)
      insert into public.purchase_amounts (purchase_order_id, subtotal, tax, total) select id, 1, 0, 1 from o`;
    const pay = (amount: number) =>
      tried(
        users.act<Row>(people.owner, 'pay_supplier', {
          id: randomUUID(),
          supplier_id: supplier,
          payment: paying(amount, { id: undefined, branch_id: zamalek }),
        }),
      );
    const waiting = async (amounts: number[], meanwhile: (transaction: TransactionSql) => Promise<unknown>) => {
      let outcomes: Promise<Outcome>[] = [];
      await sql.begin(async (transaction) => {
        await transaction`select from public.purchase_orders where supplier_id = ${supplier} for update`;
        outcomes = amounts.map(pay);
        await expect
          .poll(async () => (await sql`select from pg_stat_activity where wait_event_type = 'Lock'`).length, { timeout: 20_000 })
          .toBe(amounts.length);
        await meanwhile(transaction);
      });
      return refusals(await Promise.all(outcomes));
    };
    // An order it would cover is paid while it waits: then the amount needs more orders than allowed, rather
    // than exceeding the amount due.
    expect(
      await waiting([1499], async (transaction) => {
        const [{ id } = { id: '' }] = await transaction<
          { id: string }[]
        >`select id from public.purchase_orders where supplier_id = ${supplier} order by created_at, id limit 1`;
        await (await new TestSession(transaction).as(people.owner)).call('pay_purchase', { id, payments: [paying(1)] });
      }),
    ).toEqual(['PT400 list_over_limit']);
    expect(await waiting([1000, 499], () => Promise.resolve())).toEqual([]);
    expect(refusals([await pay(1)])).toEqual(['PT409 payment_exceeds_remaining']);
  });

  test('saved, completed and received while a number is locked do not deadlock', async () => {
    const [first = '', second = ''] = (await variants(2)).sort();
    const awaited = await order([line(first, 5), line(second, 5)]);
    const save = (variant: string, status: string) => () =>
      users.act(people.owner, 'save_purchase_order', ordered(randomUUID(), [line(variant, 1)], { status }));
    // The first waits for the number, the second holds its goods and waits behind it, the third holds the first's goods and waits for the second.
    const outcomes = await users.awaiting('PO', zamalek, [
      save(first, 'pending'),
      save(second, 'completed'),
      () =>
        users.act(people.owner, 'receive_purchase', {
          id: randomUUID(),
          purchase_order_id: awaited,
          lines: [first, second].map((variant_id) => ({ variant_id, quantity: 1 })),
        }),
    ]);
    expect(refusals(outcomes)).toEqual([]);
  });

  test('lock their goods and values before they wait for a receipt number', async () => {
    const [one = ''] = await variants(1);
    const awaited = await order([line(one, 5)]);
    const [{ product } = { product: '' }] = await sql<
      { product: string }[]
    >`select product_id as product from public.variants where id = ${one}`;
    await users.act(people.owner, 'receive_purchase', {
      id: randomUUID(),
      purchase_order_id: awaited,
      lines: [{ variant_id: one, quantity: 1 }],
    });
    const outcomes = await users.awaiting(
      'GR',
      zamalek,
      [
        () =>
          users.act(people.owner, 'receive_purchase', {
            id: randomUUID(),
            purchase_order_id: awaited,
            lines: [{ variant_id: one, quantity: 1 }],
          }),
        // It locks its levels before either of its numbers.
        () => users.act(people.owner, 'save_purchase_order', ordered(randomUUID(), [line(one, 1)], { status: 'completed' })),
      ],
      async () => {
        const goods = {
          product: `select private.lock_products_exclusive('{${product}}')`,
          level: `select from public.stock_levels where variant_id = '${one}' for update`,
          sum: `select from private.product_stock where product_id = '${product}' for update`,
          value: `select from private.stock_values where variant_id = '${one}' for update`,
        };
        expect(await users.kept(goods)).toEqual(Object.keys(goods));
      },
    );
    expect(refusals(outcomes)).toEqual([]);
    expect(await users.level(one, zamalek)).toBe(3);
  });

  test('keep the invariants under random concurrent actions, with transfers and losses', async () => {
    const roll = seededRandom(20261122);
    const pick = <T>(from: readonly T[]): T => from[roll(from.length)] as T;
    const all = await variants(8);
    const [orders, receipts, payments]: [string[], string[], string[]] = [[], [], []];
    const any = (made: string[]): string => pick(made) ?? randomUUID();
    const doing = async (): Promise<Row> => {
      const [at, to] = [pick(Object.values(branches)), pick(Object.values(branches))];
      const chosen = all.filter(() => roll(3) === 0);
      const lines = chosen.map((variant_id) => ({ variant_id, quantity: 1 + roll(5) }));
      const items = chosen.map((variant_id) => line(variant_id, 1 + roll(9), 1 + roll(20)));
      const id = randomUUID();
      const person = pick([people.owner, people.manager, people.buyer]);
      switch (roll(10)) {
        case 0:
        case 1:
        case 2: {
          const answer = await users.act<Row>(
            person,
            'save_purchase_order',
            ordered(id, items, { branch_id: at, status: pick(['pending', 'pending', 'completed']) }),
          );
          orders.push(id);
          if (answer.receipt) receipts.push(String((answer.receipt as Row).id));
          return answer;
        }
        case 3:
        case 4: {
          const answer = await users.act(person, 'receive_purchase', { id, purchase_order_id: any(orders), lines: lines.slice(0, 1) });
          receipts.push(id);
          return answer;
        }
        case 5:
          return users.act(person, 'undo_receipt', { id: any(receipts), reason: 'Dice' });
        case 6: {
          const paid = paying(1 + roll(30));
          payments.push(String(paid.id));
          return users.act(pick([people.owner, people.accountant]), 'pay_purchase', { id: any(orders), payments: [paid] });
        }
        case 7:
          return users.act(people.owner, pick(['close_purchase_short', 'reopen_purchase', 'cancel_purchase']), { id: any(orders) });
        case 8:
          return users.act(people.owner, 'void_purchase_payment', { id: any(payments), reason: 'Dice' });
        default: {
          if (roll(2))
            return users.act(people.owner, 'post_stock_entry', {
              id,
              kind: 'adjustment',
              reason: 'loss',
              branch_id: at,
              lines: lines.map((each) => ({ ...each, quantity: -1 })),
            });
          await users.act(people.owner, 'save_transfer', { id, from_branch_id: at, to_branch_id: to, lines });
          return users.act(people.owner, 'approve_transfer', { id });
        }
      }
    };
    const outcomes = await times(20, async () => {
      const done: Outcome[] = [];
      for (let round = 0; round < 25; round++) done.push(await tried(doing()));
      return done;
    });
    expect(outcomes.flat().filter((outcome) => 'ok' in outcome).length).toBeGreaterThan(100);
    expect(refusals(outcomes.flat()).filter((refusal) => !/^PT4\d\d /.test(refusal))).toEqual([]);
  });
});

test('a file attached while it is being deleted is either attached and stored, or refused', async () => {
  const [one = ''] = await variants(1);
  const id = await order([line(one, 1)]);
  for (let round = 0; round < 8; round++) {
    const paths = Array.from({ length: 25 }, () => `${zamalek}/purchases/${id}/${randomUUID()}.pdf`);
    await sql`insert into storage.objects ${sql(paths.map((name) => ({ bucket_id: 'attachments', name })))}`;
    const outcomes = await users.atOnce(
      paths.flatMap((path) => [
        (on) => on.call('attach_file', { id: randomUUID(), path, name: 'At once' }),
        async (on) => ({ gone: (await on.rows('delete from storage.objects where name = $1 returning id', path)).length }),
      ]),
    );
    expect(refusals(outcomes).filter((refusal) => refusal !== 'PT404 file_not_found')).toEqual([]);
    expect([
      ...(await sql`select a.path from public.attachments a where not exists (select from storage.objects o where o.bucket_id = 'attachments' and o.name = a.path)`),
    ]).toEqual([]);
  }
});

test('a file attached during the cleanup is either attached or removed, never both', async () => {
  const [one = ''] = await variants(1);
  const id = await order([line(one, 1)]);
  const kept = new Set<string>();
  for (let round = 0; round < 8; round++) {
    const paths = Array.from({ length: 25 }, () => `${zamalek}/purchases/${id}/${randomUUID()}.pdf`);
    await sql`insert into storage.objects ${sql(paths.map((name) => ({ bucket_id: 'attachments', name, created_at: new Date(Date.now() - 90_000_000) })))}`;
    const outcomes = await users.atOnce([
      ...paths.map(
        (path): Work =>
          (on) =>
            on.call('attach_file', { id: randomUUID(), path, name: 'At once' }),
      ),
      ...repeated(3, async (on) => ({ leaving: await (await on.asDatabaseOwner()).call('clean_files') })),
    ]);
    expect(refusals(outcomes).filter((refusal) => refusal !== 'PT404 file_not_found')).toEqual([]);
    for (const outcome of outcomes) if ('ok' in outcome && outcome.ok.path) kept.add(String(outcome.ok.path));
    expect([...(await sql`select a.path from public.attachments a join private.leaving_files using (path)`)]).toEqual([]);
  }
  expect(kept.size).toBeGreaterThan(5);
  await sql`delete from storage.objects o where o.bucket_id = 'attachments' and not exists (select from public.attachments a where a.path = o.name)`;
});

test('an opening balance of an invisible branch is refused at once while others hold it', async () => {
  const contact = { contact_id: supplier_id, branch_id: zamalek, day: '2026-01-01', amount: 10 };
  const id = randomUUID();
  await users.act(people.owner, 'record_opening_balance', { id, balance: { contact: 'supplier', ...contact } });
  const remove = { id, reason: 'Not mine' };
  await sql.begin(async (holder) => {
    await holder`select from public.purchase_orders where id = ${id} for update`;
    const outcome = await tried(
      sql.begin(async (transaction) => {
        await transaction`set local lock_timeout = '2s'`;
        await transaction`delete from public.user_branches where profile_id = ${people.accountant} and branch_id = ${zamalek}`;
        return (await new TestSession(transaction).as(people.accountant)).call('void_opening_balance', remove);
      }) as Promise<Row>,
    );
    expect(refusals([outcome])).toEqual(['PT404 opening_balance_not_found']);
  });
  // Those who may see it wait, and read what was changed meanwhile.
  const paid = paying(4);
  let waiting: Promise<Outcome> | undefined;
  await sql.begin(async (transaction) => {
    await (await new TestSession(transaction).as(people.owner)).call('pay_purchase', { id, payments: [paid] });
    waiting = tried(users.act<Row>(people.owner, 'void_opening_balance', remove));
    await untilBlocked(sql);
  });
  expect(refusals([(await waiting)!])).toEqual(['PT409 opening_balance_has_payments']);
});

test('a file cannot be attached to or detached from a payment that is being voided', async () => {
  const [one = ''] = await variants(1);
  const [paid, attached] = [paying(5), randomUUID()];
  await users.act(people.owner, 'pay_purchase', { id: await order([line(one, 1)]), payments: [paid] });
  const paths = ['late', 'kept'].map((name) => `${zamalek}/purchase_payments/${String(paid.id)}/${name}.pdf`);
  await sql`insert into storage.objects ${sql(paths.map((name) => ({ bucket_id: 'attachments', name })))}`;
  await users.act(people.owner, 'attach_file', { id: attached, path: paths[1], name: 'Kept' });
  let outcomes: Promise<Outcome>[] = [];
  await sql.begin(async (transaction) => {
    await (await new TestSession(transaction).as(people.owner)).call('void_purchase_payment', { id: paid.id, reason: 'At once' });
    outcomes = [
      users.act<Row>(people.owner, 'attach_file', { id: randomUUID(), path: paths[0], name: 'Late' }),
      users.act<Row>(people.owner, 'detach_file', { id: attached }),
    ].map(tried);
    // Requests that do not wait have finished by then.
    await Promise.race([
      Promise.all(outcomes),
      expect.poll(async () => (await sql`select from pg_stat_activity where wait_event_type = 'Lock'`).length, { timeout: 20_000 }).toBe(2),
    ]);
  });
  expect(refusals(await Promise.all(outcomes))).toEqual(Array(2).fill('PT409 payment_voided'));
});

test('after the database is killed, everything confirmed is stored and nothing is half done', async () => {
  const [one = ''] = await variants(1);
  await sql.end();
  const http = new Http(stack.url, stack.publishableKey, stack.jwtSecret, {
    aud: 'authenticated',
    role: 'authenticated',
    exp: Math.floor(Date.now() / 1000) + 600,
  });
  const answered: { id: string; state: number }[] = [];
  const workers = Array.from({ length: 6 }, async () => {
    for (;;) {
      const [id, receipt] = [randomUUID(), randomUUID()];
      const steps: [string, Row][] = [
        ['save_purchase_order', ordered(id, [line(one, 3)])],
        ['receive_purchase', { id: receipt, purchase_order_id: id, lines: [{ variant_id: one, quantity: 3 }] }],
        ['pay_purchase', { id, payments: [paying(30)] }],
      ];
      for (const [state, [call, body]] of steps.entries()) {
        const answer = await http.ask('owner', 'POST', `/rest/v1/rpc/${call}`, body).catch(() => ({ status: 0 }));
        if (answer.status !== 200) return answer.status;
        answered.push({ id, state });
      }
    }
  });
  // While work is in progress, however slow the machine.
  while (answered.length < 60) await new Promise((resolve) => setTimeout(resolve, 20));
  await stack.kill9();
  // Every worker stopped because the server was gone, not because it was refused.
  expect((await Promise.all(workers)).filter((status) => status > 0 && status < 500)).toEqual([]);
  const kept = [...answered];
  stack = await startStack({ dataDir: stack.dataDir });
  sql = connect(stack.databaseUrl, 25);
  const rows =
    await sql`select o.id, o.receipt_state, a.payment_status from public.purchase_orders o join public.purchase_amounts a on a.purchase_order_id = o.id where o.id = any (${kept.map(({ id }) => id)})`;
  const stands = new Map(rows.map((row) => [String(row.id), row]));
  expect(
    kept.filter(({ id, state }) => {
      const row = stands.get(id);
      return !row || (state > 0 && row.receipt_state !== 'full') || (state > 1 && row.payment_status !== 'paid');
    }),
  ).toEqual([]);
});

/* A drawer at the moment it is closed: its figures include everything that was confirmed, and nothing is added
   later. */
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startStack, type RunningStack } from '../../stack/stack.ts';
import { answersOf, ConcurrentUsers, refusals, repeated, times, tried, type Work } from './concurrent-users.ts';
import { branches, connect, people, TestSession, type Row } from './database.ts';
import { openDrawers } from './fixtures.ts';

let stack: RunningStack;
let sql: Sql;
let cash: string;
let variant: string;
const users = new ConcurrentUsers(() => sql);
const { zamalek } = branches;
const { owner, manager, cashier } = people;

beforeAll(async () => {
  stack = await startStack();
  sql = connect(stack.databaseUrl, 50);
  cash = String((await sql`select id from public.payment_methods where is_cash`)[0]?.id);
  const [one] = await users.products(1, { price: 100 });
  variant = one?.variant ?? '';
  await users.act(owner, 'post_stock_entry', {
    id: randomUUID(),
    kind: 'opening',
    branch_id: zamalek,
    lines: [{ variant_id: variant, quantity: 100_000 }],
  });
});
beforeEach(() => openDrawers((text) => sql.unsafe(text)));
afterAll(async () => {
  await sql?.end({ timeout: 2 });
  await stack?.stop();
});
afterEach(async () => {
  expect([...(await sql`select * from private.check_invariants()`)]).toEqual([]);
});

const drawerOf = async (person: string): Promise<string> =>
  String((await sql`select id from public.shifts where opened_by = ${person} and branch_id = ${zamalek} and status = 'open'`)[0]?.id);
const sale = (customer_id?: unknown): Row => ({
  id: randomUUID(),
  sale: { branch_id: zamalek, customer_id },
  lines: [{ variant_id: variant, quantity: 1 }],
  payments: customer_id ? [] : [{ payment_method_id: cash, amount: 100 }],
});
const closing = (id: string, actual_closing = 0): Row => ({ id, actual_closing, closing_balance: 0, note: 'At once' });
const figures = async (id: string): Promise<Row> => ({
  ...(await sql`select cash_sales::float, cash_returns::float, pay_ins::float from public.shift_figures where shift_id = ${id}`)[0],
});

test('one of two users closes a shift, and the other gets an error; retries answer the same', async () => {
  const id = await drawerOf(cashier);
  const outcomes = await users.atOnce(
    Array.from(
      { length: 20 },
      (_, index): Work =>
        (on) =>
          on.call('close_shift', closing(id, index % 2)),
    ),
    (at) => [manager, owner][at % 2] ?? owner,
  );
  // The ten requests of one user are identical and are answered the same.
  expect(refusals(outcomes)).toEqual(Array(10).fill('PT409 shift_closed'));
  expect(answersOf(outcomes).size).toBe(2);
});

test('a user opens one shift per branch, even from many devices concurrently', async () => {
  await users.act(cashier, 'close_shift', closing(await drawerOf(cashier)));
  const outcomes = await users.atOnce(
    Array.from({ length: 20 }, (): Work => (on) => on.call('open_shift', { id: randomUUID(), branch_id: zamalek, opening_balance: 5 })),
    () => cashier,
  );
  expect(refusals(outcomes)).toEqual(Array(19).fill('PT409 shift_open'));
  await users.act(cashier, 'close_shift', closing(await drawerOf(cashier)));
  const same = { id: randomUUID(), branch_id: zamalek, opening_balance: 5 };
  const again = await users.atOnce(
    repeated(20, (on) => on.call('open_shift', same)),
    () => cashier,
  );
  expect([refusals(again), answersOf(again).size]).toEqual([[], 1]);
});

test('two users who open shifts concurrently take over different drawers', async () => {
  for (const [person, left] of [
    [cashier, 30],
    [manager, 40],
  ] as const)
    await users.act(person, 'close_shift', { id: await drawerOf(person), actual_closing: left, note: 'Left' });
  const outcomes = await users.atOnce(
    Array.from(
      { length: 2 },
      (): Work => (on) => on.call('open_shift', { id: randomUUID(), branch_id: zamalek, opening_balance: 35, note: 'Counted' }),
    ),
    (at) => [cashier, manager][at] ?? owner,
  );
  expect(outcomes.map((outcome) => ('ok' in outcome ? outcome.ok.suggested_balance : null)).sort()).toEqual([30, 40]);
});

test('a sale made while its shift closes is either in its figures or refused', async () => {
  for (let round = 0; round < 5; round++) {
    await openDrawers((text) => sql.unsafe(text));
    const id = await drawerOf(cashier);
    const works = Array.from(
      { length: 20 },
      (_, index): Work =>
        (on) =>
          index === 10
            ? on.call('close_shift', closing(id))
            : index % 5 === 4
              ? on.call('record_cash', { id: randomUUID(), shift_id: id, kind: 'pay_in', amount: 1, reason: 'At once' })
              : on.call('record_sale', sale()),
    );
    const outcomes = await users.atOnce(works, () => cashier);
    expect([...new Set(refusals(outcomes))].filter((refusal) => !['PT409 shift_missing', 'PT409 shift_closed'].includes(refusal))).toEqual(
      [],
    );
    const done = (which: (index: number) => boolean) => outcomes.filter((outcome, index) => which(index) && 'ok' in outcome).length;
    expect(await figures(id)).toEqual({
      cash_sales: 100 * done((at) => at !== 10 && at % 5 !== 4),
      cash_returns: 0,
      pay_ins: done((at) => at % 5 === 4),
    });
  }
});

test('sales, payments and voids while their shift closes take effect fully or not at all', async () => {
  const [customer] = await sql`select id from public.customers limit 1`;
  for (let round = 0; round < 5; round++) {
    await openDrawers((text) => sql.unsafe(text));
    const id = await drawerOf(cashier);
    const made = (of?: unknown) => users.act<{ id: string }>(cashier, 'record_sale', sale(of));
    const [owed, paid] = [await times(8, () => made(customer?.id)), await times(8, () => made())];
    const groups = {
      pays: owed.map(
        (one): Work =>
          (on) =>
            on.call('pay_sale', { id: one.id, payments: [{ id: randomUUID(), payment_method_id: cash, amount: 40 }] }),
      ),
      sells: Array.from({ length: 13 }, (): Work => (on) => on.call('record_sale', sale())),
      voids: paid.map(
        (one): Work =>
          (on) =>
            on.call('void_sale', { id: one.id, reason: 'At once' }),
      ),
      closes: [
        async (on): Promise<Row> => {
          await setTimeout(round * 15);
          return on.call('close_shift', closing(id));
        },
      ] as Work[],
    };
    const kinds = Object.entries(groups).flatMap(([kind, works]) => works.map(() => kind));
    const outcomes = await users.atOnce(Object.values(groups).flat(), (at) => (kinds[at] === 'voids' ? manager : cashier));
    expect([...new Set(refusals(outcomes))].filter((refusal) => !['PT409 shift_missing', 'PT409 shift_closed'].includes(refusal))).toEqual(
      [],
    );
    const done = (kind: string) => outcomes.filter((outcome, index) => kinds[index] === kind && 'ok' in outcome).length;
    expect(done('closes')).toBe(1);
    expect(await figures(id)).toEqual({
      cash_sales: 100 * (8 - done('voids') + done('sells')) + 40 * done('pays'),
      cash_returns: 0,
      pay_ins: 0,
    });
  }
});

test('an expense paid while its shift closes is in its figures or comes out of no drawer', async () => {
  const ways = new Set<boolean>();
  for (let round = 0; round < 10; round++) {
    await openDrawers((text) => sql.unsafe(text));
    const [id, expenses] = [await drawerOf(manager), Array.from({ length: 8 }, () => randomUUID())];
    const spending = expenses.map(
      (expense): Work =>
        (on) =>
          on.call('save_expense', {
            id: expense,
            expense: { branch_id: zamalek, amount: 10 },
            payments: [{ id: randomUUID(), payment_method_id: cash, amount: 10, paid_on: '2026-11-10' }],
          }),
    );
    const outcomes = await users.atOnce(
      [
        ...spending,
        async (on) => {
          await setTimeout(round * 2);
          return on.call('close_shift', closing(id));
        },
      ],
      () => manager,
    );
    expect(refusals(outcomes)).toEqual([]);
    const paid = await sql`select shift_id = ${id} as own, shift_id from public.expense_payments where expense_id = any (${expenses})`;
    expect(paid.filter(({ own, shift_id }) => !own && shift_id !== null)).toEqual([]);
    for (const { own } of paid) ways.add(Boolean(own));
    const [frozen] = await sql`select cash_expenses::float from public.shift_figures where shift_id = ${id}`;
    expect(frozen?.cash_expenses).toBe(10 * paid.filter(({ own }) => own).length);
  }
  console.log(`paid before and after the closing: ${[...ways].join()}`);
});

test('an expense paid fifty times concurrently is never overpaid', async () => {
  const [card] = await sql`select id from public.payment_methods where not is_cash limit 1`;
  const id = randomUUID();
  await users.act(manager, 'save_expense', { id, expense: { branch_id: zamalek, amount: 100 } });
  const outcomes = await users.atOnce(
    Array.from(
      { length: 50 },
      (): Work => (on) =>
        on.call('pay_expense', { id, payments: [{ id: randomUUID(), payment_method_id: card?.id, amount: 15, paid_on: '2026-11-10' }] }),
    ),
    () => manager,
  );
  expect(refusals(outcomes)).toEqual(Array(44).fill('PT409 payment_exceeds_remaining'));
  expect({
    ...(
      await sql`select paid::float, payment_status, (select sum(amount)::float from public.expense_payments where expense_id = e.id) as sum from public.expenses e where id = ${id}`
    )[0],
  }).toEqual({ paid: 90, payment_status: 'partial', sum: 90 });
});

test('recurring expenses are written once by concurrent jobs, also after one fails', async () => {
  const today = String((await sql`select private.branch_today(${zamalek})::text as day`)[0]?.day);
  const begins = new Date(Date.parse(today) - 7 * 86_400_000).toISOString().slice(0, 10);
  const expenses = await times(12, () =>
    users.act<{ id: string }>(manager, 'save_expense', {
      id: randomUUID(),
      expense: { branch_id: zamalek, spent_on: begins, amount: 10, repeats: { every: 1, unit: 'days' } },
    }),
  );
  const rules = (await sql`select rule_id from public.expenses where id = any (${expenses.map(({ id }) => id)})`).map((row) =>
    String(row.rule_id),
  );
  const written = async () =>
    (
      await sql`select count(*)::int as count, count(distinct (rule_id, due_on))::int as days from public.expenses where rule_id = any (${rules})`
    )[0];
  await sql
    .begin(async (dying) => {
      await dying`select private.run_due_jobs()`;
      await sql`select private.job_write_due_expenses()`;
      // A rule locked by one job is skipped, not waited for.
      expect({ ...(await written()) }).toEqual({ count: 12, days: 12 });
      throw new Error('it dies');
    })
    .catch((error: Error) => expect(error.message).toBe('it dies'));
  for (let turn = 0; turn < 3; turn++) {
    const outcomes = await users.atOnce(
      repeated(4, async (on) => {
        await on.asDatabaseOwner();
        await on.rows('select private.job_write_due_expenses()');
        return {};
      }),
    );
    expect(refusals(outcomes)).toEqual([]);
  }
  expect({ ...(await written()) }).toEqual({ count: 96, days: 96 });
});

test('a file is attached to an expense or the expense is deleted concurrently, never both', async () => {
  const ways = new Set<string>();
  for (let round = 0; round < 6; round++) {
    const expenses = await times(10, () =>
      users.act<{ id: string }>(owner, 'save_expense', { id: randomUUID(), expense: { branch_id: zamalek, amount: 10 } }),
    );
    const paths = expenses.map(({ id }) => `${zamalek}/expenses/${id}/${randomUUID()}.pdf`);
    await sql`insert into storage.objects ${sql(paths.map((name) => ({ bucket_id: 'attachments', name })))}`;
    const outcomes = await users.atOnce(
      expenses.flatMap(({ id }, index): Work[] => [
        (on) => on.call('attach_file', { id: randomUUID(), path: paths[index], name: 'At once' }),
        (on) => on.call('delete_expense', { id }),
      ]),
    );
    // Exactly one of the two is refused.
    for (let index = 0; index < outcomes.length; index += 2) ways.add(refusals(outcomes.slice(index, index + 2)).join());
  }
  expect([...ways].filter((way) => !['PT404 document_not_found', 'PT409 expense_filed'].includes(way))).toEqual([]);
  await sql`delete from storage.objects o where o.bucket_id = 'attachments' and not exists (select from public.attachments a where a.path = o.name)`;
});

test('a payment voided while its shift closes comes out of exactly one drawer', async () => {
  const [customer] = await sql`select id from public.customers limit 1`;
  const ways = new Set<boolean>();
  for (let round = 0; round < 10; round++) {
    await openDrawers((text) => sql.unsafe(text));
    const [id, payment] = [await drawerOf(cashier), randomUUID()];
    const { id: sold } = await users.act(owner, 'record_sale', sale(customer?.id));
    await users.act(cashier, 'pay_sale', { id: sold, payments: [{ id: payment, payment_method_id: cash, amount: 40 }] });
    const outcomes = await users.atOnce(
      [
        (on) => on.call('void_sale_payment', { id: payment, reason: 'At once' }),
        async (on) => {
          // The delay makes either of the two come first.
          await setTimeout(round * 3);
          return on.call('close_shift', closing(id));
        },
      ],
      (at) => [manager, cashier][at] ?? owner,
    );
    expect(refusals(outcomes)).toEqual([]);
    const [row] = await sql`select void_shift_id = shift_id as own from public.sale_payments where id = ${payment}`;
    ways.add(Boolean(row?.own));
    expect(await figures(id)).toMatchObject({ cash_sales: row?.own ? 0 : 40 });
  }
  console.log(`voided within and after the closing: ${[...ways].join()}`);
});

test('tills with their own shifts do not wait for another shift that is closing', async () => {
  const id = await drawerOf(cashier);
  await sql
    .begin(async (transaction) => {
      const on = await new TestSession(transaction).as(cashier);
      await on.call('close_shift', closing(id));
      // The closing is not committed yet: other tills sell, and its own till waits.
      expect(await users.act(manager, 'record_sale', sale())).toMatchObject({ paid: 100 });
      const own = tried(users.act(cashier, 'record_sale', sale()));
      await expect.poll(async () => (await sql`select from pg_stat_activity where wait_event_type = 'Lock'`).length).toBe(1);
      return { own };
    })
    .then(async ({ own }) => expect(refusals([await own])).toEqual(['PT409 shift_missing']));
});

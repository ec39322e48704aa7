/* Imports concurrent with other work, on two connections. Most transactions are rolled back; tests that must commit delete what they
   made. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sql } from 'postgres';
import {
  branches,
  connect,
  databaseOwner,
  people,
  TestSession,
  inTestSession,
  stackOfWorker,
  untilBlocked,
  type Row,
} from '../database.ts';
import { detailOf, makeProduct } from '../fixtures.ts';
import { line, order } from './purchasing.ts';

const { zamalek, nasrCity } = branches;
let other: ReturnType<typeof connect>;
beforeAll(() => {
  other = connect(stackOfWorker().databaseUrl);
});
afterAll(() => other.end({ timeout: 5 }));

const send = (on: TestSession, kind: string, rows: Row[], dry = true, id: string = randomUUID()) =>
  on.call('import_sheet', {
    kind,
    id,
    rows: rows.map((row, index) => ({ row: index + 2, ...row })),
    options: { create: { suppliers: true, brands: true }, branch_id: zamalek },
    dry_run: dry,
  });
const progress = (on: TestSession, id: string) => on.call('import_progress', { id });

/** The first person's transaction stays open while the second person acts. */
const concurrently = (first: (on: TestSession) => Promise<void>, second: (on: TestSession) => Promise<void>) =>
  inTestSession(databaseOwner(), async (on) => {
    await on.as(people.owner);
    await first(on);
    await inTestSession(other, async (they) => {
      await they.rows("set local lock_timeout = '1s'");
      await they.as(people.manager);
      await second(they);
    });
  });

describe('the check of an import', () => {
  /** All variants of products kept in all branches, with a new price and stock level: an import that would lock them all. */
  const everyProduct = async (on: TestSession): Promise<Row[]> =>
    (
      await on.rows<{ sku: string }>(
        'select v.sku from public.variants v join public.products p on p.id = v.product_id where p.branch_id is null',
      )
    ).map(({ sku }) => ({ sku, price: '987', low_stock_level: '3', active: 'yes' }));

  test('takes no lock that blocks stock, purchases or product saves', async () => {
    await concurrently(
      async (on) => {
        const rows = await everyProduct(on);
        expect(await send(on, 'products', rows)).toMatchObject({ status: 'checked', problem_count: 0, products: { create: 0 } });
        expect(
          await send(
            on,
            'purchase_orders',
            rows.map(({ sku }, index) => ({
              reference: `Kite ${index >> 4}`,
              supplier: 'Mahalla Textiles',
              sku,
              quantity: '1',
              unit_cost: '1',
            })),
          ),
        ).toMatchObject({ status: 'checked', problem_count: 0 });
        expect(
          await send(
            on,
            'sales',
            rows.map(({ sku }, index) => ({
              reference: `Kite ${index}`,
              branch: 'ZAM',
              sold_at: '2026-10-01',
              customer: 'Kite Mona',
              sku,
              quantity: index % 3 ? '1' : '-1',
              unit_price: '1',
            })),
          ),
        ).toMatchObject({ status: 'checked' });
        expect(await send(on, 'suppliers', [{ name: 'Mahalla Textiles', land_line: '555 0100' }])).toMatchObject({
          status: 'checked',
          suppliers: { update: 1 },
        });
        await on.asDatabaseOwner();
        // Only read locks, and locks on its own temporary tables.
        expect(
          await on.rows(`select l.relation::regclass, l.mode from pg_locks l left join pg_class c on c.oid = l.relation
          where l.pid = pg_backend_pid() and l.locktype in ('relation', 'tuple', 'advisory', 'transactionid') and l.mode <> 'AccessShareLock'
            and (l.locktype <> 'relation' or c.relnamespace <> pg_my_temp_schema() and c.relnamespace <> 'pg_catalog'::regnamespace and c.relnamespace <> 'pg_toast'::regnamespace
              and c.relnamespace::regnamespace::text not like 'pg_toast%')
            and not (l.locktype = 'transactionid' and l.mode = 'ExclusiveLock')`),
        ).toEqual([]);
      },
      async (they) => {
        const goods = await they.rows<{ id: string; product_id: string; name: string; version: number }>(
          'select v.id, p.id as product_id, p.name, p.version from public.variants v join public.products p on p.id = v.product_id where p.branch_id is null order by v.id limit 20',
        );
        await they.as(people.owner);
        const lines = goods.map(({ id }) => ({ variant_id: id, quantity: 5 }));
        await they.call('post_stock_entry', { id: randomUUID(), kind: 'opening', branch_id: zamalek, lines });
        const id = randomUUID();
        await they.call('save_transfer', { id, from_branch_id: zamalek, to_branch_id: nasrCity, lines });
        expect(await they.call('approve_transfer', { id })).toMatchObject({ status: 'approved' });
        const purchase = await order(
          they,
          goods.map((one) => line(one.id, 2, 4)),
          { branch_id: zamalek },
        );
        await they.call('receive_purchase', {
          id: randomUUID(),
          purchase_order_id: purchase.id,
          lines: goods.map((one) => ({ variant_id: one.id, quantity: 1 })),
        });
        const one = goods[0];
        await they.call('save_product', {
          id: one?.product_id,
          product: { low_stock_level: 7 },
          variants: await they.rows(
            'select id, color_id, size_id, sku, barcode, price_override, active from public.variants where product_id = $1',
            one?.product_id,
          ),
          expected_version: one?.version,
        });
        expect(await send(they, 'products', [{ name: 'Kite concurrent', price: '5', quantity: '1' }], false)).toMatchObject({
          status: 'applied',
        });
      },
    );
  });
});

describe('a running import', () => {
  test('is named to a user who applies another one, while checks are still accepted', async () => {
    const id = randomUUID();
    await concurrently(
      async (on) => {
        expect(await send(on, 'products', [{ name: 'Kite first', price: '5' }], false, id)).toMatchObject({ status: 'applied' });
      },
      async (they) => {
        const name = await they.value<string>('select name from public.profiles where id = $1', people.owner);
        for (const kind of ['customers', 'products']) {
          const refusal = await they.refused(() => send(they, kind, [{ name: 'Kite second' }], false));
          expect(refusal).toMatchObject({ code: 'PT409', message: 'import_running' });
          expect(detailOf(refusal)).toMatchObject({ by: name, minutes: 1 });
        }
        expect(await send(they, 'customers', [{ name: 'Kite second' }])).toMatchObject({ status: 'checked', customers: { create: 1 } });
        // Only the person who started it sees its progress.
        expect(await progress(they, id)).toEqual({ status: 'none' });
        await they.as(people.owner);
        const running = await progress(they, id);
        expect(running).toMatchObject({ status: 'running' });
        expect(running.part).toBeGreaterThan(0);
        expect(await progress(they, randomUUID())).toEqual({ status: 'none' });
        expect(await they.refused(() => they.call('undo_import', { id: randomUUID() }))).toMatchObject({ message: 'import_not_found' });
      },
    );
    // After the rollback there is no import and no lock left.
    await inTestSession(other, async (they) => {
      await they.as(people.owner);
      expect(await progress(they, id)).toEqual({ status: 'none' });
      expect(await send(they, 'customers', [{ name: 'Kite second' }], false)).toMatchObject({ status: 'applied' });
    });
  });

  test('reports the progress of an undo only to the user who runs it', async () => {
    const id = randomUUID();
    const as = (person: string, action: (on: TestSession) => Promise<unknown>) =>
      databaseOwner().begin(async (transaction) => action(await new TestSession(transaction).as(person)));
    await as(people.buyer, (on) => send(on, 'products', [{ name: `Kite ${id}`, price: '5' }], false, id));
    for (const [undoingUser, otherUser] of [
      [people.owner, people.buyer],
      [people.buyer, people.owner],
    ] as const) {
      await inTestSession(databaseOwner(), async (on) => {
        await on.as(undoingUser);
        await on.call('undo_import', { id });
        await inTestSession(other, async (they) => {
          await they.as(otherUser);
          expect(await progress(they, id)).toMatchObject({ status: 'applied' });
          await they.as(undoingUser);
          const running = await progress(they, id);
          expect(running).toMatchObject({ status: 'running' });
          expect(running.part).toBeGreaterThan(0);
        });
      });
    }
    await as(people.buyer, async (on) => expect(await progress(on, id)).toMatchObject({ status: 'applied', report: { id } }));
    await as(people.owner, async (on) => {
      expect(await progress(on, id)).toEqual({ status: 'applied' });
      await on.call('undo_import', { id });
    });
    await as(people.owner, async (on) => expect(await progress(on, id)).toEqual({ status: 'undone' }));
    await as(people.storekeeper, async (on) => expect(await progress(on, id)).toEqual({ status: 'none' }));
  });

  test("never has the progress 'none' while it commits", async () => {
    const id = randomUUID();
    let answer: Promise<void> | undefined;
    let status: Row = {};
    await other.begin(async (gate) => {
      await gate`select pg_advisory_xact_lock(77)`;
      await databaseOwner().begin(async (transaction) => {
        await send(await new TestSession(transaction).as(people.owner), 'products', [{ name: `Kite ${id}`, price: '5' }], false, id);
        answer = inTestSession(databaseOwner(), async (on) => {
          await on.asDatabaseOwner();
          // By the time the gate opens, the import has committed and is no longer running.
          await on.rows(`create or replace view private.import_at_work (import_key, person_key, since) as
            with gate as materialized (select pg_advisory_xact_lock(77)::text as passed) select length(passed)::bigint, -length(passed)::bigint, now() from gate`);
          await on.as(people.owner);
          status = await progress(on, id);
        });
        await expect
          .poll(async () => (await gate`select from pg_locks where locktype = 'advisory' and objid = 77 and not granted`).length, {
            timeout: 5000,
          })
          .toBe(1);
      });
    });
    await answer;
    expect(status).toMatchObject({ status: 'applied' });
    await databaseOwner().begin(async (transaction) => (await new TestSession(transaction).as(people.owner)).call('undo_import', { id }));
  });

  test("has the progress 'none' for a deactivated user", async () => {
    const id = randomUUID();
    await inTestSession(databaseOwner(), async (on) => {
      await on.as(people.buyer);
      await send(on, 'products', [{ name: 'Kite first', price: '5' }], false, id);
      await inTestSession(other, async (they) => {
        await they.as(people.buyer);
        expect(await progress(they, id)).toMatchObject({ status: 'running' });
        await they.asDatabaseOwner();
        await they.rows('update public.profiles set active = false where id = $1', people.buyer);
        await they.as(people.buyer);
        expect(await progress(they, id)).toEqual({ status: 'none' });
      });
    });
  });

  test('makes a retry wait and answers it with the first result', async () => {
    const id = randomUUID();
    const rows = [{ name: `Kite ${id}`, price: '5' }];
    let second: Promise<Row> | undefined;
    const first = await databaseOwner().begin(async (transaction) => {
      const on = await new TestSession(transaction).as(people.owner);
      const report = await send(on, 'products', rows, false, id);
      second = other.begin(async (later) =>
        send(await new TestSession(later).as(people.owner), 'products', rows, false, id),
      ) as Promise<Row>;
      await untilBlocked(transaction as unknown as Sql);
      return report;
    });
    expect(await second).toEqual(first);
    await inTestSession(other, async (they) => {
      await they.as(people.owner);
      expect(await progress(they, id)).toMatchObject({ status: 'applied', report: first });
    });
    await databaseOwner().begin(async (transaction) => (await new TestSession(transaction).as(people.owner)).call('undo_import', { id }));
  });

  test('blocks stock movements only if it changes codes, and then before they take any lock', async () => {
    const {
      id: product,
      variants: [variant = ''],
    } = await databaseOwner().begin(async (transaction) => makeProduct(await new TestSession(transaction).as(people.owner)));
    const [{ sku } = { sku: '' }] = await databaseOwner()<{ sku: string }[]>`select sku::text from public.variants where id = ${variant}`;
    const move = (they: TestSession) =>
      they.call('post_stock_entry', {
        id: randomUUID(),
        kind: 'opening',
        branch_id: zamalek,
        lines: [{ variant_id: variant, quantity: 5 }],
      });
    const applyImport = (row: Row) => async (on: TestSession) =>
      expect(await send(on, 'products', [{ sku, ...row }], false)).toMatchObject({ status: 'applied', variants: { update: 1 } });
    await concurrently(applyImport({ price_override: '7' }), async (they) => {
      await they.as(people.owner);
      expect(await move(they)).toMatchObject({ pieces: 5 });
    });
    await concurrently(applyImport({ barcode: `K${Date.now()}` }), async (they) => {
      await they.as(people.owner);
      expect(await they.refused(() => move(they))).toMatchObject({
        code: '55P03',
        where: expect.stringContaining('acquire_product_locks'),
      });
    });
    await databaseOwner()`delete from public.products where id = ${product}`;
  });

  test('refuses other changes of its products within a second, so that tills go on selling', async () => {
    const {
      id: product,
      variants: [variant = ''],
    } = await databaseOwner().begin(async (transaction) => makeProduct(await new TestSession(transaction).as(people.owner)));
    const [own] = await databaseOwner()<Row[]>`
      select id, color_id, size_id, sku::text, barcode::text, price_override, active from public.variants where id = ${variant}`;
    const callAsOther = (name: string, args: Row) =>
      other.begin(async (transaction) => {
        // As for every request of the API.
        await transaction`set local statement_timeout = '8s'`;
        return (await new TestSession(transaction).as(people.owner)).call(name, args);
      });
    const save = (changes: Row) =>
      callAsOther('save_product', {
        id: product,
        product: { price: 5 },
        variants: [{ ...own, ...changes }],
        expected_version: 1,
      });
    const isRefused = async (saving: Promise<unknown>) =>
      expect(await saving.catch((error: Row) => error)).toMatchObject({ code: '55P03' });
    const move = (they: TestSession) =>
      they.call('post_stock_entry', {
        id: randomUUID(),
        kind: 'opening',
        branch_id: zamalek,
        lines: [{ variant_id: variant, quantity: 5 }],
      });
    await inTestSession(databaseOwner(), async (on) => {
      await on.as(people.owner);
      expect(await send(on, 'products', [{ sku: own?.sku, price: '77' }], false)).toMatchObject({ status: 'applied' });
      const stored = { id: product, version: 1, price: 5, category_id: null, brand_id: null, active: false, own_prices: [] };
      await isRefused(save({}));
      await isRefused(callAsOther('update_products', { changes: { active: false }, ids: [product] }));
      await isRefused(callAsOther('restore_products', { before: [stored] }));
      await inTestSession(other, async (they) => {
        await they.rows("set local lock_timeout = '150ms'");
        await they.as(people.owner);
        expect(await move(they)).toMatchObject({ pieces: 5 });
      });
    });
    // An import of orders refers to its variants before it locks their products.
    await inTestSession(databaseOwner(), async (on) => {
      await on.asDatabaseOwner();
      await on.rows('select from public.variants where id = $1 for key share', variant);
      const saving = save({ barcode: `K${Date.now()}` });
      const refusal = isRefused(saving);
      await untilBlocked(databaseOwner());
      await on.rows('select private.lock_products_shared($1)', [variant]);
      await refusal;
    });
    await databaseOwner()`delete from public.products where id = ${product}`;
  });

  test('is refused if a record changed between plan and write', async () => {
    const name = `Kite ${randomUUID()}`;
    const [customer] = await databaseOwner()`insert into public.customers (name, phone) values (${name}, '555 0900') returning id, version`;
    let action: Promise<Row> | undefined;
    await other.begin(async (transaction) => {
      await transaction`update public.customers set address = 'Moved' where id = ${customer?.id as string}`;
      // It plans with the known values, then waits for the row.
      action = databaseOwner().begin(async (later) =>
        send(await new TestSession(later).as(people.owner), 'customers', [{ phone: '5550900', address: 'From a file' }], false),
      ) as Promise<Row>;
      action.catch(() => undefined);
      await untilBlocked(transaction as unknown as Sql);
    });
    await expect(action).rejects.toMatchObject({ code: 'PT409', message: 'import_overtaken' });
    expect(await databaseOwner()`select address from public.customers where id = ${customer?.id as string}`).toMatchObject([
      { address: 'Moved' },
    ]);
    await databaseOwner()`delete from public.customers where id = ${customer?.id as string}`;
  });

  // A movement references its variant: a lock that blocks foreign-key checks would block every till.
  for (const [what, own] of [
    ['of products', {}],
    ['of variants', { price_override: '55' }],
  ] as const)
    test(`does not block stock movements when it changes prices ${what}`, async () => {
      await concurrently(
        async (on) => {
          const goods = await on.rows<{ sku: string }>(
            'select v.sku from public.variants v join public.products p on p.id = v.product_id where p.branch_id is null',
          );
          expect(
            await send(
              on,
              'products',
              goods.map(({ sku }) => ({ sku, price: '987', ...own })),
              false,
            ),
          ).toMatchObject({ status: 'applied' });
        },
        async (they) => {
          await they.as(people.owner);
          const goods = await they.rows<{ id: string }>(
            'select v.id from public.variants v join public.products p on p.id = v.product_id where p.branch_id is null order by v.id limit 20',
          );
          await they.call('post_stock_entry', {
            id: randomUUID(),
            kind: 'opening',
            branch_id: zamalek,
            lines: goods.map(({ id }) => ({ variant_id: id, quantity: 5 })),
          });
        },
      );
    });
});

describe('a large import and its undo', () => {
  const range = (count: number) => Array.from({ length: count }, (_, index) => index);
  /** Enough products to use each of the 128 product locks (private.acquire_product_locks). */
  const products = (run: string, count = 1000): Row[] =>
    range(count).map((n) => ({
      name: `Kite ${run} ${n}`,
      sku: `${run}-${n}`,
      price: '5',
      purchase_price: '3',
      quantity: '2',
      branch: 'ZAM',
    }));
  const kinds: Record<string, (run: string, skus: string[]) => Row[]> = {
    'of new products': (run) => products(run),
    'of new variants of products that are there': (_, skus) =>
      skus.map((sku, n) => ({
        group: sku,
        name: `Kite existing ${n}`,
        sku: `${sku}-XL`,
        size: 'XL',
        price: '5',
        quantity: '2',
        branch: 'ZAM',
      })),
    'of prices': (_, skus) => skus.map((sku, n) => ({ sku, price: String(100 + n), price_override: String(50 + n) })),
    'of customers': (run) => range(300).map((n) => ({ name: `Kite ${run} ${n}` })),
    'of expenses': (run) => range(300).map((n) => ({ spent_on: '2026-10-01', branch: 'ZAM', amount: '5', reference: `${run}-${n}` })),
    'of purchase orders': (run, skus) =>
      skus.map((sku, n) => ({
        reference: `${run}-${n >> 2}`,
        supplier: 'Mahalla Textiles',
        branch: 'ZAM',
        sku,
        quantity: '1',
        unit_cost: '1',
      })),
    'of sales': (run, skus) =>
      skus.map((sku, n) => ({
        reference: `${run}-${n >> 1}`,
        branch: 'ZAM',
        till: 'K1',
        sold_at: '2026-10-01',
        sku,
        quantity: '1',
        unit_price: '1',
      })),
  };
  const kindOf = (what: string) =>
    ['customers', 'expenses', 'purchase_orders', 'sales'].find((kind) => what === `of ${kind.replace('_', ' ')}`) ?? 'products';
  /** Actions on other goods that would have to wait. */
  const waiting = async (they: TestSession, others: readonly { id: string; product_id: string; name: string; version: number }[]) => {
    await they.rows("set local lock_timeout = '150ms'");
    await they.as(people.owner);
    const customer_id = await they.value<string>('select id from public.customers where active limit 1');
    const lines = others.map(({ id }) => ({ variant_id: id, quantity: 1 }));
    const [one] = others;
    const variants = await they.rows(
      'select id, color_id, size_id, sku, barcode, price_override, active from public.variants where product_id = $1',
      one?.product_id,
    );
    const operations: Record<string, () => Promise<unknown>> = {
      receive: () => they.call('post_stock_entry', { id: randomUUID(), kind: 'opening', branch_id: zamalek, lines }),
      sell: () => they.call('record_sale', { id: randomUUID(), sale: { branch_id: zamalek, customer_id }, lines }),
      'sell at the till of the file': () =>
        they.call('record_sales', { branch_id: zamalek, till: 'K1', sales: [{ reference: randomUUID(), customer_id, lines }] }),
      order: () =>
        order(
          they,
          others.map(({ id }) => line(id, 1, 4)),
          { branch_id: zamalek },
        ),
      spend: () => they.call('save_expense', { id: randomUUID(), expense: { branch_id: zamalek, spent_on: '2026-11-01', amount: 5 } }),
      edit: () =>
        they.call('save_product', {
          id: one?.product_id,
          product: { name: one?.name, price: 5, low_stock_level: 7 },
          variants,
          expected_version: one?.version,
        }),
    };
    const waits: string[] = [];
    for (const [name, make] of Object.entries(operations)) {
      await they.rows('savepoint operation');
      await make().catch(async (error: Row) => {
        if (error.code !== '55P03') throw error as unknown as Error;
        waits.push(`${name}: ${String(error.where).split('\n').slice(0, 3).join(' < ')}`);
        await they.rows('rollback to savepoint operation');
      });
    }
    return waits;
  };

  // Orders and sales in a file lock their products only in their last step, so an edit of a product may wait.
  const isPatient = (what: string, wait: string) => ['of sales', 'of purchase orders'].includes(what) && wait.startsWith('edit');

  for (const [what, rowsOf] of Object.entries(kinds))
    test(`${what} does not make sales, receipts, orders, expenses or edits of other goods wait`, async () => {
      const run = randomUUID().slice(0, 6);
      const skus = range(400).map((n) => `${run}-${n}`);
      const others = await databaseOwner()<{ id: string; product_id: string; name: string; version: number }[]>`
        select v.id, p.id as product_id, p.name::text, p.version from public.variants v join public.products p on p.id = v.product_id
        where p.branch_id is null order by v.id limit 150`;
      await inTestSession(databaseOwner(), async (on) => {
        await on.as(people.owner);
        const existing = skus.map((sku) => ({
          name: `Kite existing ${sku}`,
          group: sku,
          sku,
          size: 'L',
          price: '5',
          quantity: '9',
          branch: 'ZAM',
        }));
        expect(await send(on, 'products', existing, false)).toMatchObject({ status: 'applied' });
        await on.asDatabaseOwner();
        await on.rows(`update public.variants set created_at = created_at - interval '1 day' where sku = any ($1)`, skus);
        await on.as(people.owner);
        const id = randomUUID();
        expect(await send(on, kindOf(what), rowsOf(`n${run}`, skus), false, id)).toMatchObject({ status: 'applied' });
        const nobodyWaits = () =>
          inTestSession(other, async (they) => {
            const waits = await waiting(they, others);
            expect(waits.filter((wait) => !isPatient(what, wait))).toEqual([]);
          });
        await nobodyWaits();
        await on.call('undo_import', { id });
        await nobodyWaits();
      });
    });

  test('scans no table once per row, even on a connection that planned with few rows', async () => {
    await inTestSession(databaseOwner(), async (on) => {
      const read = () =>
        on.value<number>("select coalesce(sum(seq_tup_read), 0) from pg_stat_xact_user_tables where schemaname in ('public', 'private')");
      await on.asDatabaseOwner();
      await on.rows('analyze');
      for (const run of ['a', 'b', 'c']) {
        const id = randomUUID();
        await on.as(people.owner);
        expect(await send(on, 'products', products(`${run}${id.slice(0, 5)}`, 3), false, id)).toMatchObject({ status: 'applied' });
        await on.call('undo_import', { id });
      }
      const id = randomUUID();
      const count = 4000;
      const counted: number[] = [];
      for (const act of [
        () => send(on, 'products', products(`d${id.slice(0, 5)}`, count), false, id),
        () => on.call('undo_import', { id }),
      ]) {
        await on.asDatabaseOwner();
        const before = Number(await read());
        await on.as(people.owner);
        await act();
        await on.asDatabaseOwner();
        counted.push(Math.round((Number(await read()) - before) / count));
      }
      expect(counted.map((times) => (times < count / 4 ? 'few' : times))).toEqual(['few', 'few']);
    });
  });
});

test('a generated SKU skips one that is being saved concurrently', async () => {
  const next = String(Number((await databaseOwner()`select last_value from private.sku_numbers`)[0]?.last_value) + 1);
  let made: Promise<{ id: string; variants: string[] }> | undefined;
  let typed = '';
  await other.begin(async (transaction) => {
    const they = await new TestSession(transaction).as(people.owner);
    typed = (await makeProduct(they, {}, [{ sku: next, color_id: null, size_id: null, price_override: null }])).id;
    made = databaseOwner().begin(async (later) => makeProduct(await new TestSession(later).as(people.owner))) as Promise<{
      id: string;
      variants: string[];
    }>;
    made.catch(() => undefined);
    await untilBlocked(transaction as unknown as Sql);
  });
  const { id, variants } = (await made) as { id: string; variants: string[] };
  const [row] = await databaseOwner()`select sku from public.variants where id = ${variants[0] ?? ''}`;
  expect(Number(row?.sku)).toBeGreaterThan(Number(next));
  await databaseOwner()`delete from public.products where id in (${id}, ${typed})`;
});

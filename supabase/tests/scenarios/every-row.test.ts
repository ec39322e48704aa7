/* Reads a list from the first row to the last in small pages, ordered by id, while others write. */
import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { makeProduct, stocked } from '../fixtures.ts';
import { order } from './purchasing.ts';

/** Returns the ids that it deleted, if any. */
type Write = (on: TestSession, left: string[]) => Promise<string[] | void>;

/** Returns the keys of all rows read; a write happens before each further page. `left` are the ids not read yet. */
async function read(on: TestSession, call: string, asked: Row, write: Write, key = 'id'): Promise<string[]> {
  const page = async (after_id?: string) =>
    (
      await on.table<Record<string, string>>(call, {
        ...asked,
        sort: 'id',
        page_size: 3,
        ...(call === 'count_lines' ? {} : { descending: false }),
        ...(after_id === undefined ? {} : { after_id }),
      })
    ).map((row) => String(row[key]));
  const before = (await on.table<Record<string, string>>(call, { ...asked, page_size: 500 })).map((row) => String(row[key]));
  expect(before.length).toBeGreaterThan(6);
  const came: string[] = [];
  const gone = new Set<string>();
  for (let part = await page(); part.length > 0; part = await page(came.at(-1))) {
    came.push(...part);
    const left = before.filter((id) => !came.includes(id) && !gone.has(id));
    for (const id of (await write(on, left)) ?? []) gone.add(id);
    await on.as(people.owner);
  }
  expect(new Set(came).size).toBe(came.length);
  expect(came).toEqual(expect.arrayContaining(before.filter((id) => !gone.has(id))));
  expect(came.filter((id) => gone.has(id))).toEqual([]);
  return came;
}

const renamed: Write = async (on) => {
  await on.asDatabaseOwner();
  await on.rows(`update public.products set name = md5(random()::text)`);
};

describe('paging by id returns every row exactly once', () => {
  scenario('of products, while all are renamed and repriced, some are added and some deleted', async (on) => {
    await on.as(people.owner);
    for (let n = 0; n < 6; n++) await makeProduct(on);
    const unused = new Set(
      await on
        .rows<{ id: string }>(`select id from public.products where name like 'Test shirt%'`)
        .then((rows) => rows.map(({ id }) => id)),
    );
    const came = await read(on, 'product_page', {}, async (_, left) => {
      await on.as(people.owner);
      await makeProduct(on);
      const [goes] = left.filter((id) => unused.has(id));
      if (goes) await on.call('delete_product', { id: goes });
      await renamed(on, left);
      await on.rows('update public.products set price = 1 + random() * 100');
      return goes ? [goes] : [];
    });
    expect(came).toEqual([...came].sort());
  });

  scenario('of a filtered list, and no others', async (on) => {
    await on.as(people.owner);
    const made: string[] = [];
    for (let n = 0; n < 8; n++) made.push((await makeProduct(on, { name: `Zebra ${n}` })).id);
    expect(await read(on, 'product_page', { words: 'zebra' }, async () => makeProduct(on).then(() => undefined))).toEqual([...made].sort());
  });

  scenario('of stock levels, while quantities change and stock reaches new places', async (on) => {
    await on.as(people.owner);
    const {
      variants: [variant = ''],
    } = await makeProduct(on);
    const { id } = await makeProduct(on, {}, await sizes(on, 7));
    const all = (await on.rows<{ id: string }>('select id from public.variants where product_id = $1', id)).map((row) => row.id);
    await stocked(
      on,
      people.owner,
      branches.zamalek,
      all.map((each, index) => [each, index + 1]),
    );
    const points = await on.rows<{ id: string }>('select id from public.stock_points order by id');
    await read(on, 'level_page', { at_branch_ids: [branches.zamalek] }, async () => {
      await stocked(on, people.owner, branches.zamalek, [[variant, 5]], points.pop()?.id ?? null);
      await on.call('post_stock_entry', {
        id: randomUUID(),
        kind: 'adjustment',
        reason: 'correction',
        branch_id: branches.zamalek,
        lines: all.map((variant_id) => ({ variant_id, quantity: 100 * Math.ceil(Math.random() * 9) })),
      });
      await renamed(on, []);
    });
  });

  scenario('of transfers and purchase orders, while others are created', async (on) => {
    await on.as(people.owner);
    const {
      variants: [variant = ''],
    } = await makeProduct(on);
    const transfer = () =>
      on.call('save_transfer', {
        id: randomUUID(),
        from_branch_id: branches.zamalek,
        to_branch_id: branches.nasrCity,
        lines: [{ variant_id: variant, quantity: 1 }],
      });
    const bought = () => order(on, [{ variant_id: variant, quantity: 1, unit_cost: Math.ceil(Math.random() * 100) }]);
    for (let n = 0; n < 7; n++) await Promise.all([transfer(), bought()]);
    await read(on, 'transfer_page', {}, async () => void (await transfer()));
    await read(on, 'purchase_page', {}, async () => void (await bought()));
  });

  scenario('of a stock count, while others continue counting', async (on) => {
    await on.as(people.owner);
    const { id: product } = await makeProduct(on, {}, await sizes(on, 7));
    const variants = (await on.rows<{ id: string }>('select id from public.variants where product_id = $1', product)).map(({ id }) => id);
    const id = randomUUID();
    await on.call('start_count', { id, branch_id: branches.zamalek, scope: 'products', scope_ids: [product] });
    const tally = (variant_id: string) => ({ id: randomUUID(), variant_id, mode: 'add', quantity: 1 });
    await on.call('record_tallies', { count_id: id, tallies: variants.map(tally) });
    const came = await read(
      on,
      'count_lines',
      { id },
      async (_, left) => {
        await on.call('record_tallies', { count_id: id, tallies: variants.slice(0, 3).map(tally) });
        await renamed(on, left);
      },
      'variant_id',
    );
    expect(came).toHaveLength(7);
  });
});

/** The variants of the product differ only in size. */
async function sizes(on: TestSession, count: number): Promise<Row[]> {
  return (await on.rows<{ id: string }>(`select id from public.sizes order by id limit $1`, count)).map(({ id }) => ({ size_id: id }));
}

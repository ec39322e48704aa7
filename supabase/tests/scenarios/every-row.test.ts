/* A list read from its first row to its last, a few at a time, by the id that no change touches, while others write. */
import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { makeProduct, stocked } from '../fixtures.ts';
import { order } from './purchasing.ts';

/** Answers what it took away, if anything. */
type Write = (on: TestSession, left: string[]) => Promise<string[] | void>;

/** The keys of all that comes; before each further page somebody writes. `left`: what has not come yet. */
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

describe('every row comes once, those that stood there all the time among them', () => {
  scenario('of products, while all are renamed and priced anew, some come and some go', async (on) => {
    await on.as(people.owner);
    for (let n = 0; n < 6; n++) await makeProduct(on);
    const unused = new Set(
      await on
        .rows<{ id: string }>(`select id from public.products where name like 'Test shirt%'`)
        .then((rows) => rows.map(({ id }) => id)),
    );
    const came = await read(on, 'product_list', {}, async (_, left) => {
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

  scenario('of a filter, and no other', async (on) => {
    await on.as(people.owner);
    const made: string[] = [];
    for (let n = 0; n < 8; n++) made.push((await makeProduct(on, { name: `Zebra ${n}` })).id);
    expect(await read(on, 'product_list', { words: 'zebra' }, async () => makeProduct(on).then(() => undefined))).toEqual([...made].sort());
  });

  scenario('of levels, while quantities change and goods come to new places', async (on) => {
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

  scenario('of transfers and of orders, while others are made', async (on) => {
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
    await read(on, 'purchase_list', {}, async () => void (await bought()));
  });

  scenario('of a count, while others go on counting', async (on) => {
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

/** Nothing but their sizes sets the variants of a product apart. */
async function sizes(on: TestSession, count: number): Promise<Row[]> {
  return (await on.rows<{ id: string }>(`select id from public.sizes order by id limit $1`, count)).map(({ id }) => ({ size_id: id }));
}

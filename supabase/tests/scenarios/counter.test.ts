import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { detailOf, idOf, makeProduct } from '../fixtures.ts';
import { goods, line, paying, preview, sell, type Sold } from './selling.ts';

const { zamalek, nasrCity, maadi } = branches;

interface KeptProduct extends Row {
  id: string;
  variants: Row[];
}
interface Goods extends Row {
  at: string;
  more: boolean;
  count: number;
  products: KeptProduct[];
}

const goodsOf = (on: TestSession, rest: Row = {}): Promise<Goods> => on.call<Goods>('counter_goods', { branch_id: zamalek, ...rest });

/** Requests all pages, as a counter does. */
async function whole(on: TestSession, rest: Row = {}): Promise<KeptProduct[]> {
  const products: KeptProduct[] = [];
  for (let more = true; more; ) {
    const part = await goodsOf(on, { ...rest, ...(products.length > 0 ? { before_id: products.at(-1)?.id } : {}) });
    products.push(...part.products);
    more = part.more;
  }
  return products;
}

describe('the goods for a counter', () => {
  scenario('are all goods on sale in its branch, newest first, with what is needed for pricing', async (on) => {
    await on.as(people.owner);
    const black = await idOf(on, 'colors', 'Black');
    const coat = await makeProduct(on, { name: 'Winter coat', name_ar: 'معطف شتوي', price: 900, max_discount: 15, designer_id: 'WC-7' }, [
      { color_id: black, price_override: 950 },
      { active: false },
    ]);
    await on.as(people.cashier);
    const first = await goodsOf(on, { page_size: 2 });
    expect(first.products).toHaveLength(2);
    expect(first.more).toBe(true);
    expect(first).toMatchObject({
      colors: expect.arrayContaining([expect.objectContaining({ id: black, name: 'Black' })]) as unknown,
      price_groups: expect.arrayContaining([expect.objectContaining({ is_default: true, percentage: 0 })]) as unknown,
      payment_methods: expect.arrayContaining([expect.objectContaining({ name: 'Cash', is_cash: true })]) as unknown,
    });
    expect(await goodsOf(on, { page_size: 2, before_id: first.products[1]?.id })).not.toHaveProperty('colors');

    const all = await whole(on, { page_size: 7 });
    expect(all.map(({ id }) => id)).toEqual([...all.map(({ id }) => id)].sort().reverse());
    expect(all).toHaveLength(first.count);
    expect(
      await on.value(
        'select count(*)::integer from public.variants v join public.products p on p.id = v.product_id where v.active and p.active and (p.branch_id is null or p.branch_id = $1)',
        zamalek,
      ),
    ).toBe(all.flatMap(({ variants }) => variants).length);
    expect(all.find(({ id }) => id === coat.id)).toEqual({
      id: coat.id,
      name: 'Winter coat',
      name_ar: 'معطف شتوي',
      designer_id: 'WC-7',
      price: 900,
      max_discount: 15,
      variants: [
        {
          id: coat.variants[0],
          color_id: black,
          price_override: 950,
          sku: expect.any(String) as string,
          barcode: expect.any(String) as string,
        },
      ],
    });
  });

  scenario('include goods saved since, also those off sale, while deleted ones only lower the count', async (on) => {
    await on.as(people.owner);
    const [kept, off, gone] = [await makeProduct(on), await makeProduct(on, { name: 'Off sale' }), await makeProduct(on)];
    await on.as(people.cashier);
    const { count } = await goodsOf(on);
    // Ten minutes later: an earlier save may still have been uncommitted. Only what this transaction saves is
    // newer.
    const since = await on.value<string>(`select now() + interval '10 minutes'`);
    expect((await goodsOf(on, { since })).products.map(({ id }) => id).sort()).toEqual([kept.id, off.id, gone.id].sort());
    await on.as(people.owner);
    await on.call('save_product', {
      id: off.id,
      product: { name: 'Off sale', price: 100, active: false },
      variants: [{ id: off.variants[0] }],
      expected_version: 1,
    });
    await on.call('delete_product', { id: gone.id });
    await on.as(people.cashier);
    const later = await goodsOf(on, { since });
    expect(later.products.find(({ id }) => id === off.id)).toMatchObject({ off: true, variants: [] });
    expect(later.products.map(({ id }) => id)).not.toContain(gone.id);
    expect(later.count).toBe(count - 2);
    expect((await goodsOf(on, { since: await on.value(`select now() + interval '11 minutes'`) })).products).toEqual([]);
  });

  scenario('contain no costs, and nothing that belongs to another branch', async (on) => {
    await on.as(people.owner);
    const far = await makeProduct(on, { branch_id: nasrCity, purchase_price: 61.5 });
    const own = await makeProduct(on, { branch_id: zamalek, purchase_price: 61.5 });
    await on.as(people.manager);
    const goods = await whole(on);
    expect(goods.map(({ id }) => id)).toEqual(expect.arrayContaining([own.id]));
    // The manager can also view Nasr City.
    expect(goods.map(({ id }) => id)).not.toContain(far.id);
    expect(JSON.stringify(goods)).not.toMatch(/cost|purchase|61\.5/);
  });

  scenario('require permission to sell in the branch', async (on) => {
    await on.as(people.manager);
    expect(await on.refused(() => goodsOf(on, { branch_id: maadi }))).toMatchObject({ code: 'PT403', message: 'branch_view_only' });
    await on.as(people.cashier);
    expect(await on.refused(() => goodsOf(on, { branch_id: nasrCity }))).toMatchObject({ code: 'PT404', message: 'branch_not_found' });
    await on.as(people.auditor);
    expect(await on.refused(() => goodsOf(on))).toMatchObject({ code: 'PT403', message: 'permission_missing' });
  });
});

describe('a held sale', () => {
  const cart = { lines: [{ variantId: randomUUID(), figures: { quantity: '1' } }] };
  const hold = (on: TestSession, rest: Row = {}): Promise<Row[]> => {
    const row: Row = { id: randomUUID(), branch_id: zamalek, till: 'A1', lines: 1, total: 5, cart, ...rest };
    return on.rows(
      `insert into public.held_sales (${Object.keys(row).join()}) values (${Object.keys(row)
        .map((_, index) => `$${index + 1}`)
        .join()}) returning id, version, created_by`,
      ...Object.values(row),
    );
  };
  const takeUp = (on: TestSession, id: unknown): Promise<Row[]> =>
    on.rows('delete from public.held_sales where id = $1 returning cart', id);

  scenario('is visible to every till of its branch, and can be resumed by one of them', async (on) => {
    await on.as(people.cashier);
    const [held] = await hold(on, { label: 'Blue coat' });
    expect(held).toMatchObject({ version: 1, created_by: people.cashier });
    await on.as(people.manager);
    expect(await on.rows('select label, total from public.held_sales where id = $1', held?.id)).toEqual([{ label: 'Blue coat', total: 5 }]);
    expect(await takeUp(on, held?.id)).toEqual([{ cart }]);
    await on.as(people.cashier);
    expect(await takeUp(on, held?.id)).toEqual([]);
    await on.asDatabaseOwner();
    expect(await on.rows(`select action from public.audit_log where row_id = $1 order by id`, held?.id)).toEqual([
      { action: 'insert' },
      { action: 'delete' },
    ]);
  });

  scenario('is removed once it is sold, and cannot be held again', async (on) => {
    const { variant } = await goods(on, 9);
    await on.as(people.cashier);
    const id = randomUUID();
    await hold(on, { id });
    await takeUp(on, id);
    await hold(on, { id });
    const { total } = (await preview(on, [line(variant)])) as Sold;
    await sell(on, [line(variant)], {}, [await paying(on, total, 'Card')], id);
    expect(await on.rows('select 1 from public.held_sales where id = $1', id)).toEqual([]);
    expect(await on.refused(() => hold(on, { id }))).toMatchObject({ code: 'PT409', message: 'held_sale_taken' });
  });

  scenario('stays after it was discarded, with user and reason', async (on) => {
    await on.as(people.cashier);
    const [given] = await hold(on, { discard_reason: 'Sold from another branch’s stock' });
    expect(await takeUp(on, given?.id)).toEqual([]);
    await expect(
      on.refused(() => on.rows('update public.held_sales set discard_reason = null where id = $1', given?.id)),
    ).resolves.toMatchObject({ code: '42501' });
    await on.as(people.manager);
    expect(await on.rows('select created_by, discard_reason from public.held_sales where id = $1', given?.id)).toEqual([
      { created_by: people.cashier, discard_reason: 'Sold from another branch’s stock' },
    ]);
  });

  scenario('requires a branch where the user sells, and a cart within limits', async (on) => {
    await on.as(people.manager);
    expect(await on.refused(() => hold(on, { branch_id: maadi }))).toMatchObject({ code: '42501' });
    expect(await on.refused(() => hold(on, { cart: [] }))).toMatchObject({ constraint_name: 'held_sales_cart_fits' });
    expect(await on.refused(() => hold(on, { cart: { note: Array.from({ length: 4000 }, () => randomUUID()).join() } }))).toMatchObject({
      constraint_name: 'held_sales_cart_fits',
    });
    expect(await on.refused(() => hold(on, { till: 'a b' }))).toMatchObject({ constraint_name: 'held_sales_till_form' });
    const [far] = await hold(on, { branch_id: nasrCity });
    await on.as(people.cashier);
    expect(await on.rows('select id from public.held_sales where id = $1', far?.id)).toEqual([]);
    expect(await takeUp(on, far?.id)).toEqual([]);
    await on.as(people.auditor);
    expect(await on.refused(() => hold(on))).toMatchObject({ code: '42501' });
  });

  scenario('is refused beyond 200 per branch, not counting discarded ones', async (on) => {
    const holdMany = (many: number): Promise<Row[]> =>
      on.rows(
        `insert into public.held_sales (branch_id, till, lines, total, cart) select $1, 'A1', 1, 5, '{}' from generate_series(1, $2::int)`,
        zamalek,
        many,
      );
    await on.as(people.cashier);
    await holdMany(120);
    const [waiting] = await hold(on);
    await on.as(people.manager);
    await holdMany(79);
    await hold(on, { branch_id: nasrCity });
    // Discarded ones do not count.
    await hold(on, { discard_reason: 'Damaged' });
    const refused = await on.refused(() => hold(on));
    expect([refused.code, refused.message, detailOf(refused)]).toEqual(['PT409', 'held_sales_full', { max: 200 }]);
    expect(await takeUp(on, waiting?.id)).toHaveLength(1);
    await hold(on);
  });
});

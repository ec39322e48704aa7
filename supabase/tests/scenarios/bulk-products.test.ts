import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { detailOf, idOf, makeProduct } from '../fixtures.ts';

type Answer = { changed: number; unchanged: number; kept_out: number; own_prices: number; before: Row[] };
const change = (on: TestSession, ids: string[], changes: Row, more: Row = {}) =>
  on.call<Answer>('update_products', { ids, changes, ...more });
const prices = async (on: TestSession, ids: string[]) =>
  (await on.rows<{ price: number }>('select price from public.products where id = any ($1) order by name', ids)).map(({ price }) => price);
const ownPrices = async (on: TestSession, id: string) =>
  (
    await on.rows<{ price_override: number | null }>('select price_override from public.variants where product_id = $1 order by sku', id)
  ).map((row) => row.price_override);

/** Two products; the second has a variant with its own price. */
async function two(on: TestSession): Promise<string[]> {
  const [black, ivory] = [await idOf(on, 'colors', 'Black'), await idOf(on, 'colors', 'Ivory')];
  const run = randomUUID().slice(0, 8);
  const one = await makeProduct(on, { name: `${run} a`, price: 100 });
  const other = await makeProduct(on, { name: `${run} b`, price: 33.33 }, [
    { color_id: black, sku: `${run}-1` },
    { color_id: ivory, sku: `${run}-2`, price_override: 40 },
  ]);
  return [one.id, other.id];
}

describe('a bulk change of products', () => {
  scenario('changes prices by percentage, rounded half up, and records the old prices', async (on) => {
    await on.as(people.buyer);
    const ids = await two(on);
    expect(await change(on, ids, { price: { kind: 'percent', value: 12.5, own_prices: true } })).toMatchObject({
      changed: 2,
      unchanged: 0,
      kept_out: 0,
      own_prices: 1,
    });
    expect(await prices(on, ids)).toEqual([112.5, 37.5]);
    expect(await ownPrices(on, ids[1] ?? '')).toEqual([null, 45]);
    const history = await on.rows(
      'select old_price, new_price, actor_id, variant_id is null as of_product from public.price_changes where product_id = $1 order by id',
      ids[1],
    );
    expect(history).toEqual([
      { old_price: 33.33, new_price: 37.5, actor_id: people.buyer, of_product: true },
      { old_price: 40, new_price: 45, actor_id: people.buyer, of_product: false },
    ]);
  });

  scenario('is refused when it is sent again, since the products no longer match the preview', async (on) => {
    await on.as(people.buyer);
    const ids = await two(on);
    const changes = { price: { kind: 'percent', value: 10, own_prices: true } };
    const look = async () => (await on.call<{ seen: string }>('update_products', { ids, changes, dry_run: true })).seen;
    const shown = await look();
    expect(await look()).toBe(shown);
    expect(await change(on, ids, changes, { seen: shown })).toMatchObject({ changed: 2 });
    const refused = { code: 'PT409', message: 'products_changed' };
    expect(await on.refused(() => change(on, ids, changes, { seen: shown }))).toMatchObject(refused);
    expect([await prices(on, ids), await ownPrices(on, ids[1] ?? '')]).toEqual([
      [110, 36.66],
      [null, 44],
    ]);
    // It is also refused if a product changed or another one matches by now.
    const matching = { words: (await on.value<string>('select name from public.products where id = $1', ids[0])).split(' ')[0] };
    const { seen: meant } = await on.call<{ seen: string }>('update_products', { changes, matching, dry_run: true });
    await makeProduct(on, { name: `${matching.words} c`, price: 1 });
    expect(await on.refused(() => on.call('update_products', { changes, matching, seen: meant }))).toMatchObject(refused);
    const now = await look();
    await change(on, ids.slice(1), { active: false });
    expect(await on.refused(() => change(on, ids, changes, { seen: now }))).toMatchObject(refused);
    expect(await change(on, ids, changes, { seen: await look() })).toMatchObject({ changed: 2 });
  });

  scenario('leaves variants’ own prices unchanged unless included, and clears them when a price is set', async (on) => {
    await on.as(people.buyer);
    const ids = await two(on);
    await change(on, ids, { price: { kind: 'amount', value: -3.33 } });
    expect([await prices(on, ids), await ownPrices(on, ids[1] ?? '')]).toEqual([
      [96.67, 30],
      [null, 40],
    ]);
    expect(await change(on, ids, { price: { kind: 'set', value: 50, own_prices: true } })).toMatchObject({ changed: 2, own_prices: 1 });
    expect([await prices(on, ids), await ownPrices(on, ids[1] ?? '')]).toEqual([
      [50, 50],
      [null, null],
    ]);
  });

  scenario('refuses unknown values, and more than 5,000 products', async (on) => {
    await on.as(people.buyer);
    for (const changes of [
      null,
      '[]',
      '"x"',
      '1',
      { name: 'x' },
      { price: 5 },
      { price: { kind: 'set' } },
      ...['NaN', 'x', '1e400', 'Infinity', '0x10', ''].map((value) => ({ price: { kind: 'set', value } })),
    ]) {
      const refusal = await on.refused(() => on.call('update_products', { ids: '{}', changes }));
      expect(refusal, JSON.stringify(changes)).toMatchObject({ code: 'PT400', message: 'change_unknown' });
    }
    expect(await on.refused(() => on.call('update_products', { changes: { active: true }, matching: '[]' }))).toMatchObject({
      message: 'change_unknown',
    });
    const many = `{${Array(5001).fill(randomUUID()).join(',')}}`;
    for (const matching of [null, {}])
      expect(
        await on.refused(() => on.call('update_products', { ids: many, changes: { active: true }, matching })),
        String(matching),
      ).toMatchObject({ message: 'too_many_products' });
    expect(await on.call('update_products', { ids: null, changes: { active: true } })).toMatchObject({
      changed: 0,
      unchanged: 0,
      kept_out: 0,
    });
    expect(
      await on.call('update_products', { ids: null, changes: { active: true }, matching: { words: 'abaya' }, dry_run: true }),
    ).toMatchObject({ unchanged: await on.call('product_count', { words: 'abaya' }) });
    expect(await on.refused(() => on.call('restore_products', { before: null }))).toMatchObject({ message: 'lines_missing' });
    expect(await on.refused(() => on.call('restore_products', { before: Array(5001).fill({}) }))).toMatchObject({
      message: 'lines_over_limit',
    });
  });

  scenario('counts a product if only its variants change', async (on) => {
    await on.as(people.buyer);
    const [, other = ''] = await two(on);
    await change(on, [other], { price: { kind: 'set', value: 50 } });
    expect(await change(on, [other], { price: { kind: 'set', value: 50, own_prices: true } })).toMatchObject({ changed: 1, own_prices: 1 });
    expect(await on.value('select version from public.products where id = $1', other)).toBe(3);
  });

  scenario('sets and clears category and brand, and activates or deactivates', async (on) => {
    await on.as(people.buyer);
    const ids = await two(on);
    const brand_id = await on.value<string>('select id from public.brands limit 1');
    const category_id = await on.value<string>('select id from public.categories limit 1');
    expect(await change(on, ids, { brand_id, category_id, active: false })).toMatchObject({ changed: 2 });
    expect(await change(on, ids, { brand_id })).toMatchObject({ changed: 0, unchanged: 2, before: [] });
    expect(await on.rows('select distinct brand_id, category_id, active from public.products where id = any ($1)', ids)).toEqual([
      { brand_id, category_id, active: false },
    ]);
    await change(on, ids, { brand_id: null });
    expect(await on.rows('select distinct brand_id, category_id from public.products where id = any ($1)', ids)).toEqual([
      { brand_id: null, category_id },
    ]);
    expect(await on.refused(() => change(on, ids, { brand_id: randomUUID() }))).toMatchObject({
      code: 'PT409',
      constraint_name: 'products_brand_in_use',
    });
  });

  scenario('applies to all matching products except the deselected ones', async (on) => {
    await on.as(people.buyer);
    const run = randomUUID().slice(0, 8);
    const made = [];
    for (let index = 0; index < 4; index += 1) made.push((await makeProduct(on, { name: `Bulk ${run} ${index}` })).id);
    const [left = ''] = made;
    expect(await change(on, [left], { active: false }, { matching: { words: run } })).toMatchObject({ changed: 3 });
    expect(await on.value('select count(*) from public.products where id = any ($1) and active', made)).toBe(1);
    expect(await change(on, [], { active: true }, { matching: { words: run, is_active: false } })).toMatchObject({ changed: 3 });
  });

  scenario('previews its result without changing anything', async (on) => {
    await on.as(people.buyer);
    const ids = await two(on);
    const reported = await change(on, ids, { price: { kind: 'percent', value: 10, own_prices: true } }, { dry_run: true });
    expect(reported).toMatchObject({
      changed: 2,
      own_prices: 1,
      examples: [
        { before: 100, after: 110 },
        { before: 33.33, after: 36.66 },
      ],
    });
    expect(reported).not.toHaveProperty('before');
    expect(await prices(on, ids)).toEqual([100, 33.33]);
  });

  scenario('is refused as a whole if a price would become negative, and names the lowest', async (on) => {
    await on.as(people.buyer);
    const ids = await two(on);
    const refusal = await on.refused(() => change(on, ids, { price: { kind: 'amount', value: -50 } }));
    expect(refusal).toMatchObject({ code: 'PT400', message: 'price_negative' });
    expect(detailOf(refusal)).toMatchObject({ count: 1, name: await on.value('select name from public.products where id = $1', ids[1]) });
    expect(
      await on.refused(() => change(on, ids, { price: { kind: 'amount', value: -35, own_prices: true } }, { dry_run: true })),
    ).toMatchObject({ message: 'price_negative' });
    expect(await on.refused(() => change(on, ids, { price: { kind: 'set', value: 'NaN' } }))).toMatchObject({
      code: 'PT400',
      message: 'change_unknown',
    });
  });

  scenario('refuses unknown fields and values that are too large', async (on) => {
    await on.as(people.buyer);
    for (const changes of [
      { name: 'All alike' },
      { price: { kind: 'guess', value: 1 } },
      { price: { kind: 'set' } },
      { price: { value: 5 } },
      { branch_id: null },
    ]) {
      expect(await on.refused(() => change(on, [], changes)), JSON.stringify(changes)).toMatchObject({
        code: 'PT400',
        message: 'change_unknown',
      });
    }
    const ids = await two(on);
    for (const dry_run of [true, false]) {
      expect(detailOf(await on.refused(() => change(on, ids, { active: null }, { dry_run })))).toEqual({ field: 'active' });
      for (const price of [
        { kind: 'amount', value: 9_999_999_999 },
        { kind: 'percent', value: 9_999_999_999, own_prices: true },
      ]) {
        const refusal = await on.refused(() => change(on, ids, { price }, { dry_run }));
        expect([refusal.message, detailOf(refusal)]).toEqual(['value_invalid', { field: 'price' }]);
      }
    }
    const many = Array.from({ length: 5001 }, () => randomUUID());
    const refusal = await on.refused(() => change(on, many, { active: true }));
    expect(refusal).toMatchObject({ message: 'too_many_products' });
    expect(detailOf(refusal)).toEqual({ max: 5000 });
  });

  scenario('requires permission to update products, and to edit prices for prices', async (on) => {
    await on.as(people.buyer);
    const ids = await two(on);
    await on.revokePermission(people.buyer, 'inventory.products.edit_price');
    await on.as(people.buyer);
    const price = { kind: 'percent', value: 1 };
    expect(detailOf(await on.refused(() => change(on, ids, { price })))).toEqual({ permission: 'inventory.products.edit_price' });
    expect(detailOf(await on.refused(() => change(on, ids, { price }, { dry_run: true })))).toEqual({
      permission: 'inventory.products.edit_price',
    });
    expect(await change(on, ids, { active: false })).toMatchObject({ changed: 2 });
    await on.as(people.storekeeper);
    expect(detailOf(await on.refused(() => change(on, ids, { active: true })))).toEqual({ permission: 'inventory.products.update' });
    expect(detailOf(await on.refused(() => on.call('restore_products', { before: [] })))).toEqual({
      permission: 'inventory.products.update',
    });
  });

  scenario('ignores products out of reach and counts those the user can only view', async (on) => {
    await on.as(people.owner);
    const maadi = await makeProduct(on, { branch_id: branches.maadi });
    const warehouse = await makeProduct(on, { branch_id: branches.warehouse });
    await on.as(people.manager);
    expect(await change(on, [maadi.id, warehouse.id, randomUUID()], { active: false })).toMatchObject({
      changed: 0,
      unchanged: 0,
      kept_out: 1,
      before: [],
    });
    expect(await change(on, [], { active: false }, { matching: { words: 'kept warehouse' } })).toMatchObject({ changed: 0, kept_out: 0 });
  });
});

describe('undoing a bulk change', () => {
  scenario('restores everything, including variants’ own prices', async (on) => {
    await on.as(people.buyer);
    const ids = await two(on);
    const { before } = await change(on, ids, { price: { kind: 'set', value: 9, own_prices: true }, active: false });
    expect(await on.call('restore_products', { before })).toEqual({ restored: 2, kept: 0 });
    expect([await prices(on, ids), await ownPrices(on, ids[1] ?? '')]).toEqual([
      [100, 33.33],
      [null, 40],
    ]);
    expect(await on.value('select bool_and(active) from public.products where id = any ($1)', ids)).toBe(true);
    expect(await on.call('restore_products', { before }), 'repeating it changes nothing').toEqual({ restored: 0, kept: 2 });
  });

  scenario('is refused if it does not state the price or status to restore', async (on) => {
    await on.as(people.buyer);
    const {
      before: [one],
    } = await change(on, await two(on), { active: false });
    for (const key of ['price', 'active']) {
      const refusal = await on.refused(() => on.call('restore_products', { before: [{ ...one, [key]: null }] }));
      expect([refusal.message, detailOf(refusal)]).toEqual(['value_invalid', { field: 'before' }]);
    }
  });

  scenario('leaves products that were changed since', async (on) => {
    await on.as(people.buyer);
    const ids = await two(on);
    const { before } = await change(on, ids, { price: { kind: 'set', value: 9 } });
    await on.as(people.owner);
    await change(on, [ids[0] ?? ''], { price: { kind: 'set', value: 10 } });
    await on.as(people.buyer);
    expect(await on.call('restore_products', { before })).toEqual({ restored: 1, kept: 1 });
    expect(await prices(on, ids)).toEqual([10, 33.33]);
  });

  scenario('cannot be misused to change prices, other branches or other products’ variants', async (on) => {
    await on.as(people.owner);
    const maadi = await makeProduct(on, { branch_id: branches.maadi });
    const [one = '', other = ''] = await two(on);
    const foreign = await on.value<string>('select id from public.variants where product_id = $1 and price_override = 40', other);
    const as = (id: string, more: Row = {}) => [
      { id, version: 1, price: 100, category_id: null, brand_id: null, active: true, own_prices: [], ...more },
    ];
    await on.as(people.manager);
    expect(await on.call('restore_products', { before: as(maadi.id, { price: 1 }) })).toEqual({ restored: 0, kept: 1 });
    await on.revokePermission(people.buyer, 'inventory.products.edit_price');
    await on.as(people.buyer);
    for (const before of [as(one, { price: 1 }), as(one, { own_prices: [{ id: foreign, price: 1 }] })]) {
      expect(await on.refused(() => on.call('restore_products', { before }))).toMatchObject({
        code: 'PT403',
        message: 'permission_missing',
      });
    }
    await on.as(people.owner);
    await on.call('restore_products', { before: as(one, { own_prices: [{ id: foreign, price: 1 }] }) });
    expect(await ownPrices(on, other)).toEqual([null, 40]);
  });
});

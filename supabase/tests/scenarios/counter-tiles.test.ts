import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { makeProduct } from '../fixtures.ts';
import { goods, line, sellForCash } from './selling.ts';

const { zamalek, maadi } = branches;

interface Tiles extends Row {
  arranged: boolean;
  tiles: { product_id: string; on_hand: number | null }[];
}

const tilesOf = (on: TestSession, branch_id: string = zamalek) => on.call<Tiles>('counter_tiles', { branch_id });
const save = (on: TestSession, product_ids: unknown, branch_id: string = zamalek) =>
  on.call('save_counter_tiles', { branch_id, product_ids });
const shown = async (on: TestSession) => (await tilesOf(on)).tiles.map(({ product_id }) => product_id);

describe('the tiles of a counter', () => {
  scenario('are the favorites of the branch in their order, with the pieces on hand there', async (on) => {
    const scarf = await goods(on, 7, { name: 'Scarf' });
    const bag = { product: (await makeProduct(on, { name: 'Bag' })).id };
    await save(on, [bag.product, scarf.product]);
    await save(on, [bag.product, scarf.product]);
    await on.as(people.cashier);
    expect(await tilesOf(on)).toEqual({
      arranged: true,
      tiles: [
        { product_id: bag.product, on_hand: 0 },
        { product_id: scarf.product, on_hand: 7 },
      ],
    });
    await on.as(people.owner);
    await save(on, [scarf.product, bag.product]);
    expect(await shown(on)).toEqual([scarf.product, bag.product]);
    expect((await tilesOf(on, maadi)).arranged).toBe(false);
  });

  scenario('are what the branch sells most until somebody has arranged them', async (on) => {
    const scarf = await goods(on, 100, { name: 'Scarf' });
    await sellForCash(on, [line(scarf.variant, 2)]);
    const before = await tilesOf(on);
    expect(before.arranged).toBe(false);
    expect(before.tiles.length).toBeLessThanOrEqual(20);
    const [most] = await on.rows(
      `select v.product_id, count(*)::integer as lines
       from public.sale_lines l join public.sales s on s.id = l.sale_id join public.variants v on v.id = l.variant_id
       where s.branch_id = $1 and s.status = 'completed' and l.returns_line_id is null
       group by v.product_id order by count(*) desc, v.product_id desc limit 1`,
      zamalek,
    );
    for (let sale = 0; sale <= Number(most?.lines); sale += 1) await sellForCash(on, [line(scarf.variant)]);
    expect((await shown(on))[0]).toBe(scarf.product);
    await save(on, [scarf.product]);
    await save(on, []);
    expect((await tilesOf(on)).arranged).toBe(false);
  });

  scenario('leave out products that are inactive or deleted', async (on) => {
    const kept = await goods(on, 1);
    await on.as(people.owner);
    const inactive = await makeProduct(on, { name: 'Inactive' });
    const deleted = await makeProduct(on, { name: 'Deleted' });
    await save(on, [inactive.id, deleted.id, kept.product]);
    await on.call('update_products', { changes: { active: false }, ids: [inactive.id] });
    await on.call('delete_product', { id: deleted.id });
    expect(await shown(on)).toEqual([kept.product]);
    // Arranged while it was inactive, it is a favorite again once it is active.
    await save(on, [kept.product]);
    await on.call('update_products', { changes: { active: true }, ids: [inactive.id] });
    expect((await shown(on)).sort()).toEqual([inactive.id, kept.product].sort());
  });

  scenario('hide the pieces from people who may not see stock', async (on) => {
    const scarf = await goods(on, 7);
    await save(on, [scarf.product]);
    await on.asDatabaseOwner();
    await on.rows(
      `delete from public.role_permissions where permission = 'inventory.stock.view'
       and role_id = (select role_id from public.profiles where id = $1)`,
      people.cashier,
    );
    await on.as(people.cashier);
    expect((await tilesOf(on)).tiles).toEqual([{ product_id: scarf.product, on_hand: null }]);
  });

  scenario('refuse lists with repeated, unknown or too many products, and those of another branch', async (on) => {
    const scarf = await goods(on, 1);
    const elsewhere = await makeProduct(on, { name: 'Only in Maadi', branch_id: maadi });
    await save(on, [scarf.product]);
    const invalid = { code: 'PT400', message: 'value_invalid' };
    for (const list of [null, [null], [scarf.product, scarf.product]])
      expect(await on.refused(() => save(on, list))).toMatchObject(invalid);
    const many = Array.from({ length: 61 }, () => crypto.randomUUID());
    expect(await on.refused(() => save(on, many))).toMatchObject({ message: 'list_over_limit' });
    for (const list of [[crypto.randomUUID()], [elsewhere.id]])
      expect(await on.refused(() => save(on, list))).toMatchObject({ message: 'product_not_found' });
    expect(await shown(on)).toEqual([scarf.product]);
  });
});

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { branches, databaseOwner, people, scenario, type Row, type TestSession } from '../database.ts';
import { detailOf, idOf, makeProduct, plain, stocked } from '../fixtures.ts';

// The client's own normaliser (web/lib) is checked with the same cases.
const cases = JSON.parse(readFileSync(new URL('../normalise-cases.json', import.meta.url), 'utf8')) as [string, string][];

describe('text is normalised without case, accents, Arabic marks and spelling variants', () => {
  test.each(cases)('%j becomes %j', async (given, normal) => {
    const [row] =
      await databaseOwner()`select private.normalise(${given}) as normal, private.normalise(private.normalise(${given})) as again`;
    expect(row).toEqual({ normal, again: normal });
  });
});

const found = async (on: TestSession, words: string) =>
  (await on.table<{ name: string }>('product_page', { words })).map(({ name }) => name);

describe('searching products', () => {
  scenario('matches every word anywhere, in either language and any spelling', async (on) => {
    await on.as(people.storekeeper);
    for (const words of [
      'layla',
      'LINEN abaya',
      'abaya layla linen',
      'لیلى',
      'عبايه ليلي',
      'عَبَايَة كتان',
      'DN-1042',
      'dn-١٠٤٢',
      '00401',
      'layla كتان 1042',
    ]) {
      expect(await found(on, words), words).toContain('Layla linen abaya');
    }
    expect(await found(on, 'layla crepe')).toEqual([]);
    expect(await found(on, '')).toHaveLength(14);
  });

  scenario('treats percent signs, underscores, quotes and backslashes literally', async (on) => {
    await on.as(people.owner);
    await makeProduct(on, { name: `100% wool_blend \\ "O'Brien"` });
    for (const words of ['100%', 'wool_blend', '\\', `o'brien`, '"'])
      expect(await found(on, words), words).toEqual([`100% wool_blend \\ "O'Brien"`]);
    for (const words of ['%%', '__', `'; drop table products; --`, 'wool%blend', '$1', '{}'])
      expect(await found(on, words), words).toEqual([]);
  });

  scenario('finds a product by any code of its variants, also after codes change', async (on) => {
    await on.as(people.owner);
    const [black, ivory] = [await idOf(on, 'colors', 'Black'), await idOf(on, 'colors', 'Ivory')];
    const { id, variants } = await makeProduct(on, { name: 'Coded' }, [
      { color_id: black, sku: 'AAA-111', barcode: 'BBB-222' },
      { color_id: ivory, sku: 'CCC-333' },
    ]);
    for (const words of ['aaa-111', 'BBB', 'ccc-333 coded']) expect(await found(on, words), words).toEqual(['Coded']);
    const first = await on.value(`select id from public.variants where sku = 'AAA-111'`);
    await on.call('save_product', {
      id,
      product: { ...plain, name: 'Coded' },
      variants: [{ id: first, color_id: black, sku: 'DDD-444' }],
      expected_version: 1,
    });
    expect(await found(on, 'ddd-444')).toEqual(['Coded']);
    expect(await found(on, 'aaa-111')).toEqual([]);
    expect(await found(on, 'ccc-333')).toEqual([]);
    expect(variants).toHaveLength(2);
    await on.call('save_product', {
      id,
      product: { ...plain, name: 'Recoded', description: 'with pockets' },
      variants: [{ id: first, color_id: black }],
      expected_version: 2,
    });
    expect(await found(on, 'pockets ddd-444')).toEqual(['Recoded']);
  });
});

describe('the list of products', () => {
  scenario('has a stable order across pages in both directions, and a matching count', async (on) => {
    await on.as(people.owner);
    for (const sort of ['name', 'price', 'created_at', 'category', 'brand']) {
      for (const descending of [false, true]) {
        const all = (await on.table<{ id: string }>('product_page', { sort, descending, page_size: 100 })).map(({ id }) => id);
        const paged: string[] = [];
        for (let page_offset = 0; page_offset < all.length; page_offset += 4) {
          paged.push(
            ...(await on.table<{ id: string }>('product_page', { sort, descending, page_size: 4, page_offset })).map(({ id }) => id),
          );
        }
        expect(paged).toEqual(all);
        expect(new Set(all).size).toBe(14);
      }
    }
    const names = (rows: { category: string | null }[]) => rows.map(({ category }) => category);
    await makeProduct(on, { name: 'Aaa, in no category' });
    for (const words of ['', 'a']) {
      const up = names(await on.table('product_page', { sort: 'category', words, page_size: 100 }));
      const down = names(await on.table('product_page', { sort: 'category', descending: true, words, page_size: 100 }));
      expect(up.at(-1)).toBeNull();
      expect(up.slice(0, -1)).toEqual([...up.slice(0, -1)].sort());
      expect(down).toEqual([...up.slice(0, -1).reverse(), null]);
    }
    expect(await on.call('product_count', {})).toBe(15);
    expect(await on.call('product_count', { words: 'abaya' })).toBe((await found(on, 'abaya')).length);
    expect(await on.refused(() => on.table('product_page', { sort: 'id; drop table products' }))).toMatchObject({
      code: 'PT400',
      message: 'sort_unknown',
    });
    expect(await on.refused(() => on.table('product_page', { view: 'secret' }))).toMatchObject({ code: 'PT400', message: 'view_unknown' });
    expect(await on.table('product_page', { page_size: 100000, page_offset: -5 })).toHaveLength(15);
  });

  scenario('has the same rows in both directions, and a matching count, for every user', async (on) => {
    await on.as(people.owner);
    const made: string[] = [];
    for (let n = 0; n < 9; n++)
      made.push(
        (await makeProduct(on, { price: n % 3, active: n % 4 > 0, branch_id: [null, branches.maadi, branches.zamalek][n % 3] })).id,
      );
    const [gone, off, moved] = made;
    await on.call('delete_product', { id: gone });
    await on.call('update_products', { ids: [off], changes: { active: false } });
    await on.asDatabaseOwner();
    await on.rows('update public.products set branch_id = $2 where id = $1', moved, branches.zamalek);
    for (const person of [people.owner, people.manager, people.cashier]) {
      await on.as(person);
      const ids = async (asked: Row) => (await on.table<{ id: string }>('product_page', asked)).map(({ id }) => id);
      for (const is_active of [null, true, false]) {
        for (const sort of ['name', 'price', 'created_at', 'category', 'brand']) {
          for (const descending of [null, true]) {
            const all = await ids({ sort, descending, is_active, page_size: 100 });
            expect(await on.call('product_count', { is_active, words: ' ' })).toBe(all.length);
            for (let page_offset = 0; page_offset <= all.length + 1; page_offset++) {
              expect(await ids({ sort, descending, is_active, page_offset, page_size: 3 })).toEqual(
                all.slice(page_offset, page_offset + 3),
              );
            }
          }
        }
      }
    }
  });

  scenario('filters by category with subcategories, brand, supplier, status and view', async (on) => {
    await on.as(people.owner);
    const women = await idOf(on, 'categories', 'Women');
    const siwa = await idOf(on, 'brands', 'Siwa');
    const below = await on.value<number>(
      `select count(*) from public.products where category_id in (select id from public.categories where id = $1 or parent_id = $1)`,
      women,
    );
    expect(await on.call('product_count', { category_ids: [women] })).toBe(below);
    expect(below).toBeGreaterThan(0);
    expect(await on.call('product_count', { brand_ids: [siwa] })).toBe(
      await on.value('select count(*) from public.products where brand_id = $1', siwa),
    );
    expect(await on.call('product_count', { is_active: false })).toBe(0);
    const {
      id,
      variants: [variant = ''],
    } = await makeProduct(on, { active: false, low_stock_level: 5 });
    expect(await on.call('product_count', { is_active: false })).toBe(1);
    expect(await on.table('product_page', { view: 'out', words: 'Test shirt' })).toMatchObject([{ id, on_hand: {}, on_hand_total: 0 }]);
    await stocked(on, people.owner, branches.maadi, [[variant, 4]]);
    expect(await on.table('product_page', { view: 'out', words: 'Test shirt' })).toEqual([]);
    // An inactive product is never low.
    expect(await on.table('product_page', { view: 'low', words: 'Test shirt' })).toEqual([]);
    await on.call('update_products', { ids: [id], changes: { active: true } });
    expect(await on.table('product_page', { view: 'low', words: 'Test shirt' })).toMatchObject([
      { id, on_hand: { [branches.maadi]: 4 }, on_hand_total: 4 },
    ]);
    await on.as(people.storekeeper);
    expect(await on.table('product_page', { view: 'out', words: 'Test shirt' })).toMatchObject([{ id }]);
  });

  scenario('has a summary that matches its views, with stock only for users who may view it', async (on) => {
    await on.as(people.owner);
    await makeProduct(on, { active: false });
    const counted = async (views: string[]) =>
      Object.fromEntries(await Promise.all(views.map(async (view) => [view, await on.call('product_count', { view })] as const)));
    const all = await on.call<Record<string, number>>('product_summary');
    expect(all).toEqual({ count: 15, products: 14, on_hand: all.on_hand, ...(await counted(['low', 'out', 'no_image'])) });
    const pieces = async (ids: string[]) =>
      on.value<number>('select sum(quantity) from public.stock_levels where branch_id = any ($1)', ids);
    expect(all.on_hand).toBe(await pieces(Object.values(branches)));
    expect(await on.call('product_summary', { at_branch_ids: [branches.maadi] })).toMatchObject({
      on_hand: await pieces([branches.maadi]),
      out: all.out,
    });
    await on.as(people.storekeeper);
    expect(await on.call('product_summary', { at_branch_ids: [branches.maadi] })).toMatchObject({ on_hand: 0 });
    await on.revokePermission(people.storekeeper, 'inventory.stock.view');
    expect(await on.call('product_summary')).toMatchObject({ products: 14, on_hand: null, low: null, out: null, no_image: all.no_image });
  });

  scenario('refuses views by stock to users who may not view stock', async (on) => {
    await on.revokePermission(people.buyer, 'inventory.stock.view');
    await on.as(people.buyer);
    for (const view of ['low', 'out']) {
      for (const ask of [
        () => on.table('product_page', { view }),
        () => on.call('product_count', { view }),
        () => on.call('update_products', { changes: { active: true }, matching: { view }, dry_run: true }),
      ]) {
        const refusal = await on.refused(ask);
        expect(refusal).toMatchObject({ code: 'PT403', message: 'permission_missing' });
        expect(detailOf(refusal)).toEqual({ permission: 'inventory.stock.view' });
      }
    }
    expect(await on.call('product_count', { view: 'no_image' })).toBeGreaterThanOrEqual(0);
  });

  scenario('shows what is out of stock for each user, with few or many products', async (on) => {
    const out = `select array_agg(p.id order by p.name, p.id) from public.products p
      where (p.branch_id is null or p.branch_id = any ($1::uuid[])) and not exists (
        select from public.variants v join public.stock_levels l on l.variant_id = v.id
        where v.product_id = p.id and l.quantity > 0 and l.branch_id = any ($1::uuid[]))`;
    for (const many of [0, 2100]) {
      await on.asDatabaseOwner();
      await on.rows(
        `with made as (
        insert into public.products (name, price, branch_id) select 'Bare ' || n, 1, case when n % 100 = 0 then '${branches.warehouse}'::uuid end from generate_series(1, $1::integer) n returning id)
        insert into public.variants (product_id) select id from made`,
        many,
      );
      for (const person of [people.owner, people.manager, people.storekeeper]) {
        await on.as(person);
        const reach = await on.value(`select private.branch_ids('view')`);
        await on.asDatabaseOwner();
        const expected = (await on.value<string[] | null>(out, reach)) ?? [];
        await on.as(person);
        const rows = await on.table<{ id: string }>('product_page', { view: 'out', page_size: 500 });
        expect(rows.map(({ id }) => id)).toEqual(expected.slice(0, 500));
        expect(await on.call('product_count', { view: 'out' })).toBe(expected.length);
      }
    }
  });

  scenario('supports 256 branches, reuses the place of a deleted one, and refuses more', async (on) => {
    await on.as(people.owner);
    const made = async (count: number) =>
      on.rows(`insert into public.branches (name, code) select 'Kiosk ' || n, 'K' || n from generate_series(1, $1::integer) n`, count);
    expect(detailOf(await on.refused(() => made(253)))).toEqual({ max: 256 });
    await made(252);
    await on.rows(`delete from public.branches where code = 'K7'`);
    await on.rows(`insert into public.branches (name, code) values ('Kiosk again', 'K7')`);
    expect(await on.refused(() => on.rows(`insert into public.branches (name, code) values ('Kiosk more', 'K999')`))).toMatchObject({
      code: 'PT409',
      message: 'too_many_branches',
    });
  });

  scenario('shows stock only of branches in reach, and of the requested ones', async (on) => {
    await on.as(people.owner);
    const {
      variants: [variant = ''],
    } = await makeProduct(on, { name: 'Spread out' });
    for (const [branch, pieces] of [
      [branches.zamalek, 1],
      [branches.nasrCity, 2],
      [branches.maadi, 4],
      [branches.warehouse, 8],
    ] as const)
      await stocked(on, people.owner, branch, [[variant, pieces]]);
    const total = async (at_branch_ids: string[] = []) =>
      (await on.table('product_page', { words: 'spread out', at_branch_ids }))[0]?.on_hand_total;
    expect([await total(), await total([branches.warehouse, branches.zamalek])]).toEqual([15, 9]);
    await on.as(people.storekeeper);
    expect([await total(), await total([branches.warehouse]), await total([branches.zamalek, branches.warehouse])]).toEqual([1, 0, 1]);
    await on.revokePermission(people.storekeeper, 'inventory.stock.view');
    expect(await on.table('product_page', { words: 'spread out' })).toMatchObject([{ on_hand: {}, on_hand_total: 0 }]);
    expect(await on.table('variant_page', { words: 'spread out', source_branch_id: branches.zamalek })).toMatchObject([
      { at_source: null },
    ]);
  });
});

describe('finding variants', () => {
  scenario('matches scanned barcodes and SKUs exactly, and shows stock at both ends of a transfer', async (on) => {
    await on.as(people.owner);
    const {
      variants: [variant = ''],
    } = await makeProduct(on, {}, [{ barcode: 'SCAN-1', sku: 'SKU-1', price_override: 75 }]);
    await stocked(on, people.owner, branches.zamalek, [[variant, 3]]);
    for (const code of ['SCAN-1', 'SKU-1']) {
      expect(
        await on.table('variant_page', { codes: [code], source_branch_id: branches.zamalek, target_branch_id: branches.maadi }),
      ).toMatchObject([{ variant_id: variant, price: 75, at_source: 3, at_target: 0 }]);
    }
    expect(await on.table('variant_page', { codes: ['SCAN'] })).toEqual([]);
    expect(await on.table('variant_page', { codes: ['SCAN-1'], source_branch_id: branches.maadi, in_stock: true })).toEqual([]);
    await on.as(people.storekeeper);
    expect(
      await on.table('variant_page', { codes: ['SCAN-1'], source_branch_id: branches.zamalek, target_branch_id: branches.maadi }),
    ).toMatchObject([{ at_source: 3, at_target: null }]);
    expect(await on.table('variant_page', { codes: ['SCAN-1'], source_branch_id: branches.maadi, in_stock: true })).toEqual([]);
  });

  scenario('shows inactive variants only when requested by code or id', async (on) => {
    await on.as(people.owner);
    const { variants } = await makeProduct(on, { name: 'Discontinued', active: false }, [{ barcode: 'GONE-1' }]);
    expect(await on.table('variant_page', { words: 'discontinued' })).toEqual([]);
    expect(await on.table('variant_page', { codes: ['GONE-1'] })).toMatchObject([{ active: false }]);
    expect(await on.table('variant_page', { variant_ids: variants })).toMatchObject([{ active: false }]);
  });
});

describe('searching everything', () => {
  const found = async (on: TestSession, words: string) =>
    on.table<{ kind: string; id: string; exact: boolean; code: string; name: string; other: string }>('find_records', { words });
  const kinds = async (on: TestSession, words: string) => [...new Set((await found(on, words)).map(({ kind }) => kind))];

  scenario('finds records of every kind by name, number or code, and marks exact codes', async (on) => {
    await on.as(people.owner);
    const {
      id,
      variants: [variant = ''],
    } = await makeProduct(on, { name: 'Quagga coat', name_ar: 'معطف كواجا' }, [{ barcode: 'QUAGGA-1', sku: 'QG-1' }]);
    await on.rows(`insert into public.brands (name) values ('Quagga')`);
    await on.rows(`insert into public.colors (name, active) values ('Quagga brown', false)`);
    expect(await found(on, 'QUAGGA')).toMatchObject([
      { kind: 'products', id, exact: false, code: 'QG-1', name: 'Quagga coat' },
      { kind: 'brands', exact: false, code: null, name: 'Quagga' },
    ]);
    expect(await kinds(on, 'كُواجا')).toEqual(['products']);
    for (const code of ['QUAGGA-1', 'QG-1', 'quagga-1', ' qg-1'])
      expect(await found(on, code), code).toMatchObject([{ kind: 'products', id, exact: true, code: 'QG-1' }]);
    const transfer = randomUUID();
    await on.call('save_transfer', {
      id: transfer,
      from_branch_id: branches.zamalek,
      to_branch_id: branches.maadi,
      lines: [{ variant_id: variant, quantity: 1 }],
    });
    const number = await on.value<string>('select number from public.transfers where id = $1', transfer);
    expect(await found(on, number.toLowerCase())).toMatchObject([
      { kind: 'transfers', id: transfer, exact: true, code: number, name: 'Zamalek', other: 'Maadi' },
    ]);
    const within = randomUUID();
    const point = await idOf(on, 'stock_points', 'Window');
    await on.call('save_transfer', {
      id: within,
      from_branch_id: branches.zamalek,
      to_branch_id: branches.zamalek,
      to_stock_point_id: point,
      lines: [{ variant_id: variant, quantity: 1 }],
    });
    expect(await found(on, await on.value<string>('select number from public.transfers where id = $1', within))).toMatchObject([
      { name: 'Zamalek', other: 'Window' },
    ]);
    const entry = randomUUID();
    await on.call('post_stock_entry', {
      id: entry,
      kind: 'opening',
      branch_id: branches.zamalek,
      stock_point_id: point,
      note: 'From the quagga FAIR',
      lines: [{ variant_id: variant, quantity: 1 }],
    });
    const posted = await on.value<string>('select number from public.stock_entries where id = $1', entry);
    expect(await found(on, posted.toLowerCase())).toMatchObject([
      { kind: 'stock_entries', id: entry, exact: true, code: posted, name: 'Zamalek', other: 'Window' },
    ]);
    expect(await kinds(on, 'fair quagga')).toEqual(['stock_entries']);
    expect(await found(on, ' ')).toEqual([]);
    expect(await found(on, '%%')).toEqual([]);
    expect(await on.table('find_records', { words: 'a', page_size: 1 })).toHaveLength((await kinds(on, 'a')).length);
  });

  scenario('shows the default price and visible stock of a product, or of the variant with the code', async (on) => {
    await on.as(people.owner);
    const {
      variants: [small = '', large = ''],
    } = await makeProduct(on, { name: 'Quagga priced', by_measure: true, price: 200, purchase_price: 61.07 }, [
      { barcode: 'PRICED-S', color_id: await idOf(on, 'colors', 'Black') },
      { barcode: 'PRICED-L', color_id: await idOf(on, 'colors', 'Ivory'), price_override: 333.33 },
    ]);
    await on.rows('update public.price_groups set percentage = -10 where is_default');
    await stocked(on, people.owner, branches.zamalek, [
      [small, 4],
      [large, 2.5],
    ]);
    await stocked(on, people.owner, branches.maadi, [
      [small, 30],
      [large, 7],
    ]);
    const told = async (words: string, more: Row = {}) =>
      (await on.table<Row>('find_records', { words, ...more })).map(({ price, on_hand }) => [price, on_hand]);
    await on.as(people.owner);
    expect(await told('quagga priced')).toEqual([[180, 43.5]]);
    expect(await told('PRICED-L')).toEqual([[300, 9.5]]);
    expect(await told('quagga priced', { at_branch_ids: [branches.maadi] })).toEqual([[180, 37]]);
    expect(await told('PRICED-S', { at_branch_ids: [branches.maadi] })).toEqual([[180, 30]]);
    expect(await told('quagga priced', { at_branch_ids: [branches.warehouse] })).toEqual([[180, 0]]);
    // Stock of branches out of reach is not included, even if requested.
    await on.as(people.storekeeper);
    expect(await told('quagga priced')).toEqual([[180, 6.5]]);
    expect(await told('PRICED-S')).toEqual([[180, 4]]);
    expect(await told('quagga priced', { at_branch_ids: [branches.maadi] })).toEqual([[180, 0]]);
    expect(await told('PRICED-S', { at_branch_ids: [branches.maadi] })).toEqual([[180, 0]]);
    expect(JSON.stringify(await on.table('find_records', { words: 'quagga priced' }))).not.toContain('61.07');
    await on.revokePermission(people.storekeeper, 'inventory.stock.view');
    expect(await told('quagga priced')).toEqual([[180, null]]);
    expect(await told('PRICED-S')).toEqual([[180, null]]);
    // Other kinds have neither.
    await on.as(people.owner);
    expect(await told('mahalla textiles')).toEqual([[null, null]]);
  });

  scenario('returns only the kinds that the user may view, within reach', async (on) => {
    await on.as(people.owner);
    const {
      variants: [variant = ''],
    } = await makeProduct(on, { name: 'Quagga kept apart', branch_id: branches.warehouse }, [{ barcode: 'APART-1' }]);
    await stocked(on, people.owner, branches.warehouse, [[variant, 1]]);
    await on.call('save_purchase_order', {
      id: randomUUID(),
      purchase: {
        supplier_id: await idOf(on, 'suppliers', 'Mahalla Textiles'),
        branch_id: branches.zamalek,
        status: 'pending',
        notes: 'Quagga',
      },
      items: [{ variant_id: (await makeProduct(on)).variants[0], quantity: 1, unit_cost: 1 }],
    });
    await on.call('start_count', { id: randomUUID(), branch_id: branches.warehouse });
    await on.rows(`insert into public.suppliers (name) values ('Quagga mill')`);
    const count = await on.value<string>('select number from public.stock_counts where branch_id = $1', branches.warehouse);
    const [entry] = await on.rows<{ number: string }>(
      'select number from public.stock_entries where branch_id = $1 order by created_at desc',
      branches.warehouse,
    );
    await on.as(people.buyer);
    expect(await found(on, entry!.number)).toMatchObject([{ kind: 'stock_entries', exact: true }]);
    expect(await kinds(on, 'quagga')).toEqual(['products', 'purchase_orders', 'suppliers']);
    expect(await found(on, 'APART-1')).toMatchObject([{ exact: true }]);
    expect(await found(on, count)).toMatchObject([{ kind: 'stock_counts', exact: true, code: count, other: null }]);
    await on.as(people.storekeeper);
    expect(await kinds(on, 'quagga')).toEqual(['purchase_orders', 'suppliers']);
    expect(await found(on, 'APART-1')).toEqual([]);
    expect(await found(on, count)).toEqual([]);
    expect(await found(on, entry!.number)).toEqual([]);
    await on.as(people.cashier);
    expect(await found(on, 'quagga')).toEqual([]);
    await on.asDatabaseOwner();
    await on.rows(`delete from public.role_permissions where permission in ('purchasing.orders.view', 'inventory.stock.view')`);
    await on.as(people.buyer);
    expect(await kinds(on, 'quagga')).toEqual(['products', 'suppliers']);
    expect(await found(on, entry!.number)).toEqual([]);
    await on.asDatabaseOwner();
    await on.rows('update public.profiles set active = false where id = $1', people.buyer);
    await on.as(people.buyer);
    expect(await found(on, 'quagga')).toEqual([]);
  });
});

describe('the dashboard', () => {
  type Dashboard = Record<
    'products' | 'variants' | 'on_hand' | 'on_hand_by_branch' | 'transfers_waiting' | 'transfers' | 'low_stock' | 'movements',
    unknown
  >;

  scenario('leaves out parts that the user may not view', async (on) => {
    await on.as(people.cashier);
    expect(await on.call<Dashboard>('dashboard')).toMatchObject({ products: 14, transfers: null, transfers_waiting: null });
    await on.asDatabaseOwner();
    await on.rows(
      `delete from public.role_permissions where permission in ('inventory.stock.view', 'inventory.products.view', 'accounting.sales.view', 'accounting.expenses.view', 'attendance.shifts.view') and role_id = (select role_id from public.profiles where id = $1)`,
      people.cashier,
    );
    await on.as(people.cashier);
    const shown = await on.call<Dashboard>('dashboard');
    expect(Object.entries(shown).filter(([, part]) => part !== null)).toEqual([]);
    await on.revokePermission(people.cashier, 'dashboard.overview.view');
    expect(await on.refused(() => on.call('dashboard'))).toMatchObject({ code: 'PT403', message: 'permission_missing' });
  });

  scenario('counts only branches in reach, even if others are requested', async (on) => {
    const inReach = async (...ids: string[]) =>
      on.value<number>('select coalesce(sum(quantity), 0) from public.stock_levels where branch_id = any ($1)', ids);
    await on.asDatabaseOwner();
    const [zamalek, maadi, all] = [
      await inReach(branches.zamalek),
      await inReach(branches.maadi),
      await inReach(...Object.values(branches)),
    ];
    await on.as(people.owner);
    expect((await on.call<Dashboard>('dashboard')).on_hand).toBe(all);
    expect((await on.call<Dashboard>('dashboard', { at_branch_ids: [branches.maadi] })).on_hand).toBe(maadi);
    await on.as(people.storekeeper);
    expect(await on.call<Dashboard>('dashboard')).toMatchObject({
      on_hand: zamalek,
      on_hand_by_branch: [{ branch_id: branches.zamalek, quantity: zamalek }],
      transfers_waiting: 2,
    });
    expect(await on.call<Dashboard>('dashboard', { at_branch_ids: [branches.maadi] })).toMatchObject({
      on_hand: 0,
      on_hand_by_branch: [],
      movements: [],
      transfers: [],
    });
  });
});

import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { detailOf, idOf, makeProduct, plain, stocked, variantsOf } from '../fixtures.ts';

const save = (on: TestSession, id: string, version: number | null, product: Row, variants: Row[]) =>
  on.call('save_product', { id, product: { ...plain, ...product }, variants, ...(version === null ? {} : { expected_version: version }) });

describe('saving a product', () => {
  scenario('creates one plain variant if no color or size is given', async (on) => {
    await on.as(people.buyer);
    const { variants } = await makeProduct(on);
    expect(variants).toHaveLength(1);
    expect(await on.rows('select color_id, size_id, price_override, active from public.variants where id = $1', variants[0])).toEqual([
      { color_id: null, size_id: null, price_override: null, active: true },
    ]);
  });

  scenario('gives its variants the same order in every list: by color, then by size', async (on) => {
    await on.as(people.owner);
    const made = async (table: string, name: string, more: Row) =>
      (
        await on.rows<{ id: string }>(
          `insert into public.${table} (name, ${Object.keys(more).join()}) values ($1, $2) returning id`,
          name,
          ...Object.values(more),
        )
      )[0]?.id;
    const [wine, blue] = [await made('colors', 'Wine', { value: '#800000' }), await made('colors', 'Blue', { value: '#000080' })];
    const [late, early, same] = [
      await made('sizes', 'A late', { position: 30 }),
      await made('sizes', 'Q early', { position: 10 }),
      await made('sizes', 'P early', { position: 10 }),
    ];
    const asked: [string | undefined, string | undefined][] = [
      [wine, late],
      [wine, same],
      [blue, late],
      [wine, early],
      [blue, early],
      [wine, undefined],
      [undefined, early],
    ];
    const id = randomUUID();
    await save(
      on,
      id,
      null,
      { name: 'One order' },
      asked.map(([color_id, size_id]) => ({ color_id, size_id })),
    );
    const order = ['- Q early', 'Blue Q early', 'Blue A late', 'Wine -', 'Wine P early', 'Wine Q early', 'Wine A late'];
    const names = new Map(
      (
        await on.rows<{ variant_id: string; name: string }>(
          `select variant_id, coalesce(color, '-') || ' ' || coalesce(size, '-') as name from public.variant_names where product_id = $1`,
          id,
        )
      ).map((row) => [row.variant_id, row.name]),
    );
    const told = (ids: readonly unknown[]) => ids.map((one) => names.get(String(one)));
    const branch = branches.maadi;
    await stocked(
      on,
      people.owner,
      branch,
      [...names.keys()].map((variant) => [variant, 1]),
    );
    expect(told((await on.call<{ variants: Row[] }>('product_detail', { id })).variants.map((variant) => variant.id))).toEqual(order);
    expect(told((await on.table('variant_page', { product_ids: [id] })).map((row) => row.variant_id))).toEqual(order);
    expect(told((await on.table('level_page', { words: 'One order', at_branch_ids: [branch] })).map((row) => row.variant_id))).toEqual(
      order,
    );
    expect(
      told(
        (await on.call<{ lines: Row[] }>('everything_at', { from_branch_id: branch })).lines
          .map((line) => line.variant_id)
          .filter((one) => names.has(String(one))),
      ),
    ).toEqual(order);
    const count = randomUUID();
    await on.call('start_count', { id: count, branch_id: branch, scope: 'products', scope_ids: [id] });
    expect(told((await on.table('count_lines', { id: count, show: 'sheet' })).map((row) => row.variant_id))).toEqual(order);
    const refusal = await on.refused(() =>
      on.call('post_stock_entry', {
        id: randomUUID(),
        kind: 'adjustment',
        reason: 'loss',
        branch_id: branch,
        lines: [...names.keys()].map((variant_id) => ({ variant_id, quantity: -2 })),
      }),
    );
    expect(told((detailOf(refusal).lines as Row[]).map((line) => line.variant_id))).toEqual(order);
  });

  scenario('is idempotent, and refuses other content under an existing id', async (on) => {
    await on.as(people.buyer);
    const id = randomUUID();
    const [black, size] = [await idOf(on, 'colors', 'Black'), await idOf(on, 'sizes', 'M')];
    const product = { name: 'Once', name_ar: 'مرة', price: '12.50', purchase_price: 4, low_stock_level: null, brand_id: null };
    const variants = [
      { color_id: black, size_id: size, barcode: 'ONCE-1', price_override: 11 },
      { id: randomUUID(), color_id: black, active: false },
    ];
    const first = await save(on, id, null, product, variants);
    const { purchase_price: _, ...unpriced } = product;
    for (const [again, set] of [
      [product, variants],
      [{ ...product, price: 12.5 }, [...variants].reverse()],
      [unpriced, variants],
    ] as const)
      expect(await save(on, id, null, again, [...set])).toEqual(first);
    const [one = {}, two = {}] = variants;
    for (const [changed, set] of [
      [{ name: 'Twice' }, variants],
      [{ price: 13 }, variants],
      [{ purchase_price: 5 }, variants],
      [{ name_ar: null }, variants],
      [{ active: false }, variants],
      [{ max_discount: 1 }, variants],
      [{}, []],
      [{}, [one]],
      [{}, [...variants, { size_id: size }]],
      [{}, [{ ...one, barcode: 'ONCE-2' }, two]],
      [{}, [{ ...one, price_override: null }, two]],
      [{}, [one, { ...two, active: true }]],
      [{}, [one, { ...two, id: randomUUID() }]],
    ] as [Row, Row[]][]) {
      const refusal = await on.refused(() => save(on, id, null, { ...product, ...changed }, set));
      expect([refusal.code, refusal.message, detailOf(refusal)], JSON.stringify([changed, set])).toEqual([
        'PT409',
        'exists_already',
        { version: 1, number: 'Once' },
      ]);
    }
    expect(await on.rows('select name, version from public.products where id = $1', id)).toEqual([{ name: 'Once', version: 1 }]);
    expect(await variantsOf(on, id)).toHaveLength(2);
    // The error must not reveal whether a guessed cost is right.
    await on.revokePermission(people.buyer, 'inventory.costs.view');
    for (const purchase_price of [4, 5])
      expect(await on.refused(() => save(on, id, null, { ...product, purchase_price }, variants))).toMatchObject({
        code: 'PT403',
        message: 'permission_missing',
      });
    await on.as(people.owner);
    expect(await on.refused(() => save(on, id, null, {}, []))).toMatchObject({ code: 'PT404', message: 'product_not_found' });
  });

  scenario('is idempotent without variants, and reveals nothing after its author lost the branch', async (on) => {
    await on.as(people.manager);
    const id = randomUUID();
    const first = await save(on, id, null, { name: 'Plain', branch_id: branches.nasrCity }, []);
    expect(await save(on, id, null, { name: 'Plain', branch_id: branches.nasrCity }, [])).toEqual(first);
    await on.asDatabaseOwner();
    await on.rows('delete from public.user_branches where profile_id = $1 and branch_id = $2', people.manager, branches.nasrCity);
    await on.as(people.manager);
    for (const name of ['Plain', 'Other'])
      expect(await on.refused(() => save(on, id, null, { name, branch_id: branches.nasrCity }, []))).toMatchObject({
        code: 'PT404',
        message: 'product_not_found',
      });
  });

  scenario('is refused if another user changed it; the error names that user', async (on) => {
    await on.as(people.buyer);
    const { id, variants } = await makeProduct(on);
    await save(on, id, 1, { name: 'Buyer was here' }, [{ id: variants[0] }]);
    await on.as(people.owner);
    const refusal = await on.refused(() => save(on, id, 1, { name: 'Owner too' }, [{ id: variants[0] }]));
    expect(refusal).toMatchObject({ code: 'PT409', message: 'changed_meanwhile' });
    expect(detailOf(refusal)).toMatchObject({ by: 'Omar Nabil', version: 2 });
    expect(await save(on, id, 2, { name: 'Owner too' }, [{ id: variants[0] }])).toEqual({ id, version: 3 });
  });

  scenario('counts as a change of the product even if only a variant changed', async (on) => {
    await on.as(people.owner);
    const { id, variants } = await makeProduct(on);
    await save(on, id, 1, {}, [{ id: variants[0], price_override: 5 }]);
    expect(await on.refused(() => save(on, id, 1, {}, [{ id: variants[0] }]))).toMatchObject({ message: 'changed_meanwhile' });
  });

  scenario('refuses system fields such as version, author and search text', async (on) => {
    await on.as(people.buyer);
    for (const [field, value] of Object.entries({
      id: randomUUID(),
      version: 99,
      created_by: people.owner,
      created_at: '2001-01-01',
      search: 'anything',
      updated_by: people.owner,
    })) {
      const refusal = await on.refused(() => makeProduct(on, { [field]: value }));
      expect([refusal.message, detailOf(refusal)]).toEqual(['field_unknown', { field }]);
    }
  });

  scenario('requires permission to create or to update', async (on) => {
    await on.as(people.storekeeper);
    const refusal = await on.refused(() => makeProduct(on));
    expect(refusal).toMatchObject({ code: 'PT403', message: 'permission_missing' });
    expect(detailOf(refusal)).toEqual({ permission: 'inventory.products.create' });
    const id = await on.value<string>('select id from public.products limit 1');
    expect(detailOf(await on.refused(() => save(on, id, 1, {}, [])))).toEqual({ permission: 'inventory.products.update' });
    expect(detailOf(await on.refused(() => on.call('delete_product', { id })))).toEqual({ permission: 'inventory.products.delete' });
  });

  scenario('without permission to edit prices must keep every price', async (on) => {
    await on.as(people.buyer);
    const { id, variants } = await makeProduct(on);
    await on.revokePermission(people.buyer, 'inventory.products.edit_price');
    const price = { code: 'PT403', message: 'permission_missing' };
    expect(await on.refused(() => save(on, id, 1, { price: 1 }, [{ id: variants[0] }]))).toMatchObject(price);
    expect(await on.refused(() => save(on, id, 1, {}, [{ id: variants[0], price_override: 1 }]))).toMatchObject(price);
    expect(
      await on.refused(() => save(on, id, 1, {}, [{ id: variants[0] }, { color_id: null, size_id: null, price_override: 1 }])),
    ).toMatchObject(price);
    await save(on, id, 1, { name: 'Renamed' }, [{ id: variants[0] }]);
  });

  scenario('without permission to edit prices cannot add, remove or move a variant’s own price', async (on) => {
    await on.as(people.buyer);
    const [black, ivory, olive] = [await idOf(on, 'colors', 'Black'), await idOf(on, 'colors', 'Ivory'), await idOf(on, 'colors', 'Olive')];
    const { id } = await makeProduct(on, {}, [
      { color_id: black, sku: 'PRICED', price_override: 90 },
      { color_id: ivory, sku: 'PLAIN' },
    ]);
    const of = (sku: string) => on.value<string>('select id from public.variants where sku = $1', sku);
    const [priced, plainOne] = [await of('PRICED'), await of('PLAIN')];
    await on.revokePermission(people.buyer, 'inventory.products.edit_price');
    const asItIs = [
      { id: priced, color_id: black, price_override: 90 },
      { id: plainOne, color_id: ivory },
    ];
    for (const [why, variants] of Object.entries({
      replaced: [{ color_id: black }, asItIs[1]],
      'replaced at another price': [{ color_id: black, price_override: 80 }, asItIs[1]],
      removed: [asItIs[1]],
      added: [...asItIs, { color_id: olive, price_override: 5 }],
      swapped: [
        { id: priced, color_id: ivory, price_override: 90 },
        { id: plainOne, color_id: black },
      ],
      'moved away': [{ id: priced, color_id: olive, price_override: 90 }, { color_id: black }, asItIs[1]],
    })) {
      expect(await on.refused(() => save(on, id, 1, {}, variants as Row[])), why).toMatchObject({
        code: 'PT403',
        message: 'permission_missing',
      });
    }
    // Changes that keep every price are allowed: a new variant without a price, or the same price on a
    // replaced variant.
    await save(on, id, 1, {}, [...asItIs, { color_id: olive }]);
    await save(on, id, 2, {}, [{ color_id: black, price_override: 90 }, asItIs[1] as Row]);
    expect(
      await on.rows('select color_id, price_override from public.variants where product_id = $1 order by price_override nulls last', id),
    ).toEqual([
      { color_id: black, price_override: 90 },
      { color_id: ivory, price_override: null },
    ]);
  });

  scenario('shows and accepts the purchase price only with permission to view costs', async (on) => {
    await on.as(people.buyer);
    const { id, variants } = await makeProduct(on, { purchase_price: 40 });
    const cost = 'select purchase_price from public.product_costs where product_id = $1';
    expect(await on.value(cost, id)).toBe(40);
    await on.revokePermission(people.buyer, 'inventory.costs.view');
    expect(await on.rows(cost, id)).toEqual([]);
    expect(detailOf(await on.refused(() => save(on, id, 1, { purchase_price: 1 }, [{ id: variants[0] }])))).toEqual({
      permission: 'inventory.costs.view',
    });
    await save(on, id, 1, { name: 'Cost untouched' }, [{ id: variants[0] }]);
    await on.as(people.owner);
    expect(await on.value(cost, id)).toBe(40);
  });

  scenario('refuses negative prices, discounts over 100 and invalid numbers', async (on) => {
    await on.as(people.owner);
    for (const [product, constraint_name] of [
      [{ price: -1 }, 'products_price_not_negative'],
      [{ max_discount: 100.5 }, 'products_max_discount_range'],
      [{ low_stock_level: -1 }, 'products_low_stock_level_not_negative'],
      [{ purchase_price: -1 }, 'product_costs_purchase_price_not_negative'],
    ] as const) {
      expect(await on.refused(() => makeProduct(on, product)), constraint_name).toMatchObject({ code: 'PT400', constraint_name });
    }
    expect(await on.refused(() => makeProduct(on, { price: null }))).toMatchObject({ code: 'PT400' });
    for (const [field, value] of [
      ['price', 'NaN'],
      ['price', 'Infinity'],
      ['price', '0x10'],
      ['low_stock_level', 'NaN'],
      ['max_discount', 1e30],
      ['active', 'maybe'],
      ['category_id', 'none'],
      ['name', { en: 'x' }],
    ] as const) {
      const refusal = await on.refused(() => makeProduct(on, { [field]: value }));
      expect([refusal.message, detailOf(refusal)], field).toEqual(['value_invalid', { field }]);
    }
    const many = Array.from({ length: 1001 }, () => ({}));
    expect(await on.refused(() => makeProduct(on, {}, many))).toMatchObject({ code: 'PT400', message: 'lines_over_limit' });
    expect(await on.refused(() => makeProduct(on, {}, [{ price_override: 'NaN' }]))).toMatchObject({
      code: 'PT400',
      message: 'value_invalid',
    });
    expect(await on.refused(() => makeProduct(on, {}, [{ price_override: -1 }]))).toMatchObject({
      constraint_name: 'variants_price_override_not_negative',
    });
  });
});

describe('the variants of a product', () => {
  scenario('are replaced by the given set and matched by id', async (on) => {
    await on.as(people.owner);
    const [black, ivory, olive] = [await idOf(on, 'colors', 'Black'), await idOf(on, 'colors', 'Ivory'), await idOf(on, 'colors', 'Olive')];
    const { id, variants } = await makeProduct(on, {}, [{ color_id: black }, { color_id: ivory, sku: 'KEEP-1' }]);
    const kept = await on.value<string>(`select id from public.variants where sku = 'KEEP-1'`);
    await save(on, id, 1, {}, [{ id: kept, color_id: ivory, price_override: 90 }, { color_id: olive }]);
    const now = await on.rows(
      'select id, color_id, sku, price_override from public.variants where product_id = $1 order by sku = $2 desc',
      id,
      'KEEP-1',
    );
    expect(now).toMatchObject([{ id: kept, color_id: ivory, sku: 'KEEP-1', price_override: 90 }, { color_id: olive }]);
    expect(variants).toHaveLength(2);
  });

  scenario('a product with photos of its colors only is not among those without a photo', async (on) => {
    await on.as(people.owner);
    const [black, ivory] = [await idOf(on, 'colors', 'Black'), await idOf(on, 'colors', 'Ivory')];
    const without = await on.call<number>('product_count', { view: 'no_image' });
    const { id } = await makeProduct(on, { name: 'Pictured by color' }, [
      { color_id: black },
      { color_id: ivory, image_path: 'products/x/ivory.webp' },
    ]);
    expect(await on.call('product_count', { view: 'no_image' })).toBe(without);
    expect(await on.rows('select id, image_path from public.product_page(words => $1)', 'Pictured by color')).toEqual([
      { id, image_path: 'products/x/ivory.webp' },
    ]);
  });

  scenario('show their own photo everywhere, and else that of the product', async (on) => {
    await on.as(people.owner);
    const [black, ivory] = [await idOf(on, 'colors', 'Black'), await idOf(on, 'colors', 'Ivory')];
    const { id } = await makeProduct(on, { image_path: 'products/x/all.webp' }, [
      { color_id: black, image_path: 'products/x/black.webp' },
      { color_id: ivory },
    ]);
    const expected = [
      [black, 'products/x/black.webp'],
      [ivory, 'products/x/all.webp'],
    ];
    const detail = await on.call<{ version: number; variants: Row[] }>('product_detail', { id });
    expect(detail.variants.map(({ color_id, image_path }) => [color_id, image_path])).toEqual([expected[0], [ivory, null]]);
    const shown = await on.rows('select color_id, image_path from public.variant_page(product_ids => array[$1::uuid])', id);
    expect(shown.map(({ color_id, image_path }) => [color_id, image_path])).toEqual(expected);
    expect(await on.rows('select image_path from public.variant_names where product_id = $1 order by image_path desc', id)).toEqual([
      { image_path: 'products/x/black.webp' },
      { image_path: 'products/x/all.webp' },
    ]);
    await save(
      on,
      id,
      detail.version,
      { image_path: 'products/x/all.webp' },
      detail.variants.map((variant) => ({ ...variant, image_path: null })),
    );
    expect((await on.call<{ variants: Row[] }>('product_detail', { id })).variants.map(({ image_path }) => image_path)).toEqual([
      null,
      null,
    ]);
  });

  scenario('cannot have the same color and size twice', async (on) => {
    await on.as(people.owner);
    const black = await idOf(on, 'colors', 'Black');
    expect(await on.refused(() => makeProduct(on, {}, [{ color_id: black }, { color_id: black }]))).toMatchObject({
      code: 'PT409',
      constraint_name: 'variants_color_size_unique',
    });
    expect(await on.refused(() => makeProduct(on, {}, [{}, {}]))).toMatchObject({ constraint_name: 'variants_color_size_unique' });
  });

  scenario('can swap barcodes, SKUs, colors and sizes in one save', async (on) => {
    await on.as(people.owner);
    const [black, ivory] = [await idOf(on, 'colors', 'Black'), await idOf(on, 'colors', 'Ivory')];
    const { id, variants } = await makeProduct(on, {}, [
      { color_id: black, barcode: 'SWAP-1', sku: 'SWAP-A' },
      { color_id: ivory, barcode: 'SWAP-2', sku: 'SWAP-B' },
    ]);
    const first = await on.value<string>(`select id from public.variants where barcode = 'SWAP-1'`);
    const second = variants.find((variant) => variant !== first);
    await save(on, id, 1, {}, [
      { id: first, color_id: ivory, barcode: 'SWAP-2', sku: 'SWAP-B' },
      { id: second, color_id: black, barcode: 'SWAP-1', sku: 'SWAP-A' },
    ]);
    expect(await on.rows('select color_id, sku, barcode from public.variants where id = $1', first)).toEqual([
      { color_id: ivory, sku: 'SWAP-B', barcode: 'SWAP-2' },
    ]);
    // Real duplicates are still refused.
    expect(
      await on.refused(() =>
        save(on, id, 2, {}, [
          { id: first, color_id: ivory, barcode: 'SWAP-1' },
          { id: second, color_id: black, barcode: 'SWAP-1' },
        ]),
      ),
    ).toMatchObject({ code: 'PT409', constraint_name: 'variants_barcode_unique' });
  });

  scenario('cannot be deleted once they were in stock', async (on) => {
    await on.as(people.owner);
    const { id, variants } = await makeProduct(on);
    await stocked(on, people.owner, branches.zamalek, [[variants[0] ?? '', 3]]);
    const black = await idOf(on, 'colors', 'Black');
    expect(await on.refused(() => save(on, id, 1, {}, [{ color_id: black }]))).toMatchObject({ code: 'PT409' });
    expect(await on.refused(() => on.call('delete_product', { id }))).toMatchObject({ code: 'PT409' });
    expect(await on.table('usage_of', { table_name: 'products', id })).toMatchObject([{ used_in: 'stock_levels', count: 1 }]);
    // Nor when none is left.
    await on.call('post_stock_entry', {
      id: randomUUID(),
      kind: 'adjustment',
      reason: 'loss',
      branch_id: branches.zamalek,
      lines: [{ variant_id: variants[0], quantity: -3 }],
    });
    expect(await on.refused(() => on.call('delete_product', { id }))).toMatchObject({
      code: 'PT409',
      constraint_name: 'stock_levels_variant_in_use',
    });
  });

  scenario('stay unchanged if a form without variants is saved again', async (on) => {
    await on.as(people.owner);
    const { id, variants } = await makeProduct(on);
    await save(on, id, 1, {}, []);
    expect(await variantsOf(on, id)).toEqual(variants);
  });

  scenario('cannot be taken over by another product through their id', async (on) => {
    await on.as(people.owner);
    const mine = await makeProduct(on);
    const theirs = await makeProduct(on);
    expect(
      await on.refused(() => save(on, mine.id, 1, {}, [{ id: mine.variants[0] }, { id: theirs.variants[0], sku: 'STOLEN' }])),
    ).toMatchObject({ code: 'PT409' });
    expect(await variantsOf(on, theirs.id)).toEqual(theirs.variants);
  });

  scenario('are deleted with an unused product, together with its cost', async (on) => {
    await on.as(people.owner);
    const { id } = await makeProduct(on, { purchase_price: 3 });
    await on.call('delete_product', { id });
    expect(await on.value('select count(*) from public.variants where product_id = $1', id)).toBe(0);
    expect(await on.value('select count(*) from public.product_costs where product_id = $1', id)).toBe(0);
    expect(await on.refused(() => on.call('delete_product', { id }))).toMatchObject({ message: 'product_not_found' });
  });
});

describe('a barcode', () => {
  const digit = (twelve: string) => (10 - ([...twelve].reduce((sum, d, i) => sum + Number(d) * (i % 2 ? 3 : 1), 0) % 10)) % 10;

  scenario('is generated as a unique EAN-13 in the shop’s own range', async (on) => {
    await on.as(people.owner);
    const colors = await on.rows<{ id: string }>('select id from public.colors');
    const { id } = await makeProduct(
      on,
      {},
      colors.map(({ id: color_id }) => ({ color_id })),
    );
    const codes = (await on.rows<{ barcode: string }>('select barcode from public.variants where product_id = $1', id)).map(
      ({ barcode }) => barcode,
    );
    expect(new Set(codes).size).toBe(colors.length);
    for (const code of codes) {
      expect(code).toMatch(/^20\d{11}$/);
      expect(Number(code[12])).toBe(digit(code.slice(0, 12)));
    }
  });

  scenario('of 13 digits needs a valid check digit, while other codes are accepted as they are', async (on) => {
    await on.as(people.owner);
    for (const barcode of ['6221234567891', '4006381333931', 'ABC-1', '12345', '036000291452', '0000000000000'])
      await makeProduct(on, {}, [{ barcode }]);
    for (const barcode of ['6221234567890', '4006381333930', '0000000000001']) {
      expect(await on.refused(() => makeProduct(on, {}, [{ barcode }])), barcode).toMatchObject({
        code: 'PT400',
        constraint_name: 'variants_barcode_check_digit',
      });
    }
    for (const barcode of ['', ' 12', '12 ', 'a\tb', '12\u200f34', '\u20681234\u2069', 'x'.repeat(65)]) {
      expect(await on.refused(() => makeProduct(on, {}, [{ barcode }])), barcode).toMatchObject({
        code: 'PT400',
        constraint_name: 'code_form',
      });
    }
  });

  scenario('is unique in the whole business, like a SKU', async (on) => {
    await on.as(people.owner);
    await makeProduct(on, {}, [{ barcode: 'ONE-OF-A-KIND', sku: 'SKU-OF-A-KIND' }]);
    expect(await on.refused(() => makeProduct(on, {}, [{ barcode: 'ONE-OF-A-KIND' }]))).toMatchObject({
      code: 'PT409',
      constraint_name: 'variants_barcode_unique',
    });
    expect(await on.refused(() => makeProduct(on, {}, [{ sku: 'SKU-OF-A-KIND' }]))).toMatchObject({
      code: 'PT409',
      constraint_name: 'variants_sku_unique',
    });
  });

  scenario('can be typed in Arabic digits', async (on) => {
    await on.as(people.owner);
    const { id } = await makeProduct(on, {}, [{ barcode: '١٢٣٤٥٦٧٨٩٠١٢٣' }]);
    expect(await on.table('product_page', { words: '1234567890123' })).toMatchObject([{ id }]);
  });
});

describe('a product of one branch', () => {
  scenario('is hidden from other branches in lists, by id and by barcode, and cannot be changed there', async (on) => {
    await on.as(people.owner);
    const { id, variants } = await makeProduct(on, { name: 'Kept in the warehouse', branch_id: branches.warehouse, purchase_price: 9 }, [
      { barcode: 'KEPT-1' },
    ]);
    await save(on, id, 1, { name: 'Kept in the warehouse', branch_id: branches.warehouse, price: 120 }, [{ id: variants[0] }]);
    await on.as(people.manager);
    for (const query of [
      'select id from public.products where id = $1',
      'select id from public.variants where product_id = $1',
      'select product_id from public.product_costs where product_id = $1',
      'select id from public.price_changes where product_id = $1',
      `select id from public.product_page(words => 'kept warehouse') where id = $1`,
      `select product_id from public.variant_page(codes => '{KEPT-1}') where product_id = $1`,
      'select product_id from public.variant_page(product_ids => array[$1::uuid])',
    ]) {
      expect(await on.rows(query, id), query).toEqual([]);
    }
    expect(await on.value(`select public.product_count(words => 'kept warehouse')`)).toBe(0);
    const hidden = { code: 'PT404', message: 'product_not_found' };
    expect(await on.refused(() => save(on, id, 2, { branch_id: null }, [{ id: variants[0] }]))).toMatchObject(hidden);
    expect(await on.refused(() => on.call('delete_product', { id }))).toMatchObject(hidden);
    expect(await on.call('update_products', { ids: [id], changes: { active: false } })).toMatchObject({ changed: 0, before: [] });
    expect(await on.refused(() => makeProduct(on, { branch_id: branches.warehouse }))).toMatchObject({ message: 'branch_not_found' });
  });

  scenario('cannot be changed, released, deleted or deactivated with view-only access', async (on) => {
    await on.as(people.owner);
    const { id, variants } = await makeProduct(on, { branch_id: branches.maadi });
    await on.asDatabaseOwner();
    await on.rows(
      `insert into public.role_permissions select role_id, 'inventory.products.delete' from public.profiles where id = $1 on conflict do nothing`,
      people.manager,
    );
    await on.as(people.manager);
    expect(await on.rows('select id from public.products where id = $1', id)).toHaveLength(1);
    const viewOnly = { code: 'PT403', message: 'branch_view_only' };
    expect(await on.refused(() => save(on, id, 1, { branch_id: null }, [{ id: variants[0] }]))).toMatchObject(viewOnly);
    expect(await on.refused(() => save(on, id, 1, { branch_id: branches.maadi }, [{ id: variants[0] }]))).toMatchObject(viewOnly);
    expect(await on.refused(() => on.call('delete_product', { id }))).toMatchObject(viewOnly);
    expect(await on.call('update_products', { ids: [id], changes: { active: false } })).toMatchObject({ changed: 0, before: [] });
  });
});

describe('the usage of a product', () => {
  scenario('is hidden for products and branches out of the user’s reach', async (on) => {
    await on.as(people.owner);
    const {
      id,
      variants: [variant = ''],
    } = await makeProduct(on, { branch_id: branches.warehouse });
    await stocked(on, people.owner, branches.warehouse, [[variant, 1]]);
    expect(await on.table('usage_of', { table_name: 'products', id })).not.toEqual([]);
    await on.asDatabaseOwner();
    await on.rows(
      `insert into public.role_permissions select role_id, p from public.profiles, unnest('{inventory.products.delete,settings.branches.delete}'::text[]) p where id = $1 on conflict do nothing`,
      people.manager,
    );
    await on.as(people.manager);
    expect(await on.table('usage_of', { table_name: 'products', id })).toEqual([]);
    for (const branch of [branches.warehouse, branches.maadi])
      expect(await on.table('usage_of', { table_name: 'branches', id: branch })).toEqual([]);
    expect(await on.table('usage_of', { table_name: 'branches', id: branches.zamalek })).not.toEqual([]);
  });
});

describe('assigning a product to one branch', () => {
  scenario('is refused while another branch has stock of it', async (on) => {
    await on.as(people.owner);
    const { id, variants } = await makeProduct(on);
    await stocked(on, people.owner, branches.maadi, [[variants[0] ?? '', 2]]);
    const keep = (branch_id: string | null, version: number) => save(on, id, version, { branch_id }, [{ id: variants[0] }]);
    const refusal = await on.refused(() => keep(branches.zamalek, 1));
    expect(refusal).toMatchObject({ code: 'PT409', message: 'product_in_other_branches' });
    expect(detailOf(refusal)).toEqual({ branch: 'Maadi', branch_ar: 'المعادي' });
    expect(await keep(branches.maadi, 1)).toMatchObject({ version: 2 });
    expect(await on.refused(() => keep(branches.zamalek, 2))).toMatchObject({ message: 'product_in_other_branches' });
    expect(await keep(null, 2)).toMatchObject({ version: 3 });
  });

  scenario('names the other branch only to users who can view it', async (on) => {
    await on.as(people.owner);
    const { id, variants } = await makeProduct(on);
    await stocked(on, people.owner, branches.warehouse, [[variants[0] ?? '', 2]]);
    await on.as(people.manager);
    const keep = () => save(on, id, 1, { branch_id: branches.zamalek }, [{ id: variants[0] }]);
    const unnamed = await on.refused(keep);
    expect(unnamed).toMatchObject({ code: 'PT409', message: 'product_in_other_branches' });
    expect(detailOf(unnamed)).toEqual({});
    // If the user can view one of the branches, that one is named.
    await stocked(on, people.owner, branches.maadi, [[variants[0] ?? '', 2]]);
    await on.as(people.manager);
    expect(detailOf(await on.refused(keep))).toEqual({ branch: 'Maadi', branch_ar: 'المعادي' });
  });

  scenario('refuses its goods elsewhere without naming products and branches out of reach', async (on) => {
    await on.as(people.owner);
    const {
      id,
      variants: [variant = ''],
    } = await makeProduct(on, { name: 'Gone from sight' });
    await stocked(on, people.owner, branches.warehouse, [[variant, 5]]);
    const transfer = randomUUID();
    await on.call('save_transfer', {
      id: transfer,
      from_branch_id: branches.warehouse,
      to_branch_id: branches.zamalek,
      lines: [{ variant_id: variant, quantity: 2 }],
    });
    await save(on, id, 1, { name: 'Gone from sight', branch_id: branches.warehouse }, [{ id: variant }]);
    await on.as(people.manager);
    const refusal = await on.refused(() => on.rows(`select private.require_products_known_at($1, $2)`, branches.zamalek, [variant]));
    expect(refusal.code).toBe('42501');
    await on.asDatabaseOwner();
    await on.rows(`select set_config('request.jwt.claims', $1, true)`, JSON.stringify({ sub: people.manager, role: 'authenticated' }));
    expect(
      detailOf(await on.refused(() => on.rows(`select private.require_products_known_at($1, $2)`, branches.zamalek, [variant]))),
    ).toEqual({});
  });

  scenario('blocks the approval of a transfer that was made before', async (on) => {
    await on.as(people.owner);
    const {
      id,
      variants: [variant = ''],
    } = await makeProduct(on, { name: 'Stays' });
    await stocked(on, people.owner, branches.zamalek, [[variant, 5]]);
    const transfer = randomUUID();
    await on.call('save_transfer', {
      id: transfer,
      from_branch_id: branches.zamalek,
      to_branch_id: branches.maadi,
      lines: [{ variant_id: variant, quantity: 2 }],
    });
    await save(on, id, 1, { name: 'Stays', branch_id: branches.zamalek }, [{ id: variant }]);
    const refusal = await on.refused(() => on.call('approve_transfer', { id: transfer }));
    expect(refusal).toMatchObject({ code: 'PT409', message: 'product_kept_by_branch' });
    expect(detailOf(refusal)).toMatchObject({ product: 'Stays', branch: 'Zamalek' });
  });
});

/* The detail of one document, in one response: its content, its timeline and the permissions that hide them. */
import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { idOf, makeProduct, stocked } from '../fixtures.ts';
import { withOnlyPermissions } from './purchasing.ts';
import { approve, create, productInZamalek, reverse } from './transfer-fixtures.ts';

const { zamalek, nasrCity, maadi, warehouse } = branches;

interface Detail {
  items: Row[];
  timeline: (Row & { kind: string })[];
}
const kinds = (detail: Detail) => detail.timeline.map(({ kind }) => kind);
const hidden = (code: string) => ({ code: 'PT404', message: code });

describe('an id shared by a product and a document', () => {
  scenario('mixes no history of one into the other, and follows the permissions of each', async (on) => {
    const variant = await productInZamalek(on, 10, { name: 'Told apart' });
    const { id: transfer = '' } = (await create(on, [{ variant_id: variant, quantity: 4 }])) as { id: string };
    await on.call('save_transfer', {
      id: transfer,
      expected_version: 1,
      from_branch_id: zamalek,
      to_branch_id: nasrCity,
      notes: 'By van',
      lines: [{ variant_id: variant, quantity: 3 }],
    });
    const count = randomUUID();
    await on.call('start_count', { id: count, branch_id: zamalek });
    const alone = [
      kinds(await on.call<Detail>('transfer_detail', { id: transfer })),
      kinds(await on.call<Detail>('count_detail', { id: count })),
    ];
    expect(alone).toEqual([['created', 'changed', 'changed'], ['created']]);
    for (const id of [transfer, count]) {
      await on.call('save_product', { id, product: { name: `Same id ${id}`, price: 5 }, variants: [] });
      await on.call('save_product', {
        id,
        product: { name: `Other name ${id}`, price: 5 },
        variants: await on.rows('select id from public.variants where product_id = $1', id),
        expected_version: 1,
      });
    }
    await on.asDatabaseOwner();
    // As if products had the same columns as documents: only the table name distinguishes their log entries.
    await on.rows(
      `update public.audit_log set changes = changes || '{"notes": [null, "Secret"], "status": ["comparing", "counting"], "lines": [{}, {}]}' where table_name = 'products' and action = 'update' and row_id = any ($1)`,
      [transfer, count],
    );
    await on.as(people.owner);
    expect([
      kinds(await on.call<Detail>('transfer_detail', { id: transfer })),
      kinds(await on.call<Detail>('count_detail', { id: count })),
    ]).toEqual(alone);
    const read = async () =>
      (await on.rows('select distinct table_name from public.audit_log where row_id = any ($1) order by 1', [transfer, count])).map(
        ({ table_name }) => table_name,
      );
    expect(await read()).toEqual(['products', 'stock_counts', 'transfers']);
    await withOnlyPermissions(on, people.cashier, 'management.audit_log.view', 'inventory.products.view');
    expect(await read()).toEqual(['products']);
    expect(await on.refused(() => on.call('transfer_detail', { id: transfer }))).toMatchObject({ code: 'PT403' });
    await withOnlyPermissions(on, people.cashier, 'management.audit_log.view', 'inventory.transfers.view', 'inventory.counts.view');
    expect(await read()).toEqual(['stock_counts', 'transfers']);
    expect(await on.refused(() => on.call('product_detail', { id: transfer }))).toMatchObject(hidden('product_not_found'));
    expect([
      kinds(await on.call<Detail>('transfer_detail', { id: transfer })),
      kinds(await on.call<Detail>('count_detail', { id: count })),
    ]).toEqual(alone);
  });
});

describe('the detail of a transfer', () => {
  const detail = (on: TestSession, id: string | null, more: Row = {}) =>
    on.call<Detail & { transfer: Row; approver: Row | null }>('transfer_detail', { id, ...more });

  scenario('contains the whole document, with a timeline of its events', async (on) => {
    const variant = await productInZamalek(on, 10, { name: 'Told whole', name_ar: 'كاملة', purchase_price: 4 });
    const other = await productInZamalek(on, 10, { name: 'Left out' });
    const { id } = await create(
      on,
      [
        { variant_id: variant, quantity: 4 },
        { variant_id: other, quantity: 1 },
      ],
      { shipping: 2 },
    );
    expect(await detail(on, id)).toMatchObject({
      transfer: { status: 'pending', lines: 2, pieces: 5, goods: 16, amount: 18 },
      approver: { name: 'Karim Samir' },
      items: [{ unit_cost: 4 }, { unit_cost: 0 }],
    });
    await on.call('save_transfer', {
      id,
      expected_version: 1,
      from_branch_id: zamalek,
      to_branch_id: nasrCity,
      shipping: 3,
      notes: 'By van',
      lines: [{ variant_id: variant, quantity: 3 }],
    });
    await approve(on, id);
    await on.asDatabaseOwner();
    await on.rows('update public.product_costs set purchase_price = 50');
    await on.as(people.owner);
    await reverse(on, id, 'Wrong branch');
    const told = await detail(on, id);
    expect(told).toMatchObject({
      transfer: {
        id,
        status: 'reversed',
        from_branch: 'Zamalek',
        to_branch: 'Nasr City',
        to_stock_point: null,
        mode: 'branch',
        lines: 1,
        pieces: 3,
        goods: 12,
        amount: 15,
        notes: 'By van',
        updated_by: { name: 'Mona Hassan' },
      },
      approver: null,
      items: [
        {
          variant_id: variant,
          product: 'Told whole',
          product_ar: 'كاملة',
          quantity: 3,
          unit_cost: 4,
          barcode: expect.any(String) as string,
        },
      ],
    });
    expect(kinds(told)).toEqual(['created', 'changed', 'changed', 'approved', 'reversed']);
    expect(told.timeline[0]).toMatchObject({ actor: { id: people.owner, name: 'Mona Hassan' } });
    expect(told.timeline.filter(({ kind }) => kind === 'changed')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ fields: ['notes', 'shipping'] }),
        expect.objectContaining({ lines: 2, line: expect.objectContaining({ variant_id: [variant, other].sort()[0] }) as unknown }),
      ]),
    );
    expect(told.timeline.at(-1)).toMatchObject({ note: 'Wrong branch' });
    expect(JSON.stringify(told)).not.toContain('"search"');
  });

  scenario('shows a withdrawal, and the current cost', async (on) => {
    const variant = await productInZamalek(on, 10, { purchase_price: 4 });
    const { id } = await create(on, [{ variant_id: variant, quantity: 4 }]);
    await reverse(on, id);
    const told = await detail(on, id);
    expect(kinds(told)).toEqual(['created', 'withdrawn']);
    expect(told).toMatchObject({ transfer: { goods: 16 }, items: [{ unit_cost: 4 }] });
  });

  scenario('of a decided transfer names the longest waiting one that the user may approve', async (on) => {
    const variant = await productInZamalek(on, 10);
    const decided = await create(on, [{ variant_id: variant, quantity: 4 }]);
    await create(on, [{ variant_id: variant, quantity: 1 }]);
    expect(await detail(on, decided.id)).toMatchObject({ waiting: null });
    await reverse(on, decided.id);
    await on.asDatabaseOwner();
    const oldest = `select id from public.transfers where status = 'pending' and to_branch_id = any ($1) order by created_at, id limit 1`;
    const [[forOwner], [forManager]] = [
      await on.rows(oldest, [zamalek, nasrCity, maadi, warehouse]),
      await on.rows(oldest, [zamalek, nasrCity]),
    ];
    expect(await on.as(people.owner).then(() => detail(on, decided.id))).toMatchObject({ waiting: forOwner });
    expect(await on.as(people.manager).then(() => detail(on, decided.id))).toMatchObject({ waiting: forManager });
    expect(await on.as(people.storekeeper).then(() => detail(on, decided.id))).toMatchObject({ waiting: null });
  });

  scenario('of a pending transfer reports the lines short of stock, to users who may view it', async (on) => {
    const [plenty, scarce] = [await productInZamalek(on, 10), await productInZamalek(on, 3)];
    const { id } = await create(on, [
      { variant_id: plenty, quantity: 4 },
      { variant_id: scarce, quantity: 4 },
    ]);
    expect(await detail(on, id)).toMatchObject({ short: 1, items: [{ at_source: 10 }, { at_source: 3 }] });
    expect(await detail(on, id, { most_lines: 1 })).toMatchObject({ short: 1 });
    await withOnlyPermissions(on, people.storekeeper, 'inventory.transfers.view');
    expect(await detail(on, id)).toMatchObject({ short: 0, items: [{ at_source: null }, { at_source: null }] });
    await on.as(people.owner);
    await reverse(on, id);
    expect(await detail(on, id)).toMatchObject({ short: 0, items: [{ at_source: null }, { at_source: null }] });
  });

  scenario('hides costs, changes and products of other branches without the permission or access', async (on) => {
    const variant = await productInZamalek(on, 10, { purchase_price: 4 });
    const { id } = await create(on, [{ variant_id: variant, quantity: 4 }]);
    await on.call('save_transfer', {
      id,
      expected_version: 1,
      from_branch_id: zamalek,
      to_branch_id: nasrCity,
      lines: [{ variant_id: variant, quantity: 3 }],
    });
    const {
      variants: [kept = ''],
    } = await makeProduct(on, { name: 'Of the warehouse', branch_id: warehouse, purchase_price: 4 });
    await stocked(on, people.owner, warehouse, [[kept, 5]]);
    const point = await idOf(on, 'stock_points', 'Window');
    const away = await create(
      on,
      [
        { variant_id: kept, quantity: 1 },
        { variant_id: variant, quantity: 1 },
      ],
      { from_branch_id: warehouse, to_branch_id: warehouse, to_stock_point_id: point },
    );
    await on.as(people.storekeeper);
    for (const approved of [false, true]) {
      if (approved)
        await on
          .as(people.manager)
          .then(() => approve(on, id))
          .then(() => on.as(people.storekeeper));
      const told = await detail(on, id);
      expect(told).toMatchObject({ transfer: { goods: null, amount: null, pieces: 3 }, items: [{ unit_cost: null, quantity: 3 }] });
      expect(kinds(told)).toEqual(approved ? ['created', 'approved'] : ['created']);
    }
    expect(await on.refused(() => detail(on, away.id))).toMatchObject(hidden('transfer_not_found'));
    // A user who can view only one end sees the quantity of a product of the other end's branch, but not its
    // name or a total that includes it.
    await on.asDatabaseOwner();
    await on.rows('update public.transfers set to_branch_id = $2 where id = $1', away.id, nasrCity);
    await on.as(people.manager);
    const half = await detail(on, away.id);
    expect(half).toMatchObject({
      transfer: { goods: null, amount: null, pieces: 2 },
      items: [
        { variant_id: kept, quantity: 1, unit_cost: null },
        { variant_id: variant, unit_cost: 4 },
      ],
    });
    expect(JSON.stringify(half)).not.toContain('Of the warehouse');
    await on.asDatabaseOwner();
    await on.rows('update public.transfers set to_branch_id = $2 where id = $1', away.id, warehouse);
  });

  scenario('is not found for another branch, another kind of document or an unknown id', async (on) => {
    const variant = await productInZamalek(on, 10);
    const entry = await on.value<string>('select id from public.stock_entries limit 1');
    await stocked(on, people.owner, maadi, [[variant, 5]]);
    const { id } = await create(on, [{ variant_id: variant, quantity: 1 }], { from_branch_id: maadi, to_branch_id: warehouse });
    await on.as(people.storekeeper);
    for (const none of [id, entry, randomUUID(), null])
      expect(await on.refused(() => detail(on, none))).toMatchObject(hidden('transfer_not_found'));
    await on.as(people.cashier);
    expect(await on.refused(() => detail(on, id))).toMatchObject({ code: 'PT403', message: 'permission_missing' });
  });

  scenario('returns the first 500 lines of a very long transfer, or as many as requested', async (on) => {
    await on.asDatabaseOwner();
    await on.rows(`insert into public.products (name, price) select 'Very many ' || n, 1 from generate_series(1, 1500) n`);
    await on.rows(
      `insert into public.variants (product_id, sku, barcode) select id, 'TT' || id, 'TT' || id from public.products where name like 'Very many %'`,
    );
    await on.as(people.owner);
    const variants = await on.rows<{ id: string }>(`select id from public.variants where sku like 'TT%' order by sku`);
    const { id } = await create(
      on,
      variants.map((variant) => ({ variant_id: variant.id, quantity: 1 })),
    );
    await on.call('save_transfer', {
      id,
      expected_version: 1,
      from_branch_id: zamalek,
      to_branch_id: nasrCity,
      lines: variants.slice(1).map((variant) => ({ variant_id: variant.id, quantity: 2 })),
    });
    const first = await detail(on, id);
    expect(first.items.map(({ variant_id }) => variant_id)).toEqual(variants.slice(1, 501).map((variant) => variant.id));
    expect(first).toMatchObject({ transfer: { lines: 1499, pieces: 2998 } });
    expect(first.timeline[1]).toMatchObject({ kind: 'changed', lines: 1500 });
    expect(JSON.stringify(first.timeline).length).toBeLessThan(2000);
    for (const most_lines of [-1, 0, null, 2147483647])
      expect((await detail(on, id, { most_lines })).items.length).toBe(most_lines === null ? 500 : most_lines > 0 ? 1499 : 0);
  });
});

describe('the detail of a stock entry', () => {
  const detail = (on: TestSession, id: string | null, more: Row = {}) =>
    on.call<Detail & { entry: Row }>('stock_entry_detail', { id, ...more });

  scenario('contains the whole document', async (on) => {
    const variant = await productInZamalek(on, 10, { name: 'Told whole', purchase_price: 4 });
    const id = randomUUID();
    const { number } = await on.call('post_stock_entry', {
      id,
      kind: 'adjustment',
      branch_id: zamalek,
      reason: 'damaged',
      note: 'Fell down',
      lines: [{ variant_id: variant, quantity: -4 }],
    });
    await on.as(people.storekeeper);
    const told = await detail(on, id);
    expect(told).toMatchObject({
      entry: {
        id,
        number,
        kind: 'adjustment',
        reason: 'damaged',
        note: 'Fell down',
        branch: 'Zamalek',
        branch_ar: 'الزمالك',
        stock_point: null,
        lines: 1,
        pieces: -4,
      },
      items: [{ variant_id: variant, product: 'Told whole', quantity: -4 }],
      timeline: [{ kind: 'posted', actor: { name: 'Mona Hassan' } }],
    });
    expect(JSON.stringify(told)).not.toMatch(/(?:unit_cost|worth)":(?!null)|average|amount|goods/);
    expect((await detail(on, id, { most_lines: 0 })).items).toEqual([]);
  });

  scenario('is not found for another branch, another kind of document or an unknown id', async (on) => {
    const variant = await productInZamalek(on, 10);
    const { id: transfer } = await create(on, [{ variant_id: variant, quantity: 1 }]);
    const id = randomUUID();
    await on.call('post_stock_entry', { id, kind: 'opening', branch_id: maadi, lines: [{ variant_id: variant, quantity: 4 }] });
    await on.as(people.storekeeper);
    for (const none of [id, transfer, randomUUID(), null])
      expect(await on.refused(() => detail(on, none))).toMatchObject(hidden('entry_not_found'));
  });
});

describe('the detail of a stock count', () => {
  const detail = (on: TestSession, id: string | null) =>
    on.call<Detail & { count: Row; scope: Row[]; summary: Row; show: string }>('count_detail', { id });
  const begun = async (on: TestSession) => {
    const variant = await productInZamalek(on, 10, { name: 'Counted', purchase_price: 4 });
    const product = await on.value<string>('select product_id from public.variants where id = $1', variant);
    const id = randomUUID();
    await on.call('start_count', { id, branch_id: zamalek, scope: 'products', scope_ids: [product] });
    await on.call('record_tallies', { count_id: id, tallies: [{ id: randomUUID(), variant_id: variant, mode: 'set', quantity: 7 }] });
    return { id, variant, product };
  };

  scenario('contains the whole document, with its first lines and a timeline of its events', async (on) => {
    const { id, variant, product } = await begun(on);
    expect(await detail(on, id)).toMatchObject({
      count: { id, status: 'counting', branch: 'Zamalek', stock_point: null, lines: 1 },
      scope: [{ id: product, name: 'Counted' }],
      summary: { counted: 1, pieces: 7 },
      show: 'counted',
      sort: 'recent',
      items: [{ variant_id: variant, product: 'Counted', counted: 7, expected: null }],
    });
    await on.call('close_count', { id });
    await on.call('recount', { id, variant_ids: [] });
    await on.call('close_count', { id });
    expect(await detail(on, id)).toMatchObject({
      show: 'different',
      sort: 'difference',
      summary: { different: 1, value_short: 12 },
      items: [{ expected: 10, difference: -3, value: -12 }],
    });
    await on.call('post_count', { id, uncounted: 'leave' });
    const told = await detail(on, id);
    expect(kinds(told).sort()).toEqual(['closed', 'created', 'posted', 'reopened'].sort());
    expect(told.timeline[0]).toMatchObject({ kind: 'created', actor: { name: 'Mona Hassan' } });
    await on.as(people.storekeeper);
    expect(kinds(await detail(on, id)).sort()).toEqual(['closed', 'created', 'posted']);
    expect(JSON.stringify(await detail(on, id))).not.toMatch(/"(unit_cost|value)": *[0-9-]/);
  });

  scenario('stays blind, and is not found for another branch, another kind or an unknown id', async (on) => {
    const { id } = await begun(on);
    await on.call('close_count', { id });
    await on.as(people.storekeeper);
    expect(await detail(on, id)).toMatchObject({
      show: 'counted',
      sort: 'product',
      items: [{ counted: 7, expected: null, difference: null }],
    });
    expect((await detail(on, id)).summary).not.toHaveProperty('short');
    await on.as(people.owner);
    const away = randomUUID();
    await on.call('start_count', { id: away, branch_id: maadi });
    const variant = await productInZamalek(on, 10);
    const { id: transfer } = await create(on, [{ variant_id: variant, quantity: 1 }]);
    await on.as(people.storekeeper);
    for (const none of [away, transfer, randomUUID(), null])
      expect(await on.refused(() => detail(on, none))).toMatchObject(hidden('count_not_found'));
  });
});

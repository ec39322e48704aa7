import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { detailOf, makeProduct } from '../fixtures.ts';

const { zamalek, nasrCity, maadi } = branches;
const everything = { brands: true, categories: true, colors: true, sizes: true, suppliers: true };

async function bring(on: TestSession, kind: string, rows: Row[], options: Row = {}): Promise<string> {
  const id = randomUUID();
  const report = await on.call('import_sheet', {
    kind,
    id,
    rows: rows.map((row, index) => ({ row: index + 2, ...row })),
    options: { create: everything, branch_id: zamalek, file_name: 'kites.csv', ...options },
    dry_run: false,
  });
  expect(report).toMatchObject({ status: 'applied' });
  return id;
}
const undo = (on: TestSession, id: string) => on.call('undo_import', { id });

const kites = [
  {
    name: 'Kite shirt',
    price: '50',
    color: 'Kite red',
    size: 'M',
    sku: 'KITE-1',
    brand: 'Kite',
    category: 'Kites / Shirts',
    supplier: 'Kite Mills',
    quantity: '3',
    purchase_price: '20',
  },
  { name: 'Kite shirt', price: '50', color: 'Kite red', size: 'L', sku: 'KITE-2', quantity: '2', branch: 'NSR' },
  { name: 'Kite mug', price: '12.5', sku: 'KITE-3' },
];

/** Everything that an undo must restore; counters, history and the import's own row continue. */
const world = (on: TestSession) =>
  on.rows(`select
    (select jsonb_agg(to_jsonb(p) - '{version,updated_at,updated_by}'::text[] order by p.id) from public.products p) as products,
    (select jsonb_agg(to_jsonb(v) order by v.id) from (
      select id, product_id, color_id, size_id, sku, barcode, price_override, active, created_at, created_by from public.variants) v) as variants,
    (select jsonb_agg(to_jsonb(c) order by c.product_id) from public.product_costs c) as costs,
    (select jsonb_agg(to_jsonb(l) order by l.id) from public.stock_levels l) as levels,
    (select jsonb_agg(m.id order by m.id) from public.stock_movements m) as movements,
    (select jsonb_agg(x order by x) from (select id from public.brands union all select id from public.categories union all select id from public.colors
      union all select id from public.sizes) x) as names,
    (select jsonb_agg(to_jsonb(s) - '{version,updated_at,updated_by}'::text[] order by s.id) from public.suppliers s) as suppliers,
    (select jsonb_agg(to_jsonb(c) - '{version,updated_at,updated_by}'::text[] order by c.id) from public.customers c) as customers`);

/** The stock totals per product and branch. */
async function sums(on: TestSession): Promise<unknown> {
  await on.asDatabaseOwner();
  const kept = await on.rows(
    'select s.*, t.in_stock from private.product_branches t left join private.product_stock s using (product_id) order by t.product_id, s.branch_id',
  );
  await on.as(people.owner);
  return kept;
}

describe('undoing an import of products', () => {
  scenario('restores the shop: goods, stock, names, costs and codes', async (on) => {
    await on.as(people.owner);
    const { id: old } = await makeProduct(on, { name: 'Old kite', price: 40, purchase_price: 15, low_stock_level: 3 }, [
      { sku: 'OLD-1', color_id: null, size_id: null, price_override: null },
    ]);
    const before = [await world(on), await sums(on)];
    const id = await bring(on, 'products', [
      ...kites,
      { name: 'Old kite', sku: 'OLD-1', price: '44', description: 'Newly said', purchase_price: '16' },
      { name: 'Old kite', price: '49', size: 'XXL', quantity: '5' },
    ]);
    expect(await world(on)).not.toEqual(before[0]);
    expect(await undo(on, id)).toEqual({ id, status: 'undone' });
    expect([await world(on), await sums(on)]).toEqual(before);
    expect(await on.rows('select status, updated_by from public.imports where id = $1', id)).toEqual([
      { status: 'undone', updated_by: people.owner },
    ]);
    const entry = await on.value('select id from public.stock_entries order by created_at desc, id desc limit 1');
    const { timeline, items } = await on.call<{ timeline: unknown; items: unknown }>('stock_entry_detail', { id: entry });
    expect(timeline).toMatchObject([
      { kind: 'posted' },
      {
        kind: 'undone',
        number: await on.value('select number from public.stock_entries where id = $1', entry),
        actor: { id: people.owner },
      },
    ]);
    expect(items).toEqual([]);
    await on.call('delete_product', { id: old });
    expect(await on.invariants()).toEqual([]);
    await on.as(people.owner);
    // The same file can be imported again, with its opening stock.
    await bring(on, 'products', kites);
    expect(
      await on.value(
        "select sum(l.quantity) from public.stock_levels l join public.variants v on v.id = l.variant_id where v.sku like 'KITE-%'",
      ),
    ).toBe(5);
  });

  scenario('of ten thousand rows removes all of them', async (on) => {
    await on.as(people.owner);
    const left = () => on.value<number>("select count(*)::int from public.variants where sku like 'KITE-%'");
    const rows = Array.from({ length: 10_000 }, (_, index) => ({
      name: `Kite ${index >> 1}`,
      price: '5',
      sku: `KITE-${index}`,
      size: ['M', 'L'][index & 1],
      quantity: '1',
    }));
    const id = await bring(on, 'products', rows);
    expect(await left()).toBe(10_000);
    await undo(on, id);
    expect(await left()).toBe(0);
  });

  scenario('has the same effect when repeated', async (on) => {
    await on.as(people.owner);
    const id = await bring(on, 'products', kites);
    await undo(on, id);
    const after = await world(on);
    expect(await undo(on, id)).toEqual({ id, status: 'undone' });
    expect(await world(on)).toEqual(after);
  });

  scenario('is reported when the import is sent again', async (on) => {
    await on.as(people.owner);
    const sheet = { kind: 'products', id: randomUUID(), rows: [{ row: '2', name: 'Kite cup', price: '5' }], options: {}, dry_run: false };
    expect(await on.call('import_sheet', sheet)).toMatchObject({ status: 'applied' });
    await undo(on, sheet.id);
    expect(await on.call('import_sheet', sheet)).toMatchObject({ status: 'undone', rows: 1 });
  });

  scenario('is refused as a whole if a product was changed since, and names the product', async (on) => {
    await on.as(people.owner);
    const id = await bring(on, 'products', kites);
    const [mug] = await on.rows<{ id: string }>("select id from public.products where name = 'Kite mug'");
    await on.call('save_product', { id: mug?.id, product: { price: 13 }, variants: [], expected_version: 1 });
    const before = await world(on);
    const refusal = await on.refused(() => undo(on, id));
    expect(refusal.message).toBe('import_touched');
    expect(detailOf(refusal)).toEqual({ count: 1, names: ['Kite mug'] });
    expect(await world(on)).toEqual(before);
  });

  scenario('is refused if its stock has moved or its goods are on a transfer', async (on) => {
    await on.as(people.owner);
    const moved = await bring(on, 'products', kites);
    const [one] = await on.rows<{ id: string }>("select id from public.variants where sku = 'KITE-1'");
    await on.call('post_stock_entry', {
      id: randomUUID(),
      kind: 'adjustment',
      branch_id: zamalek,
      reason: 'damaged',
      lines: [{ variant_id: one?.id, quantity: -1 }],
    });
    expect(detailOf(await on.refused(() => undo(on, moved)))).toEqual({ count: 1, names: ['Kite shirt'] });
    const listed = await bring(on, 'products', [{ name: 'Kite cap', price: '5', sku: 'CAP' }]);
    const [cap] = await on.rows<{ id: string }>("select id from public.variants where sku = 'CAP'");
    await on.call('save_transfer', {
      id: randomUUID(),
      from_branch_id: zamalek,
      to_branch_id: nasrCity,
      lines: [{ variant_id: cap?.id, quantity: 1 }],
    });
    expect(detailOf(await on.refused(() => undo(on, listed)))).toEqual({ count: 1, names: ['Kite cap'] });
  });

  scenario('keeps a name that another record uses by now', async (on) => {
    await on.as(people.owner);
    const id = await bring(on, 'products', kites);
    const [brand] = await on.rows<{ id: string }>("select id from public.brands where name = 'Kite'");
    await makeProduct(on, { name: 'Not a kite', brand_id: brand?.id }, [
      { sku: 'NAK', color_id: null, size_id: null, price_override: null },
    ]);
    await undo(on, id);
    expect(
      await on.rows(
        "select 'brand' as kept from public.brands where name = 'Kite' union all select 'color' from public.colors where name = 'Kite red'",
      ),
    ).toEqual([{ kept: 'brand' }]);
  });

  scenario('requires permissions to import and view costs, and a branch where the user works', async (on) => {
    await on.as(people.owner);
    const id = await bring(on, 'products', kites, { branch_id: maadi });
    await on.as(people.storekeeper);
    expect((await on.refused(() => undo(on, id))).message).toBe('import_not_found');
    await on.as(people.manager);
    expect(['branch_view_only', 'branch_not_found']).toContain((await on.refused(() => undo(on, id))).message);
    await on.revokePermission(people.buyer, 'inventory.costs.view');
    await on.as(people.buyer);
    expect((await on.refused(() => undo(on, id))).message).toBe('import_not_found');
  });

  scenario('requires each permission that the same change by hand would need', async (on) => {
    await on.as(people.owner);
    await makeProduct(on, { name: 'Old kite', price: 10 }, [{ sku: 'OLD-1', color_id: null, size_id: null, price_override: null }]);
    await bring(on, 'customers', [{ name: 'Kite guest', phone: '5550001' }]);
    const holds = async (right: string, verb: string) => {
      await on.asDatabaseOwner();
      await on.rows(`${verb} and r.id = (select role_id from public.profiles where id = '${people.manager}')`, right);
      await on.as(people.manager);
    };
    for (const [right, kind, rows, field] of [
      ['inventory.products.update', 'products', [{ sku: 'OLD-1', description: 'Newly said' }]],
      ['inventory.products.edit_price', 'products', [{ sku: 'OLD-1', price: '77' }], 'price'],
      ['inventory.products.edit_price', 'products', [{ sku: 'OLD-1', price_override: '66' }], 'price'],
      ['inventory.stock.adjust', 'products', [{ name: 'Kite mug', price: '5', sku: 'MUG', quantity: '3' }]],
      ['contacts.customers.update', 'customers', [{ name: 'Kite guest', phone: '5550001', address: 'There' }]],
    ] as [string, string, Row[], string?][]) {
      await on.as(people.owner);
      const before = await world(on);
      const id = await bring(on, kind, rows);
      const done = await world(on);
      expect(done, right).not.toEqual(before);
      await holds(right, 'delete from public.role_permissions p using public.roles r where r.id = p.role_id and p.permission = $1');
      const refusal = await on.refused(() => undo(on, id));
      expect([refusal.code, refusal.message, detailOf(refusal)], right).toEqual([
        'PT403',
        'permission_missing',
        { permission: right, ...(field && { field }) },
      ]);
      await on.as(people.owner);
      expect(await world(on), right).toEqual(done);
      await holds(right, 'insert into public.role_permissions select r.id, $1 from public.roles r where true');
      await undo(on, id);
      await on.as(people.owner);
      expect(await world(on), right).toEqual(before);
    }
    // An import that only created records needs no permission to update.
    const made = await bring(on, 'products', [{ name: 'Kite cap', price: '5', sku: 'CAP' }]);
    await holds(
      'inventory.products.update',
      'delete from public.role_permissions p using public.roles r where r.id = p.role_id and p.permission = $1',
    );
    expect(await undo(on, made)).toMatchObject({ status: 'undone' });
  });

  scenario('is refused without details if it would change a product out of the user’s reach', async (on) => {
    await on.as(people.owner);
    const { id: secret } = await makeProduct(on, { name: 'Old kite', price: 10 }, [
      { sku: 'OLD-1', color_id: null, size_id: null, price_override: null },
    ]);
    const id = await bring(on, 'products', [
      { sku: 'OLD-1', price: '77' },
      { name: 'Kite mug', price: '5', sku: 'MUG' },
    ]);
    await on.call('save_product', {
      id: secret,
      product: { branch_id: maadi },
      variants: await on.rows(
        'select id, color_id, size_id, sku, barcode, price_override, active from public.variants where product_id = $1',
        secret,
      ),
      expected_version: 2,
    });
    await on.asDatabaseOwner();
    // As if untouched since, so that only the missing access can refuse it.
    await on.rows('update private.import_changes set version = 3 where import_id = $1 and row_id = $2', id, secret);
    await on.rows('delete from public.user_branches where profile_id = $1 and branch_id = $2', people.buyer, maadi);
    await on.as(people.buyer);
    const refusal = await on.refused(() => undo(on, id));
    expect([refusal.message, detailOf(refusal)]).toEqual(['branch_not_found', {}]);
    await on.asDatabaseOwner();
    await on.rows("insert into public.user_branches (profile_id, branch_id, access) values ($1, $2, 'view')", people.buyer, maadi);
    await on.as(people.buyer);
    expect((await on.refused(() => undo(on, id))).message).toBe('branch_view_only');
    await on.asDatabaseOwner();
    expect(await on.value('select price from public.products where id = $1', secret)).toBe(77);
  });

  scenario('is possible only for imports of branches the user can view, and so is reading them', async (on) => {
    await on.asDatabaseOwner();
    await on.rows('delete from public.user_branches where profile_id in ($1, $2) and branch_id = $3', people.buyer, people.auditor, maadi);
    await on.as(people.owner);
    const here = await bring(on, 'products', [{ name: 'Kite mug', price: '5', quantity: '3' }]);
    const there = await bring(on, 'products', [{ name: 'Kite cap', price: '5', quantity: '4' }], { branch_id: maadi });
    const both = await bring(on, 'products', [
      { name: 'Kite hat', price: '5', sku: 'HAT', quantity: '4', branch: 'MAD' },
      { name: 'Kite hat', price: '5', sku: 'HAT', quantity: '1', branch: 'ZAM' },
    ]);
    const nowhere = await bring(on, 'products', [{ name: 'Kite bag', price: '5' }]);
    await makeProduct(on, { name: 'Kept kite', branch_id: maadi }, [{ sku: 'KEPT', color_id: null, size_id: null, price_override: null }]);
    const kept = await bring(on, 'products', [{ sku: 'KEPT', price: '9' }]);
    await on.as(people.buyer);
    expect(
      (await on.rows('select id from public.imports where id = any ($1) order by id', [here, there, both, nowhere, kept])).map(
        ({ id }) => id,
      ),
    ).toEqual([here, nowhere].sort());
    for (const id of [there, both, kept, randomUUID()])
      expect(await on.refused(() => undo(on, id))).toMatchObject({ code: 'PT404', message: 'import_not_found' });
    await on.as(people.auditor);
    const told = await on.rows<{ row_id: string; changes: Row }>(
      'select row_id, changes from public.audit_log where row_id = any ($1) order by row_id',
      [here, there, both, nowhere, kept],
    );
    // Of the import for two branches, the log shows that it happened but not its quantities.
    expect(told.map(({ row_id }) => row_id)).toEqual([here, both, nowhere].sort());
    expect(told.map(({ changes }) => changes)).toEqual(told.map(() => ({ kind: 'products', file_name: 'kites.csv', status: 'applied' })));
  });

  scenario('removes only the stock movements of its own stock entry', async (on) => {
    await on.as(people.owner);
    const id = await bring(on, 'products', [{ name: 'Kite mug', price: '5', sku: 'MUG', quantity: '3' }]);
    const before = await on.rows('select quantity from public.stock_levels order by id');
    await on.asDatabaseOwner();
    const entry = await on.value<string>(
      "select row_id from private.import_changes where import_id = $1 and table_name = 'stock_entries'",
      id,
    );
    const [other] = await on.rows<{ id: number; document_id: string }>(
      "select id, document_id from public.stock_movements where document_type = 'transfer' limit 1",
    );
    // Two documents can no longer share an id; if they ever did, only the entry's own movements would be
    // removed.
    await on.rows('update public.stock_movements set document_id = $1 where id = $2', entry, other?.id);
    await on.as(people.owner);
    await undo(on, id);
    await on.asDatabaseOwner();
    expect(await on.value('select count(*) from public.stock_movements where id = $1', other?.id)).toBe(1);
    await on.rows('update public.stock_movements set document_id = $1 where id = $2', other?.document_id, other?.id);
    expect((await on.rows('select quantity from public.stock_levels order by id')).length).toBe(before.length - 1);
  });
});

describe('undoing an import of contacts', () => {
  scenario('deletes new contacts and restores changed ones', async (on) => {
    await on.as(people.owner);
    await bring(on, 'customers', [{ name: 'Kite Old', phone: '5550001', address: 'Here' }]);
    await bring(on, 'suppliers', [{ name: 'Kite Mills', land_line: '5550009' }]);
    const before = await world(on);
    const guests = await bring(on, 'customers', [{ name: 'Kite Older', phone: '555 0001', address: 'There' }, { name: 'Kite New' }]);
    const mills = await bring(on, 'suppliers', [{ name: 'Kite Mills', land_line: '5550010', active: 'no' }, { name: 'Kite Tannery' }]);
    await undo(on, guests);
    await undo(on, mills);
    expect(await world(on)).toEqual(before);
  });

  scenario('is refused if a contact was changed or supplies something by now', async (on) => {
    await on.as(people.owner);
    const guests = await bring(on, 'customers', [{ name: 'Kite A' }, { name: 'Kite B' }]);
    await on.rows("update public.customers set address = 'Moved' where name = 'Kite B'");
    expect(detailOf(await on.refused(() => undo(on, guests)))).toEqual({ count: 1, names: ['Kite B'] });
    const mills = await bring(on, 'suppliers', [{ name: 'Kite Mills' }]);
    const [mill] = await on.rows<{ id: string }>("select id from public.suppliers where name = 'Kite Mills'");
    await makeProduct(on, { name: 'Supplied', supplier_id: mill?.id }, [
      { sku: 'SUP-1', color_id: null, size_id: null, price_override: null },
    ]);
    expect(detailOf(await on.refused(() => undo(on, mills)))).toEqual({ count: 1, names: ['Kite Mills'] });
  });
});

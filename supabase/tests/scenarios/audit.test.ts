import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario } from '../database.ts';
import { idOf, makeProduct, plain } from '../fixtures.ts';

const newest = `select actor_id, table_name, action, changes, branch_id from public.audit_log order by id desc limit 1`;

describe('the audit log', () => {
  scenario('records who changed which values', async (on) => {
    await on.as(people.owner);
    const id = await on.value<string>(`insert into public.brands (name) values ('Old name') returning id`);
    expect(await on.rows(newest)).toEqual([
      { actor_id: people.owner, table_name: 'brands', action: 'insert', branch_id: null, changes: { name: 'Old name', active: true } },
    ]);
    await on.rows(`update public.brands set name = 'New name', active = false where id = $1`, id);
    expect(await on.rows(newest)).toMatchObject([{ action: 'update', changes: { name: ['Old name', 'New name'], active: [true, false] } }]);
    await on.rows(`delete from public.brands where id = $1`, id);
    expect(await on.rows(newest)).toMatchObject([{ action: 'delete', changes: { name: 'New name' } }]);
    expect(await on.value('select count(*) from public.audit_log where row_id = $1', id)).toBe(3);
  });

  scenario('has no entry for a save without changes', async (on) => {
    await on.as(people.owner);
    const before = await on.value<number>('select max(id) from public.audit_log');
    await on.rows(`update public.brands set name = name`);
    expect(await on.value('select max(id) from public.audit_log')).toBe(before);
  });

  scenario('has one entry per changed row, also for several rows of one user', async (on) => {
    await on.asDatabaseOwner();
    const before = await on.value<number>('select max(id) from public.audit_log');
    await on.rows(`update public.user_branches set access = 'work' where profile_id = $1`, people.auditor);
    const told = await on.rows('select row_id, branch_id, changes from public.audit_log where id > $1 order by branch_id', before);
    expect(told).toEqual(
      Object.values(branches).map((branch_id) => ({ row_id: people.auditor, branch_id, changes: { access: ['view', 'work'] } })),
    );
  });

  scenario('has the branch of a limited product for its variants and cost, also once deleted', async (on) => {
    await on.as(people.owner);
    const branchOf = { limited: branches.maadi, everywhere: null };
    for (const [name, branch_id] of Object.entries(branchOf)) {
      const { id, variants } = await makeProduct(on, { name, branch_id, purchase_price: 5 }, [
        { sku: `${name}-1`, color_id: null, size_id: null, price_override: null },
        { sku: `${name}-2`, color_id: null, size_id: await idOf(on, 'sizes', 'M'), price_override: null },
      ]);
      await on.asDatabaseOwner();
      const deleted = () =>
        on.rows(
          `select table_name, branch_id from public.audit_log where record_id = $1 and action = 'delete' order by table_name, id`,
          id,
        );
      const [variant, cost] = ['variants', 'product_costs'].map((table_name) => ({ table_name, branch_id }));
      await on.rows('delete from public.variants where id = $1', variants[0]);
      expect(await deleted(), name).toEqual([variant]);
      await on.as(people.owner);
      await on.call('delete_product', { id });
      await on.asDatabaseOwner();
      expect(await deleted(), name).toEqual([cost, { table_name: 'products', branch_id }, variant, variant]);
      await on.as(people.owner);
    }
  });

  scenario('covers every kind of record that users change', async (on) => {
    await on.as(people.owner);
    const audited = await on.rows<{ name: string }>(
      `select distinct tgrelid::regclass::text as name from pg_trigger where tgname = 'audit_insert' order by 1`,
    );
    expect(audited.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'products',
        'product_costs',
        'variants',
        'transfers',
        'stock_entries',
        'profiles',
        'roles',
        'role_permissions',
        'user_branches',
        'business',
        'brands',
      ]),
    );
  });

  scenario('cannot be changed by anybody, not even the owner', async (on) => {
    await on.as(people.owner);
    for (const attempt of [
      'update public.audit_log set actor_id = null',
      'delete from public.audit_log',
      `insert into public.audit_log (table_name, resource, action, changes) values ('x', 'x', 'insert', '{}')`,
    ]) {
      expect(await on.refused(() => on.rows(attempt)), attempt).toMatchObject({ code: '42501' });
    }
  });

  scenario('hides costs from an auditor without permission to view costs', async (on) => {
    await on.as(people.owner);
    const product = await makeProduct(on, { purchase_price: 61.5 });
    const costs = `select count(*) from public.audit_log where table_name = 'product_costs' and row_id = $1`;
    await on.as(people.auditor);
    expect(await on.value(costs, product.id)).toBe(1);
    await on.revokePermission(people.auditor, 'inventory.costs.view');
    expect(await on.value(costs, product.id)).toBe(0);
    expect(await on.value(`select count(*) from public.audit_log where changes::text like '%61.5%'`)).toBe(0);
    expect(await on.value(`select count(*) from public.audit_log where row_id = $1`, product.id)).toBe(1);
  });

  scenario('is hidden without its permission, regardless of other permissions', async (on) => {
    await on.as(people.storekeeper);
    expect(await on.value('select count(*) from public.audit_log')).toBe(0);
    await on.as(people.accountant);
    expect(await on.value('select count(*) from public.audit_log')).toBe(0);
  });

  scenario('hides other branches from an auditor of some branches', async (on) => {
    const seen = `select count(*) from public.audit_log where branch_id = $1 and other_branch_id is null`;
    await on.as(people.manager);
    expect(await on.value<number>(seen, branches.maadi)).toBeGreaterThan(0);
    expect(await on.value(seen, branches.warehouse)).toBe(0);
  });

  scenario('of a product of one branch is visible only with access to that branch', async (on) => {
    await on.as(people.owner);
    const product = await makeProduct(on, { name: 'Warehouse secret', branch_id: branches.warehouse, purchase_price: 12.25 }, [
      { sku: 'WRH-SECRET' },
    ]);
    await on.as(people.manager);
    expect(await on.value(`select count(*) from public.audit_log where changes::text ~ 'Warehouse secret|WRH-SECRET|12[.]25'`)).toBe(0);
    await on.as(people.auditor);
    expect(await on.value(`select count(*) from public.audit_log where changes::text ~ 'Warehouse secret|WRH-SECRET|12[.]25'`)).toBe(3);
    await on.as(people.owner);
    await on.call('delete_product', { id: product.id });
    await on.as(people.manager);
    expect(await on.value(`select count(*) from public.audit_log where changes::text ~ 'Warehouse secret|WRH-SECRET|12[.]25'`)).toBe(0);
  });

  scenario('records a transfer’s lines before and after a change', async (on) => {
    await on.as(people.owner);
    const id = '00000000-0000-7000-8000-000000000e02';
    const [transfer] = await on.rows('select version, to_branch_id, from_branch_id from public.transfers where id = $1', id);
    const [variant] = await on.rows('select variant_id, quantity from public.transfer_items where transfer_id = $1 order by position', id);
    await on.call('save_transfer', {
      id,
      from_branch_id: transfer?.from_branch_id,
      to_branch_id: transfer?.to_branch_id,
      lines: [{ variant_id: variant?.variant_id, quantity: 1 }],
      expected_version: transfer?.version,
    });
    const [told] = await on.rows<{ changes: { lines: [object, object] } }>(
      `select changes from public.audit_log where row_id = $1 and changes ? 'lines'`,
      id,
    );
    expect(told?.changes.lines[1]).toEqual({ [String(variant?.variant_id)]: 1 });
    expect(Object.keys(told?.changes.lines[0] ?? {}).length).toBeGreaterThan(1);
  });

  scenario('has room for the widest change of any row, with the longest texts before and after', async (on) => {
    await on.asDatabaseOwner();
    const widest: Record<string, string> = {
      short_name: `repeat($1, 120)`,
      short_text: `repeat($1, 300)`,
      long_text: `repeat($1, 4000)`,
      code: `repeat($1, 64)`,
      phone: `repeat('0', 32)`,
      email: `repeat($1, 249) || '@a.eg'`,
    };
    // The API limits these texts to this length; other texts have fixed values.
    const texts: Record<string, string> = {
      'products.image_path': 'repeat($1, 300)',
      'business.logo_path': 'repeat($1, 300)',
      'purchase_orders.written_by': 'array(select gen_random_uuid() from generate_series(1, 1000))',
    };
    const columns = await on.rows<{ table: string; column: string; type: string }>(
      `
      select g.tgrelid::regclass::text as table, quote_ident(a.attname) as column, t.typname as type
      from pg_trigger g join pg_attribute a on a.attrelid = g.tgrelid and a.attnum > 0 and a.attgenerated = '' join pg_type t on t.oid = a.atttypid
      where g.tgname = 'audit_update' and t.typtype = 'd' or g.tgname = 'audit_update' and g.tgrelid::regclass || '.' || a.attname = any ($1)`,
      Object.keys(texts),
    );
    const first = (table: string, key = table === 'profile_contacts' ? 'profile_id' : 'id') =>
      `${key} = (select min(${key}::text)::uuid from public.${table})`;
    const fit: Record<string, string> = {
      'branches.code': `'WIDEST'`,
      'receipts.undo_reason': 'undo_reason',
      'purchase_returns.void_reason': 'void_reason',
    };
    // Lebanon's tax numbers have no known form, so any is accepted.
    await on.rows(`update public.business set country = 'LB', tax_number = null`);
    for (const table of new Set(columns.map((column) => column.table))) {
      const set = columns.flatMap(({ table: of, column, type }) => {
        const value = fit[`${of}.${column}`] ?? texts[`${of}.${column}`] ?? widest[type];
        return of === table && value ? [`${column} = ${value.replaceAll('$1', '%1$L')}`] : [];
      });
      if (!set.length || table === 'attachments') continue;
      for (const letter of ['😀', '😎'])
        await on.rows(
          await on.value<string>(
            `select format($2::text, $1::text)`,
            letter,
            `update public.${table} set ${set.join(', ')} where ${first(table)}`,
          ),
        );
    }
    const told = await on.rows<{ table_name: string; bytes: number }>(
      `select table_name, max(pg_column_size(changes || '{}')) as bytes from public.audit_log where changes::text ~ '😀' and changes::text ~ '😎' group by 1 order by 2 desc`,
    );
    expect(told.length).toBeGreaterThan(20);
    expect(told[0]).toMatchObject({ table_name: 'purchase_orders' });
    // A good quarter of the space is left for another column.
    expect(told[0]?.bytes).toBeGreaterThan(60_000);
    expect(told[0]?.bytes).toBeLessThan(75_000);
    // The same for lines: a hundred of the widest numbers.
    const lines = `(select jsonb_object_agg(gen_random_uuid(), to_jsonb(array[9999999999.9999 - n, 9999999999.9999 - n, 999999999.999 - n])) from generate_series(1, 5000) n)`;
    expect(await on.value(`select max(pg_column_size(c)) from private.changed_lines('costs', ${lines}, ${lines}) c`)).toBeLessThan(75_000);
    // The search text is derived from these: each letter becomes at most eighteen.
    await on.rows(`update public.products p set name = repeat('\ufdfa', 120), name_ar = repeat('\ufdfa', 120), description = repeat('\ufdfa', 4000), designer_id = repeat('\ufdfa', 64), tag_number = repeat('\ufdfa', 64)
      where ${first('products')}`);
    await on.rows(
      `update public.purchase_orders o set reference = repeat('\ufdfa', 300), notes = repeat('\ufdfa', 4000), description = repeat('\ufdfa', 4000) where ${first('purchase_orders')}`,
    );
    const searched = await on.rows<{ at: string; length: number }>(`
      select 'products' as at, max(char_length(search)) as length from public.products union all select 'purchase_orders', max(char_length(search)) from public.purchase_orders`);
    expect(searched.filter(({ length }) => length < 4000 * 18 || length > 18 * 8500)).toEqual([]);
    await on.rows(
      `update public.customers set name = repeat('\ufdfa', 120), name_ar = repeat('\ufdfa', 120), email = repeat('\ufdfa', 249) || '@a.eg' where ${first('customers')}`,
    );
    expect(await on.value(`select max(char_length(search)) from public.customers`)).toBeLessThan(18 * 600);
  });

  scenario('splits a change of very many lines into entries of a hundred, with their total', async (on) => {
    await on.asDatabaseOwner();
    await on.rows(`insert into public.products (name, price) select 'Very many ' || n, 1 from generate_series(1, 150) n`);
    const variants = await on.rows<{ id: string }>(
      `insert into public.variants (product_id, sku, barcode) select id, 'TT' || id, 'TT' || id from public.products where name like 'Very many %' returning id`,
    );
    await on.as(people.owner);
    const [id, supplier_id] = [randomUUID(), await idOf(on, 'suppliers', 'Mahalla Textiles')];
    const transfer = { id, from_branch_id: branches.zamalek, to_branch_id: branches.nasrCity };
    const lines = (quantity: number) => variants.map((variant) => ({ variant_id: variant.id, quantity }));
    const items = (quantity: number) => lines(quantity).map((line) => ({ ...line, unit_cost: quantity }));
    await on.call('save_transfer', { ...transfer, lines: lines(1) });
    await on.call('save_transfer', { ...transfer, lines: [...lines(2).slice(1), ...lines(1).slice(0, 1)], expected_version: 1 });
    const order = { id: randomUUID(), purchase: { supplier_id, branch_id: branches.zamalek, status: 'pending' } };
    await on.call('save_purchase_order', { ...order, items: items(1) });
    await on.call('save_purchase_order', { ...order, items: items(2).slice(1), expected_version: 1 });
    const told = await on.rows<{ changes: Record<string, [object, object]> & { changed?: number } }>(
      `select changes from public.audit_log where row_id = any ($1) and action = 'update' and changes ?| '{lines,costs}' order by id`,
      [id, order.id],
    );
    expect(
      told.map(({ changes: { changed = null, ...parts } }) => [
        changed,
        ...Object.entries(parts).map(([name, [before, after]]) => [name, new Set([...Object.keys(before), ...Object.keys(after)]).size]),
      ]),
    ).toEqual([
      [149, ['lines', 100]],
      [null, ['lines', 49]],
      [150, ['lines', 100]],
      [null, ['lines', 50]],
      [150, ['costs', 100]],
      [null, ['costs', 50]],
    ]);
    // Changes of a hundred lines each hide none of the others.
    expect(new Set(told.slice(4).flatMap(({ changes: { costs: [before] = [{}] } }) => Object.keys(before))).size).toBe(150);
    expect(
      (await on.call<{ timeline: { kind: string; lines: number }[] }>('transfer_detail', { id })).timeline
        .filter(({ kind }) => kind === 'changed')
        .map(({ lines }) => lines),
    ).toEqual([149]);
  });

  scenario('of a stock count of many products lists the first four', async (on) => {
    await on.as(people.owner);
    const products = (await on.rows<{ id: string }>('select id from public.products order by id limit 50')).map((product) => product.id);
    const id = randomUUID();
    await on.call('start_count', {
      id,
      branch_id: branches.zamalek,
      stock_point_id: await idOf(on, 'stock_points', 'Window'),
      scope: 'products',
      scope_ids: products,
    });
    expect(await on.value('select changes from public.audit_log where row_id = $1', id)).toMatchObject({
      scope: 'products',
      scope_first: products.slice(0, 4),
      scope_count: products.length,
    });
    expect(await on.rows('select scope_first, scope_count from public.count_list where id = $1', id)).toEqual([
      { scope_first: products.slice(0, 4), scope_count: products.length },
    ]);
    expect(await on.refused(() => on.rows('select scope_ids from public.stock_counts'))).toMatchObject({ code: '42501' });
  });

  scenario('of a transfer is visible in both of its branches only', async (on) => {
    await on.as(people.owner);
    const {
      variants: [variant = ''],
    } = await makeProduct(on);
    const make = async (from_branch_id: string, to_branch_id: string) => {
      const id = randomUUID();
      const values = { id, from_branch_id, to_branch_id };
      await on.call('save_transfer', { ...values, lines: [{ variant_id: variant, quantity: 1 }] });
      await on.call('save_transfer', { ...values, lines: [{ variant_id: variant, quantity: 2 }], expected_version: 1 });
      return id;
    };
    const [sent, received, elsewhere] = [
      await make(branches.zamalek, branches.warehouse),
      await make(branches.warehouse, branches.zamalek),
      await make(branches.warehouse, branches.maadi),
    ];
    await on.asDatabaseOwner();
    await on.rows(
      `insert into public.role_permissions select role_id, 'management.audit_log.view' from public.profiles where id = $1`,
      people.storekeeper,
    );
    const told = (id: string) => on.rows('select action, changes from public.audit_log where row_id = $1 order by id', id);
    await on.as(people.storekeeper);
    for (const id of [sent, received])
      expect(await told(id)).toMatchObject([{ action: 'insert' }, { changes: { lines: [{ [variant]: 1 }, { [variant]: 2 }] } }]);
    expect(await told(elsewhere)).toEqual([]);
  });

  scenario('keeps the price changes of a product in a history of their own', async (on) => {
    await on.as(people.buyer);
    const brand_id = await idOf(on, 'brands', 'Siwa');
    const { id, variants } = await makeProduct(on, { brand_id });
    await on.call('save_product', {
      id,
      product: { ...plain, price: 120 },
      variants: [{ id: variants[0], price_override: 99.5 }],
      expected_version: 1,
    });
    expect(
      await on.rows('select actor_id, variant_id, old_price, new_price from public.price_changes where product_id = $1 order by id', id),
    ).toEqual([
      { actor_id: people.buyer, variant_id: null, old_price: 100, new_price: 120 },
      { actor_id: people.buyer, variant_id: variants[0], old_price: null, new_price: 99.5 },
    ]);
  });
});

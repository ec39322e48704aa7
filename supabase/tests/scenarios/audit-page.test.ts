import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { idOf, makeProduct, plain } from '../fixtures.ts';
import { hasHistoryWords } from '../sentences.ts';
import { line, order, receive, variants } from './purchasing.ts';

interface Change extends Row {
  id: string;
  action: string;
  table_name: string;
  record_table: string | null;
  record_id: string;
  record: Row | null;
  part: Row | null;
  fields: { name: string; type: string; before?: unknown; after?: unknown; of?: string }[];
  lines: number | null;
  names: Record<string, Row>;
}
const page = (on: TestSession, question: Row = {}) => on.table<Change>('audit_page', question);
const of = (history_of_table: string, history_of_id: string) => ({ history_of_table, history_of_id });

describe('the audit log', () => {
  scenario('shows who changed which record, field by field in order, with names for references', async (on) => {
    await on.as(people.buyer);
    const [brand_id, other] = [await idOf(on, 'brands', 'Siwa'), await idOf(on, 'brands', 'Dar Nour')];
    const { id } = await makeProduct(on, { name: 'Told shirt', brand_id });
    await on.call('save_product', {
      id,
      product: { ...plain, name: 'Told shirt', price: 120, max_discount: 15, active: false, brand_id: other, low_stock_level: 2.5 },
      variants: [{ id: (await on.rows<{ id: string }>('select id from public.variants where product_id = $1', id))[0]?.id }],
      expected_version: 1,
    });
    await on.as(people.owner);
    const [changed] = (await page(on, of('products', id))).filter(
      ({ action, table_name }) => action === 'update' && table_name === 'products',
    );
    expect(changed).toMatchObject({
      actor: { id: people.buyer },
      record_table: 'products',
      record_id: id,
      record: { name: 'Told shirt' },
      part: null,
      lines: null,
    });
    expect(changed?.fields).toEqual([
      { name: 'price', type: 'money', before: 100, after: 120 },
      { name: 'max_discount', type: 'percent', before: 0, after: 15 },
      { name: 'low_stock_level', type: 'quantity', before: null, after: 2.5 },
      { name: 'active', type: 'flag', before: true, after: false },
      { name: 'brand_id', type: 'ref', of: 'brands', before: brand_id, after: other },
    ]);
    expect(changed?.names).toMatchObject({ [brand_id]: { name: 'Siwa' }, [other]: { name: 'Dar Nour' } });
  });

  scenario('shows the values of an inserted row and of a deleted row', async (on) => {
    await on.as(people.owner);
    const id = await on.value<string>(`insert into public.brands (name) values ('Came and went') returning id`);
    await on.rows('delete from public.brands where id = $1', id);
    expect((await page(on, of('brands', id))).map(({ action, record, fields }) => [action, record, fields])).toEqual([
      [
        'delete',
        null,
        [
          { name: 'name', type: 'text', before: 'Came and went' },
          { name: 'active', type: 'flag', before: true },
        ],
      ],
      [
        'insert',
        null,
        [
          { name: 'name', type: 'text', after: 'Came and went' },
          { name: 'active', type: 'flag', after: true },
        ],
      ],
    ]);
  });

  scenario('of a record includes its parts, also deleted ones, but no other record', async (on) => {
    await on.as(people.owner);
    const [red, small] = [await idOf(on, 'colors', 'Black'), await idOf(on, 'sizes', 'S')];
    const {
      id,
      variants: [first = '', second = ''],
    } = await makeProduct(on, { name: 'Of parts', purchase_price: 40 }, [{ color_id: red }, { size_id: small }]);
    await on.call('save_product', {
      id,
      product: { ...plain, name: 'Of parts' },
      variants: [{ id: first, color_id: red, price_override: 90 }],
      expected_version: 1,
    });
    const told = await page(on, of('products', id));
    expect(new Set(told.map(({ record_id }) => record_id))).toEqual(new Set([id]));
    expect(told.map(({ action, table_name }) => `${action} ${table_name}`)).toEqual(
      expect.arrayContaining(['insert products', 'insert product_costs', 'insert variants', 'update variants', 'delete variants']),
    );
    expect(told.find(({ action, table_name }) => action === 'update' && table_name === 'variants')).toMatchObject({
      part: { name: 'Of parts / Black' },
      record: { name: 'Of parts' },
      fields: [{ name: 'price_override', type: 'money', before: null, after: 90 }],
    });
    expect(told.find(({ action, table_name }) => action === 'delete' && table_name === 'variants')).toMatchObject({
      row_id: second,
      part: null,
    });
    // The same id in another table is another record, and is not included here.
    expect(await page(on, of('brands', id))).toEqual([]);
  });

  scenario('of an order includes its receipts, files and lines, with the lines separate', async (on) => {
    const [one = '', two = ''] = await variants(on, 2);
    const { id } = await order(on, [line(one, 5, 10), line(two, 5, 10)]);
    await on.call('save_purchase_order', {
      id,
      purchase: { supplier_id: await idOf(on, 'suppliers', 'Mahalla Textiles'), branch_id: branches.zamalek, status: 'pending' },
      items: [line(one, 7, 12, 1)],
      expected_version: 1,
    });
    await receive(on, id, [[one, 2]]);
    const path = `${branches.zamalek}/purchases/${id}/invoice.pdf`;
    await on.rows(`insert into storage.objects (bucket_id, name) values ('attachments', $1)`, path);
    const file = randomUUID();
    await on.call('attach_file', { id: file, path, name: 'Invoice.pdf' });
    const told = await page(on, of('purchase_orders', id));
    expect(new Set(told.map(({ table_name }) => table_name))).toEqual(new Set(['purchase_orders', 'receipts', 'attachments']));
    expect(told.find(({ table_name }) => table_name === 'receipts')).toMatchObject({
      part: { name: await on.value('select number from public.receipts where purchase_order_id = $1', id) },
    });
    const [pieces, costs] = ['purchasing.orders', 'inventory.costs'].map((resource) =>
      told.find((change) => change.lines !== null && change.resource === resource),
    );
    expect([pieces?.lines, costs?.lines, pieces?.fields]).toEqual([2, 2, []]);
    const lines = async (change: Change | undefined) =>
      new Map(
        (await on.table<Row>('change_lines', { change_id: change?.id })).map(({ id: variant, before, after }) => [
          variant,
          [before, after],
        ]),
      );
    expect(await lines(pieces)).toEqual(
      new Map([
        [one, [5, 7]],
        [two, [5, null]],
      ]),
    );
    expect(await lines(costs)).toEqual(
      new Map([
        [
          one,
          [
            [10, 0, 0],
            [12, 1, 0],
          ],
        ],
        [two, [[10, 0, 0], null]],
      ]),
    );
    await on.revokePermission(people.auditor, 'inventory.costs.view');
    await on.as(people.auditor);
    expect((await page(on, of('purchase_orders', id))).some(({ resource }) => resource === 'inventory.costs')).toBe(false);
    expect((await lines(pieces)).size).toBe(2);
    expect((await lines(costs)).size).toBe(0);
  });

  scenario('hides costs in rows, counts and filters without permission to view costs', async (on) => {
    await on.as(people.owner);
    const { id } = await makeProduct(on, { name: 'Secret cost', purchase_price: 61.5 });
    const ask = async () =>
      [
        await page(on, { page_size: 1000 }),
        await page(on, of('products', id)),
        await page(on, { resources: ['inventory.costs'] }),
        await page(on, { words: 'secret cost' }),
      ].map((rows) => rows.filter(({ resource }) => resource === 'inventory.costs').length);
    await on.as(people.auditor);
    expect(Math.min(...(await ask()))).toBeGreaterThan(0);
    expect(await on.call<number>('audit_count', { resources: ['inventory.costs'] })).toBeGreaterThan(0);
    await on.revokePermission(people.auditor, 'inventory.costs.view');
    await on.as(people.auditor);
    expect(await ask()).toEqual([0, 0, 0, 0]);
    expect(JSON.stringify(await page(on, { page_size: 1000 }))).not.toContain('61.5');
    expect(await on.call('audit_count', { resources: ['inventory.costs'] })).toBe(0);
  });

  scenario('shows only branches in reach, and no names of records the user may not view', async (on) => {
    await on.as(people.owner);
    const { id } = await makeProduct(on, { name: 'Kept away', branch_id: branches.warehouse });
    const far = randomUUID();
    await on.call('start_count', { id: far, branch_id: branches.warehouse });
    const customer = await on.value<string>(`insert into public.customers (name) values ('Unnamed to buyers') returning id`);
    await on.as(people.manager);
    expect([
      await page(on, of('products', id)),
      await page(on, of('stock_counts', far)),
      await page(on, { at_branch_ids: [branches.warehouse] }),
    ]).toEqual([[], [], []]);
    expect(await on.call('audit_count', { at_branch_ids: [branches.warehouse] })).toBe(0);
    expect(
      (await page(on, { page_size: 1000 })).filter(
        ({ branch_id, record_table }) => branch_id === branches.warehouse && record_table !== 'transfers',
      ),
    ).toEqual([]);
    // The name of a price group is shown only to users who may view price groups.
    await on.rows(
      `update public.customers set price_group_id = (select id from public.price_groups where is_default) where id = $1`,
      customer,
    );
    const named = async () => Object.keys((await page(on, of('customers', customer)))[0]?.names ?? {}).length;
    expect(await named()).toBe(1);
    await on.revokePermission(people.manager, 'inventory.price_groups.view');
    await on.as(people.manager);
    expect(await named()).toBe(0);
    await on.as(people.storekeeper);
    for (const call of ['audit_page', 'audit_count'])
      expect(await on.refused(() => on.table(call)), call).toMatchObject({ code: 'PT403', message: 'permission_missing' });
    expect(await on.refused(() => on.table('change_lines', { change_id: 1 }))).toMatchObject({ message: 'permission_missing' });
  });

  scenario('returns the same rows as the table for any filter', async (on) => {
    for (const person of [people.owner, people.manager, people.auditor]) {
      await on.as(person);
      const questions: [Row, string][] = [
        [{}, 'true'],
        [{ actor_ids: [people.owner, people.buyer] }, `actor_id in ('${people.owner}', '${people.buyer}')`],
        [{ resources: ['inventory.products', 'settings.branches'] }, `resource in ('inventory.products', 'settings.branches')`],
        [{ actions: ['delete', 'update'] }, `action in ('delete', 'update')`],
        [{ at_branch_ids: [branches.zamalek] }, `'${branches.zamalek}' in (branch_id, other_branch_id)`],
        [
          { at_branch_ids: [branches.zamalek, branches.maadi], actions: ['insert'] },
          `(branch_id in ('${branches.zamalek}', '${branches.maadi}') or other_branch_id in ('${branches.zamalek}', '${branches.maadi}')) and action = 'insert'`,
        ],
        [
          { changed: 'today' },
          `at >= (select date_trunc('day', now() at time zone b.time_zone) at time zone b.time_zone from public.business b)`,
        ],
        [
          { changed: 'yesterday' },
          `at >= now() - interval '60 hours' and at < (select date_trunc('day', now() at time zone b.time_zone) at time zone b.time_zone from public.business b)`,
        ],
      ];
      for (const [question, condition] of questions) {
        const due = (
          await on.rows<{ id: string }>(`select id::text from public.audit_log where ${condition} order by audit_log.id desc`)
        ).map(({ id }) => id);
        expect(
          (await page(on, { ...question, page_size: 1000 })).map(({ id }) => id),
          JSON.stringify(question),
        ).toEqual(due.slice(0, 1000));
        expect(
          (await page(on, { ...question, page_size: 3, page_offset: 2 })).map(({ id }) => id),
          JSON.stringify(question),
        ).toEqual(due.slice(2, 5));
        expect(await on.call('audit_count', question), JSON.stringify(question)).toBe(due.length);
        const last = due.at(-3) ?? '0';
        expect(
          (await page(on, { ...question, descending: false, page_size: 1000, after_id: last })).map(({ id }) => id),
          JSON.stringify(question),
        ).toEqual(due.slice(0, -3).reverse().slice(0, 1000));
      }
    }
    expect(await on.refused(() => page(on, { sort: 'at' }))).toMatchObject({ message: 'sort_unknown' });
  });

  scenario('shows a deleted branch only to users who view all branches, in rows and counts', async (on) => {
    await on.as(people.owner);
    const id = randomUUID();
    await on.rows(`insert into public.branches (id, name, code) values ($1, 'Opened by mistake', 'GN9')`, id);
    await on.rows('delete from public.branches where id = $1', id);
    const ofBranch = { resources: ['settings.branches'] };
    const told = async () => {
      const rows = await page(on, { ...ofBranch, page_size: 1000 });
      expect(await on.call('audit_count', ofBranch)).toBe(rows.length);
      const all = await page(on, { page_size: 1000 });
      expect(all).toHaveLength(Math.min(1000, await on.call<number>('audit_count')));
      expect(await on.value('select count(*) from public.audit_log where branch_id = $1', id)).toBe(
        rows.filter(({ branch_id }) => branch_id === id).length,
      );
      return rows.filter(({ branch_id }) => branch_id === id).map(({ action }) => action);
    };
    expect(await told()).toEqual(['delete', 'insert']);
    await on.asDatabaseOwner();
    expect(await on.value('select private.views_all_branches()')).toBe(false);
    await on.as(people.manager);
    expect(await told()).toEqual([]);
    // A user with access to every branch views them all.
    await on.asDatabaseOwner();
    await on.rows(
      `insert into public.user_branches (profile_id, branch_id, access) select $1, b.id, 'view' from public.branches b on conflict do nothing`,
      people.manager,
    );
    await on.as(people.manager);
    expect(await told()).toEqual(['delete', 'insert']);
  });

  scenario('filters by when a change began, although later rows may have begun earlier', async (on) => {
    await on.asDatabaseOwner();
    const base = await on.value<number>('select max(id) from public.audit_log');
    // Ten changes an hour for ten days, a few of them from long transactions.
    await on.rows(`insert into public.audit_log (at, table_name, row_id, record_id, resource, action, changes)
      select '2020-03-01 00:00Z'::timestamptz + n * interval '6 minutes' - case when n % 7 = 0 then interval '40 minutes' else '0' end, 'brands', gen_random_uuid(), gen_random_uuid(), 'inventory.brands', 'update', '{}'
      from generate_series(0, 2399) n`);
    await on.rows(`update public.audit_log set at = '2020-02-01' where id <= $1`, base);
    await on.rows(`update public.branches set time_zone = 'Africa/Cairo', day_start = 0`);
    await on.rows(`update public.business set time_zone = 'Africa/Cairo'`);
    await on.as(people.owner);
    for (const [changed, from, before] of [
      ['2020-03-03..2020-03-04', '2020-03-02 22:00Z', '2020-03-04 22:00Z'],
      ['..2020-03-01', '2000-01-01', '2020-03-01 22:00Z'],
      ['2020-03-10..', '2020-03-09 22:00Z', '2100-01-01'],
      ['2019-01-01..2019-12-31', '2019-01-01', '2019-12-31'],
    ]) {
      const due = await on.value<number>('select count(*) from public.audit_log where at >= $1 and at < $2', from, before);
      expect(await on.call('audit_count', { changed }), changed).toBe(due);
    }
  });

  scenario('has labels in both languages for every table and column it shows', async (on) => {
    const tables = await on.rows<{ table: string; columns: string[] }>(`
      select t.table_name as table, array(
        select f ->> 'name' from jsonb_array_elements(private.changed_fields(t.table_name, 'insert', (
          select jsonb_object_agg(a.attname, 1) from pg_attribute a
          where a.attrelid = to_regclass('public.' || t.table_name) and a.attnum > 0 and not a.attisdropped and a.attname <> all (private.audit_noise())))) f
        where t.table_name <> 'imports' or f ->> 'name' in ('kind', 'file_name', 'status')) as columns
      from private.audited_tables t`);
    expect(tables.length).toBeGreaterThan(20);
    const missing = tables.flatMap(({ table, columns }) => [
      ...(hasHistoryWords(table) ? [] : [table]),
      ...columns.filter((column) => !hasHistoryWords(table, column)).map((column) => `${table}.${column}`),
    ]);
    expect(missing, 'web/i18n/*/history.json, fields.json').toEqual([]);
    expect([hasHistoryWords('made_tomorrow'), hasHistoryWords('brands', 'made_tomorrow')]).toEqual([false, false]);
  });

  scenario('knows every table that has an audit trigger', async (on) => {
    expect(
      await on.rows(
        `select distinct tgrelid::regclass::text as name from pg_trigger where tgfoid = 'private.audit'::regproc and tgrelid::regclass::text not in (select table_name from private.audited_tables)`,
      ),
    ).toEqual([]);
  });
});

import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { people, scenario, type TestSession } from '../database.ts';
import { idOf } from '../fixtures.ts';

describe('a record', () => {
  scenario('keeps the id its maker gave it, and refuses a second one with that id', async (on) => {
    const id = randomUUID();
    await on.as(people.owner);
    await on.rows(`insert into public.brands (id, name) values ($1, 'Fresh')`, id);
    expect(await on.refused(() => on.rows(`insert into public.brands (id, name) values ($1, 'Again')`, id))).toMatchObject({
      code: '23505',
      constraint_name: 'brands_pkey',
    });
  });

  scenario('can be inserted in batches of at most a thousand', async (on) => {
    await on.as(people.owner);
    const bring = (count: number) =>
      on.rows(`insert into public.customers (name) select 'Guest ' || n from generate_series(1, ${count}) n`);
    expect(await on.refused(() => bring(1001))).toMatchObject({ code: 'PT400', message: 'lines_over_limit', detail: '{"max": 1000}' });
    await bring(1000);
  });

  scenario('gets its author, time and version from the database, and nobody can set them', async (on) => {
    await on.as(people.buyer);
    const [made] = await on.rows(`insert into public.brands (name) values ('Stamped') returning *`);
    expect(made).toMatchObject({ version: 1, created_by: people.buyer, updated_by: people.buyer, search: 'stamped' });
    for (const column of ['version', 'created_at', 'created_by', 'updated_at', 'updated_by', 'search']) {
      expect(
        await on.refused(() => on.rows(`insert into public.brands (name, ${column}) values ('Forged', default)`)),
        column,
      ).toMatchObject({ code: '42501' });
      expect(await on.refused(() => on.rows(`update public.brands set ${column} = default`)), column).toMatchObject({ code: '42501' });
    }
    expect(await on.refused(() => on.rows(`update public.brands set id = gen_random_uuid()`))).toMatchObject({ code: '42501' });
  });

  scenario('counts its saves, and an update with an older version finds no row', async (on) => {
    await on.as(people.owner);
    const id = await on.value<string>(`insert into public.brands (name) values ('Counted') returning id`);
    await on.as(people.buyer);
    expect(
      await on.rows(
        `update public.brands set name = 'Counted twice' where id = $1 and version = 1 returning version, created_by, updated_by`,
        id,
      ),
    ).toEqual([{ version: 2, created_by: people.owner, updated_by: people.buyer }]);
    expect(await on.rows(`update public.brands set name = 'Lost' where id = $1 and version = 1 returning id`, id)).toEqual([]);
  });

  scenario('has a unique name regardless of case, accents and Arabic spelling', async (on) => {
    await on.as(people.owner);
    await on.rows(`insert into public.brands (name) values ('Émile'), ('أحمد وشركاه')`);
    for (const name of ['emile', 'EMILE', 'احمد وشركاة']) {
      expect(await on.refused(() => on.rows('insert into public.brands (name) values ($1)', name)), name).toMatchObject({
        code: '23505',
        constraint_name: 'brands_name_unique',
      });
    }
  });

  scenario('has a trimmed, non-empty name of at most 120 characters', async (on) => {
    await on.as(people.owner);
    for (const [name, constraint_name] of [
      [' x', 'short_name_trimmed'],
      ['', 'short_name_length'],
      ['x'.repeat(121), 'short_name_length'],
    ]) {
      expect(await on.refused(() => on.rows('insert into public.brands (name) values ($1)', name)), name).toMatchObject({
        code: '23514',
        constraint_name,
      });
    }
  });

  scenario('has a visible name, which may also contain marks and spaces', async (on) => {
    await on.as(people.owner);
    for (const name of ['\u200b', '\u200e\u200f', '\u00ad\u2060\ufeff', '\u00a0\u3000', '\u3164\u2800', '\u{e0041}']) {
      expect(await on.refused(() => on.rows('insert into public.brands (name) values ($1)', name)), escape(name)).toMatchObject({
        code: '23514',
        constraint_name: 'short_name_visible',
      });
      expect(
        await on.refused(() => on.rows(`insert into public.customers (name, address) values ('Seen', $1)`, name)),
        escape(name),
      ).toMatchObject({ constraint_name: 'short_text_visible' });
    }
    for (const name of ['می\u200cخواهم', '\u200fأحمد', '7', '★', 'ـ'])
      expect(await on.rows('insert into public.brands (name) values ($1) returning name', name)).toEqual([{ name }]);
  });

  scenario('has a name without control characters, except line breaks and tabs', async (on) => {
    await on.as(people.owner);
    for (const name of ['Si\u008fwa', 'Si\u0085wa', 'Si\u001bwa', 'Si\u007fwa', 'Si\u0001wa']) {
      expect(await on.refused(() => on.rows('insert into public.brands (name) values ($1)', name)), escape(name)).toMatchObject({
        code: '23514',
        constraint_name: 'short_name_printable',
      });
      expect(
        await on.refused(() => on.rows(`insert into public.customers (name, address) values ('Seen', $1)`, name)),
        escape(name),
      ).toMatchObject({ constraint_name: 'short_text_printable' });
    }
    for (const name of ['Two\nlines', 'A cell’s\r\nlines', 'One\ttab'])
      expect(await on.rows('insert into public.brands (name) values ($1) returning name', name)).toEqual([{ name }]);
  });

  scenario('cannot be deleted while in use, and the constraint says where', async (on) => {
    await on.as(people.owner);
    expect(await on.refused(() => on.rows(`delete from public.brands where name = 'Siwa'`))).toMatchObject({
      code: '23503',
      constraint_name: 'products_brand_in_use',
    });
    const id = await idOf(on, 'brands', 'Siwa');
    const used = await on.value('select count(*) from public.products where brand_id = $1', id);
    expect(await on.table('usage_of', { table_name: 'brands', id })).toEqual([{ used_in: 'products', count: used }]);
    await on.rows(`insert into public.brands (name) values ('Unused')`);
    expect(await on.table('usage_of', { table_name: 'brands', id: await idOf(on, 'brands', 'Unused') })).toEqual([]);
    await on.rows(`delete from public.brands where name = 'Unused'`);
  });

  scenario('can be read but not changed by the auditor', async (on) => {
    await on.as(people.auditor);
    expect(await on.value<number>('select count(*) from public.brands')).toBeGreaterThan(0);
    expect(await on.rows(`update public.brands set name = 'Mine' returning id`)).toEqual([]);
    expect(await on.rows(`delete from public.colors returning id`)).toEqual([]);
    expect(await on.refused(() => on.rows(`insert into public.brands (name) values ('Mine')`))).toMatchObject({ code: '42501' });
    expect(await on.refused(() => on.table('usage_of', { table_name: 'brands', id: randomUUID() }))).toMatchObject({
      code: 'PT403',
      message: 'permission_missing',
    });
  });

  scenario('of a customer has a unique phone in any notation', async (on) => {
    await on.as(people.owner);
    await on.rows(`insert into public.customers (name, phone) values ('First', '+20 100 555 0101')`);
    expect(await on.refused(() => on.rows(`insert into public.customers (name, phone) values ('Second', '+201005550101')`))).toMatchObject({
      constraint_name: 'customers_phone_unique',
    });
    await on.rows(`insert into public.customers (name) values ('Without one'), ('Without one')`);
  });

  scenario('has a usage only in tables that users can delete from', async (on) => {
    await on.as(people.owner);
    for (const table_name of ['profiles', 'audit_log', 'pg_class', 'brands; drop table brands', '']) {
      expect(await on.refused(() => on.table('usage_of', { table_name, id: randomUUID() })), table_name).toMatchObject({
        message: 'table_unknown',
      });
    }
    for (const table_name of [
      'brands',
      'colors',
      'sizes',
      'categories',
      'stock_points',
      'price_groups',
      'suppliers',
      'customers',
      'branches',
      'payment_methods',
      'tax_rates',
      'expense_categories',
      'products',
    ]) {
      expect(await on.table('usage_of', { table_name, id: randomUUID() }), table_name).toEqual([]);
    }
  });
});

describe('the default price group', () => {
  const defaults = 'select name from public.price_groups where is_default';

  scenario('is always exactly one, and a new one replaces the old one', async (on) => {
    await on.as(people.owner);
    await on.rows(`update public.price_groups set is_default = true where name = 'Wholesale'`);
    expect(await on.rows(defaults)).toEqual([{ name: 'Wholesale' }]);
    await on.rows(`insert into public.price_groups (name, is_default) values ('Export', true)`);
    expect(await on.rows(defaults)).toEqual([{ name: 'Export' }]);
    await on.rows(`update public.price_groups set percentage = 5 where name = 'Export'`);
    expect(await on.rows(defaults)).toEqual([{ name: 'Export' }]);
  });

  scenario('cannot be removed, deleted or deactivated', async (on) => {
    await on.as(people.owner);
    for (const attempt of [
      `update public.price_groups set is_default = false where is_default`,
      `delete from public.price_groups where is_default`,
      `update public.price_groups set is_default = false`,
    ]) {
      expect(await on.refused(() => on.rows(attempt)), attempt).toMatchObject({ code: 'PT409', message: 'default_price_group_needed' });
    }
    expect(await on.refused(() => on.rows(`update public.price_groups set active = false where is_default`))).toMatchObject({
      code: '23514',
      constraint_name: 'price_groups_default_active',
    });
    expect(
      await on.refused(() => on.rows(`insert into public.price_groups (name, is_default, active) values ('Off', true, false)`)),
    ).toMatchObject({ constraint_name: 'price_groups_default_active' });
  });

  scenario('has a percentage from −100 to 1000', async (on) => {
    await on.as(people.owner);
    for (const percentage of ['-100.01', '1000.01', 'NaN']) {
      expect(
        await on.refused(() => on.rows(`insert into public.price_groups (name, percentage) values ('Odd', $1)`, percentage)),
        percentage,
      ).toMatchObject({ code: '23514' });
    }
    await on.rows(`insert into public.price_groups (name, percentage) values ('Free', -100), ('Dear', 1000)`);
  });
});

describe('a tree', () => {
  for (const table of ['categories', 'expense_categories']) {
    const cycle = { code: 'PT409', message: 'parent_makes_cycle' };

    scenario(`of ${table} refuses to move a row below itself or its own children`, async (on) => {
      await on.as(people.owner);
      const [a, b, c] = [randomUUID(), randomUUID(), randomUUID()];
      await on.rows(`insert into public.${table} (id, name, parent_id) values ($1, 'A', null), ($2, 'B', $1), ($3, 'C', $2)`, a, b, c);
      expect(await on.refused(() => on.rows(`update public.${table} set parent_id = $1 where id = $1`, a))).toMatchObject(cycle);
      expect(await on.refused(() => on.rows(`update public.${table} set parent_id = $1 where id = $2`, b, a))).toMatchObject(cycle);
      expect(await on.refused(() => on.rows(`update public.${table} set parent_id = $1 where id = $2`, c, a))).toMatchObject(cycle);
      await on.rows(`update public.${table} set parent_id = $1 where id = $2`, a, c);
    });

    scenario(`of ${table} refuses new rows that are their own or each other’s parents`, async (on) => {
      await on.as(people.owner);
      const [a, b] = [randomUUID(), randomUUID()];
      expect(await on.refused(() => on.rows(`insert into public.${table} (id, name, parent_id) values ($1, 'A', $1)`, a))).toMatchObject(
        cycle,
      );
      expect(
        await on.refused(() => on.rows(`insert into public.${table} (id, name, parent_id) values ($1, 'A', $2), ($2, 'B', $1)`, a, b)),
      ).toMatchObject(cycle);
    });
  }

  for (const table of ['categories', 'expense_categories']) {
    const tooDeep = { code: 'PT409', message: 'too_deep', detail: '{"max": 10, "field": "parent_id"}' };
    const chain = async (on: TestSession, name: string, levels: number): Promise<string[]> => {
      const ids = Array.from({ length: levels }, () => randomUUID());
      for (const [level, id] of ids.entries())
        await on.rows(
          `insert into public.${table} (id, name, parent_id) values ($1, $2, $3)`,
          id,
          `${name} ${level + 1}`,
          ids[level - 1] ?? null,
        );
      return ids;
    };

    scenario(`of ${table} has at most ten levels, also when a subtree is moved`, async (on) => {
      await on.as(people.owner);
      const ten = await chain(on, 'Ten', 10);
      const four = await chain(on, 'Four', 4);
      expect(
        await on.refused(() => on.rows(`insert into public.${table} (name, parent_id) values ('Eleventh', $1)`, ten[9])),
      ).toMatchObject(tooDeep);
      const move = `update public.${table} set parent_id = $1 where id = $2`;
      expect(await on.refused(() => on.rows(move, ten[6], four[0]))).toMatchObject(tooDeep);
      await on.rows(move, ten[5], four[0]);
      expect(
        await on.refused(() => on.rows(`insert into public.${table} (name, parent_id) values ('Eleventh', $1)`, four[3])),
      ).toMatchObject(tooDeep);
    });

    scenario(`of ${table} has at most ten levels, also when one statement inserts a long chain`, async (on) => {
      await on.as(people.owner);
      const ids = Array.from({ length: 700 }, () => randomUUID());
      const rows = ids.map((id, level) => ({ id, name: `Link ${level}`, parent_id: ids[level - 1] ?? null }));
      for (const sent of [rows, rows.toReversed(), rows.slice(0, 11), rows.slice(0, 11).toReversed()])
        expect(
          await on.refused(() =>
            on.rows(
              `insert into public.${table} (id, name, parent_id) select * from json_to_recordset($1) as (id uuid, name text, parent_id uuid)`,
              sent,
            ),
          ),
        ).toMatchObject(tooDeep);
      await on.rows(
        `insert into public.${table} (id, name, parent_id) select * from json_to_recordset($1) as (id uuid, name text, parent_id uuid)`,
        rows.slice(0, 10).toReversed(),
      );
    });
  }

  scenario('allows the same name in different branches, but not among siblings', async (on) => {
    await on.as(people.owner);
    const women = await idOf(on, 'categories', 'Women');
    await on.rows(`insert into public.categories (name, parent_id) values ('Shirts', $1)`, women);
    expect(await on.refused(() => on.rows(`insert into public.categories (name, parent_id) values ('shirts', $1)`, women))).toMatchObject({
      constraint_name: 'categories_name_unique',
    });
    expect(await on.refused(() => on.rows(`insert into public.categories (name) values ('women')`))).toMatchObject({
      constraint_name: 'categories_name_unique',
    });
  });
});

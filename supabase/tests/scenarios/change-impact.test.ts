import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { idOf, makeProduct, plain } from '../fixtures.ts';
import { line as orderLine, order, variants } from './purchasing.ts';
import { goods, line, sellForCash } from './selling.ts';

const told = async (
  on: TestSession,
  table_name: string,
  id: string | null,
  changes: Row,
): Promise<Record<string, { count: number; details: Row }>> =>
  Object.fromEntries(
    (await on.table<{ code: string; count: number; details: Row }>('change_impact', { table_name, id, changes })).map(
      ({ code, ...rest }) => [code, rest],
    ),
  );
const business = (on: TestSession, changes: Row) => told(on, 'business', null, changes);

describe('the impact of a settings change', () => {
  scenario('to fewer decimals lists only prices and amounts due that have more', async (on) => {
    await on.as(people.owner);
    const before = await business(on, { currency_decimals: 0 });
    await makeProduct(on, { price: 10.5 });
    await makeProduct(on, { price: 10 });
    await order(on, [orderLine((await variants(on, 1))[0] ?? '', 1, 7.25)]);
    const after = await business(on, { currency_decimals: 0 });
    expect(after.prices_rounded?.count).toBe((before.prices_rounded?.count ?? 0) + 1);
    expect(after.prices_rounded?.details).toEqual({ decimals: 0 });
    expect(after.documents_with_rest?.count).toBe((before.documents_with_rest?.count ?? 0) + 1);
    expect(await business(on, { currency_decimals: 3 })).toEqual({});
    expect(await business(on, { currency_decimals: 2 })).toEqual({});
  });

  scenario('to another currency is refused once anything was sold, ordered or spent', async (on) => {
    await on.as(people.owner);
    const change = (currency: string) => on.rows('update public.business set currency = $1', currency);
    for (const attempt of [() => business(on, { currency: 'SAR' }), () => change('SAR')])
      expect(await on.refused(attempt)).toMatchObject({ code: 'PT409', message: 'currency_fixed' });
    expect(await business(on, { currency: 'EGP' })).toEqual({});
    await change('EGP');
    expect(await on.refused(() => change('XYZ'))).toMatchObject({ message: 'currency_fixed' });
  });

  scenario('to another currency is accepted before the first sale, and only to a known one', async (on) => {
    await on.asDatabaseOwner();
    await on.rows(
      'create or replace function private.require_free_currency(currency text) returns void language sql stable as $$ select $$',
    );
    await on.as(people.owner);
    expect(await business(on, { currency: 'SAR' })).toEqual({
      currency_prices: {
        count: await on.value('select least(count(*), 10001)::integer from public.products'),
        details: { currency: 'SAR' },
      },
    });
    for (const wrong of ['XYZ', 'egp', '', 'EG', 'XXX'])
      expect(await on.refused(() => on.rows('update public.business set currency = $1', wrong)), wrong).toMatchObject({
        constraint_name: 'business_currency_code',
      });
    for (const right of ['SAR', 'KWD', 'JPY']) await on.rows('update public.business set currency = $1', right);
  });

  scenario('to prices with or without tax describes what customers pay', async (on) => {
    await on.as(people.owner);
    await on.rows('update public.business set prices_include_tax = false');
    expect(Object.keys(await business(on, { prices_include_tax: true }))).toEqual(['prices_with_tax']);
    expect(await business(on, { prices_include_tax: false })).toEqual({});
    await on.rows('update public.business set prices_include_tax = true');
    expect(Object.keys(await business(on, { prices_include_tax: false }))).toEqual(['prices_without_tax']);
  });

  scenario('to another tax or a later first day lists the percentages and the earlier sales', async (on) => {
    await on.as(people.owner);
    const rate = await on.value<string>(`insert into public.tax_rates (name, percentage) values ('Told', 14) returning id`);
    expect(await business(on, { sale_tax_rate_id: rate })).toEqual({ sales_taxed: { count: 1, details: { now: 0, then: 14 } } });
    await on.rows('update public.business set sale_tax_rate_id = $1', rate);
    expect(await business(on, { sale_tax_rate_id: null })).toEqual({ sales_taxed: { count: 1, details: { now: 14, then: 0 } } });
    expect(await business(on, { sale_tax_rate_id: rate, sales_from: '2000-01-01' })).toEqual({});
    await sellForCash(on, [line((await goods(on, 1)).variant)]);
    expect(await business(on, { sales_from: '2100-01-01' })).toEqual({
      sales_before: { count: await on.value('select least(count(*), 10001)::integer from public.sales'), details: {} },
    });
  });

  scenario('to the approval limit counts the pending orders that it blocks or releases', async (on) => {
    await on.asDatabaseOwner();
    await on.rows('update public.business set purchase_four_eyes = false, purchase_approval_limit = null');
    await on.as(people.owner);
    const [variant = ''] = await variants(on, 1);
    const limit = 1_000_000;
    await order(on, [orderLine(variant, 2, limit)]);
    const orders = await on.value<number>(
      `select count(*)::integer from public.purchase_orders where status = 'pending' and approved_at is null`,
    );
    expect(await business(on, { purchase_approval_limit: limit })).toEqual({ orders_to_approve: { count: 1, details: {} } });
    expect((await business(on, { purchase_four_eyes: true })).orders_to_approve?.count).toBe(orders);
    await on.rows('update public.business set purchase_approval_limit = $1', limit);
    expect(await business(on, { purchase_approval_limit: null })).toEqual({ orders_freed: { count: 1, details: {} } });
    // Without permission to view costs, the user does not learn of the limit either.
    await on.asDatabaseOwner();
    await on.revokePermission(people.manager, 'inventory.costs.view');
    await on.rows(
      `insert into public.role_permissions (role_id, permission) select role_id, 'settings.business.update' from public.profiles where id = $1`,
      people.manager,
    );
    await on.as(people.manager);
    expect(await business(on, { purchase_approval_limit: null })).toEqual({});
  });

  scenario('of a new day start shows if today changes, and how many documents keep their day', async (on) => {
    const { product, variant } = await goods(on, 5);
    expect(product).toBeTruthy();
    await sellForCash(on, [line(variant)]);
    await on.call('record_purchase_return', {
      id: randomUUID(),
      header: { supplier_id: await on.value('select id from public.suppliers limit 1'), branch_id: branches.zamalek, reason: 'unsold' },
      lines: [{ variant_id: variant, quantity: 1, unit_cost: 1 }],
    });
    const [now] = await on.rows<{ hour: number; today: string; kept: number }>(
      `
      select extract(hour from now() at time zone b.time_zone)::integer as hour, (now() at time zone b.time_zone)::date::text as today,
        ((select count(*) from public.sales where branch_id = b.id) + (select count(*) from public.stock_entries where branch_id = b.id) + (select count(*) from public.stock_counts where branch_id = b.id)
          + (select count(*) from public.receipts where branch_id = b.id) + (select count(*) from public.purchase_returns where branch_id = b.id) + (select count(*) from public.transfers where from_branch_id = b.id))::integer as kept
      from public.branches b where id = $1`,
      branches.zamalek,
    );
    await on.rows('update public.branches set day_start = 0 where id = $1', branches.zamalek);
    expect(await told(on, 'branches', branches.zamalek, { day_start: 0 })).toEqual({});
    const same = await told(on, 'branches', branches.zamalek, { time_zone: 'Africa/Tripoli', day_start: 0 });
    expect(same.days_kept?.count).toBe(now?.kept);
    expect(same.day_same ?? same.day_moves).toMatchObject({ details: { today: now?.today } });
    // Kiritimati is always a day ahead of Pago Pago.
    await on.rows(`update public.branches set time_zone = 'Pacific/Kiritimati' where id = $1`, branches.zamalek);
    expect(Object.keys(await told(on, 'branches', branches.zamalek, { time_zone: 'Pacific/Pago_Pago' })).sort()).toEqual([
      'day_moves',
      'days_kept',
    ]);
    for (const permission of [
      'accounting.sales.view',
      'inventory.stock.view',
      'inventory.counts.view',
      'purchasing.orders.view',
      'purchasing.returns.view',
      'inventory.transfers.view',
    ])
      await on.revokePermission(people.manager, permission);
    await on.as(people.manager);
    expect(Object.keys(await told(on, 'branches', branches.zamalek, { time_zone: 'Pacific/Pago_Pago' }))).toEqual(['day_moves']);
  });

  scenario('to the time zone shows how times change', async (on) => {
    await on.as(people.owner);
    await on.rows(`update public.business set time_zone = 'Africa/Cairo'`);
    const { times_shown } = await business(on, { time_zone: 'Asia/Tokyo' });
    expect(times_shown?.details).toEqual({
      now: expect.stringMatching(/^\d\d:\d\d$/) as string,
      then: expect.stringMatching(/^\d\d:\d\d$/) as string,
    });
    expect(times_shown?.details.now).not.toBe(times_shown?.details.then);
  });

  scenario('to a tax rate or price group counts the orders and customers affected', async (on) => {
    await on.as(people.owner);
    const rate = await on.value<string>(`insert into public.tax_rates (name, percentage) values ('Told rate', 14) returning id`);
    expect(await told(on, 'tax_rates', rate, { percentage: 15 })).toEqual({});
    await order(on, [orderLine((await variants(on, 1))[0] ?? '', 1, 10)], { tax_rate_id: rate });
    await on.rows('update public.business set sale_tax_rate_id = $1', rate);
    expect(await told(on, 'tax_rates', rate, { percentage: 15 })).toEqual({
      orders_keep_rate: { count: 1, details: {} },
      sales_by_rate: { count: 1, details: {} },
    });
    expect(await told(on, 'tax_rates', rate, {})).toEqual({});
    const reduced = await on.value<string>(`insert into public.tax_rates (name, percentage) values ('Told reduced', 5) returning id`);
    const { variants: made } = await makeProduct(on, { tax_rate_id: reduced });
    expect(await told(on, 'tax_rates', reduced, { percentage: 6 })).toEqual({ sales_by_rate: { count: 1, details: {} } });
    await order(on, [orderLine(made[0] ?? '', 1, 10)], { tax_by_product: true });
    expect((await told(on, 'tax_rates', reduced, { percentage: 6 })).orders_keep_rate?.count).toBe(1);
    const group = await on.value<string>(`insert into public.price_groups (name, percentage) values ('Told group', -5) returning id`);
    await on.rows(`insert into public.customers (name, price_group_id) values ('Told customer', $1)`, group);
    expect(await told(on, 'price_groups', group, { percentage: -10 })).toEqual({ customers_priced: { count: 1, details: {} } });
    const usual = await on.value<string>('select id from public.price_groups where is_default');
    expect((await told(on, 'price_groups', usual, { percentage: 1 })).customers_priced?.count).toBe(
      await on.value('select count(*)::integer from public.customers where price_group_id is null or price_group_id = $1', usual),
    );
  });

  scenario('is shown only to users who may save it, for branches where they work and valid values', async (on) => {
    await on.as(people.manager);
    expect(await on.refused(() => business(on, {}))).toMatchObject({ code: 'PT403', message: 'permission_missing' });
    expect(await on.refused(() => told(on, 'branches', branches.warehouse, { day_start: 3 }))).toMatchObject({
      code: 'PT404',
      message: 'branch_not_found',
    });
    await on.as(people.owner);
    expect(await on.refused(() => told(on, 'brands', null, {}))).toMatchObject({ code: 'PT400', message: 'table_unknown' });
    expect(await on.refused(() => business(on, { time_zone: 'Mars/Olympus' }))).toMatchObject({
      code: 'PT400',
      message: 'time_zone_unknown',
    });
    expect(await on.refused(() => business(on, { currency_decimals: 'two' }))).toMatchObject({ code: 'PT400', message: 'value_invalid' });
    expect(await on.refused(() => business(on, { name: 'Touches nothing' }))).toMatchObject({ code: 'PT400', message: 'field_unknown' });
  });

  scenario('has texts in both languages for every code', async (on) => {
    await on.asDatabaseOwner();
    const source = await on.value<string>(
      `select prosrc from pg_proc where pronamespace = 'private'::regnamespace and proname = 'change_impact'`,
    );
    const codes = [...new Set([...source.matchAll(/(?:select|then|else) '([a-z]+(?:_[a-z]+)+)'/g)].map(([, code]) => code))].sort();
    expect(codes.length).toBeGreaterThan(13);
    for (const language of ['en', 'ar']) {
      const reported = JSON.parse(readFileSync(new URL(`../../../web/i18n/${language}/impact.json`, import.meta.url), 'utf8')) as Row;
      expect(
        Object.keys(reported)
          .filter((key) => key.includes('_'))
          .sort(),
      ).toEqual(codes);
    }
  });
});

describe('the low stock level of a new product', () => {
  scenario('defaults to that of the business unless a value, or null, is given', async (on) => {
    await on.as(people.owner);
    await on.rows('update public.business set low_stock_level = 4');
    const level = async (product: Row) =>
      on.value('select low_stock_level from public.products where id = $1', (await makeProduct(on, product)).id);
    expect(await level({})).toBe(4);
    expect(await level({ low_stock_level: 1 })).toBe(1);
    expect(await level({ low_stock_level: null })).toBe(null);
    // A repeated request is recognised even if the default changed in between.
    const { id } = await makeProduct(on, { name: 'Told twice' });
    await on.rows('update public.business set low_stock_level = 9');
    expect(
      await on.call('save_product', { id, product: { ...plain, name: 'Told twice' }, variants: [], expected_version: null }),
    ).toMatchObject({ id, version: 1 });
    expect(await idOf(on, 'products', 'Told twice')).toBe(id);
  });

  scenario('also applies to new products of an import without a value', async (on) => {
    await on.as(people.owner);
    await on.rows('update public.business set low_stock_level = 4');
    const old = await makeProduct(on, { name: 'Old kite', low_stock_level: null }, [{ sku: 'OLD-KITE' }]);
    await on.call('import_sheet', {
      kind: 'products',
      id: randomUUID(),
      options: { branch_id: branches.zamalek },
      dry_run: false,
      rows: [
        { row: 2, name: 'Red kite', price: '5', sku: 'KITE-1' },
        { row: 3, name: 'Blue kite', price: '5', sku: 'KITE-2', low_stock_level: '7' },
        { row: 4, name: 'Old kite', price: '6', sku: 'OLD-KITE' },
      ],
    });
    expect(
      await on.rows(
        `select name, low_stock_level from public.products where name in ('Red kite', 'Blue kite') or id = $1 order by name`,
        old.id,
      ),
    ).toEqual([
      { name: 'Blue kite', low_stock_level: 7 },
      { name: 'Old kite', low_stock_level: null },
      { name: 'Red kite', low_stock_level: 4 },
    ]);
  });
});

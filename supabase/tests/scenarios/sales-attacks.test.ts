/* Attacks that once succeeded, with the result that each must have instead. */
import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { detailOf, idOf } from '../fixtures.ts';
import { ago, changed, customer, goods, line, paying, sell, sellForCash, type Sold } from './selling.ts';

const { zamalek } = branches;
const linesOf = async (on: TestSession, { id }: Sold): Promise<string[]> =>
  (await on.rows<{ id: string }>('select id from public.sale_lines where sale_id = $1 order by position', id)).map((row) => row.id);
const back = (returns_line_id: string | undefined, quantity = 1): Row => ({ returns_line_id, quantity });
const remaining = (on: TestSession, { id }: Sold) => on.value<number>('select remaining from public.sales where id = $1', id);

describe('money', () => {
  scenario('adds up costs larger than a single amount may be', async (on) => {
    const { variant } = await goods(on, 200_000, { price: 0.01, purchase_price: 200_000 });
    const sold = await sellForCash(on, [line(variant, 100_000)]);
    expect(await on.call('sale_detail', { id: sold.id })).toMatchObject({ sale: { margin: 1000 - 20_000_000_000 } });
    expect(await on.call('sale_totals', { words: sold.number })).toMatchObject({ margin: 1000 - 20_000_000_000 });
    expect(await on.table('sale_page', { words: sold.number })).toMatchObject([{ margin: 1000 - 20_000_000_000 }]);
  });

  scenario('is not paid out for exchanged goods that nobody paid for', async (on) => {
    const [one, other] = [await goods(on, 10, { price: 50 }), await goods(on, 10, { price: 50 })];
    const customer_id = await customer(on);
    const first = await sell(on, [line(one.variant, 2)], { customer_id });
    const [bought] = await linesOf(on, first);
    const exchange = await sell(on, [back(bought), line(other.variant)], { customer_id });
    expect(exchange).toMatchObject({ total: 0 });
    const [, exchanged] = await linesOf(on, exchange);
    const forCash = await on.refused(async () => sell(on, [back(exchanged)], { customer_id }, [await paying(on, -50)]));
    expect(forCash).toMatchObject({ code: 'PT409', message: 'payment_exceeds_remaining' });
    // The return reduces what is still owed for the goods that it was exchanged for.
    const returned = await sell(on, [back(exchanged)], { customer_id });
    expect(returned).toMatchObject({ total: -50, remaining: 0 });
    expect(await remaining(on, first)).toBe(50);
    expect(
      await on.refused(async () => on.call('pay_sale', { id: returned.id, payments: [{ id: randomUUID(), ...(await paying(on, -50)) }] })),
    ).toMatchObject({ message: 'payment_exceeds_remaining' });
    // The remaining piece can be returned, which clears the debt.
    expect(await sell(on, [back(bought)], { customer_id })).toMatchObject({ total: -50, remaining: 0 });
    expect(await remaining(on, first)).toBe(0);
    expect(await on.invariants()).toEqual([]);
  });

  scenario('paid out later for a return is limited to what was paid for the goods', async (on) => {
    const [one, other] = [await goods(on, 10, { price: 50 }), await goods(on, 10, { price: 50 })];
    const customer_id = await customer(on);
    const first = await sell(on, [line(one.variant)], { customer_id }, [await paying(on, 50)]);
    const [bought] = await linesOf(on, first);
    const exchange = await sell(on, [back(bought), line(other.variant, 2)], { customer_id });
    expect(exchange).toMatchObject({ total: 50, remaining: 50 });
    const [, exchanged] = await linesOf(on, exchange);
    const returned = await sell(on, [back(exchanged, 2)], { customer_id });
    // Of the 100 returned, only 50 were paid.
    expect(returned).toMatchObject({ total: -100, remaining: -50 });
    const out = (amount: number) => async () =>
      on.call('pay_sale', { id: returned.id, payments: [{ id: randomUUID(), ...(await paying(on, amount)) }] });
    expect(await on.refused(out(-51))).toMatchObject({ message: 'payment_exceeds_remaining' });
    expect(await out(-50)()).toMatchObject({ remaining: 0 });
    expect(await on.invariants()).toEqual([]);
  });

  scenario('refuses a negative total beyond the limit', async (on) => {
    const { variant } = await goods(on, 10, { price: 1, max_discount: 0 });
    const customer_id = await customer(on);
    const large: Sold[] = [];
    for (let sold = 0; sold < 3; sold++) large.push(await sell(on, [line(variant, 1, { unit_price: 4_999_999_999 })], { customer_id }));
    const bought = (await Promise.all(large.map((sale) => linesOf(on, sale)))).flat();
    expect(
      await on.refused(() =>
        sell(
          on,
          bought.map((id) => back(id)),
          { customer_id },
        ),
      ),
    ).toMatchObject({ code: 'PT400', message: 'total_too_large' });
  });

  const decimals = async (on: TestSession, count: number) => {
    await on.asDatabaseOwner();
    await on.rows('update public.business set currency_decimals = $1', count);
    await on.as(people.owner);
  };

  scenario('refunded for a line never exceeds its total after the currency loses decimals', async (on) => {
    const { variant } = await goods(on, 10, { price: 0.555, by_measure: true });
    await decimals(on, 3);
    const sold = await sellForCash(on, [line(variant)]);
    const [bought] = await linesOf(on, sold);
    await decimals(on, 0);
    const [one, rest] = [
      await sell(on, [back(bought, 0.93)], { customer_id: await customer(on) }),
      await sell(on, [back(bought, 0.07)], { customer_id: await customer(on) }),
    ];
    expect(one.total + rest.total).toBe(-0.555);
    expect(one.total).toBeGreaterThanOrEqual(-0.555);
    expect(await on.invariants()).toEqual([]);
  });

  scenario('refunded in two parts by one document never exceeds the total of the line', async (on) => {
    const { variant } = await goods(on, 10, { price: 0.14 });
    const customer_id = await customer(on);
    const [bought] = await linesOf(on, await sellForCash(on, [line(variant, 10)]));
    expect(await sell(on, [back(bought, 8)], { customer_id })).toMatchObject({ total: -1.12 });
    await decimals(on, 0);
    expect(await sell(on, [back(bought), back(bought)], { customer_id })).toMatchObject({ total: -0.28 });
  });

  scenario('refunded piece by piece adds up to exactly what the line cost', async (on) => {
    const { variant } = await goods(on, 100, { price: 0.99, max_discount: 100 });
    const sold = await sellForCash(on, [line(variant, 7, { discount: 0.01 })]);
    const [bought] = await linesOf(on, sold);
    for (let piece = 0; piece < 7; piece++) await sellForCash(on, [back(bought)], { customer_id: await customer(on) });
    expect(await on.value('select max(discount) from public.sale_lines where returns_line_id = $1', bought)).toBe(0);
    expect(
      await on.rows(
        'select sum(subtotal)::float as subtotal, sum(discount)::float as discount, sum(total)::float as total from public.sale_lines where returns_line_id = $1',
        bought,
      ),
    ).toEqual([{ subtotal: -6.93, discount: -0.01, total: -6.92 }]);
  });
});

describe('the maximum discount', () => {
  scenario('cannot be exceeded through the rounding of many tiny lines', async (on) => {
    const none = await goods(on, 10, { price: 4.99, by_measure: true });
    const tenth = await goods(on, 100, { price: 0.05, max_discount: 10 });
    await on.as(people.cashier);
    const crumbs = Array.from({ length: 1000 }, () => line(none.variant, 0.001));
    expect(await on.refused(() => sell(on, crumbs))).toMatchObject({ code: 'PT403', message: 'discount_beyond' });
    const singly = Array.from({ length: 100 }, () => line(tenth.variant, 1, { discount: 0.01 }));
    const refusal = await on.refused(async () => sell(on, singly, {}, [await paying(on, 4)]));
    expect(refusal).toMatchObject({ code: 'PT403', message: 'discount_beyond' });
    expect(detailOf(refusal).lines).toHaveLength(100);
  });

  scenario('allows several weighings of a product and rounds the discount of each line separately', async (on) => {
    const weighed = await goods(on, 10, { price: 13.34, by_measure: true });
    const tenth = await goods(on, 100, { price: 19.99, max_discount: 10 });
    await on.as(people.cashier);
    await sellForCash(
      on,
      [0.333, 0.333, 0.333, 0.333].map((quantity) => line(weighed.variant, quantity)),
    );
    await sellForCash(
      on,
      Array.from({ length: 30 }, () => line(tenth.variant, 1, { discount: 2 })),
    );
  });

  scenario('cannot be bypassed by choosing a price group without permission or using an inactive one', async (on) => {
    const { variant } = await goods(on, 10, { price: 100 });
    const staff = await idOf(on, 'price_groups', 'Staff');
    await on.as(people.cashier);
    expect(await on.refused(() => customer(on, { price_group_id: staff }))).toMatchObject({
      code: 'PT403',
      message: 'permission_missing',
      detail: expect.stringContaining('contacts.customers.set_price_group'),
    });
    await customer(on, { price_group_id: await idOf(on, 'price_groups', 'Retail') });
    await on.as(people.owner);
    const cheap = await customer(on, { price_group_id: staff });
    await on.rows('update public.price_groups set active = false where id = $1', staff);
    await on.as(people.cashier);
    expect(await sell(on, [line(variant)], { customer_id: cheap })).toMatchObject({ total: 100 });
  });
});

describe('the tax of a sale', () => {
  scenario('differs from the default only with a permission, a reason and an active rate', async (on) => {
    const { variant } = await goods(on, 10, { price: 100 });
    const [vat, exempt] = [await idOf(on, 'tax_rates', 'VAT'), await idOf(on, 'tax_rates', 'Exempt')];
    await on.asDatabaseOwner();
    await on.rows('update public.business set sale_tax_rate_id = $1', vat);
    await on.as(people.cashier);
    const cash = await paying(on, 114);
    expect(await sell(on, [line(variant)], { tax_rate_id: vat }, [cash])).toMatchObject({ tax: 14 });
    for (const tax_rate_id of [null, exempt]) {
      expect(await on.refused(() => sell(on, [line(variant)], { tax_rate_id, tax_reason: 'Diplomat' }, [cash]))).toMatchObject({
        code: 'PT403',
        message: 'permission_missing',
        detail: expect.stringContaining('accounting.sales.change_tax'),
      });
    }
    await on.as(people.manager);
    expect(await on.refused(() => sell(on, [line(variant)], { tax_rate_id: exempt }, [cash]))).toMatchObject({
      code: 'PT400',
      message: 'reason_missing',
      detail: expect.stringContaining('tax_reason'),
    });
    expect(await sell(on, [line(variant)], { tax_rate_id: exempt, tax_reason: 'Diplomat' }, [await paying(on, 100)])).toMatchObject({
      tax: 0,
    });
    await on.as(people.owner);
    await on.rows('update public.tax_rates set active = false where id = $1', exempt);
    expect(await on.refused(() => sell(on, [line(variant)], { tax_rate_id: exempt, tax_reason: 'Diplomat' }, [cash]))).toMatchObject({
      code: 'PT404',
      message: 'tax_rate_not_found',
    });
  });
});

describe('a sale that is sent again', () => {
  scenario('matches despite different notation of its values, but is refused with another tax', async (on) => {
    const { variant } = await goods(on, 10, { price: 100 });
    const [vat, cash] = [await idOf(on, 'tax_rates', 'VAT'), (await paying(on, 0)).payment_method_id];
    const id = randomUUID();
    const send = (sale: Row, lines: Row[], payments: Row[]) =>
      on.call<Sold>('record_sale', { id, sale: { branch_id: zamalek, ...sale }, lines, payments });
    const first = await send(
      { tax_rate_id: vat, tax_reason: 'Export', reference: 'R 1', till: 'T1' },
      [line(variant, 1, { unit_price: 100 })],
      [{ payment_method_id: cash, amount: 114 }],
    );
    const again: [Row, Row[], Row[]][] = [
      [
        { tax_rate_id: vat.toUpperCase(), tax_reason: 'Export', reference: 'R 1 ', till: 'T1', note: '' },
        [line(variant.toUpperCase(), 1, { quantity: '1', unit_price: '100.00' })],
        [{ payment_method_id: cash, amount: '114.0' }],
      ],
      [
        { tax_rate_id: vat, tax_reason: ' Export', reference: 'R 1', till: 'T1', customer_id: null },
        [line(variant, 1, { unit_price: 100, discount: 0 })],
        [{ payment_method_id: String(cash).toUpperCase(), amount: 114 }],
      ],
    ];
    for (const [sale, lines, payments] of again) expect(await send(sale, lines, payments), JSON.stringify(sale)).toEqual(first);
    for (const tax of [{}, { tax_rate_id: null }]) {
      expect(
        await on.refused(() =>
          send(
            { reference: 'R 1', till: 'T1', ...tax },
            [line(variant, 1, { unit_price: 100 })],
            [{ payment_method_id: cash, amount: 114 }],
          ),
        ),
        JSON.stringify(tax),
      ).toMatchObject({ message: 'exists_already' });
    }
  });

  scenario('without a tax rate matches even after the default rate changed', async (on) => {
    const { variant } = await goods(on, 10, { price: 100 });
    const [id, cash] = [randomUUID(), await paying(on, 100)];
    const send = () => sell(on, [line(variant)], {}, [cash], id);
    const first = await send();
    await on.asDatabaseOwner();
    await on.rows('update public.business set sale_tax_rate_id = $1', await idOf(on, 'tax_rates', 'VAT'));
    await on.as(people.owner);
    expect(await send()).toEqual(first);
  });

  scenario('matches whether or not it names its shift', async (on) => {
    const { variant } = await goods(on, 10, { price: 100 });
    const [id, customer_id] = [randomUUID(), await customer(on)];
    const first = await sell(on, [line(variant)], { customer_id }, [], id);
    expect(await sell(on, [line(variant)], { customer_id, shift_id: null }, [], id)).toEqual(first);
  });
});

describe('a sale', () => {
  scenario('requires a salesperson who works in the branch and an existing stock point', async (on) => {
    const { variant } = await goods(on, 10, { price: 100 });
    const customer_id = await customer(on);
    for (const salesperson_id of [randomUUID(), people.auditor]) {
      const refusal = await on.refused(() => sell(on, [line(variant)], { customer_id, salesperson_id }));
      expect(refusal, salesperson_id).toMatchObject({ code: 'PT404', message: 'salesperson_not_found' });
      expect(detailOf(refusal)).toMatchObject({ field: 'salesperson_id' });
    }
    const refusal = await on.refused(() => sell(on, [line(variant, 1, { stock_point_id: randomUUID() })], { customer_id }));
    expect(refusal).toMatchObject({ code: 'PT404', message: 'stock_point_not_found' });
    expect(detailOf(refusal)).toMatchObject({ field: 'lines', line: 1 });
  });

  scenario('refuses unknown fields by name', async (on) => {
    const { variant } = await goods(on, 10, { price: 100 });
    const customer_id = await customer(on);
    for (const [sale, lines, field] of [
      [{ status: 'held' }, {}, 'status'],
      [{}, { total: 5 }, 'total'],
    ] as const) {
      const refusal = await on.refused(() => sell(on, [line(variant, 1, lines)], { customer_id, ...sale }));
      expect(refusal, field).toMatchObject({ code: 'PT400', message: 'field_unknown' });
      expect(detailOf(refusal)).toMatchObject({ field });
    }
  });
});

describe('a late sale', () => {
  scenario('is checked against the list price and maximum discount at its own time', async (on) => {
    const { product, variant } = await goods(on, 10, { name: 'Kite', price: 100, max_discount: 10 });
    const save = (price: number, max_discount: number, version: number) => () =>
      on.call('save_product', {
        id: product,
        product: { name: 'Kite', price, max_discount },
        variants: [{ id: variant }],
        expected_version: version,
      });
    await changed(on, 2, save(120, 0, 1));
    await on.as(people.cashier);
    const sold = (hours: number, unit_price: number) => async () =>
      sell(on, [line(variant, 1, { unit_price })], { sold_at: ago(hours) }, [await paying(on, unit_price)]);
    expect(await sold(3, 90)()).toMatchObject({ total: 90 });
    expect(await on.value('select list_price from public.sale_lines where variant_id = $1', variant)).toBe(100);
    expect(await on.refused(sold(3, 89))).toMatchObject({ code: 'PT403', message: 'discount_beyond' });
    expect(await on.refused(sold(1, 119))).toMatchObject({ code: 'PT403', message: 'discount_beyond' });
  });

  scenario('uses the price group, tax rule and active records of its own time', async (on) => {
    const { product, variant } = await goods(on, 10, { price: 100 });
    const [group, vat, card] = [
      await on.value<string>(`insert into public.price_groups (name, percentage) values ('Friends', -25) returning id`),
      await idOf(on, 'tax_rates', 'VAT'),
      await idOf(on, 'payment_methods', 'Card'),
    ];
    const customer_id = await customer(on, { price_group_id: group });
    const sold = (hours: number, amount: number) => () =>
      sell(on, [line(variant)], { customer_id, sold_at: ago(hours) }, [{ payment_method_id: card, amount }]);
    await changed(on, 5, () => on.rows('update public.business set sale_tax_rate_id = $1, prices_include_tax = true', vat));
    await changed(on, 4, () => on.rows('update public.business set prices_include_tax = false'));
    await changed(on, 2, async () => {
      await on.rows('update public.price_groups set percentage = 0 where id = $1', group);
      await on.rows('update public.business set prices_include_tax = true');
    });
    await on.as(people.cashier);
    expect(await sold(3, 85.5)()).toMatchObject({ tax: 10.5, total: 85.5, remaining: 0 });
    expect(await sold(1, 100)()).toMatchObject({ tax: 12.28, total: 100, remaining: 0 });
    for (const [table, id, message] of [
      ['variants', variant, 'off_sale'],
      ['products', product, 'off_sale'],
      ['customers', customer_id, 'customer_not_found'],
      ['payment_methods', card, 'payment_method_not_found'],
    ] as const) {
      await changed(on, 2, async () => {
        await on.asDatabaseOwner();
        await on.rows(`update public.${table} set active = false where id = $1`, id);
      });
      await on.as(people.cashier);
      expect(await on.refused(sold(1, 100)), table).toMatchObject({ message });
      expect(await sold(3, 85.5)(), table).toMatchObject({ total: 85.5 });
      await on.asDatabaseOwner();
      await on.rows(`update public.${table} set active = true where id = $1`, id);
    }
  });

  scenario('uses the default tax of its own time without a permission', async (on) => {
    const { variant } = await goods(on, 10, { price: 100 });
    const vat = await idOf(on, 'tax_rates', 'VAT');
    await changed(on, 2, () => on.rows('update public.business set sale_tax_rate_id = $1', vat));
    await changed(on, 1, () => on.rows('update public.tax_rates set percentage = 20 where id = $1', vat));
    await on.as(people.cashier);
    const customer_id = await customer(on);
    const taxes: number[] = [];
    for (const hours of [3, 1.5, 0.5]) taxes.push((await sell(on, [line(variant)], { customer_id, sold_at: ago(hours) })).tax);
    // The first known rate also applies to the time before it.
    expect(taxes).toEqual([14, 14, 20]);
    expect(await on.refused(() => sell(on, [line(variant)], { customer_id, sold_at: ago(3), tax_rate_id: null }))).toMatchObject({
      message: 'permission_missing',
    });
  });

  scenario('may use a tax rate that has become inactive since', async (on) => {
    const { variant } = await goods(on, 10, { price: 100 });
    const [rate] = await on.rows<{ id: string }>(`insert into public.tax_rates (name, percentage) values ('Kite tax', 10) returning id`);
    await changed(on, 2, () => on.rows('update public.tax_rates set active = false where id = $1', rate?.id));
    await on.as(people.owner);
    const customer_id = await customer(on);
    const sold = (hours: number) =>
      sell(on, [line(variant)], { customer_id, sold_at: ago(hours), tax_rate_id: rate?.id, tax_reason: 'Diplomat' });
    expect(await on.refused(() => sold(1))).toMatchObject({ message: 'tax_rate_not_found' });
    expect(await sold(3)).toMatchObject({ tax: 10 });
  });

  scenario('uses the price group that was the default at its own time', async (on) => {
    const { variant } = await goods(on, 10, { price: 100 });
    const [usual] = await on.rows<{ id: string }>('select id from public.price_groups where is_default');
    const [third] = await on.rows<{ id: string }>(`insert into public.price_groups (name, percentage) values ('Third', 20) returning id`);
    await changed(on, 2, () => on.rows(`insert into public.price_groups (name, percentage, is_default) values ('Dearer', 50, true)`));
    await on.as(people.cashier);
    expect(await sell(on, [line(variant)], { sold_at: ago(1) }, [await paying(on, 150)])).toMatchObject({ total: 150 });
    expect(await sell(on, [line(variant)], { sold_at: ago(3) }, [await paying(on, 100)])).toMatchObject({ total: 100 });
    // Once that group is deleted, the current default applies.
    await on.as(people.owner);
    await on.rows('update public.price_groups set is_default = true where id = $1', third?.id);
    await on.rows('update public.customers set price_group_id = null where price_group_id = $1', usual?.id);
    await on.rows(`delete from public.price_groups where id = $1 or name = 'Dearer'`, usual?.id);
    await on.as(people.cashier);
    expect(await sell(on, [line(variant)], { sold_at: ago(3) }, [await paying(on, 120)])).toMatchObject({ total: 120 });
  });

  scenario('counts as cash if its payment method was cash at its own time', async (on) => {
    const { variant } = await goods(on, 10, { price: 90 });
    const [method] = await on.rows<{ id: string }>(
      `insert into public.payment_methods (name, is_cash) values ('Notes', true) returning id`,
    );
    await changed(on, 2, () => on.rows('update public.payment_methods set is_cash = false where id = $1', method?.id));
    await on.as(people.cashier);
    const sold = (hours: number) => sell(on, [line(variant)], { sold_at: ago(hours) }, [{ payment_method_id: method?.id, amount: 100 }]);
    expect(await on.refused(() => sold(1))).toMatchObject({ message: 'payment_exceeds_remaining' });
    const { id } = await sold(3);
    expect(await on.rows('select amount, tendered, is_cash from public.sale_payments where sale_id = $1', id)).toEqual([
      { amount: 90, tendered: 100, is_cash: true },
    ]);
  });

  scenario('uses the currency decimals of its own time', async (on) => {
    await on.as(people.owner);
    await changed(on, 5, () => on.rows('update public.business set currency_decimals = 3'));
    const { variant } = await goods(on, 10, { price: 1.115, max_discount: 10 });
    await changed(on, 2, () => on.rows('update public.business set currency_decimals = 2'));
    await on.as(people.cashier);
    const sold = async (hours: number) =>
      sell(on, [line(variant, 1, { unit_price: 1.115, discount: 0.005 })], { sold_at: ago(hours) }, [await paying(on, 1.125)]);
    expect(await on.refused(() => sold(1))).toMatchObject({ message: 'sale_line_invalid' });
    expect(await sold(3)).toMatchObject({ total: 1.11, change: 0.015 });
  });

  scenario('needs no shift if cash needed none then, and joins no shift opened later', async (on) => {
    const { variant } = await goods(on, 10, { price: 90 });
    await changed(on, 5, () => on.rows('update public.business set cash_needs_shift = false'));
    await changed(on, 2, () => on.rows('update public.business set cash_needs_shift = true'));
    await on.as(people.cashier);
    for (const { id } of (await on.call('me')).shifts as Row[])
      await on.call('close_shift', { id, actual_closing: 0, note: 'Before the scenario' });
    const sold = async (hours: number) => sell(on, [line(variant)], { sold_at: ago(hours) }, [await paying(on, 90)]);
    const shiftOf = ({ id }: Sold) => on.value('select shift_id from public.sale_payments where sale_id = $1', id);
    expect(await on.refused(() => sold(1))).toMatchObject({ message: 'shift_missing' });
    const early = await sold(3);
    await on.call('open_shift', { id: randomUUID(), branch_id: zamalek, opening_balance: 90, note: 'Sold before' });
    const [then, now] = [await sold(3), await sold(1)];
    await on.asDatabaseOwner();
    expect([await shiftOf(early), await shiftOf(then), await shiftOf(now)]).toEqual([null, null, expect.any(String)]);
  });

  scenario('may name a salesperson who worked in the branch at the time of the sale', async (on) => {
    const { variant } = await goods(on, 10, { price: 90 });
    await changed(on, 2, async () => {
      await on.asDatabaseOwner();
      await on.rows('delete from public.user_branches where profile_id = $1', people.cashier);
    });
    await on.as(people.owner);
    const customer_id = await customer(on);
    const sold = (hours: number) => sell(on, [line(variant)], { customer_id, sold_at: ago(hours), salesperson_id: people.cashier });
    expect(await on.refused(() => sold(1))).toMatchObject({ message: 'salesperson_not_found' });
    expect(await sold(3)).toMatchObject({ total: 90 });
    expect(
      await on.refused(() => sell(on, [line(variant)], { customer_id, sold_at: ago(3), salesperson_id: people.auditor })),
    ).toMatchObject({
      message: 'salesperson_not_found',
    });
  });

  scenario('is returned on a retry even if the first day of sales has moved past it', async (on) => {
    const { variant } = await goods(on, 10, { price: 90 });
    const customer_id = await customer(on);
    const [id, sold_at] = [randomUUID(), ago(50)];
    const sold = await sell(on, [line(variant)], { customer_id, sold_at }, [], id);
    await on.as(people.owner);
    await on.rows('update public.business set sales_from = (now() + interval $$1 day$$)::date');
    expect(await sell(on, [line(variant)], { customer_id, sold_at }, [], id)).toEqual(sold);
    expect(await on.refused(() => sell(on, [line(variant)], { customer_id, sold_at }))).toMatchObject({ message: 'sold_too_early' });
  });

  scenario('must not predate the first day of sales nor the sale it returns, and is numbered by year', async (on) => {
    const { variant } = await goods(on, 10, { price: 100 });
    const customer_id = await customer(on);
    for (const sold_at of ['1970-01-01T02:00:00+02:00', '2005-01-01T00:03:00+02:00']) {
      const refusal = await on.refused(() => sell(on, [line(variant)], { customer_id, sold_at }));
      expect(refusal, sold_at).toMatchObject({ code: 'PT400', message: 'sold_too_early' });
      expect(detailOf(refusal)).toMatchObject({ field: 'sold_at' });
    }
    await on.rows(`update public.business set sales_from = '2020-01-01'`);
    const old = await sell(on, [line(variant)], { customer_id, sold_at: '2020-12-31T20:30:00Z', till: 'OLD' });
    expect(old.number).toBe('SA-ZAM-OLD-2020-0001');
    expect(await on.value('select business_day::text from public.sales where id = $1', old.id)).toBe('2020-12-31');
    const [bought] = await linesOf(on, await sell(on, [line(variant)], { customer_id, sold_at: ago(2) }));
    expect(await on.refused(() => sell(on, [back(bought)], { customer_id, sold_at: ago(3) }))).toMatchObject({
      code: 'PT400',
      message: 'returned_too_early',
    });
    expect(await sell(on, [back(bought)], { customer_id, sold_at: ago(1) })).toMatchObject({ total: -100 });
  });

  scenario('may name a salesperson who has since been deactivated', async (on) => {
    const { variant } = await goods(on, 10, { price: 100 });
    const customer_id = await customer(on);
    await on.asDatabaseOwner();
    await on.rows('update public.profiles set active = false where id = $1', people.cashier);
    await on.as(people.owner);
    expect(await sell(on, [line(variant)], { customer_id, salesperson_id: people.cashier, sold_at: ago(1) })).toMatchObject({ total: 100 });
    expect(await on.refused(() => sell(on, [line(variant)], { customer_id, salesperson_id: people.cashier }))).toMatchObject({
      message: 'salesperson_not_found',
    });
  });
});

scenario('a sale with a total of zero accepts a payment of zero', async (on) => {
  const { variant } = await goods(on, 10, { price: 50, max_discount: 100 });
  await on.as(people.cashier);
  expect(await sell(on, [line(variant, 1, { discount: 50 })], {}, [await paying(on, 0)])).toMatchObject({
    total: 0,
    paid: 0,
    change: 0,
    payment_status: 'paid',
  });
});

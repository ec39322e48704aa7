import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { detailOf, idOf, makeProduct, onHand } from '../fixtures.ts';
import { withOnlyPermissions, line as ordered, order } from './purchasing.ts';
import { customer, goods, line, paying, preview, sell, sellForCash, type Sold } from './selling.ts';

const { zamalek, nasrCity, maadi, warehouse } = branches;
const group = (on: TestSession, name: string) => idOf(on, 'price_groups', name);
const saleOf = async (on: TestSession, id: string): Promise<{ sale: Row; items: Row[]; payments: Row[]; timeline: Row[] }> =>
  on.call('sale_detail', { id });
const sales = (on: TestSession, reference: string): Promise<number> =>
  on.value('select count(*)::integer from public.sales where reference = $1', reference);

describe('a sale', () => {
  scenario('moves its goods from their stock points, takes the payment and numbers per till', async (on) => {
    const { variant } = await goods(on, 10, { price: 25 });
    const point = await idOf(on, 'stock_points', 'Window');
    await on.call('post_stock_entry', {
      id: randomUUID(),
      kind: 'opening',
      branch_id: zamalek,
      stock_point_id: point,
      lines: [{ variant_id: variant, quantity: 4 }],
    });
    await on.as(people.cashier);
    const sold = await sell(on, [line(variant, 3), line(variant, 1, { stock_point_id: point })], { till: 'A1' }, [await paying(on, 100)]);
    expect(sold).toMatchObject({
      status: 'completed',
      payment_status: 'paid',
      subtotal: 100,
      discount: 0,
      tax: 0,
      total: 100,
      paid: 100,
      remaining: 0,
      change: 0,
    });
    expect(sold.number).toMatch(/^SA-ZAM-A1-\d{4}-\d{4}$/);
    expect([await onHand(on, variant, zamalek), await onHand(on, variant, zamalek, point)]).toEqual([7, 3]);
    const numbers = [
      (await sellForCash(on, [line(variant)], { till: 'A1' })).number,
      (await sellForCash(on, [line(variant)], { till: 'A2' })).number,
      (await sellForCash(on, [line(variant)])).number,
    ];
    const [first = 0] = sold.number.split('-').slice(-1).map(Number);
    expect(numbers.map((number) => number.replace(/-\d{4}-/, ' ').replace('SA-ZAM-', ''))).toEqual([
      `A1 ${String(first + 1).padStart(4, '0')}`,
      'A2 0001',
      expect.stringMatching(/^1 /),
    ]);
    await on.asDatabaseOwner();
    expect(
      await on.rows(
        'select kind, quantity, stock_point_id as point from public.stock_movements where document_id = $1 order by id',
        sold.id,
      ),
    ).toEqual([
      { kind: 'sale', quantity: -3, point: null },
      { kind: 'sale', quantity: -1, point },
    ]);
  });

  scenario('is refused when stock is short, lists the short lines and moves nothing', async (on) => {
    const [one, two] = [await goods(on, 10, { name: 'Enough shirt' }), await goods(on, 2, { name: 'Short shirt' })];
    const refusal = await on.refused(() =>
      sell(on, [line(one.variant, 5), line(two.variant, 2), line(two.variant, 1)], { customer_id: null }, []),
    );
    expect(refusal).toMatchObject({ code: 'PT400', message: 'customer_missing' });
    const short = await on.refused(async () =>
      sell(on, [line(one.variant, 5), line(two.variant, 2), line(two.variant, 1)], {}, [await paying(on, 800)]),
    );
    expect(short).toMatchObject({ code: 'PT409', message: 'stock_short' });
    expect(detailOf(short).lines).toEqual([expect.objectContaining({ product: 'Short shirt', needs: 3, has: 2 })]);
    expect([await onHand(on, one.variant, zamalek), await onHand(on, two.variant, zamalek)]).toEqual([10, 2]);
  });

  scenario('requires valid lines of active products in a branch where the seller works', async (on) => {
    const { variant } = await goods(on, 10, { price: 25 });
    const hidden = (await makeProduct(on, { branch_id: warehouse })).variants[0] ?? '';
    const off = await goods(on, 10, { name: 'Last year’s' });
    await on.call('save_product', {
      id: off.product,
      product: { name: 'Last year’s', price: 100, active: false },
      variants: [{ id: off.variant }],
      expected_version: 1,
    });
    await on.as(people.cashier);
    for (const wrong of [
      line(variant, 0),
      line(variant, -1),
      line(variant, 1.0001),
      line(randomUUID()),
      line(hidden),
      line(variant, 1, { unit_price: -1 }),
      line(variant, 1, { discount: -1 }),
      line(variant, 1, { discount: 25.01 }),
      line(variant, 1, { discount: 0.001 }),
      line(variant, 999_999_999),
    ]) {
      const refusal = await on.refused(() => sell(on, [line(variant), wrong]));
      expect(refusal, JSON.stringify(wrong)).toMatchObject({ code: 'PT400', message: 'sale_line_invalid' });
      expect(detailOf(refusal).line ?? 2, JSON.stringify(wrong)).toBe(2);
    }
    const refusal = await on.refused(() => sell(on, [line(off.variant)]));
    expect(refusal).toMatchObject({ code: 'PT409', message: 'off_sale' });
    expect(detailOf(refusal)).toMatchObject({ product: 'Last year’s' });
    expect(await on.refused(() => sell(on, [line(variant)], { branch_id: nasrCity }))).toMatchObject({
      code: 'PT404',
      message: 'branch_not_found',
    });
    await on.as(people.manager);
    expect(await on.refused(() => sell(on, [line(variant)], { branch_id: maadi }))).toMatchObject({
      code: 'PT403',
      message: 'branch_view_only',
    });
    await on.as(people.auditor);
    for (const attempt of [() => sell(on, [line(variant)]), () => preview(on, [line(variant)])]) {
      expect(await on.refused(attempt)).toMatchObject({ code: 'PT403', message: 'permission_missing' });
    }
  });
});

describe('a sale that is sent again', () => {
  scenario('returns the recorded sale if the content is the same, and is refused if it differs', async (on) => {
    const { variant } = await goods(on, 10, { price: 25 });
    const id = randomUUID();
    const send = async (lines: Row[], sale: Row = {}, amount = 50) =>
      sell(on, lines, { note: 'Gift', ...sale }, [await paying(on, amount)], id);
    const first = await send([line(variant, 2)]);
    expect(await send([{ ...line(variant, 2), discount: null }])).toEqual(first);
    // Another till may write its figures another way; the number remains the same.
    const { payment_method_id: cash } = await paying(on, 0);
    const figures = (quantity: string) =>
      on.value(
        `select public.record_sale($1, $2::json, $3::text::json, $4::text::json)`,
        id,
        { branch_id: zamalek, note: 'Gift' },
        `[{"variant_id": "${variant}", "quantity": ${quantity}}]`,
        `[{"payment_method_id": "${String(cash)}", "amount": 5e1}]`,
      );
    expect(await figures('2.00')).toEqual(first);
    expect(await on.refused(() => figures('2.01'))).toMatchObject({ message: 'exists_already' });
    for (const [lines, sale, amount] of [
      [[line(variant, 1)], {}, 50],
      [[line(variant, 2)], { note: 'Other' }, 50],
      [[line(variant, 2)], {}, 60],
      [[line(variant, 1), line(variant, 1)], {}, 50],
    ] as [Row[], Row, number][]) {
      const refusal = await on.refused(() => send(lines, sale, amount));
      expect(refusal, JSON.stringify([lines, sale, amount])).toMatchObject({ code: 'PT409', message: 'exists_already' });
      expect(detailOf(refusal)).toEqual({ number: first.number, version: 1 });
    }
    expect(await onHand(on, variant, zamalek)).toBe(8);
    expect(await on.refused(async () => send([line(variant, 2)], { branch_id: nasrCity }))).toMatchObject({
      code: 'PT404',
      message: 'sale_not_found',
    });
  });

  scenario('in a batch is recorded once per reference, and refused where its content has changed', async (on) => {
    const { variant } = await goods(on, 100, { price: 25 });
    await on.as(people.cashier);
    const batch = Array.from({ length: 10 }, (_, index) => ({ reference: `POS-${index}`, quantity: 1 + index }));
    const take = async (changed: boolean) => {
      const answers: string[] = [];
      for (const [index, { reference, quantity }] of batch.entries()) {
        // Another system's till knows no id of ours: each time it is another one.
        const lines = [line(variant, quantity + (changed && index % 2 === 1 ? 1 : 0))];
        const attempt = async () => sell(on, lines, { till: 'POS', reference }, [await paying(on, 25 * Number(lines[0]?.quantity))]);
        const refusal = await on.refused(async () => {
          const { number } = await attempt();
          throw Object.assign(new Error(number), { code: 'taken' });
        });
        answers.push(refusal.code === 'taken' ? refusal.message : `${refusal.code} ${refusal.message}`);
        if (refusal.code === 'taken') await attempt();
      }
      return answers;
    };
    const first = await take(false);
    expect(first.every((number) => number.startsWith('SA-ZAM-POS-'))).toBe(true);
    expect(await take(true)).toEqual(first.map((number, index) => (index % 2 === 1 ? 'PT409 exists_already' : number)));
    await on.asDatabaseOwner();
    expect(await on.value(`select count(*)::integer from public.sales where till = 'POS' and reference like 'POS-%'`)).toBe(10);
    expect(await onHand(on, variant, zamalek)).toBe(45);
  });

  scenario('is recognised by its reference only at the same till', async (on) => {
    const { variant } = await goods(on, 10, { price: 25 });
    const reference = randomUUID();
    const send = (till: string, branch_id: string = zamalek) => sellForCash(on, [line(variant)], { till, reference, branch_id });
    const first = await send('A1');
    // Another user uses the till by then.
    await on.as(people.manager);
    expect((await send('A1')).number).toBe(first.number);
    expect((await send('A2')).number).not.toBe(first.number);
    await on.asDatabaseOwner();
    expect(await sales(on, reference)).toBe(2);
  });
});

describe('a price', () => {
  scenario('follows the customer’s price group or the variant’s own price, and is fixed once sold', async (on) => {
    await on.as(people.owner);
    const {
      id: product,
      variants: [plain = '', own = ''],
    } = await makeProduct(on, { price: 99.99 }, [
      { size_id: await on.value('select id from public.sizes order by id limit 1') },
      { size_id: await on.value('select id from public.sizes order by id offset 1 limit 1'), price_override: 50 },
    ]);
    await on.call('post_stock_entry', {
      id: randomUUID(),
      kind: 'opening',
      branch_id: zamalek,
      lines: [plain, own].map((variant_id) => ({ variant_id, quantity: 10 })),
    });
    const [walkIn, wholesale] = [
      await customer(on),
      await customer(on, { price_group_id: await group(on, 'Wholesale'), name: 'Old name' }),
    ];
    const prices = async (customer_id: string | null) =>
      ((await preview(on, [line(plain), line(own)], { customer_id })).lines as Row[]).map((each) => each.list_price);
    const of = async (variant: string) =>
      on.value<number>(
        'select coalesce(v.price_override, p.price) from public.variants v join public.products p on p.id = v.product_id where v.id = $1',
        variant,
      );
    const listed = [await of(plain), await of(own)];
    expect(await prices(null)).toEqual(listed);
    expect(await prices(walkIn)).toEqual(listed);
    expect(await prices(wholesale)).toEqual(listed.map((price) => Math.round(price * 82) / 100));

    const tax = await on.value<string>(`insert into public.tax_rates (name, percentage) values ('Of that day', 10) returning id`);
    const sold = await sell(on, [line(plain), line(own)], { customer_id: wholesale, tax_rate_id: tax, tax_reason: 'Export' });
    const before = await saleOf(on, sold.id);
    await on.rows(`update public.customers set name = 'New name', price_group_id = null where id = $1`, wholesale);
    await on.rows('update public.tax_rates set percentage = 20 where id = $1', tax);
    const { version } = await on.call<{ version: number }>('product_detail', { id: product });
    await on.call('save_product', {
      id: product,
      product: { name: 'Repriced', price: 500 },
      variants: (await on.rows('select id, size_id from public.variants where product_id = $1', product)).map((each) => ({
        ...each,
        price_override: 400,
      })),
      expected_version: version,
    });
    const after = await saleOf(on, sold.id);
    const figures = ({ sale, items }: typeof before) => [
      ['subtotal', 'discount', 'tax', 'total', 'remaining', 'business_day'].map((key) => sale[key]),
      items.map((item) => ['quantity', 'list_price', 'unit_price', 'tax_percentage', 'tax', 'total'].map((key) => item[key])),
    ];
    expect(figures(after)).toEqual(figures(before));
    expect(after.sale).toMatchObject({ customer_id: wholesale, customer: 'New name', total: sold.total });
    // A retry is compared with the first request, not with the current prices.
    expect(
      await sell(on, [line(plain), line(own)], { customer_id: wholesale, tax_rate_id: tax, tax_reason: 'Export' }, [], sold.id),
    ).toEqual(sold);
  });

  scenario('beyond the product’s maximum discount requires a permission and a reason', async (on) => {
    const { variant } = await goods(on, 100, { price: 100, max_discount: 10, name: 'Careful shirt' });
    const other = await goods(on, 100, { price: 100, max_discount: 50 });
    await on.as(people.cashier);
    const ways: [Row[], Row][] = [
      [[line(variant, 2, { discount: 20.01 })], {}],
      [[line(variant, 1, { unit_price: 89.99 })], {}],
      [[line(variant)], { discount: 10.01 }],
      [[line(variant, 1, { unit_price: 95, discount: 3 })], { discount: 2.5 }],
    ];
    for (const [lines, sale] of ways) {
      const refusal = await on.refused(() => sellForCash(on, lines, { ...sale, discount_reason: 'Friend' }));
      expect(refusal, JSON.stringify([lines, sale])).toMatchObject({ code: 'PT403', message: 'discount_beyond' });
      expect(detailOf(refusal).lines).toEqual([expect.objectContaining({ line: 1, product: 'Careful shirt', max_discount: 10 })]);
    }
    await sellForCash(on, [line(variant, 2, { discount: 20 }), line(other.variant, 1, { discount: 50 })]);
    await sellForCash(on, [line(variant), line(other.variant)], { discount: 20 });
    // A price above the list price needs no permission.
    await sellForCash(on, [line(variant, 1, { unit_price: 120 })]);
    await on.as(people.manager);
    for (const [lines, sale] of ways) {
      const refusal = await on.refused(() => sellForCash(on, lines, { ...sale, discount_reason: '  ' }));
      expect([refusal.message, detailOf(refusal)]).toEqual(['reason_missing', { field: 'discount_reason' }]);
      const { id } = await sellForCash(on, lines, { ...sale, discount_reason: ' Friend ' });
      expect((await saleOf(on, id)).sale).toMatchObject({ discount_reason: 'Friend' });
    }
    expect(await on.refused(() => preview(on, [line(variant)], { discount: 100.01 }))).toMatchObject({
      code: 'PT400',
      message: 'discount_too_large',
    });
  });

  scenario('includes tax or adds it as the business has set, and a sale may choose its own rate', async (on) => {
    const { variant } = await goods(on, 100, { price: 115 });
    const vat = await idOf(on, 'tax_rates', 'VAT');
    const fifteen = await on.value<string>(`insert into public.tax_rates (name, percentage) values ('Fifteen', 15) returning id`);
    const figures = async (sale: Row = {}) => {
      const { tax, total } = await preview(on, [line(variant, 2)], sale);
      return [tax, total];
    };
    expect(await figures()).toEqual([0, 230]);
    expect(await figures({ tax_rate_id: fifteen })).toEqual([34.5, 264.5]);
    await on.rows('update public.business set prices_include_tax = true, sale_tax_rate_id = $1', fifteen);
    expect(await figures()).toEqual([30, 230]);
    expect(await figures({ tax_rate_id: vat })).toEqual([28.25, 230]);
    expect(await figures({ tax_rate_id: null })).toEqual([0, 230]);
    const { id } = await sellForCash(on, [line(variant)]);
    expect((await saleOf(on, id)).sale).toMatchObject({
      tax: 15,
      total: 115,
      taxes: [{ tax_rate: 'Fifteen', percentage: 15, included: true, net: 100, tax: 15 }],
    });
    expect(await on.refused(() => figures({ tax_rate_id: randomUUID() }))).toMatchObject({ code: 'PT404', message: 'tax_rate_not_found' });
    expect(
      await on.value(
        `select count(*)::integer from public.audit_log where table_name = 'business' and action = 'update' and changes ? 'prices_include_tax'`,
      ),
    ).toBe(1);
  });
});

describe('payment of a sale', () => {
  scenario('may use several methods, gives change from cash only, and refuses invalid amounts', async (on) => {
    const { variant } = await goods(on, 100, { price: 100 });
    const sold = await sell(on, [line(variant)], {}, [await paying(on, 100), await paying(on, 30, 'Card')]);
    expect(sold).toMatchObject({ total: 100, paid: 100, remaining: 0, change: 30, payment_status: 'paid' });
    const { payments } = await saleOf(on, sold.id);
    expect(payments.map(({ payment_method, amount, tendered }) => [payment_method, amount, tendered]).sort()).toEqual([
      ['Card', 30, 30],
      ['Cash', 70, 100],
    ]);
    for (const methods of [
      [['Card', 100.01]],
      [
        ['Card', 60],
        ['Card', 60],
      ],
      [
        ['Card', 100],
        ['Cash', 5],
      ],
      [
        ['Cash', 100],
        ['Cash', 5],
      ],
    ] as [string, number][][]) {
      const refusal = await on.refused(async () =>
        sell(on, [line(variant)], {}, await Promise.all(methods.map(([method, amount]) => paying(on, amount, method)))),
      );
      expect(refusal, JSON.stringify(methods)).toMatchObject({ code: 'PT409', message: 'payment_exceeds_remaining' });
    }
    for (const [change, message] of [
      [{ amount: null }, 'payment_amount_required'],
      [{ payment_method_id: null }, 'payment_method_required'],
      [{ amount: 0 }, 'payment_amount_invalid'],
      [{ amount: -1 }, 'payment_amount_invalid'],
      [{ amount: 1.001 }, 'payment_amount_invalid'],
      [{ payment_method_id: randomUUID() }, 'payment_method_not_found'],
    ] as [Row, string][]) {
      expect(
        await on.refused(async () => sell(on, [line(variant)], {}, [{ ...(await paying(on, 100)), ...change }])),
        JSON.stringify(change),
      ).toMatchObject({ message });
    }
  });

  scenario('may be partial only for an active customer, whose account keeps the rest', async (on) => {
    const { variant } = await goods(on, 100, { price: 100 });
    const customer_id = await customer(on);
    expect(await sell(on, [line(variant)], { customer_id })).toMatchObject({ paid: 0, remaining: 100, payment_status: 'due' });
    expect(await sell(on, [line(variant)], { customer_id }, [await paying(on, 40)])).toMatchObject({
      paid: 40,
      remaining: 60,
      payment_status: 'partially_paid',
    });
    expect(await on.refused(async () => sell(on, [line(variant)], {}, [await paying(on, 99.99)]))).toMatchObject({
      code: 'PT400',
      message: 'customer_missing',
    });
    await on.rows('update public.customers set active = false where id = $1', customer_id);
    expect(await on.refused(() => sell(on, [line(variant)], { customer_id }))).toMatchObject({
      code: 'PT404',
      message: 'customer_not_found',
    });
  });
});

describe('the cost of a sale', () => {
  scenario('stays that of the day of the sale and is hidden without permission to view costs', async (on) => {
    const [bought, priced, free] = [
      await goods(on, 0.001, { price: 100, by_measure: true }),
      await goods(on, 5, { price: 100, purchase_price: 30 }),
      await goods(on, 5, { price: 100 }),
    ];
    await order(on, [ordered(bought.variant, 10, 40)], { status: 'completed' });
    const sold = await sellForCash(on, [line(bought.variant, 2), line(priced.variant)]);
    await order(on, [ordered(bought.variant, 10, 80)], { status: 'completed' });
    const costs = async () => (await saleOf(on, sold.id)).items.map((item) => item.unit_cost);
    expect(await costs()).toEqual([40, 30]);
    const margins = async () => {
      const [row] = await on.table<{ margin: number | null } & Row>('sale_page', { words: sold.number });
      return [row?.margin, (await on.call('sale_totals', { words: sold.number })).margin];
    };
    expect(await margins()).toEqual([190, 190]);
    await on.as(people.cashier);
    expect([await costs(), await margins()]).toEqual([
      [null, null],
      [null, null],
    ]);
    await on.as(people.owner);
    const unknown = await sellForCash(on, [line(free.variant), line(priced.variant)]);
    // The margin is that of the line whose cost is known.
    expect((await saleOf(on, unknown.id)).sale.margin).toBe(70);
    const none = await sellForCash(on, [line(free.variant)]);
    expect((await saleOf(on, none.id)).sale.margin).toBe(null);
  });
});

describe('the day of a sale', () => {
  const place = async (on: TestSession, time_zone: string, day_start: number): Promise<string> => {
    await on.as(people.owner);
    const code = randomUUID().slice(0, 6).toUpperCase();
    const id = await on.value<string>(
      'insert into public.branches (name, code, time_zone, day_start) values ($1, $2, $3, $4) returning id',
      `Branch ${code}`,
      code,
      time_zone,
      day_start,
    );
    await on.call('open_shift', { id: randomUUID(), branch_id: id, opening_balance: 0 });
    return id;
  };
  const dayOf = async (on: TestSession, branch: string, sold_at: string | null): Promise<string> => {
    const { variant } = await goods(on, 1, {}, branch);
    const { id } = await sellForCash(on, [line(variant)], { branch_id: branch, sold_at });
    return on.value<string>('select business_day::text from public.sales where id = $1', id);
  };

  scenario('follows the time zone and day start of its branch, also across clock changes', async (on) => {
    const [cairo, riyadh, cairoLate] = [
      await place(on, 'Africa/Cairo', 0),
      await place(on, 'Asia/Riyadh', 0),
      await place(on, 'Africa/Cairo', 4),
    ];
    const at = async (moment: string) => [
      await dayOf(on, cairo, moment),
      await dayOf(on, riyadh, moment),
      await dayOf(on, cairoLate, moment),
    ];
    // In winter Cairo is two hours ahead of UTC, and Riyadh three.
    expect(await at('2026-01-15T20:59:59Z')).toEqual(['2026-01-15', '2026-01-15', '2026-01-15']);
    expect(await at('2026-01-15T21:00:00Z')).toEqual(['2026-01-15', '2026-01-16', '2026-01-15']);
    expect(await at('2026-01-15T22:00:00Z')).toEqual(['2026-01-16', '2026-01-16', '2026-01-15']);
    expect(await at('2026-01-16T01:59:59Z')).toEqual(['2026-01-16', '2026-01-16', '2026-01-15']);
    expect(await at('2026-01-16T02:00:00Z')).toEqual(['2026-01-16', '2026-01-16', '2026-01-16']);
    // In summer Cairo is three hours ahead. At the end of 29 October its clocks go back from midnight to 23:00.
    expect(await at('2026-10-29T20:59:59Z')).toEqual(['2026-10-29', '2026-10-29', '2026-10-29']);
    expect(await at('2026-10-29T21:30:00Z')).toEqual(['2026-10-29', '2026-10-30', '2026-10-29']);
    expect(await at('2026-10-29T22:00:00Z')).toEqual(['2026-10-30', '2026-10-30', '2026-10-29']);
    // At the end of 23 April its clocks go forward from midnight to 1:00: no moment of either day is lost or
    // counted twice.
    expect(await at('2026-04-23T20:59:59Z')).toEqual(['2026-04-23', '2026-04-23', '2026-04-23']);
    expect(await at('2026-04-23T21:59:59Z')).toEqual(['2026-04-23', '2026-04-24', '2026-04-23']);
    expect(await at('2026-04-23T22:00:00Z')).toEqual(['2026-04-24', '2026-04-24', '2026-04-23']);
    expect(await at('2026-04-24T00:59:59Z')).toEqual(['2026-04-24', '2026-04-24', '2026-04-23']);
    expect(await at('2026-04-24T01:00:00Z')).toEqual(['2026-04-24', '2026-04-24', '2026-04-24']);
    // Payments have the business day of their sale, even if the day of the shift differs.
    expect(
      await on.value(
        'select count(*) from public.sale_payments p join public.sales s on s.id = p.sale_id where s.branch_id = any ($1) and p.business_day <> s.business_day',
        [cairo, riyadh, cairoLate],
      ),
    ).toBe(0);
    const [{ id = '' } = {}] = await on.rows<{ id: string }>(
      'select id from public.sales where branch_id = $1 order by sold_at limit 1',
      cairo,
    );
    await on.rows(`update public.branches set day_start = 6, time_zone = 'Asia/Riyadh' where id = $1`, cairo);
    expect(await on.value('select business_day::text from public.sales where id = $1', id)).toBe('2026-01-15');
  });

  scenario('is never in the future, even if the till’s clock is a day ahead', async (on) => {
    const branch = await place(on, 'Africa/Cairo', 0);
    const today = await on.value<string>('select (now() at time zone $1)::date::text', 'Africa/Cairo');
    const ahead = new Date(Date.now() + 86_400_000).toISOString();
    expect(await dayOf(on, branch, ahead)).toBe(today);
    expect(await dayOf(on, branch, null)).toBe(today);
    expect(await on.value('select max(sold_at) <= now() from public.sales where branch_id = $1', branch)).toBe(true);
    const { variant } = await goods(on, 1, {}, branch);
    for (const sold_at of ['tomorrow', '2026-01-15', '2026-01-15T10:00', 'infinity', '2026-02-30T10:00:00Z']) {
      const refusal = await on.refused(() => sell(on, [line(variant)], { branch_id: branch, sold_at }));
      expect([refusal.message, detailOf(refusal)], sold_at).toEqual(['value_invalid', { field: 'sold_at' }]);
    }
  });
});

describe('voiding a sale', () => {
  scenario('returns its goods and money, needs a reason, and changes nothing when repeated', async (on) => {
    const { variant } = await goods(on, 10, { price: 25 });
    const point = await idOf(on, 'stock_points', 'Window');
    await on.call('post_stock_entry', {
      id: randomUUID(),
      kind: 'opening',
      branch_id: zamalek,
      stock_point_id: point,
      lines: [{ variant_id: variant, quantity: 4 }],
    });
    const customer_id = await customer(on);
    const sold = await sell(on, [line(variant, 3), line(variant, 2, { stock_point_id: point })], { customer_id }, [await paying(on, 50)]);
    expect(await on.refused(() => on.call('void_sale', { id: sold.id, reason: ' ' }))).toMatchObject({
      code: 'PT400',
      message: 'reason_missing',
    });
    await on.as(people.cashier);
    expect(await on.refused(() => on.call('void_sale', { id: sold.id, reason: 'Mistake' }))).toMatchObject({
      code: 'PT403',
      message: 'permission_missing',
    });
    await on.as(people.manager);
    const voided = await on.call<Sold>('void_sale', { id: sold.id, reason: ' Wrong customer ' });
    expect(voided).toMatchObject({
      id: sold.id,
      number: sold.number,
      status: 'voided',
      payment_status: null,
      total: 125,
      paid: 0,
      remaining: 0,
    });
    expect(await on.call('void_sale', { id: sold.id, reason: 'Again' })).toEqual(voided);
    expect([await onHand(on, variant, zamalek), await onHand(on, variant, zamalek, point)]).toEqual([10, 4]);
    const { sale, payments, timeline } = await saleOf(on, sold.id);
    expect(sale).toMatchObject({ status: 'voided', void_reason: 'Wrong customer', voided_by: { id: people.manager } });
    expect(payments).toEqual([expect.objectContaining({ amount: 50, voided_at: expect.any(String) as string })]);
    expect(timeline.map(({ kind, note }) => [kind, note])).toEqual([
      ['created', undefined],
      ['voided', 'Wrong customer'],
    ]);
    // A retry of the sale returns it as voided.
    await on.as(people.owner);
    expect(
      await sell(on, [line(variant, 3), line(variant, 2, { stock_point_id: point })], { customer_id }, [await paying(on, 50)], sold.id),
    ).toMatchObject({ status: 'voided' });
    expect(await onHand(on, variant, zamalek)).toBe(10);
  });

  scenario('is possible only on the day of the sale, in a branch where the user works', async (on) => {
    const { variant } = await goods(on, 10, { price: 25 });
    const old = await sellForCash(on, [line(variant)], { sold_at: '2026-01-15T10:00:00Z' });
    expect(await on.refused(() => on.call('void_sale', { id: old.id, reason: 'Late' }))).toMatchObject({
      code: 'PT409',
      message: 'sale_day_over',
    });
    const far = await goods(on, 10, { price: 25 }, maadi);
    const there = await sellForCash(on, [line(far.variant)], { branch_id: maadi });
    await on.as(people.manager);
    expect(await on.refused(() => on.call('void_sale', { id: there.id, reason: 'Far' }))).toMatchObject({
      code: 'PT403',
      message: 'branch_view_only',
    });
    await withOnlyPermissions(on, people.storekeeper, 'accounting.sales.void');
    const here = await sellForCashBy(on, people.owner, variant);
    await on.as(people.storekeeper);
    // Without permission to view sales, every sale is reported as not found.
    for (const id of [here, there.id, randomUUID()])
      expect(await on.refused(() => on.call('void_sale', { id, reason: 'Unseen' }))).toMatchObject({
        code: 'PT404',
        message: 'sale_not_found',
      });
  });
});

async function sellForCashBy(on: TestSession, person: string, variant: string): Promise<string> {
  await on.as(person);
  return (await sellForCash(on, [line(variant)])).id;
}

describe('the list of sales', () => {
  scenario('finds sales by the code of an article, in any form, and by the same word elsewhere', async (on) => {
    const found = async (words: string) => (await on.table<{ id: string } & Row>('sale_page', { words })).map(({ id }) => id).sort();
    const coded = async (code: Row) => {
      const { variant } = await goods(on, 5, { price: 10 });
      await on.asDatabaseOwner();
      for (const [column, text] of Object.entries(code))
        await on.rows(`update public.variants set ${column} = $2 where id = $1`, variant, text);
      await on.as(people.owner);
      return variant;
    };
    for (const [code, words] of [
      [{ sku: 'قميص-أحمر' }, 'قميص-أحمر'],
      [{ sku: 'Quagga 17/B' }, ' quagga 17/b'],
      [{ sku: 'QU_50%' }, 'qu_50%'],
      [{ barcode: '4006381333931' }, '4 006381 333931'],
      [{ barcode: '6221234567013' }, ']E06221234567013'],
      // A UPC-E and the UPC-A that it stands for.
      [{ barcode: '042100005264' }, '04252614'],
    ] as const) {
      const { id } = await sellForCash(on, [line(await coded(code))]);
      expect(await found(words), words).toEqual([id]);
    }

    const [article, other] = [await coded({ sku: 'Quincy' }), await coded({})];
    const sales = [
      await sellForCash(on, [line(article)]),
      await sellForCash(on, [line(other)], { customer_id: await customer(on, { name: 'Quincy Jones' }) }),
      await sellForCash(on, [line(other)], { note: 'For quincy' }),
    ].map(({ id }) => id);
    expect(await found('quincy')).toEqual([...sales].sort());
    expect(await found('quincy jones')).toEqual([sales[1]]);
    // A person with sales but without products sees no codes in them.
    await withOnlyPermissions(on, people.storekeeper, 'accounting.sales.view');
    expect(await found('quincy')).toEqual([sales[2]]);
  });

  scenario('applies its filters to the rows and to the totals', async (on) => {
    const { variant } = await goods(on, 100, { price: 100 });
    const buyer = await customer(on, { name: 'Nour Quince' });
    const [cash, owed, elsewhere] = [
      await sellForCash(on, [line(variant, 2)], { note: 'Quagga one', salesperson_id: people.cashier }),
      await sell(on, [line(variant)], { customer_id: buyer, sold_at: '2026-01-15T10:00:00Z', note: 'Quagga two', reference: 'QUAGGA-3' }, [
        await paying(on, 30, 'Card'),
      ]),
      await sellForCash(on, [line((await goods(on, 5, { price: 10 }, maadi)).variant)], { branch_id: maadi, note: 'Quagga three' }),
    ];
    const voided = await sellForCash(on, [line(variant)], { note: 'Quagga four' });
    await on.call('void_sale', { id: voided.id, reason: 'Mistake' });
    const found = async (question: Row) =>
      (await on.table<{ id: string } & Row>('sale_page', { words: 'quagga', ...question })).map(({ id }) => id).sort();
    const ids = (...given: Sold[]) => given.map(({ id }) => id).sort();
    const card = await idOf(on, 'payment_methods', 'Card');
    const [{ sku, barcode } = { sku: '', barcode: '' }] = await on.rows<{ sku: string; barcode: string }>(
      'select sku, barcode from public.variants where id = $1',
      variant,
    );
    for (const [question, due] of [
      [{}, ids(cash, owed, elsewhere, voided)],
      [{ statuses: ['voided'] }, ids(voided)],
      [{ payment_statuses: ['partially_paid'] }, ids(owed)],
      [{ at_branch_ids: [maadi] }, ids(elsewhere)],
      [{ customer_ids: [buyer] }, ids(owed)],
      [{ salesperson_ids: [people.cashier] }, ids(cash)],
      [{ payment_method_ids: [card] }, ids(owed)],
      [{ sold: '2026-01-15..2026-01-15' }, ids(owed)],
      [{ sold: '2026-01-16..' }, ids(cash, elsewhere, voided)],
      [{ words: 'quince quagga' }, ids(owed)],
      [{ words: 'quagga-3' }, ids(owed)],
      [{ words: cash.number.toLowerCase() }, ids(cash)],
      [{ words: sku }, ids(cash, owed, voided)],
      [{ words: barcode }, ids(cash, owed, voided)],
      [{ words: `${sku.toLowerCase()} quince` }, ids(owed)],
      [{ words: sku, sold: '2026-01-01..2026-01-31' }, ids(owed)],
      [{ amount: 10 }, ids(elsewhere)],
    ] as [Row, string[]][]) {
      expect(await found(question), JSON.stringify(question)).toEqual(due);
      expect(await on.call('sale_totals', { words: 'quagga', ...question }), JSON.stringify(question)).toMatchObject({ count: due.length });
    }
    expect(await on.call('sale_totals', { words: 'quagga' })).toMatchObject({
      count: 4,
      by_status: { completed: 3, voided: 1 },
      subtotal: 310,
      discount: 0,
      tax: 0,
      total: 310,
      paid: 240,
      remaining: 70,
    });
    const [row] = await on.table('sale_page', { words: 'quagga two' });
    expect(row).toMatchObject({
      number: owed.number,
      customer: 'Nour Quince',
      branch_id: zamalek,
      lines: 1,
      pieces: 1,
      payments: 1,
      payment_method: 'Card',
      salesperson: { id: people.owner },
      reference: 'QUAGGA-3',
      remaining: 70,
    });
    expect((await on.table('sale_page', { words: 'quagga', sort: 'total', descending: true })).map(({ total }) => total)).toEqual([
      200, 100, 100, 10,
    ]);
    await on.as(people.cashier);
    expect(await found({})).toEqual(ids(cash, owed, voided));
    expect(await on.refused(() => on.call('sale_detail', { id: elsewhere.id }))).toMatchObject({
      code: 'PT404',
      message: 'sale_not_found',
    });
    await on.as(people.storekeeper);
    for (const name of ['sale_page', 'sale_totals'])
      expect(await on.refused(() => on.table(name))).toMatchObject({ code: 'PT403', message: 'permission_missing' });
  });

  scenario('is searched by number and by customer, for users who may view customers', async (on) => {
    const { variant } = await goods(on, 10, { price: 100 });
    const buyer = await customer(on, { name: 'Nour Quince' });
    const sold = await sell(on, [line(variant)], { customer_id: buyer });
    const found = async (words: string) =>
      (await on.table('find_records', { words }))
        .filter(({ kind }) => kind === 'sales')
        .map(({ id, exact, code, name }) => [id, exact, code, name]);
    expect(await found(` ${sold.number.toLowerCase()} `)).toEqual([[sold.id, true, sold.number, 'Nour Quince']]);
    expect(await found('quince')).toEqual([[sold.id, false, sold.number, 'Nour Quince']]);
    await on.as(people.storekeeper);
    expect(await found('quince')).toEqual([]);
    await withOnlyPermissions(on, people.buyer, 'accounting.sales.view');
    // The user may not view customers.
    expect([await found('quince'), await found(sold.number)]).toEqual([[], [[sold.id, true, sold.number, null]]]);
  });

  scenario('looks up the customer of each sale when thousands of customers match a search word', async (on) => {
    const { variant } = await goods(on, 10, { price: 100 });
    const buyer = await customer(on, { name: 'Quokka Nour' });
    const sold = await sell(on, [line(variant)], { customer_id: buyer });
    const other = await customer(on, { name: 'Somebody else' });
    const noted = await sell(on, [line(variant)], { customer_id: other, reference: 'Quokka 7' });
    await sell(on, [line(variant)], { customer_id: other });
    const found = async () => ({
      list: new Set((await on.table('sale_page', { words: 'quokka' })).map(({ id }) => id)),
      search: new Set((await on.table('find_records', { words: 'quokka' })).flatMap(({ kind, id }) => (kind === 'sales' ? [id] : []))),
      count: (await on.call('sale_totals', { words: 'quokka' })).count,
    });
    const ids = (...sales: Sold[]) => ({
      list: new Set(sales.map(({ id }) => id)),
      search: new Set(sales.map(({ id }) => id)),
      count: sales.length,
    });
    const isLookedUp = async () => {
      await on.asDatabaseOwner();
      await on.rows('analyze public.customers');
      await on.rows(`select set_config('request.jwt.claims', $1, true)`, JSON.stringify({ sub: people.owner, role: 'authenticated' }));
      const filter = await on.value<string>(
        `select private.sale_filter('quokka', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', null, walked => true)`,
      );
      await on.as(people.owner);
      return filter.includes('where c.id = s.customer_id');
    };
    expect([await isLookedUp(), await found()]).toEqual([false, ids(sold, noted)]);
    await on.asDatabaseOwner();
    await on.rows(`insert into public.customers (name) select 'Quokka ' || n from generate_series(1, 4000) n`);
    expect([await isLookedUp(), await found()]).toEqual([true, ids(sold, noted)]);
    await withOnlyPermissions(on, people.buyer, 'accounting.sales.view');
    expect(await found()).toEqual(ids(noted));
  });
});

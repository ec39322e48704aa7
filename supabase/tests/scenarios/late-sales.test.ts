/* A sale that arrives late follows the settings of its own time, in the same way from the counter, a batch and
   an import. */
import { randomUUID } from 'node:crypto';
import Big from 'big.js';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { makeProduct, stocked } from '../fixtures.ts';
import { seed, seededRandom } from '../seeded-random.ts';
import { ago, changed, customer, goods, line, paying, preview, sell } from './selling.ts';

const { zamalek } = branches;
const { owner, cashier } = people;

interface Article {
  variant: string;
  sku: string;
}
async function article(on: TestSession, price: number): Promise<Article & { product: string }> {
  const sku = `LATE-${randomUUID().slice(0, 8)}`;
  await on.as(owner);
  const { id, variants } = await makeProduct(on, { price, max_discount: 100 }, [{ sku }]);
  await stocked(on, owner, zamalek, [[variants[0] ?? '', 1000]]);
  return { product: id, variant: variants[0] ?? '', sku };
}

const figures =
  '(select jsonb_agg(jsonb_build_array(p.is_cash, p.amount, p.tendered, p.rounding)) from public.sale_payments p where p.sale_id = s.id) as payments, s.subtotal, s.discount, s.tax, s.total, s.paid, l.list_price, l.unit_price, l.tax_percentage, l.tax_included, l.tax as line_tax';
async function stored(on: TestSession, where: string, value: string): Promise<Row> {
  await on.asDatabaseOwner();
  const [row] = await on.rows(
    `select ${figures} from public.sales s join public.sale_lines l on l.sale_id = s.id where ${where} = $1`,
    value,
  );
  await on.as(owner);
  return row!;
}

interface Late {
  sold_at: string;
  customer_id: string;
  customer: string;
  quantity: number;
  tendered: number;
  method: string;
}
/** Records the same sale, without its own prices or taxes, from each source, and returns the resulting figures. */
async function byEveryDoor(on: TestSession, { variant, sku }: Article, late: Late): Promise<Record<'counter' | 'batch' | 'file', Row>> {
  const { sold_at, customer_id, quantity } = late;
  const payments = [await paying(on, late.tendered, late.method)];
  const { id } = await sell(on, [line(variant, quantity)], { sold_at, customer_id }, payments);
  const reference = `R-${randomUUID().slice(0, 8)}`;
  const [answer] = await on.call<{ result: string }[]>('record_sales', {
    branch_id: zamalek,
    till: 'POSX',
    sales: [{ reference, sold_at, customer_id, lines: [line(variant, quantity)], payments }],
  });
  expect(answer?.result).toBe('recorded');
  const file = await on.call<Row>('import_sheet', {
    kind: 'sales',
    id: randomUUID(),
    rows: [
      {
        row: 2,
        reference: `F-${reference}`,
        sold_at: sold_at.replace('T', ' ').replace(/\.\d+Z$/, 'Z'),
        branch: 'Zamalek',
        customer: late.customer,
        sku,
        quantity: String(quantity),
        // A file has to say the price; the other sources take that of the time.
        unit_price: String((await stored(on, 's.id', id)).unit_price),
        payment_method: late.method,
        paid: String(late.tendered),
      },
    ],
    options: { file_name: 'late.csv' },
    dry_run: false,
  });
  expect(file).toMatchObject({ problems: [], status: 'applied' });
  return {
    counter: await stored(on, 's.id', id),
    batch: await stored(on, 's.reference', reference),
    file: await stored(on, 's.reference', `F-${reference}`),
  };
}

async function ownersDrawer(on: TestSession): Promise<void> {
  await on.as(owner);
  const { shifts } = await on.call<{ shifts: { branch_id: string }[] }>('me');
  if (!shifts.some(({ branch_id }) => branch_id === zamalek))
    await on.call('open_shift', { id: randomUUID(), branch_id: zamalek, opening_balance: 0, note: 'Counted' });
}

describe('a sale that arrives late', () => {
  scenario('from before the setup uses the first tax, prices and coins set, from every source', async (on) => {
    await ownersDrawer(on);
    const goodsOfShop = await article(on, 114);
    const name = `Late ${randomUUID().slice(0, 8)}`;
    const customer_id = await customer(on, { name });
    const rate = await on.value<string>(`insert into public.tax_rates (name, percentage) values ('Late VAT', 14) returning id`);
    await changed(on, 48, () =>
      on.rows('update public.business set sale_tax_rate_id = $1, prices_include_tax = true, cash_rounding = 1', rate),
    );
    await on.as(owner);
    const doors = await byEveryDoor(on, goodsOfShop, {
      sold_at: ago(72),
      customer_id,
      customer: name,
      quantity: 1,
      tendered: 114,
      method: 'Cash',
    });
    for (const [door, came] of Object.entries(doors))
      expect(came, door).toMatchObject({ tax: 14, total: 114, paid: 114, tax_included: true });
  });

  scenario('keeps the settings of its time if the shop was already selling, even if never set', async (on) => {
    await ownersDrawer(on);
    const goodsOfShop = await article(on, 100);
    const name = `Late ${randomUUID().slice(0, 8)}`;
    const customer_id = await customer(on, { name });
    await on.asDatabaseOwner();
    await on.rows(
      `with earlier as (delete from private.first_sale) insert into private.first_sale (at) values (now() - interval '60 hours')`,
    );
    const rate = await on.value<string>(`insert into public.tax_rates (name, percentage) values ('Late VAT', 10) returning id`);
    await changed(on, 24, () => on.rows('update public.business set sale_tax_rate_id = $1', rate));
    await on.as(owner);
    for (const [hours, tax] of [
      [48, 0],
      [12, 10],
    ] as const) {
      const doors = await byEveryDoor(on, goodsOfShop, {
        sold_at: ago(hours),
        customer_id,
        customer: name,
        quantity: 1,
        tendered: 100 + tax,
        method: 'Cash',
      });
      for (const [door, came] of Object.entries(doors)) expect(came, door).toMatchObject({ tax, total: 100 + tax });
    }
  });

  scenario('from before the first recorded sale is treated like it if a setting was first set later', async (on) => {
    await ownersDrawer(on);
    const goodsOfShop = await article(on, 100);
    const name = `Late ${randomUUID().slice(0, 8)}`;
    const customer_id = await customer(on, { name });
    await on.asDatabaseOwner();
    // Two sales from 48 hours ago were on their way, and one of them arrived 36 hours ago.
    await on.rows(
      `with earlier as (delete from private.first_sale) insert into private.first_sale (at) values (now() - interval '36 hours')`,
    );
    const rate = await on.value<string>(`insert into public.tax_rates (name, percentage) values ('Late VAT', 10) returning id`);
    await changed(on, 24, () => on.rows('update public.business set sale_tax_rate_id = $1, cash_rounding = 1', rate));
    await on.as(owner);
    const doors = await byEveryDoor(on, goodsOfShop, {
      sold_at: ago(48),
      customer_id,
      customer: name,
      quantity: 1,
      tendered: 99.75,
      method: 'Cash',
    });
    for (const [door, came] of Object.entries(doors)) expect(came, door).toMatchObject({ tax: 0, total: 100, paid: 99.75 });
  });

  scenario('has the same amounts from every source as an exact model, around random changes', async (on) => {
    const random = seededRandom(seed);
    const among = <Item>(list: readonly Item[]): Item => list[random(list.length)]!;
    await ownersDrawer(on);
    const name = `Late ${randomUUID().slice(0, 8)}`;
    const group = await on.value<string>(`insert into public.price_groups (name, percentage) values ('Late friends', -25) returning id`);
    const customer_id = await customer(on, { name, price_group_id: group });
    const one = await article(on, 100);
    const rates = [
      await on.value<string>(`insert into public.tax_rates (name, percentage) values ('Late A', 14) returning id`),
      await on.value<string>(`insert into public.tax_rates (name, percentage) values ('Late B', 5) returning id`),
    ];
    // Values with the time since when they applied; the first one of each list applies to all earlier times.
    const price: [number, number][] = [[Infinity, 100]];
    const percentage: [number, number][] = [[Infinity, -25]];
    const rate: [number, string][] = [];
    const taxOf = new Map<string, [number, number][]>([
      [rates[0]!, [[Infinity, 14]]],
      [rates[1]!, [[Infinity, 5]]],
    ]);
    const included: [number, boolean][] = [];
    const coin: [number, number | null][] = [];
    // A payment method that is cash at times, and switched off at the end.
    const wallet = `Late wallet ${randomUUID().slice(0, 8)}`;
    const walletId = await on.value<string>('insert into public.payment_methods (name, is_cash) values ($1, true) returning id', wallet);
    const isCash: [number, boolean][] = [[Infinity, true]];
    const held = <Value>(history: [number, Value][], hours: number): Value =>
      (history.filter(([since]) => since >= hours).at(-1) ?? history[0]!)[1];
    const moments = Array.from({ length: 24 }, (_, index) => 240 - index * 9 - random(8));
    let version = 1;
    for (const [index, hours] of moments.entries()) {
      const kind = index < 2 ? index + 2 : index === 2 ? 5 : random(7);
      if (kind === 0) {
        const now = 20 + random(180);
        await changed(on, hours, () =>
          on.call('save_product', {
            id: one.product,
            product: { name: 'Late', price: now, max_discount: 100 },
            variants: [{ id: one.variant, sku: one.sku }],
            expected_version: version++,
          }),
        );
        price.push([hours, now]);
      } else if (kind === 1) {
        const now = among([-50, -25, 0, 10]);
        await changed(on, hours, () => on.rows('update public.price_groups set percentage = $1 where id = $2', now, group));
        percentage.push([hours, now]);
      } else if (kind === 2) {
        const now = rate.at(-1)?.[1] === rates[0] ? rates[1]! : rates[0]!;
        await changed(on, hours, () => on.rows('update public.business set sale_tax_rate_id = $1', now));
        rate.push([hours, now]);
      } else if (kind === 3) {
        const now = !(included.at(-1)?.[1] ?? false);
        await changed(on, hours, () => on.rows('update public.business set prices_include_tax = $1', now));
        included.push([hours, now]);
      } else if (kind === 5) {
        const now = coin.at(-1)?.[1] === 1 ? 0.5 : 1;
        await changed(on, hours, () => on.rows('update public.business set cash_rounding = $1', now));
        coin.push([hours, now]);
      } else if (kind === 6) {
        const now = !isCash.at(-1)![1];
        await changed(on, hours, () => on.rows('update public.payment_methods set is_cash = $1 where id = $2', now, walletId));
        isCash.push([hours, now]);
      } else {
        const id = among(rates);
        const now = 1 + random(25);
        await changed(on, hours, () => on.rows('update public.tax_rates set percentage = $1 where id = $2', now, id));
        taxOf.get(id)!.push([hours, now]);
      }
    }
    await changed(on, 0.25, () => on.rows('update public.payment_methods set active = false where id = $1', walletId));
    await on.as(owner);
    for (let turn = 0; turn < 30; turn += 1) {
      // At least a quarter of an hour away from every change.
      const hours = 0.5 + random(260);
      const quantity = 1 + random(3);
      const list = new Big(held(price, hours))
        .times(100 + held(percentage, hours))
        .div(100)
        .round(2);
      const tax = held(taxOf.get(held(rate, hours))!, hours);
      const net = list.times(quantity);
      const isIncluded = held(included, hours);
      const amount = net
        .times(tax)
        .div(isIncluded ? 100 + tax : 100)
        .round(2);
      const total = isIncluded ? net : net.plus(amount);
      // Cash is paid to the nearest coin, which settles the sale; otherwise the exact amount is paid.
      const cash = held(isCash, hours);
      const step = held(coin, hours) ?? 0.01;
      const nearest = total.div(step).round(0, 1).times(step);
      const tendered = Number(cash ? nearest : total);
      const late = { sold_at: ago(hours), customer_id, customer: name, quantity, tendered, method: wallet };
      const expected = {
        payments: [[cash, tendered, tendered, Number(cash ? nearest.minus(total) : 0)]],
        list_price: Number(list),
        tax_percentage: tax,
        tax_included: isIncluded,
        tax: Number(amount),
        total: Number(total),
        paid: Number(total),
      };
      const doors = await byEveryDoor(on, one, late);
      for (const [door, came] of Object.entries(doors)) expect(came, `${door}, ${hours} hours ago, SEED=${seed}`).toMatchObject(expected);
    }
  });

  scenario('is accepted at the price of its time even if the price rose a second later', async (on) => {
    const { product, variant } = await goods(on, 5, { name: 'Kite', price: 100, max_discount: 0 });
    const sold_at = new Date(Date.now() - 2000).toISOString();
    await changed(on, 1 / 3600, () =>
      on.call('save_product', {
        id: product,
        product: { name: 'Kite', price: 120, max_discount: 0 },
        variants: [{ id: variant }],
        expected_version: 1,
      }),
    );
    await on.as(cashier);
    const sale = { sold_at, customer_id: await customer(on) };
    expect(await preview(on, [line(variant, 1, { unit_price: 100 })], sale)).toMatchObject({ total: 100, beyond: [] });
    expect(await sell(on, [line(variant, 1, { unit_price: 100 })], sale)).toMatchObject({ total: 100 });
    expect(await sell(on, [line(variant)], { customer_id: sale.customer_id })).toMatchObject({ total: 120 });
  });
});

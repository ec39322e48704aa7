import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { seededRandom } from '../seeded-random.ts';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { detailOf, idOf, makeProduct, onHand } from '../fixtures.ts';
import { withOnlyPermissions, line, order, pay, payment, receive, variants, type Saved } from './purchasing.ts';

const { zamalek, nasrCity, warehouse } = branches;
const itemsOf = (on: TestSession, id: string) =>
  on.rows(
    'select i.position, i.variant_id, i.quantity, i.received, c.unit_cost, c.discount, c.total from public.purchase_items i join public.purchase_item_costs c on c.purchase_item_id = i.id where i.purchase_order_id = $1 order by i.position',
    id,
  );
const edit = (on: TestSession, saved: { id: string; version: number }, items: Row[], purchase: Row = {}, rest: Row = {}) =>
  order(on, items, purchase, { id: saved.id, expected_version: saved.version, ...rest });

// The preview in the form (web/screens/purchases) is checked with the same cases.
interface TotalCase {
  decimals: number;
  percentage: number | null;
  tax: string;
  lines: [string, string, string][];
  totals: string[];
  subtotal: string;
  taxed: string;
  total: string;
}
const totalCases = JSON.parse(readFileSync(new URL('../total-cases.json', import.meta.url), 'utf8')) as TotalCase[];

describe('a purchase order', () => {
  scenario('has exactly the totals that the form previewed', async (on) => {
    const goods = await variants(on, 3, { by_measure: true });
    for (const { decimals, percentage, tax, lines, ...due } of totalCases) {
      await on.asDatabaseOwner();
      await on.rows('update public.business set currency_decimals = $1', decimals);
      const rate =
        percentage === null
          ? null
          : await on.value<string>(
              `insert into public.tax_rates (name, percentage) values ($1, $2) returning id`,
              `Rate ${randomUUID()}`,
              percentage,
            );
      await on.as(people.owner);
      const { id } = await order(
        on,
        lines.map(([quantity, cost, discount], index) => line(goods[index] ?? '', Number(quantity), Number(cost), Number(discount))),
        rate === null ? { tax: Number(tax) } : { tax_rate_id: rate },
      );
      const [sums] = await on.rows(
        'select subtotal::text, tax::text as taxed, total::text from public.purchase_amounts where purchase_order_id = $1',
        id,
      );
      const each = await on.rows(
        'select c.total::text from public.purchase_items i join public.purchase_item_costs c on c.purchase_item_id = i.id where i.purchase_order_id = $1 order by i.position',
        id,
      );
      const plainly = (text: unknown) =>
        String(text)
          .replace(/(\.\d*?)0+$/, '$1')
          .replace(/\.$/, '');
      const told = {
        totals: each.map(({ total }) => plainly(total)),
        ...Object.fromEntries(Object.entries(sums ?? {}).map(([name, value]) => [name, plainly(value)])),
      };
      expect(told).toEqual({
        totals: due.totals.map(plainly),
        subtotal: plainly(due.subtotal),
        taxed: plainly(due.taxed),
        total: plainly(due.total),
      });
    }
  });

  scenario('adds up its lines and tax, rounding half up per line', async (on) => {
    const [one = '', two = ''] = await variants(on, 2, { by_measure: true });
    const made = await order(on, [line(one, 3, 1.115), line(two, 1.5, 10, 0.005)], { tax_rate_id: await idOf(on, 'tax_rates', 'VAT') });
    expect(made).toMatchObject({
      version: 1,
      status: 'pending',
      receipt_state: 'none',
      payment_status: 'due',
      paid: 0,
      receipt: null,
      number: expect.stringMatching(/^PO-ZAM-\d{4}-\d{4}$/) as string,
    });
    // 3.345 → 3.35 and 14.995 → 15.00, and 14 % of 18.35 = 2.569 → 2.57.
    expect((await itemsOf(on, made.id)).map(({ total }) => total)).toEqual([3.35, 15]);
    expect(
      await on.rows('select subtotal, tax, total, remaining from public.purchase_amounts where purchase_order_id = $1', made.id),
    ).toEqual([{ subtotal: 18.35, tax: 2.57, total: 20.92, remaining: 20.92 }]);
  });

  scenario('rounds to the decimals of the currency', async (on) => {
    const [one = ''] = await variants(on, 1);
    for (const [decimals, total] of [
      [0, 3],
      [3, 3.345],
    ] as const) {
      await on.asDatabaseOwner();
      await on.rows('update public.business set currency_decimals = $1', decimals);
      await on.as(people.owner);
      expect((await order(on, [line(one, 3, 1.115)])).total).toBe(total);
    }
  });

  scenario('keeps a typed tax, or the tax rate as it was when the order was made', async (on) => {
    const [one = ''] = await variants(on, 1);
    const typed = await order(on, [line(one, 1, 100)], { tax: 7.5 });
    expect(typed.total).toBe(107.5);
    expect((await edit(on, typed, [line(one, 2, 100)])).total).toBe(207.5);
    const vat = await idOf(on, 'tax_rates', 'VAT');
    const rated = await order(on, [line(one, 1, 100)], { tax_rate_id: vat });
    await on.rows('update public.tax_rates set percentage = 20 where id = $1', vat);
    expect((await edit(on, rated, [line(one, 2, 100)], { tax_rate_id: vat })).total).toBe(228);
    for (const [purchase, refused] of [
      [{ tax: -1 }, { code: 'PT400', message: 'tax_invalid' }],
      [{ tax: 'NaN' }, { code: 'PT400', message: 'value_invalid' }],
      [{ tax_rate_id: randomUUID() }, { code: 'PT404', message: 'tax_rate_not_found' }],
    ] as const) {
      expect(await on.refused(() => order(on, [line(one, 1, 1)], purchase))).toMatchObject(refused);
    }
    // An inactive rate stays on the orders that have it, but cannot be chosen for others.
    await on.rows('update public.tax_rates set active = false where id = $1', vat);
    const kept = { id: rated.id, version: rated.version + 1 };
    expect((await edit(on, kept, [line(one, 3, 100)], { tax_rate_id: vat })).total).toBe(342);
    expect(await on.refused(() => order(on, [line(one, 1, 1)], { tax_rate_id: vat }))).toMatchObject({ message: 'tax_rate_not_found' });
  });

  scenario('is created once with its payment and receipt when sent twice', async (on) => {
    const [one = ''] = await variants(on, 1);
    const rest = { id: randomUUID(), payments: [await payment(on, 50)], receive: { id: randomUUID() } };
    const first = await order(on, [line(one, 5, 20)], { status: 'completed' }, rest);
    expect(await order(on, [line(one, 5, 20)], { status: 'completed' }, rest)).toEqual(first);
    expect(first).toMatchObject({
      status: 'completed',
      paid: 50,
      remaining: 50,
      payment_status: 'partially_paid',
      receipt: { id: rest.receive.id, lines: 1, pieces: 5 },
    });
    expect(await onHand(on, one, zamalek)).toBe(5);
    expect(await on.value('select count(*) from public.purchase_payments where purchase_order_id = $1', rest.id)).toBe(1);
    await on.as(people.manager);
    expect(await on.refused(() => order(on, [line(one, 5, 20)], {}, { id: rest.id }))).toMatchObject({
      code: 'PT404',
      message: 'purchase_not_found',
    });
  });

  scenario('applies an edit with a receipt or payment once when it is sent again', async (on) => {
    const [one = ''] = await variants(on, 1);
    const made = await order(on, [line(one, 5, 20)]);
    const paid = { payments: [await payment(on, 30)] };
    const first = await edit(on, made, [line(one, 6, 20)], {}, paid);
    expect(await edit(on, made, [line(one, 6, 20)], {}, paid)).toEqual(first);
    const got = { receive: { id: randomUUID() } };
    const done = await edit(on, first, [line(one, 6, 20)], { status: 'completed' }, got);
    expect(await edit(on, first, [line(one, 6, 20)], { status: 'completed' }, got)).toEqual(done);
    expect(done).toMatchObject({ paid: 30, receipt: { pieces: 6 } });
    for (const rest of [
      { ...paid, payments: [await payment(on, 1)] },
      { receive: { id: randomUUID() } },
      { ...paid, receive: { id: randomUUID() } },
    ]) {
      expect(await on.refused(() => edit(on, first, [line(one, 6, 20)], { status: 'completed' }, rest))).toMatchObject({
        message: 'changed_meanwhile',
      });
    }
    await on.as(people.manager);
    expect(await on.refused(() => edit(on, first, [line(one, 6, 20)], { status: 'completed' }, got))).toMatchObject({
      message: 'changed_meanwhile',
    });
  });

  scenario('recognises its own retried edit after other changes, but not another user’s payment', async (on) => {
    const [one = ''] = await variants(on, 1);
    const made = await order(on, [line(one, 5, 20)]);
    const paid = { payments: [await payment(on, 30)] };
    const sent = () => edit(on, made, [line(one, 6, 20)], { notes: 'Soon' }, paid);
    const first = await sent();
    await on.as(people.manager);
    await receive(on, made.id, [[one, 2]]);
    expect(await on.refused(sent), 'payment of another user').toMatchObject({ message: 'changed_meanwhile' });
    // A retry without a payment or receipt of its own succeeds for any user if the order already matches.
    expect(await edit(on, made, [line(one, 6, 20)], { notes: 'Soon' })).toMatchObject({ paid: 30, receipt_state: 'partial' });
    await on.as(people.owner);
    expect(await sent()).toMatchObject({
      id: made.id,
      number: first.number,
      total: 120,
      paid: 30,
      receipt_state: 'partial',
      receipt: null,
    });
    expect(await on.value('select count(*) from public.purchase_payments where purchase_order_id = $1', made.id)).toBe(1);
    // An edit that completes the order must also name its receipt.
    expect(await on.refused(() => edit(on, made, [line(one, 6, 20)], { notes: 'Soon', status: 'completed' }, paid))).toMatchObject({
      message: 'changed_meanwhile',
    });
    await on.as(people.manager);
    await edit(on, await latest(on, made.id), [line(one, 7, 20)], { notes: 'Soon' });
    await on.as(people.owner);
    expect(await on.refused(sent)).toMatchObject({ message: 'changed_meanwhile' });
    // The comparison reveals nothing to a user who may not view costs.
    await withOnlyPermissions(
      on,
      people.storekeeper,
      'purchasing.orders.view',
      'purchasing.orders.update',
      'purchasing.orders.receive',
      'purchasing.payments.create',
    );
    for (const cost of [20, 21])
      expect(detailOf(await on.refused(() => edit(on, made, [line(one, 7, cost)])))).toEqual({ permission: 'inventory.costs.view' });
  });

  scenario('receives the rest in another receipt if it is completed again with more', async (on) => {
    const [one = ''] = await variants(on, 1);
    const made = await order(on, [line(one, 5, 20)]);
    const got = { receive: { id: randomUUID() } };
    const done = await edit(on, made, [line(one, 5, 20)], { status: 'completed' }, got);
    const more = await edit(on, done, [line(one, 6, 20)], { status: 'completed' }, got);
    expect(more).toMatchObject({ status: 'completed', receipt: { pieces: 1 } });
    expect(more.receipt?.id).not.toBe(got.receive.id);
    expect(await on.refused(() => order(on, [line(one, 1, 20)], { status: 'completed' }, got))).toMatchObject({
      code: 'PT409',
      message: 'id_taken',
    });
  });

  scenario('can be edited only at its newest version, lines and header together', async (on) => {
    const [one = '', two = ''] = await variants(on, 2);
    const made = await order(on, [line(one, 1, 5)]);
    const changed = await edit(on, made, [line(two, 2, 3), line(one, 4, 5, 1)], { notes: ' soon ', due_on: '2026-12-01' });
    expect(changed).toMatchObject({ number: made.number, total: 25 });
    expect(await itemsOf(on, made.id)).toMatchObject([
      { position: 1, variant_id: two, quantity: 2 },
      { position: 2, variant_id: one, quantity: 4, discount: 1, total: 19 },
    ]);
    expect(await on.rows('select notes, due_on::text, ordered_on::text from public.purchase_orders where id = $1', made.id)).toEqual([
      { notes: 'soon', due_on: '2026-12-01', ordered_on: '2026-11-01' },
    ]);
    const stale = await on.refused(() => edit(on, made, [line(one, 1, 5)]));
    expect(stale).toMatchObject({ code: 'PT409', message: 'changed_meanwhile' });
    expect(detailOf(stale)).toMatchObject({ by: 'Mona Hassan', version: changed.version });
    expect(await on.refused(() => edit(on, changed, [line(one, 1, 5)], { due_on: '2026-10-01' }))).toMatchObject({
      constraint_name: 'purchase_orders_due_after_order',
    });
    await on.asDatabaseOwner();
    const told = await on.rows<{ resource: string }>(
      `select distinct resource from public.audit_log where row_id = $1 and (changes ? 'lines' or changes ? 'costs') order by 1`,
      made.id,
    );
    expect(told.map(({ resource }) => resource)).toEqual(['inventory.costs', 'purchasing.orders']);
  });

  scenario('can be edited despite receipts, approval or closing in between, but not over another edit', async (on) => {
    const [one = ''] = await variants(on, 1);
    const made = await order(on, [line(one, 10, 5)]);
    const items = [line(one, 10, 5)];
    await receive(on, made.id, [[one, 2]]);
    await on.as(people.manager);
    await on.call('approve_purchase', { id: made.id });
    const edited = await edit(on, made, [line(one, 12, 5)], { notes: 'Ring first' });
    expect(edited).toMatchObject({ status: 'pending', receipt_state: 'partial', total: 60 });
    await on.as(people.owner);
    for (const [version, status] of [
      [made.version, 'pending'],
      [edited.version - 1, 'pending'],
      [edited.version + 1, 'pending'],
      [99, 'completed'],
    ] as const) {
      expect(await on.refused(() => edit(on, { id: made.id, version }, items, { status })), `${status} ${version}`).toMatchObject({
        code: 'PT409',
        message: 'changed_meanwhile',
      });
    }
    await receive(on, made.id, [[one, 3]]);
    // Completing or cancelling requires having seen the latest receipts.
    for (const status of ['completed', 'cancelled']) {
      expect(await on.refused(() => edit(on, edited, [line(one, 12, 5)], { status })), status).toMatchObject({
        code: 'PT409',
        message: 'changed_meanwhile',
      });
    }
    await on.call('close_purchase_short', { id: made.id });
    expect(await edit(on, edited, [line(one, 12, 5)], { notes: 'Late' })).toMatchObject({ status: 'completed', total: 25 });
    await on.asDatabaseOwner();
    expect(await on.value('select count(*) from public.audit_log where row_id = $1 and changes ? $2', made.id, 'edition')).toBe(0);
  });

  scenario('refuses invalid lines, status, supplier, branch and salesperson', async (on) => {
    const [one = '', two = ''] = await variants(on, 2);
    for (const [items, message, detail] of [
      [[], 'lines_missing', { field: 'items' }],
      [[line(one, 1, 1), line(two, 0, 1)], 'purchase_line_invalid', { line: 2, variant_id: two }],
      [[line(one, -1, 1)], 'purchase_line_invalid', { line: 1 }],
      [[line(one, 1, -1)], 'purchase_line_invalid', {}],
      [[line(one, 1, 1, -1)], 'purchase_line_invalid', {}],
      [[line(one, 1, 1, 1.01)], 'purchase_line_invalid', {}],
      [[line(one, 1, 0.00001)], 'purchase_line_invalid', {}],
      [[line(one, 0.0001, 1)], 'purchase_line_invalid', {}],
      [[{ variant_id: one, quantity: 1 }], 'purchase_line_invalid', {}],
      [[{ variant_id: one, unit_cost: 1 }], 'purchase_line_invalid', {}],
      [[line(randomUUID(), 1, 1)], 'purchase_line_invalid', {}],
      [[{ variant_id: one, quantity: 'NaN', unit_cost: 1 }], 'purchase_line_invalid', {}],
      [[{ variant_id: one, quantity: 1, unit_cost: 'NaN' }], 'purchase_line_invalid', {}],
      [[line(one, 1, 1), line(one, 2, 1)], 'variant_twice', { variant_id: one }],
    ] as [Row[], string, Row][]) {
      const refusal = await on.refused(() => order(on, items));
      expect(refusal, JSON.stringify(items)).toMatchObject({ code: 'PT400', message });
      expect(detailOf(refusal)).toMatchObject(detail);
    }
    const fine = [line(one, 1, 1)];
    for (const [purchase, refused] of [
      [{ status: null }, { code: 'PT400', message: 'status_invalid' }],
      [{ status: 'paid' }, { message: 'status_invalid' }],
      [{ status: 'cancelled' }, { message: 'status_invalid' }],
      [{ supplier_id: null }, { code: 'PT404', message: 'supplier_not_found' }],
      [{ supplier_id: randomUUID() }, { message: 'supplier_not_found' }],
      [{ branch_id: null }, { message: 'branch_not_found' }],
      [{ branch_id: randomUUID() }, { message: 'branch_not_found' }],
      [{ salesperson_id: randomUUID() }, { constraint_name: 'purchase_orders_salesperson_in_use' }],
    ] as [Row, Row][]) {
      expect(await on.refused(() => order(on, fine, purchase)), JSON.stringify(purchase)).toMatchObject(refused);
    }
    await on.rows(`update public.suppliers set active = false where name = 'Mahalla Textiles'`);
    expect(await on.refused(() => order(on, fine))).toMatchObject({ message: 'supplier_not_found' });
  });

  scenario('refuses a product that belongs to another branch', async (on) => {
    await on.as(people.owner);
    const {
      variants: [kept = ''],
    } = await makeProduct(on, { name: 'Warehouse only', branch_id: warehouse });
    const refusal = await on.refused(() => order(on, [line(kept, 1, 1)]));
    expect(refusal).toMatchObject({ code: 'PT409', message: 'product_kept_by_branch' });
    expect(detailOf(refusal)).toMatchObject({ product: 'Warehouse only', branch: 'Warehouse' });
    await on.as(people.manager);
    expect(await on.refused(() => order(on, [line(kept, 1, 1)]))).toMatchObject({ message: 'purchase_line_invalid' });
  });

  scenario('keeps its branch, and its supplier once goods or money have moved', async (on) => {
    const [one = ''] = await variants(on, 1);
    const other = await idOf(on, 'suppliers', 'Nile Trims');
    const made = await order(on, [line(one, 10, 5)]);
    expect(await on.refused(() => edit(on, made, [line(one, 10, 5)], { branch_id: nasrCity }))).toMatchObject({
      message: 'purchase_branch_fixed',
    });
    const moved = await edit(on, made, [line(one, 10, 5)], { supplier_id: other });
    await pay(on, made.id, 5);
    expect(await on.refused(() => edit(on, moved, [line(one, 10, 5)]))).toMatchObject({
      code: 'PT409',
      message: 'purchase_supplier_fixed',
    });
  });

  scenario('cannot drop below what was received or paid, and received goods keep their cost', async (on) => {
    const [one = '', two = ''] = await variants(on, 2);
    const made = await order(on, [line(one, 10, 5, 2), line(two, 1, 100)]);
    const {
      purchase: { version },
    } = await receive(on, made.id, [[one, 4]]);
    const now = { id: made.id, version };
    for (const items of [[line(one, 3, 5, 2), line(two, 1, 100)], [line(two, 1, 100)]]) {
      const below = await on.refused(() => edit(on, now, items));
      expect(below).toMatchObject({ code: 'PT409', message: 'quantity_below_received' });
      expect(detailOf(below)).toMatchObject({ lines: [{ variant_id: one, received: 4 }] });
    }
    await withOnlyPermissions(on, people.manager, 'purchasing.orders.view', 'purchasing.orders.update', 'inventory.costs.view');
    for (const item of [line(one, 10, 6, 2), line(one, 10, 5, 1)]) {
      expect(await on.refused(() => edit(on, now, [item, line(two, 1, 100)]))).toMatchObject({ message: 'cost_frozen' });
    }
    await on.as(people.owner);
    await pay(on, made.id, 60);
    const short = await on.refused(() => edit(on, now, [line(one, 10, 5, 2)]));
    expect(short).toMatchObject({ code: 'PT409', message: 'total_below_paid' });
    expect(detailOf(short)).toEqual({ total: 48, paid: 60 });
    expect(await edit(on, now, [line(one, 5, 5, 2), line(two, 1, 90)])).toMatchObject({
      total: 113,
      status: 'pending',
      receipt_state: 'partial',
    });
  });
});

describe('the request of a purchase', () => {
  scenario('is read strictly by type, and refused with the field and line of an invalid value', async (on) => {
    await on.asDatabaseOwner();
    const reads = async (value: unknown, type: string) =>
      on.value<boolean>('select private.is_json_of_type($1::text::jsonb, $2)', JSON.stringify(value), type);
    for (const [type, good, bad] of [
      [
        'public.quantity',
        [1, '1', '-1.5', 0.001, '.5', 1e3, null],
        ['0x10', '1e3', 'NaN', 'Infinity', ' 1', '1_000', '١', '', 1e300, '99999999999999999999', true, [1], { a: 1 }],
      ],
      [
        'public.day',
        ['2026-11-01', '1900-01-01', null],
        ['infinity', 'tomorrow', 'now', '2026-02-30', '1/2/2026', '5874897-01-01', '1899-12-31', 20261101, ''],
      ],
      ['uuid', ['00000000-0000-7000-8000-000000000001', null], ['x', '', 7]],
      ['text', ['', 'x', null], [1, true, ['x']]],
    ] as [string, unknown[], unknown[]][]) {
      for (const value of good) expect(await reads(value, type), `${type} ${JSON.stringify(value)}`).toBe(true);
      for (const value of bad) expect(await reads(value, type), `${type} ${JSON.stringify(value)}`).toBe(false);
    }
    const told = async (sent: unknown, list: string | null) =>
      detailOf(
        await on.refused(() =>
          on.rows(
            `select private.require_values($1::text::jsonb, '{"quantity": "public.quantity", "paid_on": "public.day"}', $2)`,
            JSON.stringify(sent),
            list,
          ),
        ),
      );
    expect(await told({ quantity: 'x' }, null)).toEqual({ field: 'quantity' });
    expect(await told([{ quantity: 1 }, { paid_on: 'infinity' }, 7], 'payments')).toEqual({ field: 'payments', line: 2 });
    expect(await told([{ quantity: 1 }, 7], 'payments')).toEqual({ field: 'payments', line: 2 });
    expect(await told({ quantity: 1, other: {} }, null)).toEqual({ field: 'other' });
    expect(await told([{ quantity: 1 }, { other: null, more: 1 }], 'lines')).toEqual({ field: 'more', line: 2 });
  });

  scenario('is refused with an error code for an invalid number, date or id in any field', async (on) => {
    const [one = ''] = await variants(on, 1);
    const [good, paid] = [line(one, 1, 1), await payment(on, 1)];
    const made = await order(on, [good]);
    const invalid = async (attempt: () => Promise<unknown>, message: string, detail: Row) => {
      const refusal = await on.refused(attempt);
      expect(refusal, JSON.stringify(detail)).toMatchObject({ code: 'PT400', message });
      expect(detailOf(refusal)).toMatchObject(detail);
    };
    for (const value of ['infinity', '-infinity', '5874897-01-01', '2026-02-30', 'tomorrow', 7, {}]) {
      for (const field of ['ordered_on', 'due_on']) await invalid(() => order(on, [good], { [field]: value }), 'value_invalid', { field });
      await invalid(() => on.call('pay_purchase', { id: made.id, payments: [{ ...paid, paid_on: value }] }), 'value_invalid', {
        field: 'paid_on',
      });
      await invalid(
        () =>
          on.call('pay_supplier', {
            id: randomUUID(),
            supplier_id: randomUUID(),
            payment: { ...paid, paid_on: value, branch_id: zamalek },
          }),
        'value_invalid',
        { field: 'paid_on' },
      );
    }
    for (const value of ['0x10', '1e400', 1e300, 'x', true, [], '']) {
      for (const field of ['quantity', 'unit_cost', 'discount'])
        await invalid(() => order(on, [good, { ...good, [field]: value }]), 'purchase_line_invalid', { field: 'items', line: 2 });
      await invalid(() => order(on, [good], { tax: value }), 'value_invalid', { field: 'tax' });
      await invalid(() => receive(on, made.id, [[one, value as never]]), 'line_invalid', { field: 'lines', line: 1 });
      await invalid(() => on.call('pay_purchase', { id: made.id, payments: [{ ...paid, amount: value }] }), 'value_invalid', {
        field: 'amount',
      });
    }
    for (const field of ['supplier_id', 'branch_id', 'salesperson_id', 'tax_rate_id'])
      await invalid(() => order(on, [good], { [field]: 'x' }), 'value_invalid', { field });
    await invalid(() => order(on, [good], {}, { receive: { id: 'x' } }), 'value_invalid', { field: 'id' });
    await invalid(() => order(on, [good], {}, { payments: [{ ...paid, id: 'x' }] }), 'value_invalid', { field: 'id' });
    for (const items of [null, 5, 'x', {}]) await invalid(() => order(on, items as never), 'lines_missing', { field: 'items' });
    await invalid(() => order(on, [5 as never]), 'purchase_line_invalid', { line: 1 });
    await invalid(() => on.call('save_purchase_order', { id: randomUUID(), purchase: 5, items: [good] }), 'value_invalid', {});
    for (const payments of [5, {}, ['x']])
      expect(await on.refused(() => on.call('pay_purchase', { id: made.id, payments })), JSON.stringify(payments)).toMatchObject({
        code: 'PT400',
      });
    expect(await on.refused(() => order(on, [line(one, 9999999999, 9999999999)]))).toMatchObject({
      code: 'PT400',
      message: 'purchase_line_invalid',
    });
    const [two = '', three = ''] = await variants(on, 2);
    expect(await on.refused(() => order(on, [line(one, 1, 9999999999), line(two, 1, 9999999999), line(three, 1, 1)]))).toMatchObject({
      code: 'PT400',
      message: 'total_too_large',
    });
    expect(await on.refused(() => order(on, [line(one, 1, 9999999999)], { tax: 9999999999 }))).toMatchObject({
      code: 'PT400',
      message: 'total_too_large',
    });
  });

  scenario('is refused with the maximum if it has too many lines', async (on) => {
    const [one = ''] = await variants(on, 1);
    const { id } = await order(on, [line(one, 1, 1)]);
    const many = Array.from({ length: 5001 }, () => line(randomUUID(), 1, 1));
    const payments = await Promise.all(Array.from({ length: 101 }, () => payment(on, 1)));
    for (const [attempt, detail] of [
      [() => order(on, many), { field: 'items', max: 5000 }],
      [() => on.call('receive_purchase', { id: randomUUID(), purchase_order_id: id, lines: many }), { field: 'lines', max: 5000 }],
      [() => on.call('pay_purchase', { id, payments }), { field: 'payments', max: 100 }],
      [() => order(on, [line(one, 1, 1)], {}, { payments }), { field: 'payments', max: 100 }],
    ] as [() => Promise<unknown>, Row][]) {
      const refusal = await on.refused(attempt);
      expect(refusal).toMatchObject({ code: 'PT400', message: 'lines_over_limit' });
      expect(detailOf(refusal)).toEqual(detail);
    }
  });
});

describe('an order with an id that exists', () => {
  const known = (version: number) => ({
    code: 'PT409',
    message: 'exists_already',
    detail: expect.stringContaining(`"version": ${version}`) as string,
  });

  scenario('is returned if the content is the same, and refused if anything differs', async (on) => {
    const [one = '', two = ''] = await variants(on, 2);
    const paid = await payment(on, 5);
    const header = { tax: 3, reference: 'F-1', notes: 'soon', due_on: '2026-12-01', salesperson_id: people.buyer };
    const items = [line(one, 5, 20, 1), line(two, 1, 7)];
    const rest = { id: randomUUID(), payments: [paid] };
    const first = await order(on, items, header, rest);
    expect(await order(on, items, header, rest)).toEqual(first);
    expect(
      await order(
        on,
        items.map((item) => ({ ...item, quantity: `${String(item.quantity)}.000` })),
        { ...header, tax: '3.0', notes: ' soon ' },
        rest,
      ),
    ).toEqual(first);
    for (const [lines, change, more] of [
      [[items[0], line(two, 2, 7)], {}, {}],
      [[items[0]], {}, {}],
      [[items[1], items[0]], {}, {}],
      [[line(one, 5, 20), items[1]], {}, {}],
      [[line(one, 5, 21, 1), items[1]], {}, {}],
      [items, { tax: 4 }, {}],
      [items, { reference: null }, {}],
      [items, { notes: 'later' }, {}],
      [items, { due_on: '2026-12-02' }, {}],
      [items, { ordered_on: '2026-11-02' }, {}],
      [items, { salesperson_id: null }, {}],
      [items, { supplier_id: await idOf(on, 'suppliers', 'Nile Trims') }, {}],
      [items, { branch_id: nasrCity }, {}],
      [items, { tax_rate_id: await idOf(on, 'tax_rates', 'VAT') }, {}],
      [items, { status: 'completed' }, {}],
      [items, {}, { payments: [] }],
      [items, {}, { payments: [{ ...paid, amount: 6 }] }],
      [items, {}, { payments: [{ ...paid, note: 'x' }] }],
      [items, {}, { payments: [paid, await payment(on, 1)] }],
    ] as [Row[], Row, Row][]) {
      expect(
        await on.refused(() => order(on, lines, { ...header, ...change }, { ...rest, ...more })),
        JSON.stringify([change, more]),
      ).toMatchObject(known(1));
    }
    const got = { id: randomUUID(), receive: { id: randomUUID(), note: 'Dock' } };
    const done = await order(on, [line(one, 1, 1)], { status: 'completed' }, got);
    expect(await order(on, [line(one, 1, 1)], { status: 'completed' }, got)).toEqual(done);
    for (const receiving of [
      { ...got.receive, note: 'Door' },
      { ...got.receive, stock_point_id: await idOf(on, 'stock_points', 'Window') },
      { id: randomUUID() },
    ]) {
      expect(await on.refused(() => order(on, [line(one, 1, 1)], { status: 'completed' }, { ...got, receive: receiving }))).toMatchObject({
        message: 'exists_already',
      });
    }
    expect(await on.refused(() => order(on, [line(one, 1, 1)], {}, got))).toMatchObject({ message: 'exists_already' });
  });

  scenario('is refused as changed if an edit is sent again with other content', async (on) => {
    const [one = ''] = await variants(on, 1);
    const made = await order(on, [line(one, 5, 20)]);
    const paid = { payments: [await payment(on, 30)] };
    const first = await edit(on, made, [line(one, 6, 20)], {}, paid);
    expect(await edit(on, made, [line(one, 6, 20)], {}, paid)).toEqual(first);
    for (const attempt of [
      () => edit(on, made, [line(one, 7, 20)], {}, paid),
      () => edit(on, made, [line(one, 6, 20)], { notes: 'More' }, paid),
      () => edit(on, made, [line(one, 6, 20)], {}, { payments: [{ ...paid.payments[0], amount: 31 }] }),
    ]) {
      expect(await on.refused(attempt)).toMatchObject({ code: 'PT409', message: 'changed_meanwhile' });
    }
  });
});

describe('an order with a deactivated supplier, branch or tax rate', () => {
  scenario('is returned when it is sent again, but new orders are refused', async (on) => {
    const [one = ''] = await variants(on, 1);
    const rate = await idOf(on, 'tax_rates', 'VAT');
    const rest = { id: randomUUID() };
    const first = await order(on, [line(one, 5, 20)], { tax_rate_id: rate }, rest);
    await on.rows('update public.tax_rates set active = false where id = $1', rate);
    await on.rows(`update public.suppliers set active = false where name = 'Mahalla Textiles'`);
    await on.rows('update public.branches set active = false where id = $1', zamalek);
    expect(await order(on, [line(one, 5, 20)], { tax_rate_id: rate }, rest)).toEqual(first);
    for (const tax_rate_id of [null, undefined])
      expect(await on.refused(() => order(on, [line(one, 5, 20)], { tax_rate_id }, rest))).toMatchObject({ message: 'exists_already' });
    expect(await on.refused(() => order(on, [line(one, 5, 20)], { tax_rate_id: rate }))).toMatchObject({ message: 'place_closed' });
    await on.rows('update public.branches set active = true where id = $1', zamalek);
    expect(await on.refused(() => order(on, [line(one, 5, 20)], { tax_rate_id: rate }))).toMatchObject({ code: 'PT404' });
  });

  scenario('can change its header, but not its lines, after another branch took over the product', async (on) => {
    const [one = ''] = await variants(on, 1);
    const rest = { id: randomUUID() };
    const { version } = await order(on, [line(one, 5, 20)], { status: 'completed' }, rest);
    await on.call('post_stock_entry', {
      id: randomUUID(),
      kind: 'adjustment',
      reason: 'other',
      branch_id: zamalek,
      lines: [{ variant_id: one, quantity: -5 }],
    });
    await on.asDatabaseOwner();
    await on.rows(
      'update public.products p set branch_id = $1 from public.variants v where v.product_id = p.id and v.id = $2',
      nasrCity,
      one,
    );
    await on.as(people.owner);
    const edit = (items: Row[], notes: string) => () =>
      order(on, items, { status: 'completed', notes }, { ...rest, expected_version: version });
    expect(await on.refused(edit([line(one, 6, 20)], 'more'))).toMatchObject({ message: 'product_kept_by_branch' });
    expect(await on.refused(edit([line(one, 5, 20), line(one, 5, 20)], 'twice'))).toMatchObject({ message: 'variant_twice' });
    expect(await edit([line(one, 5, 20)], 'late')()).toMatchObject({ version: version + 1 });
  });
});

describe('the status of an order', () => {
  scenario('as completed receives the rest at the chosen stock point and reports the quantity', async (on) => {
    const [one = '', two = ''] = await variants(on, 2);
    const made = await order(on, [line(one, 10, 5), line(two, 2, 3)]);
    const {
      purchase: { version },
    } = await receive(on, made.id, [[one, 4]]);
    const window = await idOf(on, 'stock_points', 'Window');
    const done = await edit(
      on,
      { id: made.id, version },
      [line(one, 10, 5), line(two, 2, 3)],
      { status: 'completed' },
      { receive: { stock_point_id: window, note: 'The rest' } },
    );
    expect(done).toMatchObject({ status: 'completed', receipt_state: 'full', receipt: { lines: 2, pieces: 8 } });
    expect([await onHand(on, one, zamalek), await onHand(on, one, zamalek, window), await onHand(on, two, zamalek, window)]).toEqual([
      4, 6, 2,
    ]);
    expect(await edit(on, done, [line(one, 10, 5), line(two, 2, 3)], { status: 'completed' })).toMatchObject({
      status: 'completed',
      receipt: null,
    });
    const more = await edit(on, await latest(on, made.id), [line(one, 12, 5), line(two, 2, 3)]);
    expect(more).toMatchObject({ status: 'pending', receipt_state: 'partial' });
    expect(await edit(on, more, [line(one, 10, 5), line(two, 2, 3)])).toMatchObject({ status: 'completed', receipt_state: 'full' });
  });

  scenario('becomes cancelled only if nothing was received and nothing is paid', async (on) => {
    const [one = ''] = await variants(on, 1);
    const made = await order(on, [line(one, 10, 5)]);
    await pay(on, made.id, 1);
    expect(await on.refused(() => on.call('cancel_purchase', { id: made.id }))).toMatchObject({
      code: 'PT409',
      message: 'purchase_has_payments',
    });
    await on.call('void_purchase_payment', {
      id: await on.value('select id from public.purchase_payments where purchase_order_id = $1', made.id),
      reason: 'Wrong order',
    });
    const got = await receive(on, made.id, [[one, 1]]);
    expect(await on.refused(() => on.call('cancel_purchase', { id: made.id }))).toMatchObject({ message: 'purchase_has_receipts' });
    await on.call('undo_receipt', { id: got.id, reason: 'Wrong order' });
    const cancelled = await on.call('cancel_purchase', { id: made.id, reason: 'No longer needed' });
    expect(cancelled).toMatchObject({ status: 'cancelled', receipt_state: 'none' });
    expect(await on.call('cancel_purchase', { id: made.id })).toEqual(cancelled);
    for (const attempt of [
      async () => edit(on, await latest(on, made.id), [line(one, 1, 1)]),
      () => receive(on, made.id, [[one, 1]]),
      () => pay(on, made.id, 1),
      () => on.call('close_purchase_short', { id: made.id }),
      () => on.call('approve_purchase', { id: made.id }),
    ]) {
      expect(await on.refused(attempt)).toMatchObject({ code: 'PT409', message: 'purchase_cancelled' });
    }
    const other = await order(on, [line(one, 1, 1)]);
    expect(await edit(on, other, [line(one, 1, 1)], { status: 'cancelled' })).toMatchObject({ status: 'cancelled' });
  });

  scenario('changes only if the order is unchanged since the user saw it', async (on) => {
    const [one = ''] = await variants(on, 1);
    /** Refused at the outdated version, done at the current one, and unchanged when repeated. */
    const decided = async (name: string, seen: number, now: number, action: Row): Promise<Row> => {
      const refusal = await on.refused(() => on.call(name, { ...action, expected_version: seen }));
      expect(refusal, name).toMatchObject({ code: 'PT409', message: 'changed_meanwhile' });
      expect(detailOf(refusal)).toMatchObject({ version: now });
      const done = await on.call<Row>(name, { ...action, expected_version: now });
      expect(await on.call(name, { ...action, expected_version: now }), name).toEqual(done);
      return done;
    };
    const made = await order(on, [line(one, 10, 5)]);
    const changed = await edit(on, made, [line(one, 12, 5)]);
    expect(await decided('cancel_purchase', made.version, changed.version, { id: made.id })).toMatchObject({ status: 'cancelled' });

    const { id } = await order(on, [line(one, 10, 5)]);
    const first = await receive(on, id, [[one, 3]]);
    // Every receipt changes what is left to receive, even if the status stays the same.
    const second = await receive(on, id, [[one, 2]]);
    const closed = await decided('close_purchase_short', first.purchase.version, second.purchase.version, { id });
    expect(await onHand(on, one, zamalek)).toBe(5);
    const opened = await decided('reopen_purchase', second.purchase.version, Number(closed.version), { id });
    const closedAgain = await on.call<Row>('close_purchase_short', { id });
    // Undoing a receipt reopens a closed order, so its user must have seen that it was closed.
    await decided('undo_receipt', Number(opened.version), Number(closedAgain.version), { id: second.id, reason: 'Counted wrong' });
    expect(await latest(on, id)).toMatchObject({ status: 'pending', receipt_state: 'partial', closed_at: null });
    expect(await onHand(on, one, zamalek)).toBe(3);
  });

  scenario('shows beforehand the exact total after closing short', async (on) => {
    const [one = '', two = ''] = await variants(on, 2);
    const rate = await idOf(on, 'tax_rates', 'VAT');
    for (const [taxed, total] of [
      [{ tax: 3 }, 12.98],
      [{ tax_rate_id: rate }, 11.38],
    ] as const) {
      const { id } = await order(on, [line(one, 6, 0.2, 0.018), line(two, 4, 2.5, 1)], taxed);
      // Six at 0.20 less 0.018 are 1.18, five of them 0.98; the second line was received completely in two parts
      // and is 9.00.
      await receive(on, id, [
        [one, 5],
        [two, 3],
      ]);
      await receive(on, id, [[two, 1]]);
      const { amounts } = await on.call<{ amounts: Row }>('purchase_detail', { id });
      await on.call('close_purchase_short', { id });
      expect([
        amounts.total_without_rest,
        await on.value('select total from public.purchase_amounts where purchase_order_id = $1', id),
      ]).toEqual([total, total]);
    }
  });

  scenario('closed short owes only what was received, until it is reopened or the receipt undone', async (on) => {
    const [one = '', two = ''] = await variants(on, 2);
    const made = await order(on, [line(one, 10, 5, 1), line(two, 4, 2.5)], { tax: 3 });
    expect(made.total).toBe(62);
    expect(await on.refused(() => on.call('close_purchase_short', { id: made.id }))).toMatchObject({
      code: 'PT409',
      message: 'nothing_received',
    });
    const got = await receive(on, made.id, [[one, 8]]);
    const closed = await on.call('close_purchase_short', { id: made.id });
    expect(closed).toMatchObject({ status: 'completed', receipt_state: 'partial' });
    expect(await on.call('close_purchase_short', { id: made.id })).toEqual(closed);
    // 8 of 10 at 5.00 less 8/10 of the discount, none of the second line, and the typed tax.
    expect(await on.rows('select subtotal, total from public.purchase_amounts where purchase_order_id = $1', made.id)).toEqual([
      { subtotal: 39.2, total: 42.2 },
    ]);
    expect(await on.refused(() => receive(on, made.id, [[two, 1]]))).toMatchObject({ message: 'nothing_to_receive' });
    expect(await on.refused(async () => edit(on, await latest(on, made.id), [line(one, 10, 5, 1)]))).toMatchObject({
      message: 'purchase_closed_short',
    });
    expect(
      await edit(on, await latest(on, made.id), [line(one, 10, 5, 1), line(two, 4, 2.5)], {
        status: 'completed',
        notes: 'Two are missing',
        tax: 3,
      }),
    ).toMatchObject({ status: 'completed', total: 42.2, receipt: null });
    expect(await on.call('reopen_purchase', { id: made.id })).toMatchObject({ status: 'pending', receipt_state: 'partial' });
    expect(await on.value('select total from public.purchase_amounts where purchase_order_id = $1', made.id)).toBe(62);
    await on.call('close_purchase_short', { id: made.id });
    await on.call('undo_receipt', { id: got.id, reason: 'Not ours' });
    expect(await latest(on, made.id)).toMatchObject({ status: 'pending', receipt_state: 'none', closed_at: null });
    expect(await on.value('select total from public.purchase_amounts where purchase_order_id = $1', made.id)).toBe(62);
  });

  scenario('cannot become closed short below what is paid', async (on) => {
    const [one = ''] = await variants(on, 1);
    const made = await order(on, [line(one, 10, 5)]);
    await pay(on, made.id, 45);
    await receive(on, made.id, [[one, 8]]);
    const refusal = await on.refused(() => on.call('close_purchase_short', { id: made.id }));
    expect(refusal).toMatchObject({ code: 'PT409', message: 'total_below_paid' });
    expect(detailOf(refusal)).toEqual({ total: 40, paid: 45 });
  });
});

describe('the discount of a line', () => {
  const worth = async (on: TestSession, id: string) =>
    on.value<number>(
      'select coalesce(sum(k.total), 0) from public.receipts r join public.receipt_items i on i.receipt_id = r.id join public.receipt_item_costs k on k.receipt_item_id = i.id where r.purchase_order_id = $1 and r.undone_at is null',
      id,
    );

  scenario('is spread once over all receipts, even if the quantity grows later', async (on) => {
    const [one = ''] = await variants(on, 1);
    const made = await order(on, [line(one, 10, 50, 50)]);
    await receive(on, made.id, [[one, 9]]);
    expect(await worth(on, made.id)).toBe(405);
    await edit(on, await latest(on, made.id), [line(one, 20, 50, 50)]);
    await receive(on, made.id, [[one, 11]]);
    expect(await worth(on, made.id)).toBe(950);
    expect(await on.value('select total from public.purchase_amounts where purchase_order_id = $1', made.id)).toBe(950);
  });

  scenario('adds up exactly over the receipts even if it does not divide evenly', async (on) => {
    const [one = ''] = await variants(on, 1);
    const made = await order(on, [line(one, 3, 3.34, 0.02)]);
    for (const due of [3.33, 6.67, 10]) {
      await receive(on, made.id, [[one, 1]]);
      expect(await worth(on, made.id)).toBe(due);
    }
  });

  scenario('is refused if the remaining goods cannot bear it', async (on) => {
    const [one = ''] = await variants(on, 1);
    const made = await order(on, [line(one, 10, 5, 10)]);
    const got = await receive(on, made.id, [[one, 5]]);
    const now = await latest(on, made.id);
    const refusal = await on.refused(() => edit(on, now, [line(one, 5, 5, 10)]));
    expect(refusal).toMatchObject({ code: 'PT409', message: 'discount_outlasts_goods' });
    expect(detailOf(refusal)).toMatchObject({ field: 'items', lines: [{ variant_id: one, received: 5 }] });
    await edit(on, now, [line(one, 7, 5, 10)]);
    await on.call('close_purchase_short', { id: made.id });
    expect(await on.value('select total from public.purchase_amounts where purchase_order_id = $1', made.id)).toBe(20);
    await on.call('undo_receipt', { id: got.id, reason: 'Again' });
    await edit(on, await latest(on, made.id), [line(one, 5, 5, 10)]);
    await receive(on, made.id, [[one, 5]]);
    expect(await worth(on, made.id)).toBe(15);
  });

  scenario('adds up through any random sequence of edits, receipts, undos and closings', async (on) => {
    const roll = seededRandom(20261123);
    const goods = await variants(on, 3, { by_measure: true });
    let done = 0;
    for (let round = 0; round < 20; round++) {
      await on.asDatabaseOwner();
      const decimals = [0, 2, 3][roll(3)] ?? 2;
      await on.rows('update public.business set currency_decimals = $1', decimals);
      await on.as(people.owner);
      let items = goods.map((variant) => {
        const [quantity, cost] = [(1 + roll(40_000)) / 1000, roll(90_000) / 1000];
        return line(variant, quantity, cost, Math.floor(Math.floor(quantity * cost * 100) * (roll(5) / 4)) / 100);
      });
      const { id } = await order(on, items);
      const receipts: string[] = [];
      for (let step = 0; step < 8; step++) {
        const lines = await on.rows<{ variant_id: string; quantity: number; received: number }>(
          'select variant_id, quantity, received from public.purchase_items where purchase_order_id = $1 order by position',
          id,
        );
        const open = lines.flatMap(({ variant_id, quantity, received }): [string, number][] => {
          const left = Math.round((quantity - received) * 1000);
          return left === 0 || roll(3) === 0 ? [] : [[variant_id, (roll(2) ? left : 1 + roll(left)) / 1000]];
        });
        const attempts = [
          async () => receipts.push((await receive(on, id, open)).id),
          async () => {
            const changedItems = items.map((item) => ({
              ...item,
              quantity: Number(((item.quantity as number) * (0.5 + roll(10) / 5)).toFixed(3)),
            }));
            await edit(on, await latest(on, id), changedItems);
            items = changedItems;
          },
          () => on.call('undo_receipt', { id: receipts[roll(receipts.length)] ?? randomUUID(), reason: 'Dice' }),
          async () => {
            await on.call('close_purchase_short', { id });
            if (roll(2)) await on.call('reopen_purchase', { id });
          },
        ];
        const refusal = await on.refused(attempts[[0, 0, 1, 2, 3][roll(5)] ?? 0] ?? (() => Promise.resolve())).catch(() => null);
        if (refusal) expect(refusal.code, refusal.message).toMatch(/^PT4/);
        else done++;
        // Quantities and amounts of the line and of its receipts.
        expect(
          await on.rows(
            `
          select i.quantity, i.received, i.closed, c.total, c.received as worth, s.*
          from public.purchase_items i
          join public.purchase_item_costs c on c.purchase_item_id = i.id
          cross join lateral (
            select coalesce(sum(x.quantity), 0) as pieces, coalesce(sum(k.total), 0) as came
            from public.receipts r join public.receipt_items x on x.receipt_id = r.id join public.receipt_item_costs k on k.receipt_item_id = x.id
            where r.purchase_order_id = i.purchase_order_id and r.undone_at is null and x.variant_id = i.variant_id) s
          where i.purchase_order_id = $1 and (c.received > c.total or (i.received, c.received) <> (s.pieces, s.came) or (i.received + i.closed = i.quantity and c.received <> c.total))`,
            id,
          ),
        ).toEqual([]);
      }
    }
    expect(done).toBeGreaterThan(80);
  });
});

describe('approval by a second person or above a limit', () => {
  const settings = async (on: TestSession, four_eyes: boolean, limit: number | null) => {
    await on.as(people.owner);
    await on.rows('update public.business set purchase_four_eyes = $1, purchase_approval_limit = $2', four_eyes, limit);
  };

  scenario('is off by default', async (on) => {
    expect(await on.rows('select purchase_four_eyes, purchase_approval_limit from public.business')).toEqual([
      { purchase_four_eyes: false, purchase_approval_limit: null },
    ]);
  });

  scenario('is required before goods or money move, and must be given by a second person', async (on) => {
    const [one = ''] = await variants(on, 1);
    await settings(on, true, null);
    await on.as(people.manager);
    const missing = { code: 'PT409', message: 'approval_missing' };
    expect(await on.refused(() => order(on, [line(one, 5, 20)], { status: 'completed' }))).toMatchObject(missing);
    const made = await order(on, [line(one, 5, 20)]);
    expect(await on.refused(() => receive(on, made.id, [[one, 1]]))).toMatchObject(missing);
    expect(await on.refused(() => pay(on, made.id, 1))).toMatchObject(missing);
    expect(await on.refused(() => on.call('approve_purchase', { id: made.id }))).toMatchObject({
      code: 'PT409',
      message: 'approver_is_author',
    });
    await on.as(people.buyer);
    expect(detailOf(await on.refused(() => on.call('approve_purchase', { id: made.id })))).toEqual({
      permission: 'purchasing.orders.approve',
    });
    await on.as(people.owner);
    const unseen = await on.refused(() => on.call('approve_purchase', { id: made.id, expected_version: made.version + 1 }));
    expect(unseen).toMatchObject({ code: 'PT409', message: 'changed_meanwhile' });
    expect(detailOf(unseen)).toMatchObject({ version: made.version });
    const approved = await on.call<Saved>('approve_purchase', { id: made.id, expected_version: made.version });
    expect(await on.call('approve_purchase', { id: made.id, expected_version: made.version })).toEqual(approved);
    await on.as(people.manager);
    // Saving the same lines keeps the approval; another cost removes it.
    const same = await edit(on, approved, [line(one, 5, 20)], { notes: 'Only a word' });
    expect(await latest(on, made.id)).toMatchObject({ approved_by: people.owner });
    await edit(on, same, [line(one, 5, 21)]);
    expect(await on.refused(() => receive(on, made.id, [[one, 1]]))).toMatchObject(missing);
  });

  scenario('can be given by a user who changed only notes, but not by one who changed a line', async (on) => {
    const [one = ''] = await variants(on, 1);
    await settings(on, true, null);
    const made = await order(on, [line(one, 5, 20)]);
    await on.as(people.manager);
    const noted = await edit(on, made, [line(one, 5, 20)], { notes: 'By the manager' });
    await on.call('approve_purchase', { id: made.id });
    const written = await edit(on, await latest(on, noted.id), [line(one, 6, 20)]);
    await on.as(people.owner);
    await edit(on, written, [line(one, 6, 20)], { notes: 'By the owner' });
    for (const person of [people.owner, people.manager]) {
      await on.as(person);
      expect(await on.refused(() => on.call('approve_purchase', { id: made.id })), person).toMatchObject({ message: 'approver_is_author' });
    }
  });

  scenario('is removed when the total rises for any reason', async (on) => {
    const [one = ''] = await variants(on, 1);
    await settings(on, true, null);
    const waits = async (id: string) => (await latest(on, id)).approved_by === null;
    const approved = async (items: Row[], purchase: Row = {}) => {
      await on.as(people.owner);
      const { id } = await order(on, items, purchase);
      await on.as(people.manager);
      const answer = await on.call<Saved>('approve_purchase', { id });
      await on.as(people.owner);
      return answer;
    };
    const typed = await approved([line(one, 1, 100)], { tax: 10 });
    const lower = await edit(on, typed, [line(one, 1, 100)], { tax: 9 });
    expect(await waits(typed.id)).toBe(false);
    await edit(on, lower, [line(one, 1, 100)], { tax: 1_000_000 });
    expect(await waits(typed.id)).toBe(true);
    expect(await on.refused(() => receive(on, typed.id, [[one, 1]]))).toMatchObject({ message: 'approval_missing' });
    const part = await approved([line(one, 10, 100)]);
    await receive(on, part.id, [[one, 1]]);
    await on.call('close_purchase_short', { id: part.id });
    expect(await waits(part.id)).toBe(false);
    await on.call('reopen_purchase', { id: part.id });
    expect(await waits(part.id)).toBe(true);
    await on.asDatabaseOwner();
    expect(
      await on.rows(
        `select changes -> 'tax' as tax, changes -> 'total' as total, resource, branch_id from public.audit_log where row_id = $1 and changes ? 'tax' order by id`,
        typed.id,
      ),
    ).toEqual([
      { tax: [10, 9], total: [110, 109], resource: 'inventory.costs', branch_id: zamalek },
      { tax: [9, 1_000_000], total: [109, 1_000_100], resource: 'inventory.costs', branch_id: zamalek },
    ]);
  });

  scenario('is refused to a user who raised the tax or changed the supplier, even without a log', async (on) => {
    const [one = ''] = await variants(on, 1);
    await settings(on, true, null);
    const vat = await idOf(on, 'tax_rates', 'VAT');
    for (const change of [{ tax: 1000 }, { tax_rate_id: vat }, { supplier_id: await idOf(on, 'suppliers', 'Nile Trims') }]) {
      await on.as(people.owner);
      const made = await order(on, [line(one, 1, 100)]);
      await on.as(people.manager);
      await edit(on, made, [line(one, 1, 100)], change);
      await on.asDatabaseOwner();
      await on.rows('delete from public.audit_log');
      await on.as(people.manager);
      expect(await on.refused(() => on.call('approve_purchase', { id: made.id })), JSON.stringify(change)).toMatchObject({
        code: 'PT409',
        message: 'approver_is_author',
      });
    }
  });

  scenario('above a limit can be given by the author if four-eyes approval is off', async (on) => {
    const [one = ''] = await variants(on, 1);
    await settings(on, false, 100);
    const small = await order(on, [line(one, 5, 20)]);
    await receive(on, small.id, [[one, 5]]);
    const large = await order(on, [line(one, 5, 20.01)]);
    expect(await on.refused(() => receive(on, large.id, [[one, 5]]))).toMatchObject({ message: 'approval_missing' });
    await on.call('approve_purchase', { id: large.id });
    await receive(on, large.id, [[one, 5]]);
  });
});

describe('the amounts of an order', () => {
  scenario('do not appear in errors for a user who may not view costs', async (on) => {
    const [one = ''] = await variants(on, 1);
    const made = await order(on, [line(one, 10, 5)]);
    await pay(on, made.id, 45);
    await receive(on, made.id, [[one, 8]]);
    await withOnlyPermissions(
      on,
      people.cashier,
      'purchasing.orders.view',
      'purchasing.orders.update',
      'purchasing.orders.receive',
      'purchasing.orders.cancel',
      'inventory.products.view',
    );
    const refusals = [
      await on.refused(() => on.call('close_purchase_short', { id: made.id })),
      await on.refused(() => receive(on, made.id, [[one, 3]])),
      await on.refused(() => on.call('cancel_purchase', { id: made.id })),
    ];
    expect(refusals.map(({ message }) => message)).toEqual(['total_below_paid', 'receive_exceeds', 'purchase_has_receipts']);
    expect(detailOf(refusals[0] ?? {})).toEqual({});
    for (const { detail } of refusals) expect(detail).not.toMatch(/"(paid|total|remaining|unit_cost)"/);
  });

  scenario('cannot be inferred from whether the order needs approval', async (on) => {
    const [one = ''] = await variants(on, 1);
    await on.rows('update public.business set purchase_four_eyes = false, purchase_approval_limit = 100');
    const { id, number } = await order(on, [line(one, 5, 20.01)]);
    const small = await order(on, [line(one, 5, 19)]);
    expect(await on.call('purchase_detail', { id })).toMatchObject({ order: { needs_approval: true } });
    await on.as(people.storekeeper);
    for (const each of [{ id, number }, small]) {
      expect(await on.call('purchase_detail', { id: each.id })).toMatchObject({ order: { needs_approval: null } });
      expect(await on.table('purchase_page', { words: each.number })).toMatchObject([{ needs_approval: null }]);
    }
    await on.as(people.owner);
    await on.rows('update public.business set purchase_four_eyes = true, purchase_approval_limit = null');
    await on.as(people.storekeeper);
    expect(await on.call('purchase_detail', { id })).toMatchObject({ order: { needs_approval: true } });
  });
});

describe('permissions for orders', () => {
  scenario('each action requires its permission, in a branch where the user works', async (on) => {
    const [one = ''] = await variants(on, 1);
    const made = await order(on, [line(one, 5, 20)]);
    const far = await order(on, [line(one, 5, 20)], { branch_id: branches.maadi });
    const acts: [string, () => Promise<unknown>][] = [
      ['purchasing.orders.create', () => order(on, [line(one, 1, 1)])],
      ['purchasing.orders.update', () => edit(on, made, [line(one, 5, 20)])],
      ['purchasing.orders.receive', () => receive(on, made.id, [[one, 1]])],
      ['purchasing.orders.receive', () => on.call('undo_receipt', { id: made.id })],
      ['purchasing.orders.cancel', () => on.call('cancel_purchase', { id: made.id })],
      ['purchasing.orders.approve', () => on.call('approve_purchase', { id: made.id })],
      ['purchasing.orders.update', () => on.call('close_purchase_short', { id: made.id })],
      ['purchasing.orders.update', () => on.call('reopen_purchase', { id: made.id })],
      ['purchasing.payments.create', () => pay(on, made.id, 1)],
      ['purchasing.payments.void', () => on.call('void_purchase_payment', { id: made.id, reason: 'x' })],
      ['purchasing.payments.create', () => on.call('pay_supplier', { id: randomUUID(), supplier_id: randomUUID(), payment: {} })],
    ];
    await on.as(people.auditor);
    for (const [permission, act] of acts) expect(detailOf(await on.refused(act)), permission).toEqual({ permission });
    await on.as(people.manager);
    for (const act of [
      () => order(on, [line(one, 1, 1)], { branch_id: branches.maadi }),
      () => edit(on, far, [line(one, 5, 20)]),
      () => receive(on, far.id, [[one, 1]]),
      () => pay(on, far.id, 1),
      () => on.call('cancel_purchase', { id: far.id }),
    ]) {
      expect(await on.refused(act)).toMatchObject({ code: 'PT403', message: 'branch_view_only' });
    }
    await withOnlyPermissions(on, people.cashier, 'purchasing.orders.create', 'purchasing.orders.view');
    expect(detailOf(await on.refused(() => order(on, [line(one, 1, 1)])))).toEqual({ permission: 'inventory.costs.view' });
  });

  scenario('completing, cancelling or paying while saving requires those permissions, too', async (on) => {
    const [one = ''] = await variants(on, 1);
    await withOnlyPermissions(
      on,
      people.cashier,
      'purchasing.orders.create',
      'purchasing.orders.update',
      'purchasing.orders.view',
      'inventory.costs.view',
      'contacts.suppliers.view',
      'inventory.products.view',
      'settings.payment_methods.view',
    );
    expect(detailOf(await on.refused(() => order(on, [line(one, 1, 1)], { status: 'completed' })))).toEqual({
      permission: 'purchasing.orders.receive',
    });
    expect(detailOf(await on.refused(async () => order(on, [line(one, 1, 1)], {}, { payments: [await payment(on, 1)] })))).toEqual({
      permission: 'purchasing.payments.create',
    });
    const made = await order(on, [line(one, 1, 1)]);
    expect(detailOf(await on.refused(() => edit(on, made, [line(one, 1, 1)], { status: 'cancelled' })))).toEqual({
      permission: 'purchasing.orders.cancel',
    });
  });

  scenario('an order of a branch out of reach is not found by any call', async (on) => {
    const [one = ''] = await variants(on, 1);
    const made = await order(on, [line(one, 5, 20)], { branch_id: warehouse, notes: 'Hidden zebra' });
    const got = await receive(on, made.id, [[one, 1]]);
    const paid = await payment(on, 1);
    await on.call('pay_purchase', { id: made.id, payments: [paid] });
    await on.as(people.manager);
    for (const table of ['purchase_orders', 'receipts'])
      expect(await on.rows(`select from public.${table} where branch_id = $1`, warehouse), table).toEqual([]);
    for (const table of ['purchase_items', 'purchase_amounts', 'purchase_payments'])
      expect(await on.rows(`select from public.${table} where purchase_order_id = $1`, made.id), table).toEqual([]);
    expect(await on.table('purchase_page', { words: 'zebra' })).toEqual([]);
    for (const act of [
      () => on.call('purchase_detail', { id: made.id }),
      () => edit(on, made, [line(one, 5, 20)], { branch_id: warehouse }),
      () => receive(on, made.id, [[one, 1]]),
      () => pay(on, made.id, 1),
      () => on.call('cancel_purchase', { id: made.id }),
      () => on.call('close_purchase_short', { id: made.id }),
      () => on.call('approve_purchase', { id: made.id }),
      () => order(on, [line(one, 5, 20)], {}, { id: made.id }),
    ]) {
      expect(await on.refused(act)).toMatchObject({ code: 'PT404', message: 'purchase_not_found' });
    }
    expect(await on.refused(() => on.call('undo_receipt', { id: got.id, reason: 'x' }))).toMatchObject({ message: 'receipt_not_found' });
    expect(await on.refused(() => on.call('void_purchase_payment', { id: paid.id, reason: 'x' }))).toMatchObject({
      message: 'payment_not_found',
    });
    expect(await on.refused(() => on.call('purchase_detail', { id: randomUUID() }))).toMatchObject({ message: 'purchase_not_found' });
  });
});

const latest = async (
  on: TestSession,
  id: string,
): Promise<{ id: string; version: number; status: string; closed_at: unknown; approved_by: unknown }> =>
  ((await on.rows('select id, version, status, receipt_state, closed_at, approved_by from public.purchase_orders where id = $1', id))[0] ??
    {}) as never;

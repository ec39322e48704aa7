import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { detailOf, idOf } from '../fixtures.ts';
import { line, order, pay, payment, supplierPayment, variants, type Saved } from './purchasing.ts';

const { zamalek, nasrCity, maadi, warehouse } = branches;
const owing = async (on: TestSession, total: number, purchase: Row = {}) =>
  order(on, [line((await variants(on, 1))[0] ?? '', 1, total)], purchase);

describe('the payment of a purchase order', () => {
  scenario('can be split by method and branch, and updates the amount due', async (on) => {
    const { id } = await owing(on, 100);
    const [card, cash] = [
      await payment(on, 30),
      await payment(on, 20.5, {
        payment_method_id: await idOf(on, 'payment_methods', 'Cash'),
        branch_id: nasrCity,
        note: ' From the drawer ',
      }),
    ];
    const answer = await on.call<Saved>('pay_purchase', { id, payments: [card, cash] });
    expect(answer).toEqual({ id, total: 100, paid: 50.5, remaining: 49.5, payment_status: 'partially_paid', payments: [card.id, cash.id] });
    expect(await on.call('pay_purchase', { id, payments: [card, cash] })).toEqual(answer);
    expect(
      await on.rows(
        'select amount, branch_id, note, paid_on::text, created_by from public.purchase_payments where purchase_order_id = $1 order by amount',
        id,
      ),
    ).toEqual([
      { amount: 20.5, branch_id: nasrCity, note: 'From the drawer', paid_on: '2026-11-10', created_by: people.owner },
      { amount: 30, branch_id: zamalek, note: null, paid_on: '2026-11-10', created_by: people.owner },
    ]);
    expect(await pay(on, id, 49.5)).toMatchObject({ remaining: 0, payment_status: 'paid' });
  });

  scenario('must not exceed the amount due, counting all payments of the call', async (on) => {
    const { id } = await owing(on, 100);
    await pay(on, id, 60);
    const above = await on.refused(async () =>
      on.call('pay_purchase', { id, payments: [await payment(on, 30), await payment(on, 10.01)] }),
    );
    expect(above).toMatchObject({ code: 'PT409', message: 'payment_exceeds_remaining' });
    expect(detailOf(above)).toMatchObject({ field: 'amount', remaining: 10 });
    expect(await on.value('select paid from public.purchase_amounts where purchase_order_id = $1', id)).toBe(60);
    expect(
      await on.refused(async () => order(on, [line((await variants(on, 1))[0] ?? '', 1, 5)], {}, { payments: [await payment(on, 5.01)] })),
    ).toMatchObject({ message: 'payment_exceeds_remaining' });
  });

  scenario('reports each missing or invalid value', async (on) => {
    const { id } = await owing(on, 100);
    for (const [change, refused] of [
      [{ amount: null }, { code: 'PT400', message: 'payment_amount_required' }],
      [{ payment_method_id: null }, { code: 'PT400', message: 'payment_method_required' }],
      [{ paid_on: null }, { code: 'PT400', message: 'payment_date_required' }],
      [{ amount: 0 }, { message: 'payment_amount_invalid' }],
      [{ amount: -5 }, { message: 'payment_amount_invalid' }],
      [{ amount: 1.001 }, { message: 'payment_amount_invalid' }],
      [{ amount: 'NaN' }, { message: 'value_invalid' }],
      [{ payment_method_id: randomUUID() }, { code: 'PT404', message: 'payment_method_not_found' }],
      [{ branch_id: randomUUID() }, { code: 'PT404', message: 'branch_not_found' }],
    ] as [Row, Row][]) {
      expect(
        await on.refused(async () => on.call('pay_purchase', { id, payments: [await payment(on, 10, change)] })),
        JSON.stringify(change),
      ).toMatchObject(refused);
    }
    expect(await on.refused(() => on.call('pay_purchase', { id, payments: [] }))).toMatchObject({
      code: 'PT400',
      message: 'payments_missing',
    });
    await on.rows(`update public.payment_methods set active = false where name = 'Card'`);
    expect(await on.refused(() => pay(on, id, 1))).toMatchObject({ message: 'payment_method_not_found' });
  });

  scenario('with an id that exists is returned if it is the same, and refused otherwise', async (on) => {
    const { id } = await owing(on, 100);
    const made = await payment(on, 10, { note: 'Cheque' });
    const answer = await on.call('pay_purchase', { id, payments: [made] });
    expect(await on.call('pay_purchase', { id, payments: [{ ...made, amount: '10.00', note: ' Cheque ', branch_id: zamalek }] })).toEqual(
      answer,
    );
    for (const change of [
      { amount: 11 },
      { paid_on: '2026-11-11' },
      { payment_method_id: await idOf(on, 'payment_methods', 'Cash') },
      { branch_id: nasrCity },
      { note: null },
    ]) {
      expect(
        await on.refused(() => on.call('pay_purchase', { id, payments: [{ ...made, ...change }] })),
        JSON.stringify(change),
      ).toMatchObject({ code: 'PT409', message: 'exists_already' });
    }
    const supplier_id = await idOf(on, 'suppliers', 'Mahalla Textiles');
    const batch = { id: randomUUID(), supplier_id, order_ids: [id], payment: await supplierPayment(on, 20, { branch_id: zamalek }) };
    const paid = await on.call('pay_supplier', batch);
    expect(await on.call('pay_supplier', batch)).toEqual(paid);
    const other = await owing(on, 100);
    for (const change of [
      { payment: { ...batch.payment, amount: 21 } },
      { payment: { ...batch.payment, note: 'x' } },
      { order_ids: [other.id] },
      { supplier_id: await idOf(on, 'suppliers', 'Nile Trims') },
    ]) {
      expect(await on.refused(() => on.call('pay_supplier', { ...batch, ...change })), JSON.stringify(change)).toMatchObject({
        code: 'PT409',
        message: 'exists_already',
      });
    }
  });

  scenario('can settle the exact rest after the currency lost decimals', async (on) => {
    const { id } = await owing(on, 10.55);
    await on.asDatabaseOwner();
    await on.rows('update public.business set currency_decimals = 0');
    await on.as(people.owner);
    expect(await on.refused(() => pay(on, id, 0.55))).toMatchObject({ message: 'payment_amount_invalid' });
    await pay(on, id, 10);
    expect(await pay(on, id, 0.55)).toMatchObject({ remaining: 0, payment_status: 'paid' });
    const supplier_id = await on.value<string>(`insert into public.suppliers (name) values ('Settled supplier') returning id`);
    await on.asDatabaseOwner();
    await on.rows('update public.business set currency_decimals = 2');
    await on.as(people.owner);
    for (const total of [1.25, 2.5]) await owing(on, total, { supplier_id });
    await on.asDatabaseOwner();
    await on.rows('update public.business set currency_decimals = 0');
    await on.as(people.owner);
    const spread = async (amount: number) =>
      on.call('pay_supplier', { id: randomUUID(), supplier_id, payment: await supplierPayment(on, amount, { branch_id: zamalek }) });
    expect(await on.refused(() => spread(1.25))).toMatchObject({ message: 'payment_amount_invalid' });
    expect(await spread(3.75)).toMatchObject({ paid: 3.75 });
  });

  scenario('cannot use the id of another payment', async (on) => {
    const [a, b] = [await owing(on, 100), await owing(on, 100)];
    const made = await payment(on, 10);
    await on.call('pay_purchase', { id: a.id, payments: [made] });
    expect(await on.refused(() => on.call('pay_purchase', { id: b.id, payments: [made] }))).toMatchObject({
      code: 'PT404',
      message: 'payment_not_found',
    });
  });

  scenario('is voided with a reason, cannot be edited, and becomes due again', async (on) => {
    const { id } = await owing(on, 100);
    const made = await payment(on, 100);
    await on.call('pay_purchase', { id, payments: [made] });
    expect(await on.refused(() => on.call('void_purchase_payment', { id: made.id }))).toMatchObject({
      code: 'PT400',
      message: 'reason_missing',
    });
    const voided = await on.call('void_purchase_payment', { id: made.id, reason: 'Cheque came back' });
    expect(voided).toMatchObject({ paid: 0, remaining: 100, payment_status: 'due' });
    expect(await on.call('void_purchase_payment', { id: made.id, reason: 'Again' })).toEqual(voided);
    expect(await on.rows('select amount, voided_by, void_reason from public.purchase_payments where id = $1', made.id)).toEqual([
      { amount: 100, voided_by: people.owner, void_reason: 'Cheque came back' },
    ]);
    expect(await on.call('pay_purchase', { id, payments: [made] })).toMatchObject({ paid: 0 });
    expect(await on.refused(() => on.rows('update public.purchase_payments set amount = 1'))).toMatchObject({ code: '42501' });
    expect(await on.refused(() => on.call('void_purchase_payment', { id: randomUUID(), reason: 'x' }))).toMatchObject({
      code: 'PT404',
      message: 'payment_not_found',
    });
  });

  scenario('does not change the version of the order, so it does not disturb an edit', async (on) => {
    const { id, version } = await owing(on, 100);
    await pay(on, id, 10);
    expect(await on.value('select version from public.purchase_orders where id = $1', id)).toBe(version);
  });
});

describe('a payment to a supplier', () => {
  const supply = async (on: TestSession) => {
    await on.as(people.owner);
    return on.value<string>(`insert into public.suppliers (name) values ('Paid supplier') returning id`);
  };
  const orders = async (on: TestSession, supplier_id: string) => [
    await owing(on, 100, { supplier_id, ordered_on: '2026-09-01' }),
    await owing(on, 50, { supplier_id, ordered_on: '2026-08-01', branch_id: nasrCity }),
    await owing(on, 70, { supplier_id, ordered_on: '2026-10-01' }),
  ];

  scenario('is applied to the oldest orders first until it is used up', async (on) => {
    const supplier_id = await supply(on);
    const [mid, old, young] = await orders(on, supplier_id);
    const batch = { id: randomUUID(), supplier_id, payment: await supplierPayment(on, 120, { branch_id: zamalek, note: 'One cheque' }) };
    const answer = await on.call<{ orders: Row[] }>('pay_supplier', batch);
    expect(answer).toMatchObject({
      id: batch.id,
      paid: 120,
      orders: [
        { id: old?.id, amount: 50, remaining: 0 },
        { id: mid?.id, amount: 70, remaining: 30 },
      ],
    });
    expect(await on.call('pay_supplier', batch)).toEqual(answer);
    const named = await on.call('pay_supplier', {
      id: randomUUID(),
      supplier_id,
      order_ids: [young?.id],
      payment: await supplierPayment(on, 70, { branch_id: zamalek }),
    });
    expect(named).toMatchObject({ orders: [{ id: young?.id, amount: 70 }] });
    expect(await on.call('supplier_account', { supplier_id })).toMatchObject({ owed: 30 });
    const above = await on.refused(async () =>
      on.call('pay_supplier', { id: randomUUID(), supplier_id, payment: await supplierPayment(on, 30.5, { branch_id: zamalek }) }),
    );
    expect(above).toMatchObject({ code: 'PT409', message: 'payment_exceeds_remaining' });
    expect(detailOf(above)).toMatchObject({ remaining: 30 });
  });

  scenario('covers at most a thousand orders', async (on) => {
    await on.asDatabaseOwner();
    const supplier_id = await on.value<string>(`insert into public.suppliers (name) values ('Of many orders') returning id`);
    await on.rows(
      `insert into public.purchase_orders (number, supplier_id, branch_id, ordered_on) select 'PO-MANY-2026-' || n, $1, $2, '2026-11-10' from generate_series(1, 1001) n`,
      supplier_id,
      zamalek,
    );
    await on.rows(
      'insert into public.purchase_amounts (purchase_order_id, subtotal, tax, total) select id, 1, 0, 1 from public.purchase_orders where supplier_id = $1',
      supplier_id,
    );
    await on.as(people.owner);
    const spread = async (amount: number) =>
      on.call<{ orders: Row[] }>('pay_supplier', {
        id: randomUUID(),
        supplier_id,
        payment: await supplierPayment(on, amount, { branch_id: zamalek }),
      });
    const refusal = await on.refused(() => spread(1001));
    expect([refusal.code, refusal.message, detailOf(refusal)]).toEqual(['PT400', 'list_over_limit', { field: 'order_ids', max: 1000 }]);
    // Orders beyond the payment are not locked, so edits of them do not wait. (xmax shows which rows were
    // locked; a foreign key would also lock them.)
    await on.asDatabaseOwner();
    await on.rows('alter table public.purchase_amounts drop constraint purchase_amounts_order_exists');
    await on.rows(
      `with made as (insert into public.purchase_orders (number, supplier_id, branch_id, ordered_on) select 'PO-MORE-2026-' || n, $1, $2, '2026-11-11' from generate_series(1, 500) n returning id)
       insert into public.purchase_amounts (purchase_order_id, subtotal, tax, total) select id, 1, 0, 1 from made`,
      supplier_id,
      zamalek,
    );
    await on.as(people.owner);
    expect((await spread(1000)).orders).toHaveLength(1000);
    expect(await on.value('select count(*) from public.purchase_orders where supplier_id = $1 and xmax = 0', supplier_id)).toBe(500);
    await on.asDatabaseOwner();
    for (const table of ['purchase_payments', 'purchase_amounts'])
      await on.rows(
        `delete from public.${table} where purchase_order_id in (select id from public.purchase_orders where supplier_id = $1)`,
        supplier_id,
      );
    await on.rows('delete from public.purchase_orders where supplier_id = $1', supplier_id);
  });

  scenario('is refused if it selects no order', async (on) => {
    const supplier_id = await supply(on);
    await orders(on, supplier_id);
    const nothing = await on.refused(async () =>
      on.call('pay_supplier', {
        id: randomUUID(),
        supplier_id,
        order_ids: null,
        payment: await supplierPayment(on, 1, { branch_id: zamalek }),
      }),
    );
    expect(nothing).toMatchObject({ message: 'payment_exceeds_remaining' });
    expect(detailOf(nothing)).toMatchObject({ remaining: 0 });
  });

  scenario('covers only open, approved orders in branches where the user works', async (on) => {
    const supplier_id = await supply(on);
    const [mid] = await orders(on, supplier_id);
    await owing(on, 1000, { supplier_id, branch_id: warehouse });
    await owing(on, 1000, { supplier_id, branch_id: maadi });
    const gone = await owing(on, 1000, { supplier_id });
    await on.call('cancel_purchase', { id: gone.id });
    await on.rows('update public.business set purchase_approval_limit = 60');
    await on.call('approve_purchase', { id: mid?.id });
    await on.as(people.manager);
    const attempt = async (amount: number) =>
      on.call('pay_supplier', { id: randomUUID(), supplier_id, payment: await supplierPayment(on, amount, { branch_id: zamalek }) });
    expect(detailOf(await on.refused(() => attempt(150.01)))).toMatchObject({ remaining: 150 });
    expect(await attempt(150)).toMatchObject({ paid: 150 });
    expect(
      await on.refused(async () => on.call('pay_supplier', { id: randomUUID(), supplier_id, payment: await supplierPayment(on, 1) })),
    ).toMatchObject({ message: 'branch_not_found' });
    expect(
      await on.refused(async () =>
        on.call('pay_supplier', { id: randomUUID(), supplier_id: randomUUID(), payment: await supplierPayment(on, 1) }),
      ),
    ).toMatchObject({ message: 'supplier_not_found' });
  });
});

describe('the account of a supplier', () => {
  scenario('shows what is owed by age since it was due, in branches the user can view', async (on) => {
    await on.as(people.owner);
    const supplier_id = await on.value<string>(`insert into public.suppliers (name) values ('Aged supplier') returning id`);
    const day = async (days: number) => on.value<string>(`select (private.branch_today($1) - $2::integer)::text`, zamalek, days);
    await on.asDatabaseOwner();
    const days = await Promise.all([100, 61, 60, 31, 30, 0, -5].map(day));
    const [d100, d61, d60, d31, d30, d0, soon] = days;
    await on.as(people.owner);
    for (const [total, ordered_on, due_on] of [
      [1, d100, null],
      [2, d61, null],
      [4, d60, null],
      [8, d31, null],
      [16, d100, d30],
      [32, d0, soon],
      [64, d100, soon],
    ] as const) {
      await owing(on, total, { supplier_id, ordered_on, due_on });
    }
    await owing(on, 1000, { supplier_id, ordered_on: d100, branch_id: warehouse });
    await on.as(people.manager);
    const account = await on.call<{ orders: Row[] }>('supplier_account', { supplier_id });
    expect(account).toMatchObject({ open_orders: 7, owed: 127, overdue: 16, aged: { over_90: 1, d61_90: 2, d31_60: 12, d0_30: 112 } });
    expect(account.orders).toHaveLength(7);
    await on.as(people.cashier);
    expect(await on.refused(() => on.call('supplier_account', { supplier_id }))).toMatchObject({ message: 'permission_missing' });
  });
});

import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { seededRandom } from '../seeded-random.ts';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { detailOf, moveBack } from '../fixtures.ts';
import { withOnlyPermissions, line, order, pay, payment, supplierPayment, receive, variants, type Saved } from './purchasing.ts';

const { zamalek, nasrCity, maadi, warehouse } = branches;

interface Entry extends Row {
  id: number;
  day: string;
  kind: string;
  number: string;
  amount: number;
  owed: number;
}
interface Statement extends Row {
  opening: number;
  closing: number;
  entries: Entry[];
}

const supply = async (on: TestSession) => {
  await on.as(people.owner);
  return on.value<string>(`insert into public.suppliers (name) values ($1) returning id`, `Supplier ${randomUUID()}`);
};
const read = (on: TestSession, supplier_id: string, days: Row = {}) => on.call<Statement>('supplier_statement', { supplier_id, ...days });
const told = ({ entries }: Statement) => entries.map(({ day, kind, amount, owed }) => [day, kind, amount, owed]);
/**
 * Changes rows as the database owner, e.g. their day: a test is one transaction, so all its rows have the same
 * time.
 */
const asDatabaseOwner = async (on: TestSession, ...changes: string[]) => {
  await on.asDatabaseOwner();
  for (const change of changes) await on.rows(change);
  await on.as(people.owner);
};
const at = (day: string) => `'${day} 12:00 Africa/Cairo'`;
const edit = async (on: TestSession, { id }: Saved, items: Row[], purchase: Row) => {
  const expected_version = await on.value('select version from public.purchase_orders where id = $1', id);
  return order(on, items, purchase, { id, expected_version });
};

describe('the statement of a supplier', () => {
  scenario('lists orders, receipts, payments and changes by day with a running balance', async (on) => {
    const supplier_id = await supply(on);
    const [goods = ''] = await variants(on, 1);
    const first = await order(on, [line(goods, 10, 10)], { supplier_id, ordered_on: '2026-10-05', reference: 'INV-7' });
    const came = await receive(on, first.id, [[goods, 4]]);
    const paid = await payment(on, 40, { paid_on: '2026-10-20' });
    await on.call('pay_purchase', { id: first.id, payments: [paid] });
    const none = await order(on, [line(goods, 1, 7)], { supplier_id, ordered_on: '2026-10-01' });
    await on.call('cancel_purchase', { id: none.id });
    await edit(on, first, [line(goods, 12, 10)], { supplier_id, ordered_on: '2026-10-05' });
    await asDatabaseOwner(
      on,
      `update public.purchase_orders set cancelled_at = ${at('2026-10-09')} where id = '${none.id}'`,
      `update public.receipts set business_day = '2026-10-10' where id = '${came.id}'`,
      `update public.audit_log set at = ${at('2026-10-12')} where row_id = '${first.id}'`,
    );
    await on.call('void_purchase_payment', { id: paid.id, reason: 'Cheque came back' });
    await on.call('undo_receipt', { id: came.id, reason: 'Not ours' });
    await receive(on, first.id, [[goods, 5]]);
    await on.call('close_purchase_short', { id: first.id });
    await on.asDatabaseOwner();
    const today = await on.value<string>('select private.branch_today($1)::text', zamalek);
    await on.as(people.owner);

    const whole = await read(on, supplier_id);
    expect(told(whole)).toEqual([
      ['2026-10-01', 'order', 7, 7],
      ['2026-10-05', 'order', 100, 107],
      ['2026-10-09', 'cancelled', -7, 100],
      ['2026-10-10', 'receipt', 0, 100],
      ['2026-10-12', 'changed', 20, 120],
      ['2026-10-20', 'payment', -40, 80],
      [today, 'closed_short', -70, 10],
      [today, 'receipt', 0, 10],
      [today, 'receipt_undone', 0, 10],
      [today, 'voided', 40, 50],
    ]);
    expect(whole).toMatchObject({ opening: 0, closing: 50 });
    expect(whole.entries[1]).toMatchObject({
      number: first.number,
      purchase_order_id: first.id,
      reference: 'INV-7',
      branch: 'Zamalek',
      branch_ar: 'الزمالك',
      payment_method: null,
    });
    expect(whole.entries[3]).toMatchObject({ number: came.number, purchase_order_id: first.id });
    expect(whole.entries[5]).toMatchObject({ number: first.number, payment_method: 'Card', payment_method_ar: 'بطاقة' });
    const october = await read(on, supplier_id, { from_day: '2026-10-09', before_day: '2026-10-20' });
    expect([october.opening, told(october), october.closing]).toEqual([107, told(whole).slice(2, 5), 120]);
    expect(await read(on, supplier_id, { from_day: '2200-01-01' })).toMatchObject({ opening: 50, entries: [], closing: 50 });
    expect(await read(on, supplier_id, { from_day: '2026-10-20', before_day: '2026-10-09' })).toMatchObject({
      opening: 120,
      entries: [],
      closing: 120,
    });
  });

  scenario('starts an order with its total at the end of its day, and lists nothing before it', async (on) => {
    const supplier_id = await supply(on);
    const [goods = ''] = await variants(on, 1);
    const later = await order(on, [line(goods, 1, 100)], { supplier_id, ordered_on: '2199-05-01' });
    await edit(on, later, [line(goods, 1, 90)], { supplier_id, ordered_on: '2199-05-01' });
    await on.call('cancel_purchase', { id: later.id });
    expect(told(await read(on, supplier_id))).toEqual([
      ['2199-05-01', 'order', 90, 90],
      ['2199-05-01', 'cancelled', -90, 0],
    ]);
  });

  scenario('closes with the account balance for random histories, and its periods join', async (on) => {
    const supplier_id = await supply(on);
    const goods = await variants(on, 4);
    const done: Record<string, number> = {};
    for (const seed of [1, 2, 3]) {
      const roll = seededRandom(seed);
      const day = () => `2026-${String(1 + roll(10)).padStart(2, '0')}-${String(1 + roll(28)).padStart(2, '0')}`;
      const lines = () => goods.slice(0, 1 + roll(4)).map((variant) => line(variant, 1 + roll(9), roll(2000) / 100 + 1, roll(50) / 100));
      const orders: Saved[] = [];
      for (let step = 0; step < 90; step++) {
        const one = orders[roll(orders.length || 1)];
        const receipts = await on.rows<{ id: string }>(
          'select id from public.receipts where purchase_order_id = $1 and undone_at is null order by number',
          one?.id ?? null,
        );
        const payments = await on.rows<{ id: string }>(
          'select id from public.purchase_payments where purchase_order_id = $1 and voided_at is null order by amount, paid_on, id',
          one?.id ?? null,
        );
        // Each action is tried first, and then done with the same numbers if it is not refused.
        const [items, on_day, tax, amount] = [lines(), day(), roll(300) / 100, (1 + roll(6000)) / 100];
        const [awaited] = await on.rows<{ variant_id: string; rest: number }>(
          'select variant_id, quantity - received - closed as rest from public.purchase_items where purchase_order_id = $1 order by 2 desc',
          one?.id ?? null,
        );
        const pieces = 1 + roll(awaited?.rest || 1);
        const expected_version = (await on.value('select version from public.purchase_orders where id = $1', one?.id ?? null)) ?? null;
        const branch_id = [zamalek, nasrCity, maadi][roll(3)];
        const actions: Record<string, () => Promise<unknown>> = {
          order: async () => orders.push(await order(on, items, { supplier_id, ordered_on: on_day, branch_id, tax })),
          edit: () => edit(on, one!, items, { supplier_id, ordered_on: on_day, branch_id: undefined, tax }),
          receive: () => receive(on, one!.id, [[awaited!.variant_id, pieces]]),
          undo: () => on.call('undo_receipt', { id: receipts[0]?.id ?? null, reason: 'Dice', expected_version }),
          pay: async () => on.call('pay_purchase', { id: one!.id, payments: [await payment(on, amount, { paid_on: on_day })] }),
          spread: async () =>
            on.call('pay_supplier', {
              id: randomUUID(),
              supplier_id,
              payment: await supplierPayment(on, amount, { paid_on: on_day, branch_id: zamalek }),
            }),
          void: () => on.call('void_purchase_payment', { id: payments[0]?.id ?? null, reason: 'Dice' }),
          close: () => on.call('close_purchase_short', { id: one!.id, expected_version }),
          reopen: () => on.call('reopen_purchase', { id: one!.id, expected_version }),
          cancel: () => on.call('cancel_purchase', { id: one!.id, expected_version }),
        };
        const [name, action] = Object.entries(actions)[orders.length < 3 ? 0 : roll(10)]!;
        const known = orders.length;
        const { message } = await on.refused(async () => {
          await action();
          throw new Error('done');
        });
        orders.length = known;
        if (message !== 'done') continue;
        await action();
        done[name] = (done[name] ?? 0) + 1;
      }
      // All rows have the same time; spread them over a year.
      const theirs = `(select id from public.purchase_orders where supplier_id = '${supplier_id}')`;
      const orderNumber = '(select number from public.purchase_orders where id = purchase_order_id)';
      await moveBack(on, roll, 'audit_log', 'at', `row_id in ${theirs}`, 'id');
      await moveBack(
        on,
        roll,
        'purchase_payments',
        'voided_at',
        `purchase_order_id in ${theirs}`,
        [orderNumber, 'amount', 'paid_on', 'voided_at', 'id'].join(),
      );
      await moveBack(on, roll, 'purchase_orders', 'cancelled_at', `id in ${theirs}`, 'number');
      await moveBack(on, roll, 'receipts', 'undone_at', `purchase_order_id in ${theirs}`, 'number');
      for (const person of [people.owner, people.manager]) {
        await on.as(person);
        const { owed } = await on.call<{ owed: number }>('supplier_account', { supplier_id });
        const whole = await read(on, supplier_id);
        expect([whole.closing, whole.entries.at(-1)?.owed, whole.opening], `seed ${seed}`).toEqual([owed, owed, 0]);
        const days = [...new Set(whole.entries.map((entry) => entry.day))];
        expect(days).toEqual([...days].sort());
        for (const split of days.filter((_, index) => index % 5 === 0)) {
          const [before, after] = [await read(on, supplier_id, { before_day: split }), await read(on, supplier_id, { from_day: split })];
          expect([before.closing, after.closing, [...before.entries, ...after.entries]]).toEqual([after.opening, owed, whole.entries]);
        }
      }
      await on.as(people.owner);
    }
    expect(Object.keys(done).sort(), JSON.stringify(done)).toEqual([
      'cancel',
      'close',
      'edit',
      'order',
      'pay',
      'receive',
      'reopen',
      'spread',
      'undo',
      'void',
    ]);
  });

  scenario('adds up only the branches that the user can view', async (on) => {
    const supplier_id = await supply(on);
    const [goods = ''] = await variants(on, 1);
    await order(on, [line(goods, 1, 10)], { supplier_id });
    await order(on, [line(goods, 1, 1000)], { supplier_id, branch_id: warehouse });
    expect(await read(on, supplier_id)).toMatchObject({ closing: 1010 });
    await on.as(people.manager);
    expect(told(await read(on, supplier_id))).toEqual([['2026-11-01', 'order', 10, 10]]);
  });

  scenario('requires permission to view orders, payments, suppliers and costs', async (on) => {
    const supplier_id = await supply(on);
    const needed = ['purchasing.orders.view', 'purchasing.payments.view', 'contacts.suppliers.view', 'inventory.costs.view'];
    for (const missing of needed) {
      await withOnlyPermissions(on, people.buyer, ...needed.filter((permission) => permission !== missing));
      const refusal = await on.refused(() => read(on, supplier_id));
      expect([refusal.code, refusal.message, detailOf(refusal)]).toEqual(['PT403', 'permission_missing', { permission: missing }]);
    }
    await withOnlyPermissions(on, people.buyer, ...needed);
    expect(await read(on, supplier_id)).toEqual({ opening: 0, closing: 0, entries: [] });
    for (const id of [null, randomUUID(), zamalek])
      expect(await on.refused(() => read(on, id as string))).toMatchObject({ code: 'PT404', message: 'supplier_not_found' });
    for (const day of ['infinity', '-infinity'])
      for (const side of ['from_day', 'before_day'])
        expect(await on.refused(() => read(on, supplier_id, { [side]: day }))).toMatchObject({ constraint_name: 'day_within_centuries' });
  });

  scenario('is refused beyond 5,000 entries, unless the period is shorter', async (on) => {
    const supplier_id = await supply(on);
    await on.asDatabaseOwner();
    await on.rows(
      `insert into public.purchase_orders (number, supplier_id, branch_id, ordered_on) select 'PO-MANY-2026-' || n, $1, $2, '2026-01-01'::date + n / 100 from generate_series(1, 5001) n`,
      supplier_id,
      zamalek,
    );
    await on.rows(
      'insert into public.purchase_amounts (purchase_order_id, subtotal, tax, total) select id, 1, 0, 1 from public.purchase_orders where supplier_id = $1',
      supplier_id,
    );
    await on.as(people.owner);
    const refusal = await on.refused(() => read(on, supplier_id));
    expect([refusal.code, refusal.message, detailOf(refusal)]).toEqual(['PT400', 'statement_too_long', { max: 5000 }]);
    const later = await read(on, supplier_id, { from_day: '2026-01-02' });
    expect([later.opening, later.entries.length, later.closing]).toEqual([99, 4902, 5001]);
    await on.asDatabaseOwner();
    await on.rows(
      'delete from public.purchase_amounts where purchase_order_id in (select id from public.purchase_orders where supplier_id = $1)',
      supplier_id,
    );
    await on.rows('delete from public.purchase_orders where supplier_id = $1', supplier_id);
  });

  scenario('has an order only for its current supplier, not for a former one', async (on) => {
    const [one, other] = [await supply(on), await supply(on)];
    const [goods = ''] = await variants(on, 1);
    const moved = await order(on, [line(goods, 1, 10)], { supplier_id: one });
    await edit(on, moved, [line(goods, 1, 10)], { supplier_id: other });
    expect([told(await read(on, one)), told(await read(on, other))]).toEqual([[], [['2026-11-01', 'order', 10, 10]]]);
    await pay(on, moved.id, 10);
    expect(await read(on, other)).toMatchObject({ closing: 0 });
  });
});

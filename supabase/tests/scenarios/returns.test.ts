import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { branches, databaseOwner, inTestSession, people, scenario, type Row, type TestSession } from '../database.ts';
import { detailOf, idOf, onHand } from '../fixtures.ts';
import { withOnlyPermissions } from './purchasing.ts';
import { customer, goods, line, paying, sell, sellForCash, type Sold } from './selling.ts';

const { zamalek, nasrCity, maadi } = branches;

const linesOf = async (on: TestSession, sale: Sold): Promise<string[]> => {
  const { items } = await on.call<{ items: { id: string }[] }>('sale_detail', { id: sale.id });
  return items.map(({ id }) => id);
};
const back = (returns_line_id = '', quantity = 1, rest: Row = {}): Row => ({ returns_line_id, quantity, ...rest });
/** A return of these lines, paid out in cash. */
async function giveBack(on: TestSession, lines: Row[], sale: Row = {}): Promise<Sold> {
  const { total, remaining } = await on.call<Sold>('sale_preview', { sale: { branch_id: zamalek, ...sale }, lines });
  return sell(on, lines, sale, remaining === 0 ? [] : [await paying(on, remaining ?? total)]);
}

describe('returning goods', () => {
  scenario('piece by piece refunds what each cost, and the last one refunds the rest', async (on) => {
    const { variant } = await goods(on, 10, { price: 9.99, max_discount: 50 });
    const tax_rate_id = await on.value<string>(`insert into public.tax_rates (name, percentage) values ('Seven', 7.25) returning id`);
    const sold = await sellForCash(on, [line(variant, 3, { discount: 0.5 })], { tax_rate_id, tax_reason: 'Export', discount: 1 });
    const [id] = await linesOf(on, sold);
    await on.as(people.cashier);
    const returns = [await giveBack(on, [back(id)]), await giveBack(on, [back(id)]), await giveBack(on, [back(id)])];
    expect(returns.map(({ subtotal, discount, tax, total }) => [subtotal, discount, tax, total])).toEqual([
      [-9.99, -0.5, -0.69, -10.18],
      [-9.99, -0.5, -0.68, -10.17],
      [-9.99, -0.5, -0.69, -10.18],
    ]);
    expect([sold.subtotal, sold.discount, sold.tax, sold.total]).toEqual([29.97, 1.5, 2.06, 30.53]);
    expect(returns.map(({ paid, remaining, payment_status }) => [paid, remaining, payment_status])).toEqual(
      returns.map(({ total }) => [total, 0, 'paid']),
    );
    expect(await onHand(on, variant, zamalek)).toBe(10);
    const { returns: listed, timeline } = await on.call<{ returns: Row[]; timeline: Row[] }>('sale_detail', { id: sold.id });
    expect(listed.map(({ id: of, number, pieces, total }) => [of, number, pieces, total])).toEqual(
      returns.map(({ id: of, number, total }) => [of, number, 1, -total]),
    );
    expect(
      timeline
        .map(({ kind, number, pieces, amount }) => [kind, number, pieces, amount])
        .slice(1)
        .sort(),
    ).toEqual(returns.map(({ number, total }) => ['returned', number, 1, -total]).sort());
  });

  scenario('never refunds more than the price, even if the currency lost decimals', async (on) => {
    const { variant } = await goods(on, 10, { price: 0.1 });
    const sold = await sellForCash(on, [line(variant, 4)]);
    const [id] = await linesOf(on, sold);
    const totals = [(await giveBack(on, [back(id)])).total];
    await on.rows('update public.business set currency_decimals = 0');
    for (let piece = 0; piece < 3; piece++) totals.push((await sell(on, [back(id)], { customer_id: await customer(on) })).total);
    expect(totals).toEqual([-0.1, 0, 0, -0.3]);
  });

  scenario('is limited to the quantity sold, in one or several returns', async (on) => {
    const { variant } = await goods(on, 10, { name: 'Returned shirt', by_measure: true });
    const sold = await sellForCash(on, [line(variant, 3), line(variant, 1)]);
    const [id, other] = await linesOf(on, sold);
    await giveBack(on, [back(id, 2)]);
    for (const lines of [[back(id, 1.001)], [back(id, 2)], [back(id, 0.6), back(id, 0.6)], [back(other), back(id, 2)]]) {
      const refusal = await on.refused(() => sell(on, lines));
      expect(refusal, JSON.stringify(lines)).toMatchObject({ code: 'PT409', message: 'return_exceeds' });
      expect(detailOf(refusal).lines).toEqual([expect.objectContaining({ product: 'Returned shirt', left: 1 })]);
    }
    for (const wrong of [back(id, 0), back(id, -1), back(id, 1, { variant_id: randomUUID() })]) {
      expect(await on.refused(() => sell(on, [wrong])), JSON.stringify(wrong)).toMatchObject({
        code: 'PT400',
        message: 'sale_line_invalid',
      });
    }
    const returned = await giveBack(on, [back(id)]);
    expect(await on.refused(() => sell(on, [back(id)]))).toMatchObject({ message: 'return_exceeds' });
    // A return cannot itself be returned.
    expect(await on.refused(async () => sell(on, [back((await linesOf(on, returned))[0])]))).toMatchObject({
      message: 'sale_line_invalid',
    });
    expect(await on.refused(() => sell(on, [back(randomUUID())]))).toMatchObject({ code: 'PT404', message: 'sale_line_not_found' });
  });

  scenario('is possible in another branch, to a chosen stock point, or as damaged', async (on) => {
    const { variant } = await goods(on, 10, { price: 100, purchase_price: 40 });
    const point = await idOf(on, 'stock_points', 'Window');
    const sold = await sellForCash(on, [line(variant, 5)]);
    const [id] = await linesOf(on, sold);
    await on.as(people.manager);
    const returned = await giveBack(on, [back(id, 1), back(id, 2, { stock_point_id: point }), back(id, 1, { damaged: true })], {
      branch_id: nasrCity,
    });
    expect(returned.number).toMatch(/^SA-NSR-1-/);
    expect([await onHand(on, variant, zamalek), await onHand(on, variant, nasrCity), await onHand(on, variant, nasrCity, point)]).toEqual([
      5, 1, 2,
    ]);
    await on.asDatabaseOwner();
    expect(await on.rows('select kind, quantity from public.stock_movements where document_id = $1 order by id', returned.id)).toEqual([
      { kind: 'sale_return', quantity: 1 },
      { kind: 'sale_return', quantity: 2 },
      { kind: 'sale_return', quantity: 1 },
      { kind: 'adjustment', quantity: -1 },
    ]);
    await on.as(people.owner);
    expect(
      await on.rows(
        `select kind, reason, document_number as number from public.movement_list where document_id = $1 and kind = 'adjustment'`,
        returned.id,
      ),
    ).toEqual([{ kind: 'adjustment', reason: 'damaged', number: returned.number }]);
    // The goods have the cost at which they were sold, regardless of the current cost.
    const { sale, items } = await on.call<{ sale: Row; items: Row[] }>('sale_detail', { id: returned.id });
    expect([sale.type, sale.margin, items.map((item) => [item.unit_cost, item.returns_number])]).toEqual([
      'return',
      -240,
      Array(3).fill([40, sold.number]),
    ]);
    // With only some of the lines requested, the totals still cover all lines.
    expect(await on.call('sale_detail', { id: returned.id, most_lines: 2 })).toEqual({
      ...(await on.call<Row>('sale_detail', { id: returned.id })),
      items: items.slice(0, 2),
      sale: {
        ...sale,
        lines: 3,
        moved: 4,
        taxes: [expect.objectContaining({ percentage: 0, tax: 0 })],
        has_returns: false,
        has_left: false,
      },
      returned_sales: [{ id: sold.id, number: sold.number }],
    });
    expect(await on.call('sale_detail', { id: sold.id, most_lines: 0 })).toMatchObject({
      items: [],
      sale: { lines: 1, moved: 5, has_returns: true, has_left: true },
      returned_sales: [],
    });
    for (const [{ number }, has_left] of [
      [sold, true],
      [returned, false],
    ] as const)
      expect(await on.table('sale_page', { words: number })).toMatchObject([{ has_left }]);
    // A sale out of the user's reach cannot be returned.
    const far = await goods(on, 5, {}, maadi);
    const there = await sellForCash(on, [line(far.variant)], { branch_id: maadi });
    const [hidden] = await linesOf(on, there);
    await on.as(people.cashier);
    expect(await on.refused(() => sell(on, [back(hidden)]))).toMatchObject({ code: 'PT404', message: 'sale_line_not_found' });
  });

  scenario('can be combined with a sale of other goods in one document', async (on) => {
    const [small, large] = [await goods(on, 10, { price: 80, by_measure: true }), await goods(on, 10, { price: 100 })];
    const sold = await sellForCash(on, [line(small.variant, 2)]);
    const [id] = await linesOf(on, sold);
    const dearer = await sell(on, [back(id), line(large.variant)], {}, [await paying(on, 50)]);
    expect(dearer).toMatchObject({ subtotal: 20, total: 20, paid: 20, change: 30, remaining: 0 });
    const cheaper = await sell(on, [line(small.variant, 0.5), back(id)], {}, [await paying(on, -40)]);
    expect(cheaper).toMatchObject({ total: -40, paid: -40, change: 0, remaining: 0 });
    expect((await on.table('sale_page', { words: dearer.number })).map(({ type }) => type)).toEqual(['exchange']);
    expect([await onHand(on, small.variant, zamalek), await onHand(on, large.variant, zamalek)]).toEqual([9.5, 9]);
    expect((await on.table('sale_page', { types: ['exchange'] })).map(({ id: found }) => found).sort()).toEqual(
      [dearer.id, cheaper.id].sort(),
    );
  });
});

describe('refunding a return', () => {
  scenario('accepts any payment method, and never exceeds the total', async (on) => {
    const { variant } = await goods(on, 10, { price: 100 });
    const sold = await sellForCash(on, [line(variant, 4)]);
    const [id] = await linesOf(on, sold);
    expect(await sell(on, [back(id)], {}, [await paying(on, -60, 'Card'), await paying(on, -40)])).toMatchObject({
      paid: -100,
      remaining: 0,
      change: 0,
    });
    for (const [amounts, message] of [
      [[-100.01], 'payment_exceeds_remaining'],
      [[-60, -60], 'payment_exceeds_remaining'],
      [[100], 'payment_amount_invalid'],
      [[-99], 'customer_missing'],
    ] as [number[], string][]) {
      expect(
        await on.refused(async () => sell(on, [back(id)], {}, await Promise.all(amounts.map((amount) => paying(on, amount))))),
        String(amounts),
      ).toMatchObject({ message });
    }
    // The rest stays as the customer's credit.
    const customer_id = await customer(on);
    expect(await sell(on, [back(id)], { customer_id }, [await paying(on, -30)])).toMatchObject({
      total: -100,
      paid: -30,
      remaining: -70,
      payment_status: 'partially_paid',
    });
  });

  scenario('first reduces what is still owed for the goods, and pays out only what was paid', async (on) => {
    const { variant } = await goods(on, 20, { price: 100 });
    const customer_id = await customer(on);
    const owed = await sell(on, [line(variant, 5)], { customer_id }, [await paying(on, 350)]);
    const paid = await sellForCash(on, [line(variant, 2)]);
    const [[ofOwed], [ofPaid]] = [await linesOf(on, owed), await linesOf(on, paid)];
    expect(await on.refused(async () => sell(on, [back(ofOwed, 2)], { customer_id }, [await paying(on, -200)]))).toMatchObject({
      message: 'payment_exceeds_remaining',
    });
    const returned = await sell(on, [back(ofOwed, 1), back(ofPaid, 1)], { customer_id }, [await paying(on, -100)]);
    expect(returned).toMatchObject({ total: -200, paid: -200, remaining: 0, payment_status: 'paid' });
    const left = async () => on.rows('select paid, remaining, payment_status from public.sales where id = $1', owed.id);
    expect(await left()).toEqual([{ paid: 450, remaining: 50, payment_status: 'partially_paid' }]);
    const rest = await sell(on, [back(ofOwed, 1)], { customer_id }, [await paying(on, -50)]);
    expect(await left()).toEqual([{ paid: 500, remaining: 0, payment_status: 'paid' }]);
    const { payments } = await on.call<{ payments: Row[] }>('sale_detail', { id: owed.id });
    expect(payments.map(({ amount, payment_method, return_number }) => [amount, payment_method, return_number])).toEqual([
      [350, 'Cash', null],
      [100, null, returned.number],
      [50, null, rest.number],
    ]);
    await on.call('void_sale', { id: rest.id, reason: 'Mistake' });
    expect(await left()).toEqual([{ paid: 450, remaining: 50, payment_status: 'partially_paid' }]);
    // In an exchange with an amount to pay, earlier debts stay open.
    expect(await sell(on, [back(ofOwed, 1), line(variant, 2)], { customer_id })).toMatchObject({ total: 100, remaining: 100 });
    expect(await left()).toEqual([{ paid: 450, remaining: 50, payment_status: 'partially_paid' }]);
  });
});

describe('a return', () => {
  scenario('can be voided like a sale, after which its goods can be returned again', async (on) => {
    const { variant } = await goods(on, 10, { price: 100 });
    const sold = await sellForCash(on, [line(variant, 2)]);
    const [id] = await linesOf(on, sold);
    const returned = await giveBack(on, [back(id, 1), back(id, 1, { damaged: true })]);
    expect(await on.refused(() => on.call('void_sale', { id: sold.id, reason: 'Mistake' }))).toMatchObject({
      code: 'PT409',
      message: 'sale_has_returns',
    });
    expect(await onHand(on, variant, zamalek)).toBe(9);
    await on.call('void_sale', { id: returned.id, reason: 'Wrong goods' });
    expect(await onHand(on, variant, zamalek)).toBe(8);
    const again = await giveBack(on, [back(id, 2)]);
    await on.call('void_sale', { id: again.id, reason: 'Wrong goods' });
    await on.call('void_sale', { id: sold.id, reason: 'Mistake' });
    const refusal = await on.refused(() => sell(on, [back(id)]));
    expect(refusal).toMatchObject({ code: 'PT409', message: 'sale_voided' });
    expect(detailOf(refusal)).toMatchObject({ number: sold.number });
  });

  scenario('cannot be voided after its goods were sold on', async (on) => {
    const { variant } = await goods(on, 2, { price: 100, name: 'Sold on' });
    const sold = await sellForCash(on, [line(variant, 2)]);
    const returned = await giveBack(on, [back((await linesOf(on, sold))[0], 2)]);
    await sellForCash(on, [line(variant)]);
    const refusal = await on.refused(() => on.call('void_sale', { id: returned.id, reason: 'Late' }));
    expect(refusal).toMatchObject({ code: 'PT409', message: 'stock_short' });
    expect(detailOf(refusal).lines).toEqual([expect.objectContaining({ product: 'Sold on', needs: 2, has: 1 })]);
  });

  scenario('requires its own permission, and an exchange also that of a sale', async (on) => {
    const { variant } = await goods(on, 10, { price: 100 });
    const sold = await sellForCash(on, [line(variant, 3)]);
    const [id] = await linesOf(on, sold);
    const cash = await paying(on, 0);
    const attempt = (lines: Row[], amount: number) => sell(on, lines, {}, amount === 0 ? [] : [{ ...cash, amount }]);
    await withOnlyPermissions(on, people.cashier, 'accounting.sales.create', 'accounting.sales.view');
    for (const lines of [[back(id)], [back(id), line(variant)]]) {
      expect(detailOf(await on.refused(() => attempt(lines, 0)))).toEqual({ permission: 'accounting.sales.return' });
    }
    await withOnlyPermissions(on, people.cashier, 'accounting.sales.return', 'accounting.sales.view');
    for (const lines of [[line(variant)], [back(id), line(variant)]]) {
      expect(detailOf(await on.refused(() => attempt(lines, 0)))).toEqual({ permission: 'accounting.sales.create' });
    }
    expect(await attempt([back(id)], -100)).toMatchObject({ total: -100 });
  });

  scenario('is returned when it is sent again, and refused if its pieces differ', async (on) => {
    const { variant } = await goods(on, 10, { price: 100 });
    const sold = await sellForCash(on, [line(variant, 3)]);
    const [line_id] = await linesOf(on, sold);
    const id = randomUUID();
    const send = async (quantity: number) => sell(on, [back(line_id, quantity)], {}, [await paying(on, -100 * quantity)], id);
    const first = await send(1);
    expect(await send(1)).toEqual(first);
    expect(await on.refused(() => send(2))).toMatchObject({ code: 'PT409', message: 'exists_already' });
    expect(await onHand(on, variant, zamalek)).toBe(8);
  });

  test('never reads the sales once per sale, even with plans made while there were none', async () => {
    const sellSome = async (on: TestSession, sales: number) => {
      const { variant } = await goods(on, sales, { price: 100 });
      let sold: Sold | undefined;
      for (let n = 0; n < sales; n++) sold = await sellForCash(on, [line(variant)]);
      return linesOf(on, sold!);
    };
    // Leaves pages without rows.
    await inTestSession(databaseOwner(), async (on) => void (await sellSome(on, 20)));
    await databaseOwner()`analyze public.sales, public.sale_lines`;
    await inTestSession(databaseOwner(), async (on) => {
      const read = async () => {
        await on.asDatabaseOwner();
        return on.value<number>(
          `select sum(seq_tup_read + idx_tup_fetch)::integer from pg_stat_xact_user_tables where relname in ('sales', 'sale_lines')`,
        );
      };
      const sales = 100;
      const [id] = await sellSome(on, sales);
      const before = await read();
      await on.as(people.owner);
      await on.call('sale_detail', { id: (await giveBack(on, [back(id)])).id });
      // Each query may read such a table from end to end, which is as fast for few rows, but not once for each of them.
      expect(((await read()) - before) / sales).toBeLessThan(sales * 4);
    });
  });
});

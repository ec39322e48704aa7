import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { idOf, makeProduct } from '../fixtures.ts';
import { seed, seededRandom } from '../seeded-random.ts';
import { average, line as ordered, order, pay, receive, variants, withOnlyPermissions, type Saved } from './purchasing.ts';
import { line, paying, preview, sell, sellForCash, type Sold } from './selling.ts';

const { zamalek, nasrCity } = branches;
/** How much happens in the random business. */
const STEPS = Number(process.env.DAFTAR_PROPERTY_CASES ?? 150);

interface Value extends Row {
  quantity: number;
  value: number | null;
}
/** Pieces and value of a variant, read past the policies. */
async function valueOf(on: TestSession, variant: string): Promise<Value> {
  await on.asDatabaseOwner();
  const [row] = await on.rows<Value>('select quantity::float, value::float from private.stock_values where variant_id = $1', variant);
  await on.as(people.owner);
  return row ?? { quantity: 0, value: null };
}
const differences = async (on: TestSession, variant: string): Promise<number[]> => {
  await on.asDatabaseOwner();
  const rows = await on.rows<{ amount: number }>(
    `select amount::float from public.cost_differences where variant_id = $1 and kind = 'corrected' order by position`,
    variant,
  );
  await on.as(people.owner);
  return rows.map(({ amount }) => amount);
};
const costOf = (on: TestSession, id: string) =>
  on.value<number>(
    'select sum(k.cost)::float from public.sale_line_costs k join public.sale_lines l on l.id = k.sale_line_id where l.sale_id = $1',
    id,
  );
const linesOf = (on: TestSession, id: string) =>
  on
    .rows<{ id: string }>('select id from public.sale_lines where sale_id = $1 order by position', id)
    .then((rows) => rows.map((row) => row.id));
/** Takes goods back for cash. */
async function back(on: TestSession, returns_line_id: string | undefined, rest: Row = {}): Promise<Sold> {
  const lines = [{ returns_line_id, quantity: 1, ...rest }];
  const { total } = await preview(on, lines);
  return sell(on, lines, {}, [await paying(on, Number(total))]);
}
const bought = async (on: TestSession, variant: string, quantity: number, unit_cost: number) => {
  const { id } = await order(on, [ordered(variant, quantity, unit_cost)]);
  return receive(on, id, [[variant, quantity]]);
};
const adjust = (on: TestSession, variant_id: string, quantity: number) =>
  on.call('post_stock_entry', {
    id: randomUUID(),
    kind: 'adjustment',
    reason: 'loss',
    branch_id: zamalek,
    lines: [{ variant_id, quantity }],
  });
const correct = async (on: TestSession, id: string, items: Row[], version?: number) =>
  on.call<Saved>('save_purchase_order', {
    id,
    purchase: { status: await on.value<string>('select status from public.purchase_orders where id = $1', id) },
    items,
    expected_version: version ?? (await on.value<number>('select version from public.purchase_orders where id = $1', id)),
  });
/** The lines of profit and loss that change the value of stock. */
async function profitAndLoss(on: TestSession): Promise<Record<string, number>> {
  const { rows } = await on.call<{ rows: { kind: string; now: number }[] }>('report_profit_and_loss', { period: 'this_year' });
  return Object.fromEntries(rows.map(({ kind, now }) => [kind, now]));
}

describe('the value of stock', () => {
  scenario('takes goods back at the cost at which they were sold', async (on) => {
    const [one = ''] = await variants(on, 1, { price: 500 });
    await bought(on, one, 1, 100);
    const { id } = await sellForCash(on, [line(one)]);
    await bought(on, one, 1, 200);
    const [sold] = await linesOf(on, id);
    const returned = await back(on, sold);
    expect(await costOf(on, returned.id)).toBe(-100);
    expect([await valueOf(on, one), await average(on, one)]).toEqual([{ quantity: 2, value: 300 }, 150]);
  });

  scenario('leaves nothing behind when the last piece is sold', async (on) => {
    const [one = ''] = await variants(on, 1, { price: 500 });
    const { id } = await order(on, [ordered(one, 3, 50, 50)]);
    await receive(on, id, [[one, 3]]);
    const costs: number[] = [];
    for (let n = 0; n < 3; n++) costs.push(await costOf(on, (await sellForCash(on, [line(one)])).id));
    expect(costs).toEqual([33.33, 33.34, 33.33]);
    expect(await valueOf(on, one)).toEqual({ quantity: 0, value: 0 });
    // What is known of the goods when none is left.
    expect(await average(on, one)).toBe(33.33);
  });

  scenario('gives a line returned in parts exactly its cost back', async (on) => {
    const [one = ''] = await variants(on, 1, { price: 500 });
    const { id } = await order(on, [ordered(one, 7, 50, 250)]);
    await receive(on, id, [[one, 7]]);
    const sold = await sellForCash(on, [line(one, 3)]);
    expect(await costOf(on, sold.id)).toBe(42.86);
    const [of] = await linesOf(on, sold.id);
    const costs = [];
    for (let n = 0; n < 3; n++) costs.push(await costOf(on, (await back(on, of)).id));
    expect(costs).toEqual([-14.29, -14.28, -14.29]);
    expect(await valueOf(on, one)).toEqual({ quantity: 7, value: 100 });
  });

  scenario('is as before after a sale or return is voided', async (on) => {
    const [one = ''] = await variants(on, 1, { price: 500 });
    const { id } = await order(on, [ordered(one, 3, 50, 50)]);
    await receive(on, id, [[one, 3]]);
    const voidSale = (of: string) => on.call('void_sale', { id: of, reason: 'Mistake' });
    const sold = await sellForCash(on, [line(one, 2)]);
    expect(await valueOf(on, one)).toEqual({ quantity: 1, value: 33.33 });
    await bought(on, one, 1, 10);
    const returned = await back(on, (await linesOf(on, sold.id))[0]);
    const before = await valueOf(on, one);
    await voidSale(returned.id);
    await voidSale(sold.id);
    expect(before).toEqual({ quantity: 3, value: 76.67 });
    expect(await valueOf(on, one)).toEqual({ quantity: 4, value: 110 });
  });

  scenario('does not change with transfers, and loses what is written off', async (on) => {
    const [one = ''] = await variants(on, 1, { price: 500 });
    await bought(on, one, 4, 10);
    const transfer = randomUUID();
    await on.call('save_transfer', {
      id: transfer,
      from_branch_id: zamalek,
      to_branch_id: nasrCity,
      lines: [{ variant_id: one, quantity: 1 }],
    });
    await on.call('approve_transfer', { id: transfer });
    expect(await valueOf(on, one)).toEqual({ quantity: 4, value: 40 });
    await adjust(on, one, -1);
    const { id } = await sellForCash(on, [line(one, 2)]);
    await back(on, (await linesOf(on, id))[0], { damaged: true });
    expect(await valueOf(on, one)).toEqual({ quantity: 1, value: 10 });
  });

  scenario('is unknown until goods come in at a cost, which then counts for those that were there', async (on) => {
    const made = await makeProduct((await on.as(people.owner), on), { price: 500, purchase_price: 7 });
    const one = made.variants[0] ?? '';
    const opening = (quantity: number, unit_cost?: number) =>
      on.call('post_stock_entry', {
        id: randomUUID(),
        kind: 'opening',
        branch_id: zamalek,
        lines: [{ variant_id: one, quantity, unit_cost }],
      });
    await opening(5);
    const { id } = await sellForCash(on, [line(one)]);
    expect([await costOf(on, id), await valueOf(on, one), await average(on, one)]).toEqual([7, { quantity: 4, value: null }, undefined]);
    await opening(2, 10);
    expect([await valueOf(on, one), await average(on, one)]).toEqual([{ quantity: 6, value: 48 }, 8]);
    await opening(2);
    expect(await valueOf(on, one)).toEqual({ quantity: 8, value: 64 });
    expect(await differences(on, one)).toEqual([]);
  });

  scenario('takes back what was sold at an unknown cost without a profit', async (on) => {
    const made = await makeProduct((await on.as(people.owner), on), { price: 500 });
    const one = made.variants[0] ?? '';
    await on.call('post_stock_entry', {
      id: randomUUID(),
      kind: 'opening',
      branch_id: zamalek,
      lines: [{ variant_id: one, quantity: 4 }],
    });
    const { id } = await sellForCash(on, [line(one, 2)]);
    await bought(on, one, 2, 10);
    expect([await costOf(on, id), await valueOf(on, one)]).toEqual([null, { quantity: 4, value: 40 }]);
    const before = await profitAndLoss(on);
    const [sold] = await linesOf(on, id);
    expect(await costOf(on, (await back(on, sold)).id)).toBeNull();
    expect(await costOf(on, (await back(on, sold, { damaged: true })).id)).toBeNull();
    expect(await valueOf(on, one)).toEqual({ quantity: 5, value: 50 });
    const after = await profitAndLoss(on);
    for (const kind of ['cost', 'damaged', 'adjusted', 'corrected']) expect(after[kind] ?? 0, kind).toBe(before[kind] ?? 0);
  });

  scenario('changes by the same amount on the page of a count and in profit and loss', async (on) => {
    const [one = ''] = await variants(on, 1, { price: 500 });
    // 200 pieces cost 66.67, at 0.3333 they would come to 66.66.
    const { id } = await order(on, [ordered(one, 300, 1, 200)]);
    await receive(on, id, [[one, 300]]);
    const before = await profitAndLoss(on);
    const count = randomUUID();
    await on.call('start_count', {
      id: count,
      branch_id: zamalek,
      scope: 'products',
      scope_ids: [await on.value('select product_id from public.variants where id = $1', one)],
    });
    const tallies = [{ id: randomUUID(), variant_id: one, mode: 'set', quantity: 100, ago: 0 }];
    await on.call('record_tallies', { count_id: count, tallies });
    await on.call('close_count', { id: count });
    await on.call('post_count', { id: count, uncounted: 'leave' });
    const lost = Math.round(((await profitAndLoss(on)).counted! - before.counted!) * 100) / 100;
    const { summary } = await on.call<{ summary: Row }>('count_detail', { id: count });
    const [shown] = await on.rows<{ value: number }>('select value::float from public.count_lines(id => $1)', count);
    expect([summary.value_short, shown?.value, lost]).toEqual([66.67, -66.67, -66.67]);
  });

  scenario('books what was sold at the wrong cost when a receipt is undone', async (on) => {
    const [one = ''] = await variants(on, 1, { price: 500 });
    await bought(on, one, 10, 10);
    const mistake = await bought(on, one, 10, 1000);
    const before = await profitAndLoss(on);
    await sellForCash(on, [line(one, 2)]);
    await on.call('undo_receipt', { id: mistake.id, reason: 'A zero too many' });
    // Two sold at 505 instead of 10.
    expect([await valueOf(on, one), await average(on, one), await differences(on, one)]).toEqual([{ quantity: 8, value: 80 }, 10, [990]]);
    const after = await profitAndLoss(on);
    expect((after.corrected ?? 0) - (before.corrected ?? 0)).toBe(990);
    expect((after.cost ?? 0) - (before.cost ?? 0)).toBe(-1010);
  });

  scenario('follows the price on the invoice, and what was sold becomes a cost difference', async (on) => {
    const [one = ''] = await variants(on, 1, { price: 500 });
    const { id } = await order(on, [ordered(one, 10, 50)]);
    await receive(on, id, [[one, 10]]);
    const sold = await sellForCash(on, [line(one)]);
    const before = await profitAndLoss(on);
    expect(await correct(on, id, [ordered(one, 10, 55)])).toMatchObject({ total: 550, receipt_state: 'full' });
    expect([await valueOf(on, one), await average(on, one), await differences(on, one)]).toEqual([{ quantity: 9, value: 495 }, 55, [-5]]);
    expect(await costOf(on, sold.id)).toBe(50);
    expect(((await profitAndLoss(on)).corrected ?? 0) - (before.corrected ?? 0)).toBe(-5);
    // Undone, the goods go at the price of the invoice; returned ones come back at the cost of their sale.
    await back(on, (await linesOf(on, sold.id))[0]);
    expect(await valueOf(on, one)).toEqual({ quantity: 10, value: 545 });
    const { receipts } = await on.call<{ receipts: { id: string }[] }>('purchase_detail', { id });
    await on.call('undo_receipt', { id: receipts[0]!.id, reason: 'Wrong goods' });
    expect(await valueOf(on, one)).toEqual({ quantity: 0, value: null });
  });

  scenario('is right after a receipt is undone whose order was corrected when some goods had left', async (on) => {
    const [one = '', two = '', three = ''] = await variants(on, 3, { price: 500 });
    for (const [variant, change] of [
      [one, { items: [ordered(one, 10, 20)] }],
      [two, { items: [ordered(two, 10, 10)], charges: [{ kind: 'freight', amount: 100, spread: 'value' }] }],
    ] as const) {
      const { id } = await order(on, [ordered(variant, 10, 10)]);
      await receive(on, id, [[variant, 5]]);
      const last = await receive(on, id, [[variant, 5]]);
      await sellForCash(on, [line(variant, 4)]);
      await on.call('save_purchase_order', {
        id,
        purchase: { status: 'completed' },
        expected_version: await on.value<number>('select version from public.purchase_orders where id = $1', id),
        ...change,
      });
      expect(await valueOf(on, variant)).toEqual({ quantity: 6, value: 120 });
      await on.call('undo_receipt', { id: last.id, reason: 'Wrong goods' });
      // The one left of the first receipt, which costs 20 since the correction; the four that left are a difference of 40.
      expect([await valueOf(on, variant), await differences(on, variant)]).toEqual([{ quantity: 1, value: 20 }, [-40]]);
    }
    // Goods of another order that came in between are not of the corrected one.
    const { id } = await order(on, [ordered(three, 4, 10)]);
    await receive(on, id, [[three, 2]]);
    const other = await bought(on, three, 4, 40);
    await receive(on, id, [[three, 2]]);
    await correct(on, id, [ordered(three, 4, 20)]);
    await on.call('undo_receipt', { id: other.id, reason: 'Wrong goods' });
    expect(await valueOf(on, three)).toEqual({ quantity: 4, value: 80 });
  });

  scenario('spreads a corrected cost over all receipts of a line, to the cent', async (on) => {
    const [one = '', two = ''] = await variants(on, 2, { price: 500 });
    const { id } = await order(on, [ordered(one, 10, 10), ordered(two, 3, 7)]);
    for (const pieces of [3, 3, 1]) await receive(on, id, [[one, pieces]]);
    await correct(on, id, [ordered(one, 10, 11, 10.01), ordered(two, 3, 8)]);
    const { items, receipts } = await on.call<{ items: Row[]; receipts: { items: Row[] }[] }>('purchase_detail', { id });
    // Ten come to 99.99; seven of them to 69.99, spread as 30.00, 29.99 and 10.00.
    expect(items.map(({ total }) => total)).toEqual([99.99, 24]);
    expect(receipts.map((receipt) => receipt.items[0]?.unit_cost)).toEqual([10, 9.9967, 10]);
    expect(await valueOf(on, one)).toEqual({ quantity: 7, value: 69.99 });
    await receive(on, id, [[one, 3]]);
    expect(await valueOf(on, one)).toEqual({ quantity: 10, value: 99.99 });
    expect(await differences(on, one)).toEqual([]);
  });

  scenario('is corrected only by users with the permission, and never below what was paid', async (on) => {
    const [one = ''] = await variants(on, 1, { price: 500 });
    const { id } = await order(on, [ordered(one, 2, 50)]);
    await receive(on, id, [[one, 2]]);
    await pay(on, id, 90);
    expect(await on.refused(() => correct(on, id, [ordered(one, 2, 40)]))).toMatchObject({ message: 'total_below_paid' });
    await correct(on, id, [ordered(one, 2, 45)]);
    expect(await correct(on, id, [ordered(one, 2, 45)])).toMatchObject({ total: 90, remaining: 0 });
    await withOnlyPermissions(on, people.manager, 'purchasing.orders.view', 'purchasing.orders.update', 'inventory.costs.view');
    expect(await on.refused(() => correct(on, id, [ordered(one, 2, 60)]))).toMatchObject({ message: 'cost_frozen' });
  });

  scenario(
    `equals what was paid less what left at its cost, in a random business (SEED=${seed})`,
    async (on) => {
      const roll = seededRandom(seed);
      const pick = <T>(from: readonly T[]): T => from[roll(from.length)] as T;
      const all = await variants(on, 3, { price: 500, purchase_price: 3 });
      // Of each variant in cents: pieces, value, and what is stored of its sold lines. As exact as the database, in whole numbers.
      const book = new Map(all.map((variant) => [variant, { pieces: 0n, cents: null as bigint | null }]));
      const sold: { line: string; sale: string; variant: string; quantity: number; cents: bigint; returned: number }[] = [];
      const orders: { id: string; variant: string; quantity: number; cents: bigint; left: number; worth: bigint; line: string }[] = [];
      const supplier = await idOf(on, 'suppliers', 'Mahalla Textiles');
      let paid = 0n;
      const given: { id: string; of: (typeof orders)[number]; quantity: number; cents: bigint }[] = [];
      const half = (of: bigint, by: bigint) => (2n * of + by) / (2n * by);
      const took = (variant: string, pieces: number): bigint => {
        const of = book.get(variant)!;
        const quantity = BigInt(pieces);
        const cents = of.cents === null ? 300n * quantity : quantity === of.pieces ? of.cents : half(of.cents * quantity, of.pieces);
        of.pieces -= quantity;
        if (of.cents !== null) of.cents -= cents;
        return cents;
      };
      const came = (variant: string, pieces: number, cents: bigint) => {
        const of = book.get(variant)!;
        if (of.cents !== null) of.cents += cents;
        of.pieces += BigInt(pieces);
      };
      const opened = await profitAndLoss(on);
      let valued = 0n;
      for (let step = 0; step < STEPS; step++) {
        const variant = pick(all);
        const of = book.get(variant)!;
        const kind = pick(['buy', 'buy', 'sell', 'sell', 'sell', 'return', 'void', 'adjust', 'invoice', 'giveBack', 'takeBack'] as const);
        if (kind === 'buy') {
          const [quantity, unit, discount] = [1 + roll(9), 1 + roll(99999), roll(100)];
          const cents = BigInt(quantity * unit - Math.min(discount, quantity * unit));
          const { id } = await order(on, [ordered(variant, quantity, unit / 100, Math.min(discount, quantity * unit) / 100)]);
          await receive(on, id, [[variant, quantity]]);
          if (of.cents === null) {
            of.cents = of.pieces * 300n;
            valued += of.cents;
          }
          came(variant, quantity, cents);
          paid += cents;
          const line = await on.value<string>(
            'select i.id from public.receipt_items i join public.receipts r on r.id = i.receipt_id where r.purchase_order_id = $1',
            id,
          );
          orders.push({ id, variant, quantity, cents, left: quantity, worth: cents, line });
        } else if (kind === 'invoice' && orders.length > 0) {
          const one = pick(orders);
          // The cost of pieces that went back can no longer be corrected.
          if (one.left < one.quantity) continue;
          const cents = BigInt(one.quantity * (1 + roll(99999)));
          await correct(on, one.id, [ordered(one.variant, one.quantity, Number(cents) / one.quantity / 100)]);
          const { pieces, cents: worth } = book.get(one.variant)!;
          const [changed, here] = [cents - one.cents, pieces < BigInt(one.quantity) ? pieces : BigInt(one.quantity)];
          const part = (changed < 0n ? -1n : 1n) * half((changed < 0n ? -changed : changed) * here, BigInt(one.quantity));
          const kept = part < -worth! ? -worth! : part;
          book.get(one.variant)!.cents = worth! + kept;
          paid += changed;
          [one.cents, one.worth] = [cents, cents];
        } else if (kind === 'giveBack' && orders.length > 0) {
          const one = pick(orders);
          const its = book.get(one.variant)!;
          const most = Math.min(one.left, Number(its.pieces));
          if (most === 0) continue;
          const quantity = 1 + roll(most);
          const cents = quantity === one.left ? one.worth : half(one.worth * BigInt(quantity), BigInt(one.left));
          const { id, total } = await on.call<{ id: string; total: number }>('record_purchase_return', {
            id: randomUUID(),
            header: { supplier_id: supplier, branch_id: zamalek, reason: 'damaged' },
            lines: [{ variant_id: one.variant, quantity, receipt_item_id: one.line }],
          });
          expect(Math.round(total * 100)).toBe(Number(cents));
          const kept = its.pieces - BigInt(quantity);
          // Goods that cost more than all of the stock is worth leave the average with what stays.
          its.cents = kept === 0n ? 0n : its.cents! < cents ? half(its.cents! * kept, its.pieces) : its.cents! - cents;
          its.pieces = kept;
          one.left -= quantity;
          one.worth -= cents;
          paid -= cents;
          given.push({ id, of: one, quantity, cents });
        } else if (kind === 'takeBack' && given.length > 0) {
          const [one] = given.splice(roll(given.length), 1);
          if (!one) continue;
          await on.call('void_purchase_return', { id: one.id, reason: 'Random' });
          came(one.of.variant, one.quantity, one.cents);
          one.of.left += one.quantity;
          one.of.worth += one.cents;
          paid += one.cents;
        } else if (kind === 'sell' && of.pieces > 0n) {
          const quantity = 1 + roll(Number(of.pieces > 4n ? 4n : of.pieces));
          const { id } = await sellForCash(on, [line(variant, quantity)]);
          const cents = took(variant, quantity);
          sold.push({ line: (await linesOf(on, id))[0]!, sale: id, variant, quantity, cents, returned: 0 });
          expect(Math.round((await costOf(on, id)) * 100)).toBe(Number(cents));
        } else if (kind === 'return' && sold.length > 0) {
          const one = pick(sold);
          if (one.returned === one.quantity) continue;
          const share = (pieces: number) => half(one.cents * BigInt(pieces), BigInt(one.quantity));
          const cents = share(one.returned + 1) - share(one.returned);
          const { id } = await back(on, one.line);
          one.returned += 1;
          came(one.variant, 1, cents);
          expect(Math.round((await costOf(on, id)) * -100)).toBe(Number(cents));
        } else if (kind === 'void' && sold.length > 0) {
          const one = pick(sold);
          if (one.returned > 0) continue;
          await on.call('void_sale', { id: one.sale, reason: 'Random' });
          came(one.variant, one.quantity, one.cents);
          sold.splice(sold.indexOf(one), 1);
        } else if (kind === 'adjust' && of.pieces > 0n) {
          const quantity = 1 + roll(Number(of.pieces > 3n ? 3n : of.pieces));
          await adjust(on, variant, -quantity);
          took(variant, quantity);
        }
      }
      for (const [variant, { pieces, cents }] of book)
        expect(await valueOf(on, variant)).toEqual({ quantity: Number(pieces), value: cents === null ? null : Number(cents) / 100 });
      // Nothing was adjusted or sold before its cost was known, but what was is in profit and loss and not in the value.
      const now = await profitAndLoss(on);
      const change = (kind: string) => Math.round(((now[kind] ?? 0) - (opened[kind] ?? 0)) * 100);
      const value = [...book.values()].reduce((sum, { cents }) => sum + (cents ?? 0n), 0n);
      expect(Number(paid + valued) + change('cost') + change('damaged') + change('adjusted') + change('corrected')).toBe(Number(value));
    },
    600_000,
  );
});

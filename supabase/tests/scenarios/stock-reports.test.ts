/* The reports of stock: movements with their rates, age, and deliveries. */
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { makeProduct, stocked } from '../fixtures.ts';
import { line as ordered, order, receive, type Saved } from './purchasing.ts';
import { goods, line, paying, sell, sellForCash } from './selling.ts';
import { approve, create } from './transfer-fixtures.ts';

const { zamalek, nasrCity } = branches;

interface Report {
  totals: Row;
  rows: (Row & { id: string; name: string | null })[];
}
const both = [zamalek, nasrCity];
const report = (on: TestSession, name: string, rest: Row = {}): Promise<Report> =>
  on.call<Report>(`report_${name}`, { at_branch_ids: both, row_limit: 10_000, ...rest });
const rowOf = async (on: TestSession, name: string, id: string, rest: Row = {}) =>
  (await report(on, name, rest)).rows.find((row) => row.id === id);

/** Moves what has happened to a variant so far back by days, and a second. */
async function daysLater(on: TestSession, variant: string, days: number) {
  await on.asDatabaseOwner();
  await on.rows('update public.stock_movements set at = at - make_interval(days => $2, secs => 1) where variant_id = $1', variant, days);
  await on.as(people.owner);
}

describe('the rates of the report of movements', () => {
  scenario('compare what was sold with what was on hand over the whole period', async (on) => {
    // 30 pieces for 20 days, then 20 pieces for 10: 800 piece-days, and 10 sold in 30 days.
    const { product, variant } = await goods(on, 30, { price: 100, purchase_price: 60 });
    await daysLater(on, variant, 20);
    await sellForCash(on, [line(variant, 10)]);
    await daysLater(on, variant, 9);
    await daysLater(on, variant, 1);
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    const shown = await rowOf(on, 'movements', product, { period: `${day(60)}..${day(-1)}`, compare: 'none' });
    expect(shown).toMatchObject({ at_start: 0, adjusted: 30, sold: -10, at_end: 20, net_sold: 10, value: 1200 });
    // A third of 30 pieces is sold.
    expect(shown?.sell_through).toBe(33.3);
    // 10 a 800 piece-days are 4.6 a year.
    expect(shown?.turnover).toBe(4.6);
    // From midnight 60 days ago until now, in Cairo's day: about 60 days.
    expect(Number(shown?.average_stock)).toBeCloseTo(800 / 60, 0);
    expect(Number(shown?.days_left)).toBeGreaterThanOrEqual(118);
    expect(Number(shown?.days_left)).toBeLessThanOrEqual(124);
  });

  scenario('count what came back or was voided as not sold', async (on) => {
    const { product, variant } = await goods(on, 30, { price: 100 });
    const sale = await sellForCash(on, [line(variant, 6)]);
    const [bought] = await on.rows<{ id: string }>('select id from public.sale_lines where sale_id = $1', sale.id);
    await sell(on, [{ returns_line_id: bought?.id, quantity: 1 }], {}, [await paying(on, -100)]);
    const wrong = await sellForCash(on, [line(variant, 4)]);
    await on.call('void_sale', { id: wrong.id, reason: 'Wrong goods' });
    expect(await rowOf(on, 'movements', product, { period: 'today' })).toMatchObject({
      sold: -10,
      returned: 1,
      undone: 4,
      net_sold: 5,
      at_end: 25,
      sell_through: 16.7,
    });
  });

  scenario('separate goods that had no sale in a branch, with their value', async (on) => {
    const sold = await goods(on, 10, { price: 100, purchase_price: 60 });
    const { product, variant } = await goods(on, 10, { price: 100, purchase_price: 60 });
    await stocked(on, people.owner, nasrCity, [[sold.variant, 3]]);
    await sellForCash(on, [line(sold.variant, 1)]);
    const unsold = { period: 'last_30_days', filters: { moving: ['unsold'] }, measure: 'value' };
    expect(await rowOf(on, 'movements', product, unsold)).toMatchObject({ at_end: 10, value: 600 });
    // In Nasr City nothing of it was sold.
    expect(await rowOf(on, 'movements', sold.product, unsold)).toMatchObject({ at_end: 3, value: 180 });
    expect(await rowOf(on, 'movements', sold.product, { ...unsold, at_branch_ids: [zamalek] })).toBeUndefined();
    await sellForCash(on, [line(variant, 1)]);
    expect(await rowOf(on, 'movements', product, unsold)).toBeUndefined();
  });

  scenario('compare an unfinished period with the same part of the one before', async (on) => {
    const { product, variant } = await goods(on, 30, { price: 100 });
    await daysLater(on, variant, 3);
    await sellForCash(on, [line(variant, 2)]);
    await daysLater(on, variant, 1);
    await sellForCash(on, [line(variant, 5)]);
    const shown = await rowOf(on, 'movements', product, { period: 'today', compare: 'before', measure: 'net_sold' });
    expect(shown).toMatchObject({ at_start: 28, net_sold: 5, before: 2, change: 150, at_end: 23 });
  });

  scenario('hides costs from those who may not view them', async (on) => {
    const { product } = await goods(on, 3, { price: 100, purchase_price: 60 });
    await on.revokePermission(people.accountant, 'inventory.costs.view');
    await on.as(people.accountant);
    expect(await rowOf(on, 'movements', product, { period: 'today' })).not.toHaveProperty('value');
    expect(await rowOf(on, 'stock_age', product, { group_by: 'product' })).not.toHaveProperty('value');
    expect(await on.refused(() => report(on, 'movements', { measure: 'value' }))).toMatchObject({ message: 'value_invalid' });
  });
});

describe('the age of stock', () => {
  scenario('assumes first in, first out', async (on) => {
    const { product, variant } = await goods(on, 10, { price: 100, purchase_price: 60 });
    await daysLater(on, variant, 60);
    await stocked(on, people.owner, zamalek, [[variant, 5]]);
    await daysLater(on, variant, 40);
    const sale = await sellForCash(on, [line(variant, 8)]);
    const age = () => rowOf(on, 'stock_age', product, { group_by: 'product' });
    expect(await age()).toMatchObject({ pieces: 7, value: 420, age: 57, d31_90: 5, d91_180: 2, d0_30: 0 });
    // What comes back is as old as it was.
    const [bought] = await on.rows<{ id: string }>('select id from public.sale_lines where sale_id = $1', sale.id);
    await sell(on, [{ returns_line_id: bought?.id, quantity: 3 }], {}, [await paying(on, -300)]);
    expect(await age()).toMatchObject({ pieces: 10, d31_90: 5, d91_180: 5 });
  });

  scenario('does not make goods younger by moving them, unless asked by branch', async (on) => {
    const { product, variant } = await goods(on, 10, { price: 100 });
    await daysLater(on, variant, 50);
    const { id } = await create(on, [{ variant_id: variant, quantity: 4 }]);
    await approve(on, id);
    expect(await rowOf(on, 'stock_age', product, { group_by: 'product' })).toMatchObject({ pieces: 10, d31_90: 10, d0_30: 0 });
    const inBranch = (branch: string) =>
      report(on, 'stock_age', { group_by: 'product', filters: { branch: [branch], product: [product] } });
    expect((await inBranch(zamalek)).totals).toMatchObject({ pieces: 6, d31_90: 6 });
    expect((await inBranch(nasrCity)).totals).toMatchObject({ pieces: 4, d0_30: 4, age: 0 });
    // To those who see only the other branch, they arrived with the transfer.
    expect(await rowOf(on, 'stock_age', product, { at_branch_ids: [nasrCity], group_by: 'product' })).toMatchObject({
      pieces: 4,
      d0_30: 4,
    });
  });

  scenario('knows the age of goods that came back to another branch than sold them', async (on) => {
    const { product, variant } = await goods(on, 5, { price: 100 });
    await daysLater(on, variant, 40);
    const sale = await sellForCash(on, [line(variant, 2)]);
    const [bought] = await on.rows<{ id: string }>('select id from public.sale_lines where sale_id = $1', sale.id);
    await sell(on, [{ returns_line_id: bought?.id, quantity: 1 }], { branch_id: nasrCity }, [await paying(on, -100)]);
    const there = await report(on, 'stock_age', { at_branch_ids: [nasrCity], group_by: 'product', filters: { product: [product] } });
    expect(there.totals).toMatchObject({ pieces: 1, age: 40, d31_90: 1 });
  });

  scenario('equals the stock on hand in all branches', async (on) => {
    await on.as(people.owner);
    const { totals } = await on.call<Report>('report_stock_age', {});
    expect(totals.pieces).toBe(await on.value('select sum(quantity) from public.stock_levels'));
    expect(['d0_30', 'd31_90', 'd91_180', 'd181_365', 'over_365'].reduce((sum, part) => sum + Number(totals[part]), 0)).toBe(totals.pieces);
  });
});

describe('the report of deliveries', () => {
  scenario('never shows more pieces left of a delivery than were received', async (on) => {
    await on.as(people.owner);
    const variant = (await makeProduct(on, { price: 100 })).variants[0]!;
    await stocked(on, people.owner, nasrCity, [[variant, 3]]);
    const sale = await sellForCash(on, [line(variant, 3)], { branch_id: nasrCity });
    const bought = await order(on, [ordered(variant, 2, 60)]);
    await receive(on, bought.id, [[variant, 2]]);
    const [sold] = await on.rows<{ id: string }>('select id from public.sale_lines where sale_id = $1', sale.id);
    await sell(on, [{ returns_line_id: sold?.id, quantity: 3 }], {}, [await paying(on, -300)]);
    const asked = { at_branch_ids: [zamalek], period: 'last_30_days', group_by: 'purchase_order' };
    expect(await rowOf(on, 'deliveries', bought.id, asked)).toMatchObject({ received: 2, rest: 2, gone: 0, gone_rate: 0 });
  });

  scenario('shows how much of each delivery is gone, and omits undone ones', async (on) => {
    await on.as(people.owner);
    const variant = (await makeProduct(on, { price: 100 })).variants[0]!;
    const first = await order(on, [ordered(variant, 10, 60)]);
    await receive(on, first.id, [[variant, 10]]);
    await daysLater(on, variant, 5);
    const second = await order(on, [ordered(variant, 4, 60)]);
    const delivery = await receive(on, second.id, [[variant, 4]]);
    await sellForCash(on, [line(variant, 6)]);
    const of = ({ id }: Saved, rest: Row = {}) =>
      rowOf(on, 'deliveries', id, { period: 'last_30_days', group_by: 'purchase_order', ...rest });
    expect(await of(first)).toMatchObject({ name: first.number, received: 10, gone: 6, rest: 4, gone_rate: 60 });
    expect(await of(second)).toMatchObject({ received: 4, gone: 0, rest: 4, gone_rate: 0 });
    await on.call('undo_receipt', { id: delivery.id, reason: 'Wrong goods' });
    expect(await of(second)).toBeUndefined();
    expect(await of(first)).toMatchObject({ rest: 4 });
    await on.revokePermission(people.accountant, 'purchasing.orders.view');
    await on.as(people.accountant);
    expect(await on.refused(() => of(first))).toMatchObject({ message: 'permission_missing' });
  });
});

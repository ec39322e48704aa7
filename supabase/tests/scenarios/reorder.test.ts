import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { idOf, makeProduct, stocked } from '../fixtures.ts';
import { line as bought, order, receive, withOnlyPermissions } from './purchasing.ts';
import { line as sold, sellForCash } from './selling.ts';

const { zamalek, nasrCity } = branches;

interface Proposed extends Row {
  variant_id: string;
  branch_id: string;
  supplier_id: string | null;
  supplier: string | null;
  unit_cost: number | null;
  quantity: number;
}
interface Placed {
  id: string;
  orders: (Row & { id: string; number: string; status: string; total: number })[];
}

const propose = (on: TestSession, ...row_ids: string[]) => on.call<Proposed[]>('reorder_lines', { row_ids });
const place = (on: TestSession, lines: Row[], id: string = randomUUID()) => on.call<Placed>('place_reorder', { id, lines });
const toOrder = (variant_id: string, supplier_id: unknown, rest: Row = {}): Row => ({
  ...{ branch_id: zamalek, supplier_id, variant_id, quantity: 2, unit_cost: 10 },
  ...rest,
});
const mahalla = (on: TestSession) => idOf(on, 'suppliers', 'Mahalla Textiles');
async function otherSupplier(on: TestSession): Promise<string> {
  return on.value<string>(`insert into public.suppliers (name) values ($1) returning id`, `Weavers ${randomUUID().slice(0, 8)}`);
}

/** A product in colors, each with these pieces in Zamalek; the owner is the current user. */
async function inColors(on: TestSession, pieces: number[], product: Row = {}) {
  await on.as(people.owner);
  const colors = await on.rows<{ id: string }>(`select id from public.colors order by name limit ${pieces.length}`);
  const made = await makeProduct(
    on,
    product,
    colors.map(({ id }) => ({ color_id: id })),
  );
  await stocked(
    on,
    people.owner,
    zamalek,
    made.variants.flatMap((variant, index): [string, number][] => (pieces[index] ? [[variant, pieces[index]]] : [])),
  );
  return { ...made, row: `${made.id}:${zamalek}` };
}

const quantities = async (on: TestSession, { row, variants }: { row: string; variants: string[] }) => {
  const lines = await propose(on, row);
  return variants.map((id) => lines.find(({ variant_id }) => variant_id === id)?.quantity);
};

describe('the lines proposed for products low on stock', () => {
  scenario('give each variant what it sold and lacks, and add up to the report', async (on) => {
    const made = await inColors(on, [8, 5, 2], { low_stock_level: 12 });
    await sellForCash(on, [sold(made.variants[0]!, 6), sold(made.variants[1]!, 2)]);
    const report = await on.call<{ rows: Row[] }>('report_low_stock', { at_branch_ids: [zamalek] });
    // 12 + 8 sold - 7 on hand: the first lacks 9 + 6 - 2, the second 3 + 2 - 3, the third nothing.
    expect(report.rows.find(({ id }) => id === made.row)).toMatchObject({ on_hand: 7, to_order: 13 });
    expect(await quantities(on, made)).toEqual([11, 2, 0]);
  });

  scenario('share the quantity evenly where nothing was sold', async (on) => {
    expect(await quantities(on, await inColors(on, [1, 1, 1], { low_stock_level: 10 }))).toHaveLength(3);
    const lines = await quantities(on, await inColors(on, [1, 1, 1], { low_stock_level: 10 }));
    expect([...lines].sort()).toEqual([2, 2, 3]);
  });

  scenario('count what is on order already', async (on) => {
    const made = await inColors(on, [1, 1], { low_stock_level: 8 });
    await order(on, [bought(made.variants[0]!, 3, 10)]);
    expect(await quantities(on, made)).toEqual([0, 3]);
    await order(on, [bought(made.variants[1]!, 3, 10)]);
    expect(await quantities(on, made)).toEqual([0, 0]);
  });

  scenario('keep thousandths only of goods sold by measure', async (on) => {
    const fabric = await inColors(on, [1, 1], { low_stock_level: 2.5, by_measure: true });
    expect(await quantities(on, fabric)).toEqual([0.25, 0.25]);
    const shirts = await inColors(on, [1, 1], { low_stock_level: 2.5 });
    expect((await quantities(on, shirts)).sort()).toEqual([0, 1]);
  });

  scenario('leave out inactive variants and products that are no longer low', async (on) => {
    const made = await inColors(on, [1, 1], { low_stock_level: 8 });
    await on.asDatabaseOwner();
    await on.rows('update public.variants set active = false where id = $1', made.variants[0]);
    await on.as(people.owner);
    expect(await quantities(on, made)).toEqual([undefined, 6]);
    await stocked(on, people.owner, zamalek, [[made.variants[1]!, 20]]);
    expect(await propose(on, made.row)).toEqual([]);
  });

  scenario('name the last supplier and cost of the goods that came', async (on) => {
    const { variants, row } = await inColors(on, [1], { low_stock_level: 90 });
    const [variant] = variants as [string];
    const [first, second] = [await mahalla(on), await otherSupplier(on)];
    const came = async (supplier_id: string, unit_cost: number, ordered_on: string) => {
      const { id } = await order(on, [bought(variant, 1, unit_cost)], { supplier_id, ordered_on });
      await receive(on, id, [[variant, 1]]);
    };
    await came(second, 30, '2026-11-03');
    await came(first, 40, '2026-11-02');
    // Nothing of it has come yet.
    await order(on, [bought(variant, 1, 50)], { supplier_id: first, ordered_on: '2026-11-04' });
    expect(await propose(on, row)).toMatchObject([{ supplier_id: second, unit_cost: 30 }]);
    await on.rows('update public.suppliers set active = false where id = $1', second);
    expect(await propose(on, row)).toMatchObject([{ supplier_id: null, supplier: null, unit_cost: 30 }]);
  });

  scenario('name the supplier and price of a product that never came, if it has them', async (on) => {
    const supplier_id = await mahalla(on);
    const known = await inColors(on, [1], { low_stock_level: 5, supplier_id, purchase_price: 12.5 });
    expect(await propose(on, known.row)).toMatchObject([{ supplier_id, supplier: 'Mahalla Textiles', unit_cost: 12.5 }]);
    const unknown = await inColors(on, [1], { low_stock_level: 5 });
    expect(await propose(on, unknown.row)).toMatchObject([{ supplier_id: null, supplier: null, unit_cost: null }]);
  });

  scenario('are refused for other ids than those of rows, and for branches out of reach', async (on) => {
    const { id } = await inColors(on, [1], { low_stock_level: 5 });
    for (const row of ['x', id, `${id}:x`, ''])
      expect(await on.refused(() => propose(on, row))).toMatchObject({ message: 'value_invalid' });
    expect(await on.refused(() => propose(on, `${id}:${randomUUID()}`))).toMatchObject({ message: 'branch_not_found' });
    expect(await propose(on)).toEqual([]);
  });
});

describe('a reorder', () => {
  scenario('makes one pending order for each supplier and branch', async (on) => {
    const { variants } = await inColors(on, [1, 1]);
    const [one, two] = variants as [string, string];
    const [first, second] = [await mahalla(on), await otherSupplier(on)];
    const { orders } = await place(on, [
      toOrder(one, first),
      toOrder(two, first, { quantity: 3, unit_cost: '7.25' }),
      toOrder(one, second),
      toOrder(one, first, { branch_id: nasrCity }),
    ]);
    expect(orders.map(({ status, receipt_state }) => [status, receipt_state])).toEqual([1, 2, 3].map(() => ['pending', 'none']));
    const written = await on.rows(
      `select o.supplier_id, o.branch_id, array_agg(i.variant_id order by i.position) as goods, a.total
       from public.purchase_orders o join public.purchase_items i on i.purchase_order_id = o.id
       join public.purchase_amounts a on a.purchase_order_id = o.id where o.id = any ($1) group by 1, 2, 4`,
      orders.map(({ id }) => id),
    );
    expect(written).toHaveLength(3);
    expect(written).toEqual(
      expect.arrayContaining([
        { supplier_id: first, branch_id: zamalek, goods: [one, two], total: 41.75 },
        { supplier_id: second, branch_id: zamalek, goods: [one], total: 20 },
        { supplier_id: first, branch_id: nasrCity, goods: [one], total: 20 },
      ]),
    );
  });

  scenario('sent again answers the same orders, and refuses other lines', async (on) => {
    const { variants } = await inColors(on, [1]);
    const lines = [toOrder(variants[0]!, await mahalla(on))];
    const id = randomUUID();
    const placed = await place(on, lines, id);
    expect(await place(on, lines, id)).toEqual(placed);
    expect(await on.refused(() => place(on, [{ ...lines[0], quantity: 3 }], id))).toMatchObject({ message: 'exists_already' });
    await on.as(people.manager);
    expect(await on.refused(() => place(on, lines, id))).toMatchObject({ message: 'purchase_not_found' });
    await on.as(people.owner);
    expect(await on.refused(() => place(on, lines, placed.orders[0]!.id))).toMatchObject({ message: 'id_taken' });
  });

  scenario('makes no order at all if one line is wrong', async (on) => {
    const { variants } = await inColors(on, [1, 1]);
    const [one, two] = variants as [string, string];
    const supplier = await mahalla(on);
    const count = () => on.value<number>('select count(*)::int from public.purchase_orders');
    const before = await count();
    const wrong: [Row, string][] = [
      [{ supplier_id: null }, 'supplier_not_found'],
      [{ supplier_id: randomUUID() }, 'supplier_not_found'],
      [{ branch_id: randomUUID() }, 'branch_not_found'],
      [{ branch_id: null }, 'branch_not_found'],
      [{ variant_id: randomUUID() }, 'purchase_line_invalid'],
      [{ quantity: 0 }, 'purchase_line_invalid'],
      [{ quantity: 1.5 }, 'pieces_not_whole'],
      [{ unit_cost: null }, 'purchase_line_invalid'],
      [{ discount: 1 }, 'field_unknown'],
      [{ variant_id: one }, 'variant_twice'],
    ];
    for (const [change, message] of wrong)
      expect([change, await on.refused(() => place(on, [toOrder(one, supplier), toOrder(two, supplier, change)]))]).toMatchObject([
        change,
        { message },
      ]);
    expect(await on.refused(() => place(on, []))).toMatchObject({ message: 'lines_missing' });
    expect(
      await on.refused(() =>
        place(
          on,
          Array.from({ length: 1001 }, () => toOrder(one, supplier)),
        ),
      ),
    ).toMatchObject({
      message: 'lines_over_limit',
    });
    expect(await count()).toBe(before);
  });

  scenario('needs the permissions to create orders and to view costs, and work in the branch', async (on) => {
    const { variants } = await inColors(on, [1]);
    const lines = [toOrder(variants[0]!, await mahalla(on))];
    await withOnlyPermissions(on, people.manager, 'purchasing.orders.create');
    expect(await on.refused(() => place(on, lines))).toMatchObject({ message: 'permission_missing' });
    await withOnlyPermissions(on, people.manager, 'inventory.costs.view', 'purchasing.orders.view');
    expect(await on.refused(() => place(on, lines))).toMatchObject({ message: 'permission_missing' });
    await withOnlyPermissions(on, people.manager, 'purchasing.orders.create', 'inventory.costs.view');
    expect((await place(on, lines)).orders).toHaveLength(1);
    await on.asDatabaseOwner();
    await on.rows(`update public.user_branches set access = 'view' where profile_id = $1`, people.manager);
    await on.as(people.manager);
    expect(await on.refused(() => place(on, lines))).toMatchObject({ message: 'branch_view_only' });
  });
});

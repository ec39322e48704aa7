import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { detailOf, makeProduct } from '../fixtures.ts';
import { line, order, pay, receive } from './purchasing.ts';

interface Report {
  id: string;
  status: string;
  purchase_orders: Row;
  lines: number;
  pieces: number;
  amount: number;
  merged: number;
  merged_row: Row | null;
  problem_count: number;
  problems: { row: number; column: string; code: string; found: string | null; expected: Row }[];
  unknown: { kind: string; name: string }[];
}

const run = (on: TestSession, rows: Row[], options: Row = {}, dry = false, id = randomUUID()) =>
  on.call<Report>('import_sheet', {
    kind: 'purchase_orders',
    id,
    rows: rows.map((row, index) => ({ row: index + 2, ...row })),
    options,
    dry_run: dry,
  });
const check = (on: TestSession, rows: Row[], options: Row = {}) => run(on, rows, options, true);
const codes = ({ problems }: Report) => problems.map(({ row, column, code }) => `${row} ${column} ${code}`);
const orders = (on: TestSession) =>
  on.rows(`select o.number, o.reference, b.code as branch, o.ordered_on::text, o.due_on::text, o.notes, o.status, o.version, a.total, a.tax
    from public.purchase_orders o join public.branches b on b.id = o.branch_id join public.purchase_amounts a on a.purchase_order_id = o.id
    where o.reference like 'Kite%' or o.notes like 'Kite%' order by o.reference, o.ordered_on, b.code desc`);

/** Two products with their own codes: one plain, one in two sizes. */
async function goods(on: TestSession): Promise<{ mug: string; shirts: string[] }> {
  await on.as(people.owner);
  const sizes = await on.rows<{ id: string }>(`select id from public.sizes where name in ('M', 'L') order by name desc`);
  const mug = await makeProduct(on, { name: 'Kite mug', name_ar: 'كوب كايت' }, [{ sku: 'KITE-MUG', barcode: '400638133393' + '1' }]);
  const shirt = await makeProduct(
    on,
    { name: 'Kite shirt' },
    sizes.map(({ id }, index) => ({ size_id: id, sku: `KITE-${index}` })),
  );
  return { mug: mug.variants[0] ?? '', shirts: shirt.variants };
}

const head = { reference: 'Kite 7', supplier: 'Mahalla Textiles', branch: 'ZAM', ordered_on: '2026-10-01', due_on: '2026-11-01' };
const file = [
  { ...head, barcode: '4006381333931', quantity: '10', unit_cost: '4.125', discount: '1', tax: '5', notes: 'Kite urgent' },
  { reference: 'kite 7', product: 'kite SHIRT', size: 'm', quantity: '2', unit_cost: '100' },
  {
    supplier: 'mahalla textiles',
    branch: 'Zamalek',
    ordered_on: '2026-10-02',
    sku: 'KITE-MUG',
    quantity: '1',
    unit_cost: '4',
    notes: 'Kite loose',
  },
  {
    supplier: 'Mahalla Textiles',
    branch: 'NSR',
    ordered_on: '2026-10-02',
    product: 'كوب كايت',
    quantity: '3',
    unit_cost: '4',
    notes: 'Kite loose',
  },
];

describe('the rows of one item in an order', () => {
  scenario('become one line that keeps pieces and amount, free pieces included', async (on) => {
    const { mug } = await goods(on);
    const cups = (reference: string, quantity: string, unit_cost: string, rest: Row = {}) => ({
      ...{ ...head, reference, sku: 'KITE-MUG', quantity, unit_cost },
      ...rest,
    });
    const rows = [
      cups('Kite 1', '10', '50'),
      cups('Kite 1', '2', '0'),
      { ...head, reference: 'Kite 1', product: 'Kite shirt', size: 'M', quantity: '1', unit_cost: '30' },
      cups('Kite 2', '3', '3.3333'),
      cups('Kite 2', '3', '40', { discount: '0.01', document_total: '129.99' }),
    ];
    const report = await run(on, rows);
    expect(report).toMatchObject({ problems: [], lines: 3, pieces: 19, amount: 659.99, merged: 2, merged_row: { row: 3, into: 2 } });
    expect(
      await on.rows(
        `select o.reference, i.quantity::float, c.unit_cost::float, c.discount::float, c.total::float
         from public.purchase_items i join public.purchase_item_costs c on c.purchase_item_id = i.id
         join public.purchase_orders o on o.id = i.purchase_order_id where i.variant_id = $1 order by o.reference`,
        mug,
      ),
    ).toEqual([
      { reference: 'Kite 1', quantity: 12, unit_cost: 50, discount: 100, total: 500 },
      { reference: 'Kite 2', quantity: 6, unit_cost: 40, discount: 110.01, total: 129.99 },
    ]);
    expect(await run(on, rows)).toMatchObject({ purchase_orders: { create: 0, update: 0, skip: 2 } });
  });

  scenario('keep an amount that rounding each row made higher, and fractions of the unit', async (on) => {
    const { mug } = await goods(on);
    const rope = await makeProduct(on, { name: 'Kite rope', by_measure: true }, [{ sku: 'KITE-ROPE' }]);
    const rows = (reference: string, sku: string, ...of: [quantity: string, unit_cost: string][]) =>
      of.map(([quantity, unit_cost]) => ({ ...head, reference, sku, quantity, unit_cost }));
    const sent = [
      ...rows('Kite 1', 'KITE-MUG', ['3', '3.3333'], ['3', '3.3333']),
      ...rows('Kite 2', 'KITE-ROPE', ['0.5', '1.01'], ['0.5', '1.01']),
      ...rows('Kite 3', 'KITE-ROPE', ['1.234', '3.3333'], ['0.501', '2.1111']),
      { ...head, reference: 'Kite 4', sku: 'KITE-MUG', quantity: '3', line_total: '10' },
      { ...head, reference: 'Kite 4', sku: 'KITE-MUG', quantity: '3', line_total: '10' },
    ];
    expect(await run(on, sent)).toMatchObject({ problems: [], lines: 4, merged: 4, amount: 46.19 });
    expect(
      await on.rows(
        `select i.quantity::float, c.unit_cost::float, c.discount::float, c.total::float
         from public.purchase_items i join public.purchase_item_costs c on c.purchase_item_id = i.id
         join public.purchase_orders o on o.id = i.purchase_order_id where i.variant_id = any ($1) order by o.reference`,
        [mug, rope.variants[0]],
      ),
    ).toEqual([
      { quantity: 6, unit_cost: 3.3333, discount: 0, total: 20 },
      { quantity: 1, unit_cost: 1.02, discount: 0, total: 1.02 },
      { quantity: 1.735, unit_cost: 3.3333, discount: 0.6132, total: 5.17 },
      { quantity: 6, unit_cost: 3.3333, discount: 0, total: 20 },
    ]);
    expect(await run(on, sent)).toMatchObject({ purchase_orders: { create: 0, update: 0, skip: 4 } });
    const much = rows('Kite 5', 'KITE-MUG', ['9', '1000000000'], ['9', '1000000000']);
    expect(codes(await check(on, much))).toEqual(['2 unit_cost line_over_limit']);
  });
});

describe('the amounts of a file of purchase orders', () => {
  const cups = (reference: string, rest: Row): Row => ({ ...head, reference, sku: 'KITE-MUG', quantity: '3', ...rest });
  scenario('give the cost of a piece from the total of the line', async (on) => {
    await goods(on);
    await run(on, [
      cups('Kite 1', { line_total: '10' }),
      cups('Kite 2', { line_total: '11', discount: '1', document_total: '12.50', tax: '1.5' }),
    ]);
    expect(
      await on.rows(`select o.reference, c.unit_cost, a.total from public.purchase_orders o
      join public.purchase_amounts a on a.purchase_order_id = o.id join public.purchase_items i on i.purchase_order_id = o.id
      join public.purchase_item_costs c on c.purchase_item_id = i.id where o.reference like 'Kite%' order by 1`),
    ).toEqual([
      { reference: 'Kite 1', unit_cost: 3.3333, total: 10 },
      { reference: 'Kite 2', unit_cost: 4, total: 12.5 },
    ]);
  });
  scenario('are refused if they differ from the totals in the file', async (on) => {
    await goods(on);
    const { problems } = await check(on, [
      cups('Kite 1', { unit_cost: '4', line_total: '12.01' }),
      cups('Kite 2', { unit_cost: '4', document_total: '13', tax: '2' }),
      cups('Kite 3', { unit_cost: '4', document_total: '14', tax: '2' }),
      cups('Kite 4', {}),
      cups('Kite 5', { line_total: '12', discount: '1' }),
    ]);
    expect(problems.map(({ row, column, code, expected }) => [row, column, code, expected])).toEqual([
      [2, 'line_total', 'line_total_differs', { total: 12 }],
      [3, 'document_total', 'document_total_differs', { total: 14 }],
      [5, 'unit_cost', 'required', {}],
      [6, 'unit_cost', 'amount_unclear', {}],
    ]);
  });
  scenario('become charges of the order where a column names them, once for all of its rows', async (on) => {
    await goods(on);
    const rows = [
      cups('Kite 1', { unit_cost: '4', freight: '6', other_charges: '0.5', document_total: '23.5', tax: '1' }),
      { ...cups('Kite 1', { quantity: '1', unit_cost: '4' }), sku: 'KITE-0', freight: '6' },
      cups('Kite 2', { unit_cost: '4', customs: '0', document_total: '12' }),
    ];
    const known = () =>
      on.rows(
        `select o.reference, a.charges::float, a.total::float, (
           select array_agg(c.kind || ' ' || c.spread || ' ' || trim_scale(c.amount) order by c.position)
           from public.purchase_charges c where c.purchase_order_id = o.id) as named, (
           select array_agg(k.charges::float order by i.position) from public.purchase_items i
           join public.purchase_item_costs k on k.purchase_item_id = i.id where i.purchase_order_id = o.id) as shares
         from public.purchase_orders o join public.purchase_amounts a on a.purchase_order_id = o.id
         where o.reference like 'Kite%' and o.status <> 'cancelled' order by 1`,
      );
    const first = await run(on, rows);
    expect([codes(first), first.amount]).toEqual([[], 35.5]);
    const made = [
      { reference: 'Kite 1', charges: 6.5, total: 23.5, named: ['freight value 6', 'other value 0.5'], shares: [4.88, 1.62] },
      { reference: 'Kite 2', charges: 0, total: 12, named: null, shares: [0] },
    ];
    expect(await known()).toEqual(made);
    // Changed by the file, left where it names none, and restored by the undo.
    const second = await run(on, [
      { ...rows[0], freight: '7', document_total: '24.5' },
      { ...rows[1], freight: '7' },
    ]);
    expect(second.purchase_orders).toMatchObject({ update: 1 });
    expect(await known()).toMatchObject([{ charges: 7.5, total: 24.5, named: ['freight value 7', 'other value 0.5'] }, {}]);
    const silent = rows.map(({ freight: _, other_charges: __, document_total: ___, ...row }) => row);
    expect((await run(on, silent)).purchase_orders).toMatchObject({ update: 0, skip: 2 });
    await on.call('undo_import', { id: second.id });
    expect(await known()).toEqual(made);
    // A file cannot tell their spread and note, so that one that says nothing new skips an order edited by hand.
    const [byHand] = await on.rows(`select id, version from public.purchase_orders where reference = 'Kite 1'`);
    const { items } = await on.call<{ items: Row[] }>('purchase_detail', { id: byHand?.id });
    await on.call('save_purchase_order', {
      id: byHand?.id,
      purchase: { status: 'pending' },
      items: items.map(({ variant_id, quantity, unit_cost, discount }) => ({ variant_id, quantity, unit_cost, discount })),
      charges: [
        { kind: 'freight', amount: 6, spread: 'quantity', note: 'DHL' },
        { kind: 'other', amount: 0.5, spread: 'value' },
      ],
      expected_version: byHand?.version,
    });
    const again = await run(on, rows);
    expect([codes(again), again.purchase_orders]).toEqual([[], { create: 0, update: 0, skip: 2 }]);
    expect(codes(await check(on, [{ ...rows[0], freight: '7', document_total: undefined }]))).toEqual(['2 reference order_moved_on']);
  });
  scenario('are refused if rows of an order name different charges, or they differ from its total', async (on) => {
    await goods(on);
    const { problems } = await check(on, [
      cups('Kite 1', { unit_cost: '4', freight: '6' }),
      { ...cups('Kite 1', { unit_cost: '4', freight: '7' }), sku: 'KITE-0' },
      cups('Kite 2', { unit_cost: '4', freight: '6', document_total: '12' }),
      cups('Kite 3', { unit_cost: '4', customs: '-1' }),
    ]);
    expect(problems.map(({ row, column, code, expected }) => [row, column, code, expected])).toEqual([
      [3, 'freight', 'order_row_differs', { row: 2, value: '6' }],
      [4, 'document_total', 'document_total_differs', { total: 18 }],
      [5, 'customs', 'number_negative', { min: 0, max: 9999999999, decimals: 4 }],
    ]);
  });
});

describe('an import of purchase orders', () => {
  scenario('counts as editing, so with four-eyes approval its user cannot approve the order', async (on) => {
    await goods(on);
    await on.rows('update public.business set purchase_four_eyes = true');
    await run(on, file);
    await on.as(people.manager);
    const id = await on.value<string>(`select id from public.purchase_orders where reference = 'Kite 7'`);
    expect(
      await run(
        on,
        file.map((row, index) => (index === 0 ? { ...row, unit_cost: '400' } : row)),
      ),
    ).toMatchObject({ status: 'applied', purchase_orders: { update: 1 } });
    expect(await on.refused(() => on.call('approve_purchase', { id }))).toMatchObject({ code: 'PT409', message: 'approver_is_author' });
  });

  scenario('applies what its dry run reported, and changes nothing when repeated', async (on) => {
    await goods(on);
    const reported = await run(on, file, {}, true);
    expect(reported).toMatchObject({
      status: 'checked',
      purchase_orders: { create: 3, update: 0, skip: 0 },
      lines: 4,
      pieces: 16,
      amount: 40.25 + 200 + 5 + 4 + 12,
      problem_count: 0,
    });
    expect(await orders(on)).toEqual([]);
    expect(await run(on, file)).toMatchObject({ status: 'applied', purchase_orders: { create: 3 } });
    const made = await orders(on);
    expect(made).toMatchObject([
      {
        reference: 'Kite 7',
        branch: 'ZAM',
        ordered_on: '2026-10-01',
        due_on: '2026-11-01',
        notes: 'Kite urgent',
        status: 'pending',
        version: 1,
        total: 245.25,
        tax: 5,
      },
      { reference: null, branch: 'ZAM', ordered_on: '2026-10-02', total: 4 },
      { reference: null, branch: 'NSR', ordered_on: '2026-10-02', total: 12 },
    ]);
    expect(made[0]?.number).toMatch(/^PO-ZAM-IMPORT-\d{4}-\d{4}$/);
    expect(await run(on, file)).toMatchObject({ status: 'applied', purchase_orders: { create: 0, update: 0, skip: 3 }, lines: 0 });
    expect(await orders(on)).toEqual(made);
    expect(
      await on.rows(
        'select kind, created_count, skipped_count, branch_ids from public.imports where created_at = now() order by skipped_count desc',
      ),
    ).toMatchObject([
      { kind: 'purchase_orders', created_count: 0, skipped_count: 3, branch_ids: [] },
      { created_count: 3, branch_ids: expect.arrayContaining([branches.zamalek, branches.nasrCity]) as string[] },
    ]);
  });

  scenario('updates an order from its file until somebody else has changed it', async (on) => {
    const { mug } = await goods(on);
    await run(on, file.slice(0, 2));
    const more = [
      { ...file[0], quantity: '12' },
      { reference: 'Kite 7', sku: 'KITE-1', quantity: '5', unit_cost: '90' },
    ];
    expect(await run(on, more)).toMatchObject({ status: 'applied', purchase_orders: { create: 0, update: 1, skip: 0 } });
    // 12 × 4.125 − 1 + 5 × 90 + 5: the lines of the file replace all lines of the order.
    expect(await orders(on)).toMatchObject([{ total: 503.5, tax: 5 }]);
    expect(await run(on, more)).toMatchObject({ purchase_orders: { skip: 1 } });
    const id = await on.value<string>(`select id from public.purchase_orders where reference = 'Kite 7'`);
    expect(await on.refused(() => order(on, [line(mug, 1, 4)], {}, { id, expected_version: 1 }))).toMatchObject({
      message: 'changed_meanwhile',
    });
    await receive(on, id, [[mug, 1]]);
    expect(await run(on, more)).toMatchObject({ purchase_orders: { skip: 1 }, problem_count: 0 });
    const refused = await run(on, file.slice(0, 2));
    expect(refused).toMatchObject({
      status: 'refused',
      problems: [{ row: 2, column: 'reference', code: 'order_moved_on', found: 'Kite 7' }],
    });
    expect(refused.problems[0]?.expected).toEqual({
      number: await on.value('select number from public.purchase_orders where id = $1', id),
    });
  });

  scenario('never overwrites an order made by hand', async (on) => {
    const { mug } = await goods(on);
    const byHand = await order(on, [line(mug, 1, 4)], { reference: 'Kite 7' });
    expect(codes(await run(on, file.slice(0, 2), {}, true))).toEqual(['2 reference order_moved_on']);
    const sameDay = await order(on, [line(mug, 9, 4)], { ordered_on: '2026-10-02' });
    const report = await run(on, file.slice(2, 3), {}, true);
    expect(report.problems).toMatchObject([{ row: 2, column: 'reference', code: 'order_same_day', expected: { number: sameDay.number } }]);
    expect(await run(on, [{ ...file[2], quantity: '9' }])).toMatchObject({ purchase_orders: { create: 0, skip: 1 } });
    expect(await run(on, [{ ...file[2], reference: 'Kite 8' }])).toMatchObject({ status: 'applied', purchase_orders: { create: 1 } });
    expect(await on.refused(() => order(on, [line(mug, 1, 4)], { reference: 'KITE  8' }))).toMatchObject({
      constraint_name: 'purchase_orders_reference_unique',
    });
    expect(byHand.version).toBe(1);
  });

  scenario('reports every problem by row and column', async (on) => {
    const { mug } = await goods(on);
    await on.rows(`update public.suppliers set active = false where name = 'Cairo Cotton House'`);
    await on.rows(`insert into public.suppliers (name, active) values ('Kite closed', false)`);
    await makeProduct(on, { name: 'Kite kept', branch_id: branches.maadi }, [{ sku: 'KITE-KEPT' }]);
    const good = { ...head, reference: 'Kite ok', barcode: '4006381333931', quantity: '1', unit_cost: '1' };
    const report = await run(
      on,
      [
        { ...good, supplier: 'Kite closed' },
        { ...good, reference: 'Kite a', branch: 'Nowhere', due_on: '2026-09-01' },
        { ...good, reference: 'Kite b', barcode: '4006381333932', quantity: '0' },
        { ...good, reference: 'Kite c', barcode: undefined, product: 'Kite shirt', unit_cost: 'x' },
        { ...good, reference: 'Kite d', barcode: undefined, quantity: undefined, status: 'received', discount: '9' },
        { ...good, reference: 'Kite e', sku: 'KITE-0', ordered_on: '31/02/2026' },
        { ...good, reference: 'Kite f' },
        { ...good, reference: 'Kite f', branch: 'NSR', tax: '1' },
        { ...good, reference: 'Kite f', barcode: undefined, product: 'Kite mug', tax: '2' },
        { ...good, reference: 'Kite g', barcode: undefined, sku: 'KITE-KEPT' },
        { supplier: 'Mahalla Textiles', branch: 'ZAM', sku: 'KITE-MUG', quantity: '1', unit_cost: '1' },
        { ...good, reference: '6.22E+12', discount: '2' },
        { ...good, reference: 'Kite h', supplier: 'Nobody yet' },
      ],
      {},
      true,
    );
    expect(codes(report)).toEqual([
      '2 supplier supplier_inactive',
      '3 branch branch_unknown',
      '3 due_on due_before_order',
      '4 barcode item_unknown',
      '4 quantity quantity_not_positive',
      '5 product item_ambiguous',
      '5 unit_cost number_invalid',
      '6 product item_missing',
      '6 quantity required',
      '6 status order_not_open',
      '7 ordered_on date_invalid',
      '7 sku codes_disagree',
      '9 branch order_row_differs',
      '10 tax order_row_differs',
      '11 branch product_kept_by_branch',
      '12 ordered_on order_date_missing',
      '13 discount discount_over_line',
      '13 reference code_scientific',
      '14 supplier name_unknown',
    ]);
    expect(report.unknown).toMatchObject([{ kind: 'suppliers', name: 'Nobody yet' }]);
    expect(await on.value('select count(*) from public.purchase_items where variant_id = $1', mug)).toBe(0);
  });

  scenario('can skip whole orders with problems, and creates the selected suppliers', async (on) => {
    await goods(on);
    const report = await run(
      on,
      [
        ...file.slice(0, 2),
        { ...head, reference: 'Kite 9', supplier: 'Kite mills', sku: 'KITE-MUG', quantity: '1', unit_cost: '2' },
        { reference: 'Kite 7', sku: 'no such', quantity: '1', unit_cost: '1' },
      ],
      { skip_problem_rows: true, create: { suppliers: ['Kite mills'] } },
    );
    expect(report).toMatchObject({ status: 'applied', purchase_orders: { create: 1 }, lines: 1 });
    expect(await orders(on)).toMatchObject([{ reference: 'Kite 9', total: 2 }]);
  });

  scenario('can be undone while untouched, and its file can then be imported again', async (on) => {
    const { mug } = await goods(on);
    const first = await run(on, file.slice(0, 2));
    const [before] = await orders(on);
    const second = await run(on, [{ ...file[0], quantity: '99', notes: 'Kite more' }]);
    expect(await on.call('undo_import', { id: second.id })).toEqual({ id: second.id, status: 'undone' });
    expect(await orders(on)).toEqual([{ ...before, version: expect.any(Number) as number }]);
    expect(await on.call('undo_import', { id: first.id })).toEqual({ id: first.id, status: 'undone' });
    expect(await orders(on)).toMatchObject([{ reference: null, status: 'cancelled' }]);
    expect(await run(on, file.slice(0, 2))).toMatchObject({ purchase_orders: { create: 1 } });

    const paid = await run(on, file.slice(2, 3));
    const id = await on.value<string>(`select id from public.purchase_orders where notes = 'Kite loose' and status = 'pending'`);
    await pay(on, id, 1);
    expect(detailOf(await on.refused(() => on.call('undo_import', { id: paid.id })))).toMatchObject({ count: 1 });
    expect(await on.value('select count(*) from public.purchase_items where purchase_order_id = $1 and variant_id = $2', id, mug)).toBe(1);
  });

  scenario('can be undone even if its file name is too long for the reason and gets cut', async (on) => {
    await goods(on);
    for (const length of [291, 293, 295, 300]) {
      const { id } = await run(on, file.slice(0, 2), { file_name: 'k'.repeat(length) });
      expect(await on.call('undo_import', { id }), String(length)).toEqual({ id, status: 'undone' });
    }
  });

  scenario('can be undone only by users who may cancel and change orders and view costs', async (on) => {
    await goods(on);
    await on.as(people.buyer);
    const made = await run(on, file.slice(0, 2), { branch_id: branches.zamalek });
    const changed = await run(on, [{ ...file[0], quantity: '99' }]);
    for (const [id, right] of [
      [changed.id, 'purchasing.orders.update'],
      [changed.id, 'inventory.costs.view'],
      [made.id, 'purchasing.orders.cancel'],
    ] as const) {
      await on.asDatabaseOwner();
      const held = await on.rows<{ role_id: string }>(
        'delete from public.role_permissions where permission = $1 and role_id = (select role_id from public.profiles where id = $2) returning role_id',
        right,
        people.buyer,
      );
      await on.as(people.buyer);
      const refusal = await on.refused(() => on.call('undo_import', { id }));
      expect([refusal.code, refusal.message, detailOf(refusal)]).toEqual(['PT403', 'permission_missing', { permission: right }]);
      await on.asDatabaseOwner();
      await on.rows('insert into public.role_permissions (role_id, permission) values ($1, $2)', held[0]?.role_id, right);
      if (right === 'purchasing.orders.update') continue;
      await on.as(people.buyer);
      expect(await on.call('undo_import', { id })).toEqual({ id, status: 'undone' });
    }
  });

  scenario('treats a reference or product out of the user’s reach as unknown', async (on) => {
    await goods(on);
    expect(await run(on, [{ ...file[0], branch: 'MAD' }])).toMatchObject({ status: 'applied' });
    await makeProduct(on, { name: 'Secret kite', branch_id: branches.maadi }, [{ sku: 'SECRET-1' }]);
    await on.asDatabaseOwner();
    await on.rows('delete from public.user_branches where profile_id = $1 and branch_id = $2', people.buyer, branches.maadi);
    await on.as(people.buyer);
    const reported = async (rows: Row[]) => ({ ...(await run(on, rows, {}, true)), id: '' });
    const known = await reported([{ ...file[0], sku: 'SECRET-1' }]);
    expect(known).toEqual(await reported([{ ...file[0], reference: 'Kite 99', sku: 'NOWHERE' }]));
    expect(known).toMatchObject({ purchase_orders: { create: 1 }, problem_count: 0 });
    expect(await run(on, [file[0] ?? {}])).toMatchObject({ status: 'applied', purchase_orders: { create: 1 } });
  });

  scenario('requires permissions to import and view costs, and a branch where the user works', async (on) => {
    await goods(on);
    await on.as(people.storekeeper);
    expect(detailOf(await on.refused(() => run(on, file, {}, true)))).toEqual({ permission: 'purchasing.orders.import' });
    await on.as(people.buyer);
    const report = await run(
      on,
      [
        { ...file[0], branch: 'MAD' },
        { ...file[0], reference: 'Kite 10' },
      ],
      {},
      true,
    );
    expect(codes(report)).toEqual(['2 branch branch_unknown']);
    const mine = await run(on, [{ ...file[0], branch: undefined }], { branch_id: branches.zamalek });
    expect(mine).toMatchObject({ status: 'applied' });
    await on.as(people.manager);
    expect(await on.rows('select id from public.imports where id = $1', mine.id)).toHaveLength(1);
    await on.asDatabaseOwner();
    await on.rows(
      `delete from public.role_permissions where permission = 'inventory.costs.view' and role_id in (select role_id from public.profiles where id = any ($1))`,
      [people.buyer, people.manager],
    );
    await on.as(people.buyer);
    expect(detailOf(await on.refused(() => run(on, file, {}, true)))).toEqual({ permission: 'inventory.costs.view', field: 'unit_cost' });
    expect(await on.rows('select id from public.imports where id = $1', mine.id)).toHaveLength(1);
    await on.as(people.manager);
    expect(await on.rows('select id from public.imports where id = $1', mine.id)).toEqual([]);
    expect(await on.refused(() => on.call('undo_import', { id: mine.id }))).toMatchObject({ message: 'import_not_found' });
  });
});

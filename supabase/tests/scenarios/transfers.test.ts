import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row } from '../database.ts';
import { detailOf, idOf, makeProduct, onHand, stocked } from '../fixtures.ts';
import { approve, create, productInZamalek, reverse, type Answer } from './transfer-fixtures.ts';

const { zamalek, nasrCity, maadi, warehouse } = branches;

describe('a transfer', () => {
  scenario('moves nothing when it is made, all of it when it is approved, and back when it is reversed', async (on) => {
    const variant = await productInZamalek(on, 10);
    const made = await create(on, [{ variant_id: variant, quantity: 4 }]);
    expect(made).toMatchObject({ status: 'pending', version: 1, number: expect.stringMatching(/^TR-ZAM-\d{4}-\d{4}$/) as string });
    expect([await onHand(on, variant, zamalek), await onHand(on, variant, nasrCity)]).toEqual([10, 0]);
    expect(await approve(on, made.id)).toMatchObject({ status: 'approved', version: 2 });
    expect([await onHand(on, variant, zamalek), await onHand(on, variant, nasrCity)]).toEqual([6, 4]);
    expect(await reverse(on, made.id, 'Wrong branch')).toMatchObject({ status: 'reversed', version: 3 });
    expect([await onHand(on, variant, zamalek), await onHand(on, variant, nasrCity)]).toEqual([10, 0]);
    expect(
      await on.rows('select kind, branch_id, quantity from public.stock_movements where document_id = $1 order by id', made.id),
    ).toEqual([
      { kind: 'transfer_out', branch_id: zamalek, quantity: -4 },
      { kind: 'transfer_in', branch_id: nasrCity, quantity: 4 },
      { kind: 'reversal', branch_id: zamalek, quantity: 4 },
      { kind: 'reversal', branch_id: nasrCity, quantity: -4 },
    ]);
    expect(await on.rows('select approved_by, reversed_by, reversal_reason from public.transfers where id = $1', made.id)).toEqual([
      { approved_by: people.owner, reversed_by: people.owner, reversal_reason: 'Wrong branch' },
    ]);
  });

  scenario('goes within a branch to a stock point, and back', async (on) => {
    const variant = await productInZamalek(on, 5);
    const window = await idOf(on, 'stock_points', 'Window');
    const there = await create(on, [{ variant_id: variant, quantity: 5 }], { to_branch_id: zamalek, to_stock_point_id: window });
    await approve(on, there.id);
    expect([await onHand(on, variant, zamalek), await onHand(on, variant, zamalek, window)]).toEqual([0, 5]);
    const back = await create(on, [{ variant_id: variant, quantity: 2 }], { from_stock_point_id: window, to_branch_id: zamalek });
    await approve(on, back.id);
    expect([await onHand(on, variant, zamalek), await onHand(on, variant, zamalek, window)]).toEqual([2, 3]);
    expect(await on.refused(() => create(on, [{ variant_id: variant, quantity: 1 }], { to_branch_id: zamalek }))).toMatchObject({
      code: 'PT400',
      constraint_name: 'transfers_ends_differ',
    });
    expect(
      await on.refused(() =>
        create(on, [{ variant_id: variant, quantity: 1 }], {
          from_stock_point_id: window,
          to_branch_id: zamalek,
          to_stock_point_id: window,
        }),
      ),
    ).toMatchObject({ constraint_name: 'transfers_ends_differ' });
  });

  scenario('is refused approval if it changed since the approver read it', async (on) => {
    const variant = await productInZamalek(on, 10);
    const seen = await create(on, [{ variant_id: variant, quantity: 5 }]);
    const now = await create(on, [{ variant_id: variant, quantity: 9 }], { id: seen.id, expected_version: seen.version });
    const approveAt = (expected_version: number) => on.call<Answer>('approve_transfer', { id: seen.id, expected_version });
    const refusal = await on.refused(() => approveAt(seen.version));
    expect(refusal).toMatchObject({ code: 'PT409', message: 'changed_meanwhile' });
    expect(detailOf(refusal)).toMatchObject({ version: now.version });
    expect(await onHand(on, variant, zamalek)).toBe(10);
    const approved = await approveAt(now.version);
    expect(approved).toMatchObject({ status: 'approved' });
    // A repeated request with the same version answers the same.
    expect(await approveAt(now.version)).toEqual(approved);
  });

  scenario('is refused reversal if it changed or was approved since it was read', async (on) => {
    const variant = await productInZamalek(on, 10);
    const { id } = await create(on, [{ variant_id: variant, quantity: 5 }]);
    await create(on, [{ variant_id: variant, quantity: 9 }], { id, expected_version: 1 });
    const reverseAt = (expected_version: number) => on.call<Answer>('reverse_transfer', { id, reason: 'Not needed', expected_version });
    const changed = await on.refused(() => reverseAt(1));
    expect(changed).toMatchObject({ code: 'PT409', message: 'changed_meanwhile' });
    expect(detailOf(changed)).toMatchObject({ version: 2 });
    const approved = await approve(on, id);
    expect(await on.refused(() => reverseAt(2))).toMatchObject({ code: 'PT409', message: 'changed_meanwhile' });
    expect(await onHand(on, variant, nasrCity)).toBe(9);
    const reversed = await reverseAt(approved.version);
    expect(reversed).toMatchObject({ status: 'reversed' });
    // A repeated request with the same version answers the same.
    expect(await reverseAt(approved.version)).toEqual(reversed);
  });

  scenario('approved or reversed again changes nothing and answers the same', async (on) => {
    const variant = await productInZamalek(on, 10);
    const { id } = await create(on, [{ variant_id: variant, quantity: 3 }]);
    const first = await approve(on, id);
    expect(await approve(on, id)).toEqual(first);
    expect(await onHand(on, variant, nasrCity)).toBe(3);
    const reversed = await reverse(on, id, 'Mistake');
    expect(await reverse(on, id, 'Again')).toEqual(reversed);
    expect(await onHand(on, variant, zamalek)).toBe(10);
    const refusal = await on.refused(() => approve(on, id));
    expect(refusal).toMatchObject({ code: 'PT409', message: 'transfer_not_pending' });
    expect(detailOf(refusal)).toEqual({ status: 'reversed' });
  });

  scenario('can be withdrawn while pending, without moving stock, and is not approved afterwards', async (on) => {
    const variant = await productInZamalek(on, 10);
    const { id } = await create(on, [{ variant_id: variant, quantity: 3 }]);
    expect(await reverse(on, id)).toMatchObject({ status: 'reversed' });
    expect(await on.value('select count(*) from public.stock_movements where document_id = $1', id)).toBe(0);
    expect(await on.refused(() => approve(on, id))).toMatchObject({ message: 'transfer_not_pending' });
  });

  scenario('with insufficient stock moves nothing and lists needed and available quantity per line', async (on) => {
    const short = await productInZamalek(on, 3, { name: 'Short one' });
    const plenty = await productInZamalek(on, 100);
    const { id } = await create(on, [
      { variant_id: plenty, quantity: 50 },
      { variant_id: short, quantity: 5 },
    ]);
    const refusal = await on.refused(() => approve(on, id));
    expect(refusal).toMatchObject({ code: 'PT409', message: 'stock_short' });
    expect(detailOf(refusal)).toMatchObject({ lines: [{ variant_id: short, product: 'Short one', needs: 5, has: 3 }] });
    expect([await onHand(on, plenty, zamalek), await onHand(on, plenty, nasrCity)]).toEqual([100, 0]);
    expect(await on.value('select status from public.transfers where id = $1', id)).toBe('pending');
  });

  scenario('hides the stock of a branch the approver cannot view', async (on) => {
    await on.as(people.owner);
    const {
      variants: [variant = ''],
    } = await makeProduct(on);
    await stocked(on, people.owner, warehouse, [[variant, 2]]);
    const { id } = await create(on, [{ variant_id: variant, quantity: 7 }], { from_branch_id: warehouse, to_branch_id: nasrCity });
    await on.as(people.manager);
    const refusal = await on.refused(() => approve(on, id));
    expect(refusal.message).toBe('stock_short');
    expect(refusal.detail).not.toContain('"has"');
    const preview = await on.call<{ source: Row; target: Row; lines: Row[] }>('transfer_preview', { id });
    expect(preview.source).toEqual({ now: null });
    expect(preview.lines).toMatchObject([{ variant_id: variant, quantity: 7, at_source: null, at_target: 0 }]);
    await on.as(people.owner);
    expect(await on.call('transfer_preview', { id })).toMatchObject({ lines: [{ at_source: 2, at_target: 0 }] });
  });

  scenario('hides stock from an approver without inventory.stock.view', async (on) => {
    const variant = await productInZamalek(on, 2);
    const { id } = await create(on, [{ variant_id: variant, quantity: 7 }]);
    await on.as(people.manager);
    expect(detailOf(await on.refused(() => approve(on, id)))).toMatchObject({ lines: [{ needs: 7, has: 2 }] });
    await on.revokePermission(people.manager, 'inventory.stock.view');
    const refusal = await on.refused(() => approve(on, id));
    expect(refusal.message).toBe('stock_short');
    expect(refusal.detail).not.toContain('"has"');
  });

  scenario('is not taken back when its goods have left since', async (on) => {
    const variant = await productInZamalek(on, 10);
    const { id } = await create(on, [{ variant_id: variant, quantity: 6 }]);
    await approve(on, id);
    await on.call('post_stock_entry', {
      id: randomUUID(),
      kind: 'adjustment',
      branch_id: nasrCity,
      reason: 'loss',
      lines: [{ variant_id: variant, quantity: -4 }],
    });
    const refusal = await on.refused(() => reverse(on, id, 'Too late'));
    expect(refusal).toMatchObject({ code: 'PT409', message: 'stock_short' });
    expect(detailOf(refusal)).toMatchObject({ lines: [{ branch: 'Nasr City', needs: 6, has: 2 }] });
    expect(await on.value('select status from public.transfers where id = $1', id)).toBe('approved');
  });

  scenario('is taken back only with a reason', async (on) => {
    const variant = await productInZamalek(on, 10);
    const { id } = await create(on, [{ variant_id: variant, quantity: 6 }]);
    await approve(on, id);
    for (const reason of [undefined, '', '   ']) {
      expect(await on.refused(() => reverse(on, id, reason))).toMatchObject({ code: 'PT400', message: 'reason_missing' });
    }
  });
});

describe('making and changing a transfer', () => {
  scenario('the same id sent twice makes one, and answers the same', async (on) => {
    const variant = await productInZamalek(on, 10);
    const id = randomUUID();
    const first = await create(on, [{ variant_id: variant, quantity: 1 }], { id });
    expect(await create(on, [{ variant_id: variant, quantity: '1.0' }], { id, notes: '  ', shipping: null })).toEqual(first);
    for (const [lines, other] of [
      [[{ variant_id: variant, quantity: 9 }], {}],
      [[{ variant_id: variant, quantity: 1 }], { notes: 'typed since' }],
      [[{ variant_id: variant, quantity: 1 }], { shipping: 5 }],
      [[{ variant_id: variant, quantity: 1 }], { to_branch_id: maadi }],
    ] as const) {
      const refusal = await on.refused(() => create(on, [...lines], { id, ...other }));
      expect(refusal, JSON.stringify([lines, other])).toMatchObject({ code: 'PT409', message: 'exists_already' });
      expect(detailOf(refusal)).toEqual({ version: 1, number: first.number });
    }
    expect(await on.value('select sum(quantity) from public.transfer_items where transfer_id = $1', id)).toBe(1);
    // Continues as a change of the version named in the error.
    expect(await create(on, [{ variant_id: variant, quantity: 9 }], { id, expected_version: 1 })).toMatchObject({
      number: first.number,
      version: 2,
    });
    await on.as(people.manager);
    expect(await on.refused(() => create(on, [{ variant_id: variant, quantity: 1 }], { id }))).toMatchObject({
      code: 'PT404',
      message: 'transfer_not_found',
    });
  });

  scenario('pending can be changed, header and lines at once; approved not', async (on) => {
    const one = await productInZamalek(on, 10);
    const two = await productInZamalek(on, 10);
    const { id, number } = await create(on, [{ variant_id: one, quantity: 1 }]);
    const change = () =>
      create(
        on,
        [
          { variant_id: two, quantity: 2 },
          { variant_id: one, quantity: 3 },
        ],
        { id, to_branch_id: maadi, shipping: 20, notes: ' soon ', expected_version: 1 },
      );
    const changed = await change();
    expect(changed).toEqual({ id, number, version: 2, status: 'pending' });
    // A repeated request with the same version answers the same.
    expect(await change()).toEqual(changed);
    expect(
      await on.rows('select position, variant_id, quantity from public.transfer_items where transfer_id = $1 order by position', id),
    ).toEqual([
      { position: 1, variant_id: two, quantity: 2 },
      { position: 2, variant_id: one, quantity: 3 },
    ]);
    expect(await on.rows('select to_branch_id, shipping, notes from public.transfers where id = $1', id)).toEqual([
      { to_branch_id: maadi, shipping: 20, notes: 'soon' },
    ]);
    const stale = await on.refused(() => create(on, [{ variant_id: one, quantity: 1 }], { id, expected_version: 1 }));
    expect(stale).toMatchObject({ code: 'PT409', message: 'changed_meanwhile' });
    expect(detailOf(stale)).toMatchObject({ by: 'Mona Hassan', version: 2 });
    await approve(on, id);
    expect(await on.refused(() => create(on, [{ variant_id: one, quantity: 1 }], { id, expected_version: 3 }))).toMatchObject({
      message: 'transfer_not_pending',
    });
    // Sent again after it was approved, with what is in effect.
    expect(await change()).toEqual({ id, number, version: 3, status: 'approved' });
  });

  scenario('refuses invalid lines', async (on) => {
    const variant = await productInZamalek(on, 10);
    for (const [lines, message] of [
      [[], 'lines_missing'],
      [[{ variant_id: variant, quantity: 0 }], 'line_invalid'],
      [[{ variant_id: variant, quantity: -1 }], 'line_invalid'],
      [[{ variant_id: variant }], 'line_invalid'],
      [[{ variant_id: variant, quantity: 'NaN' }], 'line_invalid'],
      [[{ variant_id: variant, quantity: 0.0001 }], 'line_invalid'],
      [[{ variant_id: randomUUID(), quantity: 1 }], 'line_invalid'],
      [[{ quantity: 1 }], 'line_invalid'],
      [
        [
          { variant_id: variant, quantity: 1 },
          { variant_id: variant, quantity: 1 },
        ],
        'variant_twice',
      ],
    ] as [Row[], string][]) {
      expect(await on.refused(() => create(on, lines)), JSON.stringify(lines)).toMatchObject({ code: 'PT400', message });
    }
    expect(await on.refused(() => create(on, [{ variant_id: variant, quantity: 1 }], { shipping: -1 }))).toMatchObject({
      constraint_name: 'transfers_shipping_not_negative',
    });
    expect(await on.refused(() => create(on, [{ variant_id: variant, quantity: 1 }], { shipping: 'NaN' }))).toMatchObject({
      constraint_name: 'money_is_a_number',
    });
  });

  scenario('goes to a branch that exists', async (on) => {
    const variant = await productInZamalek(on, 10);
    expect(await on.refused(() => create(on, [{ variant_id: variant, quantity: 1 }], { to_branch_id: randomUUID() }))).toMatchObject({
      code: 'PT404',
      message: 'branch_not_found',
    });
    expect(await on.refused(() => create(on, [{ variant_id: variant, quantity: 1 }], { from_branch_id: null }))).toMatchObject({
      message: 'branch_not_found',
    });
  });

  scenario('has at most ten thousand lines', async (on) => {
    await on.as(people.owner);
    const lines = Array.from({ length: 10_001 }, () => ({ variant_id: randomUUID(), quantity: 1 }));
    const refusal = await on.refused(() => create(on, lines));
    expect(refusal).toMatchObject({ code: 'PT400', message: 'lines_over_limit' });
    expect(detailOf(refusal)).toMatchObject({ max: 10_000 });
  });

  scenario('refuses a product of one branch for another branch', async (on) => {
    const variant = await productInZamalek(on, 10, { name: 'Zamalek only', branch_id: zamalek });
    const refusal = await on.refused(() => create(on, [{ variant_id: variant, quantity: 1 }]));
    expect(refusal).toMatchObject({ code: 'PT409', message: 'product_kept_by_branch' });
    expect(detailOf(refusal)).toMatchObject({ product: 'Zamalek only', branch: 'Zamalek', branch_ar: 'الزمالك' });
    await create(on, [{ variant_id: variant, quantity: 1 }], {
      to_branch_id: zamalek,
      to_stock_point_id: await idOf(on, 'stock_points', 'Window'),
    });
  });
});

describe('permission for a transfer', () => {
  scenario('is needed in the source branch to create it and in the destination to approve it', async (on) => {
    const variant = await productInZamalek(on, 10);
    await on.as(people.storekeeper);
    const line = [{ variant_id: variant, quantity: 1 }];
    expect(await on.refused(() => create(on, line, { from_branch_id: nasrCity, to_branch_id: zamalek }))).toMatchObject({
      code: 'PT404',
      message: 'branch_not_found',
    });
    const { id } = await create(on, line);
    expect(detailOf(await on.refused(() => approve(on, id)))).toEqual({ permission: 'inventory.transfers.approve' });
    expect(detailOf(await on.refused(() => reverse(on, id)))).toEqual({ permission: 'inventory.transfers.reverse' });
    await on.as(people.manager);
    expect(await approve(on, id)).toMatchObject({ status: 'approved' });
    const toMaadi = await create(on, line, { to_branch_id: maadi });
    expect(await on.refused(() => approve(on, toMaadi.id))).toMatchObject({ code: 'PT403', message: 'branch_view_only' });
    expect(await on.refused(() => create(on, line, { from_branch_id: maadi, to_branch_id: zamalek }))).toMatchObject({
      message: 'branch_view_only',
    });
    const toWarehouse = await create(on, line, { to_branch_id: warehouse });
    expect(await on.refused(() => approve(on, toWarehouse.id))).toMatchObject({ code: 'PT404', message: 'branch_not_found' });
    expect(await reverse(on, toWarehouse.id)).toMatchObject({ status: 'reversed' });
  });

  scenario('the auditor can read but not write', async (on) => {
    await on.as(people.auditor);
    const id = '00000000-0000-7000-8000-000000000e02';
    expect(await on.value('select count(*) from public.transfers')).toBe(4);
    for (const attempt of [() => approve(on, id), () => reverse(on, id), () => create(on, [])]) {
      expect(await on.refused(attempt)).toMatchObject({ code: 'PT403', message: 'permission_missing' });
    }
  });

  scenario('a transfer between branches out of sight is not found, by any call', async (on) => {
    const id = '00000000-0000-7000-8000-000000000e03';
    await on.as(people.owner);
    await on.call('transfer_preview', { id });
    await on.asDatabaseOwner();
    await on.rows(
      `insert into public.role_permissions select role_id, p from public.profiles, unnest(array['inventory.transfers.approve', 'inventory.transfers.reverse']) p where id = $1`,
      people.storekeeper,
    );
    await on.as(people.storekeeper);
    const hidden = { code: 'PT404', message: 'transfer_not_found' };
    for (const table of ['transfers', 'transfer_list'])
      expect(await on.rows(`select id from public.${table} where id = $1`, id), table).toEqual([]);
    for (const table of ['transfer_items', 'transfer_costs'])
      expect(await on.rows(`select from public.${table} where transfer_id = $1`, id), table).toEqual([]);
    expect(await on.refused(() => on.call('transfer_preview', { id }))).toMatchObject(hidden);
    expect(await on.refused(() => approve(on, id))).toMatchObject(hidden);
    expect(await on.refused(() => reverse(on, id))).toMatchObject(hidden);
    const variant = await on.value('select id from public.variants limit 1');
    expect(await on.refused(() => create(on, [{ variant_id: variant, quantity: 1 }], { id, expected_version: 1 }))).toMatchObject(hidden);
    expect(await on.refused(() => create(on, [{ variant_id: variant, quantity: 1 }], { id }))).toMatchObject(hidden);
  });

  scenario('view-only access to the source branch cannot change a transfer', async (on) => {
    await on.as(people.owner);
    const {
      variants: [variant = ''],
    } = await makeProduct(on);
    await stocked(on, people.owner, maadi, [[variant, 5]]);
    const made = await create(on, [{ variant_id: variant, quantity: 1 }], { from_branch_id: maadi, to_branch_id: zamalek });
    await on.as(people.manager);
    expect(
      await on.refused(() =>
        create(on, [{ variant_id: variant, quantity: 5 }], { id: made.id, from_branch_id: zamalek, expected_version: 1 }),
      ),
    ).toMatchObject({ code: 'PT403', message: 'branch_view_only' });
  });
});

describe('what a transfer is worth', () => {
  scenario('is the cost at approval and shipping, rounded per line, and frozen', async (on) => {
    const variant = await productInZamalek(on, 10, { purchase_price: 1.115 });
    const { id } = await create(on, [{ variant_id: variant, quantity: 3 }], { shipping: 7.5 });
    expect(await on.rows('select * from public.transfer_costs where transfer_id = $1', id)).toEqual([]);
    await approve(on, id);
    expect(await on.rows('select goods, amount from public.transfer_costs where transfer_id = $1', id)).toEqual([
      { goods: 3.35, amount: 10.85 },
    ]);
    const product = await on.value<string>('select product_id from public.variants where id = $1', variant);
    await on.call('save_product', { id: product, product: { purchase_price: 100 }, variants: [{ id: variant }], expected_version: 1 });
    expect(
      await on.rows(
        'select unit_cost from public.transfer_item_costs k join public.transfer_items i on i.id = k.transfer_item_id where i.transfer_id = $1',
        id,
      ),
    ).toEqual([{ unit_cost: 1.115 }]);
  });

  scenario('is hidden from users without cost permission, in the list, the tables and the detail', async (on) => {
    const id = '00000000-0000-7000-8000-000000000e01';
    await on.as(people.owner);
    expect(await on.value<number>('select amount from public.transfer_list where id = $1', id)).toBeGreaterThan(0);
    await on.as(people.storekeeper);
    expect(await on.rows('select goods, amount from public.transfer_list where id = $1', id)).toEqual([{ goods: null, amount: null }]);
    expect(await on.value('select count(*) from public.transfer_costs')).toBe(0);
    expect(await on.value('select count(*) from public.transfer_item_costs')).toBe(0);
    expect(await on.value<number>('select count(*) from public.transfer_items')).toBeGreaterThan(0);
    expect(JSON.stringify(await on.call('transfer_preview', { id }))).not.toMatch(/cost|amount|goods/);
  });

  scenario('takes the moving average where there is one', async (on) => {
    const variant = await productInZamalek(on, 10, { purchase_price: 5 });
    await on.as(people.owner);
    await on.call('post_stock_entry', {
      id: randomUUID(),
      kind: 'opening',
      branch_id: branches.zamalek,
      lines: [{ variant_id: variant, quantity: 10, unit_cost: 11.5 }],
    });
    const { id } = await create(on, [{ variant_id: variant, quantity: 2 }]);
    await approve(on, id);
    expect(await on.value('select goods from public.transfer_costs where transfer_id = $1', id)).toBe(16.5);
  });
});

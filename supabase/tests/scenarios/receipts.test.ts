import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { detailOf, idOf, onHand, stocked } from '../fixtures.ts';
import { average, line, order, payment, supplierPayment, receive, variants } from './purchasing.ts';

const { zamalek, nasrCity, maadi } = branches;
const undo = (on: TestSession, id: string, reason: string | null = 'Counted wrong') =>
  on.call<{ purchase: { status: string; receipt_state: string; version: number } }>('undo_receipt', { id, reason });
const receivedOf = (on: TestSession, id: string) =>
  on.rows('select variant_id, received from public.purchase_items where purchase_order_id = $1 order by position', id);

describe('a receipt', () => {
  scenario('adds ordered goods to the chosen stock point, in one or several parts', async (on) => {
    const [one = '', two = ''] = await variants(on, 2);
    const { id } = await order(on, [line(one, 10, 5), line(two, 4, 2)]);
    const window = await idOf(on, 'stock_points', 'Window');
    const first = await receive(on, id, [[one, 3]], { note: ' First van ' });
    expect(first).toMatchObject({
      lines: 1,
      pieces: 3,
      number: expect.stringMatching(/^GR-ZAM-\d{4}-\d{4}$/) as string,
      purchase: { id, status: 'pending', receipt_state: 'partial' },
    });
    const rest = await receive(
      on,
      id,
      [
        [two, 4],
        [one, 7],
      ],
      { stock_point_id: window },
    );
    expect(rest).toMatchObject({ lines: 2, pieces: 11, purchase: { status: 'completed', receipt_state: 'full' } });
    expect([await onHand(on, one, zamalek), await onHand(on, one, zamalek, window), await onHand(on, two, zamalek, window)]).toEqual([
      3, 7, 4,
    ]);
    expect(await receivedOf(on, id)).toEqual([
      { variant_id: one, received: 10 },
      { variant_id: two, received: 4 },
    ]);
    expect(await on.rows('select kind, document_type, quantity from public.stock_movements where document_id = $1', first.id)).toEqual([
      { kind: 'purchase', document_type: 'receipt', quantity: 3 },
    ]);
    expect(
      await on.rows('select document_number, purchase_order_id, note from public.movement_list where document_id = $1', first.id),
    ).toEqual([{ document_number: first.number, purchase_order_id: id, note: 'First van' }]);
  });

  scenario('changes nothing when sent again, and cannot use another one’s id', async (on) => {
    const [one = ''] = await variants(on, 1);
    const { id } = await order(on, [line(one, 10, 5)]);
    const other = await order(on, [line(one, 10, 5)]);
    const receipt = randomUUID();
    const first = await receive(on, id, [[one, 3]], { id: receipt });
    expect(await receive(on, id, [[one, 3]], { id: receipt })).toEqual(first);
    expect(await onHand(on, one, zamalek)).toBe(3);
    expect(await on.refused(() => receive(on, other.id, [[one, 3]], { id: receipt }))).toMatchObject({
      code: 'PT404',
      message: 'receipt_not_found',
    });
    await on.as(people.manager);
    expect(await on.refused(() => receive(on, id, [[one, 3]], { id: receipt }))).toMatchObject({ message: 'receipt_not_found' });
  });

  scenario('with an id that exists is returned if it is the same, and refused otherwise', async (on) => {
    const [one = ''] = await variants(on, 1);
    const { id } = await order(on, [line(one, 10, 5)]);
    const rest = { id: randomUUID(), note: 'Van' };
    const first = await receive(on, id, [[one, 3]], rest);
    expect(await receive(on, id, [[one, '3.000' as never]], { ...rest, note: ' Van ' })).toEqual(first);
    for (const [lines, change] of [
      [[[one, 4]], {}],
      [[[one, 3]], { note: null }],
      [[[one, 3]], { stock_point_id: await idOf(on, 'stock_points', 'Window') }],
    ] as [[string, number][], Row][]) {
      const refusal = await on.refused(() => receive(on, id, lines, { ...rest, ...change }));
      expect(refusal, JSON.stringify([lines, change])).toMatchObject({ code: 'PT409', message: 'exists_already' });
      expect(detailOf(refusal)).toMatchObject({ version: 1 });
    }
  });

  scenario('keeps the total of a reduced order when it is undone', async (on) => {
    const [one = ''] = await variants(on, 1);
    const { id } = await order(on, [line(one, 3, 0.335)]);
    const total = async () => on.value('select total from public.purchase_amounts where purchase_order_id = $1', id);
    await receive(on, id, [[one, 1]]);
    const second = await receive(on, id, [[one, 1]]);
    await order(on, [line(one, 2, 0.335)], {}, { id, expected_version: second.purchase.version });
    const came = await total();
    expect(came).toBe(0.68);
    await undo(on, second.id);
    expect(await total()).toBe(came);
    expect(await on.invariants()).toEqual([]);
    await on.as(people.owner);
    await receive(on, id, [[one, 1]]);
    expect(await total()).toBe(came);
  });

  scenario('keeps the business day of its branch', async (on) => {
    const [one = ''] = await variants(on, 1);
    const { id } = await order(on, [line(one, 10, 5)]);
    const days = async () => [
      await on.value('select business_day::text from public.receipts where purchase_order_id = $1', id),
      await on.value('select business_day::text from public.purchase_payments where purchase_order_id = $1', id),
    ];
    const today = async (zone: string, hour: number) =>
      on.value<string>('select (now() at time zone $1 - make_interval(hours => $2))::date::text', zone, hour);
    await on.asDatabaseOwner();
    await on.rows(`update public.branches set time_zone = 'Pacific/Kiritimati', day_start = 3 where id = $1`, zamalek);
    await on.rows(`update public.branches set time_zone = 'Etc/GMT+12', day_start = 3 where id = $1`, nasrCity);
    await on.as(people.owner);
    await receive(on, id, [[one, 3]]);
    await on.call('pay_purchase', { id, payments: [await payment(on, 5, { branch_id: nasrCity })] });
    const due = [await today('Pacific/Kiritimati', 3), await today('Etc/GMT+12', 3)];
    expect(await days()).toEqual(due);
    await on.asDatabaseOwner();
    await on.rows(`update public.branches set time_zone = 'Africa/Cairo', day_start = 0`);
    expect(await days()).toEqual(due);
  });

  scenario('cannot exceed the outstanding quantity or contain goods that were not ordered', async (on) => {
    const [one = '', two = ''] = await variants(on, 2);
    const { id } = await order(on, [line(one, 10, 5)]);
    await receive(on, id, [[one, 8]]);
    const beyond = await on.refused(() => receive(on, id, [[one, 3]]));
    expect(beyond).toMatchObject({ code: 'PT409', message: 'receive_exceeds' });
    expect(detailOf(beyond)).toMatchObject({
      lines: [{ variant_id: one, product: expect.any(String) as string, requested: 3, outstanding: 2 }],
    });
    expect(detailOf(await on.refused(() => receive(on, id, [[two, 1]])))).toEqual({
      field: 'lines',
      lines: [{ variant_id: two, requested: 1, outstanding: 0 }],
    });
    for (const [lines, message] of [
      [[], 'lines_missing'],
      [[[one, 0]], 'line_invalid'],
      [[[one, -1]], 'line_invalid'],
      [[[one, 0.0001]], 'line_invalid'],
      [
        [
          [one, 1],
          [one, 1],
        ],
        'line_invalid',
      ],
    ] as [[string, number][], string][]) {
      expect(await on.refused(() => receive(on, id, lines)), message).toMatchObject({ code: 'PT400', message });
    }
    expect(
      await on.refused(() =>
        on.call('receive_purchase', { id: randomUUID(), purchase_order_id: id, lines: [{ variant_id: one, quantity: 'NaN' }] }),
      ),
    ).toMatchObject({ message: 'line_invalid' });
    await receive(on, id, [[one, 2]]);
    expect(await on.refused(() => receive(on, id, [[one, 1]]))).toMatchObject({ code: 'PT409', message: 'nothing_to_receive' });
  });

  scenario('can be undone with a reason while its goods are still in stock', async (on) => {
    const [one = ''] = await variants(on, 1);
    const { id } = await order(on, [line(one, 10, 5)]);
    const got = await receive(on, id, [[one, 10]]);
    expect(await on.refused(() => undo(on, got.id, null))).toMatchObject({ code: 'PT400', message: 'reason_missing' });
    await on.call('post_stock_entry', {
      id: randomUUID(),
      kind: 'adjustment',
      reason: 'loss',
      branch_id: zamalek,
      lines: [{ variant_id: one, quantity: -3 }],
    });
    const short = await on.refused(() => undo(on, got.id));
    expect(short).toMatchObject({ code: 'PT409', message: 'stock_short' });
    expect(detailOf(short)).toMatchObject({ lines: [{ variant_id: one, needs: 10, has: 7 }] });
    await stocked(on, people.owner, zamalek, [[one, 3]]);
    const undone = await undo(on, got.id);
    expect(undone.purchase).toMatchObject({ status: 'pending', receipt_state: 'none' });
    expect(await undo(on, got.id, 'Again')).toEqual(undone);
    expect(await onHand(on, one, zamalek)).toBe(0);
    expect(await receivedOf(on, id)).toEqual([{ variant_id: one, received: 0 }]);
    expect(await on.rows('select undone_by, undo_reason from public.receipts where id = $1', got.id)).toEqual([
      { undone_by: people.owner, undo_reason: 'Counted wrong' },
    ]);
    expect(await on.rows('select kind, quantity from public.stock_movements where document_id = $1 order by id', got.id)).toEqual([
      { kind: 'purchase', quantity: 10 },
      { kind: 'reversal', quantity: -10 },
    ]);
    await receive(on, id, [[one, 10]]);
    expect(await on.refused(() => undo(on, randomUUID()))).toMatchObject({ code: 'PT404', message: 'receipt_not_found' });
  });

  scenario('shows a storekeeper quantities but no costs in any call', async (on) => {
    const [one = ''] = await variants(on, 1);
    const { id, number } = await order(on, [line(one, 10, 98765.43)]);
    await on.as(people.storekeeper);
    const got = await receive(on, id, [[one, 4]]);
    for (const table of ['purchase_item_costs', 'purchase_amounts', 'receipt_item_costs', 'purchase_payments', 'variant_costs'])
      expect(await on.rows(`select * from public.${table}`), table).toEqual([]);
    const detail = await on.call<Record<string, unknown>>('purchase_detail', { id });
    expect(detail).toMatchObject({
      amounts: null,
      payments: null,
      items: [{ quantity: 10, received: 4, unit_cost: null, discount: null, total: null }],
      receipts: [{ pieces: 4, items: [{ unit_cost: null }] }],
    });
    const [listed] = await on.table('purchase_page', { words: number });
    expect(listed).toMatchObject({
      id,
      pieces: 10,
      received: 4,
      total: null,
      paid: null,
      remaining: null,
      payment_status: null,
      overdue: null,
      is_author: false,
    });
    expect(await on.call('purchase_totals', {})).toMatchObject({ total: null, paid: null, remaining: null });
    const supplier_id = await idOf(on, 'suppliers', 'Mahalla Textiles');
    expect(await on.call('supplier_account', { supplier_id })).toMatchObject({ owed: null, overdue: null, aged: null, orders: null });
    expect(await on.table('purchase_costs', { variant_ids: [one] })).toEqual([]);
    for (const text of [
      JSON.stringify(detail),
      JSON.stringify(listed),
      JSON.stringify(got),
      JSON.stringify(await on.rows('select * from public.purchase_orders')),
    ])
      expect(text).not.toMatch(/98765\.?43|395061\.?72/);
    for (const asked of [{ sort: 'total' }, { sort: 'remaining' }, { payment_statuses: ['due'] }, { is_overdue: true }]) {
      expect(detailOf(await on.refused(() => on.table('purchase_page', asked))), JSON.stringify(asked)).toEqual({
        permission: 'inventory.costs.view',
      });
    }
    await undo(on, got.id);
    expect(await on.refused(() => order(on, [line(one, 1, 1)]))).toMatchObject({ message: 'permission_missing' });
  });
});

describe('the moving average cost', () => {
  scenario('is weighted by the stock in all branches and the received goods', async (on) => {
    const [one = ''] = await variants(on, 1, { purchase_price: 4 });
    await stocked(on, people.owner, nasrCity, [[one, 6]]);
    const { id } = await order(on, [line(one, 10, 8)]);
    expect(await average(on, one)).toBeUndefined();
    await receive(on, id, [[one, 2]]);
    // Six at the purchase price of 4 and two at 8; then eight at 5 and eight at 8.
    expect(await average(on, one)).toBe(5);
    await receive(on, id, [[one, 8]]);
    expect(await average(on, one)).toBe(6.5);
  });

  scenario('starts with the cost of opening stock, until the first purchase', async (on) => {
    const [one = '', two = '', plain = ''] = await variants(on, 3);
    const opening = (lines: Row[], rest: Row = {}) =>
      on.call<{ id: string }>('post_stock_entry', { id: randomUUID(), kind: 'opening', branch_id: zamalek, lines, ...rest });
    const id = randomUUID();
    const lines = [
      { variant_id: one, quantity: 10, unit_cost: 50 },
      { variant_id: two, quantity: 4, unit_cost: 0.3333 },
      { variant_id: plain, quantity: 1 },
    ];
    const first = await opening(lines, { id });
    expect(
      await opening(
        lines.map((line) => ({ ...line, ...(line.unit_cost && { unit_cost: line.unit_cost.toFixed(4) }) })),
        { id },
      ),
    ).toEqual(first);
    for (const unit_cost of [51, null]) {
      expect(await on.refused(() => opening([{ ...lines[0], unit_cost }, ...lines.slice(1)], { id }))).toMatchObject({
        message: 'exists_already',
      });
    }
    // Four at 0.3333 came to 1.33.
    expect([await average(on, one), await average(on, two), await average(on, plain)]).toEqual([50, 0.3325, undefined]);
    expect(await on.call('stock_entry_detail', { id })).toMatchObject({
      entry: { worth: 501.33 },
      items: [{ unit_cost: 50 }, { unit_cost: 0.3333 }, { unit_cost: null }],
    });
    await opening([{ variant_id: one, quantity: 10, unit_cost: 60 }], { branch_id: nasrCity });
    expect(await average(on, one)).toBe(55);

    const ordered = await order(on, [line(one, 20, 70)]);
    const received = await receive(on, ordered.id, [[one, 20]]);
    expect(await average(on, one)).toBe(62.5);
    expect(detailOf(await on.refused(() => opening([{ variant_id: one, quantity: 1, unit_cost: 1 }])))).toMatchObject({
      field: 'lines',
      variant_id: one,
    });
    await opening([{ variant_id: one, quantity: 1 }]);
    expect(await average(on, one)).toBe(62.5);
    await undo(on, received.id);
    expect(await average(on, one)).toBe(55);
    await opening([{ variant_id: one, quantity: 21, unit_cost: 65 }]);
    expect(await average(on, one)).toBe(60);
  });

  scenario('cannot be started without permission to view costs, nor by an adjustment', async (on) => {
    const [one = ''] = await variants(on, 1);
    const post = (unit_cost: unknown, rest: Row = {}) =>
      on.call<{ id: string }>('post_stock_entry', {
        id: randomUUID(),
        kind: 'opening',
        branch_id: zamalek,
        lines: [{ variant_id: one, quantity: 1, unit_cost }],
        ...rest,
      });
    for (const cost of [-1, 0.00001, 'NaN', 1e12])
      expect(await on.refused(() => post(cost)), String(cost)).toMatchObject({ message: 'line_invalid' });
    expect(await on.refused(() => post(5, { kind: 'adjustment', reason: 'count' }))).toMatchObject({ message: 'line_invalid' });
    const { id } = await post(98765.43);
    await on.as(people.storekeeper);
    expect(detailOf(await on.refused(() => post(5)))).toEqual({ permission: 'inventory.costs.view' });
    expect(await on.call('stock_entry_detail', { id })).toMatchObject({ entry: { pieces: 1, worth: null }, items: [{ unit_cost: null }] });
    expect(await on.rows('select * from public.stock_entry_costs')).toEqual([]);
    await post(null);
  });

  scenario('of goods with unknown cost is the cost of the first received ones', async (on) => {
    const [one = ''] = await variants(on, 1);
    await stocked(on, people.owner, zamalek, [[one, 90]]);
    const { id } = await order(on, [line(one, 10, 8)]);
    await receive(on, id, [[one, 10]]);
    expect(await average(on, one)).toBe(8);
  });

  scenario('uses the cost of a line less its discount, without tax', async (on) => {
    const [one = ''] = await variants(on, 1);
    const { id } = await order(on, [line(one, 3, 10, 1)], { tax: 50 });
    await receive(on, id, [[one, 3]]);
    expect(await average(on, one)).toBe(9.6667);
  });

  scenario('is not changed by transfers, losses or another purchase price', async (on) => {
    const [one = ''] = await variants(on, 1, { purchase_price: 4 });
    const { id } = await order(on, [line(one, 10, 8)]);
    await receive(on, id, [[one, 10]]);
    const transfer = randomUUID();
    await on.call('save_transfer', {
      id: transfer,
      from_branch_id: zamalek,
      to_branch_id: maadi,
      lines: [{ variant_id: one, quantity: 4 }],
    });
    await on.call('approve_transfer', { id: transfer });
    await on.call('post_stock_entry', {
      id: randomUUID(),
      kind: 'adjustment',
      reason: 'loss',
      branch_id: zamalek,
      lines: [{ variant_id: one, quantity: -3 }],
    });
    expect(await average(on, one)).toBe(8);
    expect(
      await on.value('select purchase_price from public.product_costs c join public.variants v using (product_id) where v.id = $1', one),
    ).toBe(4);
  });

  scenario('is restored when the last receipt is undone, and removed with the first', async (on) => {
    const [one = ''] = await variants(on, 1);
    await stocked(on, people.owner, nasrCity, [[one, 2]]);
    const { id } = await order(on, [line(one, 10, 5)]);
    const dear = await order(on, [line(one, 10, 100)]);
    const first = await receive(on, id, [[one, 10]]);
    const second = await receive(on, dear.id, [[one, 10]]);
    expect(await average(on, one)).toBe(48.1818);
    // Goods sold in between left at the wrong average; the remaining ones have their original value again.
    await on.call('post_stock_entry', {
      id: randomUUID(),
      kind: 'adjustment',
      reason: 'loss',
      branch_id: zamalek,
      lines: [{ variant_id: one, quantity: -5 }],
    });
    await undo(on, second.id);
    expect(await average(on, one)).toBe(5);
    await stocked(on, people.owner, zamalek, [[one, 5]]);
    await undo(on, first.id);
    expect(await average(on, one)).toBeUndefined();
  });

  scenario('is recalculated as if an undone earlier receipt had never arrived', async (on) => {
    const [one = ''] = await variants(on, 1, { purchase_price: 3 });
    await stocked(on, people.owner, zamalek, [[one, 10]]);
    const wrong = await order(on, [line(one, 10, 100)]);
    const right = await order(on, [line(one, 10, 5), line((await variants(on, 1))[0] ?? '', 1, 1)]);
    const mistake = await receive(on, wrong.id, [[one, 10]]);
    await receive(on, right.id, [[one, 5]]);
    await receive(on, right.id, [[one, 5]]);
    await undo(on, mistake.id);
    // Ten at 3 and ten at 5.
    expect(await average(on, one)).toBe(4);
  });
});

describe('a document id', () => {
  scenario('is unique across all kinds of documents', async (on) => {
    const [one = ''] = await variants(on, 1);
    const open = await order(on, [line(one, 100, 5)]);
    const upload = async (file: string) => {
      const path = `${zamalek}/purchases/${open.id}/${file}.pdf`;
      await on.asDatabaseOwner();
      await on.rows(`insert into storage.objects (bucket_id, name) values ('attachments', $1)`, path);
      await on.as(people.owner);
      return path;
    };
    const supplier_id = await idOf(on, 'suppliers', 'Mahalla Textiles');
    const pieces = [{ variant_id: one, quantity: 1 }];
    const files = { attachment: await upload('first'), other: await upload('other') };
    const makes: Record<string, (id: string | null) => Promise<unknown>> = {
      order: (id) => order(on, [line(one, 1, 1)], {}, { id }),
      'receipt of an order': (id) => order(on, [line(one, 1, 1)], { status: 'completed' }, { receive: { id } }),
      'payment with an order': async (id) => order(on, [line(one, 1, 1)], {}, { payments: [await payment(on, 1, { id })] }),
      receipt: (id) => receive(on, open.id, [[one, 1]], { id }),
      payment: async (id) => on.call('pay_purchase', { id: open.id, payments: [await payment(on, 1, { id })] }),
      batch: async (id) =>
        on.call('pay_supplier', { id, supplier_id, order_ids: [open.id], payment: await supplierPayment(on, 1, { branch_id: zamalek }) }),
      attachment: (id) => on.call('attach_file', { id, path: files.attachment, name: 'A' }),
      entry: (id) => on.call('post_stock_entry', { id, kind: 'opening', branch_id: zamalek, lines: pieces }),
      transfer: (id) => on.call('save_transfer', { id, from_branch_id: zamalek, to_branch_id: maadi, lines: pieces }),
    };
    const made = new Map<string, string>();
    for (const [kind, make] of Object.entries(makes)) {
      const id = randomUUID();
      await make(id);
      made.set(kind, id);
    }
    files.attachment = files.other;
    const same: Record<string, string> = {
      'receipt of an order': 'receipt',
      receipt: 'receipt',
      'payment with an order': 'payment',
      payment: 'payment',
    };
    for (const [kind, make] of Object.entries(makes).filter(([each]) => !['entry', 'transfer'].includes(each))) {
      for (const [other, id] of made) {
        if ((same[kind] ?? kind) === (same[other] ?? other)) continue;
        expect(await on.refused(() => make(id)), `${kind} under the id of ${other}`).toMatchObject({ code: 'PT409', message: 'id_taken' });
      }
    }
    for (const kind of ['order', 'receipt', 'batch', 'attachment'])
      expect(await on.refused(async () => makes[kind]?.(null)), kind).toMatchObject({ code: 'PT400', message: 'id_missing' });
  });
});

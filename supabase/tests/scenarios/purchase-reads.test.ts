import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { idOf, makeProduct } from '../fixtures.ts';
import { line, order, pay, payment, receive, variants } from './purchasing.ts';

const { zamalek, nasrCity } = branches;
const numbers = async (on: TestSession, asked: Row = {}) =>
  (await on.table<{ notes: string }>('purchase_page', { sort: 'created_at', descending: false, ...asked })).map(({ notes }) => notes);

/** Four orders identified by their notes, the only ones of that month. */
async function four(on: TestSession): Promise<Record<'a' | 'b' | 'c' | 'd', string>> {
  const [one = '', two = ''] = await variants(on, 2);
  const trims = await idOf(on, 'suppliers', 'Nile Trims');
  // They are created in one transaction, at the same time, so their ids give the order.
  const id = (n: number) => `00000000-0000-7000-8000-0000000fa00${n}`;
  const a = await order(
    on,
    [line(one, 10, 5)],
    { notes: 'a', ordered_on: '2026-01-10', due_on: '2026-01-20', salesperson_id: people.buyer },
    { id: id(1) },
  );
  const b = await order(
    on,
    [line(two, 2, 7)],
    { notes: 'b', ordered_on: '2026-01-05', supplier_id: trims, branch_id: nasrCity, status: 'completed' },
    { id: id(2) },
  );
  const c = await order(
    on,
    [line(one, 1, 100), line(two, 1, 1)],
    { notes: 'c', ordered_on: '2026-01-20', due_on: '2199-01-01' },
    { id: id(3) },
  );
  const d = await order(on, [line(two, 1, 1000)], { notes: 'd', ordered_on: '2026-01-20' }, { id: id(4) });
  await on.call('cancel_purchase', { id: d.id });
  await receive(on, a.id, [[one, 4]]);
  await pay(on, a.id, 20);
  await pay(on, b.id, 14);
  return { a: a.id, b: b.id, c: c.id, d: d.id };
}

const january = { ordered: '2026-01-01..2026-01-31' };

describe('the list of orders', () => {
  scenario('filters by status, payment, receipt, branch, supplier, salesperson, day and overdue', async (on) => {
    await four(on);
    for (const [asked, found] of [
      [{}, 'abcd'],
      [{ statuses: ['pending'] }, 'ac'],
      [{ statuses: ['completed', 'cancelled'] }, 'bd'],
      [{ payment_statuses: ['due'] }, 'c'],
      [{ payment_statuses: ['partially_paid', 'paid'] }, 'ab'],
      [{ receipt_states: ['partial'] }, 'a'],
      [{ receipt_states: ['none', 'full'] }, 'bcd'],
      [{ at_branch_ids: [nasrCity] }, 'b'],
      [{ supplier_ids: [await idOf(on, 'suppliers', 'Nile Trims')] }, 'b'],
      [{ salesperson_ids: [people.buyer] }, 'a'],
      [{ ordered: '2026-01-10..2026-01-31' }, 'acd'],
      [{ ordered: '2026-01-01..2026-01-19' }, 'ab'],
      [{ is_overdue: true }, 'a'],
      [{ is_overdue: false }, 'bcd'],
      [{ page_size: 2 }, 'ab'],
      [{ page_size: 2, page_offset: 2 }, 'cd'],
      [{ sort: 'ordered_on' }, 'bacd'],
      [{ sort: 'total', descending: true }, 'dcab'],
      [{ sort: 'remaining' }, 'bacd'],
      [{ sort: 'branch', at_branch_ids: [zamalek, nasrCity] }, 'bacd'],
    ] as [Row, string][]) {
      const got = (await numbers(on, { ...january, ...asked })).join('');
      expect(got, JSON.stringify(asked)).toBe(found);
    }
    expect(await on.refused(() => on.table('purchase_page', { sort: 'nothing' }))).toMatchObject({ message: 'sort_unknown' });
  });

  scenario('takes a named period as business days of the branches', async (on) => {
    await on.asDatabaseOwner();
    await on.rows("update public.branches set time_zone = 'Pacific/Kiritimati', day_start = 0 where id = $1", nasrCity);
    const today = await on.value<string>('select private.branch_today($1)::text', nasrCity);
    await on.as(people.owner);
    const [one = ''] = await variants(on, 1);
    await order(on, [line(one, 1, 5)], { notes: 'today', ordered_on: today, branch_id: nasrCity });
    expect(await numbers(on, { ordered: 'today', at_branch_ids: [nasrCity] })).toContain('today');
    expect(await numbers(on, { ordered: 'yesterday', at_branch_ids: [nasrCity] })).not.toContain('today');
  });

  scenario('finds an order by number, notes, supplier and goods, matching every word', async (on) => {
    await on.as(people.owner);
    const {
      variants: [tote = ''],
    } = await makeProduct(on, { name: 'Quilted zebra tote', name_ar: 'حقيبة حمار الوحش' }, [{ barcode: 'ZEBRA-77' }]);
    const { number } = await order(on, [line(tote, 1, 10)], {
      notes: 'a',
      description: 'For the Ramadan window',
      supplier_id: await idOf(on, 'suppliers', 'Nile Trims'),
    });
    for (const words of [number, number.toLowerCase(), 'zebra', 'zebra-77', 'حقيبه حمار', 'quilted ramadan', 'zebra nile', 'النيل zebra'])
      expect(await numbers(on, { words }), words).toEqual(['a']);
    for (const words of ['zebra mahalla', 'zebra unheard', '%', 'z_bra']) expect(await numbers(on, { words }), words).toEqual([]);
  });

  scenario('totals all filtered orders except cancelled ones', async (on) => {
    await four(on);
    expect(await on.call('purchase_totals', january)).toEqual({
      count: 4,
      openings: 0,
      by_status: { pending: 2, completed: 1, opening: 0, cancelled: 1 },
      total: 165,
      paid: 34,
      remaining: 131,
    });
    expect(await on.call('purchase_totals', { ...january, statuses: ['pending'] })).toEqual({
      count: 2,
      openings: 0,
      by_status: { pending: 2, completed: 1, opening: 0, cancelled: 1 },
      total: 151,
      paid: 20,
      remaining: 131,
    });
    await on.as(people.storekeeper);
    expect(await numbers(on, january)).toEqual(['a', 'c', 'd']);
    await on.as(people.cashier);
    for (const call of ['purchase_page', 'purchase_totals'])
      expect(await on.refused(() => on.table(call, {}))).toMatchObject({ message: 'permission_missing' });
  });

  scenario('treats a null filter as none, and refuses oversized searches and lists', async (on) => {
    await four(on);
    for (const list of ['statuses', 'payment_statuses', 'receipt_states', 'at_branch_ids', 'supplier_ids', 'salesperson_ids']) {
      expect(await numbers(on, { ...january, [list]: null }), list).toEqual(['a', 'b', 'c', 'd']);
      expect(await on.call('purchase_totals', { ...january, [list]: null }), list).toMatchObject({ count: 4, total: 165 });
    }
    expect(await numbers(on, { ...january, words: null, page_offset: null, descending: null })).toEqual(['a', 'b', 'c', 'd']);
    expect(await on.table('purchase_costs', { variant_ids: null, supplier_id: null })).toEqual([]);
    const words = Array.from({ length: 5000 }, (_, index) => `w${index}`).join(' ');
    for (const call of ['purchase_page', 'purchase_totals']) {
      expect(await on.refused(() => on.table(call, { words })), call).toMatchObject({ code: 'PT400', message: 'search_too_long' });
    }
    const crowd = Array.from({ length: 1001 }, () => '00000000-0000-7000-8000-000000000001');
    for (const list of ['at_branch_ids', 'supplier_ids', 'salesperson_ids'])
      expect(await on.refused(() => on.table('purchase_page', { [list]: crowd })), list).toMatchObject({
        code: 'PT400',
        message: 'list_over_limit',
      });
    expect(await on.refused(() => on.call('purchase_totals', { statuses: crowd }))).toMatchObject({ message: 'list_over_limit' });
    expect(await on.refused(() => on.table('purchase_page', { ordered: 'infinity..' }))).toMatchObject({ message: 'period_unknown' });
  });

  scenario('shows progress and whether an order is overdue', async (on) => {
    const { a } = await four(on);
    const [row] = await on.table('purchase_page', { ...january, is_overdue: true });
    expect(row).toMatchObject({
      id: a,
      supplier: 'Mahalla Textiles',
      branch: 'Zamalek',
      salesperson: { id: people.buyer, name: 'Omar Nabil' },
      lines: 1,
      pieces: 10,
      received: 4,
      closed: 0,
      files: 0,
      needs_approval: false,
      overdue: true,
      total: 50,
      paid: 20,
      remaining: 30,
      payment_status: 'partially_paid',
    });
  });
});

describe('the detail of an order', () => {
  scenario('with very many receipts and payments returns the newest hundred and counts the rest', async (on) => {
    const [variant = ''] = await variants(on, 1);
    const { id } = await order(on, [line(variant, 200, 1)]);
    for (let index = 0; index < 104; index++) await receive(on, id, [[variant, 1]], { note: `No. ${index}` });
    for (const count of [100, 3])
      await on.call('pay_purchase', { id, payments: await Promise.all(Array.from({ length: count }, () => payment(on, 1))) });
    const detail = await on.call<{ receipts: Row[]; payments: Row[]; timeline: Row[]; left_out: Row }>('purchase_detail', { id });
    expect(detail).toMatchObject({ left_out: { receipts: 4, payments: 3, files: 0 }, amounts: { paid: 103 }, items: [{ received: 104 }] });
    expect([detail.receipts.length, detail.payments.length, detail.timeline.length]).toEqual([100, 100, 201]);
    expect([detail.receipts[0], detail.receipts.at(-1)]).toMatchObject([{ note: 'No. 4', lines: 1 }, { note: 'No. 103' }]);
  });

  scenario('contains everything, with a timeline of its events', async (on) => {
    const [one = ''] = await variants(on, 1, { name: 'Told whole' });
    const { id } = await order(on, [line(one, 10, 5)], {
      salesperson_id: people.buyer,
      tax_rate_id: await idOf(on, 'tax_rates', 'VAT'),
      due_on: '2026-11-02',
    });
    const got = await receive(on, id, [[one, 4]]);
    await on.call('undo_receipt', { id: got.id, reason: 'Wrong box' });
    await receive(on, id, [[one, 10]]);
    const paid = await payment(on, 7);
    await on.call('pay_purchase', { id, payments: [paid] });
    await on.call('void_purchase_payment', { id: paid.id, reason: 'Wrong card' });
    const detail = await on.call<{ timeline: { kind: string }[] }>('purchase_detail', { id });
    expect(detail).toMatchObject({
      order: {
        id,
        status: 'completed',
        supplier: 'Mahalla Textiles',
        supplier_ar: 'غزل المحلة',
        branch: 'Zamalek',
        salesperson: { name_ar: 'عمر نبيل' },
        created_by: { name: 'Mona Hassan' },
        tax_rate: 'VAT',
        tax_percentage: 14,
        overdue: true,
        needs_approval: false,
      },
      amounts: { subtotal: 50, tax: 7, total: 57, paid: 0, remaining: 57, payment_status: 'due' },
      items: [{ variant_id: one, product: 'Told whole', quantity: 10, received: 10, unit_cost: 5, total: 50 }],
      receipts: [
        { undo_reason: 'Wrong box', undone_by: { name: 'Mona Hassan' }, pieces: 4, stock_point: null },
        { undone_at: null, pieces: 10, items: [{ variant_id: one, unit_cost: 5 }] },
      ],
      payments: [
        {
          payment_method: 'Card',
          created_by: { id: people.owner },
          voided_by: { name: 'Mona Hassan' },
          amount: 7,
          void_reason: 'Wrong card',
          branch: 'Zamalek',
        },
      ],
      files: [],
    });
    expect(detail.timeline.map(({ kind }) => kind).sort()).toEqual([
      'completed',
      'created',
      'paid',
      'received',
      'received',
      'undone',
      'voided',
    ]);
    expect(detail.timeline[0]).toMatchObject({ kind: 'created', actor: { name: 'Mona Hassan' } });
    expect(JSON.stringify(detail)).not.toContain('"search"');
    await on.as(people.buyer);
    expect(await on.call('purchase_detail', { id })).toMatchObject({
      payments: [{}],
      timeline: expect.arrayContaining([expect.objectContaining({ kind: 'paid', amount: 7 })]) as unknown,
    });
  });
});

describe('the proposed cost of a new line', () => {
  scenario('is the last cost of the supplier, then of any supplier, then the purchase price', async (on) => {
    const [one = '', two = '', three = '', four = ''] = await variants(on, 4, { purchase_price: 9 });
    const trims = await idOf(on, 'suppliers', 'Nile Trims');
    await order(on, [line(one, 1, 5), line(two, 1, 6)], { ordered_on: '2026-01-01' });
    await order(on, [line(one, 1, 7)], { ordered_on: '2026-02-01', supplier_id: trims });
    const gone = await order(on, [line(three, 1, 99)]);
    await on.call('cancel_purchase', { id: gone.id });
    const mahalla = await idOf(on, 'suppliers', 'Mahalla Textiles');
    const { id } = (await on.rows<{ id: string }>('select product_id as id from public.variants where id = $1', four))[0] ?? { id: '' };
    await on.asDatabaseOwner();
    await on.rows('delete from public.product_costs where product_id = $1', id);
    await on.as(people.owner);
    const asked = async (supplier_id: string | null) =>
      Object.fromEntries(
        (
          await on.table<{ variant_id: string; unit_cost: number; source: string }>('purchase_costs', {
            variant_ids: [one, two, three, four],
            supplier_id,
          })
        ).map((row) => [row.variant_id, `${row.unit_cost} ${row.source}`]),
      );
    expect(await asked(mahalla)).toEqual({ [one]: '5 supplier', [two]: '6 supplier', [three]: '9 price' });
    expect(await asked(trims)).toEqual({ [one]: '7 supplier', [two]: '6 last', [three]: '9 price' });
    expect(await asked(null)).toEqual({ [one]: '7 last', [two]: '6 last', [three]: '9 price' });
  });
});

describe('the incoming quantity', () => {
  scenario('is what is ordered but not yet received', async (on) => {
    const { a, c } = await four(on);
    const [variant] = await on.rows<{ variant_id: string }>('select variant_id from public.purchase_items where purchase_order_id = $1', a);
    // Six of order a and one of order c, in Zamalek; the order of Nasr City has been received.
    const coming = await on.table('incoming_to', { variant_id: variant?.variant_id, branch_id: zamalek });
    expect(coming.map(({ document_id, document_type, quantity }) => [document_id, document_type, quantity]).sort()).toEqual([
      [a, 'purchase_order', 6],
      [c, 'purchase_order', 1],
    ]);
    expect(await on.table('level_page', { words: 'test shirt', view: 'incoming', at_branch_ids: [zamalek] })).toContainEqual(
      expect.objectContaining({ variant_id: variant?.variant_id, quantity: 4, incoming: 7 }),
    );
    await on.call('close_purchase_short', { id: a });
    expect(await on.table('incoming_to', { variant_id: variant?.variant_id, branch_id: zamalek })).toMatchObject([
      { document_id: c, quantity: 1 },
    ]);
    await on.asDatabaseOwner();
    expect(await on.rows(`select from private.incoming where document_type = 'purchase_order' and branch_id = $1`, nasrCity)).toEqual([]);
  });
});

/* The checker of invariants must detect violations: each test breaks one rule directly in the database. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { branches, databaseOwner, people, inTestSession, type TestSession } from '../database.ts';
import { makeProduct, stocked } from '../fixtures.ts';

const approved = '00000000-0000-7000-8000-000000000e01';
const pending = '00000000-0000-7000-8000-000000000e02';
const ordered = '00000000-0000-7000-8000-000000000d02';
const attachment = (branch: string) =>
  `insert into public.attachments (kind, document_id, document_number, page_id, branch_id, path, name, size, mime_type) values ('purchases', '${ordered}', 'PO-1', '${ordered}', '${branch}', '${branch}/purchases/${ordered}/x.pdf', 'x', 1, 'application/pdf')`;
const attendance = (from_to: string, corrected: string) =>
  `insert into public.attendance_records (profile_id, branch_id, business_day, clocked_in_at, clocked_out_at, corrected) values ($1, $2, '2026-03-01', ${from_to}, ${corrected})`;
const movement = (quantity: number, kind: string) =>
  `insert into public.stock_movements (kind, variant_id, branch_id, quantity, document_type, document_id)
   select '${kind}', variant_id, branch_id, ${quantity}, 'transfer', '${pending}' from public.stock_levels where stock_point_id is null and quantity > 0 limit 1`;

/** A posted count of one product, two pieces short. */
async function posted(on: TestSession): Promise<string> {
  await on.as(people.owner);
  const {
    id: product,
    variants: [variant = ''],
  } = await makeProduct(on, { low_stock_level: 5 });
  await stocked(on, people.owner, branches.zamalek, [[variant, 10]]);
  const id = randomUUID();
  await on.call('start_count', { id, branch_id: branches.zamalek, scope: 'products', scope_ids: [product] });
  await on.call('record_tallies', { count_id: id, tallies: [{ id: randomUUID(), variant_id: variant, mode: 'set', quantity: 8 }] });
  await on.call('close_count', { id });
  await on.call('post_count', { id, uncounted: 'leave' });
  expect(await on.invariants()).toEqual([]);
  return id;
}

/** An opening balance of a new customer or supplier. */
async function opening(on: TestSession, contact: 'customer' | 'supplier'): Promise<string> {
  await on.as(people.owner);
  const contact_id = await on.value(`insert into public.${contact}s (name) values ('Owes since before') returning id`);
  const id = randomUUID();
  await on.call('record_opening_balance', {
    id,
    balance: { contact, contact_id, branch_id: branches.zamalek, day: '2025-01-01', amount: 100 },
  });
  await on.asDatabaseOwner();
  return id;
}

/** An expense, paid in part. */
async function spent(on: TestSession): Promise<string> {
  await on.as(people.owner);
  const [id, payment_method_id] = [randomUUID(), await on.value('select id from public.payment_methods where is_cash limit 1')];
  await on.call('save_expense', {
    id,
    expense: { branch_id: branches.zamalek, amount: 100 },
    payments: [{ payment_method_id, amount: 40, paid_on: '2026-11-10' }],
  });
  await on.asDatabaseOwner();
  return id;
}

/** An expense that is repeated every month. */
async function repeated(on: TestSession): Promise<string> {
  await on.as(people.owner);
  const id = randomUUID();
  await on.call('save_expense', { id, expense: { branch_id: branches.zamalek, amount: 100, repeats: { every: 1, unit: 'months' } } });
  await on.asDatabaseOwner();
  return id;
}

/** A return of two of four pieces to their supplier, whose credit paid a part of their order. */
async function sentBack(on: TestSession): Promise<string> {
  await on.as(people.owner);
  const {
    variants: [variant = ''],
  } = await makeProduct(on);
  const [order, receipt, id] = [randomUUID(), randomUUID(), randomUUID()];
  const supplier_id = await on.value('select id from public.suppliers order by id limit 1');
  await on.call('save_purchase_order', {
    id: order,
    purchase: { supplier_id, branch_id: branches.zamalek, status: 'pending' },
    items: [{ variant_id: variant, quantity: 4, unit_cost: 10 }],
  });
  await on.call('receive_purchase', { id: receipt, purchase_order_id: order, lines: [{ variant_id: variant, quantity: 4 }] });
  await on.call('pay_purchase', {
    id: order,
    payments: [
      {
        id: randomUUID(),
        payment_method_id: await on.value('select id from public.payment_methods where not is_cash limit 1'),
        amount: 25,
        paid_on: '2026-11-10',
      },
    ],
  });
  await on.call('record_purchase_return', {
    id,
    header: { supplier_id, branch_id: branches.zamalek, reason: 'damaged' },
    lines: [
      {
        variant_id: variant,
        quantity: 2,
        receipt_item_id: await on.value('select id from public.receipt_items where receipt_id = $1', receipt),
      },
    ],
  });
  expect(await on.invariants()).toEqual([]);
  await on.asDatabaseOwner();
  return id;
}
const ofReturn = '(select i.id from public.purchase_return_items i where i.purchase_return_id = $1)';

/** A sale of two pieces, half of it paid. */
async function sold(on: TestSession): Promise<string> {
  await on.as(people.owner);
  const {
    variants: [variant = ''],
  } = await makeProduct(on);
  await stocked(on, people.owner, branches.zamalek, [[variant, 10]]);
  const [customer_id, payment_method_id] = [
    await on.value('select id from public.customers limit 1'),
    await on.value('select id from public.payment_methods where is_cash'),
  ];
  const id = randomUUID();
  await on.call('record_sale', {
    id,
    sale: { branch_id: branches.zamalek, customer_id },
    lines: [{ variant_id: variant, quantity: 2 }],
    payments: [{ payment_method_id, amount: 100 }],
  });
  expect(await on.invariants()).toEqual([]);
  return id;
}

/** A sale whose other half was paid later. */
async function paidLater(on: TestSession): Promise<string> {
  const id = await sold(on);
  await on.as(people.owner);
  await on.call('pay_sale', {
    id,
    payments: [{ payment_method_id: await on.value('select id from public.payment_methods where is_cash'), amount: 100 }],
  });
  expect(await on.invariants()).toEqual([]);
  return id;
}

/** A sale of which a half that was paid in cash is corrected to card, in part. */
async function corrected(on: TestSession): Promise<string> {
  const id = await paidLater(on);
  await on.as(people.owner);
  await on.call('correct_payment', {
    id: randomUUID(),
    payment_id: await on.value('select id from public.sale_payments where sale_id = $1 limit 1', id),
    payment_method_id: await on.value('select id from public.payment_methods where active and not is_cash limit 1'),
    amount: 40,
    reason: 'Pressed the wrong key',
  });
  await on.asDatabaseOwner();
  expect(await on.invariants()).toEqual([]);
  return id;
}

/** A shift that took over another one's drawer, with a void of an earlier payment, closed beyond the limit. */
async function closedShift(on: TestSession): Promise<string> {
  const sale = await paidLater(on);
  await on.as(people.owner);
  const close = (id: unknown, counted: number) => on.call('close_shift', { id, actual_closing: counted, note: 'Counted twice' });
  const [first] = await on.rows(
    `select id from public.shifts where opened_by = $1 and branch_id = $2 and status = 'open'`,
    people.owner,
    branches.zamalek,
  );
  await close(first?.id, 200);
  await on.asDatabaseOwner();
  await on.rows('update public.business set shift_variance_limit = 5');
  await on.as(people.owner);
  const id = randomUUID();
  await on.call('open_shift', { id, branch_id: branches.zamalek, opening_balance: 200 });
  await on.call('void_sale_payment', {
    id: await on.value('select id from public.sale_payments where sale_id = $1 and paid_after_sale', sale),
    reason: 'Mistake',
  });
  await close(id, 90);
  expect(await on.invariants()).toEqual([]);
  await on.rows('alter table public.shifts disable trigger stays_closed; alter table public.shift_figures disable trigger stays_closed');
  return id;
}

/** A return of everything sold, in a sale of its own. */
async function soldAndReturned(on: TestSession): Promise<string> {
  const of = await sold(on);
  await on.asDatabaseOwner();
  const line = await on.value<string>('select id from public.sale_lines where sale_id = $1', of);
  await on.as(people.owner);
  const id = randomUUID();
  await on.call('record_sale', {
    id,
    sale: { branch_id: branches.zamalek, customer_id: await on.value('select id from public.customers limit 1') },
    lines: [{ returns_line_id: line, quantity: 2 }],
  });
  expect(await on.invariants()).toEqual([]);
  return id;
}

type Break = [rule: string, how: (on: TestSession) => Promise<unknown>];
const breaks: Break[] = [
  [
    'level is the sum of its movements',
    (on) => on.rows('update public.stock_levels set quantity = quantity + 1 where id = (select id from public.stock_levels limit 1)'),
  ],
  [
    'level is the sum of its movements',
    (on) => on.rows('delete from public.stock_levels where id = (select id from public.stock_levels where quantity > 0 limit 1)'),
  ],
  [
    'level is the sum of its movements',
    (on) => on.rows('delete from public.stock_movements where id = (select max(id) from public.stock_movements)'),
  ],
  [
    'level is the sum of its movements',
    (on) =>
      on.rows(
        `insert into public.stock_movements (kind, variant_id, branch_id, quantity, document_type, document_id)
    select 'opening', gen_random_uuid(), $1, q, 'stock_entry', gen_random_uuid() from unnest(array[1, -1]) q`,
        branches.zamalek,
      ),
  ],
  [
    'fractions are only of products sold by measure',
    (on) => on.rows('update public.stock_movements set quantity = quantity + 0.5 where id = (select max(id) from public.stock_movements)'),
  ],
  ...['purchase_items', 'transfer_items'].map((lines): (typeof breaks)[number] => [
    'fractions are only of products sold by measure',
    (on) => on.rows(`update public.${lines} set quantity = quantity + 0.5 where id = (select id from public.${lines} limit 1)`),
  ]),
  [
    'fractions are only of products sold by measure',
    async (on) => {
      await posted(on);
      await on.rows('update private.stock_count_tallies set quantity = quantity + 0.5');
    },
  ],
  [
    'level is not negative',
    (on) =>
      on.rows(`alter table public.stock_levels drop constraint stock_levels_never_negative; update public.stock_levels set quantity = -1`),
  ],
  [
    'product stock is the sum of its levels',
    (on) =>
      on.rows(
        'update private.product_stock set quantity = quantity + 1 where (product_id, branch_id) in (select product_id, branch_id from private.product_stock limit 1)',
      ),
  ],
  [
    'product stock is the sum of its levels',
    (on) =>
      on.rows('insert into private.product_stock (product_id, branch_id, quantity) values (gen_random_uuid(), $1, 0)', branches.zamalek),
  ],
  ...['pieces', 'on_sale', 'off_sale'].map((sum): (typeof breaks)[number] => [
    'branch sums add up',
    (on) => on.rows(`update private.branch_sums set ${sum} = ${sum} + 1 where id = (select id from private.branch_sums limit 1)`),
  ]),
  ['branch sums add up', (on) => on.rows('delete from private.branch_sums')],
  ['product knows the branches that have it', (on) => on.rows('update private.product_branches set in_stock = ~in_stock')],
  ['product knows the branches that have it', (on) => on.rows('delete from private.product_branches')],
  [
    'product knows the branches that have it',
    (on) => on.rows('insert into private.product_branches (product_id) values (gen_random_uuid())'),
  ],
  ['branch has its bit', (on) => on.rows('delete from private.branch_bits')],
  ['low stock follows the product', (on) => on.rows('update private.product_stock set low_at = 1000000')],
  [
    'low stock follows the product',
    async (on) => {
      await on.rows('alter table public.products disable trigger user');
      await on.rows('update public.products set active = false');
    },
  ],
  [
    'count line is what was tallied',
    async (on) => {
      await posted(on);
      await on.rows('update private.stock_count_tallies set quantity = quantity + 1');
    },
  ],
  [
    'the movements of a document match its lines',
    async (on) => on.rows(`update private.stock_count_lines set expected = expected + 1 where count_id = $1`, await posted(on)),
  ],
  [
    'the movements of a document match its lines',
    async (on) =>
      on.rows(
        `update public.stock_counts set status = 'comparing', posted_at = null, posted_day = null, uncounted = null where id = $1`,
        await posted(on),
      ),
  ],
  [
    'the movements of a document match its lines',
    async (on) => {
      const count = await posted(on);
      await on.asDatabaseOwner();
      // The correction is recorded without a movement.
      await on.rows(
        `insert into private.count_corrections (line_id, sale_id, quantity, business_day)
         select l.id, gen_random_uuid(), 1, current_date from private.stock_count_lines l where l.count_id = $1`,
        count,
      );
    },
  ],
  [
    'count tells how far it is posted',
    async (on) =>
      on.rows(`update public.stock_counts set status = 'posting', posted_at = null, posted_day = null where id = $1`, await posted(on)),
  ],
  [
    'an id belongs to one document',
    (on) =>
      on.rows(
        `insert into public.stock_entries (id, number, kind, branch_id, business_day) values ($1, 'SE-ZAM-2026-9999', 'opening', $2, current_date)`,
        pending,
        branches.zamalek,
      ),
  ],
  [
    'every movement has a document of its type',
    (on) => on.rows(`update public.stock_movements set document_type = 'count' where document_type = 'receipt'`),
  ],
  [
    'the movements of a document match its lines',
    async (on) => on.rows('delete from public.stock_movements where document_id = $1', await posted(on)),
  ],
  [
    'exactly one default price group',
    (on) => on.rows('alter table public.price_groups disable trigger user; update public.price_groups set is_default = false'),
  ],
  [
    'exactly one default price group',
    (on) =>
      on.rows(
        'alter table public.price_groups disable trigger user; drop index public.price_groups_one_default; update public.price_groups set is_default = true',
      ),
  ],
  ...['sku', 'barcode'].map((code): (typeof breaks)[number] => [
    'codes are compared in their canonical form',
    (on) =>
      on.rows(
        `alter table public.variants disable trigger user; update public.variants set ${code}_key = 'ts-001' where id = (select id from public.variants limit 1)`,
      ),
  ]),
  ...(
    [
      ['customers', 'the phone of a customer'],
      ['suppliers', 'the phone of a supplier'],
      ['profile_contacts', 'a phone of a person'],
    ] as const
  ).map(([table, what]): (typeof breaks)[number] => [
    `${what} is compared in its canonical form`,
    (on) =>
      on.rows(
        `alter table public.${table} disable trigger user; update public.${table} set phone_key = '+1' where ctid = (select ctid from public.${table} limit 1)`,
      ),
  ]),
  ['product has a variant', (on) => on.rows(`insert into public.products (name, price) values ('Hollow', 1)`)],
  ['transfer has lines', (on) => on.rows('delete from public.transfer_items where transfer_id = $1', pending)],
  [
    'the movements of a document match its lines',
    (on) =>
      on.rows(`update public.transfers set status = 'approved', approved_at = now(), approved_day = current_date where id = $1`, pending),
  ],
  [
    'the movements of a document match its lines',
    (on) => on.rows(`update public.transfers set status = 'pending', approved_at = null, approved_day = null where id = $1`, approved),
  ],
  [
    'the movements of a document match its lines',
    (on) =>
      on.rows(`update public.transfers set status = 'reversed', reversed_at = now(), reversed_day = current_date where id = $1`, approved),
  ],
  ['the movements of a document match its lines', (on) => on.rows(movement(1, 'transfer_in'))],
  [
    'the movements of a document match its lines',
    (on) => on.rows('update public.transfer_items set quantity = quantity + 1 where transfer_id = $1', approved),
  ],
  ['transfer amount is its lines and shipping', (on) => on.rows('update public.transfer_costs set amount = amount + 1')],
  ['transfer amount is its lines and shipping', (on) => on.rows('delete from public.transfer_costs')],
  [
    'transfer amount is its lines and shipping',
    (on) => on.rows('update public.transfers set shipping = shipping + 1 where id = $1', approved),
  ],
  [
    'product kept by a branch has stock there only',
    async (on) => {
      await on.as(people.owner);
      const {
        id,
        variants: [variant = ''],
      } = await makeProduct(on);
      await stocked(on, people.owner, branches.zamalek, [[variant, 1]]);
      await on.asDatabaseOwner();
      await on.rows('update public.products set branch_id = $2 where id = $1', id, branches.maadi);
    },
  ],
  [
    'tree has no cycle',
    (on) => on.rows(`alter table public.categories disable trigger user; update public.categories set parent_id = id where name = 'Women'`),
  ],
  [
    'search text is the product and its codes',
    (on) => on.rows(`update public.products set search = 'stale' where id = (select id from public.products limit 1)`),
  ],
  ['order has lines', (on) => on.rows('delete from public.purchase_items where purchase_order_id = $1', ordered)],
  [
    'cost of an order line is its quantity at its cost, less discount',
    (on) => on.rows('update public.purchase_item_costs set total = total + 1'),
  ],
  ['cost of an order line is its quantity at its cost, less discount', (on) => on.rows('delete from public.purchase_item_costs')],
  [
    'what came of a line and what is to come are worth its total',
    (on) => on.rows('update public.purchase_item_costs set total = total + 1'),
  ],
  [
    'order comes to its lines, charges and tax',
    (on) => on.rows('update public.purchase_amounts set subtotal = subtotal + 1, total = total + 1 where purchase_order_id = $1', ordered),
  ],
  [
    'order comes to its lines, charges and tax',
    (on) => on.rows('update public.purchase_amounts set tax = tax + 1, total = total + 1 where purchase_order_id = $1', ordered),
  ],
  [
    'order comes to its lines, charges and tax',
    (on) => on.rows('delete from public.purchase_amounts where purchase_order_id = $1', ordered),
  ],
  [
    'order comes to its lines, charges and tax',
    (on) =>
      on.rows('update public.purchase_charges set amount = amount + 1 where amount = (select max(amount) from public.purchase_charges)'),
  ],
  [
    'charges are spread over the lines of their order',
    (on) =>
      on.rows(
        'update public.purchase_item_costs set charges = charges + 1 where purchase_item_id = (select id from public.purchase_items limit 1)',
      ),
  ],
  [
    'lines have the tax rate of their order',
    (on) =>
      on.rows(
        'update public.purchase_items set tax_rate_id = null, tax_percentage = null where id = (select id from public.purchase_items where tax_rate_id is not null limit 1)',
      ),
  ],
  [
    'what came of a line and what is to come are worth its total',
    (on) => on.rows('update public.purchase_item_costs set received_charges = charges + 1'),
  ],
  [
    'order is in the state of its lines',
    (on) => on.rows(`update public.purchase_orders set receipt_state = 'full' where id = $1`, ordered),
  ],
  [
    'order is in the state of its lines',
    (on) => on.rows(`update public.purchase_orders set status = 'completed', completed_at = now() where id = $1`, ordered),
  ],
  [
    'order is in the state of its lines',
    (on) => on.rows(`update public.purchase_orders set status = 'cancelled', cancelled_at = now() where id = $1`, ordered),
  ],
  ['order is in the state of its lines', (on) => on.rows('update public.purchase_orders set closed_at = null where closed_at is not null')],
  [
    'received quantity and cost are the sums of the receipts',
    (on) => on.rows('update public.purchase_items set received = received - 1 where purchase_order_id = $1 and received > 0', ordered),
  ],
  [
    'received quantity and cost are the sums of the receipts',
    (on) =>
      on.rows(
        `update public.receipts set undone_at = now(), undone_day = current_date, undo_reason = 'x' where purchase_order_id = $1`,
        ordered,
      ),
  ],
  [
    'receipt is of its order',
    (on) => on.rows('update public.receipts set branch_id = $1 where purchase_order_id = $2', branches.maadi, ordered),
  ],
  [
    'receipt is of its order',
    (on) => on.rows('delete from public.receipt_items where id not in (select receipt_item_id from public.purchase_return_items)'),
  ],
  ['receipt is of its order', (on) => on.rows('delete from public.purchase_items where purchase_order_id = $1 and received > 0', ordered)],
  ['the movements of a document match its lines', (on) => on.rows('update public.receipt_items set quantity = quantity + 1')],
  [
    'the movements of a document match its lines',
    (on) => on.rows(`update public.stock_movements set kind = 'purchase_return' where kind = 'purchase'`),
  ],
  [
    'the movements of a document match its lines',
    (on) =>
      on.rows(
        `insert into public.stock_movements (kind, variant_id, branch_id, quantity, document_type, document_id) select 'purchase', id, $1, 1, 'receipt', id from public.variants limit 1`,
        branches.maadi,
      ),
  ],
  [
    'the movements of a document match its lines',
    (on) =>
      on.rows(`insert into public.stock_movements (kind, variant_id, branch_id, stock_point_id, quantity, document_type, document_id, line_id)
    select kind, variant_id, branch_id, stock_point_id, quantity, document_type, document_id, line_id from public.stock_movements where document_type = 'receipt' limit 1`),
  ],
  ['average cost is the value by piece', (on) => on.rows('update public.variant_costs set average_cost = average_cost + 1')],
  ['average cost is the value by piece', (on) => on.rows('delete from public.variant_costs')],
  [
    'average cost is the value by piece',
    (on) =>
      on.rows(
        'insert into public.variant_costs select id, 1 from public.variants where id not in (select variant_id from public.variant_costs) limit 1',
      ),
  ],
  ['stock value counts all pieces', (on) => on.rows('update private.stock_values set quantity = quantity + 1 where quantity > 0')],
  ['stock value counts all pieces', (on) => on.rows('delete from private.stock_values where quantity > 0')],
  ['stock value is what came in less what left, and the differences', (on) => on.rows('update private.stock_values set value = value + 1')],
  [
    'stock value is what came in less what left, and the differences',
    (on) =>
      on.rows(
        `insert into public.cost_differences (kind, variant_id, branch_id, business_day, document_type, document_id, amount)
    select 'corrected', variant_id, $1, current_date, 'receipt', variant_id, 1 from private.stock_values where value is not null limit 1`,
        branches.zamalek,
      ),
  ],
  [
    'receipt costs what its goods were worth when they came, and what was invoiced since',
    (on) => on.rows('delete from public.receipt_item_costs'),
  ],
  [
    'receipt costs what its goods were worth when they came, and what was invoiced since',
    (on) => on.rows('update public.receipt_item_costs set unit_cost = unit_cost * 2'),
  ],
  [
    'receipt costs what its goods were worth when they came, and what was invoiced since',
    (on) => on.rows('update public.receipt_item_costs set charges = charges + 1'),
  ],
  ['paid is the sum of its payments', (on) => on.rows('update public.purchase_payments set amount = amount + 1')],
  ['paid is the sum of its payments', (on) => on.rows(`update public.purchase_payments set voided_at = now(), void_reason = 'x'`)],
  [
    'no more is paid than is due',
    (on) =>
      on.rows(
        'alter table public.purchase_amounts drop constraint purchase_amounts_paid_within_total; update public.purchase_amounts set paid = total + 1',
      ),
  ],
  [
    'nothing is paid for a cancelled order',
    (on) => on.rows(`update public.purchase_orders set status = 'cancelled', cancelled_at = now() where id = $1`, ordered),
  ],
  [
    'an opening balance of a customer has no goods, no tax, no till and no shift',
    async (on) => on.rows('update public.sales set tax = 1, subtotal = subtotal - 1 where id = $1', await opening(on, 'customer')),
  ],
  [
    'an opening balance of a supplier has no goods, no tax and no approval',
    async (on) => on.rows('update public.purchase_orders set approved_at = now() where id = $1', await opening(on, 'supplier')),
  ],
  [
    'an opening balance of a supplier has no goods, no tax and no approval',
    async (on) => on.rows('delete from public.purchase_amounts where purchase_order_id = $1', await opening(on, 'supplier')),
  ],
  [
    'what remains of an opening balance is its amount less what was paid, nothing once voided',
    async (on) =>
      on.rows(
        `alter table public.sales alter remaining drop expression; update public.sales set remaining = 1 where id = '${await opening(on, 'customer')}'`,
      ),
  ],
  ['attached file is the one that was sent', (on) => on.rows(attachment(branches.warehouse))],
  [
    'attached file is the one that was sent',
    async (on) => {
      await on.rows(attachment(branches.warehouse));
      await on.rows(`insert into storage.objects (bucket_id, name, version) select 'attachments', path, 'another' from public.attachments`);
    },
  ],
  ['attached file is where its document is', (on) => on.rows(attachment(branches.maadi))],
  ['sale comes to its lines', async (on) => on.rows('update public.sales set subtotal = subtotal + 1 where id = $1', await sold(on))],
  [
    'sale comes to its lines',
    async (on) => on.rows('update public.sale_lines set discount = 1, total = total - 1 where sale_id = $1', await sold(on)),
  ],
  [
    'sale comes to its lines',
    async (on) =>
      on.rows('with gone as (delete from public.sale_line_costs) delete from public.sale_lines where sale_id = $1', await sold(on)),
  ],
  [
    'sale has the pieces and costs of its lines',
    async (on) => on.rows('update public.sales set cost = coalesce(cost, 0) + 1 where id = $1', await sold(on)),
  ],
  [
    'sale has the pieces and costs of its lines',
    async (on) => on.rows('update public.sales set pieces = pieces + 1 where id = $1', await sold(on)),
  ],
  [
    'sale line costs what its goods were worth when they moved',
    async (on) =>
      on.rows(
        `insert into public.sale_line_costs (sale_line_id, unit_cost, cost) select id, 5, 1 from public.sale_lines where sale_id = $1
         on conflict (sale_line_id) do update set unit_cost = 7`,
        await sold(on),
      ),
  ],
  [
    'sale line is its pieces at their price',
    async (on) => on.rows('update public.sale_lines set unit_price = unit_price + 1 where sale_id = $1', await sold(on)),
  ],
  [
    'tax of a rate is that of the lines and charges of its order',
    async (on) =>
      on.rows(
        `update public.purchase_item_costs set tax = tax + 1
         where purchase_item_id in (select i.id from public.purchase_items i order by i.id limit 1)`,
      ),
  ],
  [
    'sale has the tax rate of its lines',
    async (on) => on.rows('update public.sales set has_mixed_tax = true where id = $1', await sold(on)),
  ],
  [
    'tax of a rate is that of its lines, together or each',
    async (on) => on.rows('update public.sale_lines set tax_percentage = 10 where sale_id = $1', await sold(on)),
  ],
  [
    'sale is paid by its payments',
    async (on) => on.rows('update public.sale_payments set amount = amount - 1 where sale_id = $1', await sold(on)),
  ],
  [
    'sale is paid by its payments',
    async (on) => on.rows(`update public.sales set status = 'voided', voided_at = now(), void_reason = 'x' where id = $1`, await sold(on)),
  ],
  [
    'sale is paid by its payments',
    async (on) =>
      on.rows(
        `update public.sale_payments set voided_at = now(), void_reason = 'x' where paid_after_sale and sale_id = $1`,
        await paidLater(on),
      ),
  ],
  [
    'a correction moves an amount of one payment between two methods',
    async (on) =>
      on.rows('update public.payment_corrections set amount = amount + 1 where sale_id = $1 and amount > 0', await corrected(on)),
  ],
  [
    'no more is moved from a method than was paid by it',
    async (on) => on.rows('update public.payment_corrections set amount = amount * 100 where sale_id = $1', await corrected(on)),
  ],
  [
    'expense is paid by its payments',
    async (on) => on.rows('update public.expense_payments set amount = amount - 1 where expense_id = $1', await spent(on)),
  ],
  [
    'expense is paid by its payments',
    async (on) => on.rows(`update public.expense_payments set voided_at = now(), void_reason = 'x' where expense_id = $1`, await spent(on)),
  ],
  [
    'the movements of a document match its lines',
    async (on) => on.rows(`update public.sales set status = 'voided', voided_at = now(), void_reason = 'x' where id = $1`, await sold(on)),
  ],
  [
    'the movements of a document match its lines',
    async (on) => on.rows('update public.sale_lines set quantity = quantity + 1 where sale_id = $1', await sold(on)),
  ],
  [
    'no more money goes out for goods than came in for them',
    async (on) => {
      const id = await soldAndReturned(on);
      await on.rows(
        `insert into public.sale_payments (sale_id, branch_id, payment_method_id, amount, tendered, business_day)
      select s.id, s.branch_id, m.id, -100000, -100000, s.business_day from public.sales s, public.payment_methods m where s.id = $1 and m.is_cash`,
        id,
      );
      return on.rows(
        'alter table public.sales drop constraint sales_paid_within_total; update public.sales s set paid = (select sum(amount) from public.sale_payments p where p.sale_id = s.id)',
      );
    },
  ],
  ['sale is of the kind of its lines', async (on) => on.rows(`update public.sales set type = 'return' where id = $1`, await sold(on))],
  [
    'no more comes back of a line than went, nor for more than it came to',
    async (on) => on.rows('update public.sale_lines set returned = 1 where sale_id = $1', await sold(on)),
  ],
  [
    'no more comes back of a line than went, nor for more than it came to',
    async (on) =>
      on.rows(
        'update public.sale_lines set total = total - 1, subtotal = subtotal - 1 where returns_line_id is not null and sale_id = $1',
        await soldAndReturned(on),
      ),
  ],
  [
    'the movements of a document match its lines',
    async (on) => on.rows('update public.sale_lines set damaged = true where sale_id = $1', await soldAndReturned(on)),
  ],
  ...['cash_sales', 'cash_returns', 'cash_expenses', 'pay_ins', 'pay_outs', 'rounding', 'expected_closing', 'difference'].map(
    (figure): (typeof breaks)[number] => [
      'a closed shift came to what went in and out of its drawer',
      async (on) => on.rows(`update public.shift_figures set ${figure} = ${figure} + 1 where shift_id = $1`, await closedShift(on)),
    ],
  ),
  [
    'a closed shift came to what went in and out of its drawer',
    async (on) => on.rows('update public.sale_payments set amount = amount - 1 where void_shift_id = $1', await closedShift(on)),
  ],
  [
    'a closed shift came to what went in and out of its drawer',
    async (on) =>
      on.rows(
        `insert into public.cash_entries (id, shift_id, business_day, kind, amount, reason) values (gen_random_uuid(), $1, '2026-11-10', 'pay_in', 5, 'Late')`,
        await closedShift(on),
      ),
  ],
  [
    'a shift that was closed is expected to hold what it is made of',
    async (on) => on.rows('update public.shifts set opening_balance = opening_balance + 1 where id = $1', await closedShift(on)),
  ],
  [
    'a shift that was closed is expected to hold what it is made of',
    async (on) =>
      on.rows(
        'update public.shifts set closed_at = null, closed_by = null, actual_closing = null, closing_balance = null where id = $1',
        await closedShift(on),
      ),
  ],
  [
    'a shift begins after the one whose drawer it took over, with what that left',
    async (on) => on.rows('update public.shifts set suggested_balance = 1 where id = $1', await closedShift(on)),
  ],
  [
    'a shift begins after the one whose drawer it took over, with what that left',
    async (on) => on.rows(`update public.shifts set opened_at = opened_at - interval '1 day' where id = $1`, await closedShift(on)),
  ],
  [
    'return to a supplier comes to its lines',
    async (on) =>
      on.rows('update public.purchase_return_amounts set subtotal = 21, total = 21 where purchase_return_id = $1', await sentBack(on)),
  ],
  [
    'return to a supplier comes to its lines',
    async (on) =>
      on.rows(`update public.purchase_return_item_costs set tax = 1 where purchase_return_item_id in ${ofReturn}`, await sentBack(on)),
  ],
  ...[
    'update public.purchase_return_items set quantity = 5 where purchase_return_id = $1',
    // More money than the receipt came to, or not all of it for all pieces
    `update public.purchase_return_item_costs set total = 41 where purchase_return_item_id in ${ofReturn}`,
    'update public.purchase_return_items set quantity = 4 where purchase_return_id = $1',
    `update public.receipts set undone_at = now(), undone_day = current_date, undo_reason = 'Broken' where id in (
      select x.receipt_id from public.receipt_items x join public.purchase_return_items i on i.receipt_item_id = x.id where i.purchase_return_id = $1)`,
  ].map((change): Break => ['no more goes back of a receipt than came', async (on) => on.rows(change, await sentBack(on))]),
  ...[
    `update public.purchase_return_items set variant_id = (select x.id from public.variants x order by x.id limit 1) where purchase_return_id = $1`,
    `update public.purchase_returns set branch_id = '${branches.maadi}' where id = $1`,
    `update public.purchase_returns set supplier_id = (select s.id from public.suppliers s order by s.id desc limit 1) where id = $1`,
  ].map(
    (change): Break => ['returned goods are of a receipt of their supplier and branch', async (on) => on.rows(change, await sentBack(on))],
  ),
  ...[
    'update public.purchase_return_amounts set settled = settled - 1 where purchase_return_id = $1',
    `update public.purchase_payments set voided_at = now(), void_reason = 'Broken' where purchase_return_id = $1`,
    `update public.purchase_returns set voided_at = now(), void_reason = 'Broken' where id = $1`,
  ].map(
    (change): Break => ['settled of a return is what it paid and what was refunded', async (on) => on.rows(change, await sentBack(on))],
  ),
  ...[
    `update public.stock_movements set value = value - 1 where document_type = 'purchase_return' and document_id = $1`,
    `update public.purchase_return_item_costs set unit_cost = 9 where purchase_return_item_id in ${ofReturn}`,
  ].map((change): Break => ['what goes back leaves stock at its cost', async (on) => on.rows(change, await sentBack(on))]),
  [
    'money goes into a drawer of its branch',
    async (on) => on.rows('update public.sale_payments set branch_id = $2 where sale_id = $1', await sold(on), branches.maadi),
  ],
  [
    'money goes into a drawer of its branch',
    async (on) => on.rows('update public.expense_payments set branch_id = $2 where expense_id = $1', await spent(on), branches.maadi),
  ],
  [
    'an expense is due on a past day of its rule, in its branch',
    async (on) => on.rows('update public.expenses set branch_id = $2 where id = $1', await repeated(on), branches.maadi),
  ],
  [
    'an expense is due on a past day of its rule, in its branch',
    async (on) => on.rows(`update public.expenses set due_on = due_on + interval '1 month' where id = $1`, await repeated(on)),
  ],
  [
    'the next day of a rule is one of its days',
    async (on) =>
      on.rows(
        'update public.expense_rules r set next_on = next_on + 1 from public.expenses e where e.rule_id = r.id and e.id = $1',
        await repeated(on),
      ),
  ],
  [
    'a sale is made in a shift of its branch, and its money goes there',
    async (on) => on.rows('update public.sale_payments set shift_id = null where sale_id = $1', await sold(on)),
  ],
  [
    'a sale is made in a shift of its branch, and its money goes there',
    async (on) =>
      on.rows(
        `update public.sales set shift_id = (select id from public.shifts where branch_id = '${branches.maadi}' limit 1) where id = $1`,
        await sold(on),
      ),
  ],
  [
    'only a difference beyond the limit is approved',
    async (on) => on.rows('update public.shift_figures set variance_limit = null where shift_id = $1', await closedShift(on)),
  ],
  [
    'document numbers have no gaps',
    async (on) => on.rows(`update public.sales set number = 'SA-ZAM-1-2026-9999' where id = $1`, await sold(on)),
  ],
  [
    'journal entry adds up to zero',
    async (on) =>
      on.rows('update public.sales set has_mixed_tax = true, total = total + 1, paid = total + 1 where id = $1', await sold(on)),
  ],
  [
    'journal has what the documents have',
    async (on) => on.rows('update public.stock_movements set value = coalesce(value, 0) + 1 where document_id = $1', await sold(on)),
  ],
  ['one owner role', (on) => on.rows(`drop index public.roles_one_owner; update public.roles set is_owner = true`)],
  [
    'an owner is active',
    async (on) => {
      await on.rows('alter table public.profiles disable trigger user');
      await on.rows('update public.profiles set active = false where id = $1', people.owner);
    },
  ],
  [
    'nobody is at work for longer than a day',
    async (on) => {
      await on.rows('alter table public.attendance_records drop constraint attendance_records_clocked_out_at_range');
      await on.rows(attendance("'2026-03-01', '2026-03-03'", 'false'), people.owner, branches.zamalek);
    },
  ],
  [
    'what was corrected says so',
    (on) => on.rows(attendance("'2026-03-01 08:00', '2026-03-01 09:00'", 'true'), people.owner, branches.zamalek),
  ],
  [
    'a session ends after it began',
    (on) =>
      on.rows(
        `insert into public.user_sessions (id, profile_id, signed_in_at, last_seen_at) values (gen_random_uuid(), $1, now(), now() - interval '1 hour')`,
        people.owner,
      ),
  ],
  [
    'a print has no more labels than it says',
    (on) =>
      on.rows(
        `with print as (insert into public.label_prints (id, created_by, printer, width, height, labels) values (gen_random_uuid(), $1, 'x', 50, 25, 1) returning id)
    insert into public.label_print_lines (print_id, position, variant_id, copies) select id, 1, (select v.id from public.variants v limit 1), 2 from print`,
        people.owner,
      ),
  ],
  ['document numbers have no gaps', (on) => on.rows(`update public.transfers set number = 'TR-ZAM-2026-9999' where id = $1`, pending)],
];

test.each(breaks)('%s', (rule, how) =>
  inTestSession(databaseOwner(), async (on) => {
    expect(await on.invariants()).toEqual([]);
    await how(on);
    expect((await on.invariants()).map((row) => row.rule)).toContain(rule);
  }),
);

test('every rule of the checker is broken by one of these tests', async () => {
  const [source] = await databaseOwner()<
    { text: string }[]
  >`select string_agg(definition, ' ') as text from pg_views where schemaname = 'private' and viewname like 'invariants\\_of\\_%'`;
  const rules = [...(source?.text ?? '').matchAll(/select '([^']+)'::text/gi)].map(([, rule]) => rule);
  expect(rules.length).toBeGreaterThan(7);
  expect(new Set(breaks.map(([rule]) => rule))).toEqual(new Set(rules));
});

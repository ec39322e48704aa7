import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { signToken } from '../../stack/token.ts';
import { people, TestSession, type Row } from './database.ts';
import { idOf, makeProduct, openDrawers, plain, stocked } from './fixtures.ts';
import { branch, callers, type Caller } from './matrix.expected.ts';

/** Ids referenced in braces by the expectations. */
export type Names = Record<string, string>;

const extra = {
  nobody: '00000000-0000-7000-8000-000000000011',
  elsewhere: '00000000-0000-7000-8000-000000000012',
  deactivated: '00000000-0000-7000-8000-000000000013',
  stranger: '00000000-0000-7000-8000-000000000014',
  costless: '00000000-0000-7000-8000-000000000015',
};
export const ids: Record<Caller, string | null> = { ...people, ...extra, anon: null, garbage: null };

/** Adds what the matrix needs to the demo business: users at the edges of permissions, and data out of reach. */
export async function seedFixtures(sql: Sql): Promise<Names> {
  return sql.begin(async (transaction) => {
    const on = new TestSession(transaction);
    for (const [caller, id] of Object.entries(extra)) {
      await on.rows('insert into auth.users (id, email) values ($1, $2)', id, `${caller}@matrix.example`);
    }
    await on.rows(`insert into public.branches (id, name, code) values ($1, 'Elsewhere', 'ELS')`, branch.elsewhere);
    await on.rows(`insert into public.roles (name) values ('Nothing at all'), ('All but costs')`);
    await on.rows(
      `insert into public.role_permissions select r.id, p.name from public.roles r, public.permissions p where r.name = 'All but costs' and p.name <> 'inventory.costs.view'`,
    );
    for (const [caller, role, active, at] of [
      ['nobody', 'Nothing at all', true, branch.zamalek],
      ['elsewhere', 'Manager', true, branch.elsewhere],
      ['deactivated', 'Owner', false, branch.zamalek],
      ['costless', 'All but costs', true, branch.zamalek],
    ] as const) {
      await on.rows(
        'insert into public.profiles (id, name, role_id, active) select $1, $2, id, $3 from public.roles where name = $4',
        extra[caller],
        caller,
        active,
        role,
      );
      await on.rows('insert into public.profile_contacts values ($1, $2)', extra[caller], `${caller}@matrix.example`);
      await on.rows(`insert into public.user_branches values ($1, $2, 'work')`, extra[caller], at);
    }

    await openDrawers((text) => on.rows(text));

    await on.as(people.owner);
    const open = await makeProduct(on, { name: 'Known to all', purchase_price: 10 });
    const kept = async (where: 'warehouse' | 'maadi', barcode: string) => {
      const made = await makeProduct(on, { name: `Kept by ${where}`, branch_id: branch[where], purchase_price: 20 }, [{ barcode }]);
      await on.call('save_product', {
        id: made.id,
        product: { ...plain, name: `Kept by ${where}`, price: 150 },
        variants: [{ id: made.variants[0] }],
        expected_version: 1,
      });
      await stocked(on, people.owner, branch[where], [[made.variants[0] ?? '', 10]]);
      return { id: made.id, variant: made.variants[0] ?? '' };
    };
    const warehouse = await kept('warehouse', 'WRH-KEPT');
    const maadi = await kept('maadi', 'MAD-KEPT');
    const variant = open.variants[0] ?? '';
    for (const at of [branch.zamalek, branch.nasrCity, branch.warehouse]) await stocked(on, people.owner, at, [[variant, 100]]);
    const [entry, entryOfElsewhere] = ['00000000-0000-7000-8000-0000000000f8', '00000000-0000-7000-8000-0000000000f9'];
    await on.call('post_stock_entry', {
      id: entry,
      kind: 'opening',
      branch_id: branch.zamalek,
      lines: [{ variant_id: variant, quantity: 1 }],
    });
    await on.call('post_stock_entry', {
      id: entryOfElsewhere,
      kind: 'adjustment',
      reason: 'count',
      branch_id: branch.elsewhere,
      lines: [{ variant_id: variant, quantity: 3 }],
    });

    const transfer = async (id: string, from: string, to: string, quantity = 2) => {
      await on.call('save_transfer', { id, from_branch_id: from, to_branch_id: to, lines: [{ variant_id: variant, quantity }] });
      return id;
    };
    const approved = await transfer('00000000-0000-7000-8000-000000000e11', branch.zamalek, branch.nasrCity);
    await on.call('approve_transfer', { id: approved });
    const reversed = await transfer('00000000-0000-7000-8000-000000000e12', branch.nasrCity, branch.zamalek);
    await on.call('reverse_transfer', { id: reversed });
    const far = await transfer('00000000-0000-7000-8000-000000000e13', branch.warehouse, branch.elsewhere);
    await on.call('approve_transfer', { id: far });
    const transferOfMaadi = await transfer('00000000-0000-7000-8000-000000000e14', branch.maadi, branch.warehouse, 5000);

    const count = async (id: string, at: string, scope: Record<string, unknown> = {}) => {
      await on.call('start_count', { id, branch_id: at, ...scope });
      return id;
    };
    const counting = await count('00000000-0000-7000-8000-000000000c01', branch.zamalek);
    const countOfMaadi = await count('00000000-0000-7000-8000-000000000c02', branch.maadi);
    const countClosed = await count('00000000-0000-7000-8000-000000000c03', branch.nasrCity);
    await on.call('close_count', { id: countClosed });
    const countCancelled = await count('00000000-0000-7000-8000-000000000c04', branch.zamalek, {
      stock_point_id: await on.value(`select id from public.stock_points where name = 'Window'`),
    });
    await on.call('cancel_count', { id: countCancelled });
    await count('00000000-0000-7000-8000-000000000c05', branch.elsewhere);

    const purchases = await purchasing(on, variant);
    const sales = await selling(on, variant);
    const shifts = await closing(on);
    const expenses = await spending(on);

    await on.asDatabaseOwner();
    await on.rows('insert into public.variant_costs values ($1, 21), ($2, 22)', warehouse.variant, maadi.variant);
    await on.rows(
      `update private.stock_values v set value = v.quantity * k.average_cost
      from public.variant_costs k where k.variant_id = v.variant_id and v.variant_id = any ($1)`,
      [warehouse.variant, maadi.variant],
    );
    await on.rows(
      `insert into public.cost_differences (kind, variant_id, branch_id, business_day, document_type, document_id, amount)
      select distinct on (v.variant_id) 'valued', v.variant_id, m.branch_id, current_date, 'stock_entry', m.document_id,
        v.value - (select coalesce(sum(x.value), 0) from public.stock_movements x where x.variant_id = v.variant_id)
      from private.stock_values v join public.stock_movements m on m.variant_id = v.variant_id and m.document_type = 'stock_entry'
      where v.variant_id = any ($1)`,
      [warehouse.variant, maadi.variant],
    );
    await on.rows(
      `insert into public.cost_differences (kind, variant_id, branch_id, business_day, document_type, document_id, amount)
      select x.kind, d.variant_id, d.branch_id, d.business_day, d.document_type, d.document_id, x.amount
      from public.cost_differences d
      cross join (values ('corrected', 5), ('valued', -5)) x(kind, amount)
      where d.variant_id = any ($1)`,
      [warehouse.variant, maadi.variant],
    );
    await on.rows(
      `insert into public.stock_entry_costs (stock_entry_id, variant_id, unit_cost)
      select distinct on (m.variant_id) m.document_id, m.variant_id, k.average_cost
      from public.stock_movements m join public.variant_costs k on k.variant_id = m.variant_id
      where m.document_type = 'stock_entry' and m.variant_id = any ($1)`,
      [warehouse.variant, maadi.variant],
    );
    await on.rows(
      `insert into public.imports (kind, row_count, content, report) values ('products', 1, 0, '{}'), ('customers', 1, 0, '{}'), ('suppliers', 1, 0, '{}')`,
    );
    await on.rows(
      `insert into public.imports (kind, row_count, branch_ids, content, report) values ('purchase_orders', 1, $1, 0, '{}'), ('purchase_orders', 1, $2, 0, '{}'), ('products', 1, $2, 0, '{}')`,
      [branch.zamalek, branch.maadi],
      [branch.elsewhere],
    );
    await on.rows(`insert into public.label_templates (name) values ('Matrix label')`);
    const printed = async (n: number, caller: Caller) => {
      const id = `00000000-0000-7000-8000-00000000f3e${n}`;
      await on.rows(
        `insert into public.label_prints (id, created_by, printer, width, height, labels) values ($1, $2, 'Matrix', 50, 30, 1)`,
        id,
        ids[caller],
      );
      await on.rows('insert into public.label_print_lines (print_id, position, variant_id, copies) values ($1, 1, $2, 1)', id, variant);
      return id;
    };
    const printOfOwner = await printed(1, 'owner');
    await printed(2, 'storekeeper');
    await printed(3, 'elsewhere');
    const product = await on.value('select product_id from public.variants where id = $1', variant);
    // Every user has a session.
    for (const id of Object.values(extra).concat(Object.values(people)))
      await on.rows('insert into public.user_sessions select gen_random_uuid(), id, now(), now() from public.profiles where id = $1', id);
    // Most callers are clocked in at Zamalek; others have past records there, in Maadi or in Elsewhere. All are corrected.
    const attendance = async (id: string, caller: Caller, at: string, open: boolean) => {
      await on.rows(
        `insert into public.attendance_records (id, profile_id, branch_id, business_day, clocked_in_at, clocked_out_at, corrected)
        values ($1, $2, $3, '2026-11-01', case when $4 then now() - interval '1 hour' else '2026-11-01T08:00Z' end, case when $4 then null else '2026-11-01T16:00Z'::timestamptz end, true)`,
        id,
        ids[caller],
        at,
        open,
      );
      await on.rows(
        `insert into public.attendance_corrections (attendance_record_id, made_by, reason) values ($1, $2, 'Written by hand')`,
        id,
        people.owner,
      );
      return id;
    };
    for (const caller of ['manager', 'storekeeper', 'buyer', 'accountant', 'cashier', 'auditor'] as const)
      await attendance(randomUUID(), caller, branch.zamalek, true);
    const attendanceOfOwner = await attendance('00000000-0000-7000-8000-000000000a01', 'owner', branch.zamalek, true);
    const attendanceOfNobody = await attendance('00000000-0000-7000-8000-000000000a02', 'nobody', branch.zamalek, false);
    const attendanceOfMaadi = await attendance('00000000-0000-7000-8000-000000000a03', 'owner', branch.maadi, false);
    await attendance('00000000-0000-7000-8000-000000000a04', 'elsewhere', branch.elsewhere, false);
    const [roleOfOwner, roleOfCashier, roleOfStorekeeper] = [
      await idOf(on, 'roles', 'Owner'),
      await idOf(on, 'roles', 'Cashier'),
      await idOf(on, 'roles', 'Storekeeper'),
    ];
    return {
      roleOfOwner,
      roleOfCashier,
      roleOfStorekeeper,
      attendanceOfOwner,
      attendanceOfNobody,
      attendanceOfMaadi,
      ...purchases,
      ...sales,
      ...shifts,
      ...expenses,
      variant,
      product,
      entry,
      entryOfElsewhere,
      approved,
      reversed,
      transferOfMaadi,
      count: counting,
      countOfMaadi,
      countClosed,
      countCancelled,
      productOfWarehouse: warehouse.id,
      variantOfWarehouse: warehouse.variant,
      productOfMaadi: maadi.id,
      printOfOwner,
      ...Object.fromEntries(callers.map((caller) => [caller, ids[caller] ?? ''])),
    };
  }) as Promise<Names>;
}

/** An order in each status and branch, with receipts, payments and files. */
async function purchasing(on: TestSession, variant: string): Promise<Names> {
  const supplier = await idOf(on, 'suppliers', 'Mahalla Textiles');
  const method = await idOf(on, 'payment_methods', 'Card');
  const order = async (n: number, at: string, notes: string, quantity = 10_000): Promise<string> => {
    const id = `00000000-0000-7000-8000-000000000f0${n}`;
    await on.call('save_purchase_order', {
      id,
      purchase: { supplier_id: supplier, branch_id: at, status: 'pending', notes },
      items: [{ variant_id: variant, quantity, unit_cost: 10 }],
      charges: [{ kind: 'freight', amount: 4, spread: 'value' }],
    });
    return id;
  };
  const receive = async (id: string, purchase_order_id: string, quantity: number) =>
    on.call('receive_purchase', { id, purchase_order_id, lines: [{ variant_id: variant, quantity }] });
  const pay = async (n: number, id: string): Promise<string> => {
    const payment = `00000000-0000-7000-8000-000000000f1${n}`;
    await on.call('pay_purchase', { id, payments: [{ id: payment, payment_method_id: method, amount: 5, paid_on: '2026-11-01' }] });
    return payment;
  };
  const purchaseOfZamalek = await order(1, branch.zamalek, 'needle in zamalek');
  const purchaseOfMaadi = await order(2, branch.maadi, 'needle in maadi');
  const purchaseCancelled = await order(3, branch.zamalek, 'cancelled');
  await on.call('cancel_purchase', { id: purchaseCancelled });
  const purchaseClosed = await order(4, branch.zamalek, 'closed', 2);
  const purchaseUntouched = await order(8, branch.zamalek, 'untouched');
  const [receiptUndone, receiptOfMaadi, receiptOfClosed] = [1, 2, 3].map((n) => `00000000-0000-7000-8000-000000000f2${n}`) as [
    string,
    string,
    string,
  ];
  await receive(receiptUndone, purchaseOfZamalek, 3);
  await on.call('undo_receipt', { id: receiptUndone, reason: 'Matrix' });
  for (const id of [
    purchaseOfZamalek,
    purchaseOfMaadi,
    purchaseClosed,
    await order(5, branch.elsewhere, 'needle elsewhere'),
    await order(6, branch.warehouse, 'needle in the warehouse'),
  ]) {
    await receive({ [purchaseOfMaadi]: receiptOfMaadi, [purchaseClosed]: receiptOfClosed }[id] ?? randomUUID(), id, 1);
    await pay(Number(id.at(-1)), id);
  }
  await on.call('close_purchase_short', { id: purchaseClosed });
  // One piece of ten is received, and more is paid than it costs.
  const purchaseOverpaid = await order(7, branch.zamalek, 'paid ahead', 10);
  await receive(randomUUID(), purchaseOverpaid, 1);
  await on.call('pay_purchase', {
    id: purchaseOverpaid,
    payments: [{ id: randomUUID(), payment_method_id: method, amount: 50, paid_on: '2026-11-01' }],
  });
  const paymentVoided = await pay(0, purchaseOfZamalek);
  await on.call('void_purchase_payment', { id: paymentVoided, reason: 'Matrix' });
  const attach = async (path: string): Promise<{ file: string; filePath: string }> => {
    const file = randomUUID();
    await on.asDatabaseOwner();
    await on.rows(
      `insert into storage.objects (bucket_id, name, metadata) values ('attachments', $1, '{"size": 9, "mimetype": "application/pdf"}')`,
      path,
    );
    await on.as(people.owner);
    await on.call('attach_file', { id: file, path, name: 'Matrix' });
    return { file, filePath: path };
  };
  await attach(`${branch.maadi}/purchases/${purchaseOfMaadi}/invoice.pdf`);
  await attach(`${branch.zamalek}/transfers/00000000-0000-7000-8000-000000000e11/note.pdf`);
  return {
    supplier,
    method,
    purchaseOfZamalek,
    purchaseOfMaadi,
    purchaseCancelled,
    purchaseClosed,
    purchaseUntouched,
    purchaseOverpaid,
    receiptUndone,
    receiptOfMaadi,
    receiptOfClosed,
    paymentVoided,
    ...(await sendingBack(on, variant, supplier, method)),
    ...(await attach(`${branch.zamalek}/purchases/${purchaseOfZamalek}/invoice.pdf`)),
  };
}

/**
 * A return to the supplier in each branch that the matrix distinguishes, with a credit of which a part was refunded,
 * one whose credit paid its order, and one voided.
 */
async function sendingBack(on: TestSession, variant: string, supplier: string, method: string): Promise<Names> {
  const returned = async (n: number, at: string, note: string, paid = true): Promise<{ id: string; line: string }> => {
    const [order, receipt, id] = [1, 2, 3].map((kind) => `00000000-0000-7000-8000-00000000fb${kind}${n}`);
    const payment = (amount: number) => [{ id: randomUUID(), payment_method_id: method, amount, paid_on: '2026-11-01' }];
    await on.call('save_purchase_order', {
      id: order,
      purchase: { supplier_id: supplier, branch_id: at, status: 'pending', notes: 'returned in part' },
      items: [{ variant_id: variant, quantity: 30, unit_cost: 10 }],
    });
    await on.call('receive_purchase', { id: receipt, purchase_order_id: order, lines: [{ variant_id: variant, quantity: 30 }] });
    if (paid) await on.call('pay_purchase', { id: order, payments: payment(300) });
    const line = await on.value<string>('select id from public.receipt_items where receipt_id = $1', receipt);
    await on.call('record_purchase_return', {
      id,
      header: { supplier_id: supplier, branch_id: at, reason: 'damaged', note },
      lines: [{ variant_id: variant, quantity: 2, receipt_item_id: line }],
    });
    if (paid) await on.call('refund_purchase_return', { id, payments: payment(5) });
    return { id: id ?? '', line };
  };
  const own = await returned(1, branch.zamalek, 'needle in zamalek');
  const far = await returned(2, branch.maadi, 'needle in maadi');
  await returned(3, branch.elsewhere, 'needle elsewhere');
  await returned(4, branch.warehouse, 'needle in the warehouse');
  const voided = await returned(5, branch.zamalek, 'voided', false);
  await on.call('void_purchase_return', { id: voided.id, reason: 'Matrix' });
  const unrefunded = await returned(6, branch.zamalek, 'paid its order', false);
  return {
    returnOfZamalek: own.id,
    returnOfMaadi: far.id,
    returnVoided: voided.id,
    returnWithoutRefund: unrefunded.id,
    receiptLineOfZamalek: own.line,
    receiptLineOfMaadi: far.line,
    supplierWithoutCredit: await on.value('select id from public.suppliers where id <> $1 order by id desc limit 1', supplier),
  };
}

/** A sale in each branch that the matrix distinguishes, one partly paid and one voided. */
async function selling(on: TestSession, variant: string): Promise<Names> {
  await on.as(people.owner);
  const customer = await idOf(on, 'customers', 'Laila Mansour');
  const [cash, card] = [await idOf(on, 'payment_methods', 'Cash'), await idOf(on, 'payment_methods', 'Card')];
  const sell = async (n: number, at: string, note: string): Promise<string> => {
    const id = `00000000-0000-7000-8000-000000000d5${n}`;
    await on.call('record_sale', {
      id,
      sale: { branch_id: at, customer_id: customer, note },
      lines: [{ variant_id: variant, quantity: 1 }],
      payments: [{ payment_method_id: cash, amount: 50 }],
    });
    return id;
  };
  await on.call('post_stock_entry', {
    id: randomUUID(),
    kind: 'opening',
    branch_id: branch.maadi,
    lines: [{ variant_id: variant, quantity: 10 }],
  });
  const saleOfZamalek = await sell(1, branch.zamalek, 'needle in zamalek');
  const saleOfMaadi = await sell(2, branch.maadi, 'needle in maadi');
  await sell(3, branch.elsewhere, 'needle elsewhere');
  await sell(4, branch.warehouse, 'needle in the warehouse');
  const saleVoided = await sell(5, branch.zamalek, 'voided');
  await on.call('void_sale', { id: saleVoided, reason: 'Matrix' });
  const pay = async (n: number, id: string): Promise<string> => {
    const payment = `00000000-0000-7000-8000-000000000d6${n}`;
    await on.call('pay_sale', { id, payments: [{ id: payment, payment_method_id: cash, amount: 5 }] });
    return payment;
  };
  const salePaymentVoided = await pay(1, saleOfZamalek);
  await on.call('void_sale_payment', { id: salePaymentVoided, reason: 'Matrix' });
  const salePaymentOfMaadi = await pay(2, saleOfMaadi);
  await pay(3, await sell(6, branch.zamalek, 'paid later'));
  for (const payment_id of [await pay(4, await sell(7, branch.zamalek, 'paid by card')), salePaymentOfMaadi])
    await on.call('correct_payment', { id: randomUUID(), payment_id, payment_method_id: card, amount: 1, reason: 'Matrix' });
  for (const at of [branch.zamalek, branch.maadi, branch.elsewhere, branch.warehouse])
    await on.rows(`insert into public.held_sales (branch_id, till, lines, total, cart) values ($1, '1', 1, 5, '{}')`, at);
  const till = async (branch_id: string): Promise<string> =>
    (await on.call<{ id: string }>('register_till', { branch_id, code: '1', device: 'MTRX' })).id;
  const [tillOfZamalek, tillOfMaadi] = [await till(branch.zamalek), await till(branch.maadi)];
  for (const at of [branch.elsewhere, branch.warehouse]) await till(at);
  const openIn = async (n: number, contact: 'customer' | 'supplier', at: string): Promise<string> => {
    const id = `00000000-0000-7000-8000-000000000db${n}`;
    const contact_id = contact === 'customer' ? customer : await on.value('select id from public.suppliers order by id limit 1');
    await on.call('record_opening_balance', { id, balance: { contact, contact_id, branch_id: at, day: '2025-12-31', amount: 7 } });
    return id;
  };
  const openingVoided = await openIn(1, 'customer', branch.zamalek);
  const openingOfSupplierVoided = await openIn(2, 'supplier', branch.zamalek);
  for (const id of [openingVoided, openingOfSupplierVoided]) await on.call('void_opening_balance', { id, reason: 'Matrix' });
  await openIn(5, 'customer', branch.zamalek);
  const openingOfMaadi = await openIn(3, 'customer', branch.maadi);
  const openingOfSupplierOfMaadi = await openIn(4, 'supplier', branch.maadi);
  const lineOf = (id: string): Promise<string> => on.value('select id from public.sale_lines where sale_id = $1', id);
  return {
    tillOfZamalek,
    tillOfMaadi,
    customer,
    cash,
    saleOfZamalek,
    saleOfMaadi,
    saleVoided,
    salePaymentVoided,
    salePaymentOfMaadi,
    openingVoided,
    openingOfSupplierVoided,
    openingOfMaadi,
    openingOfSupplierOfMaadi,
    lineOfZamalek: await lineOf(saleOfZamalek),
    lineOfMaadi: await lineOf(saleOfMaadi),
  };
}

/**
 * The owner's shifts: one of Zamalek with an approved shortage beyond the limit, one of Maadi, and open ones
 * with cash moved in and out.
 */
async function closing(on: TestSession): Promise<Names> {
  await on.asDatabaseOwner();
  await on.rows('update public.business set shift_variance_limit = 5');
  await on.as(people.owner);
  const openIn = (at: string): Promise<string> =>
    on.value(`select id from public.shifts where opened_by = $1 and branch_id = $2 and status = 'open'`, people.owner, at);
  const close = async (id: string): Promise<string> => {
    await on.call('close_shift', { id, actual_closing: 10, note: 'Matrix' });
    return id;
  };
  const [shiftClosed, shiftOfMaadi] = [await close(await openIn(branch.zamalek)), await close(await openIn(branch.maadi))];
  for (const at of [branch.zamalek, branch.maadi]) await on.call('open_shift', { id: randomUUID(), branch_id: at, opening_balance: 10 });
  const shiftOpen = await openIn(branch.zamalek);
  for (const at of [branch.zamalek, branch.maadi, branch.elsewhere])
    await on.call('record_cash', { id: randomUUID(), shift_id: await openIn(at), kind: 'pay_out', amount: 3, reason: 'Matrix' });
  await on.as(people.cashier);
  await on.call('record_cash', {
    id: randomUUID(),
    kind: 'pay_in',
    amount: 4,
    reason: 'Matrix',
    shift_id: await on.value(`select id from public.shifts where opened_by = $1 and status = 'open'`, people.cashier),
  });
  await on.as(people.owner);
  return { shiftClosed, shiftOfMaadi, shiftOpen };
}

/** An expense in each branch that the matrix distinguishes, each partly paid, one unpaid and one deleted. */
async function spending(on: TestSession): Promise<Names> {
  await on.as(people.owner);
  const method = await idOf(on, 'payment_methods', 'Card');
  const spend = async (n: number, at: string, notes: string, pay = true, more: Row = {}): Promise<string> => {
    const id = `00000000-0000-7000-8000-000000000d7${n.toString(16)}`;
    const payments = pay
      ? [{ id: `00000000-0000-7000-8000-000000000d8${n}`, payment_method_id: method, amount: 5, paid_on: '2026-11-01' }]
      : [];
    await on.call('save_expense', { id, expense: { branch_id: at, amount: 50, notes, ...more }, payments });
    return id;
  };
  const expenseOfZamalek = await spend(1, branch.zamalek, 'needle in zamalek');
  const expenseOfMaadi = await spend(2, branch.maadi, 'needle in maadi');
  await spend(3, branch.elsewhere, 'needle elsewhere');
  await spend(4, branch.warehouse, 'needle in the warehouse');
  const expenseUnpaid = await spend(5, branch.zamalek, 'unpaid', false);
  await on.call('delete_expense', { id: await spend(6, branch.zamalek, 'deleted', false) });
  const recur = async (n: number, at: string): Promise<string> => {
    const id = await spend(n, at, 'recurring', false, { repeats: { every: 1, unit: 'months' } });
    return on.value<string>('select rule_id from public.expenses where id = $1', id);
  };
  const [ruleOfZamalek, ruleOfMaadi, ruleEnded, ruleEndedInMaadi] = [
    await recur(7, branch.zamalek),
    await recur(8, branch.maadi),
    await recur(9, branch.zamalek),
    await recur(10, branch.maadi),
  ];
  await recur(0, branch.elsewhere);
  for (const id of [ruleEnded, ruleEndedInMaadi]) await on.call('end_expense_rule', { id });
  const expensePaymentVoided = '00000000-0000-7000-8000-000000000d89';
  await on.call('pay_expense', {
    id: expenseOfZamalek,
    payments: [{ id: expensePaymentVoided, payment_method_id: method, amount: 1, paid_on: '2026-11-01' }],
  });
  await on.call('void_expense_payment', { id: expensePaymentVoided, reason: 'Matrix' });
  return {
    ruleOfZamalek,
    ruleOfMaadi,
    ruleEnded,
    ruleEndedInMaadi,
    expenseOfZamalek,
    expenseOfMaadi,
    expenseUnpaid,
    expensePaymentVoided,
    expensePaymentOfMaadi: '00000000-0000-7000-8000-000000000d82',
    expenseCategory: await on.value('select id from public.expense_categories where active limit 1'),
    ruleVersion: String(await on.value('select version from public.expense_rules where id = $1', ruleOfZamalek)),
    ruleNext: await on.value('select next_on::text from public.expense_rules where id = $1', ruleOfZamalek),
    expenseDay: await on.value('select business_day::text from public.expenses where id = $1', expenseOfZamalek),
    expenseVersion: String(await on.value('select version from public.expenses where id = $1', expenseOfZamalek)),
  };
}

/** The token of each caller; valid ones are signed here as Auth would, to avoid signing in a hundred times. */
export function tokenOf(caller: Caller, jwtSecret: string, seed: Record<string, unknown>): string | null {
  if (caller === 'anon') return null;
  if (caller === 'garbage') return signToken({ ...seed, sub: people.owner }, 'not the secret');
  return signToken({ ...seed, sub: ids[caller] ?? '' }, jwtSecret);
}

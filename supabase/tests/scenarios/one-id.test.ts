/* An id chosen by a client names one document of one kind: functions of other kinds neither move nor reveal its
   goods. */
import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { makeProduct, onHand, stocked } from '../fixtures.ts';

const { zamalek, nasrCity, maadi } = branches;
const taken = { code: 'PT409', message: 'id_taken' };

/** The owner's documents of each kind, all of one variant in Maadi, which the manager can only view. */
const kinds: Record<string, (on: TestSession, id: string, variant: string) => Promise<unknown>> = {
  stock_entry: (on, id, variant) =>
    on.call('post_stock_entry', { id, kind: 'opening', branch_id: maadi, lines: [{ variant_id: variant, quantity: 50 }] }),
  transfer: (on, id, variant) =>
    on.call('save_transfer', { id, from_branch_id: maadi, to_branch_id: nasrCity, lines: [{ variant_id: variant, quantity: 1 }] }),
  sale: (on, id, variant) => sold(on, id, variant),
  sale_payment: async (on, id, variant) =>
    on.call('pay_sale', {
      id: await sold(on, randomUUID(), variant).then((sale) => sale.id),
      payments: [{ id, amount: 1, payment_method_id: await on.value('select id from public.payment_methods where active limit 1') }],
    }),
  payment_correction: async (on, id, variant) => {
    const sale = await sold(on, randomUUID(), variant);
    const methods = await on.rows<{ id: string }>('select id from public.payment_methods where active order by is_cash desc limit 2');
    const payment_id = randomUUID();
    await on.call('pay_sale', { id: sale.id, payments: [{ id: payment_id, amount: 1, payment_method_id: methods[0]?.id }] });
    return on.call('correct_payment', { id, payment_id, payment_method_id: methods[1]?.id, reason: 'Attack' });
  },
  expense: (on, id) => on.call('save_expense', { id, expense: { branch_id: maadi, amount: 5 } }),
  expense_payment: async (on, id) =>
    on.call('save_expense', {
      id: randomUUID(),
      expense: { branch_id: maadi, amount: 5 },
      payments: [
        {
          id,
          amount: 1,
          paid_on: '2026-11-10',
          payment_method_id: await on.value('select id from public.payment_methods where active limit 1'),
        },
      ],
    }),
  count: async (on, id, variant) =>
    on.call('start_count', { id, branch_id: maadi, scope: 'products', scope_ids: [await productOf(on, variant)] }),
  purchase_return: (on, id, variant) => sentBack(on, id, variant),
  payment: async (on, id, variant) =>
    on.call('refund_purchase_return', {
      id: (await sentBack(on, randomUUID(), variant)).id,
      payments: [
        {
          id,
          amount: 1,
          paid_on: '2026-11-10',
          payment_method_id: await on.value('select id from public.payment_methods where active limit 1'),
        },
      ],
    }),
  opening_balance: async (on, id) =>
    on.call('record_opening_balance', {
      id,
      balance: {
        contact: 'customer',
        contact_id: await on.value('select id from public.customers limit 1'),
        branch_id: maadi,
        day: '2026-01-01',
        amount: 5,
      },
    }),
  receipt: async (on, id, variant) => {
    const supplier = await on.value('select id from public.suppliers limit 1');
    await on.call('save_purchase_order', {
      id: randomUUID(),
      purchase: { supplier_id: supplier, branch_id: maadi, status: 'completed' },
      items: [{ variant_id: variant, quantity: 40, unit_cost: 5 }],
      receive: { id },
    });
  },
};
const sentBack = async (on: TestSession, id: string, variant: string) => {
  await on.call('post_stock_entry', { id: randomUUID(), kind: 'opening', branch_id: maadi, lines: [{ variant_id: variant, quantity: 1 }] });
  return on.call('record_purchase_return', {
    id,
    header: { supplier_id: await on.value('select id from public.suppliers limit 1'), branch_id: maadi, reason: 'damaged' },
    lines: [{ variant_id: variant, quantity: 1, unit_cost: 5 }],
  });
};
const sold = async (on: TestSession, id: string, variant: string) => {
  await on.call('post_stock_entry', { id: randomUUID(), kind: 'opening', branch_id: maadi, lines: [{ variant_id: variant, quantity: 1 }] });
  return on.call('record_sale', {
    id,
    sale: { branch_id: maadi, customer_id: await on.value('select id from public.customers limit 1') },
    lines: [{ variant_id: variant, quantity: 1 }],
  });
};
const productOf = (on: TestSession, variant: string) => on.value<string>('select product_id from public.variants where id = $1', variant);
const productInZamalek = async (on: TestSession) => {
  await on.as(people.owner);
  const {
    variants: [variant = ''],
  } = await makeProduct(on);
  await stocked(on, people.owner, zamalek, [[variant, 10]]);
  return variant;
};

describe('the id of a document', () => {
  scenario('of an entry removed by undoing its import cannot be posted again', async (on) => {
    const variant = await productInZamalek(on);
    const id = randomUUID();
    await on.call('import_sheet', {
      kind: 'products',
      id,
      rows: [{ row: 2, name: 'Kite gone', price: '5', quantity: '7', branch: 'ZAM' }],
      dry_run: false,
    });
    await on.asDatabaseOwner();
    const entry = await on.value<string>(
      "select row_id from private.import_changes where import_id = $1 and table_name = 'stock_entries'",
      id,
    );
    await on.as(people.owner);
    await on.call('undo_import', { id });
    const note = await on.value('select note from public.stock_entries where id = $1', entry);
    const again = { id: entry, kind: 'opening', branch_id: zamalek, note, lines: [{ variant_id: variant, quantity: 9 }] };
    expect(await on.refused(() => on.call('post_stock_entry', again))).toMatchObject({ code: 'PT409', message: 'exists_already' });
  });

  for (const kind of ['stock_entry', 'receipt', 'count']) {
    scenario(`of kind ${kind} cannot become a transfer that takes its goods back`, async (on) => {
      const variant = await productInZamalek(on);
      const id = randomUUID();
      await kinds[kind]?.(on, id, variant);
      if (kind === 'count') {
        await on.call('record_tallies', { count_id: id, tallies: [{ id: randomUUID(), variant_id: variant, mode: 'set', quantity: 30 }] });
        await on.call('close_count', { id });
        await on.call('post_count', { id, uncounted: 'leave' });
      }
      const before = await onHand(on, variant, maadi);
      expect(before).toBeGreaterThan(0);
      await on.as(people.manager);
      const attack = async () => {
        await on.call('save_transfer', {
          id,
          from_branch_id: zamalek,
          to_branch_id: nasrCity,
          lines: [{ variant_id: variant, quantity: 1 }],
        });
        await on.call('approve_transfer', { id });
        await on.call('reverse_transfer', { id, reason: 'Attack' });
      };
      const refusal = await on.refused(attack).catch((error: Error) => error.message);
      expect([await onHand(on, variant, maadi), refusal]).toEqual([before, expect.objectContaining(taken)]);
    });
  }

  // The response is the same whether or not the user can see the document, and reveals nothing about it.
  for (const [kind, make] of Object.entries(kinds)) {
    scenario(`of kind ${kind} is refused for every other kind`, async (on) => {
      const variant = await productInZamalek(on);
      const id = randomUUID();
      await make(on, id, variant);
      for (const [other, again] of Object.entries(kinds)) {
        if (other !== kind) expect(await on.refused(() => again(on, id, variant)), other).toMatchObject(taken);
      }
      // A receipt or payment without an id gets one.
      if (!['receipt', 'payment', 'sale_payment', 'expense_payment'].includes(kind))
        expect(await on.refused(() => make(on, null as never, variant))).toMatchObject({ code: 'PT400', message: 'id_missing' });
    });
  }

  scenario('cannot name two documents of one call', async (on) => {
    const variant = await productInZamalek(on);
    const [supplier_id, payment_method_id] = [
      await on.value('select id from public.suppliers limit 1'),
      await on.value('select id from public.payment_methods where active limit 1'),
    ];
    const [id, other] = [randomUUID(), randomUUID()];
    const payment = { id: other, payment_method_id, amount: 1, paid_on: '2026-11-10' };
    const save = (rest: Row) =>
      on.call('save_purchase_order', {
        id,
        purchase: { supplier_id, branch_id: zamalek, status: 'completed' },
        items: [{ variant_id: variant, quantity: 4, unit_cost: 5 }],
        ...rest,
      });
    for (const rest of [{ receive: { id } }, { payments: [{ ...payment, id }] }, { receive: { id: other }, payments: [payment] }]) {
      expect(await on.refused(() => save(rest)), JSON.stringify(rest)).toMatchObject(taken);
    }
    await save({ receive: { id: randomUUID() }, payments: [payment] });
  });

  scenario('links an entry only to its own movements', async (on) => {
    const variant = await productInZamalek(on);
    const id = randomUUID();
    await kinds.stock_entry?.(on, id, variant);
    await on.asDatabaseOwner();
    // As if ids were shared after all; only a direct insert makes that possible.
    await on.rows(
      `insert into public.stock_movements (kind, variant_id, branch_id, quantity, document_type, document_id)
      values ('transfer_in', $1, $2, 7, 'transfer', $3), ('transfer_out', $1, $2, -7, 'transfer', $3)`,
      variant,
      maadi,
      id,
    );
    await on.as(people.owner);
    expect(
      await on.call<Row>('post_stock_entry', { id, kind: 'opening', branch_id: maadi, lines: [{ variant_id: variant, quantity: 50 }] }),
    ).toMatchObject({ pieces: 50 });
    expect(await on.value('select count(*) from public.movement_list where document_id = $1', id)).toBe(3);
    await on.asDatabaseOwner();
    await on.rows(`delete from public.stock_movements where document_type = 'transfer' and document_id = $1`, id);
  });
});

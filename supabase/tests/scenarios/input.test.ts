/* A request is refused if it has an unknown key, or changes a record without its expected version. */
import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { detailOf, idOf, makeProduct, plain, stocked } from '../fixtures.ts';
import { line, order, payment, variants } from './purchasing.ts';

const { zamalek, nasrCity } = branches;

/** Returns the error that the caller gets, or null if nothing is refused. */
async function told(on: TestSession, name: string, values: Row): Promise<string | null> {
  let answer: string | null = null;
  await on
    .refused(async () => {
      await on.call(name, values);
      // Rolls the attempt back.
      throw Object.assign(new Error(), { code: 'taken' });
    })
    .then((refusal) => {
      if (refusal.code === 'taken') return;
      const { field, line: place } = detailOf(refusal);
      answer = [refusal.message, field, place].filter((part) => part !== undefined).join(' ');
    });
  return answer;
}

const spend = (expense: Row = {}, more: Row = {}): Row => ({
  id: randomUUID(),
  expense: { branch_id: zamalek, spent_on: '2026-11-10', amount: 50, ...expense },
  ...more,
});

describe('a misspelt key', () => {
  scenario('is refused by name in every object and line of every call', async (on) => {
    const [variant = ''] = await variants(on, 1);
    await stocked(on, people.owner, zamalek, [[variant, 9]]);
    const supplier_id = await idOf(on, 'suppliers', 'Mahalla Textiles');
    const role_id = await idOf(on, 'roles', 'Cashier');
    const made = await order(on, [line(variant, 2, 10)]);
    const bought = { supplier_id, branch_id: zamalek, status: 'pending' };
    const items = [line(variant, 1, 10)];
    const paid = await payment(on, 5);
    const method = { payment_method_id: paid.payment_method_id };
    const spent = await on.call<Row & { id: string; version: number }>('save_expense', spend());
    const sold = await on.call<Row & { id: string }>('record_sale', {
      id: randomUUID(),
      sale: { branch_id: zamalek, customer_id: await on.value('select id from public.customers order by name limit 1') },
      lines: [{ variant_id: variant, quantity: 1, unit_price: 100 }],
    });
    const count_id = randomUUID();
    await on.call('start_count', { id: count_id, branch_id: zamalek });
    const goods = [{ variant_id: variant, quantity: 1 }];
    const wrong = [
      { variant_id: variant, quantity: 1 },
      { variant_id: variant, quantity: 1, qty: 2 },
    ];
    const way = { id: randomUUID(), from_branch_id: zamalek, to_branch_id: nasrCity };
    const person = { name: 'Kite', email: 'kite@example.com', role_id };
    const taken = { branch_id: zamalek };
    const cases: [string, Row, string][] = [
      ['save_expense', spend({ suplier_id: supplier_id }), 'field_unknown suplier_id'],
      ['save_expense', spend({ repeats: { every: 1, unit: 'months', until: '2027-01-01' } }), 'field_unknown until'],
      ['save_expense', spend({}, { payments: [{ ...paid, drawer: false }] }), 'field_unknown drawer'],
      ['pay_expense', { id: spent.id, payments: [{ ...paid, date: '2026-11-11' }] }, 'field_unknown date'],
      ['save_purchase_order', { id: randomUUID(), purchase: { ...bought, suplier_id: supplier_id }, items }, 'field_unknown suplier_id'],
      ['save_purchase_order', { id: randomUUID(), purchase: bought, items: [...items, { ...items[0], cost: 9 }] }, 'field_unknown cost 2'],
      [
        'save_purchase_order',
        { id: randomUUID(), purchase: bought, items, payments: [{ ...paid, from_drawer: false }] },
        'field_unknown from_drawer',
      ],
      [
        'save_purchase_order',
        { id: randomUUID(), purchase: { ...bought, status: 'completed' }, items, receive: { point_id: null } },
        'field_unknown point_id',
      ],
      ['receive_purchase', { id: randomUUID(), purchase_order_id: made.id, lines: wrong }, 'field_unknown qty 2'],
      ['pay_purchase', { id: made.id, payments: [{ ...paid, notes: 'x' }] }, 'field_unknown notes'],
      [
        'pay_supplier',
        { id: randomUUID(), supplier_id, payment: { ...method, amount: 5, paid_on: '2026-11-11', branch: zamalek } },
        'field_unknown branch',
      ],
      [
        'record_sale',
        { id: randomUUID(), sale: taken, lines: goods, payments: [{ ...method, amount: 100, paid_on: '2026-11-11' }] },
        'field_unknown paid_on',
      ],
      ['pay_sale', { id: sold.id, payments: [{ id: randomUUID(), ...method, amount: 100, note: 'x' }] }, 'field_unknown note'],
      ['change_user', { id: randomUUID(), profile_id: randomUUID(), person: { ...person, rol_id: role_id } }, 'field_unknown rol_id'],
      [
        'change_user',
        {
          id: randomUUID(),
          profile_id: randomUUID(),
          person: { ...person, branches: [{ branch_id: zamalek, access: 'view', from: 'x' }] },
        },
        'field_unknown from 1',
      ],
      ['save_own_profile', { profile: { phon: '0100' }, expected_version: 1 }, 'field_unknown phon'],
      ['save_role', { id: randomUUID(), role: { name: 'Kites', actve: false }, permissions: [] }, 'field_unknown actve'],
      ['save_product', { id: randomUUID(), product: { ...plain, catgory_id: null }, variants: [] }, 'field_unknown catgory_id'],
      ['save_product', { id: randomUUID(), product: { ...plain, version: 3 }, variants: [] }, 'field_unknown version'],
      ['save_product', { id: randomUUID(), product: plain, variants: [{ skuu: 'X' }] }, 'field_unknown skuu 1'],
      ['post_stock_entry', { id: randomUUID(), kind: 'opening', branch_id: zamalek, lines: wrong }, 'field_unknown qty 2'],
      [
        'record_tallies',
        { count_id, tallies: [{ id: randomUUID(), variant_id: variant, mode: 'add', quantity: 1, at: 3 }] },
        'field_unknown at 1',
      ],
      ['save_transfer', { ...way, lines: wrong }, 'field_unknown qty 2'],
      [
        'save_attendance',
        { id: randomUUID(), attendance: { profile_id: people.cashier, clocked: 'x' }, reason: 'x' },
        'field_unknown clocked',
      ],
      ['update_products', { changes: { price: { kind: 'set', value: 5, own_price: true } }, ids: [] }, 'field_unknown own_price'],
      ['update_products', { changes: { active: true }, matching: { word: 'x' } }, 'field_unknown word'],
      [
        'import_sheet',
        { kind: 'products', id: randomUUID(), rows: [{ row: 2, name: 'Kite' }], options: { skip_problem_row: true } },
        'field_unknown skip_problem_row',
      ],
    ];
    const answers: [string, string | null][] = [];
    for (const [name, values] of cases) answers.push([name, await told(on, name, values)]);
    expect(answers).toEqual(cases.map(([name, , answer]) => [name, answer]));
  });
});

describe('an existing record', () => {
  scenario('cannot be changed, approved or cancelled without its expected version', async (on) => {
    const [one = '', two = ''] = await variants(on, 2);
    await stocked(on, people.owner, zamalek, [[one, 9]]);
    const of = (made: Row) => ({ id: made.id as string });
    const bought = await order(on, [line(one, 2, 10)]);
    const short = await order(on, [line(two, 5, 10)]);
    await on.call('receive_purchase', { id: randomUUID(), purchase_order_id: short.id, lines: [{ variant_id: two, quantity: 1 }] });
    const closed = await order(on, [line(two, 5, 10)]);
    const receipt = randomUUID();
    await on.call('receive_purchase', { id: receipt, purchase_order_id: closed.id, lines: [{ variant_id: two, quantity: 1 }] });
    const version = await on.value('select version from public.purchase_orders where id = $1', closed.id);
    await on.call('close_purchase_short', { id: closed.id, expected_version: version });
    const sent = () =>
      on.call<Row>('save_transfer', {
        id: randomUUID(),
        from_branch_id: zamalek,
        to_branch_id: nasrCity,
        lines: [{ variant_id: one, quantity: 1 }],
      });
    const spent = await on.call<Row>('save_expense', spend());
    const rule = await on.call<Row>('save_expense', spend({ repeats: { every: 1, unit: 'months' } }));
    const rule_id = await on.value<string>('select rule_id from public.expenses where id = $1', rule.id);
    const role = await on.call<Row>('save_role', { id: randomUUID(), role: { name: 'Kites' }, permissions: [] });
    const product = (await makeProduct(on)).id;
    const compared = randomUUID();
    await on.call('start_count', { id: compared, branch_id: nasrCity, scope: 'products', scope_ids: [product] });
    await on.call('close_count', { id: compared });
    const till = await on.call<Row>('register_till', { branch_id: zamalek, code: 'KITE', device: 'KITE' });
    const cases: [string, Row][] = [
      ['approve_transfer', of(await sent())],
      ['reverse_transfer', of(await sent())],
      ['approve_purchase', of(bought)],
      ['cancel_purchase', { ...of(bought), reason: 'x' }],
      ['close_purchase_short', of(short)],
      ['reopen_purchase', of(closed)],
      ['undo_receipt', { id: receipt, reason: 'x' }],
      ['delete_expense', of(spent)],
      ['save_expense_rule', { id: rule_id, rule: { amount: 60 } }],
      ['delete_role', of(role)],
      ['delete_user', { id: randomUUID(), profile_id: people.auditor }],
      ['post_count', { id: compared, uncounted: 'leave' }],
      ['recount', { id: compared, variant_ids: [] }],
      ['cancel_count', { id: compared }],
      ['save_own_profile', { profile: { phone: '01001234567' } }],
      ['save_till', { ...of(till), name: 'Gull', name_ar: null, closed: false }],
    ];
    const answers: [string, string | null][] = [];
    for (const [name, values] of cases) answers.push([name, await told(on, name, { ...values, expected_version: null })]);
    expect(answers).toEqual(cases.map(([name]) => [name, 'field_missing expected_version']));
  });
});

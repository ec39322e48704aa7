import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { detailOf, idOf, onHand } from '../fixtures.ts';
import { line, order, payment, variants } from './purchasing.ts';
import { goods, line as sold, paying, sell } from './selling.ts';
import { approve, create, productInZamalek, reverse } from './transfer-fixtures.ts';

const { zamalek, nasrCity, maadi } = branches;

const close = async (on: TestSession, table: 'branches' | 'stock_points', id: string, active = false) => {
  await on.asDatabaseOwner();
  await on.rows(`update public.${table} set active = $2 where id = $1`, id, active);
  await on.as(people.owner);
};

describe('a closed place', () => {
  scenario('accepts nothing new, and a waiting transfer to it is refused approval', async (on) => {
    const variant = await productInZamalek(on, 10);
    const line = [{ variant_id: variant, quantity: 1 }];
    const waiting = await create(on, line, { to_branch_id: maadi });
    await close(on, 'branches', maadi);
    const attempts = [
      () => create(on, line, { to_branch_id: maadi }),
      () => create(on, line, { id: waiting.id, to_branch_id: maadi, expected_version: 1 }),
      () => approve(on, waiting.id),
    ];
    for (const attempt of attempts) {
      const refusal = await on.refused(attempt);
      expect(refusal).toMatchObject({ code: 'PT409', message: 'place_closed' });
      expect(detailOf(refusal)).toMatchObject({ place: 'Maadi', place_ar: 'المعادي' });
    }
    expect(await onHand(on, variant, zamalek)).toBe(10);
    expect(await create(on, line, { id: waiting.id, to_branch_id: nasrCity, expected_version: 1 })).toMatchObject({ status: 'pending' });
    expect(await approve(on, waiting.id)).toMatchObject({ status: 'approved' });
  });

  scenario('still allows withdrawing a transfer to it, and approving it once reopened', async (on) => {
    const variant = await productInZamalek(on, 10);
    const [withdrawn, approved] = [
      await create(on, [{ variant_id: variant, quantity: 1 }], { to_branch_id: maadi }),
      await create(on, [{ variant_id: variant, quantity: 2 }], { to_branch_id: maadi }),
    ];
    await close(on, 'branches', maadi);
    expect(await reverse(on, withdrawn.id)).toMatchObject({ status: 'reversed' });
    await close(on, 'branches', maadi, true);
    await approve(on, approved.id);
    expect(await onHand(on, variant, maadi)).toBe(2);
  });

  scenario('may be a stock point, from which goods can leave', async (on) => {
    const variant = await productInZamalek(on, 10);
    const window = await idOf(on, 'stock_points', 'Window');
    const into = { to_branch_id: zamalek, to_stock_point_id: window };
    await approve(on, (await create(on, [{ variant_id: variant, quantity: 5 }], into)).id);
    await close(on, 'stock_points', window);
    const refusal = await on.refused(() => create(on, [{ variant_id: variant, quantity: 1 }], into));
    expect(refusal.message).toBe('place_closed');
    expect(detailOf(refusal)).toMatchObject({ place: 'Window' });
    const back = await create(on, [{ variant_id: variant, quantity: 5 }], { from_stock_point_id: window, to_branch_id: zamalek });
    await approve(on, back.id);
    expect([await onHand(on, variant, zamalek), await onHand(on, variant, zamalek, window)]).toEqual([10, 0]);
    expect(await on.refused(() => reverse(on, back.id, 'Back into the closed one'))).toMatchObject({ message: 'place_closed' });
  });

  scenario('accepts no opening stock, but allows adjustments', async (on) => {
    const variant = await productInZamalek(on, 10);
    await close(on, 'branches', zamalek);
    const entry = (kind: string, quantity: number) =>
      on.call('post_stock_entry', {
        id: randomUUID(),
        kind,
        branch_id: zamalek,
        reason: kind === 'adjustment' ? 'count' : null,
        lines: [{ variant_id: variant, quantity }],
      });
    expect(await on.refused(() => entry('opening', 1))).toMatchObject({ message: 'place_closed' });
    await entry('adjustment', 1);
    await approve(on, (await create(on, [{ variant_id: variant, quantity: 11 }])).id);
    expect([await onHand(on, variant, zamalek), await onHand(on, variant, nasrCity)]).toEqual([0, 11]);
  });
});

describe('a closed branch', () => {
  const closed = async (on: TestSession, attempt: () => Promise<unknown>) => {
    const refusal = await on.refused(attempt);
    expect([refusal.code, refusal.message], String(attempt)).toEqual(['PT409', 'place_closed']);
    expect(detailOf(refusal)).toMatchObject({ place: 'Zamalek', place_ar: 'الزمالك' });
  };
  /** The branch was closed two days ago. */
  const closedLongAgo = async (on: TestSession) => {
    await close(on, 'branches', zamalek);
    await on.asDatabaseOwner();
    await on.rows(`update public.audit_log set at = now() - interval '2 days' where record_id = $1 and changes ? 'active'`, zamalek);
  };
  const ago = (on: TestSession, hours: number) =>
    on.value<string>('select to_json(now() - make_interval(hours => $1::integer)) #>> $2', hours, []);

  scenario('allows nobody to clock in, but lets users clock out', async (on) => {
    await on.as(people.cashier);
    const id = randomUUID();
    const first = await on.call('clock_in', { id, branch_id: zamalek });
    await close(on, 'branches', zamalek);
    await on.as(people.manager);
    await closed(on, () => on.call('clock_in', { id: randomUUID(), branch_id: zamalek }));
    await on.as(people.cashier);
    expect(await on.call('clock_in', { id, branch_id: zamalek })).toEqual(first);
    expect(await on.call('clock_out', { id })).toMatchObject({ id, clocked_out_at: expect.anything() as unknown });
  });

  scenario('accepts attendance only for times when it was open', async (on) => {
    await closedLongAgo(on);
    await on.as(people.owner);
    const add = async (hours: number) => {
      const [from, to] = await Promise.all(
        [hours, hours - 1].map((back) =>
          on.value<string>(
            `select to_char((now() - make_interval(hours => $1::integer)) at time zone b.time_zone, 'YYYY-MM-DD"T"HH24:MI') from public.branches b where b.id = $2`,
            back,
            zamalek,
          ),
        ),
      );
      return on.call('save_attendance', {
        id: randomUUID(),
        attendance: { profile_id: people.cashier, branch_id: zamalek, clocked_in: from, clocked_out: to },
        reason: 'Forgot to clock in',
      });
    };
    expect(await add(72)).toMatchObject({ version: 1 });
    await closed(on, () => add(24));
  });

  scenario('accepts no new expenses, while existing ones can be corrected, paid and voided', async (on) => {
    await on.as(people.owner);
    const expense = { branch_id: zamalek, spent_on: '2026-11-10', amount: 100 };
    const id = randomUUID();
    const first = await on.call('save_expense', { id, expense });
    await close(on, 'branches', zamalek);
    await closed(on, () => on.call('save_expense', { id: randomUUID(), expense }));
    await closed(on, () => on.call('save_expense', { id: randomUUID(), expense: { ...expense, repeats: { every: 1, unit: 'months' } } }));
    expect(await on.call('save_expense', { id, expense })).toEqual(first);
    expect(await on.call('save_expense', { id, expense: { amount: 120 }, expected_version: 1 })).toMatchObject({ amount: 120 });
    const paid = await payment(on, 50, { from_drawer: false });
    expect(await on.call('pay_expense', { id, payments: [paid] })).toMatchObject({ paid: 50 });
    await on.call('void_expense_payment', { id: paid.id, reason: 'Twice' });
    expect(await on.call('delete_expense', { id })).toBeTruthy();
  });

  scenario('generates no recurring expenses, and skips the days it was closed once it reopens', async (on) => {
    await on.as(people.owner);
    const days = async (back: number) => on.value<string>('select (private.branch_today($1) - $2::integer)::text', zamalek, back);
    await on.asDatabaseOwner();
    const [start, next, paused] = [await days(25), await days(15), await days(-5)];
    await on.as(people.owner);
    const recurring = async () => {
      const { id } = await on.call('save_expense', {
        id: randomUUID(),
        expense: { branch_id: zamalek, spent_on: start, amount: 100, repeats: { every: 10, unit: 'days' } },
      });
      return on.value<string>('select rule_id from public.expenses where id = $1', id);
    };
    const [rule, resting] = [await recurring(), await recurring()];
    await on.call('pause_expense_rule', { id: resting, paused: true });
    const state = (id: string) =>
      on.value(
        `select next_on || ' ' || (select count(*) from public.expenses e where e.rule_id = r.id) from public.expense_rules r where id = $1`,
        id,
      );
    const clock = async () => {
      await on.asDatabaseOwner();
      await on.rows('select private.run_due_jobs()');
    };
    await close(on, 'branches', zamalek);
    await clock();
    expect(await state(rule)).toBe(`${next} 1`);
    await close(on, 'branches', zamalek, true);
    await clock();
    expect([await state(rule), await state(resting)]).toEqual([`${paused} 1`, `${next} 1`]);
  });

  scenario('registers and reopens no till and holds no new sale, but releases held ones', async (on) => {
    await on.as(people.manager);
    const register = (code: string) => on.call<Row>('register_till', { branch_id: zamalek, code, device: '3E70' });
    const [till, other] = [await register('A1'), await register('A2')];
    const save = (id: unknown, shut: boolean, expected_version: number) =>
      on.call('save_till', { id, name: null, name_ar: null, closed: shut, expected_version });
    await save(other.id, true, 1);
    const hold = (rest: string, id = randomUUID()) =>
      on.rows(
        `insert into public.held_sales (id, branch_id, till, lines, total, cart, discard_reason) values ($1, $2, 'A1', 1, 5, '{}', ${rest})`,
        id,
        zamalek,
      );
    const held = randomUUID();
    await hold('null', held);
    await close(on, 'branches', zamalek);
    await on.as(people.manager);
    await closed(on, () => register('A3'));
    await closed(on, () => save(other.id, false, 2));
    await closed(on, () => hold('null'));
    expect(await register('A1')).toEqual(till);
    expect(await save(till.id, true, 1)).toMatchObject({ version: 2 });
    await hold(`'Nobody was there'`);
    expect(await on.rows('delete from public.held_sales where id = $1 returning id', held)).toEqual([{ id: held }]);
  });

  scenario('sells nothing, but accepts sales and returns made before it closed', async (on) => {
    const { variant } = await goods(on, 10);
    const window = await idOf(on, 'stock_points', 'Window');
    const [hours3, hours60] = [await ago(on, 3), await ago(on, 60)];
    const id = randomUUID();
    const pay = [await paying(on, 100, 'Card')];
    const early = await sell(on, [sold(variant)], { sold_at: await ago(on, 70) }, pay, id);
    const returnable = await on.value<string>('select id from public.sale_lines where sale_id = $1', id);
    await close(on, 'stock_points', window);
    await closedLongAgo(on);
    await on.rows(`update public.audit_log set at = now() - interval '2 days' where record_id = $1 and changes ? 'active'`, window);
    await on.as(people.owner);
    await closed(on, () => sell(on, [sold(variant)], {}, pay));
    await closed(on, () => sell(on, [sold(variant)], { sold_at: hours3 }, pay));
    expect(
      await on.call('record_sales', {
        branch_id: zamalek,
        till: 'WEB',
        sales: [
          { reference: 'Late', sold_at: hours60, lines: [sold(variant)], payments: pay },
          { reference: 'New', lines: [sold(variant)], payments: pay },
        ],
      }),
    ).toMatchObject([{ result: 'recorded' }, { result: 'rejected', error: { message: 'place_closed' } }]);
    expect(await sell(on, [sold(variant)], { sold_at: await ago(on, 70) }, pay, id)).toMatchObject({ number: early.number });
    const back = [{ returns_line_id: returnable, quantity: 1, stock_point_id: window }];
    await closed(on, () => sell(on, back, { sold_at: hours3 }, [{ ...pay[0], amount: -100 }]));
    await sell(on, back, { sold_at: hours60 }, [{ ...pay[0], amount: -100 }]);
    expect([await onHand(on, variant, zamalek), await onHand(on, variant, zamalek, window)]).toEqual([8, 1]);
  });

  scenario('opens no shift and orders nothing, but shifts can be closed and orders cancelled', async (on) => {
    const [variant = ''] = await variants(on, 1);
    const waiting = await order(on, [line(variant, 1, 10)]);
    await on.as(people.manager);
    const { shifts } = await on.call<{ shifts: { id: string; branch_id: string }[] }>('me');
    for (const { id } of shifts.filter(({ branch_id }) => branch_id === zamalek))
      await on.call('close_shift', { id, actual_closing: 0, closing_balance: 0, note: 'Counted' });
    const shift = { id: randomUUID(), branch_id: zamalek, opening_balance: 0, note: 'As counted' };
    const first = await on.call('open_shift', shift);
    await close(on, 'branches', zamalek);
    await closed(on, () => order(on, [line(variant, 1, 10)]));
    expect(await on.call('cancel_purchase', { id: waiting.id, reason: 'Closed' })).toMatchObject({ status: 'cancelled' });
    await on.as(people.owner);
    await closed(on, () => on.call('open_shift', { ...shift, id: randomUUID() }));
    await on.as(people.manager);
    expect(await on.call('open_shift', shift)).toEqual(first);
    expect(await on.call('close_shift', { id: shift.id, actual_closing: 0, closing_balance: 0 })).toMatchObject({ status: 'closed' });
  });

  scenario('cannot be the default branch of an import', async (on) => {
    await close(on, 'branches', zamalek);
    for (const [kind, row] of [
      ['purchase_orders', { supplier: 'Mahalla Textiles', product: 'Any', quantity: '1' }],
      ['sales', { sold_at: '2026-11-01', product: 'Any', quantity: '1' }],
      ['expenses', { spent_on: '2026-11-01', amount: '5' }],
    ] as const) {
      const read = () =>
        on.call('import_sheet', { kind, id: randomUUID(), rows: [{ row: 2, ...row }], options: { branch_id: zamalek }, dry_run: true });
      await closed(on, read);
    }
  });
});

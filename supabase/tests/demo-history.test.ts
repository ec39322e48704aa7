/* The sales history of the demo business: something for every list, total and document. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startStack, type RunningStack } from '../../stack/stack.ts';

let stack: RunningStack;
beforeAll(async () => {
  stack = await startStack({ history: true });
});
afterAll(() => stack?.stop());

test('ninety days of sales satisfy every invariant and include each type, status and method', async () => {
  expect([...(await stack.sql`select * from private.check_invariants()`)]).toEqual([]);
  const [sold] = await stack.sql`
    select count(*) > 500 as many, array_agg(distinct type order by type) as types, array_agg(distinct status order by status) as statuses,
      array_agg(distinct till order by till) as tills, bool_or(discount > 0) as discounted,
      array_agg(distinct payment_status order by payment_status) filter (where payment_status is not null) as payment_statuses
    from public.sales`;
  expect(sold).toEqual({
    many: true,
    types: ['exchange', 'return', 'sale'],
    statuses: ['completed', 'voided'],
    tills: ['A1', 'A2', 'B1', 'B2'],
    discounted: true,
    payment_statuses: ['due', 'paid', 'partially_paid'],
  });
  const methods =
    await stack.sql`select distinct m.name from public.sale_payments p join public.payment_methods m on m.id = p.payment_method_id order by 1`;
  expect(methods.map(({ name }) => name)).toEqual(['Card', 'Cash', 'Instapay']);
  expect([
    ...(await stack.sql`select count(*)::integer as early from public.sales s join public.shifts h on h.id = s.shift_id where s.sold_at not between h.opened_at and coalesce(h.closed_at, now())`),
  ]).toEqual([{ early: 0 }]);
});

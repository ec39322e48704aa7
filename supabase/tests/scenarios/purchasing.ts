/* Fixtures shared by the purchasing scenarios. */
import { randomUUID } from 'node:crypto';
import { branches, people, type Row, type TestSession } from '../database.ts';
import { idOf, makeProduct } from '../fixtures.ts';

export interface Saved extends Row {
  id: string;
  number: string;
  version: number;
  status: string;
  receipt_state: string;
  total: number;
  paid: number;
  remaining: number;
  payment_status: string;
  receipt: { id: string; number: string; lines: number; pieces: number } | null;
}
export interface Received extends Row {
  id: string;
  number: string;
  pieces: number;
  purchase: { id: string; version: number; status: string; receipt_state: string };
}

export const line = (variant_id: string, quantity: number, unit_cost: number, discount = 0): Row => ({
  variant_id,
  quantity,
  unit_cost,
  discount,
});

export async function order(on: TestSession, items: Row[], purchase: Row = {}, rest: Row = {}): Promise<Saved> {
  const supplier_id = await on.value<string>(`select id from public.suppliers where name = 'Mahalla Textiles'`);
  return on.call<Saved>('save_purchase_order', {
    id: randomUUID(),
    purchase: { supplier_id, branch_id: branches.zamalek, status: 'pending', ordered_on: '2026-11-01', ...purchase },
    items,
    ...rest,
  });
}

export const receive = (
  on: TestSession,
  purchase_order_id: string,
  lines: [variant: string, quantity: number][],
  rest: Row = {},
): Promise<Received> =>
  on.call<Received>('receive_purchase', {
    id: randomUUID(),
    purchase_order_id,
    lines: lines.map(([variant_id, quantity]) => ({ variant_id, quantity })),
    ...rest,
  });

export async function payment(on: TestSession, amount: number | null, rest: Row = {}): Promise<Row> {
  return { id: randomUUID(), amount, payment_method_id: await idOf(on, 'payment_methods', 'Card'), paid_on: '2026-11-10', ...rest };
}
/** A payment to a supplier, whose parts get their own ids. */
export const supplierPayment = (on: TestSession, amount: number | null, rest: Row = {}): Promise<Row> =>
  payment(on, amount, { ...rest, id: undefined });
export const pay = async (on: TestSession, id: string, amount: number): Promise<Saved> =>
  on.call<Saved>('pay_purchase', { id, payments: [await payment(on, amount)] });

/** Variants of new products; the owner is the current user. */
export async function variants(on: TestSession, count: number, product: Row = {}): Promise<string[]> {
  await on.as(people.owner);
  const made: string[] = [];
  for (let index = 0; index < count; index++) made.push((await makeProduct(on, product)).variants[0] ?? '');
  return made;
}

export const average = (on: TestSession, variant: string): Promise<number | undefined> =>
  on.value<number | undefined>('select round(average_cost, 4) from public.variant_costs where variant_id = $1', variant);

/** Gives a user of the demo business a role with exactly these permissions. */
export async function withOnlyPermissions(on: TestSession, person: string, ...permissions: string[]): Promise<void> {
  await on.asDatabaseOwner();
  await on.rows(
    `with made as (insert into public.roles (name) values ($2) returning id) update public.profiles set role_id = made.id from made where profiles.id = $1`,
    person,
    `Only ${randomUUID()}`,
  );
  await on.rows(
    `insert into public.role_permissions select role_id, unnest($2::text[]) from public.profiles where id = $1`,
    person,
    permissions,
  );
  await on.as(person);
}

/* Fixtures shared by the sales scenarios. */
import { randomUUID } from 'node:crypto';
import { branches, people, type Row, type TestSession } from '../database.ts';
import { idOf, makeProduct, stocked } from '../fixtures.ts';

export interface Sold extends Row {
  id: string;
  number: string;
  version: number;
  status: string;
  payment_status: string | null;
  subtotal: number;
  discount: number;
  tax: number;
  total: number;
  paid: number;
  remaining: number;
  change: number;
}

export interface Goods {
  product: string;
  variant: string;
}

/** A product with this many pieces of its one variant in Zamalek; the owner stays the current user. */
export async function goods(on: TestSession, pieces: number, product: Row = {}, branch: string = branches.zamalek): Promise<Goods> {
  await on.as(people.owner);
  const made = await makeProduct(on, product);
  const variant = made.variants[0] ?? '';
  await stocked(on, people.owner, branch, [[variant, pieces]]);
  return { product: made.id, variant };
}

export const line = (variant_id: string, quantity = 1, rest: Row = {}): Row => ({ variant_id, quantity, ...rest });

export async function paying(on: TestSession, amount: number, method = 'Cash'): Promise<Row> {
  return { payment_method_id: await idOf(on, 'payment_methods', method), amount };
}

export async function customer(on: TestSession, rest: Row = {}): Promise<string> {
  const row: Row = { id: randomUUID(), name: `Customer ${randomUUID().slice(0, 8)}`, ...rest };
  await on.rows(
    `insert into public.customers (${Object.keys(row).join()}) values (${Object.keys(row)
      .map((_, index) => `$${index + 1}`)
      .join()})`,
    ...Object.values(row),
  );
  return String(row.id);
}

/** Records a sale as the current user, in Zamalek by default. */
export const sell = (on: TestSession, lines: Row[], sale: Row = {}, payments: Row[] = [], id: string = randomUUID()): Promise<Sold> =>
  on.call<Sold>('record_sale', { id, sale: { branch_id: branches.zamalek, ...sale }, lines, payments });

export const preview = (on: TestSession, lines: Row[], sale: Row = {}, payments: Row[] = []): Promise<Row> =>
  on.call('sale_preview', { sale: { branch_id: branches.zamalek, ...sale }, lines, payments });

/** A sale paid in full in cash. */
export async function sellForCash(on: TestSession, lines: Row[], sale: Row = {}): Promise<Sold> {
  const { total } = (await preview(on, lines, sale)) as Sold;
  return sell(on, lines, sale, total > 0 ? [await paying(on, total)] : []);
}

export const ago = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();

/** Makes a change as the owner as of this many hours ago in the price history and the audit log. */
export async function changed(on: TestSession, hours: number, change: () => Promise<unknown>): Promise<void> {
  await on.asDatabaseOwner();
  const [prices = 0, audit = 0] = [
    await on.value<number>('select coalesce(max(id), 0) from public.price_changes'),
    await on.value<number>('select coalesce(max(id), 0) from public.audit_log'),
  ];
  await on.as(people.owner);
  await change();
  await on.asDatabaseOwner();
  await on.rows('alter table public.audit_log disable trigger user');
  await on.rows(`update public.price_changes set at = now() - $1::interval where id > $2`, `${hours} hours`, prices);
  await on.rows(`update public.audit_log set at = now() - $1::interval where id > $2`, `${hours} hours`, audit);
  await on.rows('alter table public.audit_log enable trigger user');
}

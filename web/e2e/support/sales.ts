/* Helpers for sales: sales and returns, recorded as a till records them. */
import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { method } from './purchases.ts';
import { rowsApi } from './rows.ts';
import { newBranch, newGoods, stocked, unique, type Branch, type Goods } from './fixtures.ts';
import { openDrawer } from './shifts.ts';
import { api } from './stack.ts';

export const view = (id: string) => `/inventory/sales/view/${id}`;

export interface Sold {
  id: string;
  number: string;
  total: number;
}

export async function newCustomer(): Promise<{ id: string; name: string }> {
  const customer = { id: randomUUID(), name: `Buyer ${unique()}` };
  await (await rowsApi()).insert('customers', [customer]);
  return customer;
}

/** paid: the amount in cash. */
export async function newSale(branch: Pick<Branch, 'id'>, lines: object[], paid: number, sale: object = {}): Promise<Sold> {
  if (paid !== 0) await openDrawer(branch);
  const payments = paid === 0 ? [] : [{ payment_method_id: await method(), amount: paid }];
  const made = await (await api('Owner')).rpc('record_sale', {
    id: randomUUID(),
    sale: { branch_id: branch.id, ...sale },
    lines,
    payments,
  });
  expect(made.ok, await made.clone().text()).toBe(true);
  return (await made.json()) as Sold;
}

export const sold = (goods: Goods, quantity: number, more: object = {}) => ({ variant_id: goods.variant, quantity, ...more });

/** Returns this quantity of a sale's first line; `paid` is refunded. */
async function newReturn(branch: Pick<Branch, 'id'>, sale: Sold, quantity: number, paid: number, more: object = {}): Promise<Sold> {
  const [line] = await (await api('Owner')).get<{ id: string }>(`sale_lines?sale_id=eq.${sale.id}&order=position&limit=1&select=id`);
  return newSale(branch, [{ returns_line_id: line!.id, quantity }], paid, more);
}

/** A partly paid sale and a return of it. */
export async function soldAndReturned(branch: Branch, sale: object = {}) {
  const [goods, other, customer] = [await newGoods(), await newGoods(), await newCustomer()];
  await stocked(branch, goods, 10);
  await stocked(branch, other, 10);
  const made = await newSale(branch, [sold(goods, 3), sold(other, 1, { discount: 5 })], 300, {
    customer_id: customer.id,
    note: 'Wrapped as a gift',
    discount_reason: 'Comes every week',
    ...sale,
  });
  return { goods, other, customer, sale: made, back: await newReturn(branch, made, 1, 0, { customer_id: customer.id }) };
}

/** A sale, a return and their customer's account, because the demo business has none. */
export async function anySale(): Promise<{ name: string; path: string }[]> {
  const { customer, sale, back } = await soldAndReturned(await newBranch('Sold', 'بيع'));
  const account = `/accounting/customers/${customer.id}`;
  return [
    { name: 'sale', path: view(sale.id) },
    { name: 'sale-return', path: view(back.id) },
    { name: 'customer-account', path: account },
    { name: 'customer-statement', path: `${account}?part=statement` },
  ];
}

/* Helpers for purchasing: suppliers and orders through the API, and the texts of the page. */
import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { rowsApi } from './rows.ts';
import { saying, unique, type Branch, type Goods } from './fixtures.ts';
import { api } from './stack.ts';
import { words } from './words.ts';

export const en = words('en', 'purchases');
export const pay = words('en', 'payments');
export const view = (id: string) => `/purchase/orders/${id}`;
export const toast = (page: Page, text: string | RegExp) => expect(saying(page).getByText(text).first()).toBeVisible();
export const action = (page: Page, name: string) => page.locator('.head').getByRole('button', { name, exact: true });

export interface Supplier {
  id: string;
  name: string;
}

export async function newSupplier(): Promise<Supplier> {
  const supplier = { id: randomUUID(), name: `Mills ${unique()}`, name_ar: null };
  await (await rowsApi()).insert('suppliers', [supplier]);
  return supplier;
}

interface Line {
  goods: Goods;
  quantity: number;
  cost: number;
}

export async function newOrder(
  branch: Branch,
  supplier: Supplier,
  lines: Line[],
  more: object = {},
  payments: object[] = [],
): Promise<{ id: string; number: string }> {
  const made = await (await api('Owner')).rpc('save_purchase_order', {
    id: randomUUID(),
    purchase: { supplier_id: supplier.id, branch_id: branch.id, status: 'pending', ...more },
    payments,
    items: lines.map(({ goods, quantity, cost }) => ({ variant_id: goods.variant, quantity, unit_cost: cost })),
  });
  expect(made.ok, await made.clone().text()).toBe(true);
  return (await made.json()) as { id: string; number: string };
}

/** Confirms the open dialog and waits until it closes. */
export async function confirmDialog(page: Page, verb?: string) {
  const asked = page.getByRole('alertdialog');
  await (verb ? asked.getByRole('button', { name: verb }) : asked.getByRole('button').last()).click();
  await expect(asked).toBeHidden();
}
export async function decide(page: Page, name: string, verb: string) {
  await action(page, name).click();
  await confirmDialog(page, verb);
}

export const method = async (name = 'Cash') =>
  (await (await api('Owner')).get<{ id: string }>(`payment_methods?name=eq.${name}&select=id`))[0]!.id;

export const scanner = (page: Page) => page.locator('.scanner-field input');

export async function scanCode(page: Page, code: string) {
  await scanner(page).fill(code);
  await scanner(page).press('Enter');
}

export const figure = (page: Page, field: 'quantity' | 'cost' | 'discount' | 'received', goods: Pick<Goods, 'variant'>) =>
  page.locator(`[data-cell="${field}:${goods.variant}"]`);

/** Chooses from a list that is searched on the server. */
export async function pick(page: Page, label: string, name: string) {
  const field = page.getByRole('combobox', { name: label });
  await field.click();
  await field.fill(name);
  await page.getByRole('option', { name }).first().click();
}

/** A file that no other test attaches: the same one twice is asked about. */
export const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from(`%PDF-1.4\n%%EOF\n${randomUUID()}`) });

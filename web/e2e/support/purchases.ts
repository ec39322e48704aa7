/* What a test of purchasing needs: a supplier of its own, an order through the API, and the page's own words. */
import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { rowsApi } from './rows.ts';
import { unique, type Branch, type Goods } from './scene.ts';
import { api } from './stack.ts';

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

export async function newOrder(branch: Branch, supplier: Supplier, lines: Line[]): Promise<{ id: string; number: string }> {
  const made = await (await api('Owner')).rpc('save_purchase_order', {
    id: randomUUID(),
    purchase: { supplier_id: supplier.id, branch_id: branch.id, status: 'pending' },
    items: lines.map(({ goods, quantity, cost }) => ({ variant_id: goods.variant, quantity, unit_cost: cost })),
  });
  expect(made.ok, await made.clone().text()).toBe(true);
  return (await made.json()) as { id: string; number: string };
}

export const scanner = (page: Page) => page.locator('.vs-field input');

export async function scanCode(page: Page, code: string) {
  await scanner(page).fill(code);
  await scanner(page).press('Enter');
}

export const figure = (page: Page, field: 'quantity' | 'cost' | 'discount' | 'received', goods: Goods) => page.locator(`[data-cell="${field}:${goods.variant}"]`);

/** A choice from a list that is searched on the server. */
export async function pick(page: Page, label: string, name: string) {
  const field = page.getByRole('combobox', { name: label });
  await field.click();
  await field.fill(name);
  await page.getByRole('option', { name }).first().click();
}

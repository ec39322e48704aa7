/* Products created through the API, and where they appear on the screen. */
import { expect, type Page } from '@playwright/test';
import { api } from './stack.ts';

interface Variant {
  id: string;
  sku: string;
  barcode: string;
  price_override: number | null;
  active: boolean;
}
export interface Product {
  id: string;
  version: number;
  active: boolean;
  price: number;
  purchase_price?: number;
  variants: Variant[];
}

export const unique = () => Date.now().toString(36) + Math.random().toString(36).slice(2, 5);
export const toast = (page: Page) => page.locator('.toast').last();
export const row = (page: Page, text: string) => page.locator('table.list tbody tr').filter({ hasText: text });
export const cell = (page: Page, down: number, across: number) => page.locator(`[data-spot="${down}:${across}"]`);

export async function productOf(id: string): Promise<Product> {
  return (await (await api('Owner')).rpc('product_detail', { id })).json() as Promise<Product>;
}

export async function productNamed(name: string): Promise<Product | undefined> {
  const owner = await api('Owner');
  const [found] = await owner.get<{ id: string }>(`products?name=eq.${encodeURIComponent(name)}&select=id`);
  return found && productOf(found.id);
}

export async function makeProduct(name: string, variants: object[] = [], product: object = {}): Promise<Product> {
  const owner = await api('Owner');
  const answer = await owner.rpc('save_product', {
    id: crypto.randomUUID(),
    expected_version: null,
    product: { name, price: 100, ...product },
    variants,
  });
  expect(answer.ok).toBe(true);
  const made = await productNamed(name);
  if (!made) throw new Error(`${name} was not made`);
  return made;
}

/** Pastes a text as from a spreadsheet, without using the system clipboard. */
export async function paste(page: Page, text: string) {
  await page.evaluate((block) => {
    const data = new DataTransfer();
    data.setData('text/plain', block);
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
}

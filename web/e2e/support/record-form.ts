/* The form of a plain record, and the brands that tests use. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { rowsApi } from './rows.ts';
import { words } from './words.ts';

const kit = words('en', 'kit');
const field = words('en', 'fields');

export const nameField = (page: Page) => page.getByRole('textbox', { name: field('name'), exact: true });
export const save = (page: Page) => page.getByRole('button', { name: kit('save'), exact: true });

export async function brandsNamed(pattern: string) {
  return (await rowsApi()).find(`brands?name=like.${encodeURIComponent(pattern)}`);
}

export async function newBrand(name: string) {
  const [row] = await (await rowsApi()).insert('brands', [{ id: randomUUID(), name }]);
  return row!;
}

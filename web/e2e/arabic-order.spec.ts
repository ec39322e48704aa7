import { expect } from '@playwright/test';
import { rowsApi } from './support/rows.ts';
import { signIn } from './support/stack.ts';
import { test } from './support/test.ts';

test('a list is in Arabic order in Arabic and in English order in English', async ({ page }) => {
  const api = await rowsApi();
  const run = Date.now().toString(36);
  const brands = await api.insert('brands', [
    { name: `Alpha ${run}`, name_ar: `جيم ${run}` },
    { name: `Beta ${run}`, name_ar: `ألف ${run}` },
    { name: `Delta ${run}`, name_ar: `باء ${run}` },
  ]);
  const names = page.locator('tbody .record-name');
  await signIn(page, 'Owner', `/inventory/brands?q=${run}`, 'ar');
  await expect(names).toHaveText([`ألف ${run}`, `باء ${run}`, `جيم ${run}`]);
  await page.goto(`/inventory/brands?q=${run}&sort=-name`);
  await expect(names).toHaveText([`جيم ${run}`, `باء ${run}`, `ألف ${run}`]);
  await page.evaluate(() => localStorage.setItem('language', 'en'));
  await page.reload();
  await expect(names).toHaveText([`Delta ${run}`, `Beta ${run}`, `Alpha ${run}`]);
  await page.goto(`/inventory/brands?q=${run}`);
  await expect(names).toHaveText([`Alpha ${run}`, `Beta ${run}`, `Delta ${run}`]);
  for (const { id } of brands) await api.remove('brands', id);
});

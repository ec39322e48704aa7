/* The list of orders: its days, its sums, and the file that holds what it shows. */
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { en, newOrder, newSupplier } from './support/purchases.ts';
import { rowsApi } from './support/rows.ts';
import { enter, newBranch, newGoods, newPerson } from './support/scene.ts';
import { test } from './support/test.ts';
import { words } from './support/words.ts';

test('is narrowed to any days; page, sums and export hold just those', async ({ page }) => {
  const [kit, period] = [words('en', 'kit'), words('en', 'period')];
  const [branch, supplier, goods] = [await newBranch('Abbasia', 'العباسية'), await newSupplier(), await newGoods()];
  const on = (day: string, cost: number) => newOrder(branch, supplier, [{ goods, quantity: 1, cost }], { ordered_on: day });
  const [early, first, last] = [await on('2026-03-09', 1000), await on('2026-03-10', 20), await on('2026-03-12', 3)];
  await enter(page, 'Owner', 'en', `/purchase?supplier=${supplier.id}`);
  const row = (number: string) => page.getByRole('link', { name: number, exact: true });
  await expect(row(early.number)).toBeVisible();
  await page.getByRole('button', { name: kit('filter'), exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: en('col.orderedOn'), exact: true }).click();
  await page.getByLabel(period('from'), { exact: true }).fill('2026-03-10');
  await page.getByLabel(period('to'), { exact: true }).fill('2026-03-12');
  await page.getByLabel(period('to'), { exact: true }).press('Enter');
  await expect(page).toHaveURL(/ordered=2026-03-10\.\.2026-03-12/);
  await page.keyboard.press('Escape');
  await expect(row(early.number)).toHaveCount(0);
  await expect(row(first.number)).toBeVisible();
  await expect(row(last.number)).toBeVisible();
  await expect(page.locator('.head')).toContainText(/total .?23\.00/);
  await expect(page.getByRole('table').locator('tfoot')).toContainText('23.00');

  await page.getByRole('button', { name: kit('export') }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: kit('exportCsv') }).click();
  const text = await readFile(await (await saved).path(), 'utf8');
  expect(text).toContain(first.number);
  expect(text).toContain(last.number);
  expect(text).not.toContain(early.number);
});

test.describe('where the browser lives on another day than the branch', () => {
  // The two never have the same date: 25 hours lie between them.
  test.use({ timezoneId: 'Pacific/Niue' });
  test('a named period is of the branch’s business day', async ({ page }) => {
    const branch = await newBranch('Kiritimati', 'كيريتيماتي');
    await (await rowsApi()).update('branches', branch.id, { time_zone: 'Pacific/Kiritimati', day_start: 0 });
    const dayIn = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format();
    const asked = page.waitForRequest((request) => request.url().includes('/rpc/purchase_list') && request.postData()?.includes('ordered_from') === true);
    await enter(page, await newPerson('Manager', [{ branch, access: 'work' }]), 'en', '/purchase?ordered=today');
    expect((await asked).postDataJSON()).toMatchObject({ ordered_from: dayIn('Pacific/Kiritimati') });
    expect(dayIn('Pacific/Kiritimati')).not.toBe(await page.evaluate(() => new Intl.DateTimeFormat('en-CA').format()));
  });
});

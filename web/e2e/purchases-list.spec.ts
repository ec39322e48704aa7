/* The list of purchase orders: period filter, sums, export. */
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { pdfTextRuns } from './support/pdf.ts';
import { en, method, newOrder, newSupplier } from './support/purchases.ts';
import { enter, newBranch, newGoods } from './support/fixtures.ts';
import { api } from './support/stack.ts';
import { test } from './support/test.ts';
import { words } from './support/words.ts';

test('a period filter limits the list, its sums and its export', async ({ page }) => {
  const [kit, period] = [words('en', 'kit'), words('en', 'period')];
  const [branch, supplier, goods] = [await newBranch('Abbasia', 'العباسية'), await newSupplier(), await newGoods()];
  const on = (day: string, cost: number) => newOrder(branch, supplier, [{ goods, quantity: 1, cost }], { ordered_on: day });
  const [early, first, last] = [await on('2026-03-09', 1000), await on('2026-03-10', 20), await on('2026-03-12', 3)];
  await enter(page, 'Owner', 'en', `/purchase?supplier=${supplier.id}`);
  const row = (number: string) => page.getByRole('link', { name: number, exact: true });
  await expect(row(early.number)).toBeVisible();
  await page.getByRole('button', { name: kit('filter'), exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: en('col.orderedOn'), exact: true })
    .click();
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

test('a supplier statement runs from opening to closing balance on screen, in CSV and PDF', async ({ page, browser }) => {
  const [account, kit, period, ar] = [words('en', 'account'), words('en', 'kit'), words('en', 'period'), words('ar', 'account')];
  const [branch, supplier, goods] = [await newBranch('Rehab', 'الرحاب'), await newSupplier(), await newGoods()];
  const order = await newOrder(branch, supplier, [{ goods, quantity: 1, cost: 100 }], { ordered_on: '2026-03-10' });
  const later = await newOrder(branch, supplier, [{ goods, quantity: 1, cost: 7 }], { ordered_on: '2026-04-02' });
  const payment = { id: crypto.randomUUID(), payment_method_id: await method(), amount: 40, paid_on: '2026-03-20' };
  expect((await (await api('Owner')).rpc('pay_purchase', { id: order.id, payments: [payment] })).ok).toBe(true);
  await enter(page, 'Owner', 'en', `/purchase/suppliers/${supplier.id}`);
  await page.getByRole('tab', { name: account('statement.tab') }).click();
  const table = page.getByRole('table', { name: account('statement.title') });
  const entries = table.locator('tbody tr');
  await expect(entries).toContainText([account('statement.kind.opening'), /100\.00.*100\.00/, /Cash.*40\.00.*60\.00/, /7\.00.*67\.00/]);
  await expect(page.locator('.debt-whole')).toContainText('67.00');

  await page
    .getByRole('button', { name: account('statement.period') })
    .first()
    .click();
  await page.getByLabel(period('from'), { exact: true }).fill('2026-03-15');
  await page.getByLabel(period('to'), { exact: true }).fill('2026-03-31');
  await page.getByLabel(period('to'), { exact: true }).press('Enter');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/part=statement.*days=2026-03-15\.\.2026-03-31/);
  await expect(entries).toContainText([/100\.00/, /40\.00.*60\.00/]);
  await expect(table.locator('tfoot')).toContainText('60.00');
  await expect(table).not.toContainText(later.number);
  await page.getByRole('button', { name: kit('export') }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: kit('exportCsv') }).click();
  expect(
    (await readFile(await (await saved).path(), 'utf8'))
      .trim()
      .split('\r\n')
      .map((line) => line.split(',').at(-1))
      .slice(1),
  ).toEqual(['100.00', '60.00']);

  const address = page.url();
  await entries.last().click();
  await expect(page).toHaveURL(`/purchase/orders/${order.id}`);
  const arabic = await (await browser.newContext()).newPage();
  await enter(arabic, 'Owner', 'ar', address);
  await expect(arabic.getByRole('table', { name: ar('statement.title') }).locator('tfoot')).toContainText('60.00');
  // The phone shows the closing balance too.
  await arabic.setViewportSize({ width: 390, height: 844 });
  await expect(arabic.getByRole('table', { name: ar('statement.title') }).locator('tfoot')).toBeVisible();
  await arabic.setViewportSize({ width: 1440, height: 900 });
  const printed = arabic.waitForEvent('download');
  await arabic.getByRole('button', { name: ar('statement.pdf'), exact: true }).click();
  const paper = await printed;
  expect(paper.suggestedFilename()).toBe(`${ar('statement.title')} ${supplier.name}.pdf`);
  const paperSays = await pdfTextRuns(paper);
  expect(paperSays.join(' ')).toContain(supplier.name);
  expect(paperSays).toContain('60.00');
});

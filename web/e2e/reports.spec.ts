/* The sales report: figures link to their rows, export and print. */
import { readFile } from 'node:fs/promises';
import { read, utils } from '@e965/xlsx';
import { expect } from '@playwright/test';
import { pdfTextRuns } from './support/pdf.ts';
import { newSale, sold } from './support/sales.ts';
import { enter, newBranch, newGoods, stocked } from './support/fixtures.ts';
import { test } from './support/test.ts';
import { words } from './support/words.ts';
import { usually } from './support/stack.ts';

for (const language of usually('ar')) {
  test(`the sales report is grouped by day and product, exported and printed, ${language}`, async ({ page }) => {
    const [reports, kit] = [words(language, 'reports'), words(language, 'kit')];
    const branch = await newBranch('Reported', 'المُبلغ عنه');
    const goods = await newGoods();
    await stocked(branch, goods, 5);
    await newSale(branch, [sold(goods, 2)], 200);

    await enter(page, 'Owner', language, '/reports');
    await page.getByRole('link', { name: new RegExp(reports('name.sales')) }).click();
    await page.goto(`/reports/sales?branch=${branch.id}`);
    const figure = (name: string) =>
      page
        .locator('.stat')
        .filter({ has: page.getByText(reports(`col.${name}`), { exact: true }) })
        .locator('.value');
    await expect(figure('net')).toHaveText('200.00');
    // The bar of a day links to its sales, as does its row.
    await expect(page.locator('.sales-chart li a').last()).toHaveAttribute('href', /\/accounting\/sales\?sold=/);
    await page.getByRole('button', { name: reports('by.product'), exact: true }).click();
    await expect(page.getByRole('link', { name: goods.name })).toHaveAttribute('href', `/inventory/products/edit/${goods.product}`);
    await expect(page.locator('tbody tr')).toHaveCount(1);
    await expect(page.locator('tfoot')).toContainText('200.00');

    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: kit('export') }).click();
    await page.getByRole('menuitem', { name: kit('exportExcel') }).click();
    const book = read(await readFile(await (await saved).path()));
    const [head = [], row = []] = utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0] ?? '']!, { header: 1, raw: true });
    expect(row[head.indexOf(reports('col.net'))]).toBe(200);

    const printed = page.waitForEvent('download');
    await page.getByRole('button', { name: reports('pdf'), exact: true }).click();
    expect(await pdfTextRuns(await printed)).toContain('200.00');
  });
}

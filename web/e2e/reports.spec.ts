/* The sales report: figures link to their rows, export and print. */
import { readFile } from 'node:fs/promises';
import { read, utils } from '@e965/xlsx';
import { expect } from '@playwright/test';
import { pdfTextRuns } from './support/pdf.ts';
import { newSale, sold } from './support/sales.ts';
import { enter, newBranch, newGoods, stocked } from './support/fixtures.ts';
import { test } from './support/test.ts';
import { words } from './support/words.ts';
import { api, usually } from './support/stack.ts';

for (const language of usually('ar')) {
  test(`the sales report is grouped by day and product, exported and printed, ${language}`, async ({ page }) => {
    const [reports, kit] = [words(language, 'reports'), words(language, 'kit')];
    const branch = await newBranch('Reported', 'المُبلغ عنه');
    const goods = await newGoods();
    await stocked(branch, goods, 5);
    await newSale(branch, [sold(goods, 2)], 200);

    await enter(page, 'Owner', language, '/reports');
    await page.getByRole('link', { name: reports('question.sales') }).click();
    await expect(page.getByRole('heading', { level: 1, name: reports('question.sales') })).toBeVisible();
    // This month has a single day on its first, and then no chart.
    await page.goto(`/reports/sales?period=last_30_days&branch=${branch.id}`);
    const figure = (name: string) =>
      page
        .locator('.stat')
        .filter({ has: page.getByText(reports(`col.${name}`), { exact: true }) })
        .locator('.value');
    await expect(figure('net')).toHaveText('200.00');
    // The bar of a day links to its lines, as does its row.
    await expect(page.locator('.chart a').last()).toHaveAttribute('href', /\/reports\/sales\/lines\?branch=.*sold=/);
    const choose = async (list: string, option: string) => {
      await page.getByRole('button', { name: new RegExp(`^${reports(list)}:`) }).click();
      await page.getByRole('option', { name: reports(option), exact: true }).click();
    };
    await choose('rowsBy', 'by.product');
    await expect(page.getByRole('heading', { level: 1, name: reports('question.products') })).toBeVisible();
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

for (const language of usually('en')) {
  test(`a report is crossed by two headings, saved, and opened down to the lines of sales, ${language}`, async ({ page }) => {
    const [reports, kit] = [words(language, 'reports'), words(language, 'kit')];
    const branch = await newBranch('Crossed', 'المتقاطع');
    const [first, second] = [await newGoods(), await newGoods()];
    await stocked(branch, first, 5);
    await stocked(branch, second, 5);
    await newSale(branch, [sold(first, 2), sold(second, 1)], 300);
    await newSale(branch, [sold(second, 1)], 100);

    await enter(page, 'Owner', language, `/reports/sales?by=product&columns=branch&branch=${branch.id}`);
    const row = page.getByRole('row', { name: new RegExp(first.name) });
    await expect(row).toContainText('200.00');
    // Choosing a measure shows it in every cell; the address keeps it.
    await page.getByRole('button', { name: new RegExp(`^${reports('col.invoices')}`) }).click();
    await expect(page).toHaveURL(/measure=invoices/);
    await expect(page.locator('tfoot')).toContainText('2');
    await page.keyboard.press('x');
    await expect(page).toHaveURL(/by=branch&.*columns=product|columns=product.*by=branch/);

    await page.getByRole('button', { name: kit('saveView') }).click();
    await page.getByRole('textbox', { name: kit('viewName') }).fill('Branch by product');
    await page.keyboard.press('Enter');
    await page.goto('/reports/sales');
    await page.getByRole('link', { name: 'Branch by product' }).click();
    await expect(page).toHaveURL(/measure=invoices/);

    // The cell of a product opens the lines behind it, which add up to it.
    await page.goto(`/reports/sales?by=product&columns=branch&branch=${branch.id}`);
    await page
      .getByRole('row', { name: new RegExp(first.name) })
      .getByRole('link', { name: /^200 ?\.00$/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1, name: reports('lines.title') })).toBeVisible();
    await expect(page.locator('tbody tr')).toHaveCount(1);
    await expect(page.locator('tfoot')).toContainText('200.00');
    await page.locator('tbody tr').click();
    await expect(page).toHaveURL(/\/inventory\/sales\/view\//);
  });
}

for (const language of usually('en')) {
  test(`a question is found by another word and pinned, and a dashboard is arranged, ${language}`, async ({ page }) => {
    const [reports, dashboard, kit] = [words(language, 'reports'), words(language, 'dashboard'), words(language, 'kit')];
    const manager = await api('Manager');
    for (const of of ['reports', 'dashboard']) await manager.rpc('save_arrangement', { page: of, parts: null });
    await enter(page, 'Manager', language, '/reports');
    await page.keyboard.press('/');
    await page.keyboard.type(language === 'ar' ? 'راكد' : 'dead stock');
    const question = reports('question.unsold');
    await expect(page.locator('.report-index li')).toHaveCount(1);
    await page.getByRole('button', { name: reports('pin', { question }) }).click();
    const pinned = page.getByRole('region', { name: reports('pinned') });
    await expect(pinned.getByRole('link', { name: question })).toBeVisible();

    await page.goto('/dashboard');
    await page.getByRole('button', { name: dashboard('arrange.do') }).click();
    await page.getByRole('checkbox', { name: dashboard('part.movements') }).uncheck();
    const saved = page.waitForResponse(/save_arrangement/);
    await page.getByRole('button', { name: kit('save') }).click();
    await saved;
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: dashboard('shifts') })).toBeVisible();
    await expect(page.getByRole('heading', { name: dashboard('movements') })).toHaveCount(0);
    await page.goto('/reports');
    await expect(pinned.getByRole('link', { name: question })).toBeVisible();
    await page
      .getByRole('button', { name: reports('unpin', { question }) })
      .first()
      .click();
    await expect(pinned).toHaveCount(0);
    await page.goto('/dashboard');
    await page.getByRole('button', { name: dashboard('arrange.do') }).click();
    await page.getByRole('button', { name: dashboard('arrange.reset') }).click();
    await expect(page.getByRole('heading', { name: dashboard('movements') })).toBeVisible();
  });
}

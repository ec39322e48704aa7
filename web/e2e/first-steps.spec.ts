/* An empty business: its owner is led through what comes first. */
import { expect } from '@playwright/test';
import { enter } from './support/scene.ts';
import { intercept } from './support/intercept.ts';
import { test } from './support/test.ts';
import { words } from './support/words.ts';

for (const language of ['en', 'ar'] as const) {
  test(`the dashboard of an empty business leads through its first steps in ${language}, and lets them go`, async ({ page }) => {
    const says = words(language, 'dashboard');
    const app = words(language, 'app');
    const there = new Set<string>();
    await intercept(page, '**/rpc/me', async (route) => {
      const answer = await route.fetch();
      const me = (await answer.json()) as { branches: unknown[] };
      await route.fulfill({ response: answer, json: there.has('branches') ? me : { ...me, branches: [] } });
    });
    for (const table of ['products', 'stock_movements', 'purchase_orders']) {
      await intercept(page, `**/rest/v1/${table}?select=id*`, (route) => (there.has(table) ? route.fallback() : route.fulfill({ json: [] })));
    }
    await enter(page, 'Owner', language);
    const steps = page.locator('.first-steps li');
    await expect(steps).toHaveCount(4);
    // What comes later says what it waits for, and offers nothing yet.
    await expect(steps.nth(0).getByRole('link', { name: says('first.branchDo') })).toHaveAttribute('href', '/settings/branches/add');
    await expect(steps.nth(2)).toContainText(says('first.later'));
    await expect(steps.nth(2).getByRole('link')).toHaveCount(0);
    for (const path of ['/inventory/stockpoints/transactions', '/inventory/counts/add', '/inventory/stock/add', '/purchase/add']) {
      await page.goto(path);
      await expect(page.getByRole('link', { name: app('firstBranch') })).toHaveAttribute('href', '/settings/branches/add');
    }
    there.add('branches').add('products');
    await page.goto('/dashboard');
    await expect(steps.nth(0)).toHaveClass('done');
    await steps.nth(2).getByRole('link', { name: says('first.stockDo') }).click();
    await expect(page).toHaveURL('/inventory/stock/add');
    // Put away, or all done: it does not come back.
    await page.goto('/dashboard');
    if (language === 'ar') await page.getByRole('button', { name: says('first.hide') }).click();
    else {
      there.add('stock_movements').add('purchase_orders');
      await page.reload();
      await expect(page.locator('.kpi').first()).toBeVisible();
    }
    await expect(page.locator('.first-steps')).toHaveCount(0);
    there.delete('purchase_orders');
    await page.reload();
    await expect(page.locator('.kpi').first()).toBeVisible();
    await expect(page.locator('.first-steps')).toHaveCount(0);
  });
}

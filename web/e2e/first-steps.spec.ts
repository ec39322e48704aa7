/* The first steps of an empty business on its owner's dashboard. */
import { expect } from '@playwright/test';
import { enter } from './support/fixtures.ts';
import { intercept } from './support/intercept.ts';
import { test } from './support/test.ts';
import { words } from './support/words.ts';
import { usually } from './support/stack.ts';

const [ZAMALEK, MAADI] = ['00000000-0000-7000-8000-0000000000b1', '00000000-0000-7000-8000-0000000000b3'];

for (const language of usually('ar')) {
  test(`an empty business sees its first steps until they are hidden or done, in ${language}`, async ({ page }) => {
    const says = words(language, 'dashboard');
    const app = words(language, 'app');
    const done = new Set<string>();
    let without: object[] = [
      { id: ZAMALEK, name: 'Zamalek', name_ar: 'الزمالك' },
      { id: MAADI, name: 'Maadi', name_ar: 'المعادي' },
    ];
    const all = ['business', 'branch', 'taxes', 'payment_methods', 'products', 'stock', 'people', 'sale'];
    await intercept(page, '**/rpc/me', async (route) => {
      const answer = await route.fetch();
      const me = (await answer.json()) as { branches: unknown[] };
      await route.fulfill({ response: answer, json: done.has('branch') ? me : { ...me, branches: [] } });
    });
    await intercept(page, '**/rpc/first_steps', (route) =>
      route.fulfill({ json: { ...Object.fromEntries(all.map((step) => [step, done.has(step)])), branches_without_stock: without } }),
    );
    await enter(page, 'Owner', language);
    const steps = page.locator('.first-steps li');
    await expect(steps).toHaveCount(all.length);
    await expect(steps.nth(0).getByRole('button', { name: says('start.do') })).toBeVisible();
    await expect(steps.nth(1).getByRole('link', { name: says('first.branchDo') })).toHaveAttribute('href', '/settings/branches/add');
    // Later steps say what they wait for and have no link yet.
    await expect(steps.nth(5)).toContainText(says('first.stockLater'));
    await expect(steps.nth(5).getByRole('link')).toHaveCount(0);
    for (const path of ['/inventory/stockpoints/transactions', '/inventory/counts/add', '/inventory/stock/add', '/purchase/add']) {
      await page.goto(path);
      await expect(page.getByRole('link', { name: app('firstBranch') })).toHaveAttribute('href', '/settings/branches/add');
    }
    done.add('business').add('branch').add('products');
    await page.goto('/dashboard');
    await expect(steps.nth(0).getByText(says('first.done'), { exact: true })).toHaveCount(1);
    // Each branch links to its opening stock until it has some, even if another branch has.
    const doors = steps.nth(5).getByRole('link');
    await expect(doors).toHaveCount(2);
    done.add('stock');
    without = without.slice(1);
    await page.reload();
    await expect(doors).toHaveText(language === 'ar' ? /المعادي/ : /Maadi/);
    await expect(steps.nth(5).getByText(says('first.done'), { exact: true })).toHaveCount(0);
    await expect(steps.nth(7).getByRole('link', { name: says('first.saleDo') })).toBeVisible();
    await doors.click();
    await expect(page).toHaveURL(`/inventory/stock/add?kind=opening&branch=${MAADI}`);
    await expect(page.getByRole('main').getByRole('button', { name: words(language, 'stock')('form.branch') })).toContainText(
      language === 'ar' ? 'المعادي' : 'Maadi',
    );
    // Hidden, the list is still in the settings.
    await page.goto('/dashboard');
    await page.getByRole('button', { name: says('first.hide') }).click();
    await expect(steps).toHaveCount(0);
    await page.goto('/settings');
    await page.getByRole('link', { name: app('settings.firstSteps') }).click();
    await expect(steps).toHaveCount(all.length);
    // The list disappears when all steps are done, and does not return.
    for (const step of all) done.add(step);
    without = [];
    await page.reload();
    await page.waitForLoadState('networkidle');
    await expect(page.locator('.stat').first()).toBeVisible();
    await expect(steps).toHaveCount(0);
    done.delete('people');
    await page.reload();
    await page.waitForLoadState('networkidle');
    await expect(page.locator('.stat').first()).toBeVisible();
    await expect(steps).toHaveCount(0);
  });
}

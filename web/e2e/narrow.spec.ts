/* What a phone, a tablet and a desk at 200 % show of a list. */
import { expect } from '@playwright/test';
import { makeProduct } from './support/products.ts';
import { enter, newBranch, newPerson, stocked, unique } from './support/scene.ts';
import type { Language } from './support/stack.ts';
import { test } from './support/test.ts';

for (const language of ['en', 'ar'] as Language[]) {
  test(`a list is two lines a row on a phone and a table on whatever is wider, ${language}`, async ({ page }) => {
    // The columns of the first branches are shown: those of whoever looks here are this test's own.
    const [one, other] = [await newBranch('Little', 'القليل'), await newBranch('Nothing', 'الخالي')];
    const few = await makeProduct(`Few ${unique()}`, [], { low_stock_level: 5 });
    await stocked(one, { variant: few.variants[0]!.id }, 1);
    await page.setViewportSize({ width: 390, height: 844 });
    await enter(page, await newPerson('Manager', [{ branch: one, access: 'work' }, { branch: other, access: 'work' }]), language, '/inventory/products');
    const rows = page.locator('tbody tr');
    await expect(rows.nth(7)).toBeAttached();

    const whole = await rows.evaluateAll((all) => all.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length);
    expect(whole).toBeGreaterThanOrEqual(6);
    for (const button of await page.locator('.head .acts .btn').all()) {
      expect((await button.locator('span').first().boundingBox())!.width, 'a word beside the icon').toBeGreaterThan(20);
    }
    await page.mouse.wheel(0, 10_000);
    await expect(page.locator('.pager')).toBeInViewport();
    // The next page begins at its head; back is where it was left.
    const left = await page.evaluate(() => scrollY);
    expect(left).toBeGreaterThan(0);
    await rows.last().getByRole('link').first().click();
    await expect(page.locator('[name=name]')).toBeVisible();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await expect(rows.nth(7)).toBeAttached();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(left);
    await page.evaluate(() => scrollTo(0, 0));
    await expect(page.locator('.pager')).not.toBeInViewport();

    // A branch that has little of it says so; the others are on the product's page.
    await page.goto('/inventory/products?view=low');
    await expect(rows.locator('.x-low .low').first()).toBeVisible();
    await expect(rows.locator('.x-low:visible')).toHaveCount(await rows.locator('.x-low .low').count());
    await page.goto('/inventory/products');
    await expect(rows.nth(7)).toBeAttached();

    for (const [width, height] of [[900, 600], [720, 450], [641, 450]] as const) {
      await page.setViewportSize({ width, height });
      await expect(page.locator('thead').last(), `a table at ${width}`).toBeVisible();
      const { frame, whole, page: scrolls } = await page.locator('main .scroll').evaluate((box) => ({ frame: box.clientHeight, whole: box.scrollHeight, page: document.documentElement.scrollHeight - innerHeight }));
      expect(frame, `no rows are hidden in their frame at ${width}`).toBeGreaterThanOrEqual(whole);
      expect(scrolls, `the page scrolls at ${width}`).toBeGreaterThan(0);
    }
  });
}

/* Lists and the dashboard on a phone, a tablet and a desktop at 200% zoom. */
import { expect } from '@playwright/test';
import { makeProduct } from './support/products.ts';
import { newOrder, newSupplier } from './support/purchases.ts';
import { enter, newBranch, newGoods, newPerson, stocked, unique } from './support/fixtures.ts';
import type { Language } from './support/stack.ts';
import { test } from './support/test.ts';

for (const language of ['en', 'ar'] as Language[]) {
  test(`a list shows cards on a phone and a table on wider screens, ${language}`, async ({ page }) => {
    // The list shows the columns of the user's first branches, so this user has only this test's branches.
    const [one, other] = [await newBranch('Little', 'القليل'), await newBranch('Nothing', 'الخالي')];
    const few = await makeProduct(`Few pleated midi dresses ${unique()}`, [], { low_stock_level: 5 });
    await stocked(one, { variant: few.variants[0]!.id }, 1);
    await page.setViewportSize({ width: 390, height: 844 });
    await enter(
      page,
      await newPerson('Manager', [
        { branch: one, access: 'work' },
        { branch: other, access: 'work' },
      ]),
      language,
      '/inventory/products',
    );
    const rows = page.locator('tbody tr');
    await expect(rows.nth(7)).toBeAttached();

    const whole = await rows.evaluateAll((all) => all.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length);
    expect(whole).toBeGreaterThanOrEqual(6);
    for (const button of await page.locator('.head .actions .button').all()) {
      expect((await button.locator('span').first().boundingBox())!.width, 'the label next to the icon is visible').toBeGreaterThan(20);
    }
    await page.mouse.wheel(0, 10_000);
    await expect(page.locator('.pager')).toBeInViewport();
    // The next page starts at its top; going back restores the scroll position.
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

    // A branch with low stock is shown on the card; the others are on the product page.
    await page.goto('/inventory/products?view=low');
    await expect(rows.locator('.card-low .warning').first()).toBeVisible();
    await expect(rows.locator('.card-low:visible')).toHaveCount(await rows.locator('.card-low .warning').count());
    await page.goto('/inventory/products');
    await expect(rows.nth(7)).toBeAttached();

    for (const [width, height] of [
      [900, 600],
      [720, 450],
      [641, 450],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect(page.locator('thead').last(), `a table at ${width}`).toBeVisible();
      const {
        frame,
        whole,
        page: scrolls,
      } = await page.locator('main .scroll').evaluate((box) => ({
        frame: box.clientHeight,
        whole: box.scrollHeight,
        page: document.documentElement.scrollHeight - innerHeight,
      }));
      expect(frame, `all rows are visible in their frame at ${width}`).toBeGreaterThanOrEqual(whole);
      expect(scrolls, `the page scrolls at ${width}`).toBeGreaterThan(0);
      await expect(rows.locator('.card-menu button').first(), `the row menu is reachable at ${width}`).toBeInViewport({
        ratio: 1,
      });
    }

    // The quantity is visible on a tablet.
    await page.setViewportSize({ width: 900, height: 600 });
    await page.goto('/inventory/stock?view=some');
    const there = rows.locator('.card-end .reason').first();
    await expect(there).toBeInViewport({ ratio: 1 });
    // Nothing covers it.
    await there.click({ trial: true });
    // The movement's document number is shown in full.
    await there.click();
    const number = page.locator('.moves small').first();
    await expect(number).toContainText(one.code);
    expect(await number.evaluate((line) => line.querySelector('bdi')!.getBoundingClientRect().width <= line.clientWidth)).toBe(true);

    // Stock is entered for a branch, so scanning is disabled until one is chosen.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/inventory/stock/add');
    const [branch, scanner] = [page.locator('.compose button[aria-haspopup=listbox]').first(), page.locator('.scanner-field input')];
    await expect(scanner).toBeDisabled();
    expect((await branch.boundingBox())!.y).toBeLessThan((await scanner.boundingBox())!.y);
    await branch.click();
    await page.getByRole('option', { name: language === 'ar' ? one.name_ar : one.name }).click();
    await expect(scanner).toBeFocused();

    // A longer name is shown in full in the lines of a transfer.
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/inventory/stockpoints/transactions/add?variants=${few.variants[0]!.id}`);
    const name = page.locator('.line-sheet .record-name bdi').first();
    await expect(name).toBeVisible();
    // A clipped line is 17 pixels high; the overhang of a font's glyphs is rounded.
    expect(
      await name.evaluate((text) =>
        [text, text.parentElement!].every((box) => box.scrollWidth <= box.clientWidth && box.scrollHeight < box.clientHeight + 8),
      ),
    ).toBe(true);

    // The sums of the orders are visible.
    await newOrder(one, await newSupplier(), [{ goods: await newGoods(), quantity: 12_000, cost: 99.5 }]);
    for (const width of [1440, 900]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/purchase');
      const sums = page.locator('tfoot td').filter({ hasText: /1.194.000/ });
      await expect(sums).toHaveCount(2);
      for (const sum of await sums.all())
        expect(
          await sum.evaluate((cell) => [cell.getBoundingClientRect().left >= 0, cell.getBoundingClientRect().right <= innerWidth]),
          `at ${width}`,
        ).toEqual([true, true]);
    }
  });
}

test('each card of the dashboard is as high as its content on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, 'Owner');
  const cards = page.locator('.wait');
  await expect(cards.nth(3)).toBeVisible();
  const gaps = await cards.evaluateAll((all) =>
    all.map((card) => Math.round(card.getBoundingClientRect().bottom - card.lastElementChild!.getBoundingClientRect().bottom)),
  );
  expect(Math.max(...gaps)).toBeLessThan(40);
});

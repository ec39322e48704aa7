/* Lists and the dashboard on a phone, a tablet and a desktop at 200% zoom. */
import { expect, type Locator } from '@playwright/test';
import { makeProduct } from './support/products.ts';
import { method, newOrder, newSupplier } from './support/purchases.ts';
import { newCustomer, newSale, sold } from './support/sales.ts';
import { enter, newBranch, newGoods, newPerson, stocked, unique } from './support/fixtures.ts';
import { api, type Language } from './support/stack.ts';
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

/** Where the shown cells of each row are, one text per different place. */
const placesOf = (rows: Locator) =>
  rows.evaluateAll((all) => {
    const places: Record<string, string[]> = {};
    for (const row of all) {
      const { top, height } = row.getBoundingClientRect();
      (places.row ??= []).push(`${height}`);
      for (const slot of ['end', 'status', 'figure', 'menu']) {
        const cell = row.querySelector(`.card-${slot}`)!.getBoundingClientRect();
        if (cell.width > 0) (places[slot] ??= []).push(`${cell.right} ${Math.floor((cell.top + cell.height / 2 - top - 8) / 21)}`);
      }
    }
    return Object.fromEntries(Object.entries(places).map(([slot, seen]) => [slot, [...new Set(seen)]]));
  });

for (const language of ['en', 'ar'] as Language[]) {
  test(`on a phone all rows of sales, purchases and expenses have the same three lines, ${language}`, async ({ page }) => {
    const [branch, supplier, goods, customer] = [
      await newBranch('Lines', 'السطور'),
      await newSupplier(),
      await newGoods(),
      await newCustomer(),
    ];
    await stocked(branch, goods, 10);
    const { total } = await newSale(branch, [sold(goods, 1)], 0, { customer_id: customer.id });
    await newSale(branch, [sold(goods, 2)], total * 2);
    await newOrder(branch, supplier, [{ goods, quantity: 1, cost: 41_280 }], { ordered_on: '2026-03-09', due_on: '2026-03-10' });
    await newOrder(branch, supplier, [{ goods, quantity: 1, cost: 100 }], { ordered_on: '2026-03-09' }, [
      { payment_method_id: await method('Card'), amount: 100, paid_on: '2026-03-09' },
    ]);
    for (const paid of [0, 7])
      expect(
        (
          await (
            await api('Owner')
          ).rpc('save_expense', {
            id: crypto.randomUUID(),
            expense: { branch_id: branch.id, amount: 7, spent_on: '2026-03-09' },
            payments: paid ? [{ payment_method_id: await method('Card'), amount: paid, paid_on: '2026-03-09' }] : [],
          })
        ).ok,
      ).toBe(true);
    await page.setViewportSize({ width: 360, height: 844 });
    await enter(page, await newPerson('Manager', [{ branch, access: 'work' }]), language, '/accounting/sales');
    const rows = page.locator('tbody tr');
    for (const path of ['/accounting/sales', '/purchase', '/accounting/expenses']) {
      await page.goto(path);
      await expect(rows, path).toHaveCount(2);
      const { row, end, status, figure, menu } = await placesOf(rows);
      expect(
        [row, end, status, figure, menu].map((places) => places?.length),
        path,
      ).toEqual([1, 1, 1, 1, 1]);
      const edge = end![0]!.split(' ')[0];
      expect([end, status, figure], path).toEqual([[`${edge} 0`], [`${edge} 1`], [`${edge} 2`]]);
      // Nothing is written where nothing is left.
      await expect(rows.locator('.card-figure:visible'), path).toHaveCount(1);
    }
  });
}

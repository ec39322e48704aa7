/* Date fields: typing, picking and validation in both languages. */
import { expect } from '@playwright/test';
import { prefer, signIn } from './support/stack.ts';
import { test } from './support/test.ts';
import { words } from './support/words.ts';

for (const language of ['en', 'ar'] as const) {
  test(`a date is typed in words, picked from the calendar, or refused if invalid, in ${language}`, async ({ page }) => {
    const [orders, errors, ui, kit, period] = (['purchases', 'errors', 'ui', 'kit', 'period'] as const).map((area) =>
      words(language, area),
    ) as ReturnType<typeof words>[];
    await prefer(page, language);
    await signIn(page, 'Owner', '/purchase/add');
    await page.setViewportSize({ width: 1280, height: 560 });
    const due = page.getByLabel(orders!('col.dueOn'), { exact: false }).first();
    const calendar = page.locator('.calendar:popover-open');
    await due.fill(language === 'ar' ? '٥ مارس ٢٠٢٧' : '5/3/2027');
    await due.press('Tab');
    await expect(due).toHaveValue(language === 'ar' ? '5 مارس 2027' : '5 Mar 2027');

    // The demo business's week starts on Saturday; arrow keys move in their visual direction.
    await due.press('Alt+ArrowDown');
    await expect(calendar.getByRole('gridcell', { selected: true })).toHaveText('5');
    await expect(calendar.getByRole('gridcell', { selected: true }).getByRole('button')).toBeFocused();
    await expect(calendar.locator('th').first()).toHaveText(language === 'ar' ? 'سبت' : 'Sa');
    // The calendar scrolls with its field.
    const apart = async () => Math.round((await calendar.boundingBox())!.y - (await due.boundingBox())!.y);
    const was = [await apart(), (await due.boundingBox())!.y] as const;
    await due.evaluate((field) => {
      for (let box = field.parentElement; box; box = box.parentElement) box.scrollTop += 30;
    });
    await expect.poll(async () => (await due.boundingBox())!.y).not.toBe(was[1]);
    await expect.poll(apart).toBe(was[0]);
    await page.keyboard.press(language === 'ar' ? 'ArrowLeft' : 'ArrowRight');
    await page.keyboard.press('Enter');
    await expect(due).toHaveValue(language === 'ar' ? '6 مارس 2027' : '6 Mar 2027');
    await expect(due).toBeFocused();
    await expect(calendar).toHaveCount(0);

    await due.fill('31/2/2027');
    await page.keyboard.press('Control+s');
    await expect(due).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByText(errors!('day_unreadable')).first()).toBeVisible();
    await expect(due).toHaveValue('31/2/2027');

    // A calendar inside a panel closes separately, and the panel stays open.
    await page.goto('/purchase');
    await page.getByRole('button', { name: kit!('filter'), exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: orders!('col.orderedOn'), exact: true })
      .click();
    const from = page.getByLabel(period!('from'), { exact: true });
    await page
      .locator('.date')
      .filter({ has: from })
      .getByRole('button', { name: ui!('chooseDay') })
      .click();
    await expect(calendar.getByRole('grid')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(calendar).toHaveCount(0);
    await expect(from).toBeVisible();
    await page
      .locator('.date')
      .filter({ has: from })
      .getByRole('button', { name: ui!('chooseDay') })
      .click();
    await calendar.getByRole('gridcell').filter({ hasText: /^15$/ }).getByRole('button').click();
    await expect(page).toHaveURL(/ordered=\d{4}-\d\d-15\.\./);
    await expect(from).toBeFocused();

    // A typed date filters the list once it is complete, not at every key.
    const until = page.getByLabel(period!('to'), { exact: true });
    await until.fill(language === 'ar' ? '٢' : '2');
    await until.press('0');
    await expect(page).toHaveURL(/ordered=\d{4}-\d\d-15\.\.(&|$)/);
    await until.fill('16/3/2031');
    // A click that closes the panel applies the date as well.
    await page.getByRole('heading', { level: 1 }).click();
    await expect(page).toHaveURL(/ordered=\d{4}-\d\d-15\.\.2031-03-16/);
  });
}

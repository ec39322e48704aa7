/* The list of transfers: period filter, counts, and state in the address. */
import { expect } from '@playwright/test';
import { textPattern } from './support/text-pattern.ts';
import { enter, inDatabase, newBranch, newGoods, newTransfer } from './support/fixtures.ts';
import { test } from './support/test.ts';
import { words } from './support/words.ts';
import { usually } from './support/stack.ts';

const list = '/inventory/stockpoints/transactions';

for (const language of usually('en')) {
  test(`the list is filtered by a named period and by typed dates, in ${language}`, async ({ page }) => {
    const [kit, period, transfers] = [words(language, 'kit'), words(language, 'period'), words(language, 'transfers')];
    const [from, to] = [await newBranch('Days from', 'أيام من'), await newBranch('Days to', 'أيام إلى')];
    const goods = await newGoods();
    const [old, fresh] = [await newTransfer(from, to, goods, 1), await newTransfer(from, to, goods, 1)];
    // Half past midnight on the 10th in Cairo, still the 9th in UTC: it counts for the business day of its branch.
    await inDatabase((sql) =>
      sql.begin(async (hand) => {
        await hand`alter table public.transfers disable trigger user`;
        await hand`update public.transfers set created_at = '2026-03-09T22:30:00Z', business_day = '2026-03-10' where id = ${old.id}`;
        await hand`alter table public.transfers enable trigger user`;
      }),
    );
    await enter(page, 'Owner', language, `${list}?branch=${from.id}`);
    const row = (number: string) => page.getByRole('link', { name: number, exact: true });
    await expect(row(old.number)).toBeVisible();

    await page.getByRole('button', { name: kit('filter'), exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: transfers('filter.dates'), exact: true })
      .click();
    await page.getByRole('radio', { name: period('today') }).click();
    await expect(page).toHaveURL(/created=today/);
    await expect(row(old.number)).toHaveCount(0);
    await expect(row(fresh.number)).toBeVisible();

    await page.getByLabel(period('from'), { exact: true }).fill('2026-03-10');
    await page.getByLabel(period('to'), { exact: true }).fill('2026-03-10');
    await page.getByLabel(period('to'), { exact: true }).press('Enter');
    await expect(page).toHaveURL(/created=2026-03-10\.\.2026-03-10/);
    await expect(row(fresh.number)).toHaveCount(0);
    await expect(row(old.number)).toBeVisible();
    await page.keyboard.press('Escape');

    // The address shows the same rows to somebody else, and the chip names the period.
    await page.reload();
    await expect(row(old.number)).toBeVisible();
    await expect(page.locator('.chip').filter({ hasText: transfers('filter.dates') })).toContainText('2026');

    // On a phone the panel closes by its button or by a tap on the backdrop, which triggers nothing else.
    await page.setViewportSize({ width: 390, height: 844 });
    const panel = page.getByRole('dialog');
    for (const leave of [
      () => panel.getByRole('button', { name: words(language, 'ui')('done'), exact: true }).click(),
      () => page.mouse.click(195, 60),
    ]) {
      await page.locator('.chip').last().getByRole('button').first().click();
      await expect(panel).toBeVisible();
      expect(await page.evaluate(() => document.elementFromPoint(195, 60)?.className)).toContain('pop-shade');
      await leave();
      await expect(panel).toHaveCount(0);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: textPattern(language, 'kit')('removeFilter', { label: transfers('filter.dates') }) }).click();
    await expect(row(fresh.number)).toBeVisible();
  });
}

test('an unreadable period in the address shows an error', async ({ page }) => {
  await enter(page, 'Owner', 'en', `${list}?created=someday`);
  await expect(page.getByRole('alert')).toContainText(words('en', 'errors')('period_unknown'));
  await expect(page.getByRole('alert')).toContainText('Error loading transactions');
});

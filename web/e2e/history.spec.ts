/* The history of changes, field by field: of a record, in the audit log, and the impact shown before settings are saved. */
import { expect } from '@playwright/test';
import { rowsApi } from './support/rows.ts';
import { enter, newBranch, unique } from './support/fixtures.ts';
import { test } from './support/test.ts';
import { words } from './support/words.ts';
import { usually } from './support/stack.ts';

for (const language of usually('ar')) {
  test(`a record's history and the audit log show its changes, by keyboard alone, ${language}`, async ({ page }) => {
    const [says, ui] = [words(language, 'history'), words(language, 'ui')];
    const api = await rowsApi();
    const [before, after] = [`Siwa ${unique()}`, `Dakhla ${unique()}`];
    const [brand] = await api.insert('brands', [{ name: before }]);
    await api.update('brands', brand!.id, { name: after });
    await enter(page, 'Owner', language, `/inventory/brands/edit/${brand!.id}`);
    await page.getByRole('button', { name: says('all') }).press('Enter');
    const dialog = page.getByRole('dialog', { name: says('all') });
    const changes = dialog.locator('.changes > li');
    await expect(changes).toHaveCount(2);
    await expect(changes.nth(0)).toContainText(says('action.update'));
    await expect(changes.nth(0).locator('dd')).toHaveText(new RegExp(`${before}.*${after}`));
    await expect(changes.nth(1)).toContainText(says('action.insert'));

    await dialog.getByRole('link', { name: says('inLog') }).press('Enter');
    await expect(page).toHaveURL(`/managment/audit-log?record=brands:${brand!.id}`);
    await expect(page.locator('tbody tr')).toHaveCount(2);
    await page.locator('tbody tr').nth(0).getByRole('link').first().press('Enter');
    const change = page.getByRole('dialog', { name: after });
    await expect(change.locator('dd')).toHaveText(new RegExp(`${before}.*${after}`));
    await change
      .getByRole('button', { name: ui('close'), exact: true })
      .last()
      .press('Enter');
    await expect(change).toHaveCount(0);
    await api.remove('brands', brand!.id);
  });
}

test("changing a branch's day start shows its impact and is saved only after confirmation", async ({ page }) => {
  const [kit, impact] = [words('en', 'kit'), words('en', 'impact')];
  const branch = await newBranch('Early', 'مبكر');
  await enter(page, 'Owner', 'en', `/settings/branches/edit/${branch.id}`);
  const hour = page.locator('[name=day_start]');
  await hour.fill('3');
  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('alertdialog', { name: impact('title') });
  await expect(dialog.getByRole('listitem').first()).toContainText(/business day here/);
  await dialog.getByRole('button', { name: impact('keep') }).click();
  await expect(hour).toHaveValue('3');
  await page.keyboard.press('Control+s');
  await dialog.getByRole('button', { name: impact('save') }).click();
  await expect(page.locator('.save')).toHaveCount(0);
  expect(await (await rowsApi()).find(`branches?id=eq.${branch.id}`)).toMatchObject([{ day_start: 3 }]);
  await expect(page.getByRole('button', { name: kit('save') })).toHaveCount(0);
});

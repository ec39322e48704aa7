/* Every attached file in one list: found, looked into, kept, traced to its document, taken away. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { confirmed, newOrder, newSupplier, view } from './support/purchases.ts';
import { enter, newBranch, newGoods, unique, type Branch } from './support/scene.ts';
import { api, stack, usually } from './support/stack.ts';
import { test } from './support/test.ts';
import { words } from './support/words.ts';

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfz0AEYBxVSF+FAP5FDvcfRYWgAAAAAElFTkSuQmCC',
  'base64',
);

async function attach(branch: Branch, order: string, name: string) {
  const owner = await api('Owner');
  const id = randomUUID();
  const path = `${branch.id}/purchases/${order}/${id}.png`;
  await fetch(`${stack.apiUrl}/storage/v1/object/attachments/${path}`, {
    method: 'POST',
    headers: { apikey: stack.publishableKey, authorization: `Bearer ${owner.token}`, 'content-type': 'image/png' },
    body: picture,
  });
  expect((await owner.rpc('attach_file', { id, path, name })).ok).toBe(true);
  return id;
}

for (const language of usually('en')) {
  test(`a file is found in the list of all, looked into, downloaded under its own name, and taken away, ${language}`, async ({ page }) => {
    const attachments = words(language, 'attachments');
    const branch = await newBranch('Archive', 'الأرشيف');
    const order = await newOrder(branch, await newSupplier(), [{ goods: await newGoods(), quantity: 1, cost: 10 }]);
    const name = `فاتورة ${unique()}.png`;
    const id = await attach(branch, order.id, name);
    await attach(branch, order.id, 'Another.png');
    await enter(page, 'Owner', language, '/documents');
    await page.getByRole('searchbox').fill(name.slice(0, -4));
    const row = page.getByRole('row').filter({ hasText: name });
    await expect(page.locator('tbody tr')).toHaveCount(1);
    await expect(row).toContainText(order.number);
    await expect(row).toContainText(language === 'ar' ? branch.name_ar : branch.name);

    // The keyboard alone opens it, and the address tells a colleague which.
    await row.getByRole('link', { name }).press('Enter');
    const shown = page.getByRole('dialog');
    await expect(shown.getByRole('img', { name })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`file=${id}`));
    await page.goto(`/documents?q=another&file=${id}`);
    await expect(shown.getByRole('img', { name })).toBeVisible();
    const saved = page.waitForEvent('download');
    await shown.getByRole('button', { name: attachments('download') }).click();
    expect((await saved).suggestedFilename()).toBe(name);
    expect(await readFile(await (await saved).path())).toEqual(picture);
    await page.keyboard.press('Escape');
    await expect(shown).toBeHidden();

    await page.goto(`/documents?q=${order.number}`);
    await expect(page.locator('tbody tr')).toHaveCount(2);
    await row.getByRole('link', { name: order.number }).click();
    await expect(page).toHaveURL(view(order.id));
    await page.goBack();
    await row.locator('.x-menu button').click();
    await page.getByRole('menuitem', { name: attachments('removeIt') }).click();
    await confirmed(page, attachments('removeIt'));
    await expect(page.locator('tbody tr')).toHaveCount(1);
  });
}

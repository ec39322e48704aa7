/* The list of all attachments: search, preview, download, source document, removal. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, type Locator } from '@playwright/test';
import { confirmDialog, newOrder, newSupplier, view } from './support/purchases.ts';
import { enter, newBranch, newGoods, newPerson, unique, type Branch } from './support/fixtures.ts';
import { api, stack, usually } from './support/stack.ts';
import { test } from './support/test.ts';
import { words } from './support/words.ts';

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfz0AEYBxVSF+FAP5FDvcfRYWgAAAAAElFTkSuQmCC',
  'base64',
);

const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF',
);

async function attach(branch: Branch, document: `${'purchases' | 'expenses'}/${string}`, name: string) {
  const owner = await api('Owner');
  const id = randomUUID();
  const isPdf = name.endsWith('.pdf');
  const path = `${branch.id}/${document}/${id}.${isPdf ? 'pdf' : 'png'}`;
  const kept = await fetch(`${stack.apiUrl}/storage/v1/object/attachments/${path}`, {
    method: 'POST',
    headers: {
      apikey: stack.publishableKey,
      authorization: `Bearer ${owner.token}`,
      'content-type': isPdf ? 'application/pdf' : 'image/png',
    },
    body: isPdf ? pdf : picture,
  });
  expect(kept.ok, await kept.clone().text()).toBe(true);
  expect((await owner.rpc('attach_file', { id, path, name })).ok).toBe(true);
  return id;
}

for (const language of usually('en')) {
  test(`an attachment is found, previewed, downloaded under its name, and removed, ${language}`, async ({ page }) => {
    const attachments = words(language, 'attachments');
    const branch = await newBranch('Archive', 'الأرشيف');
    const order = await newOrder(branch, await newSupplier(), [{ goods: await newGoods(), quantity: 1, cost: 10 }]);
    const name = `فاتورة ${unique()}.png`;
    const id = await attach(branch, `purchases/${order.id}`, name);
    await attach(branch, `purchases/${order.id}`, 'Another.png');
    await enter(page, 'Owner', language, '/documents');
    await page.getByRole('searchbox').fill(name.slice(0, -4));
    const row = page.getByRole('row').filter({ hasText: name });
    await expect(page.locator('tbody tr')).toHaveCount(1);
    await expect(row).toContainText(order.number);
    await expect(row).toContainText(language === 'ar' ? branch.name_ar : branch.name);

    // Opens by keyboard alone, with an address that can be shared.
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
    await row.locator('.card-menu button').click();
    await page.getByRole('menuitem', { name: attachments('removeIt') }).click();
    await confirmDialog(page, attachments('removeIt'));
    await expect(page.locator('tbody tr')).toHaveCount(1);
  });
}

test('a PDF of an expense is previewed from the list of attachments and from the expense', async ({ page }) => {
  const attachments = words('en', 'attachments');
  const branch = await newBranch('Bills', 'فواتير');
  const expense = randomUUID();
  const made = await (await api('Owner')).rpc('save_expense', { id: expense, expense: { branch_id: branch.id, amount: 40 } });
  expect(made.ok, await made.clone().text()).toBe(true);
  const { number } = (await made.json()) as { number: string };
  await attach(branch, `expenses/${expense}`, 'Electricity.pdf');
  await enter(page, await newPerson('Accountant', [{ branch, access: 'view' }]), 'en', '/documents?kind=expenses&type=pdf');
  const row = page.getByRole('row').filter({ hasText: 'Electricity.pdf' });
  await expect(row).toContainText(number);

  /** The frame exists whatever it shows, so the test checks the response that the browser got for it. */
  const read = async (open: Locator) => {
    const answer = page.waitForResponse(
      (one) => /\/storage\/v1\/object\/.*attachments\//.test(one.url()) && one.request().method() === 'GET',
    );
    await open.click();
    const shown = page.getByRole('dialog');
    await expect(shown.locator('iframe')).toHaveAttribute('title', 'Electricity.pdf');
    expect([(await answer).status(), (await answer).headers()['content-type']]).toEqual([200, 'application/pdf']);
    // A blob address works only in this page, so it cannot outlast the user's permission.
    const address = (await shown.getByRole('link', { name: attachments('newTab') }).getAttribute('href')) ?? '';
    expect(address).toMatch(/^blob:/);
    await expect(shown.locator('iframe')).toHaveAttribute('src', address);
    const given = await page.evaluate(async (from) => [...new Uint8Array(await (await fetch(from)).arrayBuffer())], address);
    expect(Buffer.from(given)).toEqual(pdf);
    await page.keyboard.press('Escape');
    await expect(shown).toBeHidden();
  };
  await read(row.getByRole('link', { name: 'Electricity.pdf' }));
  await row.getByRole('link', { name: number }).click();
  await expect(page).toHaveURL(`/accounting/expenses/view/${expense}`);
  await read(page.getByRole('button', { name: /Electricity\.pdf/ }).first());
});

/* Sign-in, an expiring session, and the shell around every page. */
import { expect } from '@playwright/test';
import { giveCredentials, inDatabase, newPerson } from './support/fixtures.ts';
import { account, api, prefer, scan, signIn } from './support/stack.ts';
import { test } from './support/test.ts';

test('a wrong password is reported at the field, and the right one opens the requested page', async ({ page }) => {
  await prefer(page, 'en');
  await page.goto('/settings/business');
  await expect(page).toHaveURL(/\/login$/);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Enter your email address.')).toBeVisible();
  await page.getByLabel('Email').fill(account('Owner').email);
  await page.getByLabel('Password', { exact: true }).fill('not this one');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('The email or password is wrong.')).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.getByLabel('Password', { exact: true }).fill(account('Owner').password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/settings\/business$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Business' })).toBeVisible();
});

test('an expired session is renewed in a dialog, and the typed text is then saved', async ({ page }) => {
  await prefer(page, 'en');
  await signIn(page, 'Owner', '/settings/business');
  const website = `https://${Date.now()}.example`;
  await page.getByLabel('Website').fill(website);
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('-session')) ?? '';
    const session = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, unknown>;
    localStorage.setItem(key, JSON.stringify({ ...session, access_token: 'a.b.c', refresh_token: 'refused', expires_at: 1 }));
  });
  await page.getByRole('button', { name: 'Save business' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Sign in again' });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByLabel('Email')).toHaveValue(account('Owner').email);
  await dialog.getByLabel('Password', { exact: true }).fill(account('Owner').password);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Business saved')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Website')).toHaveValue(website);
});

test('signing out removes the session', async ({ page }) => {
  await prefer(page, 'en');
  await signIn(page, 'Manager');
  await page.getByRole('button', { name: /^My account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }).filter((key) => key.endsWith('-session')))).toEqual(
    [],
  );
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login$/);
});

test('a page without permission names the permission, and the menu does not link to it', async ({ page }) => {
  await prefer(page, 'en');
  await signIn(page, 'Cashier', '/inventory/stockpoints/transactions/add');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You don’t have access to this page');
  await expect(page.getByText('“Stock transfers: create”')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main menu' }).getByText('Business')).toHaveCount(0);
});

test('the palette finds a product by name, and Esc returns to the list', async ({ page }) => {
  await prefer(page, 'en');
  await signIn(page, 'Owner');
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox').fill('layla linen');
  await expect(page.getByRole('option', { name: /Layla linen abaya/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Layla linen abaya' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/inventory\/products$/);
});

test('a scan outside any field opens the product with that code', async ({ page }) => {
  const [variant] = await (await api('Owner')).get<{ barcode: string; product_id: string }>(
    'variants?select=barcode,product_id&barcode=not.is.null&order=barcode&limit=1',
  );
  if (!variant) throw new Error('The demo business has no barcodes');
  await prefer(page, 'en');
  await signIn(page, 'Owner');
  await page.locator('#content').focus();
  await scan(page, variant.barcode);
  await expect(page).toHaveURL(`/inventory/products/edit/${variant.product_id}?code=${variant.barcode}`);
});

test('switching the language updates the page immediately and keeps the typed text', async ({ page }) => {
  await prefer(page, 'en');
  await signIn(page, 'Owner', '/settings/business');
  await page.getByLabel('Alternate contact number').fill('0100');
  await page.getByRole('button', { name: 'العربية' }).click();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByRole('heading', { level: 1, name: 'بيانات المنشأة' })).toBeVisible();
  await expect(page.getByLabel('رقم اتصال بديل')).toHaveValue('0100');
});

test("a first visit uses the browser's language, then the user's, unless one was chosen", async ({ browser }) => {
  const person = await newPerson('Owner');
  await inDatabase((sql) => sql`update auth.users set raw_user_meta_data = '{"language": "en"}' where id = ${person.id}`);
  const visit = async (chosen?: 'ar') => {
    const page = await (await browser.newContext({ locale: 'ar-EG' })).newPage();
    if (chosen) await prefer(page, chosen);
    await page.goto('/login');
    await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
    await giveCredentials(page, person, 'ar');
    await page.waitForURL('**/dashboard');
    await expect(page.locator('html')).toHaveAttribute('lang', chosen ?? 'en');
    await expect(page.locator('h1')).toHaveText(chosen ? 'لوحة المتابعة' : 'Dashboard');
    await page.context().close();
  };
  await visit();
  await visit('ar');
});

test('going offline shows a notice and keeps the typed text', async ({ page, context }) => {
  await prefer(page, 'en');
  await signIn(page, 'Owner', '/settings/business');
  await page.getByLabel('Website').fill('https://kept.example');
  await context.setOffline(true);
  await expect(page.getByText('You’re offline. What you typed is kept here')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save business' })).toHaveAttribute('aria-disabled', 'true');
  await context.setOffline(false);
  await expect(page.getByText('You’re offline. What you typed is kept here')).toHaveCount(0);
  await expect(page.getByLabel('Website')).toHaveValue('https://kept.example');
});

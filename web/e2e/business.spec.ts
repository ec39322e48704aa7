import { expect } from '@playwright/test';
import { enter, inDatabase } from './support/fixtures.ts';
import { test } from './support/test.ts';
import { words } from './support/words.ts';

const business = words('en', 'business');
const image = words('en', 'variants');

// A PNG of one pixel.
const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

test('uploading a logo while typing keeps both and reports no conflict', async ({ page }) => {
  await enter(page, 'Owner', 'en', '/settings/business');
  const website = `https://${Date.now()}.example`;
  await page.getByLabel(business('fields.website')).fill(website);
  const logo = page.locator('aside img');
  await page.locator('aside input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture });
  await expect(logo).toBeVisible();
  await expect(page.getByRole('button', { name: image('image.replace') })).toBeEnabled();
  await page.getByRole('button', { name: business('save') }).click();
  await expect(page.getByText(business('saved'))).toBeVisible();
  await expect(page.locator('.conflict')).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel(business('fields.website'))).toHaveValue(website);
  await page.getByRole('button', { name: image('image.remove') }).click();
  await expect(logo).toHaveCount(0);
});

test('a concurrent change of the same field is shown as a conflict, and saving again keeps mine', async ({ page }) => {
  await enter(page, 'Owner', 'en', '/settings/business');
  const [typed, theirs] = [`https://${Date.now()}.mine.example`, `https://${Date.now()}.theirs.example`];
  await page.getByLabel(business('fields.website')).fill(typed);
  const write = (website: string | null) => inDatabase((sql) => sql`update public.business set website = ${website}`);
  await write(theirs);
  await page.getByRole('button', { name: business('save') }).click();
  await expect(page.locator('.conflict')).toContainText(theirs);
  await page.getByRole('button', { name: business('save') }).click();
  await expect(page.getByText(business('saved'))).toBeVisible();
  await write(null);
});

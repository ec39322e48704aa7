/* measures.md "Client": at most 195 KB of JavaScript (gzip) from the sign-in to the rows of the first list. */
import { gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { prefer, signIn } from './support/stack.ts';
import { test } from './support/test.ts';

test('the first list needs at most 195 KB of JavaScript', async ({ page }) => {
  await prefer(page, 'en');
  const bodies = new Map<string, Promise<Buffer>>();
  page.on('response', (answer) => {
    if (answer.request().resourceType() === 'script' && !bodies.has(answer.url())) bodies.set(answer.url(), answer.body());
  });
  await signIn(page, 'Owner');
  await page.getByRole('link', { name: 'Inventory' }).or(page.getByRole('button', { name: 'Inventory' })).first().click();
  await page.getByRole('link', { name: 'Products', exact: true }).click();
  await expect(page.locator('table.list a.nm').first()).toBeVisible();
  const sizes = await Promise.all([...bodies].map(async ([url, body]) => ({ url, size: gzipSync(await body).length / 1024 })));
  const total = sizes.reduce((sum, { size }) => sum + size, 0);
  test.info().annotations.push({ type: 'KB gzip', description: total.toFixed(1) });
  console.log(`JavaScript to the first list: ${total.toFixed(1)} KB gzip in ${sizes.length} files`);
  expect(total).toBeLessThanOrEqual(195);
});

test('a list that is opened asks once for who looks and once for its rows, in few requests', async ({ page }) => {
  await prefer(page, 'en');
  await signIn(page, 'Owner');
  // What the dashboard still asks for is no part of it.
  await page.waitForLoadState('networkidle');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${new URL(request.url()).pathname} ${request.postData() ?? ''}`));
  await page.goto('/inventory/products');
  await expect(page.locator('table.list a.nm').first()).toBeVisible();
  const firstPages = asked.filter((one) => one.startsWith('/rest/v1/rpc/product_list ') && one.includes('"page_offset":0'));
  // Asked ahead and not taken, they would be asked a second time.
  expect({ me: asked.filter((one) => one.startsWith('/rest/v1/rpc/me ')).length, rows: firstPages.length }).toEqual({ me: 1, rows: 1 });
  expect(asked.filter((one) => one.startsWith('/assets/')).length).toBeLessThanOrEqual(20);
});

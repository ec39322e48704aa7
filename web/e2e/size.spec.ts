/* docs/measures.md: at most 200 KB of JavaScript (gzip) from the sign-in to the rows of the first list. */
import { gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { roundTrips } from './support/round-trips.ts';
import { anySale } from './support/sales.ts';
import { newGoods } from './support/fixtures.ts';
import { api, prefer, signIn, signInByForm } from './support/stack.ts';
import { test } from './support/test.ts';

test('the first list needs at most 200 KB of JavaScript', async ({ page }) => {
  await prefer(page, 'en');
  const bodies = new Map<string, Promise<Buffer>>();
  page.on('response', (answer) => {
    if (answer.request().resourceType() === 'script' && !bodies.has(answer.url())) bodies.set(answer.url(), answer.body());
  });
  await signInByForm(page, 'Owner');
  await page
    .getByRole('link', { name: 'Inventory' })
    .or(page.getByRole('button', { name: 'Inventory' }))
    .first()
    .click();
  await page.getByRole('link', { name: 'Products', exact: true }).click();
  await expect(page.locator('table.list a.record-name').first()).toBeVisible();
  const sizes = await Promise.all([...bodies].map(async ([url, body]) => ({ url, size: gzipSync(await body).length / 1024 })));
  const total = sizes.reduce((sum, { size }) => sum + size, 0);
  test.info().annotations.push({ type: 'KB gzip', description: total.toFixed(1) });
  console.log(`JavaScript to the first list: ${total.toFixed(1)} KB gzip in ${sizes.length} files`);
  expect(total).toBeLessThanOrEqual(200);
});

test('opening a list requests the user once, its rows once, and at most 20 assets', async ({ page }) => {
  await prefer(page, 'en');
  await signIn(page, 'Owner');
  // Requests of the dashboard do not count.
  await page.waitForLoadState('networkidle');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${new URL(request.url()).pathname} ${request.postData() ?? ''}`));
  await page.goto('/inventory/products');
  await expect(page.locator('table.list a.record-name').first()).toBeVisible();
  const firstPages = asked.filter((one) => one.startsWith('/rest/v1/rpc/product_page ') && one.includes('"page_offset":0'));
  // Prefetched but unused responses would be requested twice.
  expect({ me: asked.filter((one) => one.startsWith('/rest/v1/rpc/me ')).length, rows: firstPages.length }).toEqual({ me: 1, rows: 1 });
  expect(asked.filter((one) => one.startsWith('/assets/')).length).toBeLessThanOrEqual(20);
});

test('lists and documents load in the fewest round trips and request nothing twice', async ({ page }) => {
  const owner = await api('Owner');
  const first = async (rows: string) => (await owner.get<{ id: string }>(`${rows}&select=id&order=created_at&limit=1`))[0]!.id;
  const [pending, approved] = [await first('transfers?status=eq.pending'), await first('transfers?status=eq.approved')];
  // The product has no stock, because the form pages through all of its levels.
  const { product } = await newGoods(undefined, {
    brand_id: await first('brands?active=is.true'),
    category_id: await first('categories?active=is.true'),
    supplier_id: await first('suppliers?active=is.true'),
  });
  const [order, sale] = [await first('purchase_orders?status=eq.pending'), (await anySale())[0]!.path];
  await prefer(page, 'en');
  await signIn(page, 'Owner');
  await page.waitForLoadState('networkidle');
  const trips: [string, string[][]][] = [
    ['/inventory/products', [['product_page', 'product_summary']]],
    ['/inventory/products?q=linen', [['product_count', 'product_page', 'product_summary']]],
    ['/inventory/stock', [['level_page', 'level_summary']]],
    ['/inventory/stockpoints/transactions', [['transfer_page', 'transfer_summary']]],
    ['/purchase', [['purchase_page', 'purchase_totals']]],
    ['/accounting/sales', [['sale_page', 'sale_totals']]],
    [`/inventory/transactions/view/${pending}`, [['transfer_detail']]],
    [`/inventory/transactions/view/${approved}`, [['transfer_detail']]],
    [`/purchase/orders/${order}`, [['purchase_detail']]],
    [sale, [['sale_detail']]],
    [`/inventory/stock/entries/${await first('stock_entries?kind=eq.opening')}`, [['stock_entry_detail']]],
    [`/inventory/counts/${await first('stock_counts?status=eq.counting')}`, [['count_detail']]],
    [`/inventory/counts/${await first('stock_counts?status=eq.comparing')}`, [['count_detail']]],
    // The edited transfer is requested first, then the data of its two ends.
    [
      `/inventory/transactions/edit/${pending}`,
      [
        ['branches', 'stock_points', 'transfer_detail'],
        ['on_hand_at', 'on_hand_at', 'transfer_approvers', 'variant_page'],
      ],
    ],
    [
      `/inventory/products/edit/${product}`,
      [
        ['colors', 'level_list', 'product_detail', 'sizes'],
        ['brands', 'categories', 'price_groups', 'suppliers'],
      ],
    ],
  ];
  for (const [address, asked] of trips) expect.soft(await roundTrips(page, address), address).toEqual(asked);
});

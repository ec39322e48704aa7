/* The screenshots of the README: npm run screens -- --readme writes them to docs/images. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { openDrawer } from '../support/shifts.ts';
import { api, type Language, prefer, signIn, type Theme } from '../support/stack.ts';
import { wedge } from '../support/wedge.ts';
import { words } from '../support/words.ts';

const folder = fileURLToPath(new URL('../../../docs/images', import.meta.url));
mkdirSync(folder, { recursive: true });
test.describe.configure({ mode: 'default', timeout: 300_000 });

async function open(page: Page, path: string, language: Language = 'en', theme: Theme = 'light') {
  await prefer(page, language, theme);
  await signIn(page, 'Owner', path, language);
}

async function photograph(page: Page, name?: string): Promise<Buffer> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
  return name ? page.screenshot({ path: join(folder, `${name}.jpg`), type: 'jpeg', quality: 72 }) : page.screenshot();
}

async function idOf(query: string): Promise<string> {
  const [row] = await (await api('Owner')).get<{ id: string }>(`${query}&select=id&limit=1`);
  if (!row) throw new Error(`The demo has no ${query}`);
  return row.id;
}

test('product list next to the counter', async ({ browser }) => {
  const products = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await open(products, '/inventory/products');
  await expect(products.getByRole('row').nth(5)).toBeVisible();
  const list = await photograph(products);
  await products.close();

  const branch = await idOf('branches?code=eq.ZAM');
  await openDrawer({ id: branch });
  const owner = await api('Owner');
  const levels = await owner.get<{ variant_id: string }>(
    `stock_levels?select=variant_id&branch_id=eq.${branch}&stock_point_id=is.null&quantity=gt.5`,
  );
  const inStock = new Set(levels.map(({ variant_id }) => variant_id));
  const variants = await owner.get<{ id: string; barcode: string; product_id: string }>(
    'variants?select=id,barcode,product_id&barcode=not.is.null&order=id',
  );
  // One variant of each product.
  const goods = new Map(variants.filter(({ id }) => inStock.has(id)).map(({ product_id, barcode }) => [product_id, barcode]));
  const barcodes = [...goods.values()];
  expect(barcodes.length).toBeGreaterThan(4);
  const till = await browser.newPage({ viewport: { width: 1360, height: 860 } });
  await open(till, `/accounting/sales/add?branch=${branch}&till=POS1`, 'ar', 'dark');
  await expect(till.locator('.counter-place')).toBeVisible();
  await wedge(till, ...[0, 0, 1, 2, 2, 2, 3, 4].map((index) => barcodes[index]!));
  await expect(till.getByRole('table').locator('tbody tr').nth(4)).toBeVisible();
  const counter = await photograph(till);
  await till.close();

  const picture = (image: Buffer) => `data:image/png;base64,${image.toString('base64')}`;
  const page = await browser.newPage({ viewport: { width: 1600, height: 860 } });
  await page.setContent(`<style>
    body { margin: 0; block-size: 860px; position: relative; overflow: hidden; background: #ece7dd; }
    img { position: absolute; box-shadow: 0 24px 60px #0004; }
    .list { inset: 48px auto auto 56px; inline-size: 1080px; border-radius: 12px; }
    .counter { inset: auto 56px 48px auto; inline-size: 930px; border: 14px solid #0b0b0b; border-radius: 28px; }
  </style><img class="list" src="${picture(list)}"><img class="counter" src="${picture(counter)}">`);
  await page.waitForLoadState('load');
  await photograph(page, 'products-and-counter');
  await page.close();
});

test('a transfer, an import, labels', async ({ browser }) => {
  const page = await browser.newPage({ viewport: { width: 1200, height: 750 } });
  await open(page, `/inventory/transactions/view/${await idOf('transfers?status=eq.pending&order=created_at,id')}`);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await photograph(page, 'transfer');

  await page.goto('/contacts/customers/import');
  await page.getByLabel(words('en', 'imports')('chooseFile')).setInputFiles({
    name: 'customers.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'Name,Mobile,E-mail,City\nLayla Hassan,+20 100 555 0142,layla@example.com,Cairo\nOmar Adel,call me,omar@example.com,Giza\nنور سمير,+20 100 555 0177,,القاهرة\n',
    ),
  });
  await expect(page.getByRole('button', { name: words('en', 'imports')('runCheck') })).toBeVisible();
  await photograph(page, 'import');

  await page.goto(`/labels?source=purchase_orders&id=${await idOf('purchase_orders?status=eq.completed&order=created_at,id')}`);
  await expect(page.getByRole('row').nth(2)).toBeVisible();
  await expect(page.locator('.toast')).toHaveCount(1);
  await expect(page.locator('.toast')).toHaveCount(0, { timeout: 30_000 });
  await photograph(page, 'labels');
  await page.close();
});

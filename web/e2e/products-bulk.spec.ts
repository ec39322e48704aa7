/* Bulk edits from the product list, and duplicating a product. */
import { expect, type Page } from '@playwright/test';
import { intercept, loseAnswer } from './support/intercept.ts';
import { makeProduct, productNamed, row, toast, unique } from './support/products.ts';
import { demoRows } from './support/rows.ts';
import { prefer, signIn, usually } from './support/stack.ts';
import { test } from './support/test.ts';
import { words } from './support/words.ts';

const says = words('en', 'products');
const kit = words('en', 'kit');
const ticks = (page: Page) => page.locator('table.list tbody input[type=checkbox]');
const part = (page: Page, label: string) => page.getByRole('dialog').locator('.part').filter({ hasText: label });

test('the selection survives paging, and all matches are deactivated in one call', async ({ page }) => {
  const run = unique();
  for (let index = 0; index < 12; index += 1) await makeProduct(`Bulk ${run} ${String(index + 10)}`);
  await signIn(page, 'Owner', `/inventory/products?q=${run}&rows=10`);
  await expect(page.locator('table.list tbody tr')).toHaveCount(10);
  await ticks(page).first().check();
  await page.getByRole('button', { name: kit('nextPage') }).click();
  await expect(page.locator('table.list tbody tr')).toHaveCount(2);
  await ticks(page).first().check();
  await expect(page.locator('.bulk')).toContainText('2');
  await page.locator('.bulk .tally .link').click();
  await intercept(page, '**/rpc/product_page*', (route) => route.abort());
  await page
    .locator('.bulk')
    .getByRole('button', { name: says('bulk.transfer') })
    .click();
  await expect(toast(page)).toContainText(words('en', 'errors')('network'));
  await page.unroute('**/rpc/product_page*');
  const writes: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/rpc/update_products')) writes.push(request.url());
  });
  await page
    .locator('.bulk')
    .getByRole('button', { name: says('bulk.deactivate') })
    .click();
  await expect(toast(page)).toContainText('12');
  expect(writes).toHaveLength(1);
  await page.goto(`/inventory/products?q=${run}&active=false`);
  await expect(page.locator('.pager')).toContainText('12');
});

for (const language of usually('en')) {
  test(`in ${language}: a bulk edit of price and brand shows its effects first and can be undone`, async ({ page }) => {
    const says_ = words(language, 'products');
    const run = unique();
    const [one, two] = [`A ${run}`, `B ${run}`];
    await makeProduct(one);
    await makeProduct(two, [{ price_override: 33.33 }], { price: 40 });
    await prefer(page, language);
    await signIn(page, 'Owner', `/inventory/products?q=${run}`);
    await page.locator('table.list thead input[type=checkbox]').check();
    await page
      .locator('.bulk')
      .getByRole('button', { name: says_('bulk.edit'), exact: true })
      .click();
    const dialog = page.getByRole('dialog');
    await part(page, says_('fields.price')).getByRole('checkbox').first().check();
    // Arabic digits mean the same number.
    await dialog.getByRole('textbox', { name: says_('bulk.percent') }).fill('١٢٫٥');
    await expect(dialog.locator('.outlook')).toContainText('112.50');
    await expect(dialog.locator('.outlook')).toContainText('45.00');
    await part(page, says_('fields.brand_id')).getByRole('checkbox').check();
    const brand = part(page, says_('fields.brand_id')).getByRole('combobox');
    const [known] = await demoRows('brands', 1);
    await brand.fill(known!.name);
    await page
      .getByRole('option', { name: language === 'ar' ? (known!.name_ar ?? known!.name) : known!.name })
      .first()
      .click();
    const change = dialog.locator('.dialog-foot button.primary');
    await expect(change).toContainText(language === 'en' ? '2' : 'صنفين');
    await change.click();
    await expect(dialog).toBeHidden();
    await expect(row(page, one)).toContainText('112.50');
    expect((await productNamed(two))?.price).toBe(45);
    expect((await productNamed(two))?.variants[0]?.price_override).toBe(37.5);

    await toast(page)
      .getByRole('button', { name: words(language, 'ui')('undo') })
      .click();
    await expect(row(page, one)).toContainText('100.00');
    expect(await productNamed(two)).toMatchObject({ price: 40, variants: [{ price_override: 33.33 }] });
  });
}

test('after a lost response a percentage change is previewed from the already changed price', async ({ page }) => {
  const name = `Lost ${unique()}`;
  await makeProduct(name);
  await signIn(page, 'Owner', `/inventory/products?q=${name.slice(5)}`);
  await ticks(page).first().check();
  await page
    .locator('.bulk')
    .getByRole('button', { name: says('bulk.edit'), exact: true })
    .click();
  const dialog = page.getByRole('dialog');
  await part(page, says('fields.price')).getByRole('checkbox').first().check();
  await dialog.getByRole('textbox', { name: says('bulk.percent') }).fill('10');
  await expect(dialog.locator('.outlook')).toContainText('110.00');
  await loseAnswer(page, '**/rpc/update_products');
  await dialog.locator('.dialog-foot button.primary').click();
  await expect(toast(page)).toContainText(words('en', 'errors')('network'));
  await expect(dialog.locator('.outlook')).toContainText('121.00');
  expect((await productNamed(name))?.price).toBe(110);
});

test('a bulk change that would make a price negative is listed and cannot be saved', async ({ page }) => {
  const run = unique();
  await makeProduct(`Cheap ${run}`, [], { price: 5 });
  await signIn(page, 'Owner', `/inventory/products?q=${run}`);
  await ticks(page).first().check();
  await page
    .locator('.bulk')
    .getByRole('button', { name: says('bulk.edit'), exact: true })
    .click();
  const dialog = page.getByRole('dialog');
  await part(page, says('fields.price')).getByRole('checkbox').first().check();
  await dialog.getByRole('button', { name: says('bulk.amount'), exact: true }).click();
  await dialog.getByRole('textbox', { name: says('bulk.amount') }).fill('-6');
  await expect(dialog).toContainText(`Cheap ${run}`);
  await expect(dialog.locator('.dialog-foot button.primary')).toBeDisabled();
  expect((await productNamed(`Cheap ${run}`))?.price).toBe(5);
});

test('a duplicate copies everything except codes', async ({ page }) => {
  const name = `Original ${unique()}`;
  const colors = await demoRows('colors', 2);
  const made = await makeProduct(
    name,
    colors.map(({ id }, index) => ({ color_id: id, price_override: index ? 120 : null })),
    { description: 'As good as new', designer_id: 'D-7' },
  );
  await signIn(page, 'Owner', `/inventory/products?q=${encodeURIComponent(name)}`);
  await row(page, name)
    .getByRole('button', { name: kit('rowActions', { name }) })
    .click();
  await page.getByRole('menuitem', { name: says('menu.duplicate') }).click();
  await expect(page).toHaveURL(`/inventory/product/add?copy=${made.id}`);
  await expect(page.locator('[name=description]')).toHaveValue('As good as new');
  await expect(page.locator('[name=designer_id]')).toHaveValue('');
  await page.locator('[name=name]').fill(`Copy of ${name}`);
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.locator('[name=name]')).toHaveValue(`Copy of ${name}`);
  await page.keyboard.press('Control+s');
  await expect(page).toHaveURL(/products\/edit\//);
  const copy = await productNamed(`Copy of ${name}`);
  expect(copy?.variants.map((variant) => variant.price_override).sort()).toEqual([120, null]);
  const codes = new Set([...made.variants, ...(copy?.variants ?? [])].flatMap(({ sku, barcode }) => [sku, barcode]));
  expect(codes.size).toBe(8);
});

test('sixty selected products become lines of a transfer, also after a reload', async ({ page }) => {
  const run = unique();
  await Promise.all(Array.from({ length: 60 }, (_, index) => makeProduct(`Many ${run} ${index}`)));
  await signIn(page, 'Owner', `/inventory/products?q=${run}&rows=100`);
  await page.locator('table.list thead input[type=checkbox]').check();
  await page
    .locator('.bulk')
    .getByRole('button', { name: says('bulk.transfer') })
    .click();
  await expect(page).toHaveURL('/inventory/stockpoints/transactions/add');
  await expect(page.locator('main')).toContainText(/\b60\b/);
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.locator('main')).toContainText(/\b60\b/);
});

/* Products: the list, the form with its variant grid, and validation. */
import { expect, type Page } from '@playwright/test';
import { newBranch, stocked } from './support/fixtures.ts';
import { loseAnswer } from './support/intercept.ts';
import { cell, makeProduct, paste, productNamed, productOf, row, toast, unique } from './support/products.ts';
import { api, prefer, signIn, usually } from './support/stack.ts';
import { test } from './support/test.ts';
import { wedge } from './support/wedge.ts';
import { words } from './support/words.ts';

async function pick(page: Page, button: string, words_: string) {
  if (!(await page.locator('.axis-picker').isVisible())) await page.getByRole('button', { name: button, exact: true }).click();
  const box = page.locator('.axis-picker input');
  await box.fill(words_);
  await page.getByRole('option', { disabled: false }).first().waitFor();
  await page.keyboard.press('Enter');
  await expect(box).toHaveValue('');
  await expect(box).toBeFocused();
}

for (const language of usually('ar')) {
  const says = words(language, 'products');
  const kit = words(language, 'kit');

  test(`a product in ${language}: variants created by keyboard, prices pasted from a sheet`, async ({ page }) => {
    const name = `Grid ${unique()}`;
    await prefer(page, language);
    await signIn(page, 'Owner', '/inventory/products');
    await expect(page.locator('h1')).toHaveText(says('title'));
    await page.keyboard.press('n');
    await expect(page).toHaveURL('/inventory/product/add');
    await expect(page.locator('[name=name]')).toBeFocused();

    await test.step('reports a missing name at its field', async () => {
      await page.locator('[name=name_ar]').fill('تجربة الشبكة');
      await page.keyboard.press('Control+s');
      await expect(page.locator('[name=name]')).toBeFocused();
    });
    await page.locator('[name=name]').fill(name);
    // Arabic digits and separators mean the same number.
    await page.locator('[name=price]').fill('١٬٤٥٠');

    await test.step('adds an existing colour, a new one, and two sizes', async () => {
      await pick(page, says('grid.color'), language === 'ar' ? 'كحلي' : 'navy');
      await pick(page, says('grid.color'), `Sea ${name}`);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('button', { name: says('grid.color'), exact: true })).toBeFocused();
      await pick(page, says('grid.size'), 'S');
      await pick(page, says('grid.size'), 'XL');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('gridcell')).toHaveCount(4);
    });

    await test.step('types and pastes prices, and undoes the paste in one step', async () => {
      await cell(page, 0, 0).click();
      // Slower than a scanner.
      await page.keyboard.type('1590', { delay: 40 });
      await page.keyboard.press('Enter');
      await expect(cell(page, 0, 0)).toContainText('1,590.00');
      await expect(cell(page, 1, 0)).toBeFocused();
      await cell(page, 0, 0).focus();
      await paste(page, '1,300\t1,400\n1,500\tcheap');
      await expect(cell(page, 0, 1)).toContainText('1,400.00');
      await expect(page.getByRole('alert').filter({ hasText: 'cheap' })).toBeVisible();
      await page.keyboard.press('Control+z');
      await expect(cell(page, 0, 0)).toContainText('1,590.00');
      // Arrow keys follow the reading direction.
      await cell(page, 0, 0).focus();
      await page.keyboard.press(language === 'ar' ? 'ArrowLeft' : 'ArrowRight');
      await expect(cell(page, 0, 1)).toBeFocused();
    });

    await page.keyboard.press('Control+s');
    await expect(page).toHaveURL(/\/inventory\/products\/edit\//);
    await expect(toast(page)).toContainText(language === 'ar' ? 'تجربة الشبكة' : name);
    const made = await productNamed(name);
    await toast(page)
      .getByRole('button', { name: says('addStock') })
      .click();
    await expect(page).toHaveURL(`/inventory/stock/add?product=${made?.id}`);
    await expect(page.locator('.entry-lines tbody tr')).toHaveCount(4);
    await page.goBack();
    expect(made?.price).toBe(1450);
    expect(made?.variants).toHaveLength(4);
    expect(made?.variants.filter((variant) => variant.price_override === 1590)).toHaveLength(1);
    // The database generates codes that were left empty.
    expect(made?.variants.every((variant) => /^20\d{11}$/.test(variant.barcode) && variant.sku !== '')).toBe(true);
    await expect(page.locator('.save')).toHaveCount(0);

    await test.step('is found by barcode, by Arabic words without diacritics, and in any word order', async () => {
      for (const asked of [made?.variants[0]?.barcode ?? '', 'الشبكه', name.split(' ').reverse().join(' ')]) {
        await page.goto(`/inventory/products?q=${encodeURIComponent(asked)}`);
        await expect(row(page, language === 'ar' ? 'تجربة الشبكة' : name).first()).toBeVisible();
      }
      await expect(row(page, language === 'ar' ? 'تجربة الشبكة' : name).first()).toContainText(kit('active'));
    });
  });
}

const says = words('en', 'products');
const kit = words('en', 'kit');

test('a barcode of another product is refused in its cell, by name, and the form is kept', async ({ page }) => {
  const [taken] = (await makeProduct(`Owner of code ${unique()}`)).variants;
  const name = `Second of code ${unique()}`;
  await makeProduct(name);
  await signIn(page, 'Owner', `/inventory/products/edit/${(await productNamed(name))?.id}`);
  await page.locator('[name=description]').fill('Kept through the refusal');
  await page.getByRole('button', { name: says('grid.barcodes'), exact: true }).click();
  // A scan into an open cell replaces its code.
  await cell(page, 0, 0).dblclick();
  await wedge(page, taken?.barcode ?? '');
  await page.keyboard.press('Control+s');
  await expect(page.locator('.banner[role=alert]')).toContainText('Owner of code');
  await expect(page.locator('.banner[role=alert]')).toContainText(taken?.barcode ?? '');
  await expect(cell(page, 0, 0)).toHaveAttribute('aria-invalid', 'true');
  await expect(page.locator('[name=description]')).toHaveValue('Kept through the refusal');
  // A wrong check digit is reported before anything is sent.
  await cell(page, 0, 0).focus();
  await page.keyboard.type('4006381333932', { delay: 120 });
  await page.keyboard.press('Enter');
  await expect(cell(page, 0, 0)).toHaveAttribute('aria-invalid', 'true');
  await expect(page.locator('.save')).toContainText('4006381333932');
  // Saving from another tab of the grid opens the tab with the wrong code.
  await page.getByRole('button', { name: says('grid.prices'), exact: true }).click();
  await page.keyboard.press('Control+s');
  await cell(page, 0, 0).focus();
  await page.keyboard.type('4006381333931', { delay: 120 });
  await page.keyboard.press('Enter');
  await expect(cell(page, 0, 0)).not.toHaveAttribute('aria-invalid', 'true');
});

/** A photo larger than the stored size, like a camera's. */
const drawnPhoto = async (page: Page): Promise<Buffer> =>
  Buffer.from(
    await page.evaluate(async () => {
      const canvas = document.createElement('canvas');
      canvas.width = 3000;
      canvas.height = 2000;
      canvas.getContext('2d')?.fillRect(200, 200, 2000, 900);
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
      return [...new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer(0))];
    }),
  );

test('a photo is resized before upload and shown in the list, and an invalid file is refused', async ({ page }) => {
  const name = `Pictured ${unique()}`;
  const made = await makeProduct(name);
  await signIn(page, 'Owner', `/inventory/products/edit/${made.id}`);
  await page
    .locator('.image-field input[type=file]')
    .setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') });
  await expect(page.locator('.image-field [role=alert]')).toHaveText(words('en', 'variants')('image.unreadable'));
  const photo = await drawnPhoto(page);
  await page.locator('.image-field input[type=file]').setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: photo });
  const picture = page.locator('.image-field img');
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual([1280, 853]);
  await page.keyboard.press('Control+s');
  await expect(page.locator('.save')).toHaveCount(0);
  await page.goto(`/inventory/products?q=${encodeURIComponent(name)}`);
  await expect.poll(() => page.locator('table.list .thumbnail img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(128);
});

test('a color has its own photo, which the list of stock shows', async ({ page }) => {
  const owner = await api('Owner');
  const colors = await owner.get<{ id: string; name: string }>('colors?name=in.(Black,Ivory)&select=id,name&order=name');
  const name = `Two photos ${unique()}`;
  const made = await makeProduct(
    name,
    colors.map(({ id }) => ({ color_id: id })),
  );
  const branch = await newBranch('Pictures', 'صور');
  for (const { id } of made.variants) await stocked(branch, { variant: id }, 1);
  await signIn(page, 'Owner', `/inventory/products/edit/${made.id}`);
  const photoOf = (color: string) =>
    page.locator('.aside div', { has: page.getByRole('heading', { name: color }) }).locator('.image-field');
  await photoOf('Ivory')
    .locator('input[type=file]')
    .setInputFiles({ name: 'ivory.png', mimeType: 'image/png', buffer: await drawnPhoto(page) });
  await expect(photoOf('Ivory').locator('img')).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(page.locator('.save')).toHaveCount(0);
  await page.reload();
  await expect(photoOf('Ivory').locator('img')).toBeVisible();
  await expect(photoOf('Black').locator('img')).toHaveCount(0);
  await page.goto(`/inventory/stock?q=${encodeURIComponent(name)}`);
  await expect(row(page, 'Ivory').locator('.thumbnail img')).toHaveCount(1);
  await expect(row(page, 'Black').locator('.thumbnail img')).toHaveCount(0);
});

test('saving waits for the photo upload, and does not save if the upload fails', async ({ page }) => {
  const made = await makeProduct(`Awaited ${unique()}`);
  await signIn(page, 'Owner', `/inventory/products/edit/${made.id}`);
  const saved: unknown[] = [];
  page.on('request', (asked) => asked.url().endsWith('/rpc/save_product') && saved.push(asked.postDataJSON()));
  const photo = await drawnPhoto(page);
  const choosePhoto = () =>
    page.locator('.image-field input[type=file]').setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: photo });
  /** Holds the upload until it is released. */
  const held = async (ends: 'abort' | 'fallback') => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.unroute('**/storage/v1/object/images/**');
    await page.route('**/storage/v1/object/images/**', async (route) => {
      await promise;
      await route[ends]();
    });
    await choosePhoto();
    await expect(page.locator('.image-field [role=status]')).toBeVisible();
    await page.keyboard.press('Control+s');
    await expect(page.locator('.save button[aria-busy=true]')).toBeVisible();
    return resolve;
  };
  await page.locator('[name=description]').fill('With a photo');
  (await held('abort'))();
  await expect(page.getByText(words('en', 'products')('errors.photoNotSent'))).toBeVisible();
  const arrive = await held('fallback');
  expect(saved).toEqual([]);
  arrive();
  await expect(page.locator('.save')).toHaveCount(0);
  expect(saved).toMatchObject([{ product: { image_path: expect.stringContaining(made.id) as unknown } }]);
  await page.reload();
  await expect.poll(() => page.locator('.image-field img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});

test("a conflict with the user's own change in another tab does not name somebody else", async ({ page }) => {
  const made = await makeProduct(`Twice ${unique()}`);
  await signIn(page, 'Owner', `/inventory/products/edit/${made.id}`);
  await page.locator('[name=price]').fill('130');
  const variants = made.variants.map(({ id }) => ({ id, color_id: null, size_id: null, price_override: null, active: true }));
  expect((await (await api('Owner')).rpc('save_product', { id: made.id, expected_version: 1, product: { price: 120 }, variants })).ok).toBe(
    true,
  );
  await page.keyboard.press('Control+s');
  const notice = page.locator('.conflict');
  await expect(notice).toContainText(kit('conflictSelf').split('(')[0]!);
  await expect(notice).not.toContainText('Mona Hassan');
  await expect(notice.getByRole('row').last()).toContainText('130.00120.00');
});

test('a draft reopened after a lost response shows the saved product and keeps the edits', async ({ page }) => {
  const name = `Lost ${unique()}`;
  await signIn(page, 'Owner', '/inventory/product/add');
  await page.locator('[name=name]').fill(name);
  await page.locator('[name=price]').fill('10');
  const { sent } = await loseAnswer<{ id: string }>(page, '**/rpc/save_product');
  await page.keyboard.press('Control+s');
  await expect.poll(() => sent.length).toBe(1);
  await expect(page.locator('[role=alert]').first()).toBeVisible();
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.locator('[name=name]')).toHaveValue(name);
  await page.locator('[name=price]').fill('25');
  await page.keyboard.press('Control+s');
  // The reloaded form cannot know who saved the product, so it shows what is stored.
  await expect(page.locator('.conflict')).toBeVisible();
  await expect(page.locator('[name=price]')).toHaveValue('25');
  await page.keyboard.press('Control+s');
  await expect.poll(async () => (await productNamed(name))?.price).toBe(25);
  expect(await productOf(sent[0]!.id)).toMatchObject({ version: 2, price: 25 });
});

test('a draft survives a reload, and leaving the form asks first', async ({ page }) => {
  await signIn(page, 'Owner', '/inventory/product/add');
  await page.locator('[name=name]').fill('Half written');
  await page.locator('.side').getByRole('button', { name: 'Settings' }).click();
  await page.locator('.side').getByRole('link', { name: 'Branches' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: kit('stay') }).click();
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.locator('[name=name]')).toHaveValue('Half written');
  await page.getByRole('button', { name: kit('discardDraft') }).click();
  await expect(page.locator('[name=name]')).toHaveValue('');
});

test('a product in use is not deleted but can be deactivated, and undo activates it again', async ({ page }) => {
  await signIn(page, 'Owner', '/inventory/products?q=gift');
  await row(page, 'Gift card sleeve')
    .getByRole('button', { name: kit('rowActions', { name: 'Gift card sleeve' }) })
    .click();
  await page.getByRole('menuitem', { name: says('menu.delete') }).click();
  await page.getByRole('button', { name: says('delete.confirm') }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText(/\d+ stock levels?/);
  await dialog.getByRole('button', { name: kit('deactivateName', { name: 'Gift card sleeve' }) }).click();
  await expect(row(page, 'Gift card sleeve')).toContainText(kit('inactive'));
  await toast(page)
    .getByRole('button', { name: words('en', 'ui')('undo') })
    .click();
  await expect(row(page, 'Gift card sleeve')).toContainText(kit('active'));
});

test('a user with read access sees the product in their branch, and no cost', async ({ page }) => {
  await signIn(page, 'Storekeeper', '/inventory/products?q=layla');
  // The user works in one branch, so there is one column.
  await expect(page.locator('thead')).toContainText('Zamalek');
  await expect(page.locator('thead')).not.toContainText('Maadi');
  await row(page, 'Layla').locator('a.record-name').click();
  await expect(page.locator('h1')).toHaveText('Layla linen abaya');
  await expect(page.locator('[name=purchase_price]')).toHaveCount(0);
});

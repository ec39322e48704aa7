/* A purchase order by keyboard alone, from sign-in to the saved page, and a file chosen before a reload. */
import { setTimeout } from 'node:timers/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { intercept } from './support/intercept.ts';
import { cell, makeProduct, unique } from './support/products.ts';
import { figure, newSupplier, pdf, scanner } from './support/purchases.ts';
import { textPattern } from './support/text-pattern.ts';
import { enter, newBranch, newGoods, newPerson, saying, stocked } from './support/fixtures.ts';
import { api, prefer, usually } from './support/stack.ts';
import { test } from './support/test.ts';
import { words } from './support/words.ts';

/** Presses Tab, or Shift+Tab, until the element has the focus. */
async function tabTo(page: Page, there: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await there.waitFor();
  for (let presses = 0; presses < 60; presses++) {
    if (await there.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(there).toBeFocused();
}

for (const language of usually('ar')) {
  test(`a buyer writes an order of three lines by keyboard alone, in ${language}`, async ({ page }) => {
    const branch = await newBranch('Mansoura', 'المنصورة');
    const buyer = await newPerson('Buyer', [{ branch, access: 'work' }]);
    const supplier = await newSupplier();
    const goods = [await newGoods(), await newGoods(), await newGoods()] as const;
    const [app, order] = [words(language, 'app'), words(language, 'purchases')];
    const { keyboard } = page;
    await prefer(page, language);
    await page.goto('/login');
    await tabTo(page, page.getByLabel(app('signIn.email'), { exact: true }));
    await keyboard.type(buyer.email);
    await keyboard.press('Tab');
    await expect(page.getByLabel(app('signIn.password'), { exact: true })).toBeFocused();
    await keyboard.type(buyer.password);
    await keyboard.press('Enter');
    await page.waitForURL('**/dashboard');
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();

    await keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: app('palette.open') })).toBeFocused();
    await keyboard.type(order('title'));
    await expect(page.getByRole('option', { name: order('title') }).first()).toHaveAttribute('aria-selected', 'true');
    await keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(order('title'));
    await keyboard.press('n');
    await expect(scanner(page)).toBeFocused();

    for (const one of goods) {
      // Typing speed; even on a slow machine it must not look like a scan.
      await keyboard.type(one.barcode, { delay: 120 });
      await keyboard.press('Enter');
      await expect(figure(page, 'cost', one)).toHaveValue('61.50');
    }
    await tabTo(page, page.getByRole('combobox', { name: order('col.supplier') }), 'Shift+Tab');
    await keyboard.type(supplier.name);
    // Until the response arrives, the list shows the results of the previous search.
    await expect(page.getByRole('option', { name: supplier.name, disabled: false })).toBeVisible();
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    // A short list opens and selects with Enter.
    const status = page.getByRole('button', { name: new RegExp(`^${order('col.status')}`) });
    await tabTo(page, status);
    await keyboard.press('Enter');
    await expect(page.getByRole('option').first()).toBeVisible();
    await keyboard.press('Enter');
    await expect(status).toBeFocused();
    await tabTo(page, figure(page, 'quantity', goods[0]));
    // Enter moves down the column, the arrow key moves back up.
    for (const pieces of ['3', '٤', '5']) {
      await keyboard.type(pieces);
      await keyboard.press('Enter');
    }
    await expect(scanner(page)).toBeFocused();
    await tabTo(page, figure(page, 'discount', goods[0]));
    await keyboard.type('10%');
    await keyboard.press('ArrowDown');
    await expect(figure(page, 'discount', goods[1])).toBeFocused();
    // 12 pieces at 61.50, and 10% off the first three.
    await expect(page.locator('.document-totals .grand-total')).toHaveText('719.55');
    await keyboard.press('Control+s');
    await expect(saying(page).getByText(order('done.created'))).toBeVisible();
    await expect(page).toHaveURL(/\/purchase\/orders\/[0-9a-f-]{36}$/);
    await expect(page.locator('.document-totals .grand-total')).toHaveText('719.55');
    // The form is gone, so keys work on the page that replaced it.
    await expect(page.locator('#content')).toBeFocused();
  });

  test(`variants are ordered in a grid that shows stock and cost, in ${language}`, async ({ page }) => {
    const branch = await newBranch('Mansoura', 'المنصورة');
    const owner = await api('Owner');
    const [navy, black] = await Promise.all(
      ['Navy', 'Black'].map(async (name) => (await owner.get<{ id: string }>(`colors?name=eq.${name}&select=id`))[0]!.id),
    );
    const [small, large] = await owner.get<{ id: string }>('sizes?name=in.(S,XL)&select=id&order=position');
    const variant = (color_id: string | undefined, size_id: string | undefined) => ({ id: crypto.randomUUID(), color_id, size_id });
    const first = variant(black, small!.id);
    const name = `Sheet ${unique()}`;
    await makeProduct(name, [variant(navy, large!.id), variant(navy, small!.id), variant(black, large!.id), first], {
      purchase_price: 61.5,
    });
    await stocked(branch, { variant: first.id }, 1234);
    await enter(page, await newPerson('Buyer', [{ branch, access: 'work' }]), language, '/purchase/add');
    const order = words(language, 'purchases');
    await page.getByRole('button', { name: order('form.grid') }).click();
    const sheet = page.getByRole('dialog');
    await expect(sheet.getByRole('combobox')).toBeFocused();
    await page.keyboard.type(name);
    await page.getByRole('option').first().click();
    await expect(cell(page, 0, 0)).toBeFocused();
    await expect(sheet.locator('tbody th')).toHaveText(language === 'ar' ? ['أسود', 'كحلي'] : ['Black', 'Navy']);
    await expect(sheet.locator('thead th.numeric')).toHaveText(['S', 'XL', words(language, 'variants')('grid.total')]);
    await expect(cell(page, 0, 0)).toContainText('1,234');
    await expect(cell(page, 1, 1)).toContainText('61.50');
    await page.keyboard.type('3');
    await page.keyboard.press('Tab');
    // Slower than a scanner.
    await setTimeout(100);
    await page.keyboard.type('4000000', { delay: 80 });
    // An unusually large quantity must be confirmed before it is ordered.
    await sheet.getByRole('button', { name: /4,000,003/ }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: words(language, 'lines')('many.back') }).click();
    await expect(question).toHaveCount(0);
    await cell(page, 0, 1).focus();
    await page.keyboard.type('4');
    await setTimeout(100);
    // The value of the cell that is still open is ordered too.
    await expect(page.locator('.variant-grid-input')).toBeFocused();
    await sheet.getByRole('button', { name: textPattern(language, 'purchases')('form.gridDone', { count: 7 }) }).click();
    await expect(figure(page, 'quantity', { variant: first.id })).toHaveValue('3');
    await expect(page.locator('.purchase-cart tbody tr')).toHaveCount(2);
  });
}

test('a new supplier is created by keyboard alone', async ({ page }) => {
  const name = `Looms ${unique()}`;
  await enter(page, 'Owner', 'en', '/purchase/add');
  const supplier = page.getByRole('combobox', { name: words('en', 'purchases')('col.supplier') });
  await supplier.focus();
  await page.keyboard.type(name);
  await expect(page.getByRole('option', { name: textPattern('en', 'kit').part('create', { name }) })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog');
  await expect(form.getByRole('textbox').first()).toBeFocused();
  await expect(form.getByRole('textbox').first()).toHaveValue(name);
  await page.keyboard.press('Enter');
  await expect(form).toHaveCount(0);
  await expect(supplier).toHaveValue(name);
});

test('typed figures and a chosen file survive a reload, and the file is uploaded', async ({ page }) => {
  const branch = await newBranch('Zagazig', 'الزقازيق');
  const supplier = await newSupplier();
  const goods = await newGoods();
  await enter(page, await newPerson('Buyer', [{ branch, access: 'work' }]), 'en', `/purchase/add?supplier=${supplier.id}`);
  await scanner(page).fill(goods.barcode);
  await scanner(page).press('Enter');
  await expect(figure(page, 'cost', goods)).toHaveValue('61.50');
  await page.locator('aside input[type=file]').setInputFiles(pdf('invoice.pdf'));
  await expect(page.getByRole('button', { name: /invoice\.pdf/ }).first()).toBeVisible();
  await figure(page, 'quantity', goods).fill('77');
  page.once('dialog', (dialog) => void dialog.accept());
  // Immediately, before the timer has stored a draft.
  await page.reload();
  await expect(figure(page, 'quantity', goods)).toHaveValue('77');
  await expect(page.getByRole('button', { name: /invoice\.pdf/ }).first()).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(page).toHaveURL(/\/purchase\/orders\//);
  await expect(page.locator('.attachment-file')).toContainText('invoice.pdf');
  // Once uploaded, the file is not part of the next order.
  await page.goto(`/purchase/add?supplier=${supplier.id}`);
  await expect(scanner(page)).toBeFocused();
  await expect(page.locator('.attachment-file')).toHaveCount(0);
  // If the browser cannot store files, leaving asks about them.
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('', 'QuotaExceededError');
    };
  });
  await page.locator('aside input[type=file]').setInputFiles(pdf('invoice.pdf'));
  await expect(page.getByRole('button', { name: /invoice\.pdf/ }).first()).toBeVisible();
  await page
    .getByRole('link', { name: words('en', 'purchases')('title'), exact: true })
    .first()
    .click();
  await expect(page.getByRole('alertdialog', { name: words('en', 'kit')('leaveTitle') })).toBeVisible();
});

test('a cost suggested after the field got the focus is replaced by typing', async ({ page }) => {
  const goods = await newGoods();
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await intercept(page, '**/rpc/purchase_costs', async (route) => {
    await held;
    await route.continue();
  });
  await enter(page, 'Owner', 'en', '/purchase/add');
  await scanner(page).fill(goods.barcode);
  await scanner(page).press('Enter');
  const cost = figure(page, 'cost', goods);
  await cost.focus();
  await expect(cost).toHaveValue('');
  answer();
  await expect(cost).toHaveValue('61.50');
  await page.keyboard.type('70');
  await expect(cost).toHaveValue('70');
});

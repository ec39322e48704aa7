/* The variant grid by keyboard, as in a spreadsheet. */
import { expect, type Page } from '@playwright/test';
import { cell, makeProduct, paste, productOf, unique, type Product } from './support/products.ts';
import { demoRows } from './support/rows.ts';
import { prefer, signIn, type Language } from './support/stack.ts';
import { test } from './support/test.ts';
import { words } from './support/words.ts';

/** Three colors by three sizes at a price of 100. */
async function nine(): Promise<Product> {
  const [colors, sizes] = [await demoRows('colors', 3), await demoRows('sizes', 3)];
  return makeProduct(
    `Sheet ${unique()}`,
    colors.flatMap((color) => sizes.map((size) => ({ color_id: color.id, size_id: size.id }))),
  );
}

const copied = (page: Page) =>
  page.evaluate(() => {
    const data = new DataTransfer();
    document.activeElement?.dispatchEvent(new ClipboardEvent('copy', { clipboardData: data, bubbles: true, cancelable: true }));
    return data.getData('text/plain');
  });

for (const language of ['en', 'ar'] satisfies Language[]) {
  test(`in ${language}: cells are edited, filled, copied, pasted, cleared and undone by keyboard`, async ({ page }) => {
    const { id } = await nine();
    const [on, back] = language === 'ar' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
    await prefer(page, language);
    await signIn(page, 'Owner', `/inventory/products/edit/${id}`);
    await cell(page, 0, 0).focus();

    await test.step('Tab moves along the row, and Enter returns to the column where typing started', async () => {
      await page.keyboard.type('110');
      await page.keyboard.press('Tab');
      await page.keyboard.press('F2');
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText('١٢٠٫٥');
      await page.keyboard.press('Tab');
      await page.keyboard.type('130');
      await page.keyboard.press('Enter');
      await expect(cell(page, 0, 1)).toContainText('120.50');
      await expect(cell(page, 1, 0)).toBeFocused();
      await page.keyboard.press('Shift+Tab');
      await expect(cell(page, 0, 2)).toBeFocused();
    });

    await test.step('fills a range down, and fills a selection by Ctrl+Enter', async () => {
      await cell(page, 0, 0).focus();
      for (const key of ['ArrowDown', 'ArrowDown', on]) await page.keyboard.press(`Shift+${key}`);
      await page.keyboard.press('Control+d');
      await expect(cell(page, 2, 0)).toContainText('110.00');
      await expect(cell(page, 2, 1)).toContainText('120.50');
      await page.keyboard.press('Control+z');
      await expect(cell(page, 2, 0)).toContainText('100.00');
      await cell(page, 1, 0).focus();
      await page.keyboard.press(`Shift+${on}`);
      await page.keyboard.type('77');
      await page.keyboard.press('Control+Enter');
      await expect(cell(page, 1, 0)).toContainText('77.00');
      await expect(cell(page, 1, 1)).toContainText('77.00');
      await expect(cell(page, 1, 2)).toContainText('100.00');
    });

    await test.step('pastes copied values and Arabic digits, and reports and skips invalid values', async () => {
      await page.keyboard.press('Control+Home');
      await page.keyboard.press('Control+Shift+End');
      const block = await copied(page);
      expect(block.split('\n')[0]?.split('\t').map(Number)).toEqual([110, 120.5, 130]);
      await cell(page, 1, 0).focus();
      await paste(page, '٢٠٠\t٢١٠\nnone\t-5');
      await expect(cell(page, 1, 1)).toContainText('210.00');
      await expect(cell(page, 2, 0)).toContainText('100.00');
      await expect(page.getByRole('alert').filter({ hasText: 'none' })).toBeVisible();
      await page.keyboard.press('Control+z');
      await expect(cell(page, 1, 1)).toContainText('77.00');
      await page.keyboard.press('Control+y');
      await expect(cell(page, 1, 1)).toContainText('210.00');
    });

    await test.step("Delete resets to the product's price, Escape restores the value, Tab leaves the grid", async () => {
      await page.keyboard.press('Delete');
      await expect(cell(page, 1, 1)).toContainText('100.00');
      await cell(page, 0, 0).focus();
      await page.keyboard.type('9');
      await page.keyboard.press('Escape');
      await expect(cell(page, 0, 0)).toContainText('110.00');
      await page.keyboard.press('End');
      await expect(cell(page, 0, 2)).toBeFocused();
      await page.keyboard.press(back);
      await expect(cell(page, 0, 1)).toBeFocused();
      await page.keyboard.press('Control+End');
      await page.keyboard.press('Tab');
      await expect(page.locator('[data-spot]:focus')).toHaveCount(0);
    });
  });
}

test('barcodes of two variants are swapped in one save', async ({ page }) => {
  const says = words('en', 'products');
  const { id, variants } = await nine();
  const codeOf = async () => {
    const { variants: now } = await productOf(id);
    return new Map(now.map((variant) => [variant.id, variant.barcode]));
  };
  await signIn(page, 'Owner', `/inventory/products/edit/${id}`);
  await page.getByRole('button', { name: says('grid.barcodes'), exact: true }).click();
  await cell(page, 0, 0).focus();
  const first = await copied(page);
  await cell(page, 0, 1).focus();
  const second = await copied(page);
  await cell(page, 0, 0).focus();
  await paste(page, `${second}\t${first}`);
  await page.keyboard.press('Control+s');
  await expect(page.locator('.save')).toHaveCount(0);
  const after = await codeOf();
  const swapped = variants.filter((variant) => after.get(variant.id) !== variant.barcode);
  expect(swapped.map((variant) => variant.barcode).sort()).toEqual([first, second].sort());
});

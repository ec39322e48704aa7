/* A scanner as the browser receives it: other keyboard layouts, end keys that are browser shortcuts, and the focus that must stay. */
import { expect, type Page } from '@playwright/test';
import { makeProduct, unique } from './support/products.ts';
import { arabic, azerty, pressAsScanner, through, type ScannerKey } from './support/scanner-keys.ts';
import { enter, expectInvariants, newBranch, newPerson } from './support/fixtures.ts';
import { openOwnDrawer } from './support/shifts.ts';
import { signIn } from './support/stack.ts';
import { test } from './support/test.ts';
import { words } from './support/words.ts';

const ENTER: ScannerKey = ['Enter', 'Enter'];
const TAB: ScannerKey = ['Tab', 'Tab'];
const LINE_FEED: ScannerKey = ['j', 'KeyJ', 'Control'];

test.afterAll(expectInvariants);

/** An EAN-13 of Egypt, which starts with 6; on AZERTY that key is "-". */
function newBarcode(): string {
  const body = `622${String(Date.now()).slice(-9)}`;
  const sum = [...body].reduce((total, digit, index) => total + Number(digit) * (index % 2 ? 3 : 1), 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}

const goods = async () => (await makeProduct(`Scanned ${unique()}`, [{ sku: `DN-${Date.now()}`, barcode: newBarcode() }])).variants[0]!;

/** Records which of the scanner's keys reached the browser. */
async function lettingThrough(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const kept: string[] = [];
    Object.assign(window, { letThrough: kept });
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.isTrusted && !event.defaultPrevented && (event.key.length > 1 || event.ctrlKey)) kept.push(event.key);
      },
      true,
    );
  });
  return () => page.evaluate(() => (window as unknown as { letThrough: string[] }).letThrough.splice(0));
}

test('a stock entry reads scans typed through Arabic and French layouts, wherever the focus is', async ({ page }) => {
  const { sku, barcode } = await goods();
  await signIn(page, 'Storekeeper', '/inventory/stock/add');
  const scanner = page.getByRole('combobox', { name: words('en', 'variants')('picker.label') });
  const figure = page.locator('[data-cell]');
  await expect(scanner).toBeFocused();
  const letThrough = await lettingThrough(page);

  await pressAsScanner(page, [...through(arabic, sku), ENTER]);
  await expect(figure).toHaveValue('1');
  await pressAsScanner(page, [...through(azerty, barcode), TAB]);
  await expect(figure).toHaveValue('2');
  await expect(scanner).toBeFocused();
  await expect(scanner).toHaveValue('');
  await pressAsScanner(page, through(azerty, barcode));
  await expect(figure).toHaveValue('3');
  await expect(scanner).toBeFocused();

  await figure.focus();
  await pressAsScanner(page, [...through({}, barcode), TAB]);
  await expect(figure).toHaveValue('4');
  await expect(figure).toBeFocused();
  await pressAsScanner(page, through(arabic, sku));
  await expect(figure).toHaveValue('5');

  const adjustment = page.getByRole('button', { name: words('en', 'stock')('form.adjustment'), exact: true });
  await adjustment.focus();
  await pressAsScanner(page, [...through(azerty, barcode), ENTER, LINE_FEED]);
  await expect(figure).toHaveValue('6');
  await pressAsScanner(page, [...through({}, barcode), ENTER, ENTER]);
  await expect(figure).toHaveValue('7');
  await pressAsScanner(page, through(azerty, barcode));
  await expect(figure).toHaveValue('8');
  await expect(adjustment).toBeFocused();
  await expect(adjustment).toHaveAttribute('aria-pressed', 'false');
  expect(await letThrough()).toEqual([]);
  // Pressed alone, the keys keep their function.
  await page.keyboard.press('Tab');
  await expect(adjustment).not.toBeFocused();
  expect(await letThrough()).toEqual(['Tab']);
});

test('the command palette reads a scan in another layout and opens the product', async ({ page }) => {
  const { barcode } = await goods();
  await enter(page, 'Owner', 'ar', '/inventory/brands');
  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog').getByRole('combobox');
  await expect(search).toBeFocused();
  await pressAsScanner(page, through(azerty, barcode));
  await expect(search).toHaveValue(barcode);
  await expect(page.getByRole('option').filter({ hasText: 'Scanned' }).first()).toBeVisible();
  await page.waitForTimeout(300);
  await pressAsScanner(page, [...through(azerty, barcode), TAB]);
  await expect(page).toHaveURL(new RegExp(`/inventory/products/edit/.*code=${barcode}`));
});

test('at the counter the minus of an AZERTY scan does not reduce the previous line', async ({ page }) => {
  const { barcode } = await goods();
  const branch = await newBranch('Layouts', 'تخطيطات');
  await enter(page, await newPerson('Cashier', [{ branch, access: 'work' }]));
  await page.goto('/accounting/sales/add');
  await page.getByLabel(words('en', 'counter')('till'), { exact: true }).fill('a2');
  await page.keyboard.press('Enter');
  await openOwnDrawer(page);
  const quantity = page.locator('[data-cell^="quantity:"]');
  for (const pieces of ['1', '2', '3']) {
    await pressAsScanner(page, [...through(azerty, barcode), ENTER]);
    await expect(quantity).toHaveValue(pieces);
  }
  // Pressed by hand, it does.
  await pressAsScanner(page, [['-', 'Digit6']]);
  await expect(quantity).toHaveValue('2');
});

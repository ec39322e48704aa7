/* Stock: levels, their movements, and stock entries. */
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { intercept, loseAnswer } from './support/intercept.ts';
import { pdfTextRuns } from './support/pdf.ts';
import { cell, makeProduct, unique } from './support/products.ts';
import { demoRows } from './support/rows.ts';
import { textPattern } from './support/text-pattern.ts';
import { newSale } from './support/sales.ts';
import { api, prefer, signIn, usually } from './support/stack.ts';
import { test } from './support/test.ts';
import { listen, wrong } from './support/beeps.ts';
import { wedge } from './support/wedge.ts';
import { words } from './support/words.ts';

interface Variant {
  id: string;
  barcode: string;
}

async function freshVariant(): Promise<{ product: string; variant: Variant; name: string }> {
  const owner = await api('Owner');
  const id = crypto.randomUUID();
  const name = `Counted ${Date.now().toString(36)}${Math.random().toString(36).slice(2, 5)}`;
  expect((await owner.rpc('save_product', { id, expected_version: null, product: { name, price: 10 }, variants: [] })).ok).toBe(true);
  const [variant] = await owner.get<Variant>(`variants?product_id=eq.${id}&select=id,barcode`);
  if (!variant) throw new Error('A product always has a variant');
  return { product: id, variant, name };
}

for (const language of usually('en')) {
  const says = words(language, 'stock');
  const picker = words(language, 'variants');

  test(`opening stock and an adjustment are entered by scanner, in ${language}`, async ({ page }) => {
    const { product, variant, name } = await freshVariant();
    await prefer(page, language);
    await signIn(page, 'Storekeeper', '/inventory/stock/add');
    const scanner = page.getByRole('combobox', { name: picker('picker.label') });
    await expect(scanner).toBeFocused();

    await test.step('an unknown code is reported and the focus stays', async () => {
      await page.keyboard.type('0000000000000');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alert').filter({ hasText: picker('picker.notFound') })).toBeVisible();
      await expect(scanner).toBeFocused();
    });

    await test.step('two scans and the unique name add three pieces to one line', async () => {
      // After the rejected code, and two scans in a row: neither becomes part of another.
      await page.waitForTimeout(300);
      await wedge(page, variant.barcode, variant.barcode);
      // Typing speed; even on a slow machine it must not look like a scan.
      await page.keyboard.type(name, { delay: 50 });
      await page.keyboard.press('Enter');
      await expect(page.locator('.entry-lines tbody tr')).toHaveCount(1);
      await expect(page.locator('[data-cell]')).toHaveValue('3');
    });

    await test.step('a scan after an ambiguous search is looked up separately', async () => {
      await scanner.fill('layla');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('option').first()).toBeVisible();
      // A pause before the scanner is used.
      await page.waitForTimeout(300);
      await wedge(page, variant.barcode);
      await expect(page.locator('[data-cell]')).toHaveValue('4');
      await page.locator('[data-cell]').fill('٤٧');
      // An Enter right after a scan would count as the scanner's.
      await page.waitForTimeout(100);
      await page.keyboard.press('Enter');
      await expect(scanner).toBeFocused();
      await page.keyboard.press('Control+s');
      await expect(page.locator('.toast').last()).toContainText('SE-ZAM-');
    });

    await test.step('taking more than the stock on hand shows both quantities at the line', async () => {
      await page.getByRole('button', { name: says('form.adjustment'), exact: true }).click();
      await page
        .locator('.entry')
        .getByRole('button', { name: new RegExp(says('form.reason')) })
        .click();
      await page.getByRole('option', { name: says('reason.damaged') }).click();
      await scanner.fill(variant.barcode);
      await page.keyboard.press('Enter');
      await page.locator('.entry-lines .reason').click();
      await expect(page.getByRole('dialog').locator('.moves tbody tr')).toHaveCount(1);
      await expect(page.getByRole('dialog').getByRole('heading')).toContainText('47');
      await page.keyboard.press('Escape');
      await page.locator('[data-cell]').fill('-50');
      await expect(page.locator('.entry-lines .error-text')).toContainText('50');
      await expect(page.locator('.entry-lines .error-text')).toContainText('47');
      await page.locator('[data-cell]').fill('-3');
      await expect(page.locator('.entry-lines .error-text')).toHaveCount(0);
      await page.keyboard.press('Control+s');
      await expect(page.locator('.entry-lines')).toHaveCount(0);
    });

    await test.step('the movements explain the balance of 44', async () => {
      await page.goto(`/inventory/stock/movements?product=${product}`);
      await expect(page.locator('h1')).toContainText('44');
      await expect(page.locator('.moves tbody tr')).toHaveCount(2);
      await expect(page.locator('.moves tbody tr').first()).toContainText(says('reason.damaged'));
      await expect(page.locator('.moves tbody tr').last()).toContainText('47');
      // A product without color and size is shown by name, not by code; on a phone, where there is no heading for it.
      await page.setViewportSize({ width: 390, height: 844 });
      await expect(page.locator('.moves tbody tr').last().getByText(name)).toBeVisible();
      await page.setViewportSize({ width: 1440, height: 900 });
      await expect(page.locator('.moves tbody tr').last().getByText(name)).toBeHidden();
      // Each movement links to its entry, with the line and the user who posted it.
      await page
        .locator('.moves tbody tr')
        .first()
        .getByRole('link', { name: /SE-ZAM-/ })
        .click();
      await expect(page.locator('h1')).toContainText('SE-ZAM-');
      await expect(page.locator('.facts')).toContainText(says('reason.damaged'));
      await expect(page.locator('.entry-items tbody tr')).toHaveCount(1);
      await expect(page.locator('.entry-items tbody tr')).toContainText(name);
      await expect(page.locator('.entry-items tbody tr')).toContainText('3');
      await expect(page.locator('.timeline li')).toHaveText(
        textPattern(language, 'document').part('did.posted', { name: language === 'ar' ? 'سلمى عادل' : 'Salma Adel' }),
      );
      await page.goto(`/inventory/stock?q=${encodeURIComponent(name)}`);
      await expect(page.locator('table.list tbody tr')).toHaveCount(1);
      await page.locator('a.reason').first().click();
      await expect(page).toHaveURL(/\/inventory\/stock\/movements\?product=/);
    });
  });

  test(`a new product leads to a stock entry with its sizes and then shows levels, ${language}`, async ({ page }) => {
    const product = words(language, 'products');
    const [s, m] = await (await api('Owner')).get<{ id: string }>('sizes?name=in.(S,M)&select=id&order=position');
    const made = await makeProduct(
      `Stocked ${unique()}`,
      [s, m].map((size) => ({
        id: crypto.randomUUID(),
        color_id: null,
        size_id: size?.id,
        sku: null,
        barcode: null,
        price_override: null,
        active: true,
      })),
    );
    await prefer(page, language);
    await signIn(page, 'Storekeeper', `/inventory/products/edit/${made.id}?tab=stock`);
    await expect(page.getByRole('link', { name: product('transfer'), exact: true })).toHaveCount(0);
    await page
      .locator('.empty')
      .getByRole('link', { name: product('addStock') })
      .click();
    await expect(page).toHaveURL(`/inventory/stock/add?product=${made.id}`);
    await expect(page.locator('.entry-lines tbody tr')).toHaveCount(2);
    await expect(page.locator('[data-cell]').first()).toBeFocused();
    await expect(page.locator('.aside')).toContainText(says('form.leftEmpty'));
    // No quantity was typed, so saving focuses the first one.
    await page.keyboard.press('ArrowDown');
    await expect(page.locator('[data-cell]').last()).toBeFocused();
    await page.keyboard.press('Control+s');
    await expect(page.locator('[data-cell]').first()).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.type('٧');
    await page.keyboard.press('Control+s');
    await expect(page.locator('.toast').last()).toContainText('SE-ZAM-');
    await expect(page.locator('.entry-lines')).toHaveCount(0);

    await page.goto(`/inventory/products/edit/${made.id}?tab=stock`);
    await expect(page.locator('.stock-of tbody tr td.numeric:last-child')).toHaveText(['–', '7']);
    await expect(page.getByRole('link', { name: product('transfer'), exact: true })).toBeVisible();
    await page.getByRole('tab', { name: product('form.details') }).click();
    // A click waits for the cell to appear; focus() would be lost on a hidden one.
    await cell(page, 0, 1).click();
    const there = page.locator('.variant-strip span').filter({ hasText: says('floor') });
    await expect(there.last()).toContainText(language === 'ar' ? 'الزمالك' : 'Zamalek');
    await expect(there.last()).toContainText('7');
  });

  test(`movements are filtered by product, kind, user, period, document, exported, ${language}`, async ({ page }) => {
    const [owner, keeper] = [await api('Owner'), await api('Storekeeper')];
    const [{ product, variant, name }, other] = [await freshVariant(), await freshVariant()];
    const [branch] = await keeper.get<{ id: string }>('branches?code=eq.ZAM&select=id');
    const post = async (on: typeof owner, kind: string, lines: [string, number][]) => {
      const answer = await on.rpc('post_stock_entry', {
        id: crypto.randomUUID(),
        kind,
        branch_id: branch?.id,
        ...(kind === 'adjustment' ? { reason: 'loss' } : {}),
        lines: lines.map(([variant_id, quantity]) => ({ variant_id, quantity })),
      });
      return (await answer.json()) as { id: string; number: string };
    };
    const first = await post(owner, 'opening', [
      [variant.id, 9],
      [other.variant.id, 4],
    ]);
    await post(keeper, 'adjustment', [[variant.id, -2]]);
    const kit = words(language, 'kit');
    const rows = page.locator('.moves tbody tr');
    const by = async (filter: string, choice: string, search?: string) => {
      await page.getByRole('button', { name: kit('filter'), exact: true }).click();
      await page.getByRole('button', { name: filter, exact: true }).click();
      const tick = page.getByRole('group', { name: filter }).getByRole('checkbox', { name: choice, exact: true });
      // The search has the focus, and Enter selects the first result.
      if (search) {
        await expect(page.getByRole('textbox', { name: kit('searchChoices') })).toBeFocused();
        await page.keyboard.type(search);
        await expect(page.getByRole('group', { name: filter }).getByRole('checkbox')).toHaveCount(1);
        // Enter selects nothing until the full search term has been answered.
        await page.waitForLoadState('networkidle');
        await page.keyboard.press('Enter');
        await expect(tick).toBeChecked();
      } else await tick.check();
      await page.keyboard.press('Escape');
    };
    await prefer(page, language);
    await signIn(page, 'Owner', '/inventory/stock/movements');

    await by(words(language, 'lines')('product'), name, name);
    await expect(page).toHaveURL(new RegExp(`product=${product}`));
    await expect(rows).toHaveCount(2);
    await expect(page.locator('h1')).toContainText('7');
    await by(says('ledger.filter.kind'), says('kind.adjustment'));
    await expect(rows).toHaveCount(1);
    // Filtered movements have no balance.
    await expect(page.locator('h1')).toHaveText(says('ledger.title'));
    await expect(rows).toContainText(says('reason.loss'));
    await page.goto(`/inventory/stock/movements?product=${product}`);
    await by(says('ledger.column.actor'), language === 'ar' ? 'سلمى عادل' : 'Salma Adel', language === 'ar' ? 'سلمى' : 'Salma');
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText(says('kind.adjustment'));

    await page.goto(`/inventory/stock/movements?product=${product}&days=2020-01-01..2020-12-31`);
    await expect(page.getByText(says('ledger.empty'))).toBeVisible();
    await page.goto(`/inventory/stock/movements?product=${product}&days=today`);
    await expect(rows).toHaveCount(2);

    await page.goto('/inventory/stock/movements');
    await by(says('incoming.document'), first.number, first.number);
    await expect(page).toHaveURL(new RegExp(`document=stock_entry(:|%3A)${first.id}`));
    await expect(rows).toHaveCount(2);
    await expect(page.locator('.chip').filter({ hasText: first.number })).toBeVisible();
    await page.getByRole('button', { name: kit('export') }).click();
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: kit('exportCsv') }).click()]);
    const saved = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    expect(saved).toHaveLength(3);
    expect(saved.filter((line) => line.includes(first.number))).toHaveLength(2);

    // A sale is a document like any other: found by its number, and by a link.
    const sale = await newSale({ id: branch!.id }, [{ variant_id: variant.id, quantity: 1 }], 10);
    await page.goto('/inventory/stock/movements');
    await by(says('incoming.document'), sale.number, sale.number);
    await expect(page).toHaveURL(new RegExp(`document=sale(:|%3A)${sale.id}`));
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText(says('kind.sale'));
    await page.goto(`/inventory/stock/movements?document=sale:${sale.id}`);
    await expect(page.locator('.chip').filter({ hasText: sale.number })).toBeVisible();
    await expect(rows).toHaveCount(1);
  });
}

for (const language of usually('ar')) {
  test(`a posted entry is printed, and corrected by the opposite adjustment, in ${language}`, async ({ page }) => {
    const says = words(language, 'stock');
    const owner = await api('Owner');
    const { variant } = await freshVariant();
    const [branch] = await owner.get<{ id: string }>('branches?code=eq.ZAM&select=id');
    const answer = await owner.rpc('post_stock_entry', {
      id: crypto.randomUUID(),
      kind: 'opening',
      branch_id: branch?.id,
      note: 'Counted twice',
      lines: [{ variant_id: variant.id, quantity: 9 }],
    });
    const posted = (await answer.json()) as { id: string; number: string };
    await prefer(page, language);
    await signIn(page, 'Owner', `/inventory/stock/entries/${posted.id}`);
    const printed = page.waitForEvent('download');
    await page.getByRole('button', { name: says('entry.pdf'), exact: true }).click();
    expect((await printed).suggestedFilename()).toBe(`${says('entry.title')} ${posted.number}.pdf`);
    expect(await pdfTextRuns(await printed)).toEqual(expect.arrayContaining([posted.number, variant.barcode, '+9']));

    await page.getByRole('link', { name: says('entry.correct'), exact: true }).click();
    await expect(page.locator('[data-cell]')).toHaveValue('−9');
    await page.keyboard.press('Control+s');
    await expect(page.locator('h1')).not.toHaveText(posted.number);
    await expect(page).toHaveURL(/\/inventory\/stock\/entries\//);
    await expect(page.locator('.facts')).toContainText(says('reason.correction'));
    await expect(page.locator('.document-notes')).toContainText(posted.number);
    expect(await owner.get(`stock_movements?variant_id=eq.${variant.id}&select=kind,quantity&order=id`)).toEqual([
      { kind: 'opening', quantity: 9 },
      { kind: 'adjustment', quantity: -9 },
    ]);
    // The correction replaced its form in the history, so going back cannot post it again.
    await page.goBack();
    await expect(page.locator('h1')).toHaveText(posted.number);
  });
}

test('a scan that could not be looked up is listed, survives the next scan, and is retried', async ({ page }) => {
  const [lost, next] = [await freshVariant(), await freshVariant()];
  await prefer(page, 'en');
  await signIn(page, 'Storekeeper', '/inventory/stock/add');
  const scanner = page.getByRole('combobox', { name: words('en', 'variants')('picker.label') });
  await expect(scanner).toBeFocused();
  await intercept(page, '**/rpc/variant_page*', (route) => route.abort());
  await wedge(page, lost.variant.barcode);
  const left = page.getByRole('alert').filter({ hasText: lost.variant.barcode });
  await expect(left).toBeVisible();
  await page.unroute('**/rpc/variant_page*');
  await wedge(page, next.variant.barcode);
  await expect(page.locator('.entry-lines tbody tr')).toHaveCount(1);
  await expect(left).toBeVisible();

  // Posting retries the lookup, and does not post without these codes until they are dismissed.
  const posted: unknown[] = [];
  page.on('request', (asked) => asked.url().endsWith('/rpc/post_stock_entry') && posted.push(asked.postDataJSON()));
  await intercept(page, '**/rpc/variant_page*', (route) => route.abort());
  await page.keyboard.press('Control+s');
  await expect(page.locator('.toast').last()).toContainText(lost.variant.barcode);
  await expect(left).toBeVisible();
  expect(posted).toEqual([]);
  await page.unroute('**/rpc/variant_page*');
  await left.getByRole('button', { name: words('en', 'ui')('retry') }).click();
  await expect(page.locator('.entry-lines tbody tr')).toHaveCount(2);
  await expect(left).toHaveCount(0);
  await intercept(page, '**/rpc/variant_page*', (route) => route.abort());
  await scanner.focus();
  await wedge(page, lost.variant.barcode);
  await left.getByRole('button', { name: words('en', 'variants')('picker.dismiss') }).click();
  await expect(left).toHaveCount(0);
  await page.keyboard.press('Control+s');
  await expect(page.locator('.toast').last()).toContainText('SE-ZAM-');
  expect(posted).toMatchObject([{ lines: [{ quantity: 1 }, { quantity: 1 }] }]);
});

test('codes scanned offline are added when online again or after a reload', async ({ page, context }) => {
  const [first, second, third] = [await freshVariant(), await freshVariant(), await freshVariant()];
  await prefer(page, 'en');
  await signIn(page, 'Storekeeper', '/inventory/stock/add');
  const left = (code: string) => page.getByRole('alert').filter({ hasText: code });
  await expect(page.getByRole('combobox', { name: words('en', 'variants')('picker.label') })).toBeFocused();
  await context.setOffline(true);
  await wedge(page, first.variant.barcode);
  await expect(left(first.variant.barcode)).toBeVisible();
  await context.setOffline(false);
  await expect(page.locator('.entry-lines tbody tr')).toHaveCount(1);
  await expect(left(first.variant.barcode)).toHaveCount(0);

  await intercept(page, '**/rpc/variant_page*', (route) => route.abort());
  await wedge(page, second.variant.barcode);
  await expect(left(second.variant.barcode)).toBeVisible();
  await page.unroute('**/rpc/variant_page*');
  await page.reload();
  await expect(page.locator('.entry-lines tbody tr')).toHaveCount(2);

  // Also if the response was pending when the page was reloaded, and only once.
  let asked = 0;
  await intercept(page, '**/rpc/variant_page*', (route) => (asked++ === 0 ? new Promise(() => undefined) : route.fallback()));
  await wedge(page, third.variant.barcode);
  await expect.poll(() => asked).toBe(1);
  await page.reload();
  await expect(page.locator('.entry-lines tbody tr')).toHaveCount(3);
  await page.reload();
  await expect(page.locator('.entry-lines tbody tr')).toHaveCount(3);
  await expect(page.locator('.entry-lines tbody tr').filter({ hasText: third.variant.barcode }).getByRole('textbox').first()).toHaveValue(
    '1',
  );
  await page.unroute('**/rpc/variant_page*');

  // Codes discarded with a form do not appear in the next one.
  await intercept(page, '**/rpc/variant_page*', (route) => route.abort());
  await wedge(page, first.variant.barcode);
  await expect(left(first.variant.barcode)).toBeVisible();
  await page.unroute('**/rpc/variant_page*');
  await page.getByRole('button', { name: words('en', 'lines')('discard'), exact: true }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: words('en', 'lines')('discard'), exact: true })
    .click();
  await expect(left(first.variant.barcode)).toHaveCount(0);
  await expect(page.locator('.entry-lines tbody tr')).toHaveCount(0);
  await page.goto('/inventory/stock/add');
  await expect(page.getByRole('combobox', { name: words('en', 'variants')('picker.label') })).toBeFocused();
  await expect(left(first.variant.barcode)).toHaveCount(0);
  await expect(page.locator('.entry-lines tbody tr')).toHaveCount(0);
});

test("a code scanned into a grid cell plays the error sound and keeps the cell's value", async ({ page }) => {
  const { variants } = await makeProduct(
    `Shaded ${unique()}`,
    (await demoRows('colors', 2)).map(({ id }) => ({ color_id: id })),
  );
  const heard = await listen(page);
  await signIn(page, 'Storekeeper', '/inventory/stock/add');
  await page.getByRole('button', { name: words('en', 'stock')('form.adjustment'), exact: true }).click();
  await page.getByRole('combobox', { name: words('en', 'variants')('picker.label') }).fill(variants[0]!.barcode);
  await page.keyboard.press('Enter');
  await page
    .locator('.entry-lines')
    .getByRole('button', { name: /^Colors and sizes of/ })
    .click();
  await cell(page, 0, 0).focus();
  await page.keyboard.type('-3', { delay: 60 });
  await heard();
  // Somebody takes up the scanner.
  await page.waitForTimeout(300);
  await wedge(page, '96385074');
  await expect(cell(page, 0, 0).locator('input')).toHaveValue('-3');
  expect(await heard()).toEqual(wrong);
});

test('an entry edited after a lost response is not posted twice: it is opened or made new', async ({ page }) => {
  const { variant } = await freshVariant();
  await signIn(page, 'Storekeeper', '/inventory/stock/add');
  await expect(page.getByRole('combobox', { name: words('en', 'variants')('picker.label') })).toBeFocused();
  await wedge(page, variant.barcode);
  await expect(page.locator('[data-cell]')).toHaveValue('1');
  await loseAnswer(page, '**/rpc/post_stock_entry');
  await page.keyboard.press('Control+s');
  const banner = page.locator('.banner[role=alert]');
  await expect(banner).toBeVisible();
  await page.locator('[data-cell]').fill('4');
  await page.keyboard.press('Control+s');
  await expect(banner).toContainText('was already saved with different content');
  await banner.getByRole('button', { name: /^Open/ }).click();
  await expect(page).toHaveURL(/\/inventory\/stock\/entries\//);
  await expect(page.locator('.entry-items')).toContainText('+1');
  await page.goBack();
  await expect(page.locator('[data-cell]')).toHaveValue('4');
  await page.keyboard.press('Control+s');
  await banner.getByRole('button', { name: words('en', 'document')('startAnew') }).click();
  await expect(banner).toBeHidden();
  await page.keyboard.press('Control+s');
  await expect(page.locator('.toast').last()).toContainText('SE-');
  const owner = await api('Owner');
  const movements = await owner.get<{ quantity: number }>(`stock_movements?variant_id=eq.${variant.id}&select=quantity&order=id`);
  expect(movements.map((movement) => movement.quantity)).toEqual([1, 4]);
});

test('a storekeeper sees only the stock of their branch', async ({ page }) => {
  await signIn(page, 'Storekeeper', '/inventory/stock?rows=100');
  await expect(page.locator('table.list tbody tr')).toHaveCount(100);
  await expect(page.locator('table.list tbody')).not.toContainText('Maadi');
  await expect(page.locator('table.list tbody')).not.toContainText('Nasr City');
});

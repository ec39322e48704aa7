/* Stock counts: blind, by several people, on an offline phone; compared and posted by a manager. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { intercept, loseAnswer } from './support/intercept.ts';
import {
  enter,
  expectInvariants,
  newBranch,
  newGoods,
  newPerson,
  newTransfer,
  onHand,
  stocked,
  type Branch,
  type Goods,
} from './support/fixtures.ts';
import { paste } from './support/products.ts';
import { demoRows } from './support/rows.ts';
import { api } from './support/stack.ts';
import { test } from './support/test.ts';
import { wedge } from './support/wedge.ts';
import { words } from './support/words.ts';

const phone = { width: 390, height: 844 };

async function shop() {
  const branch = await newBranch('Counted', 'معدود');
  const goods: Goods[] = [await newGoods(), await newGoods(), await newGoods()];
  for (const [index, pieces] of [10, 5, 7].entries()) await stocked(branch, goods[index]!, pieces);
  return { branch, goods };
}

const scanner = (page: Page) => page.locator('.scanner-field input');
async function scan(page: Page, code: string) {
  await scanner(page).fill(code);
  await scanner(page).press('Enter');
  await expect(scanner(page)).toHaveValue('');
}
const line = (page: Page, goods: Goods) => page.locator('.counted tbody tr').filter({ hasText: goods.barcode });

/** Collects responses that reveal the expected quantities of a blind count. */
function listenForSecrets(page: Page): string[] {
  const told: string[] = [];
  page.on('response', (response) => {
    if (!/rpc\/count_(lines|detail)|count_list/.test(response.url())) return;
    void response.text().then(
      (body) => {
        if (/"(expected|difference|on_hand|value|unit_cost)":\s*-?\d|"(over|short|uncounted_pieces)":/.test(body)) told.push(body);
      },
      () => undefined,
    );
  });
  return told;
}

test('a storekeeper counts on an offline phone in Arabic, and a manager compares and posts', async ({ page, browser }) => {
  const { branch, goods } = await shop();
  const [one, two, three] = goods as [Goods, Goods, Goods];
  const keeper = await newPerson('Storekeeper', [{ branch, access: 'work' }]);
  const manager = await newPerson('Manager', [{ branch, access: 'work' }]);
  const says = words('ar', 'counts');
  await page.setViewportSize(phone);
  await enter(page, keeper, 'ar', '/inventory/counts/add');
  const told = listenForSecrets(page);

  await test.step('starts a count of the whole branch', async () => {
    // The options fit inside their frame on a narrow screen.
    expect(await page.locator('.count-form .segmented').evaluate((frame) => frame.scrollHeight <= frame.clientHeight)).toBe(true);
    await page.getByRole('button', { name: says('form.start') }).click();
    await expect(page).toHaveURL(/\/inventory\/counts\/[0-9a-f-]{36}$/);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(`SC-${branch.code}-`);
    await expect(scanner(page)).toBeFocused();
    // No pager shows while the list is empty.
    await expect(page.locator('.pager')).toHaveCount(0);
  });

  await test.step("a scan adds one piece, and a typed figure replaces the user's own count", async () => {
    await scan(page, one.barcode);
    await scan(page, one.barcode);
    await expect(page.locator('.just input')).toHaveValue('2');
    await expect(page.locator('.pager')).toBeVisible();
    // Typing replaces the figure when it was focused by mouse.
    await page.locator('.just input').click();
    await page.keyboard.type('٨');
    await page.locator('.just input').press('Enter');
    await expect(scanner(page)).toBeFocused();
    await expect(line(page, one).locator('.qty-cell input')).toHaveValue('8');
    // A scan with the cursor in an unsent figure saves that figure for the previous item.
    await page.locator('.just input').fill('7');
    await wedge(page, two.barcode);
    await expect(page.locator('.just')).toContainText(two.barcode);
    await expect(scanner(page)).toBeFocused();
    await expect(page.locator('.just input')).toHaveValue('1');
    await expect(line(page, one).locator('.qty-cell input')).toHaveValue('7');
    await line(page, one).locator('.qty-cell input').fill('8');
    await line(page, one).locator('.qty-cell input').press('Enter');
    // A code that a slow scanner types as a quantity must be confirmed, and is not counted.
    await line(page, one).locator('.qty-cell input').fill('6908172');
    await line(page, one).locator('.qty-cell input').press('Enter');
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: words('ar', 'lines')('many.back') })
      .click();
    await expect(line(page, one).locator('.qty-cell input')).toHaveValue('8');
    await page
      .getByRole('button', {
        name: new RegExp(
          says('more', { name: '' })
            .replace(/[\u2068\u2069]/g, '')
            .trim(),
        ),
      })
      .click();
    await expect(line(page, two).locator('.qty-cell input')).toHaveValue('2');
  });

  await test.step('counting continues offline, and each tally arrives once when online again', async () => {
    await intercept(page, '**/rpc/record_tallies', (route) => route.abort('internetdisconnected'));
    const typed = line(page, two).locator('.qty-cell input');
    await typed.fill('6');
    await typed.press('Enter');
    await expect(page.locator('.count-waits')).toBeVisible();
    await page.reload();
    await expect(page.locator('.count-waits')).toBeVisible();
    await page.unroute('**/rpc/record_tallies');
    await loseAnswer(page, '**/rpc/record_tallies');
    await expect(page.locator('.count-waits')).toHaveCount(0);
    await expect(line(page, two).locator('.qty-cell input')).toHaveValue('6');
  });

  await test.step('uncounted items are listed separately, and the count is closed', async () => {
    await page.getByRole('tab', { name: new RegExp(says('part.uncounted')) }).click();
    await expect(page.locator('.counted tbody tr')).toHaveCount(1);
    await expect(page.locator('.counted')).toContainText(three.barcode);
    await page.getByRole('button', { name: says('action.close') }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: says('action.close') })
      .click();
    await expect(page.locator('.stamp')).toHaveText(says('status.comparing'));
    await expect(page.locator('main')).toContainText(says('waitsForCompare'));
    await expect(page.getByRole('button', { name: says('action.post') })).toHaveCount(0);
  });
  expect(told).toEqual([]);

  await test.step('the manager compares, has a line counted again, and posts', async () => {
    const desk = await browser.newPage();
    const en = words('en', 'counts');
    await enter(desk, manager, 'en', new URL(page.url()).pathname);
    const row = (of: Goods) => desk.locator('.compared tbody tr').filter({ hasText: of.barcode });
    await expect(row(one)).toContainText('−2');
    await expect(row(two)).toContainText('+1');
    // Two are missing and one is surplus, at 61.50 each.
    for (const sum of ['.count-facts', '.compared tfoot']) await expect(desk.locator(sum)).toContainText('−61.50');
    await row(two).locator('input.checkbox').check();
    await desk.getByRole('button', { name: en('again'), exact: true }).click();
    await desk.getByRole('alertdialog').getByRole('button').last().click();
    await desk.getByRole('tab', { name: new RegExp(en('part.recount')) }).click();
    const again = line(desk, two).locator('.qty-cell input');
    await again.fill('5');
    await again.press('Enter');
    await expect(desk.getByRole('tab', { name: new RegExp(en('part.recount')) })).toHaveCount(0);
    await desk.getByRole('button', { name: en('action.close') }).click();
    await desk
      .getByRole('alertdialog')
      .getByRole('button', { name: en('action.close') })
      .click();
    await expect(row(one)).toContainText('−2');
    await expect(row(two)).toHaveCount(0);
    await desk.getByRole('button', { name: en('action.post') }).click();
    await desk.getByRole('radio').last().check();
    await desk.getByRole('alertdialog').getByRole('button').last().click();
    await expect(desk.locator('.stamp')).toHaveText(en('status.posted'));
    await expect(desk.locator('.head [aria-disabled]')).toHaveCount(0);
    await desk.locator('.compared a.reason').first().click();
    await expect(desk).toHaveURL(/\/inventory\/stock\/movements/);
    await expect(
      desk
        .locator('.moves a')
        .filter({ hasText: `SC-${branch.code}-` })
        .first(),
    ).toBeVisible();
    await desk.close();
  });
  expect([await onHand(branch, one), await onHand(branch, two), await onHand(branch, three)]).toEqual([8, 5, 0]);
  await expectInvariants();
});

test('a code outside the scope of the count is reported and not counted', async ({ page }) => {
  const { branch, goods } = await shop();
  const [one, two] = goods as [Goods, Goods, Goods];
  const keeper = await newPerson('Storekeeper', [{ branch, access: 'work' }]);
  await enter(page, keeper, 'en', '/inventory/counts/add');
  const says = words('en', 'counts');
  await page.getByRole('button', { name: says('scope.products'), exact: true }).click();
  await page.getByRole('combobox').last().fill(one.name);
  await page.getByRole('option', { name: one.name }).click();
  await expect(page.locator('.count-scope')).toContainText(one.name);
  await page.getByRole('button', { name: says('form.start') }).click();
  await expect(scanner(page)).toBeFocused();
  await scan(page, two.barcode);
  await expect(page.locator('.banner')).toContainText(two.name);
  await scan(page, one.barcode);
  await expect(page.locator('.counted tbody tr')).toHaveCount(1);
});

test('a pasted list accepts zero and reports invalid quantities, and closing waits for lookups', async ({ page }) => {
  const {
    branch,
    goods: [one, two, three],
  } = await shop();
  const count = (await (await (await api('Owner')).rpc('start_count', { id: randomUUID(), branch_id: branch.id })).json()) as {
    id: string;
  };
  await enter(page, await newPerson('Storekeeper', [{ branch, access: 'work' }]), 'en', `/inventory/counts/${count.id}`);
  await expect(scanner(page)).toBeFocused();
  await paste(page, `${one!.barcode}\t0\n${two!.barcode}\t-5\n${three!.barcode}\t2`);
  await expect(page.locator('.counted tbody tr')).toHaveCount(2);
  await expect(line(page, one!).locator('input')).toHaveValue('0');
  await expect(page.locator('.scanner-notice')).toContainText(`${two!.barcode} -5`);
  await intercept(page, '**/rpc/variant_page*', (route) => route.abort());
  await scan(page, two!.barcode);
  await page.getByRole('button', { name: words('en', 'counts')('action.close') }).click();
  await expect(page.locator('.toast').last()).toContainText(two!.barcode);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});

test('a count with more items than a page is paged, compared and exported', async ({ page }) => {
  const branch = await newBranch('Many', 'كثير');
  const owner = await api('Owner');
  const [colors, sizes] = await Promise.all([demoRows('colors', 12), demoRows('sizes', 10)]);
  const product = randomUUID();
  const variants = colors.flatMap((color) => sizes.map((size) => ({ id: randomUUID(), color_id: color.id, size_id: size.id })));
  await owner.rpc('save_product', { id: product, product: { name: `Many ${product}`, price: 9 }, variants });
  const lines = variants.map(({ id }) => ({ variant_id: id, quantity: 3 }));
  await owner.rpc('post_stock_entry', { id: randomUUID(), kind: 'opening', branch_id: branch.id, lines });
  const count = randomUUID();
  await owner.rpc('start_count', { id: count, branch_id: branch.id });
  await owner.rpc('record_tallies', {
    count_id: count,
    tallies: variants.map(({ id }) => ({ id: randomUUID(), variant_id: id, mode: 'set', quantity: 2 })),
  });
  const says = words('en', 'counts');
  const kit = words('en', 'kit');
  await enter(page, 'Owner', 'en', `/inventory/counts/${count}`);
  const rows = page.locator('.counted tbody tr');
  await expect(rows).toHaveCount(100);
  await page.getByRole('button', { name: kit('nextPage') }).click();
  await expect(rows).toHaveCount(variants.length - 100);
  await page.getByRole('button', { name: says('action.close') }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: says('action.close') })
    .click();
  await expect(page.locator('.compared tbody tr')).toHaveCount(100);
  await page.getByRole('button', { name: kit('nextPage') }).click();
  await expect(page.locator('.compared tbody tr')).toHaveCount(variants.length - 100);
  await page.getByRole('button', { name: kit('export') }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: kit('exportCsv') }).click();
  const sheet = readFileSync(await (await saved).path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(sheet).toHaveLength(variants.length + 1);
  expect(sheet[1]).toMatch(/,2,3,-1/);
});

async function place(): Promise<{ from: Branch; to: Branch; goods: Goods }> {
  const [from, to, goods] = await Promise.all([newBranch('Sends', 'يرسل'), newBranch('Gets', 'يستلم'), newGoods()]);
  await stocked(from, goods, 9);
  return { from, to, goods };
}

test('the stock list opens incoming transfers and adjusts stock from a row', async ({ page }) => {
  const { from, to, goods } = await place();
  const { number } = await newTransfer(from, to, goods, 4);
  const says = words('en', 'stock');
  await enter(page, 'Owner', 'en', `/inventory/stock?q=${encodeURIComponent(goods.name)}`);
  const rows = page.locator('table.list tbody tr');
  await expect(rows).toHaveCount(2);
  const coming = rows.filter({ hasText: to.name });
  await coming.locator('button.reason').click();
  await expect(page.getByRole('dialog')).toContainText(number);
  await page.keyboard.press('Escape');
  await rows.filter({ hasText: from.name }).getByRole('button').last().click();
  await page.getByRole('menuitem', { name: says('row.adjust') }).click();
  await expect(page).toHaveURL(/kind=adjustment/);
  await expect(page.locator('.entry-lines tbody tr')).toHaveCount(1);
  await page.locator('[data-cell]').fill('-2');
  await page
    .locator('.entry')
    .getByRole('button', { name: new RegExp(says('form.reason')) })
    .click();
  for (const reason of ['correction', 'count', 'damaged', 'loss', 'promotion', 'return_to_stock', 'other'])
    await expect(page.getByRole('option', { name: says(`reason.${reason}`), exact: true })).toBeVisible();
  await page.getByRole('option', { name: says('reason.loss') }).click();
  await page.keyboard.press('Control+s');
  await expect(page.locator('.toast').last()).toContainText(`SE-${from.code}-`);
  expect(await onHand(from, goods)).toBe(7);
  const owner = await api('Owner');
  expect(
    (await owner.get<{ reason: string }>(`stock_entries?branch_id=eq.${from.id}&kind=eq.adjustment&select=reason`)).map(
      ({ reason }) => reason,
    ),
  ).toEqual(['loss']);
});

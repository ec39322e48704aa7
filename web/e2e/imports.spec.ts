/* Imports of customers and products and their undo: invalid rows fixed in place, in Arabic on a phone. */
import { readFileSync } from 'node:fs';
import { read, utils } from '@e965/xlsx';
import { expect, type Page } from '@playwright/test';
import { test } from './support/importing.ts';
import { intercept } from './support/intercept.ts';
import { productNamed } from './support/products.ts';
import { textPattern } from './support/text-pattern.ts';
import { enter, expectInvariants, unique } from './support/fixtures.ts';
import { sheetFile } from './support/sheet-files.ts';
import { api, usually } from './support/stack.ts';
import { words } from './support/words.ts';

test.afterAll(expectInvariants);

const choose = (page: Page, language: 'en' | 'ar', name: string, text: string) =>
  page.getByLabel(words(language, 'imports')('chooseFile')).setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

async function undo(page: Page, language: 'en' | 'ar', file: string) {
  const imports = words(language, 'imports');
  await page.goto('/imports');
  await page.getByRole('button', { name: textPattern(language, 'kit')('rowActions', { name: file }) }).click();
  await page.getByRole('menuitem', { name: imports('history.undo') }).click();
  await expect(page.getByRole('alertdialog')).toContainText(file);
  await page
    .getByRole('alertdialog')
    .getByRole('button')
    .filter({ hasNotText: words(language, 'ui')('cancel') })
    .last()
    .click();
}

test('customers: an invalid phone is fixed in place, all rows are imported, and then undone', async ({ page }) => {
  const run = unique();
  const imports = words('en', 'imports');
  const file = `guests ${run}.csv`;
  const phone = (nth: number) => `+20 ${String(Date.now()).slice(-9)} ${nth}`;
  await enter(page, 'Owner', 'en');
  await page.goto('/contacts/customers');
  await page.getByRole('link', { name: words('en', 'kit')('import'), exact: true }).click();
  await choose(
    page,
    'en',
    file,
    `Name,Mobile,E-mail,Balance due\nLayla ${run},${phone(1)},layla.${run}@example.com,1250.50\nOmar ${run},call me,,\n`,
  );
  // What a customer owes already is recorded for a branch.
  await page.getByText(imports('chooseBranch')).click();
  await page.getByRole('option', { name: 'Zamalek' }).click();
  await page.getByRole('button', { name: imports('runCheck') }).click();
  const cell = page.getByLabel(textPattern('en', 'imports')('mend', { row: 3, column: imports('field.phone') }));
  await expect(cell).toHaveValue('call me');
  await expect(page.getByText(imports('problem.phone_invalid'))).toBeVisible();
  await cell.fill(phone(2));
  await page.getByRole('button', { name: imports('checkAgain') }).click();
  await expect(page.getByText(imports('clean'))).toBeVisible();
  await expect(page.locator('.import-facts')).toContainText('1,250.50');
  await page.getByRole('button', { name: textPattern('en', 'imports')('apply_customers', { count: 2 }) }).click();
  await expect(page.getByRole('heading', { name: textPattern('en', 'imports')('doneTitle_customers', { count: 2 }) })).toBeVisible();

  const owner = await api('Owner');
  const found = () => owner.get(`customers?name=like.*${run}`);
  expect(await found()).toHaveLength(2);
  await undo(page, 'en', file);
  await expect(page.getByRole('row').filter({ hasText: file })).toContainText(imports('history.statuses.undone'));
  expect(await found()).toHaveLength(0);
});

test('products, in Arabic on a phone: undo is refused if one was changed since, and names it', async ({ page }) => {
  const run = unique();
  const imports = words('ar', 'imports');
  const file = `أصناف ${run}.csv`;
  await enter(page, 'Owner', 'ar');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/inventory/products/import');
  const wider = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await choose(
    page,
    'ar',
    file,
    `اسم الصنف;سعر البيع;كود الصنف;الوصف\nقميص ${run};٥٠٫٥;A-${run};${'وصف طويل '.repeat(9)}\nحزام ${run};٢٠;B-${run};${'وصف آخر '.repeat(9)}\n`,
  );
  await expect(page.getByRole('button', { name: imports('runCheck') })).toBeVisible();
  expect(await wider()).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: imports('runCheck') }).click();
  await page.getByRole('button', { name: textPattern('ar', 'imports')('apply', { count: 2 }) }).click();
  await expect(page.getByRole('heading', { name: textPattern('ar', 'imports')('doneTitle', { count: 2 }) })).toBeVisible();
  expect(await wider()).toBeLessThanOrEqual(0);

  const owner = await api('Owner');
  const [shirt] = await owner.get<{ id: string }>(`products?name=eq.${encodeURIComponent(`قميص ${run}`)}&select=id`);
  const saved = await owner.rpc('save_product', { id: shirt!.id, product: { price: 60 }, variants: [], expected_version: 1 });
  expect(saved.status).toBe(200);
  await undo(page, 'ar', file);
  await expect(page.getByRole('alertdialog')).toContainText(`قميص ${run}`);
  expect(await owner.get(`products?name=like.*${run}`)).toHaveLength(2);
});

test('products: a cancelled check writes nothing, and an invalid row is exported with its reason', async ({ page }) => {
  const run = unique();
  const imports = words('en', 'imports');
  await enter(page, 'Owner', 'en');
  await page.goto('/inventory/products/import');
  await choose(
    page,
    'en',
    `goods ${run}.csv`,
    `Name,Brand,Price,SKU\nShirt ${run},Mill ${run},50,S-${run}\nBelt ${run},,twenty,B-${run}\n`,
  );
  await expect(page.getByRole('button', { name: imports('runCheck') })).toBeVisible();

  const held = Promise.withResolvers<void>();
  await intercept(page, '**/functions/v1/import', async (route) => {
    await held.promise;
    await route.continue().catch(() => undefined);
  });
  await page.getByRole('button', { name: imports('runCheck') }).click();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await page.getByRole('button', { name: words('en', 'ui')('cancelProgress') }).click();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  held.resolve();
  await page.unroute('**/functions/v1/import');

  await page.getByRole('button', { name: imports('runCheck') }).click();
  await expect(page.getByText(imports('problem.number_invalid'))).toBeVisible();
  const owner = await api('Owner');
  const found = () => owner.get<{ name: string }>(`products?name=like.*${run}&select=name`);
  expect(await found()).toEqual([]);

  await page.getByRole('checkbox', { name: `Mill ${run}` }).click();
  await page.getByRole('button', { name: imports('checkAgain') }).click();
  await expect(page.getByText(imports('newNames'))).toHaveCount(0);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: imports('saveRejects') }).click();
  const book = read(readFileSync(await (await saving).path()));
  expect(utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1, defval: '' })).toEqual([
    ['Name', 'Brand', 'Price', 'SKU', imports('reason'), imports('rowInFile')],
    [`Belt ${run}`, '', 'twenty', `B-${run}`, `${imports('field.price')}: ${imports('problem.number_invalid')}`, 3],
  ]);

  await page.getByRole('checkbox', { name: imports('skip') }).click();
  await page.getByRole('button', { name: imports('checkAgain') }).click();
  await page.getByRole('button', { name: textPattern('en', 'imports')('apply', { count: 1 }) }).click();
  await expect(page.getByRole('heading', { name: textPattern('en', 'imports')('doneTitle', { count: 1 }) })).toBeVisible();
  expect(await found()).toEqual([{ name: `Shirt ${run}` }]);
  expect(await owner.get(`brands?name=eq.${encodeURIComponent(`Mill ${run}`)}`)).toHaveLength(1);
});

test('products: a buyer without the stock permission imports all but the quantities', async ({ page }) => {
  const run = unique();
  const imports = words('en', 'imports');
  await enter(page, 'Buyer', 'en');
  await page.goto('/inventory/products/import');
  await choose(page, 'en', `buyer ${run}.csv`, `Name,Price,Quantity\nKettle ${run},30,4\n`);
  await expect(page.getByText(imports('withheld', { fields: imports('field.quantity') }))).toBeVisible();
  await page.getByRole('button', { name: imports('runCheck') }).click();
  await page.getByRole('button', { name: textPattern('en', 'imports')('apply', { count: 1 }) }).click();
  await expect(page.getByRole('heading', { name: textPattern('en', 'imports')('doneTitle', { count: 1 }) })).toBeVisible();
  expect(await (await api('Owner')).get(`products?name=eq.Kettle ${run}&select=name`)).toHaveLength(1);
  await page.getByRole('link', { name: words('en', 'labels')('ofThis') }).click();
  await expect(page.getByLabel(words('en', 'labels')('cart.copiesOf', { name: `Kettle ${run}` }))).toHaveValue('1');
});

/** The database has processed the request, but the response never arrives. */
async function loseTheAnswer(page: Page, action: () => Promise<void>) {
  const line = await page.context().newCDPSession(page);
  await line.send('Fetch.enable', { patterns: [{ urlPattern: '*/functions/v1/import', requestStage: 'Response' }] });
  const answered = new Promise<string>((resolve) => line.once('Fetch.requestPaused', ({ requestId }) => resolve(requestId)));
  await action();
  await line.send('Fetch.failRequest', { requestId: await answered, errorReason: 'ConnectionReset' });
  await line.send('Fetch.disable');
}

for (const comesBack of [true, false]) {
  test(`products: after a lost response ${comesBack ? 'the result is fetched' : 'Retry fetches the result'}, nothing is imported twice`, async ({
    page,
  }) => {
    const run = unique();
    const imports = words('en', 'imports');
    await enter(page, 'Owner', 'en');
    await page.goto('/inventory/products/import');
    const { buffer } = sheetFile('goods.xlsx', [
      ['Name', 'Price', 'SKU'],
      ...Array.from({ length: 30 }, (_, index) => [`Lamp ${run} ${index}`, 20 + index, `L-${run}-${index}`]),
    ]);
    await page.getByLabel(imports('chooseFile')).setInputFiles({ name: `lamps ${run}.xlsx`, mimeType: 'application/octet-stream', buffer });
    await page.getByRole('button', { name: imports('runCheck') }).click();
    const apply = page.getByRole('button', { name: textPattern('en', 'imports')('apply', { count: 30 }) });
    await expect(apply).toBeVisible();
    if (!comesBack) await intercept(page, '**/rpc/import_progress', (route) => route.abort('connectionreset'));

    const owner = await api('Owner');
    const found = () => owner.get(`products?name=like.Lamp ${run}*&select=name`);
    await loseTheAnswer(page, () => apply.click());
    if (!comesBack) {
      await expect(page.getByRole('alert')).toContainText(imports('answerLost'));
      expect(await found()).toHaveLength(30);
      await page.getByRole('button', { name: words('en', 'ui')('retry') }).click();
    }
    await expect(page.getByRole('heading', { name: textPattern('en', 'imports')('doneTitle', { count: 30 }) })).toBeVisible();
    expect(await found()).toHaveLength(30);
    expect(await owner.get(`imports?file_name=eq.${encodeURIComponent(`lamps ${run}.xlsx`)}&select=id`)).toHaveLength(1);
  });
}

test('products of a known system: fallback columns can be left out, totals are detected', async ({ page }) => {
  const run = unique();
  const imports = words('en', 'imports');
  const says = textPattern('en', 'imports');
  await enter(page, 'Owner', 'en');
  await page.goto('/inventory/products/import');
  await choose(
    page,
    'en',
    `items ${run}.csv`,
    'Item Code,Item Name,Item Group,Standard Selling Rate,Valuation Rate,Last Purchase Rate,Barcode (Barcodes)\n' +
      `A-${run},Mug ${run},,60,10,,A1${run}\n,,,,,,A2${run}\nB-${run},Cup ${run},,40,,33,\nTotal,,,,10,,\n`,
  );
  await expect(
    page.getByText(says('furtherValues', { count: 1, columns: 'Barcode (Barcodes)', field: imports('field.barcode') })),
  ).toBeVisible();
  const fills = page.getByRole('button', {
    name: says.part('fillsBlanks', { field: imports('field.purchase_price'), name: 'Valuation Rate' }),
  });
  await fills.click();
  await page.getByRole('option', { name: imports('leaveOut') }).click();
  await expect(fills).toHaveCount(0);
  await page.getByRole('button', { name: imports('runCheck') }).click();
  const left = page.getByRole('list', { name: imports('leftAsTotal') });
  await left.getByRole('button', { name: says('bringBack', { row: 5 }) }).click();
  await expect(left).toHaveCount(0);
  // As an ordinary row it has no name and is left out by hand.
  await page.getByRole('button', { name: imports('checkAgain') }).click();
  await page.getByRole('button', { name: says('leaveOutRow', { row: 5 }) }).click();
  await page.getByRole('button', { name: imports('checkAgain') }).click();
  await page.getByRole('button', { name: says('apply', { count: 2 }) }).click();
  await expect(page.getByRole('heading', { name: says('doneTitle', { count: 2 }) })).toBeVisible();
  const costs = await Promise.all(['Mug', 'Cup'].map(async (name) => (await productNamed(`${name} ${run}`))?.purchase_price ?? null));
  expect(costs).toEqual([10, null]);
});

test('products: thousands of problems and new names are listed in part', async ({ page }) => {
  const run = unique();
  const count = 4_000;
  const imports = words('en', 'imports');
  await enter(page, 'Owner', 'en');
  await page.goto('/inventory/products/import');
  await choose(
    page,
    'en',
    `wrong ${run}.csv`,
    `Name,Brand,Price\n${Array.from({ length: count }, (_, index) => `Vase ${run} ${index},Kiln ${run} ${index},cheap\n`).join('')}`,
  );
  await page.getByRole('button', { name: imports('runCheck') }).click();
  await expect(page.getByText(textPattern('en', 'imports').part('problemsFirst', { most: '2,000' }))).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('checkbox', { name: `Kiln ${run}` })).toHaveCount(20);
  const cells = page.getByRole('textbox', { name: textPattern('en', 'imports').part('field.price') });
  await expect(cells).toHaveCount(50);
  await page.getByRole('checkbox', { name: textPattern('en', 'imports')('tickAll', { count: '4,000' }) }).click();
  await expect(page.getByRole('checkbox', { name: `Kiln ${run}`, checked: true })).toHaveCount(20);
  await cells.first().fill('12');
  await expect(page.getByText(imports('staleText'))).toBeVisible();
  // The old problem is not shown for the new value.
  const why = page.locator('.import-problems .reason > span');
  await expect(why.nth(0)).toBeHidden();
  await expect(why.nth(1)).toBeVisible();
});

for (const language of usually('en')) {
  test(`products in ${language}: rows are left out by hand, a color is mapped, undo removes all`, async ({ page }) => {
    const run = unique();
    const imports = words(language, 'imports');
    const says = textPattern(language, 'imports');
    await enter(page, 'Owner', language, '/inventory/products/import');
    await choose(
      page,
      language,
      `priced ${run}.csv`,
      `Name,Price,Color\nVase ${run},90 EGP,Blakc ${run}\nBowl ${run},£ 90,\nJug ${run},"1,5x",\nPlate ${run},7,\n`,
    );
    await page.getByRole('button', { name: imports('runCheck') }).click();
    const problems = page.locator('.import-problems tbody tr');
    await expect(problems).toHaveCount(2);
    await expect(problems.nth(0)).toContainText(`Bowl ${run}`);
    await expect(problems.nth(1)).toContainText(`Jug ${run}`);
    await page.getByRole('combobox', { name: says('meantBy', { name: `Blakc ${run}` }) }).fill(language === 'ar' ? 'أسود' : 'Black');
    await page
      .getByRole('option', { name: language === 'ar' ? 'أسود' : 'Black' })
      .first()
      .click();
    await page.getByRole('button', { name: says('leaveOutRow', { row: 4 }) }).click();
    await page.getByRole('button', { name: imports('checkAgain') }).click();
    await expect(problems).toHaveCount(1);
    await expect(page.getByRole('button', { name: says('bringBack', { row: 4 }) })).toBeVisible();
    await page.getByRole('checkbox', { name: imports('skip') }).click();
    await page.getByRole('button', { name: imports('checkAgain') }).click();
    await page.getByRole('button', { name: says('apply', { count: 2 }) }).click();
    const left = page.locator('.import-part').filter({ has: page.getByRole('heading', { name: says('leftOut', { count: 2 }) }) });
    await expect(left.locator('tbody tr').nth(0)).toContainText(`Bowl ${run}`);
    await expect(left.locator('tbody tr').nth(1)).toContainText(imports('leftByHand'));
    // The page names the missing products, so the file need not be opened.
    await expect(left.locator('tbody tr').nth(1)).toContainText(`Jug ${run}`);
    const owner = await api('Owner');
    const made = async () =>
      (
        await owner.get<{ name: string; color: string | null }>(
          `variant_names?product=like.*${run}&select=name:product,color&order=product`,
        )
      ).map(({ name, color }) => [name, color]);
    expect(await made()).toEqual([
      [`Plate ${run}`, null],
      [`Vase ${run}`, 'Black'],
    ]);
    await page.getByRole('button', { name: imports('history.undo') }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button')
      .filter({ hasNotText: words(language, 'ui')('cancel') })
      .last()
      .click();
    await expect(page.getByLabel(imports('chooseFile'))).toBeAttached();
    expect(await made()).toEqual([]);
  });
}

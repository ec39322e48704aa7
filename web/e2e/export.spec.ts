/* Exports of more rows than one response holds: each row once, in list order, while the page stays usable; cancelled, and failed half-way. */
import { readFile } from 'node:fs/promises';
import { read, utils } from '@e965/xlsx';
import { expect, type Page } from '@playwright/test';
import { rowsApi } from './support/rows.ts';
import { enter, inDatabase, unique } from './support/fixtures.ts';
import { prefer, type Language, usually } from './support/stack.ts';
import { test } from './support/test.ts';
import { words } from './support/words.ts';

const ROWS = 12_000;
const nameOf = (n: number) => (n === 7 ? '=HYPERLINK("http://bad")' : n % 2 ? `Export ${n}` : `تصدير ${n}`);

interface ListQuestion {
  sort: string;
  after_id?: string;
  page_size: number;
}

/** The first page of the list is real; the export reads a fake shop of 12,000 products. `before` runs before each part; true fails the part. */
async function shop(page: Page, before: (part: number) => Promise<boolean | void> = async () => undefined): Promise<ListQuestion[]> {
  const asked: ListQuestion[] = [];
  await page.route('**/rest/v1/rpc/product_page', async (route) => {
    const question = route.request().postDataJSON() as ListQuestion;
    if (question.sort !== 'id') return route.fallback();
    asked.push(question);
    if (await before(asked.length)) return route.fulfill({ status: 500, json: { message: 'broken' } });
    const first = question.after_id === undefined ? 0 : Number(question.after_id) + 1;
    const row = {
      version: 1,
      name_ar: null,
      designer_id: null,
      image_path: null,
      active: true,
      low_stock_level: null,
      category: null,
      brand: null,
      variant_count: 1,
      first_sku: 'S',
      colors: [],
      on_hand: {},
      on_hand_total: 0,
      created_at: '2026-11-01T00:00:00+00:00',
    };
    await route.fulfill({
      json: Array.from({ length: Math.max(0, Math.min(question.page_size, ROWS - first)) }, (_, index) => ({
        ...row,
        id: String(first + index).padStart(8, '0'),
        name: nameOf(first + index),
        price: (first + index) % 997,
        first_sku: String(first + index).padStart(13, '0'),
      })),
    });
  });
  return asked;
}

async function exported(page: Page, language: Language, format: 'exportExcel' | 'exportCsv' = 'exportExcel') {
  const kit = words(language, 'kit');
  await page.getByRole('button', { name: kit('export') }).click();
  await page.getByRole('menuitem', { name: kit(format) }).click();
}

for (const language of usually('ar')) {
  test(`the workbook has every row once, in list order, with text as text: ${language}`, async ({ page }) => {
    const asked = await shop(page);
    await enter(page, 'Owner', language, '/inventory/products?sort=-price');
    await expect(page.locator('table.list a.record-name').first()).toBeVisible();
    const saved = page.waitForEvent('download');
    await exported(page, language);
    const file = await (await saved).path();
    // The toast shows for a few seconds only, and reading the workbook can take longer.
    await expect(page.locator('.toast')).toHaveText(new RegExp(words(language, 'kit')('exported')));
    const book = read(await readFile(file), { cellFormula: true });
    expect(asked.map(({ page_size, after_id }) => [page_size, after_id])).toEqual([
      [5000, undefined],
      [5000, '00004999'],
      [5000, '00009999'],
      [5000, '00011999'],
    ]);
    expect(book.Workbook?.Views?.[0]?.RTL ?? false).toBe(language === 'ar');
    const sheet = book.Sheets[book.SheetNames[0] ?? '']!;
    expect(Object.values(sheet).filter((cell: { f?: string }) => cell.f)).toEqual([]);
    const [head = [], ...rows] = utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: true });
    const names = rows.map((row) => String(row[0]));
    expect([...names].sort()).toEqual(Array.from({ length: ROWS }, (_, n) => nameOf(n)).sort());
    const price = head.findIndex((text) => String(text).startsWith(words(language, 'products')('column.price').split(' ')[0]!));
    const prices = rows.map((row) => Number(row[price]));
    expect(Math.max(...prices)).toBe(996);
    expect(prices).toEqual([...prices].sort((a, b) => b - a));
  });
}

test('a long export shows its progress and can be cancelled while the page stays usable', async ({ page }) => {
  const kit = words('en', 'kit');
  let go = () => undefined as void;
  const held = new Promise<void>((done) => (go = done));
  const asked = await shop(page, (part) => (part === 2 ? held : Promise.resolve()));
  await enter(page, 'Owner', 'en', '/inventory/products');
  await exported(page, 'en', 'exportCsv');
  const told = page.locator('.toast');
  await expect(told).toContainText('5,000');
  await page.getByRole('searchbox').first().fill('abaya');
  await expect(page).toHaveURL(/q=abaya/);
  let downloads = 0;
  page.on('download', () => (downloads += 1));
  await told.getByRole('button', { name: words('en', 'ui')('cancelProgress') }).click();
  await expect(told).toHaveCount(0);
  await expect(page.getByRole('button', { name: kit('export') })).toBeEnabled();
  go();
  await page.waitForTimeout(500);
  expect([downloads, asked.length]).toEqual([0, 2]);
});

test('an export whose third part fails shows an error, and succeeds on retry', async ({ page }) => {
  const kit = words('en', 'kit');
  await prefer(page, 'en');
  await shop(page, async (part) => part === 3);
  await enter(page, 'Owner', 'en', '/inventory/products');
  await exported(page, 'en', 'exportCsv');
  await expect(page.locator('.toast')).toContainText(kit('exportFailed').split('.')[0]!);
  const saved = page.waitForEvent('download');
  await page
    .locator('.toast')
    .getByRole('button', { name: words('en', 'ui')('retry') })
    .click();
  expect((await readFile(await (await saved).path(), 'utf8')).trim().split('\r\n')).toHaveLength(ROWS + 1);
});

test('exporting all but one match has each row once despite concurrent renames', async ({ page }) => {
  const kit = words('en', 'kit');
  const run = unique();
  const rows = await rowsApi();
  await rows.insert(
    'brands',
    Array.from({ length: 12 }, (_, n) => ({ name: `Brand ${run} ${String(n).padStart(2, '0')}` })),
  );
  await page.route('**/rest/v1/brands?*limit=5000*', async (route) => {
    // Reads one row at a time, while the first rows are renamed to sort last.
    const answer = await route.fetch({ url: route.request().url().replace('limit=5000', 'limit=1') });
    await inDatabase(
      (sql) =>
        sql`update public.brands set name = 'Brand ' || ${run} || ' ' || md5(random()::text) where name like ${`Brand ${run}%`} and name <> ${`Brand ${run} 03`}`,
    );
    await route.fulfill({ response: answer });
  });
  await enter(page, 'Owner', 'en', `/inventory/brands?q=${run}&rows=10`);
  await expect(page.locator('table.list tbody tr')).toHaveCount(10);
  await page.getByRole('checkbox', { name: kit('selectPage') }).check();
  await page.locator('.bulk .tally .link').click();
  await page
    .getByRole('row')
    .filter({ hasText: `Brand ${run} 03` })
    .getByRole('checkbox')
    .uncheck();
  await expect(page.locator('.bulk')).toContainText('11');
  const saved = page.waitForEvent('download');
  await page
    .locator('.bulk')
    .getByRole('button', { name: kit('export'), exact: true })
    .click();
  const book = read(await readFile(await (await saved).path()));
  const names = utils
    .sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0] ?? '']!, { header: 1 })
    .slice(1)
    .map((row) => String(row[0]));
  expect(new Set(names).size).toBe(11);
  expect(names).toHaveLength(11);
  expect(names).not.toContain(`Brand ${run} 03`);
});

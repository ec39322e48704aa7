/* Purchase orders from files: whole orders through the wizard, and lines added to an order form. */
import { expect, type Page } from '@playwright/test';
import { test } from './support/importing.ts';
import { hold } from './support/intercept.ts';
import { en, figure, newSupplier } from './support/purchases.ts';
import { textPattern } from './support/text-pattern.ts';
import { enter, expectInvariants, newBranch, newGoods, newPerson, unique } from './support/fixtures.ts';
import { csvFile, sheetFile, type SheetFile } from './support/sheet-files.ts';
import { api, stack, type Language } from './support/stack.ts';
import { words } from './support/words.ts';

test.afterAll(expectInvariants);

async function bring(page: Page, language: Language, file: SheetFile) {
  const imports = words(language, 'imports');
  await page.getByLabel(imports('chooseFile')).setInputFiles(file);
  await page.getByRole('button', { name: imports('runCheck') }).click();
}

test('a buyer imports orders, fixes a code in place, and the same file again adds nothing', async ({ page }) => {
  const imports = words('en', 'imports');
  const branch = await newBranch('Giza', 'الجيزة');
  const [supplier, first, second] = [await newSupplier(), await newGoods(), await newGoods()];
  const run = unique();
  const head = ['Invoice no', 'Supplier', 'Branch', 'Order date', 'Barcode', 'Qty', 'Unit cost', 'Remarks'];
  const rows = (code: string) => [
    head,
    [`A-${run}`, supplier.name, branch.code, '05/11/2026', first.barcode, 10, 4.5, '=HYPERLINK("http://x")'],
    ['', '', '', '', code, 2, 100, ''],
    [`B-${run}`, supplier.name, branch.code, '06/11/2026', first.barcode, 1, 4, ''],
  ];
  const file = csvFile(`orders ${run}.csv`, rows('4444'));
  await enter(page, await newPerson('Buyer', [{ branch, access: 'work' }]), 'en', '/purchase');
  await page
    .getByRole('link', { name: words('en', 'kit')('import'), exact: true })
    .first()
    .click();
  await bring(page, 'en', file);
  const cell = page.getByLabel(textPattern('en', 'imports')('mend', { row: 3, column: imports('field.barcode') }));
  await expect(cell).toHaveValue('4444');
  await expect(page.getByText(imports('problem.item_unknown'))).toBeVisible();
  await cell.fill(second.barcode);
  await page.getByRole('button', { name: imports('checkAgain') }).click();
  await expect(page.getByText(imports('clean'))).toBeVisible();
  await expect(page.locator('.import-facts')).toContainText('249.00');
  await page.getByRole('button', { name: textPattern('en', 'imports')('apply_purchase_orders', { count: 2 }) }).click();
  await expect(page.getByRole('heading', { name: textPattern('en', 'imports')('doneTitle_purchase_orders', { count: 2 }) })).toBeVisible();
  const found = () =>
    api('Owner').then((owner) =>
      owner.get<{ reference: string; ordered_on: string; status: string; notes: string | null }>(
        `purchase_orders?supplier_id=eq.${supplier.id}&select=reference,ordered_on,status,notes&order=ordered_on`,
      ),
    );
  expect(await found()).toEqual([
    { reference: `A-${run}`, ordered_on: '2026-11-05', status: 'pending', notes: '=HYPERLINK("http://x")' },
    { reference: `B-${run}`, ordered_on: '2026-11-06', status: 'pending', notes: null },
  ]);

  // The order is found by the supplier's reference, and the same rows in a workbook are the same orders.
  await page.goto(`/purchase?q=A-${run}`);
  await page.locator('main').getByRole('link', { name: /^PO-/ }).click();
  await expect(page.locator('.facts')).toContainText(`A-${run}`);
  await page.goto('/purchase/import');
  await bring(page, 'en', sheetFile(`orders ${run}.xlsx`, rows(second.barcode)));
  await expect(page.getByRole('button', { name: textPattern('en', 'imports')('apply_purchase_orders', { count: 0 }) })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await expect(page.locator('.import-facts')).toContainText(imports('count.skip'));

  await page.goto('/imports?kind=purchase_orders');
  await page.getByRole('button', { name: textPattern('en', 'kit')('rowActions', { name: file.name }) }).click();
  await page.getByRole('menuitem', { name: imports('history.undo') }).click();
  await expect(page.getByRole('alertdialog')).toContainText(imports('history.goes_purchase_orders'));
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: textPattern('en', 'imports')('history.undoConfirm', { count: 2 }) })
    .click();
  await expect(page.getByRole('row').filter({ hasText: file.name })).toContainText(imports('history.statuses.undone'));
  expect((await found()).map(({ status, reference }) => [status, reference])).toEqual([
    ['cancelled', null],
    ['cancelled', null],
  ]);
});

test('an .xls workbook of 500 rows is imported once, and refused without the permission', async () => {
  const branch = await newBranch('Maadi', 'المعادي');
  const supplier = await newSupplier();
  const goods = await Promise.all(Array.from({ length: 5 }, () => newGoods()));
  const run = unique();
  const rows = Array.from({ length: 500 }, (_, index) => [
    `${run}-${Math.floor(index / 5)}`,
    supplier.name,
    branch.name_ar,
    '٥ نوفمبر ٢٠٢٦',
    goods[index % 5]!.barcode,
    '٣',
    '٢٫٥',
  ]);
  const { buffer } = sheetFile(
    'orders.xls',
    [['رقم الفاتورة', 'المورد', 'الفرع', 'التاريخ', 'الباركود', 'الكمية', 'السعر'], ...rows],
    'biff8',
  );
  const id = crypto.randomUUID();
  const mapping = ['reference', 'supplier', 'branch', 'ordered_on', 'barcode', 'quantity', 'unit_cost'];
  let file: Uint8Array<ArrayBuffer> = new Uint8Array(buffer);
  const send = async (role: string, action: string) => {
    const form = new FormData();
    form.append('file', new Blob([file]), 'orders.xls');
    form.append('request', JSON.stringify({ kind: 'purchase_orders', action, id, separator: null, header_row: 1, mapping, options: {} }));
    const { token } = await api(role);
    const answer = await fetch(`${stack.apiUrl}/functions/v1/import`, {
      method: 'POST',
      headers: { apikey: stack.publishableKey, authorization: `Bearer ${token}` },
      body: form,
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const read = await send('Owner', 'read');
  expect(read).toMatchObject({ status: 200, body: { format: 'xls', rows: 500, mapping } });
  // Later requests send the sheet as the response returned it.
  file = Uint8Array.from(Buffer.from(String(read.body.content), 'base64'));
  expect((await send('Storekeeper', 'check')).status).toBe(403);
  expect((await send('Owner', 'check')).body).toMatchObject({
    status: 'checked',
    purchase_orders: { create: 100, update: 0, skip: 0 },
    lines: 500,
    amount: 3750,
    problem_count: 0,
  });
  const applied = await send('Owner', 'apply');
  expect(applied.body).toMatchObject({ status: 'applied', purchase_orders: { create: 100 } });
  // Sent again after a lost response, it is the same import.
  expect((await send('Owner', 'apply')).body).toMatchObject({ status: 'applied', id });
  const made = await (await api('Owner')).get<{ number: string; ordered_on: string }>(
    `purchase_orders?supplier_id=eq.${supplier.id}&select=number,ordered_on`,
  );
  expect(made).toHaveLength(100);
  expect(new Set(made.map(({ ordered_on }) => ordered_on))).toEqual(new Set(['2026-11-05']));
});

test('lines are added to an order from a CSV or Excel file, and unknown codes are listed', async ({ page }) => {
  const branch = await newBranch('Helwan', 'حلوان');
  const [first, second] = [await newGoods(), await newGoods()];
  await enter(page, await newPerson('Buyer', [{ branch, access: 'work' }]), 'en', '/purchase/add');
  const choose = async (file: SheetFile) => {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: en('form.import') }).click()]);
    await chooser.setFiles(file);
  };
  await choose(
    csvFile('lines.csv', [
      ['Barcode', 'Qty', 'Cost', 'Discount'],
      [first.barcode, 6, 12.5, 5],
      ['000111', 1, 1, ''],
    ]),
  );
  await expect(figure(page, 'quantity', first)).toHaveValue('6');
  await expect(figure(page, 'cost', first)).toHaveValue('12.50');
  await expect(page.locator('.scanner-notice')).toContainText(/000111.*row .?3/);
  await choose(
    sheetFile('lines.xlsx', [
      ['كود', 'الكمية', 'التكلفة'],
      [second.barcode, 3, 20],
      ['6.22E+12', 1, 1],
    ]),
  );
  await expect(figure(page, 'quantity', second)).toHaveValue('3');
  await expect(page.locator('.scanner-notice')).toContainText(/6\.22E\+12.*row .?3/);
  await expect(page.locator('.document-totals .grand-total')).toHaveText('130.00');
});

test('saving waits for the lookup of a pasted list and for its suggested costs', async ({ page }) => {
  const [branch, supplier, goods] = [await newBranch('Shubra', 'شبرا'), await newSupplier(), await newGoods()];
  await enter(page, await newPerson('Buyer', [{ branch, access: 'work' }]), 'en', `/purchase/add?supplier=${supplier.id}`);
  const lookedUp = await hold(page, '**/rpc/variant_page*');
  const proposed = await hold(page, '**/rpc/purchase_costs*');
  const lines = words('en', 'lines');
  await page.getByRole('button', { name: lines('paste.open') }).click();
  await page.getByRole('dialog').getByLabel(lines('paste.label')).fill(`${goods.barcode}\t4`);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: en('form.pasteAdd') })
    .click();
  const sent = page.waitForRequest((asked) => asked.method() === 'POST' && asked.url().endsWith('/rpc/save_purchase_order'));
  await lookedUp.asked;
  await page.keyboard.press('Control+s');
  lookedUp.letGo();
  await proposed.asked;
  proposed.letGo();
  expect((await sent).postDataJSON()).toMatchObject({ items: [{ variant_id: goods.variant, quantity: '4', unit_cost: '61.5' }] });
});

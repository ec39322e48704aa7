/* Sales: the list with its sums, a sale with its return, and voiding. */
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { pdfTextRuns } from './support/pdf.ts';
import { confirmDialog } from './support/purchases.ts';
import { textPattern } from './support/text-pattern.ts';
import { newCustomer, newSale, sold, soldAndReturned, view } from './support/sales.ts';
import { anyShift, shiftView } from './support/shifts.ts';
import { enter, expectInvariants, newBranch, newGoods, newPerson, onHand, stocked } from './support/fixtures.ts';
import { test } from './support/test.ts';
import { words } from './support/words.ts';
import { usually } from './support/stack.ts';

for (const language of usually('en')) {
  test(`sales are listed with sums, viewed with their returns, and voided, ${language}`, async ({ page }) => {
    const [sales, kit, payments] = [words(language, 'sales'), words(language, 'kit'), words(language, 'payments')];
    const branch = await newBranch('Counter', 'الكاونتر');
    const { goods, customer, sale, back } = await soldAndReturned(branch);
    const cash = await newSale(branch, [sold(goods, 2)], 250);
    await enter(page, 'Owner', language, `/accounting/sales?branch=${branch.id}`);
    const row = (number: string) => page.getByRole('link', { name: number, exact: true });
    for (const { number } of [sale, back, cash]) await expect(row(number)).toBeVisible();
    // 395 sold on account, of which 100 was returned, and 200 for cash.
    await expect(page.locator('.head .subtitle')).toContainText(/495\.00/);
    await expect(page.getByRole('table').locator('tfoot')).toContainText('495.00');

    await page.getByRole('button', { name: kit('export') }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: kit('exportCsv') }).click();
    expect(await readFile(await (await saved).path(), 'utf8')).toMatch(new RegExp(`${sale.number}.*${customer.name}.*395`));
    await page
      .locator('.views')
      .getByRole('link', { name: sales('view.returns') })
      .click();
    await expect(row(sale.number)).toHaveCount(0);
    await expect(row(back.number)).toBeVisible();

    // From the return to its sale and back.
    await row(back.number).click();
    await expect(page).toHaveURL(view(back.id));
    await page.locator('.facts').getByRole('link', { name: sale.number }).click();
    await expect(page).toHaveURL(view(sale.id));
    await expect(page.locator('.facts')).toContainText(customer.name);
    await expect(page.locator('.document-totals')).toContainText(/400\.00.*5\.00.*395\.00/);
    await expect(page.locator('.aside')).toContainText(textPattern(language, 'sales').part('payments.return', { number: back.number }));
    await expect(page.getByRole('table').locator('tfoot')).toContainText('395.00');
    await expect(page.locator('.aside').getByRole('link', { name: back.number, exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: sales('action.void') })).toHaveAttribute('aria-disabled', 'true');

    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill(cash.number);
    await page.getByRole('option', { name: cash.number }).first().click();
    await expect(page).toHaveURL(view(cash.id));
    await expect(page.locator('.stamp')).toHaveText(payments('status.paid'));
    await expect(page.locator('.aside')).toContainText(
      textPattern(language, 'sales').part('payments.change', { tendered: '250.00', change: '50.00' }),
    );
    for (const kind of ['receipt', 'invoice'] as const) {
      const printed = page.waitForEvent('download');
      await page.getByRole('button', { name: sales(`action.${kind}`) }).click();
      expect((await printed).suggestedFilename()).toBe(`${sales('paper.invoice')} ${cash.number}${kind === 'receipt' ? ' 80 mm' : ''}.pdf`);
      expect(await pdfTextRuns(await printed)).toEqual(expect.arrayContaining([cash.number, '200.00', '250.00', '50.00']));
    }
    await page.getByRole('button', { name: sales('action.void') }).click();
    await page.getByRole('alertdialog').getByLabel(sales('void.reason')).fill('Rung up twice');
    await confirmDialog(page);
    await expect(page.locator('.stamp')).toHaveText(sales('status.voided'));
    await expect(page.locator('.timeline')).toContainText('Rung up twice');
    await expect(page.locator('.timeline')).toContainText(words(language, 'document')('did.voidedWhole').trim());
    await expect(page.getByRole('button', { name: sales('action.void') })).toHaveCount(0);
    expect(await onHand(branch, goods)).toBe(8);
    await page.goto(`/accounting/sales?branch=${branch.id}`);
    await expect(page.locator('.head .subtitle')).toContainText(/295\.00/);
    await expectInvariants();
  });
}

for (const language of usually('ar')) {
  test(`a payment recorded as cash is corrected to card, and the report opens it, ${language}`, async ({ page }) => {
    const [sales, reports, ui] = [words(language, 'sales'), words(language, 'reports'), words(language, 'ui')];
    const [cash, card] = language === 'ar' ? ['نقدي', 'بطاقة'] : ['Cash', 'Card'];
    const branch = await newBranch('Methods', 'الطرق');
    const goods = await newGoods();
    await stocked(branch, goods, 5);
    const sale = await newSale(branch, [sold(goods, 2)], 200);
    await enter(page, 'Owner', language, view(sale.id));
    await page.getByRole('button', { name: textPattern(language, 'sales')('payments.correct', { amount: '200.00' }) }).click();
    const dialog = page.getByRole('dialog');
    const move = dialog.getByRole('button', { name: textPattern(language, 'sales').part('correct.confirm', { amount: '200.00' }) });
    await move.click();
    await expect(dialog).toContainText(ui('reasonNeeded'));
    await dialog.getByLabel(sales('correct.to')).click();
    await page.getByRole('option', { name: card, exact: true }).click();
    await dialog.getByLabel(sales('correct.amount')).fill('200.01');
    await dialog.getByLabel(sales('correct.reason')).fill('Pressed the wrong key');
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText(textPattern(language, 'sales').part('correct.most', { amount: '200.00' }));
    await dialog.getByLabel(sales('correct.amount')).fill('150');
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(page.locator('.aside')).toContainText('Pressed the wrong key');
    const printed = page.waitForEvent('download');
    await page.getByRole('button', { name: sales('action.receipt') }).click();
    expect(await pdfTextRuns(await printed)).toEqual(expect.arrayContaining(['150.00', '50.00']));

    await page.goto(`/reports/methods?branch=${branch.id}`);
    const row = (name: string) => page.locator('tbody tr').filter({ hasText: name });
    await expect(row(card)).toContainText('150.00');
    await expect(row(cash)).toContainText('50.00');
    await page.goto(`/reports/methods?branch=${branch.id}&measure=corrected`);
    await row(card).getByRole('link').first().click();
    await expect(page).toHaveURL(/\/reports\/methods\/payments\?/);
    await expect(page.locator('tbody tr')).toHaveCount(1);
    await expect(page.locator('tbody')).toContainText('150.00');
    await expect(page.locator('tbody')).toContainText(reports('col.corrected'));
    await expectInvariants();
  });
}

test('a cashier sees no margin and cannot void a sale', async ({ page }) => {
  const sales = words('en', 'sales');
  const branch = await newBranch('Quiet till', 'هادئ');
  const { sale } = await soldAndReturned(branch);
  const head = (name: string) => page.getByRole('columnheader', { name, exact: true });
  await enter(page, await newPerson('Cashier', [{ branch, access: 'work' }]), 'en', view(sale.id));
  await expect(head(sales('items.price'))).toBeVisible();
  await expect(head(sales('items.margin'))).toHaveCount(0);
  await expect(page.getByRole('main')).not.toContainText('61.50');
  await expect(page.getByRole('button', { name: sales('action.void') })).toHaveCount(0);
  await page.goto('/accounting/sales');
  await expect(page.getByRole('link', { name: sale.number })).toBeVisible();
  await expect(page.locator('.head .subtitle')).not.toContainText(sales('col.margin').toLowerCase());
  await page.goto(view(branch.id));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(sales('notFound.title'));
});

test("the list and its export show a sale's shift only to users who may view shifts", async ({ page, browser }) => {
  const [sales, kit, shifts] = [words('en', 'sales'), words('en', 'kit'), words('en', 'shifts')];
  const branch = await newBranch('Shift', 'الوردية');
  const shift = await anyShift(branch);
  await enter(page, await newPerson('Manager', [{ branch, access: 'work' }]), 'en', shiftView(shift.id));
  await page.getByRole('link', { name: shifts('action.sales') }).click();
  const chip = page.locator('.chip').filter({ hasText: sales('col.shift') });
  await expect(chip).toContainText(shift.number);
  const cells = page.locator('tbody').getByRole('link', { name: shift.number, exact: true });
  await expect(page.locator('tbody tr')).toHaveCount(2);
  await expect(cells).toHaveCount(0);
  await page.getByRole('button', { name: kit('columns') }).click();
  await page.getByRole('checkbox', { name: sales('col.shift'), exact: true }).check();
  await page.keyboard.press('Escape');
  await expect(cells).toHaveCount(2);
  await page.getByRole('button', { name: kit('export') }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: kit('exportCsv') }).click();
  expect(await readFile(await (await saved).path(), 'utf8')).toContain(shift.number);
  await cells.first().click();
  await expect(page).toHaveURL(shiftView(shift.id));
  await page.goBack();
  await chip.getByRole('button', { name: textPattern('en', 'kit').part('removeFilter', { label: sales('col.shift') }) }).click();
  await expect(chip).toHaveCount(0);

  const blind = await (await browser.newContext()).newPage();
  await enter(blind, await newPerson('Cashier', [{ branch, access: 'work' }]), 'en', '/accounting/sales');
  await expect(blind.locator('tbody tr')).toHaveCount(2);
  await blind.getByRole('button', { name: kit('columns') }).click();
  await expect(blind.getByRole('checkbox', { name: sales('col.till'), exact: true })).toBeVisible();
  await expect(blind.getByRole('checkbox', { name: sales('col.shift'), exact: true })).toHaveCount(0);
  await blind.context().close();
});

test("a customer's debt matches on record, account and statement, on screen and in PDF", async ({ page, browser }) => {
  const [account, ar, sales] = [words('en', 'account'), words('ar', 'account'), words('en', 'sales')];
  const { goods, customer, sale, back } = await soldAndReturned(await newBranch('Account', 'حساب'));
  const branch = await newBranch('Account too', 'حساب آخر');
  await stocked(branch, goods, 2);
  const owed = await newSale(branch, [sold(goods, 2)], 0, { customer_id: customer.id });
  await enter(page, 'Owner', 'en', `/contacts/customers/edit/${customer.id}`);
  // 395 sold and 300 paid, 100 returned, 200 sold.
  await expect(page.locator('.debt-whole')).toContainText('195.00');
  await page.getByRole('link', { name: account('customer.link') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(customer.name);
  await expect(page.locator('.debt-whole')).toContainText('195.00');
  await expect(page.getByRole('table', { name: account('customer.open') }).locator('tbody tr')).toContainText([
    new RegExp(`${back.number}.*−5\\.00`),
    new RegExp(`${owed.number}.*200\\.00`),
  ]);

  await page.getByRole('tab', { name: account('statement.tab') }).click();
  const table = page.getByRole('table', { name: account('statement.title') });
  await expect(table.locator('tbody tr')).toContainText([
    account('statement.kind.opening'),
    /395\.00.*395\.00/,
    /Cash.*300\.00.*95\.00/,
    /−100\.00.*−5\.00/,
    /200\.00.*195\.00/,
  ]);
  await expect(table.locator('tfoot')).toContainText('195.00');
  const printed = page.waitForEvent('download');
  await page.getByRole('button', { name: account('statement.pdf'), exact: true }).click();
  expect((await printed).suggestedFilename()).toBe(`${account('statement.title')} ${customer.name}.pdf`);
  expect(await pdfTextRuns(await printed)).toEqual(expect.arrayContaining([sale.number, owed.number, '195.00']));
  const arabic = await (await browser.newContext()).newPage();
  await enter(arabic, 'Owner', 'ar', page.url());
  await expect(arabic.getByRole('table', { name: ar('statement.title') }).locator('tfoot')).toContainText('195.00');

  await table.getByRole('link', { name: owed.number }).click();
  await expect(page).toHaveURL(view(owed.id));
  await expect(page.getByRole('button', { name: sales('action.pay') })).toBeVisible();
  await expectInvariants();
});

test('an opening balance is recorded, part of the statement and its PDF, and voided', async ({ page }) => {
  const [account, sales] = [words('en', 'account'), words('en', 'sales')];
  const [branch, customer] = [await newBranch('Opening', 'افتتاح'), await newCustomer()];
  await enter(page, 'Owner', 'en', `/accounting/customers/${customer.id}`);
  await page.getByRole('button', { name: account('opening.name') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: account('opening.branch') }).click();
  await page.getByRole('option', { name: branch.name }).click();
  await dialog.getByRole('textbox', { name: account('opening.amount') }).fill('1250.5');
  await dialog.getByRole('textbox', { name: account('opening.day') }).fill('10/3/2025');
  await dialog.getByRole('button', { name: account('opening.add') }).click();
  await expect(dialog).toBeHidden();
  const open = page.getByRole('table', { name: account('customer.open') }).locator('tbody tr');
  await expect(open).toContainText([new RegExp(`OB-.*${sales('type.opening')}.*10 Mar 2025.*1,250\\.50`)]);
  const number = await open.getByRole('link').innerText();

  await page.goto(`/accounting/customers/${customer.id}?part=statement`);
  const table = page.getByRole('table', { name: account('statement.title') });
  await expect(table.locator('tbody tr')).toContainText([
    new RegExp(`10 Mar 2025.*${account('statement.kind.opening_balance')}.*1,250\\.50`),
  ]);
  const printed = page.waitForEvent('download');
  await page.getByRole('button', { name: account('statement.pdf'), exact: true }).click();
  expect(await pdfTextRuns(await printed)).toEqual(expect.arrayContaining([account('statement.kind.opening_balance'), number, '1,250.50']));

  await table.getByRole('link', { name: number }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(number);
  await page.getByRole('button', { name: account('opening.void.action'), exact: true }).click();
  await page.getByRole('alertdialog').getByRole('textbox').fill('Entered twice');
  await confirmDialog(page);
  await expect(page.getByText(sales('status.voided'), { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: sales('action.pay'), exact: true })).toHaveCount(0);
  await expectInvariants();
});

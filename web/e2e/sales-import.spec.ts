/* The import of sales through the wizard: a return, a new customer, and undo. */
import { expect } from '@playwright/test';
import { test } from './support/importing.ts';
import { textPattern } from './support/text-pattern.ts';
import { enter, expectInvariants, newBranch, newGoods, newPerson, stocked, unique } from './support/fixtures.ts';
import { csvFile, sheetFile } from './support/sheet-files.ts';
import { api, type Language, usually } from './support/stack.ts';
import { words } from './support/words.ts';

test.afterAll(expectInvariants);

const heads: Record<Language, string[]> = {
  en: ['Invoice no', 'Date and time', 'Branch', 'Customer', 'Barcode', 'Qty', 'Unit price', 'Discount reason'],
  ar: ['رقم الفاتورة', 'التاريخ والوقت', 'الفرع', 'العميل', 'الباركود', 'الكمية', 'سعر الوحدة', 'سبب الخصم'],
};

for (const language of usually('ar')) {
  test(`an accountant imports sales and returns, fixes a row in place, undoes all (${language})`, async ({ page }) => {
    const imports = words(language, 'imports');
    const branch = await newBranch('Sold', 'بيع');
    const goods = await newGoods();
    await stocked(branch, goods, 5);
    const run = unique();
    const rows = [
      heads[language],
      [`A-${run}`, '2026-11-05 14:05', branch.code, `Mona ${run}`, goods.barcode, 3, 10, 'Old stock'],
      ['', '', '', '', goods.barcode, 1, 10, ''],
      [`B-${run}`, '2026-11-06', branch.name_ar, `Mona ${run}`, goods.barcode, -1, 10, ''],
      [`C-${run}`, '2026-11-07', branch.name, '', goods.barcode, 7, 10, 'Old stock'],
    ];
    const file = language === 'en' ? csvFile(`sales ${run}.csv`, rows) : sheetFile(`sales ${run}.xlsx`, rows);
    await enter(page, await newPerson('Accountant', [{ branch, access: 'work' }]), language, '/accounting/sales');
    await page
      .getByRole('link', { name: words(language, 'kit')('import'), exact: true })
      .first()
      .click();
    await page.getByLabel(imports('chooseFile')).setInputFiles(file);
    // How the sales count as paid is shown before the check.
    await expect(page.getByText(imports('paidWhole'))).toBeVisible();
    await page.getByRole('button', { name: imports('runCheck') }).click();

    const short = page.getByLabel(textPattern(language, 'imports')('mend', { row: 5, column: imports('field.quantity') }));
    await expect(short).toHaveValue('7');
    await expect(page.getByText(textPattern(language, 'imports')('problem.stock_short', { has: 2 }))).toBeVisible();
    await short.fill('2');
    await page.getByRole('checkbox', { name: `Mona ${run}` }).check();
    await page.getByRole('button', { name: imports('checkAgain') }).click();
    await expect(page.getByText(imports('clean'))).toBeVisible();
    await expect(page.locator('.import-facts')).toContainText('50.00');
    await page.getByRole('button', { name: textPattern(language, 'imports')('apply_sales', { count: 3 }) }).click();
    await expect(page.getByRole('heading', { name: textPattern(language, 'imports')('doneTitle_sales', { count: 3 }) })).toBeVisible();
    const owner = await api('Owner');
    const found = () =>
      owner.get<{ type: string; total: number; status: string; business_day: string }>(
        `sales?branch_id=eq.${branch.id}&select=type,total,status,business_day&order=sold_at`,
      );
    expect(await found()).toEqual([
      { type: 'sale', total: 40, status: 'completed', business_day: '2026-11-05' },
      { type: 'return', total: -10, status: 'completed', business_day: '2026-11-06' },
      { type: 'sale', total: 20, status: 'completed', business_day: '2026-11-07' },
    ]);

    await page.getByRole('link', { name: imports('seeProducts_sales') }).click();
    await expect(page.getByRole('row').filter({ hasText: `Mona ${run}` })).toHaveCount(2);
    await page.goto('/imports?kind=sales');
    await page.getByRole('button', { name: textPattern(language, 'kit')('rowActions', { name: file.name }) }).click();
    await page.getByRole('menuitem', { name: imports('history.undo') }).click();
    await expect(page.getByRole('alertdialog')).toContainText(imports('history.goes_sales'));
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: textPattern(language, 'imports')('history.undoConfirm', { count: 3 }) })
      .click();
    await expect(page.getByRole('row').filter({ hasText: file.name })).toContainText(imports('history.statuses.undone'));
    expect((await found()).map(({ status }) => status)).toEqual(['voided', 'voided', 'voided']);
  });
}

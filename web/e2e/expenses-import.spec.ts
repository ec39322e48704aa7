/* The import of expenses through the wizard: a new category, payments, and undo. */
import { expect } from '@playwright/test';
import { test } from './support/importing.ts';
import { textPattern } from './support/text-pattern.ts';
import { enter, expectInvariants, newBranch, newPerson, unique } from './support/fixtures.ts';
import { csvFile } from './support/sheet-files.ts';
import { api } from './support/stack.ts';
import { words } from './support/words.ts';

test.afterAll(expectInvariants);

test('an accountant imports expenses, creates a category, fixes a row in place, and undoes all', async ({ page }) => {
  const [language, run] = ['ar' as const, unique()];
  const imports = words(language, 'imports');
  const branch = await newBranch('Spent before', 'صرف سابق');
  const file = csvFile(`expenses ${run}.csv`, [
    ['تاريخ المصروف', 'بند المصروفات', 'المبلغ', 'رقم السند', 'طريقة الدفع', 'المدفوع', 'ملاحظات'],
    ['2026-10-01', `إيجار ${run}`, 18000, `A-${run}`, 'نقدي', '', ''],
    ['2026-10-05', `مرافق ${run} > كهرباء`, 228, `B-${run}`, 'نقدي', 300, ''],
    ['2026-10-09', '', 450.5, '', '', '', 'قفل الباب'],
  ]);
  await enter(page, await newPerson('Accountant', [{ branch, access: 'work' }]), language, '/accounting/expenses');
  await page
    .getByRole('link', { name: words(language, 'kit')('import'), exact: true })
    .first()
    .click();
  await page.getByLabel(imports('chooseFile')).setInputFiles(file);
  // The file has no branch column, so everything goes to the branch chosen here.
  await expect(page.getByRole('heading', { name: imports('placesTitle_expenses') })).toBeVisible();
  await page.getByRole('button', { name: imports('runCheck') }).click();

  const paid = page.getByLabel(textPattern(language, 'imports')('mend', { row: 3, column: imports('field.paid') }));
  await expect(paid).toHaveValue('300');
  await expect(page.getByText(textPattern(language, 'imports')('problem.payment_exceeds_remaining', { total: 228 }))).toBeVisible();
  await paid.fill('100');
  await page.getByRole('checkbox', { name: `إيجار ${run}` }).check();
  await page.getByRole('checkbox', { name: `مرافق ${run} > كهرباء` }).check();
  await page.getByRole('button', { name: imports('checkAgain') }).click();
  await expect(page.getByText(imports('clean'))).toBeVisible();
  await expect(page.locator('.import-facts')).toContainText('18,678.50');
  await page.getByRole('button', { name: textPattern(language, 'imports')('apply_expenses', { count: 3 }) }).click();
  await expect(page.getByRole('heading', { name: textPattern(language, 'imports')('doneTitle_expenses', { count: 3 }) })).toBeVisible();
  const owner = await api('Owner');
  const found = () =>
    owner.get<{ amount: number; paid: number; spent_on: string }>(
      `expenses?branch_id=eq.${branch.id}&select=spent_on,amount,paid&order=spent_on`,
    );
  expect(await found()).toEqual([
    { spent_on: '2026-10-01', amount: 18000, paid: 18000 },
    { spent_on: '2026-10-05', amount: 228, paid: 100 },
    { spent_on: '2026-10-09', amount: 450.5, paid: 0 },
  ]);

  await page.getByRole('link', { name: imports('seeProducts_expenses') }).click();
  await expect(page.getByRole('row').filter({ hasText: `إيجار ${run}` })).toHaveCount(1);
  await page.goto('/imports?kind=expenses');
  await page.getByRole('button', { name: textPattern(language, 'kit')('rowActions', { name: file.name }) }).click();
  await page.getByRole('menuitem', { name: imports('history.undo') }).click();
  await expect(page.getByRole('alertdialog')).toContainText(imports('history.undoText_expenses'));
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: textPattern(language, 'imports')('history.undoConfirm', { count: 3 }) })
    .click();
  await expect(page.getByRole('row').filter({ hasText: file.name })).toContainText(imports('history.statuses.undone'));
  expect(await found()).toEqual([]);
});

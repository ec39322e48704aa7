/* Expenses: entered with a first payment, paid again, changed. */
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { rowsApi } from './support/rows.ts';
import { textPattern } from './support/text-pattern.ts';
import { enter, expectInvariants, newBranch, newPerson, unique } from './support/fixtures.ts';
import { api, usually } from './support/stack.ts';
import { test } from './support/test.ts';
import { words } from './support/words.ts';

test.afterAll(expectInvariants);

for (const language of usually('ar')) {
  test(`an accountant enters an expense, pays in parts, voids a payment and edits it (${language})`, async ({ page }) => {
    const [expenses, pay] = [words(language, 'expenses'), words(language, 'payments')];
    const branch = await newBranch('Spent', 'صرف');
    await enter(page, await newPerson('Accountant', [{ branch, access: 'work' }]), language, '/accounting/expenses');
    await page
      .getByRole('link', { name: expenses('action.add') })
      .first()
      .click();
    await page.getByLabel(expenses('fields.amount'), { exact: true }).fill('0');
    await page.getByRole('button', { name: expenses('action.save') }).click();
    await expect(page.getByText(words(language, 'errors')('expense_amount_invalid'))).toBeVisible();
    await page.getByLabel(expenses('fields.amount'), { exact: true }).fill('1250');
    const note = `Kite ${unique()}`;
    await page.getByLabel(expenses('fields.notes')).fill(note);
    await page.getByRole('button', { name: pay('add'), exact: true }).click();
    await page.getByRole('button', { name: new RegExp(`^${pay('method')}`) }).click();
    await page
      .getByRole('option', { name: language === 'en' ? 'Card' : /./ })
      .first()
      .click();
    // A payment above the amount is refused before it is sent, and the typed text stays.
    await page.locator('.pay-line').getByLabel(pay('amount'), { exact: true }).fill('1251');
    await page.getByRole('button', { name: expenses('action.save') }).click();
    await expect(page.getByText(pay('exceeds'))).toBeVisible();
    await page.reload();
    await expect(page.getByLabel(expenses('fields.notes'))).toHaveValue(note);
    await page.locator('.pay-line').getByLabel(pay('amount'), { exact: true }).fill('250');
    await page.getByRole('button', { name: expenses('action.save') }).click();
    await expect(page.locator('.document-totals')).toContainText('1,000.00');

    await page.getByRole('button', { name: expenses('action.pay'), exact: true }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel(pay('amount'), { exact: true })).toHaveValue(/1,?000/);
    await dialog
      .getByRole('button', { name: /1,000\.00/ })
      .last()
      .click();
    await expect(dialog).toBeHidden();
    await expect(page.locator('.document-totals')).toContainText('0.00');
    await page.getByRole('button', { name: textPattern(language, 'payments')('void', { amount: '1,000.00' }) }).click();
    const voiding = page.getByRole('alertdialog');
    await voiding.getByRole('textbox').fill('Bounced');
    await voiding.getByRole('button', { name: /1,000\.00/ }).click();
    await expect(page.getByRole('region', { name: pay('title') })).toContainText('Bounced');

    await page.getByRole('link', { name: expenses('action.edit') }).click();
    await page.getByLabel(expenses('fields.amount'), { exact: true }).fill('200');
    await page.getByRole('button', { name: expenses('action.save') }).click();
    await expect(page.getByText(words(language, 'errors')('expense_below_paid'))).toBeVisible();
    await page.getByLabel(expenses('fields.amount'), { exact: true }).fill('300');
    await page.getByRole('button', { name: expenses('action.save') }).click();
    await expect(page.locator('.document-totals')).toContainText('300.00');
    const owner = await api('Owner');
    expect(await owner.get(`expenses?branch_id=eq.${branch.id}&select=amount,paid,payment_status,notes`)).toEqual([
      { amount: 300, paid: 250, payment_status: 'partial', notes: note },
    ]);

    // A recurring expense shows its dates before it is saved. It is then skipped once, paused and changed.
    const recurring = (key: string, values?: Record<string, string>) => words(language, 'expenses')(`recurring.${key}`, values);
    await page.goto('/accounting/expenses/add');
    await page.getByLabel(expenses('fields.amount'), { exact: true }).fill('90');
    await page.getByLabel(expenses('fields.notes')).fill(`${note} again`);
    await page.getByRole('checkbox', { name: recurring('repeat') }).check();
    await page.getByLabel(recurring('every'), { exact: true }).fill('0');
    await expect(page.getByText(recurring('every_missing'))).toBeVisible();
    await page.getByLabel(recurring('every'), { exact: true }).fill('2');
    await expect(page.getByRole('status', { name: recurring('days') }).getByRole('listitem')).toHaveCount(5);
    await page.getByRole('button', { name: expenses('action.save') }).click();
    await expect(page.locator('.document-totals')).toContainText('90.00');
    await page.goto('/accounting/expenses/recurring');
    const row = page.getByRole('row').filter({ hasText: `${note} again` });
    const rule = async () =>
      (
        await owner.get<{ status: string; amount: number; every: number; unit: string; next_on: string }>(
          `expense_rules?branch_id=eq.${branch.id}&select=status,amount,every,unit,next_on`,
        )
      )[0];
    const first = await rule();
    expect(first).toMatchObject({ status: 'active', amount: 90, every: 2, unit: 'months' });
    const choose = async (key: string) => {
      await row.getByRole('button').last().click();
      await page.getByRole('menuitem', { name: recurring(`action.${key}`) }).click();
    };
    await choose('skip');
    await page.getByRole('alertdialog').getByRole('button').last().click();
    await expect(page.getByRole('alertdialog')).toBeHidden();
    await choose('pause');
    await expect(row).toContainText(recurring('status.paused'));
    expect((await rule())?.next_on.localeCompare(first?.next_on ?? '')).toBe(1);
    await row.getByRole('link').first().click();
    await page.getByLabel(expenses('fields.amount'), { exact: true }).fill('95.5');
    await page.getByRole('button', { name: recurring('action.save') }).click();
    await expect(page).toHaveURL('/accounting/expenses/recurring');
    await expect(row).toContainText('95.50');

    await page.goto('/accounting/expenses/view/00000000-0000-7000-8000-0000000000ff');
    await expect(page.getByRole('heading', { level: 2, name: expenses('notFound.title') })).toBeVisible();
  });
}

test("a supplier account lists the supplier's expenses, and the export follows the filters", async ({ page }) => {
  const [purchases, expenses] = [words('en', 'purchases'), words('en', 'expenses')];
  const [payments, kit] = [words('en', 'payments'), words('en', 'kit')];
  const branch = await newBranch('Repairs', 'صيانة');
  const [supplier] = await (await rowsApi()).insert('suppliers', [{ name: `Plumber ${unique()}` }]);
  const owner = await api('Owner');
  for (const [amount, paid] of [
    [120, 120],
    [80, 0],
  ] as const) {
    const made = await owner.rpc('save_expense', {
      id: crypto.randomUUID(),
      expense: {
        branch_id: branch.id,
        spent_on: '2026-11-20',
        amount,
        supplier_id: supplier!.id,
        reference: `00${amount}`,
        notes: '=1+1, pipes',
      },
      payments:
        paid === 0
          ? []
          : [
              {
                payment_method_id: (await owner.get<{ id: string }>('payment_methods?is_cash=is.false&limit=1'))[0]!.id,
                amount: paid,
                paid_on: '2026-11-20',
              },
            ],
    });
    expect(made.ok, await made.clone().text()).toBe(true);
  }
  const person = await newPerson('Accountant', [{ branch, access: 'work' }]);
  await enter(page, person, 'en', `/purchase/suppliers/${supplier!.id}`);
  await page.getByRole('tab', { name: purchases('account.expenses') }).click();
  await expect(page).toHaveURL(/part=expenses/);
  const rows = page.getByRole('tabpanel').getByRole('row');
  await expect(rows.filter({ hasText: '120.00' })).toHaveCount(1);
  await expect(rows.filter({ hasText: '80.00' }).first()).toBeVisible();
  await expect(page.getByRole('tabpanel')).toContainText(/2 expenses of .*200\.00.*80\.00/);
  await page.getByRole('link', { name: purchases('account.allExpenses') }).click();
  await expect(page.getByRole('row').filter({ hasText: '120.00' })).toHaveCount(1);

  // Only the filtered rows and visible columns. Codes keep their zeros, and a note is not a formula.
  await page.goto(`/accounting/expenses?supplier=${supplier!.id}&payment=unpaid&payment=partial`);
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await page.getByRole('button', { name: kit('columns') }).click();
  for (const column of ['tax', 'reference', 'notes'])
    await page.getByRole('checkbox', { name: expenses(`col.${column}`), exact: true }).check();
  await page.getByRole('checkbox', { name: expenses('col.category'), exact: true }).uncheck();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: kit('export') }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: kit('exportCsv') }).click();
  const lines = (await readFile(await (await saved).path(), 'utf8')).replace('\uFEFF', '').trimEnd().split('\r\n');
  const [{ number } = { number: '' }] = await owner.get<{ number: string }>(
    `expenses?branch_id=eq.${branch.id}&amount=eq.80&select=number`,
  );
  const heads = ['number', 'spentOn', 'supplier', 'amount', 'tax', 'remaining', 'payment', 'reference', 'notes'];
  expect(lines).toEqual([
    heads.map((head) => expenses(`col.${head}`, { currency: 'EGP' })).join(','),
    `${number},2026-11-20,${String(supplier!.name)},80.00,0.00,80.00,${payments('status.due')},0080,"'=1+1, pipes"`,
  ]);
});

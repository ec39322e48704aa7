/* A shift from opening to printing: the cashier counts blind, the manager sees the difference and approves it. */
import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { method } from './support/purchases.ts';
import { enter, expectInvariants, inDatabase, newBranch, newGoods, newPerson, saying, stocked } from './support/fixtures.ts';
import { anyShift, shiftView } from './support/shifts.ts';
import { stack, usually } from './support/stack.ts';
import { test } from './support/test.ts';
import { textPattern } from './support/text-pattern.ts';
import { words } from './support/words.ts';

/* Above the shortage in any other test's drawer, because the setting applies to the whole business. */
const LIMIT = 1000;

test.beforeAll(() => inDatabase((sql) => sql`update public.business set shift_variance_limit = ${LIMIT}`));
test.afterAll(async () => {
  await inDatabase((sql) => sql`update public.business set shift_variance_limit = null`);
  await expectInvariants();
});

const foot = (page: Page) => page.locator('aside.side .shift');
const dialog = (page: Page) => page.getByRole('dialog');

async function rpcAs({ email, password }: { email: string; password: string }, name: string, body: object): Promise<Response> {
  const headers = { apikey: stack.publishableKey, 'content-type': 'application/json' };
  const { access_token } = (await (
    await fetch(`${stack.apiUrl}/auth/v1/token?grant_type=password`, { method: 'POST', headers, body: JSON.stringify({ email, password }) })
  ).json()) as { access_token: string };
  return fetch(`${stack.apiUrl}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${access_token}` },
    body: JSON.stringify(body),
  });
}

for (const language of usually('ar')) {
  test(`a drawer is opened, paid out of, counted blind, approved and printed, ${language}`, async ({ page, browser }) => {
    const shifts = words(language, 'shifts');
    const branch = await newBranch('Dokki', 'الدقي');
    const cashier = await newPerson('Cashier', [{ branch, access: 'work' }]);
    const goods = await newGoods();
    await stocked(branch, goods, 5);
    await enter(page, cashier, language);

    // Cash is refused without an open drawer.
    const sale = {
      id: randomUUID(),
      sale: { branch_id: branch.id },
      lines: [{ variant_id: goods.variant, quantity: 2 }],
      payments: [{ payment_method_id: await method(), amount: 3000 }],
    };
    expect(await (await rpcAs(cashier, 'record_sale', sale)).json()).toMatchObject({ message: 'shift_missing' });
    await foot(page).click();
    await dialog(page).getByLabel(shifts('open.balance')).fill('1500');
    await page.keyboard.press('Enter');
    await expect(foot(page)).toContainText(shifts('own.open'));
    expect((await rpcAs(cashier, 'record_sale', sale)).ok).toBe(true);

    await foot(page).click();
    await page.getByRole('menuitem', { name: shifts('action.payOut') }).click();
    await dialog(page).getByLabel(shifts('cash.amount')).fill('25');
    await dialog(page).getByLabel(shifts('cash.reason')).fill('Water');
    await page.keyboard.press('Enter');
    await expect(saying(page).getByText(/25\.00/)).toBeVisible();

    // Counted by denomination without showing the expected amount; the count survives a reload.
    const count = async () => {
      await foot(page).click();
      await page.getByRole('menuitem', { name: shifts('action.close') }).click();
    };
    await count();
    await expect(dialog(page)).toContainText(shifts('close.blind'));
    await dialog(page)
      .getByRole('button', { name: shifts('close.byPieces') })
      .click();
    const pieces = (denomination: string) => dialog(page).getByLabel(shifts('close.piecesOf', { denomination }), { exact: true });
    await pieces('200').fill('2');
    await pieces('200').press('ArrowDown');
    await expect(pieces('100')).toBeFocused();
    await page.keyboard.type('1');
    await page.reload();
    await count();
    await expect(pieces('200')).toHaveValue('2');
    await expect(dialog(page).locator('tr.sum-line')).toContainText('500.00');
    await dialog(page).getByLabel(shifts('close.stays')).fill('300');
    await dialog(page)
      .getByRole('button', { name: shifts('close.confirm') })
      .click();
    await expect(foot(page)).toContainText(shifts('own.none'));

    await page.goto(`/reports/shifts`);
    const [{ id, number } = { id: '', number: '' }] = await inDatabase(async (sql) => [
      ...(await sql<{ id: string; number: string }[]>`select id, number from public.shifts where opened_by = ${cashier.id}`),
    ]);
    await page.getByRole('link', { name: number, exact: true }).click();
    await expect(page).toHaveURL(shiftView(id));
    // 1,500 + 200 − 25 are expected and 500 counted; the page reveals nothing of the shortage.
    await expect(page.locator('.document-totals')).toContainText('500.00');
    await expect(page.locator('main')).not.toContainText(/1,675|1,175|−1,175/);
    await expect(page.locator('main')).not.toContainText(shifts('result.shortage'));

    const manager = await (await browser.newContext()).newPage();
    await enter(manager, await newPerson('Manager', [{ branch, access: 'work' }]), language, '/reports/shifts?approve=yes');
    await manager.getByRole('link', { name: number, exact: true }).click();
    await expect(manager.locator('.stamp').getByText(shifts('toApprove'))).toBeVisible();
    await expect(manager.locator('.document-totals')).toContainText(/1,675\.00[^]*500\.00[^]*−1,175\.00/);
    // Each figure lists its rows.
    await manager
      .locator('.document-totals')
      .getByRole('button', { name: new RegExp(`^−25\\.00`) })
      .click();
    await expect(manager).toHaveURL(/of=pay_out/);
    await expect(manager.getByRole('table').first().locator('tbody tr')).toHaveCount(1);
    await expect(manager.getByRole('table').first().locator('tfoot')).toContainText('−25.00');
    // The row's menu asks the same question as the page.
    await manager.goto('/reports/shifts?approve=yes');
    await manager.getByRole('button', { name: textPattern(language, 'kit')('rowActions', { name: number }) }).click();
    await manager.getByRole('menuitem', { name: shifts('action.approve') }).click();
    await manager.getByRole('alertdialog').getByRole('textbox').fill('The safe was filled before');
    await manager
      .getByRole('alertdialog')
      .getByRole('button', { name: new RegExp(shifts('approve.confirm').split(' ')[0]!) })
      .click();
    await expect(manager.getByRole('alertdialog')).toBeHidden();
    await manager.goto(shiftView(id));
    await expect(manager.locator('.stamp').getByText(shifts('toApprove'))).toHaveCount(0);
    await expect(manager.locator('.document-notes')).toContainText('The safe was filled before');
    for (const kind of ['report', 'roll'] as const) {
      const saved = manager.waitForEvent('download');
      await manager.getByRole('button', { name: shifts(`action.${kind}`) }).click();
      expect((await saved).suggestedFilename()).toContain(number);
    }
  });
}

test('closing a shift that somebody else closed names them and keeps the count on the screen', async ({ page, browser }) => {
  const shifts = words('en', 'shifts');
  const branch = await newBranch('Two', 'اثنان');
  const cashier = await newPerson('Cashier', [{ branch, access: 'work' }]);
  expect((await rpcAs(cashier, 'open_shift', { id: randomUUID(), branch_id: branch.id, opening_balance: 100 })).ok).toBe(true);
  await enter(page, cashier, 'en');
  await foot(page).click();
  await page.getByRole('menuitem', { name: shifts('action.close') }).click();
  await dialog(page).getByLabel(shifts('close.total')).fill('99');

  const manager = await newPerson('Manager', [{ branch, access: 'work' }]);
  const other = await (await browser.newContext()).newPage();
  await enter(other, manager, 'en', '/reports/shifts?status=open');
  await other.getByRole('link', { name: /^SH-/ }).first().click();
  await other
    .locator('.head')
    .getByRole('button', { name: shifts('action.close') })
    .click();
  await other.getByRole('dialog').getByLabel(shifts('close.total')).fill('100');
  await expect(other.getByRole('dialog').locator('tr.sum-line')).toContainText(shifts('result.balanced'));
  await other
    .getByRole('dialog')
    .getByRole('button', { name: shifts('close.confirm') })
    .click();
  await expect(other.locator('.stamp').getByText(shifts('result.balanced'))).toBeVisible();

  await dialog(page)
    .getByRole('button', { name: shifts('close.confirm') })
    .click();
  await expect(dialog(page).getByRole('alert')).toContainText(manager.name);
  await expect(dialog(page).getByLabel(shifts('close.total'))).toHaveValue(/99/);
});

test('the next shift starts with the closing balance and asks for the reason of a difference', async ({ page }) => {
  const shifts = words('en', 'shifts');
  const branch = await newBranch('Left', 'متروك');
  await anyShift(branch);
  await enter(page, await newPerson('Cashier', [{ branch, access: 'work' }]), 'en', '/reports/shifts');
  await page
    .locator('.head')
    .getByRole('button', { name: shifts('action.open') })
    .click();
  const balance = dialog(page).getByLabel(shifts('open.balance'));
  await expect(balance).toHaveValue('200.00');
  await balance.fill('190');
  await dialog(page)
    .getByRole('button', { name: shifts('open.confirm') })
    .click();
  await expect(dialog(page)).toContainText(shifts('open.noteMissing'));
  await dialog(page).getByLabel(shifts('open.note')).fill('A note was torn');
  await dialog(page)
    .getByRole('button', { name: shifts('open.confirm') })
    .click();
  await expect(foot(page)).toContainText(shifts('own.open'));
});

for (const language of usually('ar')) {
  test(`a manager sees the cash that belongs to no drawer and opens its sales, ${language}`, async ({ page }) => {
    const shifts = words(language, 'shifts');
    const branch = await newBranch('Dokki', 'الدقي');
    const manager = await newPerson('Manager', [{ branch, access: 'work' }]);
    const goods = await newGoods();
    await stocked(branch, goods, 5);
    await enter(page, manager, language, '/reports/shifts');
    const figure = page.locator('.head').getByRole('button', { name: /300\.00/ });
    await expect(page.locator('.head .subtitle')).not.toHaveText('');
    await expect(figure).toHaveCount(0);
    // The till of another system has its own drawer.
    const cash = await method();
    const sales = [1, 2].map((quantity) => ({
      reference: String(quantity),
      lines: [{ variant_id: goods.variant, quantity }],
      payments: [{ payment_method_id: cash, amount: 100 * quantity }],
    }));
    expect((await rpcAs(manager, 'record_sales', { branch_id: branch.id, till: 'POSX', sales })).ok).toBe(true);
    await page.reload();
    await expect(figure).toHaveText(shifts('loose.figure', { amount: '300.00' }));
    await figure.click();
    await expect(dialog(page)).toContainText(shifts('loose.text'));
    await expect(dialog(page).locator('tbody tr')).toHaveCount(2);
    await page.keyboard.press('Escape');
    await expect(figure).toBeFocused();
    await page.setViewportSize({ width: 390, height: 844 });
    await figure.click();
    await dialog(page).getByRole('link').first().click();
    await expect(page).toHaveURL(/\/inventory\/sales\/view\//);
  });
}

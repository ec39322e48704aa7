/* A return to a supplier from the receipt of a paid order: the goods leave, the credit pays another order, and voiding brings all back. */
import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { enter, expectInvariants, newBranch, newGoods, onHand } from './support/fixtures.ts';
import { action, confirmDialog, figure, method, newOrder, newSupplier, en, toast, view } from './support/purchases.ts';
import { api } from './support/stack.ts';
import { test } from './support/test.ts';
import { words } from './support/words.ts';

const returns = words('en', 'purchaseReturns');

test.afterAll(expectInvariants);

test('goods of a paid order go back, and their credit pays another order', async ({ page }) => {
  const branch = await newBranch('Dokki', 'الدقي');
  const goods = await newGoods();
  const supplier = await newSupplier();
  const owner = await api('Owner');
  const paid = await newOrder(branch, supplier, [{ goods, quantity: 6, cost: 50 }]);
  await owner.rpc('receive_purchase', {
    id: randomUUID(),
    purchase_order_id: paid.id,
    lines: [{ variant_id: goods.variant, quantity: 6 }],
  });
  const payment = { id: randomUUID(), payment_method_id: await method(), amount: 300, paid_on: '2026-11-01' };
  expect((await owner.rpc('pay_purchase', { id: paid.id, payments: [payment] })).ok).toBe(true);
  const open = await newOrder(branch, supplier, [{ goods, quantity: 1, cost: 80 }]);

  await enter(page, 'Owner', 'en', view(paid.id));
  await page.getByRole('link', { name: en('receipts.return') }).click();
  await figure(page, 'quantity', goods).fill('2');
  await page.getByRole('button', { name: returns('form.reason') }).click();
  await page.getByRole('option', { name: returns('reason.damaged') }).click();
  await page.keyboard.press('Control+s');
  await page.waitForURL(/\/purchase\/returns\/[0-9a-f-]{36}$/);
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText(/^PR-/);
  const number = (await title.textContent()) ?? '';
  const address = new URL(page.url()).pathname;
  expect(await onHand(branch, goods)).toBe(4);

  // Of 80.00 still owed for the other order, the credit of 100.00 pays all.
  await page.goto(`/purchase/suppliers/${supplier.id}`);
  await page.getByRole('button', { name: en('account.useCredit') }).click();
  await confirmDialog(page, en('account.useCredit'));
  await toast(page, /80\.00/);
  await page.goto(view(open.id));
  await expect(page.getByRole('link', { name: number })).toBeVisible();

  await page.goto(address);
  await action(page, en('action.more')).click();
  await page.getByRole('menuitem', { name: returns('void.action') }).click();
  const asked = page.getByRole('alertdialog');
  await asked.getByRole('textbox').fill('Not damaged');
  await asked.getByRole('button', { name: returns('void.action') }).click();
  await expect(asked).toBeHidden();
  await expect(page.locator('.stamp').first()).toContainText(returns('status.voided'));
  expect(await onHand(branch, goods)).toBe(6);
});

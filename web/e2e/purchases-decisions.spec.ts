/* Decisions on a purchase order: approve, cancel, close and reopen, undo a receipt, void a payment, pay several orders, files.
Each is made by a user with the permission and viewed by one without it. */
import { expect, type Locator, type Page } from '@playwright/test';
import { intercept, loseAnswer } from './support/intercept.ts';
import {
  action,
  confirmDialog,
  decide,
  en,
  figure,
  method,
  newOrder,
  newSupplier,
  pay,
  pdf,
  pick,
  scanCode,
  toast,
  view,
} from './support/purchases.ts';
import { textPattern } from './support/text-pattern.ts';
import { enter, expectInvariants, inDatabase, newBranch, newGoods, newPerson, onHand } from './support/fixtures.ts';
import { api } from './support/stack.ts';
import { test } from './support/test.ts';
import { words } from './support/words.ts';

const ui = words('en', 'ui');
const business = words('en', 'business');
/* Above the orders of all other tests, because the setting applies to the whole business. */
const LIMIT = 5_000_000;

test.afterAll(expectInvariants);

const entry = (page: Page, name: string) => page.getByRole('menuitem', { name: new RegExp(`^${name}`) });
const more = (page: Page) => page.locator('.head').getByRole('button', { name: en('action.more') });

test("an order above the limit needs another user's approval, and an edit revokes it", async ({ browser }) => {
  const branch = await newBranch('Agouza', 'العجوزة');
  const goods = await newGoods();
  const supplier = await newSupplier();
  const owner = await (await browser.newContext()).newPage();
  await enter(owner, 'Owner', 'en', '/settings/business');
  await owner.getByRole('switch', { name: business('fields.purchase_four_eyes') }).click();
  await owner.getByLabel(business('fields.purchase_approval_limit')).fill(String(LIMIT));
  await owner.getByRole('button', { name: business('save') }).click();
  await toast(owner, business('saved'));
  try {
    const buyer = await (await browser.newContext()).newPage();
    await enter(buyer, await newPerson('Buyer', [{ branch, access: 'work' }]), 'en', `/purchase/add?supplier=${supplier.id}`);
    await scanCode(buyer, goods.barcode);
    // What is proposed comes first, so that it is not put before what is typed.
    await expect(figure(buyer, 'cost', goods)).toHaveValue('61.50');
    await figure(buyer, 'cost', goods).fill(String(LIMIT + 1));
    await buyer.keyboard.press('Control+s');
    await buyer.waitForURL(/\/purchase\/orders\//);
    const address = new URL(buyer.url()).pathname;
    const id = address.split('/').at(-1)!;
    await expect(buyer.locator('.stamp').first()).toContainText(en('status.unapproved'));
    await expect(action(buyer, en('action.approve'))).toHaveCount(0);
    await expect(action(buyer, en('action.receive'))).toHaveAttribute('aria-disabled', 'true');

    // The author may approve others' orders but not this one; another manager can.
    const manager = await (await browser.newContext()).newPage();
    await enter(manager, await newPerson('Manager', [{ branch, access: 'work' }]), 'en', address);
    await decide(manager, en('action.approve'), en('decide.approve.confirm'));
    await expect(manager.locator('.stamp').first()).toHaveText(en('status.pending'));
    await expect(action(manager, en('action.receive'))).toBeEnabled();

    await manager.goto(`/purchase/edit/${id}`);
    await figure(manager, 'quantity', goods).fill('2');
    await manager.keyboard.press('Control+s');
    await manager.waitForURL(/\/purchase\/orders\//);
    await expect(manager.locator('.stamp').first()).toContainText(en('status.unapproved'));
    await expect(action(manager, en('action.approve'))).toHaveAttribute('aria-disabled', 'true');
    await expect(action(manager, en('action.approve'))).toHaveAccessibleDescription(en('off.is_author'));
    await owner.goto(address);
    await action(owner, en('action.approve')).click();
    const question = owner.getByRole('alertdialog');
    const confirm = question.getByRole('button', { name: en('decide.approve.confirm') });
    await expect(confirm).toBeEnabled();
    // Confirming is refused if the order changed while the dialog was open, and works the second time.
    await inDatabase((sql) => sql`update public.purchase_orders set notes = 'By Thursday' where id = ${id}`);
    await confirm.click();
    await expect(question).toContainText(words('en', 'errors')('changed_meanwhile'));
    await expect(owner.getByText('By Thursday')).toBeVisible();
    await confirm.click();
    await expect(owner.locator('.stamp').first()).toHaveText(en('status.pending'));
  } finally {
    await inDatabase((sql) => sql`update public.business set purchase_four_eyes = false, purchase_approval_limit = null`);
  }
});

test('the close dialog shows the current amount of the order, not that of the open page', async ({ page }) => {
  const branch = await newBranch('Dokki', 'الدقي');
  const goods = await newGoods();
  const supplier = await newSupplier();
  const order = await newOrder(branch, supplier, [{ goods, quantity: 2, cost: 50 }]);
  const owner = await api('Owner');
  const received = await owner.rpc('receive_purchase', {
    id: crypto.randomUUID(),
    purchase_order_id: order.id,
    lines: [{ variant_id: goods.variant, quantity: 1 }],
  });
  expect(received.ok, await received.clone().text()).toBe(true);
  await enter(page, 'Owner', 'en', view(order.id));
  await expect(page.locator('.document-totals .grand-total')).toHaveText('100.00');
  const [{ version }] = (await owner.get<{ version: number }>(`purchase_orders?id=eq.${order.id}&select=version`)) as [{ version: number }];
  const edited = await owner.rpc('save_purchase_order', {
    id: order.id,
    expected_version: version,
    purchase: { supplier_id: supplier.id, branch_id: branch.id, status: 'pending' },
    items: [{ variant_id: goods.variant, quantity: 4, unit_cost: 50 }],
  });
  expect(edited.ok, await edited.clone().text()).toBe(true);
  await more(page).click();
  await entry(page, en('action.closeShort')).click();
  await expect(page.getByRole('alertdialog')).toContainText('200.00');
});

test('an order with receipts or payments cannot be cancelled, and a closed one can be reopened', async ({ page, browser }) => {
  const branch = await newBranch('Imbaba', 'إمبابة');
  const elsewhere = await newBranch('Faisal', 'فيصل');
  const goods = await newGoods();
  const supplier = await newSupplier();
  const order = await newOrder(branch, supplier, [{ goods, quantity: 5, cost: 20 }]);
  const owner = await api('Owner');
  const receive = (quantity: number) =>
    owner.rpc('receive_purchase', {
      id: crypto.randomUUID(),
      purchase_order_id: order.id,
      lines: [{ variant_id: goods.variant, quantity }],
    });
  expect((await receive(3)).ok).toBe(true);

  await enter(page, 'Owner', 'en', view(order.id));
  await more(page).click();
  await expect(entry(page, en('action.cancel'))).toContainText(en('off.has_receipts'));
  await page.keyboard.press('Escape');

  // Two of the three pieces have left, so the receipt cannot be undone.
  const moved = await owner.rpc('save_transfer', {
    id: crypto.randomUUID(),
    from_branch_id: branch.id,
    to_branch_id: elsewhere.id,
    lines: [{ variant_id: goods.variant, quantity: 2 }],
  });
  const { id: transfer } = (await moved.json()) as { id: string };
  expect((await owner.rpc('approve_transfer', { id: transfer, expected_version: 1 })).ok).toBe(true);
  await page.getByRole('button', { name: en('receipts.undo') }).click();
  const asked = page.getByRole('alertdialog');
  await asked.getByRole('button').last().click();
  await expect(asked.getByRole('textbox')).toBeFocused();
  await asked.getByRole('textbox').fill('counted wrong');
  await asked.getByRole('button').last().click();
  await expect(asked.getByRole('alert')).toContainText(words('en', 'errors')('stock_short'));
  await asked.getByRole('button', { name: ui('cancel') }).click();
  expect((await owner.rpc('reverse_transfer', { id: transfer, reason: 'sent back', expected_version: 2 })).ok).toBe(true);

  await more(page).click();
  await entry(page, en('action.closeShort')).click();
  await confirmDialog(page);
  await expect(page.locator('.stamp').first()).toHaveText(en('status.completed'));
  await more(page).click();
  await entry(page, en('action.reopen')).click();
  await confirmDialog(page, en('decide.reopen.confirm'));
  await expect(page.locator('.stamp').first()).toHaveText(en('status.pending'));
  await expect(page.locator('.document-totals .grand-total')).toHaveText('100.00');

  await page.getByRole('button', { name: en('receipts.undo') }).click();
  await asked.getByRole('textbox').fill('counted wrong');
  await asked.getByRole('button').last().click();
  await expect(page.locator('.gone')).toContainText('counted wrong');
  expect(await onHand(branch, goods)).toBe(0);

  // An auditor views the same order without any action.
  const auditor = await (await browser.newContext()).newPage();
  await enter(auditor, await newPerson('Auditor', [{ branch, access: 'view' }]), 'en', view(order.id));
  await expect(auditor.locator('.head').getByRole('button')).toHaveText([en('action.pdf')]);

  await owner.rpc('pay_purchase', {
    id: order.id,
    payments: [{ id: crypto.randomUUID(), payment_method_id: await method(), amount: 5, paid_on: '2026-01-05' }],
  });
  await page.reload();
  await more(page).click();
  await expect(entry(page, en('action.cancel'))).toContainText(en('off.has_payments'));
  await page.keyboard.press('Escape');
  // On a phone the payment dialog opens without focusing a field, the void dialog focuses the reason.
  const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })).newPage();
  await enter(phone, 'Owner', 'en', view(order.id));
  await action(phone, en('action.pay')).click();
  await expect(phone.getByRole('dialog')).toBeFocused();
  await phone.keyboard.press('Escape');
  await phone.getByRole('button', { name: textPattern('en', 'payments')('void', { amount: '5.00' }) }).click();
  await expect(phone.getByRole('alertdialog').getByRole('textbox')).toBeFocused();
  await phone.keyboard.type('typed in the wrong order');
  await phone.keyboard.press('Enter');
  await expect(phone.locator('.gone').last()).toContainText('typed in the wrong order');
  await page.reload();
  await more(page).click();
  await entry(page, en('action.cancel')).click();
  // The dialog must not have two buttons that both say "Cancel".
  await expect(asked.getByRole('button', { name: en('decide.cancel.keep') })).toBeVisible();
  await expect(asked.getByRole('button', { name: ui('cancel'), exact: true })).toHaveCount(0);
  await asked.getByRole('textbox').fill('not needed');
  await confirmDialog(page, en('decide.cancel.confirm'));
  await expect(page.locator('.stamp').first()).toHaveText(en('status.cancelled'));
  await expect(page.getByRole('main')).not.toContainText(words('en', 'document')('totals.remaining'));
  await expect(action(page, en('action.edit'))).toHaveCount(0);
  await expect(page.locator('.head [aria-disabled]')).toHaveCount(0);
  await page.goto(`/purchase/edit/${order.id}`);
  await expect(page.getByText(words('en', 'errors')('purchase_cancelled')).first()).toBeVisible();
});

test('the oldest orders are paid first, and a file is attached to a payment and removed', async ({ page }) => {
  const branch = await newBranch('Shubra', 'شبرا');
  const goods = await newGoods();
  const supplier = await newSupplier();
  const first = await newOrder(branch, supplier, [{ goods, quantity: 1, cost: 100 }], { ordered_on: '2026-01-10' });
  const second = await newOrder(branch, supplier, [{ goods, quantity: 1, cost: 50 }], { ordered_on: '2026-02-10' });
  await enter(page, 'Owner', 'en', `/purchase/suppliers/${supplier.id}`);
  await action(page, en('action.pay')).click();
  const paying = page.getByRole('dialog');
  await paying.getByLabel(pay('amount')).fill('151');
  await expect(paying.getByText('Payment amount exceeds remaining due amount')).toBeVisible();
  await paying.getByLabel(pay('amount')).fill('120');
  const shares = (row: { number: string }): Locator => paying.getByRole('row').filter({ hasText: row.number });
  await expect(shares(first)).toContainText('100.00');
  await expect(shares(second)).toContainText('20.00');
  await paying.getByLabel(pay('amount')).press('Enter');
  await toast(page, 'Payment recorded successfully');
  await expect(page.getByRole('row').filter({ hasText: first.number })).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: second.number })).toContainText('30.00');

  await page.goto(view(second.id));
  await action(page, en('action.pay')).click();
  await expect(paying.getByLabel(pay('amount'))).toBeFocused();
  await expect(paying.getByRole('button', { name: new RegExp(`^${pay('method')}`) })).toContainText('Cash');
  await paying.locator('input[type=file]').setInputFiles(pdf('slip.pdf'));
  await expect(paying.locator('.attachment-file')).toContainText('slip.pdf');
  await paying
    .getByRole('button', { name: /30\.00/ })
    .last()
    .click();
  await toast(page, 'Payment recorded successfully');
  const payments = page.getByRole('region', { name: words('en', 'payments')('title') });
  await expect(payments.locator('.attachment-file')).toContainText('slip.pdf');
  await expect(page.getByRole('region', { name: en('files.title') }).locator('.attachment-file')).toHaveCount(0);
  await payments
    .getByRole('button', { name: /slip\.pdf/ })
    .first()
    .click();
  await expect(page.getByRole('dialog').locator('iframe')).toBeVisible();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: ui('close') })
    .last()
    .click();
  await payments.getByRole('button', { name: textPattern('en', 'attachments')('remove', { name: 'slip.pdf' }) }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: words('en', 'attachments')('removeIt') })
    .click();
  await expect(payments.locator('.attachment-file')).toHaveCount(0);
});

test('the unsent file of a voided payment is not uploaded, and can be discarded', async ({ page }) => {
  const branch = await newBranch('Sakakini', 'السكاكيني');
  const order = await newOrder(branch, await newSupplier(), [{ goods: await newGoods(), quantity: 1, cost: 100 }]);
  await enter(page, 'Owner', 'en', view(order.id));
  await intercept(page, '**/storage/v1/object/**', (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()));
  await action(page, en('action.pay')).click();
  const paying = page.getByRole('dialog');
  await paying.getByRole('button', { name: new RegExp(`^${pay('method')}`) }).click();
  await page.getByRole('option', { name: 'Cash' }).click();
  await paying.locator('input[type=file]').setInputFiles(pdf('slip.pdf'));
  await paying
    .getByRole('button', { name: /100\.00/ })
    .last()
    .click();
  const unsent = page.getByRole('alert').filter({ hasText: 'slip.pdf' });
  await expect(unsent.getByRole('button', { name: ui('retry') })).toBeVisible();
  const owner = await api('Owner');
  const [paid] = await owner.get<{ id: string }>(`purchase_payments?select=id&purchase_order_id=eq.${order.id}`);
  expect((await owner.rpc('void_purchase_payment', { id: paid!.id, reason: 'Cheque came back' })).ok).toBe(true);
  await page.reload();
  await expect(page.locator('.gone')).toContainText('Cheque came back');
  await expect(unsent).toBeVisible();
  await expect(unsent.getByRole('button', { name: ui('retry') })).toHaveCount(0);
  await unsent.getByRole('button', { name: words('en', 'attachments')('giveUp') }).click();
  await expect(unsent).toHaveCount(0);
});

test('after a lost response the recorded payment or receipt is shown before another is made', async ({ page }) => {
  const branch = await newBranch('Rod El Farag', 'روض الفرج');
  const goods = await newGoods();
  const order = await newOrder(branch, await newSupplier(), [{ goods, quantity: 4, cost: 25 }]);
  await enter(page, 'Owner', 'en', view(order.id));
  const dialog = page.getByRole('dialog');

  await loseAnswer(page, '**/rpc/pay_purchase');
  await action(page, en('action.pay')).click();
  await dialog.getByRole('button', { name: new RegExp(`^${pay('method')}`) }).click();
  await page.getByRole('option', { name: 'Cash' }).click();
  await dialog.getByLabel(pay('amount')).fill('60');
  await dialog
    .getByRole('button', { name: /60\.00/ })
    .last()
    .click();
  await expect(dialog.getByRole('button', { name: ui('retry') })).toBeVisible();
  await dialog.getByLabel(pay('amount')).fill('40');
  await dialog
    .getByRole('button', { name: /40\.00/ })
    .last()
    .click();
  await expect(dialog.getByText(pay('recorded'))).toBeVisible();
  await expect(dialog.getByRole('button', { name: ui('retry') })).toHaveCount(0);
  await dialog.getByRole('button', { name: ui('cancel') }).click();
  await expect(page.getByRole('region', { name: words('en', 'payments')('title') })).toContainText('60.00');

  await loseAnswer(page, '**/rpc/receive_purchase');
  await action(page, en('action.receive')).click();
  await figure(page, 'received', goods).fill('1');
  await dialog.getByRole('button', { name: /^Receive \d/ }).click();
  await expect(dialog.getByRole('button', { name: ui('retry') })).toBeVisible();
  await figure(page, 'received', goods).fill('3');
  await dialog.getByRole('button', { name: /^Receive \d/ }).click();
  await expect(dialog.locator('.banner')).toContainText('was already received with different quantities');
  await dialog.getByRole('button', { name: ui('cancel') }).click();
  await expect(page.getByRole('region', { name: en('receipts.title') })).toContainText('1 piece');
  const owner = await api('Owner');
  expect(await owner.get(`purchase_payments?select=amount&purchase_order_id=eq.${order.id}`)).toEqual([{ amount: 60 }]);
  const [receipt] = await owner.get<{ id: string }>(`receipts?select=id&purchase_order_id=eq.${order.id}`);
  expect(await owner.get(`receipt_items?select=quantity&receipt_id=eq.${receipt!.id}`)).toEqual([{ quantity: 1 }]);
});

test('failed requests show a specific message and keep the typed text', async ({ page }) => {
  const branch = await newBranch('Zeitoun', 'الزيتون');
  const goods = await newGoods();
  const supplier = await newSupplier();
  const order = await newOrder(branch, supplier, [{ goods, quantity: 2, cost: 50 }], { reference: 'Bill 7' });
  const refuse = (name: string) =>
    intercept(page, `**/rest/v1/rpc/${name}`, (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{"message":"boom"}' }),
    );
  await enter(page, 'Owner', 'en');

  await refuse('purchase_detail');
  await page.goto(view(order.id));
  await expect(page.getByText('Failed to load purchase order')).toBeVisible();
  await page.unroute('**/rest/v1/rpc/purchase_detail');
  await page.getByRole('button', { name: ui('retry') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(order.number);

  await refuse('pay_purchase');
  await action(page, en('action.pay')).click();
  const paying = page.getByRole('dialog');
  await paying.getByRole('button', { name: new RegExp(`^${pay('method')}`) }).click();
  await page.getByRole('option', { name: 'Cash' }).click();
  await paying
    .getByRole('button', { name: /100\.00/ })
    .last()
    .click();
  await expect(paying.getByText('Failed to record payment')).toBeVisible();
  await page.unroute('**/rest/v1/rpc/pay_purchase');
  // Somebody else paid in the meantime.
  await (await api('Owner')).rpc('pay_purchase', {
    id: order.id,
    payments: [{ id: crypto.randomUUID(), payment_method_id: await method(), amount: 60, paid_on: '2026-01-05' }],
  });
  await paying.getByRole('button', { name: ui('retry') }).click();
  await expect(paying.getByText('Payment amount exceeds remaining due amount').first()).toBeVisible();

  await refuse('save_purchase_order');
  await page.goto(`/purchase/edit/${order.id}`);
  await figure(page, 'quantity', goods).fill('3');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Failed to update purchase order. Please try again.')).toBeVisible();
  await expect(figure(page, 'quantity', goods)).toHaveValue('3');
  await page.goto('/purchase/add');
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Branch/ })
    .click();
  await page.getByRole('option', { name: branch.name }).click();
  await pick(page, en('col.supplier'), supplier.name);
  await scanCode(page, goods.barcode);
  await expect(figure(page, 'cost', goods)).toHaveValue('50.00');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Failed to create purchase order. Please try again.')).toBeVisible();
  await page.unroute('**/rest/v1/rpc/save_purchase_order');
  // The same supplier reference is refused.
  await page.getByLabel(en('col.reference')).fill('BILL 7');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(words('en', 'errors')('purchase_orders_reference_unique')).first()).toBeVisible();
  await page.getByLabel(en('col.reference')).fill('Bill 8');
  await page.keyboard.press('Control+s');
  await toast(page, 'Purchase order created successfully!');
  await expect(page.locator('.facts')).toContainText('Bill 8');
});

/* Purchase orders from the first scan to the last payment, by the users who work on them, and their failures. */
import { expect } from '@playwright/test';
import { intercept, loseAnswer } from './support/intercept.ts';
import { action, en, figure, newOrder, newSupplier, pay, pdf, pick, scanCode, scanner, toast, view } from './support/purchases.ts';
import { demoRows } from './support/rows.ts';
import { textPattern } from './support/text-pattern.ts';
import { enter, expectInvariants, newBranch, newGoods, newPerson, onHand } from './support/fixtures.ts';
import { api } from './support/stack.ts';
import { test } from './support/test.ts';
import { wedge } from './support/wedge.ts';
import { words } from './support/words.ts';

const ar = words('ar', 'purchases');

test('an order is written in Arabic, received in parts, paid, refunded and closed short', async ({ browser }) => {
  const branch = await newBranch('Heliopolis', 'مصر الجديدة');
  const supplier = await newSupplier();
  const goods = await newGoods();
  const buyer = await (await browser.newContext()).newPage();
  await enter(buyer, await newPerson('Buyer', [{ branch, access: 'work' }]), 'ar', '/purchase/add');

  await pick(buyer, ar('col.supplier'), supplier.name);
  await scanCode(buyer, goods.barcode);
  // The cost is suggested. A second scan selects the line, and Enter adds one piece.
  await expect(figure(buyer, 'cost', goods)).toHaveValue('61.50');
  await scanCode(buyer, goods.barcode);
  await expect(buyer.getByText(ar('cart.already'))).toBeVisible();
  await expect(figure(buyer, 'quantity', goods)).toBeFocused();
  await buyer.keyboard.press('Enter');
  await expect(figure(buyer, 'quantity', goods)).toHaveValue('2');
  await expect(scanner(buyer)).toBeFocused();
  await figure(buyer, 'quantity', goods).fill('٥');
  await figure(buyer, 'discount', goods).fill('10%');
  await expect(buyer.locator('.document-totals .grand-total')).toHaveText('276.75');
  await buyer.keyboard.press('Control+s');
  await toast(buyer, ar('done.created'));
  await buyer.waitForURL(/\/purchase\/orders\//);
  const id = buyer.url().split('/').at(-1)!;

  // A buyer receives but does not pay.
  await expect(action(buyer, ar('action.pay'))).toHaveCount(0);
  await action(buyer, ar('action.receive')).click();
  const counting = buyer.getByRole('dialog');
  await counting.getByLabel(ar('receive.scan')).fill(goods.barcode);
  await counting.getByLabel(ar('receive.scan')).press('Enter');
  // Esc returns to the scanner field and keeps what was counted.
  await figure(buyer, 'received', goods).focus();
  await buyer.keyboard.press('Escape');
  await expect(counting.getByLabel(ar('receive.scan'))).toBeFocused();
  // The second scan arrives with the cursor in the figure.
  await figure(buyer, 'received', goods).focus();
  await wedge(buyer, goods.barcode);
  await expect(figure(buyer, 'received', goods)).toHaveValue('2');
  await counting.getByRole('button', { name: textPattern('ar', 'purchases')('receive.confirm', { count: 2 }) }).click();
  await expect(counting).toBeHidden();
  expect(await onHand(branch, goods)).toBe(2);

  const owner = await (await browser.newContext()).newPage();
  await enter(owner, 'Owner', 'en', view(id));
  await action(owner, en('action.pay')).click();
  const paying = owner.getByRole('dialog');
  await paying.getByLabel(pay('amount')).fill('300');
  await paying.getByRole('button', { name: /Pay/ }).last().click();
  await expect(paying.getByText(pay('exceeds'))).toBeVisible();
  await paying.getByLabel(pay('amount')).fill('100');
  await paying.getByRole('button', { name: new RegExp(`^${pay('method')}`) }).click();
  await owner.getByRole('option', { name: 'Cash' }).click();
  await paying.getByRole('button', { name: /100\.00/ }).click();
  await toast(owner, pay('done'));
  await expect(owner.locator('.document-totals')).toContainText('176.75');

  await owner.getByRole('button', { name: textPattern('en', 'payments')('void', { amount: '100.00' }) }).click();
  const voiding = owner.getByRole('alertdialog');
  await expect(voiding).toContainText('176.75');
  await voiding.getByRole('textbox').fill('paid twice');
  await voiding.getByRole('button', { name: /100\.00/ }).click();
  await expect(owner.locator('.gone')).toContainText('paid twice');

  // Two more arrive; the last one never will.
  await action(owner, en('action.receive')).click();
  await figure(owner, 'received', goods).fill('2');
  await owner
    .getByRole('dialog')
    .getByRole('button', { name: textPattern('en', 'purchases')('receive.confirm', { count: 2 }) })
    .click();
  await expect(owner.getByRole('dialog')).toBeHidden();
  await owner
    .locator('.head')
    .getByRole('button', { name: en('action.more') })
    .click();
  await owner.getByRole('menuitem', { name: en('action.closeShort') }).click();
  const closing = owner.getByRole('alertdialog');
  await expect(closing).toContainText('221.40');
  await closing.getByRole('button', { name: textPattern('en', 'purchases')('decide.close.confirm', { count: 1 }) }).click();
  await expect(owner.locator('.stamp').first()).toHaveText(en('status.completed'));
  await expect(owner.locator('.document-totals .grand-total')).toHaveText('221.40');
  expect(await onHand(branch, goods)).toBe(4);
  await expectInvariants();
});

test('on a phone each scanned line scrolls into view above the fixed bar', async ({ page }) => {
  const goods = [await newGoods(), await newGoods(), await newGoods()];
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, 'Owner', 'en', '/purchase/add');
  for (const one of goods) {
    await scanCode(page, one.barcode);
    await expect(figure(page, 'quantity', one)).toBeInViewport({ ratio: 1 });
    await expect(figure(page, 'cost', one)).toHaveValue('61.50');
    await expect(figure(page, 'quantity', one)).toBeInViewport({ ratio: 1 });
  }
});

test('a storekeeper receives an order without a price in any response', async ({ page }) => {
  const branch = await newBranch('Dokki', 'الدقي');
  const goods = await newGoods();
  const order = await newOrder(branch, await newSupplier(), [{ goods, quantity: 3, cost: 4321.09 }]);
  const bodies: Promise<string>[] = [];
  page.on('response', (answer) => {
    if (answer.url().includes('/rest/v1/')) bodies.push(answer.text().catch(() => ''));
  });
  await enter(page, await newPerson('Storekeeper', [{ branch, access: 'work' }]), 'en', '/purchase');
  await page.getByRole('link', { name: order.number }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(order.number);
  await expect(action(page, en('action.edit'))).toHaveCount(0);
  await action(page, en('action.receive')).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: en('receive.all') })
    .click();
  // Scans are captured everywhere except in text fields.
  const ready = page.getByRole('dialog').locator('.ready');
  await expect(ready).toHaveText(words('en', 'ui')('scannerReady'));
  await page.getByRole('dialog').getByPlaceholder(en('receive.noteHint')).focus();
  await expect(ready).toHaveText(words('en', 'ui')('scannerAway'));
  await page
    .getByRole('dialog')
    .getByRole('button', { name: textPattern('en', 'purchases')('receive.confirm', { count: 3 }) })
    .click();
  await toast(page, /3 pieces received/);
  await expect(page.locator('.stamp').first()).toHaveText(en('status.completed'));
  expect(await onHand(branch, goods)).toBe(3);
  for (const body of await Promise.all(bodies)) expect(body).not.toMatch(/4321|12963/);
});

test('errors are shown at their fields and nothing typed is lost', async ({ page }) => {
  const branch = await newBranch('Smouha', 'سموحة');
  const goods = await newGoods();
  const supplier = await newSupplier();
  await enter(page, await newPerson('Manager', [{ branch, access: 'work' }]), 'en', '/purchase/add');
  await expect(scanner(page)).toBeFocused();
  await page.keyboard.press('Control+s');
  await expect(page.getByText(en('form.supplierMissing')).first()).toBeVisible();
  await expect(page.getByText(en('form.noLine')).first()).toBeVisible();

  await scanCode(page, '9999999999994');
  await expect(page.getByText('Product not found. Please check the barcode and try again.')).toBeVisible();
  await expect(scanner(page)).toBeFocused();
  await scanCode(page, goods.barcode);
  await expect(figure(page, 'quantity', goods)).toHaveValue('1');
  await pick(page, en('col.supplier'), supplier.name);
  await figure(page, 'quantity', goods).fill('0');
  await expect(page.getByText(words('en', 'lines')('problem.not_positive'))).toBeVisible();
  await figure(page, 'quantity', goods).fill('7');

  // An amount requires a payment method and may not exceed what is due.
  await page.getByRole('button', { name: pay('add'), exact: true }).click();
  await page.getByRole('textbox', { name: pay('amount'), exact: true }).fill('1000');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(pay('method_missing')).first()).toBeVisible();
  await expect(page.getByText('Payment amount exceeds remaining due amount').first()).toBeVisible();

  // The draft survives a reload and navigation, so leaving asks nothing.
  await page.getByRole('textbox', { name: pay('amount'), exact: true }).fill('');
  await expect(page.getByText(/Draft kept on this device/)).toBeVisible();
  await page.reload();
  await expect(figure(page, 'quantity', goods)).toHaveValue('7');
  await page.getByRole('link', { name: 'Purchase orders' }).first().click();
  await expect(page).toHaveURL('/purchase');
  await page.goBack();
  await expect(figure(page, 'quantity', goods)).toHaveValue('7');

  await page.getByRole('button', { name: en('form.saveReceive') }).click();
  // The request fails; Retry receives the goods at the chosen stock point.
  await intercept(page, '**/rpc/save_purchase_order', (route) => route.abort('connectionfailed'), { times: 1 });
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Put into|Shop floor/ })
    .click();
  await page.getByRole('option', { name: 'Stockroom' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: textPattern('en', 'purchases')('complete.confirm', { count: 7 }) })
    .click();
  await expect(page.getByText('Failed to create purchase order. Please try again.')).toBeVisible();
  await page.getByRole('button', { name: words('en', 'ui')('retry') }).click();
  await toast(page, 'Purchase order created successfully!');
  await toast(page, /7 pieces received/);
  expect(await onHand(branch, goods)).toBe(7);
  const owner = await api('Owner');
  expect(await owner.get(`level_list?branch_id=eq.${branch.id}&variant_id=eq.${goods.variant}&quantity=gt.0&select=stock_point`)).toEqual([
    { stock_point: 'Stockroom' },
  ]);
  await page.goto('/purchase/orders/00000000-0000-4000-8000-000000000000');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Purchase order not found');
});

test('goods received while an order is edited cause no conflict at reload or save', async ({ page }) => {
  const branch = await newBranch('Zeitoun', 'الزيتون');
  const goods = await newGoods();
  const order = await newOrder(branch, await newSupplier(), [{ goods, quantity: 4, cost: 10 }]);
  const come = async (quantity: number) => {
    const came = await (await api('Owner')).rpc('receive_purchase', {
      id: crypto.randomUUID(),
      purchase_order_id: order.id,
      lines: [{ variant_id: goods.variant, quantity }],
    });
    expect(came.ok, await came.clone().text()).toBe(true);
  };
  await enter(page, 'Owner', 'en', `/purchase/edit/${order.id}`);
  await figure(page, 'quantity', goods).fill('9');
  await come(1);
  await page.reload();
  await expect(figure(page, 'quantity', goods)).toHaveValue('9');
  await come(2);
  await page.keyboard.press('Control+s');
  await toast(page, 'Purchase order updated successfully!');
  await expect(page).toHaveURL(new RegExp(view(order.id)));
});

test('failed file uploads are retried from the order page, and a supplier is paid oldest first', async ({ page }) => {
  const branch = await newBranch('Tanta', 'طنطا');
  const supplier = await newSupplier();
  const goods = await newGoods();
  const old = await newOrder(branch, supplier, [{ goods, quantity: 1, cost: 100 }]);
  await enter(page, 'Owner', 'en', `/purchase/add?supplier=${supplier.id}`);
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Branch/ })
    .click();
  await page.getByRole('option', { name: branch.name }).click();
  await page.getByRole('button', { name: en('custom.open') }).click();
  const making = page.getByRole('dialog');
  await making.getByRole('button', { name: en('custom.add') }).click();
  await expect(making.getByText(en('custom.nameMissing'))).toBeVisible();
  await expect(making.getByText(en('custom.categoryMissing'))).toBeVisible();
  const name = `Custom ${goods.name}`;
  await making.getByLabel(en('custom.name')).fill(name);
  await pick(page, en('custom.category'), (await demoRows('categories', 1))[0]!.name);
  await making.getByLabel(en('cart.cost')).fill('50');
  await making.getByRole('button', { name: en('custom.add') }).click();
  await expect(page.locator('.purchase-cart')).toContainText(name);

  await page.locator('aside input[type=file]').setInputFiles(pdf('invoice.pdf'));
  await page
    .getByRole('button', { name: /invoice\.pdf/ })
    .first()
    .click();
  await expect(page.getByRole('dialog').locator('iframe')).toBeVisible();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words('en', 'ui')('close') })
    .last()
    .click();
  // The upload fails, and the order page offers a retry, also after a reload.
  await intercept(page, '**/storage/v1/object/**', (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()));
  await page.keyboard.press('Control+s');
  await toast(page, 'Purchase order created successfully!');
  await toast(page, en('failed.files'));
  await page.waitForURL(/\/purchase\/orders\//);
  await expect(page.getByRole('alert').filter({ hasText: 'invoice.pdf' })).toBeVisible();
  await page.unroute('**/storage/v1/object/**');
  await page.reload();
  const unsent = page.getByRole('alert').filter({ hasText: words('en', 'attachments')('unsent') });
  await unsent.getByRole('button', { name: words('en', 'ui')('retry') }).click();
  await expect(page.locator('.attachment-file')).toContainText('invoice.pdf');
  await expect(unsent).toBeHidden();
  await page.reload();
  await expect(page.locator('.attachment-file')).toHaveCount(1);
  await expect(unsent).toBeHidden();

  // The same for a file of a payment, without a reload.
  await intercept(page, '**/storage/v1/object/**', (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()));
  await action(page, en('action.pay')).click();
  const atOnce = page.getByRole('dialog');
  await atOnce.getByLabel(pay('amount')).fill('10');
  await atOnce.getByRole('button', { name: new RegExp(`^${pay('method')}`) }).click();
  await page.getByRole('option', { name: 'Cash' }).click();
  await atOnce.locator('input[type=file]').setInputFiles(pdf('receipt.pdf'));
  await atOnce.getByRole('button', { name: /10\.00/ }).click();
  await toast(page, pay('filesFailed'));
  await expect(unsent).toContainText('receipt.pdf');
  await page.unroute('**/storage/v1/object/**');
  await unsent.getByRole('button', { name: words('en', 'ui')('retry') }).click();
  await expect(page.locator('.attachment-file')).toHaveCount(2);
  await expect(unsent).toBeHidden();

  await page.goto(`/purchase/suppliers/${supplier.id}`);
  await expect(page.locator('.debt-whole')).toContainText('140.00');
  await action(page, en('action.pay')).click();
  const paying = page.getByRole('dialog');
  await paying.getByLabel(pay('amount')).fill('120');
  await paying.getByRole('button', { name: new RegExp(`^${pay('method')}`) }).click();
  await page.getByRole('option', { name: 'Cash' }).click();
  await expect(paying.getByRole('row').filter({ hasText: old.number })).toContainText('100.00');
  await paying.getByRole('button', { name: /120\.00/ }).click();
  await toast(page, 'Payment recorded successfully');
  await expect(page.locator('.debt-whole')).toContainText('20.00');
  await expectInvariants();
});

test('a custom product from a lost request that changed since can be added to the order', async ({ page }) => {
  const name = `Cap ${Date.now().toString(36)}`;
  await enter(page, 'Owner', 'en', '/purchase/add');
  await expect(scanner(page)).toBeFocused();
  await page.getByRole('button', { name: en('custom.open') }).click();
  const making = page.getByRole('dialog');
  await making.getByLabel(en('custom.name')).fill(name);
  await pick(page, en('custom.category'), (await demoRows('categories', 1))[0]!.name);
  const { sent } = await loseAnswer<{ id: string }>(page, '**/rpc/save_product');
  const add = making.getByRole('button', { name: en('custom.add') });
  await add.click();
  await expect(making.getByRole('alert')).toBeVisible();
  const product = sent[0]!.id;
  const renamed = await (await api('Manager')).rpc('save_product', {
    id: product,
    expected_version: 1,
    product: { name: `${name} of wool`, price: 5 },
    variants: [],
  });
  expect(renamed.ok, await renamed.clone().text()).toBe(true);
  await making.getByLabel(words('en', 'lines')('quantity')).fill('3');
  await making.getByLabel(en('custom.name')).fill(`${name} of felt`);
  await add.click();
  await making.getByRole('button', { name: textPattern('en', 'purchases')('custom.take', { name: `${name} of wool` }) }).click();
  await expect(page.locator('.purchase-cart')).toContainText(`${name} of wool`);
  await expect(page.locator('[data-cell^="quantity:"]')).toHaveValue('3');
});

test("an order started from a supplier uses that supplier's own draft", async ({ page }) => {
  const [one, other] = [await newSupplier(), await newSupplier()];
  const [branch, goods] = [await newBranch('Dokki', 'الدقي'), await newGoods()];
  const chosen = (name: string) => expect(page.getByRole('combobox', { name: en('col.supplier'), exact: true })).toHaveValue(name);
  await enter(page, await newPerson('Manager', [{ branch, access: 'work' }]), 'en', `/purchase/add?supplier=${one.id}`);
  await page.getByLabel(en('col.reference')).fill('A draft of the first');
  await expect(page.getByText(/Draft kept on this device/)).toBeVisible();
  await page.goto(`/purchase/add?supplier=${other.id}`);
  await chosen(other.name);
  await expect(page.getByLabel(en('col.reference'))).toHaveValue('');
  await page.goto(`/purchase/add?supplier=${one.id}`);
  await chosen(one.name);
  await expect(page.getByLabel(en('col.reference'))).toHaveValue('A draft of the first');
  await scanCode(page, goods.barcode);
  await expect(figure(page, 'cost', goods)).toHaveValue('61.50');

  // What is typed during the save continues as an edit of the order; afterwards no draft is left.
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await intercept(page, '**/rpc/save_purchase_order', async (route) => {
    await answered;
    await route.fallback();
  });
  const sent = page.waitForRequest('**/rpc/save_purchase_order');
  await page.keyboard.press('Control+s');
  await sent;
  await figure(page, 'quantity', goods).fill('2');
  answer();
  await expect(page).toHaveURL(/purchase\/edit\//);
  // The address changes before the page does.
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(en('newTitle'));
  await expect(figure(page, 'quantity', goods)).toHaveValue('2');
  await page.keyboard.press('Control+s');
  await expect(page).toHaveURL(/purchase\/orders\//);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes(':purchase')))).toEqual([]);
});

test('a file chosen while another uploads goes to the same order, not to the one opened next', async ({ page }) => {
  const [branch, goods, supplier] = [await newBranch('Mohandessin', 'المهندسين'), await newGoods(), await newSupplier()];
  await enter(page, await newPerson('Manager', [{ branch, access: 'work' }]), 'en', `/purchase/add?supplier=${supplier.id}`);
  await scanCode(page, goods.barcode);
  await expect(figure(page, 'cost', goods)).toHaveValue('61.50');
  const choose = (name: string) => page.locator('aside input[type=file]').setInputFiles(pdf(name));
  await choose('invoice.pdf');
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await intercept(page, '**/storage/v1/object/**', async (route) => {
    await answered;
    await route.fallback();
  });
  const sent = page.waitForRequest('**/storage/v1/object/**');
  await page.keyboard.press('Control+s');
  await sent;
  await choose('delivery note.pdf');
  await expect(page.locator('aside .attachment-file')).toHaveCount(2);
  answer();
  await expect(page).toHaveURL(/purchase\/orders\//);
  await expect(page.locator('.attachment-file')).toHaveText([/invoice\.pdf/, /delivery note\.pdf/]);
  await page.goto(`/purchase/add?supplier=${supplier.id}`);
  await scanCode(page, goods.barcode);
  await expect(figure(page, 'cost', goods)).toHaveValue('61.50');
  await expect(page.locator('.attachment-file')).toHaveCount(0);
});

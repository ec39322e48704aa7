/* The menu of a row in the lists of documents: it leads to the next step of the document. */
import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { enter, expectInvariants, newBranch, newGoods, newPerson, newTransfer, stocked } from './support/fixtures.ts';
import { newOrder, newSupplier, view } from './support/purchases.ts';
import { newCustomer, newSale, sold, view as saleView } from './support/sales.ts';
import { api } from './support/stack.ts';
import { test } from './support/test.ts';
import { textPattern } from './support/text-pattern.ts';
import { words } from './support/words.ts';

test.afterAll(expectInvariants);

/** Opens the menu of this document's row, and answers its entries. */
async function openMenu(page: Page, list: string, number: string) {
  await page.goto(list);
  await page.getByRole('button', { name: textPattern('en', 'kit')('rowActions', { name: number }) }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  return page.getByRole('menuitem').allInnerTexts();
}

const choose = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true }).click();

/** The page has opened the question of this step; a reload does not ask again. */
async function expectAsked(page: Page, address: string, title: string) {
  const dialog = page.locator('dialog, [role=dialog], [role=alertdialog]').filter({ hasText: title });
  await expect(dialog.first()).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${address}$`));
  await page.reload();
  await expect(page.locator('.head h1')).toBeVisible();
  await expect(dialog).toHaveCount(0);
}

test('an order is received, paid and duplicated from the menu of its row', async ({ page }) => {
  const [purchases, payments] = [words('en', 'purchases'), words('en', 'payments')];
  const [branch, supplier, goods] = [await newBranch('Agouza', 'العجوزة'), await newSupplier(), await newGoods()];
  const order = await newOrder(branch, supplier, [{ goods, quantity: 4, cost: 25 }]);
  const list = `/purchase?supplier=${supplier.id}`;
  await enter(page, 'Owner', 'en');
  expect(await openMenu(page, list, order.number)).toEqual(
    ['open', 'receive', 'pay', 'edit', 'copy', 'pdf'].map((action) => purchases(`action.${action}`)),
  );
  await choose(page, purchases('action.receive'));
  await expectAsked(page, view(order.id), purchases('receive.title'));
  await openMenu(page, list, order.number);
  await choose(page, purchases('action.pay'));
  await expectAsked(page, view(order.id), payments('pay'));
  await openMenu(page, list, order.number);
  const saved = page.waitForEvent('download');
  await choose(page, purchases('action.pdf'));
  expect((await saved).suggestedFilename()).toContain(order.number);

  await openMenu(page, list, order.number);
  await choose(page, purchases('action.copy'));
  await expect(page.getByRole('row').filter({ hasText: goods.name })).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(page).toHaveURL(/\/purchase\/orders\//);
  const owner = await api('Owner');
  const made = await owner.get<{ id: string }>(`purchase_orders?supplier_id=eq.${supplier.id}&select=id,branch_id,status&order=id`);
  expect(made).toHaveLength(2);
  expect(await owner.get(`purchase_items?purchase_order_id=eq.${made[1]!.id}&select=variant_id,quantity,received`)).toEqual([
    { variant_id: goods.variant, quantity: 4, received: 0 },
  ]);
});

test('a sale is printed, returned and paid from the menu of its row, while that is possible', async ({ page }) => {
  const sales = words('en', 'sales');
  const [branch, goods, customer] = [await newBranch('Imbaba', 'إمبابة'), await newGoods(), await newCustomer()];
  await stocked(branch, goods, 10);
  const unpaid = await newSale(branch, [sold(goods, 2)], 0, { customer_id: customer.id });
  const list = `/accounting/sales?customer=${customer.id}`;
  await enter(page, 'Owner', 'en');
  expect(await openMenu(page, list, unpaid.number)).toEqual(
    ['open', 'pay', 'return', 'receipt', 'sendInvoice'].map((action) => sales(`action.${action}`)),
  );
  const saved = page.waitForEvent('download');
  await choose(page, sales('action.receipt'));
  expect((await saved).suggestedFilename()).toContain(unpaid.number);
  await openMenu(page, list, unpaid.number);
  await choose(page, sales('action.pay'));
  await expectAsked(page, saleView(unpaid.id), unpaid.number);

  const [line] = await (await api('Owner')).get<{ id: string }>(`sale_lines?sale_id=eq.${unpaid.id}&select=id`);
  await newSale(branch, [{ returns_line_id: line!.id, quantity: 2 }], 0, { customer_id: customer.id });
  expect(await openMenu(page, list, unpaid.number)).toEqual(['open', 'receipt', 'sendInvoice'].map((action) => sales(`action.${action}`)));
});

test('a transfer is approved from the menu of its row, with permission', async ({ page }) => {
  const transfers = words('en', 'transfers');
  const [from, to, goods] = [await newBranch('Giza', 'الجيزة'), await newBranch('Haram', 'الهرم'), await newGoods()];
  await stocked(from, goods, 5);
  const transfer = await newTransfer(from, to, goods, 2);
  const list = `/inventory/stockpoints/transactions?branch=${from.id}`;
  await enter(page, 'Owner', 'en');
  expect(await openMenu(page, list, transfer.number)).toEqual(
    ['open', 'approve', 'edit', 'copy'].map((action) => transfers(`action.${action}`)),
  );
  await choose(page, transfers('action.approve'));
  await expectAsked(page, `/inventory/transactions/view/${transfer.id}`, transfers('decide.approveTitle'));
});

test('an expense is paid and duplicated from the menu of its row, without its date and reference', async ({ page }) => {
  const [expenses, payments] = [words('en', 'expenses'), words('en', 'payments')];
  const branch = await newBranch('Faisal', 'فيصل');
  const owner = await api('Owner');
  const id = randomUUID();
  const expense = { branch_id: branch.id, amount: 75, spent_on: '2026-03-01', reference: 'R-1', notes: 'Water bill' };
  const { number } = (await (await owner.rpc('save_expense', { id, expense })).json()) as { number: string };
  const list = `/accounting/expenses?branch=${branch.id}`;
  await enter(page, await newPerson('Accountant', [{ branch, access: 'work' }]), 'en');
  expect(await openMenu(page, list, number)).toEqual(
    ['open', 'pay', 'edit', 'copy', 'delete'].map((action) => expenses(`action.${action}`)),
  );
  await choose(page, expenses('action.pay'));
  await expectAsked(page, `/accounting/expenses/view/${id}`, payments('pay'));
  await openMenu(page, list, number);
  await choose(page, expenses('action.copy'));
  await expect(page.getByLabel(expenses('fields.notes'))).toHaveValue('Water bill');
  await page.getByRole('button', { name: expenses('action.save') }).click();
  await expect(page).toHaveURL(/\/accounting\/expenses\/view\//);
  const rows = await owner.get<Record<string, unknown>>(
    `expenses?branch_id=eq.${branch.id}&select=amount,notes,reference,spent_on&order=created_at`,
  );
  expect(rows[1]).toMatchObject({ amount: 75, notes: 'Water bill', reference: null });
  expect(rows[1]!.spent_on).not.toBe('2026-03-01');
});

test('a count is continued and closed from the menu of its row', async ({ page }) => {
  const counts = words('en', 'counts');
  const branch = await newBranch('Omraneya', 'العمرانية');
  const owner = await api('Owner');
  const count = (await (await owner.rpc('start_count', { id: randomUUID(), branch_id: branch.id })).json()) as {
    id: string;
    number: string;
  };
  await enter(page, 'Owner', 'en');
  expect(await openMenu(page, '/inventory/counts', count.number)).toEqual(['count', 'close'].map((action) => counts(`action.${action}`)));
  await choose(page, counts('action.close'));
  await expectAsked(page, `/inventory/counts/${count.id}`, counts('close.title'));
});

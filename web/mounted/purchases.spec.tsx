import i18next, { type TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Person } from '@/db/documents.ts';
import type { PermissionName } from '@/db/me.ts';
import type { PurchaseDetail, PurchaseInput } from '@/db/purchases.ts';
import type { Row } from '@/db/tables.ts';
import '@/resources/suppliers.ts';
import { routes } from '@/screens/purchases/routes.tsx';
import { FakeApi, person, Refusal } from './fake-api.ts';
import { newVariant, withGoods } from './goods.ts';
import { paste, scan } from './keys.ts';
import { branch, colleague, mountPage } from './mount.tsx';

const t = i18next.t as TFunction;
const number = 'PO-ZAM-2026-0001';
const permissions: PermissionName[] = [
  ...(['purchasing.orders.view', 'purchasing.orders.create', 'purchasing.orders.update', 'purchasing.orders.receive'] as const),
  ...(['inventory.costs.view', 'contacts.suppliers.view', 'contacts.suppliers.create'] as const),
];
const me = { id: person, name: 'Salma Adel', name_ar: 'سلمى عادل' };
const [mills, weavers] = ['Mills', 'Weavers'].map((name, index) => ({
  ...{ id: `00000000-0000-7000-8000-00000005a00${index}`, name, name_ar: null, search: name.toLowerCase(), active: true },
})) as unknown as [Row<'suppliers'>, Row<'suppliers'>];

const scanner = () => page.getByRole('combobox', { name: t('variants.picker.label') });
const supplierField = () => page.getByRole('combobox', { name: t('purchases.col.supplier'), exact: true });
const options = () => page.getByRole('option');
const quantityOf = ({ product }: { product: string }) => page.getByRole('textbox', { name: t('lines.quantityOf', { name: product }) });
const costOf = ({ product }: { product: string }) => page.getByRole('textbox', { name: t('purchases.cart.costOf', { name: product }) });
const title = () => page.getByRole('heading', { level: 1 });
const pressSave = () => userEvent.keyboard('{Control>}s{/Control}');

type Sent = Pick<PurchaseInput, 'purchase' | 'items' | 'receive'>;
interface Kept extends Sent {
  id: string;
  version: number;
  updated_by: Person;
}

const amountsOf = ({ items }: Sent) => {
  const total = items.reduce((sum, item) => sum + Number(item.quantity) * Number(item.unit_cost), 0);
  return { subtotal: total, tax: 0, total, paid: 0, remaining: total, payment_status: 'due' as const, taxes: [] };
};

/** An order as the API returns it; an order saved as completed is fully received. */
function detailOf(kept: Kept, goods: ReturnType<typeof newVariant>[]): PurchaseDetail {
  const { id, version, updated_by, items, purchase, receive } = kept;
  const at = '2026-01-05T11:00:00Z';
  return {
    order: {
      ...{ id, version, edition: version, number, status: purchase.status, receipt_state: receive ? 'full' : 'none' },
      ...{
        supplier_id: purchase.supplier_id,
        supplier: mills.name,
        supplier_ar: null,
        supplier_land_line: null,
        supplier_tax_number: null,
      },
      ...{ branch_id: branch.id, branch: branch.name, branch_ar: branch.name_ar, branch_phone: null, branch_address: null },
      ...{ ordered_on: '2026-01-05', due_on: null, today: '2026-01-05', overdue: false, needs_approval: false },
      ...{ reference: null, notes: null, description: null, salesperson_id: null, salesperson: null, written_by: [person] },
      ...{ tax_rate_id: null, tax_rate: null, tax_rate_ar: null, tax_percentage: null, tax_by_product: false },
      ...{ created_at: at, created_by: me, updated_at: at, updated_by, approved_at: null, approved_by: null },
      ...{
        cancelled_at: null,
        cancelled_by: null,
        cancel_reason: null,
        closed_at: null,
        closed_by: null,
        is_opening: false,
        completed_at: null,
      },
    },
    amounts: { ...amountsOf(kept), charges: 0, charge_lines: [], total_without_rest: 0 },
    items: items.map(({ variant_id, quantity, unit_cost, discount }, index) => ({
      ...goods.find((one) => one.variant_id === variant_id)!,
      ...{ id: `${variant_id}-item`, position: index + 1, closed: 0, received: receive ? Number(quantity) : 0 },
      ...{ quantity: Number(quantity), unit_cost: Number(unit_cost), discount: Number(discount), total: 0, free: 0, charges: 0 },
      ...{ line_tax_rate_id: null, tax_percentage: null },
    })),
    ...{ receipts: [], returned: {}, payments: null, files: null, left_out: { receipts: 0, payments: 0, files: 0 }, timeline: [] },
  };
}

/** Stores orders by version, as the database does. */
function withOrders(api: FakeApi, goods: ReturnType<typeof newVariant>[], kept = new Map<string, Kept>()) {
  withGoods(api, goods)
    .table('suppliers', [mills, weavers])
    .table('stock_points', [])
    .answer('purchase_costs', () => [])
    .answer('save_purchase_order', ({ id, expected_version, ...rest }) => {
      const [before, sent] = [kept.get(id), rest as Sent];
      if (before && expected_version === undefined) return new Refusal(409, 'exists_already', { version: before.version, number });
      if (before && before.version !== expected_version)
        return new Refusal(409, 'changed_meanwhile', { by: before.updated_by.name, at: '2026-01-05T11:00:00Z', version: before.version });
      const saved = { ...sent, id, version: (before?.version ?? 0) + 1, updated_by: me };
      kept.set(id, saved);
      const { subtotal: _subtotal, tax: _tax, ...money } = amountsOf(sent);
      const pieces = sent.items.reduce((sum, { quantity }) => sum + Number(quantity), 0);
      const receipt = sent.receive ? { id: sent.receive.id, number: 'GR-ZAM-2026-0001', lines: sent.items.length, pieces } : null;
      const { status } = sent.purchase;
      return { ...{ id, number, version: saved.version, status, receipt_state: receipt ? 'full' : 'none' }, ...money, receipt };
    })
    .answer('purchase_detail', ({ id }) => {
      const found = kept.get(id);
      return found ? (detailOf(found, goods) as never) : new Refusal(404, 'purchase_not_found');
    });
  return kept;
}

test('edits made after a lost response are saved, and the goods are received once', async () => {
  const variant = newVariant();
  const api = new FakeApi();
  const kept = withOrders(api, [variant]);
  await mountPage(routes, '/purchase/add', permissions, api);
  await scanner().click();
  await scan(variant.barcode);
  await supplierField().click();
  await supplierField().fill(mills.name);
  await options().filter({ hasText: mills.name }).click();
  await quantityOf(variant).fill('2');
  await costOf(variant).fill('10');
  api.loseAnswer('save_purchase_order');
  await pressSave();
  await expect.element(page.getByText(t('purchases.failed.create'))).toBeVisible();
  await quantityOf(variant).fill('5');
  await page.getByRole('button', { name: t('purchases.form.saveReceive') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('purchases.complete.confirm', { count: 5 }) })
    .click();
  await expect.element(page.getByText(t('purchases.done.received', { count: 5, number: 'GR-ZAM-2026-0001' }))).toBeVisible();
  await expect.element(title()).toHaveTextContent(number);
  const [first, again, changed] = api.sent('save_purchase_order');
  expect(first).toMatchObject({ purchase: { supplier_id: mills.id, status: 'pending' }, items: [{ quantity: '2', unit_cost: '10' }] });
  expect(first).not.toHaveProperty('receive');
  expect(again).toMatchObject({ id: first!.id, purchase: { status: 'completed' }, items: [{ quantity: '5', unit_cost: '10' }] });
  // The same receipt id, so the goods are received once.
  expect(changed).toEqual({ ...again, expected_version: 1 });
  expect(api.sent('save_purchase_order')).toHaveLength(3);
  expect([...kept.values()]).toMatchObject([{ id: first!.id, version: 2, items: [{ quantity: '5' }] }]);
  expect(api.unknown).toEqual([]);
});

test('charges and free pieces are part of the total shown and are saved with the order', async () => {
  const variant = newVariant();
  const api = new FakeApi();
  withOrders(api, [variant]);
  await mountPage(routes, '/purchase/add', permissions, api);
  await scanner().click();
  await scan(variant.barcode);
  await supplierField().click();
  await supplierField().fill(mills.name);
  await options().filter({ hasText: mills.name }).click();
  await quantityOf(variant).fill('12');
  await page.getByRole('textbox', { name: t('purchases.cart.freeOf', { name: variant.product }) }).fill('2');
  await costOf(variant).fill('10');
  await page.getByRole('button', { name: t('purchases.charges.add') }).click();
  const charge = page.getByRole('group', { name: t('purchases.charges.line', { number: 1 }) });
  const amount = charge.getByRole('textbox', { name: t('purchases.charges.amount') });
  await charge.getByRole('textbox', { name: t('purchases.charges.note') }).fill('Truck');
  await pressSave();
  // Nothing is sent without the amount, which gets the focus.
  await expect.element(charge.getByText(t('purchases.charges.amount_missing'))).toBeVisible();
  await expect.element(amount).toHaveFocus();
  await amount.fill('15.5');
  await expect.element(page.getByText('115.50').first()).toBeVisible();
  await pressSave();
  await expect.element(title()).toHaveTextContent(number);
  expect(api.sent('save_purchase_order')).toMatchObject([
    {
      items: [{ quantity: '12', free: '2', unit_cost: '10' }],
      charges: [{ kind: 'freight', amount: '15.5', spread: 'value', tax_rate_id: null, note: 'Truck' }],
    },
  ]);
});

test('concurrent edits of different lines of an order are merged', async () => {
  const [one, two] = [newVariant(), newVariant()];
  const id = '00000000-0000-7000-8000-00000000e101';
  const line = ({ variant_id }: { variant_id: string }, quantity: string, unit_cost: string) => ({
    ...{ variant_id, quantity, free: '0', unit_cost, discount: '0' },
  });
  const purchase = { supplier_id: mills.id, branch_id: branch.id, status: 'pending' } as PurchaseInput['purchase'];
  const order: Kept = { id, version: 1, updated_by: me, purchase, items: [line(one, '4', '10'), line(two, '2', '20')] };
  const api = new FakeApi();
  const kept = withOrders(api, [one, two], new Map([[id, order]]));
  await mountPage(routes, `/purchase/edit/${id}`, permissions, api);
  await quantityOf(one).fill('9');
  kept.set(id, { ...order, version: 2, updated_by: colleague, items: [line(one, '4', '10'), line(two, '6', '20')] });
  await pressSave();
  await expect.element(page.getByRole('status').filter({ hasText: t('purchases.form.merged') })).toHaveTextContent(colleague.name);
  await expect.element(quantityOf(one)).toHaveValue('9');
  await expect.element(quantityOf(two)).toHaveValue('6');
  await pressSave();
  await expect.element(page.getByText(t('purchases.done.updated'))).toBeVisible();
  await expect.element(quantityOf(one)).not.toBeInTheDocument();
  await expect.element(page.getByRole('region', { name: t('document.totals.title') })).toHaveTextContent('210.00');
  expect(api.sent('save_purchase_order')).toMatchObject([
    { id, expected_version: 1, items: [{ quantity: '9' }, { quantity: '2' }] },
    { id, expected_version: 2, items: [{ quantity: '9' }, { quantity: '6' }] },
  ]);
});

test('a comma that may mean either is explained, and a pasted column keeps its empty cells', async () => {
  const goods = [newVariant(), newVariant(), newVariant()];
  const api = new FakeApi();
  withOrders(api, goods);
  await mountPage(routes, '/purchase/add', permissions, api);
  await scanner().click();
  await scan(...goods.map(({ barcode }) => barcode));
  const [first, second, third] = goods.map((one) => costOf(one));
  await first!.fill('1,250');
  await expect.element(page.getByText(t('ui.readAs', { number: '1250' }))).toBeVisible();
  await first!.fill('0,750');
  await expect.element(page.getByText(t('ui.readAs', { number: '1250' }))).not.toBeInTheDocument();
  await first!.click();
  paste('\n7.5\n8\n');
  await expect.element(third!).toHaveValue('8.00');
  await expect.element(second!).toHaveValue('7.50');
  await expect.element(first!).toHaveValue('');
});

test('Enter before the search has answered selects no earlier result and creates nothing', async () => {
  const api = new FakeApi();
  withOrders(api, []);
  await mountPage(routes, '/purchase/add', permissions, api);
  await supplierField().click();
  await expect.element(options().first()).toHaveTextContent(mills.name);
  const asked = api.read.length;
  const letGo = api.hold('suppliers');
  await supplierField().fill(weavers.name);
  await expect.poll(() => api.read.slice(asked)).toEqual(['suppliers']);
  await userEvent.keyboard('{Enter}');
  await expect.element(options().first()).toHaveAttribute('aria-disabled', 'true');
  await expect.element(supplierField()).toHaveValue(weavers.name);
  letGo();
  await expect.element(options()).toHaveTextContent(weavers.name);
  await userEvent.keyboard('{Enter}');
  await expect.element(options()).not.toBeInTheDocument();
  await expect.element(supplierField()).toHaveValue(weavers.name);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(api.sent('suppliers')).toEqual([]);
});

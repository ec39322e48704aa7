import i18next, { type TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { PermissionName } from '@/db/me.ts';
import type { ProposedLine, ReorderInput } from '@/db/purchases.ts';
import type { Row } from '@/db/tables.ts';
import '@/resources/suppliers.ts';
import { routes as purchaseRoutes } from '@/screens/purchases/routes.tsx';
import { routes as reportRoutes } from '@/screens/reports/routes.tsx';
import { FakeApi, Refusal } from './fake-api.ts';
import { newVariant } from './goods.ts';
import { branch, mountPage } from './mount.tsx';

const t = i18next.t as TFunction;
const permissions: PermissionName[] = [
  ...(['purchasing.orders.view', 'purchasing.orders.create', 'inventory.costs.view', 'contacts.suppliers.view'] as const),
  ...(['reports.low_stock.view'] as const),
];
const [mills, weavers] = ['Mills', 'Weavers'].map((name, index) => ({
  ...{ id: `00000000-0000-7000-8000-00000005b00${index}`, name, name_ar: null, search: name.toLowerCase(), active: true },
})) as unknown as [Row<'suppliers'>, Row<'suppliers'>];

const rowOf = (variant: ReturnType<typeof newVariant>) => `${variant.product_id}:${branch.id}`;
const supplierOf = ({ product }: { product: string }) =>
  page.getByRole('combobox', { name: t('purchases.reorder.supplierOf', { name: product }) });
const quantityOf = ({ product }: { product: string }) => page.getByRole('textbox', { name: t('lines.quantityOf', { name: product }) });
const create = (count: number) => page.getByRole('button', { name: t('purchases.reorder.create', { count }) });

/** The report of low stock with two products, of which the second has no known supplier. */
function withLowStock(api: FakeApi) {
  const goods = [newVariant(), newVariant()];
  const proposed = goods.map((variant, index): ProposedLine => {
    const { id, name } = mills;
    return {
      ...variant,
      ...{ branch_id: branch.id, branch: branch.name, branch_ar: branch.name_ar },
      ...(index === 0 ? { supplier_id: id, supplier: name } : { supplier_id: null, supplier: null }),
      ...{ supplier_ar: null, unit_cost: 10, on_hand: 1, quantity: 4 },
    };
  });
  api
    .table('suppliers', [mills, weavers])
    .answer('report_low_stock', () => ({
      ...{ count: 2, figures: {}, totals: {} },
      rows: goods.map((variant) => ({
        ...{ id: rowOf(variant), name: variant.product, name_ar: null, branch: branch.name, branch_ar: null },
        ...{ supplier: null, supplier_ar: null, on_hand: 1, low_at: 2, incoming: 0, sold_lately: 3, days_left: 10, to_order: 4 },
      })),
    }))
    .answer('reorder_lines', ({ row_ids }) => proposed.filter((line) => row_ids.includes(`${line.product_id}:${line.branch_id}`)) as never)
    .answer('purchase_costs', () => [])
    .answer('place_reorder', ({ id, lines }) => ({
      id,
      orders: [...new Set((lines as ReorderInput['lines']).map(({ supplier_id }) => supplier_id))].map((supplier) => ({ id: supplier })),
    }));
  return goods as [ReturnType<typeof newVariant>, ReturnType<typeof newVariant>];
}

async function openReorder(api: FakeApi) {
  await mountPage([...reportRoutes, ...purchaseRoutes], '/reports/low-stock', permissions, api);
  await page.getByRole('checkbox', { name: t('kit.selectPage') }).click();
  await page.getByRole('button', { name: t('reports.reorder') }).click();
}

test('ticked rows become orders, with edited quantities and the supplier that was missing', async () => {
  const api = new FakeApi();
  const [first, second] = withLowStock(api);
  await openReorder(api);
  await expect.element(page.getByText(t('purchases.reorder.noSupplier'))).toBeVisible();
  await expect.element(quantityOf(first)).toHaveValue('4');
  await create(1).click();
  expect(api.sent('place_reorder')).toEqual([]);
  await supplierOf(second).click();
  await supplierOf(second).fill(weavers.name);
  await page.getByRole('option').filter({ hasText: weavers.name }).click();
  await quantityOf(first).fill('7');
  await create(2).click();
  await expect.element(page.getByText(t('purchases.reorder.done', { count: 2 }))).toBeVisible();
  const shared = { branch_id: branch.id, unit_cost: '10' };
  // Lines without a supplier come first.
  expect(api.sent('place_reorder').map(({ lines }) => lines)).toEqual([
    [
      { ...shared, supplier_id: weavers.id, variant_id: second.variant_id, quantity: '4' },
      { ...shared, supplier_id: mills.id, variant_id: first.variant_id, quantity: '7' },
    ],
  ]);
});

test('a retry after a lost answer sends the same reorder again', async () => {
  const api = new FakeApi();
  const [, second] = withLowStock(api);
  await openReorder(api);
  await quantityOf(second).fill('0');
  api.loseAnswer('place_reorder');
  await create(1).click();
  await page.getByRole('button', { name: t('ui.retry') }).click();
  await expect.element(page.getByText(t('purchases.reorder.done', { count: 1 }))).toBeVisible();
  const [once, again] = api.sent('place_reorder');
  expect(again).toEqual(once);
});

test('lines changed after a lost answer are refused, and can be sent as new orders', async () => {
  const api = new FakeApi();
  const [first, second] = withLowStock(api);
  const known = new Set<string>();
  api.answer('place_reorder', ({ id }) => {
    if (known.has(id)) return new Refusal(409, 'exists_already', { number: 'PO-ZAM-2026-0001' });
    known.add(id);
    return { id, orders: [{ id: first.variant_id }] };
  });
  await openReorder(api);
  await quantityOf(second).fill('');
  api.loseAnswer('place_reorder');
  await create(1).click();
  await expect.element(page.getByText(t('purchases.reorder.failed'))).toBeVisible();
  await quantityOf(first).fill('9');
  await create(1).click();
  await page.getByRole('button', { name: t('document.startAnew') }).click();
  await create(1).click();
  await expect.element(page.getByText(t('purchases.reorder.done', { count: 1 }))).toBeVisible();
});

import i18next, { type TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { PermissionName } from '@/db/me.ts';
import type { ReturnableGoods } from '@/db/purchase-returns.ts';
import { queryClient } from '@/db/query.ts';
import type { Row } from '@/db/tables.ts';
import '@/resources/suppliers.ts';
import { routes } from '@/screens/purchase-returns/routes.tsx';
import { FakeApi, Refusal } from './fake-api.ts';
import { newVariant, withGoods } from './goods.ts';
import { scan } from './keys.ts';
import { branch, mountPage } from './mount.tsx';

const t = i18next.t as TFunction;
const permissions: PermissionName[] = [
  ...(['purchasing.returns.view', 'purchasing.returns.create', 'inventory.costs.view', 'inventory.stock.view'] as const),
  ...(['contacts.suppliers.view', 'purchasing.orders.view'] as const),
];
const receiptId = '00000000-0000-7000-8000-00000006c001';
const mills = {
  ...{ id: '00000000-0000-7000-8000-00000005b010', name: 'Mills', name_ar: null, search: 'mills', active: true },
} as unknown as Row<'suppliers'>;
const quantityOf = ({ product }: { product: string }) => page.getByRole('textbox', { name: t('lines.quantityOf', { name: product }) });
const save = (count: number) => page.getByRole('button', { name: t('purchaseReturns.form.save', { count }) });

let lastLine = 0;
const returnable = (variant: ReturnType<typeof newVariant>, more: Partial<ReturnableGoods> = {}): ReturnableGoods => ({
  ...variant,
  ...{
    receipt_item_id: `00000000-0000-7000-8000-0000000711${String((lastLine += 1)).padStart(2, '0')}`,
    receipt_number: 'GR-ZAM-2026-0184',
  },
  ...{ received: 4, left: 3, on_hand: 5, worth: 100, line_worth: 100, line_tax: 14, tax_percentage: 14, unit_cost: 33.3333 },
  ...more,
});

async function openForm(path: string, receiptOf: ReturnableGoods[], scannedOf: ReturnableGoods[] = []) {
  const goods = [...receiptOf, ...scannedOf].map((of) => newVariant({ ...of, at_source: of.on_hand } as never));
  const api = withGoods(new FakeApi(), goods)
    .table('stock_points', [])
    .table('suppliers', [mills])
    .answer('returnable_goods', ({ receipt_id, variant_ids = [] }) => ({
      receipt: receipt_id
        ? {
            ...{ id: receiptId, number: 'GR-ZAM-2026-0184', business_day: '2026-01-05', purchase_order_id: receiptId },
            ...{ order_number: 'PO-ZAM-2026-0211', supplier_id: mills.id, supplier: mills.name, supplier_ar: null },
            ...{ branch_id: branch.id, stock_point_id: null, total: 500, paid: 0, remaining: 500 },
          }
        : null,
      account: { owed: 500, credit: 0 },
      goods: (receipt_id ? receiptOf : scannedOf.filter(({ variant_id }) => variant_ids.includes(variant_id))) as never,
    }))
    .answer('record_purchase_return', ({ id }) => ({ id, number: 'PR-ZAM-2026-0001', version: 1, total: 38, settled: 38, remaining: 0 }))
    .answer('purchase_return_detail', () => new Refusal(404, 'purchase_return_not_found'));
  await mountPage(routes, path, permissions, api);
  return api;
}
async function chooseReason() {
  await page.getByRole('button', { name: t('purchaseReturns.form.reason') }).click();
  await page.getByRole('option', { name: t('purchaseReturns.reason.damaged') }).click();
}

test('a return from a receipt refuses more than came and is recorded with its lines', async () => {
  const [one, two] = [returnable(newVariant()), returnable(newVariant())];
  const api = await openForm(`/purchase/returns/add?receipt=${receiptId}`, [one, two]);
  await expect.element(page.getByRole('heading', { name: t('purchaseReturns.form.titleTo', { name: 'Mills' }) })).toBeVisible();
  await quantityOf(one).fill('4');
  await expect.element(page.getByText(t('purchaseReturns.problem.beyond', { n: '3', number: 'GR-ZAM-2026-0184' }))).toBeVisible();
  await page.getByRole('button', { name: t('stock.problem.use', { n: '3' }) }).click();
  await expect.element(quantityOf(one)).toHaveValue('3');
  await quantityOf(one).fill('1');
  // A third of 100.00, and 4.67 of tax; what was owed falls by both.
  await expect.element(page.getByText('462.00')).toBeVisible();
  await chooseReason();
  await save(1).click();
  await expect.poll(() => api.sent('record_purchase_return')).toHaveLength(1);
  expect(api.sent('record_purchase_return')[0]).toMatchObject({
    header: { supplier_id: mills.id, branch_id: branch.id, stock_point_id: null, reason: 'damaged' },
    lines: [{ variant_id: one.variant_id, quantity: '1', receipt_item_id: one.receipt_item_id }],
  });
});

test('a scanned article takes the cost of its newest receipt, and the average without one', async () => {
  const known = returnable(newVariant());
  const free = returnable(newVariant(), {
    ...{ receipt_item_id: null, receipt_number: null, received: null, left: null, worth: null, line_worth: null, line_tax: null },
    ...{ tax_percentage: null, unit_cost: 20 },
  });
  const api = await openForm(`/purchase/returns/add?supplier=${mills.id}`, [], [known, free]);
  await expect.element(page.getByRole('heading', { name: t('purchaseReturns.form.titleTo', { name: 'Mills' }) })).toBeVisible();
  await scan(known.barcode);
  await scan(free.barcode);
  await expect.element(quantityOf(free)).toHaveValue('1');
  const cost = ({ product }: { product: string }) => page.getByRole('textbox', { name: t('purchases.cart.costOf', { name: product }) });
  await expect.element(cost(known)).toHaveAttribute('readonly');
  await cost(free).fill('18.5');
  await chooseReason();
  await save(2).click();
  await expect.poll(() => api.sent('record_purchase_return')).toHaveLength(1);
  expect(api.sent('record_purchase_return')[0]).toMatchObject({
    lines: [
      { variant_id: known.variant_id, quantity: '1', receipt_item_id: known.receipt_item_id },
      { variant_id: free.variant_id, quantity: '1', receipt_item_id: null, unit_cost: '18.5' },
    ],
  });
});

test('a receipt that is gone is told, instead of a form that never saves', async () => {
  const one = returnable(newVariant());
  const api = await openForm(`/purchase/returns/add?receipt=${receiptId}`, [one]);
  await expect.element(quantityOf(one)).toBeVisible();
  await quantityOf(one).fill('1');
  api.answer('returnable_goods', ({ receipt_id }) =>
    receipt_id ? new Refusal(404, 'receipt_not_found') : { receipt: null, account: null, goods: [] },
  );
  await queryClient.invalidateQueries();
  await expect.element(page.getByText(t('errors.receipt_not_found'))).toBeVisible();
});

test('a credit that paid an order of a hidden branch is not taken back', async () => {
  const id = '00000000-0000-7000-8000-00000007a001';
  const paid = (at: string, order: string | null, number: string | null, amount: number) => ({
    ...{ id: `00000000-0000-7000-8000-00000007b00${at}`, paid_on: '2026-01-05', created_at: '2026-01-05T10:00:00Z', created_by: null },
    ...{ note: null, voided_at: null, voided_by: null, void_reason: null, amount, payment_method: null, payment_method_ar: null },
    ...{ purchase_order_id: order, order_number: number, branch_id: branch.id, branch: branch.name, branch_ar: null },
  });
  const api = new FakeApi().answer('purchase_return_detail', () => ({
    return: {
      ...{ id, version: 1, number: 'PR-ZAM-2026-0001', supplier_id: mills.id, supplier: mills.name, supplier_ar: null },
      ...{ branch_id: branch.id, branch: branch.name, branch_ar: null, stock_point_id: null, stock_point: null, stock_point_ar: null },
      ...{ business_day: '2026-01-05', reason: 'damaged', reference: null, note: null, voided_at: null, void_reason: null },
      ...{ created_at: '2026-01-05T10:00:00Z', created_by: null, voided_by: null, supplier_land_line: null },
    },
    amounts: { subtotal: 50, tax: 0, total: 50, settled: 50, remaining: 0, taxes: [] },
    items: [],
    payments: [paid('1', id, 'PO-ZAM-2026-0211', 20), paid('2', id, null, 30)],
    files: null,
    timeline: [],
  }));
  await mountPage(routes, `/purchase/returns/${id}`, [...permissions, 'purchasing.payments.view', 'purchasing.payments.void'], api);
  await expect.element(page.getByText(t('purchaseReturns.credit.otherOrder'))).toBeVisible();
  await expect.element(page.getByRole('button', { name: t('payments.void', { amount: '20.00' }) })).toBeVisible();
  expect(page.getByRole('button', { name: t('payments.void', { amount: '30.00' }) }).elements()).toEqual([]);
});

import i18next, { type TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { OpeningBalance } from '@/db/opening-balances.ts';
import type { PermissionName } from '@/db/me.ts';
import type { PurchaseDetail } from '@/db/purchases.ts';
import type { SaleDetail } from '@/db/sales.ts';
import type { Row } from '@/db/tables.ts';
import '@/resources/customers.ts';
import '@/resources/suppliers.ts';
import { formatDate } from '@/lib/dates.ts';
import { routes as purchases } from '@/screens/purchases/routes.tsx';
import { routes as sales } from '@/screens/sales/routes.tsx';
import { FakeApi, Refusal } from './fake-api.ts';
import { branch, mountPage } from './mount.tsx';

const t = i18next.t as TFunction;
const contactId = '00000000-0000-7000-8000-00000000d001';
const number = 'OB-ZAM-2025-0001';
const day = '2025-03-10';
const permissions: PermissionName[] = [
  ...(['contacts.customers.view', 'contacts.suppliers.view', 'inventory.costs.view', 'accounting.sales.view'] as const),
  ...(['purchasing.orders.view', 'contacts.opening_balances.create'] as const),
];

interface Kept {
  id: string;
  balance: OpeningBalance;
}

/** Keeps balances as the database does: once for each id. */
function withBalances(kept: Kept[]) {
  const contact = { id: contactId, name: 'Nile Traders', name_ar: null, land_line: null, phone: null };
  const place = { branch_id: branch.id, branch: branch.name, branch_ar: branch.name_ar };
  const open = () =>
    kept.map(({ id, balance }) => {
      const amount = Number(balance.amount);
      return { ...{ id, number, total: amount, paid: 0, remaining: amount, age: 300, late: false, ...place }, balance };
    });
  const owed = () => open().reduce((all, { total }) => all + total, 0);
  const aged = () => ({ d0_30: 0, d31_60: 0, d61_90: 0, over_90: owed() });
  return new FakeApi()
    .table('customers', [contact as unknown as Row<'customers'>])
    .table('suppliers', [contact as unknown as Row<'suppliers'>])
    .answer('customer_account', () => ({
      ...{ open_sales: kept.length, owed: owed(), aged: aged() },
      sales: open().map(({ balance, ...sale }) => ({ ...sale, type: 'opening', business_day: balance.day })),
    }))
    .answer('supplier_account', () => ({
      ...{ open_orders: 0, owed: owed(), credit: 0, overdue: 0, aged: aged() },
      orders: open().map(({ balance, ...order }) => ({
        ...{ ...order, status: 'opening', receipt_state: 'none', ordered_on: balance.day, due_on: balance.due_on },
      })),
    }))
    .answer('record_opening_balance', ({ id, balance: asked }) => {
      const balance = asked as unknown as OpeningBalance;
      const before = kept.find((one) => one.id === id);
      if (before && JSON.stringify(before.balance) !== JSON.stringify(balance))
        return new Refusal(409, 'exists_already', { version: 1, number });
      if (balance.note === 'closed') return new Refusal(409, 'place_closed', { field: 'branch_id', place: branch.name });
      if (balance.amount === '7') return new Refusal(400, 'opening_amount_invalid', { field: 'amount' });
      if (!before) kept.push({ id, balance });
      const amount = Number(balance.amount);
      return {
        id,
        number,
        version: 1,
        contact: balance.contact,
        amount,
        paid: 0,
        remaining: amount,
        payment_status: 'due',
        status: 'opening',
      };
    });
}

const button = () => page.getByRole('button', { name: t('account.opening.name'), exact: true });
const dialog = () => page.getByRole('dialog', { name: t('account.opening.name') });
const field = (name: 'amount' | 'day' | 'dueOn' | 'note') =>
  dialog().getByRole('textbox', { name: new RegExp(`^${t(`account.opening.${name}`)}`) });
const submit = () => dialog().getByRole('button', { name: t('account.opening.add') });
const row = () => page.getByRole('row').filter({ hasText: number });

async function openOf(contact: 'customer' | 'supplier', kept: Kept[] = [], held = permissions) {
  const api = withBalances(kept);
  const [routes, address] =
    contact === 'customer' ? [sales, `/accounting/customers/${contactId}`] : [purchases, `/purchase/suppliers/${contactId}`];
  await mountPage(routes, address, held, api);
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Nile Traders');
  return api;
}

test('records what a customer owed, and lists it as an opening balance', async () => {
  const kept: Kept[] = [];
  const api = await openOf('customer', kept);
  await button().click();
  await expect.element(field('dueOn')).not.toBeInTheDocument();
  await submit().click();
  await expect.element(dialog().getByText(t('errors.opening_amount_invalid'))).toBeVisible();
  await expect.element(dialog().getByText(t('account.opening.dayMissing'))).toBeVisible();
  expect(api.sent('record_opening_balance')).toEqual([]);
  await field('amount').fill('1250.5');
  await field('day').fill(day);
  await field('note').fill(' Old books ');
  await submit().click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(page.getByText(t('account.opening.done', { number }))).toBeVisible();
  await expect.element(row()).toHaveTextContent(t('sales.type.opening'));
  await expect.element(row().getByRole('link', { name: number })).toHaveAttribute('href', `/inventory/sales/view/${kept[0]!.id}`);
  expect(kept.map(({ balance }) => balance)).toEqual([
    { contact: 'customer', contact_id: contactId, branch_id: branch.id, day, amount: '1250.5', due_on: null, note: 'Old books' },
  ]);
  expect(api.unknown).toEqual([]);
});

test('a credit of a customer is a negative amount, which a supplier cannot have', async () => {
  const kept: Kept[] = [];
  await openOf('customer', kept);
  await button().click();
  await expect.element(dialog().getByText(t('account.opening.amountHint'))).toBeVisible();
  await field('amount').fill('-80');
  await field('day').fill(day);
  await submit().click();
  await expect.element(row()).toHaveTextContent('−80.00');
  expect(kept[0]!.balance.amount).toBe('-80');
});

test('records what a supplier was owed, with a due date and an amount above zero', async () => {
  const kept: Kept[] = [];
  const api = await openOf('supplier', kept);
  await button().click();
  await expect.element(dialog().getByText(t('account.opening.amountHint'))).not.toBeInTheDocument();
  await field('amount').fill('-5');
  await expect.element(dialog().getByText(t('errors.opening_amount_invalid'))).toBeVisible();
  await field('day').fill(day);
  await field('dueOn').fill('2025-03-09');
  await submit().click();
  await expect.element(dialog().getByText(t('account.opening.dueOnEarly'))).toBeVisible();
  await field('day').fill('2199-01-01');
  await expect.element(dialog().getByText(t('errors.opening_day_in_future'))).toBeVisible();
  expect(api.sent('record_opening_balance')).toEqual([]);
  await field('day').fill(day);
  await field('dueOn').fill('2025-04-10');
  await field('amount').fill('400');
  await submit().click();
  await expect.element(row()).toHaveTextContent(t('purchases.status.opening'));
  await expect.element(row()).toHaveTextContent(formatDate('2025-04-10'));
  await expect.element(row().getByRole('link', { name: number })).toHaveAttribute('href', `/purchase/orders/${kept[0]!.id}`);
  expect(kept.map(({ balance }) => balance)).toMatchObject([{ contact: 'supplier', day, due_on: '2025-04-10', amount: '400', note: null }]);
});

test('repeats a lost answer with the same id, and records changed content no second time', async () => {
  const kept: Kept[] = [];
  const api = await openOf('customer', kept);
  await button().click();
  await field('amount').fill('100');
  await field('day').fill(day);
  api.loseAnswer('record_opening_balance');
  await submit().click();
  await expect.element(dialog().getByText(t('account.opening.failed'))).toBeVisible();
  await field('amount').fill('200');
  await submit().click();
  await expect.element(dialog().getByText(t('errors.exists_already', { number }))).toBeVisible();
  await field('amount').fill('100');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog()).not.toBeInTheDocument();
  const sent = api.sent('record_opening_balance');
  expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
  expect(sent).toHaveLength(3);
  expect(kept).toHaveLength(1);
});

test('a refusal is shown at its field until that is changed, or below the fields', async () => {
  await openOf('customer');
  await button().click();
  await field('amount').fill('7');
  await field('day').fill(day);
  await submit().click();
  await expect.element(field('amount')).toHaveAccessibleDescription(expect.stringContaining(t('errors.opening_amount_invalid')) as string);
  await expect.element(dialog().getByText(t('account.opening.failed'))).not.toBeInTheDocument();
  await field('amount').fill('8');
  await expect.element(dialog().getByText(t('errors.opening_amount_invalid'))).not.toBeInTheDocument();
  await field('note').fill('closed');
  await submit().click();
  // The only branch has no field.
  await expect.element(dialog().getByText(t('account.opening.failed'))).toBeVisible();
});

test.each([
  ['customer', ['contacts.opening_balances.create']],
  ['supplier', ['contacts.opening_balances.create']],
  ['supplier', ['inventory.costs.view']],
] as const)('the button on the account of a %s needs each of its permissions: %s', async (contact, without) => {
  await openOf(
    contact,
    [],
    permissions.filter((permission) => !(without as readonly string[]).includes(permission)),
  );
  await expect.element(button()).not.toBeInTheDocument();
});

/** The pages of a customer's and a supplier's opening balance, which can be voided unless something was paid. */
function withPages(id: string, paid = 0) {
  const state = { voided: '' };
  const at = '2026-01-05T11:00:00Z';
  const place = { branch_id: branch.id, branch: branch.name, branch_ar: branch.name_ar, branch_phone: null, branch_address: null };
  const amounts = () => ({
    ...{ subtotal: 100, discount: 0, tax: 0, total: 100, paid, remaining: state.voided ? 0 : 100 - paid, taxes: [] },
    payment_status: state.voided ? null : ('due' as const),
  });
  const api = new FakeApi()
    .table('payment_methods', [])
    .answer('sale_detail', () => {
      const sale = {
        ...{ id, number, version: 1, type: 'opening', status: state.voided ? 'voided' : 'opening', sold_at: at, business_day: day },
        ...{
          customer_id: contactId,
          customer: 'Nile Traders',
          customer_ar: null,
          salesperson: null,
          till: null,
          reference: null,
          note: null,
        },
        ...{ lines: 0, pieces: 0, has_left: false, moved: 0, has_returns: false, shift_id: null, shift_number: null, margin: null },
        ...{ discount_reason: null, tax_reason: null, void_reason: state.voided || null, ...place, ...amounts() },
      };
      const detail = { sale, items: [], payments: [], business: null, returns: [], returned_sales: [], timeline: [] };
      return detail as unknown as SaleDetail as never;
    })
    .answer('purchase_detail', () => {
      const order = {
        ...{ id, number, version: 1, status: state.voided ? 'cancelled' : 'opening', is_opening: true, receipt_state: 'none' },
        ...{ supplier_id: contactId, supplier: 'Nile Traders', supplier_ar: null, ordered_on: day, due_on: null, today: '2026-01-05' },
        ...{ reference: null, notes: null, description: null, salesperson: null, written_by: [], closed_at: null },
        ...{ needs_approval: false, overdue: false, tax_by_product: false, tax_rate_id: null, ...place },
      };
      const detail = {
        order,
        amounts: { ...amounts(), charges: 0, charge_lines: [], total_without_rest: 100 },
        items: [],
        receipts: [],
        returned: {},
        payments: null,
      };
      return {
        ...detail,
        files: null,
        left_out: { receipts: 0, payments: 0, files: 0 },
        timeline: [],
      } as unknown as PurchaseDetail as never;
    })
    .answer('void_opening_balance', ({ reason }) => {
      state.voided = reason ?? '';
      return { id, number, version: 2, amount: 100, paid: 0, remaining: 0, payment_status: null, status: 'voided' };
    });
  return { api, state };
}

const pages = [
  ['customer', sales, '/inventory/sales/view/', 'sales.status.openingVoided'],
  ['supplier', purchases, '/purchase/orders/', 'purchases.status.voided'],
] as const;
const id = '00000000-0000-7000-8000-00000000e001';
const all: PermissionName[] = [
  ...permissions,
  ...(['contacts.opening_balances.void', 'accounting.sales.create', 'accounting.sales.return', 'accounting.sales.void'] as const),
  ...(['purchasing.orders.create', 'purchasing.orders.update', 'purchasing.orders.cancel', 'purchasing.orders.receive'] as const),
  'purchasing.payments.create',
];
const voidButton = () => page.getByRole('button', { name: t('account.opening.void.action'), exact: true });

test.each(pages)('the page of a balance of a %s offers only paying and voiding with a reason', async (_, routes, path, voided) => {
  const { api, state } = withPages(id);
  await mountPage(routes, path + id, all, api);
  await expect.element(voidButton()).toBeVisible();
  for (const hidden of ['sales.action.receipt', 'sales.action.return', 'sales.action.void', 'purchases.action.pdf'] as const)
    await expect.element(page.getByRole('button', { name: t(hidden), exact: true })).not.toBeInTheDocument();
  for (const hidden of ['purchases.action.edit', 'purchases.action.receive', 'purchases.action.more'] as const)
    await expect.element(page.getByRole('button', { name: t(hidden), exact: true })).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: t('sales.action.pay'), exact: true })).toBeEnabled();
  await voidButton().click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('textbox').fill('Entered twice');
  await userEvent.keyboard('{Enter}');
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(page.getByText(t(voided), { exact: true })).toBeVisible();
  await expect.element(voidButton()).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: t('sales.action.pay'), exact: true })).not.toBeInTheDocument();
  expect(state.voided).toBe('Entered twice');
  expect(api.sent('void_opening_balance')).toEqual([{ id, reason: 'Entered twice' }]);
});

test.each(pages)('the page of a balance of a %s says why a paid one cannot be voided', async (_, routes, path) => {
  await mountPage(routes, path + id, all, withPages(id, 40).api);
  await expect.element(voidButton()).toHaveAttribute('aria-disabled', 'true');
  await expect.element(voidButton()).toHaveAccessibleDescription(t('errors.opening_balance_has_payments'));
});

import i18next, { type TFunction } from 'i18next';
import type { RouteObject } from 'react-router-dom';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { FunctionName } from '@/db/calls.ts';
import { expenseRecord, ruleRecord } from '@/db/expenses.ts';
import type { PermissionName } from '@/db/me.ts';
import { productOf } from '@/db/products.ts';
import { queryClient, refresh } from '@/db/query.ts';
import { roleOf } from '@/db/roles.ts';
import type { Row, Table } from '@/db/tables.ts';
import { userOf } from '@/db/users.ts';
import { rowQuery } from '@/kit/resource-queries.ts';
import { routes as expenses } from '@/screens/expenses/routes.tsx';
import { routes as products } from '@/screens/products/routes.tsx';
import { routes as records } from '@/resources/routes.tsx';
import { routes as roles } from '@/screens/roles/routes.tsx';
import { routes as users } from '@/screens/users/routes.tsx';
import { FakeApi, person } from './fake-api.ts';
import { mountPage } from './mount.tsx';

const t = i18next.t as TFunction;
const id = '00000000-0000-7000-8000-0000000ed001';
const at = '2026-01-05T10:00:00Z';
const nameField = () => page.getByRole('textbox', { name: t('fields.name'), exact: true });
const save = () => page.getByRole('button', { name: t('kit.save'), exact: true });
const skeleton = () => document.querySelector('.skeleton');

const pages: [of: string, RouteObject[], address: string, PermissionName, reads: FunctionName | Table, key: readonly unknown[]][] = [
  ['supplier', records, '/contacts/suppliers/edit', 'contacts.suppliers.update', 'suppliers', rowQuery('suppliers', id).queryKey],
  ['brand', records, '/inventory/brands/edit', 'inventory.brands.update', 'brands', rowQuery('brands', id).queryKey],
  ['product', products, '/inventory/products/edit', 'inventory.products.update', 'product_detail', productOf(id).queryKey],
  ['expense', expenses, '/accounting/expenses/edit', 'accounting.expenses.update', 'expense_detail', expenseRecord(id).queryKey],
  [
    'recurring expense',
    expenses,
    '/accounting/expenses/recurring/edit',
    'accounting.expenses.update',
    'expense_rules',
    ruleRecord(id).queryKey,
  ],
  ['user', users, '/managment/users/edit', 'management.users.update', 'user_detail', userOf(id).queryKey],
  ['role', roles, '/managment/roles/edit', 'management.roles.update', 'role_detail', roleOf(id).queryKey],
];

test.each(pages)('%s: the form waits while the cached record is refetched', async (_, routes, address, permission, reads, key) => {
  const api = new FakeApi();
  const answer = api.hold(reads);
  await mountPage(routes, `${address}/${id}`, [permission], api);
  await expect.poll(() => [...api.read, ...api.calls.map(({ name }) => name)]).toContain(reads);
  queryClient.setQueryData(key, { id, version: 1 });
  // Long enough for the page to render again.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(skeleton()).not.toBeNull();
  answer();
});

/** A brand and its form; `change` changes the brand as the same user, but not through the form. */
async function leaveBrand() {
  const brand: Row<'brands'> = {
    ...{ id, name: 'Siwa', name_ar: null, shown_in_arabic: 'Siwa', active: true, search: 'siwa', version: 1 },
    ...{ created_at: at, created_by: person, updated_at: at, updated_by: person },
  };
  const api = new FakeApi().table('brands', [brand]);
  const permissions = ['inventory.brands.view', 'inventory.brands.update'] as const;
  const mounted = await mountPage(records, `/inventory/brands/edit/${id}`, [...permissions], api);
  await expect.element(nameField()).toHaveValue('Siwa');
  const change = (values: Partial<Row<'brands'>>) => Object.assign(brand, values, { version: brand.version + 1 });
  return { ...mounted, brand, change };
}

test('a form opened while its changed record is refetched starts from the new version', async () => {
  const { api, view, remount, brand, change } = await leaveBrand();
  await view.unmount();
  change({ name: 'Siwa changed' });
  await refresh(['brands']);
  const answer = api.hold('brands');
  await remount();
  await expect.poll(skeleton).not.toBeNull();
  answer();
  await expect.element(nameField()).toHaveValue('Siwa changed');
  await nameField().fill('Siwa again');
  await save().click();
  await expect.element(save()).not.toBeInTheDocument();
  expect(brand).toMatchObject({ name: 'Siwa again', version: 3 });
  expect(api.sent('brands')).toEqual([{ name: 'Siwa again' }]);
});

test('a form opens with the cached record if the refetch fails', async () => {
  const { api, view, remount } = await leaveBrand();
  await view.unmount();
  await refresh(['brands']);
  api.setDown(true);
  await remount();
  await expect.element(nameField()).toHaveValue('Siwa');
});

test('an open form without edits takes the newer version of its record', async () => {
  const { change } = await leaveBrand();
  change({ name: 'Siwa changed' });
  await refresh(['brands']);
  await expect.element(nameField()).toHaveValue('Siwa changed');
});

test('saving asks nothing if only values that the form does not show were changed meanwhile', async () => {
  const { api, brand, change } = await leaveBrand();
  await nameField().fill('Siwa typed');
  change({});
  await save().click();
  await expect.element(page.getByText(t('kit.saved', { name: 'Siwa typed' }))).toBeVisible();
  await expect.element(save()).not.toBeInTheDocument();
  expect(brand).toMatchObject({ name: 'Siwa typed', version: 3 });
  expect(api.sent('brands')).toHaveLength(2);
});

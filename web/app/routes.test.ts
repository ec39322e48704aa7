// Every address and the permission that opens it, written down by hand: a new one without its line fails.
import { expect, it } from 'vitest';
import type { PermissionName } from '@/db/types.gen.ts';
import type { RouteHandle } from '@/kit/screen.ts';
import { handles } from './handles.ts';

type Expected = RouteHandle['permission'] | 'none';

/** A list, its new record and its records. */
const plain = (path: string, resource: string): Record<string, Expected> => ({
  [path]: `${resource}.view` as PermissionName, [`${path}/add`]: `${resource}.create` as PermissionName, [`${path}/edit/:id`]: `${resource}.view` as PermissionName,
});

const expected: Record<string, Expected> = {
  '/dashboard': 'dashboard.overview.view',
  ...plain('/contacts/customers', 'contacts.customers'),
  '/contacts/customers/import': 'contacts.customers.import',
  ...plain('/contacts/suppliers', 'contacts.suppliers'),
  '/contacts/suppliers/import': 'contacts.suppliers.import',
  '/inventory/products': 'inventory.products.view',
  '/inventory/product/add': 'inventory.products.create',
  '/inventory/products/edit/:id': 'inventory.products.view',
  '/inventory/products/import': 'inventory.products.import',
  ...plain('/inventory/pricegroups', 'inventory.price_groups'),
  ...plain('/inventory/categories', 'inventory.categories'),
  ...plain('/inventory/brands', 'inventory.brands'),
  ...plain('/inventory/colors', 'inventory.colors'),
  ...plain('/inventory/sizes', 'inventory.sizes'),
  ...plain('/inventory/stockpoints', 'inventory.stock_points'),
  '/inventory/stock': 'inventory.stock.view',
  '/inventory/stock/add': 'inventory.stock.adjust',
  '/inventory/stock/entries/:id': 'inventory.stock.view',
  '/inventory/stock/movements': 'inventory.stock.view',
  '/inventory/counts': 'inventory.counts.view',
  '/inventory/counts/add': 'inventory.counts.create',
  '/inventory/counts/:id': 'inventory.counts.view',
  '/inventory/stockpoints/transactions': 'inventory.transfers.view',
  '/inventory/stockpoints/transactions/add': 'inventory.transfers.create',
  '/inventory/transactions/view/:id': 'inventory.transfers.view',
  '/inventory/transactions/edit/:id': 'inventory.transfers.create',
  '/purchase': 'purchasing.orders.view',
  '/purchase/add': 'purchasing.orders.create',
  '/purchase/edit/:id': 'purchasing.orders.update',
  '/purchase/orders/:id': 'purchasing.orders.view',
  '/purchase/suppliers/:id': 'contacts.suppliers.view',
  '/purchase/import': 'purchasing.orders.import',
  '/accounting/sales': 'accounting.sales.view',
  '/accounting/customers/:id': 'contacts.customers.view',
  '/accounting/sales/add': ['accounting.sales.create', 'accounting.sales.return'],
  '/accounting/sales/import': 'accounting.sales.import',
  '/reports': ['reports.sales.view', 'reports.profit_and_loss.view', 'reports.stock.view', 'reports.movements.view', 'reports.low_stock.view', 'reports.purchases.view', 'reports.expenses.view'],
  '/reports/sales': 'reports.sales.view',
  '/reports/profit-and-loss': 'reports.profit_and_loss.view',
  '/reports/stock': 'reports.stock.view',
  '/reports/movements': 'reports.movements.view',
  '/reports/low-stock': 'reports.low_stock.view',
  '/reports/payables': 'reports.purchases.view',
  '/reports/receivables': 'reports.sales.view',
  '/reports/purchases': 'reports.purchases.view',
  '/reports/expenses': 'reports.expenses.view',
  '/reports/shifts': 'attendance.shifts.view',
  '/reports/shifts/view/:id': 'attendance.shifts.view',
  '/labels': 'labels.printing.print',
  '/managment/audit-log': 'management.audit_log.view',
  '/whats-new': 'none',
  '/inventory/sales/view/:id': 'accounting.sales.view',
  '/documents': 'documents.files.view',
  '/accounting/expenses': 'accounting.expenses.view',
  '/accounting/expenses/add': 'accounting.expenses.create',
  '/accounting/expenses/by-category': 'accounting.expenses.view',
  '/accounting/expenses/edit/:id': 'accounting.expenses.update',
  '/accounting/expenses/import': 'accounting.expenses.import',
  '/accounting/expenses/recurring': 'accounting.expenses.view',
  '/accounting/expenses/recurring/edit/:id': 'accounting.expenses.update',
  '/accounting/expenses/view/:id': 'accounting.expenses.view',
  ...plain('/accounting/expenses-categories', 'accounting.expense_categories'),
  // Whoever clocks in sees their own hours there.
  '/reports/attendance': ['attendance.records.view', 'attendance.records.create'],
  ...plain('/managment/users', 'management.users'),
  ...plain('/managment/roles', 'management.roles'),
  '/managment/users-activity': 'management.user_activity.view',
  '/settings': 'none',
  '/settings/business': 'settings.business.view',
  ...plain('/settings/branches', 'settings.branches'),
  ...plain('/settings/payment-methods', 'settings.payment_methods'),
  ...plain('/settings/tax-rates', 'settings.tax_rates'),
  '/imports': ['inventory.products.import', 'contacts.customers.import', 'contacts.suppliers.import', 'purchasing.orders.import', 'accounting.sales.import', 'accounting.expenses.import'],
  '/profile': 'none',
};

it('each is opened by the permission that it should be, and none is missing', () => {
  expect(Object.fromEntries([...handles].map(([path, { permission = 'none' }]) => [path, permission]))).toEqual(expected);
});

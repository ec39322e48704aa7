import type { RouteObject } from 'react-router-dom';
import { page } from '@/kit/screen.ts';
import type { Kind } from '@/parts/import-wizard/field-list.ts';

const wizard = (kind: Kind) => async () => {
  const { ImportPage } = await import('@/parts/import-wizard/import-page.tsx');
  return { Component: () => <ImportPage kind={kind} /> };
};

export const routes: RouteObject[] = [
  page('imports', () => import('./import-list.tsx'), {
    title: 'imports.history.title',
    permission: [
      'inventory.products.import',
      'contacts.customers.import',
      'contacts.suppliers.import',
      'purchasing.orders.import',
      'accounting.sales.import',
      'accounting.expenses.import',
    ],
  }),
  page('inventory/products/import', wizard('products'), {
    title: 'products.importTitle',
    permission: 'inventory.products.import',
    parent: '/inventory/products',
  }),
  page('contacts/customers/import', wizard('customers'), {
    title: 'imports.title_customers',
    permission: 'contacts.customers.import',
    parent: '/contacts/customers',
  }),
  page('contacts/suppliers/import', wizard('suppliers'), {
    title: 'imports.title_suppliers',
    permission: 'contacts.suppliers.import',
    parent: '/contacts/suppliers',
  }),
  page('purchase/import', wizard('purchase_orders'), {
    title: 'imports.title_purchase_orders',
    permission: 'purchasing.orders.import',
    parent: '/purchase',
  }),
  page('accounting/sales/import', wizard('sales'), {
    title: 'imports.title_sales',
    permission: 'accounting.sales.import',
    parent: '/accounting/sales',
  }),
  page('accounting/expenses/import', wizard('expenses'), {
    title: 'imports.title_expenses',
    permission: 'accounting.expenses.import',
    parent: '/accounting/expenses',
  }),
];

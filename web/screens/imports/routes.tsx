import type { RouteObject } from 'react-router-dom';
import type { RouteHandle } from '@/kit/screen.ts';

const wizard = (kind: 'customers' | 'suppliers' | 'purchase_orders') => async () => {
  const { ImportPage } = await import('@/parts/import-wizard/import-page.tsx');
  return { Component: () => <ImportPage kind={kind} /> };
};

export const routes: RouteObject[] = [
  {
    path: 'imports',
    lazy: () => import('./import-list.tsx'),
    handle: { title: 'imports.history.title', permission: ['inventory.products.import', 'contacts.customers.import', 'contacts.suppliers.import', 'purchasing.orders.import'] } satisfies RouteHandle,
  },
  { path: 'contacts/customers/import', lazy: wizard('customers'), handle: { title: 'imports.title_customers', permission: 'contacts.customers.import', parent: '/contacts/customers' } satisfies RouteHandle },
  { path: 'contacts/suppliers/import', lazy: wizard('suppliers'), handle: { title: 'imports.title_suppliers', permission: 'contacts.suppliers.import', parent: '/contacts/suppliers' } satisfies RouteHandle },
  { path: 'purchase/import', lazy: wizard('purchase_orders'), handle: { title: 'imports.title_purchase_orders', permission: 'purchasing.orders.import', parent: '/purchase' } satisfies RouteHandle },
];

import type { RouteObject } from 'react-router-dom';
import type { RouteHandle } from '@/kit/screen.ts';

const wizard = (kind: 'customers' | 'suppliers') => async () => {
  const { ContactImport } = await import('./contact-import.tsx');
  return { Component: () => <ContactImport kind={kind} /> };
};

export const routes: RouteObject[] = [
  {
    path: 'imports',
    lazy: () => import('./import-list.tsx'),
    handle: { title: 'imports.history.title', permission: ['inventory.products.import', 'contacts.customers.import', 'contacts.suppliers.import'] } satisfies RouteHandle,
  },
  { path: 'contacts/customers/import', lazy: wizard('customers'), handle: { title: 'imports.title_customers', permission: 'contacts.customers.import', parent: '/contacts/customers' } satisfies RouteHandle },
  { path: 'contacts/suppliers/import', lazy: wizard('suppliers'), handle: { title: 'imports.title_suppliers', permission: 'contacts.suppliers.import', parent: '/contacts/suppliers' } satisfies RouteHandle },
];

import type { RouteObject } from 'react-router-dom';
import { page } from '@/kit/screen.ts';

export const routes: RouteObject[] = [
  page('accounting/sales', () => import('./list/sale-list.tsx'), { title: 'sales.title', permission: 'accounting.sales.view' }),
  page('inventory/sales/view/:id', () => import('./view/sale-view.tsx'), {
    title: 'sales.viewTitle',
    permission: 'accounting.sales.view',
    parent: '/accounting/sales',
  }),
  page('accounting/customers/:id', () => import('./account/customer-account.tsx'), {
    title: 'account.customer.title',
    permission: 'contacts.customers.view',
    parent: '/contacts/customers',
  }),
];

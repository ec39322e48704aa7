import type { RouteObject } from 'react-router-dom';
import { page } from '@/kit/screen.ts';

export const routes: RouteObject[] = [
  page('purchase', () => import('./list/purchase-list.tsx'), { title: 'purchases.title', permission: 'purchasing.orders.view' }),
  page('purchase/add', () => import('./form/purchase-add.tsx'), {
    title: 'purchases.newTitle',
    permission: 'purchasing.orders.create',
    parent: '/purchase',
  }),
  page('purchase/reorder', () => import('./reorder/reorder-page.tsx'), {
    title: 'purchases.reorder.title',
    permission: 'purchasing.orders.create',
    parent: '/reports/low-stock',
  }),
  page('purchase/edit/:id', () => import('./form/purchase-edit.tsx'), {
    title: 'purchases.editTitle',
    permission: 'purchasing.orders.update',
    parent: '/purchase',
  }),
  page('purchase/orders/:id', () => import('./view/purchase-view.tsx'), {
    title: 'purchases.viewTitle',
    permission: 'purchasing.orders.view',
    parent: '/purchase',
  }),
  page('purchase/suppliers/:id', () => import('./account/supplier-account.tsx'), {
    title: 'purchases.account.title',
    permission: 'contacts.suppliers.view',
    parent: '/contacts/suppliers',
  }),
];

import type { RouteObject } from 'react-router-dom';
import type { RouteHandle } from '@/kit/screen.ts';

export const routes: RouteObject[] = [
  {
    path: 'purchase',
    lazy: () => import('./list/purchase-list.tsx'),
    handle: { title: 'purchases.title', permission: 'purchasing.orders.view' } satisfies RouteHandle,
  },
  {
    path: 'purchase/add',
    lazy: () => import('./form/purchase-add.tsx'),
    handle: { title: 'purchases.newTitle', permission: 'purchasing.orders.create', parent: '/purchase' } satisfies RouteHandle,
  },
  {
    path: 'purchase/edit/:id',
    lazy: () => import('./form/purchase-edit.tsx'),
    handle: { title: 'purchases.editTitle', permission: 'purchasing.orders.update', parent: '/purchase' } satisfies RouteHandle,
  },
  {
    path: 'purchase/orders/:id',
    lazy: () => import('./view/purchase-view.tsx'),
    handle: { title: 'purchases.viewTitle', permission: 'purchasing.orders.view', parent: '/purchase' } satisfies RouteHandle,
  },
  {
    path: 'purchase/suppliers/:id',
    lazy: () => import('./account/supplier-account.tsx'),
    handle: { title: 'purchases.account.title', permission: 'contacts.suppliers.view', parent: '/contacts/suppliers' } satisfies RouteHandle,
  },
];

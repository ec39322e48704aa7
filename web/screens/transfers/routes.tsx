import type { RouteObject } from 'react-router-dom';
import type { RouteHandle } from '@/kit/screen.ts';

const list = '/inventory/stockpoints/transactions';

export const routes: RouteObject[] = [
  {
    path: 'inventory/stockpoints/transactions',
    lazy: () => import('./list/transfer-list.tsx'),
    handle: { title: 'transfers.title', permission: 'inventory.transfers.view' } satisfies RouteHandle,
  },
  {
    path: 'inventory/stockpoints/transactions/add',
    lazy: () => import('./form/transfer-add.tsx'),
    handle: { title: 'transfers.newTitle', permission: 'inventory.transfers.create', parent: list } satisfies RouteHandle,
  },
  {
    path: 'inventory/transactions/view/:id',
    lazy: () => import('./view/transfer-view.tsx'),
    handle: { title: 'transfers.viewTitle', permission: 'inventory.transfers.view', parent: list } satisfies RouteHandle,
  },
  {
    path: 'inventory/transactions/edit/:id',
    lazy: () => import('./form/transfer-edit.tsx'),
    handle: { title: 'transfers.editTitle', permission: 'inventory.transfers.create', parent: list } satisfies RouteHandle,
  },
];
